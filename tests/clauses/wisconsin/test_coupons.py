"""Match play coupons: what they win and lose under each reading, and that a void never makes cash of them."""

from itertools import accumulate
from pathlib import Path

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.voiding import cut_short
from casinowar.game.book.house import House, Limit
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Instrument, Irregularity, Ruling, Wager
from casinowar.telling.result import net as net_of
from tests.support.citing import given_alone, only
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, at_table, bare

ACCEPTED = House(limits=LIMITS, coupons=True)
READINGS = ("initial_wager_only", "as_chips")
BURNED = "2S 2S 2S"
EACH_READING = pytest.mark.parametrize("reading", READINGS)


def initial(seat: int = 1, amount: int = 10_00) -> c.PlaceWager:
    return c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=amount)


def coupon(amount: int = 10_00, wager: Wager = Wager.INITIAL) -> c.PlaceWager:
    return c.PlaceWager(hand=1, wager=wager, amount=amount, made_with=Instrument.COUPON)


def with_coupon(cards: str, reading: str, *, players: int = 1, house: House = ACCEPTED) -> Scenario:
    """Seat Ann with $10 in chips and a coupon of $10; the others have $10 in chips."""
    readings = {"match_play_coupons": reading, "placed_wager": "no_more_bets"}
    scenario = at_table("wisconsin", cards=cards, players=players, house=house, readings=readings)
    return scenario.wagers(dict.fromkeys(range(1, players + 1), 10_00)).when(coupon())


def to_war(scenario: Scenario) -> Scenario:
    scenario.when(c.GoToWar(hand=1)).attended()
    return scenario.when(c.DeclineTieWager(hand=1)).attended()


def with_required_tie(tmp_path: Path) -> str:
    path = tmp_path / "tie_required.toml"
    path.write_text(
        'extends = "wisconsin"\nname = "tie_required"\ntitle = "Tie required"\n'
        '[wagers]\ntie = { value = "10 to 1", required = true, clause = "the tie clause" }\n',
        encoding="utf-8",
    )
    return str(path)


@EACH_READING
def test_the_coupon_of_a_hand_that_is_left_out_at_the_call_goes_back(tmp_path, reading):
    readings = {"match_play_coupons": reading}
    scenario = at_table(with_required_tie(tmp_path), house=ACCEPTED, readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00}, tie={2: 5_00}).when(coupon(), c.CallNoMoreBets())
    scenario.then(
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        e.CouponReturned(hand=1, amount=10_00),
        e.HandVoided(hand=1),
    )


# whether they are taken


@clause("wisconsin", "(f)(1)")
def test_coupons_are_not_accepted_unless_the_house_says_so():
    at_table("wisconsin").when(initial()).refused(coupon(), Reason.WAGER_NOT_OFFERED, "(f)(1)")
    assert at_table("wisconsin", house=ACCEPTED).when(initial()).is_allowed(coupon())


@clause("wisconsin", "(f)(1)")
@pytest.mark.parametrize("rulebook", ["maryland", "washington", "south_dakota", "california"])
def test_no_other_text_takes_coupons(rulebook):
    at_table(rulebook).when(initial()).refused(coupon(), Reason.INSTRUMENT_NOT_TAKEN)


@clause("wisconsin", "(f)(1)")
@pytest.mark.parametrize(
    ("amount", "taken"), [(0, False), (9_98, True), (10_00, True), (10_02, False), (20_00, False)]
)
def test_a_coupon_needs_at_least_as_much_in_chips(amount, taken):
    scenario = at_table("wisconsin", house=ACCEPTED)
    scenario.refused(coupon(), Reason.COUPON_NEEDS_CHIPS, "(f)(1)").when(initial())
    if taken:
        assert scenario.is_allowed(coupon(amount))
    else:
        scenario.refused(coupon(amount), Reason.COUPON_NEEDS_CHIPS, "(f)(1)")


