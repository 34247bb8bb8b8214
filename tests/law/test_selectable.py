"""Whatever is marked selectable is selectable: by a choice with its letter, or by the house file."""

import re
from typing import Final

import msgspec
import pytest

from casinowar.game.book.house import House
from casinowar.law.catalog import documents, readings
from casinowar.rulebooks import names, open_rulebook

LETTER: Final = re.compile(r"(?<!\d)\(([a-z])\)")
NAMED: Final = {name: name.replace("_", " ").title() for name in documents()}

CONCERN: Final = {
    ("R24", "b"): {"maryland"},
    ("R28", "b"): {"maryland"},
    ("R29", "d"): {"wisconsin"},
    ("R32", "b"): {"maryland"},
    ("R36", "c"): {"washington"},
    ("R39", "b"): {"wisconsin"},
    ("R41", "b"): {"california"},
    ("R41", "c"): {"california"},
    ("R66", "b"): {"wisconsin"},
    ("R68", "b"): {"washington", "south_dakota", "california"},
    ("R82", "d"): {"maryland"},
    ("R98", "f"): {"maryland"},
}
"""Letters that concern fewer documents than their reading names: what the text or the word itself says."""

BY_THE_HOUSE: Final = {
    ("R56", "b"): ("maryland", "bonus_spin"),
    ("R116", ""): ("south_dakota", "decks"),
    ("R117", ""): ("washington", "seats"),
    ("R118", ""): ("south_dakota", "odds_on_sign"),
}
"""What is selected by a value of the house file, beside or instead of a reading."""

IN_WORDS: Final = {
    "R20": [("washington", "manner_of_paying", "lay_and_pay")],
    "R21": [
        (rulebook, "opening_burn", choice)
        for rulebook in ("washington", "south_dakota")
        for choice in ("one_card", "two_cards")
    ],
    "R40": [
        (rulebook, "leaving_player", choice)
        for rulebook in ("washington", "south_dakota", "california", "wisconsin")
        for choice in ("lost", "settled")
    ],
}
"""What is marked selectable without a letter, and where it is chosen."""


def wanted() -> set[tuple[str, str, str]]:
    """List what has to be selectable: rulebook, reading and letter."""
    found = set()
    for number, doubt in readings().items():
        if doubt.selectable.startswith("none"):
            continue
        first_sentence = re.split(r"\.(?:\s|$)|, which", doubt.selectable)[0]
        for part in re.split(r";|, (?=\([a-z]\) for)", first_sentence):
            if "as their default" in part:
                continue
            said = {name for name, title in NAMED.items() if title in part}
            for letter in LETTER.findall(part):
                concerned = CONCERN.get((number, letter)) or said or set(doubt.clauses)
                found |= {(name, number, letter) for name in concerned}
    return found


def offered() -> set[tuple[str, str, str]]:
    """List what the rulebooks let people choose."""
    return {
        (name, reading.cites, choice.letter)
        for name in names()
        for reading in open_rulebook(name).readings.values()
        for choice in reading.choices.values()
        if choice.letter
    }


@pytest.mark.parametrize(
    ("number", "found"),
    [
        ("R3", {("california", "b")}),
        ("R6", {("california", "b")}),
        ("R12", {("washington", "b"), ("south_dakota", "c")}),
        ("R15", {("maryland", "b"), ("washington", "b"), ("washington", "c")}),
        ("R48", {("maryland", "b")}),
        ("R40", {("maryland", "b"), ("maryland", "c")}),
        ("R82", {("maryland", "d"), ("wisconsin", "c")}),
    ],
)
def test_the_marks_are_read(number, found):
    assert {(name, letter) for name, each, letter in wanted() if each == number} == found


def test_whatever_is_marked_selectable_is_selectable():
    by_the_house = {(name, number, letter) for (number, letter), (name, _) in BY_THE_HOUSE.items()}
    assert wanted() - offered() - by_the_house == set()


@pytest.mark.parametrize(("number", "letter"), BY_THE_HOUSE)
def test_what_the_house_file_selects_is_a_value_of_it(number, letter):
    _, key = BY_THE_HOUSE[number, letter]
    assert key in {field.name for field in msgspec.structs.fields(House)}
    said = readings()[number].selectable
    assert f"({letter})" in said if letter else "by the house" in said


def test_everything_by_the_house_has_its_value():
    marked = {number for number, each in readings().items() if each.selectable.startswith("by the house")}
    assert marked == {number for number, letter in BY_THE_HOUSE if not letter}


@pytest.mark.parametrize("number", IN_WORDS)
def test_what_is_selectable_in_words_can_be_chosen(number):
    for rulebook, reading, choice in IN_WORDS[number]:
        found = open_rulebook(rulebook).readings[reading]
        assert found.cites == number
        assert choice in found.choices


@pytest.mark.parametrize("name", names())
def test_every_choice_has_its_letter(name):
    in_words = {
        ("manner_of_paying", "pick_and_pay"),
        ("manner_of_paying", "lay_and_pay"),
        ("opening_burn", "no_burn"),
    }
    for reading, each in open_rulebook(name).readings.items():
        said = readings()[each.cites].readings
        for value, choice in each.choices.items():
            if (reading, value) not in in_words:
                assert f"({choice.letter})" in said, (reading, value)


@pytest.mark.parametrize("name", names())
def test_two_choices_of_one_reading_have_different_letters(name):
    for each in open_rulebook(name).readings.values():
        letters = [choice.letter for choice in each.choices.values() if choice.letter]
        assert len(letters) == len(set(letters))
