from collections import Counter

import pytest

from casinowar.game.refusal import InputError
from casinowar.law.catalog import (
    Treatment,
    clause,
    clauses,
    default_in_words,
    documents,
    exists,
    jurisdictions,
    parts,
    readings,
)

COUNTS = {
    "maryland": (148, 18, 24, 14, 31),
    "washington": (21, 1, 0, 0, 2),
    "south_dakota": (18, 0, 0, 0, 2),
    "california": (57, 1, 0, 2, 12),
    "wisconsin": (58, 3, 9, 4, 13),
}


ONE_SENSE = {"R116", "R117", "R118", "R119"}
"""What has one reading only, which its default says."""


def test_every_document_is_there():
    assert jurisdictions() == tuple(COUNTS)
    assert all(document.name and document.title for document in documents().values())


@pytest.mark.parametrize("jurisdiction", COUNTS)
def test_every_clause_is_there_with_its_treatment(jurisdiction):
    counts = Counter(each.treatment for each in clauses(jurisdiction))
    assert tuple(counts[treatment] for treatment in Treatment) == COUNTS[jurisdiction]


def test_there_are_438_clauses():
    assert sum(len(clauses(jurisdiction)) for jurisdiction in jurisdictions()) == 438


@pytest.mark.parametrize("jurisdiction", COUNTS)
def test_every_clause_says_something(jurisdiction):
    assert [each.clause for each in clauses(jurisdiction) if not (each.clause and each.summary)] == []


def test_a_clause_is_found_by_its_name():
    found = clause("maryland", "9.E(1)")
    assert found.treatment is Treatment.RULE
    assert found.readings == ("R8", "R51")


@pytest.mark.parametrize(
    ("jurisdiction", "clause_id", "there"),
    [
        ("maryland", "8.G", True),
        ("maryland", "8.H", False),
        ("wisconsin", "(h)(3)(i)", True),
        ("atlantis", "1", False),
    ],
)
def test_the_catalogue_knows_what_exists(jurisdiction, clause_id, there):
    assert exists(jurisdiction, clause_id) is there


def test_a_missing_clause_is_refused_with_those_close_to_it():
    with pytest.raises(InputError, match=r"no clause '9\.E\(3\)' in maryland; close to it: .*9\.E\(2\)"):
        clause("maryland", "9.E(3)")


def test_a_missing_document_is_refused_with_those_there_are():
    with pytest.raises(InputError, match=r"'atlantis'.* maryland, washington"):
        clauses("atlantis")


def test_the_readings_are_r1_to_r119():
    assert list(readings()) == [f"R{number}" for number in range(1, 120)]


def test_a_default_is_said_in_words():
    said = default_in_words(readings()["R11"])
    assert said.startswith(
        "the house file must state the limit, or say that there is none; then the limit caps"
    )
    assert default_in_words(readings()["R37"]) == readings()["R37"].default


def test_every_reading_is_complete():
    for number, reading in readings().items():
        assert reading.title, number
        assert reading.readings or number in ONE_SENSE, number
        assert reading.default, number
        assert reading.selectable, number
        assert reading.reason, number
        assert reading.part in parts(), number
        assert reading.clauses, number
        assert set(reading.clauses) <= set(jurisdictions()), number


@pytest.mark.parametrize("jurisdiction", COUNTS)
def test_every_reading_that_a_note_mentions_exists(jurisdiction):
    assert {number for each in clauses(jurisdiction) for number in each.readings} <= set(readings())


@pytest.mark.parametrize("jurisdiction", COUNTS)
def test_a_reading_names_the_document_of_each_clause_that_refers_to_it(jurisdiction):
    unnamed = {
        (each.clause, number)
        for each in clauses(jurisdiction)
        for number in each.readings
        if jurisdiction not in readings()[number].clauses
    }
    assert unnamed == set()


def test_a_note_and_its_reading_tell_of_a_tie_hand_left_behind_alike():
    """As the engine does: it stops play, and takes nothing as lost by itself."""
    told = "stops play for the floorperson's word"
    assert told in clause("maryland", "7.B(4)").note
    assert told in readings()["R40"].readings


def test_a_default_that_is_as_said_says_it():
    assert default_in_words(readings()["R111"]).startswith("no maximum; the table's minimum holds")
    assert default_in_words(readings()["R84"]).endswith(
        "of R68; a skipped seat can be reported until the round is settled, and not before its turn."
    )
    assert [number for number, doubt in readings().items() if "as said" in default_in_words(doubt)[:8]] == []


def test_a_reading_of_one_text_against_another_is_not_told_as_that_of_the_other():
    here = default_in_words(readings("maryland")["R5"])
    assert here.startswith("as written: the initial wager stays, is returned")
    assert "goes to the house" in default_in_words(readings("wisconsin")["R5"])
