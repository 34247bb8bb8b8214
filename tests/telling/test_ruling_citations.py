"""Which clause stands behind what a floorperson's ruling brings about."""

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.words import Act, Ruling
from tests.support.citing import Cited, cited_until_ruled, only
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
