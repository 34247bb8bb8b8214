"""A full tally: what every kind of wager brought in each shoe, added up, with all products."""

from math import sqrt
from typing import Self

from msgspec import Struct

from casinowar.game.words import Word
from casinowar.simulation import full_terms as t
from casinowar.simulation.full_kernel import FIGURES

Hits = tuple[tuple[int, int], ...]


class Figure(Word):
    """What a tally has an answer to: wagers with all that hangs on them."""

    INITIAL = "initial"
    TIE = "tie"
    WAR_TIE = "war_tie"
    PROGRESSIVE = "progressive"
    ENVY = "envy"
    BONUS_SPIN = "bonus_spin"


_BROUGHT = {
    Figure.INITIAL: ((t.INITIAL, t.WAR, t.MATCH), t.INITIAL),
    Figure.TIE: ((t.TIE,), t.TIE),
    Figure.WAR_TIE: ((t.WAR_TIE,), t.WAR_TIE),
    Figure.PROGRESSIVE: ((t.PROGRESSIVE, t.METER), t.PROGRESSIVE),
    Figure.ENVY: ((t.ENVY,), t.PROGRESSIVE),
    Figure.BONUS_SPIN: ((t.BONUS_SPIN, t.SPIN_METERS), t.BONUS_SPIN),
}
"""Which kinds of money each figure takes together, and on what wager it is counted."""


class Sums(Struct, frozen=True):
    """Sums over shoes: rounds, what each kind brought the players, what was put down; and of all products."""

    figures: tuple[int, ...] = (0,) * FIGURES
    products: tuple[int, ...] = (0,) * (FIGURES * FIGURES)

    def __add__(self, other: "Sums") -> "Sums":
        """Put the sums of other shoes to these."""
        return Sums(_added(self.figures, other.figures), _added(self.products, other.products))

    @property
    def rounds(self) -> int:
        """Count the rounds."""
        return self.figures[0]

    def net(self, kind: int) -> int:
        """Tell what a kind of money brought the players, in cents."""
        return self.figures[1 + kind]

    def placed(self, kind: int) -> int:
        """Tell what was put down, in cents."""
        return self.figures[1 + t.KINDS + kind]

    def edge(self, figure: Figure) -> float | None:
        """Tell what the house won per unit wagered; nothing where nobody wagered."""
        kinds, wager = _BROUGHT[figure]
        placed = self.placed(wager)
        return -sum(self.net(kind) for kind in kinds) / placed if placed else None

    def standard_error(self, figure: Figure, shoes: int) -> float | None:
        """Tell how sure that is, from how much shoes differ from one another."""
        kinds, wager = _BROUGHT[figure]
        placed = self.placed(wager)
        if not placed or shoes <= 1:
            return None
        edge = -sum(self.net(kind) for kind in kinds) / placed
        weights = dict.fromkeys((1 + kind for kind in kinds), 1.0) | {1 + t.KINDS + wager: edge}
        scatter = sum(
            one_weight * other_weight * self.products[one * FIGURES + other]
            for one, one_weight in weights.items()
            for other, other_weight in weights.items()
        )
        return sqrt(max(0.0, scatter) * shoes / (shoes - 1)) / placed


class FullTally(Struct, frozen=True, kw_only=True):
    """What was added up: over all rounds, by depth in the shoe; what the meters showed when they were won."""

    shoes: int = 0
    total: Sums = Sums()
    by_depth: tuple[Sums, ...] = ()
    hits: Hits = ()
    """Each time a meter was won: which of the three, and what it showed, in cents."""
    meters: tuple[int, int, int] = (0, 0, 0)
    """What the meters show in the end."""

    def __add__(self, other: "FullTally") -> "FullTally":
        """Put two tallies together, the other one being the later."""
        depths = self.by_depth or (Sums(),) * len(other.by_depth)
        more = other.by_depth or (Sums(),) * len(depths)
        return FullTally(
            shoes=self.shoes + other.shoes,
            total=self.total + other.total,
            by_depth=tuple(one + two for one, two in zip(depths, more, strict=True)),
            hits=self.hits + other.hits,
            meters=other.meters if other.shoes else self.meters,
        )

    @property
    def rounds(self) -> int:
        """Count the rounds."""
        return self.total.rounds

    def edge(self, figure: Figure) -> float | None:
        """Tell what the house won per unit wagered."""
        return self.total.edge(figure)

    def standard_error(self, figure: Figure) -> float | None:
        """Tell how sure that is."""
        return self.total.standard_error(figure, self.shoes)

    @classmethod
    def of(cls, shoes: int, rows: list[list[int]], hits: Hits, meters: tuple[int, int, int]) -> Self:
        """Read what the kernel added up."""
        total, *depths = (Sums(tuple(row[:FIGURES]), tuple(row[FIGURES:])) for row in rows)
        return cls(
            shoes=shoes,
            total=total,
            by_depth=tuple(depths),
            hits=hits,
            meters=meters,
        )


def _added(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(first + second for first, second in zip(one, two, strict=True))
