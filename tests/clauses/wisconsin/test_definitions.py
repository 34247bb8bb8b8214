from collections import Counter

import pytest

from casinowar.game import commands as c
from casinowar.game.cards import UNSEEN
from casinowar.game.events import (
    Burn,
    CardBurned,
    CardDealt,
    HandCompared,
    PlayerLeft,
    RoundCompleted,
    WagerCollected,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WarDealBegan,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table, opened

LOST = {"leaving_player": "lost"}


@clause("wisconsin", "(a)(1)(i)")
def test_a_burn_card_goes_into_the_discard_rack_and_nobody_learns_its_rank():
    scenario = opened("wisconsin").when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.SHUFFLE)
    scenario.when(c.Shuffle()).until(Act.OFFER_CUT)
    scenario.when(c.OfferCut(), c.CutStack(seat=1, depth=100)).until(Act.BURN_CARD)
    scenario.when(c.BurnCard()).then_exactly(CardBurned(reason=Burn.BOTH))
    assert scenario.table.rack == (UNSEEN,)


@clause("wisconsin", "(a)(1)(i)")
def test_a_burn_card_of_a_known_shoe_stays_untold():
    scenario = at_table("wisconsin", cards="AS").when(c.ComeToTable(dealer="Moe")).until(Act.BURN_CARD)
    scenario.when(c.BurnCard()).then_exactly(CardBurned(reason=Burn.NEW_DEALER))
    assert scenario.table.rack[-1] == "AS"


@clause("wisconsin", "(a)(1)(ii)")
def test_a_player_without_an_initial_wager_is_not_in_the_round():
    scenario = at_table("wisconsin", cards="KH KD 7C", players=3).wagers({1: 10_00, 3: 10_00}).dealt()
    assert scenario.of(CardDealt) == [
        CardDealt(spot=1, card="KH"),
        CardDealt(spot=3, card="KD"),
        CardDealt(spot=DEALER, card="7C"),
    ]


@clause("wisconsin", "(a)(1)(ii)")
def test_no_card_is_dealt_before_an_initial_wager():
    scenario = at_table("wisconsin")
    scenario.refused(c.CallNoMoreBets(), Reason.NOT_NOW, "(a)(1)(ii)")
    scenario.refused(c.DealCard(), Reason.NOT_NOW, "(a)(1)(ii)")
    tie = c.PlaceWager(hand=1, wager=Wager.TIE, amount=5_00)
    scenario.refused(tie, Reason.WAGER_NEEDS_INITIAL, "(a)(1)(vii)")
    assert scenario.wagers({1: 10_00}).is_allowed(c.CallNoMoreBets())


@clause("wisconsin", "(a)(1)(iii)")
def test_the_first_card_of_player_and_dealer_decides_the_initial_wager():
    scenario = at_table("wisconsin", cards="KH 5D 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    scenario.then(
        CardDealt(spot=1, card="KH"),
        CardDealt(spot=2, card="5D"),
        CardDealt(spot=DEALER, card="9C"),
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=2, wager=Wager.INITIAL, amount=10_00),
        RoundCompleted(round=1),
    )
    assert len(scenario.of(CardDealt)) == 3


