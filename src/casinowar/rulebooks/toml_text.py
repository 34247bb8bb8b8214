"""TOML texts: read, parsed once and turned into typed values; errors name file, line and problem."""

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, TypeVar

import msgspec

from casinowar.files import toml
from casinowar.files.reading import read_text
from casinowar.game.refusal import InputError
from casinowar.rulebooks.validation import Fault, Values, converted

T = TypeVar("T")

_KEPT: Final = 32
"""Parsed texts to cache: more than a command opens."""


class FileAtFault(InputError):
    """A fault in a file, which may have more faults."""

    def __init__(self, where: str, sentence: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.where, self.path = where, path

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.where, str(self), self.path)


class TomlText(msgspec.Struct, frozen=True):
    where: str
    text: str

    @staticmethod
    def read(path: str) -> "TomlFile":
        return TomlFile(path, read_text(path, toml.LONGEST, "a rulebook or a house file"))

    def typed(self, values: Any, kind: type[T], root: str = "") -> T:  # noqa: ANN401 - TOML is anything
        try:
            return converted(values, kind, root)
        except Fault as fault:
            raise self.at_fault(fault) from None

    def at_fault(self, fault: Fault) -> InputError:
        line = line_of(self.text, fault.path, fault.item)
        return self.at(line, fault.place, fault.problem, (*fault.path, *filter(None, [fault.missing])))

    def wrong(self, place: str, problem: str) -> InputError:
        path = tuple(place.split("."))
        return self.at(line_of(self.text, path), place, problem, path)

    def at(self, line: int, place: str, problem: str, path: tuple[str, ...]) -> InputError:
        end = "" if problem.endswith("?") else "."
        return FileAtFault(
            self.where, f"{self.where}, line {line}: {place + ': ' if place else ''}{problem}{end}", path
        )


class TomlFile(TomlText, frozen=True):
    """A text read from a path; it may name other files by path."""


@cache
def packaged(where: str) -> TomlText:
    return TomlText(where, files("casinowar.rulebooks").joinpath(where).read_text(encoding="utf-8"))


def parsed(source: TomlText) -> Values:
    """Parse a text; results are cached, so callers must not change them."""
    try:
        return _parsed(source.text)
    except ValueError as wrong:
        raise InputError(f"{source.where}: {wrong}.") from None


@lru_cache(_KEPT)
def _parsed(text: str) -> Values:
    return toml.parsed(text)


_HEADER: Final = re.compile(r"^\s*+\[\[?([^\]]++)\]\]?\s*+(#.*)?$")
_KEY: Final = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*")(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*=""")


def line_of(text: str, path: tuple[str, ...], item: int | None = None) -> int:
    r"""Find the line of the value at a path, or the nearest line around it; or of an item of its list.

    >>> line_of('name = "x"\n[war]\nburn = { cards = -1 }', ("war", "burn", "cards"))
    3
    """
    _, line = _nearest(text, path)
    return line if item is None else _line_of_item(text.split("\n"), line, item)


def depth_of(text: str, path: tuple[str, ...]) -> int:
    return _nearest(text, path)[0]


def _nearest(text: str, path: tuple[str, ...]) -> tuple[int, int]:
    best, best_line, inside = -1, 1, 0
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = _parts(header[1])
            found = table
        elif key := _KEY.match(line):
            found = table + _parts(key[1])
        else:
            continue
        if path[: len(found)] == found and len(found) > best:
            best, best_line = len(found), number
        elif found[: len(path)] == path:
            inside = inside or number
    return (len(path), inside) if inside and best < len(path) else (best, best_line)


def _line_of_item(lines: list[str], start: int, item: int) -> int:
    """Find an item of a list that is written with one item to a line."""
    if not lines[start - 1].rstrip().endswith("["):
        return start
    items = [
        number for number, line in enumerate(lines, 1) if number > start and line.lstrip().startswith("{")
    ]
    return items[item] if item < len(items) else start


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip().strip('"') for part in key.split("."))
