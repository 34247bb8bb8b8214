"""Messages of the lab."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from casinowar.odds.curves import Along
from casinowar.odds.options import OddsOptions
from casinowar.parsing import ODDS_BOUNDS, RUN_BOUNDS
from casinowar.reports.blocks import Report
from casinowar.reports.rulebooks import ReadingListed
from casinowar.web.messages import Closed

LONGEST_TEXT: Final = 100_000
"""In characters, more than twice the longest built-in rulebook."""
MOST_READINGS: Final = 100
MOST_COMPARED: Final = 5
MOST_SESSIONS: Final = 6
_USUAL: Final = OddsOptions()

Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Word = Annotated[str, Meta(max_length=100)]
Dollars = Annotated[str, Meta(max_length=20)]
Decks = Annotated[int, Meta(ge=ODDS_BOUNDS["decks"][0], le=ODDS_BOUNDS["decks"][1])]
Rounds = Annotated[int, Meta(ge=1, le=10**10)]
SessionRounds = Annotated[int, Meta(ge=ODDS_BOUNDS["sessions"][0], le=ODDS_BOUNDS["sessions"][1])]
Seats = Annotated[int, Meta(ge=1, le=RUN_BOUNDS["seats"][1])]
Seed = Annotated[int, Meta(ge=0, le=2**53 - 1)]


# rulebooks


class RulebookNamed(Struct, frozen=True, kw_only=True):
    """A built-in rulebook, or an example to start a custom one from."""

    name: str
    title: str
    example: bool


class LabRulebook(Struct, frozen=True, kw_only=True):
    name: str
    title: str
    decks: int
    decks_allowed: str
    seats: int
    wagers: tuple[str, ...]
    """Optional wagers, some only if the house offers them."""
    progressive: bool
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    readings: tuple[ReadingListed, ...]


class RulebookText(Struct, frozen=True, kw_only=True):
    """Two texts to start a custom rulebook from: one that extends the rulebook, and all of it."""

    name: str
    extending: str
    whole: str


class CheckBody(Closed, frozen=True, kw_only=True):
    text: Text


class LawBody(Closed, frozen=True, kw_only=True):
    text: Text


class FaultTold(Struct, frozen=True, kw_only=True):
    line: int | None
    sentence: str


class CheckTold(Struct, frozen=True, kw_only=True):
    name: str
    base: str
    """The built-in rulebook that it extends; empty for none."""
    in_order: bool
    faults: tuple[FaultTold, ...]
    warnings: tuple[str, ...]


# odds


class LabTable(Closed, frozen=True, kw_only=True):
    """A table: a built-in rulebook or the text of a custom one, its house, and its readings."""

    rulebook: Word = ""
    text: Text = ""
    sample: bool = False
    house: Text = ""
    """A custom house file, in place of the sample."""
    readings: Annotated[dict[Word, Word], Meta(max_length=MOST_READINGS)] = field(default_factory=dict)


class OddsBody(LabTable, frozen=True, kw_only=True):
    """A request for a PAR sheet. Amounts are in dollars, cards are written as AS 10H 7D."""

    decks: Decks | None = None
    wager: Dollars | None = None
    meter: Dollars | None = None
    seen: Annotated[str, Meta(max_length=4_000)] = ""
    bankroll: Annotated[int, Meta(ge=1, le=ODDS_BOUNDS["bankroll"][1])] = _USUAL.bankroll
    sessions: Annotated[list[SessionRounds], Meta(max_length=MOST_SESSIONS)] = field(default_factory=list)
    """Session lengths in rounds; empty for the usual ones."""
    rounds_per_hour: Annotated[int, Meta(ge=1, le=ODDS_BOUNDS["rounds_per_hour"][1])] = _USUAL.rounds_per_hour
    counter: bool = False


class HouseBody(LabTable, frozen=True, kw_only=True):
    """A house file to check under a rulebook."""


class PaperBody(OddsBody, frozen=True, kw_only=True):
    """A request for a PAR sheet as PDF."""

    paper: Literal["letter", "a4"] = "letter"


class CurveBody(OddsBody, frozen=True, kw_only=True):
    """A request for the house edges along decks, removed cards, the wager or the meter."""

    along: Along
    rank: Annotated[str, Meta(max_length=2)] = "A"
    """The rank of the removed cards."""


class CompareBody(Closed, frozen=True, kw_only=True):
    tables: Annotated[list[LabTable], Meta(min_length=2, max_length=MOST_COMPARED)]
    decks: Decks | None = None
    every: bool = False
    """Whether to include rules that do not differ."""


class ReportTold(Struct, frozen=True, kw_only=True):
    """A report in sections for people, and as the command line's --json document for programs."""

    report: Report
    document: dict[str, Any]


# simulations


class SimulationBody(LabTable, frozen=True, kw_only=True):
    """A simulation to run in the background: some rounds, or sessions of at most that many rounds."""

    rounds: Rounds
    sessions: Annotated[int, Meta(ge=1, le=10**9)] | None = None
    bankroll: Dollars | None = None
    win: Dollars | None = None
    """A session ends when it has won `win` or lost `loss`."""
    loss: Dollars | None = None
    seats: Seats = 1
    decks: Decks | None = None
    strategy: Literal["war", "surrender", "best"] = "war"
    wager: Dollars | None = None
    wagers: Annotated[
        list[Literal["tie", "war_tie", "dealer_wins", "progressive", "bonus_spin"]], Meta(max_length=5)
    ] = field(default_factory=list)
    seed: Seed | None = None


class SimulationTold(Struct, frozen=True, kw_only=True):
    id: str
    rulebook: str
    state: Literal["preparing", "dealing", "done", "stopped", "failed"]
    counts: Literal["rounds", "sessions"] = "rounds"
    done: int
    wanted: int
    problem: str = ""
    result: ReportTold | None = None
