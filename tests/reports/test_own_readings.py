"""A reading of the user's own is found in the law by what it cites."""

import json

import pytest

from casinowar.cli import main
from casinowar.game.book.house import House
from casinowar.game.refusal import InputError
from casinowar.reports.blocks import Grid, text_of
from casinowar.reports.law import law_behind
from casinowar.reports.law_search import search_law
from casinowar.rulebooks import load_rules

OWN = """
extends = "wisconsin"
name = "mine"
title = "Mine"

[wagers]
tie = { value = "12 to 1", clause = "K 2" }
[surrender]
forfeits = "2/3"
clause = "K 3"
[war]
wager = { value = 1, clause = "K 5" }
burn = { cards = 1, when = "before the war deal", clause = "K 6" }

[readings.war_bonus]
cites = "K 7"
question = "What does a tied war pay?"
default = "as_base"
[readings.war_bonus.choices.as_base]
says = "As Wisconsin."
[readings.war_bonus.choices.four]
says = "Fourfold, on the war wager."
set.war.tied.pays = "4 to 1"
"""


@pytest.fixture(name="mine")
def mine_fixture(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


@pytest.fixture(name="law")
def law_fixture(mine):
    return law_behind(mine, load_rules(mine))


def test_it_is_listed_with_its_question(law):
    [row] = [each for each in law.clauses if each.clause == "K 7"]
    assert row.summary.startswith("What does a tied war pay? Cited by ")
    assert "readings.war_bonus" in row.summary


def test_it_is_told_in_full_with_its_choices(law):
    grids = [
        block
        for section in law.only("K 7").report().sections
        for block in section.blocks
        if isinstance(block, Grid)
    ]
    facts = {text_of(row[0]): text_of(row[1]) for grid in grids for row in grid.rows}
    assert facts["In force"] == "war_bonus = as_base, the default. As Wisconsin."
    assert facts["Chosen by"] == "war_bonus = as_base (the default, in force)\nwar_bonus = four"
    assert [each.reading for each in law.only("K 7").readings] == ["war_bonus"]


def test_it_is_among_what_the_rulebook_changes(law):
    [added] = [each for each in law.changes if each.value == "readings.war_bonus"]
    assert (added.what, added.clause, added.says) == ("added", "K 7", "What does a tied war pay?")


def test_it_is_found_by_its_words(mine):
    [found] = search_law("fourfold", mine).found
    assert [each.clause for each in found.clauses] == ["K 7"]


def test_the_same_in_json(mine, capsys):
    assert main(["law", mine, "--clause", "k7", "--json"]) == 0
    [clause] = json.loads(capsys.readouterr().out)["clauses"]
    assert clause["clause"] == "K 7"


def test_of_clauses_that_are_as_close_none_is_left_out(law):
    with pytest.raises(InputError, match="close to it: K 2, K 3, K 5, K 6, K 7"):
        law.only("K 9")


def test_other_readings_are_those_of_the_catalogue(law):
    assert "R8" not in {each.clause for each in law.clauses}


def test_what_the_rulebook_forfeits_is_said_beside_the_half_of_the_document(law):
    [grid] = [block for block in law.only("R8").report().sections[0].blocks if isinstance(block, Grid)]
    facts = {text_of(row[0]): text_of(row[1]) for row in grid.rows}
    assert facts["Here"].startswith("surrender: 2/3 is lost; exact, to the cent (K 3), not 1/2 is lost; ")
    assert facts["Here"].endswith("An initial wager is a multiple of $0.03.")


def test_nothing_is_said_beside_it_where_the_half_is_the_documents():
    law = law_behind("wisconsin", load_rules("wisconsin"))
    assert "Here" not in str(law.only("R8").report())


def test_what_holds_without_a_house_is_not_said_to_be_a_houses():
    law = law_behind("wisconsin", load_rules("wisconsin"))
    assert "House: " not in str(law.report())
    assert "By default: coupons = no" in str(law.report())
    law = law_behind("wisconsin", load_rules("wisconsin", House(decks=6)))
    assert "House: coupons = no" in str(law.report())
