"""Maryland, chapter 5, J and K: a device that reshuffles by itself, and what it makes superfluous."""

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House
from casinowar.game.commands import (
    CallNoMoreBets,
    Command,
    CutStack,
    DealCard,
    DeclareIdle,
    OfferCut,
    OrderRecut,
    OrderReshuffle,
    Perform,
    PlaceCoverCard,
    ReceiveDecks,
    RefuseCut,
    ReportDeviceFailure,
    Rule,
    Shuffle,
)
from casinowar.game.events import ActPerformed, CardBurned, CoverCardPlaced, CutOffered, ShoeLoaded
from casinowar.game.procedure import Duty
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Role, Ruling, Shuffler
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened

DEVICE = House(shuffler=Shuffler.CONTINUOUS)


@clause("maryland", "5.J")
@pytest.mark.parametrize("preshuffled", [False, True])
def test_the_device_is_used_once_it_is_approved(preshuffled):
    house = House(shuffler=Shuffler.CONTINUOUS, preshuffled=preshuffled)
    scenario = opened("maryland", house=house).until(Act.CONFIRM_DEVICE)
    assert scenario.due == Duty(Act.CONFIRM_DEVICE, Role.FLOORPERSON, "5.J")
    scenario.refused(ReceiveDecks(), Reason.NOT_NOW, "5.J")
    scenario.refused(Perform(act_done=Act.CONFIRM_DEVICE, by=Role.DEALER), Reason.ROLE_MAY_NOT, "5.J")
    scenario.when(Perform(act_done=Act.CONFIRM_DEVICE, by=Role.FLOORPERSON))
    assert scenario.is_allowed(ReceiveDecks())


@clause("maryland", "5.J")
@pytest.mark.parametrize("shuffler", [Shuffler.BY_HAND, Shuffler.BATCH])
def test_no_such_approval_is_asked_for_another_way_of_shuffling(shuffler):
    scenario = at_table("maryland", house=House(shuffler=shuffler))
    assert ActPerformed(act=Act.CONFIRM_DEVICE, by=Role.AUTOMATIC) not in scenario.history


@clause("maryland", "5.J")
@pytest.mark.parametrize(("decks", "cards"), [(6, 312), (8, 416)])
def test_the_device_counts_the_decks_of_one_shoe(decks, cards):
    house = House(shuffler=Shuffler.CONTINUOUS, decks=decks)
    table = at_table("maryland", house=house).table
    assert (len(table.shoe.stack), table.stored) == (cards, ())


@clause("maryland", "5.J")
@pytest.mark.parametrize("decks", [5, 7, 9])
def test_the_device_takes_no_other_number_of_decks(decks):
    with pytest.raises(HouseError, match=r"decks.*\[5\.J\]"):
        at_table("maryland", house=House(shuffler=Shuffler.CONTINUOUS, decks=decks))


@clause("maryland", "5.J")
@pytest.mark.parametrize(
    ("reading", "decks"), [("six_seven_or_eight", 7), ("six_or_more", 7), ("six_or_more", 9)]
)
def test_the_device_takes_the_decks_that_the_reading_of_at_least_six_or_eight_allows(reading, decks):
    house = House(shuffler=Shuffler.CONTINUOUS, decks=decks)
    assert len(at_table("maryland", house=house, readings={"decks": reading}).table.shoe.stack) == 52 * decks


@clause("maryland", "5.K")
@pytest.mark.parametrize("preshuffled", [False, True])
def test_with_the_device_there_is_no_cut_and_no_cover_card(preshuffled):
    house = House(shuffler=Shuffler.CONTINUOUS, preshuffled=preshuffled)
    scenario = at_table("maryland", house=house)
    assert not any(isinstance(event, CutOffered | CoverCardPlaced) for event in scenario.history)
    assert any(isinstance(event, ShoeLoaded) for event in scenario.history)
    assert scenario.table.shoe.cover_card_at < 0


@clause("maryland", "5.K")
def test_with_the_device_nothing_of_the_cut_can_be_asked_for():
    scenario = at_table("maryland", cards="KH 2C", house=DEVICE).wagers({1: 10_00}).dealt()
    for command in (OfferCut(), CutStack(seat=1, depth=100), PlaceCoverCard()):
        scenario.refused(command, Reason.NOT_NOW)
    scenario.refused(OrderRecut(), Reason.RECUT_TOO_LATE)


