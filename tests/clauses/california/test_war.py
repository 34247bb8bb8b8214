import pytest

from casinowar.game.commands import BeginWarDeal, BurnCard, ConfirmWarWager, DealCard, GoToWar, PlaceWager
from casinowar.game.events import (
    CardDealt,
    CardsCollected,
    HandCompared,
    HandSettled,
    MatchCollected,
    MatchPaid,
    RoundCompleted,
    WagerCollected,
    WagerPaid,
    WagerReturned,
    WarDealBegan,
    WarWagerConfirmed,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

MONEY = (WagerCollected, WagerPaid, WagerReturned, MatchPaid, MatchCollected)


def at_war(war_cards: str = "") -> Scenario:
    """Give Ann a tie hand of $10.00 and have her go to war; her war card comes before the bank's."""
    cards = f"9H 9C 2C 3C 4C {war_cards}" if war_cards else "9H 9C"
    return at_table("california", cards=cards).wagers({1: 10_00}).dealt().when(GoToWar(hand=1))


@clause("california", "round.5")
def test_the_war_wager_is_confirmed_before_the_war_deal():
    table = at_war()
    assert (table.due.act, table.due.clause, table.due.seat) == (Act.CONFIRM_WAR_WAGER, "round.5", 1)
    table.refused(BeginWarDeal(), Reason.NOT_NOW, "round.5")
    table.when(ConfirmWarWager()).then_exactly(WarWagerConfirmed(hand=1))
    assert table.is_allowed(BeginWarDeal())


@clause("california", "round.5", "definitions.war-deal")
def test_the_primary_wager_is_held_as_one_of_three_units():
    table = at_war().when(ConfirmWarWager())
    units = [table.hand(1).on_layout(unit) for unit in (Wager.INITIAL, Wager.WAR, Wager.MATCH)]
    assert units == [10_00, 10_00, 10_00]
    assert table.bank_net() == -10_00, "the match and nothing else"


@clause("california", "round.5")
def test_the_original_cards_stay_exposed_through_the_war_deal():
    table = at_war("KH QH").when(ConfirmWarWager(), BeginWarDeal()).until(Act.SETTLE_HAND)
    assert (table.round.layout[1][0], table.round.layout[0][0]) == ("9H", "9C")
    assert (table.hand(1).war_cards, table.round.dealer_war_cards) == (("KH",), ("QH",))


@clause("california", "round.6", "definitions.war-deal")
def test_three_are_burned_once_then_each_war_player_clockwise_and_the_bank_get_a_card():
    table = at_table("california", cards="9H TH 9D 9S 9C", players=4)
    table.wagers({1: 10_00, 2: 10_00, 3: 10_00, 4: 10_00}).dealt().next_cards("2C 3C 4C 5H 6H 7H 8H")
    table.when(GoToWar(hand=1), GoToWar(hand=3), GoToWar(hand=4)).attended()
    assert table.drawn == [BURN, BURN, BURN, 1, 3, 4, DEALER]
    table.then(
        CardDealt(spot=1, card="5H", war=1),
        CardDealt(spot=3, card="6H", war=1),
        CardDealt(spot=4, card="7H", war=1),
        CardDealt(spot=DEALER, card="8H", war=1),
    )


@clause("california", "round.6")
def test_two_burned_cards_are_too_few_and_a_fourth_is_too_many():
    table = at_war().when(ConfirmWarWager(), BeginWarDeal(), BurnCard(), BurnCard())
    table.refused(DealCard(), Reason.NOT_NOW, "round.6")
    table.when(BurnCard()).refused(BurnCard(), Reason.NOT_NOW, "round.6")
    assert (table.due.act, table.due.seat) == (Act.DEAL_CARD, 1)


@clause("california", "round.7")
def test_war_cards_are_compared_with_the_banks_war_card_clockwise():
    table = at_table("california", cards="9H 9D 9S 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    table.next_cards("2C 3C 4C KH 5H 8D 8H")
    table.when(GoToWar(hand=1), GoToWar(hand=2), GoToWar(hand=3)).attended()
    assert table.of(HandCompared) == [
        HandCompared(hand=1, comparison=Comparison.HIGHER, war=1),
        HandCompared(hand=2, comparison=Comparison.LOWER, war=1),
        HandCompared(hand=3, comparison=Comparison.TIE, war=1),
    ]


@clause("california", "round.7.a", "round.8")
def test_a_lower_war_card_loses_primary_and_war_wager():
    table = at_war("QH KH").attended()
    assert table.of(*MONEY) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR, amount=10_00),
        MatchCollected(hand=1, amount=10_00),
    ]
    assert table.net("Ann") == -20_00
    assert table.bank_net() == 20_00


@clause("california", "round.7.b", "round.8")
def test_a_higher_war_card_wins_the_three_units():
    table = at_war("KH QH").attended()
    assert table.of(*MONEY) == [
        MatchPaid(hand=1, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
    ]
    assert table.net("Ann") == 10_00


@clause("california", "round.7.c", "round.8")
def test_an_equal_war_card_wins_the_three_units_and_one_more():
    table = at_war("KH KD").attended()
    assert table.of(*MONEY) == [
        WagerPaid(hand=1, wager=Wager.WAR, amount=10_00),
        MatchPaid(hand=1, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
    ]
    assert table.net("Ann") == 20_00


@clause("california", "round.8")
def test_after_the_war_all_remaining_cards_go_into_the_discard_rack_hand_by_hand():
    table = at_table("california", cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.next_cards("2C 3C 4C KH 5H 8H").when(GoToWar(hand=1), GoToWar(hand=2)).until(Act.COLLECT_CARDS)
    assert table.due.clause == "round.8"
    table.attended().then(
        HandSettled(hand=2),
        CardsCollected(spots=(1, 2, DEALER), cards=("9H", "KH", "9D", "5H", "9C", "8H")),
        RoundCompleted(round=1),
    )


@clause("california", "definitions.war", "definitions.tie-hand")
def test_war_is_decided_on_the_original_deal_only():
    table = at_war("KH KD").until(Act.COLLECT_CARDS)
    table.refused(GoToWar(hand=1), Reason.NO_CHOICE_DUE, "round.3")
    assert table.hand(1).settled


@clause("california", "definitions.war")
@pytest.mark.parametrize("cards", ["8H 9C", "TH 9C"])
def test_without_a_tie_hand_there_is_no_war(cards):
    table = at_table("california", cards=f"9D {cards}", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    table.refused(GoToWar(hand=2), Reason.NO_CHOICE_DUE, "round.3")


@clause("california", "definitions.war-deal")
def test_there_is_no_war_deal_without_a_war_wager():
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.refused(BeginWarDeal(), Reason.NOT_NOW, "round.3")
    table.refused(BurnCard(), Reason.NOT_NOW, "round.3")
    table.when(GoToWar(hand=1)).attended().then(
        WarDealBegan(hands=(1,), deal=(BURN, BURN, BURN, 1, DEALER), compare=(), settle=(1,))
    )


@clause("california", "betting.4", "definitions.tie-wager")
def test_the_tie_wager_goes_with_the_primary_wager_and_not_with_the_war_wager():
    table = at_war().when(ConfirmWarWager())
    war_tie = PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)
    table.refused(war_tie, Reason.WAGER_NOT_OFFERED, "betting.4")
