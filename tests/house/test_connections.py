"""Database connections: busy SQLite files, in-memory databases and bad URLs."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from casinowar.game.refusal import InputError
from casinowar.house.storage import connections
from casinowar.house.storage.store import opened_store

IN_MEMORY = ["sqlite://", "sqlite:///:memory:"]


WAITS = {"PRAGMA journal_mode = WAL", "BEGIN IMMEDIATE"}


class Busy:
    """A driver's connection that cannot write for some tries, and notes what it is told."""

    def __init__(self, tries: int, code: int = sqlite3.SQLITE_BUSY) -> None:
        self.tries, self.code, self.told = tries, code, list[str]()

    def execute(self, said: str) -> None:
        self.told.append(said)
        if said in WAITS and self.tries:
            self.tries -= 1
            no: Any = sqlite3.OperationalError("no")
            no.sqlite_errorcode = self.code
            raise no


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY])
def test_a_busy_database_is_retried(code):
    connection = Busy(2, code)

    connections._durable(connection, None)

    assert connection.told[:3] == ["PRAGMA journal_mode = WAL"] * 3
    assert "PRAGMA synchronous = FULL" in connection.told[3:]


def test_a_writer_polls_for_the_lock(tmp_path):
    engine = connections.engine_of(f"sqlite:///{tmp_path}/house.db", existing=False)
    with engine.connect() as connection:
        real, busy = connection.connection, Busy(2)
        connection._dbapi_connection = SimpleNamespace(driver_connection=busy)  # type: ignore[assignment]  # it stands in
        connections._begin(connection.execution_options(writes=True))
        connection._dbapi_connection = real

    assert busy.told == ["PRAGMA busy_timeout = 0", *["BEGIN IMMEDIATE"] * 3, "PRAGMA busy_timeout = 30000"]
    engine.dispose()


def test_a_waiting_writer_continues_after_the_other_commits(tmp_path):
    engine = connections.engine_of(f"sqlite:///{tmp_path}/house.db", existing=False)
    writer, written, waits = engine.execution_options(writes=True), list[str](), Event()

    def write() -> None:
        waits.set()
        with writer.begin():
            written.append("after")

    with writer.begin() as connection, ThreadPoolExecutor() as other:
        waiting = other.submit(write)
        waits.wait()
        time.sleep(0.05)
        connection.exec_driver_sql("CREATE TABLE something (x)")
        written.append("before")
        connection.commit()
        waiting.result()

    assert written == ["before", "after"]
    with engine.connect() as reading:  # whoever reads has patience as before
        assert reading.exec_driver_sql("PRAGMA busy_timeout").scalar() == 30_000
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "in_memory"),
    [
        *((url, True) for url in IN_MEMORY),
        ("sqlite:///file:house?mode=memory&cache=shared&uri=true", True),
        ("sqlite:///file::memory:?cache=shared&uri=true", True),
        ("sqlite:///file:/somewhere/house.db?uri=true", False),
        ("sqlite:///house.db", False),
        ("postgresql://house@db/house", False),
        ("postgresql://house@db", False),
        ("house.db", False),
    ],
)
def test_in_memory_urls_are_recognized(url, in_memory):
    assert connections.is_in_memory(url) is in_memory


def test_a_lock_timeout_is_reported_like_other_database_errors(tmp_path, monkeypatch):
    monkeypatch.setattr(connections, "_BUSY_SECONDS", 0.1)
    engine = connections.engine_of(f"sqlite:///{tmp_path}/house.db", existing=False)
    writer = engine.execution_options(writes=True)
    with writer.begin(), pytest.raises(OperationalError, match="database is locked"), writer.begin():
        pass
    engine.dispose()


@pytest.mark.parametrize(
    "url", [*IN_MEMORY, "sqlite:///{folder}/house.db", "sqlite:///file:{folder}/house.db?uri=true"]
)
def test_a_sqlite_database_may_be_a_file_or_in_memory(url, tmp_path):
    with opened_store(url.format(folder=tmp_path)) as store:
        assert store.tables() == []


def test_a_read_only_database_is_not_retried():
    connection = Busy(1, sqlite3.SQLITE_READONLY)

    with pytest.raises(sqlite3.OperationalError):
        connections._durable(connection, None)

    assert len(connection.told) == 1


def test_a_permanently_busy_database_gets_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(connections, "_BUSY_SECONDS", 0.2)
    url = f"sqlite:///{tmp_path}/house.db"
    other = create_engine(url)
    with other.connect() as holding:
        holding.execute(text("CREATE TABLE something (x)"))
        holding.commit()
        holding.exec_driver_sql("BEGIN EXCLUSIVE")

        with pytest.raises(InputError) as no, opened_store(url):
            pass

    assert str(no.value) == f"The database {url} cannot be used: database is locked."
    with opened_store(url):  # once it is free
        pass
    other.dispose()
