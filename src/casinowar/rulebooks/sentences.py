"""Say in plain words what the reader of a TOML file found wrong."""

import difflib
import re
from collections.abc import Iterator
from typing import Final

from casinowar.game.words import Word

_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_NOT_A_WORD: Final = re.compile(r"Invalid enum value '(.*)'")
_PATTERNS: Final = (
    (" to [1-9]", 'this has to be odds such as "10 to 1"'),
    ("^(0|1|[1-9][0-9]{0,3}/", 'this has to be a share such as "1/2", or "1" for all of it'),
    ("[0-9][0-9,]{0,12}", 'this has to be an amount of dollars in quotes, such as "5" or "2.50"'),
    ("%$", 'this has to be a rate such as "10%"'),
    ("^[a-z][a-z0-9_]", "this has to be a name of small letters, digits and underscores"),
    ("([01][0-9]|2[0-3]):", 'this has to be a time such as "06:00"'),
)


def plainly(problem: str) -> str:
    """Turn a message of the TOML reader into a sentence for people.

    >>> plainly("Object missing required field `clause`")
    "the value 'clause' is missing"
    """
    if unknown := _UNKNOWN.fullmatch(problem):
        return f"there is no value '{unknown[1]}' here"
    if missing := _MISSING.fullmatch(problem):
        return f"the value '{missing[1]}' is missing"
    if strange := _NOT_A_WORD.fullmatch(problem):
        near = difflib.get_close_matches(strange[1], list(_words(Word)), n=1, cutoff=0.4)
        return f"'{strange[1]}' is not a word for this" + (f"; did you mean '{near[0]}'?" if near else "")
    if "matching regex" in problem:
        return next((said for pattern, said in _PATTERNS if pattern in problem), problem)
    return problem


def field_named(problem: str) -> str:
    """Give the name of the field or key that a message complains about, or nothing."""
    found = _UNKNOWN.fullmatch(problem) or _NOT_A_WORD.fullmatch(problem)
    return found[1] if found else ""


def _words(kind: type[Word]) -> Iterator[str]:
    for each in kind.__subclasses__():
        yield from map(str, each)
        yield from _words(each)
