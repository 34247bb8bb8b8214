"""Maryland, chapter 5, A, B and H: when the cards are shuffled, and whether they are cut then."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    CallNoMoreBets,
    CutStack,
    OfferCut,
    OrderReshuffle,
    PlaceCoverCard,
    PlaceWager,
    ReceiveDecks,
    RefuseCut,
    ReportShufflerJam,
    Shuffle,
    ShuffleStored,
    Sit,
    Surrender,
    WithdrawWager,
)
from casinowar.game.events import (
    CardsGathered,
    CardsShuffled,
    CoverCardDrawn,
    CutOffered,
    ProcedureBegan,
    ReshuffleOrdered,
    RoundCompleted,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Occasion, Role, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

WAGER = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
EACH_ROUND = {"reshuffle": "after_each_round"}


def with_ann(house: House | None = None) -> Scenario:
    return opened("maryland", house=house).when(Sit(player="Ann", seat=1, chips=100_00))


def one_round(*, house: House | None = None, readings: dict[str, str] | None = None) -> Scenario:
    """Play a round of two cards; Ann wins it."""
    table = at_table("maryland", players=1, cards="KH 2C", house=house, readings=readings)
    return table.wagers({1: 10_00}).dealt()


# 5.A


@clause("maryland", "5.A")
@pytest.mark.parametrize("shuffler", list(Shuffler))
def test_the_shuffle_mixes_exactly_the_cards_of_the_stack(shuffler):
    scenario = with_ann(House(shuffler=shuffler)).until(Act.SHUFFLE)
    stack = scenario.table.stack
    scenario.refused(Shuffle(cards=stack[:-1]), Reason.CARDS_DO_NOT_MATCH)
    scenario.refused(Shuffle(cards=(*stack[:-1], stack[0])), Reason.CARDS_DO_NOT_MATCH)
    mixed = stack[1::2] + stack[::2]
    scenario.when(Shuffle(cards=mixed)).then_exactly(CardsShuffled(cards=mixed))
    assert scenario.table.stack == mixed


@clause("maryland", "5.A")
def test_preshuffled_cards_are_not_shuffled_again():
    scenario = with_ann(House(preshuffled=True)).until(Act.OFFER_CUT)
    assert scenario.of(CardsShuffled) == []
    scenario.refused(Shuffle(), Reason.NOT_NOW)


@clause("maryland", "5.A(1)")
def test_the_cards_are_shuffled_immediately_before_play_begins():
    scenario = with_ann().until(Act.SHUFFLE)
    assert scenario.due == Duty(Act.SHUFFLE, Role.DEALER, "5.A(1)")
    scenario.refused(OfferCut(), Reason.NOT_NOW, "5.A(1)")
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN, "5.A(1)")


@clause("maryland", "5.A(2)", "5.H")
def test_a_round_without_the_cover_card_is_followed_by_another_from_the_same_shoe():
    scenario = one_round()
    assert scenario.of(ProcedureBegan) == []
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "5.A(2)")
def test_the_cards_can_be_read_to_be_shuffled_after_each_round():
    scenario = one_round(readings=EACH_ROUND).then(RoundCompleted(round=1), CardsGathered())
    assert scenario.due.act is Act.ANSWER_CUT
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN)


@clause("maryland", "5.A(2)")
def test_a_continuous_shuffler_shuffles_after_each_round():
    scenario = at_table("maryland", cards="KH 2C", house=House(shuffler=Shuffler.CONTINUOUS))
    scenario.wagers({1: 10_00}).when(CallNoMoreBets()).until(Act.SHUFFLE)
    assert scenario.table.rounds == 1
    assert scenario.due == Duty(Act.SHUFFLE, Role.DEALER, "5.A(2)")
    assert len(scenario.table.stack) == 312


@clause("maryland", "5.A(3)", "5.H")
def test_a_floorperson_may_order_a_reshuffle_after_any_round():
    scenario = one_round().when(OrderReshuffle()).attended()
    scenario.then(CardsGathered())
    [shuffled] = scenario.of(CardsShuffled)
    assert isinstance(shuffled, CardsShuffled)
    assert len(shuffled.cards) == 312


@clause("maryland", "5.A(3)")
@pytest.mark.parametrize("role", [Role.DEALER, Role.PLAYER, Role.AUTOMATIC])
def test_nobody_below_a_floorperson_may_order_a_reshuffle(role):
    one_round().refused(OrderReshuffle(by=role), Reason.ROLE_MAY_NOT)


@clause("maryland", "5.A(3)", "5.H")
def test_a_reshuffle_can_be_ordered_once_a_chip_is_down_for_the_next_round():
    scenario = at_table("maryland", players=2, cards="9H 9C").wagers({1: 10_00, 2: 10_00})
    scenario.when(OrderReshuffle()).refused(CallNoMoreBets(), Reason.NOT_NOW, "5.A(3)")
    assert scenario.table.occasion is Occasion.ORDERED
    scenario.when(WithdrawWager(hand=2, wager=Wager.INITIAL))
    ready(scenario)
    assert (scenario.hand(1).on_layout(Wager.INITIAL), scenario.table.chips["Ben"]) == (10_00, 1_000_00)
    assert scenario.due.act is Act.CALL_NO_MORE_BETS


@clause("maryland", "5.A(3)", "5.H")
def test_a_reshuffle_ordered_in_mid_round_waits_for_the_end_of_the_round():
    scenario = at_table("maryland", players=1, cards="9H 9C").wagers({1: 10_00}).dealt()
    scenario.when(OrderReshuffle()).then_exactly(ReshuffleOrdered())
    scenario.refused(OrderReshuffle(), Reason.RESHUFFLE_IS_ORDERED, "5.A(3)")
    scenario.when(Surrender(hand=1)).until(Act.GATHER_CARDS).then(RoundCompleted(round=1))
    assert (scenario.table.occasion, scenario.due.clause) == (Occasion.ORDERED, "5.A(3)")
    assert scenario.until(Act.ANSWER_CUT).due.clause == "5.E(5)"
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.A(3)")
def test_a_continuous_shuffler_that_has_no_cover_card_takes_the_order_in_mid_round_too():
    table = at_table("maryland", players=1, cards="KH 2C", house=House(shuffler=Shuffler.CONTINUOUS))
    table.wagers({1: 10_00}).when(CallNoMoreBets())
    table.when(OrderReshuffle()).then_exactly(ReshuffleOrdered())
    table.refused(OrderReshuffle(), Reason.RESHUFFLE_IS_ORDERED, "5.A(3)")


# 5.B


@clause("maryland", "5.A(3)", "5.E(5)")
@pytest.mark.parametrize("act", [Act.ANSWER_CUT, Act.CUT, Act.PLACE_COVER_CARD, Act.LOAD_SHOE])
@pytest.mark.parametrize("is_opening", [True, False])
def test_a_reshuffle_ordered_before_the_shoe_is_loaded_begins_again_with_the_shuffle(is_opening, act):
    scenario = opened("maryland").when(Sit(player="Ann", seat=2, chips=100_00))
    scenario.when(Sit(player="Ben", seat=5, chips=100_00))
    if not is_opening:
        ready(scenario).when(OrderReshuffle())
    up_to(scenario, act)
    later = [
        step.act for step in scenario.table.to_do if step.act in {Act.CONFIRM_HANDS, Act.CONFIRM_NEAR_HANDS}
    ]
    scenario.when(OrderReshuffle())
    assert (scenario.due.act, scenario.due.clause) == (Act.SHUFFLE, "5.A(3)")
    scenario.refused(OrderReshuffle(), Reason.SHUFFLE_IS_DUE, "5.A(3)")
    scenario.went_on().until(Act.ANSWER_CUT)
    assert (scenario.due.seat, scenario.due.clause) == (5, "5.E(5)")
    acts = [step.act for step in scenario.table.to_do]
    assert acts == [Act.OFFER_CUT, Act.PLACE_COVER_CARD, Act.LOAD_SHOE, Act.BURN_CARD, *later]
    assert ready(scenario).due.act is Act.PLACE_WAGERS


def up_to(scenario: Scenario, act: Act) -> None:
    """Go on to an act that comes with the cut or after it, with every offer of the cut refused."""
    while scenario.due.act is not act:
        if scenario.due.act is Act.ANSWER_CUT:
            scenario.when(RefuseCut(seat=scenario.due.seat or 0))
        else:
            scenario.went_on()


@clause("maryland", "5.A(3)", "5.B(1)")
@pytest.mark.parametrize("shuffler", [Shuffler.BATCH, Shuffler.CONTINUOUS])
def test_what_a_device_has_shuffled_is_shuffled_again_by_order_before_it_is_loaded(shuffler):
    scenario = with_ann(House(shuffler=shuffler)).until(Act.LOAD_SHOE).when(OrderReshuffle())
    assert (scenario.due.act, scenario.due.clause) == (Act.SHUFFLE, "5.A(3)")
    assert Act.OFFER_CUT not in {step.act for step in scenario.table.to_do}
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.A(3)", "5.H")
@pytest.mark.parametrize("act", [Act.BURN_CARD, Act.CONFIRM_HANDS, Act.CONFIRM_NEAR_HANDS])
def test_a_loaded_shoe_from_which_nobody_was_dealt_is_reshuffled_by_order(act):
    scenario = with_ann()
    up_to(scenario, act)
    later = [step.act for step in scenario.table.to_do if step.act is not Act.BURN_CARD]
    scenario.when(OrderReshuffle())
    assert (scenario.due.act, scenario.due.clause) == (Act.GATHER_CARDS, "5.A(3)")
    assert [step.act for step in scenario.table.to_do][-len(later) :] == later
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.A(1)", "5.A(3)")
@pytest.mark.parametrize("act", [Act.RECEIVE_DECKS, Act.WASH, Act.SHUFFLE])
def test_a_shuffle_that_is_going_to_come_is_not_ordered_again(act):
    scenario = with_ann().until(act)
    scenario.refused(OrderReshuffle(), Reason.SHUFFLE_IS_DUE, "5.A(1)")


@clause("maryland", "5.B")
@pytest.mark.parametrize(
    ("shuffler", "then"),
    [
        (Shuffler.BY_HAND, Act.OFFER_CUT),
        (Shuffler.BATCH, Act.PLACE_COVER_CARD),
        (Shuffler.CONTINUOUS, Act.LOAD_SHOE),
    ],
)
def test_the_shuffled_cards_form_a_single_stack(shuffler, then):
    scenario = one_round(house=House(shuffler=shuffler)).when(OrderReshuffle()).until(then)
    table = scenario.table
    assert len(table.stack) == 312
    assert (table.shoe.stack, table.rack) == ((), ())


@clause("maryland", "5.B(1)")
def test_machine_shuffled_cards_are_dealt_without_a_cut():
    scenario = with_ann(House(shuffler=Shuffler.BATCH)).until(Act.PLACE_COVER_CARD)
    assert scenario.of(CutOffered) == []
    scenario.refused(OfferCut(), Reason.NOT_NOW)
    scenario.refused(CutStack(seat=1, depth=100), Reason.NOT_NOW)
    order = scenario.table.stack
    scenario.attended()
    assert scenario.table.shoe.stack == order
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "5.B(1)")
def test_a_machine_shuffled_batch_is_not_cut_between_shoes_either():
    scenario = one_round(house=House(shuffler=Shuffler.BATCH)).when(OrderReshuffle()).attended()
    assert scenario.of(CutOffered) == []
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "5.B(2)")
def test_hand_shuffled_cards_are_cut():
    scenario = with_ann().until(Act.SHUFFLE).when(Shuffle()).until(Act.OFFER_CUT)
    assert scenario.due == Duty(Act.OFFER_CUT, Role.DEALER, "5.B(2)")
    scenario.refused(PlaceCoverCard(), Reason.NOT_NOW, "5.B(2)")


@clause("maryland", "5.B(2)")
def test_preshuffled_cards_are_cut():
    scenario = with_ann(House(preshuffled=True)).until(Act.RECEIVE_DECKS).when(ReceiveDecks())
    scenario.until(Act.OFFER_CUT)
    assert scenario.due == Duty(Act.OFFER_CUT, Role.DEALER, "5.B(2)")
    scenario.refused(PlaceCoverCard(), Reason.NOT_NOW, "5.B(2)")


# 5.H


@clause("maryland", "5.H")
@pytest.mark.parametrize(
    ("behind", "over", "cutter"),
    [(311, True, 1), (310, True, None), (309, False, None)],
    ids=["before the first card", "before the second card", "after the last card"],
)
def test_the_shoe_is_reshuffled_after_the_round_in_which_the_cover_card_is_reached(behind, over, cutter):
    # One card is burned and two are dealt, so that 309 of 312 are left.
    scenario = one_round(house=House(cards_behind_cover_card=behind))
    assert bool(scenario.of(CoverCardDrawn)) is over
    assert (scenario.table.occasion is Occasion.RESHUFFLE) is over
    if over:
        scenario.then(CoverCardDrawn(cutter=cutter), RoundCompleted(round=1), CardsGathered())
    assert scenario.is_allowed(WAGER) is not over


@clause("maryland", "5.B(2)", "5.C", "11.D")
@pytest.mark.parametrize("by_hand", [True, False])
def test_a_batch_that_was_shuffled_by_hand_after_a_jam_is_cut_when_it_comes_into_play(by_hand):
    scenario = at_table("maryland", house=House(shuffler=Shuffler.BATCH)).when(ReportShufflerJam())
    scenario.until(Act.SHUFFLE_STORED).when(ShuffleStored(by_hand=by_hand), OrderReshuffle())
    scenario.until(Act.SHUFFLE_STORED).went_on()
    acts = [step.act for step in scenario.table.to_do]
    assert acts[: acts.index(Act.PLACE_COVER_CARD)] == ([Act.HOLD_STACK, Act.OFFER_CUT] if by_hand else [])


@clause("maryland", "5.B(2)", "11.D")
def test_the_batch_that_the_device_shuffles_after_it_is_not_cut():
    scenario = at_table("maryland", house=House(shuffler=Shuffler.BATCH)).when(ReportShufflerJam())
    scenario.until(Act.SHUFFLE_STORED).when(ShuffleStored(by_hand=True), OrderReshuffle())
    ready(scenario).when(OrderReshuffle()).attended()
    assert scenario.due.act is Act.PLACE_WAGERS
    assert not scenario.of(CutOffered)
