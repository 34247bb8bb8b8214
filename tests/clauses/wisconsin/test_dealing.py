import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import (
    ActPerformed,
    Burn,
    CardBurned,
    CardDealt,
    CoverCardDrawn,
    NoMoreBetsCalled,
    RoundCompleted,
    StackCut,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Role, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table, opened, ready

TWO_CARDS = {"new_shoe_and_new_dealer": "two_cards"}
NEW_DEALER = c.ComeToTable(dealer="Moe")


@clause("wisconsin", "(g)(1)")
def test_the_first_card_of_the_shoe_is_burned_before_the_first_round():
    scenario = opened("wisconsin").when(c.Sit(player="Ann", seat=1, chips=100_00))
    scenario.until(Act.OFFER_CUT).when(c.OfferCut(), c.CutStack(seat=1, depth=100)).until(Act.BURN_CARD)
    first = scenario.table.shoe.stack[0]
    assert scenario.due == Duty(Act.BURN_CARD, Role.DEALER, "(g)(1)")
    scenario.refused(c.DealCard(), Reason.NOT_NOW, "(g)(1)").when(c.BurnCard())
    assert scenario.table.rack == (first,)


@clause("wisconsin", "(g)(1)")
def test_a_new_shoe_of_the_same_dealer_burns_one_card():
    scenario = ready(at_table("wisconsin", players=1).when(c.OrderReshuffle()))
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.NEW_SHOE)]


@clause("wisconsin", "(g)(1)")
def test_every_new_dealer_burns_one_card_before_dealing():
    scenario = at_table("wisconsin", players=1).wagers({1: 10_00})
    scenario.when(NEW_DEALER).until(Act.BURN_CARD)
    assert scenario.due == Duty(Act.BURN_CARD, Role.DEALER, "(g)(1)")
    scenario.refused(c.CallNoMoreBets(), Reason.NOT_NOW, "(g)(1)")
    scenario.when(c.BurnCard()).then_exactly(CardBurned(reason=Burn.NEW_DEALER))
    assert scenario.due.act is Act.CALL_NO_MORE_BETS


@clause("wisconsin", "(g)(1)")
def test_a_dealer_who_arrives_during_a_round_burns_before_the_war_burns():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.when(NEW_DEALER).attended().when(c.GoToWar(hand=1)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).attended()
    assert scenario.drawn == [BURN, BURN, BURN, BURN, 1, DEALER]
    assert scenario.of(CardBurned)[0].reason is Burn.NEW_DEALER


@clause("wisconsin", "(g)(1)")
def test_a_new_dealer_with_a_new_shoe_burns_one_card_for_both():
    scenario = at_table("wisconsin", players=1).when(c.OrderReshuffle(), NEW_DEALER)
    ready(scenario)
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.BOTH)]
    assert len(scenario.table.rack) == 1


@clause("wisconsin", "(g)(1)")
def test_under_the_other_reading_a_new_dealer_with_a_new_shoe_burns_two_cards():
    scenario = at_table("wisconsin", players=1, readings=TWO_CARDS).when(c.OrderReshuffle(), NEW_DEALER)
    ready(scenario)
    burned = [event.reason for event in scenario.of(CardBurned)]
    assert burned == [Burn.NEW_SHOE, Burn.NEW_DEALER]
    assert len(scenario.table.rack) == 2


@clause("wisconsin", "(g)(2)")
def test_no_more_bets_is_called_before_any_card_is_dealt():
    scenario = at_table("wisconsin", cards="KH 9C", players=1).wagers({1: 10_00})
    scenario.refused(c.DealCard(), Reason.NOT_NOW, "(g)(2)")
    scenario.when(c.CallNoMoreBets(), c.DealCard()).then_exactly(
        NoMoreBetsCalled(deal=(1, DEALER), compare=(), settle=(1,)), CardDealt(spot=1, card="KH")
    )


