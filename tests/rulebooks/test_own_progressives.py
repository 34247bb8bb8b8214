"""Progressive and bonus spin wagers of one's own rulebook: money is right whatever the file leaves out."""

from typing import Any

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.words import COLLECTING, Act, Irregularity, Ruling, Wager
from casinowar.odds.progressive import progressive
from casinowar.odds.sheet import par_sheet
from casinowar.odds.shoe import Shoe
from casinowar.reports.par_sheet.bonus_wagers import progressive as progressive_sections
from casinowar.rulebooks import RulebookFile
from tests.support import wheels
from tests.support.progressives import chip_in, meter, offering, paid, played
from tests.support.scenario import LIMITS, Scenario, ready
from tests.support.varieties import source


def table(house: Any, cards: str, **changes: Any) -> Scenario:
    """Open Maryland's table with some values changed, and seat Ann with $10 on the initial wager."""
    values = {**source("maryland").values}
    for place, value in changes.items():
        part, _, name = place.partition("__")
        values[part] = {**values[part], name: value}
        if value is None:
            del values[part][name]
    book = RulebookFile("mine.toml", "", values, {}).book()
    scenario = Scenario(Rules(book, house)).when(c.OpenTable(), c.Sit(player="Ann", seat=1, chips=1_000_00))
    return ready(scenario).next_cards(cards).wagers({1: 10_00})


def limited(house: Any) -> Any:
    return replace(house, limits=LIMITS)


def test_without_a_list_of_acts_the_chips_are_collected_at_no_more_bets():
    scenario = table(limited(offering()), "KH 9C", progressive__collecting=None).when(chip_in(1))
    scenario.when(c.CallNoMoreBets()).then(
        e.MeterRaised(meter="progressive", amount=60),
        e.WagerCollected(hand=1, wager=Wager.PROGRESSIVE, amount=5_00),
    )
    assert scenario.due.act is Act.DEAL_CARD
    scenario.attended()
    assert scenario.net("Ann") == 10_00 - 5_00
    assert scenario.table.inventory == scenario.rules.opening_inventory - 10_00 + 5_00 - 60
    assert meter(scenario) == 10_000_60


def test_without_an_act_of_putting_away_they_are_collected_into_the_inventory():
    acts = [{"act": str(act), "clause": "mine"} for act in (Act.COLLECT_PROGRESSIVE, Act.COUNT_PROGRESSIVE)]
    scenario = table(limited(offering()), "KH 9C", progressive__collecting=acts).when(chip_in(1))
    scenario.dealt()
    assert scenario.of(e.WagerCollected)[0].wager is Wager.PROGRESSIVE
    assert scenario.table.inventory == scenario.rules.opening_inventory - 10_00 + 5_00 - 60


def test_the_wheels_chips_are_collected_without_a_list_too():
    scenario = table(wheels.offering(), "KC 9C", bonus_spin__collecting=None).when(wheels.spin_wager(1))
    scenario.dealt()
    assert scenario.net("Ann") == 10_00 - 5_00
    assert scenario.table.inventory == scenario.rules.opening_inventory - 10_00 + 5_00 - 60


@pytest.mark.parametrize(
    ("place", "acts"),
    [
        ("progressive__collecting", [Act.DEAL_CARD]),
        ("progressive__collecting", [Act.WASH]),
        ("progressive__collecting", [Act.SHUFFLE]),
        ("progressive__collecting", [Act.SPIN_WHEEL]),
        ("progressive__collecting", [Act.COUNT_PROGRESSIVE]),
        ("progressive__collecting", [Act.COUNT_PROGRESSIVE, Act.COLLECT_PROGRESSIVE]),
        ("progressive__collecting", [Act.COLLECT_PROGRESSIVE, Act.COLLECT_PROGRESSIVE]),
        ("bonus_spin__collecting", [Act.PUT_CHIPS_AWAY]),
        ("progressive__on_a_win", [Act.COLLECT_PROGRESSIVE]),
        ("progressive__on_a_win", [Act.DEAL_CARD]),
        ("bonus_spin__on_a_jackpot", [Act.VERIFY_HAND]),
        ("opening__approvals", [Act.READ_PROGRESSIVE]),
        ("opening__approvals", [Act.COLLECT_PROGRESSIVE]),
    ],
    ids=str,
)
def test_an_act_that_does_not_belong_into_a_list_is_refused(place, acts):
    tasks = [{"act": str(act), "clause": "mine"} for act in acts]
    with pytest.raises(InputError, match=place.replace("__", r"\.")):
        table(limited(offering()), "", **{place: tasks})


@pytest.mark.parametrize("act", [Act.VERIFY_HAND, Act.DEAL_CARD])
def test_what_validates_is_the_act_of_validating(act):
    validation = {"act": str(act), "by": "floorperson", "clause": "mine"}
    with pytest.raises(InputError, match="'validate the progressive payout', by a floorperson"):
        table(limited(offering()), "", progressive__validation=validation)


TIE = {"hand": "tie", "pays": "10 to 1", "clause": "mine"}
DOUBLE = {"hand": "double tie", "pays": "25 to 1", "clause": "mine"}


@pytest.mark.parametrize("pays", [[TIE, DOUBLE], [DOUBLE, TIE]])
def test_the_best_hand_is_the_one_that_pays_most_wherever_it_is_listed(pays):
    scenario = table(limited(offering()), "9H 9D 2C 2D 2H 4C 4S", progressive__pays=pays).when(chip_in(1))
    assert paid(played(scenario)) == {1: 25 * 5_00}
    odds = progressive(scenario.rules, Shoe.fresh(scenario.rules))
    assert odds is not None
    assert {hand.hands: hand.pays for hand in odds.hands} == {("double tie",): 25, ("tie",): 10}


def test_a_meter_that_no_hand_pays_brings_no_growth_to_the_return():
    scenario = table(limited(offering(rate="1%")), "", progressive__pays=[TIE])
    odds = progressive(scenario.rules, Shoe.fresh(scenario.rules))
    assert odds is not None
    assert odds.long_run_return == odds.fixed_return
    sections = [*progressive_sections(par_sheet(scenario.rules))]
    assert "no hand pays the meter" in repr(sections)
    assert "1.0000" not in repr(sections)


def test_a_void_round_puts_the_meter_back_where_the_file_does_not_speak_of_it():
    scenario = table(limited(offering()), "KH 9C", progressive__void_meter=None).when(chip_in(1))
    scenario.when(c.CallNoMoreBets(), c.ReportIrregularity(irregularity=Irregularity.OTHER))
    scenario.when(c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert meter(scenario) == 10_000_00


def test_with_both_wagers_the_acts_of_both_lists_are_due():
    house = replace(limited(offering()), bonus_spin=wheels.BONUS_SPIN)
    scenario = table(house, "KC 9C").when(chip_in(1), wheels.spin_wager(1)).dealt()
    assert [event.act for event in scenario.of(e.ActPerformed)] == [*COLLECTING]
    assert scenario.net("Ann") == 10_00 - 10_00
