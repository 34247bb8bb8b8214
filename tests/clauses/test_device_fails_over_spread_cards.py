"""A shuffling device that fails while cards lie spread on the table: from then on they are shuffled by hand.

Wisconsin (e)(7)(i) and (d)(3), Maryland 5.I(3) and 4.C, R97.
"""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import CardsGathered, DeviceFailed
from casinowar.game.table import Step
from casinowar.game.words import Act, Occasion, Role, Shuffler
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

BATCHES = House(shuffler=Shuffler.BATCH)
FAILS = c.ReportDeviceFailure()
BEN = c.Sit(player="Ben", seat=5, chips=100_00)
ONLY_FOR_A_DEVICE = {Act.SECURE_STORED_BATCH, Act.RELEASE_STORED_BATCH, Act.EXCHANGE_BATCHES}
SHOWN = [Act.TURN_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN]
IN_WISCONSIN = [*SHOWN, Act.STACK, Act.SECURE_STORED_BATCH, Act.RELEASE_STORED_BATCH]


def acts(scenario: Scenario) -> list[Act]:
    return [step.act for step in scenario.table.to_do]


def spread(rulebook: str, readings: dict[str, str] | None = None, *, failed: bool = False) -> Scenario:
    """Give an idle table with its cards spread face down, the device failed before or working."""
    scenario = at_table(rulebook, house=BATCHES, players=1, readings=readings)
    scenario.when(*[FAILS] * failed, c.LeaveTable(player="Ann")).until(Act.TAKE_SEAT)
    return scenario


@clause("wisconsin", "(e)(7)", "(e)(7)(i)")
@pytest.mark.parametrize("due", IN_WISCONSIN)
def test_the_cards_of_an_idle_table_are_washed_and_shuffled_by_hand_whenever_it_fails(due):
    long_before = spread("wisconsin", failed=True).when(BEN)
    scenario = spread("wisconsin").when(BEN).until(due).when(FAILS)
    by_hand = long_before.table.to_do
    assert scenario.table.occasion is Occasion.IDLE
    wash = [step.act for step in by_hand].index(Act.WASH)
    done = SHOWN.index(due) if due in SHOWN else wash
    assert scenario.table.to_do == by_hand[done:]
    assert [step.clause for step in by_hand[wash : wash + 3]] == ["(e)(7)(i)"] * 3
    assert ready(scenario).due.act is Act.PLACE_WAGERS
    assert CardsGathered() not in scenario.history[scenario.history.index(DeviceFailed()) :]


@clause("wisconsin", "(e)(7)(i)")
def test_so_are_those_of_which_nobody_has_come_to_see_anything():
    scenario = spread("wisconsin").when(FAILS)
    assert acts(scenario)[:6] == [*SHOWN, Act.WASH, Act.STACK, Act.SHUFFLE]
    assert not ONLY_FOR_A_DEVICE & set(acts(scenario))


@clause("wisconsin", "(e)(7)(i)")
def test_so_is_the_other_batch_if_it_is_that_one_which_lies_there():
    scenario = spread("wisconsin", {"idle_batches": "both"}).when(BEN).until(Act.EXCHANGE_BATCHES)
    scenario.when(c.Perform(act_done=Act.EXCHANGE_BATCHES), FAILS)
    shown = [Act.SPREAD_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN]
    assert acts(scenario)[:6] == [*shown, Act.WASH, Act.STACK, Act.SHUFFLE]
    assert {step.clause for step in scenario.table.to_do[:6]} == {"(e)(7)", "(e)(7)(i)"}


@clause("maryland", "5.I(3)", "11.E")
@pytest.mark.parametrize("batches", ["both", "in_play"])
@pytest.mark.parametrize("due", [*SHOWN, Act.WASH, Act.STACK])
def test_in_maryland_the_one_batch_that_goes_on_is_shown_and_washed_once(batches, due):
    scenario = spread("maryland", {"idle_batches": batches}).when(BEN).until(due).when(FAILS)
    shown = [*SHOWN, Act.WASH, Act.STACK, Act.SHUFFLE]
    assert acts(scenario)[: len(shown) + 1 - shown.index(due)] == [
        Act.COVER_DEVICE,
        *shown[shown.index(due) :],
    ]
    assert acts(scenario).count(Act.SHOW_FIRST_PLAYER) <= 1
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.I(3)", "11.E")
def test_where_the_other_batch_is_the_one_to_be_shown_the_one_on_the_table_is_shown_instead():
    scenario = at_table("maryland", house=BATCHES, players=1, readings={"idle_batches": "in_play"})
    scenario.when(c.LeaveTable(player="Ann")).until(Act.EXCHANGE_BATCHES).when(FAILS)
    assert acts(scenario)[:4] == [Act.COVER_DEVICE, Act.SPREAD_FACE_DOWN, *SHOWN[:2]]


