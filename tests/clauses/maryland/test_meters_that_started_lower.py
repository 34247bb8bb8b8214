"""Maryland 10.C(2) and R91: a linked meter that started below its reset amount, and has never fallen."""

import pytest

from casinowar.game.commands import (
    CallNoMoreBets,
    DeclineTieWager,
    GoToWar,
    LeaveTable,
    ReportIrregularity,
    ReportNoCardDealt,
    Rule,
    TellMeter,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Irregularity, Ruling
from tests.support.clause import clause
from tests.support.progressives import BURN, meter, offering, progressive_table, with_chips
from tests.support.scenario import Scenario

LOWER = offering(initial="10000", reset="20000", linked=True)
SHOWN = 10_000_00
HOVERING = [("19999.50", 20_000_70 - 60, 20_000_00), ("19998.79", 20_000_00, 20_000_00)]
"""It fell there, be it by a win or a void; or it came up to there, be it by a win or by wagers."""


def void(scenario: Scenario) -> Scenario:
    return scenario.when(
        ReportIrregularity(irregularity=Irregularity.OTHER), Rule(ruling=Ruling.VOID_THE_ROUND)
    )


@clause("maryland", "10.C(2)", "11.D")
@pytest.mark.parametrize(("stays", "rises"), [("reversed", 0), ("stays", 1_20)])
def test_a_void_round_puts_it_back_to_where_it_stood(stays, rises):
    scenario = progressive_table("9H KD 9C", house=LOWER, readings={"void_meter": stays})
    void(with_chips(scenario, 1, 2).when(CallNoMoreBets()).until(Act.DEAL_CARD))
    assert meter(scenario) == SHOWN + rises


@clause("maryland", "10.C(2)", "9.J(3)", "11.D")
def test_a_void_round_that_paid_a_meter_puts_it_back_to_where_it_stood():
    scenario = progressive_table("9H 9H " + BURN + "9H 9H", players=1, house=LOWER)
    with_chips(scenario, 1).dealt().when(GoToWar(hand=1)).attended()
    scenario.when(DeclineTieWager(hand=1)).until(Act.PAY_PROGRESSIVE).went_on()
    assert meter(scenario) == 20_000_00
    assert meter(void(scenario)) == SHOWN


@clause("maryland", "10.C(2)", "11.C")
@pytest.mark.parametrize(
    "report",
    [
        ReportNoCardDealt(hand=1),
        ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1),
        LeaveTable(player="Ann"),
    ],
)
def test_a_void_hand_takes_back_only_what_it_added(report):
    readings = {"round_begins": "first_card"} if isinstance(report, LeaveTable) else {}
    scenario = progressive_table("9H KD 9C", house=LOWER, readings=readings)
    with_chips(scenario, 1, 2).when(CallNoMoreBets())
    if isinstance(report, ReportNoCardDealt):
        scenario.until(Act.DEAL_CARD)
    assert meter(scenario.when(report)) == SHOWN + 60


@clause("maryland", "10.C(2)", "11.D")
def test_once_another_table_has_won_it_no_void_takes_it_below_its_reset_amount():
    scenario = with_chips(progressive_table("9H KD 9C", house=LOWER), 1, 2).when(CallNoMoreBets())
    scenario.when(TellMeter(meter="progressive", amount=20_000_00))
    assert meter(void(scenario.until(Act.DEAL_CARD))) == 20_000_00


@clause("maryland", "10.C(2)", "9.J(3)", "11.D")
def test_no_void_takes_a_meter_that_paid_here_below_its_reset_amount():
    scenario = progressive_table("9H 9H " + BURN + "9H 9H", players=1, house=LOWER)
    with_chips(scenario, 1).dealt().when(GoToWar(hand=1)).attended()
    scenario.when(DeclineTieWager(hand=1)).until(Act.PAY_PROGRESSIVE).went_on()
    told = [TellMeter(meter="progressive", amount=amount) for amount in (50_000_00, 20_000_00)]
    assert meter(void(scenario.when(*told))) == 20_000_00


@clause("maryland", "10.C(2)", "11.D")
def test_the_wagers_of_the_void_round_alone_lift_it_over_its_reset_amount_for_nothing():
    nearly = offering(initial="19999.50", reset="20000", linked=True)
    scenario = with_chips(progressive_table("9H KD 9C", house=nearly), 1, 2).when(CallNoMoreBets())
    assert meter(scenario) == 20_000_70
    assert meter(void(scenario.until(Act.DEAL_CARD))) == 19_999_50


@clause("maryland", "10.C(2)")
def test_it_is_told_what_anothers_void_takes_back_but_not_less_than_it_started_with():
    scenario = with_chips(progressive_table("9H KD 9C", house=LOWER), 1).when(CallNoMoreBets())
    for amount in (10_001_20, 10_000_60):
        scenario.when(TellMeter(meter="progressive", amount=amount))
    assert meter(void(scenario.until(Act.DEAL_CARD))) == SHOWN
    less = TellMeter(meter="progressive", amount=SHOWN - 1)
    scenario.refused(less, Reason.METER_BELOW_RESET, "R83")


@clause("maryland", "10.C(2)", "10.D(4)", "9.J(3)", "11.D")
def test_a_rise_elsewhere_does_not_keep_up_what_the_void_round_had_put_up():
    scenario = progressive_table("9H 9H " + BURN + "9H 9H", players=1, house=LOWER)
    with_chips(scenario, 1).dealt().when(GoToWar(hand=1)).attended()
    scenario.when(DeclineTieWager(hand=1)).until(Act.PAY_PROGRESSIVE).went_on()
    told = [TellMeter(meter="progressive", amount=20_000_00 + rise) for rise in (60, 1_20)]
    assert meter(void(scenario.when(*told))) == SHOWN + 1_20


@clause("maryland", "10.C(2)", "10.D(4)", "11.D")
@pytest.mark.parametrize(("initial", "told", "after"), [("19999", 20_000_80, 19_999_60), *HOVERING])
def test_near_its_reset_amount_only_one_that_may_have_been_won_elsewhere_stays_there(initial, told, after):
    nearly = offering(initial=initial, reset="20000", linked=True)
    scenario = with_chips(progressive_table("9H KD 9C", house=nearly), 1, 2).when(CallNoMoreBets())
    scenario.when(TellMeter(meter="progressive", amount=told))
    assert meter(void(scenario.until(Act.DEAL_CARD))) == after


@clause("maryland", "10.C(2)", "11.D")
def test_a_win_elsewhere_that_is_void_itself_keeps_nothing_up():
    scenario = with_chips(progressive_table("9H KD 9C", house=LOWER), 1, 2).when(CallNoMoreBets())
    scenario.when(*[TellMeter(meter="progressive", amount=amount) for amount in (20_000_00, 10_001_20)])
    assert meter(void(scenario.until(Act.DEAL_CARD))) == SHOWN
