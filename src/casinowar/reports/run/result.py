"""A result: what a run says, whichever kernel dealt it, ready to be printed, written to files and drawn."""

from msgspec import Struct

from casinowar.reports.run.setting import Setting

_FINER = 3
"""An effect that is less than a third of a standard error does not disturb."""


class Compared(Struct, frozen=True, kw_only=True):
    """A house edge found by simulation, beside the exact one where there is one."""

    wager: str
    house_edge: float
    standard_error: float | None
    exact: float | None = None
    compared_with: str | None = None
    """Which exact figure it is: of the long run, or of a fresh shoe, perhaps at the average meter."""
    rough: bool = False
    """Whether what is rare came up too seldom for the standard error to be trusted."""
    blur: float | None = None
    """How far the cover card may put the edge from that of a fresh shoe, which it is compared with."""
    wagered: float | None = None
    """What a hand wagers on it in a round, in initial wagers; None where the edge is known unwagered."""

    @property
    def is_finer(self) -> bool:
        """Tell whether the run is so long that it sees the cover card's effect, and has no exact figure."""
        return bool(self.blur and self.standard_error and self.standard_error < _FINER * self.blur)

    @property
    def z_score(self) -> float | None:
        """Tell how many standard errors the exact figure is away, where the error can be trusted."""
        if self.exact is None or self.rough or self.is_finer or not self.standard_error:
            return None
        return (self.house_edge - self.exact) / self.standard_error


class Outcome(Struct, frozen=True, kw_only=True):
    """How often a hand ended at a net result, which is told in initial wagers: -2, -1/2, 1."""

    net: str
    probability: float
    standard_error: float | None


class Depth(Struct, frozen=True, kw_only=True):
    """The rounds that began at a certain depth of the shoe."""

    first: float
    last: float
    """Which share of the cards was gone, at least and at most."""
    rounds: int
    wagers: tuple[Compared, ...]


class Meter(Struct, frozen=True, kw_only=True):
    """What became of a meter, in cents."""

    name: str
    average: float
    """What it showed in the average round."""
    wins: int
    average_win: float | None
    largest_win: int | None


class MeterWin(Struct, frozen=True, kw_only=True):
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


class SessionResults(Struct, frozen=True, kw_only=True):
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
    average: float
    standard_error: float | None
    ruin: float
    ruin_error: float | None
    handle: float
    """What an average session wagers in all."""
    hold: float
    """What the house keeps of the bankrolls that were bought in."""
    hold_error: float | None


class Result(Struct, frozen=True, kw_only=True):
    """All that a run says."""

    rulebook: str
    title: str
    decks: int
    seats: int
    hands: int
    """As many as seats, unless a terminal backs several community cards."""
    strategy: str
    rounds: int
    wanted: int
    seed: int
    finished: bool
    seconds: float
    compile_seconds: float
    speed: float
    """Seat-rounds per second, this time."""
    setting: Setting | None = None
    edge: str = "house edge"
    """What an edge is: the bank's where a player banks."""
    shoes: int | None = None
    rounds_in_a_shoe: float | None = None
    """Of whole shoes; None where none was dealt to its end."""
    rounds_in_a_shoe_error: float | None = None
    wagers: tuple[Compared, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    together: tuple[Outcome, ...] = ()
    """Hands counted together, whose net is a word: those that a `meter` paid, and `other` rare results."""
    operator: Operator | None = None
    depths: tuple[Depth, ...] = ()
    meters: tuple[Meter, ...] = ()
    meter_wins: tuple[MeterWin, ...] = ()
    """The first wins, ten thousand at most."""
    sessions: SessionResults | None = None

    @property
    def about(self) -> str:
        """Say in one line what was dealt."""
        decks = "1 deck" if self.decks == 1 else f"{self.decks} decks"
        seats = "one seat" if self.seats == 1 else f"{self.seats} seats"
        done, what = (self.sessions.number, "session") if self.sessions else (self.rounds, "round")
        what += "s"[: done != 1]
        stopped = "" if self.finished else f" of {self.wanted:,}, stopped"
        return f"{decks} · {seats} · {self.strategy} · {done:,} {what}{stopped} · seed {self.seed}"

    @property
    def seat_rounds(self) -> int:
        """Count the hands."""
        return self.rounds * self.hands
