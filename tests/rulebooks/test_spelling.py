"""Names of rulebooks and readings, however people spell them."""

import pytest

from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.rulebooks import is_built_in, load_rules, load_sample, names, open_rulebook, sample_house
from casinowar.rulebooks.spelling import known_as

SPELT = [("Maryland", "maryland"), ("SOUTH-DAKOTA", "south_dakota"), ("South Dakota", "south_dakota")]


@pytest.mark.parametrize(("spelt", "name"), SPELT)
def test_a_built_in_rulebook_is_found_however_it_is_spelt(spelt, name):
    assert open_rulebook(spelt) == open_rulebook(name)
    assert is_built_in(spelt)
    assert load_sample(spelt) == load_sample(name)
    assert sample_house(spelt) == sample_house(name)


@pytest.mark.parametrize(("spelt", "name"), SPELT)
def test_commands_take_any_spelling_and_print_the_rulebooks_own_name(spelt, name, capsys):
    assert main(["law", spelt, "--json"]) == 0
    assert f'"rulebook": "{name}"' in capsys.readouterr().out


def test_readings_are_found_however_they_are_spelt():
    plain = load_rules("maryland", None, {"war_burn": "before_each_card"})
    assert load_rules("maryland", None, {"War-Burn": "Before_Each-Card"}) == plain
    assert plain.book.readings["war_burn"] == "before_each_card"


def test_a_comparison_takes_rulebooks_and_readings_in_any_spelling(capsys):
    assert main(["compare", "Maryland", "wisconsin", "--reading", "MARYLAND:War-Burn=before-each-card"]) == 0
    assert main(["compare", "maryland", "Wisconsin", "--reading", "War-Burn=before-each-card"]) == 0
    assert "before_each_card" not in capsys.readouterr().err


def test_a_house_file_may_spell_its_rulebook_too(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('rulebook = "South-Dakota"\ndecks = 8\n', encoding="utf-8")
    assert load_rules("south_dakota", house).decks == 8
    with pytest.raises(InputError, match="for the rulebook 'South-Dakota', not for 'maryland'"):
        load_rules("maryland", house)


def test_an_own_rulebook_may_not_pass_for_a_built_in_one_by_its_case(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('extends = "Maryland"\nname = "Maryland"\n', encoding="utf-8")
    with pytest.raises(InputError, match="'Maryland' is the name of a built-in rulebook"):
        open_rulebook(own)
    own.write_text('extends = "Maryland"\nname = "ours"\n', encoding="utf-8")
    assert open_rulebook(own).book().name == "ours"


def test_what_is_spelt_exactly_comes_first():
    assert known_as("odd_half", ["Odd-Half", "odd_half"]) == "odd_half"
    assert known_as("ODD_HALF", ["Odd-Half", "odd_half"]) is None
    assert known_as("nothing", names()) is None
