"""The syntax of a record: lines of a word with names and values, and how each kind of value is written.

Quotes hold spaces, and ``#`` begins a comment. Some lines have a block below them: text of its own, each line
indented by four spaces. Money is dollars with cents; a place is a seat's number, ``dealer`` or ``burn``.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec

from casinowar.game.cards import ALL, UNSEEN, Card
from casinowar.game.money import Cents
from casinowar.game.places import counts
from casinowar.game.refusal import InputError
from casinowar.game.words import BURN, DEALER

MOST_CARDS: Final = 100_000
"""More cards than any table has, so that a count in a file cannot fill the memory."""

_MONEY: Final = re.compile(r"-?\d{1,12}\.\d{2}", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d{1,15}", re.ASCII)
_PLACES: Final = {DEALER: "dealer", BURN: "burn"}


class Codec(NamedTuple):
    """How to write and read one kind of value; reading raises ValueError with the problem."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def codec(kind: Any) -> Codec:  # noqa: ANN401 - a field's type may be anything that typing has
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        return codec(next(each for each in get_args(kind) if each is not NoneType))
    if origin is tuple:
        return _row(get_args(kind)[0])
    if origin is Annotated:
        return _COUNTED.get(counts(kind)) or codec(get_args(kind)[0])
    if kind is bool:
        return Codec(lambda value: "yes" if value else "no", _read_flag)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Codec(lambda value: str(kind(value)), lambda text: _read_word(kind, text))
    return Codec(str, read_number if kind is int else str)


def _row(kind: Any) -> Codec:  # noqa: ANN401 - as above
    """Write values in a row: words with semicolons, because they may hold commas; all else with commas.

    Names may hold both, so line breaks separate them.
    """
    each = codec(kind)
    words = isinstance(kind, type) and issubclass(kind, Enum)
    between = "; " if words else "\n" if counts(kind) == "name" else ","

    def write(values: tuple[Any, ...]) -> str:
        return between.join(map(each.write, values))

    def read(text: str) -> tuple[Any, ...]:
        parts = text.split(between.rstrip(" ")) if text else []
        return tuple(each.read(part.strip()) for part in parts)

    return Codec(write, read)


def money(cents: Cents) -> str:
    """Write money in dollars with cents.

    >>> money(10_00), money(-5)
    ('10.00', '-0.05')
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{part:02}"


def read_money(text: str) -> Cents:
    """Read money.

    >>> read_money("-0.05")
    -5
    """
    if _MONEY.fullmatch(text) is None:
        raise ValueError(f"'{text}' is not an amount such as 10.00")
    return int(text.replace(".", ""))


def read_number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"'{text}' is not a whole number")
    return int(text)


def _read_flag(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise ValueError(f"'{text}' is neither yes nor no")
    return text == "yes"


def _read_word(kind: type[Enum], text: str) -> Enum:
    try:
        return kind(text)
    except ValueError:
        known = "; ".join(map(str, kind))
        raise ValueError(f"'{text}' is not one of: {known}") from None


def _read_place(text: str) -> int:
    for seat, name in _PLACES.items():
        if text == name:
            return seat
    seat = read_number(text)
    if seat < 1:
        raise ValueError(f"'{text}' is not a seat; seats are numbered from 1")
    return seat


def _read_card(text: str) -> Card:
    if text not in ALL:
        raise ValueError(f"'{text}' is not a card; cards are written like AS, TH, 7D, 2C")
    return text


def _read_count(text: str) -> tuple[Card, ...]:
    number = read_number(text)
    if not 0 <= number <= MOST_CARDS:
        raise ValueError(f"there cannot be {number} cards")
    return (UNSEEN,) * number


COUNT_OF_CARDS: Final = Codec(lambda cards: str(len(cards)), _read_count)
"""Cards written only as their number."""

_COUNTED: Final = {
    "cents": Codec(money, read_money),
    "card": Codec(str, _read_card),
    **dict.fromkeys(("seat", "hand", "spot"), Codec(lambda seat: _PLACES.get(seat, str(seat)), _read_place)),
}
"""Codecs of whole numbers and words whose types say what they are."""
Made = TypeVar("Made", bound=msgspec.Struct)

_PLAIN: Final = re.compile(r"[\w.,:/?()+-]+")
_HEAD: Final = re.compile(r"(\s*)([^\s\"#=]+)")
_PAIR: Final = re.compile(r"\s+([a-z_0-9]+)=(\"(?:[^\"\\]|\\.)*\"|[^\s\"#]*)(?=\s|$)")
_END: Final = re.compile(r"\s*(?:#.*)?")
_LONGEST_LINE: Final = 1_000_000
_INDENT: Final = "    "
STEP: Final = "step"
"""The first word of lines that list an act of a procedure, below what it belongs to."""


class Line(msgspec.Struct, frozen=True):
    """One line: its number in the file, its first word, its values by name, and the block below it."""

    number: int
    head: str
    values: dict[str, str]
    words: tuple[str, ...] = ()
    """Bare words after the first one."""
    below: list[str] = []
    steps: list["Line"] = []
    """The lines below it that list acts of a procedure."""

    @property
    def block(self) -> str:
        return "\n".join(self.below).rstrip()

    def wrong(self, problem: str) -> InputError:
        return InputError(f"Line {self.number}: {problem}.")


def lines(text: str, with_blocks: Collection[str] = ()) -> list[Line]:
    """Read the lines of a text without comments and empty lines; some words have a block below them."""
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


class Field(NamedTuple):
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
    try:
        return msgspec.convert(msgspec.to_builtins(values), kind)
    except msgspec.ValidationError as wrong:
        raise line.wrong(f"{str(wrong).replace(' - at `$.', ', in ').strip('`')}") from None


def read_values(known: Fields, line: Line, leave_out: Collection[str] = ()) -> dict[str, Any]:
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
