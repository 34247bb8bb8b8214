"""Maryland 10.D(2): where the wheel stopped is recorded at once, and paid once the table inventory can."""

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.automatic import give_with_fill
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Irregularity, Ruling, Wager
from casinowar.rulebooks import load_rules, load_sample
from casinowar.table_api import Table
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, ready
from tests.support.wheels import offering, spin_wager, stop

STOPPED = stop(1, "$1,000", "$25")


def at_poor_wheel(inventory: int = 100_00, **readings: str) -> Scenario:
    """Have two players with bonus spin wagers lose, and the dealer's red king start the wheel."""
    rules = load_rules("maryland", replace(offering(), limits=LIMITS), readings)
    scenario = Scenario(rules).when(c.OpenTable(inventory=inventory))
    for seat, player in ((1, "Ann"), (2, "Ben")):
        scenario.when(c.Sit(player=player, seat=seat, chips=1_000_00))
    ready(scenario).next_cards("2C 3C KH").wagers({1: 10_00, 2: 10_00})
    return scenario.when(spin_wager(1), spin_wager(2)).dealt()


@clause("maryland", "10.D(2)", "10.D(4)")
def test_a_stop_that_the_inventory_cannot_pay_is_recorded_and_paid_after_the_fill():
    scenario = at_poor_wheel()
    missing = 1_025_00 - scenario.table.inventory
    scenario.when(STOPPED).then_exactly(
        e.WheelSpun(hand=1, hot_spot="$1,000", community="$25"), e.FillRequested(amount=missing)
    )
    assert scenario.due.act is Act.FILL_TABLE
    scenario.when(c.Fill(amount=missing))
    assert (scenario.due.act, scenario.due.seat) == (Act.PAY_BONUS_SPIN, 1)
    scenario.refused(stop(1, "$200", "$25"), Reason.NOT_NOW)
    scenario.when(c.PayBonusSpin()).then_exactly(
        e.WagerPaid(hand=2, wager=Wager.BONUS_SPIN, amount=25_00),
        e.WagerPaid(hand=1, wager=Wager.BONUS_SPIN, amount=1_000_00),
        e.BonusSpinSettled(hands=(2, 1)),
    )
    assert (scenario.table.inventory, scenario.round.wheel) == (0, None)


@clause("maryland", "10.D(2)")
def test_a_stop_that_the_inventory_can_just_pay_is_paid_at_once():
    scenario = at_poor_wheel()
    scenario.when(c.Fill(amount=1_025_00 - scenario.table.inventory), STOPPED)
    assert scenario.of(e.FillRequested) == []
    assert (scenario.table.inventory, scenario.round.to_spin) == (0, ())


@clause("maryland", "10.D(2)")
def test_by_another_reading_the_next_position_is_spun_for_once_the_first_is_paid():
    scenario = at_poor_wheel(hot_spot="each_spin").when(stop(2, "$1,000"))
    scenario.attended()
    assert (scenario.due.act, scenario.due.seat) == (Act.SPIN_WHEEL, 1)
    assert scenario.net("Ben") == 1_000_00 - 15_00


@clause("maryland", "10.D(2)", "9.J(4)(c)")
def test_only_a_jackpot_is_validated_before_the_payment_that_waited():
    scenario = at_poor_wheel().when(STOPPED).attended()
    assert [event.act for event in scenario.of(e.ActPerformed)] == []
    assert scenario.table.round is None
    scenario = at_poor_wheel().when(stop(1, "primary jackpot", "$150")).attended()
    validated = [event for event in scenario.of(e.ActPerformed) if event.act is Act.VALIDATE_PAYOUT]
    assert len(validated) == 1
    assert scenario.of(e.FillRequested)
    assert scenario.net("Ben") == 150_00 - 15_00


@clause("maryland", "10.D(2)")
def test_a_round_that_is_void_meanwhile_shows_where_the_wheel_had_stopped():
    scenario = at_poor_wheel().when(STOPPED, c.ReportIrregularity(irregularity=Irregularity.OTHER))
    scenario.when(c.Fill(amount=2_000_00), c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert [event.hot_spot for event in scenario.history if isinstance(event, e.WheelSpun)] == ["$1,000"]
    assert (scenario.net("Ann"), scenario.net("Ben")) == (0, 0)


def left(*players: tuple[int, str]) -> Scenario:
    """Have players leave, whose wagers are declared abandoned, while the fill for the stop is due."""
    scenario = at_poor_wheel().when(STOPPED)
    for seat, player in players:
        scenario.when(c.LeaveTable(player=player), c.DeclareAbandoned(hand=seat))
    return scenario


@clause("maryland", "10.D(2)", "7.B(4)")
def test_a_fill_is_no_longer_due_once_nobody_is_to_be_paid():
    for players in [(1, "Ann")], [(1, "Ann"), (2, "Ben")]:
        scenario = left(*players)
        assert scenario.due.act is Act.PAY_BONUS_SPIN
        scenario.when(c.PayBonusSpin())
        paid = [] if len(players) == 2 else [25_00]
        assert [event.amount for event in scenario.of(e.WagerPaid)] == paid
        assert scenario.of(e.FillRequested) == []


@clause("maryland", "10.D(2)", "7.B(4)")
def test_what_is_missing_is_counted_again_for_those_who_are_still_to_be_paid():
    scenario = left((2, "Ben"))
    missing = 1_000_00 - scenario.table.inventory
    scenario.when(c.PayBonusSpin()).then_exactly(e.FillRequested(amount=missing))
    scenario.when(c.Fill(amount=missing), c.PayBonusSpin())
    assert scenario.table.inventory == 0


@clause("maryland", "10.D(2)")
def test_who_fills_by_themselves_does_not_spin_again():
    scenario = at_poor_wheel()
    deeds = give_with_fill(scenario.rules, scenario.table, STOPPED)
    assert [type(deed.command) for deed in deeds] == [c.SpinWheel, c.Fill]


@clause("maryland", "10.D(2)")
def test_a_table_of_ones_own_pays_after_the_fill_what_the_wheel_showed_before_it():
    def played(table: Table) -> Table:
        table.sit("Ann", seat=1, chips=100_000)
        for _ in range(60):
            table.wager(1, 5, spin=5)
            table.deal()
            while table.due.act in {Act.FILL_TABLE, Act.CHOOSE}:
                if table.due.act is Act.FILL_TABLE:
                    table.give(c.Fill(amount=table.state.fill_due))
                else:
                    table.surrender(1)
        return table

    sample = load_sample("maryland")
    poor = Table("maryland", house=replace(sample, opening_inventory="0"), seed=11, asking=[Act.FILL_TABLE])
    rich = Table("maryland", house=sample, seed=11)
    spun = [
        [event for event in played(table).events if isinstance(event, e.WheelSpun)] for table in (poor, rich)
    ]
    assert spun[0] == spun[1] != []
    assert poor.chips("Ann") == rich.chips("Ann")
