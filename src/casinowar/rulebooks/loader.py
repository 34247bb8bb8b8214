"""Load rulebooks and house files, with errors that name the file, the line and the problem."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import HouseError, InputError
from casinowar.rulebooks.consistency import problems
from casinowar.rulebooks.lines import line_of
from casinowar.rulebooks.readings import Reading, Values, apply, chosen
from casinowar.rulebooks.sentences import field_named, plainly

T = TypeVar("T")

_BUILT_IN: Final = ("maryland", "washington", "south_dakota", "california", "wisconsin")
_LONGEST_FILE: Final = 1_000_000
_ITEM: Final = re.compile(r"\[(\d+)\]")
_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$([^`]*)`$")
_ANY_KEY: Final = "[...]"


class RulebookFile(msgspec.Struct, frozen=True):
    """A rulebook as it stands in its file, before readings are chosen."""

    where: str
    text: str
    values: Values
    readings: dict[str, Reading]

    def book(self, wanted: Mapping[str, str] | None = None) -> Rulebook:
        """Give the rulebook under the readings wanted, the others at their defaults."""
        readings = chosen(self.readings, wanted or {})
        choices = [self.readings[name].choices[value] for name, value in readings.items()]
        values = apply(self.values, choices)
        book = _converted(self.where, self.text, {**values, "readings": readings}, Rulebook)
        for place, problem in problems(book):
            raise _wrong(self.where, self.text, place, problem)
        return book

    def every_reading(self) -> Iterator[dict[str, str]]:
        """List the default readings, then every choice that differs from them by one."""
        yield {}
        for name, reading in self.readings.items():
            yield from ({name: value} for value in reading.choices if value != reading.default)


def names() -> tuple[str, ...]:
    """List the built-in rulebooks."""
    return _BUILT_IN


def open_rulebook(reference: str) -> RulebookFile:
    """Open a built-in rulebook by its name, or a TOML file by its path."""
    if reference in _BUILT_IN:
        where = f"{reference}.toml"
        text = files("casinowar.rulebooks").joinpath(where).read_text(encoding="utf-8")
    elif reference.endswith(".toml") or "/" in reference or _exists(reference):
        where, text = reference, _read(Path(reference))
    else:
        known = ", ".join(_BUILT_IN)
        near = get_close_matches(reference.casefold().replace(" ", "_"), _BUILT_IN, 1)
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise InputError(
            f"There is no rulebook '{reference}'{meant}; the built-in ones are {known}; or give a .toml file."
        )
    return read_rulebook(where, text, own=reference not in _BUILT_IN)


def read_rulebook(where: str, text: str, *, own: bool = True) -> RulebookFile:
    """Read the text of a rulebook; `where` names it in errors."""
    if len(text) > _LONGEST_FILE:
        raise InputError(f"{where}: the text is too long to be a rulebook.")
    values = _parsed(where, text)
    readings = _converted(where, text, values.pop("readings", {}), dict[str, Reading], "readings")
    for name, reading in readings.items():
        if reading.default not in reading.choices:
            raise _wrong(
                where, text, f"readings.{name}.default", f"'{reading.default}' is not among the choices"
            )
    source = RulebookFile(where, text, values, readings)
    if own:
        _check_own(source)
    return source


def _check_own(source: RulebookFile) -> None:
    """Check a file of the user's own under every reading, and that it does not pass for a built-in one."""
    if source.values.get("name") in _BUILT_IN:
        problem = f"'{source.values['name']}' is the name of a built-in rulebook; give yours another"
        raise _wrong(source.where, source.text, "name", problem)
    for readings in source.every_reading():
        try:
            source.book(readings)
        except InputError as wrong:
            if not readings:
                raise
            [(name, value)] = readings.items()
            raise InputError(f"{wrong} (Under the reading {name} = {value}.)") from None


def sample_house(name: str) -> str:
    """Give the text of the sample house file that comes with a built-in rulebook."""
    if name not in _BUILT_IN:
        raise InputError(f"There is no sample for '{name}'; there is one for {', '.join(_BUILT_IN)}.")
    return files("casinowar.rulebooks").joinpath("houses", f"{name}.toml").read_text(encoding="utf-8")


def load_sample(name: str) -> House:
    """Read the sample house file that comes with a built-in rulebook."""
    text = sample_house(name)
    return _converted(f"houses/{name}.toml", text, _parsed(name, text), House)


def load_house(path: str) -> House:
    """Read a house file."""
    text = _read(Path(path))
    return _converted(path, text, _parsed(path, text), House)


def load_rules(
    reference: str | RulebookFile,
    house: House | str | None = None,
    readings: Mapping[str, str] | None = None,
) -> Rules:
    """Put a rulebook (by its name, its path, or opened), a house's choices and further readings together.

    >>> load_rules("maryland").decks
    6
    """
    chosen_house = load_house(house) if isinstance(house, str) else house or House()
    source = open_rulebook(reference) if isinstance(reference, str) else reference
    named = reference if isinstance(reference, str) else source.where
    if chosen_house.rulebook and chosen_house.rulebook not in {named, source.values.get("name")}:
        raise InputError(f"The house file is for the rulebook '{chosen_house.rulebook}', not for '{named}'.")
    book = source.book({**chosen_house.readings, **(readings or {})})
    try:
        return Rules(book, chosen_house)
    except HouseError as wrong:
        if isinstance(house, str):
            raise InputError(f"{house}, line {_house_line(house, wrong)}: {wrong}") from None
        raise


def _house_line(path: str, wrong: HouseError) -> int:
    return line_of(_read(Path(path)), tuple(wrong.choice.split(".")))


def _exists(path: str) -> bool:
    try:
        return path != "" and Path(path).exists()
    except OSError:
        return False


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _LONGEST_FILE:
            raise InputError(f"{path}: the file is too large to be a rulebook or a house file.")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: the file is not text in UTF-8.") from None
    except (OSError, ValueError) as wrong:
        if isinstance(wrong, InputError):
            raise
        reason = wrong.strerror if isinstance(wrong, OSError) else wrong
        raise InputError(f"{path}: {reason}.") from None


def _parsed(where: str, text: str) -> Values:
    try:
        return tomllib.loads(text)
    except ValueError as wrong:
        raise InputError(f"{where}: {wrong}.") from None
    except RecursionError:
        raise InputError(f"{where}: the values are nested too deeply.") from None


def _converted(where: str, text: str, values: Any, kind: type[T], root: str = "") -> T:  # noqa: ANN401 - TOML is anything
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as wrong:
        found = _PLACE.search(str(wrong))
        place = _dotted(_named(values, kind, found[1])) if found else ""
        place = ".".join(part for part in (root, place) if part)
        problem = _PLACE.sub("", str(wrong))
        item = _ITEM.search(found[1]) if found else None
        path = tuple(part for part in (*place.split("."), field_named(problem)) if part)
        line = line_of(text, path, int(item[1]) if item else None)
        raise _at(where, line, place, plainly(problem)) from None


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


def _wrong(where: str, text: str, place: str, problem: str) -> InputError:
    return _at(where, line_of(text, tuple(place.split("."))), place, problem)


def _at(where: str, line: int, place: str, problem: str) -> InputError:
    end = "" if problem.endswith("?") else "."
    return InputError(f"{where}, line {line}: {place + ': ' if place else ''}{problem}{end}")
