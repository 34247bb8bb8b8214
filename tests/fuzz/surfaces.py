"""Every surface that takes something from outside, and a case of each."""

import io
import os
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

import casinowar
from casinowar.cli import main
from casinowar.cli.play.display import Display
from casinowar.cli.play.start import PlayOptions, play, settle
from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.refusal import CasinoWarError
from casinowar.game.table import CLOSED, Table
from casinowar.reports.par_sheet.sheet import odds
from casinowar.reports.replay.replay import read_record
from casinowar.reports.run.simulate import simulate
from casinowar.rulebooks import load_house, load_rules, names, open_rulebook, sample_house
from casinowar.simulation.checkpoint_file import open_checkpoint
from casinowar.simulation.plain.table import OnTie, plain_table
from casinowar.simulation.scheduler import Checkpoint, run
from casinowar.simulation.strategies import always, strategy
from tests.fuzz.breaking import NUMBERS, STRANGE, VALUES, broken
from tests.support.invariants import total_money
from tests.support.meddling import any_command, plausible_command
from tests.support.scenario import posted
from tests.support.terminal import a_console, typed
from tests.support.varieties import OWN

Surface = Callable[[Random, Path], None]
_ROUND: Final = 50
"""How many commands or lines one table takes, each a case."""


# files


def house_files(chance: Random, folder: Path) -> None:
    name = chance.choice(names())
    Rules(_book(name), load_house(_written(folder / "house.toml", broken(sample_house(name), chance))))


def rulebooks(chance: Random, folder: Path) -> None:
    path = chance.choice(OWN)
    open_rulebook(_written(folder / path.name, broken(path.read_text(encoding="utf-8"), chance)))


def records(chance: Random, _folder: Path) -> None:
    read_record("casinowar record 1\n" + broken(chance.choice(_records()), chance)).replay()


def checkpoints(chance: Random, folder: Path) -> None:
    begun, text = _checkpoint(folder)
    with open_checkpoint(_written(folder / "checkpoint.json", broken(text, chance))) as file:
        file.load(begun, any_seed=True)


def strategies(chance: Random, folder: Path) -> None:
    path = folder / chance.choice(("strategy.toml", "strategy.py"))
    _written(path, broken(_STRATEGIES[path.suffix], chance))
    name = (
        str(path)
        if path.suffix == ".toml"
        else f"{path}:{chance.choice(('low', 'high', '', '.', 'low.low'))}"
    )
    rules = _rules("maryland")
    strategy(name, rules, best=lambda: always(OnTie.WAR, rules))


# the engine


def commands(chance: Random, _folder: Path) -> None:
    """Give commands of any kind, and plausible ones; each is taken or refused, and money and cards stay."""
    rules = _rules(chance.choice(names()))
    table: Table = CLOSED
    for _ in range(_ROUND):
        likely = table is not CLOSED and chance.random() < 0.5
        given = plausible_command(rules, table, chance) if likely else any_command(chance)
        with suppress(CasinoWarError):
            table = evolve_all(table, decide(rules, table, given))
        assert total_money(table) == 0


def commands_as_json(chance: Random, _folder: Path) -> None:
    rules = _rules(chance.choice(names()))
    for _ in range(_ROUND):
        text = msgspec.json.encode(any_command(chance)).decode()
        with suppress(CasinoWarError, msgspec.DecodeError, UnicodeDecodeError):
            decide(rules, CLOSED, _DECODER.decode(broken(text, chance).encode(errors="surrogatepass")))


# Python


def front_door(chance: Random, _folder: Path) -> None:
    """Call the methods of casinowar.Table with any values."""
    table = casinowar.Table("maryland", seed=chance.randrange(5))
    for _ in range(_ROUND):
        method = getattr(table, chance.choice(_METHODS))
        given = [chance.choice(VALUES) for _ in range(chance.randrange(3))]
        named = {name: chance.choice(VALUES) for name in chance.sample(_NAMED, chance.randrange(3))}
        try:
            method(*given, **named)
        except CasinoWarError:
            continue
        except TypeError as wrong:
            # A call with the wrong number of arguments is Python's own affair.
            if "argument" not in str(wrong):
                raise


def questions(chance: Random, _folder: Path) -> None:
    """Ask for odds, runs, rules, records and tables with any values."""
    asked = chance.choice(_QUESTIONS)
    takes = [name for name in signature(asked).parameters if name not in {"cluster", "workers"}]
    chosen = chance.sample(takes, min(len(takes), chance.choice((1, 1, 2))))
    named = {name: chance.choice(VALUES) for name in chosen}
    if asked is simulate:
        # What is asked for is checked before anything is compiled, which takes longer than a case may.
        named["rounds"] = chance.choice(("x", None, -1, 1.5, object()))
    try:
        asked(*(() if takes[0] in named else ("washington",)), **named)
    except TypeError as wrong:
        # A user's function with other arguments is the user's affair.
        if "argument" not in str(wrong):
            raise


# words


