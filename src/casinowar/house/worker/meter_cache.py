"""Meter cache: the value of each linked meter, up to what a worker has decided."""

from collections.abc import Mapping, Sequence

from casinowar.game import events as e
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.house.offices.linked_meters import (
    Links,
    MeterAdjusted,
    MeterPosition,
    MeterTerms,
    MeterValue,
    meter_position,
)
from casinowar.house.storage.reader import StoreReader


class MeterCache:
    """The linked meters of the house; read again after a write that failed."""

    def __init__(self, store: StoreReader) -> None:
        self._store = store
        self._values: dict[str, MeterValue] = {}

    def value(self, shared: str, least: int = 0) -> MeterValue:
        """Give the value of a meter at a version or a later one."""
        if shared not in self._values or self._values[shared].version < least:
            self._values[shared] = self._store.meter_value(shared)
        return self._values[shared]

    def shown(self, links: Links, known: Mapping[str, int]) -> dict[str, Cents]:
        values = {meter: self.value(shared, known.get(shared, 0)) for meter, shared in links.items()}
        return {meter: value.amount for meter, value in values.items() if value.version}

    def positions(self, links: Links, events: Sequence[e.Event], table: Table) -> tuple[MeterPosition, ...]:
        """Find the meter values after events, at a table or in the office of meters."""
        adjusted = (self._adjusted(event) for event in events if isinstance(event, MeterAdjusted))
        played = (
            meter_position(meter, shared, events, table, self.value(shared))
            for meter, shared in links.items()
        )
        return tuple(each for each in (*adjusted, *played) if each is not None)

    def _adjusted(self, event: MeterAdjusted) -> MeterPosition:
        name, (version, before) = event.meter, self.value(event.meter)
        if not version:
            raise InputError(f"No meter {name!r} is up.")
        reset = cents(MeterTerms.decode(self._store.meters()[name]).reset)
        amount = before + event.change
        if amount < reset:
            raise InputError(f"The meter {name!r} never shows less than {dollars(reset)}.")
        return MeterPosition(meter=name, version=version + 1, amount=amount, before=before)

    def advance(self, stands: Sequence[MeterPosition]) -> None:
        for each in stands:
            self._values[each.meter] = MeterValue(each.version, each.amount)

    def forget(self) -> None:
        """Read values again: another worker may have moved meters, or a write failed."""
        self._values.clear()
