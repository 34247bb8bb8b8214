"""A reading whose value an own rulebook sets itself is not in force, and all reports say so."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from casinowar.cli import main
from casinowar.cli.play.rules_page import rules_in_force
from casinowar.reports.blocks import Fact, Grid, text_of
from casinowar.reports.law import law_behind
from casinowar.reports.law_search import search_law
from casinowar.reports.par_sheet.sheet import odds
from casinowar.reports.reading_effects import readings
from casinowar.rulebooks import load_rules, open_rulebook
from casinowar.rulebooks.diff import overridden

MINE = """
extends = "maryland"
name = "mine"
title = "Maryland with a dearer war"

[war]
won = { initial = "returned", war = "returned", pays = "2 to 1", on = "war wager", clause = "house rule 1" }
tied = { initial = "returned", war = "returned", pays = "1 to 1", on = "war wager", clause = "house rule 2" }
"""
NOT_IN_FORCE = "Not in force: this rulebook sets war.tied itself."
OTHERWISE = {"tied_war": "tie_wager_pays_2_to_1"}


@pytest.fixture(name="mine")
def mine_fixture(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


def found_in(tmp_path: Path, said: str) -> dict[str, tuple[str, ...]]:
    path = tmp_path / "own.toml"
    path.write_text(f'extends = "maryland"\nname = "own"\ntitle = "Own"\n{said}', encoding="utf-8")
    source = open_rulebook(str(path))
    return overridden(source, source.book().readings)


@pytest.mark.parametrize(
    ("said", "readings"),
    [
        ("", {}),
        ("war.burn.cards = 1", {"war_burn": ("war.burn",)}),
        ('war.lost = { initial = "returned", war = "collected", clause = "1" }', {}),
        # The share is the file's, what is done with an odd half is not.
        ('surrender = { forfeits = "3/4", clause = "1" }', {}),
        ('surrender.odd = "the odd chip goes to the house"', {"odd_half": ("surrender.odd",)}),
        # What is taken out is no value that the file sets.
        ('unset = ["wagers.war_tie"]', {}),
        ('[readings.war_burn]\ndefault = "before_each_card"', {}),
        ('[readings.war_burn.choices.once]\nsays = "One card."\nset.war.burn.cards = 1', {}),
    ],
)
def test_a_reading_is_overridden_where_the_file_sets_what_it_decides(tmp_path, said, readings):
    assert found_in(tmp_path, said) == readings


def test_a_choice_that_sets_the_value_again_is_in_force(mine):
    source = open_rulebook(mine)
    assert overridden(source, source.book().readings) == {"tied_war": ("war.tied",)}
    assert overridden(source, source.book(OTHERWISE).readings) == {}


def test_the_law_says_so_of_the_reading_and_of_its_clauses(mine):
    law = law_behind(mine, load_rules(mine))
    assert [each.value for each in law.changes] == ["war.won", "war.tied"]
    for asked in ("R2", "10.A(4)"):
        grids = [block for part in law.only(asked).report().sections for block in part.blocks]
        told = [text_of(row[1]) for grid in grids if isinstance(grid, Grid) for row in grid.rows]
        assert NOT_IN_FORCE in told, asked
    assert law.only("R2").to_dict()["reading"]["overridden"] == ["war.tied"]
    assert law.only("R8").to_dict()["reading"]["overridden"] == []


def test_a_reading_that_cannot_be_chosen_is_overridden_with_its_value(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "maryland"\nname = "own"\ntitle = "Own"\nprogressive.least_meter = '
        '{ value = "20000", clause = "1" }\nseating.leaving = { value = "lost", clause = "1" }',
        encoding="utf-8",
    )
    law = law_behind(str(path), load_rules(path))
    number = open_rulebook("maryland").book().seating.leaving.reading
    assert law.overridden[number] == ("seating.leaving",)


def test_the_sheet_and_the_readings_list_say_so(mine):
    sheet = odds(mine)
    report = sheet.report()
    [in_force] = [part for part in report.appendices if part.title == "Readings in force"]
    rows = [row for block in in_force.blocks if isinstance(block, Grid) for row in block.rows]
    assert [text_of(row[2]) for row in rows if text_of(row[0]) == "R2"] == [NOT_IN_FORCE]
    assert Fact("Readings", "tied_war (R2) not in force") in report.facts
    assert sheet.to_dict()["overridden_readings"] == {"tied_war": ["war.tied"]}
    first, other, *_ = readings(mine).effects
    assert (first.choice, first.overridden, other.overridden) == ("war_wager_pays_2_to_1", ("war.tied",), ())
    assert NOT_IN_FORCE in str(readings(mine).report())
    assert odds("maryland").to_dict()["overridden_readings"] == {}


def test_the_search_and_the_table_say_so(mine):
    [found] = search_law("tie war wager 2 to 1", mine).found
    assert [each.says for each in found.readings if each.reading == "R2"] == [NOT_IN_FORCE]
    out = StringIO()
    Console(file=out, width=200).print(rules_in_force(open_rulebook(mine), load_rules(mine)))
    assert NOT_IN_FORCE in out.getvalue()


def test_programs_are_told_what_differs(mine, capsys):
    assert main(["compare", "maryland", mine, "--json"]) == 0
    rules = json.loads(capsys.readouterr().out)["rules"]
    assert [each["topic"] for each in rules] == ["War won", "War tied"]


def test_a_clause_of_the_file_itself_has_no_code_to_be_without(mine):
    report = law_behind(mine, load_rules(mine)).only("house rule 1").report()
    assert report.sections[0].adds == "rule, a clause of this rulebook itself"
    grids = [block for part in report.sections for block in part.blocks if isinstance(block, Grid)]
    told = {text_of(row[0]): text_of(row[1]) for grid in grids for row in grid.rows}
    assert told.keys() == {"Here", "Rulebook"}
    assert "2 to 1 paid on the war wager" in told["Here"]


def copied(tmp_path: Path, *changes: tuple[str, str]) -> str:
    """Write a whole rulebook of one's own, copied from a built-in one and changed."""
    text = open_rulebook("maryland").text.replace('name = "maryland"', 'name = "copied"', 1)
    for before, after in changes:
        assert text.count(before) == 1
        text = text.replace(before, after)
    path = tmp_path / "copied.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_reading_is_overridden_in_a_copy_as_well(tmp_path):
    text = open_rulebook("maryland").text
    [burn] = [each for each in text.splitlines() if each.startswith("burn = { cards = 3")]
    mine = copied(tmp_path, (burn, burn.replace("cards = 3", "cards = 2")))
    source = open_rulebook(mine)
    assert overridden(source, source.book().readings) == {"war_burn": ("war.burn",)}
    law = law_behind(mine, load_rules(mine)).only("R17")
    [grid, *_] = [block for block in law.report().sections[0].blocks if isinstance(block, Grid)]
    facts = {text_of(row[0]): text_of(row[1]) for row in grid.rows}
    assert facts["Here"] == "Not in force: this rulebook sets war.burn itself."
    assert "In force" not in facts
    unchanged = open_rulebook(copied(tmp_path))
    assert overridden(unchanged, unchanged.book().readings) == {}