@clause("maryland", "5.K")
def test_with_the_device_an_idle_tables_cards_are_not_spread():
    at_table("maryland", house=DEVICE).refused(DeclareIdle(), Reason.NOT_PROVIDED_FOR)


@clause("maryland", "5.K")
def test_with_the_device_play_goes_on_round_after_round_without_a_burn():
    scenario = at_table("maryland", cards="KH 2C", house=DEVICE).wagers({1: 10_00}).dealt()
    assert scenario.due.act is Act.PLACE_WAGERS
    assert scenario.of(CardBurned) == []
    assert len(scenario.table.shoe.stack) == scenario.table.shoe.left == 312


@clause("maryland", "5.E(5)", "5.E(6)", "5.H")
@pytest.mark.parametrize(
    "acts", [(ReportDeviceFailure(), OrderReshuffle()), (OrderReshuffle(), ReportDeviceFailure())]
)
@pytest.mark.parametrize("unlisted", ["farthest_right", "first_player"])
def test_a_reshuffle_ordered_in_the_round_in_which_the_device_fails_is_cut_as_one_by_order(acts, unlisted):
    """No cover card came out of the device, after which the order would change nothing."""
    scenario = at_table("maryland", cards="KH 2C", house=DEVICE, readings={"unlisted_cut": unlisted})
    scenario.wagers({1: 10_00}).when(CallNoMoreBets(), *acts).attended()
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.E(5)", 3)
    scenario.when(RefuseCut(seat=3)).attended()
    assert scenario.due == Duty(Act.ANSWER_CUT, Role.PLAYER, "5.E(6)", 2)


@clause("maryland", "5.H")
def test_the_next_such_order_is_refused_for_the_first():
    scenario = at_table("maryland", house=DEVICE).wagers({1: 10_00})
    scenario.when(CallNoMoreBets(), ReportDeviceFailure(), OrderReshuffle())
    scenario.refused(OrderReshuffle(), Reason.RESHUFFLE_IS_ORDERED, "5.A(3)")


def run_out(*before: Command) -> Scenario:
    """Have a device run out in mid-round; a floorperson has what was dealt from it shuffled again (R68)."""
    scenario = at_table("maryland", house=DEVICE).wagers({1: 10_00, 2: 10_00}).when(CallNoMoreBets(), *before)
    table, shoe = scenario.table, scenario.table.shoe
    emptied = replace(shoe, drawn=len(shoe.stack) - 1)
    scenario.table = replace(table, shoe=emptied, rack=table.rack + shoe.stack[shoe.drawn : emptied.drawn])
    return scenario.when(DealCard(), DealCard(), Rule(ruling=Ruling.PLAY_ON))


@clause("maryland", "11.E")
@pytest.mark.parametrize("first", [True, False])
def test_a_failed_device_is_covered_before_its_discards_are_shuffled_by_hand(first):
    """The round is not dealt to its end from the device then, after which it would be covered."""
    scenario = run_out(ReportDeviceFailure()) if first else run_out().when(ReportDeviceFailure())
    assert scenario.due == Duty(Act.COVER_DEVICE, Role.DEALER, "11.E")
    scenario.refused(Shuffle(), Reason.NOT_NOW, "11.E")
    scenario.when(Perform(act_done=Act.MARK_DEVICE)).until(Act.DEAL_CARD)
    assert [event.device for event in scenario.of(ShoeLoaded)] == [False]


@clause("maryland", "11.E")
def test_it_is_covered_before_the_cards_that_it_has_shuffled_are_put_into_a_shoe():
    scenario = run_out().until(Act.LOAD_SHOE).when(ReportDeviceFailure())
    assert scenario.due == Duty(Act.COVER_DEVICE, Role.DEALER, "11.E")


@clause("maryland", "11.E")
def test_once_it_deals_again_the_round_is_finished_before_it_is_covered():
    scenario = run_out().until(Act.DEAL_CARD).when(ReportDeviceFailure())
    assert scenario.due.act is Act.DEAL_CARD
    scenario.until(Act.COVER_DEVICE)
    assert scenario.table.round is None
