"""The results of a run as values, the same for every kernel."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field, to_builtins
from msgspec.structs import fields

from casinowar.reports import numbers
from casinowar.reports.exportable import Exportable
from casinowar.simulation.each_round import EachRound
from casinowar.simulation.request import Request
from casinowar.version import made_with

_FINER = 3
"""An effect below a third of a standard error is ignored."""
MOST_SCORED = 1_000_000
"""More sessions than this may show that the rounds of a shoe depend on each other."""
_TIMES = frozenset({"seconds", "compile_seconds", "speed"})
"""Fields that differ when the same rounds are dealt again."""


class EdgeFound(Struct, frozen=True, kw_only=True):
    wager: str
    house_edge: float
    standard_error: float | None
    exact: float | None = None
    compared_with: str | None = None
    """The kind of exact figure: long run, fresh shoe, or average meter."""
    wagered: float | None = None
    """Amount wagered per hand and round, in initial wagers; None if the edge is known without wagers."""
    rough: bool = False
    """Whether there were too few shoes, or too few of the events that count, to trust the standard error."""
    cover_card_effect: float | None = None
    """How far the cover card may move the edge from the fresh shoe's, which it is compared with."""
    cover_card_unknown: bool = False
    """Whether that effect is unknown."""

    @property
    def is_finer(self) -> bool:
        """Whether the run is so precise that it sees the cover card's effect, and no exact figure applies."""
        effect, error = self.cover_card_effect, self.standard_error
        return self.cover_card_unknown or bool(effect and error and error < _FINER * effect)

    @property
    def z_score(self) -> float | None:
        """Standard errors to the exact figure; None if the error cannot be trusted."""
        if self.exact is None or self.rough or self.is_finer or not self.standard_error:
            return None
        return (self.house_edge - self.exact) / self.standard_error

    def row(self) -> dict[str, object]:
        row: dict[str, object] = to_builtins(self)
        after = {
            name: row.pop(name) for name in ("wagered", "rough", "cover_card_effect", "cover_card_unknown")
        }
        return row | {"z_score": self.z_score} | after


Edges = dict[str, EdgeFound]
"""Edges by wager."""


class NetShare(Struct, frozen=True, kw_only=True):
    """Share of hands at a net result in initial wagers: -2, -1/2, 1."""

    net: str
    probability: float
    standard_error: float | None
    rough: bool = False
    """Whether it came up, or did not, too rarely to trust the standard error."""


class DepthFound(Struct, frozen=True, kw_only=True):
    first: float
    last: float
    """The range's least and greatest share of cards gone."""
    rounds: int
    wagers: Edges


def by_wager(depths: Sequence[DepthFound]) -> dict[str, list[tuple[DepthFound, EdgeFound]]]:
    found: dict[str, list[tuple[DepthFound, EdgeFound]]] = {}
    for depth in depths:
        for wager, edge in depth.wagers.items():
            found.setdefault(wager, []).append((depth, edge))
    return found


def _in_cents(*names: str, **others: str) -> dict[str, str]:
    """Rename fields for programs: these hold cents, others get the given names."""
    return {name: f"{name}_in_cents" for name in names} | others


_METER = _in_cents("average", "average_win", "largest_win", name="meter")
_SESSIONS = _in_cents(
    *("bankroll", "average", "standard_error", "percentiles", "percentile_intervals", "handle")
)


class MeterFound(Struct, frozen=True, kw_only=True, rename=_METER):
    """Results of a meter, in cents."""

    name: str
    average: float
    """The meter in the average round."""
    wins: int
    average_win: float | None
    largest_win: int | None


class MeterWin(Struct, frozen=True, kw_only=True, rename=_in_cents("showed")):
    """A won meter: the table, its round, and the amount in cents."""

    table: int
    round: int
    meter: str
    showed: int


class Operator(Struct, frozen=True, kw_only=True):
    """The bank's result, in initial wagers a round."""

    win: float
    standard_error: float | None
    handle: float
    """Amount wagered a round, war wagers included."""
    hold: float
    """Share of the wagers that the bank wins."""
    hold_error: float | None
    hold_of: str = "all that is wagered, war wagers included"
    """What the hold is a share of; on the PAR sheet it is the wagers before the deal."""
    rough: bool = False


class ExactSession(Struct, frozen=True, kw_only=True, rename=_in_cents("average", "percentiles")):
    """Exact results of a session, in cents, with every round from a fresh shoe."""

    average: float
    ruin: float
    percentiles: dict[int, float]
    compared_with: str


