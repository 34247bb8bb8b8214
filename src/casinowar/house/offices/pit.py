"""The pit: slips for chips, drop boxes, dealers on duty, hours and denominations.

One person asks for a slip, another agrees, and then the table moves its chips.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.commands import FLOOR, PIT
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Role, Word
from casinowar.house.accounts import CAGE, Posting, wallet
from casinowar.house.offices.cashier import RecentCash
from casinowar.house.offices.chip_counts import (
    DENOMINATIONS,
    ChipCount,
    Denomination,
    check_denominations,
    total,
)
from casinowar.house.offices.gaming_day import Hours, check_hours
from casinowar.house.offices.office import Office, OfficeCommand, OfficeEvent

PIT_OFFICE: Final = "pit"
_SOFTWARE: Final = frozenset({Role.AUTOMATIC})
_DEALER: Final = frozenset({Role.DEALER})
_NO_ROLE: Final = frozenset[Role]()

AtTable = Annotated[str, Meta(min_length=1, max_length=64)]
SlipNumber = Annotated[str, Meta(min_length=12, max_length=20, pattern=r"^\d{4}-\d\d-\d\d-\d+$")]
GamingDay = Annotated[str, Meta(max_length=10, pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
Note = Annotated[str, Meta(max_length=200)]


class SlipKind(Word):
    OPENER = "opener"
    FILL = "fill"
    CREDIT = "credit"
    CLOSER = "closer"


COUNTS: Final = frozenset({SlipKind.OPENER, SlipKind.CLOSER})
"""Slips that count the tray. The dealer signs these; the cage accepts the others."""


class SlipStage(Word):
    WAITING = "waiting"
    AGREED = "agreed"
    """Both people agreed; the chips are about to move."""
    DONE = "done"
    REFUSED = "refused"
    VOID = "void"
    """Both people agreed, but the table could not do it; nothing moved."""


class Slip(Struct, frozen=True, kw_only=True):
    table: str
    number: str
    """The gaming day and a running number for the day and table."""
    kind: SlipKind
    chips: ChipCount
    amount: Cents
    asked_by: str
    asked_at: int
    stage: SlipStage = SlipStage.WAITING
    agreed_by: str = ""
    agreed_at: int = 0
    version: int = 0
    """The commit at the table that moved the chips."""
    note: str = ""
    """Why nothing moved."""

    @property
    def is_open(self) -> bool:
        return self.stage in {SlipStage.WAITING, SlipStage.AGREED}


def table_command(slip: Slip) -> c.Command:
    match slip.kind:
        case SlipKind.OPENER:
            return c.OpenTable(by=Role.FLOORPERSON, dealer=slip.agreed_by, inventory=slip.amount)
        case SlipKind.FILL:
            return c.Fill(amount=slip.amount)
        case SlipKind.CREDIT:
            return c.Credit(amount=slip.amount)
        case SlipKind.CLOSER:
            return c.CloseTable(inventory=slip.amount)


# commands


class AskForSlip(OfficeCommand, frozen=True, kw_only=True):
    """Ask for chips to move between a table and the cage, or report a count of the tray."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    kind: SlipKind
    table: AtTable
    chips: ChipCount


class SlipCommand(OfficeCommand, frozen=True, kw_only=True):
    table: AtTable
    slip: SlipNumber


class AcceptSlip(SlipCommand, frozen=True, kw_only=True):
    """Accept a fill or a credit for the cage."""

    roles: ClassVar[frozenset[Role]] = _NO_ROLE
    cage: ClassVar[bool] = True


class SignCount(SlipCommand, frozen=True, kw_only=True):
    """Sign a count of the tray as the dealer who takes it over or leaves it."""

    roles: ClassVar[frozenset[Role]] = _DEALER


class RefuseSlip(SlipCommand, frozen=True, kw_only=True):
    """Refuse a waiting slip, or take it back."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    cage: ClassVar[bool] = True
    note: Note = ""


class CarryOutSlip(SlipCommand, frozen=True, kw_only=True):
    """Note the table's commit that moved the chips of a slip, or why none did."""

    roles: ClassVar[frozenset[Role]] = _SOFTWARE
    version: Annotated[int, Meta(ge=0)] = 0
    note: Note = ""


class DropCash(OfficeCommand, frozen=True, kw_only=True):
    """Put a player's cash into a table's drop box and credit their wallet."""

    roles: ClassVar[frozenset[Role]] = PIT
    table: AtTable
    player: Annotated[str, Meta(min_length=1, max_length=40)]
    amount: Annotated[int, Meta(gt=0, le=10**13)]


