"""What every auditor of a house has in common: what it is shown, and the faults it finds."""

from collections.abc import Iterable
from typing import Final, Protocol

from msgspec import DecodeError, Struct

from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.house.accounts import Posting
from casinowar.house.journal.commits import Commit, TableSettings

UNREADABLE: Final = (InputError, DecodeError, KeyError, IndexError, ValueError, TypeError, AttributeError)
"""What reading tampered data may raise."""


class AuditFault(Struct, frozen=True):
    """Something wrong, and where: version 0 is the whole journal, no table the whole house."""

    table: str
    version: int
    problem: str


class AuditedJournal(Struct, frozen=True):
    """A journal that an audit reads from its beginning."""

    table: str
    settings: TableSettings | None
    """None at an office, as are the rules."""
    rules: Rules | None


class AuditedCommit(Struct, frozen=True):
    """A commit whose events the law allows, with the table before and after it."""

    journal: AuditedJournal
    commit: Commit
    before: Table
    after: Table
    posted: tuple[Posting, ...]

    def fault(self, problem: str) -> AuditFault:
        return AuditFault(self.commit.table, self.commit.version, problem)


class Auditor(Protocol):
    """Reads every journal of a house, one after another, and checks one thing in all of them."""

    def begin(self, journal: AuditedJournal) -> Iterable[AuditFault]:
        """Begin a journal."""

    def follow(self, step: AuditedCommit) -> Iterable[AuditFault]:
        """Go on by a commit of that journal."""

    def finish(self) -> Iterable[AuditFault]:
        """Compare the journals with each other and with the rest of the database."""
