"""Results: how a round ended for one hand."""

from collections.abc import Iterable
from decimal import Decimal
from html import escape
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from casinowar.game.cards import Card, shown
from casinowar.game.money import Cents
from casinowar.game.table import CLOSED, Hand, Round, Table
from casinowar.telling.phrases import place


class Result(Struct, frozen=True):
    """How a round ended for one hand; `net` is what the player won or lost, in dollars, meters included."""

    seat: int
    player: str
    card: Card
    dealer_card: Card
    war_cards: tuple[Card, ...]
    dealer_war_cards: tuple[Card, ...]
    net: Decimal
    from_meters: Decimal = Decimal(0)
    """What meters paid to the hand, a part of `net`."""
    place: str = ""
    """Where the hand was, in words."""
    void: bool = False
    """Whether the hand came to nothing: alone, with its round, or as one that a round cut short left open."""

    @property
    def cards(self) -> str:
        war = ""
        if self.war_cards:
            mine, theirs = (" ".join(map(shown, cards)) for cards in (self.war_cards, self.dealer_war_cards))
            war = f", war {mine} against {theirs}"
        dealt = self.card and self.dealer_card
        return f"{shown(self.card)} against {shown(self.dealer_card)}{war}" if dealt else f"no hand{war}"

    def __str__(self) -> str:
        meters = f", {self.from_meters:.2f} of it from a meter" if self.from_meters else ""
        net = "void" if self.void else f"{self.net:+.2f}"
        return f"{self.place or f'seat {self.seat}'} {self.player}: {self.cards}, {net}{meters}"

    def to_dict(self) -> dict[str, Any]:
        """Give it as strings, numbers and lists alone, dollars as text with their cents."""
        cards = {"war_cards": [*self.war_cards], "dealer_war_cards": [*self.dealer_war_cards]}
        money = {"net": f"{self.net:.2f}", "from_meters": f"{self.from_meters:.2f}"}
        return {**asdict(self), **cards, **money}

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>"


def net(hand: Hand) -> Cents:
    """Add up what a hand has won and lost so far in its round, meters and coupons included."""
    wagers = sum(placed.paid - placed.collected for placed in hand.wagers.values())
    return wagers + hand.from_meters + hand.redeemed + hand.tie_redeemed


def has_moved(hand: Hand) -> bool:
    """Tell whether a hand has won or lost anything so far, if only as much of one as of the other."""
    return bool(hand.from_meters) or any(placed.paid or placed.collected for placed in hand.wagers.values())


def is_void(current: Round, hand: Hand) -> bool:
    """Tell whether a hand came to nothing: alone, with its round, or left open when that was cut short."""
    alone = hand.number not in current.hands
    return alone or current.void is not None or (current.cut_short and not has_moved(hand))


def results(current: Round, table: Table = CLOSED, void: Iterable[Hand] = ()) -> list[Result]:
    """Give the result of each hand, by seat, with those that were void before the round was over.

    The table knows which of them stood behind another.
    """
    hands = {hand.number: hand for hand in (*void, *current.hands.values())}
    return [
        Result(
            seat=hand.number,
            player=hand.player,
            card=hand.card,
            dealer_card=current.dealer_card,
            war_cards=hand.war_cards,
            dealer_war_cards=hand.against,
            net=Decimal(net(hand)) / 100,
            from_meters=Decimal(hand.from_meters) / 100,
            place=place(hand.number, table),
            void=is_void(current, hand),
        )
        for _, hand in sorted(hands.items())
    ]