@clause("wisconsin", "(a)(1)(iv)")
@pytest.mark.parametrize("command", [c.Surrender, c.GoToWar])
def test_only_a_player_then_at_the_table_surrenders_or_goes_to_war(command):
    scenario = at_table("wisconsin", cards="9H 9D 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    scenario.when(c.LeaveTable(player="Ann"))
    scenario.refused(command(hand=1), Reason.PLAYER_HAS_LEFT)
    assert (scenario.due.act, scenario.due.seat) == (Act.SETTLE_ABANDONED, 1)
    scenario.attended()
    assert scenario.is_allowed(command(hand=2)), "the others choose as before"


@clause("wisconsin", "(a)(1)(iv)")
def test_a_round_lasts_until_every_wager_is_paid_or_collected():
    scenario = at_table("wisconsin", cards="9H KH 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    assert not scenario.of(RoundCompleted)
    scenario.refused(c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00), Reason.NO_MORE_BETS)
    scenario.when(c.Surrender(hand=1)).attended().then(RoundCompleted(round=1))
    assert scenario.wagers({2: 10_00}).round.number == 2


@pytest.mark.parametrize(
    ("cards", "settled", "chips"),
    [
        ("KH 9C", WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00), 110_00),
        ("9H 9C", WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00), 95_00),
        ("5H 9C", WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00), 90_00),
    ],
)
@clause("wisconsin", "(a)(1)(iv)")
def test_the_hand_of_a_player_who_leaves_is_settled_on_its_cards(cards, settled, chips):
    scenario = at_table("wisconsin", cards=cards, players=1, chips=100_00).wagers({1: 10_00})
    scenario.when(c.LeaveTable(player="Ann"), c.CallNoMoreBets()).attended()
    scenario.then(settled, RoundCompleted(round=1), PlayerLeft(player="Ann", chips=chips))


@pytest.mark.parametrize("cards", ["KH 9C", "9H 9C", "5H 9C"])
@clause("wisconsin", "(a)(1)(iv)")
def test_under_the_other_reading_the_wagers_of_a_player_who_leaves_are_lost(cards):
    scenario = at_table("wisconsin", cards=cards, players=1, chips=100_00, readings=LOST).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets(), c.LeaveTable(player="Ann")).attended()
    scenario.then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00), PlayerLeft(player="Ann", chips=90_00)
    )
    assert not scenario.of(WagerPaid, WagerReturned)


@pytest.mark.parametrize(
    ("readings", "reason"), [({}, Reason.NOT_PROVIDED_FOR), (LOST, Reason.TREATED_AS_LOST)]
)
@clause("wisconsin", "(a)(1)(iv)")
def test_no_floorperson_decides_on_the_hand_of_a_player_who_leaves(readings, reason):
    scenario = at_table("wisconsin", cards="9H 9C", players=1, readings=readings).wagers({1: 10_00}).dealt()
    scenario.when(c.LeaveTable(player="Ann"))
    scenario.refused(c.DeclareAbandoned(hand=1), reason, "R40")


@clause("wisconsin", "(a)(1)(v)")
def test_the_cards_are_clubs_diamonds_hearts_and_spades():
    scenario = opened("wisconsin").when(c.ReceiveDecks())
    assert Counter(card[1] for card in scenario.table.stack) == dict.fromkeys("CDHS", 78)


@pytest.mark.parametrize(
    ("cards", "comparison"),
    [("9H 9C", Comparison.TIE), ("TH 9H", Comparison.HIGHER), ("8C 9C", Comparison.LOWER)],
)
@clause("wisconsin", "(a)(1)(vi)")
def test_a_tie_hand_is_a_player_card_and_a_dealer_card_of_one_rank(cards, comparison):
    scenario = at_table("wisconsin", cards=cards, players=1).wagers({1: 10_00}).dealt()
    scenario.then(HandCompared(hand=1, comparison=comparison))
    assert (scenario.due.act is Act.CHOOSE) is (comparison is Comparison.TIE)


@clause("wisconsin", "(a)(1)(vii)")
def test_a_tie_wager_is_optional():
    scenario = at_table("wisconsin", cards="9H 9D 9C", players=2)
    scenario.wagers({1: 10_00, 2: 10_00}, tie={1: 5_00}).dealt()
    assert scenario.of(WagerPaid) == [WagerPaid(hand=1, wager=Wager.TIE, amount=50_00)]


@clause("wisconsin", "(a)(1)(vii)")
def test_a_tie_wager_is_on_the_deal_it_is_made_on():
    scenario = at_table("wisconsin", cards="9H 9C 2C 2D 2S KH 7D", players=1)
    scenario.wagers({1: 10_00}, tie={1: 5_00}).dealt().then(
        WagerPaid(hand=1, wager=Wager.TIE, amount=50_00), WagerReturned(hand=1, wager=Wager.TIE, amount=5_00)
    )
    scenario.when(c.GoToWar(hand=1), c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=7_00)).attended()
    scenario.then(WagerCollected(hand=1, wager=Wager.WAR_TIE, amount=7_00))


