"""Kernel and engine against banks that do not cover everything, a few rounds of each kind."""

import pytest
from msgspec.structs import replace

from casinowar.game.book.variants import Fought
from casinowar.game.words import Wager
from tests.agreement.playing import shrunk, wagers
from tests.agreement.test_bank import EXHAUSTED
from tests.agreement.test_kernel import agree
from tests.support.banking import banked_instead
from tests.support.varieties import OWN, source

FREE = 3
AGAIN = source(str(next(path for path in OWN if path.stem == "again_at_a_price"))).book()


@pytest.mark.parametrize("units", [1, 9, 23])
@pytest.mark.parametrize("exhausted", EXHAUSTED)
def test_tie_hands_that_surrender_or_go_to_war(exhausted, units):
    readings = {"bank_exhausted": exhausted, "choice_timing": "at_the_seat"}
    rules = shrunk(source("california").book(readings), 2)
    hands = {seat: wagers(rules, seat) for seat in (1, 2, 4)}
    agree(rules, hands, 1, most_rounds=8, bank=(FREE, units * rules.chip))


@pytest.mark.parametrize("units", [9, 23, 40])
@pytest.mark.parametrize("exhausted", EXHAUSTED)
def test_wars_that_are_fought_again_or_given_up(exhausted, units):
    book = banked_instead(AGAIN, source("california").book({"bank_exhausted": exhausted}))
    rules = shrunk(book, 2, seats=4)
    hands = {seat: wagers(rules, seat) for seat in (1, 2, 4)}
    agree(rules, hands, 2, most_rounds=8, bank=(FREE, units * rules.chip))


def test_a_further_match_comes_first_from_what_was_kept_for_its_hand():
    book = banked_instead(AGAIN, source("california").book({"bank_exhausted": "odds_kept"}))
    rules = shrunk(book, 2, seats=4)
    hands = {seat: wagers(rules, seat) for seat in (1, 2, 4)}
    agree(rules, hands, 0, most_rounds=12, bank=(FREE, 90 * rules.chip))


def test_a_war_given_up_refills_a_running_bank_before_the_next_war():
    assert AGAIN.war is not None
    separately = replace(AGAIN.war.deal, fought=Fought.SEPARATELY)
    book = replace(AGAIN, war=replace(AGAIN.war, deal=separately))
    rules = shrunk(banked_instead(book, source("california").book({"bank_exhausted": "running"})), 2, seats=4)
    hands = {seat: wagers(rules, seat) for seat in (1, 2, 4)}
    agree(rules, hands, 2, most_rounds=12, bank=(FREE, 61 * rules.chip))


def test_wars_fought_one_after_another_begin_behind_the_bank():
    assert AGAIN.war is not None
    separately = replace(AGAIN.war.deal, fought=Fought.SEPARATELY)
    law = source("california").book({"bank_start": "after_player_dealer"})
    book = banked_instead(replace(AGAIN, war=replace(AGAIN.war, deal=separately)), law)
    rules = shrunk(book, 2, seats=4)
    hands = {seat: wagers(rules, seat) for seat in (1, 2, 4)}
    assert agree(rules, hands, 2, most_rounds=8, bank=(FREE, 400 * rules.chip))


def test_a_lost_war_refills_a_running_bank_for_the_next_match():
    rules = shrunk(
        banked_instead(AGAIN, source("california").book({"bank_exhausted": "running"})), 2, seats=4
    )
    hands = {seat: wagers(rules, seat) for seat in (1, 2, 4)}
    agree(rules, hands, 1, most_rounds=12, bank=(FREE, 120 * rules.chip))


@pytest.mark.parametrize(
    ("short", "bank"), [("partly_matched", 12), ("whole_unit_only", 20), ("whole_unit_only", 22)]
)
def test_a_bank_with_just_enough_left_matches_another_war(short, bank):
    """Every card ties, and of the bank's cents eleven are kept for the wager; one more matches a part."""
    assert AGAIN.war is not None
    dear = AGAIN.war.again and replace(AGAIN.war.again, forfeits="1")
    everything = AGAIN.surrender and replace(AGAIN.surrender, forfeits="1")
    in_cents = replace(AGAIN, war=replace(AGAIN.war, again=dear), surrender=everything)
    law = source("california").book({"short_bank_at_war": short})
    rules = shrunk(banked_instead(in_cents, law), 1, seats=4, smallest_chip="0.01")
    assert rules.bank_risk == 1
    for seed in range(4):
        assert agree(rules, {1: {Wager.INITIAL: 11}}, seed, most_rounds=1, bank=(FREE, bank))


def test_nothing_stands_where_only_the_whole_wager_does():
    readings = {"short_bank_at_war": "whole_unit_only", "odd_half": "odd_chip_to_player"}
    rules = shrunk(source("california").book(readings), 1, smallest_chip="0.01")
    hands = {1: {Wager.INITIAL: 40}, 2: {Wager.INITIAL: 50}}
    agree(rules, hands, 1, most_rounds=3, bank=(FREE, 60))
