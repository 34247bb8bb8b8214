"""What people write, on the command line or at the table: amounts, numbers, readings, cards."""

from collections.abc import Iterable
from typing import Final

from casinowar.game.cards import ALL, Card
from casinowar.game.money import Cents, cents
from casinowar.game.refusal import InputError

_SYMBOLS: Final = str.maketrans("♣♦♥♠", "CDHS")
_LONGEST_QUOTE: Final = 30
_LONGEST_NUMBER: Final = 6


def money(text: str) -> Cents:
    """Read an amount of dollars."""
    try:
        return cents(text)
    except ValueError:
        raise InputError(f"{quoted(text)} is not an amount of dollars such as 10 or 12.50.") from None


def number(text: str) -> int:
    """Read a whole number."""
    if not (text.isascii() and text.isdecimal()) or len(text) > _LONGEST_NUMBER:
        raise InputError(f"{quoted(text)} is not a number such as 3.")
    return int(text)


def readings(pairs: Iterable[str]) -> dict[str, str]:
    """Read readings such as ``tied_war=tie_wager_pays_2_to_1``."""
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"A reading is given as NAME=VALUE, not as {quoted(pair)}.")
        if chosen.get(name, value) != value:
            raise InputError(f"The reading {quoted(name)} is given twice.")
        chosen[name] = value
    return chosen


def cards(text: str) -> tuple[Card, ...]:
    """Read cards.

    >>> cards("AS 10h, 7♦")
    ('AS', 'TH', '7D')
    """
    plain = text.translate(_SYMBOLS).upper().replace("10", "T").replace(",", " ")
    read = tuple(plain.split())
    for each in read:
        if each not in ALL:
            raise InputError(f"{quoted(each)} is not a card; write rank and suit, such as AS, 10H or 7D.")
    return read


def quoted(text: str) -> str:
    r"""Quote what somebody typed, so that it can be shown: no control codes, and not too long.

    >>> quoted("\x1b[2J")
    "'\\x1b[2J'"
    """
    short = text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
    return ascii(short) if not short.isprintable() else f"'{short}'"
