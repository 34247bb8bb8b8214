"""Logs: one line of JSON for an event, with its facts and without secrets."""

import json
import logging
import logging.config

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from casinowar.house.serving.logs import JsonLines, log_settings
from casinowar.house.storage.schema import PEOPLE


def line(message: str, failed: BaseException | None = None, **facts: object) -> dict[str, object]:
    wrong = (type(failed), failed, failed.__traceback__) if failed else None
    record = logging.LogRecord("casinowar.web", logging.INFO, "x.py", 1, message, (), wrong)
    vars(record).update(facts)
    said = JsonLines().format(record)
    assert "\n" not in said
    found: dict[str, object] = json.loads(said)
    return found


def test_an_event_is_a_line_with_its_facts():
    found = line("signed_in", person="Ann\nBen", address="::1")
    assert (found["event"], found["level"], found["person"], found["from"]) == (
        "signed_in",
        "info",
        "Ann\nBen",
        "casinowar.web",
    )
    assert str(found["at"]).endswith("+00:00")


def test_what_has_to_stay_secret_is_left_out_by_its_name():
    secret = dict.fromkeys(("password", "session_token", "shoe_key", "Cookie", "cards"), "secret")
    found = line("x", None, **secret, table="t")
    assert {name for name, value in found.items() if value == "left out"} == secret.keys()
    assert "secret" not in found.values()


def test_a_failure_tells_where_and_not_with_what():
    secret = "correct horse"  # noqa: S105, F841 - a value that is at hand when it goes wrong
    with pytest.raises(ValueError, match="it broke") as told:
        int("it broke")
    found = line("failed", told.value)
    assert found["error"] == "ValueError"
    assert "it broke" in str(found["says"])
    assert "correct horse" not in json.dumps(found)


def test_all_logs_of_a_process_are_lines(capsys):
    before = logging.root.handlers[:], logging.root.level
    try:
        logging.config.dictConfig(log_settings("warning"))
        logging.getLogger("casinowar.house").info("not this")
        logging.getLogger("casinowar.house").warning("this", extra={"table": "t"})
        logging.getLogger("alembic").warning("and that")
        said = [json.loads(each)["event"] for each in capsys.readouterr().err.splitlines()]
    finally:
        logging.root.handlers[:], logging.root.level = before
        ours = logging.getLogger("casinowar")
        ours.handlers.clear()
        ours.propagate = True
        ours.setLevel(logging.NOTSET)
    assert said == ["this", "and that"]


def test_what_was_to_be_written_stands_in_no_error_of_the_database(store):
    person = {"name": "Ann", "key": "ann", "password": "a hash to guess at", "posts": "player", "at": 0}
    with store.writing() as connection:
        connection.execute(insert(PEOPLE).values(person))
    with pytest.raises(IntegrityError) as told, store.writing() as connection:
        connection.execute(insert(PEOPLE).values(person))
    assert "a hash to guess at" not in json.dumps(line("failed", told.value))
