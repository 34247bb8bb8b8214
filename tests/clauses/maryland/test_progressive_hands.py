"""Maryland 10.B: the six progressive payout hands, all from rigged shoes, and what they pay."""

import pytest

from casinowar.game import events as e
from casinowar.game.combinations import Combination
from tests.support.clause import clause
from tests.support.progressives import BURN, CHIP, paid, played, progressive_table, with_chips

HANDS = [
    pytest.param("9H 9H", "9H 9H", 1000, Combination.SUITED_FOUR_OF_A_KIND, id="suited four of a kind"),
    pytest.param("9H 9H", "4S 4S", 200, Combination.SUITED_DOUBLE_TIE, id="suited double tie"),
    pytest.param("9H 9H", "4H 4H", 200, Combination.SUITED_DOUBLE_TIE, id="double tie of one suit"),
    pytest.param("9H 9H", "9D 9D", 200, Combination.SUITED_DOUBLE_TIE, id="one rank, both ties suited"),
    pytest.param("9H 9D", "9C 9S", 150, Combination.FOUR_OF_A_KIND, id="four of a kind"),
    pytest.param("9H 9H", "9H 9D", 150, Combination.FOUR_OF_A_KIND, id="three hearts"),
    pytest.param("9H 9D", "9H 9D", 150, Combination.FOUR_OF_A_KIND, id="two suits, no tie suited"),
    pytest.param("9H 9D", "4C 4S", 30, Combination.DOUBLE_TIE, id="double tie"),
    pytest.param("9H 9H", "4C 4S", 30, Combination.DOUBLE_TIE, id="only the first tie suited"),
    pytest.param("9H 9D", "4C 4C", 30, Combination.DOUBLE_TIE, id="only the second tie suited"),
    pytest.param("9H 9H", "4S 5S", 15, Combination.SUITED_TIE, id="suited tie and a war lost"),
    pytest.param("9H 9H", "5S 4S", 15, Combination.SUITED_TIE, id="suited tie and a war won"),
    pytest.param("9H 9D", "4S 5S", 5, Combination.TIE, id="tie and a war lost"),
    pytest.param("9H 9C", "9S 4S", 5, Combination.TIE, id="three of a rank are only a tie"),
]


@clause("maryland", "10.B", "10.B(1)", "10.B(2)", "10.B(3)", "10.B(4)", "10.B(5)", "10.B(6)", "9.J(4)(d)")
@pytest.mark.parametrize(("original", "war", "odds", "best"), HANDS)
def test_the_best_hand_is_paid_at_its_odds_and_no_other(original, war, odds, best):
    scenario = played(with_chips(progressive_table(f"{original} {BURN}{war}"), 1))
    assert paid(scenario) == {1: odds * CHIP}
    assert scenario.of(e.ProgressiveRead)[0].combinations == (best,)
    assert bool(scenario.of(e.MeterPaid)) == (best is Combination.SUITED_FOUR_OF_A_KIND)


@clause("maryland", "10.B")
@pytest.mark.parametrize("cards", ["KH 9H", "9H KH", "TH 9H", "9H TH", "AS 2S"])
def test_without_a_tie_there_is_no_progressive_hand(cards):
    assert paid(played(with_chips(progressive_table(cards), 1))) == {}


@clause("maryland", "10.B")
@pytest.mark.parametrize(
    ("original", "war", "odds"),
    [
        ("9H 9H", "9H 9H", 1000 + 200 + 150 + 30 + 15 + 5),
        ("9H 9H", "9D 9D", 200 + 150 + 30 + 15 + 5),
        ("9H 9H", "4S 4S", 200 + 30 + 15 + 5),
        ("9H 9D", "9C 9S", 150 + 30 + 5),
        ("9H 9D", "4C 4S", 30 + 5),
        ("9H 9H", "4C 5C", 15 + 5),
        ("9H 9D", "4C 5C", 5),
    ],
)
def test_by_another_reading_every_hand_contained_is_paid(original, war, odds):
    table = progressive_table(f"{original} {BURN}{war}", readings={"hands_paid": "every_hand"})
    scenario = played(with_chips(table, 1))
    assert paid(scenario) == {1: odds * CHIP}
    assert len(scenario.of(e.MeterPaid)) == (odds >= 1000)


@clause("maryland", "10.B(2)", "10.B(3)", "10.B(4)")
@pytest.mark.parametrize(
    ("original", "war", "odds"),
    [
        ("9H 9H", "4H 4H", 200),
        ("9H 9H", "4S 4S", 30),
        ("9H 9H", "9D 9D", 150),
        ("9H 9H", "9H 9H", 1000),
        ("9H 9H", "4H 4S", 30),
    ],
)
def test_by_another_reading_a_double_tie_is_suited_if_all_four_cards_are_of_one_suit(original, war, odds):
    table = progressive_table(f"{original} {BURN}{war}", readings={"suited_double_tie": "one_suit"})
    assert paid(played(with_chips(table, 1))) == {1: odds * CHIP}


@clause("maryland", "10.B")
def test_the_cards_of_the_own_war_count_and_not_those_of_another_seat():
    scenario = progressive_table("9H 9D 9C " + BURN + "4C 5C 4S")
    assert paid(played(with_chips(scenario, 1, 2))) == {1: 30 * CHIP, 2: 5 * CHIP}
