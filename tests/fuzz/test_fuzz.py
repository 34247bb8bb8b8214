"""Thousands of broken inputs, the same each time: each is answered with one line, never with a traceback."""

import io
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial, reduce
from operator import or_
from random import Random
from typing import Any

import msgspec
import pytest

from casinowar import cli
from casinowar.cli.commands import app
from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import CLOSED, Table
from casinowar.record.text import Record, read, write
from casinowar.reports.replay.recorded import read_record
from casinowar.rulebooks import load_house, load_rules, names, open_rulebook
from tests.support.meddling import WILD, any_command, plausible_command
from tests.support.scenario import LIMITS, posted
from tests.support.sessions import session
from tests.support.varieties import OWN

RULEBOOK_TEXTS = 2_600
HOUSE_TEXTS = 2_500
BYTES = 600
COMMANDS = 4_000
RECORDS = 1_500
INVOCATIONS = 200

HOUSE = """\
name = "corner table"
rulebook = "maryland"
shuffler = "by hand"
decks = 8
preshuffled = false
cards_behind_cover_card = 110
seats = 5
adjacent_boxes = 2
smallest_chip = "0.50"
gaming_day_starts = "06:00"
automatic = ["deal a card", "burn a card"]
[limits.initial]
minimum = "5"
maximum = "$1,000"
[limits.tie]
minimum = "1"
[readings]
war_burn = "once"
odd_half = "exact"
"""

PIECES = [
    *(
        "",
        "0",
        "-1",
        "1e9",
        "9" * 30,
        "9" * 5000,
        "nan",
        "inf",
        "true",
        "1979-05-27",
        "0x",
        "1_000",
        "{}",
        "[]",
    ),
    *('""', '"' * 3, "'", "\\", "\\u0000", "[", "]", "[[", "{", "}", "=", ".", "#", "\n", "\r", "\t", "\x00"),
    *(
        "é",
        "\u2028",
        "🂡",
        "\ufeff",
        "players",
        "war",
        "set.",
        "unset = ['war.burn']",
        "clause",
        '"1/0"',
        '"0 to 1"',
    ),
    *("readings", "[readings.a]", "[war]", "value", "start = 1", "[limits.war]", "a" * 300, " " * 2000),
]


def mutations(texts: list[str], chance: Random, number: int) -> Iterator[str]:
    """Break texts, each in one to four places."""
    for _ in range(number):
        text = chance.choice(texts)
        for _ in range(chance.randint(1, 4)):
            text = chance.choice(WAYS)(text, chance)
        yield text


