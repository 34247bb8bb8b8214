"""A tally: what was counted in each shoe, added up, with all products for the standard errors."""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Self

from msgspec import Struct

from casinowar.simulation.accumulators import Summable, WholeShoes
from casinowar.simulation.estimates import Sums

Row = tuple[int, ...]
ROUNDS, HIGHER, TIED, WAR_HIGHER, WAR_TIED = range(5)
OUTCOMES = 5
"""What is counted, in this order: rounds, hands higher, tied, higher at war, tied at war."""
SUMS = OUTCOMES + OUTCOMES * (OUTCOMES + 1) // 2 + 1
"""What a kernel adds up: the counts, the product of each two, and the number of shoes."""


class Tally(Struct, Summable, frozen=True, tag="plain"):
    """Sums over shoes: rounds, hands higher, tied, higher at war, tied at war, and their products."""

    shoes: int = 0
    counts: Row = (0,) * OUTCOMES
    products: tuple[Row, ...] = ((0,) * OUTCOMES,) * OUTCOMES
    whole: WholeShoes = WholeShoes()

    @classmethod
    def of(cls, sums: Iterable[int], *, cut: bool = False) -> Self:
        """Read what a kernel added up, and fold the triangle of products out into a square."""
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
        """Count the rounds."""
        return self.counts[ROUNDS]

    @property
    def done(self) -> int:
        """Tell how far a run has come: by its rounds."""
        return self.rounds

    @property
    def sums(self) -> Sums:
        """Give the sums from which figures are divided."""
        return Sums(self.shoes, self.counts.__getitem__, lambda one, other: self.products[one][other])
