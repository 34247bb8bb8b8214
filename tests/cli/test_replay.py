"""The command `replay`: what it prints, and what it says to files that are no records."""

import io
import json
import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from casinowar import Table
from casinowar.cli import main
from casinowar.record.text import write
from tests.reports.test_replay import LAWFUL, a_war


@pytest.fixture
def war(tmp_path):
    path = tmp_path / "war.txt"
    path.write_text(write(a_war()[1]), encoding="utf-8")
    return path


def run(capsys, *arguments):
    code = main(["replay", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def line_of(path, what):
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if what in line)


def forge(path, what, by):
    text = path.read_text(encoding="utf-8")
    assert what in text
    path.write_text(text.replace(what, by, 1), encoding="utf-8")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_story_fits_the_terminal(capsys, monkeypatch, war, width):
    monkeypatch.setenv("COLUMNS", str(width))
    code, out, err = run(capsys, war)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].strip() == LAWFUL
    assert max(map(len, out.splitlines())) <= width
    told = " ".join(out.split())
    assert "maryland Maryland: MLGCA Casino War rules, version 1.2 Round 1" in told
    assert width < 80 or "9♥ was dealt to Ann at seat 1." in told
    assert "Discard rack, from the bottom up" in told


def test_standard_input_is_read_too(capsys, monkeypatch, war):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(war.read_bytes())))
    code, out, _ = run(capsys, "-")
    assert code == 0
    assert LAWFUL in out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert complaint(capsys, "-") == "casinowar: standard input: The file is not text in UTF-8.\n"


def test_what_is_not_lawful_ends_with_one(capsys, war):
    forge(war, "wager=tie amount=50.00", "wager=tie amount=60.00")
    code, out, _ = run(capsys, war)
    assert code == 1
    assert (
        out.splitlines()[-1].strip() == f"Line {line_of(war, 'amount=60.00')} is not what the rulebook says."
    )


def test_a_record_that_breaks_off_ends_with_one(capsys, war):
    text = war.read_text(encoding="utf-8")
    war.write_text(text[: text.index("automatic SettleHand")], encoding="utf-8")
    code, out, _ = run(capsys, war)
    assert code == 1
    assert out.splitlines()[-1].strip() == "It ends before the round is complete."
    code, out, _ = run(capsys, war, "--json")
    told = json.loads(out)
    assert (code, told["lawful"], told["complete"]) == (1, True, False)


def test_json_is_one_document(capsys, war):
    code, out, err = run(capsys, war, "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert [*told] == [
        *("rulebook", "readings", "commands", "events", "hands", "dealer", "bank", "meters"),
        *("discard_rack", "complete", "lawful", "rulebook_sha256", "based_on", "round_not_told", "remarks"),
        "deviation",
    ]
    assert told["lawful"] is True
    assert told["complete"] is True
    assert told["commands"][0]["line"] == line_of(war, "player PlaceWager")
    assert told["commands"][0]["command"] == {
        "command": "PlaceWager",
        "by": "player",
        "seat": 1,
        "wager": "initial",
        "amount": 10_00,
        "player": "",
        "made_with": "chip",
    }
    assert told["deviation"] is None
    assert told["hands"][0]["net"] == 60_00
    assert told["hands"][0]["cards"] == ["9H", "KH"]
    assert told["events"][0]["line"] == line_of(war, "  WagerPlaced")
    assert told["events"][0]["event"]["event"] == "WagerPlaced"
    assert told["dealer"] == [{"round": 1, "name": "dealer", "cards": ["9S", "QD"]}]


def test_json_names_the_deviation(capsys, war):
    forge(
        war,
        "WagerCollected seat=3 wager=initial amount=10.00",
        "WagerReturned seat=3 wager=initial amount=10.00",
    )
    code, out, _ = run(capsys, war, "--json")
    told = json.loads(out)
    assert code == 1
    assert told["lawful"] is False
    assert told["deviation"]["line"] == line_of(war, "WagerReturned seat=3")
    assert told["deviation"]["found"]["event"] == "WagerReturned"
    assert told["deviation"]["expected"]["event"] == "WagerCollected"
    assert told["deviation"]["should_be"].startswith("The dealer collected the initial wager of $10.00")


# what cannot be read


def complaint(capsys, *arguments):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err


