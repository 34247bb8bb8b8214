"""Single commits: durable commits per second of a database, one after another, without other load.

There are two baselines. One row of 2,000 bytes is the smallest useful commit. Everything that one wager
writes is the commit of a house that commits each request by itself: the store's writes are recorded and
replayed by the driver alone, without decisions, lookups or locks.
"""

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import count, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import psycopg
from sqlalchemy import Engine, event

from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.words import Role, Wager
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import Accepted, Actor, TableRequest
from casinowar.house.offices import cashier
from casinowar.house.storage.connections import engine_of
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from tests.support.databases import emptied

SECONDS: Final = 2.0
PIT: Final = Actor("pit", frozenset({Role.DEALER, Role.FLOORPERSON}))
_SETTINGS: Final = TableSettings(
    rulebook="maryland", house=House(limits={Wager.INITIAL: Limit(minimum="10", maximum="10000")})
)
_ROW: Final = bytes(2000)
_TABLES: Final = 100
_WAGERS: Final = 30
"""Wagers at each table."""
_WRITES: Final = ("INSERT", "UPDATE", "WITH")


class Singles(NamedTuple):
    """Single commits per second."""

    rows: float
    """Commits of one row."""
    wagers: float
    """Commits of everything that one wager writes."""


class _Write(NamedTuple):
    """A recorded write of the driver: a statement with one or many rows."""

    statement: str
    given: Any
    many: bool

    def again(self, cursor: Any) -> None:
        (cursor.executemany if self.many else cursor.execute)(self.statement, self.given)


def of_sqlite() -> Singles:
    """Count the single commits of SQLite, in a temporary folder."""
    with TemporaryDirectory() as folder:
        return Singles(rows_of_sqlite(Path(folder, "rows.db")), _wagers(f"sqlite:///{folder}/wagers.db"))


def of_postgres(address: str) -> Singles:
    """Count the single commits of a PostgreSQL database, and leave it empty."""
    return Singles(_rows_of_postgres(address), _wagers(address))


def rows_of_sqlite(path: Path) -> float:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS single (row BLOB)")
        return _per_second(connection.execute("INSERT INTO single VALUES (?)", (_ROW,)) for _ in repeat(None))


def _rows_of_postgres(address: str) -> float:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET synchronous_commit = on")
        connection.execute("CREATE TABLE single (row bytea)")
        rate = _per_second(
            connection.execute("INSERT INTO single VALUES (%s)", (_ROW,)) for _ in repeat(None)
        )
    emptied(address)
    return rate


def _wagers(url: str) -> float:
    """Count commits of everything that one wager writes, in the schema of a house."""
    before, commits = _recorded(url)
    emptied(url)
    Store(url).close()
    engine = engine_of(url, existing=False)
    try:
        with closing(engine.raw_connection()) as connection:
            for _ in _given_again(connection, before):
                pass
            return _per_second(_given_again(connection, commits))
    finally:
        engine.dispose()
        emptied(url)


def _given_again(connection: Any, commits: Iterable[list[_Write]]) -> Iterator[None]:
    cursor = connection.cursor()
    for commit in commits:
        if isinstance(connection.driver_connection, sqlite3.Connection):
            cursor.execute("BEGIN IMMEDIATE")
        for write in commit:
            write.again(cursor)
        connection.commit()
        yield


def _recorded(url: str) -> tuple[list[list[_Write]], list[list[_Write]]]:
    """Place wagers one by one at tables of a new house; return the writes before, and those of each wager."""
    engine = engine_of(url, existing=False)
    store = Store(engine)
    try:
        with _recording(engine) as written:
            wagers = _placed(store)
            for _ in range(_TABLES):
                next(wagers)
            began = len(written)
            for _ in wagers:
                pass
        return written[:began], written[began:]
    finally:
        store.close()


def _placed(store: Store) -> Iterator[None]:
    """Open tables with a player at each, then place wagers in turn; the first at each begins its round."""
    numbers, started = count(), time.monotonic()
    worker = Worker(
        store,
        key=os.urandom(32),
        clock=lambda: int(1000 * (time.monotonic() - started)),
        random_bytes=os.urandom,
    )

    def ask(table: str, actor: Actor, command: c.Command | cashier.CashierCommand) -> None:
        request = TableRequest(table=table, actor=actor, command=command, id=f"r{next(numbers)}")
        (answer,) = worker.ask(request)
        if not isinstance(answer, Accepted):
            raise TypeError(answer)

    tables = [f"table-{number}" for number in range(_TABLES)]
    for table in tables:
        worker.open(table, _SETTINGS)
        ask(table, PIT, c.OpenTable())
        ask(cashier.CASHIER, PIT, cashier.Deposit(player=table, amount=10**9))
        ask(table, Actor(table), c.Sit(player=table, seat=1, chips=10**9))
        ask(table, Actor(table), c.RefuseCut(seat=1))
    for _ in range(_WAGERS):
        for table in tables:
            ask(table, Actor(table), c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
            yield


@contextmanager
def _recording(engine: Engine) -> Iterator[list[list[_Write]]]:
    """Record what is written by an engine's connections, commit by commit."""
    commits: list[list[_Write]] = []
    unsaid: list[_Write] = []

    def wrote(*how: Any) -> None:
        _, _, statement, given, _, many = how
        if statement.startswith(_WRITES):
            unsaid.append(_Write(statement, given, many))

    def committed(_connection: object) -> None:
        if unsaid:
            commits.append([*unsaid])
            unsaid.clear()

    event.listen(engine, "before_cursor_execute", wrote)
    event.listen(engine, "commit", committed)
    try:
        yield commits
    finally:
        event.remove(engine, "before_cursor_execute", wrote)
        event.remove(engine, "commit", committed)


def _per_second(commits: Iterable[object]) -> float:
    done, started = 0, time.perf_counter()
    for _ in commits:
        done += 1
        if time.perf_counter() - started > SECONDS:
            break
    return done / (time.perf_counter() - started)
