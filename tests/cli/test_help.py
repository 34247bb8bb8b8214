"""What --help says, and what a shell completes."""

import shlex
import subprocess
import sys
from os import environ

import pytest

from casinowar.cli import main
from casinowar.cli.commands import COMMANDS
from casinowar.cli.help import HELP
from casinowar.game.refusal import InputError
from casinowar.odds.hand import Strategy
from casinowar.reports.pictures.files import RUN_FIGURES
from casinowar.reports.run.simulate import simulate
from casinowar.simulation.full.sessions import Sizing

NAMES = [command.__name__ for command in COMMANDS]
PROGRAM = [sys.executable, "-c", "import sys; from casinowar.cli import main; sys.exit(main())"]


def helped(capsys, *command: str) -> str:
    assert main([*command, "--help"]) == 0
    return str(capsys.readouterr().out)


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("command", [[], *([name] for name in NAMES)], ids=" ".join)
def test_help_reads_like_prose_and_fits(command, columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", f"{columns}")
    said = helped(capsys, *command)
    assert max(map(len, said.splitlines())) <= columns
    assert "<" not in said.replace("< round.txt", "")
    assert "Examples" in said
    assert said.startswith("Usage: casinowar")


def test_every_option_of_a_command_is_told(capsys):
    said = helped(capsys, "odds")
    for option in ("--decks N[,N…]", "--json", "--format NAME", "-h, --help", "--bankroll UNITS"):
        assert option in said
    assert "(from 1 to 10,000, 20 by default)" in " ".join(said.split())


def test_words_of_options_are_those_there_are(capsys):
    said = " ".join(helped(capsys, "simulate").split())
    for words in (Strategy, Sizing, RUN_FIGURES):
        assert f": {', '.join(words)}" in said


def test_the_help_of_the_whole_lists_the_commands(capsys):
    said = helped(capsys)
    assert all(f"\n  {name} " in said for name in NAMES)
    assert "--install-completion" in said


def test_there_is_help_for_each_command_and_for_nothing_else():
    assert set(HELP) == {"casinowar", *NAMES}


@pytest.mark.parametrize(
    "example", [typed for name in HELP for typed, _ in HELP[name].examples if "replay" not in typed]
)
def test_each_example_can_be_typed(example, capsys):
    words = shlex.split(example.split(" > ")[0])[1:]
    assert main([*words, "--help"]) == 0
    assert "Usage" in capsys.readouterr().out


def completed(*words: str, shell: str = "bash") -> list[str]:
    """Ask as a shell does: with the words so far, the last of them unfinished."""
    asked = {
        "_CASINOWAR_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": " ".join(["casinowar", *words]),
        "COMP_CWORD": f"{len(words)}",
        "_TYPER_COMPLETE_ARGS": " ".join(["casinowar", *words]),
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    done = subprocess.run(PROGRAM, env={**environ, **asked}, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.split()


def test_rulebooks_are_completed():
    assert completed("law", "m") == ["maryland"]
    assert completed("odds", "south") == ["south_dakota"]
    assert completed("compare", "maryland", "wi") == ["wisconsin"]


def test_values_are_completed():
    assert completed("law", "maryland", "--clause", "11.E") == ["11.E", "11.E(1)", "11.E(2)"]
    assert completed("odds", "maryland", "--reading", "war_burn") == [
        "war_burn=once",
        "war_burn=before_each_card",
    ]
    assert completed("simulate", "maryland", "--strategy", "s") == ["surrender"]
    assert completed("simulate", "maryland", "--with", "p") == ["progressive"]
    assert completed("law", "maryland", "--format", "l") == ["latex"]
    assert completed("simulate", "maryland", "--sizing", "") == ["flat", "share", "doubled"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_served_too(shell):
    assert any("maryland" in word for word in completed("law", "m", shell=shell))


def test_what_is_wrong_before_completes_nothing():
    assert completed("law", "atlantis", "--clause", "9") == []
    assert completed("odds", "nowhere.toml", "--reading", "w") == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["simulate", "maryland", "--rounds", "9", "--seats", "0"],
            "--seats is a whole number from 1 to 99, not 0.",
        ),
        (
            ["simulate", "maryland", "--rounds", "9", "--seats=x"],
            "--seats is a whole number from 1 to 99, not 'x'.",
        ),
        (
            ["simulate", "maryland", "--rounds", "9", "--seed", "-1"],
            "--seed is a whole number from 0 on, not -1.",
        ),
        (
            ["odds", "maryland", "--bankroll", "1e3"],
            "--bankroll is a whole number from 1 to 10,000, not '1e3'.",
        ),
        (
            ["odds", "maryland", "--session", "50", "--session", "6000"],
            "--session is a whole number from 1 to 5,000, not 6000.",
        ),
        (
            ["odds", "maryland", "--session=1e3"],
            "--session is a whole number from 1 to 5,000, not '1e3'.",
        ),
        (["play", "maryland", "--pace", "9"], "--pace is a number from 0 to 5, not 9."),
        (["play", "maryland", "--pace", "1", "--pace", "9"], "--pace is a number from 0 to 5, not 9."),
        (["play", "maryland", "--pace=slow"], "--pace is a number from 0 to 5, not 'slow'."),
        (["play", "--seats", "x"], "--seats is a whole number, not 'x'."),
        (["law", "maryland", "--format", "xml"], "There is no form 'xml'; there are: json, csv, latex."),
    ],
)
def test_a_wrong_number_is_refused_in_the_words_of_the_library(arguments, sentence, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"casinowar: {sentence}\n"


def test_the_library_says_the_same():
    with pytest.raises(InputError, match="seats is a whole number from 1 to 99, not 0"):
        simulate("maryland", rounds=9, seats=0)


@pytest.mark.parametrize(
    "command",
    [
        ["odds"],
        ["law"],
        ["play"],
        ["compare", "maryland"],
        ["simulate", "--rounds", "9"],
        ["rulebooks", "--show"],
    ],
)
def test_a_house_file_in_the_place_of_a_rulebook_is_told_from_one(command, capsys, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('rulebook = "maryland"\nseats = 5\n\n[readings]\nodd_half = "exact"\n', encoding="utf-8")
    assert main([*command, str(path)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert said == f"casinowar: {path} is a house file (for maryland); give it with --house."


@pytest.mark.parametrize("text", ['extends = "maryland"\nname = "mine"\n', "[war]\n[wagers]\n[deal]\n"])
def test_a_rulebook_in_the_place_of_a_house_file_is_told_from_one(text, capsys, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    assert main(["odds", "maryland", "--house", str(path)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert said == f"casinowar: {path} is a rulebook; a house file is wanted here."


def test_words_without_quotes_are_told_from_one_value(capsys):
    assert main(["law", "wisconsin", "--search", "cover", "card"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert said == (
        "casinowar: Got unexpected extra argument(s) (card); several words of one value stand in quotes. "
        "See 'casinowar law --help'."
    )


def test_a_house_file_that_names_no_rulebook_is_told_too(capsys, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("seats = 5\n", encoding="utf-8")
    assert main(["odds", str(path), "--json"]) == 2
    assert " is a house file; give it with --house." in capsys.readouterr().err
