"""One default per reading and rulebook: what the catalogue says, and what the rulebook marks."""

import re

import pytest

from casinowar.game.book.house import House
from casinowar.law.catalog import jurisdictions, readings
from casinowar.reports.blocks import Grid, text_of
from casinowar.reports.law import law_behind
from casinowar.rulebooks import load_rules, names, open_rulebook

SELECTABLE = [(book, name) for book in names() for name in open_rulebook(book).readings]


def letters(text: str) -> set[str]:
    return set(re.findall(r"\(([a-z])\)", text))


def facts(law, number: str) -> dict[str, str]:
    first = law.only(number).report().sections[0]
    grid, *_worked_cases = [block for block in first.blocks if isinstance(block, Grid)]
    return {text_of(row[0]): text_of(row[1]) for row in grid.rows}


@pytest.mark.parametrize(("book", "name"), SELECTABLE)
def test_the_default_of_the_catalogue_is_the_rulebooks(book, name):
    reading = open_rulebook(book).readings[name]
    ways = {choice.letter for choice in reading.choices.values()} - {""}
    said = letters(readings(book)[reading.cites].default) & ways
    assert said == {reading.choices[reading.default].letter} - {""}


@pytest.mark.parametrize("book", names())
def test_the_row_and_the_marks_agree(book):
    law = law_behind(book, load_rules(book))
    for number in {each.cites for each in law.readings}:
        told, shown = facts(law, number), law.only(number).to_dict()["reading"]
        assert told["Default"] == shown["default"] == readings(book)[number].default
        for line in told["Chosen by"].splitlines():
            if found := re.search(r"\(([a-z]), the default", line):
                assert found[1] in letters(told["Default"])


def test_every_default_of_one_document_is_of_a_doubt_of_the_catalogue():
    assert all(readings(document).keys() == readings().keys() for document in jurisdictions())


def test_a_player_who_leaves_is_read_otherwise_outside_maryland():
    assert readings("maryland")["R40"].default == "(a)."
    assert facts(law_behind("washington", load_rules("washington")), "R40")["Default"] == "(c)."


def test_coupons_are_not_accepted_until_the_house_says_so():
    law = law_behind("wisconsin", load_rules("wisconsin"))
    told = facts(law, "R13")
    assert told["In force"].startswith(
        "(a) until match play coupons are accepted; then (b) match_play_coupons = initial_wager_only, "
    )
    assert "in force" not in told["Chosen by"]
    [read] = law.only("R13").readings
    assert (read.letter, read.waits_for) == ("b", "coupons")


def test_waiting_doubts_are_read_so_once_the_house_chooses():
    law = law_behind("wisconsin", load_rules("wisconsin", House(coupons=True)))
    told = facts(law, "R13")
    assert told["In force"].startswith("(b) match_play_coupons = initial_wager_only, the default.")
    assert "initial_wager_only (b, the default, in force)" in told["Chosen by"]
    assert not law.only("R13").readings[0].waits_for


def test_a_default_of_ones_own_stands_beside_the_documents(tmp_path):
    path = tmp_path / "mine.toml"
    own = '[readings.odd_half]\ndefault = "odd_chip_to_player"\n'
    path.write_text(f'extends = "wisconsin"\nname = "mine"\ntitle = "Mine"\n{own}', encoding="utf-8")
    law = law_behind(str(path), load_rules(str(path)))
    said = (
        "(c) in this rulebook; in its document (a), refusing an initial wager that is an odd number of cents."
    )
    assert facts(law, "R8")["Default"] == said
    assert law.only("R8").to_dict()["reading"]["default"] == said
