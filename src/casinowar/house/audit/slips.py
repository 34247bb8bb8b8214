"""The audit of slips: what moved between tables and the cage, held to what two people agreed to."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from casinowar.game import events as e
from casinowar.game.money import Cents
from casinowar.house.journal.commits import HOUSE, Commit
from casinowar.house.offices.pit import (
    PIT_OFFICE,
    Slip,
    SlipAsked,
    SlipEvent,
    SlipKind,
    SlipStage,
    after,
    slip_of,
)

SlipFault = tuple[str, int, str]
"""At which table, in which commit, and what is wrong."""

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

    def fault(self, problem: str) -> SlipFault:
        return self.table, self.version, problem


class SlipAudit:
    """What the journals of the pit and of all tables say of slips."""

    def __init__(self) -> None:
        """Begin before any journal."""
        self._slips: dict[str, Slip] = {}
        """By the id under which each is carried out."""
        self._moved: list[_Moved] = []
        self._by_slip: set[str] = set()
        """The tables at which chips move by slips alone."""

    def set_up(self, table: str, *, slips: bool) -> None:
        """Take in whether chips move by slips alone at a table."""
        if slips:
            self._by_slip.add(table)

    def follow(self, commit: Commit) -> None:
        """Follow a commit of the pit or of a table."""
        for event in commit.events:
            if commit.table == PIT_OFFICE and isinstance(event, SlipEvent):
                self._note(event, commit.at)
            elif (kind := _KINDS.get(type(event))) is not None:
                amount = getattr(event, "inventory", None)
                moved = getattr(event, "amount", 0) if amount is None else amount
                self._moved.append(_Moved(commit.table, commit.version, commit.id, kind, moved))

    def _note(self, event: SlipEvent, at: int) -> None:
        name = f"{HOUSE}/{event.table} {event.slip}"
        if isinstance(event, SlipAsked):
            self._slips[name] = slip_of(event, at)
        elif name in self._slips:
            self._slips[name] = after(self._slips[name], event, at)

    def faults(self) -> Iterator[SlipFault]:
        """Say which chips moved without a slip or against it, and which slips moved none."""
        found: dict[str, _Moved] = {}
        for moved in self._moved:
            slip = self._slips.get(moved.id)
            if slip is not None:
                found[moved.id] = moved
                yield from _against(slip, moved)
            elif moved.table in self._by_slip:
                yield moved.fault("chips moved between table and cage without a slip")
        for name, slip in self._slips.items():
            own = found.get(name)
            if slip.stage is SlipStage.DONE and (own is None or own.version != slip.version):
                problem = f"slip {slip.number} is said to be carried out in a commit that is not its own"
                yield slip.table, slip.version, problem


def _against(slip: Slip, moved: _Moved) -> Iterator[SlipFault]:
    """Say in what chips that moved by a slip differ from it."""
    if (moved.table, moved.kind, moved.amount) != (slip.table, slip.kind, slip.amount):
        yield moved.fault(f"something else moved than slip {slip.number} says")
    if slip.stage not in _MOVED:
        yield moved.fault(f"slip {slip.number} is {slip.stage}, but its chips moved")
