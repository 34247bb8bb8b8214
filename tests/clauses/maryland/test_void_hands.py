"""Maryland 11.C: which hands can be taken out of a round alone, once others hang on them."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Irregularity, Ruling, Shuffler, Wager
from tests.support.clause import clause
from tests.support.progressives import BURN, CHIP, chip_in, offering, paid, progressive_table, with_chips
from tests.support.scenario import LIMITS, Scenario, at_table
from tests.support.wheels import ALL_LOSE, BONUS_SPIN, THREE, at_wheel, spin_wager, stop

BONUS = 5_000_00
ALONE = c.Rule(ruling=Ruling.VOID_THE_HAND)
RED_WAR = "KH 2C KH " + BURN + "KH KH"
"""Seat 1 holds the hand that brings an Envy Bonus, and the dealer's red king starts the wheel."""


def both() -> House:
    """Give a house with the progressive and the wheel."""
    return replace(offering(adjacent_boxes=2), limits=LIMITS, bonus_spin=BONUS_SPIN)


def at_war(scenario: Scenario) -> Scenario:
    """Have every tie hand go to war without another tie wager, up to the first card of it."""
    scenario.dealt()
    while scenario.due.act in {Act.CHOOSE, Act.ANSWER_TIE_OFFER}:
        seat = scenario.due.seat or 0
        chosen = c.GoToWar(hand=seat) if scenario.due.act is Act.CHOOSE else c.DeclineTieWager(hand=seat)
        scenario.when(chosen)
        while scenario.due.act in {Act.CONFIRM_WAR_WAGER, Act.COLLECT_CARDS}:
            scenario.went_on()
    return scenario


def possible(scenario: Scenario, hand: int) -> bool:
    """Tell whether a floorperson may rule that a hand alone is void."""
    [stopped] = Scenario(scenario.rules, scenario.table).when(c.ReportNoCardDealt(hand=hand)).events
    assert isinstance(stopped, e.PlayStopped)
    return Ruling.VOID_THE_HAND in stopped.possible


@clause("maryland", "11.C", "9.J(4)(e)", "9.J(4)(e)(i)")
def test_a_hand_that_has_brought_others_an_envy_bonus_is_not_void_alone():
    scenario = with_chips(progressive_table(RED_WAR, house=both()), 2, hands=[1]).when(spin_wager(2))
    at_war(scenario).until(Act.PAY_PROGRESSIVE)
    assert possible(scenario, 1)
    scenario.went_on().until(Act.SPIN_WHEEL)
    assert scenario.net("Ben") == -10_00 - 2 * CHIP + BONUS
    assert not possible(scenario, 1)
    scenario.when(c.ReportNoCardDealt(hand=1), c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 0)


@clause("maryland", "11.C", "9.J(4)(e)(i)")
def test_a_hand_that_brought_one_other_a_bonus_is_not_void_alone_but_its_receivers_may_be():
    scenario = progressive_table("KH 2C 3C KH " + BURN + "KH KH", players=3, house=both())
    scenario = with_chips(scenario, 2, hands=[1, 3]).when(spin_wager(3))
    at_war(scenario).until(Act.SPIN_WHEEL)
    assert scenario.net("Ben") == -10_00 - CHIP + BONUS
    assert [possible(scenario, hand) for hand in (1, 2, 3)] == [False, False, True]


@clause("maryland", "11.C", "9.J(4)(e)(i)", "7.B(4)")
def test_a_hand_is_not_void_alone_even_after_the_receiver_of_its_bonus_has_left():
    scenario = with_chips(progressive_table(RED_WAR, house=both()), 2, hands=[1]).when(spin_wager(2))
    at_war(scenario).until(Act.SPIN_WHEEL)
    scenario.when(c.LeaveTable(player="Ben"), c.DeclareAbandoned(hand=2), c.BuyChips(player="Ann", amount=1))
    assert not possible(scenario, 1)


@clause("maryland", "11.C", "9.J(4)(e)(i)")
def test_a_hand_whose_bonus_was_denied_or_that_brings_none_may_be_void_alone():
    scenario = with_chips(progressive_table(RED_WAR, house=both()), 2, hands=[1]).when(spin_wager(2))
    at_war(scenario).until(Act.VALIDATE_PAYOUT)
    scenario.when(c.ReportIrregularity(irregularity=Irregularity.NOT_VALIDATED))
    scenario.when(c.Rule(ruling=Ruling.DENY_THE_PAYOUT)).until(Act.SPIN_WHEEL)
    assert possible(scenario, 1)
    other = with_chips(progressive_table("KD 2C KH " + BURN + "KH KH", house=both()), 2, hands=[1])
    assert possible(at_war(other.when(spin_wager(2))).until(Act.SPIN_WHEEL), 1)


def two_boxes(**readings: str) -> Scenario:
    """Have Ann's boxes 1 and 2 both hold the hand, and Cleo's box 3 the wagers; play to the first bonus."""
    cards = "9H 9H 3C 9H " + BURN + "9H 9H 9H"
    scenario = progressive_table(cards, players={1: "Ann", 3: "Cleo"}, house=both(), readings=readings)
    for box, player in ((1, "Ann"), (2, "Ann"), (3, "Cleo")):
        scenario.when(c.PlaceWager(hand=box, wager=Wager.INITIAL, amount=10_00, player=player))
    return at_war(scenario.when(chip_in(3))).until(Act.PAY_PROGRESSIVE).went_on()


@clause("maryland", "11.C", "9.J(4)(e)(ii)", "7.E")
def test_the_second_box_of_a_holder_does_not_bring_the_bonus_again_for_a_first_that_is_void():
    scenario = two_boxes()
    assert (possible(scenario, 2), possible(scenario, 1)) == (False, True)
    scenario.when(c.ReportNoCardDealt(hand=1), ALONE).attended()
    scenario.cited = scenario.history
    assert paid(scenario, Wager.ENVY) == {3: BONUS}


