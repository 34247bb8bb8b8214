"""The values in a record: how each is written, and read back exactly.

Money is dollars with cents, a place is a seat's number, ``dealer`` or ``burn``, and ``298??`` are so many
unseen cards.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from itertools import groupby
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin

from casinowar.game.cards import ALL, UNSEEN, Card
from casinowar.game.money import Cents
from casinowar.game.places import counts
from casinowar.game.words import BURN, DEALER

MOST_CARDS: Final = 100_000
"""More cards than any table has, so that a count in a file cannot fill the memory."""

_MONEY: Final = re.compile(r"-?\d{1,12}\.\d{2}", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d{1,15}", re.ASCII)
_UNSEEN_CARDS: Final = re.compile(r"(\d{1,6})\?\?", re.ASCII)
_PLACES: Final = {DEALER: "dealer", BURN: "burn"}


class Codec(NamedTuple):
    """How one value is written, and read again; reading raises ValueError with what is wrong."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def codec(kind: Any) -> Codec:  # noqa: ANN401 - a field's type may be anything that typing has
    """Find how a value of this type is written."""
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
    """Write values in a row: words apart by semicolons, for they may hold commas; all else by commas.

    Names may hold both, and stand apart by line breaks.
    """
    if counts(kind) == "card":
        return Codec(lambda cards: ",".join(_runs(cards)), _read_cards)
    each = codec(kind)
    words = isinstance(kind, type) and issubclass(kind, Enum)
    between = "; " if words else "\n" if counts(kind) == "name" else ","

    def write(values: tuple[Any, ...]) -> str:
        return between.join(map(each.write, values))

    def read(text: str) -> tuple[Any, ...]:
        parts = text.split(between.rstrip(" ")) if text else []
        return tuple(each.read(part.strip()) for part in parts)

    return Codec(write, read)


# numbers and words


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
    """Read a whole number."""
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


# places and cards


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


def _runs(cards: tuple[Card, ...]) -> Iterator[str]:
    for card, same in groupby(cards):
        if card == UNSEEN:
            yield f"{sum(1 for _ in same)}{UNSEEN}"
        else:
            yield from same


def _read_cards(text: str) -> tuple[Card, ...]:
    cards: list[Card] = []
    for part in text.split(",") if text else []:
        unseen = _UNSEEN_CARDS.fullmatch(part)
        if unseen and len(cards) + int(unseen[1]) <= MOST_CARDS:
            cards += [UNSEEN] * int(unseen[1])
        else:
            cards.append(_read_card(part))
    return tuple(cards)


def _read_count(text: str) -> tuple[Card, ...]:
    number = read_number(text)
    if not 0 <= number <= MOST_CARDS:
        raise ValueError(f"there cannot be {number} cards")
    return (UNSEEN,) * number


COUNT_OF_CARDS: Final = Codec(lambda cards: str(len(cards)), _read_count)
"""How cards are written of which only the number is told."""

_COUNTED: Final = {
    "cents": Codec(money, read_money),
    "card": Codec(str, _read_card),
    **dict.fromkeys(("seat", "hand", "spot"), Codec(lambda seat: _PLACES.get(seat, str(seat)), _read_place)),
}
"""How whole numbers and words are written whose types say what they are."""
