"""Records: a round or a whole session as a plain text file that people can read and programs check.

docs/reference/records.md describes the format. A record says who commanded what in which role, and what
followed. It never names a card that was not dealt, except in a record written with the shuffled orders of a
retired shoe.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Role
from casinowar.record.house import read_house, write_house
from casinowar.record.starting_table import hidden, read_steps, read_table, write_step, write_table
from casinowar.record.syntax import Line, indented, lines, pair, read_number, read_struct, written

VERSION: Final = "1"
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_FIRST: Final = ("casinowar", "record")
_ROLES: Final = {role.split()[0]: role for role in Role}
"""The first words of lines with commands."""


class Entry(Struct, frozen=True, kw_only=True):
    """A command and its events, with who gave it and what the house's clock showed."""

    command: c.Command
    events: tuple[e.Event, ...]
    who: str = ""
    at: int = 0


class Record(Struct, frozen=True, kw_only=True):
    rulebook: str
    text: str = ""
    """The rulebook itself, as TOML, if it is not built in."""
    house: House = House()
    readings: dict[str, str] = {}
    before: Table = CLOSED
    entries: tuple[Entry, ...] = ()

    @classmethod
    def of(cls, rules: Rules, before: Table, entries: Iterable[Entry], text: str = "") -> "Record":
        """Record what happened at a table, starting between two rounds or unopened."""
        if before.round is not None or before.stop is not None:
            raise InputError("A record begins between two rounds, when play is not stopped.")
        return cls(
            rulebook=rules.book.name,
            text=text.rstrip(),
            house=replace(rules.house, rulebook="", readings={}),
            readings=rules.book.readings,
            before=hidden(before),
            entries=_with_their_cards(tuple(entries)),
        )

    @property
    def events(self) -> tuple[e.Event, ...]:
        return tuple(event for entry in self.entries for event in entry.events)

    def without_shoes(self) -> "Record":
        return replace(self, entries=tuple(map(_without_order, self.entries)))


