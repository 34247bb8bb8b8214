"""The clauses behind what only Maryland has: its wheel, payouts of several hands, batches."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.bonus_spin import OwnPay
from casinowar.game.book.house import House
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.rules import Rules
from casinowar.game.words import Act, Ruling, Shuffler
from tests.support.citing import Cited, cited_until_ruled, given_alone, only
from tests.support.clause import clause
from tests.support.progressives import BURN, offering, progressive_table, with_chips
from tests.support.scenario import LIMITS, Scenario, at_table
from tests.support.wheels import ALL_LOSE, at_wheel, stop
from tests.support.wheels import offering as offering_wheel

# the war of a player who left


@clause("maryland", "9.I(3)", "10.A(4)", "7.B(4)")
@pytest.mark.parametrize("reading", ["floorperson_decides", "settled"])
def test_a_tied_war_of_a_player_who_left_stands_under_its_result(reading):
    cards = f"9H 9C {BURN}KC KD"
    table = at_table("maryland", cards=cards, readings={"leaving_player": reading}).wagers({1: 10_00})
    table.dealt().when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1))
    table.when(c.LeaveTable(player="Ann")).until(Act.SETTLE_HAND)
    found = given_alone(table, c.SettleHand())
    assert only(found, e.WagerPaid, e.WagerReturned) == ["9.I(3); 10.A(4)"] * 3


@clause("maryland", "8.C", "8.F")
def test_no_more_bets_stands_under_its_announcement_and_the_deal_under_its_direction():
    table = at_table("maryland").wagers({1: 10_00})
    assert only(given_alone(table, c.CallNoMoreBets()), e.NoMoreBetsCalled) == ["8.C; 8.F"]


# meters


@clause("maryland", "10.B(1)", "10.D(4)")
@pytest.mark.parametrize(
    ("meter", "said"),
    [("progressive", "10.B(1); 10.D(4)"), ("primary", "10.D(4)"), ("secondary", "10.D(4)")],
)
def test_a_linked_meter_shows_what_it_pays_under_the_clauses_on_the_moment_of_pay(meter, said):
    if meter == "progressive":
        table = progressive_table(house=offering(linked=True))
    else:
        linked = MeterChoices(rate="8%", initial="10000", reset="10000", linked=True)
        table = at_wheel(ALL_LOSE, {1: 5_00}, house=offering_wheel(**{meter: linked}))
    found = given_alone(table, c.TellMeter(meter=meter, amount=20_000_00))
    assert only(found, e.MeterTold) == [said]


@clause("maryland", "10.C(1)")
def test_it_rises_under_its_rate_and_shows_so_where_a_text_says_no_more():
    table = progressive_table(house=offering(linked=True))
    book = table.rules.book
    assert book.progressive
    silent = replace(book, progressive=replace(book.progressive, linked=None))
    table.rules = Rules(silent, table.rules.house)
    assert only(given_alone(table, c.TellMeter(meter="progressive", amount=20_000_00)), e.MeterTold) == [
        "10.C(1)"
    ]


# the wheel


def spun(symbol: str, community: str = "", **readings: str) -> Cited:
    """Spin the wheel for wagers of $5, or of $1 at seat 1, which has the hot spot, and $5 at seat 2."""
    small = readings.get("one_dollar_spin")
    own = (OwnPay(symbol="primary jackpot", hot_spot="99"),) if small == "own_table" else ()
    house = offering_wheel(amounts=("1", "5"), small_wager_pays=own) if small else None
    table = at_wheel(ALL_LOSE, {1: 1_00 if small else 5_00, 2: 5_00}, readings, house=house).dealt()
    found = given_alone(table, stop(1, symbol, community))
    if table.table.round and table.round.wheel:
        found += given_alone(table.until(Act.PAY_BONUS_SPIN), c.PayBonusSpin())
    return found


def paid(found: Cited) -> dict[int, list[str]]:
    """List the clauses under which each seat was paid, in order."""
    told: dict[int, list[str]] = {}
    for event, clause_id in found:
        if isinstance(event, e.WagerPaid | e.MeterPaid):
            told.setdefault(event.hand, []).append(clause_id)
    return told


@clause("maryland", "10.D(1)(c)", "10.D(1)(j)", "10.E(1)(a)", "10.E(1)(b)", "10.E(1)(h)")
@pytest.mark.parametrize(
    ("symbol", "community", "said"),
    [
        ("$1,000", "$100", {1: ["10.D(1)(c)"], 2: ["10.E(1)(b)"]}),
        ("$200", "$25", {1: ["10.D(1)(j)"], 2: ["10.E(1)(h)"]}),
        ("secondary jackpot", "$150", {1: ["10.D(1)(b)"], 2: ["10.E(1)(a)"]}),
    ],
)
@pytest.mark.parametrize("reading", ["end_of_round", "dealers_card"])
def test_what_the_wheel_pays_stands_under_its_row(symbol, community, said, reading):
    assert paid(spun(symbol, community, bonus_spin_settled=reading)) == said


@clause("maryland", "10.D(1)(d)", "10.D(2)")
def test_where_every_position_has_the_hot_spot_all_are_paid_under_its_row():
    assert paid(spun("$600", hot_spot="every_position")) == {1: ["10.D(1)(d)"], 2: ["10.D(1)(d)"]}


@clause("maryland", "10.D", "10.D(1)(a)", "10.D(1)(e)")
@pytest.mark.parametrize(("symbol", "row"), [("$500", "10.D(1)(e)"), ("primary jackpot", "10.D(1)(a)")])
def test_a_chip_given_back_with_its_pay_stands_under_the_clause_on_chips(symbol, row):
    said = paid(spun(symbol, "$25", bonus_spin_chip="given_back"))
    assert said == {1: [row, "10.D"], 2: ["10.E(1)(h)", "10.D"]}


@clause("maryland", "7.F(4)", "10.D(5)(a)")
@pytest.mark.parametrize(
    ("reading", "symbol", "said"),
    [("one_fifth", "$1,000", "10.D(1)(c); 10.D(5)(a)"), ("own_table", "primary jackpot", "7.F(4)")],
)
def test_a_small_wager_is_paid_under_what_says_how_much_of_the_row_it_gets(reading, symbol, said):
    assert paid(spun(symbol, "$25", one_dollar_spin=reading)) == {1: [said], 2: ["10.E(1)(h)"]}


# every hand contained is paid


@clause("maryland", "10.B(1)")
def test_the_meter_pays_under_the_one_row_that_has_it_also_where_every_hand_is_paid():
    table = progressive_table(f"9H 9H {BURN}9H 9H", readings={"hands_paid": "every_hand"})
    with_chips(table, 1).dealt().when(c.GoToWar(hand=1)).attended()
    table.when(c.DeclineTieWager(hand=1)).until(Act.PAY_PROGRESSIVE)
    found = given_alone(table, c.PayProgressive())
    assert only(found, e.MeterPaid) == ["10.B(1)"]
    assert only(found, e.WagerPaid) == ["; ".join(f"10.B({row})" for row in range(1, 7))]


# what no clause stands behind


def jackpot_to_validate() -> Scenario:
    """Leave steps of verifying a payout to do, at a table with a batch shuffler."""
    house = replace(offering(), shuffler=Shuffler.BATCH, limits=LIMITS)
    table = with_chips(progressive_table(f"9H 9H {BURN}9H 9H", house=house), 1).dealt()
    table.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1))
    return table.until(Act.VALIDATE_PAYOUT)


@pytest.mark.parametrize("ruling", [Ruling.VOID_THE_ROUND, Ruling.LET_SETTLED_STAND])
def test_the_end_of_a_void_round_cites_nothing_of_what_was_left_to_do(ruling):
    found = cited_until_ruled(jackpot_to_validate(), c.ReportShufflerJam(), c.Rule(ruling=ruling))
    assert only(found, e.RoundCompleted) == [""]


def test_a_device_is_restored_under_no_clause_though_a_burn_waits_for_the_call():
    house = House(limits=LIMITS, shuffler=Shuffler.CONTINUOUS)
    table = at_table("maryland", house=house, readings={"burn_moment": "after_the_call"})
    table.when(c.ReportDeviceFailure())
    while table.due.act is not Act.PLACE_WAGERS:
        if table.due.act is Act.ANSWER_CUT:
            table.when(c.RefuseCut(seat=table.due.seat or 0))
        else:
            table.went_on()
    assert table.table.to_do
    assert only(given_alone(table, c.RestoreDevice()), e.DeviceRestored) == [""]
