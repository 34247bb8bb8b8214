"""Parses what people write, on the command line or from Python: amounts, numbers, readings, cards."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from operator import index
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.cards import ALL, Card
from casinowar.game.money import Cents, cents
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager, Word

ODDS_BOUNDS: Final = {
    "decks": (1, 100),
    "bankroll": (1, 10_000),
    "sessions": (1, 5_000),
    "rounds_per_hour": (1, 1_000),
}
RUN_BOUNDS: Final[dict[str, tuple[int, int | None]]] = {
    "seats": (1, 99),
    "decks": (1, 500),
    "depths": (0, 100),
    "tables": (1, 100_000),
    "seed": (0, None),
    "workers": (1, 1_024),
}
"""The smallest and largest whole numbers allowed, from Python and on the command line."""

AnyWord = TypeVar("AnyWord", bound=Word)
Function = TypeVar("Function")

_SYMBOLS: Final = str.maketrans("♣♦♥♠", "CDHS")
_LONGEST_QUOTE: Final = 30
_LONGEST_NUMBER: Final = 6
_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")
_DIGITS: Final = re.compile(r"-?[0-9]{1,30}")


def money(text: str) -> Cents:
    try:
        return cents(text)
    except ValueError:
        comma = "; a comma only groups thousands, as in 1,000" if "," in text else ""
        raise InputError(f"{quoted(text)} is not an amount of dollars such as 10 or 12.50{comma}.") from None


def number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > _LONGEST_NUMBER:
        raise InputError(f"{quoted(text)} is not a number such as 3.")
    return int(text)


def by_digits(text: str) -> int | str:
    """Convert text of only digits to a number, and leave anything else alone.

    >>> by_digits("10"), by_digits("1_0")
    (10, '1_0')
    """
    return int(text) if _DIGITS.fullmatch(text) else text


# values from Python, whose types are not enforced


def amount(dollars: object) -> Cents:
    """Check an amount of dollars.

    >>> amount(10), amount("12.50")
    (1000, 1250)
    """
    if not isinstance(dollars, int | float | str | Decimal) and not hasattr(dollars, "__index__"):
        raise InputError(f"An amount is a number of dollars such as 10 or '12.50', not {shown(dollars)}.")
    return money(str(dollars))


def posted(house: House, limits: Mapping[str, tuple[object, object]]) -> House:
    """Post limits, in dollars, on top of a house's choices."""
    told: dict[Wager, Limit] = {}
    try:
        spans = {name: (least, most) for name, (least, most) in dict(limits).items()}
    except (TypeError, ValueError):
        raise InputError(
            'Limits are the least and the most of each wager, as in {"initial": (5, 500)}.'
        ) from None
    for name, span in spans.items():
        if name not in set(Wager):
            raise InputError(f"There is no wager {name!r}; limits are posted on: {', '.join(Wager)}.")
        least, most = (str(Decimal(amount(each)) / 100) for each in span)
        told[Wager(name)] = Limit(minimum=least, maximum=most)
    return replace(house, limits={**house.limits, **told})


def whole_number(what: str, said: object, least: int | None = None, most: int | None = None) -> int:
    """Check a whole number, including NumPy's; a text or a boolean is not one.

    >>> whole_number("decks", 8, 1, 100)
    8
    """
    try:
        number = None if isinstance(said, bool) else index(said)  # type: ignore[arg-type]  # that is asked
    except TypeError:
        number = None
    if number is not None and (least is None or least <= number) and (most is None or number <= most):
        return number
    span = "" if least is None else f" from {least} on" if most is None else f" from {least} to {most:,}"
    raise InputError(f"{what} is a whole number{span}, not {shown(said)}.")


def a_name(said: object) -> str:
    if not isinstance(said, str):
        raise InputError(f"A player is named by words, not by {shown(said)}.")
    return said


def a_word(kind: type[AnyWord], said: str) -> AnyWord:
    try:
        return kind(said)
    except ValueError:
        known = ", ".join(map(str, kind))
        what = _CAPITAL.sub(" ", kind.__name__).lower()
        raise InputError(f"There is no {what} {shown(said)}; there are: {known}.") from None


def yes_or_no(what: str, said: object) -> bool:
    """Check a boolean; text such as "no" would be true."""
    if not isinstance(said, bool):
        raise InputError(f"{what} is True or False, not {shown(said)}.")
    return said


def a_function(what: str, said: Function) -> Function:
    if said is not None and not callable(said):
        raise InputError(f"{what} is a function, not {shown(said)}.")
    return said


def several(what: str, said: object, kind: type = object) -> list[Any]:
    """Check a list of values of one type; a text is a single value."""
    if isinstance(said, Iterable) and not isinstance(said, str):
        found = list(said)
        if all(isinstance(each, kind) for each in found):
            return found
    raise InputError(f"{what} is a list, not {shown(said)}.")


def shown(said: object) -> str:
    """Show a value of any type, however long it is and even if its `repr` fails."""
    if isinstance(said, str):
        return quoted(said)
    try:
        return quoted(repr(said)).strip("'")
    except Exception:  # noqa: BLE001 - a stranger's code may raise anything
        return f"of type {type(said).__name__}"


def readings(pairs: Iterable[str]) -> dict[str, str]:
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
    r"""Quote what a person typed for display: without control codes, and shortened.

    >>> quoted("\x1b[2J")
    "'\\x1b[2J'"
    """
    short = text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
    return ascii(short) if not short.isprintable() else f"'{short}'"
