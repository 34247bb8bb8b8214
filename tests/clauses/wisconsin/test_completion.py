import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import (
    CardsCollected,
    HandCompared,
    HandSettled,
    RoundCompleted,
    TieHandChosen,
    WagerCollected,
    WagerEvent,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WarDealBegan,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Choice, Comparison, Role, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table

DOLLAR_CHIPS = House(smallest_chip="1")
AT_THE_SEAT = {"choice_timing": "at_the_seat"}
PAYABLE = {"odd_half": "payable_in_chips"}
TO_PLAYER = {"odd_half": "odd_chip_to_player"}
TO_HOUSE = {"odd_half": "odd_chip_to_house"}


@clause("wisconsin", "(h)(1)")
def test_hands_are_compared_and_settled_clockwise_from_the_dealers_left():
    players = {5: "Ann", 2: "Ben", 7: "Cleo"}
    scenario = at_table("wisconsin", cards="KH 5D AC 9S", players=players)
    scenario.wagers({7: 10_00, 5: 10_00, 2: 10_00}).when(c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    assert scenario.due == Duty(Act.SETTLE_HAND, Role.DEALER, "(h)(1)", 2)
    assert scenario.attended().of(HandCompared, HandSettled) == [
        HandCompared(hand=2, comparison=Comparison.HIGHER),
        HandSettled(hand=2),
        HandCompared(hand=5, comparison=Comparison.LOWER),
        HandSettled(hand=5),
        HandCompared(hand=7, comparison=Comparison.HIGHER),
        HandSettled(hand=7),
    ]


@clause("wisconsin", "(h)(1)(i)", "(h)(2)")
def test_the_lower_card_loses_the_initial_wager_and_the_tie_wager():
    scenario = at_table("wisconsin", cards="8H 9C", players=1).wagers({1: 10_00}, tie={1: 2_00}).dealt()
    assert scenario.of(WagerEvent) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=2_00),
    ]
    assert scenario.net("Ann") == -12_00


@clause("wisconsin", "(h)(1)(ii)", "(h)(2)")
def test_the_higher_card_wins_the_initial_wager_and_loses_the_tie_wager():
    scenario = at_table("wisconsin", cards="TH 9C", players=1).wagers({1: 10_00}, tie={1: 2_00}).dealt()
    assert scenario.of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.TIE, amount=2_00),
    ]
    assert scenario.net("Ann") == 8_00


@clause("wisconsin", "(h)(1)(iii)", "(h)(2)")
def test_the_equal_card_wins_the_tie_wager_and_leaves_the_initial_wager_open():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: 10_00}, tie={1: 2_00}).dealt()
    assert scenario.of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.TIE, amount=20_00),
        WagerReturned(hand=1, wager=Wager.TIE, amount=2_00),
    ]
    assert scenario.hand(1).on_layout(Wager.INITIAL) == 10_00
    assert scenario.due == Duty(Act.CHOOSE, Role.PLAYER, "(h)(3)", 1)


@clause("wisconsin", "(h)(2)")
def test_lost_wagers_go_into_the_table_inventory_and_won_ones_are_paid_from_it():
    scenario = at_table("wisconsin", cards="5H KD 9C", players=2)
    scenario.wagers({1: 30_00, 2: 10_00}, tie={1: 2_00, 2: 1_00}).dealt()
    assert scenario.table.inventory == 30_00 + 2_00 - 10_00 + 1_00


@clause("wisconsin", "(h)(3)")
def test_a_tie_hand_is_offered_both_options_and_takes_one():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    assert scenario.is_allowed(c.GoToWar(hand=1))
    scenario.when(c.Surrender(hand=1))
    scenario.refused(c.GoToWar(hand=1), Reason.NO_CHOICE_DUE, "(h)(3)")
    scenario.refused(c.Surrender(hand=1), Reason.NO_CHOICE_DUE, "(h)(3)")


