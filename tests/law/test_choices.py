"""What each document leaves to the operator, and what it wants set up."""

import types
import typing

import msgspec
import pytest

from casinowar.game.book.house import House
from casinowar.game.citation import is_assumption
from casinowar.game.commands import COMMANDS
from casinowar.law.catalog import Treatment, clauses, jurisdictions, treatments
from casinowar.law.choices import equipment, house_values, in_words
from casinowar.rulebooks import open_rulebook

EXEMPTIONS = {"maryland": {"4.F"}}
"""Rules that leave no option, but exempt a house that says its decks come so."""
EACH_DOCUMENT = pytest.mark.parametrize("jurisdiction", jurisdictions())


def field(kind: type, name: str) -> object:
    """Find the type of a field, without None; a name that is none is an error."""
    found = {each.name: each.type for each in msgspec.structs.fields(kind)}[name]
    if isinstance(found, types.UnionType) or typing.get_origin(found) is typing.Union:
        [found] = [each for each in typing.get_args(found) if each is not type(None)]
    return found


@EACH_DOCUMENT
def test_every_option_names_the_house_s_values_that_choose_it(jurisdiction):
    options = {each.clause for each in clauses(jurisdiction) if Treatment.OPTION in treatments(each)}
    by_clause = {clause for clause in house_values(jurisdiction) if not is_assumption(clause)}
    assert by_clause == options | EXEMPTIONS.get(jurisdiction, set())
    assert all(house_values(jurisdiction).values())


@EACH_DOCUMENT
def test_wagering_limits_are_a_choice_under_every_text(jurisdiction):
    named = [name for names in house_values(jurisdiction).values() for name in names]
    assert named.count("limits") == 1


@EACH_DOCUMENT
def test_every_choice_has_words_beside_its_name(jurisdiction):
    for names in house_values(jurisdiction).values():
        assert all(in_words(name) for name in names)


@EACH_DOCUMENT
def test_every_name_is_a_value_of_a_house_file_or_a_reading(jurisdiction):
    readings = open_rulebook(jurisdiction).readings
    for names in house_values(jurisdiction).values():
        for name in names:
            first, _, rest = name.partition(".")
            if first in COMMANDS:
                assert rest in COMMANDS[first].__struct_fields__
                continue
            if first == "readings":
                assert rest in readings
                continue
            kind: object = House
            for part in name.split("."):
                assert isinstance(kind, type)
                kind = field(kind, part)


@pytest.mark.parametrize(
    ("jurisdiction", "mixed"),
    [
        ("maryland", {"2.A": "", "2.B(6)": ""}),
        ("washington", {}),
        ("south_dakota", {"(5)": "The display of the schedule, as this says: "}),
        (
            "california",
            {
                "table": "The circle and the sides, as this says: ",
                "dealing.1": "The place of the rack, as this says: ",
                "round.10": "The button, as this says: ",
            },
        ),
        (
            "wisconsin",
            {
                "(b)(1)": "Backs and cutting card, as this says: ",
                "(g)(1)": "The place of the rack, as this says: ",
            },
        ),
    ],
)
def test_the_equipment_of_mixed_clauses_is_on_it_too(jurisdiction, mixed):
    found = {
        each.clause: equipment(each).removesuffix(each.summary)
        for each in clauses(jurisdiction)
        if equipment(each) and each.treatment is not Treatment.EQUIPMENT
    }
    assert found == mixed