def test_a_file_that_is_not_there(capsys, tmp_path):
    assert "No such file" in complaint(capsys, tmp_path / "nothing.txt")
    assert "Is a directory" in complaint(capsys, tmp_path)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "a record begins with 'casinowar record 1'"),
        (b"casinowar record 1\nrulebook maryland\nbefore open=no\n", "has no events"),
        (
            b"casinowar record 1\nrulebook maryland\nhouse\n    decks = 5\nbefore open=no\n",
            "5 is not allowed",
        ),
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"casinowar record 1\nrulebook nowhere\nbefore open=no\n", "There is no rulebook 'nowhere'"),
        (b"casinowar record 1\nrulebook maryland\nreading x=y\nbefore open=no\n", "There is no reading 'x'"),
        (
            b"casinowar record 1\nrulebook maryland\nbefore open=no\ndealer DealCard\nDanced seat=1\n",
            "Line 5: there is no event",
        ),
    ],
)
def test_a_file_that_is_no_record(capsys, tmp_path, content, problem):
    path = tmp_path / "record.txt"
    path.write_bytes(content)
    assert problem in complaint(capsys, path)


def test_a_rulebook_of_ones_own_is_given_with_the_record(capsys, tmp_path, war):
    text = files("casinowar.rulebooks").joinpath("maryland.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text.replace('name = "maryland"', 'name = "mine"'), encoding="utf-8")
    assert "under the rulebook 'maryland', not 'mine'" in complaint(capsys, war, "--rulebook", own)
    another = tmp_path / "another.toml"
    another.write_text('extends = "washington"\nname = "another"\ntitle = "Another"\n', encoding="utf-8")
    assert "under the rulebook 'maryland', not 'another'" in complaint(capsys, war, "--rulebook", another)
    forge(war, "rulebook maryland", "rulebook mine")
    assert "There is no rulebook 'mine'" in complaint(capsys, war)
    code, out, _ = run(capsys, war, "--rulebook", own, "--json")
    assert code == 0
    assert json.loads(out)["rulebook_sha256"] == sha256(own.read_bytes()).hexdigest()


def test_the_digest_of_a_rulebook_in_the_record_is_that_of_its_file(capsys, tmp_path):
    text = files("casinowar.rulebooks").joinpath("washington.toml").read_text(encoding="utf-8")
    own, record = tmp_path / "mine.toml", tmp_path / "record.txt"
    own.write_text(text.replace('name = "washington"', 'name = "mine"'), encoding="utf-8")
    table = Table(own, limits={"initial": (5, 500)}, seed=1)
    table.sit("Ann", seat=1, chips=100)
    record.write_text(table.record(all=True), encoding="utf-8")
    code, out, _ = run(capsys, record)
    assert code == 0
    assert f"SHA-256 of the rulebook: {sha256(own.read_bytes()).hexdigest()}" in " ".join(out.split())


def three_rounds(folder: Path) -> Path:
    """Record a session of three rounds."""
    table = Table("washington", seed=2)
    table.sit("Ann", seat=1, chips=200)
    while table.state.rounds < 3:
        table.wager(1, 10)
        table.deal()
        while table.choosing:
            table.war(table.choosing)
    path = folder / "session.txt"
    path.write_text(table.record(all=True), encoding="utf-8")
    return path


def test_one_round_of_a_session_is_told(capsys, tmp_path):
    path = three_rounds(tmp_path)
    code, out, _ = run(capsys, path, "--round", 2, "--json")
    told = json.loads(out)
    assert code == 0
    assert {hand["round"] for hand in told["hands"]} == {2}
    assert told["events"][-1]["told"] == "Round 2 is complete."
    assert "Round 1 is complete." not in out
    assert sum(command["events"] for command in told["commands"]) == len(told["events"])
    assert "Round 2\n" in run(capsys, path, "--round", 2)[1]
    code, _, err = run(capsys, path, "--round", 9)
    assert code == 2
    assert "There is no round 9" in err


def test_a_round_after_what_is_unlawful_does_not_hide_it(capsys, tmp_path):
    path = three_rounds(tmp_path)
    forge(path, "RoundCompleted round=2", "RoundCompleted round=5")
    line = line_of(path, "RoundCompleted round=5")
    code, out, err = run(capsys, path, "--round", 3)
    assert (code, err) == (1, "")
    assert f"Line {line} is not what the rulebook says." in out
    assert "Round 3 comes after it and is not told." in " ".join(out.split())
    code, out, _ = run(capsys, path, "--round", 3, "--json")
    told = json.loads(out)
    assert (code, told["lawful"], told["deviation"]["line"]) == (1, False, line)
    assert (told["round_not_told"], told["events"], told["hands"]) == (3, [], [])
    code, out, _ = run(capsys, path, "--round", 1, "--json")
    assert (code, json.loads(out)["round_not_told"]) == (1, None)