@clause("wisconsin", "(h)(3)")
def test_who_has_chosen_war_can_no_longer_surrender():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1)).refused(c.Surrender(hand=1), Reason.NO_CHOICE_DUE, "(h)(3)")


@clause("wisconsin", "(h)(3)(i)")
def test_a_tie_hand_may_surrender_half():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    scenario.when(c.Surrender(hand=1)).then_exactly(
        TieHandChosen(hand=1, choice=Choice.SURRENDER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        HandSettled(hand=1),
    )
    assert scenario.attended().net("Ann") == -5_00
    assert scenario.table.inventory == 5_00


@clause("wisconsin", "(h)(3)(i)", "(h)(1)(iii)")
def test_surrender_leaves_a_won_tie_wager_alone():
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: 10_00}, tie={1: 2_00}).dealt()
    assert scenario.when(c.Surrender(hand=1)).net("Ann") == 20_00 - 5_00


@clause("wisconsin", "(h)(3)(i)")
def test_surrender_ends_the_players_part_in_the_round():
    scenario = at_table("wisconsin", cards="9H 9D 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    scenario.when(c.Surrender(hand=1), c.GoToWar(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=2)).attended()
    assert [event.hands for event in scenario.of(WarDealBegan)] == [(2,)]
    assert not any(event.hand == 1 for event in scenario.of(WagerEvent))


@clause("wisconsin", "(h)(3)", "(h)(3)(i)")
def test_the_dealer_goes_on_clockwise_to_the_next_tie_hand():
    players = {6: "Ann", 3: "Ben", 1: "Cleo"}
    scenario = at_table("wisconsin", cards="9H 9D 9S 9C", players=players)
    scenario.wagers(dict.fromkeys(players, 10_00)).dealt()
    for seat, later in ((1, (3, 6)), (3, (6,)), (6, ())):
        assert scenario.due == Duty(Act.CHOOSE, Role.PLAYER, "(h)(3)", seat)
        for other in later:
            scenario.refused(c.Surrender(hand=other), Reason.CHOICE_NOT_YET, "(h)(3)")
            scenario.refused(c.GoToWar(hand=other), Reason.CHOICE_NOT_YET, "(h)(3)")
        scenario.when(c.Surrender(hand=seat))


@pytest.mark.parametrize(("wager", "half"), [(2, 1), (10_00, 5_00), (10_02, 5_01)])
@clause("wisconsin", "(h)(3)(i)")
def test_half_is_exact_to_the_cent(wager, half):
    scenario = at_table("wisconsin", cards="9H 9C", players=1).wagers({1: wager}).dealt()
    scenario.when(c.Surrender(hand=1)).then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=half),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=half),
    )


@pytest.mark.parametrize("wager", [1, 9_99, 10_01])
@clause("wisconsin", "(h)(3)(i)")
def test_an_odd_number_of_cents_has_no_exact_half_and_is_no_initial_wager(wager):
    place = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=wager)
    at_table("wisconsin").refused(place, Reason.WAGER_CANNOT_BE_HALVED, "(h)(3)(i)")


@clause("wisconsin", "(h)(3)(i)")
def test_an_exact_half_may_be_smaller_than_the_smallest_chip():
    scenario = at_table("wisconsin", cards="9H 9C", players=1, house=DOLLAR_CHIPS).wagers({1: 5_00}).dealt()
    scenario.when(c.Surrender(hand=1)).then(WagerReturned(hand=1, wager=Wager.INITIAL, amount=2_50))


@pytest.mark.parametrize(("wager", "taken"), [(4_00, True), (5_00, False), (6_00, True)])
@clause("wisconsin", "(h)(3)(i)")
def test_under_another_reading_only_wagers_whose_half_can_be_paid_in_chips_are_taken(wager, taken):
    scenario = at_table("wisconsin", players=1, house=DOLLAR_CHIPS, readings=PAYABLE)
    place = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=wager)
    if taken:
        scenario.when(place).then(WagerPlaced(hand=1, wager=Wager.INITIAL, amount=wager, player="Ann"))
    else:
        scenario.refused(place, Reason.WAGER_CANNOT_BE_HALVED, "(h)(3)(i)")


