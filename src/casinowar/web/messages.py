"""Messages between clients and the house, over HTTP and at a table's WebSocket. Money is in cents."""

from typing import TYPE_CHECKING, Annotated, Final, Generic, TypeVar, Union

from msgspec import Meta, Struct

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.cards import Card
from casinowar.game.money import Cents
from casinowar.game.procedure import Duty
from casinowar.game.table import Table
from casinowar.game.words import Act, Instrument, Role
from casinowar.house.journal.commitments import Proof
from casinowar.house.journal.commits import AnyCommand, Commit, TableSettings
from casinowar.house.journal.requests import LONGEST_ID, LONGEST_NAME, Accepted, Answer
from casinowar.house.offices import pit
from casinowar.house.offices.care import (
    AcknowledgeCheck,
    CareCommand,
    ExcludeMyself,
    ExcludePlayer,
    SetLimit,
    SetRealityCheck,
    TakeBackLimit,
)
from casinowar.house.offices.care_limits import LimitInForce, PlayerStanding
from casinowar.house.offices.cashier import CancelCoupon, CashierCommand, Deposit, IssueCoupon, Withdraw
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.linked_meters import AdjustMeter
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import Slip
from casinowar.house.people.posts import Post
from casinowar.odds.tie_choice import Better
from casinowar.telling.refusal_translation import refusal_told
from casinowar.telling.wording import Language

if TYPE_CHECKING:
    TableCommand = c.Command
    CounterCommand = CashierCommand
    CareOfficeCommand = CareCommand
    PitCommand = OfficeCommand
else:  # unions of the classes, for msgspec to decode
    TableCommand = Union[(*c.COMMANDS.values(),)]
    CounterCommand = Deposit | Withdraw | IssueCoupon | CancelCoupon
    CareOfficeCommand = (
        SetLimit | TakeBackLimit | SetRealityCheck | AcknowledgeCheck | ExcludeMyself | ExcludePlayer
    )
    PitCommand = Union[(*(each for each in pit.OFFICE.commands if each is not pit.CarryOutSlip),)]

Id = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, description="An id that the client made.")]
PersonName = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
TableName = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
Secret = Annotated[str, Meta(min_length=1, max_length=200)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]

C = TypeVar("C")

PDF: Final = "application/pdf"


