"""Backups: a whole house in one file, taken while it runs, and restored into an empty database.

A backup is a SQLite database of a house, whatever database it came from: `verify` and `recall` read it, and
`restore` copies it into SQLite or PostgreSQL. It does not hold the key of the shoes, which no database does.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert, select

from casinowar.files import writing
from casinowar.game.refusal import InputError
from casinowar.house.storage.schema import METADATA
from casinowar.house.storage.store import Store, opened_store

_ROWS: Final = 1000
"""Rows copied at a time."""


def back_up(database: str, file: Path) -> None:
    """Write a consistent copy of a house into a new file, while others write to the house."""
    writing.check_place(file)
    if file.exists():
        raise InputError(f"{file} already exists; a backup replaces no file.")
    with opened_store(database, existing=True) as store, _made(file) as new:
        path = store.sqlite_file
        if path is None:
            _copy_rows(store, new)
        else:
            _copy_pages(path, new)


def restore(file: Path, database: str) -> None:
    """Copy a backup into an empty database; the caller audits what is there then."""
    if not file.is_file():
        raise InputError(f"There is no backup {file}.")
    with (
        opened_store(f"sqlite:///{file}", existing=True) as backup,
        opened_store(database) as store,
        store.writing() as target,
    ):
        _check_is_empty(target, store)
        with backup.consistent_connection() as source:
            _copy(source, target)


@contextmanager
def _made(file: Path) -> Iterator[Path]:
    """Make a file under a temporary name, and rename it once it is complete and durable."""
    place = file.resolve()
    made = place.with_name(f".casinowar-{secrets.token_hex(8)}")
    try:
        os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield made
        _finish(made)
        os.link(made, place)  # unlike a rename, refuses to replace a file
    except FileExistsError:
        raise InputError(f"{file} already exists; a backup replaces no file.") from None
    except (OSError, sqlite3.Error) as wrong:
        raise InputError(f"The backup {file} cannot be written: {wrong}.") from None
    finally:
        for left in ("", "-wal", "-shm"):
            made.with_name(made.name + left).unlink(missing_ok=True)


def _finish(made: Path) -> None:
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        [[result]] = connection.execute("PRAGMA integrity_check")
    if result != "ok":
        raise InputError(f"The backup is damaged: {result}.")
    with made.open("rb") as file, suppress(OSError):
        os.fsync(file.fileno())


def _copy_pages(path: str, new: Path) -> None:
    """Copy SQLite's pages in one step, which does not block writers."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(new)) as target:
        source.backup(target)


def _copy_rows(store: Store, new: Path) -> None:
    with (
        opened_store(f"sqlite:///{new}") as made,
        made.writing() as target,
        store.consistent_connection() as source,
    ):
        _copy(source, target)


def _copy(source: Connection, target: Connection) -> None:
    for table in METADATA.sorted_tables:
        order = select(table).order_by(*table.primary_key.columns)
        for rows in source.execution_options(yield_per=_ROWS).execute(order).mappings().partitions():
            target.execute(insert(table), [{**row} for row in rows])


def _check_is_empty(target: Connection, store: Store) -> None:
    for table in METADATA.sorted_tables:
        if target.execute(select(table).limit(1)).first() is not None:
            raise InputError(f"{store.address} is not empty; restore a backup into a new database.")