@clause("maryland", "11.C", "9.J(4)(e)(ii)", "7.E")
def test_by_another_reading_each_box_brings_its_own_bonus_and_only_one_that_has_is_not_void_alone():
    scenario = two_boxes(envy_for_two_boxes="two")
    assert (possible(scenario, 2), possible(scenario, 1)) == (False, True)


@clause("maryland", "11.C", "9.J(4)(a)", "9.J(4)(c)")
@pytest.mark.parametrize("chips", [(1, 2, 3), (3,)])
def test_a_payout_that_was_validated_goes_out_with_its_hand_and_validates_no_other(chips):
    cards = "9H 9H 3C 9H " + BURN + "9H 9H 9H"
    scenario = with_chips(progressive_table(cards, players=3), *chips, hands={1, 2, 3}.difference(chips))
    at_war(scenario).until(Act.VALIDATE_PAYOUT).went_on()
    assert scenario.round.validated
    scenario.when(c.ReportNoCardDealt(hand=2), ALONE)
    assert (scenario.due.act, scenario.due.seat) == (Act.READ_PROGRESSIVE, 1)
    assert not scenario.round.validated
    scenario.attended()
    assert scenario.net("Cleo") == -10_00 - CHIP + BONUS


@clause("maryland", "11.C", "9.J(4)(a)", "9.J(4)(b)", "9.J(4)(c)")
@pytest.mark.parametrize("act", [Act.VERIFY_HAND, Act.VERIFY_LIGHT, Act.VALIDATE_PAYOUT])
def test_a_skip_is_reported_while_a_payout_is_verified_and_a_void_hand_is_verified_no_longer(act):
    def verified() -> Scenario:
        cards = "9H 9H 3C 9H " + BURN + "9H 9H 9H"
        scenario = with_chips(progressive_table(cards, players=3), 1, 2, 3)
        return at_war(scenario).until(act).when(c.ReportNoCardDealt(hand=2))

    scenario = verified().when(ALONE)
    assert (scenario.due.act, scenario.due.seat, scenario.table.to_do) == (Act.READ_PROGRESSIVE, 1, ())
    scenario = verified().when(c.Rule(ruling=Ruling.PLAY_ON))
    assert scenario.due.act is act
    scenario = verified()
    scenario.table = replace(scenario.table, stop=None)
    scenario.when(c.ReportNoCardDealt(hand=1), ALONE)
    assert scenario.due.act is act


@clause("maryland", "11.C")
def test_a_skip_is_reported_while_a_new_dealer_takes_over_the_hands_or_a_device_is_emptied():
    house = House(shuffler=Shuffler.BATCH)
    jam = {"jam": "cards_from_the_device"}
    for readings, command in (({}, c.ComeToTable(dealer="Zoe")), (jam, c.ReportShufflerJam())):
        scenario = at_table("maryland", players=2, house=house, readings=readings, cards="KH 9C 8C")
        scenario.wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets())
        scenario.when(c.DealCard(), command)
        assert scenario.table.to_do
        scenario.when(c.ReportNoCardDealt(hand=2)).then(e.HandVoided(hand=2))
        assert (scenario.attended().table.rounds, scenario.net("Ben")) == (1, 0)


@clause("maryland", "11.C", "8.D")
def test_before_the_first_card_nobody_was_skipped_while_something_else_is_to_be_done():
    scenario = with_chips(progressive_table(), 1, 2).when(c.CallNoMoreBets())
    scenario.refused(c.ReportNoCardDealt(hand=1), Reason.NOT_AN_IRREGULARITY_NOW)


@clause("maryland", "11.C", "10.D(1)(a)")
@pytest.mark.parametrize("reading", ["one_position", "each_spin"])
def test_once_the_wheel_has_stopped_no_hand_that_wagered_on_it_is_void_alone(reading):
    scenario = at_wheel(ALL_LOSE, THREE, {"hot_spot": reading}).dealt()
    assert all(possible(scenario, hand) for hand in (1, 2, 3))
    scenario.when(stop(3, "primary jackpot", "$25" if reading == "one_position" else "")).until(
        Act.PAY_BONUS_SPIN
    )
    assert not any(possible(scenario, hand) for hand in (1, 2, 3))
    scenario.attended()


@clause("maryland", "11.C", "7.F(2)")
@pytest.mark.parametrize(("left", "is_void"), [(0, False), (79_00, False), (80_00, True)])
def test_a_tie_payment_spent_on_the_tie_wager_of_another_war_keeps_a_hand_in_the_round(left, is_void):
    """Void, the $100 paid go back and the $10, $10, $5 and $5 wagered come: $70 have to be there."""
    scenario = progressive_table("9H 9C 9D", players={1: "Ann"}, house=both())
    for hand, wager, amount in (
        (1, Wager.INITIAL, 100_00),
        (2, Wager.INITIAL, 10_00),
        (2, Wager.TIE, 10_00),
        (2, Wager.PROGRESSIVE, CHIP),
        (2, Wager.BONUS_SPIN, CHIP),
    ):
        scenario.when(c.PlaceWager(hand=hand, wager=wager, amount=amount, player="Ann"))
    scenario.dealt().when(c.GoToWar(hand=1))
    scenario.when(c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=scenario.table.chips["Ann"] - left))
    assert possible(scenario, 2) is is_void
    if is_void:
        scenario.when(c.ReportNoCardDealt(hand=2), ALONE)
        assert scenario.table.chips == {"Ann": 0}
