"""Meters and payout limits to the cent: what is put up, put back and capped, at tables made up for it."""

from collections.abc import Iterable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.acts import meters
from casinowar.game.acts.payout_limit import limited, payable
from casinowar.game.book.cited_values import Says
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.table import Hand, MeterPay, PlacedWager, Round, Table
from casinowar.game.words import Act, Wager
from casinowar.rulebooks import load_rules
from tests.support.progressives import BURN, offering, played, progressive_table, with_chips
from tests.support.scenario import LIMITS, bare

METER = "progressive"
RESET = 10_000_00
HAND = Hand(1, "Ann", {Wager.INITIAL: PlacedWager(10_00), Wager.PROGRESSIVE: PlacedWager(collected=5_00)})


def rules_of(*, linked: bool = False) -> Rules:
    """Give Maryland with a progressive whose meter restarts at $10,000."""
    return load_rules("maryland", replace(offering(linked=linked), limits=LIMITS))


def showing(amount: int, **current: object) -> Table:
    """Give a table in a round whose meter shows so much."""
    round_ = replace(Round(1, {1: HAND}, closed=True), **current)
    return Table(open=True, meters={METER: amount}, round=round_)


def won_elsewhere(table: Table) -> Table:
    """Have another table win the meter in this round, which restarts."""
    assert table.round is not None
    return replace(table, round=replace(table.round, meters_told={METER: ((RESET + 60, RESET),)}))


def restarted(events: Iterable[e.Event]) -> list[int]:
    """List by how much the house put a meter up."""
    return [event.amount for event in events if isinstance(event, e.MeterRestarted)]


SHORT_BY = pytest.mark.parametrize(("lacking", "put_up"), [(-1, []), (0, []), (1, [1]), (RESET, [RESET])])


@SHORT_BY
def test_what_a_meter_lacks_when_it_has_paid_is_put_up(lacking, put_up):
    table = showing(RESET - lacking + 5_00)
    paid = [*meters.paid(rules_of(), table, HAND, METER, 5_00, "1", restarts=True)]
    assert paid[0] == e.MeterPaid(meter=METER, hand=1, wager=Wager.PROGRESSIVE, amount=5_00, clause="1")
    assert restarted(paid) == put_up
    waits = meters.paid(rules_of(), table, HAND, METER, 5_00, "1", restarts=False)
    assert restarted(waits) == []


@SHORT_BY
def test_what_a_linked_meter_lacks_when_a_round_is_put_back_is_put_up(lacking, put_up):
    pays = (MeterPay(1, Wager.PROGRESSIVE, METER, 300),)
    shown = RESET - lacking - 300 + 200 + 60
    table = showing(shown, meters_paid=pays, meters_restarted={METER: 200}, meters_raised={METER: 60})
    pay = e.MeterPaymentReversed(meter=METER, hand=1, wager=Wager.PROGRESSIVE, amount=300)
    lower = e.MeterRaiseReversed(meter=METER, amount=60)
    less = 200 - sum(put_up)
    up = e.MeterRestarted(meter=METER, amount=-less)
    back = e.MeterRestartReversed(meter=METER, amount=less)
    fell = won_elsewhere(table)
    assert [*meters.put_back(rules_of(linked=True), fell)] == [pay, up if less < 0 else back, lower]
    whole = e.MeterRestartReversed(meter=METER, amount=200)
    assert [*meters.put_back(rules_of(linked=True), table)] == [pay, whole, lower]


@SHORT_BY
def test_what_a_meter_lacks_that_was_paid_since_is_put_up(lacking, put_up):
    lower = e.MeterRaiseReversed(meter=METER, amount=60)
    table = showing(RESET - lacking + 60)
    up = [e.MeterRestarted(meter=METER, amount=amount) for amount in put_up]
    fell = won_elsewhere(table)
    kept_up = meters.kept_up(rules_of(linked=True), fell, [lower])
    assert [*map(bare, kept_up)] == [*up, lower], "before it falls"
    assert [*meters.kept_up(rules_of(linked=True), table, [lower])] == [lower]
    again = showing(RESET - lacking + 60, meters_restarted={METER: 1})
    assert [*map(bare, meters.kept_up(rules_of(), again, [lower]))] == [*up, lower]
    assert [*meters.kept_up(rules_of(linked=True), showing(RESET - 1), ())] == [], "one that started lower"


@SHORT_BY
def test_what_a_divided_meter_lacks_at_the_end_is_put_up(lacking, put_up):
    pays = (MeterPay(1, Wager.PROGRESSIVE, METER, 300),)
    assert restarted(meters.divided(rules_of(), showing(RESET - lacking, meters_paid=pays))) == put_up
    assert restarted(meters.divided(rules_of(), showing(RESET - lacking))) == []


