"""Maryland 9.J(4), 7.B(4): what is verified of a payout is not done for one that nobody gets any more."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.variants import Leaving
from casinowar.game.words import Act, Ruling, Wager
from tests.support import wheels
from tests.support.clause import clause
from tests.support.progressives import BURN, progressive_table, with_chips
from tests.support.scenario import Scenario

LOST = {"leaving_player": "lost"}
CHECKS = [Act.VERIFY_HAND, Act.VERIFY_LIGHT, Act.VALIDATE_PAYOUT]
OF_A_WHEEL = [Act.VERIFY_WHEEL, Act.VERIFY_LIGHT, Act.VALIDATE_PAYOUT]
SUITED_FOUR = "9H KD 9H " + BURN + "9H 9H"
"""Seat 1 and the dealer hold all nines of hearts."""
OF_SEAT_2 = "KD 9H 9H " + BURN + "9H 9H"


def acts(scenario: Scenario) -> list[Act]:
    return [step.act for step in scenario.table.to_do]


def at_verification(cards: str, *chips: int, readings: dict[str, str] | None = None) -> Scenario:
    """Play a round of two players, of whom these have progressive wagers, to a hand that is verified."""
    others = {1, 2} - {*chips}
    scenario = with_chips(progressive_table(cards, readings=readings), *chips, hands=others).dealt()
    if cards in {SUITED_FOUR, OF_SEAT_2}:
        seat = scenario.due.seat or 0
        scenario.when(c.GoToWar(hand=seat)).attended().when(c.DeclineTieWager(hand=seat))
    else:
        scenario.when(c.Surrender(hand=1))
    return scenario.until(Act.VERIFY_HAND)


def gone(scenario: Scenario, seat: int) -> Scenario:
    """Have a player leave whose wagers are treated as lost."""
    leaves = c.LeaveTable(player=scenario.table.seats[seat])
    if scenario.rules.book.seating.leaving.value is Leaving.LOST:
        return scenario.when(leaves)
    return scenario.when(leaves, c.DeclareAbandoned(hand=seat))


@clause("maryland", "7.B(4)", "9.J(4)(a)", "9.J(4)(b)", "9.J(4)(c)")
@pytest.mark.parametrize("done", [0, 1, 2])
@pytest.mark.parametrize("readings", [None, LOST])
def test_a_payout_that_is_treated_as_lost_is_not_verified_any_more(done, readings):
    scenario = at_verification("9H KD 9D", 1, readings=readings).until(CHECKS[done])
    gone(scenario, 1)
    assert scenario.events[-1] == e.HandForfeited(hand=1, no_longer=tuple(CHECKS[done:]))
    assert (scenario.due.act, acts(scenario)) == (Act.PAY_PROGRESSIVE, [])
    scenario.when(c.PayProgressive()).then_exactly(e.ProgressiveSettled(hand=1))


@clause("maryland", "7.B(4)", "9.J(4)(d)")
def test_one_that_was_verified_already_is_not_verified_again():
    scenario = gone(at_verification("9H KD 9D", 1).until(Act.PAY_PROGRESSIVE), 1)
    scenario.then(e.HandForfeited(hand=1)).when(c.PayProgressive())
    scenario.then_exactly(e.ProgressiveSettled(hand=1))


@clause("maryland", "7.B(4)", "9.J(4)(c)")
def test_what_else_was_to_be_done_stays():
    scenario = at_verification("9H KD 9D", 1).when(c.ComeToTable(dealer="Dee"))
    manner = acts(scenario)[: -len(CHECKS)]
    assert manner
    assert acts(gone(scenario, 1)) == manner


@clause("maryland", "7.B(4)", "9.J(4)(c)", "9.J(4)(e)(i)")
def test_what_an_envy_bonus_hangs_on_is_still_verified():
    scenario = gone(at_verification(SUITED_FOUR, 1, 2), 1)
    assert (scenario.events[-1], acts(scenario)) == (e.HandForfeited(hand=1), CHECKS)
    assert [paid.amount for paid in scenario.attended().of(e.WagerPaid)] == [5_000_00]


@clause("maryland", "7.B(4)", "9.J(4)(c)", "9.J(4)(e)(i)")
def test_a_payout_is_not_validated_where_only_what_a_meter_pays_is():
    scenario = gone(at_verification(SUITED_FOUR, 1, 2, readings={"validated_payouts": "meter"}), 1)
    assert acts(scenario) == CHECKS[:2]
    assert [paid.amount for paid in scenario.attended().of(e.WagerPaid)] == [5_000_00]


@clause("maryland", "7.B(4)", "9.J(4)(c)", "9.J(4)(e)(i)")
def test_an_envy_bonus_that_nobody_is_left_to_get_is_not_verified_any_more():
    scenario = at_verification(OF_SEAT_2, 1)
    assert acts(scenario) == CHECKS
    assert acts(gone(scenario, 1)) == []
    assert not scenario.attended().of(e.WagerPaid)


@clause("maryland", "11.C", "9.J(4)(c)", "9.J(4)(e)(i)")
@pytest.mark.parametrize("done", [0, 1, 2])
@pytest.mark.parametrize("chips", [(1,), (1, 2)])
def test_an_envy_bonus_whose_only_receiver_has_a_void_hand_is_no_longer_verified(done, chips):
    scenario = at_verification(OF_SEAT_2, *chips)
    if 2 in chips:
        gone(scenario, 2)
    scenario.until(CHECKS[done])
    assert acts(scenario) == CHECKS[done:]
    scenario.when(c.ReportNoCardDealt(hand=1), c.Rule(ruling=Ruling.VOID_THE_HAND))
    assert scenario.of(e.HandVoided) == [e.HandVoided(hand=1, no_longer=tuple(CHECKS[done:]))]
    assert acts(scenario) == []
    scenario.attended()
    assert (scenario.table.round, scenario.of(e.ActPerformed), scenario.of(e.WagerPaid)) == (None, [], [])


@clause("maryland", "7.B(4)", "9.J(4)(c)", "10.D(1)(a)")
@pytest.mark.parametrize("readings", [None, LOST])
def test_a_jackpot_that_is_treated_as_lost_is_not_verified_any_more(readings):
    scenario = wheels.at_wheel(wheels.ALL_LOSE, wheels.THREE, readings).dealt()
    scenario.when(wheels.stop(1, "primary jackpot", "$25"))
    assert acts(scenario) == OF_A_WHEEL
    assert acts(gone(scenario, 2)) == OF_A_WHEEL, "another player's wager is no part of it"
    assert (acts(gone(scenario, 1)), scenario.due.act) == ([], Act.PAY_BONUS_SPIN)
    scenario.when(c.PayBonusSpin())
    assert [(paid.hand, paid.amount) for paid in scenario.of(e.WagerPaid)] == [(3, 25_00)]
    assert not scenario.of(e.MeterPaid)


@clause("maryland", "7.B(4)", "9.J(4)(c)", "10.D(1)(a)")
def test_a_jackpot_that_several_win_is_verified_as_long_as_one_of_them_is_left():
    readings = {"hot_spot": "every_position"}
    scenario = wheels.at_wheel(wheels.ALL_LOSE, wheels.THREE, readings).dealt()
    scenario.when(wheels.stop(1, "primary jackpot"))
    for seat, left in ((1, OF_A_WHEEL), (2, OF_A_WHEEL), (3, [])):
        assert acts(gone(scenario, seat)) == left


@clause("maryland", "7.B(4)", "7.E", "9.J(4)(c)")
def test_the_boxes_that_a_player_leaves_are_lost_one_after_the_other():
    house, readings = replace(wheels.offering(), adjacent_boxes=2), LOST | {"hot_spot": "every_position"}
    scenario = wheels.at_wheel("2C 3C KH", {1: 5_00}, readings, players=1, house=house)
    scenario.when(
        c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ann"),
        c.PlaceWager(hand=2, wager=Wager.BONUS_SPIN, amount=5_00, player="Ann"),
    )
    scenario.dealt().when(wheels.stop(1, "primary jackpot"), c.LeaveTable(player="Ann"))
    assert scenario.of(e.HandForfeited) == [
        e.HandForfeited(hand=1),
        e.HandForfeited(hand=2, no_longer=tuple(OF_A_WHEEL)),
    ]
