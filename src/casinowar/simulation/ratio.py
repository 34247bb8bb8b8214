"""Ratios of two sums over independent shoes or batches of them, with their standard errors."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt

from msgspec import Struct

Weights = Mapping[int, Fraction | int]
"""How much of each count goes into a sum."""
ROUNDS = 0
"""What is counted first in every shoe."""


class Estimate(Struct, frozen=True, kw_only=True):
    """A figure found by simulation."""

    value: float
    standard_error: float | None
    """None where a single shoe leaves nothing to compare."""

    def z_score(self, exact: float) -> float | None:
        """Tell how many standard errors the exact figure is away."""
        return (self.value - exact) / self.standard_error if self.standard_error else None

    def over(self, unit: int) -> "Estimate":
        """Count in other units."""
        error = None if self.standard_error is None else self.standard_error / abs(unit)
        return Estimate(value=self.value / unit, standard_error=error)


class Sums(Struct, frozen=True):
    """What was counted in each of a number of shoes or batches: sums of counts, and of their products."""

    number: int
    count: Callable[[int], int]
    product: Callable[[int, int], int]

    def ratio(self, above: Weights, below: Weights) -> Estimate | None:
        """Divide one weighed sum by another; the scatter of what is independent gives the error."""
        total, base = self._sum(above), self._sum(below)
        if not base:
            return None
        value = total / base
        rest = {each: Fraction(above.get(each, 0)) - value * below.get(each, 0) for each in {*above, *below}}
        scatter = sum(
            (one_weight * other_weight * self.product(one, other)
             for one, one_weight in rest.items() for other, other_weight in rest.items()),
            Fraction(0),
        )  # fmt: skip
        several = self.number > 1
        error = sqrt(scatter * self.number / (self.number - 1)) / abs(float(base)) if several else None
        return Estimate(value=float(value), standard_error=error)

    def mean(self, count: int) -> Estimate | None:
        """Tell how much was counted in a shoe on average."""
        if not self.number:
            return None
        value = Fraction(self.count(count), self.number)
        scatter = self.product(count, count) - value * self.count(count)
        several = self.number > 1
        error = sqrt(scatter / (self.number * (self.number - 1))) if several else None
        return Estimate(value=float(value), standard_error=error)

    def _sum(self, weights: Weights) -> Fraction:
        return sum((Fraction(weight) * self.count(each) for each, weight in weights.items()), Fraction(0))


class Account(Struct, frozen=True):
    """Wagers, as weights of what is counted: what they brought whoever banks them, and what was put down."""

    sums: Sums
    won: Weights
    placed: Weights

    @property
    def edge(self) -> Estimate | None:
        """Tell what was won of each unit that was put down; nothing where nobody wagered."""
        return self.sums.ratio(self.won, self.placed)

    @property
    def win(self) -> Estimate | None:
        """Tell what a round brought."""
        return self.sums.ratio(self.won, {ROUNDS: 1})

    @property
    def handle(self) -> Estimate | None:
        """Tell what was put down in a round."""
        return self.sums.ratio(self.placed, {ROUNDS: 1})
