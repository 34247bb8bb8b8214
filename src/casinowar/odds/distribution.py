"""Exact probabilities of outcomes, and the exact distribution of a wager's result."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from math import isqrt, lcm
from statistics import NormalDist
from typing import TypeVar

T = TypeVar("T")
Outcomes = tuple[tuple[Fraction, Fraction], ...]
_DIGITS = 10**20
NORMAL_90 = NormalDist().inv_cdf(0.95)


class Chances(dict[T, Fraction]):
    """Outcomes with their chances; equal outcomes are merged, impossible ones left out."""

    def __init__(self, outcomes: Iterable[tuple[T, Fraction]] = ()) -> None:
        super().__init__()
        for outcome, chance in outcomes:
            self.add(outcome, chance)

    def add(self, outcome: T, chance: Fraction) -> None:
        if chance:
            self[outcome] = self.get(outcome, Fraction(0)) + chance

    @property
    def total(self) -> Fraction:
        return sum(self.values(), Fraction(0))

    def given(self, wanted: Callable[[T], object]) -> "Chances[T]":
        total = self.chance(wanted)
        return Chances((each, chance / total) for each, chance in self.items() if wanted(each))

    def chance(self, wanted: Callable[[T], object]) -> Fraction:
        return sum((chance for each, chance in self.items() if wanted(each)), Fraction(0))

    def mean(self, value: Callable[[T], Fraction | int]) -> Fraction:
        return sum((chance * value(each) for each, chance in self.items()), Fraction(0))

    def distribution(self, value: Callable[[T], Fraction]) -> "Distribution":
        return Distribution((value(each), chance) for each, chance in self.items())


class Distribution:
    """Results in units of the wager, with their chances, which add up to one."""

    def __init__(self, outcomes: Iterable[tuple[Fraction, Fraction]]) -> None:
        self.outcomes: Outcomes = tuple(sorted(Chances(outcomes).items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.outcomes == other.outcomes

    def __hash__(self) -> int:
        return hash(self.outcomes)

    def __repr__(self) -> str:
        return f"Distribution({', '.join(f'{net}: {chance}' for net, chance in self.outcomes)})"

    @cached_property
    def mean(self) -> Fraction:
        return sum((net * chance for net, chance in self.outcomes), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.mean

    @cached_property
    def variance(self) -> Fraction:
        square = sum((net * net * chance for net, chance in self.outcomes), Fraction(0))
        return square - self.mean**2

    @property
    def standard_deviation(self) -> float:
        return root(self.variance)

    @property
    def return_to_player(self) -> Fraction:
        return 1 + self.mean

    @property
    def hit_frequency(self) -> Fraction:
        """The chance that the wager returns more than it costs."""
        return sum((chance for net, chance in self.outcomes if net > 0), Fraction(0))

    @property
    def skewness(self) -> float | None:
        """The third central moment in standard deviations; None if nothing varies."""
        return self._moment(3)

    @property
    def excess_kurtosis(self) -> float | None:
        """The fourth central moment in standard deviations, less the normal distribution's 3."""
        fourth = self._moment(4)
        return None if fourth is None else fourth - 3

    @property
    def volatility_index(self) -> float:
        """The half-width of the normal 90% interval for one round."""
        return NORMAL_90 * self.standard_deviation

    @cached_property
    def cycle(self) -> int:
        """The smallest number of ways that gives every outcome a whole number."""
        return lcm(*(chance.denominator for _, chance in self.outcomes))

    def _moment(self, order: int) -> float | None:
        if not self.variance:
            return None
        central = sum(((net - self.mean) ** order * chance for net, chance in self.outcomes), Fraction(0))
        return float(central) / self.standard_deviation**order


def root(value: Fraction) -> float:
    """Take a square root, correct to the last digit of a float."""
    return isqrt(value.numerator * _DIGITS**2 // value.denominator) / _DIGITS
