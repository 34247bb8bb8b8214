"""Loads rulebooks and house files: built-in ones by name, others by path."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from os import PathLike
from os.path import dirname, exists, join, realpath
from pathlib import Path

from msgspec.structs import fields, replace

from casinowar.files.reading import path_of
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import HouseError, InputError
from casinowar.rulebooks.consistency import problems
from casinowar.rulebooks.readings import (
    Reading,
    ReadingChoice,
    apply,
    at_odds,
    chosen,
    extended,
    is_moot,
    keys_at,
    reaches,
    stated,
    without,
)
from casinowar.rulebooks.spelling import known_as, plainly
from casinowar.rulebooks.toml_text import FileAtFault, TomlFile, TomlText, depth_of, line_of, packaged, parsed
from casinowar.rulebooks.validation import Fault, Values, converted, meant


class RulebookFile(TomlText, frozen=True):
    """A rulebook as its file has it, before readings are chosen."""

    values: Values
    readings: dict[str, Reading]
    base: TomlText | None = None
    """The rulebook that this one extends, if any."""
    taken_out: tuple[str, ...] = ()
    """Paths removed from the base, even if one of its readings would set them."""

    def book(self, wanted: Mapping[str, str] | None = None) -> Rulebook:
        readings = chosen(self.readings, wanted or {})
        choices = [self.readings[name].choices[value] for name, value in readings.items()]
        for one, other, place in at_odds(self.values, self.readings, readings):
            both = f"{one} = {readings[one]} and {other} = {readings[other]}"
            way = f'choose one of them, or let {other} stand over the other: over = ["{one}"]'
            raise InputError(f"{self.where}: The readings {both} set {place} differently; {way}.")
        try:
            values = without(apply(self.values, choices), self.taken_out)
            return _honored(converted({**values, "readings": readings}, Rulebook))
        except Fault as fault:
            raise self.stated_at(fault, readings) from None

    def stated_at(self, fault: Fault, readings: Mapping[str, str]) -> InputError:
        for name, value in readings.items():
            choice = self.readings[name].choices[value]
            said_there = ("readings", name, "choices", value)
            if any(self._says(path, fault) for path in stated(choice.set)):
                return self._layer(said_there).at_fault(fault.below(*said_there, "set"))
            if fault.missing and ".".join((*fault.path, fault.missing)) in choice.unset:
                return self._layer(said_there).at_fault(fault.below(*said_there, "unset", instead=True))
        if fault.missing and ".".join((*fault.path, fault.missing)) in self.taken_out:
            return self.at_fault(fault.below("unset", instead=True))
        return self._layer(fault.path).at_fault(fault)

    def _says(self, path: tuple[str, ...], fault: Fault) -> bool:
        known = fault.path and fault.path[-1] in keys_at(self.values, ".".join(fault.path[:-1]))
        return fault.path[: len(path)] == path or (not known and path[: len(fault.path)] == fault.path)

    def _layer(self, path: tuple[str, ...]) -> TomlText:
        """Choose the text that says more about a place: this one, or the one that it extends."""
        own = depth_of(self.text, path)
        return self.base if self.base and depth_of(self.base.text, path) > own else self

    def every_reading(self) -> Iterator[dict[str, str]]:
        """List the default readings, then every choice that differs from them by one."""
        yield {}
        for name, reading in self.readings.items():
            yield from ({name: value} for value in reading.choices if value != reading.default)


def _honored(book: Rulebook) -> Rulebook:
    for place, problem in problems(book):
        raise Fault(place, problem)
    return book


# rulebooks


@cache
def _built_in() -> frozenset[str]:
    here = files("casinowar.rulebooks").iterdir()
    return frozenset(file.name.removesuffix(".toml") for file in here if file.name.endswith(".toml"))


def is_built_in(reference: str) -> bool:
    return known_as(reference, _built_in()) is not None


@cache
def names() -> tuple[str, ...]:
    """List the built-in rulebooks, in the order that their files set.

    >>> names()[:2]
    ('maryland', 'washington')
    """
    books = (open_rulebook(name).book() for name in _built_in())
    return tuple(book.name for book in sorted(books, key=lambda book: book.order))


def open_rulebook(reference: str | PathLike[str] | TomlText) -> RulebookFile:
    """Open a built-in rulebook by its name, or a TOML file by its path; the same text is parsed once."""
    if isinstance(reference, TomlText):
        return read_rulebook(reference)
    reference = path_of(reference)
    if name := known_as(reference, _built_in()):
        return open_text(packaged(f"{name}.toml"))
    if not (reference.endswith(".toml") or "/" in reference or exists(reference)):  # noqa: PTH110 - Path raises for a name that is too long
        near = get_close_matches(plainly(reference), names(), 1)
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise InputError(
            f"There is no rulebook '{reference}'{meant}; the built-in ones are {', '.join(names())}; "
            "or give a .toml file."
        )
    return read_rulebook(TomlText.read(reference))


@lru_cache(8)
def read_rulebook(source: TomlText) -> RulebookFile:
    """Read a user's own rulebook under every reading; refuse one that poses as a built-in rulebook."""
    check_kind(source)
    opened = open_text(source)
    check_name(opened)
    check_document(opened)
    for readings in opened.every_reading():
        try:
            opened.book(readings)
        except InputError as wrong:
            if not readings:
                raise
            [(name, value)] = readings.items()
            raise InputError(f"{wrong} (Under the reading {name} = {value}.)") from None
    return opened


