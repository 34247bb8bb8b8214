"""A shoe that runs out in mid-round: what was found face up in it is not dealt in that round after all."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.events import DiscardsTaken, PlayStopped
from casinowar.game.words import Irregularity, Ruling
from casinowar.record.starting_table import hidden
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table
from tests.test_rulings import running_out

FOUND = c.ReportFaceUpCard()
PLAY_ON = c.Rule(ruling=Ruling.PLAY_ON)


def found(rulebook: str, *, between_rounds: bool) -> Scenario:
    """Have the king of diamonds found face up before the round or in it, and no card left for the dealer."""
    table = running_out(at_table(rulebook), "KD 9H" if between_rounds else "9H KD")
    if between_rounds:
        table.when(FOUND)
    table.wagers({1: 10_00}).when(c.CallNoMoreBets(), c.DealCard())
    if not between_rounds:
        table.when(FOUND)
    return table.when(c.DealCard())


@clause("maryland", "11.A")
@clause("wisconsin", "(j)(1)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
@pytest.mark.parametrize("between_rounds", [False, True])
def test_a_card_found_face_up_is_not_among_the_discards_that_are_dealt_again(rulebook, between_rounds):
    table = found(rulebook, between_rounds=between_rounds)
    others = tuple(sorted(table.table.rack))
    table.when(PLAY_ON).then(DiscardsTaken(kept=("KD",)))
    assert table.table.rack == ("KD",)
    assert sorted((*table.table.stack, "KD")) == list(others)
    table.when(c.Shuffle(cards=table.table.stack), c.LoadShoe(), c.DealCard())
    assert table.table.face_up == ("KD",)


@clause("maryland", "11.A")
def test_after_that_round_it_is_a_card_like_any_other():
    table = running_out(at_table("maryland"), "KD 9H 7C KS 9C")
    table.when(FOUND).wagers({1: 10_00}).when(c.CallNoMoreBets()).attended()
    assert not table.table.face_up
    assert "KD" in table.table.stack


@clause("maryland", "11.A")
def test_a_card_of_a_rack_that_nobody_has_seen_stays_there_all_the_same():
    table = running_out(at_table("maryland"), "KD 9H").when(FOUND)
    shoe = table.table.shoe
    table.table = hidden(table.table)
    table.table = replace(table.table, shoe=replace(table.table.shoe, stack=shoe.stack[shoe.drawn :]))
    table.wagers({1: 10_00}).when(c.CallNoMoreBets(), c.DealCard(), c.DealCard(), PLAY_ON)
    table.then(DiscardsTaken(kept=("KD",)))
    assert (len(table.table.stack), table.table.rack) == (310, ("KD",))


@clause("maryland", "11.A")
def test_with_nothing_else_in_the_rack_the_round_cannot_be_played_on():
    table = running_out(at_table("maryland"), "KD 9H").when(FOUND)
    table.wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets(), c.DealCard())
    rack, lying = ("KD",), table.round.layout[1] + table.table.rack[:-1]
    assert table.table.rack[-1:] == rack
    table.table = replace(table.table, rack=rack, round=replace(table.round, layout={1: lying}))
    table.when(c.DealCard()).then_exactly(
        PlayStopped(irregularity=Irregularity.SHOE_RAN_OUT, possible=(Ruling.VOID_THE_ROUND,))
    )
