"""Maryland 10.B(1), 10.C(1), 10.C(2) and 10.D(4): the progressive meter, raised, paid and restarted."""

from fractions import Fraction
from itertools import permutations

import pytest

from casinowar.game import events as e
from casinowar.game.commands import (
    CallNoMoreBets,
    ChangeCards,
    CloseTable,
    DeclareAbandoned,
    DeclineTieWager,
    GoToWar,
    LeaveTable,
    OpenTable,
    OrderReshuffle,
    PayProgressive,
    ReportIrregularity,
    ReportNoCardDealt,
    ReportShufflerJam,
    Rule,
    Sit,
    TellMeter,
    WithdrawWager,
)
from casinowar.game.decide import decide
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.table import Table
from casinowar.game.words import COLLECTING, Act, Irregularity, Role, Ruling, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.progressives import (
    BURN,
    CHIP,
    chip_in,
    meter,
    offering,
    played,
    progressive_table,
    side_postings,
    with_chips,
)
from tests.support.scenario import Scenario, at_table, posted, ready

METER = "progressive"
TWO_WINNERS = "9H 9H 9H " + BURN + "9H 9H 9H"
Money = tuple[dict[str, int], int, dict[str, int], int]
THREE_WINNERS = "9H 9H 9H 9H " + BURN + "9H 9H 9H 9H"


def meter_paid(seat: int, amount: int) -> e.MeterPaid:
    return e.MeterPaid(meter=METER, hand=seat, wager=Wager.PROGRESSIVE, amount=amount)


def restarted(amount: int) -> e.MeterRestarted:
    return e.MeterRestarted(meter=METER, amount=amount)


# 10.C(1): the rate of progression


@clause("maryland", "10.C", "10.C(1)")
@pytest.mark.parametrize(
    ("rate", "share"),
    [("0.2%", 1), ("0.4%", 2), ("1%", 5), ("12%", 60), ("12.2%", 61), ("99.8%", 4_99), ("100%", 5_00)],
)
@pytest.mark.parametrize("chips", [1, 3])
def test_each_chip_raises_the_meter_by_exactly_the_submitted_rate(rate, share, chips):
    scenario = progressive_table("KH KD KS 9C", players=3, house=offering(rate=rate))
    others = range(chips + 1, 4)
    played(with_chips(scenario, *range(1, chips + 1), hands=others))
    assert scenario.of(e.MeterEvent) == [e.MeterRaised(meter=METER, amount=chips * share)]
    assert meter(scenario) == 10_000_00 + chips * share
    assert scenario.table.inventory == chips * (CHIP - share) - 30_00


@clause("maryland", "10.C(1)")
def test_wagers_of_several_sizes_raise_the_meter_by_the_rate_of_their_sum():
    house = offering(rate="1%", amounts=("1", "5", "25"))
    scenario = progressive_table("KH KD 9C", house=house, readings={"progressive_sizes": "in_proportion"})
    scenario.wagers({1: 10_00, 2: 10_00}).when(chip_in(1, 1_00), chip_in(2, 25_00))
    assert played(scenario).of(e.MeterEvent) == [e.MeterRaised(meter=METER, amount=26)]


@clause("maryland", "10.C(1)")
def test_no_other_wager_raises_the_meter():
    scenario = progressive_table("9H 9C " + BURN + "KD 4C").wagers({1: 400_00}, tie={1: 100_00})
    played(scenario)
    assert meter(scenario) == 10_000_00


# 10.C(2): where the meter starts and restarts


@clause("maryland", "10.C(2)")
@pytest.mark.parametrize(("amount", "enough"), [("9999.99", False), ("10000", True), ("10000.01", True)])
def test_less_than_10000_dollars_is_refused_at_the_start_and_at_the_restart(amount, enough):
    for which, house in (("initial", offering(initial=amount)), ("reset", offering(reset=amount))):
        if enough:
            load_rules("maryland", house)
            continue
        with pytest.raises(HouseError, match=rf"progressive\.meter\.{which}: \$9,999\.99 .*\[10\.C\(2\)\]"):
            load_rules("maryland", house)


