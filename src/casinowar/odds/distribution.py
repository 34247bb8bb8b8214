"""Exact chances of whatever can come out, and the exact distribution of what a wager brings."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import TypeVar

T = TypeVar("T")
Outcomes = tuple[tuple[Fraction, Fraction], ...]
_DIGITS = 10**20


class Chances(dict[T, Fraction]):
    """What can come out, each with its chance; equal outcomes are put together, impossible ones left out."""

    def __init__(self, outcomes: Iterable[tuple[T, Fraction]] = ()) -> None:
        """Take pairs of outcome and chance."""
        super().__init__()
        for outcome, chance in outcomes:
            self.add(outcome, chance)

    def add(self, outcome: T, chance: Fraction) -> None:
        """Make an outcome likelier."""
        if chance:
            self[outcome] = self.get(outcome, Fraction(0)) + chance

    @property
    def total(self) -> Fraction:
        """Add up all chances."""
        return sum(self.values(), Fraction(0))

    def given(self, wanted: Callable[[T], object]) -> "Chances[T]":
        """Take it as known that the outcome is one of those wanted."""
        total = self.chance(wanted)
        return Chances((each, chance / total) for each, chance in self.items() if wanted(each))

    def chance(self, wanted: Callable[[T], object]) -> Fraction:
        """Find the chance that the outcome is one of those wanted."""
        return sum((chance for each, chance in self.items() if wanted(each)), Fraction(0))

    def mean(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """Average what the outcomes are worth."""
        return sum((chance * value(each) for each, chance in self.items()), Fraction(0))

    def distribution(self, value: Callable[[T], Fraction]) -> "Distribution":
        """Give the distribution of what the outcomes are worth."""
        return Distribution((value(each), chance) for each, chance in self.items())


class Distribution:
    """What can come out, in units of the wager, and with what chance; the chances add up to one."""

    def __init__(self, outcomes: Iterable[tuple[Fraction, Fraction]]) -> None:
        """Take pairs of outcome and chance; equal outcomes are put together."""
        self.outcomes: Outcomes = tuple(sorted(Chances(outcomes).items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.outcomes == other.outcomes

    def __hash__(self) -> int:
        return hash(self.outcomes)

    def __repr__(self) -> str:
        return f"Distribution({', '.join(f'{net}: {chance}' for net, chance in self.outcomes)})"

    @cached_property
    def mean(self) -> Fraction:
        """Average the outcomes."""
        return sum((net * chance for net, chance in self.outcomes), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """Tell what the house wins on average, per unit."""
        return -self.mean

    @cached_property
    def variance(self) -> Fraction:
        """Average the squared distance from the mean."""
        square = sum((net * net * chance for net, chance in self.outcomes), Fraction(0))
        return square - self.mean**2

    @property
    def standard_deviation(self) -> float:
        """Take the root of the variance."""
        return root(self.variance)


def root(value: Fraction) -> float:
    """Take a square root, right to the last digit that a float can show."""
    return isqrt(value.numerator * _DIGITS**2 // value.denominator) / _DIGITS
