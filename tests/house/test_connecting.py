"""Connecting to SQLite while others do: waited for as long as it takes, up to a point."""

import sqlite3
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from casinowar.game.refusal import InputError
from casinowar.house.running import connecting
from casinowar.house.store import opened_store

IN_MEMORY = ["sqlite://", "sqlite:///:memory:"]


class Busy:
    """A driver's connection that cannot write ahead for some tries, and notes what it is told."""

    def __init__(self, tries: int, code: int = sqlite3.SQLITE_BUSY) -> None:
        self.tries, self.code, self.told = tries, code, list[str]()

    def execute(self, said: str) -> None:
        self.told.append(said)
        if said == "PRAGMA journal_mode = WAL" and self.tries:
            self.tries -= 1
            no: Any = sqlite3.OperationalError("no")
            no.sqlite_errorcode = self.code
            raise no


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY])
def test_a_database_that_is_busy_twice_is_tried_a_third_time(code):
    connection = Busy(2, code)

    connecting._durable(connection, None)

    assert connection.told[:3] == ["PRAGMA journal_mode = WAL"] * 3
    assert "PRAGMA synchronous = FULL" in connection.told[3:]


@pytest.mark.parametrize(
    "url", [*IN_MEMORY, "sqlite:///{folder}/house.db", "sqlite:///file:{folder}/house.db?uri=true"]
)
def test_a_database_may_be_a_file_or_in_memory(url, tmp_path):
    with opened_store(url.format(folder=tmp_path)) as store:
        assert store.tables() == []


def test_a_database_that_cannot_be_written_is_not_tried_again():
    connection = Busy(1, sqlite3.SQLITE_READONLY)

    with pytest.raises(sqlite3.OperationalError):
        connecting._durable(connection, None)

    assert len(connection.told) == 1


def test_a_database_that_is_busy_for_good_is_told_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(connecting, "_BUSY_SECONDS", 0.2)
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
