"""Maryland 10.C(2) and 10.D(3)(b): however a round ends, no meter is left below its reset amount."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.bonus_spin import Designated
from casinowar.game.money import cents
from casinowar.game.words import Act, Irregularity, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.progressives import BURN, chip_in, offering, progressive_table
from tests.support.scenario import LIMITS, Scenario
from tests.support.wheels import BONUS_SPIN, spin_wager, stop

WINNERS = "9H 9H QD 9H " + BURN + "9H 9H 9H"
"""Seats 1 and 2 win the progressive, seat 3 has another hand, and the dealer's red nine starts the wheel."""
SEATS = {1: "Ann", 2: "Ben", 3: "Cleo"}
WHEEL = replace(BONUS_SPIN, cards=(Designated(rank="9", color="red"),))
HOUSE = offering(initial="10500", reset="10500", shuffler=Shuffler.BATCH, bonus_spin=WHEEL, limits=LIMITS)

Report = c.ReportShufflerJam | c.ReportIrregularity | c.LeaveTable
REPORTS: tuple[Report, ...] = (
    c.ReportShufflerJam(),
    c.ReportIrregularity(irregularity=Irregularity.LIGHT_NOT_LIT),
    c.ReportIrregularity(irregularity=Irregularity.NOT_VALIDATED),
    *(c.LeaveTable(player=player) for player in SEATS.values()),
)
PLANS = st.lists(st.tuples(st.integers(0, 12), st.sampled_from(REPORTS)), max_size=3)
"""After how many steps each report is made, or as soon after them as it can be made."""
WON = ("primary jackpot", "secondary jackpot", "$200")


@cache
def at_war(winners: str, settled: str, hot_spot: str) -> Scenario:
    """Make every wager there is, and play until the war of two winners is dealt."""
    scenario = progressive_table(WINNERS, players=SEATS, house=HOUSE).wagers(dict.fromkeys(SEATS, 10_00))
    scenario.when(*map(chip_in, SEATS), *map(spin_wager, SEATS))
    readings = {"meter_winners": winners, "progressive_settled": settled, "hot_spot": hot_spot}
    scenario = Scenario(load_rules("maryland", HOUSE, readings), scenario.table).dealt()
    scenario.when(c.GoToWar(hand=1), c.GoToWar(hand=2)).attended()
    return scenario.when(c.DeclineTieWager(hand=1), c.DeclineTieWager(hand=2)).until(Act.SETTLE_HAND)


@clause("maryland", "10.C(2)", "10.D(3)(b)", "11.D")
@settings(max_examples=150)
@given(
    st.sampled_from(("in_turn", "divided")),
    st.sampled_from(("in_a_last_pass", "at_each_seat")),
    st.sampled_from(("one_position", "every_position")),
    PLANS,
    st.integers(0, 2),
    st.sampled_from(WON),
)
def test_no_meter_is_below_its_reset_amount_after_any_end_of_a_round(
    winners, settled, hot_spot, plan, ruling, symbol
):
    start = at_war(winners, settled, hot_spot)
    scenario, plan, wait = Scenario(start.rules, start.table), [*plan], 0
    while scenario.table.round:
        wait += 1
        if plan and wait > plan[0][0] and scenario.is_allowed(plan[0][1]):
            scenario.when(plan.pop(0)[1])
            wait = 0
            continue
        match scenario.due.act:
            case Act.RULE:
                possible = scenario.table.stop.possible if scenario.table.stop else ()
                scenario.when(c.Rule(ruling=possible[ruling % len(possible)]))
            case Act.SPIN_WHEEL:
                spun = stop(scenario.due.seat or 0, symbol, "$25")
                scenario.when(spun if hot_spot == "one_position" else replace(spun, community=""))
            case _:
                scenario.went_on()
    for wager in Wager:
        for name, meter in scenario.rules.meters(wager).items():
            assert scenario.table.meters[name] >= cents(meter.reset)
