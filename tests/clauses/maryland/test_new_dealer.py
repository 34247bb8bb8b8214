"""Maryland, 8.E(1) and 8.E(4) together: what a dealer burns who comes to a table with a new shoe."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import CallNoMoreBets, ComeToTable, OrderReshuffle
from casinowar.game.events import Burn, CardBurned
from casinowar.game.words import Shuffler
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, ready

TWO_CARDS = {"new_shoe_and_new_dealer": "two_cards"}
BOTH, NEW_SHOE, NEW_DEALER = Burn.BOTH, Burn.NEW_SHOE, Burn.NEW_DEALER


def burned(scenario: Scenario) -> list[Burn]:
    return [event.reason for event in scenario.history if isinstance(event, CardBurned)]


@clause("maryland", "8.E(1)", "8.E(4)")
@pytest.mark.parametrize(("readings", "burns"), [({}, [BOTH]), (TWO_CARDS, [NEW_SHOE, NEW_DEALER])])
def test_the_dealer_who_opens_the_table_burns_one_card_or_can_be_read_to_burn_two(readings, burns):
    assert burned(at_table("maryland", readings=readings)) == burns


@clause("maryland", "8.E(1)", "8.E(4)")
@pytest.mark.parametrize(("readings", "burns"), [({}, [BOTH]), (TWO_CARDS, [NEW_SHOE, NEW_DEALER])])
def test_a_new_dealer_who_opens_a_later_shoe_burns_as_the_first_one_did(readings, burns):
    scenario = at_table("maryland", readings=readings)
    before = len(burned(scenario))
    ready(scenario.when(OrderReshuffle(), ComeToTable(dealer="Max")))
    assert burned(scenario)[before:] == burns


@clause("maryland", "8.E(1)", "8.E(4)")
@pytest.mark.parametrize("readings", [{}, TWO_CARDS])
def test_the_same_dealer_burns_one_card_of_each_new_shoe(readings):
    scenario = at_table("maryland", readings=readings)
    before = len(burned(scenario))
    ready(scenario.when(OrderReshuffle()))
    assert burned(scenario)[before:] == [NEW_SHOE]


@clause("maryland", "8.E(4)")
def test_a_dealer_who_arrives_during_a_round_burns_before_the_next_one():
    scenario = at_table("maryland", cards="KH 2C").wagers({1: 10_00}).when(CallNoMoreBets())
    scenario.when(ComeToTable(dealer="Max")).attended()
    assert scenario.table.rounds == 1
    assert burned(scenario) == [BOTH, NEW_DEALER]
    assert len(scenario.table.rack) == 4


@clause("maryland", "8.E(1)", "8.E(4)", "5.K")
def test_a_continuous_shuffler_has_no_full_batch_and_so_only_the_dealers_burn():
    assert burned(at_table("maryland", house=House(shuffler=Shuffler.CONTINUOUS))) == [NEW_DEALER]
