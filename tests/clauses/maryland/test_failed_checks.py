"""Maryland 7.F(3)(b), 8.D(1)(b) and 9.J(4): checks of progressive wagers and payouts that fail."""

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.refusal import Reason
from casinowar.game.words import COLLECTING, Act, Irregularity, Role, Ruling, Wager
from tests.support.clause import clause
from tests.support.progressives import (
    BURN,
    CHIP,
    chip_in,
    meter,
    offering,
    paid,
    played,
    progressive_table,
    with_chips,
)
from tests.support.scenario import Scenario, at_table
from tests.support.wheels import ALL_LOSE, BONUS_SPIN, THREE, at_wheel, meters, spin_wager, stop, winnings

NOT_ACCEPTED = c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1)


def reported(what: Irregularity, hand: int | None = None) -> c.ReportIrregularity:
    return c.ReportIrregularity(irregularity=what, hand=hand)


# a chip that the system did not accept


@clause("maryland", "7.F(3)(b)", "8.D(1)(b)")
@pytest.mark.parametrize("act", COLLECTING)
def test_a_chip_that_was_not_accepted_goes_back_and_is_no_wager(act):
    scenario = with_chips(progressive_table("9H 9D 9C"), 1, 2).when(c.CallNoMoreBets()).until(act)
    scenario.when(NOT_ACCEPTED)
    assert scenario.hand(1).placed(Wager.PROGRESSIVE) == 0
    assert scenario.table.chips["Ann"] == 990_00
    assert meter(scenario) == 10_000_60
    scenario.attended().when(c.Surrender(hand=1), c.Surrender(hand=2)).attended()
    assert paid(scenario) == {2: 5 * CHIP}


@clause("maryland", "7.F(3)(b)")
def test_before_no_more_bets_it_goes_back_too_and_the_meter_never_rose():
    scenario = with_chips(progressive_table("KH KD 9C"), 1, 2).when(NOT_ACCEPTED)
    scenario.then_exactly(
        e.IrregularityReported(irregularity=Irregularity.CHIP_NOT_ACCEPTED, wager=Wager.PROGRESSIVE),
        e.WagerReturned(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
    )
    played(scenario)
    assert meter(scenario) == 10_000_60


@clause("maryland", "8.D(1)(b)")
def test_once_the_chips_are_put_away_nobody_can_say_that_one_was_not_accepted():
    scenario = with_chips(progressive_table("9H 9D 9C"), 1, hands=[2]).when(c.CallNoMoreBets())
    scenario.refused(reported(Irregularity.CHIP_NOT_ACCEPTED, 2), Reason.CHIP_IS_PUT_AWAY)
    scenario.refused(reported(Irregularity.CHIP_NOT_ACCEPTED), Reason.WHOSE_CHIP)
    scenario.until(Act.DEAL_CARD).refused(NOT_ACCEPTED, Reason.CHIP_IS_PUT_AWAY)


@clause("maryland", "7.F(3)(b)", "8.D(1)")
@pytest.mark.parametrize("act", COLLECTING)
def test_without_any_chip_left_there_is_none_to_take_in_and_none_to_read(act):
    scenario = with_chips(progressive_table("9H KD 9C"), 1, hands=[2]).when(c.CallNoMoreBets()).until(act)
    scenario.when(NOT_ACCEPTED)
    assert scenario.due.act is Act.DEAL_CARD
    scenario.until(Act.SETTLE_HAND)
    assert scenario.round.to_read == ()


@clause("maryland", "7.B(4)", "8.D(1)")
def test_no_chip_is_taken_in_when_the_hand_it_lay_with_is_void():
    readings = {"round_begins": "first_card"}
    scenario = with_chips(progressive_table("9H KD 9C", readings=readings), 1, hands=[2])
    scenario.when(c.CallNoMoreBets(), c.LeaveTable(player="Ann"))
    assert scenario.due.act is Act.DEAL_CARD
    assert scenario.round.to_read == ()


# the chip of the wheel


def with_spins(*seats: int) -> Scenario:
    """Have bonus spin chips of these seats before the tray."""
    scenario = at_wheel(ALL_LOSE, dict.fromkeys(seats, 5_00)).when(c.CallNoMoreBets())
    return scenario.until(Act.COUNT_PROGRESSIVE)


@clause("maryland", "8.D(1)(b)", "2.B(7)(a)")
def test_a_bonus_spin_chip_that_was_not_accepted_goes_back_and_has_no_spin():
    scenario = with_spins(1, 2).when(NOT_ACCEPTED)
    scenario.then(
        e.MeterRaiseReversed(meter="primary", amount=40),
        e.MeterRaiseReversed(meter="secondary", amount=20),
        e.WagerGivenBack(hand=1, wager=Wager.BONUS_SPIN, amount=5_00),
    )
    assert scenario.round.to_spin == (2,)
    assert meters(scenario) == (10_000_40, 5_000_20)
    scenario.attended().refused(stop(1, "$200", "$25"), Reason.NO_SUCH_WAGER)
    scenario.when(stop(2, "$200", "$25")).attended()
    assert (scenario.net("Ann"), scenario.net("Ben")) == (-10_00, -15_00 + 200_00)


@clause("maryland", "8.D(1)(b)")
def test_a_count_that_is_off_can_give_a_bonus_spin_chip_back():
    scenario = with_spins(1).when(
        reported(Irregularity.COUNT_IS_OFF, 1), c.Rule(ruling=Ruling.RETURN_THE_CHIP)
    )
    scenario.then(e.WagerGivenBack(hand=1, wager=Wager.BONUS_SPIN, amount=5_00))
    assert (scenario.due.act, scenario.round.to_spin) == (Act.DEAL_CARD, ())


@clause("maryland", "8.D(1)(b)")
@pytest.mark.parametrize(
    ("said", "back", "kept"),
    [
        (None, Wager.PROGRESSIVE, Wager.BONUS_SPIN),
        (Wager.PROGRESSIVE, Wager.PROGRESSIVE, Wager.BONUS_SPIN),
        (Wager.BONUS_SPIN, Wager.BONUS_SPIN, Wager.PROGRESSIVE),
    ],
)
@pytest.mark.parametrize("what", [Irregularity.CHIP_NOT_ACCEPTED, Irregularity.COUNT_IS_OFF])
def test_of_two_chips_the_one_that_is_named_goes_back(what, said, back, kept):
    house = offering(bonus_spin=BONUS_SPIN)
    scenario = with_chips(progressive_table("9H KD 9C", house=house), 1, hands=[2]).when(spin_wager(1))
    scenario.when(c.CallNoMoreBets()).until(Act.COUNT_PROGRESSIVE)
    scenario.when(c.ReportIrregularity(irregularity=what, hand=1, wager=said))
    if scenario.table.stop:
        scenario.when(c.Rule(ruling=Ruling.RETURN_THE_CHIP))
    scenario.then(e.WagerGivenBack(hand=1, wager=back, amount=5_00))
    assert (scenario.hand(1).placed(back), scenario.hand(1).placed(kept)) == (0, 5_00)
    assert scenario.due.act is Act.COUNT_PROGRESSIVE


@clause("maryland", "8.D(1)(b)")
def test_no_chip_of_another_wager_than_a_system_accepts_can_have_been_refused_by_it():
    report = c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1, wager=Wager.INITIAL)
    with_spins(1).refused(report, Reason.CHIP_IS_PUT_AWAY)


