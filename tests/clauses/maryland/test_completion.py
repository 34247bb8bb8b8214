"""Sections 9.A to 9.D and 9.F: comparing, settling and collecting on the original deal."""

import pytest

from casinowar.game.commands import CallNoMoreBets, CollectCards, DeclineTieWager, GoToWar, Surrender
from casinowar.game.events import (
    CardsCollected,
    HandCompared,
    HandPassed,
    HandSettled,
    RoundCompleted,
    WagerCollected,
    WagerEvent,
    WagerPaid,
    WagerReturned,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

BURNS = "2C 3C 4C"


def one_hand(card: str, *, tie: int = 0) -> Scenario:
    """Play Ann's 10 dollars on a card against the dealer's nine."""
    scenario = at_table("maryland", cards=f"{card} 9C", players=1)
    return scenario.wagers({1: 10_00}, tie={1: tie} if tie else None).dealt()


# the order


@clause("maryland", "9.A", "9.B")
def test_hands_are_compared_and_settled_one_by_one_counterclockwise_from_the_dealers_right():
    scenario = at_table("maryland", cards="KH 5D 9S 9C", players={1: "Ann", 4: "Ben", 7: "Cleo"})
    scenario.wagers({1: 10_00, 4: 20_00, 7: 30_00}, tie={4: 2_00, 7: 3_00})
    scenario.when(CallNoMoreBets()).until(Act.SETTLE_HAND)
    assert (scenario.due.clause, scenario.due.seat) == ("9.A", 7)
    scenario.when().until(Act.CHOOSE).then_exactly(
        HandCompared(hand=7, comparison=Comparison.TIE),
        WagerPaid(hand=7, wager=Wager.TIE, amount=30_00),
        WagerReturned(hand=7, wager=Wager.TIE, amount=3_00),
        HandPassed(hand=7),
        HandCompared(hand=4, comparison=Comparison.LOWER),
        WagerCollected(hand=4, wager=Wager.INITIAL, amount=20_00),
        WagerCollected(hand=4, wager=Wager.TIE, amount=2_00),
        HandSettled(hand=4),
        HandCompared(hand=1, comparison=Comparison.HIGHER),
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        HandSettled(hand=1),
    )


# the three results


@clause("maryland", "9.B(1)", "9.C")
@pytest.mark.parametrize("card", ["2H", "8H", "8C"])
def test_with_a_lower_card_the_initial_wager_is_collected(card):
    scenario = one_hand(card)
    assert scenario.of(WagerEvent) == [WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00)]
    assert (scenario.net("Ann"), scenario.table.inventory) == (-10_00, 10_00)


@clause("maryland", "9.B(1)", "9.C")
def test_with_a_lower_card_the_tie_wager_is_collected_too():
    scenario = one_hand("8H", tie=5_00)
    assert scenario.of(WagerEvent) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=5_00),
    ]
    assert (scenario.net("Ann"), scenario.table.inventory) == (-15_00, 15_00)


@clause("maryland", "9.B(2)", "9.D")
@pytest.mark.parametrize("card", ["TH", "TC", "AH"])
def test_with_a_higher_card_the_initial_wager_is_paid(card):
    scenario = one_hand(card)
    assert scenario.of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
    ]
    assert (scenario.net("Ann"), scenario.table.inventory) == (10_00, -10_00)


@clause("maryland", "9.B(2)", "9.C", "9.D")
def test_with_a_higher_card_the_initial_wager_is_paid_and_the_tie_wager_collected():
    scenario = one_hand("TH", tie=5_00)
    assert scenario.of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=5_00),
    ]
    assert (scenario.net("Ann"), scenario.table.inventory) == (5_00, -5_00)


@clause("maryland", "9.B(3)")
@pytest.mark.parametrize("card", ["9H", "9C"])
def test_with_an_equal_card_the_initial_wager_waits_for_a_choice(card):
    scenario = one_hand(card)
    assert scenario.of(WagerEvent) == []
    assert (scenario.due.act, scenario.due.seat) == (Act.CHOOSE, 1)
    assert scenario.hand(1).on_layout(Wager.INITIAL) == 10_00


@clause("maryland", "9.B(3)", "9.D")
def test_with_an_equal_card_the_tie_wager_is_paid_before_the_choice():
    scenario = one_hand("9H", tie=5_00)
    assert scenario.of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.TIE, amount=50_00),
        WagerReturned(hand=1, wager=Wager.TIE, amount=5_00),
    ]
    assert scenario.due.act is Act.CHOOSE


@clause("maryland", "9.C", "9.D")
def test_losses_go_into_the_table_inventory_and_winnings_come_out_of_it():
    scenario = at_table("maryland", cards="KH 5D 2S 9C").wagers({1: 10_00, 2: 20_00, 3: 40_00}).dealt()
    assert [scenario.net(player) for player in ("Ann", "Ben", "Cleo")] == [10_00, -20_00, -40_00]
    assert scenario.table.inventory == 50_00


# the cards


@clause("maryland", "9.F", "9.F(1)")
def test_after_settling_all_cards_are_collected_hand_by_hand_and_the_dealers_last():
    scenario = at_table("maryland", cards="KH 5D QS 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00})
    rack = scenario.table.rack
    scenario.dealt()
    assert scenario.events[-2:] == [
        CardsCollected(spots=(3, 2, 1, DEALER), cards=("QS", "5D", "KH", "9C")),
        RoundCompleted(round=1),
    ]
    assert scenario.table.rack == (*rack, "QS", "5D", "KH", "9C")


@clause("maryland", "9.F")
def test_no_card_is_collected_before_every_wager_is_settled():
    scenario = at_table("maryland", cards="KH 9D 5S 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00})
    scenario.when(CallNoMoreBets()).until(Act.SETTLE_HAND).refused(CollectCards(), Reason.NOT_NOW, "9.A")
    scenario.until(Act.CHOOSE).refused(CollectCards(), Reason.NOT_NOW)
    assert scenario.of(CardsCollected) == []


@clause("maryland", "9.F", "9.F(1)")
def test_before_a_war_all_cards_are_collected_but_those_of_the_players_at_war():
    scenario = at_table("maryland", cards=f"9H 5D KS 9D 9C {BURNS} AS 7S", players=4)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00, 4: 10_00}).dealt()
    scenario.when(GoToWar(hand=1), Surrender(hand=4), DeclineTieWager(hand=1))
    assert (scenario.due.act, scenario.due.clause) == (Act.COLLECT_CARDS, "9.F")
    scenario.when(CollectCards()).then_exactly(CardsCollected(spots=(4, 3, 2), cards=("9D", "KS", "5D")))
    assert scenario.due.act is Act.CONFIRM_WAR_WAGER
    scenario.when().attended()
    assert scenario.of(CardsCollected) == [
        CardsCollected(spots=(1, DEALER), cards=("9H", "AS", "9C", "7S")),
    ]


@clause("maryland", "9.F")
def test_when_everybody_goes_to_war_there_is_nothing_to_collect_yet():
    scenario = at_table("maryland", cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.when(GoToWar(hand=1), DeclineTieWager(hand=1))
    assert scenario.due.act is Act.CONFIRM_WAR_WAGER
