"""All offices of the house, by the names of their journals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from casinowar.game.events import Event
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.house.accounts import Posting, postings
from casinowar.house.offices import care, cashier, linked_meters, pit
from casinowar.house.offices.coupons import coupon_postings
from casinowar.house.offices.linked_meters import MeterPosition
from casinowar.house.offices.office import Office, OfficeCommand, OfficeEvent

OFFICES: Final[dict[str, Office[Any]]] = {
    each.name: each for each in (cashier.OFFICE, care.OFFICE, linked_meters.OFFICE, pit.OFFICE)
}


def decide(office: Office[Any], state: object, who: str, command: object, at: int) -> tuple[OfficeEvent, ...]:
    """Give the events of a command at an office, or raise an InputError."""
    if not isinstance(command, OfficeCommand) or not isinstance(command, office.commands):
        raise InputError(f"The office {office.name!r} does not take {type(command).__name__}.")
    return office.decide(state, who, command, at)


def apply_events(office: Office[Any], state: Any, events: Sequence[Event], at: int) -> Any:  # noqa: ANN401 - each office's own
    for event in events:
        if isinstance(event, OfficeEvent):
            state = office.evolve(state, event, at)
    return state


def postings_of(
    name: str,
    table: Table,
    events: Sequence[Event],
    links: Mapping[str, str] | None = None,
    stands: Sequence[MeterPosition] = (),
    *,
    coupons: bool = False,
) -> Iterator[Posting]:
    """List the postings of events at an office or table; `table` is its state before them.

    `stands` are its linked meters after the events.
    """
    office = OFFICES.get(name)
    if office is None:
        yield from postings(name, table, events, links, {each.meter for each in stands if each.started})
        if coupons:
            yield from coupon_postings(name, table, events)
        return
    for event in events:
        if isinstance(event, OfficeEvent):
            yield from office.postings(event)
