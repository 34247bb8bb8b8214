"""Bonus Spin Xtreme: the wager, the designated card, the wheel, what it pays and when."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.bonus_spin import Designated
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.words import COLLECTING, Act, Instrument, Irregularity, Role, Ruling, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table
from tests.support.varieties import source
from tests.support.wheels import (
    ALL_LOSE,
    ALL_LOSE_NO_SPIN,
    COMMUNITY,
    HOT_SPOT,
    THREE,
    at_wheel,
    meters,
    offering,
    spin_wager,
    stop,
    wheel,
    winnings,
)

# the wager


@clause("maryland", "2.B(7)(a)", "7.F(4)")
def test_each_betting_position_takes_a_bonus_spin_wager():
    scenario = at_table("maryland", players=9, house=replace(offering(), seats=9))
    scenario.wagers(dict.fromkeys(range(1, 10), 10_00))
    for seat in range(1, 10):
        scenario.when(spin_wager(seat))
        [placed] = scenario.of(e.WagerPlaced)
        assert (placed.hand, placed.wager, placed.amount) == (seat, Wager.BONUS_SPIN, 5_00)


@clause("maryland", "7.F(4)", "10.D")
@pytest.mark.parametrize("amount", [1, 1_00, 4_99, 5_01, 10_00])
def test_the_wager_is_five_dollars_and_nothing_else(amount):
    scenario = at_table("maryland", house=offering()).wagers({1: 10_00})
    scenario.refused(spin_wager(1, amount), Reason.WAGER_NOT_A_SIZE, "10.D")
    scenario.when(spin_wager(1)).refused(spin_wager(1), Reason.WAGER_NOT_A_SIZE)


@clause("maryland", "7.F(4)")
def test_the_wager_is_off_until_the_operator_offers_it():
    at_table("maryland").wagers({1: 10_00}).refused(spin_wager(1), Reason.WAGER_NOT_OFFERED, "7.F(4)")


@clause("maryland", "7.F(4)")
def test_the_wager_needs_an_initial_wager_and_goes_with_it():
    scenario = at_table("maryland", house=offering())
    scenario.refused(spin_wager(1), Reason.WAGER_NEEDS_INITIAL)
    scenario.wagers({1: 10_00}).when(spin_wager(1))
    scenario.when(c.WithdrawWager(hand=1, wager=Wager.INITIAL)).then_exactly(
        e.WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=10_00),
        e.WagerWithdrawn(hand=1, wager=Wager.BONUS_SPIN, amount=5_00),
    )
    assert meters(scenario) == (10_000_00, 5_000_00)


@clause("maryland", "2.B(7)(b)", "7.C")
def test_no_more_bets_locks_the_wager_out():
    scenario = at_wheel(ALL_LOSE, {1: 5_00})
    assert scenario.is_allowed(spin_wager(2))
    scenario.when(c.CallNoMoreBets()).refused(spin_wager(2), Reason.NO_MORE_BETS, "2.B(7)(b); 7.C")


@clause("maryland", "2.B(7)(b)")
def test_by_another_reading_the_first_card_locks_it_out_and_a_late_wager_counts_in_full():
    scenario = at_wheel(ALL_LOSE, {1: 5_00}, {"bonus_spin_closing": "first_card"}).when(c.CallNoMoreBets())
    scenario.when(spin_wager(3)).then_exactly(
        e.WagerPlaced(hand=3, wager=Wager.BONUS_SPIN, amount=5_00, player="Cleo"),
        e.MeterRaised(meter="primary", amount=40),
        e.MeterRaised(meter="secondary", amount=20),
    )
    assert meters(scenario) == (10_000_80, 5_000_40)
    scenario.until(Act.DEAL_CARD)
    refused_now = c.PlaceWager(hand=2, wager=Wager.TIE, amount=5_00)
    scenario.refused(refused_now, Reason.NO_MORE_BETS, "7.D")
    scenario.when(c.DealCard()).refused(spin_wager(2), Reason.FIRST_CARD_IS_DEALT, "2.B(7)(b)")
    scenario.attended().when(stop(3, "$200", "$25")).attended()
    assert scenario.table.round is None
    assert scenario.net("Cleo") == -15_00 + 200_00
    assert scenario.net("Ann") == -15_00 + 25_00
    assert scenario.net("Ben") == -10_00


@clause("maryland", "10.D(4)")
def test_a_late_wager_is_paid_in_the_same_turn_as_the_others():
    readings = {"bonus_spin_closing": "first_card", "hot_spot": "every_position"}
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 2: 5_00}, readings).when(c.CallNoMoreBets(), spin_wager(3))
    scenario.attended().when(stop(1, "primary jackpot")).attended()
    assert [paid.hand for paid in scenario.of(e.MeterPaid)] == [3, 2, 1]
    scenario = at_wheel(ALL_LOSE, {1: 5_00}, {**readings, "hot_spot": "each_spin"})
    assert scenario.when(c.CallNoMoreBets(), spin_wager(3)).attended().due.seat == 3


@clause("maryland", "2.B(7)(b)")
@pytest.mark.parametrize("act", [*COLLECTING[1:], Act.DEAL_CARD])
def test_by_that_reading_a_late_wager_is_taken_whatever_is_done_with_the_chips_and_none_is_lost(act):
    readings = {"bonus_spin_closing": "first_card"}
    scenario = at_wheel(ALL_LOSE_NO_SPIN, {1: 5_00}, readings).when(c.CallNoMoreBets()).until(act)
    scenario.when(spin_wager(3)).attended()
    assert scenario.table.round is None
    assert [event.act for event in scenario.of(e.ActPerformed)] == [*COLLECTING[1:]]
    assert scenario.net("Cleo") == scenario.net("Ann") == -15_00
    assert scenario.table.inventory == 30_00 + 10_00 - 1_20


@clause("maryland", "7.F(4)", "10.D")
@pytest.mark.parametrize("act", [*COLLECTING[1:], Act.DEAL_CARD])
def test_by_that_reading_no_late_chip_makes_a_wager_larger_than_its_size(act):
    readings = {"bonus_spin_closing": "first_card"}
    scenario = at_wheel(ALL_LOSE, {1: 5_00}, readings).when(c.CallNoMoreBets()).until(act)
    scenario.refused(spin_wager(1), Reason.WAGER_NOT_A_SIZE, "10.D")


@clause("maryland", "7.F(3)(b)", "7.F(4)")
@pytest.mark.parametrize("report", ["not accepted", "count is off"])
def test_a_late_chip_that_is_not_accepted_leaves_the_wager_that_was_counted_before(report):
    readings = {"bonus_spin_closing": "first_card", "one_dollar_spin": "one_fifth"}
    scenario = at_wheel(ALL_LOSE, {1: 1_00}, readings, house=offering(amounts=("1", "5")))
    scenario.when(c.CallNoMoreBets()).until(Act.DEAL_CARD).when(spin_wager(1, 4_00))
    assert meters(scenario) == (10_000_40, 5_000_20)
    scenario.until(Act.COUNT_PROGRESSIVE)
    if report == "not accepted":
        scenario.when(c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1))
    else:
        scenario.when(c.ReportIrregularity(irregularity=Irregularity.COUNT_IS_OFF, hand=1))
        scenario.when(c.Rule(ruling=Ruling.RETURN_THE_CHIP))
    assert scenario.of(e.WagerGivenBack, e.CollectionReversed) == [
        e.WagerGivenBack(hand=1, wager=Wager.BONUS_SPIN, amount=4_00)
    ]
    assert meters(scenario) == (10_000_08, 5_000_04)
    scenario.until(Act.SPIN_WHEEL).when(stop(1, "$200", "$25")).attended()
    assert scenario.net("Ann") == -10_00 - 1_00 + 40_00


# the chip


@clause("maryland", "8.D(1)(a)", "8.D(1)(b)", "8.D(1)(c)", "7.F(4)")
def test_the_chips_are_collected_counted_and_put_away_before_the_deal():
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 3: 5_00}).when(c.CallNoMoreBets())
    for act in COLLECTING[1:]:
        assert (scenario.due.act, scenario.due.role) == (act, Role.DEALER)
        scenario.refused(c.DealCard(), Reason.NOT_NOW, scenario.due.clause)
        scenario.when(c.Perform(act_done=act))
    scenario.then(
        e.WagerPutAway(hand=1, wager=Wager.BONUS_SPIN, amount=5_00),
        e.WagerPutAway(hand=3, wager=Wager.BONUS_SPIN, amount=5_00),
    )
    assert scenario.table.inventory == 10_00 - 80 - 40


@clause("maryland", "7.F(4)", "10.D")
@pytest.mark.parametrize(("reading", "back"), [("stays", 0), ("given_back", 5_00)])
@pytest.mark.parametrize(("symbol", "pays"), [("$1,000", 1_000_00), ("primary jackpot", 10_001_20)])
def test_the_chip_stays_or_by_another_reading_comes_back_with_a_win(reading, back, symbol, pays):
    scenario = at_wheel(ALL_LOSE, THREE, {"bonus_spin_chip": reading}).dealt()
    scenario.when(stop(1, symbol, "$25")).attended()
    assert winnings(scenario) == {"Ann": pays + back, "Ben": 25_00 + back, "Cleo": 25_00 + back}


@clause("maryland", "7.F(4)")
@pytest.mark.parametrize("reading", ["stays", "given_back"])
def test_without_a_win_the_chip_stays(reading):
    scenario = at_wheel(ALL_LOSE_NO_SPIN, THREE, {"bonus_spin_chip": reading}).dealt()
    assert winnings(scenario) == {"Ann": 0, "Ben": 0, "Cleo": 0}


# the designated card


@clause("maryland", "7.F(4)")
@pytest.mark.parametrize("card", ["KH", "KD"])
def test_the_dealers_card_of_the_designated_rank_and_color_starts_the_wheel(card):
    scenario = at_wheel(f"2C 3C 4C {card}", THREE).dealt()
    assert scenario.due.act is Act.SPIN_WHEEL
    scenario.refused(c.CollectBonusSpin(), Reason.NOT_NOW)


@clause("maryland", "7.F(4)")
@pytest.mark.parametrize("card", ["KC", "KS", "QH", "AD"])
def test_any_other_card_of_the_dealers_loses_the_wagers(card):
    scenario = at_wheel(f"2C 3C 4C {card}", THREE).dealt()
    scenario.then(e.BonusSpinSettled(hands=(3, 2, 1)))
    assert scenario.table.round is None
    assert winnings(scenario) == {"Ann": 0, "Ben": 0, "Cleo": 0}


@clause("maryland", "7.F(4)")
def test_a_players_red_king_does_not_start_the_wheel():
    scenario = at_wheel("KH KD KH 9C", THREE).dealt()
    assert scenario.table.round is None
    assert not scenario.of(e.WheelSpun)


@clause("maryland", "7.F(4)")
def test_the_dealers_war_card_does_not_start_the_wheel_and_the_first_card_still_does_after_a_war():
    scenario = at_wheel("9H 9C 2C 2D 2H 3C KH", {1: 5_00}, players=1).dealt()
    scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1)).attended()
    assert scenario.table.round is None
    assert not scenario.of(e.WheelSpun)
    scenario = at_wheel("KC KH 2C 2D 2H 3C 9H", {1: 5_00}, players=1).dealt()
    scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1)).attended()
    assert scenario.due.act is Act.SPIN_WHEEL


@clause("maryland", "7.F(4)")
@pytest.mark.parametrize(("card", "act"), [("KD", Act.SPIN_WHEEL), ("2S", Act.SPIN_WHEEL), ("2D", None)])
def test_by_another_reading_several_cards_may_be_designated(card, act):
    two = (Designated(rank="king", color="red"), Designated(rank="2", color="black"))
    scenario = at_wheel(
        f"3C 3D 4C {card}", THREE, {"designated_cards": "several"}, house=offering(cards=two)
    ).dealt()
    assert (scenario.due.act is Act.SPIN_WHEEL) == (act is not None)


@clause("maryland", "7.F(4)")
def test_a_table_where_nobody_made_the_wager_does_not_spin():
    assert at_wheel(ALL_LOSE, {}).dealt().table.round is None


# the wheel


@clause("maryland", "10.D(1)", "10.D(2)", "10.D(5)", "10.E")
def test_one_position_gets_hot_spot_pay_and_all_others_community_pay():
    scenario = at_wheel(ALL_LOSE, THREE).dealt().when(stop(2, "$1,000", "$150"))
    scenario.then_exactly(
        e.WheelSpun(hand=2, hot_spot="$1,000", community="$150"),
        e.WagerPaid(hand=3, wager=Wager.BONUS_SPIN, amount=150_00),
        e.WagerPaid(hand=2, wager=Wager.BONUS_SPIN, amount=1_000_00),
        e.WagerPaid(hand=1, wager=Wager.BONUS_SPIN, amount=150_00),
        e.BonusSpinSettled(hands=(3, 2, 1)),
    )


@clause("maryland", "10.D(5)(a)", "10.D(2)")
def test_who_did_not_make_the_wager_gets_neither_pay_nor_the_hot_spot():
    scenario = at_wheel(ALL_LOSE, {1: 5_00, 3: 5_00}).dealt()
    scenario.refused(stop(2, "$1,000", "$150"), Reason.NO_SUCH_WAGER, "7.F(4)")
    scenario.when(stop(1, "$1,000", "$150")).attended()
    assert scenario.net("Ben") == -10_00
    assert scenario.net("Cleo") == -15_00 + 150_00


@clause(
    "maryland",
    "10.D(1)(c)",
    "10.D(1)(d)",
    "10.D(1)(e)",
    "10.D(1)(f)",
    "10.D(1)(g)",
    "10.D(1)(h)",
    "10.D(1)(i)",
    "10.D(1)(j)",
    "10.D",
    "10.D(2)",
)
@pytest.mark.parametrize(
    ("symbol", "pays"),
    [
        ("$1,000", 1_000),
        ("$600", 600),
        ("$500", 500),
        ("$400", 400),
        ("$350", 350),
        ("$300", 300),
        ("$250", 250),
        ("$200", 200),
    ],
)
def test_the_hot_spot_pays_to_the_dollar(symbol, pays):
    scenario = at_wheel(ALL_LOSE, THREE).dealt().when(stop(1, symbol, "$25")).attended()
    assert scenario.table.round is None
    assert winnings(scenario) == {"Ann": pays * 100, "Ben": 25_00, "Cleo": 25_00}
    assert meters(scenario) == (10_001_20, 5_000_60)


@clause(
    "maryland",
    "10.E",
    "10.E(1)",
    "10.E(1)(a)",
    "10.E(1)(b)",
    "10.E(1)(c)",
    "10.E(1)(d)",
    "10.E(1)(e)",
    "10.E(1)(f)",
    "10.E(1)(g)",
    "10.E(1)(h)",
    "10.D(5)(b)",
)
@pytest.mark.parametrize(
    ("symbol", "stated", "shown"),
    [
        ("$150", 150, 150),
        ("$100", 125, 100),
        ("$75", 100, 75),
        ("$50", 75, 50),
        ("$40", 50, 40),
        ("$35", 40, 35),
        ("$30", 30, 30),
        ("$25", 25, 25),
    ],
)
def test_the_community_is_paid_what_is_stated_or_by_another_reading_what_is_shown(symbol, stated, shown):
    def paid(readings):
        scenario = at_wheel(ALL_LOSE, THREE, readings).dealt().when(stop(1, "$200", symbol)).attended()
        return winnings(scenario)

    assert paid({}) == {"Ann": 200_00, "Ben": stated * 100, "Cleo": stated * 100}
    assert paid({"community_pays": "as_shown"}) == {"Ann": 200_00, "Ben": shown * 100, "Cleo": shown * 100}


@clause("maryland", "10.E(1)", "10.D(5)(b)")
@pytest.mark.parametrize("dollars", [150, 125, 100, 75, 50, 40, 30, 25])
def test_by_a_third_reading_the_symbols_show_what_is_paid(dollars):
    corrected = ("$150", "$125", "$100", "$75", "$50", "$40", "$30", "$25")
    readings = {"community_pays": "symbols_corrected"}
    scenario = at_wheel(ALL_LOSE, THREE, readings, house=offering(community=wheel(corrected))).dealt()
    scenario.refused(stop(1, "$200", "$35"), Reason.NOT_ON_THE_WHEEL)
    assert winnings(scenario.when(stop(1, "$200", f"${dollars}")).attended())["Ben"] == dollars * 100


@clause("maryland", "10.D(2)")
def test_the_wheel_stops_only_where_the_operators_wheel_has_a_segment():
    few = offering(hot_spot=wheel(["$200"]), community=wheel(["$25"]))
    scenario = at_wheel(ALL_LOSE, THREE, house=few).dealt()
    scenario.refused(stop(1, "$250", "$25"), Reason.NOT_ON_THE_WHEEL, "7.F(4)")
    scenario.refused(stop(1, "$200", "$30"), Reason.NOT_ON_THE_WHEEL, "7.F(4)")
    scenario.refused(stop(1, "$200"), Reason.NOT_ON_THE_WHEEL, "7.F(4)")
    assert scenario.is_allowed(stop(1, "$200", "$25"))
    with pytest.raises(Refusal, match="nothing"):
        scenario.when(stop(1, "$200"))
    with pytest.raises(Refusal, match=r"\$30"):
        scenario.when(stop(1, "$200", "$30"))


@clause("maryland", "10.D(1)", "10.D(2)")
def test_by_another_reading_every_position_gets_hot_spot_pay():
    scenario = at_wheel(ALL_LOSE, THREE, {"hot_spot": "every_position"}).dealt()
    scenario.refused(stop(1, "$600", "$25"), Reason.NOT_ON_THE_WHEEL)
    assert winnings(scenario.when(stop(1, "$600")).attended()) == dict.fromkeys(
        ("Ann", "Ben", "Cleo"), 600_00
    )


@clause("maryland", "10.D(1)", "10.D(2)", "10.D(4)")
def test_by_a_third_reading_each_player_has_a_spin_in_the_order_of_settling():
    scenario = at_wheel(ALL_LOSE, THREE, {"hot_spot": "each_spin"}).dealt()
    assert scenario.due.seat == 3
    scenario.refused(stop(1, "$600"), Reason.SPIN_NOT_YET, "10.D(4)")
    scenario.when(stop(3, "$600"))
    assert (scenario.due.act, scenario.due.seat) == (Act.SPIN_WHEEL, 2)
    scenario.when(stop(2, "$200"), stop(1, "$250")).attended()
    assert scenario.table.round is None
    assert winnings(scenario) == {"Ann": 250_00, "Ben": 200_00, "Cleo": 600_00}


@clause("maryland", "10.D(1)", "10.E(1)")
@pytest.mark.parametrize(
    ("hot_spot", "community"), [*zip(HOT_SPOT[2:], COMMUNITY, strict=True), ("primary jackpot", "$150")]
)
def test_by_another_reading_the_symbols_are_paired_in_order(hot_spot, community):
    scenario = at_wheel(ALL_LOSE, THREE, {"wheel_symbols": "paired"}, house=offering(community=None)).dealt()
    for other in COMMUNITY:
        assert scenario.is_allowed(stop(1, hot_spot, other)) == (other == community)


@clause("maryland", "10.D(1)", "10.E(1)")
def test_drawn_independently_any_symbols_go_together():
    scenario = at_wheel(ALL_LOSE, THREE).dealt()
    assert all(scenario.is_allowed(stop(2, hot, cold)) for hot in HOT_SPOT for cold in COMMUNITY)


# when it is settled


@clause("maryland", "10.D(4)", "7.F(4)")
def test_the_wheel_is_spun_when_everything_else_is_settled():
    scenario = at_wheel("KC 3C 4C KH", {2: 5_00}).dealt()
    assert (scenario.due.act, scenario.due.seat) == (Act.CHOOSE, 1)
    scenario.refused(stop(2, "$200", "$25"), Reason.NOT_NOW)
    due = scenario.when(c.Surrender(hand=1)).attended().due
    assert (due.act, due.clause, due.seat) == (Act.SPIN_WHEEL, "10.D(4)", 2)


@clause("maryland", "7.F(4)")
def test_by_another_reading_the_wheel_is_spun_as_soon_as_the_dealers_card_is_seen():
    readings = {"bonus_spin_settled": "dealers_card"}
    scenario = at_wheel("KC 3C 4C KH", {2: 5_00}, readings).dealt()
    assert (scenario.due.act, scenario.due.clause) == (Act.SPIN_WHEEL, "7.F(4)")
    assert not any(hand.settled for hand in scenario.round.hands.values())
    scenario.when(stop(2, "$200", "$25"))
    scenario.then(e.WagerPaid(hand=2, wager=Wager.BONUS_SPIN, amount=200_00)).attended()
    assert scenario.due.act is Act.CHOOSE
    lost = at_wheel(ALL_LOSE_NO_SPIN, {2: 5_00}, readings).dealt()
    order = [type(event) for event in lost.events if isinstance(event, e.BonusSpinSettled | e.HandSettled)]
    assert order == [e.BonusSpinSettled, e.HandSettled, e.HandSettled, e.HandSettled]


@clause("maryland", "2.B(7)(a)")
@pytest.mark.parametrize("made_with", [Instrument.PLAQUE, Instrument.APPROVED])
def test_the_device_of_the_wheel_takes_value_chips_only(made_with):
    wager = replace(spin_wager(1), made_with=made_with)
    at_wheel(ALL_LOSE, {}).refused(wager, Reason.INSTRUMENT_NOT_TAKEN, "2.B(7)(a)")


@clause("maryland", "10.D(2)", "7.E")
def test_by_another_reading_a_player_with_two_boxes_has_a_spin_for_each_as_its_words_say():
    house, readings = replace(offering(), adjacent_boxes=2), {"hot_spot": "each_spin"}
    scenario = at_table("maryland", cards="2C 3C KH", players=1, house=house, readings=readings)
    scenario.wagers({1: 10_00}).when(c.PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00, player="Ann"))
    scenario.when(*(replace(spin_wager(box), player="Ann") for box in (1, 2))).dealt()
    for box, symbol in ((2, "$200"), (1, "$1,000")):
        assert (scenario.due.act, scenario.due.seat) == (Act.SPIN_WHEEL, box)
        scenario.when(stop(box, symbol))
    assert scenario.net("Ann") == -30_00 + 1_200_00
    says = source("maryland").readings["hot_spot"].choices["each_spin"].says
    assert "each wagering position" in says
