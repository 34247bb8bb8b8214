"""Bonus Spin Xtreme: its two meters, wagers of $1, and rounds, hands and players that fall out."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.bonus_spin import spun
from casinowar.game.book.bonus_spin import OwnPay
from casinowar.game.book.meters import MeterChoices
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Irregularity, Ruling, Wager
from tests.support.clause import clause
from tests.support.wheels import (
    ALL_LOSE,
    ALL_LOSE_NO_SPIN,
    THREE,
    at_wheel,
    meters,
    offering,
    spin_wager,
    stop,
    winnings,
)

# the two meters


@clause("maryland", "10.D(3)", "10.D(3)(a)", "10.D(3)(b)")
def test_the_meters_start_as_submitted_and_rise_by_their_own_rates():
    primary = MeterChoices(rate="10%", initial="12000", reset="10000")
    secondary = MeterChoices(rate="0.6%", initial="5000.50", reset="5000")
    scenario = at_wheel(
        ALL_LOSE_NO_SPIN, {1: 5_00, 2: 5_00}, house=offering(primary=primary, secondary=secondary)
    )
    assert meters(scenario) == (12_000_00, 5_000_50)
    scenario.when(c.CallNoMoreBets()).then(
        e.MeterRaised(meter="primary", amount=1_00), e.MeterRaised(meter="secondary", amount=6)
    )
    scenario.attended()
    assert meters(scenario) == (12_001_00, 5_000_56)


@clause("maryland", "10.D(3)(a)", "10.D(4)")
def test_the_meters_are_kept_from_round_to_round():
    scenario = at_wheel(ALL_LOSE_NO_SPIN, THREE).dealt().next_cards(ALL_LOSE_NO_SPIN)
    scenario.wagers({1: 10_00}).when(spin_wager(1)).dealt()
    assert meters(scenario) == (10_001_60, 5_000_80)


@clause("maryland", "10.D(1)(a)", "10.D(1)(b)", "10.D(3)(b)", "10.D(4)")
@pytest.mark.parametrize(
    ("symbol", "meter", "shown", "reset", "after"),
    [
        ("primary jackpot", "primary", 10_001_20, 10_000_00, (10_000_00, 5_000_60)),
        ("secondary jackpot", "secondary", 5_000_60, 5_000_00, (10_001_20, 5_000_00)),
    ],
)
def test_a_jackpot_pays_all_that_its_meter_shows_and_the_meter_restarts(symbol, meter, shown, reset, after):
    scenario = at_wheel(ALL_LOSE, THREE).dealt().when(stop(1, symbol, "$25")).attended()
    scenario.then(
        e.MeterPaid(meter=meter, hand=1, wager=Wager.BONUS_SPIN, amount=shown),
        e.MeterRestarted(meter=meter, amount=reset),
    )
    assert meters(scenario) == after
    assert winnings(scenario) == {"Ann": shown, "Ben": 25_00, "Cleo": 25_00}


@clause("maryland", "10.D(4)", "10.D(1)(a)")
@pytest.mark.parametrize("reading", ["every_position", "each_spin"])
def test_two_winners_are_paid_in_turn_first_the_meter_then_the_reset_amount(reading):
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 3: 5_00}, {"hot_spot": reading}).dealt()
    scenario.when(stop(3, "primary jackpot")).attended()
    if reading == "each_spin":
        scenario.when(stop(1, "primary jackpot")).attended()
    assert scenario.net("Cleo") == -15_00 + 10_000_80
    assert scenario.net("Ann") == -15_00 + 10_000_00
    assert meters(scenario) == (10_000_00, 5_000_40)


@clause("maryland", "10.D(4)", "10.D(1)(a)")
def test_by_another_reading_two_winners_divide_the_meter_and_it_restarts_once():
    readings = {"hot_spot": "every_position", "meter_winners": "divided"}
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 3: 5_00}, readings).dealt()
    scenario.when(stop(3, "primary jackpot")).attended()
    assert scenario.net("Cleo") == scenario.net("Ann") == -15_00 + 5_000_40
    assert meters(scenario) == (10_000_00, 5_000_40)


@clause("maryland", "10.D(4)", "10.D(1)(a)")
@pytest.mark.parametrize("winner", [1, 2, 3])
def test_a_meter_is_divided_among_its_winners_and_not_with_the_community(winner):
    scenario = at_wheel(ALL_LOSE, THREE, {"meter_winners": "divided"}).dealt()
    scenario.when(stop(winner, "primary jackpot", "$25")).attended()
    scenario.then(e.MeterPaid(meter="primary", hand=winner, wager=Wager.BONUS_SPIN, amount=10_001_20))
    assert meters(scenario) == (10_000_00, 5_000_60)


@clause("maryland", "10.D(4)", "10.D(1)(a)", "10.D(5)(a)")
@pytest.mark.parametrize("wagers", [{1: 1_00, 2: 5_00}, {1: 5_00, 2: 1_00}])
@pytest.mark.parametrize(
    ("reading", "small", "full"), [("one_fifth", 1_000_04, 5_000_24), ("no_progressive", 0, 10_000_48)]
)
def test_the_part_of_a_divided_meter_is_the_same_at_every_seat_and_the_meter_restarts(
    wagers, reading, small, full
):
    readings = {"one_dollar_spin": reading, "hot_spot": "every_position", "meter_winners": "divided"}
    scenario = at_wheel(ALL_LOSE, wagers, readings, house=offering(amounts=("1", "5"))).dealt()
    scenario.when(stop(1, "primary jackpot")).attended()
    paid = {wagers[event.hand]: event.amount for event in scenario.of(e.MeterPaid)}
    assert (paid.get(1_00, 0), paid[5_00]) == (small, full)
    assert len(scenario.of(e.MeterRestarted)) == 1
    assert meters(scenario) == (10_000_00, 5_000_24)


@clause("maryland", "10.D(3)(b)(i)")
def test_by_another_reading_both_meters_start_at_10_000_and_restart_at_5_000():
    meter = MeterChoices(rate="8%", initial="10000", reset="5000")
    readings = {"bonus_spin_meters": "start_and_restart"}
    scenario = at_wheel(ALL_LOSE, THREE, readings, house=offering(primary=meter, secondary=meter))
    assert meters(scenario) == (10_000_00, 10_000_00)
    scenario.dealt().when(stop(1, "secondary jackpot", "$25")).attended()
    assert meters(scenario) == (10_001_20, 5_000_00)


@clause("maryland", "10.D(4)")
@pytest.mark.parametrize("meter", ["primary", "secondary"])
def test_a_linked_meter_follows_the_play_at_other_tables(meter):
    linked = MeterChoices(rate="8%", initial="10000", reset="10000", linked=True)
    scenario = at_wheel(ALL_LOSE, THREE, house=offering(**{meter: linked}))
    scenario.when(c.TellMeter(meter=meter, amount=20_000_00)).dealt()
    scenario.when(stop(1, f"{meter} jackpot", "$25")).attended()
    assert winnings(scenario)["Ann"] == 20_001_20
    other = {"primary": "secondary", "secondary": "primary"}[meter]
    scenario.refused(c.TellMeter(meter=other, amount=20_000_00), Reason.NO_LINKED_METER)


@clause("maryland", "9.J(4)(a)", "9.J(4)(b)", "9.J(4)(c)", "10.D(1)(a)")
def test_a_jackpot_is_verified_and_validated_before_it_is_paid():
    scenario = at_wheel(ALL_LOSE, THREE).dealt().when(stop(1, "primary jackpot", "$25"))
    acts = (Act.VERIFY_WHEEL, Act.VERIFY_LIGHT, Act.VALIDATE_PAYOUT)
    for act, letter in zip(acts, "abc", strict=True):
        assert (scenario.due.act, scenario.due.clause) == (act, f"9.J(4)({letter})")
        scenario.refused(c.PayBonusSpin(), Reason.NOT_NOW, f"9.J(4)({letter})")
        scenario.when(c.Perform(act_done=act, by=scenario.due.role))
    assert not scenario.of(e.MeterPaid)
    scenario.when(c.PayBonusSpin()).then(
        e.MeterPaid(meter="primary", hand=1, wager=Wager.BONUS_SPIN, amount=10_001_20)
    )


@clause("maryland", "9.J(4)(c)", "10.D(1)(a)")
@pytest.mark.parametrize(
    ("reading", "amount", "validated"),
    [
        ("every_payout", None, True),
        ("from_an_amount", "10001.20", True),
        ("from_an_amount", "10001.21", False),
        ("meter", None, True),
    ],
)
def test_a_jackpot_is_validated_from_the_same_amount_as_other_payouts(reading, amount, validated):
    house = replace(offering(), validate_from=amount)
    scenario = at_wheel(ALL_LOSE, THREE, {"validated_payouts": reading}, house=house).dealt()
    scenario.when(stop(1, "primary jackpot", "$25")).attended()
    acts = [event.act for event in scenario.of(e.ActPerformed)]
    assert (Act.VALIDATE_PAYOUT in acts) is validated


@clause("maryland", "9.J(4)(c)", "10.D(1)(a)", "10.D(5)(a)")
@pytest.mark.parametrize(
    ("wagers", "amount", "validated"),
    [
        ({1: 1_00, 2: 5_00}, "2000.11", True),
        ({1: 1_00, 2: 5_00}, "10000.48", True),
        ({1: 1_00, 2: 5_00}, "10000.49", False),
        ({1: 5_00, 2: 1_00}, "2000.11", True),
        ({1: 5_00, 2: 1_00}, "10000", True),
        ({1: 5_00, 2: 1_00}, "10000.01", False),
    ],
)
def test_of_several_jackpots_the_largest_decides_whether_they_are_validated(wagers, amount, validated):
    """Seat 2 is paid first: the whole meter, or a fifth of it, after which it restarts."""
    readings = {"one_dollar_spin": "one_fifth", "hot_spot": "every_position"}
    house = replace(offering(amounts=("1", "5")), validate_from=amount)
    readings["validated_payouts"] = "from_an_amount"
    scenario = at_wheel(ALL_LOSE, wagers, readings, house=house).dealt()
    scenario.when(stop(1, "primary jackpot")).attended()
    acts = [event.act for event in scenario.of(e.ActPerformed)]
    assert (Act.VALIDATE_PAYOUT in acts) is validated


@clause("maryland", "9.J(4)", "10.D(1)(c)")
def test_an_amount_of_the_table_is_paid_at_once():
    scenario = at_wheel(ALL_LOSE, THREE).dealt().when(stop(1, "$1,000", "$25"))
    assert [(paid.hand, paid.amount) for paid in scenario.of(e.WagerPaid)] == [
        (3, 25_00),
        (2, 25_00),
        (1, 1_000_00),
    ]


@clause("maryland", "10.D(4)")
def test_a_linked_jackpot_is_what_the_meter_shows_when_it_is_paid():
    linked = MeterChoices(rate="8%", initial="10000", reset="10000", linked=True)
    scenario = at_wheel(ALL_LOSE, THREE, house=offering(primary=linked)).dealt()
    scenario.when(stop(1, "primary jackpot", "$25"))
    scenario.when(c.TellMeter(meter="primary", amount=70_000_00)).attended()
    assert winnings(scenario)["Ann"] == 70_000_00
    scenario.refused(c.TellMeter(meter="primary", amount=0), Reason.METER_BELOW_RESET, "R83")


# wagers of $1


def one_dollar(reading: str, symbol: str, community: str, **changes: object) -> tuple[int, int]:
    """Tell what $1 wins on the hot spot, and $1 in the community, beside a $5 wager."""
    readings = {"one_dollar_spin": reading}
    wagers = {1: 1_00, 2: 1_00, 3: 5_00}
    scenario = at_wheel(ALL_LOSE, wagers, readings, house=offering(amounts=("1", "5"), **changes)).dealt()
    scenario.when(stop(1, symbol, community)).attended()
    assert scenario.net("Cleo") == -15_00 + 30_00
    return scenario.net("Ann") + 11_00, scenario.net("Ben") + 11_00


@clause("maryland", "10.D(5)(a)", "7.F(4)")
@pytest.mark.parametrize("reading", ["one_fifth", "no_progressive"])
@pytest.mark.parametrize(("symbol", "pays"), [("$1,000", 200_00), ("$350", 70_00), ("$200", 40_00)])
def test_by_other_readings_one_dollar_pays_one_fifth_of_each_amount(reading, symbol, pays):
    assert one_dollar(reading, symbol, "$30") == (pays, 6_00)


@clause("maryland", "10.D(5)(a)", "10.D(1)(a)")
def test_one_fifth_of_a_progressive_is_paid_and_the_house_puts_up_what_the_reset_amount_lacks():
    # Two wagers of $1 and one of $5 raise the meter by 8% of $7.
    shown = 10_000_56
    assert one_dollar("one_fifth", "primary jackpot", "$30") == (shown // 5, 6_00)
    scenario = at_wheel(
        ALL_LOSE, {1: 1_00}, {"one_dollar_spin": "one_fifth"}, house=offering(amounts=("1", "5"))
    ).dealt()
    scenario.when(stop(1, "primary jackpot", "$30")).attended()
    scenario.then(e.MeterRestarted(meter="primary", amount=10_000_00 - (10_000_08 - 2_000_01)))
    assert scenario.table.meters["primary"] == 10_000_00


@clause("maryland", "10.D(5)(a)", "10.D(4)", "10.D(3)(b)(i)")
@pytest.mark.parametrize("shows", [20_000_00, 12_000_00, 10_000_00])
def test_what_one_fifth_leaves_above_the_reset_amount_stays_also_on_a_linked_meter(shows):
    linked = MeterChoices(rate="8%", initial="10000", reset="10000", linked=True)
    house, readings = offering(amounts=("1", "5"), primary=linked), {"one_dollar_spin": "one_fifth"}
    scenario = at_wheel(ALL_LOSE, {1: 1_00}, readings, house=house)
    scenario.when(c.TellMeter(meter="primary", amount=shows)).dealt()
    scenario.when(stop(1, "primary jackpot", "$30")).attended()
    left = scenario.table.meters["primary"]
    assert left == max(10_000_00, shows + 8 - (shows + 8) // 5)
    scenario.when(c.TellMeter(meter="primary", amount=left))


@clause("maryland", "10.D(5)(a)", "9.J(4)")
def test_a_jackpot_that_nobody_wins_is_not_verified():
    readings, house = {"one_dollar_spin": "no_progressive"}, offering(amounts=("1", "5"))
    scenario = at_wheel(ALL_LOSE, {1: 1_00}, readings, house=house).dealt()
    scenario.when(stop(1, "primary jackpot", "$30"))
    assert scenario.table.to_do == ()


@clause("maryland", "10.D(5)(a)")
def test_by_another_reading_one_dollar_cannot_win_a_progressive():
    assert one_dollar("no_progressive", "primary jackpot", "$30") == (0, 6_00)


@clause("maryland", "10.D(5)(a)", "7.F(4)")
@pytest.mark.parametrize(
    ("symbol", "community", "paid"),
    [
        ("$1,000", "$30", (123_00, 7_00)),
        ("secondary jackpot", "$30", (45_00, 7_00)),
        ("$600", "$30", (0, 7_00)),
    ],
)
def test_by_another_reading_one_dollar_is_paid_by_the_operators_own_table(symbol, community, paid):
    table = (
        OwnPay(symbol="$1,000", hot_spot="123"),
        OwnPay(symbol="secondary jackpot", hot_spot="45"),
        OwnPay(symbol="$30", community="7"),
    )
    assert one_dollar("own_table", symbol, community, small_wager_pays=table) == paid


@clause("maryland", "10.D(5)(a)", "7.F(4)")
@pytest.mark.parametrize(
    ("reading", "symbol", "won"),
    [
        ("no_progressive", "primary jackpot", None),
        ("no_progressive", "$600", 120_00),
        ("one_fifth", "primary jackpot", 2_000_01),
        ("own_table", "primary jackpot", None),
        ("own_table", "$600", None),
        ("own_table", "$1,000", 1),
    ],
)
def test_the_chip_of_one_dollar_comes_back_only_with_what_one_dollar_wins(reading, symbol, won):
    readings = {"one_dollar_spin": reading, "bonus_spin_chip": "given_back"}
    own = (OwnPay(symbol="$1,000", hot_spot="0.01"),) if reading == "own_table" else ()
    house = offering(amounts=("1", "5"), small_wager_pays=own)
    scenario = at_wheel(ALL_LOSE, {1: 1_00}, readings, house=house).dealt()
    scenario.when(stop(1, symbol, "$25")).attended()
    assert scenario.net("Ann") == -11_00 + (0 if won is None else won + 1_00)


# void rounds, void hands, players who leave


@clause("maryland", "10.D(4)", "11.B")
@pytest.mark.parametrize("spun", [False, True])
@pytest.mark.parametrize("symbol", ["primary jackpot", "secondary jackpot", "$1,000"])
def test_after_a_void_meters_and_chips_are_exactly_what_they_were(spun, symbol):
    scenario = at_wheel("KC 3C 4C KH", THREE, {"bonus_spin_settled": "dealers_card"})
    before = meters(scenario)
    scenario.dealt()
    if spun:
        scenario.when(stop(2, symbol, "$100")).attended()
        scenario.when(c.GoToWar(hand=1))
    other = c.ReportIrregularity(irregularity=Irregularity.OTHER, note="a fire alarm")
    scenario.when(other, c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert scenario.table.round is None
    assert meters(scenario) == before == (10_000_00, 5_000_00)
    assert set(scenario.table.chips.values()) == {1_000_00}
    assert scenario.table.inventory == 0
    assert scenario.table.outside == -3 * 1_000_00 - 15_000_00


@clause("maryland", "10.D(4)")
def test_a_void_takes_two_jackpots_back_one_by_one():
    readings = {"bonus_spin_settled": "dealers_card", "hot_spot": "every_position"}
    scenario = at_wheel("KC 3C 4C KH", {1: 5_00, 2: 5_00}, readings).dealt()
    scenario.when(stop(1, "primary jackpot")).attended()
    other = c.ReportIrregularity(irregularity=Irregularity.OTHER)
    scenario.when(other, c.Rule(ruling=Ruling.VOID_THE_ROUND)).then(
        e.MeterPaymentReversed(meter="primary", hand=2, wager=Wager.BONUS_SPIN, amount=10_000_80),
        e.MeterPaymentReversed(meter="primary", hand=1, wager=Wager.BONUS_SPIN, amount=10_000_00),
        e.MeterRestartReversed(meter="primary", amount=20_000_00),
        e.MeterRaiseReversed(meter="primary", amount=80),
        e.MeterRaiseReversed(meter="secondary", amount=40),
    )
    assert meters(scenario) == (10_000_00, 5_000_00)


@clause("maryland", "11.C", "10.D(3)(a)")
def test_a_wager_that_gets_no_card_goes_back_with_its_share_of_the_meters():
    scenario = at_wheel(ALL_LOSE, THREE).when(c.CallNoMoreBets()).until(Act.DEAL_CARD)
    scenario.when(c.ReportNoCardDealt(hand=1)).then(
        e.MeterRaiseReversed(meter="primary", amount=40),
        e.MeterRaiseReversed(meter="secondary", amount=20),
        e.CollectionReversed(hand=1, wager=Wager.BONUS_SPIN, amount=5_00),
    )
    assert meters(scenario) == (10_000_80, 5_000_40)
    scenario.next_cards("3C 4C KH").attended()
    scenario.refused(stop(1, "$200", "$25"), Reason.NO_SUCH_WAGER)
    scenario.when(stop(2, "$200", "$25")).attended()
    assert scenario.table.round is None
    assert scenario.net("Ann") == 0
    assert scenario.net("Cleo") == -15_00 + 25_00


@clause("maryland", "11.C", "10.D(3)(a)")
def test_a_void_round_with_a_void_hand_takes_each_share_back_once():
    scenario = at_wheel(ALL_LOSE, THREE).when(c.CallNoMoreBets()).until(Act.DEAL_CARD)
    scenario.when(c.ReportNoCardDealt(hand=1))
    other = c.ReportIrregularity(irregularity=Irregularity.OTHER)
    scenario.when(other, c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert meters(scenario) == (10_000_00, 5_000_00)


@clause("maryland", "7.B(4)", "10.D(2)")
def test_a_player_who_left_is_paid_by_the_wheel_unless_the_wagers_are_declared_abandoned():
    def left(*ruling):
        scenario = at_wheel("KC 3C 4C KH", {1: 5_00, 2: 5_00}).dealt()
        scenario.when(c.LeaveTable(player="Ann"), *ruling).attended()
        if not ruling:
            scenario.when(c.Rule(ruling=Ruling.SURRENDER_THE_HAND)).attended()
        scenario.when(stop(2, "$200", "$25"))
        return [(paid.hand, paid.amount) for paid in scenario.of(e.WagerPaid)]

    assert left() == [(2, 200_00), (1, 25_00)]
    assert left(c.DeclareAbandoned(hand=1)) == [(2, 200_00)]


@clause("maryland", "7.B(4)", "10.D(2)")
def test_the_open_wager_of_a_player_whose_other_wagers_are_settled_can_be_declared_lost():
    scenario = at_wheel("2H 5C 4C KH", {1: 5_00, 2: 5_00}).dealt().when(c.LeaveTable(player="Ann"))
    scenario.when(c.DeclareAbandoned(hand=1)).then_exactly(e.HandForfeited(hand=1))
    scenario.refused(stop(1, "$1,000", "$25"), Reason.NO_SUCH_WAGER, "7.F(4)")
    scenario.when(stop(2, "$1,000", "$25"))
    assert [(paid.hand, paid.amount) for paid in scenario.of(e.WagerPaid)] == [(2, 1_000_00)]


@clause("maryland", "7.B(4)", "7.F(4)")
@pytest.mark.parametrize("settled", ["end_of_round", "dealers_card"])
def test_no_wheel_is_spun_where_the_only_wager_is_treated_as_lost(settled):
    scenario = at_wheel(ALL_LOSE, {1: 5_00}, {"bonus_spin_settled": settled}).when(c.CallNoMoreBets())
    scenario.when(c.LeaveTable(player="Ann"), c.DeclareAbandoned(hand=1)).until(Act.COLLECT_BONUS_SPIN)
    scenario.refused(stop(1, "$1,000", "$25"), Reason.NOT_NOW)
    scenario.when(c.CollectBonusSpin()).then_exactly(e.BonusSpinSettled(hands=(1,))).attended()
    assert e.PlayerLeft(player="Ann", chips=1_000_00 - 15_00) in scenario.events


@clause("maryland", "7.B(4)", "10.D(2)")
@pytest.mark.parametrize("gone", [1, 3])
def test_with_a_spin_for_each_there_is_none_for_a_wager_that_is_treated_as_lost(gone):
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 3: 5_00}, {"hot_spot": "each_spin"}).dealt()
    player = {1: "Ann", 3: "Cleo"}[gone]
    scenario.when(c.LeaveTable(player=player), c.DeclareAbandoned(hand=gone))
    assert (scenario.due.act, scenario.due.seat) == (Act.SPIN_WHEEL, 4 - gone)
    scenario.when(stop(4 - gone, "$200")).then(e.BonusSpinSettled(hands=(4 - gone,)))
    assert (scenario.due.act, scenario.due.seat) == (Act.COLLECT_BONUS_SPIN, gone)
    scenario.attended()
    assert scenario.table.round is None


@clause("maryland", "7.B(4)", "10.D(2)")
@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
def test_a_jackpot_whose_winner_is_treated_as_lost_before_it_is_paid_goes_to_nobody_else(hot_spot):
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 3: 5_00}, {"hot_spot": hot_spot}).dealt()
    scenario.when(stop(3, "primary jackpot", "$25" if hot_spot == "one_position" else ""))
    scenario.when(c.LeaveTable(player="Cleo"), c.DeclareAbandoned(hand=3)).until(Act.PAY_BONUS_SPIN)
    scenario.when(c.PayBonusSpin())
    paid = {event.hand for event in scenario.of(e.MeterPaid)}
    assert paid == ({1} if hot_spot == "every_position" else set())
    assert scenario.of(e.BonusSpinSettled)[0].hands == ((3,) if hot_spot == "each_spin" else (3, 1))


@clause("maryland", "7.B(4)", "10.D(1)")
def test_the_hot_spot_is_drawn_among_the_wagers_that_are_still_in():
    scenario = at_wheel(ALL_LOSE, THREE).dealt().when(c.LeaveTable(player="Ben"), c.DeclareAbandoned(hand=2))
    assert scenario.table.round is not None
    first = spun(scenario.rules, scenario.table.round, 1, lambda _stops: 0)
    last = spun(scenario.rules, scenario.table.round, 1, lambda stops: stops - 1)
    assert {spin.hand for spin in (first, last) if spin} == {1, 3}


@clause("maryland", "7.B(4)", "10.D(2)")
@pytest.mark.parametrize(
    ("reading", "pays"), [("lost", [(2, 1_000_00)]), ("settled", [(2, 1_000_00), (1, 25_00)])]
)
def test_read_as_lost_the_wheel_pays_nobody_who_left(reading, pays):
    scenario = at_wheel("2H 5C 4C KH", {1: 5_00, 2: 5_00}, {"leaving_player": reading}).dealt()
    scenario.when(c.LeaveTable(player="Ann"), stop(2, "$1,000", "$25"))
    assert [(paid.hand, paid.amount) for paid in scenario.of(e.WagerPaid)] == pays
