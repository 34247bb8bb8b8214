"""The figures of a table by decks."""

import json
from fractions import Fraction

import pytest

from casinowar.cli import main
from casinowar.odds.figures import Figure
from casinowar.reports.blocks import Grid
from casinowar.reports.odds_by_decks import odds_by_decks
from casinowar.reports.par_sheet.sheet import odds


def test_each_column_has_the_figures_of_a_sheet_with_so_many_decks():
    found = odds_by_decks("maryland", [1, 6, 8], sample=True)
    for decks, figures in zip((1, 6, 8), found.found, strict=True):
        sheet = odds("maryland", sample=True, decks=decks)
        assert figures.values[Figure.INITIAL_WAR] == sheet.initial.house_edge
        assert sheet.tie is not None
        assert figures.values[Figure.TIE] == sheet.tie.house_edge


def test_the_document_has_a_list_of_figures_with_a_value_for_each_number_of_decks(capsys):
    assert main(["odds", "washington", "--decks", "1,2, 8,2", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["rulebook"], printed["decks"]) == ("washington", [1, 2, 8])
    assert printed["decks_allowed"] == [False, False, False]
    assert printed["house"] is None, "as on a sheet without a house"
    tie = next(each for each in printed["figures"] if each["figure"] == "tie")
    assert [Fraction(each["exact"]) for each in tie["values"]] == [
        1 - Fraction(11 * (4 * decks - 1), 52 * decks - 1) for decks in (1, 2, 8)
    ]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_table_that_is_too_wide_goes_on_below(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", f"{columns}")
    assert main(["odds", "maryland", "--sample", "--decks", "1,2,3,4,5,6,7,8"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= columns
    assert all(f"{decks} deck" in out for decks in range(1, 9))
    heads = [line for line in out.splitlines() if line.startswith("Figure")]
    assert sum(line.count(" deck") for line in heads) == 8
    assert len(heads) == {60: 4, 80: 3, 120: 2}[columns]


def test_what_the_rulebook_allows_is_said(capsys):
    assert main(["odds", "maryland", "--decks", "6,7"]) == 0
    assert "The rulebook allows 6 or 8 decks" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--decks", "6,,8"], "--decks"),
        (["--decks", "6,x"], "--decks is a whole number from 1 to 100, not 'x'."),
        (["--decks", "9" * 5_000], "--decks is a whole number from 1 to 100, not '999"),
        (["--decks", "6,101"], "--decks"),
        (["--decks", "6,8", "--pdf", "x.pdf"], "--pdf does not go with several decks"),
        (["--decks", "6,8", "--meter", "5"], "--meter does not go with several decks"),
        (["--decks", "6,8", "--bankroll", "20"], "--bankroll does not go with several decks"),
        (["--decks", "6,8", "--rounds-per-hour", "5"], "--rounds-per-hour does not go with several decks"),
        (["--decks", "6,8", "--paper", "a4"], "--paper goes with --pdf"),
        (["--decks", "6,8", "--readings"], "--readings does not go with several decks"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments, sentence, capsys):
    assert main(["odds", "maryland", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert sentence in said.err


def test_what_players_win_is_negative_where_the_house_wins_on_average():
    found = odds_by_decks("maryland", [1, 6])
    [section] = found.report().sections
    [grid] = [block for block in section.blocks if isinstance(block, Grid)]
    [row] = [row for row in grid.rows if row[0] == "Envy Bonus, per other player"]
    assert row[2] == "−0.2014%"
    [figure] = [each for each in found.to_dict()["figures"] if each["figure"] == "envy_per_other_player"]
    assert figure["values"][1]["value"] > 0, "for programs the key keeps its meaning"
