import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import BatchesExchanged, CardsGathered, CardsShuffled, CutOffered
from casinowar.game.legal_actions import legal_actions
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Role, Shuffler
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

WITH_SHUFFLER = House(shuffler=Shuffler.BATCH)
SIT = c.Sit(player="Ben", seat=5, chips=100_00)


def without_activity(*, face_up: bool = False, house: House | None = None) -> Scenario:
    """Give a table whose only player has left after a round, just declared idle."""
    scenario = at_table("wisconsin", cards="KH 9C", players=1, house=house).wagers({1: 10_00}).dealt()
    return scenario.when(c.LeaveTable(player="Ann"), c.DeclareIdle(face_up=face_up))


def perform(scenario: Scenario, clause_id: str, *acts: Act) -> None:
    """Do these acts, each of which has to be due under the clause."""
    for act in acts:
        assert scenario.due == Duty(act, Role.DEALER, clause_id)
        scenario.when(c.Perform(act_done=act))


@clause("wisconsin", "(e)(7)")
def test_without_gaming_activity_the_cards_are_taken_from_shoe_and_discard_rack():
    scenario = without_activity()
    assert scenario.table.shoe.left + len(scenario.table.rack) == 312
    scenario.refused(c.Perform(act_done=Act.SPREAD_FACE_DOWN), Reason.NOT_NOW, "(e)(7)")
    scenario.when(c.Perform(act_done=Act.GATHER_CARDS)).then(CardsGathered())
    assert (len(scenario.table.stack), scenario.table.shoe.left, scenario.table.rack) == (312, 0, ())


@clause("wisconsin", "(e)(7)")
def test_a_table_with_a_round_in_progress_is_not_idle():
    scenario = at_table("wisconsin").wagers({1: 10_00}).refused(c.DeclareIdle(), Reason.WAGERS_ON_LAYOUT)
    scenario.when(c.CallNoMoreBets()).refused(c.DeclareIdle(), Reason.ROUND_IN_PROGRESS)


@pytest.mark.parametrize("house", [None, WITH_SHUFFLER])
@clause("wisconsin", "(e)(7)")
def test_cards_spread_face_down_are_turned_up_when_a_player_arrives(house):
    scenario = without_activity(house=house)
    perform(scenario, "(e)(7)", Act.GATHER_CARDS, Act.SPREAD_FACE_DOWN)
    assert scenario.due == Duty(Act.TAKE_SEAT, Role.PLAYER, "(e)(7)")
    turn = c.Perform(act_done=Act.TURN_FACE_UP)
    scenario.refused(turn, Reason.NO_PLAYER_TO_INSPECT, "(e)(7)").when(SIT)
    perform(scenario, "(e)(7)", Act.TURN_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN)


@pytest.mark.parametrize("house", [None, WITH_SHUFFLER])
@clause("wisconsin", "(e)(7)")
def test_cards_spread_face_up_wait_for_the_first_player_to_look_at_them(house):
    scenario = without_activity(face_up=True, house=house)
    perform(scenario, "(e)(7)", Act.GATHER_CARDS, Act.SPREAD_FACE_UP)
    look = c.Perform(act_done=Act.SHOW_FIRST_PLAYER)
    scenario.refused(look, Reason.NO_PLAYER_TO_INSPECT, "(e)(7)").when(SIT)
    perform(scenario, "(e)(7)", Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN)


@pytest.mark.parametrize("face_up", [False, True])
@clause("wisconsin", "(e)(7)(i)")
def test_without_a_shuffler_the_cards_are_then_washed_stacked_shuffled_and_cut(face_up):
    scenario = without_activity(face_up=face_up).when(SIT).until(Act.WASH)
    perform(scenario, "(e)(7)(i)", Act.WASH, Act.STACK)
    backwards = tuple(reversed(scenario.table.stack))
    scenario.when(c.Shuffle(cards=backwards)).then_exactly(CardsShuffled(cards=backwards))
    scenario.until(Act.OFFER_CUT).when(c.OfferCut()).then_exactly(CutOffered(seat=5))


@pytest.mark.parametrize("face_up", [False, True])
@clause("wisconsin", "(e)(7)(ii)", "(e)(7)(ii)(A)", "(e)(7)(ii)(B)")
def test_with_a_shuffler_the_cards_are_stacked_and_change_places_with_the_batch_inside(face_up):
    scenario = without_activity(face_up=face_up, house=WITH_SHUFFLER).when(SIT).until(Act.STACK)
    inside = scenario.table.stored
    perform(scenario, "(e)(7)(ii)", Act.STACK)
    scenario.refused(c.Perform(act_done=Act.EXCHANGE_BATCHES), Reason.NOT_NOW, "(e)(7)(ii)(A)")
    perform(scenario, "(e)(7)(ii)(A)", Act.SECURE_STORED_BATCH)
    scenario.refused(c.Perform(act_done=Act.EXCHANGE_BATCHES), Reason.NOT_NOW, "(e)(7)(ii)(B)")
    perform(scenario, "(e)(7)(ii)(B)", Act.RELEASE_STORED_BATCH)
    stacked = scenario.table.stack
    scenario.when(c.Perform(act_done=Act.EXCHANGE_BATCHES)).then(BatchesExchanged())
    assert (scenario.table.stack, scenario.table.stored) == (inside, stacked)


