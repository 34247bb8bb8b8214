"""Maryland 5.J, 5.K: a device that is back in use shuffles the cards before any round is dealt (R26, R33)."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import CoverCardDrawn, DeviceFailed, DeviceRestored, ProcedureBegan
from casinowar.game.refusal import Reason
from casinowar.game.table import Step
from casinowar.game.words import Act, Occasion, Role, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

CONTINUOUS = House(shuffler=Shuffler.CONTINUOUS)
BATCHES = House(shuffler=Shuffler.BATCH)
FAILS, IS_BACK, JAMS = c.ReportDeviceFailure(), c.RestoreDevice(), c.ReportShufflerJam()
ANN, BEN = (c.Sit(player=name, seat=seat, chips=100_00) for name, seat in (("Ann", 1), ("Ben", 2)))
BY_DEVICE = [Act.GATHER_CARDS, Act.SHUFFLE, Act.LOAD_SHOE]
BY_HAND = [Act.SHUFFLE, Act.HOLD_STACK, Act.OFFER_CUT, Act.PLACE_COVER_CARD, Act.LOAD_SHOE, Act.BURN_CARD]
SHOWN = [
    *(Act.GATHER_CARDS, Act.SPREAD_FACE_DOWN, Act.TURN_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN),
    *(Act.WASH, Act.STACK),
]


def acts(scenario: Scenario) -> list[Act]:
    return [step.act for step in scenario.table.to_do]


def by_hand(house: House = CONTINUOUS) -> Scenario:
    """Play a round from a shoe that was shuffled by hand, because the device had failed."""
    scenario = ready(at_table("maryland", players=1, house=house).when(FAILS))
    return scenario.next_cards("KH 2C").wagers({1: 10_00}).dealt()


@clause("maryland", "5.A", "5.A(2)", "5.J", "5.K", "8.B")
def test_a_device_that_is_back_shuffles_all_cards_before_the_next_round():
    scenario = by_hand()
    assert scenario.table.shoe.drawn == 3
    scenario.when(IS_BACK).then_exactly(
        DeviceRestored(),
        ProcedureBegan(
            occasion=Occasion.UNLISTED,
            steps=(
                Step(Act.CONFIRM_DEVICE, Role.FLOORPERSON, "5.J"),
                Step(Act.GATHER_CARDS, Role.DEALER, "5.A(2)"),
                Step(Act.SHUFFLE, Role.DEALER, "5.A(2)"),
                Step(Act.LOAD_SHOE, Role.DEALER, "8.B"),
            ),
        ),
    )
    scenario.refused(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), Reason.BETTING_NOT_OPEN, "5.J")
    scenario.attended()
    shoe = scenario.table.shoe
    assert (shoe.left, shoe.drawn, shoe.cover_card_at < 0, scenario.table.rack) == (312, 0, True, ())
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "5.J")
def test_its_approval_is_confirmed_also_at_a_table_that_opened_without_it():
    scenario = by_hand().when(c.CloseTable(), c.OpenTable(counted=False), ANN)
    assert Act.CONFIRM_DEVICE not in acts(scenario)
    assert acts(ready(scenario).when(IS_BACK)) == [Act.CONFIRM_DEVICE, *BY_DEVICE]
    scenario.refused(c.Perform(act_done=Act.GATHER_CARDS), Reason.NOT_NOW, "5.J")


@clause("maryland", "8.E(1)", "5.K")
def test_a_burn_that_waits_for_the_call_is_owed_to_the_old_shoe_only():
    readings = {"burn_moment": "after_the_call"}
    scenario = ready(at_table("maryland", players=1, house=CONTINUOUS, readings=readings).when(FAILS))
    assert acts(scenario) == [Act.BURN_CARD]
    assert acts(scenario.when(IS_BACK)) == [Act.CONFIRM_DEVICE, *BY_DEVICE]


@clause("maryland", "5.G", "5.K")
@pytest.mark.parametrize("act", [Act.CONFIRM_DEVICE, Act.SHUFFLE, Act.LOAD_SHOE])
def test_cards_that_were_cut_for_the_old_shoe_are_not_recut_for_the_device(act):
    scenario = by_hand()
    assert scenario.table.cut.cut_by is not None
    scenario.when(IS_BACK).until(act).refused(c.OrderRecut(), Reason.RECUT_TOO_LATE, "5.G")


@clause("maryland", "5.K", "8.G")
def test_no_cover_card_comes_out_once_the_device_is_back():
    scenario = by_hand()
    shoe = scenario.table.shoe
    scenario.table = replace(scenario.table, shoe=replace(shoe, cover_card_at=shoe.drawn + 1))
    scenario.when(IS_BACK).attended().next_cards("KH 2C").wagers({1: 10_00}).dealt()
    assert not scenario.of(CoverCardDrawn)


# what was owed to a table that nobody was left at


@clause("maryland", "5.I", "5.I(1)", "5.I(2)", "5.I(3)", "5.K")
@pytest.mark.parametrize("seated", [False, True])
def test_what_an_idle_table_is_owed_is_done_before_the_device_shuffles(seated):
    scenario = by_hand().when(c.LeaveTable(player="Ann"))
    assert scenario.due.act is Act.DECLARE_IDLE
    if seated:
        scenario.when(BEN)
    scenario.when(IS_BACK)
    assert scenario.table.occasion is Occasion.IDLE
    assert acts(scenario) == [Act.CONFIRM_DEVICE, *SHOWN, Act.SHUFFLE, Act.LOAD_SHOE]
    assert {step.clause for step in scenario.table.to_do} == {"5.J", "5.I(1)", "5.I(2)", "5.I(3)", "8.B"}
    if not seated:
        assert scenario.attended().due.act is Act.TAKE_SEAT
        scenario.when(BEN)
    assert scenario.attended().due.act is Act.PLACE_WAGERS
    assert scenario.table.shoe.left == 312


@clause("maryland", "5.I", "5.K")
def test_after_that_a_table_that_is_left_again_is_owed_nothing():
    scenario = by_hand().when(c.LeaveTable(player="Ann"), BEN, IS_BACK).attended()
    assert scenario.when(c.LeaveTable(player="Ben"), ANN).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.I", "3.B(3)")
def test_a_batch_shuffler_shuffles_its_batch_and_the_shoe_is_dealt_on_or_shown():
    """Nothing says that a shoe in play is given up for a device that holds the other batch."""
    scenario = by_hand(BATCHES).when(IS_BACK)
    assert scenario.table.to_do == (Step(Act.SHUFFLE_STORED, Role.DEALER, "3.B(3)"),)
    assert scenario.attended().due.act is Act.PLACE_WAGERS
    scenario = by_hand(BATCHES).when(c.LeaveTable(player="Ann"), BEN, IS_BACK)
    assert scenario.until(Act.DECLARE_IDLE).due.clause == "5.I"


@clause("maryland", "7.B(3)", "7.D")
def test_a_device_is_not_back_while_wagers_lie_there_and_no_round_has_begun():
    """A round begins at the call (R105)."""
    scenario = by_hand(BATCHES).wagers({1: 10_00}).refused(IS_BACK, Reason.WAGERS_ON_LAYOUT)
    scenario.when(c.CallNoMoreBets()).refused(IS_BACK, Reason.ROUND_IN_PROGRESS)


# a device that is back, and jams or fails before it has shuffled


@clause("maryland", "11.D")
@pytest.mark.parametrize("act", [Act.CONFIRM_DEVICE, Act.GATHER_CARDS])
@pytest.mark.parametrize("left", [False, True])
def test_a_device_that_is_back_jams_only_over_the_cards_that_it_got(act, left):
    scenario = by_hand()
    if left:
        scenario.when(c.LeaveTable(player="Ann"), BEN)
    scenario.when(IS_BACK).until(act).refused(JAMS, Reason.NOT_AN_IRREGULARITY_NOW)
    scenario.until(Act.SHUFFLE).when(JAMS)
    assert acts(scenario) == [Act.EMPTY_DEVICE, Act.SHUFFLE, Act.LOAD_SHOE]


@clause("maryland", "11.D")
@pytest.mark.parametrize("house", [CONTINUOUS, BATCHES])
def test_a_device_in_use_jams_also_while_the_cards_are_taken_up(house):
    scenario = at_table("maryland", players=1, house=house)
    scenario.when(c.OrderReshuffle() if house is CONTINUOUS else c.DeclareIdle())
    assert acts(scenario)[0] is Act.GATHER_CARDS
    assert scenario.is_allowed(JAMS)


@clause("maryland", "11.E")
@pytest.mark.parametrize("left", [False, True])
def test_a_device_that_fails_again_before_it_has_shuffled_leaves_the_shuffle_to_the_hand(left):
    scenario = by_hand()
    if left:
        scenario.when(c.LeaveTable(player="Ann"), BEN)
    scenario.when(IS_BACK, FAILS)
    gathered = SHOWN if left else [Act.GATHER_CARDS]
    assert acts(scenario) == [Act.COVER_DEVICE, *gathered, *BY_HAND]
    assert ready(scenario).due.act is Act.PLACE_WAGERS
    assert scenario.table.shoe.cover_card_at == 312 - 78


# a table that was left while the device was in use


@clause("maryland", "5.I", "5.K", "11.E")
def test_a_device_that_fails_at_an_occupied_table_leaves_no_idle_table_behind():
    scenario = at_table("maryland", players=1, house=CONTINUOUS)
    scenario.when(c.LeaveTable(player="Ann"), BEN, FAILS).then(DeviceFailed(occupied=True))
    assert ready(scenario).due.act is Act.PLACE_WAGERS
    assert scenario.table.shoe.cover_card_at == 312 - 78


@clause("maryland", "11.E")
def test_nothing_is_said_of_that_at_a_table_that_was_never_left():
    at_table("maryland", players=1, house=CONTINUOUS).when(FAILS).then(DeviceFailed())


@clause("maryland", "5.I", "11.E")
def test_a_table_with_a_batch_shuffler_that_was_left_is_idle_whether_the_shuffler_fails_or_not():
    scenario = at_table("maryland", players=1, house=BATCHES)
    scenario.when(c.LeaveTable(player="Ann"), BEN, c.ComeToTable(dealer="Dee"), FAILS)
    assert scenario.until(Act.DECLARE_IDLE).due.clause == "5.I"


@clause("maryland", "5.I", "11.E")
def test_one_that_fails_at_a_table_that_nobody_sits_at_leaves_one():
    scenario = at_table("maryland", players=1, house=CONTINUOUS).when(c.LeaveTable(player="Ann"), FAILS)
    assert scenario.until(Act.DECLARE_IDLE).due.clause == "5.I"


@clause("maryland", "5.I", "5.K", "11.E")
def test_so_it_is_while_the_cards_are_prepared():
    scenario = opened("maryland", house=CONTINUOUS).when(ANN).until(Act.LOAD_SHOE)
    scenario.when(c.LeaveTable(player="Ann"), BEN, FAILS)
    assert ready(scenario).due.act is Act.PLACE_WAGERS
