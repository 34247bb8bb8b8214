"""The set-up list as a value."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.citation import clause_in_words
from casinowar.game.words import Shuffler
from casinowar.law.catalogue import Treatment, clauses, jurisdictions
from casinowar.law.choices import equipment, to_set_up
from casinowar.reports.blocks import Grid, Words, text_of
from casinowar.reports.checklist import checklist_for
from casinowar.rulebooks import load_rules

EACH_DOCUMENT = pytest.mark.parametrize("jurisdiction", jurisdictions())


@EACH_DOCUMENT
def test_every_equipment_clause_is_on_the_list(jurisdiction):
    listed = checklist_for(load_rules(jurisdiction)).checklist
    found = {each.clause: each.item for each in listed if each.kind == "equipment"}
    of_readings = {each.clause: each.item for each in to_set_up(jurisdiction)}
    of_clauses = {each.clause: said for each in clauses(jurisdiction) if (said := equipment(each))}
    assert found == of_clauses | of_readings
    for each in clauses(jurisdiction):
        if each.treatment is Treatment.EQUIPMENT:
            assert found[each.clause] == each.summary


@pytest.mark.parametrize(
    ("jurisdiction", "cited", "item"),
    [
        ("maryland", "2.B", "Confirm that the layout is approved."),
        ("california", "notice", "Confirm that the owner's agreement to the game was submitted."),
        ("south_dakota", "(1)", "Confirm that the table is designated for the game."),
    ],
)
def test_the_approvals_come_first(jurisdiction, cited, item):
    first = checklist_for(load_rules(jurisdiction)).checklist[0]
    assert (first.kind, first.clause, first.item) == ("approval", cited, item)


def test_further_approvals_follow_from_the_house():
    house = House(odds_on_sign=True, tip_box_elsewhere=True, shuffler=Shuffler.CONTINUOUS)
    listed = checklist_for(load_rules("maryland", house)).checklist
    assert [each.clause for each in listed if each.kind == "approval"] == ["2.B", "2.B(6)", "2.E", "5.J"]


@EACH_DOCUMENT
def test_each_item_has_a_box_to_tick(jurisdiction):
    made = checklist_for(load_rules(jurisdiction))
    report = made.report()
    assert [section.title for section in report.sections] == [
        "Approvals",
        "Table and cards",
        "Choices of the house",
    ]
    for section, kind in zip(report.sections, ("approval", "equipment", "choice"), strict=True):
        wanted = [
            ("[x]" if each.made else "[ ]", clause_in_words(each.clause), each.item)
            for each in made.checklist
            if each.kind == kind
        ]
        [block] = section.blocks
        if wanted:
            assert isinstance(block, Grid)
            assert [tuple(map(text_of, row)) for row in block.rows] == wanted
        else:
            assert block == Words("The text asks for nothing.")
