"""Saved games at the table in the terminal: put away with a word, gone on with by an option."""

import json

import pytest

from casinowar import Table
from casinowar.cli import main
from casinowar.cli.play.start import PlayOptions, resumed, start
from casinowar.record import saved_game
from tests.support.terminal import a_console, on_screen, played, said, typed

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
    assert "The game was not saved; save puts it away" in played("", "10", "", "quit")
    told = f"The game as it was saved is in {file}; go on with it: casinowar play --resume {file}\n"
    assert told in played("", "10", "", f"save {file}", "quit")
    assert told in played("quit", rulebook=None, players=None, seed=None, resume=str(file))
    for lines in (["quit"], ["", "10", "", "leave"]):
        assert "not saved" not in played(*lines)


def test_save_without_a_name_finds_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "The game is saved in casinowar-game.json;" in played("save")
    assert "The game is saved in casinowar-game-2.json;" in played("save")


def test_a_session_saves_over_what_it_saved_or_went_on_with(file):
    printed = played("", f"save {file}", "10", f"save {file}")
    assert printed.count(f"The game is saved in {file};") == 2
    resume = {"rulebook": None, "players": None, "seed": None, "resume": str(file)}
    assert f"The game is saved in {file};" in played("", f"save {file}", **resume)


def test_the_game_of_another_session_is_not_replaced(file):
    played("", f"save {file}")
    before = file.read_bytes()
    printed = played("", "10", f"save {file}")
    free = file.with_stem("game-2")
    assert f"{file} is there already, and not from this session; save {free} makes a new file.\n" in printed
    assert file.read_bytes() == before


def test_a_game_that_another_session_put_in_its_place_is_not_replaced(file):
    other = file.with_stem("other")
    played("", f"save {other}", seed=4)

    def lines():
        yield f"save {file}"
        file.write_bytes(other.read_bytes())
        yield f"save {file}"

    console = a_console(width=200)
    start(PlayOptions(rulebook="maryland", players=("Ann",), seed=3), console, typed(lines()))
    assert "not from this session" in said(console)
    assert file.read_bytes() == other.read_bytes()


def test_a_bare_save_goes_on_in_the_file_that_the_session_has(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    played("save")
    printed = played("", "save", "10", "save")
    assert printed.count("The game is saved in casinowar-game-2.json;") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "casinowar-game-2.json",
        "casinowar-game.json",
    ]


def test_another_file_is_not_replaced(tmp_path):
    other = tmp_path / "notes"
    other.write_text("mine", encoding="utf-8")
    assert "is there already, and not from this session" in played(f"save {other}")
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
    printed = " ".join(capsys.readouterr().err.split())
    assert f"A saved game has its own table and people; leave out {named}." in printed


def forged(file, change):
    content = json.loads(file.read_text(encoding="utf-8"))
    change(content["game"]["shell"])
    content["sha256"] = saved_game.checksum(content["game"])
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
    printed = " ".join(capsys.readouterr().err.split())
    assert "What the file says of the people at the keyboard does not fit its table." in printed
    assert "Traceback" not in printed


def test_a_game_that_was_saved_from_python_says_so(file, capsys):
    Table("maryland", seed=1).save(file)
    assert main(["play", "--resume", str(file)]) == 2
    assert "people at the keyboard" in " ".join(capsys.readouterr().err.split())


def test_a_game_is_read_once_and_no_other_table_is_opened_for_it(file, monkeypatch):
    played("", "10", "", f"save {file}")
    times = []
    read = saved_game.read

    def counted(path: str) -> saved_game.SavedGame:
        times.append(path)
        return read(path)

    monkeypatch.setattr(saved_game, "read", counted)
    monkeypatch.setattr(Table, "give", None)
    table, company = resumed(str(file), ())
    assert table.state.rounds == 1
    assert company.names == ("Ann",)
    assert len(times) == 1


def test_no_file_is_one_sentence(tmp_path, capsys):
    assert main(["play", "--resume", str(tmp_path / "none")]) == 2
    assert "No such file or directory." in " ".join(capsys.readouterr().err.split())
