"""Maryland 7.B(4), 9.J(4)(c) and 10.D(4): what is lost, denied or validated goes by what is paid."""

from typing import Any

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.meters import MeterChoices
from casinowar.game.words import Act, Irregularity, Ruling, Shuffler, Wager
from tests.support.clause import clause
from tests.support.progressives import BURN, CHIP, meter, offering, progressive_table, with_chips
from tests.support.scenario import Scenario
from tests.support.wheels import ALL_LOSE, THREE, at_wheel, stop
from tests.support.wheels import offering as offering_wheel

METER = "progressive"
ONE_WINNER = "9H 9H " + BURN + "9H 9H"
TWO_WINNERS = "9H 9H 9H " + BURN + "9H 9H 9H"
DENIED = (
    c.ReportIrregularity(irregularity=Irregularity.NOT_VALIDATED),
    c.Rule(ruling=Ruling.DENY_THE_PAYOUT),
)
STANDS = c.Rule(ruling=Ruling.LET_SETTLED_STAND)


def at_war(scenario: Scenario, *seats: int) -> Scenario:
    """Deal, and have the tie hands of these seats go to war without another tie wager."""
    scenario.dealt().when(*(c.GoToWar(hand=seat) for seat in seats)).attended()
    return scenario.when(*(c.DeclineTieWager(hand=seat) for seat in seats))


def from_meter(scenario: Scenario) -> dict[int, int]:
    """Tell what the meter paid, by seat."""
    return {event.hand: event.amount for event in scenario.history if isinstance(event, e.MeterPaid)}


def validations(scenario: Scenario) -> int:
    """Count the payouts that a floorperson validated."""
    acts = [event.act for event in scenario.history if isinstance(event, e.ActPerformed)]
    return acts.count(Act.VALIDATE_PAYOUT)


# a winner who is denied


@clause("maryland", "10.B(1)", "10.D(4)", "9.J(4)(c)")
@pytest.mark.parametrize("settled", ["in_a_last_pass", "at_each_seat"])
@pytest.mark.parametrize("holder", ["needed", "not_needed"])
@pytest.mark.parametrize("is_denied", [True, False])
def test_who_is_denied_has_no_part_in_the_meter_at_the_payout_limit_either(settled, holder, is_denied):
    """Seat 2 has reached the limit by its tie wager, before its progressive is read."""
    readings = {"meter_winners": "divided", "payout_limit": "with_progressive"}
    readings |= {"progressive_settled": settled, "envy_holder": holder}
    scenario = progressive_table(TWO_WINNERS, house=offering(payout_limit="20000"), readings=readings)
    scenario.when(c.BuyChips(player="Ben", amount=2_000_00))
    with_chips(scenario, 1, 2).when(c.PlaceWager(hand=2, wager=Wager.TIE, amount=2_000_00))
    at_war(scenario, 1, 2).until(Act.VALIDATE_PAYOUT)
    if is_denied:
        scenario.when(*DENIED)
    scenario.attended()
    assert from_meter(scenario) == {1: 10_001_20 if is_denied else 5_000_60}


# a linked meter that rises while it is divided


@clause("maryland", "10.D(4)", "10.C(2)")
@pytest.mark.parametrize("told", [10_000_00, 10_001_60, 30_000_00])
def test_what_a_divided_meter_rises_by_once_it_has_paid_is_no_part_of_this_rounds_winners(told):
    table = progressive_table(TWO_WINNERS, house=offering(linked=True), readings={"meter_winners": "divided"})
    at_war(with_chips(table, 1, 2), 1, 2).until(Act.PAY_PROGRESSIVE).went_on()
    table.when(c.TellMeter(meter=METER, amount=told)).attended()
    assert from_meter(table) == {2: 5_000_60, 1: 5_000_60}
    assert meter(table) == max(10_000_00, told - 5_000_60)


@clause("maryland", "10.D(4)")
def test_what_another_table_takes_of_a_divided_meter_is_not_there_to_be_paid():
    house = offering(linked=True, initial="50000")
    table = progressive_table(TWO_WINNERS, house=house, readings={"meter_winners": "divided"})
    at_war(with_chips(table, 1, 2), 1, 2).until(Act.PAY_PROGRESSIVE).went_on()
    table.when(c.TellMeter(meter=METER, amount=10_000_00)).attended()
    assert from_meter(table) == {2: 25_000_60, 1: 10_000_00}


# validated from an amount


