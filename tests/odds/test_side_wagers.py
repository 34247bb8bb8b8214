"""Side wagers in figures worked out by hand: break-even, payout limits, and a wheel of two meters."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game.book.bonus_spin import BonusSpinChoices, Designated, Segment, Wheel
from casinowar.game.book.house import House
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Tied
from casinowar.odds.bonus_spin import bonus_spin, paid_in_all
from casinowar.odds.hand import Strategy
from casinowar.odds.progressive import envy, progressive, starting_meter
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe
from tests.agreement.every_order import tiny
from tests.support.varieties import source

METER = MeterChoices(rate="12%", initial="10000", reset="10000")
WITH_SIDE_WAGERS = source("maryland").book({"payout_limit": "with_progressive"})
CUT = "The payout limit counts side wagers and may cut what they pay; exact odds do not cover that."


def refuses(asked: Callable[[], object]) -> bool:
    """Tell whether exact odds refuse a payout limit."""
    try:
        asked()
    except NotCovered as refused:
        return str(refused) == CUT
    return False


# the progressive


def test_at_the_meter_that_breaks_even_what_comes_back_is_what_was_wagered():
    rules = Rules(source("maryland").book(), House(progressive=ProgressiveChoices(meter=METER)))
    odds = progressive(rules, Shoe.fresh(rules))
    assert odds is not None
    assert odds.break_even_meter is not None
    assert odds.fixed_return < 1
    assert odds.fixed_return + odds.meter_chance * odds.break_even_meter / 5_00 == 1


def test_no_meter_is_needed_to_break_even_where_every_hand_ties():
    rules = tiny(source("maryland").book(), 1, 1, 12, progressive=ProgressiveChoices(meter=METER))
    odds = progressive(rules, Shoe.fresh(rules))
    assert odds is not None
    assert odds.nothing == 0
    assert odds.break_even_meter == 0


def test_until_a_house_sets_a_meter_it_stands_at_the_least_and_restarts_at_nothing():
    rules = Rules(source("maryland").book())
    odds = progressive(rules, Shoe.fresh(rules))
    assert odds is not None
    assert (odds.meter, odds.reset) == (10_000_00, 0)
    assert starting_meter(Rules(source("wisconsin").book())) == 0


def test_a_strategy_is_told_only_where_there_is_a_choice():
    book = source("maryland").book()
    returned = replace(book.settlement.tie_hand, value=Tied.RETURNED)
    no_choice = Rules(replace(book, settlement=replace(book.settlement, tie_hand=returned)))
    for rules, told in ((Rules(book), Strategy.SURRENDER), (no_choice, None)):
        odds = progressive(rules, Shoe.fresh(rules), Strategy.SURRENDER)
        assert odds is not None
        assert odds.strategy is told


def test_no_progressive_in_a_shoe_with_too_few_cards():
    rules = Rules(source("maryland").book())
    with pytest.raises(NotCovered, match="may need 8 cards, and the shoe has 7"):
        progressive(rules, Shoe.fresh(rules).without(rules.cards()[7:]))


@pytest.mark.parametrize(("limit", "refused"), [("42229.99", True), ("42230", False)])
def test_the_least_payout_limit_that_cannot_cut_the_progressive(limit, refused):
    """On $10 a game pays $100 on each tie and $20 for the war, then come all pays of $5, which are $7,000.

    The meter and the chip count twice, to be on the safe side, and each of three seats may bring an Envy
    Bonus of $5,000.
    """
    rules = Rules(
        WITH_SIDE_WAGERS,
        House(progressive=ProgressiveChoices(meter=METER), payout_limit=limit, seats=3),
    )
    shoe = Shoe.fresh(rules)
    assert refuses(lambda: progressive(rules, shoe)) is refused
    assert refuses(lambda: envy(rules, shoe)) is refused


@pytest.mark.parametrize(("limit", "refused"), [("27229.99", True), ("27230", False)])
def test_without_an_envy_bonus_the_limit_need_not_cover_any(limit, refused):
    assert WITH_SIDE_WAGERS.progressive is not None
    book = replace(WITH_SIDE_WAGERS, progressive=replace(WITH_SIDE_WAGERS.progressive, envy=None))
    rules = Rules(book, House(progressive=ProgressiveChoices(meter=METER), payout_limit=limit, seats=3))
    assert refuses(lambda: progressive(rules, Shoe.fresh(rules))) is refused


# the wheel


def spinning(limit: str | None = None, primary: str = "10000", **readings: str) -> Rules:
    """Offer a wheel that every red ace starts, and that stops at $600 half the time, else at a meter."""
    halves = tuple(Segment(symbol=symbol, weight=1) for symbol in ("primary jackpot", "$600"))
    community = Wheel(stops=1, segments=(Segment(symbol="$100", weight=1),))
    offered = BonusSpinChoices(
        cards=(Designated(rank="ace", color="red"),),
        hot_spot=Wheel(stops=2, segments=halves),
        community=community,
        primary=MeterChoices(rate="8%", initial=primary, reset="10000"),
        secondary=MeterChoices(rate="4%", initial="5000", reset="5000"),
    )
    book = source("maryland").book({"payout_limit": "with_progressive", **readings})
    return Rules(book, House(bonus_spin=offered, payout_limit=limit, seats=3))


@pytest.mark.parametrize(("limit", "refused"), [("10219.99", True), ("10220", False)])
def test_the_least_payout_limit_that_cannot_cut_the_wheel(limit, refused):
    rules = spinning(limit)
    shoe = Shoe.fresh(rules)
    assert refuses(lambda: bonus_spin(rules, shoe)) is refused
    assert refuses(lambda: paid_in_all(rules, shoe, (1,), wager=5_00)) is refused


@pytest.mark.parametrize(("limit", "refused"), [("1219.99", True), ("1220", False)])
def test_where_meters_show_little_the_limit_has_to_cover_the_dearest_symbol(limit, refused):
    rules = spinning(limit)
    assert refuses(lambda: bonus_spin(rules, Shoe.fresh(rules), meters=(100_00, 100_00))) is refused


def test_a_wager_above_the_first_size_is_paid_no_more_than_that():
    rules = spinning()
    law = rules.book.bonus_spin
    assert law is not None
    sizes = replace(law, amounts=replace(law.amounts, value=("5", "10")))
    [odds] = bonus_spin(
        Rules(replace(rules.book, bonus_spin=sizes), rules.house), Shoe.fresh(rules), wager=10_00
    )
    assert {net for net, _ in odds.distribution.outcomes} == {-1, 60 - 1, 1_000 - 1}


def test_a_round_in_which_the_wheel_rests_pays_nothing():
    rules = spinning()
    starts = Fraction(1, 26)
    found = paid_in_all(rules, Shoe.fresh(rules), (1,), wager=5_00)
    assert dict(found) == {0: 1 - starts, 600_00: starts / 2, 10_000_00: starts / 2}


def test_where_the_house_offers_no_wheel_nothing_is_paid():
    rules = Rules(source("maryland").book())
    assert dict(paid_in_all(rules, Shoe.fresh(rules), (1, 2), wager=5_00)) == {0: Fraction(1)}


def test_two_positions_that_win_a_meter_together_have_half_of_it_each():
    rules = spinning(hot_spot="every_position", meter_winners="divided")
    starts = Fraction(1, 26)
    found = paid_in_all(rules, Shoe.fresh(rules), (1, 2), wager=5_00)
    assert dict(found) == {0: 1 - starts, 2 * 600_00: starts / 2, 10_000_00: starts / 2}
    for odds in bonus_spin(rules, Shoe.fresh(rules), (1, 2)):
        assert max(net for net, _ in odds.distribution.outcomes) == Fraction(5_000_00, 5_00) - 1


def weighted(rules: Rules, **changes: object) -> Rules:
    offered = rules.house.bonus_spin
    assert offered is not None
    return Rules(rules.book, replace(rules.house, bonus_spin=replace(offered, **changes)))


@pytest.mark.parametrize(("weights", "hot"), [(None, Fraction(1, 2)), ((3, 1, 1), Fraction(3, 4))])
def test_in_the_long_run_a_position_wins_its_part_of_the_meters_growth_and_of_their_restarts(weights, hot):
    rules, starts = weighted(spinning(), positions=weights), Fraction(1, 26)
    [first] = [odds for odds in bonus_spin(rules, Shoe.fresh(rules), (1, 2)) if odds.position == 1]
    fixed = starts * (hot * Fraction(1, 2) * 600_00 + (1 - hot) * 125_00) / 5_00
    growth = Fraction(8, 100) * 2 * hot
    restarts = starts * hot * Fraction(1, 2) * 10_000_00 / 5_00
    assert first.fixed_return == fixed
    assert first.long_run_return == fixed + growth + restarts


@pytest.mark.parametrize(
    ("rules", "wager"),
    [
        (spinning(hot_spot="every_position"), 5_00),
        (spinning(one_dollar_spin="one_fifth"), 1_00),
    ],
)
def test_where_a_meter_is_not_won_whole_there_is_no_long_run(rules, wager):
    [odds] = bonus_spin(rules, Shoe.fresh(rules), wager=wager)
    assert odds.long_run_return is None
