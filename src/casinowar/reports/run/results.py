"""The results of a run as values, the same for every kernel."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field, to_builtins
from msgspec.structs import fields

from casinowar.reports import numbers
from casinowar.reports.exportable import Exportable
from casinowar.simulation.each_round import EachRound
from casinowar.simulation.request import Request
from casinowar.version import made_with

if TYPE_CHECKING:
    pass

_FINER = 3
"""An effect that is less than a third of a standard error does not disturb."""
MOST_SCORED = 1_000_000
"""More sessions than this may see that the rounds of one shoe depend on each other."""
_TIMES = frozenset({"seconds", "compile_seconds", "speed"})
"""What differs each time that the same rounds are dealt."""


class EdgeFound(Struct, frozen=True, kw_only=True):
    """A house edge found by simulation, beside the exact one where there is one."""

    wager: str
    house_edge: float
    standard_error: float | None
    exact: float | None = None
    compared_with: str | None = None
    """Which exact figure it is: of the long run, or of a fresh shoe, perhaps at the average meter."""
    wagered: float | None = None
    """What a hand wagers on it in a round, in initial wagers; None where the edge is known unwagered."""
    rough: bool = False
    """Whether too few shoes, or too few of the wagers that count, were dealt to trust the standard error."""
    cover_card_effect: float | None = None
    """How far the cover card may put the edge from that of a fresh shoe, which it is compared with."""
    cover_card_unknown: bool = False
    """Whether nobody knows how far that is."""

    @property
    def is_finer(self) -> bool:
        """Tell whether the run is so long that it sees the cover card's effect, and has no exact figure."""
        effect, error = self.cover_card_effect, self.standard_error
        return self.cover_card_unknown or bool(effect and error and error < _FINER * effect)

    @property
    def z_score(self) -> float | None:
        """Tell how many standard errors the exact figure is away, where the error can be trusted."""
        if self.exact is None or self.rough or self.is_finer or not self.standard_error:
            return None
        return (self.house_edge - self.exact) / self.standard_error

    def row(self) -> dict[str, object]:
        """Give all of it for programs."""
        row: dict[str, object] = to_builtins(self)
        after = {
            name: row.pop(name) for name in ("wagered", "rough", "cover_card_effect", "cover_card_unknown")
        }
        return row | {"z_score": self.z_score} | after


Edges = dict[str, EdgeFound]
"""Edges by the names of their wagers."""


class NetShare(Struct, frozen=True, kw_only=True):
    """How often a hand ended at a net result, which is told in initial wagers: -2, -1/2, 1."""

    net: str
    probability: float
    standard_error: float | None
    rough: bool = False
    """Whether it came up, or did not, too seldom for the standard error to be trusted."""


class DepthFound(Struct, frozen=True, kw_only=True):
    """The rounds that began at a certain depth of the shoe."""

    first: float
    last: float
    """Which share of the cards was gone, at least and at most."""
    rounds: int
    wagers: Edges


def by_wager(depths: Sequence[DepthFound]) -> dict[str, list[tuple[DepthFound, EdgeFound]]]:
    """List for each wager the depths at which something is known of it."""
    found: dict[str, list[tuple[DepthFound, EdgeFound]]] = {}
    for depth in depths:
        for wager, edge in depth.wagers.items():
            found.setdefault(wager, []).append((depth, edge))
    return found


def _in_cents(*names: str, **others: str) -> dict[str, str]:
    """Say to programs that these fields hold cents, and what others are called."""
    return {name: f"{name}_in_cents" for name in names} | others


_METER = _in_cents("average", "average_win", "largest_win", name="meter")
_SESSIONS = _in_cents(
    *("bankroll", "average", "standard_error", "percentiles", "percentile_intervals", "handle")
)


class MeterFound(Struct, frozen=True, kw_only=True, rename=_METER):
    """What became of a meter, in cents."""

    name: str
    average: float
    """What it showed in the average round."""
    wins: int
    average_win: float | None
    largest_win: int | None


class MeterWin(Struct, frozen=True, kw_only=True, rename=_in_cents("showed")):
    """A meter won: at which table, in which of its rounds, and what it showed, in cents."""

    table: int
    round: int
    meter: str
    showed: int


