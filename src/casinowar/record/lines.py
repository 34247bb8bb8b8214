"""The lines of a record: a word, then names and values; quotes hold spaces, and ``#`` begins a comment.

Below some lines stands a block: a text of its own, each line of it indented by four spaces.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from casinowar.game.refusal import InputError
from casinowar.record.syntax import Codec, codec

Made = TypeVar("Made", bound=msgspec.Struct)

_PLAIN: Final = re.compile(r"[\w.,:/?()+-]+")
_HEAD: Final = re.compile(r"(\s*)([^\s\"#=]+)")
_PAIR: Final = re.compile(r"\s+([a-z_0-9]+)=(\"(?:[^\"\\]|\\.)*\"|[^\s\"#]*)(?=\s|$)")
_END: Final = re.compile(r"\s*(?:#.*)?")
_LONGEST_LINE: Final = 1_000_000
_INDENT: Final = "    "
STEP: Final = "step"
"""The word that lines begin with which say an act of a procedure, below what it belongs to."""


class Line(msgspec.Struct, frozen=True):
    """One line: its number in the file, its first word, its values by name, and the block below it."""

    number: int
    head: str
    values: dict[str, str]
    words: tuple[str, ...] = ()
    """Bare words after the first one."""
    below: list[str] = []
    """The lines of the block below it."""
    steps: list["Line"] = []
    """The lines below it that say acts of a procedure."""

    @property
    def block(self) -> str:
        """The text that stands below the line."""
        return "\n".join(self.below).rstrip()

    def wrong(self, problem: str) -> InputError:
        """Say what is wrong on this line."""
        return InputError(f"Line {self.number}: {problem}.")


def lines(text: str, with_blocks: Collection[str] = ()) -> list[Line]:
    """Read the lines of a text, leaving out comments and empty lines; some words have a block below them."""
    found: list[Line] = []
    for number, line in enumerate(text.split("\n"), 1):
        in_block = found and found[-1].head in with_blocks
        if in_block and (line.startswith(_INDENT) or not line.strip()):
            found[-1].below.append(line.removeprefix(_INDENT))
        elif _END.fullmatch(line) is None:
            read = _line(number, line)
            (found[-1].steps if found and read.head == STEP else found).append(read)
    return found


def indented(text: str) -> Iterator[str]:
    """Write a text as a block."""
    return (f"{_INDENT}{line}".rstrip() for line in text.rstrip().split("\n"))


def _line(number: int, line: str) -> Line:
    if len(line) > _LONGEST_LINE:
        raise InputError(f"Line {number}: it is too long.")
    head = _HEAD.match(line)
    if head is None:
        raise InputError(f"Line {number}: it does not begin with a word.")
    values: dict[str, str] = {}
    words: list[str] = []
    place = head.end()
    while _END.fullmatch(line, place) is None:
        if pair := _PAIR.match(line, place):
            if pair[1] in values:
                raise InputError(f"Line {number}: '{pair[1]}' is there twice.")
            values[pair[1]] = _unquoted(number, pair[2])
            place = pair.end()
        elif (word := _HEAD.match(line, place)) and word[1] and not values:
            words.append(word[2])
            place = word.end()
        else:
            found = line[place:].strip()[:40]
            raise InputError(f"Line {number}: '{found}' is not a name with a value, as in seat=1.")
    return Line(number, head[2], values, tuple(words))


def _unquoted(number: int, value: str) -> str:
    if not value.startswith('"'):
        return value
    try:
        return msgspec.json.decode(value, type=str)
    except msgspec.MsgspecError:
        raise InputError(f"Line {number}: {value[:40]} is not text in quotes.") from None


def pair(name: str, value: str) -> str:
    """Write a name and a value, in quotes where it needs them.

    >>> pair("player", "Ann"), pair("note", "two cards stuck")
    ('player=Ann', 'note="two cards stuck"')
    """
    quoted = value if _PLAIN.fullmatch(value) else msgspec.json.encode(value).decode()
    return f"{name}={quoted}"


# structs


class Field(NamedTuple):
    """A field of a struct: how it is written, whether it has to be there, and what it usually is."""

    how: Codec
    usual: object
    place: str
    """Where Python finds it, such as ``bank.seat``."""
    required: bool = False


Fields = Mapping[str, Field]


@cache
def fields(kind: type[msgspec.Struct]) -> Fields:
    """List the fields of a kind of struct by their names; a row or a None need not be written."""
    found = {}
    for each in msgspec.structs.fields(kind):
        row, may_be_none = get_origin(each.type) is tuple, NoneType in get_args(each.type)
        usual = each.default
        if each.required:
            usual = () if row else None
        required = each.required and not row and not may_be_none
        found[each.encode_name] = Field(codec(each.type), usual, each.name, required)
    return found


def written(value: msgspec.Struct, leave_out: Collection[str] = (), known: Fields | None = None) -> list[str]:
    """Write the fields of a struct that are not as they usually are."""
    pairs = []
    for name, field in (known or fields(type(value))).items():
        content = attrgetter(field.place)(value)
        if name not in leave_out and content is not None and content != field.usual:
            pairs.append(pair(name, field.how.write(content)))
    return pairs


def read_struct(kind: type[Made], line: Line, **given: object) -> Made:
    """Read a struct from a line; what is given is not read."""
    known = fields(kind)
    values = read_values(known, line, leave_out=given) | given
    for name, field in known.items():
        if field.required and name not in values:
            raise line.wrong(f"{line.head} needs '{name}'")
        if field.usual in {(), None}:
            values.setdefault(name, field.usual)
    return converted(line, values, kind)


def converted(line: Line, values: object, kind: type[Made]) -> Made:
    """Make a struct of plain values, or say what is wrong with them."""
    try:
        return msgspec.convert(msgspec.to_builtins(values), kind)
    except msgspec.ValidationError as wrong:
        raise line.wrong(f"{str(wrong).replace(' - at `$.', ', in ').strip('`')}") from None


def read_values(known: Fields, line: Line, leave_out: Collection[str] = ()) -> dict[str, Any]:
    """Read the fields that a line has."""
    if line.words:
        raise line.wrong(f"'{line.words[0]}' is not a name with a value, as in seat=1")
    names = [name for name in known if name not in leave_out]
    read: dict[str, Any] = {}
    for name, text in line.values.items():
        if name not in names:
            raise line.wrong(f"{line.head} has no '{name}'; it has: {', '.join(names) or 'nothing'}")
        try:
            read[name] = known[name].how.read(text)
        except ValueError as wrong:
            raise line.wrong(f"{name}: {wrong}") from None
    return read
