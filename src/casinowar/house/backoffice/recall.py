"""Recall: any past round from the journal, as a record that `replay` checks, with the proofs of its cards."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.events import OrderEvent, RoundCompleted
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Table
from casinowar.house.backoffice.books import Books, TableBook
from casinowar.house.journal.commitments import Proof
from casinowar.house.journal.commits import RecalledRound, decode_commit, decode_settings
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.reader import StoreReader
from casinowar.house.worker.table_state import rules_of
from casinowar.record.text import Entry, Record
from casinowar.rulebooks import is_built_in

_PIECE: Final = 500


class RecalledEntry(Struct, frozen=True):
    """An entry of a round, its commit, and the table before it."""

    version: int
    at: int
    before: Table
    entry: Entry
    proofs: tuple[Proof, ...]
    seconded: str = ""


class Recall:
    """The past rounds of a table."""

    def __init__(self, store: StoreReader, table: str, books: Books | None = None) -> None:
        settings = store.settings(table)
        if settings is None:
            raise InputError(f"There is no table {table}.")
        if table in OFFICES:
            raise InputError(f"The {table} is not a table.")
        self._store, self._table, self._books = store, table, books or Books(store)
        self.rules: Rules = rules_of(settings)
        own = decode_settings(settings)
        self._text = "" if is_built_in(own.rulebook) else own.text
        self.links = own.links

    def rounds(self) -> list[RecalledRound]:
        return self._books.look(lambda books: [*books.of(self._table).rounds()])

    def session(self) -> Record:
        return Record.of(self.rules, CLOSED, [each.entry for each in self._entries()], self._text)

    def round(self, number: int) -> tuple[Record, tuple[Proof, ...]]:
        """Record one round, with the proof of each card shown in it."""
        return self.record_of(*self.entries_of(number))

    def record_of(self, before: Table, entries: list[RecalledEntry]) -> tuple[Record, tuple[Proof, ...]]:
        record = Record.of(self.rules, before, [each.entry for each in entries], self._text)
        return record, tuple(proof for each in entries for proof in each.proofs)

    def entries_of(self, number: int) -> tuple[Table, list[RecalledEntry]]:
        version, table = self._books.look(lambda books: self._before(books.of(self._table), number))
        for found, before, entries in self._rounds(version, table):
            if found == number:
                return before, entries
        raise InputError(f"The journal of {self._table} does not hold round {number}.")

    def orders(self, version: int) -> Iterator[tuple[str, int]]:
        """List the published commitments of orders up to a commit, with their sizes, the latest first."""
        while version > 0:
            pages = self._store.pages(self._table, max(0, version - _PIECE), min(_PIECE, version))
            events = [event for _, body, _ in pages for event in decode_commit(body).events]
            orders = [each for each in events if isinstance(each, OrderEvent) and each.commitment]
            yield from ((each.commitment, len(each.order)) for each in reversed(orders))
            version -= _PIECE

    def _before(self, book: TableBook, number: int) -> tuple[int, Table]:
        """Find where to start reading for a round: a commit, and the table after it."""
        wanted = next((each for each in book.rounds() if each.round == number), None)
        if wanted is None:
            raise InputError(f"There is no round {number} at {self._table}, or it is not over yet.")
        return book.before(wanted.first)

    def _rounds(self, after: int, table: Table) -> Iterator[tuple[int, Table, list[RecalledEntry]]]:
        """Split the journal into rounds; one that begins with a standing wager comes with the one before."""
        entries: list[RecalledEntry] = []
        before = CLOSED
        for each in self._entries(after, table):
            now = evolve_all(each.before, each.entry.events)
            if each.before.round is None and not entries:
                before = each.before
            if entries or _begins(each):
                entries.append(each)
            for event in each.entry.events:
                if isinstance(event, RoundCompleted):
                    yield event.round, before, entries
            if now.round is None:
                entries = []

    def _entries(self, after: int = 0, table: Table = CLOSED) -> Iterator[RecalledEntry]:
        for body in self._bodies(after):
            commit = decode_commit(body)
            for entry in commit.entries:
                if isinstance(entry.command, c.Command):
                    plain = Entry(command=entry.command, events=entry.events, who=entry.who, at=table.clock)
                    yield RecalledEntry(commit.version, commit.at, table, plain, entry.proofs, entry.seconded)
                table = evolve_all(table, entry.events)

    def _bodies(self, after: int) -> Iterator[bytes]:
        while pages := self._store.pages(self._table, after, _PIECE):
            yield from (body for _, body, _ in pages)
            after = pages[-1][0]


def _begins(each: RecalledEntry) -> bool:
    table = each.before
    return table.round is None and any(
        (table := evolve(table, event)).round is not None for event in each.entry.events
    )
