import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    CallNoMoreBets,
    ComeToTable,
    CutStack,
    DealCard,
    GoToWar,
    OrderReshuffle,
    PlaceCoverCard,
    RefuseCut,
    ReportCardDrawnInError,
    ReportDeviceFailure,
    Rule,
    Sit,
)
from casinowar.game.events import CoverCardDrawn, CoverCardPlaced, CutOffered, StackCut
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Role, Ruling
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened


def shuffled(readings: dict[str, str] | None = None) -> Scenario:
    """Have Ben at seat 2 arrive before Ann at seat 1 and Cleo at seat 3, and the cards shuffled."""
    table = opened("california", readings=readings)
    for player, seat in (("Ben", 2), ("Ann", 1), ("Cleo", 3)):
        table.when(Sit(player=player, seat=seat, chips=100_00))
    return table.attended()


@clause("california", "dealing.1", "dealing.4")
def test_the_cut_is_offered_to_the_first_player_and_passes_clockwise_to_the_dealer():
    table = shuffled().then(CutOffered(seat=2))
    table.refused(CutStack(seat=1, depth=100), Reason.CUT_NOT_YOURS, "R31")
    table.when(RefuseCut(seat=2)).attended().then(CutOffered(seat=3))
    table.when(RefuseCut(seat=3)).attended().then(CutOffered(seat=1))
    table.when(RefuseCut(seat=1))
    assert (table.due.act, table.due.seat) == (Act.CUT, DEALER)
    table.attended().then(StackCut(seat=DEALER, depth=156))


@clause("california", "dealing.1")
@pytest.mark.parametrize("depth", [10, 302])
def test_a_cut_leaves_ten_cards_on_either_side(depth):
    table = shuffled()
    before = table.table.stack
    for shallow in (9, 303):
        table.refused(CutStack(seat=2, depth=shallow), Reason.CUT_TOO_SHALLOW, "R31")
    table.when(CutStack(seat=2, depth=depth))
    assert table.table.stack == before[depth:] + before[:depth]


@clause("california", "dealing.3")
@pytest.mark.parametrize("behind", [78, 311])
def test_a_quarter_of_the_batch_lies_behind_the_cutting_card(behind):
    table = opened("california", readings={"cut": "nobody"}).until(Act.PLACE_COVER_CARD)
    for wrong in (77, 312):
        table.refused(PlaceCoverCard(behind=wrong), Reason.COVER_CARD_TOO_DEEP, "R31")
    table.when(PlaceCoverCard(behind=behind)).then_exactly(CoverCardPlaced(behind=behind))


@clause("california", "dealing.3")
def test_the_cutting_card_is_set_at_the_quarter_unless_said_otherwise():
    table = opened("california", readings={"cut": "nobody"}).attended()
    assert table.table.shoe.cover_card_at == 312 - 78


@clause("california", "dealing.3")
@pytest.mark.parametrize(
    ("cards_before", "first"), [(1, 1), (2, 2), (3, 3), (4, 8)], ids=["start", "seat 2", "seat 3", "dealer"]
)
def test_the_next_cut_goes_to_the_player_on_whose_card_the_cutting_card_came_out(cards_before, first):
    house = House(cards_behind_cover_card=312 - cards_before)
    table = at_table("california", cards="5H 5D 5S 9C", house=house).wagers({1: 10_00, 2: 10_00, 3: 10_00})
    table.dealt().then(CutOffered(seat=first))


@clause("california", "dealing.3")
def test_after_a_reshuffle_by_order_the_cut_goes_to_the_player_farthest_to_the_right():
    table = at_table("california").when(OrderReshuffle()).attended().then(CutOffered(seat=8))
    table.when(RefuseCut(seat=8)).attended().then(CutOffered(seat=1))


@clause("california", "dealing.1")
def test_read_as_the_dealers_cut_no_player_is_asked():
    table = shuffled({"cut": "dealer"})
    assert not table.of(CutOffered)
    assert [event.seat for event in table.of(StackCut)] == [DEALER]
    table = opened("california", readings={"cut": "dealer"}).until(Act.CUT)
    table.refused(CutStack(seat=DEALER, depth=9, by=Role.DEALER), Reason.CUT_TOO_SHALLOW, "R31")


@clause("california", "dealing.1")
def test_read_as_no_cut_the_stack_stays_as_the_shuffler_left_it():
    table = shuffled({"cut": "nobody"})
    assert not table.of(CutOffered, StackCut)
    assert table.table.shoe.stack == table.rules.cards()


@clause("california", "dealing.3")
@pytest.mark.parametrize(("reading", "first"), [("farthest_right", 8), ("next_recipient", 2)])
def test_a_cutting_card_among_the_war_burns_is_nobodys_or_the_next_recipients(reading, first):
    house = House(cards_behind_cover_card=312 - 4)
    readings = {"cover_card_among_burns": reading}
    table = at_table("california", cards="5H 9H 9C", players=3, house=house, readings=readings)
    table.wagers({1: 10_00, 2: 10_00}).dealt().when(GoToWar(hand=2)).attended()
    cutter = None if reading == "farthest_right" else first
    table.then(CoverCardDrawn(cutter=cutter), CutOffered(seat=first))


@clause("california", "dealing.1", "dealing.3")
@pytest.mark.parametrize(("reading", "first"), [("farthest_right", 8), ("next_recipient", 2)])
def test_so_is_one_that_went_on_from_a_card_shown_and_discarded_to_a_new_dealers_burn(reading, first):
    house = House(cards_behind_cover_card=312 - 2)
    readings = {"cover_card_among_burns": reading}
    table = at_table("california", cards="5H 6H 7H 8H 9C", house=house, readings=readings)
    table.wagers({1: 10_00, 2: 10_00}).when(CallNoMoreBets(), DealCard())
    table.when(ReportCardDrawnInError(exposed=True), Rule(ruling=Ruling.DISCARD_THE_CARD))
    table.when(ComeToTable(dealer="Dee")).attended().then(CutOffered(seat=first))


@clause("california", "dealing.3")
@pytest.mark.parametrize("reading", ["farthest_right", "next_recipient"])
def test_a_cutting_card_before_the_first_card_of_a_round_came_out_at_the_first_players_place(reading):
    house = House(cards_behind_cover_card=311)
    readings = {"cover_card_among_burns": reading}
    table = at_table("california", cards="5H 9C", house=house, readings=readings).wagers({2: 10_00})
    table.dealt().then(CoverCardDrawn(cutter=2), CutOffered(seat=2))


@clause("california", "dealing.1", "dealing.3")
@pytest.mark.parametrize("dealt_from", ["shoe", "shuffler"])
@pytest.mark.parametrize(("cut", "cuts"), [("dealer", [StackCut]), ("nobody", [])])
def test_who_cuts_by_the_reading_cuts_also_what_is_shuffled_by_hand(cut, cuts, dealt_from):
    table = at_table("california", players=2, readings={"cut": cut, "dealt_from": dealt_from})
    play_on = Rule(ruling=Ruling.PLAY_ON)
    table.when(ReportDeviceFailure(), play_on)
    if dealt_from == "shoe":
        table.when(OrderReshuffle(), play_on)
    size = len(table.table.stack) + len(table.table.rack) + table.table.shoe.left
    table.cited = []
    table.attended()
    assert [type(event) for event in table.of(CutOffered, StackCut)] == cuts
    assert table.of(CoverCardPlaced) == [CoverCardPlaced(behind=size // 4)]
