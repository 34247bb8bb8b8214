"""Coupons that count as chips throughout (R13(c)): alone, larger than the chips, several, on a tie wager."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House, Limit
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.legal_actions import legal_actions, refused_for
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
        ((), chips(4_00), None),
        ((), coupon(4_00), None),
        ((coupon(4_00),), chips(98), None),
        ((coupon(4_00),), chips(1_00), None),
        ((coupon(4_00), chips(1_00)), coupon(1), None),
        ((), chips(0), Reason.WAGER_NOT_POSITIVE),
        ((), chips(20_02), Reason.WAGER_ABOVE_MAXIMUM),
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


def offered(scenario: Scenario, *, coupons: bool) -> list[tuple[Wager, int, int, int]]:
    """List the wagers that chips, or coupons, may be laid for: least, most, and steps between."""
    return [
        (each.command.wager, each.least, each.most, each.step)
        for each in legal_actions(scenario.rules, scenario.table, "Ann")
        if isinstance(each.command, c.PlaceWager) and (Instrument.COUPON in each.made_with) is coupons
    ]


@clause("wisconsin", "(f)(1)")
def test_chips_are_offered_as_a_wager_of_their_own_and_then_as_a_part_of_one():
    assert offered(waiting(), coupons=False) == [(INITIAL, 5_00, 20_00, 50), (INITIAL, 25, 20_00, 25)]


@clause("wisconsin", "(f)(1)")
def test_coupons_are_offered_where_they_are_taken():
    house = House(limits={INITIAL: Limit(minimum="5", maximum="20")}, coupons=True)
    scenario = at_table("wisconsin", players=1, house=house, readings=CHANGED)
    assert offered(scenario, coupons=True) == [(INITIAL, 1, 20_00, 1)]
    scenario.when(coupon())
    assert offered(scenario, coupons=True) == [(INITIAL, 1, 10_00, 1), (TIE, 1, 20_00, 1)]
    scenario.when(chips(5_00))
    assert offered(scenario, coupons=True) == [(INITIAL, 1, 5_00, 1), (TIE, 1, 20_00, 1)]


# a coupon that waits for chips


FIVE_TO_TWENTY = {INITIAL: Limit(minimum="5", maximum="20"), TIE: Limit(minimum="1", maximum="20")}


def waiting(readings: dict[str, str] = AS_CHIPS, players: int = 2, chip: str = "0.25") -> Scenario:
    """Give a table that takes $5.00 to $20.00, in halves that $0.25 can pay."""
    house = House(limits=FIVE_TO_TWENTY, coupons=True, smallest_chip=chip)
    readings = {"odd_half": "payable_in_chips"} | readings
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
    assert {said for _, said in found[:-1]} == {"R12; (h)(3)(i); R13"}
    assert narrate(found[0][0], before) == (
        f"The initial wager of {dollars(amount)} of Ann at seat 1 does not stand:"
        " what lies there is no amount that the table takes."
    )
    assert set(scenario.round.hands) == {2}
    assert scenario.net("Ann") == 0


@clause("wisconsin", "(f)(1)", "(a)(1)(vii)")
def test_a_coupon_on_the_tie_wager_that_lacks_chips_goes_back_alone():
    scenario = waiting().when(chips(), coupon(50, TIE), c.CallNoMoreBets())
    scenario.then(
        e.WagerLapsed(hand=1, wager=TIE, amount=50, player="Ann"),
        e.RedemptionReversed(hand=1, wager=TIE, amount=50),
        e.CouponReturned(hand=1, amount=50, wager=TIE),
    )
    assert scenario.hand(1).coupon == 0
    assert waiting().when(chips(), coupon(50, TIE)).is_allowed(chips(50, TIE))


LAID = st.lists(st.tuples(st.booleans(), st.integers(1, 30)), min_size=1, max_size=4)


def laid_down(pieces: list[tuple[bool, int]], readings: dict[str, str]) -> Scenario:
    """Lay chips and coupons for the initial wager of Ann, in quarters of a dollar."""
    scenario = waiting(readings)
    scenario.when(*(coupon(25 * size) if is_coupon else chips(25 * size) for is_coupon, size in pieces))
    return scenario


@clause("wisconsin", "(f)(1)", "(f)(2)")
@given(data=st.data(), pieces=LAID, readings=st.sampled_from([AS_CHIPS, CHANGED]))
def test_in_which_order_chips_and_coupons_are_laid_does_not_matter(data, pieces, readings):
    first = next((piece for piece in pieces if not piece[0]), None)
    pieces = [*filter(lambda piece: piece[0], pieces), *([first] if first else [])]  # Chips once.
    total = 25 * sum(size for _, size in pieces)
    if not 5_00 <= total <= 20_00 or total % 50:
        return
    one, other = (laid_down(data.draw(st.permutations(pieces)), readings) for _ in range(2))
    own = 25 * first[1] if first else 0
    for scenario in (one, other):
        assert (scenario.hand(1).on_layout(INITIAL), scenario.hand(1).own(INITIAL)) == (total, own)
        assert not scenario.is_allowed(c.WithdrawWager(hand=1, wager=INITIAL)) or readings is CHANGED
        assert scenario.when(c.CallNoMoreBets()).of(e.WagerLapsed) == []
        scenario.attended()
        assert scenario.net("Ann") == 2 * total - own
    assert one.table.chips == other.table.chips
    assert one.table.inventory == other.table.inventory


@clause("wisconsin", "(f)(1)", "(f)(2)")
@given(own=st.integers(0, 12), coupons=st.lists(st.integers(1, 30), max_size=4))
def test_the_largest_amount_stands_that_can_be_made_of_what_lies_there_in_any_order(own, coupons):
    if not 0 < own + sum(coupons) <= 80:
        return
    kept = [sum(filter(None, some)) for some in product(*((0, value) for value in coupons))]
    made = [(25 * (own - odd + value), 25 * (own - odd)) for value in kept for odd in range(own + 1)]
    stake, stands_own = max(
        ((all_, part) for all_, part in made if all_ >= 5_00 and all_ % 50 == 0), default=(0, 0)
    )
    for order in {*permutations(coupons)}:
        scenario = waiting(CHANGED).when(*(coupon(25 * value) for value in order))
        scenario.when(*([chips(25 * own)] if own else []), c.PlaceWager(hand=2, wager=INITIAL, amount=10_00))
        scenario.when(c.CallNoMoreBets())
        hand = scenario.round.hands.get(1)
        assert (stake, stands_own) == ((hand.on_layout(INITIAL), hand.own(INITIAL)) if hand else (0, 0))
        back = 25 * sum(coupons) - (stake - stands_own)
        assert sum(event.amount for event in scenario.of(e.CouponReturned)) == back
        assert sum(hand.coupons if hand else ()) == stake - stands_own


@clause("wisconsin", "(f)(1)", "(f)(2)")
@pytest.mark.parametrize("readings", [AS_CHIPS, CHANGED])
@pytest.mark.parametrize("put", [0, 5_00])
@pytest.mark.parametrize("laid", [*permutations((25, 10_00, 4_00))])
def test_an_odd_coupon_goes_back_alone_whichever_was_laid_first(laid, put, readings):
    scenario = waiting(readings).when(*map(coupon, laid), *([chips(put)] if put else []))
    stays = tuple(value for value in laid if value != 25)
    told = told_by(scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00)), c.CallNoMoreBets())
    assert told[1:3] == [
        "The $0.25 that stood for the coupon of Ann at seat 1 went back to the table inventory.",
        "Ann at seat 1 got the coupon of $0.25 back.",
    ]
    hand = scenario.hand(1)
    assert (hand.on_layout(INITIAL), hand.coupons, hand.coupon) == (14_00 + put, stays, 14_00)
    assert scenario.attended().net("Ann") == 28_00 + put


@clause("wisconsin", "(f)(2)")
@pytest.mark.parametrize("laid", [*permutations((25, 10_00, 4_00))])
def test_the_odd_coupon_that_waits_may_be_taken_back_whichever_was_laid_first(laid):
    scenario = waiting().when(*map(coupon, laid), c.WithdrawWager(hand=1, wager=INITIAL))
    assert [event.amount for event in scenario.of(e.CouponReturned)] == [25]
    assert scenario.hand(1).coupons == tuple(value for value in laid if value != 25)
    scenario.refused(c.WithdrawWager(hand=1, wager=INITIAL), Reason.WAGER_IS_FIXED, "(f)(2)")


@clause("wisconsin", "(f)(1)", "(f)(2)")
@pytest.mark.parametrize("put", [0, 1, 2])
def test_a_coupon_that_makes_a_placed_wager_odd_goes_back_at_the_call_wherever_the_chips_came(put):
    laid = [coupon(5_00), coupon(25)]
    scenario = waiting().when(*laid[:put], chips(5_00), *laid[put:])
    before = scenario.when(coupon(2_00, TIE)).table
    found = given_alone(scenario, c.CallNoMoreBets())
    assert narrate(found[0][0], before) == (
        "Of the initial wager of Ann at seat 1, $0.25 does not stand:"
        " what lies there is no amount that the table takes."
    )
    assert [event for event, _ in found[:-1]] == [
        e.WagerLapsed(hand=1, wager=INITIAL, amount=25, player="Ann"),
        e.RedemptionReversed(hand=1, wager=INITIAL, amount=25),
        e.CouponReturned(hand=1, amount=25, wager=INITIAL),
    ]
    assert {said for _, said in found[:-1]} == {"(h)(3)(i); R13"}
    hand = scenario.hand(1)
    assert (hand.on_layout(INITIAL), hand.own(INITIAL)) == (10_00, 5_00)
    assert (hand.coupon, hand.coupons, hand.tie_coupons) == (7_00, (5_00,), (2_00,))


@clause("wisconsin", "(f)(1)", "(f)(2)")
def test_what_waits_may_be_taken_back_and_what_was_placed_before_it_stays():
    scenario = waiting().when(chips(5_00), coupon(5_00), coupon(25), c.WithdrawWager(hand=1, wager=INITIAL))
    scenario.then(
        e.RedemptionReversed(hand=1, wager=INITIAL, amount=25, withdrawn=True),
        e.CouponReturned(hand=1, amount=25, wager=INITIAL, withdrawn=True),
    )
    assert scenario.hand(1).on_layout(INITIAL) == 10_00
    scenario.refused(c.WithdrawWager(hand=1, wager=INITIAL), Reason.WAGER_IS_FIXED, "(f)(2)")
    left = waiting().when(chips(5_00), coupon(5_00), coupon(25), c.LeaveTable(player="Ann"))
    left.then(e.CouponReturned(hand=1, amount=25, wager=INITIAL, withdrawn=True), e.HandAbandoned(hand=1))


@clause("wisconsin", "(f)(1)")
@pytest.mark.parametrize("put", [50, 5_00])
def test_what_goes_back_is_cited_as_our_reading_of_coupons_beside_the_amounts_that_the_table_takes(put):
    scenario = waiting({**AS_CHIPS, "odd_half": "odd_chip_to_house"}).when(coupon(3_00), chips(put))
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00), *([coupon(50, TIE)] if put > 50 else []))
    found = given_alone(scenario, c.CallNoMoreBets())
    assert {said for _, said in found[:-1]} == {"R12; R13"}


@clause("wisconsin", "(f)(1)")
def test_all_that_makes_no_wager_is_cited_alike_while_its_coupon_is_on_its_way_back():
    scenario = waiting().when(coupon(3_00), chips(50), c.PlaceWager(hand=2, wager=INITIAL, amount=10_00))
    found = given_alone(scenario, c.CallNoMoreBets())
    assert {said for _, said in found[:-1]} == {"R12; (h)(3)(i); R13"}


@clause("wisconsin", "(f)(1)", "(f)(2)")
@pytest.mark.parametrize("back", [c.CallNoMoreBets(), c.WithdrawWager(hand=1, wager=INITIAL)])
def test_chips_that_make_a_placed_coupon_odd_go_back_and_the_rest_stays(back):
    scenario = waiting().when(coupon(10_00), chips(3_25), back)
    odd = isinstance(back, c.CallNoMoreBets)
    assert scenario.of(e.WagerWithdrawn) == [e.WagerWithdrawn(hand=1, wager=INITIAL, amount=25, odd=odd)]
    assert (scenario.hand(1).on_layout(INITIAL), scenario.hand(1).redeemed_on(INITIAL)) == (13_00, 10_00)


@clause("wisconsin", "(f)(1)", "(f)(2)")
@pytest.mark.parametrize("laid", [(10_00, 3_25), (3_25, 10_00), (13_25,)])
def test_an_odd_chip_never_undoes_a_stake_where_chips_may_be_added_until_the_call(laid):
    scenario = waiting(CHANGED).when(*map(chips, laid))
    found = given_alone(scenario, c.CallNoMoreBets())
    assert [(type(event), said) for event, said in found[:2]] == [
        (e.WagerLapsed, "(h)(3)(i); R13"),
        (e.WagerWithdrawn, "(h)(3)(i); R13"),
    ]
    assert scenario.hand(1).on_layout(INITIAL) == 13_00


@clause("wisconsin", "(f)(1)", "(a)(1)(ii)")
@pytest.mark.parametrize("put", [50, 4_75])
def test_chips_without_the_coupon_that_they_need_are_no_wager_and_go_back_at_the_call(put):
    scenario = waiting().when(chips(put))
    scenario.refused(c.CallNoMoreBets(), Reason.NOT_NOW)
    scenario.when(c.PlaceWager(hand=2, wager=INITIAL, amount=10_00))
    found = given_alone(scenario, c.CallNoMoreBets())
    assert found[0][0] == e.WagerLapsed(hand=1, wager=INITIAL, amount=put, player="Ann")
    assert {said for _, said in found[:-1]} == {"R12; (h)(3)(i); R13"}
    assert (set(scenario.round.hands), scenario.net("Ann")) == ({2}, 0)


@clause("wisconsin", "(f)(1)")
def test_where_no_coupon_counts_as_chips_chips_wait_for_nothing():
    house = House(limits=FIVE_TO_TWENTY, coupons=True)
    at_table("wisconsin", house=house).refused(chips(4_00), Reason.WAGER_BELOW_MINIMUM)


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
    stays.then(e.CouponReturned(hand=1, amount=50, wager=TIE, withdrawn=True), e.HandAbandoned(hand=1))


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