def validating(amount: str, cards: str = ONE_WINNER, *readings: str, **house: Any) -> Scenario:
    """Have what is paid from an amount validated, and play until the first progressive is read."""
    chosen = dict(reading.split("=") for reading in readings) | {"validated_payouts": "from_an_amount"}
    scenario = progressive_table(cards, house=offering(validate_from=amount, **house), readings=chosen)
    seats = (1, 2) if cards is TWO_WINNERS else (1,)
    return at_war(with_chips(scenario, *seats), *seats).until(Act.READ_PROGRESSIVE).went_on()


@clause("maryland", "9.J(4)(c)", "10.D(4)")
@pytest.mark.parametrize("act", [Act.VERIFY_HAND, Act.PAY_PROGRESSIVE])
@pytest.mark.parametrize(("told", "times"), [(14_999_99, 0), (15_000_00, 1)])
def test_a_linked_meter_that_rises_to_the_amount_before_it_is_paid_is_validated(act, told, times):
    scenario = validating("20000", linked=True).until(act)
    scenario.when(c.TellMeter(meter=METER, amount=told)).attended()
    assert (from_meter(scenario), validations(scenario)) == ({1: told}, times)
    assert scenario.table.round is None


@clause("maryland", "9.J(4)(c)", "10.D(4)")
def test_what_was_validated_is_not_validated_once_more_when_the_meter_rises_again():
    scenario = validating("20000", linked=True)
    scenario.when(c.TellMeter(meter=METER, amount=15_000_00)).until(Act.PAY_PROGRESSIVE).went_on()
    assert scenario.due.act is Act.VALIDATE_PAYOUT
    scenario.until(Act.PAY_PROGRESSIVE).when(c.TellMeter(meter=METER, amount=60_000_00)).attended()
    assert (from_meter(scenario), validations(scenario)) == ({1: 60_000_00}, 1)


@clause("maryland", "9.J(4)(c)", "10.D(4)")
def test_a_risen_payout_can_be_denied_as_any_other():
    scenario = validating("20000", linked=True).when(c.TellMeter(meter=METER, amount=15_000_00))
    scenario.until(Act.PAY_PROGRESSIVE).went_on().when(*DENIED).attended()
    assert (from_meter(scenario), scenario.table.round) == ({}, None)


@clause("maryland", "9.J(4)(c)")
@pytest.mark.parametrize(("amount", "times"), [("10000.60", 2), ("10000.61", 0)])
def test_of_a_divided_meter_each_part_is_validated_by_itself(amount, times):
    scenario = validating(amount, TWO_WINNERS, "meter_winners=divided").attended()
    assert (from_meter(scenario), validations(scenario)) == ({2: 5_000_60, 1: 5_000_60}, times)


@clause("maryland", "9.J(4)(c)", "2.B(5)(b)")
@pytest.mark.parametrize(("amount", "times"), [("7980", 1), ("7980.01", 0)])
def test_what_the_payout_limit_cuts_off_is_not_validated(amount, times):
    scenario = validating(amount, ONE_WINNER, "payout_limit=with_progressive", payout_limit="8000").attended()
    assert (from_meter(scenario), validations(scenario)) == ({1: 2_980_00}, times)


@clause("maryland", "9.J(4)(c)", "10.B")
@pytest.mark.parametrize(("amount", "times"), [("25", 1), ("25.01", 0)])
def test_a_chip_that_is_given_back_is_no_part_of_a_payout(amount, times):
    scenario = validating(amount, "9H 9C " + BURN + "KH 4D", "progressive_chip=given_back").attended()
    assert validations(scenario) == times


@clause("maryland", "9.J(4)(c)", "9.J(4)(e)(i)", "2.B(5)(b)")
@pytest.mark.parametrize(("amount", "times"), [("4990", 1), ("4990.01", 0)])
def test_an_envy_bonus_is_validated_by_what_the_payout_limit_leaves_of_it(amount, times):
    readings = {"validated_payouts": "from_an_amount", "payout_limit": "with_progressive"}
    house = offering(validate_from=amount, payout_limit="5000")
    scenario = progressive_table("9H KD 9H " + BURN + "9H 9H", house=house, readings=readings)
    at_war(with_chips(scenario, 2, hands=[1]), 1).attended()
    assert validations(scenario) == times


