"""The set-up list of rulebooks that are not built in: what holds at the table, under which clause."""

from pathlib import Path

import pytest
from msgspec import to_builtins

from casinowar.reports.blocks import Grid, text_of
from casinowar.reports.checklist import Checklist, checklist_for
from casinowar.reports.law import law_behind
from casinowar.rulebooks import TomlText, load_rules, open_rulebook

KASBAH = """
extends = "wisconsin"
name = "kasbah"
title = "Casino Kasbah"

[wagers]
limits = { required = true, tie = "1/2", clause = "K 2" }
"""
POSTED = """
rulebook = "mine.toml"
decks = 6
[limits.initial]
minimum = "3"
maximum = "300"
[limits.tie]
of_initial = "1/4"
"""
OWN_TEXT = Path(__file__).parents[2] / "src/casinowar/rulebooks/wisconsin.toml"


@pytest.fixture(name="made")
def made_fixture(tmp_path):
    def made(book: str, house: str = "") -> Checklist:
        path, file = tmp_path / "mine.toml", tmp_path / "house.toml"
        path.write_text(book, encoding="utf-8")
        file.write_text(house, encoding="utf-8")
        source, said = open_rulebook(str(path)), TomlText.read(str(file)) if house else None
        return checklist_for(load_rules(source, said), source=source, file=said)

    return made


def of_its_own(text: str) -> str:
    """Give a rulebook of the catalogue as one of which the catalogue knows nothing."""
    readings = text.index("[readings.")
    whole = text[:readings].replace('name = "wisconsin"', 'name = "own"')
    return whole.replace('document = "wisconsin"', 'document = ""')


def item(made: Checklist, name: str):
    [found] = [each for each in made.checklist if f"{name} =" in each.item or f"{name}," in each.item]
    return found


def test_a_limit_posted_as_a_share_is_listed_as_the_amount_that_holds(made):
    posted = item(made(KASBAH, POSTED), "limits")
    assert posted.item.endswith(
        "limits = initial 3 to 300, tie 0.01 to 75 (at most 1/4 of the initial wager's maximum)"
    )
    assert posted.made


def test_the_lesser_of_an_amount_and_a_share_holds(made):
    house = POSTED.replace('of_initial = "1/4"', 'of_initial = "1/4"\nmaximum = "40.50"')
    assert "tie 0.01 to 40.50" in item(made(KASBAH, house), "limits").item
    house = POSTED.replace('maximum = "300"', 'maximum = "301"')
    assert "tie 0.01 to 75.25 (at most 1/4" in item(made(KASBAH, house), "limits").item


def test_a_choice_is_listed_under_the_clause_that_the_rulebook_itself_has_for_it(made):
    assert item(made(KASBAH, POSTED), "limits").clause == "K 2"
    decks = '[cards]\nby_hand = { start = 6, one_of = [6, 7], clause = "K 1" }\n'
    by_clause = {each.clause: each.item for each in made(f"{KASBAH}{decks}", POSTED).checklist}
    assert "decks = 6" in by_clause["K 1"]
    assert "our assumption R12" not in by_clause


def test_the_law_says_so_beside_the_rulebooks_own_clause(made, tmp_path):
    made(KASBAH, POSTED)
    book = str(tmp_path / "mine.toml")
    law = law_behind(book, load_rules(book, str(tmp_path / "house.toml")))
    assert to_builtins(law.house["K 2"])["limits"]["tie"]["maximum"] == "75"


def test_a_text_that_is_not_catalogued_has_its_own_requirements_on_the_list(made):
    text = of_its_own(OWN_TEXT.read_text(encoding="utf-8"))
    found = made(text, POSTED)
    assert item(found, "limits").made
    assert item(found, "decks").clause == "(b)(1); (b)(4)"
    assert item(found, "decks").item.endswith("number of decks, of each batch where there are two: decks = 6")
    assert item(found, "seats").item.endswith("seats, default: 7")
    assert not item(made(text), "limits").made


def test_it_never_says_of_such_a_text_that_it_asks_for_nothing(made):
    found = made(of_its_own(OWN_TEXT.read_text(encoding="utf-8")), POSTED)
    said = [block for each in found.report().sections for block in each.blocks if not isinstance(block, Grid)]
    assert said
    assert {text_of(each.text) for each in said} == {
        "No document is catalogued for this rulebook, so nothing is known of what its text asks for here."
    }


def test_what_is_no_offer_is_not_said_to_be_not_offered():
    by_clause = {each.clause: each.item for each in checklist_for(load_rules("washington")).checklist}
    assert by_clause["limits"].endswith("authorized_limit, not stated")


CEILINGLESS = """
extends = "washington"
name = "ceilingless"
title = "Card Room"

[wagers]
limits = { required = true, clause = "C 2" }
"""


def test_no_ceiling_is_asked_for_where_the_limits_know_none(made):
    posted = POSTED.replace('[limits.tie]\nof_initial = "1/4"\n', "")
    assert "authorized" not in item(made(CEILINGLESS), "limits").item
    listed = item(made(CEILINGLESS, posted), "limits")
    assert "authorized" not in listed.item
    assert listed.made
    with_ceiling = CEILINGLESS.replace("required", "authorized = true, required")
    assert "authorized_limit" in item(made(with_ceiling), "limits").item


@pytest.mark.parametrize(
    ("base", "taken_out", "choice"),
    [
        ("maryland", "wagers.payout_limit", "payout_limit"),
        ("maryland", "seating.adjacent_boxes", "adjacent_boxes"),
        ("maryland", "cards.preshuffled", "preshuffled"),
        ("wisconsin", "wagers.coupons", "coupons"),
        ("california", "bank.backline", "backline"),
    ],
)
def test_what_the_rulebook_does_not_leave_to_the_house_is_not_asked_of_it(made, base, taken_out, choice):
    book = f'extends = "{base}"\nname = "mine"\ntitle = "Mine"\n'
    assert item(made(book), choice)
    listed = [each.item for each in made(f'{book}unset = ["{taken_out}"]\n').checklist]
    assert not any(f"{choice} =" in each or f"{choice}," in each for each in listed)


def test_a_clause_that_is_otherwise_here_is_not_confirmed_as_it_stands(made):
    """Ask nobody to tick six, seven or eight decks where the rulebook has two to six."""
    few = made(KASBAH + '[cards]\nby_hand = { start = 4, least = 2, most = 6, clause = "K 1" }\n', POSTED)
    for listed, otherwise in ((few, True), (made(KASBAH, POSTED), False)):
        [decks] = [each for each in listed.checklist if (each.kind, each.clause) == ("equipment", "(b)(1)")]
        assert "six, seven or eight decks" in decks.item
        here = " Here: cards.by_hand: 2 to 6, 4 unless chosen (K 1), not 6 to 8, 6 unless chosen ((b)(1))."
        assert decks.item.endswith(here) == otherwise
        assert ("Here:" in decks.item) == otherwise
