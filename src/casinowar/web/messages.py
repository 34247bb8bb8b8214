"""Messages: what clients and the house say to each other, over HTTP and at a table's WebSocket."""

from typing import TYPE_CHECKING, Annotated, Final, Union

from msgspec import Meta, Struct

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.cards import Card
from casinowar.game.procedure import Duty
from casinowar.game.table import Table
from casinowar.game.words import Act, Instrument, Role
from casinowar.house.journal.commitments import Proof
from casinowar.house.journal.commits import Commit, TableSettings
from casinowar.house.journal.requests import LONGEST_ID, LONGEST_NAME, Accepted, Answer
from casinowar.house.offices.cashier import CancelCoupon, CashierCommand, Deposit, IssueCoupon, Withdraw
from casinowar.house.offices.linked_meters import AdjustMeter
from casinowar.house.people.posts import Post
from casinowar.odds.tie_choice import Better
from casinowar.telling.refusals import refusal_told
from casinowar.telling.wording import Language

if TYPE_CHECKING:
    TableCommand = c.Command
    CounterCommand = CashierCommand
else:  # the kinds themselves, so that each is read as what it is
    TableCommand = Union[(*c.COMMANDS.values(),)]
    CounterCommand = Deposit | Withdraw | IssueCoupon | CancelCoupon

Id = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, description="An id that the client made.")]
PersonName = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
TableName = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
Secret = Annotated[str, Meta(min_length=1, max_length=200)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]

PDF: Final = "application/pdf"


class Closed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message in which nothing stands that nobody reads."""


# over HTTP


class Credentials(Closed, frozen=True, kw_only=True):
    """Who signs in, or up."""

    name: PersonName
    password: Secret


class Joining(Closed, frozen=True, kw_only=True):
    """Somebody who comes in by an invitation."""

    invitation: Secret
    name: PersonName
    password: Secret


class NewPassword(Closed, frozen=True, kw_only=True):
    """Another password, by the one that somebody has."""

    password: Secret
    new: Secret


class Appointment(Closed, frozen=True, kw_only=True):
    """The posts that somebody is to hold."""

    posts: Annotated[list[Post], Meta(min_length=1, max_length=10)]


class Invitation(Struct, frozen=True, kw_only=True):
    """What lets one person in, once."""

    invitation: str


class SessionBegun(Struct, frozen=True, kw_only=True):
    """A session that has begun: its token, which is also kept as a cookie."""

    token: str
    name: str
    notice: str = ""
    """What they have to know first: that they are excluded, and until when."""


class Individual(Struct, frozen=True, kw_only=True):
    """Somebody, as an operator sees them, with what is in their account, in cents."""

    name: str
    posts: list[Post]
    balance: int


class NewTable(Closed, frozen=True, kw_only=True):
    """A table to set up."""

    name: TableName
    settings: TableSettings


class SampleHouse(Struct, frozen=True, kw_only=True):
    """A rulebook that a table can be set up by, with its sample house, as values and as file."""

    rulebook: str
    title: str
    house: House
    text: str


class HouseText(Closed, frozen=True, kw_only=True):
    """A house file, to be read under a rulebook."""

    rulebook: TableName
    text: Annotated[str, Meta(max_length=100_000)]


class TableSummary(Struct, frozen=True, kw_only=True):
    """A table as the lobby shows it."""

    name: str
    rulebook: str
    title: str
    bank: bool
    """Whether players bank the game, so that nobody plays alone."""
    open: bool
    seats: int
    taken: tuple[int, ...]
    """The seats at which somebody is, without those who stand behind one."""
    seated: int
    least: int
    """What an initial wager has to be, in cents."""
    most: int
    tie: str
    """What a tie wager pays, as `10 to 1`; nothing where there is none."""
    automatic: bool
    version: int


class TableView(Struct, frozen=True, kw_only=True):
    """A table as it stands, with nothing that has not been shown."""

    name: str
    rulebook: str
    version: int
    at: int
    state: Table


class RequestBody(Closed, frozen=True, kw_only=True):
    """A command for a table, under an id, and the version that the table has to be at, if that matters."""

    id: Id
    command: TableCommand
    expects: Version | None = None


class CounterBody(Closed, frozen=True, kw_only=True):
    """A command for the cashier."""

    id: Id
    command: CounterCommand


class MeterBody(Closed, frozen=True, kw_only=True):
    """A change of what a meter of the house shows."""

    id: Id
    command: AdjustMeter


class Reply(Struct, frozen=True, kw_only=True):
    """What became of a request: durable in a commit, or refused, with nothing changed."""

    id: str
    accepted: bool
    table: str = ""
    version: int = 0
    again: bool = False
    code: str = ""
    sentence: str = ""
    clause: str = ""
    language: Language = Language.ENGLISH
    """The language of the sentence."""
    proposal: str = ""
    """The id of the proposal that waits for a second person, where it takes two."""


class RoundTold(Struct, frozen=True, kw_only=True):
    """A round that is over: its record as text, and the proof of each card that was shown."""

    record: str
    proofs: tuple[Proof, ...]


class Problem(Struct, frozen=True, kw_only=True):
    """Why a message or request was not taken."""

    code: str
    sentence: str
    clause: str = ""
    language: Language = Language.ENGLISH
    """The language of the sentence."""


class OfferedAction(Struct, frozen=True, kw_only=True):
    """Something that somebody may do now: the command with the least amount, and which others are lawful."""

    command: TableCommand
    clause: str
    least: int
    most: int
    step: int
    made_with: tuple[Instrument, ...]
    cards: tuple[Card, ...] = ()
    """Which cards it may be, where the dealer says it."""
    does: Act | None = None
    """The act of the procedure that it does."""
    routine: bool = False
    """Whether a dealer has nothing to decide about it."""


class Options(Struct, frozen=True, kw_only=True):
    """What somebody may do now, and what is due of each role."""

    version: int
    actions: tuple[OfferedAction, ...]
    duties: dict[Role, tuple[Duty, ...]]
    law: dict[str, str] = {}
    """What the clauses behind duties, and behind the acts of those who work here, say in our words."""
    held_up: Problem | None = None
    """Why a closed table cannot be opened by somebody who otherwise might."""


class ToldEvent(Struct, frozen=True, kw_only=True):
    """An event in a sentence, with the clause behind it."""

    version: int
    kind: str
    sentence: str
    clause: str


class HandResult(Struct, frozen=True, kw_only=True):
    """How a round ended for a hand, or for its banker: what that player won or lost, in cents."""

    round: int
    hand: int
    player: str
    net: int
    moved: bool
    """Whether anything was won or lost, if only as much of one as of the other."""
    tie: bool
    """Whether the original deal was a tie."""
    void: bool
    banker: bool


class ChoiceCosts(Struct, frozen=True, kw_only=True):
    """What a choice on a tie costs whom it is offered to, in cents."""

    hand: int
    war: int
    """What is put down for going to war; 0 where that cannot be done."""
    lost: int
    """What is lost by giving up, and what comes back then."""
    back: int


class ChoiceWorth(Struct, frozen=True, kw_only=True):
    """What each choice on a tie is worth on average: in dollars, in initial wagers, and exactly."""

    hand: int
    war: str
    war_units: str
    war_exact: str
    surrender: str
    surrender_units: str
    surrender_exact: str
    better: Better
    unseen: int
    """How many cards nobody has seen, which is what it is counted with."""
    without_progressive: bool
    """Whether there is a progressive wager, which is not counted."""
    if_covered: bool
    """Whether it holds as long as the bank covers the wager."""


class InvitingNeighbours(Closed, frozen=True, kw_only=True):
    """How many computer neighbours are to sit down."""

    number: Annotated[int, Meta(ge=1, le=8)] = 3


class Neighbourhood(Struct, frozen=True, kw_only=True):
    """The computer neighbours that have sat down."""

    names: tuple[str, ...]


class TableLook(Struct, frozen=True, kw_only=True):
    """A table at a glance."""

    table: TableView
    options: Options
    told: tuple[ToldEvent, ...]
    results: tuple[HandResult, ...]
    """How the rounds ended that are told here."""
    choice: ChoiceCosts | None
    """What the choice costs that the one who looks has on a tie."""
    now: int
    """The house's clock, by which time is counted since the table waits."""


