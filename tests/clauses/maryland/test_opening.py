"""Maryland, chapter 4: what is done with the cards before the first shuffle."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House
from casinowar.game.commands import (
    OfferCut,
    OrderReshuffle,
    Perform,
    PlaceWager,
    ReceiveDecks,
    Shuffle,
    ShuffleStored,
    Sit,
)
from casinowar.game.events import ActPerformed, CardsShuffled, ProcedureBegan
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Occasion, Role, Shuffler, Wager
from tests.support.citing import given_alone, only
from tests.support.clause import clause
from tests.support.scenario import Scenario, opened

ANN = Sit(player="Ann", seat=1, chips=100_00)
WAGER = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)

BY_HAND = [
    Duty(Act.INSPECT_CARDS, Role.DEALER, "4.A"),
    Duty(Act.VERIFY_INSPECTION, Role.FLOORPERSON, "4.A"),
    Duty(Act.SPREAD_FACE_UP, Role.DEALER, "4.B"),
    Duty(Act.SHOW_FIRST_PLAYER, Role.DEALER, "4.C"),
    Duty(Act.TURN_FACE_DOWN, Role.DEALER, "4.C(1)"),
    Duty(Act.WASH, Role.DEALER, "4.C(2)"),
    Duty(Act.STACK, Role.DEALER, "4.C(3)"),
]
EACH_BATCH = [Duty(duty.act, duty.role, "4.E") for duty in BY_HAND]


def received(shuffler: Shuffler = Shuffler.BY_HAND) -> Scenario:
    """Give a table with a player, to which the decks have just come."""
    house = House(shuffler=shuffler)
    return opened("maryland", house=house).when(ANN).until(Act.RECEIVE_DECKS).when(ReceiveDecks())


def perform_in_order(scenario: Scenario, duties: Sequence[Duty]) -> None:
    for duty in duties:
        assert scenario.due == duty
        scenario.when(Perform(act_done=duty.act, by=duty.role))
        scenario.then_exactly(ActPerformed(act=duty.act, by=duty.role))


@clause("maryland", "4.A", "4.B", "4.C", "4.C(1)", "4.C(2)", "4.C(3)", "4.D")
def test_each_act_is_recorded_in_the_order_of_the_chapter_and_then_the_cards_are_shuffled():
    scenario = received()
    perform_in_order(scenario, BY_HAND)
    assert scenario.due == Duty(Act.SHUFFLE, Role.DEALER, "5.A(1)")


@clause("maryland", "4.A", "4.B", "4.C", "4.C(1)", "4.C(2)", "4.C(3)")
@pytest.mark.parametrize("duty", BY_HAND, ids=lambda duty: duty.act.name)
def test_no_act_can_be_skipped(duty):
    scenario = received().until(duty.act)
    for later in BY_HAND[BY_HAND.index(duty) + 1 :]:
        scenario.refused(Perform(act_done=later.act, by=later.role), Reason.NOT_NOW, duty.clause)
    scenario.refused(Shuffle(), Reason.NOT_NOW, duty.clause)
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN, duty.clause)


@clause("maryland", "4.A")
def test_a_floorperson_verifies_what_the_dealer_inspected():
    scenario = received()
    inspect, verify = Act.INSPECT_CARDS, Act.VERIFY_INSPECTION
    scenario.refused(Perform(act_done=inspect, by=Role.FLOORPERSON), Reason.ROLE_MAY_NOT, "4.A")
    scenario.when(Perform(act_done=inspect, by=Role.DEALER))
    scenario.refused(Perform(act_done=verify, by=Role.DEALER), Reason.ROLE_MAY_NOT, "4.A")
    scenario.when(Perform(act_done=verify, by=Role.FLOORPERSON))


@clause("maryland", "4.B", "4.C")
def test_the_spread_cards_wait_for_the_first_player_to_arrive():
    scenario = opened("maryland").attended()
    scenario.then(ActPerformed(act=Act.SPREAD_FACE_UP, by=Role.AUTOMATIC))
    assert scenario.due == Duty(Act.TAKE_SEAT, Role.PLAYER, "4.C")
    look = Perform(act_done=Act.SHOW_FIRST_PLAYER)
    scenario.refused(look, Reason.NO_PLAYER_TO_INSPECT, "4.C")
    scenario.refused(Perform(act_done=Act.TURN_FACE_DOWN), Reason.NOT_NOW, "4.C")
    assert scenario.when(ANN).is_allowed(look)


@clause("maryland", "4.D")
def test_the_stacked_cards_are_not_cut_or_dealt_before_the_shuffle():
    scenario = received().until(Act.SHUFFLE)
    scenario.refused(OfferCut(), Reason.NOT_NOW, "5.A(1)")
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN, "5.A(1)")
    order = scenario.table.stack[::-1]
    assert scenario.when(Shuffle(cards=order)).table.stack == order


@clause("maryland", "4.E")
def test_each_of_two_batches_is_inspected_spread_mixed_stacked_and_shuffled():
    scenario = received(Shuffler.BATCH)
    perform_in_order(scenario, EACH_BATCH + EACH_BATCH)
    scenario.refused(ShuffleStored(), Reason.NOT_NOW)
    scenario.when(Shuffle()).refused(WAGER, Reason.BETTING_NOT_OPEN)
    scenario.when(ShuffleStored())
    assert scenario.due.act is Act.PLACE_COVER_CARD


@clause("maryland", "4.E")
def test_the_cards_of_a_continuous_shuffler_are_opened_once():
    scenario = received(Shuffler.CONTINUOUS)
    perform_in_order(scenario, BY_HAND)
    assert scenario.due.act is Act.SHUFFLE


@clause("maryland", "4.F")
def test_preinspected_and_preshuffled_decks_go_straight_to_the_cut():
    scenario = opened("maryland", house=House(preshuffled=True)).when(ANN).until(Act.RECEIVE_DECKS)
    assert scenario.due.clause == "4.F"
    order = scenario.rules.cards()[::-1]
    scenario.when(ReceiveDecks(cards=order))
    assert scenario.table.stack == order
    said = Perform(act_done=Act.CONFIRM_PRESHUFFLED, by=Role.FLOORPERSON)
    scenario.refused(OfferCut(), Reason.NOT_NOW, "4.F")
    assert scenario.when(said).until(Act.OFFER_CUT).due.act is Act.OFFER_CUT
    scenario.refused(Perform(act_done=Act.INSPECT_CARDS), Reason.NOT_NOW)
    scenario.refused(Shuffle(), Reason.NOT_NOW)


@clause("maryland", "4.F")
def test_decks_that_are_not_preshuffled_cannot_come_in_an_order_of_their_own():
    scenario = opened("maryland").until(Act.RECEIVE_DECKS)
    for order in ({"cards": scenario.rules.cards()}, {"shuffle": "7"}, {"commitment": "bound"}):
        scenario.refused(ReceiveDecks(**order), Reason.NOT_PRESHUFFLED, "4.F")


@clause("maryland", "4.F")
def test_somebody_states_that_the_decks_came_both_inspected_and_shuffled():
    scenario = opened("maryland", house=House(preshuffled=True)).until(Act.RECEIVE_DECKS).when(ReceiveDecks())
    assert scenario.due == Duty(Act.CONFIRM_PRESHUFFLED, Role.FLOORPERSON, "4.F")
    scenario.refused(OfferCut(), Reason.NOT_NOW, "4.F")
    said = Perform(act_done=Act.CONFIRM_PRESHUFFLED)
    scenario.refused(said, Reason.ROLE_MAY_NOT, "4.F").when(replace(said, by=Role.FLOORPERSON))
    assert [step.act for step in scenario.table.to_do[:2]] == [Act.HOLD_STACK, Act.OFFER_CUT]


@clause("maryland", "4.F", "5.A(3)", "5.B(2)", "5.C", "5.E(1)")
@pytest.mark.parametrize("act", [Act.CONFIRM_LAYOUT, Act.RECEIVE_DECKS, Act.HOLD_STACK])
def test_an_order_to_shuffle_preshuffled_decks_leaves_the_first_cut_to_the_first_player(act):
    scenario = opened("maryland", house=House(preshuffled=True)).until(act)
    assert only(given_alone(scenario, OrderReshuffle()), ProcedureBegan) == ["5.A(3)"]
    assert scenario.table.occasion is Occasion.OPENING
    assert len(scenario.attended().of(CardsShuffled)) == 1
    assert scenario.due == Duty(Act.TAKE_SEAT, Role.PLAYER, "5.B(2)")
    assert scenario.when(ANN).until(Act.ANSWER_CUT).due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.E(1)", 1)


@clause("maryland", "4.F", "5.A(3)", "5.E(1)", "5.E(5)")
@pytest.mark.parametrize(
    ("act", "seat", "said"), [(Act.RECEIVE_DECKS, 1, "5.E(1)"), (Act.HOLD_STACK, 2, "5.E(5)")]
)
def test_ordered_after_players_and_decks_have_come_the_cut_is_that_of_an_order(act, seat, said):
    scenario = opened("maryland", house=House(preshuffled=True)).when(ANN).until(act)
    scenario.when(Sit(player="Ben", seat=2, chips=100_00), OrderReshuffle()).until(Act.ANSWER_CUT)
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, said, seat)
