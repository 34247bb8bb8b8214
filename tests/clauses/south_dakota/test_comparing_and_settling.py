import pytest

from casinowar.game.commands import GoToWar, PlaceWager, Surrender
from casinowar.game.events import (
    CardsCollected,
    HandCompared,
    HandPassed,
    HandSettled,
    RoundCompleted,
    TieHandChosen,
    WagerCollected,
    WagerPaid,
    WagerReturned,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Choice, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table

MONEY = (WagerCollected, WagerPaid, WagerReturned)


@clause("south_dakota", "(4)")
def test_hands_are_compared_and_settled_clockwise_from_the_dealers_left():
    table = at_table("south_dakota", cards="5H KH 2H 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    table.then(
        HandCompared(hand=1, comparison=Comparison.LOWER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        HandCompared(hand=2, comparison=Comparison.HIGHER),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        HandCompared(hand=3, comparison=Comparison.LOWER),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=10_00),
    )


@clause("south_dakota", "(4)(c)")
@pytest.mark.parametrize("amount", [1, 5_00, 7_77])
def test_on_a_tie_the_tie_wager_wins_10_to_1(amount):
    table = at_table("south_dakota", cards="9H 9C").wagers({1: 10_00}, tie={1: amount}).dealt()
    assert table.of(*MONEY, HandPassed) == [
        WagerPaid(hand=1, wager=Wager.TIE, amount=10 * amount),
        WagerReturned(hand=1, wager=Wager.TIE, amount=amount),
        HandPassed(hand=1),
    ]


@clause("south_dakota", "(4)(a)", "(4)(a)(i)", "(4)(a)(ii)", "(4)(b)")
def test_the_choice_is_read_to_belong_to_the_tie_which_does_not_lose():
    table = at_table("south_dakota", cards="TH 9H 8H 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    assert (table.due.act, table.due.clause, table.due.seat) == (Act.CHOOSE, "(4)(a)", 2)
    assert table.hand(2).on_layout(Wager.INITIAL) == 10_00
    assert table.is_allowed(Surrender(hand=2))
    assert table.is_allowed(GoToWar(hand=2))
    for seat in (1, 3):
        table.refused(Surrender(hand=seat), Reason.NO_CHOICE_DUE, "(4)(a)")
        table.refused(GoToWar(hand=seat), Reason.NO_CHOICE_DUE, "(4)(a)")


@clause("south_dakota", "(4)(a)(i)", "paytable.surrender")
def test_surrender_gives_up_half_the_primary_wager():
    table = at_table("south_dakota", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(Surrender(hand=1)).then_exactly(
        TieHandChosen(hand=1, choice=Choice.SURRENDER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        HandSettled(hand=1),
        CardsCollected(spots=(1,), cards=("9H",)),
    )


@clause("south_dakota", "(4)(b)", "(4)(c)")
def test_read_literally_a_tie_loses_at_once_while_the_tie_wager_still_wins():
    table = at_table("south_dakota", cards="9H 9C", readings={"tie_hand": "loses"})
    table.wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert table.of(*MONEY) == [
        WagerPaid(hand=1, wager=Wager.TIE, amount=50_00),
        WagerReturned(hand=1, wager=Wager.TIE, amount=5_00),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
    ]
    table.then(HandSettled(hand=1), RoundCompleted(round=1))


@clause("south_dakota", "(4)(b)")
@pytest.mark.parametrize("choice", [Surrender(hand=1), GoToWar(hand=1)])
def test_read_literally_there_is_never_a_surrender_or_a_war(choice):
    table = at_table("south_dakota", cards="9H 9C", readings={"tie_hand": "loses"}).wagers({1: 10_00})
    table.dealt().wagers({1: 10_00}).next_cards("9H 9C").dealt()
    assert table.net("Ann") == -20_00
    table.refused(choice, Reason.NO_CHOICE_DUE, "(4)(a)")


@clause("south_dakota", "(4)(b)")
def test_read_literally_nothing_is_halved_so_that_an_odd_number_of_cents_is_taken():
    odd = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_01)
    assert at_table("south_dakota", readings={"tie_hand": "loses"}).is_allowed(odd)
    at_table("south_dakota").refused(odd, Reason.WAGER_CANNOT_BE_HALVED)


@clause("south_dakota", "(5)")
def test_the_dealer_picks_up_hands_from_left_to_right_as_they_are_settled():
    table = at_table("south_dakota", cards="5H KH 2H 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    table.then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        CardsCollected(spots=(1,), cards=("5H",)),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        CardsCollected(spots=(2,), cards=("KH",)),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=10_00),
        CardsCollected(spots=(3,), cards=("2H",)),
        CardsCollected(spots=(DEALER,), cards=("9C",)),
    )
    assert table.table.rack == ("5H", "KH", "2H", "9C")
