"""A void wager that stands as the wager of the next round, by one reading of R66: whose it is, and where."""

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.book.variants import Remedy
from casinowar.game.legal_actions import legal_actions
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Instrument, Irregularity, Ruling, Wager
from casinowar.telling.narration import narrate
from tests.support.citing import cited, only
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, at_table, with_remedy

STANDS = {"no_card_dealt": "stands_over"}
INITIAL = Wager.INITIAL
SKIPPED = c.ReportNoCardDealt(hand=1)


def skipped(chips: int = 1_000_00) -> Scenario:
    """Give a table where Ann's wager of ten dollars got no card and stands over, while Ben's is dealt."""
    table = at_table("wisconsin", cards="KH 9C", players=2, chips=chips, readings=STANDS)
    return table.wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets(), SKIPPED)


def placed(amount: int, wager: Wager = INITIAL) -> e.WagerPlaced:
    """Say that a wager of Ann's that stood over is placed."""
    return e.WagerPlaced(hand=1, wager=wager, amount=amount, player="Ann", stood_over=True)


@clause("wisconsin", "(j)(3)")
def test_a_wager_that_stands_over_holds_its_player_in_place():
    table = skipped().refused(c.ChangeSeat(player="Ann", seat=5), Reason.WAGERS_ARE_DOWN)
    table.attended().then(placed(10_00))
    assert table.hand(1).player == table.table.seats[1]


@clause("wisconsin", "(j)(3)")
@pytest.mark.parametrize(("chips", "free"), [(10_00, 0), (12_00, 2_00)])
def test_its_chips_are_not_taken_to_the_cage(chips, free):
    table = skipped(chips).refused(c.CashOut(player="Ann", amount=free + 1), Reason.TOO_FEW_CHIPS_TO_CASH)
    may = legal_actions(table.rules, table.table, "Ann")
    assert [each.most for each in may if isinstance(each.command, c.CashOut)] == [free] * bool(free)
    if free:
        table.when(c.CashOut(player="Ann", amount=free))
    table.attended().then(placed(10_00))


@clause("wisconsin", "(j)(3)")
def test_who_leaves_takes_them_along_and_they_are_said_not_to_stand():
    table = skipped(10_00).when(c.LeaveTable(player="Ann"))
    table.then_exactly(
        e.PlayerLeft(player="Ann", chips=10_00),
        e.WagerLapsed(hand=1, wager=INITIAL, amount=10_00, player="Ann"),
    )
    table.attended()
    assert not [event for event in table.of(e.WagerPlaced) if event.stood_over]


def test_who_leaves_another_hand_behind_takes_them_along_at_the_end_of_the_round():
    table = two_boxes().when(c.LeaveTable(player="Ann")).attended()
    table.when(c.Rule(ruling=Ruling.LOSE_THE_HAND)).attended()
    assert len(table.of(e.PlayerLeft)) == 1
    assert [(each.hand, each.wager) for each in table.of(e.WagerLapsed)] == [(2, INITIAL), (2, Wager.TIE)]


def two_boxes(first: int = 10_00) -> Scenario:
    """Give a table where Ann plays seats 1 and 2, has $5.00 left, and her wagers at seat 2 stand over."""
    house = House(adjacent_boxes=2)
    table = at_table("maryland", cards="9H 9C", players=1, chips=first + 25_00, house=house)
    with_remedy(table, Irregularity.NO_CARD_DEALT, Remedy.STANDS_OVER)
    for hand, wager, amount in ((1, INITIAL, first), (2, INITIAL, 10_00), (2, Wager.TIE, 10_00)):
        table.when(c.PlaceWager(hand=hand, wager=wager, amount=amount, player="Ann"))
    return table.when(c.CallNoMoreBets(), c.DealCard(), c.ReportNoCardDealt(hand=2))


def test_nobody_else_takes_the_box_where_it_stands():
    table = two_boxes().refused(c.Sit(player="Ben", seat=2, chips=100_00), Reason.SEAT_TAKEN)
    table.when(c.Sit(player="Ben", seat=3, chips=100_00))
    table.refused(c.ChangeSeat(player="Ben", seat=2), Reason.SEAT_TAKEN)


