"""A device that jams again before its cards are shuffled: Wisconsin (j)(4), Maryland 11.D."""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import IrregularityReported, ProcedureBegan, StepsInserted
from casinowar.game.table import Step
from casinowar.game.words import Act, Irregularity, Occasion, Role, Shuffler
from casinowar.telling.narration import narrate
from tests.support.clause import clause
from tests.support.scenario import at_table, opened

BATCHES = House(shuffler=Shuffler.BATCH)
JAM = c.ReportShufflerJam()
REPORTED = IrregularityReported(irregularity=Irregularity.SHUFFLER_JAM)


@clause("wisconsin", "(e)(2)(iv)", "(j)(4)")
@clause("maryland", "5.H", "11.D")
@pytest.mark.parametrize("rulebook", ["wisconsin", "maryland"])
@pytest.mark.parametrize("jams", [1, 2, 3])
def test_a_reshuffle_that_was_ordered_is_not_forgotten_however_often_the_device_jams(rulebook, jams):
    scenario = at_table(rulebook, cards="KH 2C", house=BATCHES, readings=no_void(rulebook))
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets(), c.OrderReshuffle())
    for _ in range(jams):
        scenario.when(JAM).until(Act.SHUFFLE_STORED)
    assert scenario.table.reshuffle_ordered
    scenario.until(Act.EXCHANGE_BATCHES)
    assert scenario.table.occasion is Occasion.ORDERED


def no_void(rulebook: str) -> dict[str, str]:
    """Choose the reading under which a jam leaves the round alone."""
    return {"jam": "cards_from_the_device"} if rulebook == "maryland" else {}


@clause("wisconsin", "(j)(4)")
def test_a_second_jam_has_the_same_batch_shuffled_again_and_begins_nothing():
    scenario = at_table("wisconsin", house=BATCHES).wagers({1: 10_00}).when(JAM).when(JAM)
    again = (Step(Act.SHUFFLE_STORED, Role.DEALER, "(j)(4)"),)
    scenario.then_exactly(REPORTED, StepsInserted(steps=again, instead=True))
    assert scenario.table.to_do == again
    told = narrate(scenario.events[1], scenario.table)
    assert told == "In place of the shuffle under way there is to do: shuffle the batch in the shuffler."


@clause("wisconsin", "(j)(4)", "(e)(2)(i)")
def test_a_shuffle_that_jams_at_the_opening_is_repeated_and_the_opening_goes_on():
    scenario = opened("wisconsin", house=BATCHES).when(c.Sit(player="Ann", seat=1, chips=100_00))
    before = scenario.until(Act.SHUFFLE_STORED).table
    scenario.when(JAM)
    assert not scenario.of(ProcedureBegan)
    assert scenario.table.to_do == (Step(Act.SHUFFLE_STORED, Role.DEALER, "(j)(4)"), *before.to_do[1:])
    assert scenario.table.occasion is Occasion.OPENING


@clause("maryland", "11.D")
def test_a_device_that_jams_while_it_shuffles_is_emptied_first():
    scenario = at_table("maryland", house=BATCHES).when(c.OrderReshuffle()).until(Act.SHUFFLE_STORED)
    scenario.when(JAM)
    assert [step.act for step in scenario.table.to_do][:2] == [Act.EMPTY_DEVICE, Act.SHUFFLE_STORED]
    assert scenario.table.to_do[1].clause == "11.D"