class CountDrop(OfficeCommand, frozen=True, kw_only=True):
    """Enter the count of a table's drop box for a gaming day."""

    roles: ClassVar[frozenset[Role]] = _NO_ROLE
    cage: ClassVar[bool] = True
    table: AtTable
    day: GamingDay
    amount: Annotated[int, Meta(ge=0, le=10**13)]


class CorrectDrop(OfficeCommand, frozen=True, kw_only=True):
    """Correct the count of a drop box; this takes two people, and both counts stay on record."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.MANAGER})
    cage: ClassVar[bool] = True
    table: AtTable
    day: GamingDay
    amount: Annotated[int, Meta(ge=0, le=10**13)]
    note: Annotated[str, Meta(min_length=1, max_length=200)]


class ClockIn(OfficeCommand, frozen=True, kw_only=True):
    """Begin a dealer's working time."""

    roles: ClassVar[frozenset[Role]] = _DEALER


class ClockOut(OfficeCommand, frozen=True, kw_only=True):
    """End a dealer's working time."""

    roles: ClassVar[frozenset[Role]] = _DEALER


class PostHours(OfficeCommand, frozen=True, kw_only=True):
    """Set when gaming days and shifts begin."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.MANAGER})
    cage: ClassVar[bool] = True
    hours: Hours


class IssueChips(OfficeCommand, frozen=True, kw_only=True):
    """Set the denominations of the house's chips."""

    roles: ClassVar[frozenset[Role]] = _NO_ROLE
    cage: ClassVar[bool] = True
    denominations: Annotated[tuple[Denomination, ...], Meta(min_length=1, max_length=40)]


_COMMANDS: Final = (
    *(AskForSlip, AcceptSlip, SignCount, RefuseSlip, CarryOutSlip),
    *(DropCash, CountDrop, CorrectDrop, ClockIn, ClockOut, PostHours, IssueChips),
)


# events


class SlipEvent(OfficeEvent, frozen=True, kw_only=True):
    table: str
    slip: str
    who: str


class SlipAsked(SlipEvent, frozen=True, kw_only=True):
    """Someone asked for a slip; nothing moves yet."""

    kind: SlipKind
    chips: ChipCount
    amount: Cents

    def sentence(self) -> str:
        said = f"{self.who} asked for {self.kind} {self.slip} at {self.table}"
        return f"{said}: {dollars(self.amount)}."


class SlipAgreed(SlipEvent, frozen=True, kw_only=True):
    """A second person agreed."""

    def sentence(self) -> str:
        return f"{self.who} agreed to {self.slip} at {self.table}."


class SlipRefused(SlipEvent, frozen=True, kw_only=True):
    """A slip was refused or taken back."""

    note: str = ""

    def sentence(self) -> str:
        return f"{self.who} refused {self.slip} at {self.table}. {self.note}".strip()


class SlipCarriedOut(SlipEvent, frozen=True, kw_only=True):
    """The chips of a slip moved."""

    version: int

    def sentence(self) -> str:
        return f"{self.slip} was carried out at {self.table}."


class SlipVoided(SlipEvent, frozen=True, kw_only=True):
    """The table could not do it; nothing moved."""

    note: str

    def sentence(self) -> str:
        return f"{self.slip} at {self.table} is void: {self.note}"


class CashDropped(OfficeEvent, frozen=True, kw_only=True):
    table: str
    day: str
    player: str
    amount: Cents
    who: str

    def sentence(self) -> str:
        return f"{self.who} took {dollars(self.amount)} of {self.player} into the box of {self.table}."


class DropCounted(OfficeEvent, frozen=True, kw_only=True):
    """A drop box was counted and compared with the cash put in."""

    table: str
    day: str
    amount: Cents
    expected: Cents
    who: str

    def sentence(self) -> str:
        counted = f"{self.who} counted {dollars(self.amount)} in the box of {self.table} of {self.day}"
        return f"{counted}, where {dollars(self.expected)} was put in."


class DropCorrected(OfficeEvent, frozen=True, kw_only=True):
    """Two people corrected the count of a drop box."""

    table: str
    day: str
    amount: Cents
    who: str
    note: str

    def sentence(self) -> str:
        corrected = f"{self.who} corrected the count of the box of {self.table} of {self.day}"
        return f"{corrected} to {dollars(self.amount)}: {self.note}"


