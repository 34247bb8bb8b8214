"""The bonus wheel: what each position gets back, over every order of the cards and every stop."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casinowar.game.book.bonus_spin import BonusSpinChoices, Designated, OwnPay, Segment, SmallWager, Wheel
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.rules import Rules
from casinowar.game.words import Choice, Wager
from casinowar.odds.bonus_spin import SpinOdds, bonus_spin
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe
from tests.agreement.every_order import Orders, Outcome, Way, distribution, initial_wager, mean, tiny
from tests.agreement.texts import drawn_readings, readings_of
from tests.support.varieties import source

CHIP, SMALL = 5_00, 1_00
SHAPE = (2, 2, 3)
"""Aces and kings of clubs and diamonds, so that a quarter of the cards are red kings."""

PRIMARY, SECONDARY = 10_000_01, 10_000_03
"""What the meters start at; they cannot be divided without a rest."""


def wheel(**weights: int) -> Wheel:
    """Make a wheel of some symbols."""
    names = {"primary": "primary jackpot", "secondary": "secondary jackpot"}
    segments = tuple(
        Segment(symbol=names.get(symbol, symbol.replace("_", "$")), weight=weight)
        for symbol, weight in weights.items()
    )
    return Wheel(stops=sum(weights.values()), segments=segments)


def offering(readings: Mapping[str, str], **house: Any) -> Rules:
    """Offer the wheel at a tiny table of three seats, in a small size too where the reading allows it."""
    book = source("maryland").book(readings)
    assert book.bonus_spin is not None
    small = book.bonus_spin.small_wager
    own = small is not None and small.value is SmallWager.OWN_TABLE
    offered = BonusSpinChoices(
        cards=(Designated(rank="king", color="red"),),
        hot_spot=wheel(primary=1, secondary=2, _600=3),
        community=wheel(_150=1, _100=3),
        positions=(1, 2, 4),
        primary=MeterChoices(rate="8%", initial="10000.01", reset="10000"),
        secondary=MeterChoices(rate="4%", initial="10000.03", reset="5000"),
        amounts=("5", "1") if small else (),
        small_wager_pays=(OwnPay(symbol="$600", hot_spot="77"), OwnPay(symbol="$100", community="11"))
        if own
        else (),
    )
    return tiny(book, *SHAPE, seats=3, bonus_spin=offered, **house)


def spun(rules: Rules, positions: tuple[int, ...], chip: int) -> list[Way]:
    """Play rounds in which nobody goes to war, and spin the wheel."""
    wagers = {Wager.INITIAL: initial_wager(rules), Wager.BONUS_SPIN: chip}
    return Orders(rules=rules, wagers=dict.fromkeys(positions, wagers), on_a_tie=Choice.SURRENDER).ways


def check(rules: Rules, positions: tuple[int, ...], chip: int = CHIP) -> None:
    """Hold every position's odds against every order and every stop."""
    wagers = len(positions) * chip
    meters = PRIMARY + wagers * 8 // 100, SECONDARY + wagers * 4 // 100
    told = bonus_spin(rules, Shoe.fresh(rules), positions, wager=chip, meters=meters)
    assert {odds.position for odds in told} == set(positions)
    found = spun(rules, positions, chip)
    for odds in told:
        check_position(found, odds, chip)


def check_position(found: list[Way], odds: SpinOdds, chip: int) -> None:
    seat = odds.position
    nets = distribution(found, lambda way: Fraction(brought(way, seat), chip))
    assert nets == odds.distribution.outcomes
    assert mean(found, lambda way: way.net(seat, Wager.BONUS_SPIN)) / chip + 1 == odds.fixed_return
    assert mean(found, lambda way: way.meter(seat) > 0) == sum(odds.meter_chances)


def brought(outcome: Outcome, seat: int) -> int:
    """Tell what the wager at a position brought, the meters included."""
    return outcome.net(seat, Wager.BONUS_SPIN) + outcome.meter(seat)


@pytest.mark.parametrize("readings", readings_of("maryland"), ids=str)
def test_every_reading(readings):
    rules = offering(readings)
    for positions in ((2,), (1, 3)):
        check(rules, positions)


@pytest.mark.parametrize("winners", ["in_turn", "divided"])
@pytest.mark.parametrize("reading", ["one_fifth", "no_progressive", "own_table"])
@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
def test_a_small_wager(hot_spot, reading, winners):
    readings = {"one_dollar_spin": reading, "hot_spot": hot_spot, "meter_winners": winners}
    check(offering(readings), (1, 3), SMALL)


@pytest.mark.parametrize("winners", ["in_turn", "divided"])
@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
def test_three_positions(hot_spot, winners):
    check(offering({"hot_spot": hot_spot, "meter_winners": winners}), (1, 2, 3))


@settings(max_examples=15)
@given(st.data())
def test_any_combination_of_readings(data):
    rules = offering(data.draw(drawn_readings("maryland")))
    chip = data.draw(st.sampled_from(rules.fixed_amounts(Wager.BONUS_SPIN)))
    check(rules, data.draw(st.sampled_from([(1,), (1, 2), (2, 3)])), chip)


@pytest.mark.parametrize("limit", ["700", "1000000"])
@pytest.mark.parametrize("reading", ["betting_area", "each_wager", "player", "with_progressive"])
def test_a_payout_limit(reading, limit):
    rules = offering({"payout_limit": reading}, payout_limit=limit)
    if (reading, limit) == ("with_progressive", "700"):
        with pytest.raises(NotCovered):
            bonus_spin(rules, Shoe.fresh(rules))
        return
    check(rules, (1, 3))


def test_no_wheel_where_the_house_offers_none():
    rules = tiny(source("maryland").book(), *SHAPE)
    assert bonus_spin(rules, Shoe.fresh(rules)) == []
