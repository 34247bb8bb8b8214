"""TOML texts: read, parsed once and turned into typed values; errors name file, line and problem."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, TypeVar

import msgspec

from casinowar.files import toml
from casinowar.files.reading import read_text
from casinowar.game.refusal import InputError
from casinowar.rulebooks.lines import line_of
from casinowar.rulebooks.validation import Fault, Values, converted

T = TypeVar("T")

_KEPT: Final = 32
"""So many parsed texts are kept: more than a command opens."""


class FileAtFault(InputError):
    """Something is wrong in a file, which may have further faults."""

    def __init__(self, where: str, sentence: str, path: tuple[str, ...] = ()) -> None:
        """Keep the name of the file, and the path of the value if it is known."""
        super().__init__(sentence)
        self.where, self.path = where, path

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with all of it."""
        return type(self), (self.where, str(self), self.path)


class TomlText(msgspec.Struct, frozen=True):
    """A TOML file: what it is called, and what it says."""

    where: str
    text: str

    @staticmethod
    def read(path: str) -> "TomlFile":
        """Read a file of the user's own."""
        return TomlFile(path, read_text(path, toml.LONGEST, "a rulebook or a house file"))

    def typed(self, values: Any, kind: type[T], root: str = "") -> T:  # noqa: ANN401 - TOML is anything
        """Turn values of this text into a type, or name the line that does not fit it."""
        try:
            return converted(values, kind, root)
        except Fault as fault:
            raise self.at_fault(fault) from None

    def at_fault(self, fault: Fault) -> InputError:
        """Point to the line of what does not fit."""
        line = line_of(self.text, fault.path, fault.item)
        return self.at(line, fault.place, fault.problem, (*fault.path, *filter(None, [fault.missing])))

    def wrong(self, place: str, problem: str) -> InputError:
        """Point to the line of a value."""
        path = tuple(place.split("."))
        return self.at(line_of(self.text, path), place, problem, path)

    def at(self, line: int, place: str, problem: str, path: tuple[str, ...]) -> InputError:
        """Say what is wrong at a line of this text."""
        end = "" if problem.endswith("?") else "."
        return FileAtFault(
            self.where, f"{self.where}, line {line}: {place + ': ' if place else ''}{problem}{end}", path
        )


class TomlFile(TomlText, frozen=True):
    """A text that was read from a path, and may name other files by theirs."""


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


@lru_cache(_KEPT)
def _parsed(text: str) -> Values:
    return toml.parsed(text)
