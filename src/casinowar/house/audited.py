"""What an audit of a house found, as a report."""

from typing import Any, Final

import msgspec

from casinowar.files import reading
from casinowar.game.refusal import InputError
from casinowar.house.audit import AuditFault, JournalCheckpoint, checkpoints, verify
from casinowar.house.shoes import NOT_OPENED
from casinowar.house.store import opened_store
from casinowar.reports.blocks import Column, Fact, Report, grid, section, words
from casinowar.reports.numbers import counted
from casinowar.reports.reported import Reported

_KEY: Final = 32
_LONGEST: Final = 1 << 24


class Audited(Reported, frozen=True):
    """A house's journals, and what of them is off."""

    journals: tuple[JournalCheckpoint, ...]
    """How far each goes, with its hash there: kept elsewhere, they hold the house to its past."""
    faults: tuple[AuditFault, ...]
    orders: bool
    """Whether the orders of shoes were opened too."""
    compared: int | None = None
    """With how many checkpoints of an earlier audit the past was compared, where some were given."""

    @property
    def in_order(self) -> bool:
        """Tell whether nothing is off."""
        return not self.faults

    def report(self) -> Report:
        """Give each fault a line, and each journal the hash to keep."""
        commits = sum(each.version for each in self.journals)
        said = "all in order" if self.in_order else counted(len(self.faults), "fault")
        found = [
            {
                Column("Table"): each.table,
                Column("Commit"): str(each.version or ""),
                words("Fault", 1): each.problem,
            }
            for each in self.faults
        ]
        kept = [
            {Column("Table"): each.table, Column("Commits"): str(each.version), words("Hash", 1): each.link}
            for each in self.journals
        ]
        shoes = "opened and compared" if self.orders else "not opened; dealt cards by their proofs"
        if self.orders and any(NOT_OPENED in each.problem for each in self.faults):
            shoes = "not all could be opened and compared"
        kept_from = f"{counted(self.compared or 0, 'checkpoint')} of an earlier audit"
        return Report(
            name="verify",
            title=f"{counted(len(self.journals), 'journal')}, {counted(commits, 'commit')}: {said}",
            facts=(
                Fact("Orders of shoes", shoes),
                *([] if self.compared is None else [Fact("Past", f"compared with {kept_from}")]),
            ),
            sections=(
                *((section("What is off", grid(found)),) if found else ()),
                *((section("Checkpoints, to be kept elsewhere", grid(kept)),) if kept else ()),
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        """Give it for programs."""
        return {"in_order": self.in_order, **msgspec.to_builtins(self)}


def audited(database: str, key: str | None = None, kept: str | None = None) -> Audited:
    """Audit the database at an address; a key opens its shoes, and checkpoints hold it to its past."""
    opens = None if key is None else read_key(key)
    points = () if kept is None else _read_checkpoints(kept)
    with opened_store(database, existing=True) as store:
        return Audited(
            tuple(checkpoints(store)),
            tuple(verify(store, opens, points)),
            opens is not None,
            None if kept is None else len(points),
        )


def read_key(path: str) -> bytes:
    """Read the key of a house's shoes from a file: 64 hexadecimal digits."""
    text = reading.read_text(path, _LONGEST, "a key").strip()
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != _KEY:
        raise InputError(f"{path} holds no key: a key is {2 * _KEY} hexadecimal digits.")
    return found


def _read_checkpoints(path: str) -> tuple[JournalCheckpoint, ...]:
    """Read the checkpoints that an earlier audit gave as JSON."""
    try:
        return msgspec.json.decode(reading.read(path, _LONGEST, "checkpoints"), type=_Kept).journals
    except msgspec.DecodeError as wrong:
        raise InputError(f"{path} holds no checkpoints of an earlier audit: {wrong}.") from None


class _Kept(msgspec.Struct):
    journals: tuple[JournalCheckpoint, ...]
