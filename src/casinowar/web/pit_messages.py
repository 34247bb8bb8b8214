"""What the pit is asked for over HTTP."""

from typing import TYPE_CHECKING, Union

from casinowar.house.office import OfficeCommand
from casinowar.house.pit import commands as p
from casinowar.web import messages as m

if TYPE_CHECKING:
    AskedOfPit = OfficeCommand
else:  # the kinds themselves, so that each is read as what it is; what software alone says is none of them
    AskedOfPit = Union[(*(each for each in p.COMMANDS if each is not p.CarryOutSlip),)]


class PitBody(m.Closed, frozen=True, kw_only=True):
    """A command for the pit."""

    id: m.Id
    command: AskedOfPit
