"""Break texts and values: as a typing error, a bad disk, or an attacker would."""

import re
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, Final

NUMBERS: Final = (
    *("0", "-1", "1", "2", "7", "8", "52", "0.01", "1/2", "0.005", "1e9", "-0", "1_000", "007", "1e400"),
    *("99999999999999999999999", "nan", "inf", "0x10", "10%", "1/0", "½", "٣"),
)
STRANGE: Final = (
    *(
        "",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\0",
        "\ufeff",
        "\u202e",
        "\ud800",
        "🂡",
        "é",
        "{0}",
        "{player}",
        "%s",
        "[red]",
    ),
    *(
        "'",
        '"',
        "=",
        "#",
        "[",
        "]]",
        "}",
        "\\",
        "../..",
        "~",
        "-",
        "--",
        "maryland",
        "war",
        "true",
        "x" * 5_000,
    ),
)
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 7, 8, 1.5, -0.0, float("nan"), float("inf"), 10**30, Fraction(1, 3)),
    *("1", "", "Ann", "x" * 10_000, b"1", (), [], {}, {1}, object(), int, "10", 10, 5, 500, "0.005", [1, 2]),
)
_NUMBER: Final = re.compile(r"\d[\d_./%]*")
_QUOTED: Final = re.compile(r'"[^"\n]*"')


def broken(text: str, chance: Random) -> str:
    """Break a text once or a few times."""
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        text = chance.choice(_WAYS)(text, chance)
    return text


def _cut_out(text: str, chance: Random) -> str:
    start = chance.randrange(len(text) + 1)
    return text[:start] + text[start + chance.choice((1, 3, 40, 10**6)) :]


def _put_in(text: str, chance: Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(STRANGE + NUMBERS) + text[place:]


def _line_moved(text: str, chance: Random) -> str:
    lines = text.split("\n")
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def _line_left_out(text: str, chance: Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _line_repeated(text: str, chance: Random) -> str:
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    lines[place:place] = [lines[place]] * chance.choice((1, 1, 50))
    return "\n".join(lines)


def _another(pattern: re.Pattern[str], values: tuple[str, ...], text: str, chance: Random) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    place = chance.choice(found)
    return text[: place.start()] + chance.choice(values) + text[place.end() :]


def _another_number(text: str, chance: Random) -> str:
    return _another(_NUMBER, NUMBERS, text, chance)


def _another_string(text: str, chance: Random) -> str:
    others = _QUOTED.findall(text)
    values = (*(f'"{each}"' for each in STRANGE + NUMBERS), *others, "[]", "{}", "1", "true", "[[[[1]]]]")
    return _another(_QUOTED, values, text, chance)


def _deeper(text: str, chance: Random) -> str:
    how_deep = chance.choice((3, 100, 2_000))
    return text + f"\n{'a.' * how_deep}a = {'[' * how_deep}{']' * how_deep}\n"


_WAYS: Final[tuple[Callable[[str, Random], str], ...]] = (
    *(_cut_out, _put_in, _line_moved, _line_left_out, _line_repeated),
    *(_another_number, _another_number, _another_string, _another_string, _deeper),
)
