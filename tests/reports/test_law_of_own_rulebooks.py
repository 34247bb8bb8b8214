"""The law behind a rulebook that says only what differs: whose clauses these are, and what became of them."""

import json
from pathlib import Path

import pytest

from casinowar.cli import main
from casinowar.game.book.house import House
from casinowar.law.catalog import document
from casinowar.reports.blocks import Grid, Report, text_of
from casinowar.reports.checklist import checklist_for
from casinowar.reports.law import Law, law_behind
from casinowar.rulebooks import load_rules, names, open_rulebook

MINE = """
extends = "maryland"
name = "mine"
title = "Maryland with a dearer surrender"
unset = ["progressive", "bonus_spin", "electronic"]

[surrender]
forfeits = "3/4"
clause = "house rule 1"

[war]
burn = { cards = 1 }
"""
TAKEN_OUT = "taken out here"


@pytest.fixture(name="mine")
def mine_fixture(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


@pytest.fixture(name="law")
def law_fixture(mine: str) -> Law:
    return law_behind(mine, load_rules(mine))


def facts(report: Report) -> dict[str, str]:
    grids = [block for section in report.sections for block in section.blocks if isinstance(block, Grid)]
    return {text_of(row[0]): text_of(row[1]) for grid in grids for row in grid.rows}


def test_it_has_its_own_title_and_says_whose_clauses_these_are(law):
    report = law.report()
    assert (report.name, report.title) == ("mine", "Maryland with a dearer surrender")
    assert report.about[0].text == (
        "These are the clauses of MLGCA Casino War rules, version 1.2. "
        "This rulebook has 2 values changed, 3 values taken out."
    )
    assert law.only("9.E(1)").report().about == report.about[:1]


def test_what_it_changes_is_listed_first_with_both_clauses(law):
    first = law.report().sections[0]
    assert first.title == "What this rulebook changes"
    told = [(each.value, each.what, each.base_clause.split("; ")[0], each.clause) for each in law.changes]
    assert told == [
        ("surrender", "changed", "9.E(1)", "house rule 1"),
        ("war.burn", "changed", "9.H", "9.H"),
        ("progressive", "taken out", "7.F(3)", ""),
        ("bonus_spin", "taken out", "7.F(4)", ""),
        ("electronic", "taken out", "9.L", ""),
    ]
    surrender, burn, *_ = law.changes
    assert (surrender.base_says[:3], surrender.says[:3]) == ("1/2", "3/4")
    assert (burn.base_says, burn.says) == ("3, once", "1, once")


def test_a_clause_that_is_changed_says_what_holds_here(law):
    report = law.only("9.E(1)").report()
    assert report.sections[0].adds == "rule, implemented, changed here"
    assert facts(report)["Here"].startswith(
        "surrender: 3/4 is lost; exact, to the cent (house rule 1), not 1/2"
    )


@pytest.mark.parametrize(
    ("clause", "here"),
    [
        ("7.F(3)", TAKEN_OUT),
        ("7.F(3)(a)", TAKEN_OUT),
        ("10.C", TAKEN_OUT),
        ("10.C(1)", TAKEN_OUT),
        ("2.B(4)", TAKEN_OUT),
        ("9.H", "changed here"),
        ("9.E(1)(a)", "under a clause changed here"),
        ("9.E(1)(c)", ""),
        # All wagers are placed in time, those that are left too.
        ("7.C", ""),
        ("9.J", ""),
        ("9.J(1)", ""),
        ("10", ""),
        ("1.A(1)", ""),
    ],
)
def test_each_clause_is_marked_by_what_became_of_it(law, clause, here):
    assert law.here.get(clause, "") == here


def test_its_own_clause_is_found_with_what_cites_it(law, mine):
    report = law.only("House Rule 1").report()
    assert report.sections[0].title == "house rule 1"
    assert "a clause of this rulebook itself" in report.sections[0].adds
    assert facts(report)["Rulebook"] == f"{mine}: surrender"
    assert "3/4 is lost" in facts(report)["Here"]


@pytest.mark.parametrize("house", [None, House(name="Ours", decks=6)])
def test_what_is_taken_out_has_neither_choices_nor_anything_to_set_up(mine, house):
    found = checklist_for(load_rules(mine, house), source=open_rulebook(mine))
    assert found.title == "Maryland with a dearer surrender"
    said = " ".join(each.item for each in found.checklist)
    assert "progressive" not in said.lower()
    assert "bonus_spin" not in said
    assert {"7.F(3)", "7.F(4)", "9.L", "10.C", "10.C(3)(b)", "2.B(4)"}.isdisjoint(
        each.clause for each in found.checklist
    )
    assert ("decks = 6" if house else "decks, default: 6") in said


def test_programs_are_told_the_same(mine, capsys):
    assert main(["law", mine, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["title"], found["document"]) == (
        "Maryland with a dearer surrender",
        "MLGCA Casino War rules, version 1.2",
    )
    here = {each["clause"]: each["here"] for each in found["clauses"]}
    assert (here["9.E(1)"], here["7.F(3)"], here["9.A"]) == ("changed here", TAKEN_OUT, "")
    assert found["changes"][0] == {
        "value": "surrender",
        "topic": "Surrender",
        "what": "changed",
        "base_clause": "9.E(1)",
        "base_says": "1/2 is lost; exact, to the cent",
        "clause": "house rule 1",
        "says": "3/4 is lost; exact, to the cent",
        "beside": "",
    }


def test_a_file_that_changes_nothing_says_so(tmp_path):
    path = tmp_path / "same.toml"
    path.write_text('extends = "maryland"\nname = "same"\ntitle = "Same"\n', encoding="utf-8")
    law = law_behind(str(path), load_rules(path))
    assert law.report().about[0].text.endswith("This rulebook changes none of its values.")
    assert (law.changes, law.here) == ((), {})


@pytest.mark.parametrize("name", names())
def test_a_built_in_rulebook_has_nothing_changed(name):
    law = law_behind(name, load_rules(name))
    assert (law.title, law.document, law.changes, law.here) == (document(name).title, "", (), {})
