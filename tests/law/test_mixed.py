"""The Mixed marks: each further part of a clause is shown, chosen, enforced or recorded, as its mark says."""

import re

import pytest

from casinowar.game.book.house import House
from casinowar.law.catalog import Clause, MixedPart, Treatment, clauses, jurisdictions, mixed_parts
from casinowar.law.choices import house_values
from casinowar.law.coverage import carried
from casinowar.reports.checklist import checklist_for
from casinowar.rulebooks import load_rules
from tests.law.recorded import RECORDS
from tests.support.refresh_law import citations

MARKS = [(name, each) for name in jurisdictions() for each in clauses(name) if mixed_parts(each)]


def parts(treatment: Treatment) -> list[object]:
    """List the clauses that have a part of this treatment beside their own."""
    return [
        pytest.param(name, each.clause, id=f"{name}-{each.clause}")
        for name, each in MARKS
        if treatment in {part.treatment for part in mixed_parts(each)}
    ]


def test_every_mark_is_read():
    for name in jurisdictions():
        for each in clauses(name):
            marked = re.search(r"\bmixed:", each.note, re.IGNORECASE) is not None
            assert marked is bool(mixed_parts(each)), (name, each.clause)


@pytest.mark.parametrize(
    ("note", "read"),
    [
        ("", ()),
        ("Undefined: fixed amounts.", ()),
        ("Mixed: rule.", (MixedPart(Treatment.RULE),)),
        ("Mixed: record (a; b). See also R1.", (MixedPart(Treatment.RECORD),)),
        ("Gap: x; mixed: backs are equipment. See R2.", (MixedPart(Treatment.EQUIPMENT, "backs"),)),
        (
            "Mixed: the number is an option, the ranking a rule.",
            (MixedPart(Treatment.OPTION, "the number"), MixedPart(Treatment.RULE, "the ranking")),
        ),
        (
            "Mixed: the display is equipment, with a choice between two",
            (MixedPart(Treatment.EQUIPMENT, "the display"), MixedPart(Treatment.OPTION)),
        ),
    ],
)
def test_a_mark_names_treatments_and_parts(note, read):
    assert mixed_parts(Clause(clause="1", treatment=Treatment.TEXT, summary="x", note=note)) == read


@pytest.mark.parametrize(("jurisdiction", "clause"), parts(Treatment.EQUIPMENT))
def test_equipment_is_on_the_set_up_list(jurisdiction, clause):
    listed = checklist_for(load_rules(jurisdiction)).checklist
    assert clause in {each.clause for each in listed if each.kind == "equipment"}


@pytest.mark.parametrize(("jurisdiction", "clause"), parts(Treatment.OPTION))
def test_an_option_is_chosen_by_the_house_and_on_the_set_up_list(jurisdiction, clause):
    assert house_values(jurisdiction)[clause]
    listed = checklist_for(load_rules(jurisdiction, House())).checklist
    assert clause in {each.clause for each in listed if each.kind == "choice"}


@pytest.mark.parametrize(("jurisdiction", "clause"), parts(Treatment.RULE))
def test_a_rule_has_its_code_and_a_test(jurisdiction, clause):
    assert carried(jurisdiction)[clause]
    assert (jurisdiction, clause) in {(each.jurisdiction, each.clause) for each in citations()}


@pytest.mark.parametrize(("jurisdiction", "clause"), parts(Treatment.RECORD))
def test_a_record_is_walked(jurisdiction, clause):
    assert clause in RECORDS[jurisdiction]