@clause("wisconsin", "(f)(1)")
@pytest.mark.parametrize(
    ("reading", "wager"),
    [
        ("initial_wager_only", Wager.TIE),
        ("initial_wager_only", Wager.WAR_TIE),
        ("as_chips", Wager.WAR_TIE),
    ],
)
def test_a_coupon_goes_on_the_initial_wager_or_as_chips_on_the_tie_wager_but_not_on_the_war_deal(
    reading, wager
):
    readings = {"match_play_coupons": reading}
    scenario = at_table("wisconsin", cards="9C 9H", players=1, house=ACCEPTED, readings=readings)
    scenario.when(initial(), c.PlaceWager(hand=1, wager=Wager.TIE, amount=10_00))
    if wager is Wager.WAR_TIE:
        scenario.dealt().when(c.GoToWar(hand=1)).attended()
        assert scenario.due.act is Act.ANSWER_TIE_OFFER
    assert not scenario.is_allowed(coupon(5_00, wager))


@clause("wisconsin", "(f)(1)")
def test_one_coupon_to_a_hand():
    with_coupon("KC 9H", "initial_wager_only").refused(coupon(1_00), Reason.COUPON_NEEDS_CHIPS, "(f)(1)")


@clause("wisconsin", "(f)(1)")
@EACH_READING
def test_no_coupon_after_the_call(reading):
    late = at_table("wisconsin", house=ACCEPTED, readings={"match_play_coupons": reading})
    late.when(initial(), c.CallNoMoreBets()).refused(coupon(), Reason.NO_MORE_BETS)


@clause("wisconsin", "(f)(1)")
@pytest.mark.parametrize(
    ("reading", "maximum", "allowed"),
    [
        ("initial_wager_only", "10", True),
        ("as_chips", "19.98", False),
        ("as_chips", "20", True),
        ("as_chips", "20.02", True),
    ],
)
def test_the_maximum_counts_a_coupon_only_where_it_counts_as_chips(reading, maximum, allowed):
    house = House(limits={Wager.INITIAL: Limit(minimum="1", maximum=maximum)}, coupons=True)
    scenario = at_table("wisconsin", house=house, readings={"match_play_coupons": reading}).when(initial())
    assert scenario.is_allowed(coupon()) == allowed


@clause("wisconsin", "(f)(1)")
@EACH_READING
def test_a_coupon_that_the_chips_of_the_table_cannot_pay(reading):
    house = House(limits=LIMITS, coupons=True, smallest_chip="0.50")
    scenario = at_table("wisconsin", house=house, readings={"match_play_coupons": reading}).when(initial())
    scenario.refused(coupon(9_75), Reason.WAGER_NOT_IN_CHIPS, "R12")
    assert scenario.is_allowed(coupon(9_00))


# what they win and lose


@clause("wisconsin", "(f)(1)", "(i)(1)(i)")
def test_a_win_pays_chips_and_coupon_in_chips_and_the_coupon_is_taken():
    with_coupon("KC 9H", "initial_wager_only").dealt().then(
        e.WagerPaid(hand=1, wager=Wager.INITIAL, amount=20_00),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        e.CouponTaken(hand=1),
        e.HandSettled(hand=1),
    )


@clause("wisconsin", "(f)(1)", "(i)(1)(i)")
def test_by_another_reading_the_coupon_is_redeemed_when_it_is_laid_down_and_comes_back_as_chips():
    scenario = with_coupon("KC 9H", "as_chips").then_exactly(
        e.CouponPlaced(hand=1, amount=10_00, player="Ann"),
        e.CouponRedeemed(hand=1, wager=Wager.INITIAL, amount=10_00, player="Ann"),
    )
    scenario.dealt().then(
        e.WagerPaid(hand=1, wager=Wager.INITIAL, amount=20_00),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=20_00),
        e.CouponTaken(hand=1),
    )


@clause("wisconsin", "(f)(1)", "(h)(3)(i)", "(h)(5)", "(i)(1)(i)", "(i)(1)(iii)")
@pytest.mark.parametrize(
    ("outcome", "cards", "beside", "as_chips"),
    [
        ("won", "KC 9H", 20_00, 30_00),
        ("lost", "2C 9H", -10_00, -10_00),
        ("surrendered", "9C 9H", -5_00, 0),
        ("war won", f"9C 9H {BURNED} KC 5C", 10_00, 30_00),
        ("war tied", f"9C 9H {BURNED} KC KD", 20_00, 50_00),
        ("war lost", f"9C 9H {BURNED} 5C KC", -20_00, -30_00),
    ],
)
def test_what_ten_dollars_and_a_coupon_of_ten_win_and_lose(outcome, cards, beside, as_chips):
    for reading, net in zip(READINGS, (beside, as_chips), strict=True):
        scenario = with_coupon(cards, reading).dealt()
        if outcome == "surrendered":
            scenario.when(c.Surrender(hand=1)).attended()
        elif outcome.startswith("war"):
            to_war(scenario)
        assert scenario.table.round is None
        assert scenario.net("Ann") == net
        assert scenario.table.inventory == -net