@clause("wisconsin", "(d)(2)", "(d)(3)", "(d)(4)")
@pytest.mark.parametrize("due", [Act.SORT_CARDS, Act.SPREAD_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.STACK])
def test_at_the_opening_the_first_batch_is_washed_and_the_second_left_alone(due):
    by_hand = opened("wisconsin", house=House(shuffler=Shuffler.BY_HAND)).when(BEN).until(due).table.to_do
    if due is Act.STACK:
        by_hand = (Step(Act.WASH, Role.DEALER, "(d)(3)"), *by_hand)
    scenario = opened("wisconsin", house=BATCHES).when(BEN).until(due).when(FAILS)
    assert scenario.table.occasion is Occasion.OPENING
    assert scenario.table.to_do == by_hand
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("wisconsin", "(d)(3)", "(d)(4)")
@pytest.mark.parametrize("act", [Act.SORT_CARDS, Act.STACK, Act.SHUFFLE])
def test_of_the_second_batch_nothing_more_is_done_and_the_first_is_washed(act):
    scenario = opened("wisconsin", house=BATCHES).when(BEN).until(Act.STACK).went_on()
    scenario.until(act).when(FAILS)
    assert acts(scenario)[:3] == [Act.WASH, Act.STACK, Act.SHUFFLE]
    assert Act.SORT_CARDS not in acts(scenario)


@clause("maryland", "4.C(2)", "4.E", "11.E")
@pytest.mark.parametrize(("due", "first"), [(Act.WASH, Act.WASH), (Act.STACK, Act.STACK)])
def test_in_maryland_the_first_batch_is_washed_once(due, first):
    scenario = opened("maryland", house=BATCHES).when(BEN).until(due).when(FAILS)
    assert acts(scenario)[1] is first
    assert acts(scenario).count(Act.STACK) == 1
    scenario = opened("maryland", house=BATCHES).when(BEN).until(Act.STACK).went_on().when(FAILS)
    assert acts(scenario)[:2] == [Act.COVER_DEVICE, Act.SHUFFLE]


@clause("wisconsin", "(d)(3)", "(g)(2)")
def test_a_dealer_who_arrives_meanwhile_still_confirms_the_manner_of_dealing():
    scenario = opened("wisconsin", house=BATCHES).when(BEN).until(Act.STACK).went_on()
    scenario.when(c.ComeToTable(dealer="Dee"), FAILS)
    assert acts(scenario)[:3] == [Act.CONFIRM_LEFT_HAND, Act.WASH, Act.STACK]


@clause("wisconsin", "(j)(4)", "(b)(1)")
def test_a_device_that_jams_and_then_fails_begins_nothing():
    scenario = at_table("wisconsin", house=BATCHES).wagers({1: 10_00}).when(c.ReportShufflerJam()).when(FAILS)
    scenario.then_exactly(DeviceFailed())
    assert scenario.due.act is Act.CALL_NO_MORE_BETS


@clause("maryland", "11.D", "11.E")
@pytest.mark.parametrize("shuffler", [Shuffler.BATCH, Shuffler.CONTINUOUS])
def test_in_maryland_it_is_covered_and_emptied(shuffler):
    scenario = at_table("maryland", house=House(shuffler=shuffler)).wagers({1: 10_00})
    scenario.when(c.ReportShufflerJam(), FAILS)
    assert acts(scenario)[:2] == [Act.COVER_DEVICE, Act.EMPTY_DEVICE]
    assert (Act.GATHER_CARDS in acts(scenario)) is (shuffler is Shuffler.CONTINUOUS)
