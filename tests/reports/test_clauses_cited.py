"""The list of clauses that a PAR sheet rests on says what holds at this table, not what stands elsewhere."""

import re
from pathlib import Path

import pytest

from casinowar.reports.blocks import Grid, text_of
from casinowar.reports.par_sheet.sheet import Sheet, odds
from casinowar.rulebooks import names

MINE = """
extends = "maryland"
name = "mine"
title = "Maryland with a dearer surrender"
unset = ["progressive", "bonus_spin", "electronic"]

[surrender]
forfeits = "3/4"

[cards]
by_hand = { start = 2, least = 1, most = 8, clause = "5" }

[wagers]
tie = { value = "9 to 1", clause = "house rule 1" }
"""


def said_of_clauses(sheet: Sheet) -> dict[str, str]:
    """Give what the sheet says of each clause that it cites."""
    [section] = [each for each in sheet.report().appendices if each.title == "Clauses cited"]
    [grid] = [block for block in section.blocks if isinstance(block, Grid)]
    return {text_of(row[0]): text_of(row[2]) for row in grid.rows}


@pytest.fixture(name="mine")
def mine_fixture(tmp_path: Path) -> dict[str, str]:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    return said_of_clauses(odds(str(path)))


@pytest.mark.parametrize("name", names())
def test_an_assumption_is_told_in_words_and_not_by_the_letter_of_a_choice(name):
    said = said_of_clauses(odds(name, sample=True))
    assumed = [told for clause, told in said.items() if clause.startswith("our assumption")]
    assert assumed
    assert not [told for told in assumed if re.search(r"\([a-z]\)", told)]


def test_an_assumption_that_is_read_otherwise_is_told_as_it_is_read():
    usual, other = (
        said_of_clauses(odds("california", readings={"cut": cut}))["our assumption R31"]
        for cut in ("players", "nobody")
    )
    assert usual == "Wisconsin's procedure."
    assert other == (
        "Wisconsin's procedure. Read otherwise here: No one; the cutting card is set at the quarter."
    )


def test_a_clause_that_a_rulebook_of_ones_own_changes_is_told_with_what_it_says_here(mine):
    assert mine["9.E(1)"].startswith(
        "The player may give up 1/2 of the Initial Wager and be out of the round."
    )
    assert "Here surrender: 3/4 is lost" in mine["9.E(1)"]
    assert "taken out" not in mine["9.E(1)"]
    assert "Here" not in mine["9.B(1)"]


def test_a_clause_of_ones_own_is_told_by_its_value_also_where_the_document_has_one_of_that_name(mine):
    assert mine["house rule 1"].startswith("Here wagers.tie: 9 to 1")
    assert "Here cards.by_hand: 1 to 8" in mine["5"]
    assert "Heads chapter 5" in mine["5"]
