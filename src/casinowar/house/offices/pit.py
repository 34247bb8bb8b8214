"""The pit as an office: what it knows, what a command brings about there, and what that changes."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.house.accounts import CAGE, Posting, wallet
from casinowar.house.offices import pit_commands as c
from casinowar.house.offices import pit_events as e
from casinowar.house.offices.base import Office, OfficeCommand, OfficeEvent
from casinowar.house.offices.cashier import RecentCash
from casinowar.house.offices.chip_counts import DENOMINATIONS, check_denominations, total
from casinowar.house.offices.gaming_day import Hours, check_hours
from casinowar.house.offices.slips import COUNTS, Slip, SlipKind, SlipStage

PIT_OFFICE: Final = "pit"


class PitState(Struct, frozen=True, kw_only=True):
    """What the pit has to know to go on; what is over is in its journal alone."""

    hours: Hours = Hours()
    denominations: tuple[Cents, ...] = DENOMINATIONS
    last: dict[str, tuple[str, int]] = {}
    """The gaming day and the number of each table's last slip."""
    slips: dict[tuple[str, str], Slip] = {}
    """Those that wait, or are about to be carried out, by table and number."""
    box: dict[tuple[str, str], Cents] = {}
    """What was put into each drop box that nobody has counted yet, by table and gaming day."""
    counted: frozenset[tuple[str, str]] = frozenset()
    cash: RecentCash = RecentCash()
    on_duty: dict[str, int] = {}
    """The dealers who are here, and since when."""


def decide(state: PitState, who: str, command: OfficeCommand, at: int) -> tuple[OfficeEvent, ...]:
    """Say what a command brings about, or raise the InputError."""
    match command:
        case c.AskForSlip():
            return (_asked(state, who, command, at),)
        case c.AcceptSlip() | c.SignCount():
            return (_agreed(state, who, command),)
        case c.RefuseSlip():
            slip = _slip(state, command, SlipStage.WAITING)
            return (e.SlipRefused(table=slip.table, slip=slip.number, who=who, note=command.note),)
        case c.CarryOutSlip():
            return (_carried_out(state, who, command),)
        case c.DropCash():
            day = state.hours.day(at)
            if (command.table, day) in state.counted:
                raise InputError(f"The box of {command.table} of {day} was counted already.")
            dropped = {"table": command.table, "player": command.player, "amount": command.amount}
            return (e.CashDropped(day=day, who=who, **dropped),)  # type: ignore[arg-type]  # msgspec checks them
        case c.CountDrop():
            return (_counted(state, who, command, at),)
        case c.CorrectDrop():
            return (_corrected(state, who, command),)
        case c.ClockIn():
            if who in state.on_duty:
                raise InputError(f"{who} is clocked in already.")
            return (e.DealerClockedIn(dealer=who),)
        case c.ClockOut():
            if who not in state.on_duty:
                raise InputError(f"{who} is not clocked in.")
            return (e.DealerClockedOut(dealer=who),)
        case c.PostHours():
            check_hours(command.hours)
            return (e.HoursPosted(hours=command.hours),)
        case c.IssueChips():
            return (e.ChipsIssued(denominations=tuple(sorted({*command.denominations}))),)
        case _:
            raise InputError(f"{type(command).__name__} is nothing to ask the pit for.")


def _asked(state: PitState, who: str, command: c.AskForSlip, at: int) -> e.SlipAsked:
    check_denominations(command.chips, state.denominations)
    amount = total(command.chips)
    if not amount and command.kind not in COUNTS:
        raise InputError(f"A {command.kind} of no chips is none.")
    waiting = [each for each in state.slips.values() if each.table == command.table and each.kind in COUNTS]
    if command.kind in COUNTS and waiting:
        raise InputError(f"{waiting[0].number} has to be signed or taken back first.")
    day, number = state.last.get(command.table, ("", 0))
    today = max(day, state.hours.day(at))  # a clock that goes back begins no day again
    return e.SlipAsked(
        table=command.table,
        slip=f"{today}-{number + 1 if today == day else 1}",
        who=who,
        kind=command.kind,
        chips={worth: count for worth, count in sorted(command.chips.items(), reverse=True) if count},
        amount=amount,
    )


def _agreed(state: PitState, who: str, command: c.SlipCommand) -> e.SlipAgreed:
    slip = _slip(state, command, SlipStage.WAITING)
    if isinstance(command, c.AcceptSlip) == (slip.kind in COUNTS):
        signs = "the dealer signs" if slip.kind in COUNTS else "the cage accepts"
        raise InputError(f"{slip.number} is the {slip.kind} of a table, which {signs}.")
    if who == slip.asked_by:
        raise InputError(f"{who} asked for {slip.number}; somebody else has to agree.")
    return e.SlipAgreed(table=slip.table, slip=slip.number, who=who)


