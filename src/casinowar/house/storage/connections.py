"""Connecting to a house's database, SQLite or PostgreSQL, so that what is committed stays."""

import os
import sqlite3
import time
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DataError, NoSuchModuleError

from casinowar.game.refusal import InputError

_BUSY_SECONDS: Final = 30
_LOOK_AGAIN: Final = 0.0005
"""After so many seconds whoever waits for another writer looks again; a write takes some milliseconds."""
_ROOM: Final = ("cache_size = -16384", "wal_autocheckpoint = 10000")
"""What is read again and again stays at hand, and what was written ahead is put in its place more rarely:
with what SQLite takes otherwise a busy house spends a tenth of its time on that.
"""
_POSTGRESQL: Final = {"postgresql", "postgres"}
"""How people write it; the second is a name that its own programs take."""


def engine_of(url: str, *, existing: bool) -> Engine:
    """Find the engine for the database at an address; one that has to exist is left as it is."""
    try:
        where = make_url(url)
        if where.get_backend_name() == "sqlite":
            waits = {"timeout": _BUSY_SECONDS, "isolation_level": None}
            # What one writes another connection has to read anew: the last one used knows most.
            pool = {} if _in_memory(where) else {"pool_use_lifo": True}
            engine = create_engine(where, connect_args=waits, hide_parameters=True, **pool)
            if not existing:  # whoever only reads leaves a file as it is
                _make_private(where)
                event.listen(engine, "connect", _durable)
            event.listen(engine, "begin", _begun)
            event.listen(engine, "handle_error", _unfit)
            return engine
        if where.get_backend_name() in _POSTGRESQL:
            options = {"options": "-c synchronous_commit=on"}
            where = where.set(drivername="postgresql+psycopg")
            # No log has what was to be written: it may be somebody's password.
            engine = create_engine(where, connect_args=options, hide_parameters=True)
            event.listen(engine, "handle_error", _unfit)
            return engine
        problem = "it is neither SQLite nor PostgreSQL"
    except ArgumentError:
        problem = f"write sqlite:///{hidden(url)} for a file, or postgresql://user@host/name"
    except (NoSuchModuleError, ImportError) as wrong:
        problem = str(wrong)
    raise InputError(f"{hidden(url)!r} is not the address of a database of a house: {problem}.")


def _make_private(where: URL) -> None:
    """Make a file for a new database that only its owner can read, whatever the system makes of others."""
    path = where.database or ""
    if not _in_memory(where) and not path.startswith("file:"):  # which is an address that SQLite reads
        with suppress(OSError):  # it is there, or cannot be made, which is said where it is opened
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _in_memory(where: URL) -> bool:
    """Tell whether a database of SQLite is in memory, which each process has for itself."""
    return ":memory:" in (where.database or ":memory:") or where.query.get("mode") == "memory"


def is_in_memory(url: str) -> bool:
    """Tell whether an address is that of a database in memory."""
    try:
        where = make_url(url)
    except ArgumentError:
        return False  # it is no address, which is said where it is opened
    return where.get_backend_name() == "sqlite" and _in_memory(where)


def hidden(url: str) -> str:
    """Leave the password out of an address."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url.rpartition("@")[2]


def _durable(connection: Any, _record: object) -> None:  # noqa: ANN401 - a driver's own connection
    """Have SQLite keep every commit through a loss of power, and hold to foreign keys."""
    _write_ahead(connection)
    for pragma in ("synchronous = FULL", "foreign_keys = ON", *_ROOM):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: Any) -> None:  # noqa: ANN401 - a driver's own connection
    """Have SQLite write ahead; where others do so at the same moment it is locked, and waits for nobody."""
    _once_it_is_free(connection, "PRAGMA journal_mode = WAL")


def _begun(connection: Connection) -> None:
    """Have a writer wait for its turn at the beginning, where waiting is possible, and readers for nobody.

    SQLite itself looks ever more rarely whether it is one's turn: where several processes write, whoever
    waits for some milliseconds waits for a tenth of a second.
    """
    driver: Any = connection.connection.driver_connection
    if connection.get_execution_options().get("writes", False):
        driver.execute("PRAGMA busy_timeout = 0")
        try:
            _once_it_is_free(driver, "BEGIN IMMEDIATE")
        except sqlite3.Error:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # so that it is told as all else that goes wrong
        finally:
            driver.execute(f"PRAGMA busy_timeout = {1000 * _BUSY_SECONDS}")
    else:
        driver.execute("BEGIN")


def _once_it_is_free(connection: Any, statement: str) -> None:  # noqa: ANN401 - a driver's own connection
    """Have a statement carried out as soon as nobody else holds the file."""
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as no:
            if no.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(_LOOK_AGAIN)
        else:
            return


def _unfit(context: ExceptionContext) -> None:
    """Say in a sentence that a database cannot take a letter or a number, whoever sent it."""
    if isinstance(context.sqlalchemy_exception, DataError) or isinstance(
        context.original_exception, OverflowError | UnicodeEncodeError
    ):
        raise InputError("There is a letter or a number in it that cannot be kept.") from None