@pytest.mark.parametrize(
    ("shown", "paid", "put_up", "share", "part"),
    [
        (1_000, (), 0, 1, 500),
        (1_000, (), 0, Fraction(1, 10), 50),
        (500, ((2, 500),), 0, 1, 500),
        (10_000, ((2, 600),), 9_600, 1, 500),
        (400, ((1, 600),), 0, Fraction(1, 10), 0),
        (900, ((1, 100),), 0, 1, 400),
        (300, ((2, 700),), 0, 1, 300),
    ],
)
def test_each_of_two_winners_gets_at_most_half_of_what_a_meter_showed_before(
    shown, paid, put_up, share, part
):
    pays = tuple(MeterPay(hand, Wager.PROGRESSIVE, METER, amount) for hand, amount in paid)
    before = {METER: shown + sum(pay.amount for pay in pays) - put_up} if pays else {}
    table = showing(shown, meters_paid=pays, meters_before=before)
    assert meters.part_of_each(table, HAND, METER, Fraction(share), 2) == part


# what is validated


@pytest.mark.parametrize(
    ("readings", "validate_from", "validated"),
    [
        ({"validated_payouts": "meter", "hands_paid": "every_hand"}, None, True),
        ({"validated_payouts": "from_an_amount"}, "15000.60", True),
        ({"validated_payouts": "from_an_amount"}, "15000.61", False),
    ],
)
def test_a_payout_is_validated_by_what_odds_and_meter_pay_together(readings, validate_from, validated):
    house = offering(limits=LIMITS, validate_from=validate_from)
    scenario = progressive_table("9H 9H " + BURN + "9H 9H", players=1, house=house, readings=readings)
    played(with_chips(scenario, 1))
    acts = [event.act for event in scenario.of(e.ActPerformed)]
    assert (Act.VALIDATE_PAYOUT in acts) is validated


# the payout limit


def capped(counts: LimitCounts, limit: str = "50") -> Rules:
    """Give Washington, whose bank matches war wagers, a payout limit per hand."""
    book = load_rules("washington", House(limits=LIMITS, authorized_limit="1000000")).book
    law = Says(value=counts, clause="1")
    house = House(limits=LIMITS, authorized_limit="1000000", payout_limit=limit)
    return Rules(replace(book, wagers=replace(book.wagers, payout_limit=law)), house)


def paid(wager: Wager, amount: int) -> e.WagerPaid:
    return e.WagerPaid(hand=1, wager=wager, amount=amount)


@pytest.mark.parametrize(
    ("counts", "second"), [(LimitCounts.WAGER, [paid(Wager.TIE, 50_00)]), (LimitCounts.HAND, [])]
)
def test_each_wager_is_capped_by_itself_or_all_of_a_hand(counts, second):
    current = Round(1, {1: HAND}, closed=True)
    moves = [paid(Wager.INITIAL, 60_00), paid(Wager.TIE, 60_00)]
    left = [*limited(capped(counts), current, HAND, moves)]
    assert [*map(bare, left)] == [paid(Wager.INITIAL, 50_00), *second]
    assert {event.clause for event in left} == {"1"}


def test_what_a_wager_was_paid_before_counts_where_each_is_capped_by_itself():
    rules = capped(LimitCounts.WAGER)
    hand = replace(HAND, wagers={Wager.INITIAL: PlacedWager(paid=20_00)})
    current = Round(1, {1: hand}, closed=True)
    assert payable(rules, current, hand, Wager.INITIAL, 60_00) == 30_00
    assert payable(rules, current, hand, Wager.TIE, 60_00) == 50_00


@pytest.mark.parametrize(
    ("match", "pays", "goes_back"), [(49_00, 49_00, []), (50_00, 50_00, []), (60_00, 50_00, [10_00])]
)
def test_what_a_limit_leaves_of_a_match_goes_back_to_the_house(match, pays, goes_back):
    current = Round(1, {1: HAND}, closed=True)
    moves = map(bare, limited(capped(LimitCounts.HAND), current, HAND, [e.MatchPaid(hand=1, amount=match)]))
    assert [*moves] == [
        e.MatchPaid(hand=1, amount=pays),
        *(e.MatchCollected(hand=1, amount=amount) for amount in goes_back),
    ]


def test_a_hand_that_is_paid_twice_from_a_meter_is_paid_what_it_shows_each_time():
    scenario = progressive_table("9H 2D 9H " + BURN + "9H 9H", readings={"hands_paid": "every_hand"})
    law = scenario.rules.book.progressive
    assert law is not None
    pays = tuple(replace(pay, meter="1/2") for pay in law.pays[::2][:2])
    scenario.rules = Rules(
        replace(scenario.rules.book, progressive=replace(law, pays=pays)), scenario.rules.house
    )
    played(with_chips(scenario, 1, 2))
    raised = 1_20
    assert [event.amount for event in scenario.of(e.MeterPaid)] == [(RESET + raised) // 2, RESET // 2]
    assert restarted(scenario.events) == [(RESET + raised) // 2 - raised, RESET // 2]
