"""Maryland, chapter 5, I: what is done with the cards when nobody plays."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    ChangeCards,
    CloseTable,
    DeclareIdle,
    LeaveTable,
    OpenTable,
    Perform,
    PlaceWager,
    RefuseCut,
    Sit,
)
from casinowar.game.events import ActPerformed
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Role, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, ready

FROM_ARRIVAL = [
    (Act.SHOW_FIRST_PLAYER, "5.I(3)"),
    (Act.TURN_FACE_DOWN, "5.I(3)"),
    (Act.WASH, "5.I(3)"),
    (Act.STACK, "5.I(3)"),
]
FACE_DOWN = [
    (Act.GATHER_CARDS, "5.I(1)"),
    (Act.SPREAD_FACE_DOWN, "5.I(2)"),
    (Act.TURN_FACE_UP, "5.I(3)"),
    *FROM_ARRIVAL,
]
FACE_UP = [(Act.GATHER_CARDS, "5.I(1)"), (Act.SPREAD_FACE_UP, "5.I(2)"), *FROM_ARRIVAL]
BATCHES = House(shuffler=Shuffler.BATCH)


def after_a_round(house: House | None = None) -> Scenario:
    return at_table("maryland", players=1, cards="KH 2C", house=house).wagers({1: 10_00}).dealt()


@clause("maryland", "5.I", "5.I(1)", "5.I(2)", "5.I(3)")
@pytest.mark.parametrize(("house", "next_act"), [(House(), Act.SHUFFLE), (BATCHES, Act.EXCHANGE_BATCHES)])
@pytest.mark.parametrize(("face_up", "acts"), [(False, FACE_DOWN), (True, FACE_UP)])
def test_each_act_of_an_idle_table_is_recorded_in_order(house, next_act, face_up, acts):
    scenario = after_a_round(house).when(DeclareIdle(face_up=face_up))
    for act, clause_id in acts:
        assert scenario.due == Duty(act, Role.DEALER, clause_id)
        scenario.refused(Perform(act_done=act, by=Role.FLOORPERSON), Reason.ROLE_MAY_NOT, clause_id)
        scenario.when(Perform(act_done=act)).then(ActPerformed(act=act, by=Role.DEALER))
    assert scenario.due.act is next_act


@clause("maryland", "5.I")
def test_only_a_table_between_rounds_is_idle():
    scenario = at_table("maryland", players=1, cards="9H 9C").wagers({1: 10_00})
    scenario.refused(DeclareIdle(), Reason.WAGERS_ON_LAYOUT)
    scenario.dealt().refused(DeclareIdle(), Reason.ROUND_IN_PROGRESS)


@clause("maryland", "5.I(1)")
def test_the_cards_are_removed_from_the_shoe_and_the_discard_rack():
    scenario = after_a_round()
    assert (len(scenario.table.shoe.stack), len(scenario.table.rack)) == (312, 3)
    scenario.when(DeclareIdle(), Perform(act_done=Act.GATHER_CARDS))
    assert (scenario.table.shoe.stack, scenario.table.rack) == ((), ())
    assert len(scenario.table.stack) == 312


@clause("maryland", "5.I(2)")
def test_the_cards_lie_face_down_until_a_player_arrives():
    scenario = after_a_round().when(LeaveTable(player="Ann"), DeclareIdle()).attended()
    scenario.then(ActPerformed(act=Act.SPREAD_FACE_DOWN, by=Role.AUTOMATIC))
    assert scenario.due == Duty(Act.TAKE_SEAT, Role.PLAYER, "5.I(3)")
    turn = Perform(act_done=Act.TURN_FACE_UP)
    scenario.refused(turn, Reason.NO_PLAYER_TO_INSPECT, "5.I(3)")
    assert scenario.when(Sit(player="Ben", seat=2, chips=100_00)).is_allowed(turn)


@clause("maryland", "5.I(2)")
def test_the_cards_lie_face_up_when_a_player_asks_for_it():
    scenario = after_a_round().when(DeclareIdle(face_up=True), LeaveTable(player="Ann")).attended()
    scenario.then(ActPerformed(act=Act.SPREAD_FACE_UP, by=Role.AUTOMATIC))
    scenario.refused(Perform(act_done=Act.SHOW_FIRST_PLAYER), Reason.NO_PLAYER_TO_INSPECT, "5.I(3)")


@clause("maryland", "5.I(2)")
def test_where_no_player_is_left_nobody_asks_for_it():
    scenario = after_a_round().when(LeaveTable(player="Ann"))
    scenario.refused(DeclareIdle(face_up=True), Reason.NO_PLAYER_TO_ASK, "5.I(2)")
    assert scenario.is_allowed(DeclareIdle())
    assert scenario.when(Sit(player="Ben", seat=2, chips=100_00)).is_allowed(DeclareIdle(face_up=True))


@clause("maryland", "5.I(3)")
def test_the_first_player_to_arrive_sees_the_cards_and_is_offered_the_cut():
    scenario = after_a_round().when(LeaveTable(player="Ann"), DeclareIdle()).attended()
    ben = PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00)
    scenario.when(Sit(player="Ben", seat=2, chips=100_00), Sit(player="Cleo", seat=3, chips=100_00))
    scenario.refused(ben, Reason.BETTING_NOT_OPEN, "5.I(3)")
    scenario.attended().then(
        ActPerformed(act=Act.TURN_FACE_UP, by=Role.AUTOMATIC),
        ActPerformed(act=Act.SHOW_FIRST_PLAYER, by=Role.AUTOMATIC),
        ActPerformed(act=Act.TURN_FACE_DOWN, by=Role.AUTOMATIC),
        ActPerformed(act=Act.WASH, by=Role.AUTOMATIC),
        ActPerformed(act=Act.STACK, by=Role.AUTOMATIC),
    )
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.E(1)", 2)


@clause("maryland", "5.I", "5.I(3)", "4.F")
@pytest.mark.parametrize("shuffler", [Shuffler.BY_HAND, Shuffler.BATCH])
@pytest.mark.parametrize("arrives_first", [True, False])
def test_new_decks_that_came_preshuffled_and_that_nobody_was_shown_lift_nothing_of_it(
    shuffler, arrives_first
):
    house = House(shuffler=shuffler, preshuffled=True)
    ben = Sit(player="Ben", seat=2, chips=100_00)
    scenario = after_a_round(house).when(LeaveTable(player="Ann"), *([ben] if arrives_first else ()))
    before = len(scenario.history)
    scenario.when(ChangeCards())
    if arrives_first:
        scenario.until(Act.ANSWER_CUT).when(RefuseCut(seat=2))
    if not ready(scenario).table.seats:
        assert scenario.due.act is Act.TAKE_SEAT
        ready(scenario.when(ben))
    done = [event.act for event in scenario.history[before:] if isinstance(event, ActPerformed)]
    assert done[0] is Act.RECEIVE_DECKS
    assert [act for act, _ in FROM_ARRIVAL] == done[done.index(Act.SHOW_FIRST_PLAYER) :][:4]
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "4.F", "5.I")
def test_a_table_that_opens_anew_with_preshuffled_decks_was_not_idle():
    scenario = after_a_round(House(preshuffled=True)).when(
        LeaveTable(player="Ann"), CloseTable(), OpenTable()
    )
    ready(scenario.when(Sit(player="Ben", seat=2, chips=100_00)))
    assert scenario.due.act is Act.PLACE_WAGERS
