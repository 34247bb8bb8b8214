"""R32 and R82: when a table is idle, what is shown then, and that no newcomer is dealt from the old shoe."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.events import BatchNotSecured, CardBurned, StepsInserted
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Occasion, Role, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

BATCHES = House(shuffler=Shuffler.BATCH)
CONTINUOUS = House(shuffler=Shuffler.CONTINUOUS)
BEN = c.Sit(player="Ben", seat=2, chips=100_00)
ANN_LEAVES = c.LeaveTable(player="Ann")
NO = c.ReportBatchNotSecured()
SHOWN = [Act.SPREAD_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN]
IDLE = pytest.mark.parametrize(("rulebook", "clause_id"), [("maryland", "5.I"), ("wisconsin", "(e)(7)")])


def deserted(
    rulebook: str, *, house: House | None = None, readings: dict[str, str] | None = None
) -> Scenario:
    """Have the only player leave after a round."""
    scenario = at_table(rulebook, players=1, cards="KH 2C", house=house, readings=readings)
    return scenario.wagers({1: 10_00}).dealt().when(ANN_LEAVES)


def with_idle(scenario: Scenario, **changes: object) -> Scenario:
    """Have the table's text say something else of idle tables."""
    book = scenario.rules.book
    assert book.idle
    scenario.rules = Rules(replace(book, idle=replace(book.idle, **changes)), scenario.rules.house)
    return scenario


def acts(scenario: Scenario) -> list[Act]:
    return [step.act for step in scenario.table.to_do]


# when it begins


@clause("maryland", "5.I")
@clause("wisconsin", "(e)(7)")
@IDLE
@pytest.mark.parametrize("house", [None, BATCHES])
def test_once_no_player_is_left_the_table_is_to_be_declared_idle(rulebook, clause_id, house):
    scenario = deserted(rulebook, house=house)
    assert scenario.due == Duty(Act.DECLARE_IDLE, Role.DEALER, clause_id)
    scenario.attended()
    assert scenario.table.occasion is Occasion.IDLE
    assert scenario.due.act is Act.TAKE_SEAT


@clause("maryland", "5.I")
@clause("wisconsin", "(e)(7)")
@IDLE
def test_a_newcomer_does_not_wager_before_it(rulebook, clause_id):
    scenario = deserted(rulebook).when(c.TellTime(now=1), BEN)
    wager = c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00)
    assert scenario.due == Duty(Act.DECLARE_IDLE, Role.DEALER, clause_id)
    scenario.refused(wager, Reason.BETTING_NOT_OPEN, clause_id)
    assert ready(scenario).is_allowed(wager)
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "5.I")
@IDLE
def test_it_is_not_due_while_anybody_is_left(rulebook, clause_id):
    scenario = at_table(rulebook, players=2).when(ANN_LEAVES)
    assert scenario.due.act is Act.PLACE_WAGERS
    scenario.when(c.LeaveTable(player="Ben"))
    assert scenario.due.clause == clause_id


@clause("maryland", "5.I")
def test_a_player_who_leaves_in_mid_round_leaves_an_idle_table_behind():
    scenario = at_table("maryland", players=1, cards="KH 2C").wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets(), ANN_LEAVES).until(Act.DECLARE_IDLE)
    assert scenario.table.rounds == 1


@clause("maryland", "5.I", "5.I(3)")
@clause("wisconsin", "(e)(7)")
@IDLE
@pytest.mark.parametrize("last_act", [Act.GATHER_CARDS, Act.SHUFFLE, Act.OFFER_CUT])
def test_a_reshuffle_during_which_the_last_player_leaves_does_not_replace_it(rulebook, clause_id, last_act):
    scenario = at_table(rulebook, players=1, cards="KH 2C").when(c.OrderReshuffle()).until(last_act)
    scenario.when(ANN_LEAVES, BEN).until(Act.ANSWER_CUT).when(c.RefuseCut(seat=2)).until(Act.DECLARE_IDLE)
    assert scenario.due == Duty(Act.DECLARE_IDLE, Role.DEALER, clause_id)
    wager = c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00)
    scenario.refused(wager, Reason.BETTING_NOT_OPEN, clause_id)
    assert ready(scenario).is_allowed(wager)


@clause("maryland", "5.I", "11.E")
def test_nor_does_what_is_done_about_a_failed_device():
    scenario = deserted("maryland", house=BATCHES).when(c.ComeToTable(dealer="Dee"), c.ReportDeviceFailure())
    assert scenario.when(BEN).until(Act.DECLARE_IDLE).due.clause == "5.I"


