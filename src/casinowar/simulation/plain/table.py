"""The plain table: the rules as the numbers that the fast kernel needs."""

from typing import Any

import numpy as np
from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.words import Word

MOST_CARDS = 30_000
"""The most cards that a lane of 16 bits can count."""
MOST_NOTED = 63
"""The most war cards that a lane can note, at least those of one round."""
_RANKS = 13


class OnTie(Word):
    """What every player does on a tie."""

    WAR = "war"
    SURRENDER = "surrender"


class NotSimulated(InputError):
    """Rules that a kernel does not cover."""


class PlainTable(Struct, frozen=True, kw_only=True, tag="plain"):
    """A plain table: initial and tie wagers, at most one war a hand."""

    rulebook: str
    seats: int
    strategy: OnTie
    of_rank: tuple[int, ...]
    """Cards of each rank in the shoe, lowest first."""
    front: int
    """Cards that may be gone when a round begins, without those burned from a new shoe."""
    fights: bool
    apart: bool
    """Whether each hand at war gets its own dealer's card."""
    war_cards: int
    """Cards of a war, once a round and for each hand."""
    war_cards_a_hand: int

    @property
    def size(self) -> int:
        return sum(self.of_rank)

    @property
    def counts(self) -> Any:  # noqa: ANN401 - an array, and NumPy's types say no more
        """Give the cumulative counts that a lane starts with; rows beyond the ranks are -1."""
        cumulated = np.cumsum(self.of_rank)[:-1]
        return np.concatenate([cumulated, np.full(_RANKS - 1 - len(cumulated), -1)]).astype(np.int16)

    @property
    def most_cards(self) -> int:
        return self.seats + 1 + (self.war_cards + self.seats * self.war_cards_a_hand if self.fights else 0)

    @property
    def most_rounds(self) -> int:
        return max(0, self.front) // (self.seats + 1) + 1

    @property
    def sure_rounds(self) -> int:
        """Rounds of a shoe with the most wars."""
        return max(0, self.front) // self.most_cards + 1


def plain_table(
    rules: Rules, seats: int | None = None, *, decks: int | None = None, strategy: OnTie = OnTie.WAR
) -> PlainTable:
    book = rules.book
    number = rules.seats if seats is None else seats
    if not 1 <= number <= rules.seats:
        raise InputError(f"The table has 1 to {rules.seats} seats, not {number}.")
    if rules.burns_by_first_card:
        raise NotSimulated("A burn by the first card of a shoe is not for the fast kernel.")
    if rules.suits_decide:
        raise NotSimulated("Suits that decide between cards of equal rank are not for the fast kernel.")
    if rules.most_ties > 1:
        raise NotSimulated("A tie wager paid by the number of ties is not for the fast kernel.")
    copies = (rules.decks if decks is None else decks) * len(book.cards.suits.value)
    of_rank = (copies,) * len(book.cards.ranking.value)
    fights = book.war is not None and rules.plays_ties_on
    if strategy is OnTie.SURRENDER and book.surrender is None and fights:
        raise InputError("The rulebook knows no surrender.")
    fights = fights and strategy is OnTie.WAR
    if fights and book.war and book.war.again:
        raise NotSimulated("Wars that are fought again are not for the fast kernel.")
    apart, once, each = _war_cards(rules)
    made = PlainTable(
        rulebook=book.name,
        seats=number,
        strategy=strategy,
        of_rank=of_rank,
        front=_front(rules, sum(of_rank)),
        fights=fights,
        apart=apart,
        war_cards=once,
        war_cards_a_hand=each,
    )
    _check(made, rules.new_shoe_burn(made.size))
    return made


def _war_cards(rules: Rules) -> tuple[bool, int, int]:
    """Tell whether wars are fought apart, and count their cards: once a round, and for each hand."""
    war = rules.book.war
    if war is None:
        return False, 0, 0
    once = rules.war_burn(0) + 1
    each = rules.war_burn(1) - rules.war_burn(0) + 1
    apart = not rules.fights_together
    return apart, (0 if apart else once), (once + each if apart else each)


def _front(rules: Rules, size: int) -> int:
    """Count the cards in front of the cover card, less those burned from a new shoe."""
    if rules.reshuffles_each_round:
        return 0
    return max(0, size - rules.behind_cover_card(size) - rules.new_shoe_burn(size))


def _check(made: PlainTable, burned: int) -> None:
    if made.size > MOST_CARDS:
        raise NotSimulated(f"A shoe of {made.size} cards is too large for a lane; {MOST_CARDS} is the most.")
    noted = 2 * made.seats if made.apart else made.seats + 1
    if made.fights and noted > MOST_NOTED:
        raise NotSimulated(f"{made.seats} seats may go to war together, too many for a lane to note.")
    gone = made.front + burned
    if gone + made.most_cards > made.size:
        raise NotSimulated(
            f"A round may need {made.most_cards} cards, and the last one finds {made.size - gone}: "
            "no text says what happens when the shoe runs out."
        )
