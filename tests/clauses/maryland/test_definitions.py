"""Maryland, chapter 1: the defined terms, each held to what it means at the table."""

import pytest

from casinowar.game.commands import CallNoMoreBets, DealCard, DeclineTieWager, GoToWar, PlaceWager, Surrender
from casinowar.game.events import (
    CardBurned,
    CardDealt,
    HandCompared,
    TieHandChosen,
    TieWagerOffered,
    WagerCollected,
    WagerPaid,
    WagerPlaced,
    WarDealBegan,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Choice, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table


@clause("maryland", "1.A(1)")
def test_only_an_initial_wager_takes_part_in_the_round():
    scenario = at_table("maryland", cards="KH 2C", players=2).wagers({2: 10_00}).dealt()
    assert scenario.of(CardDealt) == [CardDealt(spot=2, card="KH"), CardDealt(spot=DEALER, card="2C")]


@clause("maryland", "1.A(1)")
def test_no_card_is_dealt_before_an_initial_wager_is_made():
    scenario = at_table("maryland")
    scenario.refused(CallNoMoreBets(), Reason.NOT_NOW)
    scenario.refused(DealCard(), Reason.NOT_NOW)
    scenario.wagers({1: 10_00}).refused(DealCard(), Reason.NOT_NOW)


@clause("maryland", "1.A(1)")
def test_an_initial_wager_is_refused_once_cards_are_dealt():
    late = PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00)
    scenario = at_table("maryland", cards="KH 2C").wagers({1: 10_00})
    assert scenario.is_allowed(late)
    scenario.when(CallNoMoreBets(), DealCard()).refused(late, Reason.NO_MORE_BETS, "7.D")


@clause("maryland", "1.A(2)")
def test_the_first_card_of_each_player_and_the_dealer_decides_the_initial_wager():
    scenario = at_table("maryland", cards="KH 5D 9C").wagers({1: 10_00, 2: 20_00}).dealt()
    assert scenario.of(CardDealt) == [
        CardDealt(spot=1, card="KH"),
        CardDealt(spot=2, card="5D"),
        CardDealt(spot=DEALER, card="9C"),
    ]
    assert scenario.of(WagerPaid, WagerCollected) == [
        WagerCollected(hand=2, wager=Wager.INITIAL, amount=20_00),
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
    ]


@clause("maryland", "1.A(3)")
@pytest.mark.parametrize(
    ("card", "comparison"),
    [("9H", Comparison.TIE), ("TH", Comparison.HIGHER), ("8H", Comparison.LOWER)],
)
def test_a_tie_hand_on_the_original_deal_is_two_cards_of_equal_rank(card, comparison):
    scenario = at_table("maryland", cards=f"{card} 9C").wagers({1: 10_00}).dealt()
    scenario.then(HandCompared(hand=1, comparison=comparison))
    assert (scenario.due.act is Act.CHOOSE) is (comparison is Comparison.TIE)


@clause("maryland", "1.A(3)")
@pytest.mark.parametrize(
    ("card", "comparison"),
    [("JS", Comparison.TIE), ("QS", Comparison.HIGHER), ("TS", Comparison.LOWER)],
)
def test_a_tie_hand_on_the_war_deal_is_two_war_cards_of_equal_rank(card, comparison):
    scenario = at_table("maryland", cards=f"9H 9C 2D 2H 2S {card} JC", players=1).wagers({1: 10_00}).dealt()
    scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).attended()
    scenario.then(HandCompared(hand=1, comparison=comparison, war=1))


@clause("maryland", "1.A(3)")
def test_a_tied_war_deal_does_not_reopen_the_choice():
    scenario = at_table("maryland", cards="9H 9C 2D 2H 2S JS JC", players=1).wagers({1: 10_00}).dealt()
    scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).attended()
    assert scenario.table.round is None
    scenario.refused(GoToWar(hand=1), Reason.NO_CHOICE_DUE)


@clause("maryland", "1.A(4)")
def test_war_is_the_decision_to_place_a_war_wager_on_a_tie_hand():
    scenario = at_table("maryland", cards="9H KD 4S 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    scenario.refused(GoToWar(hand=2), Reason.NO_CHOICE_DUE)
    scenario.refused(GoToWar(hand=3), Reason.NO_CHOICE_DUE)
    scenario.when(GoToWar(hand=1)).then_exactly(
        TieHandChosen(hand=1, choice=Choice.WAR),
        WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"),
        TieWagerOffered(hand=1),
    )


@clause("maryland", "1.A(5)")
def test_the_war_deal_follows_the_placement_of_a_war_wager():
    scenario = at_table("maryland", cards="9H 9C 2D 2H 2S JS 4C", players=1).wagers({1: 10_00}).dealt()
    scenario.refused(DealCard(), Reason.NOT_NOW)
    scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).attended()
    assert scenario.of(WarDealBegan, CardDealt)[1:] == [
        CardDealt(spot=1, card="JS", war=1),
        CardDealt(spot=DEALER, card="4C", war=1),
    ]


@clause("maryland", "1.A(5)")
def test_without_a_war_wager_there_is_no_war_deal():
    scenario = at_table("maryland", cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.when(Surrender(hand=1)).attended()
    assert scenario.of(WarDealBegan, CardBurned, CardDealt) == []
    assert scenario.table.round is None


@clause("maryland", "1.A(6)")
@pytest.mark.parametrize("initial", [2, 10_00, 123_46])
def test_a_war_wager_equals_the_initial_wager(initial):
    scenario = at_table("maryland", cards="9H 9C", players=1).wagers({1: initial}).dealt()
    scenario.when(GoToWar(hand=1)).then(
        WagerPlaced(hand=1, wager=Wager.WAR, amount=initial, player="Ann"),
    )


@clause("maryland", "1.A(6)")
@pytest.mark.parametrize(("chips", "enough"), [(19_99, False), (20_00, True), (20_01, True)])
def test_a_player_who_cannot_match_the_initial_wager_may_only_surrender(chips, enough):
    scenario = at_table("maryland", cards="9H 9C", players=1, chips=chips).wagers({1: 10_00}).dealt()
    if not enough:
        scenario.refused(GoToWar(hand=1), Reason.NOT_ENOUGH_CHIPS)
    assert scenario.is_allowed(GoToWar(hand=1)) is enough
    assert scenario.is_allowed(Surrender(hand=1))