class Operator(Struct, frozen=True, kw_only=True):
    """What the table brings whoever banks it, in initial wagers a round."""

    win: float
    standard_error: float | None
    handle: float
    """What is wagered in a round, war wagers included."""
    hold: float
    """What is won of all that is wagered."""
    hold_error: float | None
    hold_of: str = "all that is wagered, war wagers included"
    """What the hold is a share of: the sheet's is one of what is put down before the deal."""
    rough: bool = False


class ExactSession(Struct, frozen=True, kw_only=True, rename=_in_cents("average", "percentiles")):
    """The exact answer that belongs beside sessions, in cents, with every round from a fresh shoe."""

    average: float
    ruin: float
    percentiles: dict[int, float]
    compared_with: str


class SessionResults(Struct, frozen=True, kw_only=True, rename=_SESSIONS):
    """What sessions brought the players, in cents."""

    number: int
    bankroll: int
    nets: dict[int, int]
    """How many sessions ended at each net result."""
    lengths: dict[int, int]
    """How many took so many rounds."""
    ends: dict[str, int]
    """How many ended for each reason: won enough, lost enough, rounds played, ruined."""
    percentiles: dict[int, int]
    """The net result that so many sessions of a hundred stay at or below."""
    percentile_intervals: dict[int, tuple[int, int]] = {}
    """Between which results each lies with 95% confidence; left out where too few sessions ended beyond."""
    average: float
    standard_error: float | None
    rough: bool = False
    """Whether too few sessions were played, or too few of those that count, to trust the standard error."""
    ruin: float
    """Which share could not pay for the next round any more."""
    ruin_error: float | None
    ruin_rough: bool = False
    handle: float
    """What an average session wagers in all."""
    hold: float
    """What the house keeps of the bankrolls that were bought in."""
    hold_error: float | None
    hold_of: str = "the bankrolls bought in"
    exact: ExactSession | None = None

    @property
    def is_finer(self) -> bool:
        """Tell whether so many sessions see what shoes do that are not shuffled after each round."""
        return self.number > MOST_SCORED

    @property
    def z_score(self) -> float | None:
        """Tell how many standard errors the exact average is away, where the error can be trusted."""
        exact = self.exact.average if self.exact else None
        return None if self.rough else self._score(self.average, self.standard_error, exact)

    @property
    def ruin_z_score(self) -> float | None:
        """Tell the same of the share that is ruined."""
        exact = self.exact.ruin if self.exact else None
        return None if self.ruin_rough else self._score(self.ruin, self.ruin_error, exact)

    def _score(self, value: float, error: float | None, exact: float | None) -> float | None:
        return None if exact is None or not error or self.is_finer else (value - exact) / error

    def to_dict(self) -> dict[str, object]:
        """Give all of it for programs."""
        document: dict[str, object] = to_builtins(self)
        names = {"ruin": "probability", "ruin_error": "standard_error", "ruin_rough": "rough"}
        ruin = {name: document.pop(field) for field, name in names.items()} | {"z_score": self.ruin_z_score}
        return document | {"z_score": self.z_score, "ruin": ruin, **self.rows()}

    def rows(self) -> dict[str, list[dict[str, object]]]:
        """List how many sessions ended at each net result, and how many took so many rounds."""
        counts = {"nets": ("net_in_cents", self.nets), "lengths": ("rounds", self.lengths)}
        return {
            name: [{column: value, "sessions": times} for value, times in sorted(found.items())]
            for name, (column, found) in counts.items()
        }


