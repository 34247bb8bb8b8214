"""The meters of the house as people see them, and the one way in which people change them."""

from typing import TYPE_CHECKING

from msgspec import Struct

from casinowar.game.money import Cents, cents
from casinowar.house.meters.adjusting import METER_ROOM, AdjustMeter
from casinowar.house.meters.linking import MeterTerms
from casinowar.house.offices import OFFICES
from casinowar.house.requests import Actor, Answer, TableRequest

if TYPE_CHECKING:
    from casinowar.house.worker import Worker


class HouseMeter(Struct, frozen=True, kw_only=True):
    """A meter that tables share: what it shows, or will start at, in cents, and which tables those are."""

    name: str
    amount: Cents
    tables: tuple[str, ...]


def house_meters(worker: "Worker") -> list[HouseMeter]:
    """List the meters of the house."""
    links = {
        table: worker.settings(table).links.values()
        for table in worker.store.tables()
        if table not in OFFICES
    }
    return [
        HouseMeter(
            name=name,
            amount=worker.meters.tip(name).amount or cents(MeterTerms.read(terms).initial),
            tables=tuple(table for table, names in links.items() if name in names),
        )
        for name, terms in worker.store.meters().items()
    ]


def adjust_meter(
    worker: "Worker", meter: str, change: Cents, *, by: Actor, note: str, name: str = ""
) -> Answer:
    """Raise a meter, or lower it, because people say so; whether it took two of them is the caller's to see.

    It is an entry in the journal of the meter room, moves money between cage and meter, and is told to every
    table that shares the meter as whatever happens at another table is.
    """
    worker.meters.forget()
    command = AdjustMeter(meter=meter, change=change, note=note)
    [answer] = worker.ask(TableRequest(table=METER_ROOM, actor=by, command=command, id=name))
    return answer