def test_an_assumption_is_not_said_to_hold_where_the_file_cites_it_for_another_value(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "wisconsin"\nname = "own"\ntitle = "Own"\n'
        'seating.leaving = { value = "lost", clause = "R40" }',
        encoding="utf-8",
    )
    law = law_behind(str(path), load_rules(path))
    assert [each.says for each in law.assumptions if each.value == "seating.leaving"] == [
        "Not in force: this rulebook sets seating.leaving itself."
    ]
    told = str(law.report().sections[-1])
    assert "Not in force: this rulebook sets seating.leaving itself." in told
    base = {each.value: each.says for each in law_behind("wisconsin", load_rules("wisconsin")).assumptions}
    others = {each.value: each.says for each in law.assumptions if each.value != "seating.leaving"}
    assert others == {value: says for value, says in base.items() if value != "seating.leaving"}


@pytest.mark.parametrize(
    ("said", "warned"),
    [
        ("war.burn.cards = 2", False),
        ('[readings.war_burn]\ndefault = "before_each_card"', False),
        ('war.burn.cards = 2\n[readings.war_burn]\ndefault = "before_each_card"', True),
        ('war.burn.when = "before each card"\n[readings.war_burn]\ndefault = "once"', False),
    ],
)
def test_a_value_that_the_files_own_default_sets_again_is_warned_of(tmp_path, capsys, said, *, warned):
    path = tmp_path / "own.toml"
    path.write_text(f'extends = "wisconsin"\nname = "own"\ntitle = "Own"\n{said}', encoding="utf-8")
    assert main(["rulebooks", "--check", str(path)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    no_effect = "war.burn: what this file says of it has no effect, since its default reading war_burn ="
    assert (no_effect in told) == warned
