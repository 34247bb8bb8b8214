"""What is half of an odd amount: R8, which every text leaves open."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import PlaceWager, Surrender
from casinowar.game.events import WagerCollected, WagerReturned
from casinowar.game.refusal import Reason
from casinowar.game.words import Wager
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, at_table

FIVE_DOLLAR_CHIPS = House(smallest_chip="5", limits=LIMITS)
RULEBOOKS = pytest.mark.parametrize("rulebook", ["california", "washington", "south_dakota"])


def tie_hand(rulebook: str, reading: str, wager: int = 0) -> Scenario:
    """Sit at a table whose smallest chip is five dollars; with a wager, give Ann a tie hand."""
    readings = {"odd_half": reading}
    table = at_table(rulebook, cards="9H 9C", house=FIVE_DOLLAR_CHIPS, readings=readings)
    return table.wagers({1: wager}).dealt() if wager else table


@clause("california", "round.3.a")
@clause("washington", "4.c.i", "paytable.surrender")
@clause("south_dakota", "(4)(a)(i)", "paytable.surrender")
@RULEBOOKS
@pytest.mark.parametrize(
    ("reading", "collected", "returned"),
    [("exact", 7_50, 7_50), ("odd_chip_to_player", 5_00, 10_00), ("odd_chip_to_house", 10_00, 5_00)],
)
def test_the_odd_chip_is_split_or_goes_to_one_side(rulebook, reading, collected, returned):
    table = tie_hand(rulebook, reading, wager=15_00).when(Surrender(hand=1))
    assert table.of(WagerCollected, WagerReturned) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=collected),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=returned),
    ]


@clause("california", "round.3.a")
@clause("washington", "4.c.i")
@clause("south_dakota", "(4)(a)(i)")
@RULEBOOKS
@pytest.mark.parametrize(
    ("reading", "event"), [("odd_chip_to_player", WagerReturned), ("odd_chip_to_house", WagerCollected)]
)
def test_a_single_chip_goes_to_one_side_whole(rulebook, reading, event):
    table = tie_hand(rulebook, reading, wager=5_00).when(Surrender(hand=1))
    assert table.of(WagerCollected, WagerReturned) == [event(hand=1, wager=Wager.INITIAL, amount=5_00)]


@clause("california", "round.3.a")
@clause("washington", "4.c.i")
@clause("south_dakota", "(4)(a)(i)")
@RULEBOOKS
@pytest.mark.parametrize("reading", ["exact", "odd_chip_to_player", "odd_chip_to_house", "payable_in_chips"])
def test_an_even_number_of_chips_is_halved(rulebook, reading):
    table = tie_hand(rulebook, reading, wager=10_00).when(Surrender(hand=1))
    assert table.net("Ann") == -5_00


@clause("california", "round.3.a")
@clause("washington", "4.c.i")
@clause("south_dakota", "(4)(a)(i)")
@RULEBOOKS
def test_read_as_payable_in_chips_an_odd_number_of_chips_is_refused(rulebook):
    table = tie_hand(rulebook, "payable_in_chips")
    clause_of_surrender = table.rules.book.surrender.clause if table.rules.book.surrender else ""
    for amount in (5_00, 15_00):
        odd = PlaceWager(hand=1, wager=Wager.INITIAL, amount=amount)
        table.refused(odd, Reason.WAGER_CANNOT_BE_HALVED, clause_of_surrender)
    assert table.is_allowed(PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))


@clause("california", "round.3.a")
@clause("washington", "4.c.i")
@clause("south_dakota", "(4)(a)(i)")
@RULEBOOKS
def test_read_as_exact_an_odd_number_of_cents_is_refused(rulebook):
    table = at_table(rulebook)
    for amount in (1, 9_99, 10_01):
        odd = PlaceWager(hand=1, wager=Wager.INITIAL, amount=amount)
        table.refused(odd, Reason.WAGER_CANNOT_BE_HALVED)
    for amount in (2, 10_00, 10_02):
        assert table.is_allowed(PlaceWager(hand=1, wager=Wager.INITIAL, amount=amount))
