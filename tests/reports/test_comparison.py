"""Rulebooks side by side, as a value."""

import pickle
from functools import cache

import pytest

from casinowar.cli import rendering
from casinowar.game.refusal import InputError
from casinowar.reports.blocks import Grid, Report, text_of
from casinowar.reports.comparison import compare
from casinowar.rulebooks import names
from tests.support.reported import words_of

compared = cache(compare)


def rows(made: Report, title: str) -> dict[str, tuple[str, ...]]:
    """Give the rows of a section by what they are about."""
    [section] = [each for each in made.sections if each.title == title]
    grids = [block for block in section.blocks if isinstance(block, Grid)]
    return {text_of(row[0]): tuple(map(text_of, row[1:])) for grid in grids for row in grid.rows}


@pytest.mark.parametrize("columns", [80, 100, 120, 200])
@pytest.mark.parametrize("number", [2, 3, 5])
def test_the_tables_fit(columns, number, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    made = compared(*names()[:number]).report()
    rendering.draw(made, widest=140)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= columns
    assert "yet every net result is the same" in " ".join(out.split())
    assert "23138/993023" in out


def test_each_rulebook_has_a_column():
    made = compared("maryland", "wisconsin").report()
    [rules] = [block for block in made.sections[0].blocks if isinstance(block, Grid)]
    assert [column.head for column in rules.columns] == ["Topic", "", "Maryland", "Wisconsin"]
    assert rows(made, "Rules that differ")["Hands are settled"] == ("≠", "counterclockwise", "clockwise")
    assert "Where a text sets no maximum, 1,000 decks are taken." in words_of(made)


def test_digits_are_enough_to_tell_rulebooks_apart():
    edges = rows(compared(*names()).report(), "Edges")
    assert edges["Tie wager"] == ("=", *["18.6495%"] * 5)
    assert edges["Initial, long run to cover card"][1:4] == ("2.330017%", "2.329999%", "2.329999%")


def test_a_comparison_is_a_value():
    found = compared("maryland", "wisconsin")
    assert found == pickle.loads(pickle.dumps(found))  # noqa: S301 - our own bytes
    assert repr(found).startswith("<ComparisonReport: maryland and wisconsin, ")
    assert '<th style="text-align: left">Wisconsin</th>' in found._repr_html_()
    assert set(found.to_dict()) == {"rulebooks", "rules", "houses", "chips", "edges", "left_out"}


def test_readings_and_houses_are_given_in_the_order_of_the_rulebooks():
    found = compare("maryland", "maryland", readings=[{}, {"tied_war": "tie_wager_pays_2_to_1"}])
    assert [row.end for row in found.found.chips if row.net_differs] == ["war tied"]
    facts = [(fact.label, text_of(fact.value)) for fact in found.report().facts]
    assert ("Maryland (2)", "tied war: tie wager pays 2 to 1") in facts


def test_one_rulebook_is_no_comparison():
    with pytest.raises(InputError, match="Name at least two rulebooks"):
        compare("maryland")


def test_what_players_win_is_negative_among_edges():
    made = compare("maryland", "washington")
    [edges] = [each for each in made.report().sections if each.title == "Edges"]
    [grid] = [block for block in edges.blocks if isinstance(block, Grid)]
    [row] = [row for row in grid.rows if text_of(row[0]).startswith("Envy Bonus, per other player")]
    assert text_of(row[2]).startswith("−0.2014%")
    [figure] = [each for each in made.to_dict()["edges"] if each["figure"] == "envy_per_other_player"]
    assert figure["values"][0]["value"] > 0
