"""Backups: a running house in one file, of one moment, and back into either kind of database."""

import sqlite3
from contextlib import closing
from threading import Event, Thread

import pytest
from argon2 import PasswordHasher

from casinowar.cli import main
from casinowar.game import commands as c
from casinowar.game.refusal import InputError
from casinowar.house.audit.report import audit_house
from casinowar.house.people.people import People
from casinowar.house.storage import backups
from casinowar.house.storage.schema import METADATA
from casinowar.house.storage.store import Store, opened_store
from tests.house.sample_house import ANN, KEY, PIT, SETTINGS, Served
from tests.support.databases import emptied


@pytest.fixture
def house(store):
    served = Served(store)
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    served.seat(ANN).play(2)
    served.ask(c.BuyChips(player="Ann", amount=1_00), ANN, name="b1")
    return served


@pytest.fixture
def key(tmp_path):
    (tmp_path / "house.key").write_text(KEY.hex(), encoding="utf-8")
    return str(tmp_path / "house.key")


def everything(store: Store) -> dict[str, list[str]]:
    with store.consistent_connection() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(table.select())))
            for table in METADATA.sorted_tables
        }


def test_a_backup_is_a_complete_house(house, address, tmp_path, key, somebody, capsys):
    file = tmp_path / "backup.db"
    assert main(["backup", str(file), "--database", address]) == 0
    assert capsys.readouterr().out == f"Wrote {file}.\n"
    assert file.stat().st_mode & 0o777 == 0o600
    with opened_store(f"sqlite:///{file}", existing=True) as kept:
        assert everything(kept) == everything(house.store)
        assert People(kept, clock=lambda: 0, random_bytes=bytes).exists(somebody)
    content = file.read_bytes()
    assert audit_house(f"sqlite:///{file}", key).in_order
    assert file.read_bytes() == content, "who only reads leaves it as it is"
    assert KEY not in file.read_bytes()
    assert KEY.hex().encode() not in file.read_bytes()


@pytest.fixture
def somebody(store):
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=lambda: 1, random_bytes=lambda number: b"x" * number, hasher=cheap)
    people.sign_up("Ann", "correct horse battery")
    return "Ann"


def test_a_backup_restores_into_sqlite_and_postgresql(house, address, tmp_path, key, capsys):
    file, before = tmp_path / "backup.db", everything(house.store)
    backups.back_up(address, file)
    house.store.close()
    for target in (f"sqlite:///{tmp_path}/new.db", emptied(address)):
        assert main(["restore", str(file), "--database", target]) == 0
        assert capsys.readouterr().out == f"Restored {file}. The audit finds no fault.\n"
        if target.startswith("sqlite"):
            assert {each.stat().st_mode & 0o777 for each in tmp_path.glob("new.db*")} == {0o600}
        with opened_store(target, existing=True) as again:
            assert everything(again) == before
        assert audit_house(target, key).in_order
    goes_on = Served(Store(address))
    goes_on.play(1)
    goes_on.store.close()
    assert audit_house(address, key).in_order


@pytest.mark.usefixtures("house")
def test_a_backup_during_play_is_of_one_moment(address, tmp_path, key):
    over, written = Event(), Event()

    def play() -> None:
        store = Store(address)
        another = Served(store)
        while not over.is_set():
            another.must(c.BuyChips(player="Ann", amount=1), ANN)
            written.set()
        store.close()

    playing = Thread(target=play)
    playing.start()
    try:
        for number in range(3):
            assert written.wait(60)
            written.clear()
            backups.back_up(address, tmp_path / f"{number}.db")
    finally:
        over.set()
        playing.join()
    for number in range(3):
        found = audit_house(f"sqlite:///{tmp_path}/{number}.db", key)
        assert found.in_order, found.faults
    backups.restore(tmp_path / "2.db", f"sqlite:///{tmp_path}/restored.db")


def test_restore_refuses_a_database_with_data(house, address, tmp_path, capsys):
    file = tmp_path / "backup.db"
    backups.back_up(address, file)
    before = everything(house.store)
    assert main(["restore", str(file), "--database", address]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert everything(house.store) == before
    assert main(["backup", str(file), "--database", address]) == 2
    assert "replaces no file" in capsys.readouterr().err


def test_a_restored_backup_is_audited(house, address, tmp_path, capsys):
    file = tmp_path / "backup.db"
    backups.back_up(address, file)
    house.store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE accounts SET balance = balance - 1 WHERE name = 'cage'")
    assert main(["restore", str(file), "--database", f"sqlite:///{tmp_path}/new.db"]) == 2
    assert "an audit finds 1 fault: cage holds" in capsys.readouterr().err


def test_a_backup_of_another_version_is_refused(house, address, tmp_path):
    file = tmp_path / "backup.db"
    backups.back_up(address, file)
    house.store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(InputError, match="schema version 0000"):
        backups.restore(file, f"sqlite:///{tmp_path}/new.db")


def test_bad_file_names_are_refused_in_one_sentence_and_leave_no_file(tmp_path, capsys):
    missing, nonsense = tmp_path / "missing.db", tmp_path / "nonsense.db"
    nonsense.write_bytes(b"no database at all" * 100)
    target = f"sqlite:///{tmp_path}/new.db"
    for arguments, said in [
        (["restore", str(missing), "--database", target], "There is no backup"),
        (["restore", str(nonsense), "--database", target], "cannot be used"),
        (["backup", str(tmp_path / "x.db"), "--database", f"sqlite:///{missing}"], "There is no database"),
        (["backup", str(tmp_path / "no" / "x.db"), "--database", target], "there is no folder"),
    ]:
        assert main(arguments) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nonsense.db"]
