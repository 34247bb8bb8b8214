"""What war and surrender are worth on the current tie, given the unseen cards."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.table import Hand, Table
from casinowar.game.words import Wager
from casinowar.odds.hand import TieWorth
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe
from casinowar.odds.tie_choice import Better


class TieAdvice(Struct, frozen=True, kw_only=True):
    """Average worth of war and surrender in cents, of the initial wager alone."""

    initial: Cents
    war: Fraction
    surrender: Fraction
    unseen: int
    """Number of unseen cards in the computation."""
    without_progressive: bool
    """Whether the hand has a progressive wager, which is ignored."""

    @property
    def better(self) -> Better:
        if self.war == self.surrender:
            return Better.ALIKE
        return Better.WAR if self.war > self.surrender else Better.SURRENDER


def seen_cards(table: Table) -> list[Card]:
    """List the cards that everyone at a table has seen since the last shuffle."""
    shown = [card for card, was in zip(table.aside, table.aside_seen, strict=False) if was]
    lying = table.round.layout.values() if table.round else ()
    return [card for cards in (table.rack, shown, *lying) for card in cards if card != UNSEEN]


def tie_advice(rules: Rules, table: Table, hand: Hand, seen: Sequence[Card]) -> TieAdvice:
    """Compare war with surrender on a tie hand; `seen` are all cards seen, including this hand's."""
    current = table.round
    if hand.wars or current is None:
        raise NotCovered("They are not worked out here for a war that is fought again.")
    if not rules.can_give_up(0):
        raise NotCovered("There is nothing to choose between.")
    others = [*seen]
    for card in (hand.card, current.dealer_card):
        others.remove(card)
    shoe = Shoe.fresh(rules, table.decks or None).without(others)
    initial = hand.placed(Wager.INITIAL)
    worth = TieWorth(rules, shoe, initial)
    of_rank = sum(left for card, left in shoe.left.items() if card[0] == hand.card[0])
    war = _of_any_rank(worth) if rules.suits_decide else worth.war(of_rank)
    return TieAdvice(
        initial=initial,
        war=war,
        surrender=worth.given_up(),
        unseen=shoe.size - 2,
        without_progressive=bool(hand.placed(Wager.PROGRESSIVE)),
    )


def _of_any_rank(worth: TieWorth) -> Fraction:
    """Average worth of war if suits decide ties."""
    met = next(worth.met(), [])
    ways = sum(tie.ways for tie in met)
    if not ways:
        raise InputError("Nothing can tie.")
    return sum((tie.ways * tie.war for tie in met), Fraction(0)) / ways