@clause("maryland", "5.I(3)")
def test_who_leaves_after_having_been_shown_the_cards_leaves_an_idle_table_behind():
    scenario = deserted("maryland").attended().when(BEN).until(Act.WASH)
    cleo = c.Sit(player="Cleo", seat=3, chips=100_00)
    scenario.when(c.LeaveTable(player="Ben"), cleo).until(Act.ANSWER_CUT).when(c.RefuseCut(seat=3))
    assert scenario.until(Act.DECLARE_IDLE).due.clause == "5.I"
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.I(3)")
def test_who_leaves_before_being_shown_the_cards_leaves_them_for_the_next():
    scenario = deserted("maryland").attended().when(BEN, c.LeaveTable(player="Ben"), BEN)
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.I", "5.I(3)")
@clause("wisconsin", "(d)(2)", "(e)(7)")
@IDLE
def test_so_does_who_leaves_at_the_opening_after_having_been_shown_the_cards(rulebook, clause_id):
    scenario = opened(rulebook).when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.ANSWER_CUT)
    scenario.when(ANN_LEAVES, BEN).attended()
    if scenario.due.act is Act.ANSWER_CUT:
        scenario.when(c.RefuseCut(seat=2))
    assert scenario.until(Act.DECLARE_IDLE).due.clause == clause_id
    wager = c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00)
    scenario.refused(wager, Reason.BETTING_NOT_OPEN, clause_id)
    assert ready(scenario).is_allowed(wager)


@IDLE
def test_who_leaves_at_the_opening_before_being_shown_the_cards_leaves_them_for_the_next(rulebook, clause_id):
    scenario = opened(rulebook).when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.SHOW_FIRST_PLAYER)
    assert ready(scenario.when(ANN_LEAVES, BEN)).due.act is Act.PLACE_WAGERS
    assert clause_id not in [step.clause for step in scenario.table.to_do]


@clause("maryland", "5.I", "5.K", "11.E")
def test_a_device_that_fails_at_a_table_in_play_leaves_no_idle_table_behind():
    scenario = deserted("maryland", house=CONTINUOUS).when(BEN)
    ready(scenario).next_cards("KH 2C").wagers({2: 10_00}).dealt()
    scenario.when(c.ReportDeviceFailure())
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.I")
def test_new_decks_that_the_first_player_is_shown_do_as_well():
    scenario = deserted("maryland").when(c.ChangeCards(), BEN)
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.I", "5.K")
def test_with_a_device_that_shuffles_by_itself_the_procedure_falls_away():
    scenario = deserted("maryland", house=CONTINUOUS)
    assert scenario.due.act is Act.TAKE_SEAT
    scenario.refused(c.DeclareIdle(), Reason.NOT_PROVIDED_FOR, "5.K")


@pytest.mark.parametrize("rulebook", ["washington", "south_dakota"])
def test_a_text_without_the_procedure_asks_for_none(rulebook):
    assert deserted(rulebook).due.act is Act.TAKE_SEAT


# both batches


@clause("maryland", "5.I(3)", "4.E")
def test_the_first_player_is_shown_both_batches():
    scenario = deserted("maryland", house=BATCHES).attended().when(BEN)
    look = c.Perform(act_done=Act.SHOW_FIRST_PLAYER)
    for batch in (0, 1):
        scenario.until(Act.SHOW_FIRST_PLAYER)
        assert scenario.table.batch == batch
        scenario.when(look)
    assert scenario.until(Act.PLACE_WAGERS).table.batch == 1


@clause("maryland", "5.I(3)", "4.E")
def test_it_can_be_read_to_show_the_batch_that_goes_into_play():
    scenario = deserted("maryland", house=BATCHES, readings={"idle_batches": "in_play"}).attended().when(BEN)
    scenario.until(Act.SHOW_FIRST_PLAYER)
    assert (scenario.table.batch, acts(scenario).count(Act.SHOW_FIRST_PLAYER)) == (1, 1)
    scenario.until(Act.SHUFFLE).until(Act.PLACE_WAGERS)
    assert scenario.table.batch == 1


@clause("wisconsin", "(e)(7)(ii)")
@pytest.mark.parametrize("due", [Act.SHOW_FIRST_PLAYER, Act.STACK, Act.EXCHANGE_BATCHES, Act.OFFER_CUT])
def test_a_player_may_ask_for_the_other_batch_from_the_beginning(due):
    scenario = deserted("wisconsin", house=BATCHES).attended().when(BEN).until(due)
    scenario.when(c.RequestInspection(player="Ben"))
    scenario.refused(c.RequestInspection(player="Ben"), Reason.INSPECTION_IS_DUE, "(e)(7)(ii)")
    other = acts(scenario)
    if Act.EXCHANGE_BATCHES in other:
        other = other[other.index(Act.EXCHANGE_BATCHES) + 1 :]
    assert other[:4] == [*SHOWN, Act.SHUFFLE]