@clause("wisconsin", "(g)(2)")
def test_every_dealer_records_drawing_with_the_left_hand_and_laying_with_the_right():
    scenario = opened("wisconsin").when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.OFFER_CUT)
    scenario.when(c.OfferCut(), c.CutStack(seat=1, depth=100)).until(Act.BURN_CARD).when(c.BurnCard())
    hands = c.Perform(act_done=Act.CONFIRM_LEFT_HAND)
    for newcomer in ("Moe", "Zoe"):
        assert scenario.due == Duty(Act.CONFIRM_LEFT_HAND, Role.DEALER, "(g)(2)")
        wager = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
        scenario.refused(wager, Reason.BETTING_NOT_OPEN, "(g)(2)")
        scenario.when(hands).then_exactly(ActPerformed(act=Act.CONFIRM_LEFT_HAND, by=Role.DEALER))
        scenario.when(c.ComeToTable(dealer=newcomer))


@clause("wisconsin", "(g)(3)", "(g)(3)(i)", "(g)(3)(ii)")
def test_cards_are_dealt_clockwise_from_the_dealers_left_and_last_to_the_dealer():
    players = {5: "Ann", 2: "Ben", 7: "Cleo", 1: "Dov"}
    scenario = at_table("wisconsin", cards="KH QD JC 9S", players=players)
    scenario.wagers({5: 10_00, 7: 10_00, 2: 10_00}).dealt()
    assert scenario.of(CardDealt) == [
        CardDealt(spot=2, card="KH"),
        CardDealt(spot=5, card="QD"),
        CardDealt(spot=7, card="JC"),
        CardDealt(spot=DEALER, card="9S"),
    ]


@clause("wisconsin", "(g)(3)(i)", "(g)(3)(ii)")
def test_each_card_is_due_to_one_place():
    scenario = at_table("wisconsin", cards="KH 9C", players={4: "Ann"}).wagers({4: 10_00})
    scenario.when(c.CallNoMoreBets())
    assert scenario.due == Duty(Act.DEAL_CARD, Role.DEALER, "(g)(3)(i)", 4)
    assert scenario.when(c.DealCard()).due == Duty(Act.DEAL_CARD, Role.DEALER, "(g)(3)(ii)", DEALER)
    assert scenario.when(c.DealCard()).due.act is Act.SETTLE_HAND


@clause("wisconsin", "(g)(4)", "(e)(6)")
def test_after_the_cutting_card_the_round_is_dealt_to_its_end_and_the_cards_are_reshuffled():
    house = House(cards_behind_cover_card=310)
    scenario = at_table("wisconsin", cards="9H 9D 9C 2C 2D 2S KH KD 7D", players=2, house=house)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt().then(CoverCardDrawn(cutter=2))
    scenario.when(c.GoToWar(hand=1), c.GoToWar(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=1), c.DeclineTieWager(hand=2)).until(Act.GATHER_CARDS)
    assert scenario.drawn == [BURN, BURN, BURN, 1, 2, DEALER]
    scenario.then(RoundCompleted(round=1))
    assert scenario.due == Duty(Act.GATHER_CARDS, Role.DEALER, "(e)(6)")


@pytest.mark.parametrize(
    "touch",
    [
        c.Perform(by=Role.PLAYER, act_done=Act.WASH),
        c.Shuffle(by=Role.PLAYER),
        c.OfferCut(by=Role.PLAYER),
        c.PlaceCoverCard(by=Role.PLAYER),
        c.LoadShoe(by=Role.PLAYER),
        c.BurnCard(by=Role.PLAYER),
        c.DealCard(by=Role.PLAYER),
        c.CollectCards(by=Role.PLAYER),
    ],
    ids=lambda command: type(command).__name__,
)
@clause("wisconsin", "(g)(5)")
def test_no_player_touches_a_card(touch):
    scenario = at_table("wisconsin").wagers({1: 10_00}).when(c.CallNoMoreBets())
    scenario.refused(touch, Reason.PLAYERS_MAY_NOT_TOUCH_CARDS, "(g)(5)")


@clause("wisconsin", "(g)(5)")
def test_a_player_touches_the_cutting_card():
    scenario = at_table("wisconsin", players=1).when(c.OrderReshuffle()).until(Act.OFFER_CUT)
    scenario.when(c.OfferCut(), c.CutStack(seat=1, depth=100)).then(StackCut(seat=1, depth=100))
