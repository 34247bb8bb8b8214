"""The hands that a player and the dealer can hold together for the progressive, with their chances."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from casinowar.game.book.progressive import Progressive
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination, SuitedDoubleTie
from casinowar.odds.distribution import Chances
from casinowar.odds.hand import Strategy
from casinowar.odds.shoe import Shoe

Held = frozenset[Combination]


class Showing(NamedTuple):
    """What a hand can hold; empty if its original deal did not tie."""

    held: Held = frozenset()
    suited: bool = False
    """Whether its original tie was suited."""
    cards: int = 0
    """The number of cards of that tie's rank."""


def showings(rules: Rules, law: Progressive, shoe: Shoe, strategy: Strategy) -> Chances[Showing]:
    strategy.check_plain()
    fights = rules.plays_ties_on and not strategy.gives_up(rules, 0)
    found, size = Chances[Showing](), shoe.size
    wars = (size - 2) * (size - 3)
    ranks = Counter(shoe.by_suit)
    for suits, of_rank in ranks.items():
        for one, two, pairs in _pairs(suits):
            chance = Fraction(of_rank * pairs, size * (size - 1))
            suited, cards = one == two, sum(suits)
            original = first_tie((one, two))
            again = Fraction(0)
            for held, ways in _second_ties(law, (one, two), suits, ranks) if fights else ():
                found.add(Showing(original | held, suited, cards), chance * Fraction(ways, wars))
                again += Fraction(ways, wars)
            found.add(Showing(original, suited, cards), chance * (1 - again))
    found.add(Showing(), 1 - found.total)
    return found


def _pairs(suits: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    for one, first in enumerate(suits):
        for two, second in enumerate(suits):
            if found := first * (second - (one == two)):
                yield one, two, found


def _second_ties(
    law: Progressive, original: tuple[int, int], suits: tuple[int, ...], ranks: Counter[tuple[int, ...]]
) -> Iterator[tuple[Held, int]]:
    left = tuple(cards - original.count(suit) for suit, cards in enumerate(suits))
    others = ranks.copy()
    others[suits] -= 1
    for same_rank, (counts, times) in [(True, (left, 1)), *((False, each) for each in others.items())]:
        for one, two, pairs in _pairs(counts):
            if times:
                yield second_tie(law, original, (one, two), same_rank=same_rank), times * pairs


def first_tie(suits: tuple[int, int]) -> Held:
    return frozenset({Combination.TIE} | ({Combination.SUITED_TIE} if suits[0] == suits[1] else set()))


def second_tie(law: Progressive, first: tuple[int, int], second: tuple[int, int], *, same_rank: bool) -> Held:
    held = {Combination.DOUBLE_TIE}
    suited = len({*first, *second}) == 1
    if same_rank:
        held.add(Combination.FOUR_OF_A_KIND)
    if same_rank and suited:
        held.add(Combination.SUITED_FOUR_OF_A_KIND)
    if law.suited_double_tie.value is SuitedDoubleTie.EACH_TIE:
        suited = first[0] == first[1] and second[0] == second[1]
    if suited:
        held.add(Combination.SUITED_DOUBLE_TIE)
    return frozenset(held)