@clause("wisconsin", "(f)(1)", "(h)(3)(i)")
def test_half_is_counted_on_the_chips_alone_and_the_coupon_is_taken():
    with_coupon("9C 9H", "initial_wager_only").dealt().when(c.Surrender(hand=1)).then(
        e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        e.CouponTaken(hand=1),
    )


@clause("wisconsin", "(f)(1)", "(h)(3)(ii)", "(h)(5)")
@pytest.mark.parametrize(("reading", "war"), [("initial_wager_only", 10_00), ("as_chips", 20_00)])
def test_the_war_wager_matches_the_chips_alone_or_the_coupon_too(reading, war):
    scenario = with_coupon("9C 9H", reading).dealt().when(c.GoToWar(hand=1))
    scenario.then(e.WagerPlaced(hand=1, wager=Wager.WAR, amount=war, player="Ann"))
    scenario.when(c.ConfirmWarWager()).then(
        e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=war), e.CouponTaken(hand=1)
    )


@clause("wisconsin", "(f)(1)")
@EACH_READING
def test_a_tie_wager_is_paid_on_its_own_chips(reading):
    scenario = with_coupon("9C 9H", reading).when(c.PlaceWager(hand=1, wager=Wager.TIE, amount=1_00)).dealt()
    scenario.then(e.WagerPaid(hand=1, wager=Wager.TIE, amount=10_00))
    assert scenario.hand(1).coupon == 10_00


# taking back, leaving, void


def test_what_is_settled_stands_and_so_does_the_loss_of_a_coupon_that_was_left_behind():
    readings = {"match_play_coupons": "initial_wager_only", "leaving_player": "lost"}
    scenario = at_table("wisconsin", cards="KC 9H", players=1, house=ACCEPTED, readings=readings)
    scenario.wagers({1: 10_00}).when(coupon(), c.CallNoMoreBets()).until(Act.SETTLE_HAND)
    scenario.when(c.LeaveTable(player="Ann"))
    events = [*map(bare, cut_short(scenario.rules, scenario.table, Irregularity.OTHER))]
    assert e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00) in events
    assert e.CouponTaken(hand=1) in events


@clause("wisconsin", "(f)(1)")
@EACH_READING
def test_who_takes_the_wager_back_gets_the_chips_and_the_coupon_but_no_cash_for_it(reading):
    scenario = with_coupon("KC 9H", reading).when(c.WithdrawWager(hand=1, wager=Wager.INITIAL))
    scenario.then(
        e.CouponReturned(hand=1, amount=10_00, withdrawn=True),
        e.WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=10_00),
    )
    assert scenario.table.round is None
    assert (scenario.net("Ann"), scenario.table.inventory) == (0, 0)


@clause("wisconsin", "(f)(1)")
@EACH_READING
def test_who_leaves_before_the_call_takes_no_cash_for_the_coupon_along(reading):
    scenario = with_coupon("KC 9H", reading).when(c.LeaveTable(player="Ann"))
    scenario.then(
        e.CouponReturned(hand=1, amount=10_00, withdrawn=True), e.PlayerLeft(player="Ann", chips=1_000_00)
    )


@clause("wisconsin", "(f)(1)", "(f)(2)")
@EACH_READING
def test_a_coupon_taken_back_is_told_under_the_clause_of_its_chips(reading):
    scenario = with_coupon("KC 9H", reading)
    found = given_alone(scenario, c.WithdrawWager(hand=1, wager=Wager.INITIAL))
    assert only(found, e.CouponReturned, e.WagerWithdrawn) == ["(f)(2)"] * 2


