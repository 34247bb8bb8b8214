"""Coupons that count as chips throughout (R13(c)): alone, larger than the chips, several, on a tie wager."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House, Limit
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.legal import legal_actions, refused_for
from casinowar.game.money import dollars
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Instrument, Irregularity, Ruling, Wager
from casinowar.telling.narration import narrate
from tests.support.citing import given_alone
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, at_table

AS_CHIPS = {"match_play_coupons": "as_chips"}
CHANGED = AS_CHIPS | {"placed_wager": "no_more_bets"}
STANDS = AS_CHIPS | {"no_card_dealt": "stands_over"}
BURNED = "2S 2S 2S"
INITIAL, TIE = Wager.INITIAL, Wager.TIE
VOID = (c.ReportIrregularity(irregularity=Irregularity.OTHER), c.Rule(ruling=Ruling.VOID_THE_ROUND))


def at(cards: str = "KC 9H", readings: dict[str, str] = CHANGED, players: int = 1) -> Scenario:
    house = House(limits=LIMITS, coupons=True)
    return at_table("wisconsin", cards=cards, players=players, house=house, readings=readings)


def chips(amount: int = 10_00, wager: Wager = INITIAL) -> c.PlaceWager:
    return c.PlaceWager(hand=1, wager=wager, amount=amount)


def coupon(amount: int = 10_00, wager: Wager = INITIAL, hand: int = 1) -> c.PlaceWager:
    return c.PlaceWager(hand=hand, wager=wager, amount=amount, made_with=Instrument.COUPON)


@clause("wisconsin", "(f)(1)", "(i)(1)(i)")
@pytest.mark.parametrize("readings", [AS_CHIPS, CHANGED])
@pytest.mark.parametrize(
    ("placed", "stake", "own"),
    [
        ((coupon(),), 10_00, 0),
        ((coupon(), coupon(5_00)), 15_00, 0),
        ((chips(3_00), coupon()), 13_00, 3_00),
        ((coupon(), chips(3_00)), 13_00, 3_00),
        ((coupon(2_00), chips(3_00), coupon()), 15_00, 3_00),
    ],
)
def test_chips_and_coupons_are_one_wager_whatever_lies_first(placed, stake, own, readings):
    scenario = at("KC 9H", readings).when(*placed)
    assert (scenario.hand(1).on_layout(INITIAL), scenario.hand(1).coupon) == (stake, stake - own)
    scenario.dealt()
    assert scenario.net("Ann") == 2 * stake - own
    assert scenario.table.inventory == own - 2 * stake


@clause("wisconsin", "(f)(1)", "(h)(3)(ii)", "(i)(1)(iii)")
@pytest.mark.parametrize(
    ("outcome", "cards", "net"),
    [
        ("lost", "2C 9H", 0),
        ("surrendered", "9C 9H", 5_00),
        ("war won", f"9C 9H {BURNED} KC 5C", 20_00),
        ("war lost", f"9C 9H {BURNED} 5C KC", -10_00),
    ],
)
def test_what_a_coupon_of_ten_alone_wins_and_loses(outcome, cards, net):
    scenario = at(cards).when(coupon()).dealt()
    if outcome == "surrendered":
        scenario.when(c.Surrender(hand=1)).attended()
    elif outcome.startswith("war"):
        scenario.when(c.GoToWar(hand=1)).attended().when(c.DeclineTieWager(hand=1)).attended()
    assert scenario.table.round is None
    assert (scenario.net("Ann"), scenario.table.inventory) == (net, -net)


@clause("wisconsin", "(f)(1)", "(i)(1)")
@pytest.mark.parametrize(("cards", "net"), [("9C 9H", 55_00 + 5_00), ("KC 9H", 10_00)])
def test_a_coupon_on_the_tie_wager_is_paid_like_chips(cards, net):
    scenario = at(cards).when(chips(), coupon(5_00, TIE)).dealt()
    if scenario.table.round:
        scenario.when(c.Surrender(hand=1)).attended()
        net -= 10_00
    assert (scenario.net("Ann"), scenario.table.inventory) == (net, -net)


@clause("wisconsin", "(f)(1)")
def test_a_tie_wager_still_needs_an_initial_wager_which_a_coupon_may_be():
    at().refused(coupon(5_00, TIE), Reason.WAGER_NEEDS_INITIAL)
    assert at().when(coupon()).is_allowed(coupon(5_00, TIE))
    assert at().when(coupon()).is_allowed(chips(5_00, TIE))


@clause("wisconsin", "(f)(1)")
@pytest.mark.parametrize(
    ("placed", "then", "reason"),
    [
        ((), chips(4_00), Reason.WAGER_BELOW_MINIMUM),
        ((), coupon(4_00), None),
        ((coupon(4_00),), chips(98), Reason.WAGER_BELOW_MINIMUM),
        ((coupon(4_00),), chips(1_00), None),
        ((coupon(4_00), chips(1_00)), coupon(1), Reason.WAGER_CANNOT_BE_HALVED),
        ((), coupon(5_00), None),
        ((), coupon(20_00), None),
        ((), coupon(20_02), Reason.WAGER_ABOVE_MAXIMUM),
        ((), coupon(0), Reason.WAGER_NOT_POSITIVE),
        ((chips(),), coupon(10_02), Reason.WAGER_ABOVE_MAXIMUM),
        ((coupon(),), chips(10_02), Reason.WAGER_ABOVE_MAXIMUM),
        ((coupon(),), coupon(10_02), Reason.WAGER_ABOVE_MAXIMUM),
        ((coupon(),), coupon(10_00, TIE), None),
        ((coupon(), coupon(2_00, TIE)), coupon(18_02, TIE), Reason.WAGER_ABOVE_MAXIMUM),
    ],
)
def test_limits_count_coupons_like_chips(placed, then, reason):
    house = House(limits={INITIAL: Limit(minimum="5", maximum="20")}, coupons=True)
    scenario = at_table("wisconsin", house=house, readings=CHANGED).when(*placed)
    if reason is None:
        assert scenario.is_allowed(then)
    else:
        scenario.refused(then, reason)


@clause("wisconsin", "(f)(1)", "(f)(2)")
def test_a_wager_fixed_when_it_is_placed_is_made_up_of_chips_once_and_of_coupons():
    scenario = at("KC 9H", AS_CHIPS).when(chips(), coupon(), coupon())
    scenario.refused(chips(), Reason.WAGER_IS_FIXED, "(f)(2)")
    assert at("KC 9H", AS_CHIPS).when(coupon()).is_allowed(chips())


@clause("wisconsin", "(f)(1)")
def test_coupons_are_offered_where_they_are_taken():
    def offered(scenario: Scenario) -> dict[Wager, tuple[int, int]]:
        may = legal_actions(scenario.rules, scenario.table, "Ann")
        return {
            each.command.wager: (each.least, each.most)
            for each in may
            if isinstance(each.command, c.PlaceWager) and each.made_with == (Instrument.COUPON,)
        }

    house = House(limits={INITIAL: Limit(minimum="5", maximum="20")}, coupons=True)
    scenario = at_table("wisconsin", players=1, house=house, readings=CHANGED)
    assert offered(scenario) == {INITIAL: (1, 20_00)}
    scenario.when(coupon())
    assert offered(scenario) == {INITIAL: (1, 10_00), TIE: (1, 20_00)}
    scenario.when(chips(5_00))
    assert offered(scenario) == {INITIAL: (2, 5_00), TIE: (1, 20_00)}


# a coupon that waits for chips


FIVE_TO_TWENTY = {INITIAL: Limit(minimum="5", maximum="20"), TIE: Limit(minimum="1", maximum="20")}


def waiting(readings: dict[str, str] = AS_CHIPS, players: int = 2, chip: str = "0.25") -> Scenario:
    """Give a table that takes $5.00 to $20.00, in halves that $0.25 can pay."""
    house = House(limits=FIVE_TO_TWENTY, coupons=True, smallest_chip=chip)
    readings = readings | {"odd_half": "payable_in_chips"}
    return at_table("wisconsin", cards="KC 9D 9H", players=players, house=house, readings=readings)


@clause("wisconsin", "(f)(1)", "(h)(3)(i)")
@pytest.mark.parametrize("readings", [AS_CHIPS, CHANGED])
@pytest.mark.parametrize(
    ("laid", "put"), [(2_00, 3_00), (7_00, 3_00), (5_25, 5_25), (25, 4_75), (1_25, 8_75)]
)
def test_limits_and_halves_count_chips_and_coupon_as_one_stake(laid, put, readings):
    scenario = waiting(readings).when(coupon(laid), chips(put))
    assert (scenario.hand(1).on_layout(INITIAL), scenario.hand(1).own(INITIAL)) == (laid + put, put)
    scenario.when(c.CallNoMoreBets())
    assert set(scenario.round.hands) == {1}


@clause("wisconsin", "(f)(1)", "(a)(1)(ii)")
@pytest.mark.parametrize("laid", [(4_75,), (5_25,), (2_00, 2_75)])
def test_a_coupon_without_the_chips_that_it_needs_is_no_wager_and_goes_back_at_the_call(laid):
    scenario = waiting().when(*map(coupon, laid))
    scenario.refused(c.CallNoMoreBets(), Reason.NOT_NOW)
    assert scenario.due.act is Act.PLACE_WAGERS
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00))
    before = scenario.table
    found = given_alone(scenario, c.CallNoMoreBets())
    amount = sum(laid)
    assert [event for event, _ in found[:-1]] == [
        e.WagerLapsed(hand=1, wager=INITIAL, amount=amount, player="Ann"),
        e.RedemptionReversed(hand=1, wager=INITIAL, amount=amount),
        e.CouponReturned(hand=1, amount=amount),
        e.HandVoided(hand=1),
    ]
    assert {said for _, said in found[:-1]} == {"R12"}
    assert narrate(found[0][0], before) == (
        f"The initial wager of {dollars(amount)} of Ann at seat 1 does not stand:"
        " it lacks the chips that would make it an amount that the table takes."
    )
    assert set(scenario.round.hands) == {2}
    assert scenario.net("Ann") == 0


@clause("wisconsin", "(f)(1)", "(a)(1)(vii)")
def test_a_coupon_on_the_tie_wager_that_lacks_chips_goes_back_alone():
    scenario = waiting().when(chips(), coupon(50, TIE), c.CallNoMoreBets())
    scenario.then(
        e.WagerLapsed(hand=1, wager=TIE, amount=50, player="Ann"),
        e.RedemptionReversed(hand=1, wager=TIE, amount=50),
        e.CouponReturned(hand=1, amount=50),
    )
    assert scenario.hand(1).coupon == 0
    assert waiting().when(chips(), coupon(50, TIE)).is_allowed(chips(50, TIE))


@clause("wisconsin", "(f)(1)", "(f)(2)")
def test_a_coupon_that_waits_for_chips_may_be_taken_back_although_wagers_are_fixed_when_placed():
    scenario = waiting().when(coupon(2_00)).when(c.WithdrawWager(hand=1, wager=INITIAL))
    assert scenario.table.round is None
    scenario.when(coupon(2_00), chips(3_00)).refused(
        c.WithdrawWager(hand=1, wager=INITIAL), Reason.WAGER_IS_FIXED, "(f)(2)"
    )


@clause("wisconsin", "(f)(1)", "(f)(2)")
def test_who_leaves_while_a_coupon_waits_for_chips_takes_it_along():
    left = waiting().when(coupon(2_00), c.LeaveTable(player="Ann"))
    left.then(
        e.CouponReturned(hand=1, amount=2_00, withdrawn=True), e.PlayerLeft(player="Ann", chips=1_000_00)
    )
    assert left.table.round is None
    stays = waiting().when(chips(), coupon(50, TIE), c.LeaveTable(player="Ann"))
    stays.then(e.CouponReturned(hand=1, amount=50, withdrawn=True), e.HandAbandoned(hand=1))


# taking back


@clause("wisconsin", "(f)(1)", "(f)(2)")
def test_who_takes_back_a_coupon_that_lay_alone_has_no_hand_left():
    scenario = at(players=2).when(coupon(), c.WithdrawWager(hand=1, wager=INITIAL))
    scenario.then(e.CouponReturned(hand=1, amount=10_00, withdrawn=True))
    assert scenario.table.round is None
    scenario.when(chips(), coupon(hand=2), c.LeaveTable(player="Ben"))
    assert set(scenario.round.hands) == {1}
    assert scenario.of(e.PlayerLeft) == [e.PlayerLeft(player="Ben", chips=1_000_00)]


@clause("wisconsin", "(f)(1)", "(f)(2)")
def test_who_takes_back_the_tie_wager_gets_the_coupon_on_it_and_no_other():
    scenario = at().when(coupon(), chips(1_00, TIE), coupon(5_00, TIE), c.WithdrawWager(hand=1, wager=TIE))
    scenario.then(
        e.RedemptionReversed(hand=1, wager=TIE, amount=5_00, withdrawn=True),
        e.CouponReturned(hand=1, amount=5_00, withdrawn=True),
    )
    assert scenario.hand(1).coupon == 10_00
    scenario.when(c.WithdrawWager(hand=1, wager=INITIAL))
    assert (scenario.net("Ann"), scenario.table.inventory) == (0, 0)


@clause("wisconsin", "(f)(2)")
@pytest.mark.parametrize("beside", [(), (chips(5_00, TIE),), (chips(),)])
def test_all_of_it_is_taken_back_under_the_clause_on_changing_wagers(beside):
    scenario = at().when(coupon(), *beside)
    found = given_alone(scenario, c.WithdrawWager(hand=1, wager=INITIAL))
    assert {said for _, said in found} == {"(f)(2)"}


# void

PIECES = st.lists(
    st.tuples(st.booleans(), st.integers(1, 40), st.sampled_from([INITIAL, INITIAL, TIE])),
    min_size=1,
    max_size=6,
)
COURSES = ("called", "dealt", "lost", "won", "surrendered", "at war", "war won", "war tied")
CARDS = {
    "lost": "2C 9D 9H",
    "won": "KC 9D 9H",
    "war won": f"9C 9D 9H {BURNED} KC 5C",
    "war tied": f"9C 9D 9H {BURNED} KC KD",
}


def placed(scenario: Scenario, pieces: list[tuple[bool, int, Wager]]) -> dict[Wager, tuple[int, int]]:
    """Put down what is taken of some chips and coupons; tell how much of each wager is chips and coupons."""
    sums = {INITIAL: (0, 0), TIE: (0, 0)}
    for is_coupon, whole, wager in pieces:
        amount, (own, laid) = whole * 1_00, sums[wager]
        places = coupon(amount, wager) if is_coupon else chips(amount, wager)
        refused = refused_for(scenario.rules, scenario.table, places)
        assert refused in {None, Reason.WAGER_NEEDS_INITIAL, Reason.WAGER_IS_FIXED}
        if refused is None:
            scenario.when(places)
            sums[wager] = (own, laid + amount) if is_coupon else (own + amount, laid)
    return sums


def brought_to(scenario: Scenario, course: str) -> None:
    scenario.when(c.CallNoMoreBets())
    if course == "called":
        return
    if course == "dealt":
        scenario.when(c.DealCard())
        return
    if course in {"won", "lost"}:
        scenario.until(Act.SETTLE_HAND).when(c.SettleHand())
        return
    scenario.until(Act.CHOOSE)
    if course == "surrendered":
        scenario.when(c.Surrender(hand=1))
        return
    scenario.when(c.GoToWar(hand=1))
    if course != "at war":
        scenario.when(c.Surrender(hand=2)).until(Act.ANSWER_TIE_OFFER).when(c.DeclineTieWager(hand=1)).until(
            Act.SETTLE_HAND
        )


@clause("wisconsin", "(f)(1)", "(j)(1)", "(j)(3)")
@given(pieces=PIECES, course=st.sampled_from(COURSES), fixed=st.booleans(), alone=st.booleans())
def test_a_void_never_makes_cash_of_coupons(pieces, course, fixed, alone):
    scenario = at(CARDS.get(course, "9C 9D 9H"), AS_CHIPS if fixed else CHANGED, players=2)
    sums = placed(scenario, pieces)
    if not any(sums[INITIAL]):
        return
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00))
    brought_to(scenario, course)
    if scenario.table.round is None:
        return
    if alone:
        skipped = c.ReportNoCardDealt(hand=1)
        if not scenario.is_allowed(skipped):
            return
        scenario.when(skipped)
        if stop := scenario.table.stop:
            can_be = Ruling.VOID_THE_HAND in stop.possible
            scenario.when(c.Rule(ruling=Ruling.VOID_THE_HAND if can_be else Ruling.VOID_THE_ROUND))
    else:
        scenario.when(*VOID)
    laid = sum(coupons for _, coupons in sums.values())
    assert sum(event.amount for event in scenario.of(e.CouponReturned)) == laid
    assert scenario.table.chips["Ann"] == 1_000_00


# standing over


@clause("wisconsin", "(f)(1)", "(j)(3)")
@given(pieces=PIECES, course=st.sampled_from(["called", "dealt", "lost", "won", "surrendered"]))
def test_the_whole_stake_stands_coupons_included(pieces, course):
    scenario = at(CARDS.get(course, "9C 9D 9H"), STANDS, players=2)
    sums = placed(scenario, pieces)
    if not any(sums[INITIAL]):
        return
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00))
    brought_to(scenario, course)
    scenario.when(c.ReportNoCardDealt(hand=1))
    if scenario.table.stop:
        scenario.when(c.Rule(ruling=Ruling.VOID_THE_HAND))
    assert scenario.net("Ann") == 0
    scenario.attended()
    if scenario.due.act is Act.CHOOSE:
        scenario.when(c.Surrender(hand=2)).attended()
    hand = scenario.hand(1)
    found = {wager: (hand.own(wager), hand.placed(wager) - hand.own(wager)) for wager in sums}
    assert found == sums
    assert hand.coupon == sum(coupons for _, coupons in sums.values())
    assert scenario.net("Ann") == -sum(own for own, _ in sums.values())


@clause("wisconsin", "(f)(1)", "(j)(3)")
def test_ten_dollars_and_a_coupon_of_ten_stand_as_twenty():
    scenario = at("KH 9C", STANDS, players=2).when(chips(), coupon())
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00), c.CallNoMoreBets())
    scenario.when(c.ReportNoCardDealt(hand=1))
    scenario.then(
        e.CouponReturned(hand=1, amount=10_00),
        e.WagerStands(hand=1, player="Ann", wager=INITIAL, amount=20_00, coupons=(10_00,)),
    )
    assert scenario.is_allowed(c.CashOut(player="Ann", amount=990_00))
    assert not scenario.is_allowed(c.CashOut(player="Ann", amount=990_01))
    scenario.attended()
    stands = e.CouponPlaced(hand=1, amount=10_00, player="Ann", stood_over=True)
    scenario.then(
        e.WagerPlaced(hand=1, wager=INITIAL, amount=10_00, player="Ann", stood_over=True),
        stands,
        e.CouponRedeemed(hand=1, wager=INITIAL, amount=10_00, player="Ann"),
    )
    told = "The coupon of $10.00 of Ann at seat 1, void in the round before, stands in this one."
    assert narrate(stands, scenario.table) == told


@clause("wisconsin", "(f)(1)", "(j)(3)")
def test_who_leaves_while_a_coupon_stands_has_it_back():
    scenario = at("KH 9C", STANDS, players=2).when(coupon())
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00), c.CallNoMoreBets())
    scenario.when(c.ReportNoCardDealt(hand=1)).then(e.CouponReturned(hand=1, amount=10_00))
    scenario.refused(c.ChangeSeat(player="Ann", seat=5), Reason.WAGERS_ARE_DOWN)
    scenario.when(c.LeaveTable(player="Ann")).then(
        e.PlayerLeft(player="Ann", chips=1_000_00),
        e.WagerLapsed(hand=1, wager=INITIAL, amount=10_00, player="Ann"),
    )
    scenario.attended()
    assert scenario.of(e.CouponPlaced) == []
    assert scenario.table.round is None


# how it is told


def test_a_coupon_that_lies_alone_is_told_as_the_wager():
    scenario = at()
    before = scenario.table
    scenario.when(coupon())
    assert narrate(scenario.events[0], before) == (
        "Ann at seat 1 laid a match play coupon of $10.00 as the initial wager."
    )
    told = narrate(scenario.events[1], before)
    assert told == "The dealer put down $10.00 as the initial wager of Ann at seat 1 for the coupon."


def told_by(scenario: Scenario, *commands: c.Command) -> list[str]:
    """Give commands, and tell what happens."""
    told = []
    for command in commands:
        for event in decide(scenario.rules, scenario.table, command):
            told.append(narrate(event, scenario.table))
            scenario.table = evolve(scenario.table, event)
    return told


@clause("wisconsin", "(f)(1)", "(j)(1)")
def test_several_coupons_are_told_as_several():
    laid = (coupon(), coupon(5_00, TIE), coupon(3_00, TIE))
    told = told_by(at().when(*laid), c.WithdrawWager(hand=1, wager=INITIAL))
    assert told == [
        "The $10.00 that stood for the coupon of Ann at seat 1 went back to the table inventory.",
        "The $8.00 that stood for the coupons of Ann at seat 1 went back to the table inventory.",
        "Ann at seat 1 got the coupons of $10.00, $5.00 and $3.00 back.",
    ]
    assert "Ann at seat 1 got the coupons of $5.00 and $3.00 back." in told_by(
        at().when(*laid), c.WithdrawWager(hand=1, wager=TIE)
    )
    left = at().when(*laid, c.WithdrawWager(hand=1, wager=TIE))
    assert "Ann at seat 1 got the coupon of $10.00 back." in told_by(
        left, c.WithdrawWager(hand=1, wager=INITIAL)
    )
    lost = at("9C 9H").when(*laid).dealt()
    told = told_by(lost, c.Surrender(hand=1))
    assert "The dealer took the coupons of Ann at seat 1." in told
    told = told_by(at("KC 9H").when(*laid, c.CallNoMoreBets()), *VOID)
    assert "Ann at seat 1 got the coupons of $10.00, $5.00 and $3.00 back." in told


@clause("wisconsin", "(f)(1)", "(j)(3)")
def test_several_coupons_stand_over_one_by_one():
    scenario = at("KH 9C", STANDS, players=2).when(coupon(5_00), coupon(6_00))
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00), c.CallNoMoreBets())
    scenario.when(c.ReportNoCardDealt(hand=1)).attended()
    assert [event.amount for event in scenario.of(e.CouponPlaced)] == [5_00, 6_00]
    assert scenario.hand(1).on_layout(INITIAL) == 11_00


@clause("wisconsin", "(j)(3)")
def test_of_a_wager_that_stood_it_is_told_that_its_player_left():
    scenario = at("KH 9C", STANDS, players=2).when(coupon())
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00), c.CallNoMoreBets())
    told = told_by(scenario.when(c.ReportNoCardDealt(hand=1)), c.LeaveTable(player="Ann"))
    assert told[-1] == "The initial wager of $10.00 of Ann at seat 1 does not stand: its player left."


@clause("wisconsin", "(a)(1)(vii)", "(f)(1)", "(f)(2)")
def test_a_coupon_that_waits_for_chips_is_no_initial_wager_that_a_tie_wager_could_go_with():
    house = House(limits={INITIAL: Limit(minimum="5", maximum="500")}, coupons=True)
    scenario = at_table("wisconsin", house=house, readings=AS_CHIPS).when(coupon(2_00))
    scenario.refused(chips(5_00, TIE), Reason.WAGER_NEEDS_INITIAL)
    assert scenario.when(chips(3_00)).is_allowed(chips(5_00, TIE))
    found = given_alone(waiting().when(coupon(2_00)), c.WithdrawWager(hand=1, wager=INITIAL))
    assert {said for _, said in found} == {"(f)(1)"}
