"""Two readings that set one value differently are refused, so that neither wins silently."""

from itertools import combinations

import pytest

from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.rulebooks import names, open_rulebook
from casinowar.rulebooks.readings import Reading, ReadingChoice, at_odds, chosen

TWO = """
extends = "wisconsin"
name = "mine"
title = "Mine"

[readings.bonus]
cites = "K 1"
question = "What does a tied war pay?"
default = "as_base"
[readings.bonus.choices.as_base]
says = "As Wisconsin."
[readings.bonus.choices.four]
says = "Fourfold."
set.war.tied.pays = "4 to 1"

[readings.holiday]
cites = "K 2"
question = "What does a tied war pay on holidays?"
default = "as_ever"
{over}
[readings.holiday.choices.as_ever]
says = "The same."
[readings.holiday.choices.five]
says = "Fivefold."
set.war.tied.pays = "5 to 1"
[readings.holiday.choices.four_too]
says = "Fourfold, too."
set.war.tied.pays = "4 to 1"
[readings.holiday.choices.all_of_it]
says = "Another rule."
set.war.tied = {{ war = "returned", pays = "3 to 1", on = "war wager", clause = "K 2" }}
"""
BOTH = {"bonus": "four", "holiday": "five"}


@pytest.fixture(name="opened")
def opened_fixture(tmp_path):
    def opened(text: str):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return open_rulebook(str(path))

    return opened


def test_two_conflicting_readings_are_refused_in_one_sentence_that_names_both(opened):
    file = opened(TWO.format(over=""))
    with pytest.raises(InputError) as wrong:
        file.book(BOTH)
    assert str(wrong.value) == (
        f"{file.where}: The readings bonus = four and holiday = five set war.tied.pays differently; "
        'choose one of them, or let holiday stand over the other: over = ["bonus"].'
    )
    with pytest.raises(InputError, match=r"bonus = four and holiday = all_of_it set war.tied.pays"):
        file.book({"bonus": "four", "holiday": "all_of_it"})


def test_each_alone_and_what_agrees_is_fine(opened):
    file = opened(TWO.format(over=""))
    assert file.book({"bonus": "four"}).war.tied.pays == "4 to 1"
    assert file.book({"holiday": "five"}).war.tied.pays == "5 to 1"
    assert file.book({"bonus": "four", "holiday": "four_too"}).war.tied.pays == "4 to 1"


def test_a_reading_that_says_so_stands_over_another(opened):
    assert opened(TWO.format(over='over = ["bonus"]')).book(BOTH).war.tied.pays == "5 to 1"


def test_defaults_at_odds_are_a_fault_of_the_file(opened):
    text = TWO.format(over="").replace('"as_base"', '"four"', 1).replace('"as_ever"', '"five"', 1)
    with pytest.raises(InputError, match=r"bonus = four and holiday = five set war.tied.pays differently"):
        opened(text)


def test_a_reading_stands_over_one_that_exists(opened):
    with pytest.raises(InputError, match=r"readings.holiday.over: there is no reading 'bonuss'.*bonus"):
        opened(TWO.format(over='over = ["bonuss"]'))


def test_the_command_line_says_so_in_a_line(opened, capsys):
    path = opened(TWO.format(over="")).where
    wanted = [each for name, value in BOTH.items() for each in ("--reading", f"{name}={value}")]
    assert main(["odds", path, *wanted]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "bonus = four and holiday = five" in err


def test_values_are_named_in_the_order_of_the_file():
    places = [f"value_{number}" for number in range(20)]

    def sets(value):
        choice = ReadingChoice(says="So.", set={"war": dict.fromkeys(places, value)})
        return Reading(cites="K 1", question="How?", default="so", choices={"so": choice})

    readings = {"one": sets(1), "other": sets(2)}
    found = at_odds({"war": dict.fromkeys(places, 0)}, readings, dict.fromkeys(readings, "so"))
    assert [place for _, _, place in found] == [f"war.{each}" for each in places]


@pytest.mark.parametrize("name", names())
def test_no_two_readings_of_a_built_in_rulebook_are_at_odds(name):
    file = open_rulebook(name)
    _, *single = file.every_reading()
    for one, other in combinations(single, 2):
        if one.keys() != other.keys():
            assert [*at_odds(file.values, file.readings, chosen(file.readings, one | other))] == []
