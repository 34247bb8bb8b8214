"""A full tally: what every kind of wager brought in each shoe, added up, with all products."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from operator import or_
from typing import ClassVar, NamedTuple, Self

from msgspec import Struct

from casinowar.game.words import Word
from casinowar.simulation.accumulators import Batches, Summable, WholeShoes
from casinowar.simulation.estimates import Account, Estimate, Sums
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.kernel import BROUGHT, FIGURES, PUT_DOWN, ROUNDS

MOST_WINS = 10_000
"""How many wins of meters are kept one by one: the first ones."""


class Tallied(Word):
    """What a tally has an answer to: wagers with all that hangs on them."""

    INITIAL = "initial"
    TIE = "tie"
    WAR_TIE = "war_tie"
    DEALER_WINS = "dealer_wins"
    PROGRESSIVE = "progressive"
    ENVY = "envy"
    BONUS_SPIN = "bonus_spin"


_BROUGHT: Mapping[Tallied, tuple[Iterable[int], Iterable[int]]] = {
    Tallied.INITIAL: ((t.INITIAL, t.WAR, t.MATCH), (t.INITIAL,)),
    Tallied.TIE: ((t.TIE,), (t.TIE,)),
    Tallied.WAR_TIE: ((t.WAR_TIE,), (t.WAR_TIE,)),
    Tallied.DEALER_WINS: ((t.DEALER_WINS,), (t.DEALER_WINS,)),
    Tallied.PROGRESSIVE: ((t.PROGRESSIVE, t.METER), (t.PROGRESSIVE,)),
    Tallied.ENVY: ((t.ENVY,), (t.PROGRESSIVE,)),
    Tallied.BONUS_SPIN: ((t.BONUS_SPIN, t.SPIN_METERS), (t.BONUS_SPIN,)),
}
"""Which kinds of money each figure takes together, and on what wager it is counted."""


class ShoeSums(Struct, Summable, frozen=True):
    """Sums over shoes: rounds, what each kind brought the players, what was put down; and of all products."""

    figures: tuple[int, ...] = (0,) * FIGURES
    products: tuple[int, ...] = (0,) * (FIGURES * FIGURES)
    """Of each two figures once: those with the smaller place first, the others are left at nothing."""
    shoes: int = 0
    """How many shoes had a round that is counted here."""

    @classmethod
    def of(cls, sums: Sequence[int]) -> Self:
        """Read what the kernel added up."""
        return cls(tuple(sums[:FIGURES]), tuple(sums[FIGURES:-1]), sums[-1])

    @property
    def rounds(self) -> int:
        """Count the rounds."""
        return self.figures[ROUNDS]

    @property
    def squared_rounds(self) -> int:
        """Add up the squares of the rounds of each shoe."""
        return self.products[ROUNDS]

    def net(self, kind: int) -> int:
        """Tell what a kind of money brought the players, in cents."""
        return self.figures[BROUGHT + kind]

    def placed(self, kind: int) -> int:
        """Tell what was put down, in cents."""
        return self.figures[PUT_DOWN + kind]

    def account(self, figure: Tallied | None = None) -> Account:
        """Take together what a figure is made of, or all wagers of the table, in cents."""
        kinds, wagers = _BROUGHT[figure] if figure else (range(t.KINDS), range(t.PLACED_KINDS))
        won = {BROUGHT + kind: -1 for kind in kinds}
        return Account(self.sums, won, {PUT_DOWN + wager: 1 for wager in wagers})

    @property
    def sums(self) -> Sums:
        """Give the sums from which figures are divided."""
        return Sums(self.shoes, self.figures.__getitem__, self._product)

    def _product(self, one: int, other: int) -> int:
        return self.products[min(one, other) * FIGURES + max(one, other)]


Depths = tuple[ShoeSums, ...]


class MeterTally(Struct, Summable, frozen=True):
    """What became of a meter, in cents."""

    shown: int = 0
    """What it showed, added up over the rounds."""
    wins: int = 0
    won: int = 0
    """What it showed when it was won, added up."""
    largest: int = 0
    combined_by: ClassVar = {"largest": max}


class Standing(NamedTuple):
    """How a table stands between two blocks: what its meters show, and how many rounds it has played."""

    progressive: int
    primary: int
    secondary: int
    rounds: int = 0


class Win(NamedTuple):
    """A meter won: at which table, in which of its rounds, which of the three, and what it showed."""

    table: int
    round: int
    meter: int
    showed: int


def _by_depth(one: Depths, other: Depths) -> Depths:
    """Put the sums of each part of the shoe together; where nothing was dealt yet, there are no parts."""
    parts = max(len(one), len(other))
    pairs = zip(one or (ShoeSums(),) * parts, other or (ShoeSums(),) * parts, strict=True)
    return tuple(first + second for first, second in pairs)


def _first_wins(one: tuple[Win, ...], other: tuple[Win, ...]) -> tuple[Win, ...]:
    return (one + other)[:MOST_WINS]


class FullTally(Struct, Summable, frozen=True, kw_only=True, tag="full"):
    """What was added up: over all rounds, by depth in the shoe, by net result of a hand, and of meters."""

    total: ShoeSums = ShoeSums()
    whole: WholeShoes = WholeShoes()
    by_depth: Depths = ()
    nets: Batches = Batches()
    """How many hands of each shoe ended at each net result, in cents."""
    meters: tuple[MeterTally, MeterTally, MeterTally] = (MeterTally(), MeterTally(), MeterTally())
    wins: tuple[Win, ...] = ()
    """The first wins of meters."""
    standing: dict[int, Standing] = {}
    """How the tables stand in the end."""
    combined_by: ClassVar = {"by_depth": _by_depth, "wins": _first_wins, "standing": or_}

    @property
    def rounds(self) -> int:
        """Count the rounds."""
        return self.total.rounds

    @property
    def shoes(self) -> int:
        """Count the shoes, the last one cut short or not."""
        return self.total.shoes

    @property
    def done(self) -> int:
        """Tell how far a run has come: by its rounds."""
        return self.rounds

    def edge(self, figure: Tallied) -> Estimate | None:
        """Tell what the house won per unit wagered; nothing where nobody wagered."""
        return self.total.account(figure).edge

    def average_meter(self, meter: int) -> Fraction:
        """Tell what a meter showed in the average round, in cents."""
        return Fraction(self.meters[meter].shown, self.rounds or 1)