@clause("wisconsin", "(f)(1)", "(f)(2)")
@EACH_READING
def test_a_coupon_stays_where_only_the_tie_wager_is_taken_back(reading):
    scenario = with_coupon("KC 9H", reading).when(c.PlaceWager(hand=1, wager=Wager.TIE, amount=1_00))
    scenario.when(c.WithdrawWager(hand=1, wager=Wager.TIE))
    scenario.then_exactly(e.WagerWithdrawn(hand=1, wager=Wager.TIE, amount=1_00))
    assert scenario.hand(1).coupon == 10_00


@clause("wisconsin", "(f)(1)", "(j)(3)")
@EACH_READING
def test_a_wager_that_got_no_card_goes_back_without_cash_for_the_coupon(reading):
    scenario = with_coupon("KC 9H", reading, players=2).when(c.CallNoMoreBets(), c.ReportNoCardDealt(hand=1))
    scenario.then(e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00))
    assert (scenario.net("Ann"), scenario.table.inventory) == (0, 0)


STATES: dict[str, tuple[str, tuple[c.Command | str, ...]]] = {
    "wagered": ("KC KD 9H", ()),
    "closed": ("KC KD 9H", (c.CallNoMoreBets(),)),
    "one card dealt": ("KC KD 9H", (c.CallNoMoreBets(), c.DealCard())),
    "won": ("KC 9C 9H", (c.CallNoMoreBets(), "attended")),
    "lost": ("2C 9C 9H", (c.CallNoMoreBets(), "attended")),
    "tied": ("9D 9C 9H", (c.CallNoMoreBets(), "attended")),
    "surrendered": ("9D 9C 9H", (c.CallNoMoreBets(), "attended", c.Surrender(hand=1))),
    "war wagered": ("9D 9C 9H", (c.CallNoMoreBets(), "attended", c.GoToWar(hand=1))),
    "war confirmed": (
        "9D 9C 9H",
        (c.CallNoMoreBets(), "attended", c.GoToWar(hand=1), c.Surrender(hand=2), "attended"),
    ),
    "war dealt": (
        f"9D 9C 9H {BURNED} KC 5C",
        (
            c.CallNoMoreBets(),
            "attended",
            c.GoToWar(hand=1),
            c.Surrender(hand=2),
            "attended",
            c.DeclineTieWager(hand=1),
            "settle",
        ),
    ),
    "war won": (
        f"9D 9C 9H {BURNED} KC 2C 5C",
        (
            c.CallNoMoreBets(),
            "attended",
            c.GoToWar(hand=1),
            c.GoToWar(hand=2),
            "attended",
            c.DeclineTieWager(hand=1),
            c.DeclineTieWager(hand=2),
            "settle",
            c.SettleHand(),
        ),
    ),
}


def in_state(state: str, reading: str) -> Scenario:
    """Bring Ann's hand with its coupon, and Ben's without, into a state."""
    cards, course = STATES[state]
    scenario = with_coupon(cards, reading, players=2)
    for act in course:
        if isinstance(act, c.Command):
            scenario.when(act)
        elif act == "settle":
            scenario.until(Act.SETTLE_HAND)
        else:
            scenario.attended()
    return scenario