def speaks_of(values: Values) -> tuple[int, int]:
    book, house = (len({each.name for each in fields(kind)} & values.keys()) for kind in (Rulebook, House))
    return book, house


def is_house_file(source: TomlText) -> bool:
    values = parsed(source)
    book, house = speaks_of(values)
    return "extends" not in values and ("rulebook" in values or house > book)


def check_kind(source: TomlText) -> None:
    values = parsed(source)
    if is_house_file(source):
        owner = f" (for {values['rulebook']})" if isinstance(values.get("rulebook"), str) else ""
        raise InputError(f"{source.where} is a house file{owner}; give it with --house.")


def check_name(opened: RulebookFile) -> None:
    """Refuse a built-in rulebook's name, or a missing name in a rulebook that extends another."""
    if opened.base is not None and "name" not in parsed(opened):
        raise opened.at(1, "", "the value 'name' is missing", ("name",))
    name = opened.values.get("name")
    if is_built_in(str(name)):
        raise opened.wrong("name", f"'{name}' is the name of a built-in rulebook; give yours another")


def check_document(opened: RulebookFile) -> None:
    document = opened.values.get("document", "")
    known = [open_rulebook(name).values["document"] for name in names()] if document else []
    if document and document not in known:
        problem = f"'{document}' is no document of the catalog, which has {', '.join(known)}; leave it out"
        raise opened.wrong("document", problem)


@lru_cache(16)
def open_text(source: TomlText) -> RulebookFile:
    """Open a text that is known to be valid, such as one that was read before."""
    return open_values(source, parsed(source))


def open_values(source: TomlText, said: Values) -> RulebookFile:
    """Open the values of a text, possibly with some faults removed."""
    values = {**said}
    base = _extended(source, values.pop("extends", None))
    taken_out: tuple[str, ...] = ()
    if base is None and "unset" in values:
        raise source.wrong("unset", "`unset` needs `extends`, the rulebook of which it takes something out")
    if base is not None:
        taken_out = source.typed(values.pop("unset", []), tuple[str, ...], "unset")
        _check_unset(source, "unset", taken_out, parsed(base))
        _check_spelling(source, values.get("readings"), parsed(base)["readings"])
        values = without(extended(parsed(base), values), taken_out)
    readings = source.typed(values.pop("readings", {}), dict[str, Reading], "readings")
    known = readings.keys() | (parsed(base)["readings"].keys() if base else ())
    readings = {name: each for name, each in readings.items() if not is_moot(each, taken_out)}
    for name, reading in readings.items():
        if reading.default not in reading.choices:
            problem = (
                f"'{reading.default}' is not among the choices{meant(reading.default, [*reading.choices])}"
            )
            raise source.wrong(f"readings.{name}.default", problem)
        for other in reading.over:
            if other not in known:
                problem = f"there is no reading '{other}'{meant(other, [*known])}"
                raise source.wrong(f"readings.{name}.over", problem)
        for value, choice in reading.choices.items():
            others = (each.set for other in readings.values() for each in other.choices.values())
            _check_unset(source, f"readings.{name}.choices.{value}.unset", choice.unset, values, *others)
    return RulebookFile(source.where, source.text, values, readings, base, taken_out)


def _extended(source: TomlText, name: object) -> TomlText | None:
    if name is None:
        return None
    known = sorted(_built_in())
    found = known_as(name, known) if isinstance(name, str) else None
    if found is None:
        raise source.wrong("extends", f"'{name}' is no built-in rulebook{meant(str(name), known)}")
    return packaged(f"{found}.toml")


def _check_spelling(source: TomlText, own: object, known: Values) -> None:
    """Refuse a change to a reading or choice that the base has under a similar name."""
    _check_names(source, "readings", own, known, Reading)
    for name, reading in own.items() if isinstance(own, dict) else ():
        if name in known and isinstance(reading, dict):
            choices = known[name]["choices"]
            _check_names(source, f"readings.{name}.choices", reading.get("choices"), choices, ReadingChoice)


