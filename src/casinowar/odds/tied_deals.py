"""Probabilities that deals tie, to one hand or to two, computed in steps quadratic in the number of wars."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import comb, perm
from typing import Final

from casinowar.game.words import Comparison

_NONE, _PAIR, _ALL = range(3)
"""States of the one deal that ties in only two cards: no card placed, two placed, or all three."""
_STEPS: Final = (
    (_NONE, _NONE, 0),
    (_NONE, _PAIR, 2),
    (_PAIR, _PAIR, 0),
    (_PAIR, _ALL, 1),
    (_ALL, _ALL, 0),
)
"""What that deal can take from one rank, lowest first: its state before, after, and how many cards."""

Ways = dict[tuple[int, int], int]
"""The ways in which given numbers of deals of three cards and of two all tie."""


class TiedDeals:
    """Deals from one shoe, of a dealer's card with one hand's or two hands': how likely they are to tie.

    Cards named beforehand are exchangeable, so every other result follows: a deal of two that does not tie is
    won and lost equally often, and of three different cards each order is equally likely.
    """

    def __init__(self, counts: tuple[int, ...], threes: int, deals: int) -> None:
        """Take the number of cards of each rank, lowest first, and the most deals."""
        self.counts, self.size = counts, sum(counts)
        self._wanted = [(three, two) for three in range(threes + 1) for two in range(deals + 1 - three)]

    def tied(self, threes: int, twos: int) -> Fraction:
        """Find the chance that these numbers of deals of three cards and of two all tie."""
        return self._chance(self._all_tie, threes, twos, 0)

    def one_tied(self, other: Comparison, threes: int, twos: int) -> Fraction:
        """Find the chance of the same and, in a further deal of three, of a tie beside a card not tied."""
        higher = self._chance(self._third_higher, threes, twos, 3)
        if other is Comparison.HIGHER:
            return higher
        return self.tied(threes, twos + 1) - self.tied(threes + 1, twos) - higher

    def none_tied(self, one: Comparison, other: Comparison, threes: int) -> Fraction:
        """Find the chance that deals of three tie and, in a further one, neither hand does."""
        higher, lower = (self.one_tied(side, threes, 0) for side in (Comparison.HIGHER, Comparison.LOWER))
        all_differ = self.tied(threes, 0) - self.tied(threes + 1, 0) - 3 * (higher + lower)
        if one is not other:
            return all_differ / 6
        # Both hands are higher if they tie with each other above the dealer's card, or all three differ.
        return all_differ / 3 + (lower if one is Comparison.HIGHER else higher)

    def _chance(self, ways: Ways, threes: int, twos: int, more: int) -> Fraction:
        cards = 3 * threes + 2 * twos + more
        return Fraction(ways[threes, twos], perm(self.size, cards)) if cards <= self.size else Fraction(0)

    @cached_property
    def _all_tie(self) -> Ways:
        ways: Ways = {(0, 0): 1}
        for count in self.counts:
            ways = dict(self._longer(ways, count, 0))
        return ways

    @cached_property
    def _third_higher(self) -> Ways:
        states: dict[int, Ways] = {_NONE: {(0, 0): 1}, _PAIR: {}, _ALL: {}}
        for count in self.counts:
            after: dict[int, Ways] = {state: dict.fromkeys(self._wanted, 0) for state in states}
            for before, then, used in _STEPS:
                for deals, number in self._longer(states[before], count, used):
                    after[then][deals] += number
            states = after
        return states[_ALL]

    def _longer(self, ways: Ways, count: int, used: int) -> Iterator[tuple[tuple[int, int], int]]:
        taken = [
            (three, two, perm(count, used + 3 * three + 2 * two))
            for three, two in self._wanted
            if used + 3 * three + 2 * two <= count
        ]
        for threes, twos in self._wanted:
            yield (
                (threes, twos),
                sum(
                    comb(threes, three) * comb(twos, two) * ways.get((threes - three, twos - two), 0) * own
                    for three, two, own in taken
                    if three <= threes and two <= twos
                ),
            )
