"""Kernel and engine on tables made for one question each, a few rounds of every kind."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Fought
from casinowar.game.combinations import Combination
from casinowar.game.words import Direction, Wager
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import MOST_WINS
from casinowar.simulation.plain.plan import OnTie
from tests.agreement.playing import shrunk, wagers
from tests.agreement.test_kernel import agree, upside_down
from tests.support.banking import banked_instead
from tests.support.settled_shoes import settle_given
from tests.support.varieties import OWN, source

AGAIN = source(str(next(path for path in OWN if path.stem == "again_at_a_price"))).book()
CHIP = {Wager.INITIAL: 10_00, Wager.PROGRESSIVE: 5_00}


def offering(
    book: Rulebook, ranks: int = 1, suits: int = 1, *, initial: str = "10000", **house: Any
) -> Rules:
    """Offer the progressive, whose meter every chip raises by all of it."""
    meter = MeterChoices(rate="100%", initial=initial, reset="10000")
    return shrunk(book, ranks, suits, progressive=ProgressiveChoices(meter=meter), **house)


# the progressive


@pytest.mark.parametrize("odds", ["1500 to 1", "2000 to 1", "2001 to 1", "2002 to 1"])
def test_of_two_hands_that_pay_alike_the_first_listed_is_paid(odds):
    """The meter shows $10,005, which is 2001 to 1; who pays most is asked of the whole of it."""
    book = source("maryland").book()
    assert book.progressive is not None
    by_hand = {pay.hand: pay for pay in book.progressive.pays}
    suited = replace(by_hand[Combination.SUITED_TIE], pays="0 to 1", meter="1")
    tie = replace(by_hand[Combination.TIE], pays=odds)
    law = replace(book.progressive, pays=(suited, tie))
    assert agree(offering(replace(book, progressive=law)), {1: CHIP}, 1, most_rounds=1)


def test_wars_fought_one_by_one_are_read_one_by_one():
    book = source("maryland").book({"progressive_settled": "at_each_seat"})
    assert book.war is not None
    deal = replace(book.war.deal, fought=Fought.SEPARATELY, direction=Direction.CLOCKWISE)
    one_by_one = upside_down(replace(book, war=replace(book.war, deal=deal)))
    rules = offering(one_by_one, 2, 2, size=96)
    for seed in range(2):
        assert agree(
            rules, {seat: {**CHIP, Wager.INITIAL: 10_00 * seat} for seat in (1, 2, 3)}, seed, most_rounds=4
        )


def test_more_wins_than_there_is_room_for_are_counted_and_not_noted():
    kernel = FullTable.of(offering(source("maryland").book()), {1: CHIP}, strategy=OnTie.WAR)
    for noted in (MOST_WINS - 1, MOST_WINS):
        table = kernel.arrays([0] * 30, (), kernel.meters)
        table.marks[t.GIVEN], table.marks[t.WINS_NOTED] = 1, noted
        settle_given(table, np.zeros((1, 1, t.KINDS + 1), np.int64))
        assert table.marks[t.WINS + t.PROGRESSIVE_METER] == 1
        assert table.marks[t.WINS_NOTED] == MOST_WINS


# chips


@pytest.mark.parametrize(
    ("purse", "war", "tie"),
    [(19_99, False, False), (20_00, True, False), (24_99, True, False), (25_00, True, True)],
)
def test_who_has_just_enough_chips_goes_to_war_and_wagers_on_a_tie(purse, war, tie):
    """Every card ties: surrender costs $5, a war brings $20, and the tie wager beside it $50."""
    book = source("maryland").book()
    hand = {Wager.INITIAL: 10_00, Wager.WAR_TIE: 5_00}
    kernel = FullTable.of(shrunk(book, 1, 1, smallest_chip="0.01"), {1: hand}, strategy=OnTie.WAR)
    table = kernel.arrays([0] * 30, (), kernel.meters)
    table.marks[t.GIVEN], table.hands[0, t.PURSE] = 1, purse
    nets = np.zeros((1, 1, t.KINDS + 1), np.int64)
    settle_given(table, nets)
    won = {kind: int(nets[0, 0, kind]) for kind in (t.INITIAL, t.WAR, t.WAR_TIE)}
    assert won == {t.INITIAL: 0 if war else -5_00, t.WAR: 20_00 if war else 0, t.WAR_TIE: 50_00 if tie else 0}


# the bank


@pytest.mark.parametrize(("exhausted", "ranks", "seed"), [("odds_kept", 2, 1), ("payoffs", 1, 3)])
def test_what_a_war_that_is_not_matched_again_leaves_covers_the_others(exhausted, ranks, seed):
    """What was kept for it comes free, and the match of its war before goes back to the bank."""
    rules = shrunk(
        banked_instead(AGAIN, source("california").book({"bank_exhausted": exhausted})), ranks, seats=4
    )
    hands = {seat: wagers(rules, seat) for seat in (1, 2, 4)}
    assert agree(rules, hands, seed, most_rounds=6, bank=(3, 120 * rules.chip))


def test_a_hand_that_is_not_matched_again_is_read_before_the_war_of_the_others():
    book = upside_down(source("maryland").book({"progressive_settled": "at_each_seat"}))
    assert book.war is not None
    assert AGAIN.war is not None
    assert AGAIN.war.again is not None
    twice = replace(book, war=replace(book.war, again=replace(AGAIN.war.again, wars=2)))
    banked = banked_instead(twice, source("california").book({"bank_exhausted": "running"}))
    rules = offering(banked, 2, 2, initial="50000", seats=4, size=96)
    hands = {seat: {**wagers(rules, seat), Wager.PROGRESSIVE: 5_00} for seat in (1, 2, 4)}
    assert agree(rules, hands, 3, most_rounds=4, bank=(3, 120 * rules.chip))