def _check_names(
    source: TomlText, place: str, own: object, known: Values, kind: type[Reading | ReadingChoice]
) -> None:
    for name, value in own.items() if isinstance(own, dict) else ():
        # What is changed keeps the words of the base; with words of its own it is a new one.
        is_new = isinstance(value, dict) and not value.keys().isdisjoint({"cites", "question", "says"})
        near = meant(name, [*known])
        if name not in known and not is_new and near.endswith("?"):
            what = "choice" if kind is ReadingChoice else "reading"
            raise source.wrong(f"{place}.{name}", f"there is no such {what} to change{near}")


def _check_unset(source: TomlText, place: str, paths: Iterable[str], *known: Values) -> None:
    """Refuse to take out something that is not there, most likely a misspelling."""
    for path in paths:
        if not any(reaches(values, path) for values in known):
            above, _, last = path.rpartition(".")
            near = [key for values in known for key in keys_at(values, above)]
            problem = f"there is no value '{path}' to take out{meant(last, [*dict.fromkeys(near)])}"
            where = tuple(place.split("."))
            raise source.at(line_of(source.text, where), place, problem, (*where, path))


# house files and rules


def sample_house(name: str) -> str:
    return _sample(name).text


def load_sample(name: str) -> House:
    return read_house(_sample(name))


def load_house(path: str) -> House:
    return read_house(TomlText.read(path))


def read_house(source: TomlText) -> House:
    values = parsed(source)
    book, house = speaks_of(values)
    if "rulebook" not in values and ("extends" in values or book > house):
        raise InputError(f"{source.where} is a rulebook; a house file is wanted here.")
    return source.typed(values, House)


def _sample(name: str) -> TomlText:
    found = known_as(name, names())
    if found is None:
        raise InputError(f"There is no sample for '{name}'; there is one for {', '.join(names())}.")
    return packaged(f"houses/{found}.toml")


def load_rules(
    reference: str | PathLike[str] | TomlText,
    house: House | TomlText | str | PathLike[str] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Rules:
    """Combine a rulebook (by name or path, as a text, or opened), a house's choices and readings.

    >>> load_rules("maryland").decks
    6
    """
    file: TomlText | None = None
    if house is not None and not isinstance(house, House):
        file = house if isinstance(house, TomlText) else TomlText.read(path_of(house))
        house = read_house(file)
    chosen_house = house or House()
    source = reference if isinstance(reference, RulebookFile) else open_rulebook(reference)
    if chosen_house.rulebook:
        chosen_house = replace(chosen_house, rulebook=meant_for(chosen_house.rulebook, source, file))
    book = source.book({**chosen_house.readings, **_readings(readings)})
    try:
        return Rules(book, chosen_house)
    except HouseError as wrong:
        if file is None:
            raise
        line = line_of(file.text, tuple(wrong.choice.split(".")))
        raise FileAtFault(file.where, f"{file.where}, line {line}: {wrong}") from None


def named_in(house: str, rulebook: str) -> str:
    """Find the rulebook that a house file names: by file or by name, here or beside it."""
    beside = join(dirname(house), rulebook)  # noqa: PTH118, PTH120 - Path raises for a name that is too long
    if is_built_in(rulebook) or exists(rulebook):  # noqa: PTH110 - the same
        return rulebook
    return beside if exists(beside) else _by_its_own_name(dirname(house), rulebook) or rulebook  # noqa: PTH110, PTH120 - the same


def _by_its_own_name(folder: str, name: str) -> str:
    found = []
    for path in Path(folder).glob("*.toml"):
        with suppress(InputError):
            values = parsed(TomlText.read(str(path)))
            book, house = speaks_of(values)
            if values.get("name") == name and ("extends" in values or book > house):
                found.append(str(path))
    return found[0] if len(found) == 1 else ""


def meant_for(named: str, source: RulebookFile, file: TomlText | None) -> str:
    """Check that a house names this rulebook, by name or by file in any spelling, and give the name.

    The name still works when the house goes into a record or to another folder. A text without a path may not
    name a file, so that its sender learns nothing about files on this machine.
    """
    name = str(source.values.get("name"))
    if known_as(named, {source.where, name}) is not None:
        return name
    own = not is_built_in(name)
    if own and (file is None or isinstance(file, TomlFile)):
        beside = join(dirname(file.where), named) if file else named  # noqa: PTH118, PTH120 - as above
        if any(_is_one_file(source.where, path) for path in (named, beside)):
            return name
    write = f' Write rulebook = "{source.where}" for that one.' if own else ""
    raise InputError(f"The house file is for the rulebook '{named}', not for '{name}'.{write}")


def _is_one_file(one: str, other: str) -> bool:
    with suppress(OSError, ValueError):  # not readable, or not a possible name
        return realpath(one) == realpath(other)
    return False


def _readings(wanted: object) -> Mapping[str, str]:
    if wanted is None:
        return {}
    if isinstance(wanted, Mapping) and all(isinstance(each, str) for each in (*wanted, *wanted.values())):
        return wanted
    raise InputError('Readings are names and their values, as in {"tied_war": "war_wager_pays_2_to_1"}.')
