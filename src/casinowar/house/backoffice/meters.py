"""The linked meters of the house: what they show, and how managers adjust them."""

from casinowar.game.money import Cents, cents
from casinowar.house.backoffice.views import HouseMeter, SignMeter
from casinowar.house.journal.requests import Actor, Answer, TableRequest
from casinowar.house.offices.linked_meters import METER_ROOM, AdjustMeter, MeterTerms
from casinowar.house.offices.registry import OFFICES
from casinowar.house.worker.worker import Worker


def house_meters(worker: Worker) -> list[HouseMeter]:
    links = {
        table: worker.settings(table).links.values()
        for table in worker.store.tables()
        if table not in OFFICES
    }
    return [
        HouseMeter(
            name=name,
            amount=worker.meters.value(name).amount or cents(MeterTerms.decode(terms).initial),
            tables=tuple(table for table, names in links.items() if name in names),
        )
        for name, terms in worker.store.meters().items()
    ]


def sign_meters(worker: Worker) -> list[SignMeter]:
    """List all meters that signs can show, shared ones first."""
    names = [table for table in worker.store.tables() if table not in OFFICES]
    links = {table: worker.settings(table).links for table in names}
    shared = [
        SignMeter(name=each.name, meter=meter, tables=each.tables, amount=each.amount)
        for each in house_meters(worker)
        for meter in {
            own: None for table in each.tables for own, name in links[table].items() if name == each.name
        }
    ]
    own = [
        SignMeter(name="", meter=meter, tables=(table,), amount=amount)
        for table in names
        for meter, amount in worker.position(table).table.meters.items()
        if meter not in links[table]
    ]
    return shared + own


def adjust_meter(
    worker: Worker, meter: str, change: Cents, *, by: Actor, note: str, name: str = ""
) -> Answer:
    """Raise or lower a meter; the caller checks whether that takes two people.

    The journal of the meter room records it, money moves between cage and meter, and every table that shares
    the meter shows the new amount.
    """
    worker.meters.forget()
    command = AdjustMeter(meter=meter, change=change, note=note)
    [answer] = worker.ask(TableRequest(table=METER_ROOM, actor=by, command=command, id=name))
    return answer
