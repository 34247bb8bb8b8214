"""Database engines for SQLite and PostgreSQL, set up so that every commit is durable."""

import os
import sqlite3
import time
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DataError, NoSuchModuleError

from casinowar.game.refusal import InputError

_BUSY_SECONDS: Final = 30
_RETRY_SECONDS: Final = 0.0005
"""Pause between attempts to lock a SQLite file; a write takes some milliseconds."""
_CACHE: Final = ("cache_size = -16384", "wal_autocheckpoint = 10000")
"""A larger page cache and rarer checkpoints: the defaults cost a busy house a tenth of its time."""
_POSTGRESQL: Final = {"postgresql", "postgres"}


def engine_of(url: str, *, existing: bool) -> Engine:
    """Create the engine for a database URL; with `existing`, create and change no file."""
    try:
        where = make_url(url)
        if where.get_backend_name() == "sqlite":
            waits = {"timeout": _BUSY_SECONDS, "isolation_level": None}
            # Each connection caches pages until another one writes; the last one used has the freshest.
            pool = {} if _in_memory(where) else {"pool_use_lifo": True}
            engine = create_engine(where, connect_args=waits, hide_parameters=True, **pool)
            if not existing:
                _make_private(where)
                event.listen(engine, "connect", _durable)
            event.listen(engine, "begin", _begin)
            event.listen(engine, "handle_error", _check_storable)
            return engine
        if where.get_backend_name() in _POSTGRESQL:
            options = {"options": "-c synchronous_commit=on"}
            where = where.set(drivername="postgresql+psycopg")
            # Parameters may hold a password hash, so no log shows them.
            engine = create_engine(where, connect_args=options, hide_parameters=True)
            event.listen(engine, "handle_error", _check_storable)
            return engine
        problem = "it is neither SQLite nor PostgreSQL"
    except ArgumentError:
        problem = f"write sqlite:///{hidden(url)} for a file, or postgresql://user@host/name"
    except (NoSuchModuleError, ImportError) as wrong:
        problem = str(wrong)
    raise InputError(f"{hidden(url)!r} is not the URL of a house's database: {problem}.")


def _make_private(where: URL) -> None:
    path = where.database or ""
    if not _in_memory(where) and not path.startswith("file:"):  # a URI that SQLite itself parses
        with suppress(OSError):  # it exists, or opening it will report why it cannot be made
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _in_memory(where: URL) -> bool:
    return ":memory:" in (where.database or ":memory:") or where.query.get("mode") == "memory"


def is_in_memory(url: str) -> bool:
    """Tell whether a URL names a SQLite database in memory, which other processes cannot share."""
    try:
        where = make_url(url)
    except ArgumentError:
        return False  # opening it reports the address
    return where.get_backend_name() == "sqlite" and _in_memory(where)


def hidden(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url.rpartition("@")[2]


def _durable(connection: Any, _record: object) -> None:  # noqa: ANN401 - a driver's own connection
    """Make SQLite keep every commit through a power loss, and enforce foreign keys."""
    # Another process may set it at the same moment, and the busy timeout does not apply here.
    _retry_while_busy(connection, "PRAGMA journal_mode = WAL")
    for pragma in ("synchronous = FULL", "foreign_keys = ON", *_CACHE):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Lock the file at the beginning of a write transaction, where waiting is possible; readers do not wait.

    SQLite's own wait backs off to a tenth of a second, which is too long where several processes write.
    """
    driver: Any = connection.connection.driver_connection
    if connection.get_execution_options().get("writes", False):
        driver.execute("PRAGMA busy_timeout = 0")
        try:
            _retry_while_busy(driver, "BEGIN IMMEDIATE")
        except sqlite3.Error:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # SQLAlchemy reports its error
        finally:
            driver.execute(f"PRAGMA busy_timeout = {1000 * _BUSY_SECONDS}")
    else:
        driver.execute("BEGIN")


def _retry_while_busy(connection: Any, statement: str) -> None:  # noqa: ANN401 - a driver's own connection
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as no:
            if no.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def _check_storable(context: ExceptionContext) -> None:
    """Refuse a character or number that the database cannot store."""
    if isinstance(context.sqlalchemy_exception, DataError) or isinstance(
        context.original_exception, OverflowError | UnicodeEncodeError
    ):
        raise InputError("It contains a character or number that the database cannot store.") from None
