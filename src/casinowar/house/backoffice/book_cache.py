"""The sheets of all books: closed ones are kept in the database, so that no journal is read twice.

They are a projection: whoever does not trust them throws them away, and `verify` holds each to its journal.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from threading import RLock
from typing import TypeVar

from msgspec import DecodeError

from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Table
from casinowar.house.backoffice.books import (
    SHEET,
    Bookkeeper,
    BookLine,
    BookSheet,
    PlayerSession,
    Stint,
    read_sheet,
    written_sheet,
)
from casinowar.house.backoffice.daybook import DayBook
from casinowar.house.journal.commits import RecalledRound, read
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import Store

T = TypeVar("T")


class TableBook:
    """All sheets of a table."""

    def __init__(self, table: str, settings: bytes) -> None:
        """Begin a table's book."""
        self.table, self.settings = table, settings
        self._closed: list[BookSheet] = []
        self._of_players: dict[str, list[RecalledRound]] = {}
        """The rounds of the closed sheets, by who wagered in them."""
        self._keeper = Bookkeeper()

    @property
    def sheets(self) -> tuple[BookSheet, ...]:
        """All sheets, the one that is written on last."""
        return (*self._closed, self._keeper.sheet)

    @property
    def now(self) -> BookSheet:
        """The sheet that is written on, which tells where the table stands."""
        return self._keeper.sheet

    def lines(self) -> Iterator[BookLine]:
        """List what was booked, in order."""
        return chain.from_iterable(sheet.lines for sheet in self.sheets)

    def sessions(self) -> Iterator[PlayerSession]:
        """List the sessions of players, those that go on last."""
        over = chain.from_iterable(sheet.sessions for sheet in self.sheets)
        return chain(over, self.now.carried.sessions.values())

    def stints(self) -> Iterator[Stint]:
        """List who dealt from when to when."""
        going_on = self.now.carried.stint
        over = chain.from_iterable(sheet.stints for sheet in self.sheets)
        return chain(over, [] if going_on is None else [going_on])

    def rounds(self) -> Iterator[RecalledRound]:
        """List the rounds that are over."""
        return chain.from_iterable(sheet.rounds for sheet in self.sheets)

    def rounds_of(self, player: str) -> Iterator[RecalledRound]:
        """List the rounds that are over in which a player wagered or banked."""
        lately = (each for each in self.now.rounds if player in each.players)
        return chain(self._of_players.get(player, ()), lately)

    def before(self, version: int) -> tuple[int, Table]:
        """Find a sheet's end before a commit: its version, and how the table stood."""
        found = (sheet for sheet in reversed(self._closed) if sheet.version < version)
        sheet = next(found, None)
        return (0, CLOSED) if sheet is None else (sheet.version, sheet.carried.table)

    def take(self, sheet: BookSheet) -> None:
        """Put in a sheet that is closed."""
        self._closed.append(sheet)
        for each in sheet.rounds:
            for player in each.players:
                self._of_players.setdefault(player, []).append(each)
        self._keeper = Bookkeeper(sheet)

    def follow(self, body: bytes) -> BookSheet | None:
        """Book a commit; gives the sheet that it closed."""
        self._keeper.follow(read(body))
        if self.now.version % SHEET:
            return None
        self.take(self.now)
        return self._closed[-1]


class Books:
    """The books of all tables, caught up with the journals when they are asked for."""

    def __init__(self, store: StoreReader, *, keeps: Store | None = None) -> None:
        """Read from a store; closed sheets are kept where a store to keep them in is given."""
        self._store, self._keeps = store, keeps
        self._books: dict[str, TableBook] = {}
        self._pit = DayBook()
        self._lock = RLock()

    def tables(self) -> list[str]:
        """Name all tables."""
        return [name for name in self._store.tables() if name not in OFFICES]

    def look(self, reading: Callable[["Books"], T]) -> T:
        """Have something read while nobody else goes on with the books."""
        with self._lock:
            return reading(self)

    def keep_up(self) -> None:
        """Take in what was committed at all tables, so that nobody has to wait for it later."""
        for table in self.tables():
            self.of(table)
        self.pit()

    def pit(self) -> DayBook:
        """Give the day book of the pit as it stands now."""
        with self._lock:
            self._pit.catch_up(self._store)
            return self._pit

    def of(self, table: str) -> TableBook:
        """Give the book of a table as it stands now."""
        with self._lock:
            book = self._books.get(table) or self._opened(table)
            try:
                self._catch_up(book)
            except BaseException:
                self._books.pop(table, None)  # half a commit may be booked
                raise
            self._books[table] = book
            return book

    def _opened(self, table: str) -> TableBook:
        settings = None if table in OFFICES else self._store.settings(table)
        if settings is None:
            raise InputError(f"There is no table {table}.")
        book = TableBook(table, settings)
        for version, body in self._store.sheets(table):
            if version != book.now.version + SHEET:
                break
            try:
                book.take(read_sheet(body))
            except DecodeError:  # made by another version of the package: it is made again
                break
        return book

    def _catch_up(self, book: TableBook) -> None:
        while pages := self._store.pages(book.table, book.now.version, SHEET):
            for _, body, _ in pages:
                closed = book.follow(body)
                if closed is not None and self._keeps is not None:
                    self._keeps.keep_sheet(book.table, closed.version, written_sheet(closed))
            if len(pages) < SHEET:
                return


def wrong_sheets(store: StoreReader, table: str) -> Iterator[int]:
    """Find the kept sheets of a table that its journal does not come to."""
    keeper = Bookkeeper()
    for version, body in store.sheets(table):
        for _, page, _ in store.pages(table, keeper.sheet.version, version - keeper.sheet.version):
            keeper.follow(read(page))
        if keeper.sheet.version != version or written_sheet(keeper.sheet) != body:
            yield version
        keeper = Bookkeeper(keeper.sheet)
