"""The meter room: where people, and not play, change what a meter of the house shows."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Role
from casinowar.house.accounts import CAGE, Posting, meter_account
from casinowar.house.offices.base import Office, OfficeCommand, OfficeEvent
from casinowar.house.offices.linked_meters import LONGEST_METER

METER_ROOM: Final = "meters"


class AdjustMeter(OfficeCommand, frozen=True, kw_only=True):
    """Have a meter of the house show so much more, or less, and say why."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.MANAGER})
    meter: Annotated[str, Meta(min_length=1, max_length=LONGEST_METER)]
    change: Annotated[int, Meta(ge=-(10**13), le=10**13)]
    note: Annotated[str, Meta(min_length=1, max_length=500)]


class MeterAdjusted(OfficeEvent, frozen=True, kw_only=True):
    """A meter of the house was adjusted; the cage put up or took the difference."""

    meter: str
    change: Cents

    def sentence(self) -> str:
        """Say it."""
        way = "raised" if self.change > 0 else "lowered"
        return f"The meter {self.meter} was {way} by {dollars(abs(self.change))}."


def _adjusted(_state: None, _who: str, command: OfficeCommand, _at: int) -> tuple[MeterAdjusted, ...]:
    """Adjust a meter; that it is up, and shows no less than it may, is for whoever knows where it stands."""
    assert isinstance(command, AdjustMeter)  # noqa: S101 - the office has no others
    if not command.change:
        raise InputError("An adjustment by nothing is none.")
    return (MeterAdjusted(meter=command.meter, change=command.change),)


def _moved(event: OfficeEvent) -> Iterator[Posting]:
    if isinstance(event, MeterAdjusted):
        ends = CAGE, meter_account(event.meter)
        source, target = ends if event.change > 0 else ends[::-1]
        yield Posting(source, target, abs(event.change))


OFFICE: Final = Office[None](
    name=METER_ROOM,
    commands=(AdjustMeter,),
    events=(MeterAdjusted,),
    start=None,
    decide=_adjusted,
    evolve=lambda _state, _event, _at: None,
    postings=_moved,
)