@clause("wisconsin", "(e)(7)(ii)(A)", "(e)(7)(ii)(B)")
@pytest.mark.parametrize("condition", [Act.SECURE_STORED_BATCH, Act.RELEASE_STORED_BATCH])
def test_a_condition_that_does_not_hold_has_the_other_batch_spread_and_reshuffled(condition):
    scenario = deserted("wisconsin", house=BATCHES).attended().when(BEN)
    scenario.refused(NO, Reason.NOT_NOW).until(condition).when(NO)
    found, inserted = scenario.events
    assert found == BatchNotSecured(act=condition, by=Role.DEALER)
    assert isinstance(inserted, StepsInserted)
    scenario.until(Act.EXCHANGE_BATCHES).when(c.Perform(act_done=Act.EXCHANGE_BATCHES))
    assert acts(scenario)[:4] == [*SHOWN, Act.SHUFFLE]
    assert scenario.due.clause == "(e)(7)(ii)"


@clause("wisconsin", "(e)(7)(ii)(A)", "(e)(7)(ii)(B)")
def test_two_conditions_that_do_not_hold_have_it_spread_once():
    scenario = deserted("wisconsin", house=BATCHES).attended().when(BEN).until(Act.SECURE_STORED_BATCH)
    scenario.when(NO, NO)
    assert acts(scenario).count(Act.SHUFFLE) == 1
    assert scenario.due.act is Act.EXCHANGE_BATCHES


@clause("wisconsin", "(e)(7)(ii)")
def test_the_batches_change_places_under_the_clause_that_says_so():
    scenario = deserted("wisconsin", house=BATCHES).attended().when(BEN).until(Act.EXCHANGE_BATCHES)
    assert scenario.due.clause == "(e)(7)(ii)"


@clause("wisconsin", "(e)(7)(ii)")
def test_it_can_be_read_to_show_both_batches_in_any_case():
    scenario = deserted("wisconsin", house=BATCHES, readings={"idle_batches": "both"}).attended().when(BEN)
    scenario.until(Act.EXCHANGE_BATCHES).when(c.Perform(act_done=Act.EXCHANGE_BATCHES))
    assert acts(scenario)[:4] == [*SHOWN, Act.SHUFFLE]
    ready(scenario)
    assert scenario.of(CardBurned)


CLEO = c.Sit(player="Cleo", seat=3, chips=100_00)
BEN_LEAVES = c.LeaveTable(player="Ben")


def due_without_a_cut(scenario: Scenario) -> Act:
    """Go on to what is due once the shoe is loaded, with a cut that is offered refused."""
    while scenario.due.act not in {Act.DECLARE_IDLE, Act.PLACE_WAGERS}:
        if scenario.due.act is Act.ANSWER_CUT:
            scenario.when(c.RefuseCut(seat=scenario.due.seat or 0))
        else:
            scenario.went_on()
    return scenario.due.act


@clause("wisconsin", "(d)(2)", "(d)(4)", "(e)(7)")
@clause("maryland", "4.E", "5.I")
@IDLE
def test_who_was_shown_only_the_second_batch_at_the_opening_does_not_play_with_both(rulebook, clause_id):
    scenario = opened(rulebook, house=BATCHES).when(c.Sit(player="Ann", seat=1, chips=100_00))
    scenario.until(Act.SHOW_FIRST_PLAYER).went_on().when(ANN_LEAVES, BEN)
    assert acts(scenario).count(Act.SHOW_FIRST_PLAYER) == 1
    assert (due_without_a_cut(scenario), scenario.due.clause) == (Act.DECLARE_IDLE, clause_id)
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("wisconsin", "(e)(7)(ii)")
@clause("maryland", "5.I(3)")
@IDLE
def test_nor_does_who_was_shown_only_the_second_batch_of_an_idle_table(rulebook, clause_id):
    scenario = deserted(rulebook, house=BATCHES, readings={"idle_batches": "both"}).attended().when(BEN)
    scenario.until(Act.SHOW_FIRST_PLAYER).went_on().when(BEN_LEAVES, CLEO)
    assert (due_without_a_cut(scenario), scenario.due.clause) == (Act.DECLARE_IDLE, clause_id)
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("wisconsin", "(e)(7)(ii)")
@pytest.mark.parametrize("ordered", [True, False])
def test_nor_does_who_asked_for_the_second_batch_and_was_not_shown_the_first(ordered):
    scenario = deserted("wisconsin", house=BATCHES).attended().when(BEN).until(Act.STACK)
    scenario.when(BEN_LEAVES, CLEO).until(Act.OFFER_CUT)
    if ordered:
        scenario.when(c.OrderReshuffle()).until(Act.OFFER_CUT)
    scenario.when(c.RequestInspection(player="Cleo"))
    assert due_without_a_cut(scenario) is Act.DECLARE_IDLE


