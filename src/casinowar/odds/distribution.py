"""An exact distribution of what a wager brings."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import isqrt

Outcomes = tuple[tuple[Fraction, Fraction], ...]
_DIGITS = 10**20


class Distribution:
    """What can come out, in units of the wager, and with what chance; the chances add up to one."""

    def __init__(self, outcomes: Iterable[tuple[Fraction, Fraction]]) -> None:
        """Take pairs of outcome and chance; equal outcomes are put together."""
        together: dict[Fraction, Fraction] = {}
        for net, chance in outcomes:
            if chance:
                together[net] = together.get(net, Fraction(0)) + chance
        self.outcomes: Outcomes = tuple(sorted(together.items()))

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