class RunResults(Exportable, frozen=True, kw_only=True, eq=False):
    """Everything that a run found; the time that it took does not count in comparisons."""

    request: Request
    seed: int
    hands: int
    """As many as seats, unless a terminal backs several community cards."""
    rounds: int
    finished: bool = True
    by_engine: bool = False
    """Whether the engine played it, and no kernel: functions of the user's own were asked in play."""
    seconds: float
    """Without compilation."""
    compile_seconds: float
    speed: float
    """Seat-rounds per second, this time."""
    shoes: int | None = None
    rounds_in_a_shoe: float | None = None
    """Of whole shoes; None where none was dealt to its end."""
    rounds_in_a_shoe_error: float | None = None
    rounds_in_a_shoe_rough: bool = False
    wagers: Edges = field(default_factory=dict)
    outcomes: tuple[NetShare, ...] = ()
    together: tuple[NetShare, ...] = ()
    """Hands counted together, whose net is a word: those that a `meter` paid, and `other` rare results."""
    operator: Operator | None = None
    depths: tuple[DepthFound, ...] = ()
    meters: tuple[MeterFound, ...] = ()
    meter_wins: tuple[MeterWin, ...] = ()
    """The first wins, ten thousand at most."""
    sessions: SessionResults | None = None
    each_round: EachRound | None = None
    """Every hand, where that was asked for."""

    def __eq__(self, other: object) -> bool:
        """Compare what was found, not how fast."""
        if not isinstance(other, RunResults):
            return NotImplemented
        kept = (each.name for each in fields(self) if each.name not in _TIMES)
        return all(getattr(self, name) == getattr(other, name) for name in kept)

    __hash__ = None  # type: ignore[assignment] # it holds dictionaries

    def __repr__(self) -> str:
        """Say in one line what was found."""
        whose = "bank's" if self.request.player_banks else "house"
        edge = f", {whose} edge {numbers.percent(self.house_edge)}" if self.wagers else ""
        initial = self.wagers.get("initial")
        rough = "~ " if initial and initial.rough else ""
        error = f" ± {rough}{numbers.percent(self.standard_error)}" if self.standard_error else ""
        return f"<Run {self.request.rulebook}: {self.about}{edge}{error}>"

    @property
    def house_edge(self) -> float | None:
        """Give the edge of the initial wager; None where sessions were played."""
        found = self.wagers.get("initial")
        return found.house_edge if found else None

    @property
    def standard_error(self) -> float | None:
        """Give the standard error of that edge."""
        found = self.wagers.get("initial")
        return found.standard_error if found else None

    @property
    def seat_rounds(self) -> int:
        """Count the hands."""
        return self.rounds * self.hands

    @property
    def about(self) -> str:
        """Say in one line what was dealt."""
        asked = self.request
        seats = "one seat" if asked.seats == 1 else numbers.counted(asked.seats, "seat")
        done, what = (self.sessions.number, "session") if self.sessions else (self.rounds, "round")
        stopped = "" if self.finished else f" of {asked.wanted:,}, stopped"
        dealt = " · ".join(filter(None, (numbers.counted(asked.decks, "deck"), seats, asked.strategy.name)))
        who = " · played by the engine" if self.by_engine else ""
        return f"{dealt} · {numbers.counted(done, what)}{stopped} · seed {self.seed}{who}"

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as `simulate --json` prints it; parts with nothing to say are left out."""
        asked = self.request
        shoe = ("rounds_in_a_shoe", "rounds_in_a_shoe_error", "rounds_in_a_shoe_rough")
        same = ("rounds", "seat_rounds", "shoes", *shoe, "seed")
        head = {
            "rulebook": asked.rulebook,
            "decks": asked.decks,
            "seats": asked.seats,
            "strategy": asked.strategy.name,
            **{name: getattr(self, name) for name in (*same, "finished", "seconds", "compile_seconds")},
            "played_by": "engine" if self.by_engine else "kernel",
            "made_with": made_with(),
            "setting": asked.settings(),
            "seat_rounds_per_second": self.speed,
            "wagers": _edges(self.wagers),
        }
        parts = {
            "outcomes": to_builtins([*self.outcomes, *self.together]),
            "operator": to_builtins(self.operator),
            "depths": [to_builtins(depth) | {"wagers": _edges(depth.wagers)} for depth in self.depths],
            "meters": to_builtins([*self.meters]),
            "meter_wins": to_builtins([*self.meter_wins]),
            "sessions": self.sessions.to_dict() if self.sessions else None,
        }
        return head | {name: part for name, part in parts.items() if part}


def _edges(wagers: Edges) -> dict[str, object]:
    rows = (each.row() for each in wagers.values())
    return {str(row.pop("wager")): row for row in rows}
