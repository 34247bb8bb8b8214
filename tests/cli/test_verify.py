"""The command `verify`."""

import json
import os
import sqlite3
from contextlib import closing

import pytest

from casinowar.cli import main
from casinowar.game import commands as c
from casinowar.game.words import Role
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import Accepted, Actor, TableRequest
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from casinowar.rulebooks import load_sample

KEY = bytes(range(32))


@pytest.fixture
def database(tmp_path):
    """Make a house with a table that was opened, and its key."""
    address = f"sqlite:///{tmp_path}/house.db"
    store = Store(address)
    worker = Worker(store, key=KEY, clock=lambda: 5_000, random_bytes=os.urandom)
    worker.open("t", TableSettings(rulebook="maryland", house=load_sample("maryland")))
    pit = Actor("pit", frozenset({Role.DEALER}))
    assert isinstance(worker.ask(TableRequest(table="t", actor=pit, command=c.OpenTable()))[0], Accepted)
    store.close()
    (tmp_path / "house.key").write_text(KEY.hex(), encoding="utf-8")
    return address


def run(capsys, *arguments):
    code = main(["verify", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_a_house_in_order_is_said_to_be(capsys, database, tmp_path):
    code, out, _ = run(capsys, "--database", database)
    assert code == 0
    assert "5 journals, 1 commit: all in order" in out  # the table's, and of each office
    code, out, _ = run(capsys, "--database", database, "--key", tmp_path / "house.key", "--json")
    document = json.loads(out)
    assert (code, document["in_order"], document["orders"], document["faults"]) == (0, True, True, [])
    found = {each["table"]: each["version"] for each in document["journals"]}
    assert found == {"t": 1, **dict.fromkeys(OFFICES, 0)}


def test_what_is_off_is_listed(capsys, database, tmp_path):
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection, connection:
        connection.execute("UPDATE accounts SET balance = balance - 1 WHERE name = 'cage'")
    code, out, _ = run(capsys, "--database", database)
    assert code == 1
    assert "cage holds" in " ".join(out.split())


@pytest.mark.parametrize("settings", ["x'00'", "'text'"])
def test_what_cannot_be_read_is_listed_with_the_rest(capsys, database, tmp_path, settings):
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection, connection:
        connection.execute(f"UPDATE streams SET settings = {settings}")  # noqa: S608 - written here
        connection.execute("UPDATE orders SET sealed = ''")
        connection.execute("INSERT INTO requests VALUES ('x', x'00', 't', 3)")
    code, out, err = run(capsys, "--database", database, "--key", tmp_path / "house.key", "--json")
    found = [fault["problem"] for fault in json.loads(out)["faults"]]
    assert (code, err) == (1, "")
    assert found[0].startswith("its data cannot be read")
    assert found[-1] == "request x is recorded in a commit that is not its own"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--database", "sqlite:///nowhere.db"], "There is no database"),
        (["--database", "nonsense"], "is not the URL of a house's database"),
        (["--database", "postgresql://nobody@127.0.0.1:1/x"], "cannot be used"),
    ],
)
def test_what_is_no_house_gets_one_sentence(capsys, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("key", ["", "zz", "00" * 31])
def test_a_key_is_one_or_is_refused(capsys, database, tmp_path, key):
    (tmp_path / "bad.key").write_text(key, encoding="utf-8")
    code, _, err = run(capsys, "--database", database, "--key", tmp_path / "bad.key")
    assert code == 2
    assert "a key is 64 hexadecimal digits" in err


def test_a_file_that_is_no_database_is_said_to_be_none(capsys, tmp_path):
    (tmp_path / "x.db").write_bytes(b"not a database at all, but long enough to be read as one" * 40)
    code, _, err = run(capsys, "--database", f"sqlite:///{tmp_path}/x.db")
    assert code == 2
    assert "cannot be used" in err