# a count that is off


def counted(hand: int | None = None) -> Scenario:
    """Report while the chips of seats 1 and 2 are counted that their number is off."""
    scenario = with_chips(progressive_table("9H 9D 9C"), 1, 2).when(c.CallNoMoreBets())
    scenario.refused(reported(Irregularity.COUNT_IS_OFF), Reason.NOT_AN_IRREGULARITY_NOW, "7.F(3)(b)")
    scenario.until(Act.COUNT_PROGRESSIVE).when(reported(Irregularity.COUNT_IS_OFF, hand))
    assert (scenario.due.act, scenario.due.role) == (Act.RULE, Role.FLOORPERSON)
    assert scenario.due.clause == "8.D(1)(b)"
    return scenario


@clause("maryland", "8.D(1)(b)")
def test_a_count_that_is_off_stops_play_and_is_taken_again_if_the_floorperson_says_so():
    scenario = counted()
    scenario.refused(c.Rule(ruling=Ruling.RETURN_THE_CHIP), Reason.RULING_NOT_POSSIBLE)
    scenario.when(c.Rule(ruling=Ruling.PLAY_ON))
    assert scenario.due.act is Act.COUNT_PROGRESSIVE


@clause("maryland", "8.D(1)(b)")
def test_a_count_that_is_off_by_one_chip_can_give_it_back():
    scenario = counted(1).when(c.Rule(ruling=Ruling.RETURN_THE_CHIP))
    scenario.then(
        e.MeterRaiseReversed(meter="progressive", amount=60),
        e.WagerGivenBack(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
    )
    assert scenario.due.act is Act.COUNT_PROGRESSIVE
    scenario.attended().when(c.Surrender(hand=1), c.Surrender(hand=2)).attended()
    assert paid(scenario) == {2: 5 * CHIP}


@clause("maryland", "8.D(1)(b)")
def test_a_count_is_not_off_by_the_chip_of_a_hand_that_has_none():
    scenario = with_chips(progressive_table("9H 9D 9C"), 1, hands=[2]).when(c.CallNoMoreBets())
    scenario.until(Act.COUNT_PROGRESSIVE)
    scenario.refused(reported(Irregularity.COUNT_IS_OFF, 2), Reason.CHIP_IS_PUT_AWAY)


@clause("maryland", "8.D(1)(b)")
def test_a_count_that_is_off_can_void_the_round():
    scenario = counted().when(c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert scenario.table.chips == {"Ann": 1_000_00, "Ben": 1_000_00}
    assert meter(scenario) == 10_000_00
    assert scenario.due.act is Act.PLACE_WAGERS


# a light that is not lit, a payout that is not validated

PAYOUTS = pytest.mark.parametrize(
    ("what", "act", "cited"),
    [
        (Irregularity.LIGHT_NOT_LIT, Act.VERIFY_LIGHT, "9.J(4)(b)"),
        (Irregularity.NOT_VALIDATED, Act.VALIDATE_PAYOUT, "9.J(4)(c)"),
    ],
)


SUITED_FOUR = "9H KD 9H " + BURN + "9H 9H"
DENIED = c.Rule(ruling=Ruling.DENY_THE_PAYOUT)


def won(act: Act, readings: dict[str, str] | None = None) -> Scenario:
    """Let seat 1 win the meter, and seat 2 an Envy Bonus, up to an act of verifying."""
    scenario = with_chips(progressive_table(SUITED_FOUR, readings=readings), 1, 2).dealt()
    return scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1)).until(act)