@clause("wisconsin", "(a)(1)(vii)")
def test_a_tie_wager_on_the_war_deal_goes_with_a_war_wager():
    scenario = at_table("wisconsin", cards="9H 9D 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    tie = c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)
    scenario.refused(tie, Reason.WAGER_NOT_OFFERED, "(h)(5)")
    scenario.when(c.GoToWar(hand=1), tie).then(
        WagerPlaced(hand=1, wager=Wager.WAR_TIE, amount=5_00, player="Ann")
    )
    scenario.when(c.Surrender(hand=2))
    other = c.PlaceWager(hand=2, wager=Wager.WAR_TIE, amount=5_00)
    scenario.refused(other, Reason.WAGER_NOT_OFFERED, "(h)(5)")


@pytest.mark.parametrize("cards", ["KH 9C", "5H 9C"])
@clause("wisconsin", "(a)(1)(viii)")
def test_without_a_tie_hand_there_is_no_war(cards):
    scenario = at_table("wisconsin", cards=cards, players=1).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets()).until(Act.COLLECT_CARDS)
    scenario.refused(c.GoToWar(hand=1), Reason.NO_CHOICE_DUE, "(h)(3)")


@clause("wisconsin", "(a)(1)(viii)", "(a)(1)(vi)")
def test_a_tied_war_deal_is_no_occasion_for_another_war():
    scenario = at_table("wisconsin", cards="9H 9C 2C 2D 2S KH KD", players=1).wagers({1: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1)).until(Act.COLLECT_CARDS)
    scenario.refused(c.GoToWar(hand=1), Reason.NO_CHOICE_DUE)
    scenario.refused(c.Surrender(hand=1), Reason.NO_CHOICE_DUE)
    scenario.attended().then(RoundCompleted(round=1))


@clause("wisconsin", "(a)(1)(ix)")
def test_the_war_deal_follows_the_placing_of_a_war_wager():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.refused(c.BeginWarDeal(), Reason.NOT_NOW)
    scenario.refused(c.DealCard(), Reason.NOT_NOW)
    scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1), c.BeginWarDeal())
    assert [type(event) for event in scenario.events[1:]] == [WarDealBegan]
    assert scenario.round.war is not None


@clause("wisconsin", "(a)(1)(x)")
def test_the_war_wager_is_exactly_as_large_as_the_initial_wager():
    scenario = at_table("wisconsin", cards="9H 9D 9C", players=2)
    scenario.wagers({1: 12_34, 2: 20_00}, tie={1: 5_00}).dealt()
    scenario.when(c.GoToWar(hand=1), c.GoToWar(hand=2)).then(
        WagerPlaced(hand=1, wager=Wager.WAR, amount=12_34, player="Ann"),
        WagerPlaced(hand=2, wager=Wager.WAR, amount=20_00, player="Ben"),
    )
    more = c.PlaceWager(hand=1, wager=Wager.WAR, amount=2)
    scenario.refused(more, Reason.WAGER_NOT_OFFERED)


@pytest.mark.parametrize(("chips", "enough"), [(19_99, False), (20_00, True), (20_01, True)])
@clause("wisconsin", "(a)(1)(x)", "(h)(3)")
def test_who_cannot_put_up_the_full_war_wager_can_only_surrender(chips, enough):
    scenario = at_table("wisconsin", cards="9H 9C", players=1, chips=chips).wagers({1: 10_00}).dealt()
    if enough:
        assert scenario.is_allowed(c.GoToWar(hand=1))
    else:
        scenario.refused(c.GoToWar(hand=1), Reason.NOT_ENOUGH_CHIPS)
    scenario.when(c.Surrender(hand=1)).then(WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00))
