"""Results: how a round ended for one hand."""

from decimal import Decimal

from msgspec import Struct

from casinowar.game.cards import Card, shown
from casinowar.game.money import Cents
from casinowar.game.table import Hand, Round


class Result(Struct, frozen=True):
    """How a round ended for one hand; `net` is what the player won or lost, in dollars."""

    seat: int
    player: str
    card: Card
    dealer_card: Card
    war_cards: tuple[Card, ...]
    dealer_war_cards: tuple[Card, ...]
    net: Decimal

    def __str__(self) -> str:
        """Say the result in a line."""
        war = ""
        if self.war_cards:
            mine, theirs = (" ".join(map(shown, cards)) for cards in (self.war_cards, self.dealer_war_cards))
            war = f", war {mine} against {theirs}"
        versus = f"{shown(self.card)} against {shown(self.dealer_card)}"
        return f"seat {self.seat} {self.player}: {versus}{war}, {self.net:+.2f}"


def net(hand: Hand) -> Cents:
    """Add up what a hand has won and lost so far in its round."""
    return sum(stake.paid - stake.collected for stake in hand.stakes.values())


def results(current: Round) -> list[Result]:
    """Give the result of each hand, by seat."""
    return [
        Result(
            seat=hand.seat,
            player=hand.player,
            card=hand.card,
            dealer_card=current.dealer_card,
            war_cards=hand.war_cards,
            dealer_war_cards=current.dealer_war_cards if hand.war_cards else (),
            net=Decimal(net(hand)) / 100,
        )
        for _, hand in sorted(current.hands.items())
    ]
