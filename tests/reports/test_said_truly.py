"""What a sheet says in words holds for the figures beside them."""

from pathlib import Path

import pytest

import casinowar as cw
from casinowar.reports.checked import checked
from casinowar.rulebooks import open_rulebook, sample_house
from casinowar.rulebooks.topics import statements
from tests.support.progressives import house_of_sizes
from tests.support.reported import words_of_section

RULEBOOK = """
extends = "maryland"
name = "envious"
title = "Envious War"
unset = ["bonus_spin", "electronic"]
[progressive]
envy = { hand = "double tie", amount = "50", wager = "5", clause = "M 2" }
"""


def submitted(rulebook: str) -> str:
    """Write the sample house without its wheel, for another rulebook."""
    house = sample_house("maryland").split("[bonus_spin]")[0]
    return house.replace('rulebook = "maryland"', f'rulebook = "{rulebook}"')


@pytest.fixture(name="envious")
def envious_fixture(tmp_path: Path) -> tuple[str, str]:
    """Write a rulebook whose Envy Bonus is too dear, and a house for it."""
    book, house = tmp_path / "envious.toml", tmp_path / "house.toml"
    book.write_text(RULEBOOK, encoding="utf-8")
    house.write_text(submitted(str(book)), encoding="utf-8")
    return str(book), str(house)


# the Envy Bonus


def test_an_envy_bonus_that_returns_more_than_it_costs_is_flagged_by_the_players(envious):
    book, house = envious
    sheet = cw.odds(book, house=house)
    now, later = sheet.to_dict()["flags"]
    assert now == (
        "Returns more than it costs: progressive $5.00 with the Envy Bonus gives back "
        "101.93 % (war on ties, 5 other players), 107.41 % (war on ties, 6 other players) "
        "and favours the player."
    )
    assert later.startswith("Returns more than it costs in the long run: progressive $5.00 with the Envy Bonus")
    assert "119.41 % (war on ties, 6 other players)" in later
    assert now in words_of_section(sheet.report(), "Summary")
    assert checked(house).warnings == (now, later)


def test_an_envy_bonus_is_not_flagged_beside_a_wager_that_is_itself():
    flags = cw.odds("maryland", meter=700_000).to_dict()["flags"]
    assert len(flags) == 1
    assert "Envy" not in flags[0].split("war on ties")[0]


# the meter


def test_what_is_not_counted_of_a_shared_meter_says_why():
    sheet = cw.odds("maryland", house=house_of_sizes("1", "5"), readings={"meter_share": "by_the_wager"})
    said = words_of_section(sheet.report(), "The meter")
    assert "needs the house's rate" not in said
    assert "not counted: wins a share" in said
    assert "takes only a share of the meter" in said
    small = next(each for each in sheet.to_dict()["wagers"] if each.get("size_in_cents") == 100)
    assert small["rate"]["exact"] == "1/5"
    assert small["long_run_return"] is small["seed"] is small["meter_when_won"] is None


# what wagers are called


def test_only_a_tie_wager_that_is_paid_by_ties_in_a_row_says_how_long_it_runs():
    said = [each for each in statements(open_rulebook("maryland").book()) if each.place == "wagers.tie"]
    assert [each.in_full for each in said] == ["10 to 1, with an initial wager"]
