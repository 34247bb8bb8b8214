"""The five rulebooks: they load under every reading, and every value cites its clause."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.citation import is_assumption
from casinowar.game.refusal import InputError
from casinowar.law import catalog
from casinowar.rulebooks import RulebookFile, load_rules, names, open_rulebook

PAIRS = 60

every_rulebook = pytest.mark.parametrize("name", names())


def every_reading() -> Iterator[Any]:
    for name in names():
        for wanted in open_rulebook(name).every_reading():
            choice = "-".join(f"{reading}={value}" for reading, value in wanted.items())
            yield pytest.param(name, wanted, id=f"{name}-{choice or 'defaults'}")


@pytest.mark.parametrize(("name", "wanted"), [*every_reading()])
def test_each_rulebook_loads_under_every_reading(name, wanted):
    rules = load_rules(name, readings=wanted)
    assert rules.book.name == name
    assert wanted.items() <= rules.book.readings.items()


@every_rulebook
def test_each_rulebook_loads_under_pairs_of_readings(name):
    file = open_rulebook(name)
    _, *single = file.every_reading()
    pairs = [{**one, **other} for one, other in combinations(single, 2) if one.keys() != other.keys()]
    for wanted in random.Random(name).sample(pairs, min(PAIRS, len(pairs))):
        assert Rules(file.book(wanted)).decks


@every_rulebook
def test_every_reading_changes_something(name):
    file = open_rulebook(name)
    default, *others = (replace(file.book(wanted), readings={}) for wanted in file.every_reading())
    assert default not in others
    for number, book in enumerate(others):
        assert book not in others[:number]


# every value carries its clause


def uncited(name: str, value: object, place: str = "") -> Iterator[str]:
    """List every value that has no clause, or one that the catalogue of the law does not have."""
    if isinstance(value, list):
        for item in value:
            yield from uncited(name, item, place)
    elif not isinstance(value, dict):
        if place not in {"name", "title", "document", "order"}:
            yield f"{place} has no clause"
    elif "clause" in value:
        for clause in str(value["clause"]).split("; "):
            known = clause in catalog.readings() if is_assumption(clause) else catalog.exists(name, clause)
            if not known:
                yield f"{place} cites {clause}, which does not exist"
        for reading in [value["reading"]] if "reading" in value else []:
            if reading not in catalog.readings():
                yield f"{place} cites {reading}, which does not exist"
    else:
        for key, item in value.items():
            yield from uncited(name, item, f"{place}.{key}" if place else key)


def as_read(file: RulebookFile) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the values of the file, and those that each choice of a reading sets."""
    yield "as written", file.values
    for name, reading in file.readings.items():
        for value, choice in reading.choices.items():
            yield f"{name} = {value}", choice.set


@every_rulebook
def test_every_value_cites_a_clause_that_exists(name):
    file = open_rulebook(name)
    assert list(uncited(name, file.values)) == []


@every_rulebook
def test_every_value_that_a_reading_sets_cites_a_clause_that_exists(name):
    file = open_rulebook(name)
    for where, values in as_read(file):
        # A choice may change one value beside a clause that stays, such as a direction.
        missing = [each for each in uncited(name, values) if not _stands_beside_a_clause(file, each)]
        assert missing == [], where


def _stands_beside_a_clause(file: RulebookFile, problem: str) -> bool:
    place, _, rest = problem.partition(" ")
    values: Any = file.values
    for part in place.split(".")[:-1]:
        values = values.get(part, {})
    return rest == "has no clause" and "clause" in values


def test_the_check_of_clauses_can_fail():
    values = open_rulebook("maryland").values
    broken = {**values, "burns": {"new_shoe": {"value": 1}, "new_dealer": {"value": 1, "clause": "99.Z"}}}
    broken["war"] = {**values["war"], "match": {"clause": "9.H", "reading": "R999"}}
    assert list(uncited("maryland", broken)) == [
        "burns.new_shoe.value has no clause",
        "burns.new_dealer cites 99.Z, which does not exist",
        "war.match cites R999, which does not exist",
    ]


@every_rulebook
def test_a_value_without_its_clause_is_refused(name, tmp_path):
    text = open_rulebook(name).text.replace(', clause = "', ', klause = "', 1)
    text = text.replace(f'name = "{name}"', 'name = "mine"', 1)
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"broken\.toml, line \d+: cards\.ranking: "):
        load_rules(str(path))


# readings


@every_rulebook
def test_every_reading_cites_an_r_number_that_exists(name):
    for reading in open_rulebook(name).readings.values():
        assert reading.cites in catalog.readings()
        assert reading.question.endswith("?")
        assert len(reading.choices) > 1
        assert all(choice.says for choice in reading.choices.values())


def test_every_choice_can_be_made_in_a_house_file(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('[readings]\nwar_burn = "before_each_card"\n', encoding="utf-8")
    assert load_rules("maryland", str(path)).book.readings["war_burn"] == "before_each_card"


def test_a_reading_given_by_hand_outranks_the_house_file(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('[readings]\nwar_burn = "before_each_card"\n', encoding="utf-8")
    rules = load_rules("maryland", str(path), {"war_burn": "once"})
    assert rules.book.readings["war_burn"] == "once"