class DealerClockedIn(OfficeEvent, frozen=True, kw_only=True):
    dealer: str

    def sentence(self) -> str:
        return f"{self.dealer} clocked in."


class DealerClockedOut(OfficeEvent, frozen=True, kw_only=True):
    dealer: str

    def sentence(self) -> str:
        return f"{self.dealer} clocked out."


class HoursPosted(OfficeEvent, frozen=True, kw_only=True):
    hours: Hours

    def sentence(self) -> str:
        return "Other hours were posted."


class ChipsIssued(OfficeEvent, frozen=True, kw_only=True):
    denominations: tuple[Cents, ...]

    def sentence(self) -> str:
        return f"The chips of the house are {', '.join(map(dollars, self.denominations))}."


_EVENTS: Final = (
    *(SlipAsked, SlipAgreed, SlipRefused, SlipCarriedOut, SlipVoided),
    *(CashDropped, DropCounted, DropCorrected, DealerClockedIn, DealerClockedOut, HoursPosted, ChipsIssued),
)


# state


class PitState(Struct, frozen=True, kw_only=True):
    """What the pit needs to go on; finished slips are in its journal only."""

    hours: Hours = Hours()
    denominations: tuple[Cents, ...] = DENOMINATIONS
    last: dict[str, tuple[str, int]] = {}
    """Gaming day and number of each table's last slip."""
    slips: dict[tuple[str, str], Slip] = {}
    """Open slips by table and number."""
    box: dict[tuple[str, str], Cents] = {}
    """Cash in each uncounted drop box, by table and gaming day."""
    counted: frozenset[tuple[str, str]] = frozenset()
    cash: RecentCash = RecentCash()
    on_duty: dict[str, int] = {}
    """Dealers and when they clocked in."""


def decide(state: PitState, who: str, command: OfficeCommand, at: int) -> tuple[OfficeEvent, ...]:
    match command:
        case AskForSlip():
            return (_asked(state, who, command, at),)
        case AcceptSlip() | SignCount():
            return (_agreed(state, who, command),)
        case RefuseSlip():
            slip = _slip(state, command, SlipStage.WAITING)
            return (SlipRefused(table=slip.table, slip=slip.number, who=who, note=command.note),)
        case CarryOutSlip():
            return (_carried_out(state, who, command),)
        case DropCash():
            day = state.hours.day(at)
            if (command.table, day) in state.counted:
                raise InputError(f"The box of {command.table} for {day} is already counted.")
            dropped = {"table": command.table, "player": command.player, "amount": command.amount}
            return (CashDropped(day=day, who=who, **dropped),)  # type: ignore[arg-type]  # msgspec checks them
        case CountDrop():
            return (_counted(state, who, command, at),)
        case CorrectDrop():
            return (_corrected(state, who, command),)
        case ClockIn():
            if who in state.on_duty:
                raise InputError(f"{who} is already clocked in.")
            return (DealerClockedIn(dealer=who),)
        case ClockOut():
            if who not in state.on_duty:
                raise InputError(f"{who} is not clocked in.")
            return (DealerClockedOut(dealer=who),)
        case PostHours():
            check_hours(command.hours)
            return (HoursPosted(hours=command.hours),)
        case IssueChips():
            return (ChipsIssued(denominations=tuple(sorted({*command.denominations}))),)
        case _:
            raise InputError(f"The pit does not take {type(command).__name__}.")


def _asked(state: PitState, who: str, command: AskForSlip, at: int) -> SlipAsked:
    check_denominations(command.chips, state.denominations)
    amount = total(command.chips)
    if not amount and command.kind not in COUNTS:
        raise InputError(f"A {command.kind} needs chips.")
    waiting = [each for each in state.slips.values() if each.table == command.table and each.kind in COUNTS]
    if command.kind in COUNTS and waiting:
        raise InputError(f"{waiting[0].number} must be signed or taken back first.")
    day, number = state.last.get(command.table, ("", 0))
    today = max(day, state.hours.day(at))  # a clock that goes back does not repeat a day
    return SlipAsked(
        table=command.table,
        slip=f"{today}-{number + 1 if today == day else 1}",
        who=who,
        kind=command.kind,
        chips={worth: count for worth, count in sorted(command.chips.items(), reverse=True) if count},
        amount=amount,
    )