@clause("maryland", "5.I(2)", "5.I(3)")
def test_cards_that_one_asked_to_see_may_be_shown_to_the_next():
    readings = {"idle_inspection": "on_request"}
    scenario = deserted("maryland", readings=readings).attended().when(BEN).until(Act.OFFER_INSPECTION)
    scenario.when(c.RequestInspection(player="Ben")).went_on().when(BEN_LEAVES, CLEO)
    assert scenario.due.act is Act.TURN_FACE_UP
    assert due_without_a_cut(scenario) is Act.PLACE_WAGERS


# R32


@clause("maryland", "5.I(2)", "5.I(3)")
@pytest.mark.parametrize("house", [None, BATCHES])
def test_it_can_be_read_to_turn_the_cards_up_only_if_the_player_asks(house):
    readings = {"idle_inspection": "on_request"}
    scenario = deserted("maryland", house=house, readings=readings).attended().when(BEN)
    assert scenario.due.act is Act.OFFER_INSPECTION
    assert acts(scenario)[:2] == [Act.OFFER_INSPECTION, Act.WASH]
    scenario.when(c.RequestInspection(player="Ben"), c.Perform(act_done=Act.OFFER_INSPECTION))
    assert acts(scenario)[:4] == [Act.TURN_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN, Act.WASH]


@clause("maryland", "5.I(2)", "5.I(3)", "4.E")
@pytest.mark.parametrize("asks", [True, False])
def test_read_so_the_second_batch_is_turned_up_only_if_the_player_asks_too(asks):
    readings = {"idle_inspection": "on_request"}
    scenario = deserted("maryland", house=BATCHES, readings=readings).attended().when(BEN)
    scenario.until(Act.EXCHANGE_BATCHES).went_on()
    unseen = [Act.SPREAD_FACE_DOWN, Act.OFFER_INSPECTION, Act.WASH, Act.STACK, Act.SHUFFLE]
    assert acts(scenario)[:5] == unseen
    assert scenario.due.clause == "5.I(2)"
    scenario.until(Act.OFFER_INSPECTION)
    if asks:
        scenario.when(c.RequestInspection(player="Ben"))
    scenario.when(c.Perform(act_done=Act.OFFER_INSPECTION))
    assert acts(scenario)[0] is (Act.TURN_FACE_UP if asks else Act.WASH)
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "5.I(2)", "5.I(3)", "4.E")
def test_read_so_both_batches_are_shown_to_a_player_who_asked_to_have_them_face_up():
    readings = {"idle_inspection": "on_request"}
    scenario = at_table("maryland", players=1, house=BATCHES, readings=readings)
    scenario.when(c.DeclareIdle(face_up=True))
    assert acts(scenario).count(Act.SHOW_FIRST_PLAYER) == 2
    assert Act.OFFER_INSPECTION not in acts(scenario)


@clause("maryland", "5.I(2)", "5.I(3)")
def test_read_so_nobody_asks_before_the_cards_lie_face_down():
    readings = {"idle_inspection": "on_request"}
    scenario = deserted("maryland", readings=readings).when(BEN).until(Act.SPREAD_FACE_DOWN)
    ask = c.RequestInspection(player="Ben")
    scenario.refused(ask, Reason.NOT_NOW, "5.I(2)")
    assert scenario.until(Act.OFFER_INSPECTION).is_allowed(ask)


@pytest.mark.parametrize(("reading", "asks"), [("on_request", True), ("shown", False)])
def test_where_only_the_cards_in_play_are_shown_on_request_a_player_asks_for_those(reading, asks):
    scenario = deserted("maryland", readings={"idle_inspection": reading}).attended().when(BEN)
    with_idle(scenario, stored_batch_on_request=())
    ask = c.RequestInspection(player="Ben")
    assert scenario.is_allowed(ask) is asks
    if not asks:
        scenario.refused(ask, Reason.NOT_PROVIDED_FOR)


def test_who_asks_too_late_is_told_the_clause_of_the_first_act_that_was_asked_for():
    scenario = deserted("wisconsin", house=BATCHES).attended().when(BEN)
    assert scenario.rules.book.idle
    first, *others = scenario.rules.book.idle.stored_batch_on_request
    with_idle(scenario, stored_batch_on_request=(replace(first, clause="its own"), *others))
    ask = c.RequestInspection(player="Ben")
    scenario.when(ask).refused(ask, Reason.INSPECTION_IS_DUE, "its own")