@clause("maryland", "10.C(2)")
@pytest.mark.parametrize("initial", ["10000", "10000.01", "25000"])
def test_the_meter_starts_at_the_submitted_amount_when_the_table_opens(initial):
    scenario = Scenario(posted(load_rules("maryland", offering(initial=initial)))).when(
        OpenTable(counted=False)
    )
    amount = round(float(initial) * 100)
    scenario.then(e.MeterStarted(meter=METER, amount=amount))
    assert (meter(scenario), scenario.table.outside) == (amount, -amount)


@clause("maryland", "10.C(2)")
def test_the_meter_restarts_at_the_submitted_amount_once_it_is_paid():
    house = offering(initial="30000", reset="12000")
    scenario = played(with_chips(progressive_table("9H 9H " + BURN + "9H 9H", house=house), 1))
    scenario.then(meter_paid(1, 30_000_60), restarted(12_000_00))
    assert meter(scenario) == 12_000_00


@clause("maryland", "7.F(3)")
def test_a_table_that_does_not_offer_the_wager_has_no_meter():
    assert at_table("maryland").table.meters == {}


# 10.B(1), 10.D(4): paid as it stands when it is the player's turn


@clause("maryland", "10.B(1)", "10.D(4)")
def test_a_suited_four_of_a_kind_takes_the_whole_meter_and_1000_to_1():
    scenario = played(with_chips(progressive_table("9H KD 9H " + BURN + "9H 9H"), 1, 2))
    scenario.then(
        e.WagerPaid(hand=1, wager=Wager.PROGRESSIVE, amount=5_000_00),
        meter_paid(1, 10_001_20),
        restarted(10_000_00),
    )


