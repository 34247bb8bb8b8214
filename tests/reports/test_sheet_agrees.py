"""One report, two drawings: every figure that the screen shows stands in the JSON document, too."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from casinowar.reports import numbers
from casinowar.reports.blocks import Grid, Paragraph, Report, on_screen, text_of
from casinowar.reports.par_sheet.sheet import odds
from casinowar.rulebooks import names
from tests.support.varieties import OWN

NUMBER = re.compile(r"(?<![R\w])[−+]?\$?\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?%?")
DIGITS = range(7)
CONSTANT = frozenset({"1.645", "90%", "95%", "10", "0"})
"""What sentences say of any sheet."""


@cache
def drawn(name: str, *, sample: bool, counter: bool = False) -> tuple[Report, dict[str, Any]]:
    sheet = odds(name, sample=sample, decks=1 if counter else None, counter=counter)
    return sheet.report(), sheet.to_dict()


def shown(report: Report) -> Iterator[tuple[str, str]]:
    """List the figures of the tables that a terminal shows, each with the place where it stands."""
    for section in report.sections:
        if section.paper:
            continue
        for block in on_screen(section.blocks):
            if isinstance(block, Grid):
                for row in block.rows:
                    for column, cell in zip(block.columns, row, strict=True):
                        place = f"{section.title}: {column.head}: {text_of(row[0])}"
                        yield from _figures(text_of(cell), place)
            elif isinstance(block, Paragraph):
                yield from _figures(block.text, section.title)


def _figures(text: str, place: str) -> Iterator[tuple[str, str]]:
    for found in NUMBER.findall(text.replace("< ", "").replace("1 in ", "")):
        if found not in CONSTANT:
            yield found, place


def known(document: Any) -> set[str]:
    """Write every number of a document in all the ways in which people are shown numbers."""
    found: set[str] = set()
    for value in _leaves(document):
        found |= {numbers.units(value), str(value).replace("-", "−"), numbers.dollars(value)}
        found |= {numbers.dollars(each).removesuffix(".00") for each in (value, 100 * value)}
        powers = {numbers.power(value), numbers.power(abs(value)), numbers.power(value, ".0")}
        found |= {numbers.dollars(100 * value), *powers}
        for digits in DIGITS:
            plain = (numbers.decimal(value, digits), numbers.percent(value, digits))
            found |= {*plain, *(f"+{each}" for each in plain), *(each.removeprefix("< ") for each in plain)}
        if value:
            found.add(numbers.one_in(value).removeprefix("1 in "))
    return found


def _leaves(value: Any) -> Iterator[Fraction]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, str):
        for each in re.findall(r"-?\d+(?:\.\d+)?(?:/[1-9]\d*)?", value):
            yield Fraction(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield Fraction(value)


@pytest.mark.parametrize("sample", [False, True])
@pytest.mark.parametrize("name", names())
def test_every_figure_of_the_screen_stands_in_the_document(name, sample):
    report, document = drawn(name, sample=sample)
    written = known(document)
    missing = [(figure, place) for figure, place in shown(report) if figure not in written]
    assert missing == []


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_every_figure_of_a_rulebook_of_ones_own_stands_in_the_document(path):
    report, document = drawn(str(path), sample=False)
    written = known(document)
    assert [(figure, place) for figure, place in shown(report) if figure not in written] == []


@pytest.mark.parametrize("name", names())
def test_every_figure_about_counting_stands_in_the_document(name):
    report, document = drawn(name, sample=False, counter=True)
    assert "Counting through whole shoes" in [section.title for section in report.sections]
    written = known(document)
    assert [(figure, place) for figure, place in shown(report) if figure not in written] == []


def test_a_figure_that_is_not_in_the_document_is_found():
    report, document = drawn("washington", sample=False)
    del document["long_run"]
    assert {figure for figure, _ in shown(report)} - known(document)
