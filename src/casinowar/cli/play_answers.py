"""Answers: what a typed line means."""

from typing import Final

from msgspec import Struct

from casinowar.game.money import Cents, cents
from casinowar.game.refusal import InputError

_LONGEST_NUMBER: Final = 6
_LONGEST_QUOTE: Final = 30


class Wagering(Struct, frozen=True):
    """Wagers as they were typed: on which box (0: the own seat), how much, and whether to raise what lies."""

    box: int = 0
    initial: Cents = 0
    tie: Cents = 0
    adds: bool = False


def words_of(line: str) -> list[str]:
    """Split a line into words, small letters throughout.

    >>> words_of("  War  TIE 5 ")
    ['war', 'tie', '5']
    """
    return line.casefold().split()


def wagering(words: list[str]) -> Wagering | None:
    """Read wagers, or give None for something else.

    >>> wagering(["10", "5"])
    Wagering(box=0, initial=1000, tie=500, adds=False)
    >>> wagering(["box", "4", "raise", "2.50"])
    Wagering(box=4, initial=250, tie=0, adds=True)
    """
    match words:
        case ["box", box, *rest]:
            found = wagering(rest)
            return Wagering(number(box), found.initial, found.tie, found.adds) if found else None
        case ["raise", "tie", tie] | ["tie", tie]:
            return Wagering(tie=money(tie), adds=True)
        case ["raise", amount]:
            return Wagering(initial=money(amount), adds=True)
        case [amount] if amount[0] == "+":
            return Wagering(initial=money(amount[1:]), adds=True)
        case [amount] if _is_amount(amount):
            return Wagering(initial=money(amount))
        case [amount, tie] | [amount, "tie", tie] if _is_amount(amount):
            return Wagering(initial=money(amount), tie=money(tie))
        case _:
            return None


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


def quoted(text: str) -> str:
    r"""Quote what somebody typed, so that it can be shown: no control codes, and not too long.

    >>> quoted("\x1b[2J")
    "'\\x1b[2J'"
    """
    short = text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
    return ascii(short) if not short.isprintable() else f"'{short}'"


def _is_amount(text: str) -> bool:
    return text[0] in "$0123456789"
