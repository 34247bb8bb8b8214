"""A full tally: what every kind of wager brought in each shoe, added up, with all products."""

from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from casinowar.game.words import Word
from casinowar.simulation.batches import Batches
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.shoes import FIGURES
from casinowar.simulation.ratio import Estimate, Sums

MOST_WINS = 10_000
"""How many wins of meters are kept one by one: the first ones."""
ROUNDS = 0


class Tallied(Word):
    """What a tally has an answer to: wagers with all that hangs on them."""

    INITIAL = "initial"
    TIE = "tie"
    WAR_TIE = "war_tie"
    PROGRESSIVE = "progressive"
    ENVY = "envy"
    BONUS_SPIN = "bonus_spin"


_BROUGHT = {
    Tallied.INITIAL: ((t.INITIAL, t.WAR, t.MATCH), t.INITIAL),
    Tallied.TIE: ((t.TIE,), t.TIE),
    Tallied.WAR_TIE: ((t.WAR_TIE,), t.WAR_TIE),
    Tallied.PROGRESSIVE: ((t.PROGRESSIVE, t.METER), t.PROGRESSIVE),
    Tallied.ENVY: ((t.ENVY,), t.PROGRESSIVE),
    Tallied.BONUS_SPIN: ((t.BONUS_SPIN, t.SPIN_METERS), t.BONUS_SPIN),
}
"""Which kinds of money each figure takes together, and on what wager it is counted."""


def _net(kind: int) -> int:
    return 1 + kind


def _placed(kind: int) -> int:
    return 1 + t.KINDS + kind


class ShoeSums(Struct, frozen=True):
    """Sums over shoes: rounds, what each kind brought the players, what was put down; and of all products."""

    figures: tuple[int, ...] = (0,) * FIGURES
    products: tuple[int, ...] = (0,) * (FIGURES * FIGURES)
    """Of each two figures once: those with the smaller place first, the others are left at nothing."""

    def __add__(self, other: "ShoeSums") -> "ShoeSums":
        """Put the sums of other shoes to these."""
        return ShoeSums(_added(self.figures, other.figures), _added(self.products, other.products))

    @property
    def rounds(self) -> int:
        """Count the rounds."""
        return self.figures[ROUNDS]

    def net(self, kind: int) -> int:
        """Tell what a kind of money brought the players, in cents."""
        return self.figures[_net(kind)]

    def placed(self, kind: int) -> int:
        """Tell what was put down, in cents."""
        return self.figures[_placed(kind)]

    def edge(self, figure: Tallied, shoes: int) -> Estimate | None:
        """Tell what the house won per unit wagered; nothing where nobody wagered."""
        kinds, wager = _BROUGHT[figure]
        return self._sums(shoes).ratio(dict.fromkeys(map(_net, kinds), -1), {_placed(wager): 1})

    def wagered(self, figure: Tallied, shoes: int) -> Estimate | None:
        """Tell how much was put down in a round on what a figure is counted on, in cents."""
        return self._sums(shoes).ratio({_placed(_BROUGHT[figure][1]): 1}, {ROUNDS: 1})

    def win(self, shoes: int) -> Estimate | None:
        """Tell what a round brought whoever banks the table, all wagers together, in cents."""
        return self._sums(shoes).ratio(dict.fromkeys(map(_net, range(t.KINDS)), -1), {ROUNDS: 1})

    def handle(self, shoes: int) -> Estimate | None:
        """Tell what was wagered in a round, in cents."""
        return self._sums(shoes).ratio(dict.fromkeys(map(_placed, range(t.PLACED_KINDS)), 1), {ROUNDS: 1})

    def hold(self, shoes: int) -> Estimate | None:
        """Tell what was won of all that was wagered."""
        won, placed = map(_net, range(t.KINDS)), map(_placed, range(t.PLACED_KINDS))
        return self._sums(shoes).ratio(dict.fromkeys(won, -1), dict.fromkeys(placed, 1))

    def rounds_in_a_shoe(self, shoes: int) -> Estimate | None:
        """Count the rounds of an average shoe."""
        return self._sums(shoes).mean(ROUNDS) if shoes else None

    def _sums(self, shoes: int) -> Sums:
        return Sums(shoes, self.figures.__getitem__, self._product)

    def _product(self, one: int, other: int) -> int:
        return self.products[min(one, other) * FIGURES + max(one, other)]


class MeterTally(Struct, frozen=True, kw_only=True):
    """What became of a meter, in cents."""

    shown: int = 0
    """What it showed, added up over the rounds."""
    wins: int = 0
    won: int = 0
    """What it showed when it was won, added up."""
    largest: int = 0

    def __add__(self, other: "MeterTally") -> "MeterTally":
        """Put what became of it later, or at another table, to this."""
        return MeterTally(
            shown=self.shown + other.shown,
            wins=self.wins + other.wins,
            won=self.won + other.won,
            largest=max(self.largest, other.largest),
        )


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


class FullTally(Struct, frozen=True, kw_only=True, tag="full"):
    """What was added up: over all rounds, by depth in the shoe, by net result of a hand, and of meters."""

    shoes: int = 0
    total: ShoeSums = ShoeSums()
    by_depth: tuple[ShoeSums, ...] = ()
    nets: Batches = Batches()
    """How many hands ended at each net result, in cents."""
    meters: tuple[MeterTally, MeterTally, MeterTally] = (MeterTally(), MeterTally(), MeterTally())
    wins: tuple[Win, ...] = ()
    """The first wins of meters."""
    standing: dict[int, Standing] = {}
    """How the tables stand in the end."""

    def __add__(self, other: "FullTally") -> "FullTally":
        """Put two tallies together, the other one being the later."""
        depths = self.by_depth or (ShoeSums(),) * len(other.by_depth)
        more = other.by_depth or (ShoeSums(),) * len(depths)
        one, two, three = (first + second for first, second in zip(self.meters, other.meters, strict=True))
        return FullTally(
            shoes=self.shoes + other.shoes,
            total=self.total + other.total,
            by_depth=tuple(first + second for first, second in zip(depths, more, strict=True)),
            nets=self.nets + other.nets,
            meters=(one, two, three),
            wins=tuple(islice((*self.wins, *other.wins), MOST_WINS)),
            standing=self.standing | other.standing,
        )

    @property
    def rounds(self) -> int:
        """Count the rounds."""
        return self.total.rounds

    @property
    def rounds_in_a_shoe(self) -> Estimate | None:
        """Count the rounds of an average shoe."""
        return self.total.rounds_in_a_shoe(self.shoes)

    @property
    def done(self) -> int:
        """Tell how far a run has come: by its rounds."""
        return self.rounds

    def edge(self, figure: Tallied) -> Estimate | None:
        """Tell what the house won per unit wagered; nothing where nobody wagered."""
        return self.total.edge(figure, self.shoes)

    def average_meter(self, meter: int) -> Fraction:
        """Tell what a meter showed in the average round, in cents."""
        return Fraction(self.meters[meter].shown, self.rounds or 1)


def _added(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(first + second for first, second in zip(one, two, strict=True))
