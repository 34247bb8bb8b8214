"""Rules as values: equal, pickled and printed by what they are made of."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.rulebooks import load_rules, names, open_rulebook
from tests.support.pickling import there_and_back


@pytest.mark.parametrize("name", names())
def test_rules_come_back_from_a_pickle_equal_and_with_all_that_follows_from_them(name):
    rules = load_rules(name)
    back = there_and_back(rules)
    assert back == rules
    assert hash(back) == hash(rules)
    assert vars(back) == vars(load_rules(name))


def test_rules_differ_with_the_book_and_with_the_house():
    source = open_rulebook("maryland")
    rules = Rules(source.book())
    assert rules == load_rules("maryland")
    assert rules != Rules(source.book(), House(decks=8))
    assert rules != load_rules("wisconsin")
    others = (
        Rules(source.book({name: value})) for each in source.every_reading() for name, value in each.items()
    )
    assert all(rules != other for other in others)
    assert rules != "maryland"


def test_rules_print_shortly():
    assert repr(load_rules("maryland")) == "Rules('maryland', house='house', decks=6, seats=7)"