def _insert(text: str, chance: Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + chance.choice(PIECES) + text[place:]


def _delete(text: str, chance: Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + text[place + chance.choice([1, 2, 10, 100]) :]


def _replace(text: str, chance: Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + chr(chance.choice([*range(256), 0x2028, 0x1F0A1])) + text[place + 1 :]


def _change_a_value(text: str, chance: Random) -> str:
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    before, equals, after = lines[place].rpartition("= ")
    lines[place] = before + equals + chance.choice(PIECES) + chance.choice(["", " }", after[-3:]])
    return "\n".join(lines)


def _change_lines(text: str, chance: Random) -> str:
    lines = text.split("\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case _:
            del lines[one]
    return "\n".join(lines)


WAYS: list[Callable[[str, Random], str]] = [
    *(_insert, _delete, _replace, _change_a_value, _change_a_value, _change_lines, _change_lines)
]


def answers(use: Callable[[], object], what: object) -> bool:
    """Tell whether the input was accepted; if it was not, check that the answer is one line."""
    try:
        use()
    except (InputError, Refusal) as wrong:
        said = str(wrong)
    except Exception as wrong:  # noqa: BLE001 - any other exception is what we look for
        pytest.fail(f"{type(wrong).__name__}: {wrong}\nfor the input: {what!r}")
    else:
        return True
    if not said.strip() or not said.isprintable():
        pytest.fail(f"not one clear line: {said!r}\nfor the input: {what!r}")
    return False


# files


def test_broken_rulebooks(tmp_path):
    chance = Random(1)
    path = tmp_path / "mine.toml"
    own = [path.read_text(encoding="utf-8") for path in OWN]
    built_in = [open_rulebook(name).text for name in names()]
    accepted = 0
    for number in (9, 1):
        texts = own if number == 9 else built_in
        for text in mutations(texts, chance, RULEBOOK_TEXTS * number // 10):
            path.write_bytes(text.encode("utf-8", errors="replace"))
            accepted += answers(partial(load_rules, str(path)), text)
    assert 0 < accepted < RULEBOOK_TEXTS / 2


def test_broken_house_files(tmp_path):
    chance = Random(2)
    path = tmp_path / "house.toml"
    book = open_rulebook("maryland").book()
    accepted = 0
    for text in mutations([HOUSE], chance, HOUSE_TEXTS):
        path.write_bytes(text.encode("utf-8", errors="replace"))
        accepted += answers(lambda: Rules(book, load_house(str(path))), text)
    assert 0 < accepted < HOUSE_TEXTS / 2


def test_random_bytes(tmp_path):
    chance = Random(3)
    path = tmp_path / "mine.toml"
    for _ in range(BYTES):
        content = chance.randbytes(chance.randint(0, 200))
        path.write_bytes(content)
        assert not answers(partial(load_rules, str(path)), content)
        answers(partial(load_house, str(path)), content)
        assert not answers(partial(read, content.decode("utf-8", errors="replace")), content)


# commands


@cache
def tables() -> list[tuple[Rules, Table]]:
    """Give tables in all sorts of states."""
    found = [(load_rules("maryland"), CLOSED)]
    for number, reference in enumerate([*names(), *map(str, OWN)]):
        rules = posted(load_rules(reference, House(limits=LIMITS)))
        chance = Random(number)
        table = CLOSED
        for event in (event for entry in session(rules, number, 120)[0] for event in entry.events):
            table = evolve(table, event)
            if chance.random() < 0.08:
                found.append((rules, table))
    return found


ANY_COMMAND = reduce(or_, c.COMMANDS.values())
COMMAND: msgspec.json.Decoder[c.Command] = msgspec.json.Decoder(ANY_COMMAND)
JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    2**70,
    1.5,
    "",
    "x" * 300,
    "AS",
    [],
    ["AS", 7],
    {},
    {"a": []},
    "dealer",
    "initial",
]


def _any_json(chance: Random, rules: Rules, table: Table) -> bytes:
    """Make JSON that may be a command: with a field too many or too few, of another type, or broken."""
    make = chance.choice([any_command, lambda chance: plausible_command(rules, table, chance)])
    fields = msgspec.to_builtins(make(chance))
    for _ in range(chance.randint(0, 2)):
        name = chance.choice([*fields, *WILD, "command", "colour"])
        if chance.random() < 0.3:
            fields.pop(name, None)
        else:
            fields[name] = chance.choice(JUNK)
    text = msgspec.json.encode(fields)
    if chance.random() < 0.1:
        place = chance.randrange(len(text))
        text = text[:place] + chance.randbytes(1) + text[place + 1 :]
    return text


def test_json_that_may_be_a_command():
    chance = Random(4)
    decoded = 0
    for _ in range(COMMANDS):
        rules, table = chance.choice(tables())
        text = _any_json(chance, rules, table)
        try:
            command = COMMAND.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        decoded += 1
        answers(partial(decide, rules, table, command), command)
    assert decoded > COMMANDS / 4


# records


def test_broken_records(tmp_path):
    chance = Random(5)
    path = tmp_path / "record.txt"
    texts = []
    for number, name in enumerate(("maryland", "south_dakota", "california", "wisconsin")):
        rules = posted(load_rules(name))
        entries, _ = session(rules, number, 60)
        texts.append(write(Record.of(rules, CLOSED, entries)))
    readable = 0
    for number, text in enumerate(mutations(texts, chance, RECORDS)):
        readable += answers(partial(read, text), text)
        if number % 10 == 0:
            path.write_bytes(text.encode("utf-8", errors="replace"))
            with redirect_stdout(io.StringIO()):
                answers(lambda: read_record(path).replay().report(), text)
    assert 0 < readable < RECORDS / 2


# the command line


def invoked(arguments: list[str]) -> tuple[int, str, str]:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = cli.main(arguments)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
    return code, out.getvalue(), err.getvalue()


def test_wrong_command_lines(tmp_path):
    chance = Random(6)
    bad = tmp_path / "bad.toml"
    bad.write_text("[war", encoding="utf-8")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\x00")
    words = [
        *(
            "rulebooks",
            "law",
            "replay",
            "maryland",
            "nevada",
            "--json",
            "--clause",
            "9.H",
            "99",
            "--",
            "-x",
            "--no",
        ),
        *("", " ", "\n", "\x00", "x" * 3000, "é", "🂡", "../..", ".", str(tmp_path), str(bad), str(binary)),
        *("./none.toml", str(OWN[0]), "--clause=", "--json=1", "--version=2", "-h=", "\udcff", "%s", "{0}"),
    ]
    known = [
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    ]
    starts = [word for word in ("rulebooks", "law", "replay") if word in known]
    codes = set()
    for _ in range(INVOCATIONS):
        arguments = [chance.choice(words) for _ in range(chance.randint(0, 3))]
        if chance.random() < 0.8:
            arguments.insert(0, chance.choice(starts))
        code, out, err = invoked(arguments)
        codes.add(code)
        assert code in {0, 1, 2}, arguments
        if code == 2:
            assert err.startswith("casinowar: "), arguments
            assert err.count("\n") == 1, arguments
            assert err[:-1].isprintable(), arguments
            assert not out, arguments
        else:
            assert not err, arguments
    assert codes >= {0, 2}


def test_that_is_more_than_ten_thousand():
    assert RULEBOOK_TEXTS + HOUSE_TEXTS + BYTES * 3 + COMMANDS + RECORDS + INVOCATIONS > 10_000