# at a table's WebSocket


class Asking(Closed, frozen=True, kw_only=True, tag_field="say", tag="request"):
    """A request."""

    id: Id
    command: TableCommand
    expects: Version | None = None


class AskingOptions(Closed, frozen=True, kw_only=True, tag_field="say", tag="options"):
    """A question: what may I do now."""


class AskingLook(Closed, frozen=True, kw_only=True, tag_field="say", tag="look"):
    """A question: how does the table stand, and what has happened after a version, in sentences."""

    after: Version = 0


class SayingReady(Closed, frozen=True, kw_only=True, tag_field="say", tag="ready"):
    """Word that one has no more wagers to place, answered with a look: where all say so, betting closes."""

    after: Version = 2**31 - 1


ClientMessage = Asking | AskingOptions | AskingLook | SayingReady


class TellingTable(Struct, frozen=True, kw_only=True, tag_field="tell", tag="table"):
    """Where the table stands, once, at the beginning."""

    table: TableView


class TellingCommit(Struct, frozen=True, kw_only=True, tag_field="tell", tag="commit"):
    """What was committed."""

    commit: Commit


class TellingReply(Struct, frozen=True, kw_only=True, tag_field="tell", tag="reply"):
    """What became of a request."""

    reply: Reply


class TellingOptions(Struct, frozen=True, kw_only=True, tag_field="tell", tag="options"):
    """What may be done now."""

    options: Options


class TellingProblem(Struct, frozen=True, kw_only=True, tag_field="tell", tag="problem"):
    """Why a message was not taken; nothing was changed."""

    problem: Problem


class TellingLook(Struct, frozen=True, kw_only=True, tag_field="tell", tag="look"):
    """A table at a glance."""

    look: TableLook


HouseMessage = TellingTable | TellingCommit | TellingReply | TellingOptions | TellingLook | TellingProblem


def reply(name: str, answer: Answer, language: Language = Language.ENGLISH) -> Reply:
    """Say what became of a request."""
    if isinstance(answer, Accepted):
        return Reply(id=name, accepted=True, table=answer.table, version=answer.version, again=answer.again)
    sentence, spoken = refusal_told(answer.sentence, language)
    return Reply(
        id=name, accepted=False, code=answer.code, sentence=sentence, clause=answer.clause, language=spoken
    )


def problem(code: str, sentence: str, clause: str = "", language: Language = Language.ENGLISH) -> Problem:
    """Say why something was not taken."""
    told, spoken = refusal_told(sentence, language)
    return Problem(code=code, sentence=told, clause=clause, language=spoken)
