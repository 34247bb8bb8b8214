"""What the lab is asked, and what it tells."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from casinowar.odds.curves import Along
from casinowar.odds.options import OddsOptions
from casinowar.parsing import ODDS_BOUNDS, RUN_BOUNDS
from casinowar.reports.blocks import Report
from casinowar.reports.rulebooks import ReadingListed
from casinowar.web.messages import Closed

LONGEST_TEXT: Final = 100_000
"""No rulebook that the lab takes has more characters; the longest that is shipped has not half of it."""
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
    """A rulebook that is shipped: one that is known by its name, or an example to start one's own from."""

    name: str
    title: str
    example: bool


class LabRulebook(Struct, frozen=True, kw_only=True):
    """What can be chosen about a rulebook."""

    name: str
    title: str
    decks: int
    decks_allowed: str
    seats: int
    wagers: tuple[str, ...]
    """Those that can be made beside the initial one; some only where the house offers them."""
    progressive: bool
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    readings: tuple[ReadingListed, ...]


class RulebookText(Struct, frozen=True, kw_only=True):
    """Texts to start one's own rulebook from: one that says only what differs, and the whole."""

    name: str
    extending: str
    whole: str


class CheckBody(Closed, frozen=True, kw_only=True):
    """A rulebook to check."""

    text: Text


class LawBody(Closed, frozen=True, kw_only=True):
    """A rulebook of one's own whose law is wanted."""

    text: Text


class FaultTold(Struct, frozen=True, kw_only=True):
    """What is wrong, and at which line, where that is known."""

    line: int | None
    sentence: str


class CheckTold(Struct, frozen=True, kw_only=True):
    """What is wrong with a rulebook, or that nothing is."""

    name: str
    base: str
    """The built-in rulebook that it extends; empty where it extends none."""
    in_order: bool
    faults: tuple[FaultTold, ...]
    warnings: tuple[str, ...]


# odds


class LabTable(Closed, frozen=True, kw_only=True):
    """Whose rules: a built-in rulebook by its name, or the text of one's own; its house, and readings."""

    rulebook: Word = ""
    text: Text = ""
    sample: bool = False
    house: Text = ""
    """A house file of one's own, in place of the sample."""
    readings: Annotated[dict[Word, Word], Meta(max_length=MOST_READINGS)] = field(default_factory=dict)


class OddsBody(LabTable, frozen=True, kw_only=True):
    """A table whose sheet is wanted; amounts are written in dollars, cards such as AS 10H 7D."""

    decks: Decks | None = None
    wager: Dollars | None = None
    meter: Dollars | None = None
    seen: Annotated[str, Meta(max_length=4_000)] = ""
    bankroll: Annotated[int, Meta(ge=1, le=ODDS_BOUNDS["bankroll"][1])] = _USUAL.bankroll
    sessions: Annotated[list[SessionRounds], Meta(max_length=MOST_SESSIONS)] = field(default_factory=list)
    """After how many rounds players are looked at; the usual numbers where none is said."""
    rounds_per_hour: Annotated[int, Meta(ge=1, le=ODDS_BOUNDS["rounds_per_hour"][1])] = _USUAL.rounds_per_hour
    counter: bool = False


class HouseBody(LabTable, frozen=True, kw_only=True):
    """A house file to check, for a rulebook."""


class PaperBody(OddsBody, frozen=True, kw_only=True):
    """A sheet on paper."""

    paper: Literal["letter", "a4"] = "letter"


class CurveBody(OddsBody, frozen=True, kw_only=True):
    """A table whose edges are wanted along something."""

    along: Along
    rank: Annotated[str, Meta(max_length=2)] = "A"
    """Of which rank cards are removed."""


class CompareBody(Closed, frozen=True, kw_only=True):
    """Tables to put side by side."""

    tables: Annotated[list[LabTable], Meta(min_length=2, max_length=MOST_COMPARED)]
    decks: Decks | None = None
    every: bool = False
    """Whether rules that do not differ are told too."""


class ReportTold(Struct, frozen=True, kw_only=True):
    """A report for people, in sections, and the same for programs, as the command line's --json has it."""

    report: Report
    document: dict[str, Any]


# simulations


class SimulationBody(LabTable, frozen=True, kw_only=True):
    """A run to deal in the background: so many rounds, or sessions of at most so many."""

    rounds: Rounds
    sessions: Annotated[int, Meta(ge=1, le=10**9)] | None = None
    bankroll: Dollars | None = None
    win: Dollars | None = None
    """A session ends with this much won, or below with this much lost."""
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
    """How far a simulation has come."""

    id: str
    rulebook: str
    state: Literal["preparing", "dealing", "done", "stopped", "failed"]
    counts: Literal["rounds", "sessions"] = "rounds"
    done: int
    wanted: int
    problem: str = ""
    result: ReportTold | None = None
