"""Section 9.E: the choice on a tie hand, and what surrender costs."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import BuyChips, CallNoMoreBets, DeclineTieWager, GoToWar, PlaceWager, Surrender
from casinowar.game.events import (
    CardDealt,
    CardsCollected,
    HandSettled,
    RoundCompleted,
    TieHandChosen,
    TieWagerOffered,
    WagerCollected,
    WagerEvent,
    WagerPlaced,
    WagerReturned,
    WarWagerConfirmed,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Choice, Role, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

BURNS = "2C 3C 4C"
FIVES = House(smallest_chip="5")


def tie_hand(
    wager: int = 10_00, *, chips: int = 1_000_00, house: House | None = None, odd_half: str = "exact"
):
    """Give Ann a tie hand that waits for her choice."""
    readings = {"odd_half": odd_half}
    scenario = at_table("maryland", cards="9H 9C", players=1, chips=chips, house=house, readings=readings)
    return scenario.wagers({1: wager}).dealt()


def two_ties_and_a_loss(**readings: str) -> Scenario:
    """Deal ties to seats 1 and 3 and a losing card to seat 2."""
    scenario = at_table("maryland", cards="9H 5D 9S 9C", readings=readings)
    return scenario.wagers({1: 10_00, 2: 10_00, 3: 30_00}).dealt()


# the choice


@clause("maryland", "9.E")
def test_a_tie_hand_chooses_surrender_or_war_and_nothing_else_goes_on_before():
    scenario = tie_hand()
    assert (scenario.due.act, scenario.due.role) == (Act.CHOOSE, Role.PLAYER)
    assert scenario.is_allowed(Surrender(hand=1))
    assert scenario.is_allowed(GoToWar(hand=1))
    scenario.attended()
    assert scenario.table.rounds == 0


@clause("maryland", "9.E")
def test_a_choice_once_made_stands():
    for made, other in ((Surrender(hand=1), GoToWar(hand=1)), (GoToWar(hand=1), Surrender(hand=1))):
        scenario = tie_hand().when(made)
        for again in (made, other):
            scenario.refused(again, Reason.NO_CHOICE_DUE)


@clause("maryland", "9.E")
@pytest.mark.parametrize("card", ["8H", "TH"], ids=["lower", "higher"])
def test_only_a_tie_hand_has_the_choice(card):
    scenario = at_table("maryland", cards=f"{card} 9D 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    for choice in (Surrender(hand=1), GoToWar(hand=1)):
        scenario.refused(choice, Reason.NO_CHOICE_DUE)


@clause("maryland", "9.E")
def test_a_tie_hand_does_not_choose_before_the_table_is_compared():
    scenario = at_table("maryland", cards="9H 5D 9C", players=2).wagers({1: 10_00, 2: 10_00})
    scenario.when(CallNoMoreBets()).until(Act.SETTLE_HAND).refused(Surrender(hand=1), Reason.NO_CHOICE_DUE)


# surrender


@clause("maryland", "9.E(1)", "9.E(1)(a)", "9.E(1)(b)")
@pytest.mark.parametrize(("wager", "half"), [(2, 1), (4, 2), (10_00, 5_00), (10_02, 5_01), (25_00, 12_50)])
def test_surrender_collects_half_of_the_initial_wager_and_returns_the_other_half(wager, half):
    scenario = tie_hand(wager).when(Surrender(hand=1))
    scenario.then_exactly(
        TieHandChosen(hand=1, choice=Choice.SURRENDER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=half),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=half),
        HandSettled(hand=1),
    )
    assert (scenario.net("Ann"), scenario.table.inventory) == (-half, half)


@clause("maryland", "9.E(1)")
def test_who_surrenders_is_out_of_the_round():
    scenario = two_ties_and_a_loss().next_cards(f"{BURNS} KS 7S").when(Surrender(hand=1), GoToWar(hand=3))
    scenario.refused(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00), Reason.WAGER_NOT_OFFERED)
    scenario.when(DeclineTieWager(hand=3)).attended().then(CardsCollected(spots=(2, 1), cards=("5D", "9H")))
    assert [dealt.spot for dealt in scenario.of(CardDealt)] == [3, DEALER]
    assert scenario.net("Ann") == -5_00


@clause("maryland", "9.E(1)")
def test_a_surrender_of_the_last_tie_hand_ends_the_round():
    tie_hand().when(Surrender(hand=1)).attended().then(RoundCompleted(round=1))


@clause("maryland", "9.E(1)")
def test_a_tie_wager_that_was_won_is_kept_with_a_surrender():
    scenario = at_table("maryland", cards="9H 9C", players=1).wagers({1: 10_00}, tie={1: 5_00}).dealt()
    scenario.when(Surrender(hand=1))
    assert scenario.net("Ann") == 50_00 - 5_00


@clause("maryland", "9.E(1)(c)")
def test_tie_hands_are_asked_clockwise_in_a_pass_of_their_own():
    scenario = two_ties_and_a_loss()
    assert scenario.hand(2).settled
    assert (scenario.due.seat, scenario.due.clause) == (1, "9.E; 9.E(1)(c)")
    for early in (Surrender(hand=3), GoToWar(hand=3)):
        scenario.refused(early, Reason.CHOICE_NOT_YET, "9.E; 9.E(1)(c)")
    scenario.when(Surrender(hand=1), Surrender(hand=3))
    assert scenario.of(WagerEvent) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=15_00),
        WagerReturned(hand=3, wager=Wager.INITIAL, amount=15_00),
    ]


@clause("maryland", "9.A", "9.E(1)(c)")
def test_read_as_all_counterclockwise_the_pass_begins_at_the_dealers_right():
    scenario = two_ties_and_a_loss(surrender_direction="counterclockwise")
    assert scenario.hand(2).settled
    assert (scenario.due.seat, scenario.due.clause) == (3, "9.E; 9.A")
    scenario.refused(Surrender(hand=1), Reason.CHOICE_NOT_YET, "9.E; 9.A")
    scenario.when(Surrender(hand=3))
    assert scenario.due.seat == 1


@clause("maryland", "9.B(3)", "9.E")
@pytest.mark.parametrize("choice", [Surrender(hand=3), GoToWar(hand=3)])
def test_read_as_a_choice_at_the_seat_the_pass_waits_for_it_and_the_war_for_the_pass(choice):
    scenario = two_ties_and_a_loss(choice_timing="at_the_seat")
    assert (scenario.due.act, scenario.due.seat, scenario.due.clause) == (Act.CHOOSE, 3, "9.B(3)")
    assert not scenario.hand(2).settled
    scenario.when(choice).attended()
    assert scenario.hand(2).settled
    assert (scenario.due.act, scenario.due.seat) == (Act.CHOOSE, 1)
    assert scenario.of(CardsCollected, WarWagerConfirmed) == []
    scenario.when(GoToWar(hand=1))
    while scenario.due.act is Act.ANSWER_TIE_OFFER:
        scenario.when(DeclineTieWager(hand=scenario.due.seat or 0))
    scenario.attended().then(WarWagerConfirmed(hand=1))


# half of an odd amount


@clause("maryland", "9.E(1)")
@pytest.mark.parametrize(
    ("wager", "allowed"), [(1, False), (2, True), (3, False), (10_01, False), (10_02, True)]
)
def test_an_odd_number_of_cents_is_refused_because_it_has_no_half(wager, allowed):
    command = PlaceWager(hand=1, wager=Wager.INITIAL, amount=wager)
    scenario = at_table("maryland")
    if allowed:
        assert scenario.is_allowed(command)
    else:
        scenario.refused(command, Reason.WAGER_CANNOT_BE_HALVED, "9.E(1)")


@clause("maryland", "9.E(1)")
def test_a_tie_wager_has_no_half_and_may_be_an_odd_number_of_cents():
    odd = PlaceWager(hand=1, wager=Wager.TIE, amount=1_01)
    assert at_table("maryland").wagers({1: 10_00}).is_allowed(odd)


@clause("maryland", "9.E(1)")
def test_half_of_an_odd_number_of_chips_is_paid_to_the_cent():
    scenario = tie_hand(15_00, house=FIVES).when(Surrender(hand=1))
    assert scenario.of(WagerCollected, WagerReturned) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=7_50),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=7_50),
    ]


@clause("maryland", "9.E(1)")
@pytest.mark.parametrize(
    ("wager", "reason"),
    [
        (5_00, Reason.WAGER_CANNOT_BE_HALVED),
        (9_99, Reason.WAGER_NOT_IN_CHIPS),
        (10_00, None),
        (10_01, Reason.WAGER_NOT_IN_CHIPS),
        (15_00, Reason.WAGER_CANNOT_BE_HALVED),
        (20_00, None),
    ],
)
def test_read_as_payable_in_chips_only_an_even_number_of_chips_is_taken(wager, reason):
    command = PlaceWager(hand=1, wager=Wager.INITIAL, amount=wager)
    scenario = at_table("maryland", house=FIVES, readings={"odd_half": "payable_in_chips"})
    if reason:
        scenario.refused(command, reason)
    else:
        assert scenario.is_allowed(command)


@clause("maryland", "9.E(1)", "9.E(1)(a)", "9.E(1)(b)")
@pytest.mark.parametrize(
    ("odd_half", "wager", "collected", "returned"),
    [
        ("odd_chip_to_player", 5_00, 0, 5_00),
        ("odd_chip_to_player", 10_00, 5_00, 5_00),
        ("odd_chip_to_player", 15_00, 5_00, 10_00),
        ("odd_chip_to_house", 5_00, 5_00, 0),
        ("odd_chip_to_house", 10_00, 5_00, 5_00),
        ("odd_chip_to_house", 15_00, 10_00, 5_00),
    ],
)
def test_read_as_an_odd_chip_it_goes_to_the_player_or_to_the_house(odd_half, wager, collected, returned):
    scenario = tie_hand(wager, house=FIVES, odd_half=odd_half).when(Surrender(hand=1))
    moved = [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=collected),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=returned),
    ]
    assert scenario.of(WagerEvent) == [event for event in moved if event.amount]
    assert scenario.net("Ann") == -collected


# war


@clause("maryland", "9.E(2)")
@pytest.mark.parametrize("wager", [2, 10_00, 500_00])
def test_the_war_wager_is_as_large_as_the_initial_wager(wager):
    scenario = tie_hand(wager).when(GoToWar(hand=1))
    scenario.then_exactly(
        TieHandChosen(hand=1, choice=Choice.WAR),
        WagerPlaced(hand=1, wager=Wager.WAR, amount=wager, player="Ann"),
        TieWagerOffered(hand=1),
    )
    assert scenario.hand(1).on_layout(Wager.INITIAL) == scenario.hand(1).on_layout(Wager.WAR) == wager


@clause("maryland", "9.E(2)")
@pytest.mark.parametrize(("chips", "enough"), [(19_99, False), (20_00, True), (20_01, True)])
def test_war_needs_the_full_amount_and_who_is_a_cent_short_can_only_surrender(chips, enough):
    scenario = tie_hand(10_00, chips=chips)
    if enough:
        assert scenario.is_allowed(GoToWar(hand=1))
    else:
        scenario.refused(GoToWar(hand=1), Reason.NOT_ENOUGH_CHIPS)
    assert scenario.is_allowed(Surrender(hand=1))


@clause("maryland", "9.E(2)")
def test_chips_bought_in_time_make_up_the_war_wager():
    scenario = tie_hand(10_00, chips=19_99).when(BuyChips(player="Ann", amount=1))
    assert scenario.is_allowed(GoToWar(hand=1))


@clause("maryland", "9.E(2)")
@pytest.mark.parametrize("amount", [9_98, 10_00, 10_02])
def test_no_other_amount_can_be_put_down_for_a_war(amount):
    war = PlaceWager(hand=1, wager=Wager.WAR, amount=amount)
    scenario = tie_hand(10_00).refused(war, Reason.WAGER_NOT_OFFERED)
    scenario.when(GoToWar(hand=1)).refused(war, Reason.WAGER_NOT_OFFERED)
