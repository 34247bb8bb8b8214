"""A house with several sizes of a progressive wager: every figure names its size, and each size is shown."""

import json
from pathlib import Path

import pytest

from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.figures import Figure, WagerSize
from casinowar.reports.blocks import Grid, Report, StyledText, text_of
from casinowar.reports.comparison import compare
from casinowar.reports.odds_by_decks import odds_by_decks
from casinowar.reports.par_sheet.sheet import odds
from casinowar.reports.run.simulate import simulate

HOUSE = """
name = "Ours"
[progressive]
amounts = ["1", "5", "10"]
[progressive.meter]
rate = "12%"
initial = "10000"
reset = "10000"
[readings]
progressive_sizes = "{reading}"
"""
SIZES = ["$1.00", "$5.00", "$10.00"]


@pytest.fixture(name="house")
def house_fixture(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE.format(reading="envy_for_five_dollars"), encoding="utf-8")
    return str(path)


def rows(report: Report, title: str) -> list[tuple[str, ...]]:
    """List the rows of the tables of a section, each under the caption of its table."""
    [found] = [part for part in report.sections if part.title == title]
    grids = [block for block in found.blocks if isinstance(block, Grid)]
    return [(grid.caption, *map(text_of, row)) for grid in grids for row in grid.rows]


def test_the_sheet_shows_the_envy_bonus_of_each_size(house):
    sheet = odds("maryland", house=house)
    [section] = [part for part in sheet.report().sections if part.title == "Envy Bonus"]
    said = str(section.blocks[0])
    assert "$1.00 receives nothing" in said
    assert "$5.00 receives $5,000.00" in said
    alone = {row[0]: row[-1] for row in rows(sheet.report(), "Envy Bonus") if row[1] == "1"}
    assert alone == {
        "Wager of $1.00": "0.0000%",
        "Wager of $5.00": "0.2014%",
        "Wager of $10.00": "0.0000%",
    }
    told = [each for each in sheet.to_dict()["wagers"] if each["wager"] == "envy"]
    assert [(each["size_in_cents"], each["return"][0]["value"] > 0) for each in told] == [
        (100, False),
        (500, True),
        (1000, False),
    ]


def test_one_size_is_told_in_one_table():
    [first, *_] = rows(odds("maryland").report(), "Envy Bonus, if offered")
    assert first[0] == ""


def test_the_tie_and_the_table_of_seats_have_a_row_for_each_size(house):
    sheet = odds("maryland", house=house)
    named = {each.progressive for each in sheet.odds.on_a_tie}
    assert named == {0, 1_00, 5_00, 10_00}
    beside = [row[1] for row in rows(sheet.report(), "Several seats with side wagers") if row[1]]
    assert beside == [f"progressive {size}" for size in SIZES]


def test_figures_by_decks_are_given_for_each_size(house):
    table = odds_by_decks("maryland", [6, 8], house=house)
    named = [
        text_of(row[0]) for block in table.report().sections[0].blocks for row in getattr(block, "rows", ())
    ]
    for size in SIZES:
        assert f"Progressive, war, {size}" in named
        assert f"Envy Bonus, per other player, {size}" in named
        assert f"Envy Bonus, own second box, {size}" in named
    assert not any("twice the size" in each for each in named)
    told = [each for each in table.to_dict()["figures"] if each["figure"] == "progressive_war"]
    assert [each["counted_with"]["wager_in_cents"] for each in told] == [100, 500, 1000]
    sheet = odds("maryland", house=house).odds.progressive
    assert [each["values"][0]["exact"] for each in told] == [
        str(bet.house_edge) for bet in sheet if bet.strategy == "war"
    ]


def test_a_comparison_puts_sizes_beside_equal_sizes(house):
    found = compare("maryland", "maryland", houses=[house, None])
    edges = [each for each in found.found.edges if each.figure == "envy_per_other_player"]
    assert [each.counted_with[0] for each in edges] == [*map(WagerSize, (1_00, 5_00, 10_00))]
    assert [each.values[1] is not None for each in edges] == [False, True, False]
    assert edges[1].equal
    grids = [part.blocks[0] for part in found.report().sections if part.title == "Edges"]
    names = [row[0] for grid in grids if isinstance(grid, Grid) for row in grid.rows]
    assert [
        each.adds for each in names if isinstance(each, StyledText) and each.text == "Progressive, war"
    ] == SIZES


def test_one_size_needs_no_name():
    edges = {each.figure: each for each in compare("maryland", "wisconsin").found.edges}
    assert edges[Figure.PROGRESSIVE_WAR].counted_with == (None, None)


def test_a_run_has_the_size_that_is_asked_for(house):
    run = simulate("maryland", rounds=100, house=house, wagers=["progressive=5"], seed=1)
    assert run.request.wagers[Wager.PROGRESSIVE] == 5_00
    usual = simulate("maryland", rounds=100, house=house, wagers=["progressive"], seed=1)
    assert usual.request.wagers[Wager.PROGRESSIVE] == 1_00


@pytest.mark.parametrize(
    ("wager", "problem"),
    [
        ("progressive=7", r"A progressive wager is \$1.00, \$5.00 or \$10.00 here, not \$7.00."),
        ("progressive=x", "'x' is not an amount of dollars"),
        ("progressive=", "'' is not an amount of dollars"),
        ("tie=5", "Only progressive and bonus_spin have sizes to choose from"),
        ("envy=5", "There is no wager 'envy' to add"),
    ],
)
def test_a_size_that_is_not_offered_is_refused(house, wager, problem):
    with pytest.raises(InputError, match=problem):
        simulate("maryland", rounds=100, house=house, wagers=[wager])


def test_the_command_line_takes_a_size(house, capsys):
    arguments = ["maryland", "--rounds", "100", "--house", house, "--with", "progressive=$10", "--json"]
    assert main(["simulate", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["setting"]["wagers_in_cents"]["progressive"] == 1000
