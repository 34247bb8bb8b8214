"""The pit's day book: slips, drop boxes, dealers' time and the hours of the house, from the pit's journal."""

from bisect import bisect_right
from collections.abc import Iterator

from msgspec import Struct

from casinowar.game.money import Cents
from casinowar.house.journal.commits import Commit, decode_commit
from casinowar.house.offices import pit
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.office import OfficeEvent
from casinowar.house.offices.pit import COUNTS, PIT_OFFICE, PitState, Slip, SlipStage, slip_after
from casinowar.house.storage.reader import StoreReader


class ClockedTime(Struct, frozen=True, kw_only=True):
    """A dealer's time in the house, from clocking in to clocking out."""

    dealer: str
    began: int
    ended: int = 0
    """0 while the dealer is on duty."""


class DropBox(Struct, kw_only=True):
    """A table's drop box of a gaming day: the cash put in, and the count."""

    table: str
    day: str
    cash: Cents = 0
    counted: Cents | None = None
    first_counted: Cents | None = None
    """The first count, if it was corrected."""


class DayBook:
    """The past of the pit, which the pit office forgets: closed slips, counted boxes, dealers' time."""

    def __init__(self) -> None:
        self.version = 0
        self.slips: dict[tuple[str, str], Slip] = {}
        self.boxes: dict[tuple[str, str], DropBox] = {}
        self._pit = PitState()
        self._clocked_out: list[ClockedTime] = []
        self._hours = [(-(10**18), Hours())]

    def catch_up(self, store: StoreReader) -> None:
        for version, body, _ in store.pages(PIT_OFFICE, self.version):
            self.follow(decode_commit(body))
            self.version = version

    def follow(self, commit: Commit) -> None:
        for event in commit.events:
            if isinstance(event, OfficeEvent):
                self._follow(event, commit.at)

    def _follow(self, event: OfficeEvent, at: int) -> None:
        before, self._pit = self._pit, pit.evolve(self._pit, event, at)
        match event:
            case pit.SlipEvent():
                self.slips[event.table, event.slip] = slip_after(before, event, at)
            case pit.CashDropped():
                self._box(event.table, event.day).cash = self._pit.box[event.table, event.day]
            case pit.DropCounted():
                self._box(event.table, event.day).counted = event.amount
            case pit.DropCorrected():
                box = self._box(event.table, event.day)
                box.first_counted = box.counted if box.first_counted is None else box.first_counted
                box.counted = event.amount
            case pit.DealerClockedOut():
                began = before.on_duty[event.dealer]
                self._clocked_out.append(ClockedTime(dealer=event.dealer, began=began, ended=at))
            case pit.HoursPosted():
                self._hours.append((at, event.hours))
            case _:
                pass

    def clocked(self) -> list[ClockedTime]:
        """List the times of dealers in the house, those of dealers on duty last."""
        on_duty = [ClockedTime(dealer=name, began=since) for name, since in self._pit.on_duty.items()]
        return [*self._clocked_out, *on_duty]

    def _box(self, table: str, day: str) -> DropBox:
        return self.boxes.setdefault((table, day), DropBox(table=table, day=day))

    def hours(self, at: int) -> Hours:
        return self._hours[max(0, bisect_right([since for since, _ in self._hours], at) - 1)][1]

    def slips_of(self, table: str) -> Iterator[Slip]:
        return (slip for slip in self.slips.values() if slip.table == table)

    def waiting(self) -> Iterator[Slip]:
        return (slip for slip in self.slips.values() if slip.stage is SlipStage.WAITING)

    def void_counts(self, dealer: str) -> Iterator[Slip]:
        """List the void counts that a dealer signed, unless the table has a newer slip."""
        newest = {slip.table: slip for slip in self.slips.values()}
        signed = (slip for slip in newest.values() if slip.kind in COUNTS and slip.agreed_by == dealer)
        return (slip for slip in signed if slip.stage is SlipStage.VOID)
