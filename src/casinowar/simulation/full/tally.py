"""The full tally: sums over shoes for every kind of wager, with all products."""

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
"""Wins of meters that are kept one by one: the first ones."""


class Tallied(Word):
    """The figures of a tally: each a wager with all that depends on it."""

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
"""The kinds of money that each figure adds up, and the wagers that it divides by."""


class ShoeSums(Struct, Summable, frozen=True):
    """Sums over shoes: rounds, net result and amount wagered of each kind, and all products."""

    figures: tuple[int, ...] = (0,) * FIGURES
    products: tuple[int, ...] = (0,) * (FIGURES * FIGURES)
    """For each two figures once, the smaller place first; the others stay 0."""
    shoes: int = 0
    """Shoes with a round that is counted here."""

    @classmethod
    def of(cls, sums: Sequence[int]) -> Self:
        return cls(tuple(sums[:FIGURES]), tuple(sums[FIGURES:-1]), sums[-1])

    @property
    def rounds(self) -> int:
        return self.figures[ROUNDS]

    @property
    def squared_rounds(self) -> int:
        return self.products[ROUNDS]

    def net(self, kind: int) -> int:
        """Give the players' net result for a kind of money, in cents."""
        return self.figures[BROUGHT + kind]

    def placed(self, kind: int) -> int:
        """Give the amount wagered, in cents."""
        return self.figures[PUT_DOWN + kind]

    def account(self, figure: Tallied | None = None) -> Account:
        """Give the account of a figure, or of all wagers of the table, in cents."""
        kinds, wagers = _BROUGHT[figure] if figure else (range(t.KINDS), range(t.PLACED_KINDS))
        won = {BROUGHT + kind: -1 for kind in kinds}
        return Account(self.sums, won, {PUT_DOWN + wager: 1 for wager in wagers})

    @property
    def sums(self) -> Sums:
        return Sums(self.shoes, self.figures.__getitem__, self._product)

    def _product(self, one: int, other: int) -> int:
        return self.products[min(one, other) * FIGURES + max(one, other)]


Depths = tuple[ShoeSums, ...]


class MeterTally(Struct, Summable, frozen=True):
    shown: int = 0
    """The meter, summed over the rounds."""
    wins: int = 0
    won: int = 0
    """The meter when it was won, summed over the wins."""
    largest: int = 0
    combined_by: ClassVar = {"largest": max}


class Standing(NamedTuple):
    """The state of a table between two blocks: its meters, and the rounds played."""

    progressive: int
    primary: int
    secondary: int
    rounds: int = 0


class Win(NamedTuple):
    """A won meter: the table, its round, which of the three meters, and its amount."""

    table: int
    round: int
    meter: int
    showed: int


def _by_depth(one: Depths, other: Depths) -> Depths:
    """Add the sums of each depth range; an empty tally has none."""
    parts = max(len(one), len(other))
    pairs = zip(one or (ShoeSums(),) * parts, other or (ShoeSums(),) * parts, strict=True)
    return tuple(first + second for first, second in pairs)


def _first_wins(one: tuple[Win, ...], other: tuple[Win, ...]) -> tuple[Win, ...]:
    return (one + other)[:MOST_WINS]


class FullTally(Struct, Summable, frozen=True, kw_only=True, tag="full"):
    """All sums: over all rounds, by depth in the shoe, by net result of a hand, and of meters."""

    total: ShoeSums = ShoeSums()
    whole: WholeShoes = WholeShoes()
    by_depth: Depths = ()
    nets: Batches = Batches()
    """Hands at each net result, in cents, by shoe."""
    meters: tuple[MeterTally, MeterTally, MeterTally] = (MeterTally(), MeterTally(), MeterTally())
    wins: tuple[Win, ...] = ()
    """The first wins of meters."""
    standing: dict[int, Standing] = {}
    """The state of each table in the end."""
    combined_by: ClassVar = {"by_depth": _by_depth, "wins": _first_wins, "standing": or_}

    @property
    def rounds(self) -> int:
        return self.total.rounds

    @property
    def shoes(self) -> int:
        """All shoes, including one cut short at the end."""
        return self.total.shoes

    @property
    def done(self) -> int:
        return self.rounds

    def edge(self, figure: Tallied) -> Estimate | None:
        """Estimate the house's win per unit wagered; None without wagers."""
        return self.total.account(figure).edge

    def average_meter(self, meter: int) -> Fraction:
        """Average a meter over the rounds, in cents."""
        return Fraction(self.meters[meter].shown, self.rounds or 1)
