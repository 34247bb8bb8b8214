"""Every text and every reading of it, with the ways of playing that it allows."""

from collections.abc import Iterator, Mapping

from hypothesis import strategies as st

from casinowar.game.book.rulebook import Rulebook
from casinowar.game.words import Choice
from casinowar.odds.hand import Strategy
from casinowar.rulebooks import names
from tests.support.varieties import EXAMPLES, OWN, source

CHOICES: Mapping[Strategy, Choice | None] = {
    Strategy.WAR: Choice.WAR,
    Strategy.SURRENDER: Choice.SURRENDER,
    Strategy.BEST: None,
}


def _every_reading() -> Iterator[tuple[str, str, Mapping[str, str]]]:
    for reference in (*names(), *map(str, (*OWN, *EXAMPLES))):
        name = reference if reference in names() else source(reference).book().name
        for readings in source(reference).every_reading():
            said = ", ".join(f"{reading}={value}" for reading, value in readings.items())
            yield f"{name}, {said}" if said else name, reference, readings


EVERY_READING = {name: source(reference).book(readings) for name, reference, readings in _every_reading()}
"""Each built-in rulebook, each example and each of the users' own, under default and all other readings."""


def readings_of(reference: str, *wanted: str) -> list[Mapping[str, str]]:
    """List the default readings and every other choice of the readings wanted; all where none is named."""
    file = source(reference)
    return [each for each in file.every_reading() if not each or not wanted or set(each) & set(wanted)]


@st.composite
def drawn_readings(draw: st.DrawFn, reference: str, *wanted: str) -> dict[str, str]:
    """Draw a choice for each of these readings of a rulebook, or for every one."""
    readings = source(reference).readings
    return {name: draw(st.sampled_from(sorted(readings[name].choices))) for name in wanted or readings}


@st.composite
def any_readings(draw: st.DrawFn) -> Rulebook:
    """Draw a built-in rulebook under any combination of readings."""
    name = draw(st.sampled_from(names()))
    return source(name).book(draw(drawn_readings(name)))