def jackpot(amount: str, **readings: str) -> Scenario:
    """Have the wheel stop on the primary jackpot, with what is paid from an amount validated."""
    primary = MeterChoices(rate="8%", initial="10000", reset="10000", linked=True)
    house = replace(offering_wheel(primary=primary), validate_from=amount, payout_limit="9000")
    readings |= {"validated_payouts": "from_an_amount"}
    scenario = at_wheel(ALL_LOSE, THREE, readings, house=house).dealt()
    every = readings.get("hot_spot") == "every_position"
    return scenario.when(stop(1, "primary jackpot", "" if every else "$25"))


@clause("maryland", "9.J(4)(c)", "10.D(1)(a)", "10.D(4)")
@pytest.mark.parametrize(("told", "times"), [(19_999_99, 0), (20_000_00, 1)])
def test_a_jackpot_that_rises_to_the_amount_before_it_is_paid_is_validated(told, times):
    scenario = jackpot("20000").when(c.TellMeter(meter="primary", amount=told)).attended()
    assert (from_meter(scenario), validations(scenario)) == ({1: told}, times)
    assert scenario.table.round is None


@clause("maryland", "9.J(4)(c)", "10.D(1)(a)")
@pytest.mark.parametrize(
    ("readings", "paid"),
    [
        ({"hot_spot": "every_position", "meter_winners": "divided"}, 3_333_73),
        ({"payout_limit": "with_progressive"}, 9_000_00),
    ],
)
@pytest.mark.parametrize(("more", "times"), [(0, 1), (1, 0)])
def test_a_jackpot_is_validated_by_what_is_paid_of_it(readings, paid, more, times):
    cents = paid + more
    scenario = jackpot(f"{cents // 100}.{cents % 100:02}", **readings).attended()
    assert {*from_meter(scenario).values()} == {paid}
    assert validations(scenario) == times


# what is lost is not open


@clause("maryland", "7.B(4)", "9.E(1)", "11.D")
@pytest.mark.parametrize("reading", ["paid", "lost"])
def test_where_what_is_settled_stands_a_progressive_wager_lost_by_surrender_is_settled(reading):
    house, readings = offering(shuffler=Shuffler.BATCH), {"progressive_after_surrender": reading}
    scenario = with_chips(progressive_table("9H 9D 9C", house=house, readings=readings), 1, 2)
    scenario.when(c.PlaceWager(hand=1, wager=Wager.TIE, amount=5_00)).dealt().when(c.Surrender(hand=1))
    scenario.when(c.ReportShufflerJam(), STANDS)
    lost = CHIP if reading == "lost" else 0
    assert scenario.table.round is None
    assert (scenario.net("Ann"), scenario.net("Ben")) == (50_00 - 5_00 - lost, 0)
    assert meter(scenario) == 10_000_00 + (60 if lost else 0)


@clause("maryland", "7.B(4)", "11.D")
@pytest.mark.parametrize("turns", [1, 2])
def test_where_what_is_settled_stands_a_hand_declared_abandoned_is_lost_with_its_chip(turns):
    house = offering(shuffler=Shuffler.BATCH)
    scenario = with_chips(progressive_table("8D KC 9H", house=house), 1, 2)
    scenario.when(c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    scenario.when(c.LeaveTable(player="Ann"), c.DeclareAbandoned(hand=1))
    for _ in range(turns):
        scenario.went_on()
    scenario.when(c.ReportShufflerJam(), STANDS)
    [left] = scenario.of(e.PlayerLeft)
    assert (left.player, left.chips) == ("Ann", 1_000_00 - 10_00 - CHIP)
    assert scenario.net("Ben") == 10_00
    assert meter(scenario) == 10_000_60


@clause("maryland", "7.B(4)", "10.D", "11.D")
def test_where_what_is_settled_stands_the_spin_of_a_hand_declared_abandoned_is_lost():
    house = replace(offering_wheel(), shuffler=Shuffler.BATCH)
    scenario = at_wheel("2C AC 4C KH", THREE, house=house).when(c.CallNoMoreBets()).until(Act.SPIN_WHEEL)
    scenario.when(c.LeaveTable(player="Ann"), c.DeclareAbandoned(hand=1), c.ReportShufflerJam(), STANDS)
    [left] = scenario.of(e.PlayerLeft)
    assert (left.player, left.chips) == ("Ann", 1_000_00 - 15_00)
    assert (scenario.net("Ben"), scenario.net("Cleo")) == (10_00, -10_00)
    assert scenario.table.meters["primary"] == 10_000_40