def lines_at_the_table(chance: Random, folder: Path) -> None:
    console = a_console()
    words = (
        "",
        "10",
        "10 5",
        "war",
        "s",
        "n",
        "?",
        "quit",
        "leave",
        "help",
        "buy 100",
        "next",
        "law",
        "save",
    )
    lines = [
        chance.choice(words) if chance.random() < 0.7 else broken(chance.choice(words), chance)
        for _ in range(_ROUND)
    ]
    read = typed(lines)
    os.chdir(folder)
    wishes = PlayOptions(
        rulebook=chance.choice(names()), players=("Ann", "Ben"), seed=chance.randrange(99), chips="300"
    )
    opened = settle(wishes, console, read)
    play(wishes, opened, Display(console, opened.rules, read))


def command_line(chance: Random, folder: Path) -> None:
    words = list(chance.choice(_LINES))
    for _ in range(chance.choice((1, 1, 2))):
        place = chance.randrange(len(words) + 1)
        word = chance.choice((*STRANGE, *NUMBERS, *_OPTIONS))
        words[place : place + chance.randrange(2)] = [word]
    os.chdir(folder)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            answer: object = main(words)
        except SystemExit as stop:
            answer = stop.code
    said = err.getvalue()
    if answer not in {0, 1, 2} or "Traceback" in said or (answer == 2 and said.count("\n") != 1):
        raise AssertionError(f"{words}: exit {answer}, {said!r}")


SURFACES: Final[dict[Surface, tuple[int, int]]] = {
    house_files: (12_000, 1),
    rulebooks: (1_500, 1),
    records: (3_000, 1),
    checkpoints: (3_000, 1),
    strategies: (2_000, 1),
    commands: (700, _ROUND),
    commands_as_json: (400, _ROUND),
    front_door: (400, _ROUND),
    questions: (500, 1),
    lines_at_the_table: (120, _ROUND),
    command_line: (1_200, 1),
}
"""How many times each surface is tried in `make test`, and how many cases that is each time."""


# what is broken


def _written(path: Path, text: str) -> str:
    path.write_bytes(text.encode(errors="surrogatepass"))
    return str(path)


@cache
def _book(name: str) -> Any:
    return open_rulebook(name).book()


@cache
def _rules(name: str) -> Rules:
    return posted(load_rules(name))


@cache
def _records() -> tuple[str, ...]:
    """Play a few rounds whose records can be broken, without their first line."""
    written: list[str] = []
    for seed, name in enumerate(("maryland", "wisconsin")):
        table = casinowar.Table(name, seed=seed, limits={"initial": (5, 500), "tie": (1, 100)})
        table.sit("Ann", seat=1, chips=500)
        for _ in range(3):
            table.wager(1, 10, tie=5)
            table.deal()
            if table.choosing:
                table.war(1)
        written += [table.record(), table.record(all=True)]
    return tuple(text.partition("\n")[2] for text in written)


@cache
def _checkpoint(folder: Path) -> tuple[Checkpoint, str]:
    """Begin a run, and save it after its first blocks."""
    begun = Checkpoint.start(plain_table(_rules("maryland"), 1), 4, 10**7)
    path = folder / "begun.json"
    with open_checkpoint(str(path)) as file:
        file.save(next(run(begun)))
    return begun, path.read_text(encoding="utf-8")


_DECODER: Final = msgspec.json.Decoder(c.Command)
_STRATEGIES: Final = {
    ".toml": '[tie]\ndefault = "war"\nace = "surrender"\n2 = "war"\n',
    ".py": "def low(rank):\n    return rank in '23456'\n\ndef high(rank, wars):\n    return wars < 2\n",
}
_METHODS: Final = tuple(
    name
    for name in dir(casinowar.Table)
    if not name.startswith("_") and callable(getattr(casinowar.Table, name))
)
_QUESTIONS: Final = (odds, simulate, load_rules, read_record, casinowar.Table)
_NAMED: Final = (
    "player",
    "seat",
    "behind",
    "chips",
    "tie",
    "wager",
    "depth",
    "amount",
    "who",
    "all",
    "round",
)
_LINES: Final = tuple(
    line.split()
    for line in (
        "rulebooks --json",
        "law maryland --clause 9.H",
        "law california --checklist",
        "odds washington --decks 1 --session 5 --json",
        "compare washington south_dakota --json",
        # Wrong twice, because what is right is compiled, which takes longer than a case may.
        "simulate wisconsin --rounds x --seats 0 --seed 1 --strategy war --with tie",
        "simulate maryland --sessions 10 --rounds 10 --bankroll 0 --seed 3 --decks none",
        "replay round.txt --json",
        "play south_dakota --player Ann --chips 100 --seed 1",
    )
)
_OPTIONS: Final = (
    *(
        "--house",
        "--sample",
        "--reading",
        "--json",
        "--decks",
        "--seats",
        "--seed",
        "--rounds",
        "--plot",
        "--pdf",
    ),
    *(
        "--strategy",
        "--with",
        "--wager",
        "--bank",
        "--clause",
        "--checkpoint",
        "--parquet",
        "--help",
        "nowhere.toml",
    ),
    *("/dev/null", "/dev/zero", "/", ".", "a=b", "decks=", "=", "tie_hand=loses"),
)