def _agreed(state: PitState, who: str, command: SlipCommand) -> SlipAgreed:
    slip = _slip(state, command, SlipStage.WAITING)
    if isinstance(command, AcceptSlip) == (slip.kind in COUNTS):
        signs = "the dealer signs" if slip.kind in COUNTS else "the cage accepts"
        raise InputError(f"{slip.number} is the {slip.kind} of a table, which {signs}.")
    if who == slip.asked_by:
        raise InputError(f"{who} asked for {slip.number}; another person must agree.")
    return SlipAgreed(table=slip.table, slip=slip.number, who=who)


def _carried_out(state: PitState, who: str, command: CarryOutSlip) -> OfficeEvent:
    slip = _slip(state, command, SlipStage.AGREED)
    if command.version:
        return SlipCarriedOut(table=slip.table, slip=slip.number, who=who, version=command.version)
    return SlipVoided(table=slip.table, slip=slip.number, who=who, note=command.note)


def _counted(state: PitState, who: str, command: CountDrop, at: int) -> DropCounted:
    box = command.table, command.day
    if box in state.counted:
        raise InputError(f"The box of {command.table} for {command.day} is already counted.")
    if command.day >= state.hours.day(at):
        raise InputError(f"The box for {command.day} is still at its table.")
    return DropCounted(
        table=command.table,
        day=command.day,
        amount=command.amount,
        expected=state.box.get(box, 0),
        who=who,
    )


def _corrected(state: PitState, who: str, command: CorrectDrop) -> DropCorrected:
    if (command.table, command.day) not in state.counted:
        raise InputError(f"The box of {command.table} for {command.day} is not counted yet.")
    return DropCorrected(
        table=command.table, day=command.day, amount=command.amount, who=who, note=command.note
    )


def _slip(state: PitState, command: SlipCommand, stage: SlipStage) -> Slip:
    slip = state.slips.get((command.table, command.slip))
    if slip is None:
        raise InputError(f"No slip {command.slip} of {command.table} is open.")
    if slip.stage is not stage:
        raise InputError(f"{slip.number} is {slip.stage}.")
    return slip


def evolve(state: PitState, event: OfficeEvent, at: int) -> PitState:
    match event:
        case SlipEvent():
            key, slip = (event.table, event.slip), slip_after(state, event, at)
            slips, last = state.slips | {key: slip}, state.last
            if not slip.is_open:
                del slips[key]
            if isinstance(event, SlipAsked):
                day, _, number = event.slip.rpartition("-")
                last = last | {event.table: (day, int(number))}
            return replace(state, slips=slips, last=last)
        case CashDropped():
            box = event.table, event.day
            held = state.box | {box: state.box.get(box, 0) + event.amount}
            return replace(state, box=held, cash=state.cash.after(event.player, event.amount, at))
        case DropCounted():
            box = event.table, event.day
            left = {key: held for key, held in state.box.items() if key != box}
            return replace(state, box=left, counted=state.counted | {box})
        case DealerClockedIn():
            return replace(state, on_duty=state.on_duty | {event.dealer: at})
        case DealerClockedOut():
            on_duty = {name: since for name, since in state.on_duty.items() if name != event.dealer}
            return replace(state, on_duty=on_duty)
        case HoursPosted():
            return replace(state, hours=event.hours)
        case ChipsIssued():
            return replace(state, denominations=event.denominations)
        case _:
            return state


def slip_after(state: PitState, event: SlipEvent, at: int) -> Slip:
    """Give the slip of an event as the event leaves it; the pit itself forgets a slip once it is closed."""
    if isinstance(event, SlipAsked):
        return Slip(
            table=event.table,
            number=event.slip,
            kind=SlipKind(event.kind),
            chips=event.chips,
            amount=event.amount,
            asked_by=event.who,
            asked_at=at,
        )
    slip = state.slips[event.table, event.slip]
    match event:
        case SlipAgreed():
            return replace(slip, stage=SlipStage.AGREED, agreed_by=event.who, agreed_at=at)
        case SlipCarriedOut():
            return replace(slip, stage=SlipStage.DONE, version=event.version)
        case SlipRefused():
            return replace(slip, stage=SlipStage.REFUSED, note=f"{event.who} refused. {event.note}".strip())
        case SlipVoided():
            return replace(slip, stage=SlipStage.VOID, note=event.note)
        case _:
            raise AssertionError(event)


def postings(event: OfficeEvent) -> Iterator[Posting]:
    if isinstance(event, CashDropped):
        yield Posting(CAGE, wallet(event.player), event.amount)


OFFICE: Final = Office[PitState](
    name=PIT_OFFICE,
    commands=_COMMANDS,
    events=_EVENTS,
    start=PitState(),
    decide=decide,
    evolve=evolve,
    postings=postings,
)