@clause("maryland", "9.J(4)(b)", "9.J(4)(c)", "9.J(4)(e)(i)")
@PAYOUTS
@pytest.mark.parametrize("reading", ["not_needed", "needed"])
def test_a_payout_that_fails_a_check_can_be_denied_and_no_envy_bonus_follows_it(what, act, cited, reading):
    """One condition governs the steps of 9.J(4) (R79), and paying the bonus comes last of them."""
    scenario = won(Act.VERIFY_HAND, {"envy_holder": reading})
    scenario.refused(reported(what), Reason.NOT_AN_IRREGULARITY_NOW, "9.J(4)(a)")
    scenario.until(act).when(reported(what))
    assert (scenario.due.act, scenario.due.clause) == (Act.RULE, cited)
    scenario.when(DENIED).then(e.ProgressiveSettled(hand=1, denied=True, unpaid=True))
    assert (scenario.due.act, scenario.table.to_do) == (Act.COLLECT_CARDS, ())
    scenario.attended()
    assert scenario.table.round is None
    assert scenario.net("Ann") == 20_00 - CHIP
    assert scenario.net("Ben") == 10_00 - CHIP
    assert meter(scenario) == 10_001_20


@clause("maryland", "9.J(3)", "9.J(4)(c)", "9.J(4)(e)(i)")
@PAYOUTS
def test_read_at_each_seat_no_bonus_waits_for_a_denied_hand_either(what, act, cited):
    scenario = won(act, {"progressive_settled": "at_each_seat"}).when(reported(what))
    assert scenario.due.clause == cited
    scenario.when(DENIED).then(e.ProgressiveSettled(hand=1, denied=True, unpaid=True))
    assert scenario.table.to_do == ()
    assert scenario.attended().table.round is None
    assert scenario.net("Ann") == 20_00 - CHIP
    assert scenario.net("Ben") == 10_00 - CHIP


@clause("maryland", "9.J(4)(c)", "9.J(4)(e)(i)")
@pytest.mark.parametrize("reading", ["every_payout", "meter"])
def test_no_envy_bonus_is_paid_without_a_validation_that_the_house_wants(reading):
    readings = {"validated_payouts": reading}
    scenario = won(Act.VALIDATE_PAYOUT, readings).when(reported(Irregularity.NOT_VALIDATED), DENIED)
    scenario.attended().cited = scenario.history
    assert paid(scenario, Wager.ENVY) == {}


@clause("maryland", "9.J(4)(c)", "9.J(4)(e)(i)")
def test_where_only_others_are_to_be_paid_for_a_hand_it_is_their_bonus_that_is_denied():
    scenario = with_chips(progressive_table(SUITED_FOUR), 2, hands=[1]).dealt().when(c.GoToWar(hand=1))
    scenario.attended().when(c.DeclineTieWager(hand=1)).until(Act.VALIDATE_PAYOUT)
    scenario.when(reported(Irregularity.NOT_VALIDATED), DENIED).attended()
    assert scenario.table.round is None
    assert scenario.net("Ben") == 10_00 - CHIP


