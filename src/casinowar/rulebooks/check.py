"""Checks a whole file: repairs each fault in memory to find the next one."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import Wager
from casinowar.rulebooks.consistency import problems
from casinowar.rulebooks.loader import (
    RulebookFile,
    check_document,
    check_name,
    meant_for,
    named_in,
    names,
    open_rulebook,
    open_values,
    sample_house,
    speaks_of,
)
from casinowar.rulebooks.readings import chosen, value_at
from casinowar.rulebooks.toml_text import FileAtFault, TomlText, line_of, parsed
from casinowar.rulebooks.validation import Fault, Values, converted

_MOST: Final = 50
_LINE: Final = re.compile(r", line (\d+): ")
_MEASURED_BY: Final = dict.fromkeys(("adjacent_boxes", "first_bank", "bonus_spin.positions"), ("seats",)) | {
    f"limits.{wager}.of_initial": ("limits", "initial") for wager in Wager
}
"""Choices that cannot be checked if the choice that limits them is at fault."""

_OWN_RULEBOOK: Final = 'A house file names a rulebook of your own by its file, as in rulebook = "mine.toml".'

Path = tuple[str, ...]
Found = tuple[Path, str]
"""The path of a fault, and its sentence."""


class Checked(Struct, frozen=True, kw_only=True):
    where: str
    kind: Literal["house file", "rulebook", "TOML file"]
    """A TOML file cannot be parsed, so it may be either of the other two."""
    rulebook: str = ""
    """Empty if a house file's rulebook cannot be found; then only its form is checked."""
    faults: tuple[str, ...] = ()


def check(path: str) -> Checked:
    source = TomlText.read(path)

    def look(values: Values) -> Checked:
        book, house = speaks_of(values)
        is_rulebook = "extends" in values or ("rulebook" not in values and book > house)
        return (_check_rulebook if is_rulebook else _check_house)(source, values)

    return _checked(source, look)


def check_text(source: TomlText) -> Checked:
    """Check the text of a rulebook that has no path, so that the files it names are not opened.

    Refuses a house file, because it may name a rulebook by its path.
    """
    if not source.text.strip():
        return Checked(where=source.where, kind="TOML file", faults=(f"{source.where}: the text is empty.",))

    def look(values: Values) -> Checked:
        if "extends" in values or "rulebook" not in values:
            return _check_rulebook(source, values)
        wrong = source.wrong("rulebook", "this is a house file; a rulebook is wanted here")
        return Checked(where=source.where, kind="rulebook", faults=(str(wrong),))

    return _checked(source, look)


def check_house_text(source: TomlText, rulebook: RulebookFile) -> Checked:
    """Check the text of a house file for this rulebook; no other rulebook that it names is opened."""
    return _checked(source, partial(_check_house, source, given=rulebook))


def _checked(source: TomlText, look: Callable[[Values], Checked]) -> Checked:
    try:
        values = parsed(source)
    except InputError as wrong:
        return Checked(where=source.where, kind="TOML file", faults=(str(wrong),))
    made = look(values)
    return replace(made, faults=tuple(sorted(dict.fromkeys(made.faults), key=_line)[:_MOST]))


def _line(sentence: str) -> int:
    found = _LINE.search(sentence)
    return int(found[1]) if found else 0


def _mended(values: Values, whole: Values, path: Path) -> Values:
    """Replace a value, or an item of its list, with the one in a faultless file, or remove it."""
    first, *rest = path
    here, there = values.get(first), whole.get(first)
    if rest and isinstance(here, list) and rest[0] in here:
        return {**values, first: [each for each in here if each != rest[0]]}
    if rest and isinstance(here, dict):
        return {**values, first: _mended(here, there if isinstance(there, dict) else {}, tuple(rest))}
    others = {name: value for name, value in values.items() if name != first}
    return others if there in (None, here) else {**others, first: there}


def _each_fault(
    values: Values, whole: Values, look: Callable[[Values], Found | None]
) -> tuple[list[Found], Values]:
    """List the faults of some values, and give the values repaired; empty if not all can be repaired."""
    found: list[Found] = []
    mended: set[Path] = set()
    for _ in range(_MOST):
        wrong = look(values)
        if wrong is None:
            return found, values
        path, sentence = wrong
        # A fault caused by a repair is not the file's.
        found += [] if path in mended else [(path, sentence)]
        before = values
        # If it cannot be repaired in place, repair the table around it.
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


def _sound_readings(said: Values) -> Values:
    readings = said.get("readings")
    sound: Values = {}
    for name, reading in readings.items() if isinstance(readings, dict) else ():
        choices = reading.get("choices") if isinstance(reading, dict) else None
        named = [*choices] if isinstance(choices, dict) else []
        sound[name] = {"cites": "-", "question": "-", "choices": {each: {"says": "-"} for each in named}}
        sound[name] |= {"default": named[0]} if named else {}
    return sound


