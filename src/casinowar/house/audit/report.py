"""The result of an audit, as a report."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from casinowar.game.refusal import InputError
from casinowar.house.audit import checkpoints as signing
from casinowar.house.audit.auditor import AuditFault
from casinowar.house.audit.checkpoints import JournalCheckpoint, journal_checkpoints
from casinowar.house.audit.verify import verify
from casinowar.house.journal.shoe_key import read_shoe_key
from casinowar.house.journal.shoe_vault import NOT_OPENED
from casinowar.house.storage.store import opened_store
from casinowar.reports.blocks import Column, Fact, Report, grid, section, text_column
from casinowar.reports.exportable import Exportable
from casinowar.reports.numbers import counted


class AuditReport(Exportable, frozen=True):
    """The journals of a house, and their faults."""

    journals: tuple[JournalCheckpoint, ...]
    """The length and hash of each; signed and stored elsewhere, they are a checkpoint."""
    faults: tuple[AuditFault, ...]
    orders: bool
    """Whether the audit opened the orders of shoes."""
    held_to: str = ""
    """The checkpoint that the audit compared with, and whose it is."""

    @property
    def in_order(self) -> bool:
        return not self.faults

    def report(self) -> Report:
        commits = sum(each.version for each in self.journals)
        said = "all in order" if self.in_order else counted(len(self.faults), "fault")
        found = [
            {
                Column("Table"): each.table,
                Column("Commit"): str(each.version or ""),
                text_column("Fault", 1): each.problem,
            }
            for each in self.faults
        ]
        kept = [
            {
                Column("Table"): each.table,
                Column("Commits"): str(each.version),
                text_column("Hash", 1): each.link,
            }
            for each in self.journals
        ]
        shoes = "opened and compared" if self.orders else "not opened; dealt cards by their proofs"
        if self.orders and any(NOT_OPENED in each.problem for each in self.faults):
            shoes = "not all could be opened and compared"
        return Report(
            name="verify",
            title=f"{counted(len(self.journals), 'journal')}, {counted(commits, 'commit')}: {said}",
            facts=(
                Fact("Orders of shoes", shoes),
                *((Fact("Checkpoint", self.held_to),) if self.held_to else ()),
            ),
            sections=(
                *((section("Faults", grid(found)),) if found else ()),
                *((section("Journals", grid(kept)),) if kept else ()),
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        return {"in_order": self.in_order, **msgspec.to_builtins(self)}


def audit_house(
    database: str, key: str | None = None, checkpoint: str | None = None, public_key: str | None = None
) -> AuditReport:
    """Audit a database; a key opens its shoes, and a checkpoint says what its past must contain."""
    opens = None if key is None else read_shoe_key(key)
    if public_key is not None and checkpoint is None:
        raise InputError("A public key checks a checkpoint; name one with --checkpoint FILE.")
    known = None if public_key is None else signing.read_public_key(public_key)
    point = None if checkpoint is None else signing.read_checkpoint(checkpoint)
    forged = () if point is None else tuple(signing.forgeries(point, known))
    with opened_store(database, existing=True) as store:
        found = verify(store, opens, () if point is None or forged else point.journals)
        return AuditReport(
            journals=tuple(journal_checkpoints(store)),
            faults=(*forged, *found),
            orders=opens is not None,
            held_to="" if point is None else _held_to(point, known, forged=bool(forged)),
        )


def _held_to(point: signing.SignedCheckpoint, known: bytes | None, *, forged: bool) -> str:
    when = datetime.fromtimestamp(point.at / 1000, UTC).isoformat(" ", "seconds")
    if forged:
        return f"dated {when}, but not the house's"
    whose = "the house" if known is not None else f"{point.public_key}, an unverified key"
    return f"{when}, signed by {whose}"