@clause("maryland", "9.J(4)(e)(i)", "9.J(4)(e)(ii)")
@pytest.mark.parametrize("chips", [(1, 2, 3), (3,)])
@pytest.mark.parametrize("denied", [1, 2])
def test_a_denied_box_takes_no_bonus_away_that_another_box_of_the_holder_brings(chips, denied):
    """Boxes 1 and 2 are Ann's, who brings Cleo one bonus, by whichever box is not denied."""
    cards, house = "9H 9H 3C 9H " + BURN + "9H 9H 9H", offering(adjacent_boxes=2)
    scenario = progressive_table(cards, players={1: "Ann", 3: "Cleo"}, house=house)
    for box, player in ((1, "Ann"), (2, "Ann"), (3, "Cleo")):
        scenario.when(c.PlaceWager(hand=box, wager=Wager.INITIAL, amount=10_00, player=player))
        if box in chips:
            scenario.when(chip_in(box, player=player))
    scenario.dealt().when(c.GoToWar(hand=1), c.GoToWar(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=1), c.DeclineTieWager(hand=2))
    while scenario.table.round:
        scenario.went_on()
        if scenario.due.act is Act.VERIFY_LIGHT and scenario.round.to_read[0] == denied:
            scenario.also(reported(Irregularity.LIGHT_NOT_LIT)).also(DENIED)
    scenario.cited = scenario.history
    assert paid(scenario, Wager.ENVY) == {3: 5_000_00}


@clause("maryland", "9.J(4)(b)", "9.J(4)(c)")
@PAYOUTS
def test_a_payout_that_failed_a_check_is_paid_when_the_check_is_done_after_all(what, act, cited):
    scenario = won(act).when(reported(what), c.Rule(ruling=Ruling.PLAY_ON))
    assert (scenario.due.act, scenario.due.clause) == (act, cited)
    scenario.attended()
    assert scenario.net("Ben") == 10_00 - CHIP + 5_000_00


@clause("maryland", "9.J(4)(b)", "9.J(4)(c)", "10.D(1)(a)")
@PAYOUTS
@pytest.mark.parametrize("reading", ["one_position", "each_spin"])
def test_a_jackpot_of_the_wheel_can_be_denied_too(what, act, cited, reading):
    scenario = at_wheel(ALL_LOSE, THREE, {"hot_spot": reading}).dealt()
    scenario.when(stop(3, "primary jackpot", "$25" if reading == "one_position" else ""))
    scenario.until(act).when(reported(what))
    assert scenario.due.clause == cited
    scenario.when(DENIED).attended()
    assert scenario.net("Cleo") == -15_00
    assert meters(scenario) == (10_001_20, 5_000_60)
    assert (scenario.due.act is Act.SPIN_WHEEL) is (reading == "each_spin")


@clause("maryland", "10.D(2)", "10.E(1)", "9.J(4)(c)")
@pytest.mark.parametrize(("reading", "chip"), [("stays", 0), ("given_back", 5_00)])
def test_with_a_jackpot_denied_the_community_still_gets_its_symbol(reading, chip):
    scenario = at_wheel(ALL_LOSE, THREE, {"bonus_spin_chip": reading}).dealt()
    scenario.when(stop(1, "primary jackpot", "$150")).until(Act.VALIDATE_PAYOUT)
    scenario.when(reported(Irregularity.NOT_VALIDATED), DENIED).attended()
    assert scenario.table.round is None
    assert winnings(scenario) == {"Ann": 0, "Ben": 150_00 + chip, "Cleo": 150_00 + chip}


# where there is nothing to check


CHECKS = pytest.mark.parametrize(
    "what",
    [
        *(Irregularity.CHIP_NOT_ACCEPTED, Irregularity.COUNT_IS_OFF),
        *(Irregularity.LIGHT_NOT_LIT, Irregularity.NOT_VALIDATED),
    ],
)


@CHECKS
@pytest.mark.parametrize("rulebook", ["maryland", "washington", "south_dakota", "california", "wisconsin"])
@pytest.mark.parametrize("hand", [1, None])
def test_where_no_such_wager_is_offered_no_check_of_it_can_fail(rulebook, what, hand):
    scenario = at_table(rulebook).wagers({1: 10_00})
    scenario.refused(reported(what, hand), Reason.WAGER_NOT_OFFERED, "")


@clause("maryland", "7.F(3)(b)")
def test_it_has_to_be_said_whose_chip_was_not_accepted():
    scenario = with_chips(progressive_table("9H 9D 9C"), 1, 2).when(c.CallNoMoreBets())
    scenario.refused(reported(Irregularity.CHIP_NOT_ACCEPTED), Reason.WHOSE_CHIP, "")
    assert "nobody" not in Reason.WHOSE_CHIP.value


@CHECKS
def test_while_something_else_is_due_no_clause_of_that_is_cited(what):
    scenario = with_chips(progressive_table("9H 9D 9C"), 1, 2).when(c.CallNoMoreBets())
    scenario.until(Act.DEAL_CARD)
    put_away = what is Irregularity.CHIP_NOT_ACCEPTED
    reason = Reason.CHIP_IS_PUT_AWAY if put_away else Reason.NOT_AN_IRREGULARITY_NOW
    scenario.refused(reported(what, 1), reason, "")
