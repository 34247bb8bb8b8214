"""The readings that a table uses."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.law.catalog import waiting
from casinowar.law.choices import Chosen, in_words
from casinowar.law.coverage import Coverage
from casinowar.reports.blocks import Grid, Section, StyledText, section, text_column
from casinowar.rulebooks import RulebookFile
from casinowar.rulebooks.diff import overridden
from casinowar.rulebooks.readings import Reading
from casinowar.rulebooks.spelling import known_as

NOT_DEFAULT = "Readings that are not the defaults"


class ReadingInForce(Struct, frozen=True, kw_only=True):
    """How a table decides one open point of the text."""

    reading: str
    cites: str
    question: str
    choice: str
    letter: str
    says: str
    default: bool
    default_says: str
    chosen: bool
    """Whether the house states it."""
    overridden: tuple[str, ...] = ()
    """The values that the rulebook sets itself, so that the reading has no effect."""
    default_letter: str = ""
    waits_for: str = ""
    """The missing choice of the house that the reading needs."""

    @property
    def number(self) -> str:
        """The number with the letter of the choice, as in the catalog of readings."""
        return f"{self.cites}({self.letter})" if self.letter else self.cites

    @property
    def in_a_line(self) -> str:
        usual = "the default" if self.default else "not the default"
        letter = f"({self.letter}) " if self.letter else ""
        if self.waits_for:
            first = waiting()[self.cites].letter
            letter = f"({first}) until {in_words(self.waits_for)}; then {letter}"
        return f"{letter}{self.reading} = {self.choice}, {usual}. {self.says}"


def readings_in_force(source: RulebookFile, rules: Rules) -> tuple[ReadingInForce, ...]:
    set_here = overridden(source, rules.book.readings)
    stated = {known_as(name, source.readings) for name in rules.house.readings}
    return tuple(
        ReadingInForce(
            reading=name,
            cites=reading.cites,
            question=reading.question,
            choice=value,
            letter=reading.choices[value].letter,
            says=reading.choices[value].says,
            default=value == reading.default,
            default_says=reading.choices[reading.default].says,
            chosen=name in stated,
            overridden=set_here.get(name, ()),
            default_letter=reading.choices[reading.default].letter,
            waits_for=_waits_for(reading, rules),
        )
        for name, value in rules.book.readings.items()
        if (reading := source.readings.get(name))
    )


def _waits_for(reading: Reading, rules: Rules) -> str:
    """Name the missing choice of the house that a reading needs."""
    waits = waiting().get(reading.cites)
    return waits.choice if waits and not getattr(rules.house, waits.choice) else ""


def not_default(found: Iterable[ReadingInForce]) -> tuple[ReadingInForce, ...]:
    """Keep the readings that are neither default nor overridden by the rulebook."""
    return tuple(each for each in found if not each.default and not each.overridden)


def with_readings(made: Chosen, covered: Iterable[Coverage], read: Iterable[ReadingInForce]) -> Chosen:
    found = {clause: dict(values) for clause, values in made.items()}
    for each in not_default(read):
        for clause in covered:
            if each.cites in clause.readings:
                found.setdefault(clause.clause, {})[f"readings.{each.reading}"] = each.choice
    return found


def choices_by_reading(
    source: Mapping[str, Reading], read: Iterable[ReadingInForce]
) -> dict[str, tuple[str, ...]]:
    """Name each choice of each reading as in a house file, and mark the one in force."""
    found: dict[str, list[str]] = {}
    in_force = {(each.reading, each.choice) for each in read if not each.overridden and not each.waits_for}
    once = {each.reading: f" once {in_words(each.waits_for)}" for each in read if each.waits_for}
    for name, reading in source.items():
        for value, choice in reading.choices.items():
            default = f"the default{once.get(name, '')}" if value == reading.default else ""
            here = "in force" if (name, value) in in_force else ""
            marks = ", ".join(filter(None, (choice.letter, default, here)))
            said = f"{name} = {value}{f' ({marks})' if marks else ''}"
            found.setdefault(reading.cites, []).append(said)
    return {number: tuple(choices) for number, choices in found.items()}


def not_default_section(read: Iterable[ReadingInForce]) -> Iterator[Section]:
    heads = (text_column("Reading"), text_column("In force", 1), text_column("By default", 1))
    rows = tuple(
        (
            StyledText(each.number, "strong"),
            StyledText(f"{each.reading} = {each.choice}", adds=each.says),
            StyledText(each.default_says),
        )
        for each in not_default(read)
    )
    if rows:
        yield section(NOT_DEFAULT, Grid(columns=heads, rows=rows))
