"""The list of rulebooks as a value."""

import pytest

from casinowar.cli import main
from casinowar.reports.blocks import Grid, text_of
from casinowar.reports.rulebooks import RulebookList, rulebooks
from casinowar.rulebooks import load_rules, names, open_rulebook


def test_the_value_says_nothing_of_command_lines():
    report = RulebookList(rulebooks()).report()
    assert not report.foot
    assert "casinowar " not in RulebookList(rulebooks()).to_latex()


def test_the_command_says_how_to_go_on(capsys):
    assert main(["rulebooks"]) == 0
    printed = capsys.readouterr().out
    assert "Choose with --reading NAME=VALUE or in a house file.\n" in printed
    assert "casinowar rulebooks --sample RULEBOOK > my-house.toml" in printed


LISTED = {each.name: each for each in rulebooks()}


@pytest.mark.parametrize("name", names())
def test_a_rulebook_is_listed_as_it_plays_without_a_house(name):
    rules, listed = load_rules(name), LISTED[name]
    assert (listed.title, listed.decks, listed.seats) == (rules.book.title, rules.decks, rules.seats)
    assert listed.shuffler is rules.shuffler


@pytest.mark.parametrize(
    ("name", "wagers"),
    [
        ("maryland", ("initial", "tie", "war", "war_tie")),
        ("washington", ("initial", "tie", "war")),
        ("wisconsin", ("initial", "tie", "war", "war_tie")),
    ],
)
def test_the_wagers_of_every_table_are_listed(name, wagers):
    assert LISTED[name].wagers == wagers


@pytest.mark.parametrize("name", names())
def test_every_reading_is_listed_with_the_default_first(name):
    report = RulebookList((LISTED[name],)).report()
    [grid] = [block for block in report.sections[0].blocks if isinstance(block, Grid)]
    shown = {text_of(row[0]): text_of(row[2]).split(", ") for row in grid.rows}
    readings = open_rulebook(name).readings
    assert list(shown) == list(readings)
    for each, reading in readings.items():
        assert shown[each][0] == reading.default
        assert sorted(shown[each]) == sorted(reading.choices)


def test_a_rulebook_prints_shortly():
    assert repr(LISTED["washington"]) == "RulebookListed('washington', 'Washington: WSGC rules of play')"
