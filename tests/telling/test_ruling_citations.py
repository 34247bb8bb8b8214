"""Which clause stands behind what a floorperson's ruling brings about."""

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.words import Act, Irregularity, Ruling, Wager
from tests.support.citing import Cited, cited_until_ruled, given_alone, only
from tests.support.clause import clause
from tests.support.progressives import progressive_table, with_chips
from tests.support.scenario import at_table

MOVES = e.WagerReturned, e.CollectionReversed, e.PaymentReversed, e.HandVoided


def skipped(rulebook: str, hand: int, ruling: Ruling, settled: int) -> Cited:
    """Report, once so many hands are settled, that a hand of two got no card, and have it ruled on."""
    table = at_table(rulebook, cards="2H KH 9C").wagers({1: 10_00, 2: 10_00}, tie={1: 5_00, 2: 5_00})
    table.when(c.CallNoMoreBets()).until(Act.SETTLE_HAND).when(*[c.SettleHand()] * settled)
    return cited_until_ruled(table, c.ReportNoCardDealt(hand=hand), c.Rule(ruling=ruling))


@clause("maryland", "11.C")
@clause("wisconsin", "(j)(3)")
@pytest.mark.parametrize(("rulebook", "said"), [("maryland", "11.C"), ("wisconsin", "(j)(3)")])
@pytest.mark.parametrize("settled", [0, 1])
@pytest.mark.parametrize("hand", [1, 2])
def test_a_place_that_a_ruling_takes_out_goes_back_under_the_clause_on_wagers_without_a_card(
    rulebook, said, settled, hand
):
    found = skipped(rulebook, hand, Ruling.VOID_THE_HAND, settled)
    assert {*only(found, *MOVES)} == {said}
    assert only(found, e.PlayStopped, e.RulingRecorded) == ["R68"] * 2


@clause("maryland", "11.C")
@clause("wisconsin", "(j)(3)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_what_is_reported_of_that_place_later_stops_play_under_the_assumption_on_rulings(rulebook):
    table = at_table(rulebook, cards="2H 9H 9C", players=2).wagers({1: 10_00, 2: 10_00}).dealt()
    table.when(c.ReportNoCardDealt(hand=1), c.Rule(ruling=Ruling.VOID_THE_HAND))
    reported = c.ReportIrregularity(irregularity=Irregularity.OTHER, hand=1)
    found = cited_until_ruled(table, reported, c.Rule(ruling=Ruling.PLAY_ON))
    assert only(found, e.PlayStopped, e.RulingRecorded) == ["R68"] * 2


@clause("wisconsin", "(j)(3)")
@pytest.mark.parametrize("settled", [0, 1])
def test_a_round_that_a_ruling_voids_is_void_under_it_where_the_clause_voids_but_the_wager(settled):
    found = skipped("wisconsin", 2, Ruling.VOID_THE_ROUND, settled)
    assert {*only(found, e.RoundVoided, e.CardsCollected, *MOVES)} == {"R68"}


@clause("maryland", "11.C")
def test_chips_and_meters_of_such_a_place_go_back_under_it_too():
    table = with_chips(progressive_table("2H KH 9C"), 1, 2).when(c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    ruling = c.Rule(ruling=Ruling.VOID_THE_HAND)
    found = cited_until_ruled(table, c.ReportNoCardDealt(hand=1), ruling)
    assert {*only(found, e.CollectionReversed, e.MeterRaiseReversed)} == {"11.C; R91"}
    assert {*only(found, e.WagerReturned, e.HandVoided)} == {"11.C"}


@clause("wisconsin", "(j)(1)")
def test_a_round_that_the_book_voids_is_void_under_its_clause():
    table = at_table("wisconsin", cards="9H 9C 4C").wagers({1: 10_00}).when(c.CallNoMoreBets())
    found = cited_until_ruled(table, c.ReportFaceUpCard(), c.ReportFaceUpCard())
    assert only(found, e.RoundVoided, e.WagerReturned) == ["(j)(1)"] * 2


@clause("maryland", "11.C")
@clause("wisconsin", "(j)(3)")
@pytest.mark.parametrize(("rulebook", "said"), [("maryland", "11.C"), ("wisconsin", "(j)(3)")])
def test_a_war_wager_goes_back_under_the_ruling_for_the_clause_is_on_the_original_deal(rulebook, said):
    table = at_table(rulebook, cards="9H 9C", players=1).wagers({1: 10_00}).dealt()
    table.when(c.GoToWar(hand=1), c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00, player="Ann"))
    ruling = c.Rule(ruling=Ruling.VOID_THE_HAND)
    found = cited_until_ruled(table, c.ReportNoCardDealt(hand=1), ruling)
    returned = {event.wager: cited for event, cited in found if isinstance(event, e.WagerReturned)}
    assert returned == {Wager.INITIAL: said, Wager.WAR: "R68", Wager.WAR_TIE: "R68"}


@clause("wisconsin", "(j)(1)")
def test_a_reshuffle_is_not_told_under_an_act_that_was_left_undone_before():
    table = at_table("wisconsin", cards="9H 9C 4C").wagers({1: 10_00}).when(c.CallNoMoreBets())
    table.when(c.ReportFaceUpCard(), c.ComeToTable(dealer="Nora"))
    assert table.table.to_do
    found = given_alone(table, c.ReportFaceUpCard())
    assert only(found, e.ProcedureBegan) == ["(j)(1)"]
