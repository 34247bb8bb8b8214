"""The figures that the odds have to show: those of the texts and of the literature, to the last digit."""

from fractions import Fraction

import pytest

from casinowar.odds.hand import Strategy
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import house_edge, initial, tie
from casinowar.rulebooks import load_rules, names


@pytest.mark.parametrize(
    ("decks", "strategy", "edge"),
    [
        (6, Strategy.WAR, Fraction(23138, 993023)),
        (6, Strategy.SURRENDER, Fraction(23, 622)),
        (6, Strategy.BEST, Fraction(23138, 993023)),
        (8, Strategy.WAR, Fraction(276706, 11826255)),
        (8, Strategy.SURRENDER, Fraction(31, 830)),
    ],
)
@pytest.mark.parametrize("name", names())
def test_the_initial_wager(name, decks, strategy, edge):
    rules = load_rules(name)
    assert house_edge(rules, Shoe.fresh(rules, decks), strategy) == edge


@pytest.mark.parametrize(("decks", "edge"), [(6, Fraction(58, 311)), (8, Fraction(74, 415))])
@pytest.mark.parametrize("name", names())
def test_the_tie_wager(name, decks, edge):
    rules = load_rules(name)
    odds = tie(rules, Shoe.fresh(rules, decks))
    assert odds is not None
    assert odds.house_edge == edge


@pytest.mark.parametrize("strategy", Strategy)
def test_all_texts_have_the_same_initial_wager(strategy):
    every = [initial(rules, Shoe.fresh(rules, 6), strategy) for rules in map(load_rules, names())]
    assert len({odds.distribution for odds in every}) == 1
    assert len({odds.wagered for odds in every}) == 1


def test_a_war_that_is_tied_pays_double():
    rules = load_rules("washington")
    outcomes = dict(initial(rules, Shoe.fresh(rules, 6)).distribution.outcomes)
    assert sorted(outcomes) == [-2, -1, 1, 2]


def test_a_tie_that_loses_by_the_letter():
    rules = load_rules("south_dakota", readings={"tie_hand": "loses"})
    assert house_edge(rules, Shoe.fresh(rules, 6)) == Fraction(23, 311)


def test_a_primary_wager_that_is_lost_at_war():
    rules = load_rules("california", readings={"primary_wager_at_war": "lost"})
    assert house_edge(rules, Shoe.fresh(rules, 6)) > Fraction(23, 622)
