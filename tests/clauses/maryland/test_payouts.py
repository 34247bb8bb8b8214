"""Section 10.A: the odds at which winning wagers are paid, and the other reading of the Tie War Wager."""

import pytest

from casinowar.game.commands import DeclineTieWager, GoToWar, PlaceWager
from casinowar.game.events import WagerPaid, WagerReturned
from casinowar.game.words import Act, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

BURNS = "2C 3C 4C"
WON, TIED, LOST = "8S 7S", "7D 7S", "6S 7S"
EITHER_READING = pytest.mark.parametrize("tied_war", ["war_wager_pays_2_to_1", "tie_wager_pays_2_to_1"])


def war(
    cards: str, wager: int = 10_00, *, war_tie: int = 0, tied_war: str = "war_wager_pays_2_to_1"
) -> Scenario:
    """Fight a war for a wager of Ann's, with or without a tie wager on the war deal."""
    scenario = at_table(
        "maryland", cards=f"9H 9C {BURNS} {cards}", players=1, readings={"tied_war": tied_war}
    )
    scenario.wagers({1: wager}).dealt().when(GoToWar(hand=1))
    if war_tie:
        return scenario.when(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=war_tie)).attended()
    return scenario.until(Act.ANSWER_TIE_OFFER).when(DeclineTieWager(hand=1)).attended()


def paid(scenario: Scenario, wager: Wager) -> list[int]:
    """List what was paid on a wager."""
    return [event.amount for event in scenario.of(WagerPaid) if event.wager is wager]


@clause("maryland", "10.A", "10.A(1)")
@pytest.mark.parametrize("wager", [2, 10_00, 999_98])
def test_the_initial_wager_pays_1_to_1(wager):
    scenario = at_table("maryland", cards="TH 9C", players=1).wagers({1: wager}).dealt()
    assert paid(scenario, Wager.INITIAL) == [wager]
    assert scenario.net("Ann") == wager


@clause("maryland", "10.A", "10.A(2)")
@pytest.mark.parametrize("tie", [1, 2, 5_00, 989_99])
def test_the_tie_wager_pays_10_to_1(tie):
    scenario = at_table("maryland", cards="9H 9C", players=1).wagers({1: 10_00}, tie={1: tie}).dealt()
    assert scenario.of(WagerPaid, WagerReturned) == [
        WagerPaid(hand=1, wager=Wager.TIE, amount=10 * tie),
        WagerReturned(hand=1, wager=Wager.TIE, amount=tie),
    ]


@clause("maryland", "10.A(2)")
@pytest.mark.parametrize("tie", [1, 5_00])
def test_the_tie_wager_pays_10_to_1_on_the_war_deal_too(tie):
    scenario = war(TIED, war_tie=tie)
    assert paid(scenario, Wager.WAR_TIE) == [10 * tie]
    assert scenario.net("Ann") == 20_00 + 10 * tie


@clause("maryland", "10.A", "10.A(3)")
@pytest.mark.parametrize("wager", [2, 10_00, 500_00])
def test_the_war_wager_pays_1_to_1(wager):
    scenario = war(WON, wager)
    assert paid(scenario, Wager.WAR) == [wager]
    assert paid(scenario, Wager.INITIAL) == []
    assert scenario.net("Ann") == wager


@clause("maryland", "10.A", "10.A(4)")
@pytest.mark.parametrize("wager", [2, 10_00, 500_00])
def test_the_war_wager_pays_2_to_1_when_the_war_deal_is_a_tie(wager):
    scenario = war(TIED, wager)
    assert paid(scenario, Wager.WAR) == [2 * wager]
    assert paid(scenario, Wager.INITIAL) == []
    assert scenario.net("Ann") == 2 * wager


@clause("maryland", "10.A(3)", "10.A(4)")
def test_read_as_a_tie_wager_the_tie_war_wager_pays_2_to_1_and_the_war_wager_1_to_1():
    scenario = war(TIED, war_tie=5_00, tied_war="tie_wager_pays_2_to_1")
    assert (paid(scenario, Wager.WAR), paid(scenario, Wager.WAR_TIE)) == ([10_00], [10_00])
    assert scenario.net("Ann") == 20_00


@clause("maryland", "10.A(3)", "10.A(4)")
def test_read_as_a_tie_wager_a_tied_war_without_one_pays_1_to_1():
    assert war(TIED, tied_war="tie_wager_pays_2_to_1").net("Ann") == 10_00


@clause("maryland", "10.A(2)")
@EITHER_READING
def test_under_either_reading_the_tie_wager_on_the_original_deal_pays_10_to_1(tied_war):
    scenario = at_table("maryland", cards="9H 9C", players=1, readings={"tied_war": tied_war})
    assert paid(scenario.wagers({1: 10_00}, tie={1: 5_00}).dealt(), Wager.TIE) == [50_00]


@clause("maryland", "10.A(3)")
@EITHER_READING
@pytest.mark.parametrize(("cards", "net"), [(WON, 10_00 - 5_00), (LOST, -20_00 - 5_00)])
def test_under_either_reading_a_war_won_or_lost_costs_the_tie_wager(tied_war, cards, net):
    assert war(cards, war_tie=5_00, tied_war=tied_war).net("Ann") == net
