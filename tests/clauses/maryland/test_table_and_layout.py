"""Maryland, chapter 2: the betting positions, and what is approved before the table opens."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import Perform, PlaceWager, ReceiveDecks, Sit
from casinowar.game.events import ActPerformed, CardDealt
from casinowar.game.procedure import Duty
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Role, Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.scenario import at_table, opened


@clause("maryland", "2.A")
@pytest.mark.parametrize("seats", [8, 9])
def test_a_table_has_up_to_nine_betting_positions(seats):
    wagers = dict.fromkeys(range(1, seats + 1), 10_00)
    scenario = at_table("maryland", house=House(seats=seats), players=seats).wagers(wagers)
    scenario.next_cards("KH " * 6 + "KD " * (seats - 6) + "2C").dealt()
    assert len(scenario.of(CardDealt)) == seats + 1
    scenario.refused(Sit(player="Zoe", seat=seats + 1, chips=100_00), Reason.NO_SUCH_SEAT, "2.A")
    tenth = PlaceWager(hand=seats + 1, wager=Wager.INITIAL, amount=10_00, player="Ann")
    scenario.refused(tenth, Reason.NO_SUCH_SEAT, "2.A")


@clause("maryland", "2.A")
@pytest.mark.parametrize("seats", [10, 11])
def test_a_table_with_more_than_nine_betting_positions_is_refused(seats):
    with pytest.raises(HouseError, match=r"seats.*\[2\.A\]"):
        at_table("maryland", house=House(seats=seats))


@clause("maryland", "2.B")
def test_a_floorperson_confirms_the_approved_layout_before_anything_else():
    scenario = opened("maryland")
    assert scenario.due == Duty(Act.CONFIRM_LAYOUT, Role.FLOORPERSON, "2.B")
    scenario.refused(ReceiveDecks(), Reason.NOT_NOW, "2.B")
    scenario.refused(Perform(act_done=Act.CONFIRM_LAYOUT, by=Role.DEALER), Reason.ROLE_MAY_NOT, "2.B")
    scenario.when(Perform(act_done=Act.CONFIRM_LAYOUT, by=Role.FLOORPERSON)).then_exactly(
        ActPerformed(act=Act.CONFIRM_LAYOUT, by=Role.FLOORPERSON)
    )
    assert scenario.is_allowed(ReceiveDecks())


@clause("maryland", "2.B(6)")
def test_odds_that_are_not_on_the_layout_are_shown_on_a_sign_before_the_table_opens():
    scenario = opened("maryland", house=House(odds_on_sign=True)).until(Act.CONFIRM_SIGN)
    assert scenario.due == Duty(Act.CONFIRM_SIGN, Role.FLOORPERSON, "2.B(6)")
    scenario.refused(ReceiveDecks(), Reason.NOT_NOW, "2.B(6)")
    scenario.refused(Perform(act_done=Act.CONFIRM_SIGN, by=Role.DEALER), Reason.ROLE_MAY_NOT, "2.B(6)")
    scenario.when(Perform(act_done=Act.CONFIRM_SIGN, by=Role.FLOORPERSON))
    assert scenario.is_allowed(ReceiveDecks())


@clause("maryland", "2.E")
def test_another_place_for_the_tip_box_needs_approval_before_the_table_opens():
    scenario = opened("maryland", house=House(tip_box_elsewhere=True)).until(Act.CONFIRM_TIP_BOX)
    assert scenario.due == Duty(Act.CONFIRM_TIP_BOX, Role.FLOORPERSON, "2.E")
    scenario.refused(ReceiveDecks(), Reason.NOT_NOW, "2.E")
    scenario.refused(Perform(act_done=Act.CONFIRM_TIP_BOX, by=Role.DEALER), Reason.ROLE_MAY_NOT, "2.E")
    scenario.when(Perform(act_done=Act.CONFIRM_TIP_BOX, by=Role.FLOORPERSON))
    assert scenario.is_allowed(ReceiveDecks())


@clause("maryland", "2.B(6)", "2.E")
def test_neither_is_asked_where_the_layout_shows_the_odds_and_the_boxes_fit():
    scenario = opened("maryland").until(Act.RECEIVE_DECKS)
    assert [event.act for event in scenario.events if isinstance(event, ActPerformed)] == [Act.CONFIRM_LAYOUT]


@pytest.mark.parametrize(
    ("house", "choice"),
    [(House(odds_on_sign=True), "odds_on_sign"), (House(tip_box_elsewhere=True), "tip_box_elsewhere")],
)
def test_a_text_that_does_not_leave_the_choice_refuses_it(house, choice):
    with pytest.raises(HouseError, match=choice):
        load_rules("wisconsin", house)
