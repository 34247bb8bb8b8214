import pytest

from casinowar.game import commands as c
from casinowar.game.events import PlayerLeft, WagerCollected, WagerPlaced, WagerReturned, WagerWithdrawn
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Instrument, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table

UNTIL_THE_CALL = {"placed_wager": "no_more_bets"}
INITIAL = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
TIE = c.PlaceWager(hand=1, wager=Wager.TIE, amount=5_00)
WAR_TIE = c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)


@pytest.mark.parametrize("made_with", [Instrument.CHIP, Instrument.PLAQUE])
@clause("wisconsin", "(f)(1)")
def test_wagers_are_chips_or_plaques_on_the_betting_area(made_with):
    wager = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=made_with)
    at_table("wisconsin").when(wager).then_exactly(
        WagerPlaced(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann")
    )


@pytest.mark.parametrize("made_with", [Instrument.CASH, Instrument.APPROVED])
@pytest.mark.parametrize("wager", [Wager.INITIAL, Wager.TIE, Wager.WAR_TIE])
@clause("wisconsin", "(f)(1)")
def test_a_spoken_wager_with_cash_is_not_accepted(wager, made_with):
    scenario = at_table("wisconsin", cards="9H 9C", players=1)
    if wager is not Wager.INITIAL:
        scenario.when(INITIAL)
    if wager is Wager.WAR_TIE:
        scenario.dealt().when(c.GoToWar(hand=1)).attended()
    spoken = c.PlaceWager(hand=1, wager=wager, amount=10_00, made_with=made_with)
    reason = Reason.VERBAL_WAGER if made_with is Instrument.CASH else Reason.INSTRUMENT_NOT_TAKEN
    scenario.refused(spoken, reason, "(f)(1)")


@clause("wisconsin", "(f)(2)")
def test_wagers_are_placed_before_the_call_of_no_more_bets():
    scenario = at_table("wisconsin", players=2).when(INITIAL)
    assert scenario.is_allowed(TIE)
    scenario.when(c.CallNoMoreBets())
    scenario.refused(TIE, Reason.NO_MORE_BETS, "(f)(2)")
    late = c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00)
    scenario.refused(late, Reason.NO_MORE_BETS, "(f)(2)")


@clause("wisconsin", "(f)(2)", "(h)(5)")
def test_the_war_wager_and_its_tie_wager_come_after_the_call():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).when(INITIAL).dealt()
    scenario.when(c.GoToWar(hand=1), WAR_TIE).then(
        WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"),
        WagerPlaced(hand=1, wager=Wager.WAR_TIE, amount=5_00, player="Ann"),
    )


@clause("wisconsin", "(f)(2)", "(h)(5)")
def test_the_exception_ends_when_the_war_deal_begins():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).when(INITIAL).dealt()
    scenario.when(c.GoToWar(hand=1)).attended()
    assert scenario.is_allowed(WAR_TIE)
    scenario.when(WAR_TIE, c.BeginWarDeal()).refused(WAR_TIE, Reason.WAGER_NOT_OFFERED, "(h)(5)")


@clause("wisconsin", "(f)(2)")
def test_a_placed_wager_may_not_be_changed_or_removed():
    scenario = at_table("wisconsin").when(INITIAL, TIE)
    for wager in (INITIAL, TIE):
        scenario.refused(wager, Reason.WAGER_IS_FIXED, "(f)(2)")
        remove = c.WithdrawWager(hand=1, wager=wager.wager)
        scenario.refused(remove, Reason.WAGER_IS_FIXED, "(f)(2)")


@clause("wisconsin", "(f)(2)", "(h)(5)")
def test_a_placed_tie_wager_on_the_war_deal_may_not_be_changed_or_removed():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).when(INITIAL).dealt()
    scenario.when(c.GoToWar(hand=1), WAR_TIE).refused(WAR_TIE, Reason.WAGER_IS_FIXED, "(f)(2)")
    scenario.refused(c.WithdrawWager(hand=1, wager=Wager.WAR_TIE), Reason.NO_MORE_BETS, "(f)(2)")


@pytest.mark.parametrize("readings", [{}, UNTIL_THE_CALL])
@clause("wisconsin", "(f)(2)")
def test_no_wager_is_touched_until_the_dealer_shows_that_it_has_won(readings):
    scenario = at_table("wisconsin", cards="KH 9C", players=1, readings=readings)
    scenario.when(INITIAL, c.CallNoMoreBets())
    for act in (Act.DEAL_CARD, Act.SETTLE_HAND):
        remove = c.WithdrawWager(hand=1, wager=Wager.INITIAL)
        scenario.until(act).refused(remove, Reason.NO_MORE_BETS, "(f)(2)")
    scenario.attended().then(WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00))


@clause("wisconsin", "(f)(2)")
def test_a_player_who_leaves_before_the_call_leaves_the_wager_behind():
    scenario = at_table("wisconsin", cards="5H 9C", players=1).when(INITIAL, c.LeaveTable(player="Ann"))
    assert not scenario.of(WagerWithdrawn)
    scenario.dealt().then(WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00))


@clause("wisconsin", "(f)(2)")
def test_under_the_other_reading_a_wager_may_be_changed_until_the_call():
    scenario = at_table("wisconsin", players=2, readings=UNTIL_THE_CALL).when(INITIAL, INITIAL, TIE)
    assert scenario.hand(1).on_layout(Wager.INITIAL) == 20_00
    scenario.when(c.WithdrawWager(hand=1, wager=Wager.TIE)).then_exactly(
        WagerWithdrawn(hand=1, wager=Wager.TIE, amount=5_00)
    )
    scenario.when(c.CallNoMoreBets()).refused(INITIAL, Reason.NO_MORE_BETS, "(f)(2)")
    scenario.refused(c.WithdrawWager(hand=1, wager=Wager.INITIAL), Reason.NO_MORE_BETS, "(f)(2)")


@clause("wisconsin", "(f)(2)")
def test_under_the_other_reading_a_player_who_leaves_before_the_call_takes_the_wager_back():
    scenario = at_table("wisconsin", players=1, chips=100_00, readings=UNTIL_THE_CALL).when(INITIAL)
    scenario.when(c.LeaveTable(player="Ann")).then_exactly(
        WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=10_00), PlayerLeft(player="Ann", chips=100_00)
    )
