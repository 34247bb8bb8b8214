"""Tips: where each meter of the house stands, as a worker knows it."""

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
    """The meters of the house, up to what is decided; read again where something was not written."""

    def __init__(self, store: StoreReader) -> None:
        """Know meters by a store."""
        self._store = store
        self._tips: dict[str, MeterValue] = {}

    def tip(self, shared: str, least: int = 0) -> MeterValue:
        """Tell where a meter stands, at this version or a later one."""
        if shared not in self._tips or self._tips[shared].version < least:
            self._tips[shared] = self._store.meter_value(shared)
        return self._tips[shared]

    def shown(self, links: Links, known: Mapping[str, int]) -> dict[str, Cents]:
        """Tell what the linked meters of a table show that has come to some version of each."""
        tips = {meter: self.tip(shared, known.get(shared, 0)) for meter, shared in links.items()}
        return {meter: tip.amount for meter, tip in tips.items() if tip.version}

    def stands(self, links: Links, events: Sequence[e.Event], table: Table) -> tuple[MeterPosition, ...]:
        """Find where the meters stand after events, at a table or in the meter room."""
        adjusted = (self._adjusted(event) for event in events if isinstance(event, MeterAdjusted))
        played = (
            meter_position(meter, shared, events, table, self.tip(shared)) for meter, shared in links.items()
        )
        return tuple(each for each in (*adjusted, *played) if each is not None)

    def _adjusted(self, event: MeterAdjusted) -> MeterPosition:
        name, (version, before) = event.meter, self.tip(event.meter)
        if not version:
            raise InputError(f"No meter {name!r} is up.")
        reset = cents(MeterTerms.decode(self._store.meters()[name]).reset)
        amount = before + event.change
        if amount < reset:
            raise InputError(f"The meter {name!r} never shows less than {dollars(reset)}.")
        return MeterPosition(meter=name, version=version + 1, amount=amount, before=before)

    def go_on(self, stands: Sequence[MeterPosition]) -> None:
        """Go on to where a commit brings meters."""
        for each in stands:
            self._tips[each.meter] = MeterValue(each.version, each.amount)

    def forget(self) -> None:
        """Read again what is needed: somebody else may have moved meters, or something was not written."""
        self._tips.clear()
