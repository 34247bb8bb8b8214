"""What the pit is asked for, and by whom."""

from typing import Annotated, ClassVar, Final

from msgspec import Meta

from casinowar.game.giving import FLOOR, PIT
from casinowar.game.words import Role
from casinowar.house.offices.base import OfficeCommand
from casinowar.house.offices.chip_counts import ChipCount, Denomination
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.slips import SlipKind

_SOFTWARE: Final = frozenset({Role.AUTOMATIC})
_DEALER: Final = frozenset({Role.DEALER})
_NOBODY: Final = frozenset[Role]()

AtTable = Annotated[str, Meta(min_length=1, max_length=64)]
SlipNumber = Annotated[str, Meta(min_length=12, max_length=20, pattern=r"^\d{4}-\d\d-\d\d-\d+$")]
GamingDay = Annotated[str, Meta(max_length=10, pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
Note = Annotated[str, Meta(max_length=200)]


class AskForSlip(OfficeCommand, frozen=True, kw_only=True):
    """Ask at a table for chips from the cage or to it, or say what the tray was counted to hold."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    kind: SlipKind
    table: AtTable
    chips: ChipCount


class SlipCommand(OfficeCommand, frozen=True, kw_only=True):
    """Do something about a slip."""

    table: AtTable
    slip: SlipNumber


class AcceptSlip(SlipCommand, frozen=True, kw_only=True):
    """Accept a fill or a credit, for the cage."""

    roles: ClassVar[frozenset[Role]] = _NOBODY
    cage: ClassVar[bool] = True


class SignCount(SlipCommand, frozen=True, kw_only=True):
    """Sign the count of a tray, as the dealer who takes it over or leaves it."""

    roles: ClassVar[frozenset[Role]] = _DEALER


class RefuseSlip(SlipCommand, frozen=True, kw_only=True):
    """Refuse a slip that waits, or take it back."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    cage: ClassVar[bool] = True
    note: Note = ""


class CarryOutSlip(SlipCommand, frozen=True, kw_only=True):
    """Say what became of a slip at its table: the commit that moved the chips, or why none did."""

    roles: ClassVar[frozenset[Role]] = _SOFTWARE
    version: Annotated[int, Meta(ge=0)] = 0
    note: Note = ""


class DropCash(OfficeCommand, frozen=True, kw_only=True):
    """Take a player's cash at a table into its drop box; their account has it."""

    roles: ClassVar[frozenset[Role]] = PIT
    table: AtTable
    player: Annotated[str, Meta(min_length=1, max_length=40)]
    amount: Annotated[int, Meta(gt=0, le=10**13)]


class CountDrop(OfficeCommand, frozen=True, kw_only=True):
    """Say what the count team found in a table's drop box of a gaming day."""

    roles: ClassVar[frozenset[Role]] = _NOBODY
    cage: ClassVar[bool] = True
    table: AtTable
    day: GamingDay
    amount: Annotated[int, Meta(ge=0, le=10**13)]


class CorrectDrop(OfficeCommand, frozen=True, kw_only=True):
    """Say what was in a drop box that was counted wrong, and why; it takes two, and both counts stand."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.MANAGER})
    cage: ClassVar[bool] = True
    table: AtTable
    day: GamingDay
    amount: Annotated[int, Meta(ge=0, le=10**13)]
    note: Annotated[str, Meta(min_length=1, max_length=200)]


class ClockIn(OfficeCommand, frozen=True, kw_only=True):
    """Begin one's time as a dealer."""

    roles: ClassVar[frozenset[Role]] = _DEALER


class ClockOut(OfficeCommand, frozen=True, kw_only=True):
    """End one's time as a dealer."""

    roles: ClassVar[frozenset[Role]] = _DEALER


class PostHours(OfficeCommand, frozen=True, kw_only=True):
    """Say when gaming days and shifts begin from now on."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.MANAGER})
    cage: ClassVar[bool] = True
    hours: Hours


class IssueChips(OfficeCommand, frozen=True, kw_only=True):
    """Say what the chips of the house are worth from now on."""

    roles: ClassVar[frozenset[Role]] = _NOBODY
    cage: ClassVar[bool] = True
    denominations: Annotated[tuple[Denomination, ...], Meta(min_length=1, max_length=40)]


COMMANDS: Final = (
    *(AskForSlip, AcceptSlip, SignCount, RefuseSlip, CarryOutSlip),
    *(DropCash, CountDrop, CorrectDrop, ClockIn, ClockOut, PostHours, IssueChips),
)
