"""Check a file of the user's own as a whole: each fault is mended in thought, to find the next."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import fields, replace

from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import HouseError, InputError
from casinowar.rulebooks.consistency import problems
from casinowar.rulebooks.faults import Fault, Values, converted
from casinowar.rulebooks.lines import line_of
from casinowar.rulebooks.loader import (
    RulebookFile,
    check_document,
    check_name,
    names,
    open_rulebook,
    open_values,
)
from casinowar.rulebooks.readings import chosen
from casinowar.rulebooks.text import FileAtFault, TomlText, parsed

_MOST: Final = 50
"""So many faults are enough for once."""
_LINE: Final = re.compile(r", line (\d+): ")

Path = tuple[str, ...]


class Checked(Struct, frozen=True, kw_only=True):
    """What a file is, the rulebook that it is or is for, and a sentence for each fault."""

    where: str
    kind: Literal["house file", "rulebook", "TOML file"]
    """A TOML file is one that cannot be parsed, so that nobody knows which of the two it was to be."""
    rulebook: str = ""
    """Empty where a house file is for none that can be found, so that only its form is checked."""
    faults: tuple[str, ...] = ()


def check(path: str) -> Checked:
    """Check a rulebook or a house file; what cannot be read is refused."""
    source = TomlText.read(path)
    try:
        values = parsed(source)
    except InputError as wrong:
        return Checked(where=path, kind="TOML file", faults=(str(wrong),))
    made = _check_rulebook(source, values) if _is_rulebook(values) else _check_house(source, values)
    return replace(made, faults=tuple(sorted(dict.fromkeys(made.faults), key=_line)[:_MOST]))


def _line(sentence: str) -> int:
    found = _LINE.search(sentence)
    return int(found[1]) if found else 0


def _is_rulebook(values: Values) -> bool:
    """Tell by what a file speaks of which of the two it is."""
    book, house = ({each.name for each in fields(kind)} & values.keys() for kind in (Rulebook, House))
    return "extends" in values or ("rulebook" not in values and len(book) > len(house))


def _mended(values: Values, whole: Values, path: Path) -> Values:
    """Put what a whole file has in the place of a value, or take the value out."""
    first, *rest = path
    here, there = values.get(first), whole.get(first)
    if rest and isinstance(here, dict):
        return {**values, first: _mended(here, there if isinstance(there, dict) else {}, tuple(rest))}
    others = {name: value for name, value in values.items() if name != first}
    return others if there in (None, here) else {**others, first: there}


def _each_fault(
    values: Values, whole: Values, look: Callable[[Values], tuple[Path, str] | None]
) -> tuple[list[str], Values]:
    """Find what is wrong with values, again and again, and how they are without that; nothing if all is."""
    found: list[str] = []
    mended: set[Path] = set()
    for _ in range(_MOST):
        wrong = look(values)
        if wrong is None:
            return found, values
        path, sentence = wrong
        # What is wrong because it was mended is no fault of the file's.
        found += [] if path in mended else [sentence]
        before = values
        # Where nothing can be mended in its place, what stands around it is.
        while path and values == before:
            mended.add(path)
            values, path = _mended(before, whole, path), path[:-1]
        if values == before:
            break
    return found, {}


# rulebooks


def _check_rulebook(source: TomlText, values: Values) -> Checked:
    name = values.get("name")
    faults = tuple(_rulebook_faults(source, values))
    return Checked(
        where=source.where,
        kind="rulebook",
        rulebook=name if isinstance(name, str) else "",
        faults=faults or tuple(_faults_of_readings(source, values)),
    )


def _every_part() -> Values:
    """Put together what stands in for values at fault: each part of some built-in rulebook that has it."""
    books = [open_rulebook(name).values for name in reversed(names())]
    return {part: said for book in books for part, said in book.items()}


def _rulebook_faults(source: TomlText, said: Values) -> Iterator[str]:
    def opening(values: Values) -> tuple[Path, str] | None:
        try:
            open_values(source, values)
        except FileAtFault as wrong:
            return wrong.path, str(wrong)
        return None

    unopened, said = _each_fault(said, {}, opening)
    yield from unopened
    # Without the text that it extends, most of a rulebook would be said to be missing.
    if not said or ("extends" in parsed(source) and "extends" not in said):
        return
    opened = open_values(source, said)
    yield from _complaints(partial(check_name, opened))
    yield from _complaints(partial(check_document, opened))
    defaults = chosen(opened.readings, {})

    def look(values: Values) -> tuple[Path, str] | None:
        try:
            converted(values, Rulebook)
        except Fault as fault:
            return _path(fault), str(opened.stated_at(fault, defaults))
        return None

    values = {**opened.values, "readings": defaults}
    found, mended = _each_fault(values, _every_part(), look)
    yield from found
    stand_in = [*_differing(values, mended)]
    for place, problem in problems(converted(mended, Rulebook)) if mended else ():
        # What stands in for a value at fault may not go with the rest.
        if not any(f"{place}.".startswith(f"{each}.") or each in problem for each in stand_in):
            yield str(opened.stated_at(Fault(place, problem), defaults))


def _differing(values: Values, mended: Values) -> Iterator[str]:
    """Name the values that were mended, by part and name, and the parts that were not there."""
    for part, now in mended.items():
        was = values.get(part)
        if isinstance(was, dict) and isinstance(now, dict):
            yield from (f"{part}.{name}" for name in {*was, *now} if was.get(name) != now.get(name))
        elif was != now:
            yield part


def _faults_of_readings(source: TomlText, values: Values) -> Iterator[str]:
    """Find what is wrong under each reading that is not the default."""
    opened = open_values(source, values)
    for readings in opened.every_reading():
        for name, value in readings.items():
            complaints = _complaints(partial(opened.book, readings))
            yield from (f"{each} (Under the reading {name} = {value}.)" for each in complaints)


def _path(fault: Fault) -> Path:
    return (*fault.path, fault.missing) if fault.missing else fault.path


def _complaints(look: Callable[[], object]) -> Iterator[str]:
    try:
        look()
    except InputError as wrong:
        yield str(wrong)


# house files


def _check_house(source: TomlText, values: Values) -> Checked:
    def look(values: Values) -> tuple[Path, str] | None:
        try:
            converted(values, House)
        except Fault as fault:
            return _path(fault), str(source.at_fault(fault))
        return None

    faults, sound = _each_fault(values, {}, look)
    wanted, opened = converted(sound, House).rulebook, None
    try:
        opened = open_rulebook(wanted) if wanted else None
    except InputError as wrong:
        faults.append(_at(source, ("rulebook",), wrong))
    return Checked(
        where=source.where,
        kind="house file",
        rulebook=str(opened.values["name"]) if opened else "",
        faults=(*faults, *(_house_faults(source, opened, sound) if opened else ())),
    )


def _house_faults(source: TomlText, opened: RulebookFile, values: Values) -> Iterator[str]:
    """Find what the rulebook does not allow."""
    readings = {}
    for name, value in converted(values, House).readings.items():
        try:
            chosen(opened.readings, {name: value})
            readings[name] = value
        except InputError as wrong:
            yield _at(source, ("readings", name), wrong)
    book = opened.book(readings)

    def look(values: Values) -> tuple[Path, str] | None:
        try:
            Rules(book, converted(values, House))
        except HouseError as wrong:
            path = tuple(wrong.choice.split("."))
            return path, _at(source, path, wrong)
        except Fault as fault:
            return _path(fault), ""
        return None

    yield from filter(None, _each_fault(values, {}, look)[0])


def _at(source: TomlText, path: Path, wrong: InputError) -> str:
    return f"{source.where}, line {line_of(source.text, path)}: {wrong}"
