"""TOML texts: read, parsed once and turned into typed values; errors name file, line and problem."""

import difflib
import re
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import msgspec

from casinowar.game.refusal import InputError
from casinowar.game.words import Word
from casinowar.rulebooks.lines import line_of
from casinowar.rulebooks.readings import Values

T = TypeVar("T")

_LONGEST_FILE: Final = 1_000_000
_KEPT: Final = 32
"""So many parsed texts are kept: more than a command opens."""
_ITEM: Final = re.compile(r"\[(\d+)\]")
_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$([^`]*)`$")
_ANY_KEY: Final = "[...]"
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_NOT_A_WORD: Final = re.compile(r"Invalid enum value '(.*)'")
_PATTERNS: Final = (
    (" to [1-9]", 'this has to be odds such as "10 to 1"'),
    ("^[1-9][0-9]{0,3}/[1-9]", 'this has to be a number such as 2, or a share such as "1/2"'),
    ("^(0|1|[1-9][0-9]{0,3}/", 'this has to be a share such as "1/2", or "1" for all of it'),
    ("[0-9][0-9,]{0,12}", 'this has to be an amount of dollars in quotes, such as "5" or "2.50"'),
    ("%$", 'this has to be a rate such as "10%"'),
    ("^[a-z][a-z0-9_]", "this has to be a name of small letters, digits and underscores"),
    ("([01][0-9]|2[0-3]):", 'this has to be a time such as "06:00"'),
)


class TomlText(msgspec.Struct, frozen=True):
    """A TOML file: what it is called, and what it says."""

    where: str
    text: str

    @classmethod
    def read(cls, path: str) -> Self:
        """Read a file of the user's own."""
        try:
            if Path(path).stat().st_size > _LONGEST_FILE:
                raise InputError(f"{path}: the file is too large to be a rulebook or a house file.")
            return cls(path, Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise InputError(f"{path}: the file is not text in UTF-8.") from None
        except (OSError, ValueError) as wrong:
            if isinstance(wrong, InputError):
                raise
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise InputError(f"{path}: {reason}.") from None

    def typed(self, values: Any, kind: type[T], root: str = "") -> T:  # noqa: ANN401 - TOML is anything
        """Turn values of this text into a type, or name the line that does not fit it."""
        try:
            return msgspec.convert(values, kind)
        except msgspec.ValidationError as wrong:
            found = _PLACE.search(str(wrong))
            place = _dotted(_named(values, kind, found[1])) if found else ""
            place = ".".join(part for part in (root, place) if part)
            problem = _PLACE.sub("", str(wrong))
            item = _ITEM.search(found[1]) if found else None
            path = tuple(part for part in (*place.split("."), _field_named(problem)) if part)
            line = line_of(self.text, path, int(item[1]) if item else None)
            raise self._at(line, place, _plainly(problem)) from None

    def wrong(self, place: str, problem: str) -> InputError:
        """Point to the line of a value."""
        return self._at(line_of(self.text, tuple(place.split("."))), place, problem)

    def _at(self, line: int, place: str, problem: str) -> InputError:
        end = "" if problem.endswith("?") else "."
        return InputError(f"{self.where}, line {line}: {place + ': ' if place else ''}{problem}{end}")


@cache
def packaged(where: str) -> TomlText:
    """Give a text that comes with this package."""
    return TomlText(where, files("casinowar.rulebooks").joinpath(where).read_text(encoding="utf-8"))


def parsed(source: TomlText) -> Values:
    """Parse a text; the same text is parsed once, so nobody may change what comes out."""
    if len(source.text) > _LONGEST_FILE:
        raise InputError(f"{source.where}: the text is too long to be a rulebook or a house file.")
    try:
        return _parsed(source.text)
    except ValueError as wrong:
        raise InputError(f"{source.where}: {wrong}.") from None
    except RecursionError:
        raise InputError(f"{source.where}: the values are nested too deeply.") from None


@lru_cache(_KEPT)
def _parsed(text: str) -> Values:
    return tomllib.loads(text)


def _named(values: Values, kind: type[T], place: str) -> str:
    """Name the keys that msgspec writes as ``[...]``: each is the one that alone gives the same error."""
    said = f"`${place}`"
    while _ANY_KEY in place:
        before, _, after = place.partition(_ANY_KEY)
        path = [part for part in _dotted(before).split(".") if part]
        below: Any = values
        for part in path:
            below = below[part] if isinstance(below, dict) else {}
        for key in below if isinstance(below, dict) else ():
            alone = _only(values, path, key)
            try:
                msgspec.convert(alone, kind)
            except msgspec.ValidationError as wrong:
                if str(wrong).endswith(said):
                    values, place = alone, f"{before}.{key}{after}"
                    break
        else:
            return f"{before}{after}"
    return place


def _only(values: Values, path: list[str], key: str) -> Values:
    """Give the values with this key alone in the table at a path."""
    if not path:
        return {key: values[key]}
    return {**values, path[0]: _only(values[path[0]], path[1:], key)}


def _dotted(place: str) -> str:
    """Turn msgspec's path into a dotted one, leaving out positions in lists."""
    return re.sub(r"\[[^\]]*\]", "", place).strip(".")


# what msgspec found wrong, in plain words


def _plainly(problem: str) -> str:
    """Turn a message of the TOML reader into a sentence for people.

    >>> _plainly("Object missing required field `clause`")
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


def _field_named(problem: str) -> str:
    """Give the name of the field or key that a message complains about, or nothing."""
    found = _UNKNOWN.fullmatch(problem) or _NOT_A_WORD.fullmatch(problem)
    return found[1] if found else ""


def _words(kind: type[Word]) -> Iterator[str]:
    for each in kind.__subclasses__():
        yield from map(str, each)
        yield from _words(each)
