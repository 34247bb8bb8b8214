"""What a sheet says in words holds for the figures beside them."""

from pathlib import Path

import pytest

import casinowar as cw
from casinowar.game.book.house import House, Limit
from casinowar.game.words import Wager
from casinowar.odds.figures import Figure, WagerSize
from casinowar.odds.reading_effects import reading_effects
from casinowar.reports.file_check import check_file
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
        "Favors the player: progressive $5.00 with the Envy Bonus returns "
        "101.93% (war on ties, 5 other players), 107.41% (war on ties, 6 other players)."
    )
    assert later.startswith("Favors the player in the long run: progressive $5.00 with the Envy Bonus")
    assert "119.41% (war on ties, 6 other players)" in later
    assert now in words_of_section(sheet.report(), "Summary")
    assert check_file(house).warnings == (now, later)


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


def test_a_house_file_that_names_its_own_rulebook_by_name_is_told_what_to_write(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(submitted("nordlicht"), encoding="utf-8")
    [said] = check_file(str(house)).found.faults
    assert "There is no rulebook 'nordlicht'" in said
    assert said.endswith('names a rulebook of your own by its file, as in rulebook = "mine.toml".')


def test_a_house_file_whose_rulebook_was_found_and_has_a_fault_is_told_the_fault_alone(tmp_path):
    book, house = tmp_path / "mine.toml", tmp_path / "house.toml"
    book.write_text('extends = "washington"\nname = "mine"\ntitle = "Mine"\n[wagers.tie]\npays = "9 to 1"\n')
    house.write_text('rulebook = "mine.toml"\n', encoding="utf-8")
    [said] = check_file(str(house)).found.faults
    assert "wagers.tie: there is no value 'pays' here" in said
    assert said.endswith("'runs'.")


def test_a_fault_that_only_a_reading_states_is_shown_in_the_reading(tmp_path):
    book = tmp_path / "mine.toml"
    written = [
        *('extends = "maryland"', 'name = "mine"', 'title = "Mine"', "[war]", 'tied = { pays = "3 to 1" }'),
        *("[readings.q]", 'cites = "Z"', 'question = "?"', 'default = "a"'),
        *("[readings.q.choices.a]", 'says = "A"'),
        *("[readings.q.choices.b]", 'says = "B"', 'set.war.tyed = { pays = "2 to 1" }'),
    ]
    book.write_text("\n".join(written), encoding="utf-8")
    [said] = check_file(str(book)).found.faults
    assert ", line 14: war: there is no value 'tyed' here" in said


# readings


def test_figures_at_different_initial_wagers_name_them(tmp_path):
    book = tmp_path / "thirds.toml"
    surrender = '[surrender]\nforfeits = "1/3"\nclause = "NL 1"'
    book.write_text(
        f'extends = "maryland"\nname = "thirds"\ntitle = "Thirds"\n'
        f'unset = ["bonus_spin", "electronic", "progressive"]\n{surrender}',
        encoding="utf-8",
    )
    effects = reading_effects(str(book), House(limits={Wager.INITIAL: Limit(minimum="5", maximum="100")}))
    [odd] = [each for each in effects if each.choice == "odd_chip_to_player"]
    [change] = [each for each in odd.changes if each.figure is Figure.INITIAL_SURRENDER]
    assert (change.default_with, change.value_with) == (WagerSize(5_01), WagerSize(5_00))


def test_the_envy_section_says_whether_the_holder_has_to_wager():
    said = "only for hands with a progressive wager of their own"
    assert said not in words_of_section(cw.odds("maryland", sample=True).report(), "Envy Bonus")
    needed = cw.odds("maryland", sample=True, readings={"envy_holder": "needed"})
    assert said in words_of_section(needed.report(), "Envy Bonus")


def test_the_note_on_counting_gives_what_each_way_to_play_loses():
    said = words_of_section(cw.odds("washington", counter=True).report(), "Counting through whole shoes")
    assert "the initial wagers lose 2.33 units with war and 3.70 units with surrender." in said


def test_more_ties_that_pay_less_are_hardly_meant(tmp_path):
    book = tmp_path / "less.toml"
    tie = 'tie = { value = "11 to 1", in_a_row = ["5 to 1"], clause = "1" }'
    book.write_text(
        f'extends = "wisconsin"\nname = "less"\ntitle = "Less"\n[wagers]\n{tie}\n', encoding="utf-8"
    )
    said = "2 ties in a row pay the tie wager 5 to 1, less than 1 tie, which pay 11 to 1: probably a mistake."
    assert said in check_file(str(book)).warnings
    assert said in cw.odds(str(book), sessions=[10]).to_dict()["flags"]