class Closed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message that refuses unknown fields."""


# over HTTP


class Credentials(Closed, frozen=True, kw_only=True):
    name: PersonName
    password: Secret


class Joining(Closed, frozen=True, kw_only=True):
    invitation: Secret
    name: PersonName
    password: Secret


class NewPassword(Closed, frozen=True, kw_only=True):
    password: Secret
    new: Secret


class Appointment(Closed, frozen=True, kw_only=True):
    posts: Annotated[list[Post], Meta(min_length=1, max_length=10)]


class Invitation(Struct, frozen=True, kw_only=True):
    invitation: str


class SessionBegun(Struct, frozen=True, kw_only=True):
    """A new session and its token, which is also set as a cookie."""

    token: str
    name: str
    notice: str = ""
    """What the person must know first: that they are excluded, and until when."""


class Individual(Struct, frozen=True, kw_only=True):
    name: str
    posts: list[Post]
    balance: int


class NewTable(Closed, frozen=True, kw_only=True):
    name: TableName
    settings: TableSettings


class SampleHouse(Struct, frozen=True, kw_only=True):
    """A rulebook with its sample house, as values and as a file."""

    rulebook: str
    title: str
    house: House
    text: str


class HouseText(Closed, frozen=True, kw_only=True):
    rulebook: TableName
    text: Annotated[str, Meta(max_length=100_000)]


class TableSummary(Struct, frozen=True, kw_only=True):
    name: str
    rulebook: str
    title: str
    bank: bool
    """Whether players bank the game, which takes two of them."""
    open: bool
    seats: int
    taken: tuple[int, ...]
    """The occupied seats. Players who stand behind a seat do not count."""
    seated: int
    least: int
    """The limits of an initial wager."""
    most: int
    tie: str
    """What a tie wager pays, such as `10 to 1`; empty without tie wagers."""
    automatic: bool
    version: int


class TableView(Struct, frozen=True, kw_only=True):
    """The current state of a table, without cards that have not been shown."""

    name: str
    rulebook: str
    version: int
    at: int
    state: Table


class CommandBody(Closed, Generic[C], frozen=True, kw_only=True):
    """A command under an id: sent twice, it acts once."""

    id: Id
    command: C


class RequestBody(CommandBody[TableCommand], frozen=True, kw_only=True):
    """A command for a table, on condition that the table is at a version if one is given."""

    expects: Version | None = None


class CounterBody(CommandBody[CounterCommand], frozen=True, kw_only=True):
    """A command for the cashier."""


class MeterBody(CommandBody[AdjustMeter], frozen=True, kw_only=True):
    """A command for the linked meters."""


class CareBody(CommandBody[CareOfficeCommand], frozen=True, kw_only=True):
    """A command for the office of care."""


class PitBody(CommandBody[PitCommand], frozen=True, kw_only=True):
    """A command for the pit."""


class Reply(Struct, frozen=True, kw_only=True):
    """The outcome of a request: durable in a commit, or refused with nothing changed."""

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
    """The id of the proposal, if the request waits for a second person."""


class RoundTold(Struct, frozen=True, kw_only=True):
    """The record of a finished round as text, and the proof of each card that was shown."""

    record: str
    proofs: tuple[Proof, ...]


class Problem(Struct, frozen=True, kw_only=True):
    code: str
    sentence: str
    clause: str = ""
    language: Language = Language.ENGLISH
    """The language of the sentence."""


class OfferedAction(Struct, frozen=True, kw_only=True):
    """An action that is lawful now: the command with the least amount, and the range of amounts."""

    command: TableCommand
    clause: str
    least: int
    most: int
    step: int
    made_with: tuple[Instrument, ...]
    cards: tuple[Card, ...] = ()
    """The possible cards, if the dealer names the card."""
    does: Act | None = None
    """The act of the procedure that it performs."""
    routine: bool = False
    """Whether it leaves the dealer no choice."""


class Options(Struct, frozen=True, kw_only=True):
    """The actions open to a person, and the duties of each role."""

    version: int
    actions: tuple[OfferedAction, ...]
    duties: dict[Role, tuple[Duty, ...]]
    law: dict[str, str] = {}
    """Summaries of the clauses behind duties and staff actions."""
    held_up: Problem | None = None
    """Why a person who may open tables cannot open this one now."""


class ToldEvent(Struct, frozen=True, kw_only=True):
    """An event as a sentence, with its clause."""

    version: int
    kind: str
    sentence: str
    clause: str


class HandResult(Struct, frozen=True, kw_only=True):
    """What a hand, or the banker of the round, won or lost."""

    round: int
    hand: int
    player: str
    net: int
    moved: bool
    """Whether any wager was won or lost, even if they balance."""
    tie: bool
    """Whether the original deal was a tie."""
    void: bool
    banker: bool


class ChoiceCosts(Struct, frozen=True, kw_only=True):
    """What each choice on a tie costs the player."""

    hand: int
    war: int
    """The wager for going to war; 0 if the hand cannot."""
    lost: int
    """What a surrender loses and returns."""
    back: int


class ChoiceWorth(Struct, frozen=True, kw_only=True):
    """The expected value of each choice on a tie: in dollars, in initial wagers, and as a fraction."""

    hand: int
    war: str
    war_units: str
    war_exact: str
    surrender: str
    surrender_units: str
    surrender_exact: str
    better: Better
    unseen: int
    """How many unseen cards the values are computed from."""
    without_progressive: bool
    """Whether the hand has a progressive wager, which the values leave out."""
    if_covered: bool
    """Whether the values assume that the bank covers the wager."""


class InvitingNeighbours(Closed, frozen=True, kw_only=True):
    number: Annotated[int, Meta(ge=1, le=8)] = 3


class Neighbourhood(Struct, frozen=True, kw_only=True):
    names: tuple[str, ...]


class TableLook(Struct, frozen=True, kw_only=True):
    """A table as one person sees it: its state, their options, and recent events."""

    table: TableView
    options: Options
    told: tuple[ToldEvent, ...]
    results: tuple[HandResult, ...]
    """The results of the rounds that ended among these events."""
    choice: ChoiceCosts | None
    """The cost of the choice on a tie, if the person has one."""
    now: int
    """The time on the house's clock, to compute how long the table has waited."""


