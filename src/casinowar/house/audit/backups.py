"""Backups: a whole house in one file, taken while it runs, and put back into an empty database.

A backup is itself a house's database, in SQLite, wherever it came from: `verify` and `recall` read it, and
it goes back into SQLite or PostgreSQL alike. The key of the shoes is in no database, and so in no backup.
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
from casinowar.house.audit.verify import verify
from casinowar.house.storage.schema import METADATA
from casinowar.house.storage.store import Store, opened_store
from casinowar.reports.numbers import counted

_ROWS: Final = 1000
"""So many rows are copied at a time."""


def back_up(database: str, file: Path) -> None:
    """Write a house as it is at one moment into a file of its own, whatever is written meanwhile."""
    writing.check_place(file)
    if file.exists():
        raise InputError(f"{file} is there already; a backup takes nothing's place.")
    with opened_store(database, existing=True) as store, _made(file) as new:
        path = store.sqlite_file
        if path is None:
            _copy_rows(store, new)
        else:
            _copy_pages(path, new)


def restore(file: Path, database: str) -> None:
    """Put a backup into an empty database, and audit it there."""
    if not file.is_file():
        raise InputError(f"There is no backup {file}.")
    with opened_store(f"sqlite:///{file}", existing=True) as kept, opened_store(database) as store:
        with store.writing() as target:
            _check_is_empty(target, store)
            with kept.reading_all() as source:
                _copy(source, target)
        faults = [*verify(store)]
        if faults:
            found = counted(len(faults), "fault")
            first = faults[0].problem.rstrip(".")
            raise InputError(f"The backup was put back, but an audit finds {found}: {first}.")


@contextmanager
def _made(file: Path) -> Iterator[Path]:
    """Make a file under another name; it takes its place once it is whole and kept."""
    place = file.resolve()
    made = place.with_name(f".casinowar-{secrets.token_hex(8)}")
    try:
        os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield made
        _keep(made)
        os.link(made, place)  # refuses to take another's place
    except FileExistsError:
        raise InputError(f"{file} is there already; a backup takes nothing's place.") from None
    except (OSError, sqlite3.Error) as wrong:
        raise InputError(f"The backup {file} cannot be written: {wrong}.") from None
    finally:
        for left in ("", "-wal", "-shm"):
            made.with_name(made.name + left).unlink(missing_ok=True)


def _keep(made: Path) -> None:
    """Have the file be whole by itself, and durable."""
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        [[said]] = connection.execute("PRAGMA integrity_check")
    if said != "ok":
        raise InputError(f"The backup is not whole: {said}.")
    with made.open("rb") as file, suppress(OSError):
        os.fsync(file.fileno())


def _copy_pages(path: str, new: Path) -> None:
    """Copy SQLite's own pages in one step, which lets writers go on."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(new)) as target:
        source.backup(target)


def _copy_rows(store: Store, new: Path) -> None:
    with opened_store(f"sqlite:///{new}") as made, made.writing() as target, store.reading_all() as source:
        _copy(source, target)


def _copy(source: Connection, target: Connection) -> None:
    """Copy all tables, those first that others refer to."""
    for table in METADATA.sorted_tables:
        order = select(table).order_by(*table.primary_key.columns)
        for rows in source.execution_options(yield_per=_ROWS).execute(order).mappings().partitions():
            target.execute(insert(table), [{**row} for row in rows])


def _check_is_empty(target: Connection, store: Store) -> None:
    for table in METADATA.sorted_tables:
        if target.execute(select(table).limit(1)).first() is not None:
            raise InputError(f"{store.address} is not empty; a backup is put into a database of its own.")
