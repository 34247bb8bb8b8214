"""Section 7.E: the boxes beside the own seat on which a player may wager, as many as the operator says."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import GoToWar, PlaceWager, Sit, Surrender, WithdrawWager
from casinowar.game.events import CardDealt, WagerPlaced
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table


def box(seat: int, player: str = "Ann", wager: Wager = Wager.INITIAL) -> PlaceWager:
    return PlaceWager(hand=seat, wager=wager, amount=10_00, player=player)


def with_boxes(boxes: int, *, cards: str = "", players: dict[int, str] | None = None) -> Scenario:
    return at_table("maryland", cards=cards, players=players or {4: "Ann"}, house=House(adjacent_boxes=boxes))


@clause("maryland", "7.E")
def test_a_player_has_one_box_unless_the_operator_says_otherwise():
    scenario = at_table("maryland", players={4: "Ann"})
    assert scenario.is_allowed(box(4))
    scenario.refused(box(5), Reason.TOO_MANY_BOXES, "7.E")


@clause("maryland", "7.E")
@pytest.mark.parametrize("boxes", [2, 3, 4])
def test_a_player_wagers_on_as_many_adjacent_boxes_as_the_operator_says(boxes):
    scenario = with_boxes(boxes)
    for seat in range(4, 4 + boxes - 1):
        scenario.when(box(seat))
    last = 4 + boxes - 1
    scenario.when(box(last)).then_exactly(
        WagerPlaced(hand=last, wager=Wager.INITIAL, amount=10_00, player="Ann")
    )
    scenario.refused(box(3), Reason.TOO_MANY_BOXES, "7.E")
    assert scenario.is_allowed(box(last))


@clause("maryland", "7.E")
def test_a_box_given_up_can_be_had_on_the_other_side():
    scenario = with_boxes(2).when(box(4), box(5)).refused(box(3), Reason.TOO_MANY_BOXES, "7.E")
    assert scenario.when(WithdrawWager(hand=5, wager=Wager.INITIAL)).is_allowed(box(3))


@clause("maryland", "7.E")
@pytest.mark.parametrize(("seat", "allowed"), [(2, False), (3, True), (4, True), (5, True), (6, False)])
def test_a_box_is_adjacent_to_the_own_boxes(seat, allowed):
    assert with_boxes(3).when(box(4)).is_allowed(box(seat)) is allowed


@clause("maryland", "7.E")
def test_the_boxes_of_a_player_are_an_unbroken_run_that_includes_the_seat():
    """R104: the run may go on either side of the seat, and no box of it is given up in the middle."""
    scenario = with_boxes(4).when(box(5), box(6)).refused(box(2), Reason.NOT_YOUR_BOX, "7.E")
    scenario.when(box(3)).refused(box(7), Reason.TOO_MANY_BOXES, "7.E")
    middle = WithdrawWager(hand=5, wager=Wager.INITIAL)
    scenario.refused(middle, Reason.BOXES_APART, "7.E")
    for end in (3, 6):
        assert scenario.is_allowed(WithdrawWager(hand=end, wager=Wager.INITIAL))


@clause("maryland", "7.E")
def test_the_first_and_the_last_box_of_the_table_are_not_adjacent():
    with_boxes(3, players={7: "Ann"}).refused(box(1), Reason.NOT_YOUR_BOX, "7.E")


@clause("maryland", "7.E")
def test_the_box_of_another_player_is_not_free():
    scenario = with_boxes(3, players={1: "Ann", 2: "Ben", 4: "Cleo"})
    scenario.refused(box(2), Reason.NOT_YOUR_BOX, "7.E")
    scenario.when(box(3, "Cleo")).refused(box(3, "Ben"), Reason.NOT_YOUR_BOX, "7.E")
    scenario.refused(Sit(player="Zoe", seat=3, chips=100_00), Reason.SEAT_TAKEN)


@clause("maryland", "7.E")
def test_each_box_is_a_hand_of_its_own_with_a_choice_of_its_own():
    scenario = with_boxes(3, cards="9H 9D KS 9C").when(box(3), box(4), box(5), box(3, wager=Wager.TIE))
    scenario.dealt()
    assert [event.spot for event in scenario.events if isinstance(event, CardDealt)] == [3, 4, 5, 0]
    assert scenario.net("Ann") == -20_00 + 10_00 + 100_00
    scenario.when(Surrender(hand=3), GoToWar(hand=4)).then(
        WagerPlaced(hand=4, wager=Wager.WAR, amount=10_00, player="Ann")
    )
    assert scenario.net("Ann") == 110_00 - 5_00 - 20_00


@clause("maryland", "7.E")
@pytest.mark.parametrize(("boxes", "possible"), [(1, True), (6, True), (7, True), (8, False)])
def test_the_operator_cannot_grant_more_boxes_than_the_table_has(boxes, possible):
    if possible:
        assert with_boxes(boxes).is_allowed(box(4))
    else:
        with pytest.raises(HouseError, match="adjacent_boxes"):
            with_boxes(boxes)