class SessionResults(Struct, frozen=True, kw_only=True, rename=_SESSIONS):
    """Players' results of sessions, in cents."""

    number: int
    bankroll: int
    nets: dict[int, int]
    """Sessions by net result."""
    lengths: dict[int, int]
    """Sessions by number of rounds."""
    ends: dict[str, int]
    """Sessions by reason for ending: won enough, lost enough, rounds played, ruined."""
    percentiles: dict[int, int]
    """Percentiles of the net results."""
    percentile_intervals: dict[int, tuple[int, int]] = {}
    """95% intervals of the percentiles; missing if too few sessions ended beyond."""
    average: float
    standard_error: float | None
    rough: bool = False
    """Whether there were too few sessions, or too few that count, to trust the standard error."""
    ruin: float
    """Share of sessions that could not pay for the next round."""
    ruin_error: float | None
    ruin_rough: bool = False
    handle: float
    """Amount wagered in an average session."""
    hold: float
    """Share of the bankrolls that the house keeps."""
    hold_error: float | None
    hold_of: str = "the bankrolls bought in"
    exact: ExactSession | None = None

    @property
    def is_finer(self) -> bool:
        """Whether there are enough sessions to see that rounds of a shoe depend on each other."""
        return self.number > MOST_SCORED

    @property
    def z_score(self) -> float | None:
        """Standard errors to the exact average; None if the error cannot be trusted."""
        exact = self.exact.average if self.exact else None
        return None if self.rough else self._score(self.average, self.standard_error, exact)

    @property
    def ruin_z_score(self) -> float | None:
        exact = self.exact.ruin if self.exact else None
        return None if self.ruin_rough else self._score(self.ruin, self.ruin_error, exact)

    def _score(self, value: float, error: float | None, exact: float | None) -> float | None:
        return None if exact is None or not error or self.is_finer else (value - exact) / error

    def to_dict(self) -> dict[str, object]:
        document: dict[str, object] = to_builtins(self)
        names = {"ruin": "probability", "ruin_error": "standard_error", "ruin_rough": "rough"}
        ruin = {name: document.pop(field) for field, name in names.items()} | {"z_score": self.ruin_z_score}
        return document | {"z_score": self.z_score, "ruin": ruin, **self.rows()}

    def rows(self) -> dict[str, list[dict[str, object]]]:
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
    """Equals the seats, unless a terminal backs several community cards."""
    rounds: int
    finished: bool = True
    by_engine: bool = False
    """Whether the engine played it, to call the user's functions during play."""
    seconds: float
    """Without compilation."""
    compile_seconds: float
    speed: float
    """Seat-rounds per second."""
    shoes: int | None = None
    rounds_in_a_shoe: float | None = None
    """Of whole shoes; None if no shoe was dealt to its end."""
    rounds_in_a_shoe_error: float | None = None
    rounds_in_a_shoe_rough: bool = False
    wagers: Edges = field(default_factory=dict)
    outcomes: tuple[NetShare, ...] = ()
    together: tuple[NetShare, ...] = ()
    """Hands counted together by a word: paid from a `meter`, and `other` rare results."""
    operator: Operator | None = None
    depths: tuple[DepthFound, ...] = ()
    meters: tuple[MeterFound, ...] = ()
    meter_wins: tuple[MeterWin, ...] = ()
    """The first 10,000 wins."""
    sessions: SessionResults | None = None
    each_round: EachRound | None = None
    """Every hand, if requested."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RunResults):
            return NotImplemented
        kept = (each.name for each in fields(self) if each.name not in _TIMES)
        return all(getattr(self, name) == getattr(other, name) for name in kept)

    __hash__ = None  # type: ignore[assignment] # it holds dictionaries

    def __repr__(self) -> str:
        whose = "bank's" if self.request.player_banks else "house"
        edge = f", {whose} edge {numbers.percent(self.house_edge)}" if self.wagers else ""
        initial = self.wagers.get("initial")
        rough = "~ " if initial and initial.rough else ""
        error = f" ± {rough}{numbers.percent(self.standard_error)}" if self.standard_error else ""
        return f"<Run {self.request.rulebook}: {self.about}{edge}{error}>"

    @property
    def house_edge(self) -> float | None:
        """The edge of the initial wager; None for sessions."""
        found = self.wagers.get("initial")
        return found.house_edge if found else None

    @property
    def standard_error(self) -> float | None:
        found = self.wagers.get("initial")
        return found.standard_error if found else None

    @property
    def seat_rounds(self) -> int:
        return self.rounds * self.hands

    @property
    def about(self) -> str:
        asked = self.request
        seats = "one seat" if asked.seats == 1 else numbers.counted(asked.seats, "seat")
        done, what = (self.sessions.number, "session") if self.sessions else (self.rounds, "round")
        stopped = "" if self.finished else f" of {asked.wanted:,}, stopped"
        dealt = " · ".join(filter(None, (numbers.counted(asked.decks, "deck"), seats, asked.strategy.name)))
        who = " · played by the engine" if self.by_engine else ""
        return f"{dealt} · {numbers.counted(done, what)}{stopped} · seed {self.seed}{who}"

    def to_dict(self) -> dict[str, Any]:
        """Give the document of `simulate --json`, without empty parts."""
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
