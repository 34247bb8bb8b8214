"""Kernel and engine on tables made for one question each, a few rounds of every kind."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import ChoiceWhen, Fought
from casinowar.game.combinations import Combination
from casinowar.game.words import Direction, Wager
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import MOST_WINS
from casinowar.simulation.plain.table import OnTie
from tests.agreement.playing import shrunk, wagers
from tests.agreement.test_kernel import agree, upside_down
from tests.support.banking import banked_instead
from tests.support.settled_shoes import settle_given
from tests.support.varieties import OWN, source

AGAIN, IN_A_ROW = (
    source(str(next(path for path in OWN if path.stem == name))).book()
    for name in ("again_at_a_price", "ties_in_a_row")
)
CHIP = {Wager.INITIAL: 10_00, Wager.PROGRESSIVE: 5_00}


def offering(
    book: Rulebook,
    ranks: int = 1,
    suits: int = 1,
    *,
    initial: str = "10000",
    reset: str = "10000",
    **house: Any,
) -> Rules:
    """Offer the progressive, whose meter every chip raises by all of it."""
    meter = MeterChoices(rate="100%", initial=initial, reset=reset)
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


def paying(shares: Mapping[Combination, tuple[str, str | None]], **readings: str) -> Rulebook:
    """List only these hands, each with its odds and its share of the meter."""
    book = source("maryland").book(readings)
    assert book.progressive is not None
    by_hand = {pay.hand: pay for pay in book.progressive.pays}
    pays = tuple(replace(by_hand[hand], pays=odds, meter=share) for hand, (odds, share) in shares.items())
    return replace(book, progressive=replace(book.progressive, pays=pays))


@pytest.mark.parametrize("settled", ["in_a_last_pass", "at_each_seat"])
def test_a_meter_restarts_where_who_was_to_share_it_takes_something_else(settled):
    """The first is paid half of $10,010; for the second a tie at $7,500 is more than what is left then."""
    book = paying(
        {Combination.SUITED_TIE: ("0 to 1", "1"), Combination.TIE: ("1500 to 1", None)},
        meter_winners="divided",
        progressive_settled=settled,
    )
    assert agree(offering(book), {1: CHIP, 2: CHIP}, 1, most_rounds=2)


def test_a_meter_that_nobody_is_paid_from_does_not_restart():
    book = paying({Combination.TIE: ("5 to 1", None)})
    assert agree(offering(book, reset="12000"), {1: CHIP, 2: CHIP}, 1, most_rounds=2)


WHOLE = {Combination.SUITED_TIE: ("15 to 1", "1")}
"""Whoever is read first has the whole meter, and the next what it restarts with."""
ALL_FIGHT, ALL_SURRENDER = 1, 2
"""The seeds of choices by which the only rank there is goes to war, and surrenders."""


def test_hands_that_decide_before_payment_are_read_in_the_pass_of_paying():
    book = paying(WHOLE, progressive_settled="at_each_seat")
    order = replace(book.settlement.order, direction=Direction.COUNTERCLOCKWISE, paying=Direction.CLOCKWISE)
    rules = offering(replace(book, settlement=replace(book.settlement, order=order)), 1, 1, initial="50000")
    assert rules.decides_first
    assert agree(rules, dict.fromkeys((1, 2, 3), CHIP), ALL_SURRENDER, most_rounds=1)


def at_once(book: Rulebook) -> Rulebook:
    """Have tie hands choose where they stand, and fight there and then."""
    assert book.war is not None
    choice = replace(book.settlement.choice, when=ChoiceWhen.AT_THE_SEAT)
    deal = replace(book.war.deal, fought=Fought.AT_ONCE)
    return replace(book, settlement=replace(book.settlement, choice=choice), war=replace(book.war, deal=deal))


def in_two_passes(book: Rulebook) -> Rulebook:
    """Have hands decide, and fight, counterclockwise, and the rest be paid clockwise."""
    order = replace(book.settlement.order, direction=Direction.COUNTERCLOCKWISE, paying=Direction.CLOCKWISE)
    return at_once(replace(book, settlement=replace(book.settlement, order=order)))


@pytest.mark.parametrize("seed", [ALL_FIGHT, ALL_SURRENDER])
def test_hands_that_fight_at_once_are_read_in_the_pass_of_deciding_and_others_in_that_of_paying(seed):
    """The whole meter is the last seat's, which fights first, or the first's, whose half is taken first."""
    book = in_two_passes(paying(WHOLE, progressive_settled="at_each_seat"))
    rules = offering(book, 1, 1, initial="50000")
    assert rules.decides_first
    assert rules.settles_ties_first
    assert agree(rules, dict.fromkeys((1, 2, 3), CHIP), seed, most_rounds=1)


@pytest.mark.parametrize("dollars", [20, 40])
def test_a_hand_of_which_nothing_stands_is_read_before_the_others_choose(dollars):
    """Every card ties, so that each hand needs $20 of the bank; those who have it surrender."""
    book = paying(WHOLE, progressive_settled="at_each_seat")
    law = source("california").book({"short_bank_at_war": "whole_unit_only"})
    rules = offering(banked_instead(book, law), 1, 1, initial="50000", seats=4)
    hands = dict.fromkeys((1, 2, 4), CHIP)
    assert agree(rules, hands, ALL_SURRENDER, most_rounds=1, bank=(3, dollars * 100))


@pytest.mark.parametrize("timing", ["at_the_seat", "after_all_hands"])
def test_a_meter_is_divided_as_the_others_stand_when_the_first_hand_is_read(timing):
    """Nothing stands of $50, and that hand has a third, though the others give theirs up after it."""
    book = paying(
        WHOLE,
        progressive_settled="at_each_seat",
        meter_winners="divided",
        progressive_after_surrender="lost",
        choice_timing=timing,
    )
    law = source("california").book({"short_bank_at_war": "whole_unit_only"})
    rules = offering(banked_instead(book, law), 1, 1, initial="50000", seats=4)
    hands = {1: CHIP, 2: CHIP, 4: {**CHIP, Wager.INITIAL: 50_00}}
    assert agree(rules, hands, ALL_SURRENDER, most_rounds=1, bank=(3, 40_00))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_hands_that_are_paid_several_shares_of_a_divided_meter(number):
    """No hand is paid more than its part, of which it has half, then all, and at last nothing more."""
    book = paying(
        {
            Combination.DOUBLE_TIE: ("30 to 1", "1/2"),
            Combination.SUITED_TIE: ("15 to 1", "2/3"),
            Combination.TIE: ("5 to 1", "1/3"),
        },
        meter_winners="divided",
        hands_paid="every_hand",
    )
    assert agree(offering(book), dict.fromkeys(range(1, number + 1), CHIP), 1, most_rounds=2)


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


@pytest.mark.parametrize("direction", list(Direction))
def test_hands_at_war_together_are_read_in_the_order_in_which_their_wars_are_settled(direction):
    book = paying(WHOLE, progressive_settled="at_each_seat")
    assert book.war is not None
    war = replace(book.war, order=replace(book.war.order, direction=direction))
    rules = offering(replace(book, war=war), 1, 1, initial="50000")
    assert agree(rules, dict.fromkeys((1, 2, 3), CHIP), 1, most_rounds=2)


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


@pytest.mark.parametrize(
    ("direction", "purse", "war"),
    [
        ("decide_then_pay", 24_99, False),
        ("decide_then_pay", 25_00, True),
        ("right_to_left", 15_00, True),
    ],
)
def test_who_decides_before_any_payment_has_nothing_of_a_won_tie_wager_for_the_war(direction, purse, war):
    """Every card ties: of $10 and $5 on a tie, the tie pays $50 before the choice, or after it."""
    readings = {"settling_direction": direction, "choice_timing": "at_the_seat"}
    rules = shrunk(source("washington").book(readings), 1, 1, smallest_chip="0.01")
    hand = {Wager.INITIAL: 10_00, Wager.TIE: 5_00}
    kernel = FullTable.of(rules, {1: hand}, strategy=OnTie.WAR)
    table = kernel.arrays([0] * 30, (), kernel.meters)
    table.marks[t.GIVEN], table.hands[0, t.PURSE] = 1, purse
    nets = np.zeros((1, 1, t.KINDS + 1), np.int64)
    settle_given(table, nets)
    assert nets[0, 0, [t.INITIAL, t.TIE]].tolist() == [0 if war else -5_00, 50_00]


# wars


@pytest.mark.parametrize(("purse", "war"), [(19_99, 0), (20_00, -5_00)])
def test_who_decides_before_any_payment_needs_the_chips_for_the_first_war_and_not_for_another(purse, war):
    """Every card ties: the first war costs $10 and a second $30, for want of which half of both is lost."""
    again = AGAIN.war and AGAIN.war.again and replace(AGAIN.war.again, times=3)
    book = replace(AGAIN, war=AGAIN.war and replace(AGAIN.war, again=again))
    rules = shrunk(in_two_passes(book), 1, 1, smallest_chip="0.01")
    assert rules.decides_first
    kernel = FullTable.of(rules, {1: {Wager.INITIAL: 10_00}}, strategy=OnTie.WAR)
    table = kernel.arrays([0] * 30, (), kernel.meters)
    table.marks[t.GIVEN], table.hands[0, t.PURSE] = 1, purse
    nets = np.zeros((1, 1, t.KINDS + 1), np.int64)
    settle_given(table, nets)
    assert nets[0, 0, [t.INITIAL, t.WAR]].tolist() == [-5_00, war]


@pytest.mark.parametrize("seed", range(3))
def test_a_war_that_is_fought_at_once_is_fought_again_before_the_next_hand_is_settled(seed):
    rules = shrunk(at_once(AGAIN), 2, 2)
    assert agree(rules, {seat: wagers(rules, seat) for seat in (1, 2, 3)}, seed, most_rounds=6)


def test_a_tie_wager_that_stands_alone_is_dealt_on_in_the_pass_of_paying():
    """The hands at the other seats have their wars before it, though its seat comes first."""
    rules = shrunk(in_two_passes(IN_A_ROW), 2, 2)
    assert rules.settles_ties_first
    hands = {1: wagers(rules, 1), 2: wagers(rules, 2), 3: {Wager.TIE: 5_00}}
    for seed in range(5):
        assert agree(rules, hands, seed, most_rounds=12)


def test_a_tie_wager_that_another_war_can_raise_is_not_paid_before_it():
    """Every card ties: the wager is paid 50 to 1 for three ties, and not 20 to 1 for two before them."""
    assert AGAIN.wagers.tie is not None
    rises = replace(AGAIN.wagers.tie, in_a_row=("20 to 1", "50 to 1"))
    rules = shrunk(replace(AGAIN, wagers=replace(AGAIN.wagers, tie=rises)), 1)
    for seed in range(4):
        assert agree(rules, {1: {Wager.INITIAL: 10_00, Wager.TIE: 5_00}}, seed, most_rounds=2)


# the bank


def test_a_bank_of_one_wager_takes_all_that_a_tie_hand_gives_up():
    """All hands tie; what is kept for a war that pays nothing but its match is one wager."""
    book = source("california").book({"bank_exhausted": "odds_kept"})
    assert book.war is not None
    assert book.surrender is not None
    unpaid = replace(book.war, tied=replace(book.war.tied, pays=None))
    rules = shrunk(replace(book, war=unpaid, surrender=replace(book.surrender, forfeits="1")), 1)
    assert rules.bank_risk == 1
    hands = {1: {Wager.INITIAL: 10_00}}
    for seed in range(4):
        assert agree(rules, hands, seed, most_rounds=1, bank=(3, 10_00))


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