def _rulebook_faults(source: TomlText, said: Values) -> Iterator[str]:
    def opening(values: Values) -> Found | None:
        try:
            open_values(source, values)
        except FileAtFault as wrong:
            return wrong.path, str(wrong)
        return None

    unopened, said = _each_fault(said, {"readings": _sound_readings(said)}, opening)
    yield from (sentence for _, sentence in unopened)
    # Without the text that it extends, most of a rulebook would be said to be missing.
    if not said or (parsed(source).keys() & {"extends", "unset"} and "extends" not in said):
        return
    opened = open_values(source, said)
    yield from _complaints(partial(check_name, opened))
    yield from _complaints(partial(check_document, opened))
    defaults = chosen(opened.readings, {})

    def look(values: Values) -> Found | None:
        try:
            converted(values, Rulebook)
        except Fault as fault:
            return _path(fault), str(opened.stated_at(fault, defaults))
        return None

    values = {**opened.values, "readings": defaults}
    books = [open_rulebook(name).values for name in reversed(names())]
    stand_ins = {part: said for book in books for part, said in book.items()}
    found, mended = _each_fault(values, stand_ins, look)
    yield from (sentence for _, sentence in found)
    stand_in = [*_differing(values, mended)]
    for place, problem in problems(converted(mended, Rulebook)) if mended else ():
        # A replacement may not fit the rest.
        if not any(f"{place}.".startswith(f"{each}.") or each in problem for each in stand_in):
            yield str(opened.stated_at(Fault(place, problem), defaults))


def _differing(values: Values, mended: Values) -> Iterator[str]:
    for part, now in mended.items():
        was = values.get(part)
        if isinstance(was, dict) and isinstance(now, dict):
            yield from (f"{part}.{name}" for name in {*was, *now} if was.get(name) != now.get(name))
        elif was != now:
            yield part


def _faults_of_readings(source: TomlText, values: Values) -> Iterator[str]:
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


def _check_house(source: TomlText, values: Values, given: RulebookFile | None = None) -> Checked:
    def look(values: Values) -> Found | None:
        try:
            converted(values, House)
        except Fault as fault:
            return _path(fault), str(source.at_fault(fault))
        return None

    misfits, sound = _each_fault(values, _stand_ins(), look)
    wanted, opened, faults = converted(sound, House).rulebook, None, list[Found]()
    try:
        if given and wanted:
            meant_for(wanted, given, source)
        opened = given or (open_rulebook(named_in(source.where, wanted)) if wanted else None)
    except InputError as wrong:
        hint = "" if given or isinstance(wrong, FileAtFault) else f" {_OWN_RULEBOOK}"
        faults = [(("rulebook",), f"{_at(source, ('rulebook',), wrong)}{hint}")]
    if opened:
        faults = [*_house_faults(source, opened, values, sound)]
    # Parts that the rulebook lacks need no values.
    refused = {path for path, _ in faults if len(path) == 1}
    misfits = [(path, sentence) for path, sentence in misfits if path[:1] not in refused or len(path) == 1]
    return Checked(
        where=source.where,
        kind="house file",
        rulebook=str(opened.values["name"]) if opened else "",
        faults=tuple(sentence for _, sentence in (*misfits, *faults)),
    )


def _stand_ins() -> Values:
    samples = [parsed(TomlText(name, sample_house(name))) for name in names()]
    return {part: each[part] for each in samples for part in ("progressive", "bonus_spin") if part in each}


def _house_faults(source: TomlText, opened: RulebookFile, said: Values, values: Values) -> Iterator[Found]:
    readings = {}
    for name, value in converted(values, House).readings.items():
        try:
            chosen(opened.readings, {name: value})
            readings[name] = value
        except InputError as wrong:
            yield ("readings", name), _at(source, ("readings", name), wrong)
    book = opened.book(readings)

    def look(values: Values) -> Found | None:
        try:
            Rules(book, converted(values, House))
        except HouseError as wrong:
            path = tuple(wrong.choice.split("."))
            by = _MEASURED_BY.get(wrong.choice, ("",))
            was, now = value_at(said, path), value_at(values, path)
            own = was == now or (isinstance(was, dict) and isinstance(now, dict))
            own = own and value_at(said, by) == value_at(values, by)
            return path, _at(source, path, wrong) if own else ""
        except Fault as fault:
            return _path(fault), ""
        return None

    yield from (found for found in _each_fault(values, _stand_ins(), look)[0] if found[1])


def _at(source: TomlText, path: Path, wrong: InputError) -> str:
    return f"{source.where}, line {line_of(source.text, path)}: {wrong}"
