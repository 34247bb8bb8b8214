"""Records: a round, or a whole session, as a plain text file that people can read and programs check.

docs/RECORD.md describes the format. A record never names a card that was not dealt, unless whoever writes it
asks for the shuffled orders of a shoe that is retired.
"""

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Step, Table
from casinowar.record.house import HEADS, read_house, write_house
from casinowar.record.lines import Line, lines, pair, read_struct, written
from casinowar.record.start import hidden, read_table, write_step, write_table

VERSION: Final = "1"
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_FIRST: Final = ("casinowar", "record")


class Record(Struct, frozen=True, kw_only=True):
    """Events, the table before the first of them, and the rules that they were played under."""

    rulebook: str
    house: House = House()
    readings: dict[str, str] = {}
    before: Table = CLOSED
    events: tuple[e.Event, ...] = ()

    @classmethod
    def of(cls, rules: Rules, before: Table, events: Iterable[e.Event]) -> "Record":
        """Record events that happened to a table; it has to stand between two rounds, or be unopened."""
        if before.round is not None or before.stop is not None:
            raise InputError("A record begins between two rounds, when play is not stopped.")
        return cls(
            rulebook=rules.book.name,
            house=replace(rules.house, readings={}),
            readings=rules.book.readings,
            before=hidden(before),
            events=tuple(events),
        )

    def without_shoes(self) -> "Record":
        """Give the record with every shuffled order unseen."""
        return replace(self, events=tuple(map(_without_order, self.events)))


def _without_order(event: e.Event) -> e.Event:
    if isinstance(event, e.CardsShuffled | e.StoredBatchShuffled):
        return replace(event, cards=(UNSEEN,) * len(event.cards))
    if isinstance(event, e.DecksReceived):
        return replace(event, order=(UNSEEN,) * len(event.order))
    return event


# writing


def write(record: Record, *, with_shoes: bool = False) -> str:
    """Write a record; the orders of shuffled cards only if asked for, as for a retired shoe."""
    if not with_shoes:
        record = record.without_shoes()
    text = [
        f"casinowar record {VERSION}",
        f"rulebook {record.rulebook}",
        *write_house(record.house),
        *(f"reading {pair(name, value)}" for name, value in record.readings.items()),
        *write_table(record.before),
        "",
    ]
    for event in record.events:
        text.append(" ".join([type(event).__name__, *written(event, leave_out=_BELOW)]))
        text += [write_step(step) for step in getattr(event, "steps", ())]
    return "\n".join(text) + "\n"


_BELOW: Final = ("steps",)
"""What is written on lines of its own below an event."""


# reading


def read(text: str) -> Record:
    """Read a record, or raise InputError with the line and what is wrong there."""
    return read_with_lines(text)[0]


def read_with_lines(text: str) -> tuple[Record, tuple[int, ...]]:
    """Read a record, and the number of the line on which each event stands."""
    groups = _groups(text)
    start = [group for group in groups if group[0].head in _START]
    happened = groups[len(start) :]
    _check_order(start, happened)
    record = replace(_read_start(start), events=tuple(_read_event(*group) for group in happened))
    return record, tuple(line.number for line, _ in happened)


Group = tuple[Line, tuple[Step, ...]]
"""A line, and the steps on the lines below it."""


def _groups(text: str) -> list[Group]:
    if tuple(text.split(maxsplit=2)[:2]) != _FIRST:
        raise InputError(f"Line 1: a record begins with '{' '.join(_FIRST)} {VERSION}'.")
    found = list(lines(text))
    if found[0].words[1:] != (VERSION,) or found[0].values:
        raise found[0].wrong(
            f"this is not version {VERSION} of the format, which is the one that can be read"
        )
    groups: list[Group] = []
    for line in found[1:]:
        if line.head != "step":
            groups.append((line, ()))
        elif groups:
            above, steps = groups[-1]
            groups[-1] = (above, (*steps, read_struct(Step, line)))
        else:
            raise line.wrong("a step stands below what it belongs to")
    return groups


_START: Final = ("rulebook", *HEADS, "reading", "before")
"""The words that lines before the first event begin with."""


def _check_order(start: list[Group], happened: list[Group]) -> None:
    for line, steps in start:
        if steps and line.head != "before":
            raise line.wrong(f"'{line.head}' has no steps")
    for line, _ in happened:
        if line.head in _START:
            raise line.wrong(f"'{line.head}' has to stand before the first event")


def _read_start(start: list[Group]) -> Record:
    by_head = {head: [line for line, _ in start if line.head == head] for head in _START}
    steps = tuple(step for _, steps in start for step in steps)
    for line in by_head["rulebook"][1:]:
        raise line.wrong("'rulebook' is there twice")
    if not by_head["rulebook"]:
        raise InputError("Line 2: the record does not say its rulebook, as in 'rulebook NAME'.")
    if not by_head["before"]:
        raise InputError(
            "Line 2: the record does not say what the table was like before, as in 'before open=no'."
        )
    readings: dict[str, str] = {}
    for line in by_head["reading"]:
        readings |= line.values
    return Record(
        rulebook=_read_name(by_head["rulebook"][0]),
        house=read_house([line for line, _ in start if line.head in HEADS]),
        readings=readings,
        before=read_table(by_head["before"], steps),
    )


def _read_name(line: Line) -> str:
    if len(line.words) != 1 or line.values or not _NAME.fullmatch(line.words[0]):
        raise line.wrong("a rulebook is one name, as in 'rulebook NAME'")
    return line.words[0]


def _read_event(line: Line, steps: tuple[Step, ...]) -> e.Event:
    kind = e.EVENTS.get(line.head)
    if kind is None:
        raise line.wrong(f"there is no event '{line.head}'")
    has_steps = "steps" in kind.__struct_fields__
    if steps and not has_steps:
        raise line.wrong(f"{line.head} has no steps")
    event: e.Event = read_struct(kind, line, **({"steps": steps} if has_steps else {}))
    return event