@clause("maryland", "10.B(1)", "10.D(4)", "10.C(2)", "9.A")
def test_of_two_winners_the_first_in_turn_gets_the_meter_and_the_next_what_it_restarted_at():
    house = offering(reset="11000")
    scenario = played(with_chips(progressive_table(TWO_WINNERS, house=house), 1, 2))
    assert side_postings(scenario) == [
        e.MeterRaised(meter=METER, amount=1_20),
        e.WagerTakenIn(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.WagerTakenIn(hand=2, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.WagerPutAway(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.WagerPutAway(hand=2, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.WagerPaid(hand=2, wager=Wager.PROGRESSIVE, amount=5_000_00),
        meter_paid(2, 10_001_20),
        restarted(11_000_00),
        e.WagerPaid(hand=1, wager=Wager.ENVY, amount=5_000_00),
        e.WagerPaid(hand=1, wager=Wager.PROGRESSIVE, amount=5_000_00),
        meter_paid(1, 11_000_00),
        restarted(11_000_00),
        e.WagerPaid(hand=2, wager=Wager.ENVY, amount=5_000_00),
    ]
    assert meter(scenario) == 11_000_00
    assert scenario.net("Ben") == 20_00 - CHIP + 10_000_00 + 10_001_20
    assert scenario.net("Ann") == 20_00 - CHIP + 10_000_00 + 11_000_00


@clause("maryland", "10.B(1)", "10.D(4)")
def test_by_another_reading_two_winners_divide_the_meter_equally():
    readings = {"meter_winners": "divided"}
    scenario = played(with_chips(progressive_table(TWO_WINNERS, readings=readings), 1, 2))
    meters = [event for event in scenario.of(e.MeterEvent) if not isinstance(event, e.MeterRaised)]
    assert meters == [meter_paid(2, 5_000_60), meter_paid(1, 5_000_60), restarted(10_000_00)]


@clause("maryland", "10.B(1)", "10.D(4)")
def test_what_of_a_meter_cannot_be_divided_to_the_cent_stays_on_it():
    readings = {"meter_winners": "divided"}
    house = offering(rate="0.2%", decks=8)
    table = progressive_table(THREE_WINNERS, players=3, house=house, readings=readings)
    scenario = played(with_chips(table, 1, 2, 3))
    assert [event.amount for event in scenario.of(e.MeterPaid)] == [3_333_34, 3_333_34, 3_333_34]
    assert scenario.of(e.MeterRestarted) == [restarted(9_999_99)]
    assert meter(scenario) == 10_000_00


@clause("maryland", "10.B(1)", "10.D(4)")
@pytest.mark.parametrize("settled", ["in_a_last_pass", "at_each_seat"])
@pytest.mark.parametrize("sizes", [*permutations((2_50, 5_00, 10_00))], ids=str)
def test_each_winner_has_an_equal_part_whatever_a_smaller_share_of_another_leaves(sizes, settled):
    readings = {"meter_winners": "divided", "meter_share": "by_the_wager", "progressive_settled": settled}
    readings["progressive_sizes"] = "in_proportion"
    house = offering(amounts=("2.50", "5", "10"), decks=8)
    table = progressive_table(THREE_WINNERS, players=3, house=house, readings=readings)
    table.wagers(dict.fromkeys((1, 2, 3), 10_00))
    scenario = played(table.when(*(chip_in(seat, size) for seat, size in enumerate(sizes, start=1))))
    paid = {sizes[event.hand - 1]: event.amount for event in scenario.of(e.MeterPaid)}
    # The wagers raise the meter by 12% of $17.50, to $10,002.10; a third of it is $3,334.03.
    assert paid == {2_50: 1_667_01, 5_00: 3_334_03, 10_00: 3_334_03}
    assert scenario.of(e.MeterRestarted) == [restarted(10_000_00 - 1_667_03)]


@clause("maryland", "10.B(1)", "10.D(4)")
@pytest.mark.parametrize("denied", [2, 1])
def test_who_is_denied_the_meter_has_no_part_in_it(denied):
    table = progressive_table(TWO_WINNERS, readings={"meter_winners": "divided"})
    scenario = with_chips(table, 1, 2).dealt().when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    scenario.when(DeclineTieWager(hand=1), DeclineTieWager(hand=2)).until(Act.VALIDATE_PAYOUT)
    if denied == 1:
        scenario.until(Act.PAY_PROGRESSIVE).went_on().until(Act.VALIDATE_PAYOUT)
    scenario.when(ReportIrregularity(irregularity=Irregularity.NOT_VALIDATED))
    scenario.when(Rule(ruling=Ruling.DENY_THE_PAYOUT)).attended()
    paid = [event for event in scenario.history if isinstance(event, e.MeterPaid)]
    assert paid == [meter_paid(1, 10_001_20) if denied == 2 else meter_paid(2, 5_000_60)]


@clause("maryland", "10.D(4)", "10.C(2)")
def test_a_linked_meter_that_is_divided_never_shows_less_than_its_reset_amount():
    table = progressive_table(TWO_WINNERS, house=offering(linked=True), readings={"meter_winners": "divided"})
    scenario = with_chips(table, 1, 2).dealt().when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    scenario.when(DeclineTieWager(hand=1), DeclineTieWager(hand=2)).until(Act.PAY_PROGRESSIVE).went_on()
    scenario.then(meter_paid(2, 5_000_60), restarted(4_999_40))
    scenario.refused(TellMeter(meter=METER, amount=9_999_99), Reason.METER_BELOW_RESET, "R83")
    scenario.when(TellMeter(meter=METER, amount=10_001_00)).attended()
    assert [event.amount for event in scenario.history if isinstance(event, e.MeterPaid)] == [
        5_000_60,
        5_000_60,
    ]
    assert meter(scenario) == 10_000_00


@clause("maryland", "10.C(2)", "10.C(1)")
def test_a_round_voided_while_a_linked_meter_is_divided_takes_back_what_was_put_up():
    table = progressive_table(TWO_WINNERS, house=offering(linked=True), readings={"meter_winners": "divided"})
    scenario = with_chips(table, 1, 2).dealt().when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    scenario.when(DeclineTieWager(hand=1), DeclineTieWager(hand=2)).until(Act.PAY_PROGRESSIVE).went_on()
    scenario.when(TellMeter(meter=METER, amount=10_000_60))
    void(scenario)
    assert meter(scenario) == 10_000_60


@clause("maryland", "10.D(4)")
def test_a_holder_without_the_wager_is_no_winner_of_the_meter_by_any_reading():
    for reading in ("in_turn", "divided"):
        table = progressive_table(TWO_WINNERS, readings={"meter_winners": reading})
        scenario = played(with_chips(table, 1, hands=[2]))
        assert scenario.of(e.MeterPaid) == [meter_paid(1, 10_000_60)]


@clause("maryland", "10.B(1)")
@pytest.mark.parametrize("reading", ["best_only", "every_hand"])
def test_the_meter_is_paid_once_whichever_hands_are_paid(reading):
    table = progressive_table("9H 9H " + BURN + "9H 9H", readings={"hands_paid": reading})
    assert len(played(with_chips(table, 1)).of(e.MeterPaid)) == 1


# the meter is kept


@clause("maryland", "10.C(1)", "10.D(4)")
def test_the_meter_is_kept_across_rounds_and_shoes():
    scenario = progressive_table()
    for number in range(1, 4):
        played(with_chips(scenario.next_cards("KH KD 9C"), 1, 2))
        assert meter(scenario) == 10_000_00 + number * 1_20
    ready(scenario.when(OrderReshuffle()))
    assert meter(scenario) == 10_003_60
    ready(scenario.when(ChangeCards()))
    played(with_chips(scenario.next_cards("9H KD 9H " + BURN + "9H 9H"), 1, 2))
    scenario.then(meter_paid(1, 10_004_80), restarted(10_000_00))
    played(with_chips(scenario.next_cards("KH KD 9C"), 1, 2))
    assert meter(scenario) == 10_001_20


# a linked meter


@clause("maryland", "10.D(4)")
def test_a_linked_meter_is_raised_by_other_tables_and_paid_as_it_then_stands():
    scenario = progressive_table("9H 9H " + BURN + "9H 9H", house=offering(linked=True))
    scenario.when(TellMeter(meter=METER, amount=14_321_09)).then_exactly(
        e.MeterTold(meter=METER, amount=14_321_09)
    )
    with_chips(scenario, 1)
    scenario.when(TellMeter(meter=METER, amount=14_321_69))
    played(scenario).then(meter_paid(1, 14_322_29), restarted(10_000_00))
    scenario.when(TellMeter(meter=METER, amount=10_000_60))
    assert meter(scenario) == 10_000_60


@clause("maryland", "10.D(4)")
def test_only_a_linked_meter_can_be_told_and_by_no_player():
    told = TellMeter(meter=METER, amount=14_000_00)
    progressive_table().refused(told, Reason.NO_LINKED_METER)
    at_table("maryland").refused(told, Reason.NO_LINKED_METER)
    scenario = progressive_table("9H KD 9C", house=offering(linked=True))
    scenario.refused(TellMeter(meter="primary", amount=14_000_00), Reason.NO_LINKED_METER)
    scenario.refused(TellMeter(meter=METER, amount=14_000_00, by=Role.PLAYER), Reason.ROLE_MAY_NOT)


@clause("maryland", "10.C(2)", "10.D(4)")
@pytest.mark.parametrize("amount", [-1, 0, 10_999_99])
def test_a_linked_meter_never_shows_less_than_its_reset_amount(amount):
    scenario = progressive_table(house=offering(initial="12000", reset="11000", linked=True))
    scenario.refused(TellMeter(meter=METER, amount=amount), Reason.METER_BELOW_RESET, "R83")
    assert scenario.is_allowed(TellMeter(meter=METER, amount=11_000_00))


@clause("maryland", "10.D(4)", "10.B(1)")
@pytest.mark.parametrize("told", [10_000_00, 60_000_00])
@pytest.mark.parametrize(
    "act", [*COLLECTING, Act.DEAL_CARD, Act.SETTLE_HAND, Act.CHOOSE, Act.VERIFY_HAND, Act.PAY_PROGRESSIVE]
)
def test_a_linked_meter_pays_what_it_shows_at_the_moment_of_pay(act, told):
    scenario = progressive_table("9H 9H " + BURN + "9H 9H", players=1, house=offering(linked=True))
    with_chips(scenario, 1).when(TellMeter(meter=METER, amount=50_000_00), CallNoMoreBets())
    if act in {Act.VERIFY_HAND, Act.PAY_PROGRESSIVE}:
        scenario.attended().when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1))
    scenario.until(act).when(TellMeter(meter=METER, amount=told))
    scenario.then_exactly(e.MeterTold(meter=METER, amount=told)).attended()
    if scenario.due.act is Act.CHOOSE:
        scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).attended()
    [pay] = [event for event in scenario.history if isinstance(event, e.MeterPaid)]
    assert (pay.meter, pay.hand, pay.amount) == (METER, 1, told)


@clause("maryland", "10.D(4)")
def test_a_linked_meter_is_told_also_while_play_is_stopped():
    scenario = with_chips(progressive_table("9H 9D", house=offering(linked=True)), 1).dealt()
    scenario.when(ReportIrregularity(irregularity=Irregularity.OTHER))
    assert scenario.is_allowed(TellMeter(meter=METER, amount=14_000_00))


@clause("maryland", "10.D(4)")
def test_a_linked_meter_is_told_also_at_a_closed_table_which_opens_with_it():
    scenario = Scenario(posted(load_rules("maryland", offering(linked=True))))
    scenario.refused(TellMeter(meter=METER, amount=9_999_99), Reason.METER_BELOW_RESET, "R83")
    scenario.when(TellMeter(meter=METER, amount=14_000_00), OpenTable(counted=False))
    assert meter(scenario) == 14_000_00
    scenario.when(CloseTable(), TellMeter(meter=METER, amount=15_000_00), OpenTable(counted=False))
    assert (meter(scenario), scenario.of(e.MeterStarted)) == (15_000_00, [])


@clause("maryland", "10.D(4)", "10.B(1)")
def test_two_tables_that_win_one_meter_in_the_same_minute_pay_it_once():
    """The house carries what a table did to the meter to the other one before that pays."""
    tables = []
    for _ in range(2):
        scenario = progressive_table("9H 9H " + BURN + "9H 9H", players=1, house=offering(linked=True))
        with_chips(scenario, 1).when(TellMeter(meter=METER, amount=50_000_00)).dealt()
        scenario.when(GoToWar(hand=1)).attended().when(DeclineTieWager(hand=1)).until(Act.PAY_PROGRESSIVE)
        tables.append(scenario)
    first, second = tables
    first.when(TellMeter(meter=METER, amount=50_001_20), PayProgressive())
    second.when(TellMeter(meter=METER, amount=meter(first)), PayProgressive())
    assert [table.of(e.MeterPaid)[0].amount for table in tables] == [50_001_20, 10_000_00]


@clause("maryland", "10.C(2)")
def test_a_void_after_another_table_won_the_meter_leaves_it_at_its_reset_amount():
    scenario = progressive_table("9H KD 9C", house=offering(linked=True))
    with_chips(scenario, 1, 2).dealt().when(TellMeter(meter=METER, amount=10_000_00))
    void(scenario).then(restarted(1_20), e.MeterRaiseReversed(meter=METER, amount=1_20))
    assert meter(scenario) == 10_000_00


# by another reading, a share by the size of the wager


@clause("maryland", "10.B(1)")
@pytest.mark.parametrize(
    ("reading", "chip", "share"),
    [
        ("whole", 1_00, 1),
        ("by_the_wager", 1_00, Fraction(1, 5)),
        ("by_the_wager", 5_00, 1),
        ("by_the_wager", 25_00, 1),
    ],
)
def test_another_size_of_the_wager_gets_the_whole_meter_or_by_another_reading_a_share(reading, chip, share):
    readings = {"progressive_sizes": "in_proportion", "meter_share": reading}
    house = offering(amounts=("1", "5", "25"), initial="20000")
    scenario = progressive_table("9H 9H " + BURN + "9H 9H", house=house, readings=readings)
    played(scenario.wagers({1: 10_00}).when(chip_in(1, chip)))
    shown = 20_000_00 + chip * 12 // 100
    assert [pay.amount for pay in scenario.of(e.MeterPaid)] == [int(shown * share)]
    assert meter(scenario) == max(shown - int(shown * share), 10_000_00)


# a void round leaves the meter as it was


def void(scenario: Scenario) -> Scenario:
    return scenario.when(
        ReportIrregularity(irregularity=Irregularity.OTHER, note="the lights went out"),
        Rule(ruling=Ruling.VOID_THE_ROUND),
    )


def money_of(table: Table) -> Money:
    """Give the chips of the players, the table inventory, the meters, and what came from outside."""
    return table.chips, table.inventory, table.meters, table.outside


@clause("maryland", "11.D", "10.C(1)")
def test_a_jam_after_the_chips_were_collected_voids_the_round_and_the_meter_is_what_it_was():
    house = offering(shuffler=Shuffler.BATCH)
    scenario = progressive_table("9H KD 9C", house=house)
    before = money_of(scenario.table)
    with_chips(scenario, 1, 2).dealt().when(ReportShufflerJam(), Rule(ruling=Ruling.VOID_THE_ROUND))
    money = [event for event in scenario.events if isinstance(event, e.WagerEvent | e.MeterEvent)]
    assert money == [
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        e.PaymentReversed(hand=2, wager=Wager.INITIAL, amount=10_00),
        e.MeterRaiseReversed(meter=METER, amount=1_20),
        e.CollectionReversed(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.CollectionReversed(hand=2, wager=Wager.PROGRESSIVE, amount=CHIP),
    ]
    assert money_of(scenario.table) == before
    assert meter(scenario) == 10_000_00


@clause("maryland", "10.C(1)")
@pytest.mark.parametrize("act", [*COLLECTING, Act.DEAL_CARD, Act.SETTLE_HAND])
def test_a_round_voided_at_any_time_leaves_the_meter_as_it_was_and_nothing_to_do(act):
    scenario = progressive_table("KH KD 9C")
    before = money_of(scenario.table)
    void(with_chips(scenario, 1, 2).when(CallNoMoreBets()).until(act))
    assert money_of(scenario.table) == before
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "11.D", "11.C", "10.C(1)")
@pytest.mark.parametrize("act", [Act.COLLECT_PROGRESSIVE, Act.COUNT_PROGRESSIVE, Act.SETTLE_HAND])
def test_by_another_reading_the_chips_of_a_void_round_come_back_and_the_meter_stays(act):
    scenario = progressive_table("KH KD 9C", readings={"void_meter": "stays"})
    void(with_chips(scenario, 1, 2).when(CallNoMoreBets()).until(act))
    assert scenario.table.chips == {"Ann": 1_000_00, "Ben": 1_000_00}
    assert meter(scenario) == 10_001_20


@clause("maryland", "11.C", "11.D")
def test_what_comes_back_of_a_void_hand_cites_its_own_clause_and_our_assumption():
    scenario = with_chips(progressive_table("KD 9C"), 1, 2).when(CallNoMoreBets()).until(Act.DEAL_CARD)
    events = decide(scenario.rules, scenario.table, ReportNoCardDealt(hand=1))
    cited = {type(event).__name__: event.clause for event in events}
    assert cited["CollectionReversed"] == cited["MeterRaiseReversed"] == "11.C; R91"


@clause("maryland", "11.C", "10.C(1)")
@pytest.mark.parametrize(("reading", "shown"), [("reversed", 10_000_60), ("stays", 10_001_20)])
def test_the_chip_of_a_void_hand_comes_back_and_the_meter_falls_or_stays(reading, shown):
    scenario = progressive_table("KD 9C", readings={"void_meter": reading})
    with_chips(scenario, 1, 2).when(CallNoMoreBets()).until(Act.DEAL_CARD).when(ReportNoCardDealt(hand=1))
    assert scenario.table.chips["Ann"] == 1_000_00
    assert meter(scenario) == shown


@clause("maryland", "10.B(1)", "10.C(2)")
@pytest.mark.parametrize("act", [Act.VERIFY_HAND, Act.VERIFY_LIGHT, Act.VALIDATE_PAYOUT, Act.PAY_PROGRESSIVE])
def test_a_round_voided_before_the_meter_is_paid_leaves_nothing_to_verify(act):
    scenario, before = two_winners_at(act)
    void(scenario)
    assert money_of(scenario.table) == before
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("maryland", "10.B(1)", "10.C(2)")
def test_a_round_voided_after_the_meter_was_paid_once_puts_every_chip_back():
    scenario, before = two_winners_at(Act.PAY_PROGRESSIVE)
    scenario.when(PayProgressive())
    assert meter(scenario) == 11_000_00
    void(scenario)
    assert side_postings(scenario) == [
        e.PaymentReversed(hand=1, wager=Wager.ENVY, amount=5_000_00),
        e.PaymentReversed(hand=2, wager=Wager.PROGRESSIVE, amount=5_000_00),
        reversed_pay(2, 10_002_40),
        e.MeterRestartReversed(meter=METER, amount=11_000_00),
        e.MeterRaiseReversed(meter=METER, amount=1_20),
        e.CollectionReversed(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.CollectionReversed(hand=2, wager=Wager.PROGRESSIVE, amount=CHIP),
    ]
    assert money_of(scenario.table) == before
    assert meter(scenario) == 10_001_20


@clause("maryland", "10.B(1)", "10.C(2)")
@pytest.mark.parametrize(
    ("reading", "first", "second"), [("in_turn", 10_002_40, 11_000_00), ("divided", 5_001_20, 5_001_20)]
)
def test_a_round_voided_after_the_meter_was_paid_twice_puts_every_chip_back(reading, first, second):
    scenario, before = two_winners_at(Act.COLLECT_CARDS, {"meter_winners": reading})
    void(scenario)
    assert scenario.of(e.MeterPaymentReversed) == [reversed_pay(2, first), reversed_pay(1, second)]
    assert money_of(scenario.table) == before
    assert meter(scenario) == 10_001_20


def reversed_pay(seat: int, amount: int) -> e.MeterPaymentReversed:
    return e.MeterPaymentReversed(meter=METER, hand=seat, wager=Wager.PROGRESSIVE, amount=amount)


def two_winners_at(act: Act, readings: dict[str, str] | None = None) -> tuple[Scenario, Money]:
    """Raise the meter in one round and win it twice in the next, up to an act; give the money before that."""
    scenario = progressive_table("KH KD 9C", house=offering(reset="11000"), readings=readings)
    played(with_chips(scenario, 1, 2)).next_cards(TWO_WINNERS)
    before = money_of(scenario.table)
    with_chips(scenario, 1, 2).dealt().when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    return scenario.when(DeclineTieWager(hand=1), DeclineTieWager(hand=2)).until(act), before


@clause("maryland", "11.C", "10.C(1)")
def test_a_hand_that_got_no_card_has_its_chip_back_and_the_meter_its_share_less():
    scenario = with_chips(progressive_table("KH 9C"), 1, 2).when(CallNoMoreBets()).until(Act.DEAL_CARD)
    scenario.when(ReportNoCardDealt(hand=1)).then(
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        e.MeterRaiseReversed(meter=METER, amount=60),
        e.CollectionReversed(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP),
        e.HandVoided(hand=1),
    )
    assert (scenario.net("Ann"), meter(scenario)) == (0, 10_000_60)
    void(scenario.until(Act.SETTLE_HAND))
    assert (scenario.net("Ben"), meter(scenario)) == (0, 10_000_00)


@clause("maryland", "10.C(2)", "10.D(4)", "11.C")
@pytest.mark.parametrize(
    "report",
    [
        ReportNoCardDealt(hand=1),
        ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1),
    ],
)
def test_a_void_wager_takes_no_linked_meter_below_its_reset_amount(report):
    scenario = progressive_table("9H KD 9C", house=offering(linked=True))
    with_chips(scenario, 1, hands=[2]).when(CallNoMoreBets())
    if isinstance(report, ReportNoCardDealt):
        scenario.until(Act.DEAL_CARD)
    scenario.when(TellMeter(meter=METER, amount=10_000_00))
    scenario.when(report).then(restarted(60), e.MeterRaiseReversed(meter=METER, amount=60))
    assert meter(scenario) == 10_000_00


@clause("maryland", "10.C(2)", "11.D")
def test_what_is_open_goes_back_and_leaves_a_meter_that_was_paid_at_its_reset_amount():
    house = offering(shuffler=Shuffler.BATCH)
    scenario = progressive_table("5C 9H 9H " + BURN + "9H 9H", house=house)
    with_chips(scenario, 1, 2).dealt().when(GoToWar(hand=2), DeclineTieWager(hand=2))
    scenario.until(Act.PAY_PROGRESSIVE).went_on()
    scenario.when(ReportShufflerJam(), Rule(ruling=Ruling.LET_SETTLED_STAND))
    scenario.then(restarted(60), e.MeterRaiseReversed(meter=METER, amount=60))
    assert meter(scenario) == 10_000_00


@clause("maryland", "7.D", "8.C", "8.D(1)(c)")
def test_the_call_needs_no_fill_for_the_meters_rise_since_the_chips_enter_the_inventory_after_it():
    scenario = Scenario(posted(load_rules("maryland", offering()))).when(OpenTable(inventory=0))
    ready(scenario.when(Sit(player="Ann", seat=1, chips=100_00)))
    with_chips(scenario, 1).when(CallNoMoreBets()).then(e.MeterRaised(meter=METER, amount=60))
    scenario.refused(WithdrawWager(hand=1, wager=Wager.INITIAL), Reason.NO_MORE_BETS, "7.D")
    scenario.until(Act.DEAL_CARD).then(e.WagerPutAway(hand=1, wager=Wager.PROGRESSIVE, amount=5_00))
    assert scenario.table.inventory == 4_40


@clause("maryland", "9.J(3)", "11.D")
def test_read_at_each_seat_a_wager_that_was_paid_stands_though_its_envy_bonus_waits():
    house, readings = offering(shuffler=Shuffler.BATCH), {"progressive_settled": "at_each_seat"}
    scenario = progressive_table("9H 9H 9H " + BURN + "4C 9H 9H", house=house, readings=readings)
    with_chips(scenario, 1, 2).dealt().when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    scenario.when(DeclineTieWager(hand=1), DeclineTieWager(hand=2)).until(Act.PAY_PROGRESSIVE).went_on()
    scenario.then(meter_paid(2, 10_001_20), e.EnvyDeferred(hand=2))
    scenario.when(ReportShufflerJam(), Rule(ruling=Ruling.LET_SETTLED_STAND))
    back = [event for event in scenario.of(e.CollectionReversed) if event.wager is Wager.PROGRESSIVE]
    assert back == [e.CollectionReversed(hand=1, wager=Wager.PROGRESSIVE, amount=CHIP)]
    assert scenario.of(e.MeterRaiseReversed) == [e.MeterRaiseReversed(meter=METER, amount=60)]
    assert meter(scenario) == 10_000_00


@clause("maryland", "10.B(1)", "10.C(2)")
@pytest.mark.parametrize("how", ["jam", "denied", "left"])
def test_a_divided_meter_restarts_also_when_the_second_winner_falls_away(how):
    house, readings = offering(shuffler=Shuffler.BATCH, reset="11000"), {"meter_winners": "divided"}
    scenario = with_chips(progressive_table(TWO_WINNERS, house=house, readings=readings), 1, 2).dealt()
    scenario.when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    scenario.when(DeclineTieWager(hand=1), DeclineTieWager(hand=2)).until(Act.PAY_PROGRESSIVE).went_on()
    assert meter(scenario) == 5_000_60
    if how == "jam":
        scenario.when(ReportShufflerJam(), Rule(ruling=Ruling.LET_SETTLED_STAND))
    elif how == "denied":
        scenario.until(Act.VALIDATE_PAYOUT)
        scenario.when(ReportIrregularity(irregularity=Irregularity.NOT_VALIDATED))
        scenario.when(Rule(ruling=Ruling.DENY_THE_PAYOUT)).attended()
    else:
        scenario.when(LeaveTable(player="Ann"), DeclareAbandoned(hand=1)).attended()
    assert scenario.table.round is None
    assert meter(scenario) == 11_000_00