class HeldCoupons(Struct, frozen=True, kw_only=True):
    value: int
    count: int


class CareView(Struct, frozen=True, kw_only=True):
    """A player's balances, and the limits that they set themselves; times in milliseconds."""

    standing: PlayerStanding
    limits: tuple[LimitInForce, ...]
    check_seconds: int
    """Seconds between reality checks; 0 is never."""
    next_check: int | None
    """When the next one must be acknowledged to play on; None while the player sits at no table."""
    excluded_until: int
    """Until when the player may not play; 0 if they may."""
    coupons: tuple[HeldCoupons, ...]
    """The match play coupons that the house issued to them and they have not used."""


class Myself(Struct, frozen=True, kw_only=True):
    name: str
    posts: list[Post]
    guest: bool
    """Whether they have no password: the account ends with the session."""
    balance: int
    """Their money outside tables."""
    care: CareView


class ProposalView(Struct, frozen=True, kw_only=True):
    id: str
    proposer: str
    table: str
    command: AnyCommand
    version: int | None
    """The version of the table that it is for; None at an office."""
    at: int
    ends: int


class DealersShift(Struct, frozen=True, kw_only=True):
    """A dealer's own shift: since when they are clocked in, and their counts."""

    since: int | None
    now: int
    to_sign: tuple[Slip, ...]
    void: tuple[Slip, ...]
    """Counts that they signed and that were void at the table, until the next slip is asked for there."""


class HoursNow(Struct, frozen=True, kw_only=True):
    """The hours of the house, and the current gaming day and shift."""

    hours: Hours
    day: str
    shift: str


class HouseChips(Struct, frozen=True, kw_only=True):
    denominations: tuple[Cents, ...]


# at a table's WebSocket


class Asking(RequestBody, frozen=True, kw_only=True, tag_field="say", tag="request"):
    """A command for the table."""


class AskingOptions(Closed, frozen=True, kw_only=True, tag_field="say", tag="options"):
    """Ask which actions are open now."""


class AskingLook(Closed, frozen=True, kw_only=True, tag_field="say", tag="look"):
    """Ask for the table as one sees it, with events after a version."""

    after: Version = 0


class SayingReady(Closed, frozen=True, kw_only=True, tag_field="say", tag="ready"):
    """Say that one has no more wagers to place; betting closes when all have. The reply is a look."""

    after: Version = 2**31 - 1


ClientMessage = Asking | AskingOptions | AskingLook | SayingReady


class TellingTable(Struct, frozen=True, kw_only=True, tag_field="tell", tag="table"):
    """The state of the table, once, at the start."""

    table: TableView


class TellingCommit(Struct, frozen=True, kw_only=True, tag_field="tell", tag="commit"):
    commit: Commit


class TellingReply(Struct, frozen=True, kw_only=True, tag_field="tell", tag="reply"):
    reply: Reply


class TellingOptions(Struct, frozen=True, kw_only=True, tag_field="tell", tag="options"):
    options: Options


class TellingProblem(Struct, frozen=True, kw_only=True, tag_field="tell", tag="problem"):
    """Why a message was refused; nothing was changed."""

    problem: Problem


class TellingLook(Struct, frozen=True, kw_only=True, tag_field="tell", tag="look"):
    look: TableLook


class TellingStanding(Struct, frozen=True, kw_only=True, tag_field="tell", tag="standing"):
    """The player's own balances and limits now; other players do not get it."""

    care: CareView


HouseMessage = (
    TellingTable
    | TellingCommit
    | TellingReply
    | TellingOptions
    | TellingLook
    | TellingProblem
    | TellingStanding
)


def reply(name: str, answer: Answer, language: Language = Language.ENGLISH) -> Reply:
    if isinstance(answer, Accepted):
        return Reply(id=name, accepted=True, table=answer.table, version=answer.version, again=answer.again)
    sentence, spoken = refusal_told(answer.sentence, language)
    return Reply(
        id=name, accepted=False, code=answer.code, sentence=sentence, clause=answer.clause, language=spoken
    )


def problem(code: str, sentence: str, clause: str = "", language: Language = Language.ENGLISH) -> Problem:
    told, spoken = refusal_told(sentence, language)
    return Problem(code=code, sentence=told, clause=clause, language=spoken)
