"""The audit of slips: chips moved between tables and the cage only as two people agreed on a slip."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from casinowar.game import events as e
from casinowar.game.money import Cents
from casinowar.house.audit.auditor import AuditedCommit, AuditedJournal, AuditFault
from casinowar.house.backoffice.daybook import DayBook
from casinowar.house.journal.commits import HOUSE
from casinowar.house.offices.pit import COUNTS, PIT_OFFICE, Slip, SlipKind, SlipStage

_KINDS: Final = {
    e.TableOpened: SlipKind.OPENER,
    e.FillMade: SlipKind.FILL,
    e.CreditMade: SlipKind.CREDIT,
    e.TableClosed: SlipKind.CLOSER,
}
_MOVED: Final = frozenset({SlipStage.AGREED, SlipStage.DONE})


class _Moved(NamedTuple):
    """Chips that a commit moved between its table and the cage."""

    table: str
    version: int
    id: str
    kind: SlipKind
    amount: Cents

    def fault(self, problem: str) -> AuditFault:
        return AuditFault(self.table, self.version, problem)


class SlipAudit:
    """Compares the slips of the pit's day book with what moved at the tables."""

    def __init__(self) -> None:
        self._day_book = DayBook()
        self._moved: list[_Moved] = []
        self._by_slip: set[str] = set()
        """The tables at which chips move by slips alone."""

    def begin(self, journal: AuditedJournal) -> Iterable[AuditFault]:
        if journal.settings is not None and journal.settings.slips:
            self._by_slip.add(journal.table)
        return ()

    def follow(self, step: AuditedCommit) -> Iterable[AuditFault]:
        commit = step.commit
        if commit.table == PIT_OFFICE:
            self._day_book.follow(commit)
        for event in commit.events:
            if (kind := _KINDS.get(type(event))) is not None:
                amount = getattr(event, "inventory" if kind in COUNTS else "amount", 0)
                self._moved.append(_Moved(commit.table, commit.version, commit.id, kind, amount))
        return ()

    def finish(self) -> Iterator[AuditFault]:
        slips = {f"{HOUSE}/{slip.table} {slip.number}": slip for slip in self._day_book.slips.values()}
        found: dict[str, _Moved] = {}
        for moved in self._moved:
            slip = slips.get(moved.id)
            if slip is not None:
                found[moved.id] = moved
                yield from _against(slip, moved)
            elif moved.table in self._by_slip:
                yield moved.fault("chips moved between table and cage without a slip")
        for name, slip in slips.items():
            own = found.get(name)
            if slip.stage is SlipStage.DONE and (own is None or own.version != slip.version):
                problem = f"slip {slip.number} names a commit that did not carry it out"
                yield AuditFault(slip.table, slip.version, problem)


def _against(slip: Slip, moved: _Moved) -> Iterator[AuditFault]:
    if (moved.table, moved.kind, moved.amount) != (slip.table, slip.kind, slip.amount):
        yield moved.fault(f"what moved differs from slip {slip.number}")
    if slip.stage not in _MOVED:
        yield moved.fault(f"slip {slip.number} is {slip.stage}, but its chips moved")