@clause("wisconsin", "(f)(1)", "(j)(1)")
@EACH_READING
@pytest.mark.parametrize("state", STATES)
def test_a_void_gives_back_the_chips_and_never_cash_for_the_coupon(reading, state):
    scenario = in_state(state, reading)
    assert scenario.table.round is not None
    other = c.ReportIrregularity(irregularity=Irregularity.OTHER)
    scenario.when(other, c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert scenario.table.round is None
    assert scenario.table.chips == {"Ann": 1_000_00, "Ben": 1_000_00}
    assert scenario.table.inventory == 0


def last_nets(scenario: Scenario, ruling: Ruling) -> list[int]:
    """Rule, and tell what Ann's hand came to each time something happened to it."""
    events = decide(scenario.rules, scenario.table, c.Rule(ruling=ruling))
    tables = accumulate(events, evolve, initial=scenario.table)
    return [net_of(table.round.hands[1]) for table in tables if table.round and 1 in table.round.hands]


@clause("wisconsin", "(f)(1)", "(j)(1)")
@EACH_READING
@pytest.mark.parametrize("state", STATES)
def test_a_void_hand_with_a_coupon_has_won_and_lost_nothing(reading, state):
    scenario = in_state(state, reading).when(c.ReportIrregularity(irregularity=Irregularity.OTHER))
    assert last_nets(scenario, Ruling.VOID_THE_ROUND)[-1] == 0


@clause("wisconsin", "(f)(1)", "(j)(3)")
@EACH_READING
def test_a_hand_with_a_coupon_that_is_void_alone_has_won_nothing(reading):
    scenario = in_state("won", reading).when(c.ReportNoCardDealt(hand=1))
    assert last_nets(scenario, Ruling.VOID_THE_HAND)[-1] == 0


@clause("wisconsin", "(f)(1)", "(j)(1)")
@EACH_READING
@pytest.mark.parametrize("state", STATES)
def test_a_void_gives_the_coupon_back_also_one_that_was_taken(reading, state):
    scenario = in_state(state, reading)
    other = c.ReportIrregularity(irregularity=Irregularity.OTHER)
    scenario.when(other, c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert scenario.of(e.CouponReturned) == [e.CouponReturned(hand=1, amount=10_00)]


@clause("wisconsin", "(f)(1)", "(j)(1)")
@EACH_READING
def test_two_face_up_cards_in_the_war_burn_give_the_coupon_back_and_the_chips(reading):
    scenario = with_coupon("9C 9H 2S 3S", reading).dealt().when(c.GoToWar(hand=1)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).until(Act.BURN_CARD)
    assert scenario.hand(1).coupon == 0
    scenario.when(c.ReportFaceUpCard(), c.ReportFaceUpCard())
    scenario.then(e.RoundVoided(irregularity=Irregularity.FACE_UP_CARD))
    scenario.then(e.CouponReturned(hand=1, amount=10_00))
    assert (scenario.net("Ann"), scenario.table.inventory) == (0, 0)


@clause("wisconsin", "(f)(1)", "(j)(3)")
@EACH_READING
def test_a_wager_that_got_no_card_gives_the_coupon_back(reading):
    scenario = with_coupon("KC 9H", reading, players=2).when(c.CallNoMoreBets(), c.ReportNoCardDealt(hand=1))
    scenario.then(e.CouponReturned(hand=1, amount=10_00))


@clause("wisconsin", "(f)(1)")
@pytest.mark.parametrize(("state", "settled"), [("won", True), ("surrendered", True), ("tied", False)])
def test_those_states_are_what_they_are_called(state, settled):
    scenario = in_state(state, "as_chips")
    assert scenario.hand(1).settled == settled
    assert scenario.hand(1).redeemed == 10_00
    assert scenario.hand(1).coupon == (0 if settled else 10_00)


@clause("wisconsin", "(f)(1)", "(j)(1)")
@pytest.mark.parametrize(
    ("state", "undone"),
    [
        (
            "tied",
            [
                e.RedemptionReversed(hand=1, wager=Wager.INITIAL, amount=10_00),
                e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
            ],
        ),
        ("lost", [e.CollectionReversed(hand=1, wager=Wager.INITIAL, amount=10_00)]),
        (
            "won",
            [
                e.ReturnReversed(hand=1, wager=Wager.INITIAL, amount=10_00),
                e.PaymentReversed(hand=1, wager=Wager.INITIAL, amount=20_00),
            ],
        ),
        ("surrendered", []),
    ],
)
def test_each_chip_goes_back_the_way_it_came(state, undone):
    scenario = in_state(state, "as_chips")
    other = c.ReportIrregularity(irregularity=Irregularity.OTHER)
    scenario.when(other, c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert [event for event in scenario.of(e.WagerEvent) if event.hand == 1] == undone


@clause("wisconsin", "(f)(2)")
@EACH_READING
def test_all_that_is_taken_back_before_the_call_goes_under_the_clause_on_changing_wagers(reading):
    found = given_alone(with_coupon("KC 9H", reading), c.WithdrawWager(hand=1, wager=Wager.INITIAL))
    assert {said for _, said in found} == {"(f)(2)"}
