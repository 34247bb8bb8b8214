"""Maryland 11.C and 10.C(2): the order in which a void gives and takes back."""

from itertools import accumulate

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House
from casinowar.game.evolve import evolve
from casinowar.game.words import Act, Irregularity, Ruling, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.progressives import chip_in, offering
from tests.support.scenario import LIMITS, Scenario, at_table, ready


@clause("maryland", "11.C", "10.C(2)")
def test_a_meter_gets_back_what_it_paid_before_it_is_lowered():
    """Ann has lost since, at another box, some of what the meter paid."""
    house = offering(adjacent_boxes=2, decks=12)
    read = {"decks": "six_or_more"}
    scenario = at_table("maryland", players=1, chips=22_00, house=house, readings=read)
    scenario.next_cards("KC KC KC 2D 2H 2S KC 2D KC")
    for hand, wager, amount in (
        (1, Wager.INITIAL, 5_00),
        (2, Wager.INITIAL, 10_00),
        (2, Wager.TIE, 2_00),
    ):
        scenario.when(c.PlaceWager(hand=hand, wager=wager, amount=amount, player="Ann"))
    scenario.when(chip_in(1), c.CallNoMoreBets())
    while not any(isinstance(event, e.MeterPaid) for event in scenario.history):
        seat = scenario.due.seat or 0
        if scenario.due.act is Act.CHOOSE:
            scenario.when(c.GoToWar(hand=seat))
        elif scenario.due.act is Act.ANSWER_TIE_OFFER:
            scenario.when(c.DeclineTieWager(hand=seat))
        else:
            scenario.went_on()
    scenario.when(c.ReportIrregularity(irregularity=Irregularity.OTHER))
    before = scenario.table
    scenario.when(c.Rule(ruling=Ruling.VOID_THE_ROUND))
    shown = [table.meters["progressive"] for table in accumulate(scenario.events, evolve, initial=before)]
    assert min(shown) == 10_000_00
    assert max(shown) > 20_000_00
    assert (shown[-1], scenario.net("Ann", 22_00)) == (10_000_00, 0)


@clause("maryland", "11.C", "9.L(2)")
def test_what_one_terminal_was_paid_is_there_for_what_another_gets_back():
    """All that a place voids is given and taken in one turn, so that no fill is needed for it."""
    house = House(limits=LIMITS, electronic=ElectronicChoices(community_cards=3))
    scenario = Scenario(load_rules("maryland", house)).when(c.OpenTable(inventory=50_00))
    for seat, player in ((1, "Ann"), (2, "Ben")):
        scenario.when(c.Sit(player=player, seat=seat, chips=200_00))
    ready(scenario).next_cards("9H KC 2H KD")
    scenario.wagers({102: 40_00, 202: 10_00}, tie={202: 5_00}).dealt()
    scenario.when(c.Surrender(hand=102), c.Credit(amount=10_00))
    assert scenario.table.inventory == 10_00
    scenario.when(c.ReportNoCardDealt(hand=102), c.Rule(ruling=Ruling.VOID_THE_HAND))
    assert scenario.of(e.FillRequested) == []
    assert [event.hand for event in scenario.of(e.HandVoided)] == [102, 202]
    assert (scenario.net("Ann", 200_00), scenario.net("Ben", 200_00)) == (0, 0)


@clause("maryland", "11.C")
def test_a_fill_for_a_hand_that_is_void_since_is_no_longer_due():
    scenario = Scenario(load_rules("maryland", House(limits=LIMITS))).when(c.OpenTable(inventory=0))
    for seat, player in ((1, "Ann"), (2, "Ben")):
        scenario.when(c.Sit(player=player, seat=seat, chips=200_00))
    ready(scenario).next_cards("2H KC 9D").wagers({1: 10_00, 2: 40_00})
    scenario.when(c.CallNoMoreBets())
    while not scenario.table.fill_due:
        scenario.went_on()
    scenario.when(c.ReportNoCardDealt(hand=2), c.Rule(ruling=Ruling.VOID_THE_HAND))
    assert (scenario.due.act, scenario.due.seat) == (Act.SETTLE_HAND, 1)


def with_an_empty_tray(**readings: str) -> Scenario:
    """Have Ann's progressive chip raise the meter at a table whose inventory holds nothing."""
    scenario = Scenario(load_rules("maryland", offering(limits=LIMITS), readings))
    for command in (c.OpenTable(inventory=0), c.Sit(player="Ann", seat=1, chips=200_00)):
        scenario.when(command)
    return ready(scenario).wagers({1: 10_00}).when(chip_in(1), c.CallNoMoreBets())


@clause("maryland", "11.D", "8.D(1)", "7.F(3)(b)")
@pytest.mark.parametrize("due", [Act.CHECK_DEVICE, Act.COUNT_PROGRESSIVE])
@pytest.mark.parametrize(
    "back",
    [
        (c.ReportIrregularity(irregularity=Irregularity.OTHER), c.Rule(ruling=Ruling.VOID_THE_ROUND)),
        (c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1),),
        (c.LeaveTable(player="Ann"),),
    ],
)
def test_a_meter_gives_back_its_rise_before_the_chip_that_raised_it_goes_back(due, back):
    scenario = with_an_empty_tray(round_begins="first_card").until(due).when(*back)
    kinds = [type(event) for event in scenario.events if isinstance(event, e.MoneyEvent)]
    chip = e.WagerReturned if due is Act.CHECK_DEVICE else e.WagerGivenBack
    assert kinds.index(e.MeterRaiseReversed) < len(kinds) - 1 - kinds[::-1].index(chip)
    assert scenario.table.inventory == 0


@clause("maryland", "11.D", "8.D(1)(c)")
def test_what_a_chip_added_to_a_meter_is_there_when_the_chip_is_given_back():
    """Of a round that is cut short the progressive is open, and needs no fill to go back."""
    house = offering(shuffler=Shuffler.BATCH, limits=LIMITS)
    scenario = Scenario(load_rules("maryland", house)).when(c.OpenTable(inventory=10_00))
    scenario.when(c.Sit(player="Ann", seat=1, chips=200_00))
    ready(scenario).next_cards("KH 9C").wagers({1: 10_00}).when(chip_in(1), c.CallNoMoreBets())
    scenario.until(Act.READ_PROGRESSIVE)
    assert scenario.table.inventory == 4_40
    scenario.when(c.ReportShufflerJam(), c.Rule(ruling=Ruling.LET_SETTLED_STAND))
    assert (scenario.of(e.FillRequested), scenario.table.inventory) == ([], 0)