@pytest.mark.parametrize(("first", "lapsed"), [(10_00, [Wager.TIE]), (20_00, [INITIAL, Wager.TIE])])
def test_what_can_no_longer_be_placed_after_a_war_is_said_not_to_stand(first, lapsed):
    table = two_boxes(first).attended().when(c.GoToWar(hand=1), c.DeclineTieWager(hand=1))
    before = table.next_cards("2C 2D 2H 3H 4C").table
    table.attended()
    assert [event.wager for event in table.of(e.WagerLapsed)] == lapsed
    placed = [event.wager for event in table.of(e.WagerPlaced) if event.hand == 2]
    assert placed == ([] if INITIAL in lapsed else [INITIAL])
    event = [event for event in table.cited if isinstance(event, e.WagerLapsed)][-1]
    told = "The tie wager of $10.00 of Ann at seat 2 does not stand: the chips for it are not there any more."
    assert narrate(event, before) == told
    assert event.clause == "11.C"


# a hand that was settled before a floorperson rules that it got no card


SETTLED = {
    "won": ("KC 5H 9H", ()),
    "lost": ("2C 5H 9H", ()),
    "surrendered": ("9C 9D 9H", (c.Surrender(hand=1),)),
}
VOID_THE_HAND = c.Rule(ruling=Ruling.VOID_THE_HAND)


@clause("wisconsin", "(j)(3)")
@pytest.mark.parametrize("outcome", SETTLED)
def test_all_of_a_hand_that_was_settled_already_stands_over(outcome):
    cards, course = SETTLED[outcome]
    table = at_table("wisconsin", cards=cards, players=2, readings=STANDS)
    table.wagers({1: 10_00, 2: 10_00}, tie={1: 1_00}).when(c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    table.when(c.SettleHand())
    if course:
        table.until(Act.CHOOSE).when(*course)
    table.when(SKIPPED, VOID_THE_HAND)
    assert [(each.wager, each.amount) for each in table.of(e.WagerStands)] == [
        (INITIAL, 10_00),
        (Wager.TIE, 1_00),
    ]
    assert table.net("Ann") == 0
    table.attended()
    if table.due.act is Act.CHOOSE:
        table.also(c.Surrender(hand=2)).attended()
    table.then(placed(10_00), placed(1_00, Wager.TIE))


@clause("wisconsin", "(j)(3)", "(f)(1)")
@pytest.mark.parametrize("outcome", SETTLED)
def test_of_a_settled_hand_with_a_coupon_the_chips_stand_over_and_the_coupon_goes_back(outcome):
    cards, course = SETTLED[outcome]
    readings = STANDS | {"match_play_coupons": "initial_wager_only"}
    house = House(limits=LIMITS, coupons=True)
    table = at_table("wisconsin", cards=cards, players=2, readings=readings, house=house)
    coupon = c.PlaceWager(hand=1, wager=INITIAL, amount=10_00, made_with=Instrument.COUPON)
    table.wagers({1: 10_00, 2: 10_00}).when(coupon, c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    table.when(c.SettleHand())
    if course:
        table.until(Act.CHOOSE).when(*course)
    table.when(SKIPPED, VOID_THE_HAND)
    table.then(
        e.CouponReturned(hand=1, amount=10_00),
        e.WagerStands(hand=1, player="Ann", wager=INITIAL, amount=10_00),
    )
    assert table.net("Ann") == 0


@clause("wisconsin", "(j)(3)")
def test_it_is_told_as_what_stands_under_its_own_clause_and_not_as_placed_by_its_player():
    table = skipped().attended()
    event = [event for event in table.cited if isinstance(event, e.WagerPlaced)][-1]
    told = "The initial wager of $10.00 of Ann at seat 1, void in the round before, stands in this one."
    assert narrate(event, table.table) == told
    assert event.clause == "(j)(3)"


@clause("wisconsin", "(j)(3)", "(f)(1)")
@pytest.mark.parametrize("reading", ["initial_wager_only", "as_chips"])
def test_the_coupon_of_a_hand_without_a_card_goes_back_under_the_clause_of_its_chips(reading):
    readings = STANDS | {"match_play_coupons": reading}
    house = House(limits=LIMITS, coupons=True)
    table = at_table("wisconsin", players=2, readings=readings, house=house).wagers({1: 10_00, 2: 10_00})
    table.when(c.PlaceWager(hand=1, wager=INITIAL, amount=10_00, made_with=Instrument.COUPON))
    found = cited(table.when(c.CallNoMoreBets()), SKIPPED)
    assert {*only(found, e.CouponReturned, e.RedemptionReversed, e.WagerReturned)} == {"(j)(3)"}