def _carried_out(state: PitState, who: str, command: c.CarryOutSlip) -> OfficeEvent:
    slip = _slip(state, command, SlipStage.AGREED)
    if command.version:
        return e.SlipCarriedOut(table=slip.table, slip=slip.number, who=who, version=command.version)
    return e.SlipVoided(table=slip.table, slip=slip.number, who=who, note=command.note)


def _counted(state: PitState, who: str, command: c.CountDrop, at: int) -> e.DropCounted:
    box = command.table, command.day
    if box in state.counted:
        raise InputError(f"The box of {command.table} of {command.day} was counted already.")
    if command.day >= state.hours.day(at):
        raise InputError(f"The box of {command.day} is still at its table.")
    return e.DropCounted(
        table=command.table,
        day=command.day,
        amount=command.amount,
        expected=state.box.get(box, 0),
        who=who,
    )


def _corrected(state: PitState, who: str, command: c.CorrectDrop) -> e.DropCorrected:
    if (command.table, command.day) not in state.counted:
        raise InputError(f"The box of {command.table} of {command.day} was not counted yet.")
    return e.DropCorrected(
        table=command.table, day=command.day, amount=command.amount, who=who, note=command.note
    )


def _slip(state: PitState, command: c.SlipCommand, stage: SlipStage) -> Slip:
    slip = state.slips.get((command.table, command.slip))
    if slip is None:
        raise InputError(f"No slip {command.slip} of {command.table} is open.")
    if slip.stage is not stage:
        raise InputError(f"{slip.number} is {slip.stage}.")
    return slip


def evolve(state: PitState, event: OfficeEvent, at: int) -> PitState:
    """Follow an event."""
    match event:
        case e.SlipAsked():
            day, _, number = event.slip.rpartition("-")
            slips = state.slips | {(event.table, event.slip): slip_of(event, at)}
            return replace(state, slips=slips, last=state.last | {event.table: (day, int(number))})
        case e.SlipAgreed():
            key = event.table, event.slip
            return replace(state, slips=state.slips | {key: after(state.slips[key], event, at)})
        case e.SlipEvent():
            slips = {key: slip for key, slip in state.slips.items() if key != (event.table, event.slip)}
            return replace(state, slips=slips)
        case e.CashDropped():
            box = event.table, event.day
            held = state.box | {box: state.box.get(box, 0) + event.amount}
            return replace(state, box=held, cash=state.cash.after(event.player, event.amount, at))
        case e.DropCounted():
            box = event.table, event.day
            left = {key: held for key, held in state.box.items() if key != box}
            return replace(state, box=left, counted=state.counted | {box})
        case e.DealerClockedIn():
            return replace(state, on_duty=state.on_duty | {event.dealer: at})
        case e.DealerClockedOut():
            on_duty = {name: since for name, since in state.on_duty.items() if name != event.dealer}
            return replace(state, on_duty=on_duty)
        case e.HoursPosted():
            return replace(state, hours=event.hours)
        case e.ChipsIssued():
            return replace(state, denominations=event.denominations)
        case _:
            return state


def slip_of(event: e.SlipAsked, at: int) -> Slip:
    """Make the slip that was asked for."""
    return Slip(
        table=event.table,
        number=event.slip,
        kind=SlipKind(event.kind),
        chips=event.chips,
        amount=event.amount,
        asked_by=event.who,
        asked_at=at,
    )


def after(slip: Slip, event: e.SlipEvent, at: int) -> Slip:
    """Tell what a slip is after something happened to it."""
    match event:
        case e.SlipAgreed():
            return replace(slip, stage=SlipStage.AGREED, agreed_by=event.who, agreed_at=at)
        case e.SlipCarriedOut():
            return replace(slip, stage=SlipStage.DONE, version=event.version)
        case e.SlipRefused():
            return replace(slip, stage=SlipStage.REFUSED, note=f"{event.who} refused. {event.note}".strip())
        case e.SlipVoided():
            return replace(slip, stage=SlipStage.VOID, note=event.note)
        case _:
            return slip


def postings(event: OfficeEvent) -> Iterator[Posting]:
    """Credit the account of a player whose cash is in a drop box."""
    if isinstance(event, e.CashDropped):
        yield Posting(CAGE, wallet(event.player), event.amount)


OFFICE: Final = Office[PitState](
    name=PIT_OFFICE,
    commands=c.COMMANDS,
    events=e.EVENTS,
    start=PitState(),
    decide=decide,
    evolve=evolve,
    postings=postings,
)
