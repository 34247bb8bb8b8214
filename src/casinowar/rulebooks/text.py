"""TOML texts: read, parsed once and turned into typed values; errors name file, line and problem."""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import msgspec

from casinowar.game.refusal import InputError
from casinowar.rulebooks.lines import line_of
from casinowar.rulebooks.readings import Values
from casinowar.rulebooks.sentences import field_named, plainly

T = TypeVar("T")

_LONGEST_FILE: Final = 1_000_000
_KEPT: Final = 32
"""So many parsed texts are kept: more than a command opens."""
_ITEM: Final = re.compile(r"\[(\d+)\]")
_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$([^`]*)`$")
_ANY_KEY: Final = "[...]"


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
            path = tuple(part for part in (*place.split("."), field_named(problem)) if part)
            line = line_of(self.text, path, int(item[1]) if item else None)
            raise self._at(line, place, plainly(problem)) from None

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
        path = _dotted(before).split(".") if _dotted(before) else []
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