@pytest.mark.parametrize(
    ("readings", "wager", "collected", "returned"),
    [
        (TO_PLAYER, 4_00, 2_00, 2_00),
        (TO_PLAYER, 5_00, 2_00, 3_00),
        (TO_PLAYER, 6_00, 3_00, 3_00),
        (TO_HOUSE, 4_00, 2_00, 2_00),
        (TO_HOUSE, 5_00, 3_00, 2_00),
        (TO_HOUSE, 6_00, 3_00, 3_00),
    ],
)
@clause("wisconsin", "(h)(3)(i)")
def test_under_other_readings_the_odd_chip_goes_to_one_side(readings, wager, collected, returned):
    scenario = at_table("wisconsin", cards="9H 9C", players=1, house=DOLLAR_CHIPS, readings=readings)
    scenario.wagers({1: wager}).dealt().when(c.Surrender(hand=1)).then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=collected),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=returned),
    )


@clause("wisconsin", "(h)(1)(iii)", "(h)(3)")
def test_tie_hands_choose_after_all_hands_are_compared():
    scenario = at_table("wisconsin", cards="9H KD 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    assert [event.hand for event in scenario.of(HandCompared)] == [1, 2]
    assert scenario.due == Duty(Act.CHOOSE, Role.PLAYER, "(h)(3)", 1)


@clause("wisconsin", "(h)(1)(iii)", "(h)(3)")
def test_under_the_other_reading_a_tie_hand_chooses_when_the_dealer_reaches_it():
    scenario = at_table("wisconsin", cards="9H KD 9S 9C", readings=AT_THE_SEAT)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    assert [event.hand for event in scenario.of(HandCompared)] == [1]
    assert scenario.due == Duty(Act.CHOOSE, Role.PLAYER, "(h)(1)(iii)", 1)
    scenario.when(c.GoToWar(hand=1)).attended()
    assert [event.hand for event in scenario.of(HandCompared)] == [2, 3]
    assert scenario.due == Duty(Act.CHOOSE, Role.PLAYER, "(h)(1)(iii)", 3)
    scenario.when(c.Surrender(hand=3)).attended()
    assert scenario.due == Duty(Act.ANSWER_TIE_OFFER, Role.PLAYER, "(h)(5)", 1)


@clause("wisconsin", "(h)(4)")
def test_all_cards_but_those_at_war_go_into_the_discard_rack_hand_by_hand():
    cards = "KH 9D 5S 9S 9C"
    scenario = at_table("wisconsin", cards=cards, players=4).wagers(dict.fromkeys((1, 2, 3, 4), 10_00))
    scenario.dealt().when(c.GoToWar(hand=2), c.Surrender(hand=4))
    assert scenario.due == Duty(Act.COLLECT_CARDS, Role.DEALER, "(h)(4)")
    scenario.refused(c.ConfirmWarWager(), Reason.NOT_NOW, "(h)(4)")
    scenario.when(c.CollectCards()).then_exactly(CardsCollected(spots=(1, 3, 4), cards=("KH", "5S", "9S")))
    assert scenario.table.rack[1:] == ("KH", "5S", "9S")


@clause("wisconsin", "(h)(4)")
def test_without_a_war_all_cards_go_into_the_discard_rack_hand_by_hand():
    scenario = at_table("wisconsin", cards="KH 5D 9C", players=2).wagers({2: 10_00, 1: 10_00})
    scenario.when(c.CallNoMoreBets()).until(Act.COLLECT_CARDS).when(c.CollectCards()).then_exactly(
        CardsCollected(spots=(1, 2, DEALER), cards=("KH", "5D", "9C")), RoundCompleted(round=1)
    )