def _with_their_cards(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Put the drawn card into each command: readers of the record do not know the shoe.

    A card found face up that waits for a fill comes out after it.
    """
    said: list[Entry] = []
    coming = ""
    for entry in reversed(entries):
        card = next((card for event in entry.events if (card := getattr(event, "card", ""))), "")
        coming = card or coming
        if isinstance(entry.command, c.ReportFaceUpCard):
            card = coming
        command = entry.command
        if getattr(command, "card", None) == "":
            command = replace(command, card=card)
        said.append(replace(entry, command=command))
    return tuple(reversed(said))


def _without_order(entry: Entry) -> Entry:
    command = entry.command
    if isinstance(command, c.ShuffleCommand):
        command = replace(command, cards=())
    hidden_orders = (
        replace(event, cards=(), unseen=len(event.order)) if isinstance(event, e.OrderEvent) else event
        for event in entry.events
    )
    return replace(entry, command=command, events=tuple(hidden_orders))


# writing


def write(record: Record, *, with_shoes: bool = False) -> str:
    """Write a record; `with_shoes` includes the orders of shuffled cards, as for a retired shoe."""
    if not with_shoes:
        record = record.without_shoes()
    house = write_house(record.house)
    text = [
        f"casinowar record {VERSION}",
        f"rulebook {record.rulebook}",
        *(indented(record.text) if record.text else ()),
        *(f"reading {pair(name, value)}" for name, value in record.readings.items()),
        *(("house", *indented(house)) if house else ()),
        *write_table(record.before),
        "",
        *(line for entry in record.entries for line in _written(entry)),
    ]
    return "\n".join(text) + "\n"


def _written(entry: Entry) -> Iterator[str]:
    by, kind = entry.command.by.split()[0], type(entry.command).__name__
    who = [pair("who", entry.who)] if entry.who else []
    at = [f"at={entry.at}"] if entry.at else []
    yield " ".join([by, kind, *who, *at, *written(entry.command, leave_out=("by",))])
    for event in entry.events:
        clause = [pair("clause", event.clause)] if event.clause else []
        pairs = written(event, leave_out=("steps", "clause"))
        yield "  " + " ".join([type(event).__name__, *pairs, *clause])
        yield from (write_step(step) for step in getattr(event, "steps", ()))


# reading


class Numbered(Struct, frozen=True):
    record: Record
    commands: tuple[int, ...]
    events: tuple[int, ...]


def read(text: str) -> Record:
    return read_with_lines(text).record


def read_with_lines(text: str) -> Numbered:
    """Read a record with line numbers; the error says if the text breaks off in its last line."""
    try:
        return _read_whole(text)
    except InputError as wrong:
        last = text.count("\n") + 1
        if text.endswith("\n") or not str(wrong).startswith(f"Line {last}: "):
            raise
        raise InputError(f"{wrong} The record seems to break off there.") from None


def _read_whole(text: str) -> Numbered:
    if tuple(text.split(maxsplit=2)[:2]) != _FIRST:
        raise InputError(f"Line 1: a record begins with '{' '.join(_FIRST)} {VERSION}'.")
    first = lines(text.lstrip().partition("\n")[0])[0]
    if first.values or first.words[1:] != (VERSION,):
        raise first.wrong(f"only version {VERSION} of the format can be read")
    opening, *rest = lines(text, ("rulebook", "house"))
    for step in opening.steps:
        raise step.wrong("a step stands below what it belongs to")
    start = [line for line in rest if line.head in _START]
    happened = rest[len(start) :]
    for line in happened:
        if line.head in _START:
            raise line.wrong(f"'{line.head}' must stand before the first event")
    record = _read_start(start)
    commands = tuple(line.number for line in happened if line.head in _ROLES)
    events = tuple(line.number for line in happened if line.head not in _ROLES)
    return Numbered(replace(record, entries=tuple(_entries(happened))), commands, events)


_START: Final = ("rulebook", "house", "reading", "before")
"""The first words of lines before the first command."""


def _read_start(start: list[Line]) -> Record:
    for line in start:
        if line.steps and line.head != "before":
            raise line.wrong(f"'{line.head}' has no steps")
    by_head = {head: [line for line in start if line.head == head] for head in _START}
    for head in ("rulebook", "house"):
        for line in by_head[head][1:]:
            raise line.wrong(f"'{head}' is there twice")
    if not by_head["rulebook"]:
        raise InputError("Line 2: the record does not say its rulebook, as in 'rulebook NAME'.")
    if not by_head["before"]:
        raise InputError(
            "Line 2: the record does not say what the table was like before, as in 'before open=no'."
        )
    named = by_head["rulebook"][0]
    if len(named.words) != 1 or named.values or not _NAME.fullmatch(named.words[0]):
        raise named.wrong("a rulebook is one name, as in 'rulebook NAME'")
    readings: dict[str, str] = {}
    for line in by_head["reading"]:
        readings |= line.values
    return Record(
        rulebook=named.words[0],
        text=named.block,
        house=read_house(by_head["house"][0]) if by_head["house"] else House(),
        readings=readings,
        before=read_table(by_head["before"]),
    )


def _entries(happened: list[Line]) -> Iterator[Entry]:
    places = [place for place, line in enumerate(happened) if line.head in _ROLES]
    if happened and places[:1] != [0]:
        raise happened[0].wrong("an event stands below the command that brought it about")
    for place, end in pairwise([*places, len(happened)]):
        entry = _read_command(happened[place])
        yield replace(entry, events=tuple(map(_read_event, happened[place + 1 : end])))


def _read_command(line: Line) -> Entry:
    name = line.words[0] if len(line.words) == 1 else ""
    if name not in c.COMMANDS or line.steps:
        raise line.wrong(f"a command is a role and what is asked for, as in '{line.head} DealCard'")
    values = dict(line.values)
    who, at = values.pop("who", ""), values.pop("at", "0")
    try:
        clock = read_number(at)
    except ValueError as wrong:
        raise line.wrong(f"at: {wrong}") from None
    alone = replace(line, head=name, words=(), values=values)
    command = read_struct(c.COMMANDS[name], alone, by=_ROLES[line.head])
    return Entry(command=command, events=(), who=who, at=clock)


def _read_event(line: Line) -> e.Event:
    kind = e.EVENTS.get(line.head)
    if kind is None:
        raise line.wrong(f"there is no event '{line.head}'")
    steps = read_steps(line)
    if "steps" in kind.__struct_fields__:
        return read_struct(kind, line, steps=steps)
    if steps:
        raise line.wrong(f"{line.head} has no steps")
    return read_struct(kind, line)
