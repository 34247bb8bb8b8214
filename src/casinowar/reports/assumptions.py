"""What a table assumes where no clause says anything, and the readings behind it."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct, to_builtins

from casinowar.game.book.rules import Rules
from casinowar.game.citation import is_assumption
from casinowar.law.catalog import default_in_words, readings
from casinowar.law.choices import assumed
from casinowar.reports.blocks import Grid, Section, StyledText, section, text_column
from casinowar.reports.rulebook_changes import not_in_force
from casinowar.rulebooks.citations import clauses_cited
from casinowar.rulebooks.readings import Reading


class Assumption(Struct, frozen=True, kw_only=True):
    """A value that no clause states, the reading that assumes it, and what that reading says here."""

    value: str
    reading: str
    title: str
    says: str


def assumptions(
    rules: Rules, source: Mapping[str, Reading], overridden: Mapping[str, Collection[str]]
) -> Iterator[Assumption]:
    """List what book and house leave to our readings, reading by reading.

    `overridden` names, by reading, the values that the user's own rulebook sets itself: it may cite the
    reading all the same.
    """
    cited = [*clauses_cited(to_builtins(rules.book))]
    found = [(each, place) for place, clause in cited for each in clause.split("; ") if is_assumption(each)]
    open_choices = assumed(rules, rules.book.document).items()
    found += [(each.reading, f"house.{name}") for name, each in open_choices]
    known = sorted({number for number, _ in found} & readings().keys(), key=lambda number: int(number[1:]))
    for number in known:
        doubt, choices_here = readings(rules.book.document)[number], _chosen_otherwise(rules, source, number)
        says = " ".join(choices_here) or default_in_words(doubt)
        own = overridden.get(number, ())
        for value in dict.fromkeys(place for each, place in found if each == number):
            here = not_in_force([value]) if value in own else says
            yield Assumption(value=value, reading=number, title=doubt.title, says=here)


def _chosen_otherwise(rules: Rules, source: Mapping[str, Reading], number: str) -> Iterator[str]:
    known = readings(rules.book.document)
    for name, value in rules.book.readings.items():
        choice = source[name].choices[value]
        if source[name].cites == number and f"({choice.letter})" not in known[number].default:
            yield choice.says


def assumptions_section(found: tuple[Assumption, ...]) -> Iterator[Section]:
    alike: dict[tuple[str, str], list[Assumption]] = {}
    for each in found:
        alike.setdefault((each.reading, each.says), []).append(each)
    rows = tuple(
        (
            StyledText(number, "strong"),
            ", ".join(each.value for each in values),
            StyledText(says, adds=values[0].title),
        )
        for (number, says), values in alike.items()
    )
    heads = (
        text_column("Reading"),
        text_column("Values that no clause states", 0.6),
        text_column("What we assume", 1),
    )
    if rows:
        yield section("Our assumptions", Grid(columns=heads, rows=rows))
