"""Where a house is served, and what is said when it cannot be."""

import os
import socket
import sqlite3
import webbrowser
from contextlib import nullcontext
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from casinowar.cli import main
from casinowar.game.commands import Sit
from casinowar.game.refusal import InputError
from casinowar.game.words import Role, Wager
from casinowar.house.journal.requests import Accepted, Actor, TableRequest
from casinowar.house.journal.shoe_key import shoe_key
from casinowar.house.offices.cashier import CASHIER, Deposit
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.store import opened_store
from casinowar.house.worker.streams import milliseconds
from casinowar.house.worker.table_state import rules_of
from casinowar.house.worker.worker import Worker
from casinowar.web import serve
from casinowar.web.app import _no_database as answered
from casinowar.web.serve import free_port, prepared, remarks
from casinowar.web.server.settings import ServingSettings
from tests.web.served_house import ServedHouse


def test_a_port_that_another_house_has_is_said_in_a_sentence_and_nothing_is_made(
    server: ServedHouse, tmp_path, capsys
):
    database = tmp_path / "second.db"
    arguments = [
        "--port",
        str(server.port),
        "--database",
        f"sqlite:///{database}",
        "--key",
        str(tmp_path / "k"),
    ]
    assert main(["serve", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"The server cannot listen on 127.0.0.1, port {server.port}: Address already in use." in said.err
    assert not database.exists()


def test_the_browser_opens_the_page_once_the_house_answers(monkeypatch):
    answers: list[Any] = [OSError(), nullcontext()]
    opened: SimpleQueue[str] = SimpleQueue()

    def health(address: str, **_timeout: int) -> object:
        assert address == "http://house/health"
        if isinstance(answer := answers.pop(0), OSError):
            raise answer
        return answer

    monkeypatch.setattr(serve, "urlopen", health)
    monkeypatch.setattr(webbrowser, "open", opened.put)
    serve.browse("http://house")
    assert opened.get(timeout=5) == "http://house"
    assert not answers


@pytest.mark.parametrize("port", ["65536", "-1", "abc"])
def test_what_is_no_port_is_refused(port, capsys):
    assert main(["serve", "--port", port]) == 2
    assert "--port" in capsys.readouterr().err


def test_any_free_port_is_found_and_an_address_elsewhere_is_not():
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", free_port("127.0.0.1", 0)))
    assert main(["serve", "--host", "203.0.113.1"]) == 2


def test_an_operator_is_told_of_a_wager_that_loses_the_house_money(tmp_path):
    settings = settings_in(tmp_path, "maryland", "wisconsin")
    assert prepared(settings)
    [maryland, wisconsin] = remarks(settings)
    assert maryland.startswith("The table maryland is open, with the sample house's choices. ")
    assert "Bonus Spin" in maryland or "bonus spin" in maryland
    assert wisconsin == "The table wisconsin is open, with the sample house's choices."


OTHER = 'extends = "washington"\nname = "other"\ntitle = "Another house"\n'


def settings_in(folder, *tables) -> ServingSettings:
    return ServingSettings(
        database=f"sqlite:///{folder}/house.db",
        key=str(folder / "house.key"),
        signing_key=str(folder / "signing.pem"),
        tables=tables,
    )


def test_a_table_of_ones_own_rulebook_is_called_like_its_file_wherever_that_lies(tmp_path):
    file = tmp_path / "other.toml"
    file.write_text(OTHER, encoding="utf-8")
    settings = settings_in(tmp_path, str(file))
    assert prepared(settings)
    [remark] = remarks(settings)
    assert remark.startswith("The table other.toml is open, with the usual limits.")
    file.unlink()
    with opened_store(settings.database) as store:
        assert "other.toml" in store.tables()


def test_a_built_in_rulebook_has_one_table_however_it_is_spelt(tmp_path):
    settings = settings_in(tmp_path, "South-Dakota", "south_dakota", "Wisconsin")
    assert prepared(settings)
    opened = [remark.partition(" is open")[0] for remark in remarks(settings)]
    assert opened == ["The table south_dakota", "The table wisconsin"]
    with opened_store(settings.database) as store:
        assert [name for name in store.tables() if name not in OFFICES] == ["south_dakota", "wisconsin"]


CHOICES = 'rulebook = "{rulebook}"\nseats = 5\n[limits.initial]\nminimum = "15"\nmaximum = "{most}"\n'


def written(folder: Path, most: str, rulebook: str = "washington") -> str:
    path = folder / "friday.toml"
    path.write_text(CHOICES.format(rulebook=rulebook, most=most), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("rulebook", ["washington", "other.toml"])
def test_a_table_with_the_choices_of_a_house_file_is_called_like_the_file(rulebook, tmp_path):
    (tmp_path / "other.toml").write_text(OTHER, encoding="utf-8")
    settings = settings_in(tmp_path, written(tmp_path, "300", rulebook))
    assert prepared(settings)
    assert [*remarks(settings)] == ["The table friday.toml is open, with the choices of friday.toml."]
    with opened_store(settings.database) as store:
        rules = rules_of(store.settings("friday.toml") or b"")
    assert (rules.book.name, rules.seats) == (rulebook.removesuffix(".toml"), 5)
    assert rules.house.limits[Wager.INITIAL].maximum == "300"


def test_a_table_whose_file_says_otherwise_now_goes_on_as_it_was_set_up_and_the_operator_is_told(tmp_path):
    settings = settings_in(tmp_path, written(tmp_path, "300"))
    assert prepared(settings)
    written(tmp_path, "400")
    assert prepared(settings)
    [remark] = remarks(settings)
    assert remark == (
        "The table friday.toml is open as it was set up, which is not as the choices of friday.toml are now: "
        "a table keeps its choices, and others are another table."
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('seats = 5\nsmallest_chip = "1"\n', r"friday\.toml does not say which rulebook it is for"),
        ('rulebook = "washington"\nseats = 99999\n', r"friday\.toml, line 2: seats"),
        ('rulebook = "oregon"\nseats = 5\n', "There is no rulebook 'oregon'"),
    ],
)
def test_a_house_file_that_fits_no_rulebook_is_refused_before_anything_is_made(text, said, tmp_path):
    (tmp_path / "friday.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        prepared(settings_in(tmp_path, str(tmp_path / "friday.toml")))
    assert [path.name for path in tmp_path.iterdir()] == ["friday.toml"]


def test_two_files_whose_tables_would_be_called_alike_are_refused(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "other.toml").write_text(OTHER, encoding="utf-8")
    both = [str(tmp_path / folder / "other.toml") for folder in ("one", "two")]
    with pytest.raises(InputError, match=r"would both be called other\.toml"):
        prepared(settings_in(tmp_path, *both))


def test_a_rulebook_that_there_is_not_is_refused_before_anything_is_made(tmp_path):
    with pytest.raises(InputError, match="There is no rulebook 'nowhere'"):
        prepared(settings_in(tmp_path, "maryland", "nowhere"))
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("where", ["sqlite://", "sqlite:///:memory:"])
def test_a_house_that_would_be_lost_is_not_served(where, tmp_path):
    with pytest.raises(InputError, match="A house needs a database in a file or on PostgreSQL"):
        prepared(replace(settings_in(tmp_path), database=where))
    assert not [*tmp_path.iterdir()]


def test_a_key_that_does_not_open_the_shoes_is_refused_before_anything_is_served(tmp_path, capsys):
    settings = settings_in(tmp_path, "wisconsin")
    assert prepared(settings)
    sit_down(settings)
    before = (tmp_path / "house.key").read_text(encoding="utf-8")
    (tmp_path / "house.key").write_text("00" * 32, encoding="utf-8")
    where = ["--database", settings.database, "--key", settings.key, "--signing-key", settings.signing_key]

    assert main(["serve", "--port", "0", *where]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f"casinowar: The key {settings.key} does not open the shoes of the table wisconsin; "
        "a house needs the key with which they were shuffled.\n"
    )
    (tmp_path / "house.key").write_text(before, encoding="utf-8")
    assert prepared(settings)


def sit_down(settings: ServingSettings) -> None:
    """Have the first player come, for whom the cards are shuffled."""
    key = shoe_key(Path(settings.key))
    floor = Actor("pit", frozenset({Role.FLOORPERSON, Role.DEALER}))
    with opened_store(settings.database) as store:
        worker = Worker(store, key=key, clock=milliseconds, random_bytes=os.urandom)
        for table, actor, command in (
            (CASHIER, floor, Deposit(player="Ann", amount=500_00)),
            ("wisconsin", Actor("Ann"), Sit(player="Ann", seat=1, chips=100_00)),
        ):
            [answer] = worker.ask(TableRequest(table=table, actor=actor, command=command))
            assert isinstance(answer, Accepted)


def sqlite_says(code: int) -> OperationalError:
    said: Any = sqlite3.OperationalError("no")
    said.sqlite_errorcode = code
    return OperationalError("SELECT", {}, said)


@pytest.mark.parametrize(
    ("wrong", "status", "sentence"),
    [
        (sqlite_says(sqlite3.SQLITE_BUSY), 503, "The database does not answer; try again."),
        (sqlite_says(sqlite3.SQLITE_BUSY_SNAPSHOT), 503, "The database does not answer; try again."),
        (OperationalError("SELECT", {}, Exception("gone")), 503, "The database does not answer; try again."),
        (PoolTimeoutError("all are taken"), 503, "The database does not answer; try again."),
        (sqlite_says(sqlite3.SQLITE_ERROR), 500, "Something went wrong in the house."),
    ],
)
def test_a_database_that_does_not_answer_is_told_from_one_that_is_wrong(wrong, status, sentence):
    request: Any = SimpleNamespace(method="POST", url=SimpleNamespace(path="/api/sign-in"))
    told = answered(request, wrong)
    assert (told.status_code, told.content.code, told.content.sentence) == (status, "failed", sentence)
