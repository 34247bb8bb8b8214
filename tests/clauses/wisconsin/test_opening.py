import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import ActPerformed
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Role, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

HOUR = 60 * 60
DAY = 24 * HOUR
SIT = c.Sit(player="Ann", seat=1, chips=100_00)
WITH_SHUFFLER = House(shuffler=Shuffler.BATCH)


@clause("wisconsin", "(d)(1)")
def test_the_dealer_sorts_and_inspects_the_cards_and_the_floorperson_verifies_it():
    scenario = opened("wisconsin").refused(c.Perform(act_done=Act.INSPECT_CARDS), Reason.NOT_NOW)
    scenario.when(c.ReceiveDecks())
    assert scenario.due == Duty(Act.SORT_CARDS, Role.DEALER, "(d)(1)")
    scenario.refused(c.Perform(act_done=Act.INSPECT_CARDS), Reason.NOT_NOW, "(d)(1)")
    scenario.when(c.Perform(act_done=Act.SORT_CARDS))
    assert scenario.due == Duty(Act.INSPECT_CARDS, Role.DEALER, "(d)(1)")
    by_floor = c.Perform(act_done=Act.VERIFY_INSPECTION, by=Role.FLOORPERSON)
    scenario.refused(by_floor, Reason.NOT_NOW, "(d)(1)")
    scenario.when(c.Perform(act_done=Act.INSPECT_CARDS))
    assert scenario.due == Duty(Act.VERIFY_INSPECTION, Role.FLOORPERSON, "(d)(1)")
    scenario.refused(c.Perform(act_done=Act.VERIFY_INSPECTION), Reason.ROLE_MAY_NOT, "(d)(1)")
    scenario.refused(c.Perform(act_done=Act.SPREAD_FACE_UP), Reason.NOT_NOW, "(d)(1)")
    scenario.when(by_floor).then_exactly(ActPerformed(act=Act.VERIFY_INSPECTION, by=Role.FLOORPERSON))


@clause("wisconsin", "(d)(2)")
def test_the_checked_cards_are_spread_face_up_by_suit_and_in_sequence():
    scenario = opened("wisconsin").until(Act.SPREAD_FACE_UP)
    assert scenario.due == Duty(Act.SPREAD_FACE_UP, Role.DEALER, "(d)(2)")
    assert " ".join(scenario.table.stack[:14]) == "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AD"
    scenario.refused(c.Perform(act_done=Act.TURN_FACE_DOWN), Reason.NOT_NOW, "(d)(2)")


@clause("wisconsin", "(d)(2)")
def test_the_cards_wait_for_the_first_player_to_look_at_them():
    scenario = opened("wisconsin").until(Act.TAKE_SEAT)
    look = c.Perform(act_done=Act.SHOW_FIRST_PLAYER)
    scenario.refused(look, Reason.NO_PLAYER_TO_INSPECT, "(d)(2)")
    scenario.when(SIT).refused(c.Perform(act_done=Act.TURN_FACE_DOWN), Reason.NOT_NOW, "(d)(2)")
    scenario.when(look).then_exactly(ActPerformed(act=Act.SHOW_FIRST_PLAYER, by=Role.DEALER))


@clause("wisconsin", "(d)(3)")
def test_after_the_look_the_cards_are_turned_washed_stacked_and_shuffled():
    scenario = opened("wisconsin").when(SIT).until(Act.TURN_FACE_DOWN)
    for act in (Act.TURN_FACE_DOWN, Act.WASH, Act.STACK):
        assert scenario.due == Duty(act, Role.DEALER, "(d)(3)")
        scenario.refused(c.Shuffle(), Reason.NOT_NOW, "(d)(3)")
        scenario.when(c.Perform(act_done=act)).then_exactly(ActPerformed(act=act, by=Role.DEALER))
    assert scenario.due == Duty(Act.SHUFFLE, Role.DEALER, "(e)(1)")


@clause("wisconsin", "(d)(1)", "(d)(4)")
def test_with_a_shuffler_each_batch_is_inspected_spread_looked_at_turned_and_stacked_by_itself():
    scenario = opened("wisconsin", house=WITH_SHUFFLER).when(SIT, c.ReceiveDecks())
    each_batch = [
        Duty(Act.SORT_CARDS, Role.DEALER, "(d)(1)"),
        Duty(Act.INSPECT_CARDS, Role.DEALER, "(d)(1)"),
        Duty(Act.VERIFY_INSPECTION, Role.FLOORPERSON, "(d)(1)"),
        Duty(Act.SPREAD_FACE_UP, Role.DEALER, "(d)(4)"),
        Duty(Act.SHOW_FIRST_PLAYER, Role.DEALER, "(d)(4)"),
        Duty(Act.TURN_FACE_DOWN, Role.DEALER, "(d)(4)"),
        Duty(Act.STACK, Role.DEALER, "(d)(4)"),
    ]
    for duty in each_batch * 2:
        assert scenario.due == duty
        scenario.refused(c.Shuffle(), Reason.NOT_NOW, duty.clause)
        scenario.when(c.Perform(act_done=duty.act, by=duty.role))
    assert scenario.due.act is Act.SHUFFLE


def opened_at(clock: int, house: House | None = None) -> Scenario:
    """Open a table for Ann with cards that came at a time of the house's clock."""
    scenario = opened("wisconsin", house=house).when(c.TellTime(now=clock), SIT)
    return ready(scenario)


@pytest.mark.parametrize(
    ("starts", "opened_on", "now", "due"),
    [
        ("06:00", 6 * HOUR, DAY + 6 * HOUR - 1, False),
        ("06:00", 6 * HOUR, DAY + 6 * HOUR, True),
        ("06:00", 6 * HOUR, DAY + 6 * HOUR + 1, True),
        ("06:00", DAY + 6 * HOUR - 1, DAY + 6 * HOUR, True),
        ("10:30", DAY + 6 * HOUR, DAY + 10 * HOUR + 1799, False),
        ("10:30", DAY + 6 * HOUR, DAY + 10 * HOUR + 1800, True),
    ],
)
@clause("wisconsin", "(d)(5)")
def test_the_cards_are_changed_once_each_gaming_day(starts, opened_on, now, due):
    scenario = opened_at(opened_on, House(gaming_day_starts=starts)).when(c.TellTime(now=now))
    wager = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    if due:
        assert scenario.due == Duty(Act.CHANGE_CARDS, Role.DEALER, "(d)(5)")
        scenario.refused(wager, Reason.BETTING_NOT_OPEN, "(d)(5)")
    else:
        assert scenario.is_allowed(wager)


@clause("wisconsin", "(d)(5)")
def test_changed_cards_are_inspected_anew_and_serve_the_whole_gaming_day():
    scenario = opened_at(6 * HOUR).when(c.TellTime(now=DAY + 7 * HOUR), c.ChangeCards(), c.ReceiveDecks())
    assert scenario.due == Duty(Act.SORT_CARDS, Role.DEALER, "(d)(1)")
    assert ready(scenario).due.act is Act.PLACE_WAGERS
    assert scenario.when(c.TellTime(now=2 * DAY + 6 * HOUR - 1)).due.act is Act.PLACE_WAGERS
    assert scenario.when(c.TellTime(now=2 * DAY + 6 * HOUR)).due.act is Act.CHANGE_CARDS


@clause("wisconsin", "(d)(5)")
def test_a_round_in_progress_is_played_out_before_the_cards_are_changed():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.when(c.TellTime(now=DAY), c.Surrender(hand=1)).until(Act.CHANGE_CARDS)
    assert scenario.table.rounds == 1
