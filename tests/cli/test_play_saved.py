"""Saved games at the table in the terminal: put away with a word, gone on with by an option."""

import json

import pytest

from casinowar import Table
from casinowar.cli import main
from casinowar.cli.play.opening import resumed
from casinowar.record import saved
from tests.support.terminal import on_screen, played

TIE_IN_ROUND_1 = 17


def after(printed: str, words: str) -> str:
    """Give what was printed from the last time that some words were."""
    return words + printed.rsplit(words, 1)[1]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "game.json"


@pytest.mark.parametrize(
    ("before", "then", "wishes"),
    [
        (["", "10 5", ""], ["war 5", "", "", "20", ""], {"seed": TIE_IN_ROUND_1}),
        (["", "10 5"], ["", "war", "", ""], {"seed": TIE_IN_ROUND_1}),
        ([], ["100", "10", "", "stats", "history"], {"neighbours": 3}),
        (["", "10", "", "", ""], ["", "", "surrender", "stats"], {"neighbours": 2, "sample": True}),
        (["", "", "10"], ["", "20", "", ""], {"players": ("Ann", "Ben"), "neighbours": 2}),
        (["", "", "10", "20", "leave"], ["", "", "", "stats"], {"players": ("Ann", "Ben")}),
        (["bank 200", "", ""], ["", "", "", "10", ""], {"rulebook": "california", "neighbours": 2}),
    ],
)
def test_a_game_goes_on_as_if_it_had_never_been_put_away(file, before, then, wishes):
    whole = played(*before, f"save {file}", *then, **wishes)
    told = f"The game is saved in {file}; go on with it: casinowar play --resume {file}"
    assert told in whole
    resumed = played(*then, rulebook=None, players=None, seed=None, resume=str(file))
    rest = whole.split(told, 1)[1].split("\n", 1)[1]
    assert resumed.split("\n", 1)[1] == rest
    assert resumed.startswith("The game goes on: ")


def test_the_screen_shows_the_cards_that_lay_there(file):
    [*_, saved_frame] = on_screen("", "10", "", f"save {file}", seed=TIE_IN_ROUND_1)
    frames = on_screen(rulebook=None, players=None, seed=None, resume=str(file))
    cards = [line for line in saved_frame if "│A" in line]
    assert cards
    assert [line for line in frames[0] if "│A" in line] == cards


def test_the_record_of_a_session_that_was_resumed_has_all_of_it(file, tmp_path):
    played("", "10", "", f"save {file}", seed=TIE_IN_ROUND_1)
    record = tmp_path / "session.txt"
    wishes = {"rulebook": None, "players": None, "seed": None, "resume": str(file)}
    played("war", **wishes, record=str(record))
    assert main(["replay", str(record)]) == 0


def test_who_quits_is_told_how_the_game_can_be_gone_on_with(file):
    assert "The game was not saved; save before quit puts it away" in played("", "10", "", "quit")
    told = f"The game as it was saved is in {file}; go on with it: casinowar play --resume {file}\n"
    assert told in played("", "10", "", f"save {file}", "quit")
    assert told in played("quit", rulebook=None, players=None, seed=None, resume=str(file))
    for lines in (["quit"], ["", "10", "", "leave"]):
        assert "not saved" not in played(*lines)


def test_save_without_a_name_finds_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "The game is saved in casinowar-game.json;" in played("save")
    assert "The game is saved in casinowar-game-2.json;" in played("save")


def test_another_file_is_not_replaced(tmp_path):
    other = tmp_path / "notes"
    other.write_text("mine", encoding="utf-8")
    assert "is there already, and is no saved game." in played(f"save {other}")
    assert other.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["maryland"], "RULEBOOK"),
        (["--seed", "3"], "--seed"),
        (["--sample", "--neighbours", "2"], "--sample, --neighbours"),
        (["--player", "Bo", "--chips", "5", "--reading", "a=b"], "--reading, --player, --chips"),
    ],
)
def test_a_saved_game_has_its_own_table_and_people(file, options, named, capsys):
    played("", f"save {file}")
    assert main(["play", "--resume", str(file), *options]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"A saved game has its own table and people; leave out {named}." in said


def forged(file, change):
    content = json.loads(file.read_text(encoding="utf-8"))
    change(content["game"]["shell"])
    content["sha256"] = saved.checksum(content["game"])
    file.write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda shell: shell["people"][0].update(name="Zoe"),
        lambda shell: shell["people"][0].update(seat=1),
        lambda shell: shell.update(people=[]),
        lambda shell: shell.update(names=[]),
        lambda shell: shell.update(to_wager=["Zoe"]),
        lambda shell: shell.update(still_to_come=["Zoe"]),
        lambda shell: shell.update(neighbours=[{"name": "Ann", "seat": 4, "manner": "reckless", "wager": 5}]),
        lambda shell: shell.clear(),
    ],
)
def test_people_who_do_not_fit_the_table_are_refused(file, change, capsys):
    played("", f"save {file}")
    forged(file, change)
    assert main(["play", "--resume", str(file)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "What the file says of the people at the keyboard does not fit its table." in said
    assert "Traceback" not in said


def test_a_game_that_was_saved_from_python_says_so(file, capsys):
    Table("maryland", seed=1).save(file)
    assert main(["play", "--resume", str(file)]) == 2
    assert "people at the keyboard" in " ".join(capsys.readouterr().err.split())


def test_a_game_is_read_once_and_no_other_table_is_opened_for_it(file, monkeypatch):
    played("", "10", "", f"save {file}")
    times = []
    read = saved.read

    def counted(path: str) -> saved.SavedGame:
        times.append(path)
        return read(path)

    monkeypatch.setattr(saved, "read", counted)
    monkeypatch.setattr(Table, "give", None)
    table, company = resumed(str(file), ())
    assert table.state.rounds == 1
    assert company.names == ("Ann",)
    assert len(times) == 1


def test_no_file_is_one_sentence(tmp_path, capsys):
    assert main(["play", "--resume", str(tmp_path / "none")]) == 2
    assert "No such file or directory." in " ".join(capsys.readouterr().err.split())
