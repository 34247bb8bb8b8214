"""What the pit is asked for over HTTP."""

from typing import TYPE_CHECKING, Union

from msgspec import Struct

from casinowar.game.money import Cents
from casinowar.house.offices import pit as p
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import Slip
from casinowar.web import messages as m

if TYPE_CHECKING:
    AskedOfPit = OfficeCommand
else:  # the kinds themselves, so that each is read as what it is; what software alone says is none of them
    AskedOfPit = Union[(*(each for each in p.OFFICE.commands if each is not p.CarryOutSlip),)]


class DealersShift(Struct, frozen=True, kw_only=True):
    """A dealer's own shift: since when they are there, which counts to sign, and which came to nothing."""

    since: int | None
    now: int
    to_sign: tuple[Slip, ...]
    void: tuple[Slip, ...]
    """Counts that they signed and that the table did not come to, until another slip is asked for there."""


class HoursNow(Struct, frozen=True, kw_only=True):
    """The hours of the house, and which gaming day and shift it is by them."""

    hours: Hours
    day: str
    shift: str


class HouseChips(Struct, frozen=True, kw_only=True):
    """What the chips of the house are worth, in cents."""

    denominations: tuple[Cents, ...]


class PitBody(m.Closed, frozen=True, kw_only=True):
    """A command for the pit."""

    id: m.Id
    command: AskedOfPit
