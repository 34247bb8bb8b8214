"""The plain tally: counts of each shoe added up, with all products for the standard errors."""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Self

from msgspec import Struct

from casinowar.simulation.accumulators import Summable, WholeShoes
from casinowar.simulation.estimates import Sums

Row = tuple[int, ...]
ROUNDS, HIGHER, TIED, WAR_HIGHER, WAR_TIED = range(5)
OUTCOMES = 5
"""The counts in order: rounds, hands higher, tied, higher at war, tied at war."""
SUMS = OUTCOMES + OUTCOMES * (OUTCOMES + 1) // 2 + 1
"""Length of a kernel's sums: the counts, the product of each two, and the number of shoes."""


class Tally(Struct, Summable, frozen=True, tag="plain"):
    """Sums over shoes: rounds, hands higher, tied, higher at war, tied at war, and their products."""

    shoes: int = 0
    counts: Row = (0,) * OUTCOMES
    products: tuple[Row, ...] = ((0,) * OUTCOMES,) * OUTCOMES
    whole: WholeShoes = WholeShoes()

    @classmethod
    def of(cls, sums: Iterable[int], *, cut: bool = False) -> Self:
        """Read a kernel's sums, and unfold the triangle of products into a square."""
        row = [int(each) for each in sums]
        products = dict(zip(combinations_with_replacement(range(OUTCOMES), 2), row[OUTCOMES:-1], strict=True))
        square = [
            tuple(products[min(one, other), max(one, other)] for other in range(OUTCOMES))
            for one in range(OUTCOMES)
        ]
        whole = WholeShoes() if cut else WholeShoes(row[-1], row[ROUNDS], square[ROUNDS][ROUNDS])
        return cls(row[-1], tuple(row[:OUTCOMES]), tuple(square), whole)

    @property
    def rounds(self) -> int:
        return self.counts[ROUNDS]

    @property
    def done(self) -> int:
        return self.rounds

    @property
    def sums(self) -> Sums:
        return Sums(self.shoes, self.counts.__getitem__, lambda one, other: self.products[one][other])