@clause("wisconsin", "(e)(7)(ii)")
def test_the_batch_from_the_shuffler_need_not_be_spread_and_reshuffled():
    scenario = without_activity(house=WITH_SHUFFLER).when(SIT).until(Act.SHUFFLE_STORED)
    scenario.when(c.ShuffleStored()).until(Act.ANSWER_CUT).then(CutOffered(seat=5))
    assert not scenario.of(CardsShuffled)


@clause("wisconsin", "(e)(7)(ii)")
def test_on_a_players_request_the_batch_from_the_shuffler_is_spread_and_reshuffled_too():
    scenario = without_activity(house=WITH_SHUFFLER).when(SIT).until(Act.OFFER_CUT)
    scenario.refused(c.RequestInspection(player="Zoe"), Reason.NOT_SEATED, "")
    may = legal_actions(scenario.rules, scenario.table, "Ben")
    assert [each.clause for each in may if isinstance(each.command, c.RequestInspection)] == ["(e)(7)(ii)"]
    scenario.when(c.RequestInspection(player="Ben"))
    scenario.refused(c.OfferCut(), Reason.NOT_NOW, "(e)(7)(ii)")
    perform(scenario, "(e)(7)(ii)", Act.SPREAD_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN)
    assert scenario.due == Duty(Act.SHUFFLE, Role.DEALER, "(e)(7)(ii)")
    perform(scenario.when(c.Shuffle()), "(e)(2)", Act.HOLD_STACK)
    assert scenario.due.act is Act.OFFER_CUT


@clause("wisconsin", "(e)(2)", "(e)(7)(ii)")
@pytest.mark.parametrize("due", [Act.EXCHANGE_BATCHES, Act.HOLD_STACK, Act.OFFER_CUT, Act.ANSWER_CUT])
def test_a_stack_that_was_shuffled_on_request_is_held_out_once_before_it_is_cut(due):
    scenario = without_activity(house=WITH_SHUFFLER).when(SIT).until(due)
    scenario.when(c.RequestInspection(player="Ben")).until(Act.SHUFFLE).when(c.Shuffle())
    acts = [step.act for step in scenario.table.to_do]
    assert [act for act in acts if act in {Act.HOLD_STACK, Act.OFFER_CUT}] == [Act.HOLD_STACK, Act.OFFER_CUT]


@clause("wisconsin", "(e)(7)(ii)")
@pytest.mark.parametrize("due", [Act.SHUFFLE, Act.HOLD_STACK, Act.ANSWER_CUT])
def test_who_asks_for_a_batch_that_was_shown_is_told_so(due):
    readings = {"idle_batches": "both"}
    scenario = at_table("wisconsin", players=1, house=WITH_SHUFFLER, readings=readings)
    scenario.when(c.LeaveTable(player="Ann"), c.DeclareIdle(), SIT)
    ask = c.RequestInspection(player="Ben")
    scenario.refused(ask, Reason.INSPECTION_IS_DUE, "(e)(7)(ii)")
    scenario.until(due).refused(ask, Reason.INSPECTION_IS_DONE, "(e)(7)(ii)")


@clause("wisconsin", "(e)(7)(ii)")
def test_a_player_asks_before_the_cut():
    scenario = without_activity(house=WITH_SHUFFLER).when(SIT)
    ask = c.RequestInspection(player="Ben")
    assert scenario.is_allowed(ask)
    assert scenario.until(Act.OFFER_CUT).when(c.OfferCut()).is_allowed(ask)
    scenario.when(c.CutStack(seat=5, depth=100)).refused(ask, Reason.NOT_NOW)


@clause("wisconsin", "(e)(7)(ii)")
def test_an_ordered_reshuffle_takes_nothing_from_what_an_idle_tables_cards_are_owed():
    scenario = without_activity(house=WITH_SHUFFLER).when(SIT, c.OrderReshuffle())
    assert scenario.is_allowed(c.RequestInspection(player="Ben"))
    scenario.until(Act.SECURE_STORED_BATCH)
    assert scenario.is_allowed(c.ReportBatchNotSecured())
    scenario.when(c.RequestInspection(player="Ben"))
    scenario.refused(c.RequestInspection(player="Ben"), Reason.INSPECTION_IS_DUE, "(e)(7)(ii)")
    scenario.until(Act.SHOW_FIRST_PLAYER).until(Act.ANSWER_CUT).then(CutOffered(seat=5))


@clause("wisconsin", "(e)(7)(i)")
def test_nor_does_it_spare_the_wash_when_the_device_fails_then():
    left = [
        without_activity(house=WITH_SHUFFLER).when(SIT, *order, c.ReportDeviceFailure()).table.to_do
        for order in ((), (c.OrderReshuffle(),))
    ]
    assert left[0] == left[1]
    assert Act.WASH in {step.act for step in left[1]}
