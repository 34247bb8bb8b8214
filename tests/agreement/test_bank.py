"""The player/dealer's bank: what is won from it, hand by hand, when it is too small for all the wagers."""

from contextlib import suppress
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.book.bank import SettlingStart
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fought
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import Direction, Wager
from casinowar.odds.bank import BankOdds, bank
from casinowar.odds.hand import Strategy
from casinowar.odds.settlement import NotCovered, Wagered
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import RulebookFile
from tests.agreement.every_order import Orders, Outcome, Way, distribution, initial_wager, mean, tiny
from tests.agreement.texts import CHOICES, drawn_readings, readings_of
from tests.support.banking import banked_instead
from tests.support.varieties import own_values, source

BANKER = 2
RICH = 10**9
SIZES = [1_00, 3_00, 5_00, 6_00, 9_00, 13_00, 17_00, 25_00, 60_00]
EXHAUSTED = ["payoffs", "running", "both_ways", "collect_first", "odds_kept"]
PUT_DOWN = (Wager.INITIAL, Wager.TIE, Wager.WAR_TIE, Wager.DEALER_WINS)
Hands = dict[int, Wagered]


def two_hands(rules: Rules) -> Hands:
    """Put a hand on either side of the player/dealer."""
    least, most = rules.limits[Wager.INITIAL]
    more = min(most, least + 2 * rules.unit(Wager.INITIAL))
    return {1: Wagered(least, 2 * rules.unit(Wager.TIE)), 3: Wagered(more)}


def three_hands(rules: Rules) -> Hands:
    """Put one more hand at the end."""
    return {**two_hands(rules), 4: Wagered(initial_wager(rules), rules.unit(Wager.TIE))}


def played(rules: Rules, hands: Hands, amount: int, strategy: Strategy) -> list[Way]:
    """Play the hands against a bank of one size."""
    wagers = {
        seat: {wager: size for wager, size in zip(PUT_DOWN, wagered, strict=True) if size}
        for seat, wagered in hands.items()
    }
    return Orders(rules=rules, wagers=wagers, on_a_tie=CHOICES[strategy], bank=(BANKER, amount)).ways


def settled(rules: Rules, hands: Hands) -> list[int]:
    """Put hands into the order in which they are settled."""
    assert rules.book.bank is not None
    order = rules.book.settlement.order
    if order.paying:
        return [*order.paying.order(hands)]
    seats = [*order.direction.order(hands)]
    if rules.book.bank.start.value is SettlingStart.AFTER_THE_BANK:
        after = [seat for seat in seats if seat > BANKER]
        return after + [seat for seat in seats if seat < BANKER]
    return seats


def asked(rules: Rules, hands: Hands, amount: int, strategy: Strategy) -> BankOdds:
    odds = bank(rules, Shoe.fresh(rules), [hands[seat] for seat in settled(rules, hands)], amount, strategy)
    assert odds is not None
    return odds


def check(rules: Rules, hands: Hands, amount: int, strategy: Strategy = Strategy.WAR) -> None:
    """Hold the player/dealer's result and what each hand can expect against every order."""
    odds = asked(rules, hands, amount, strategy)
    found = played(rules, hands, amount, strategy)
    assert distribution(found, lambda outcome: outcome.bank) == odds.distribution.outcomes
    for place, seat in enumerate(settled(rules, hands)):
        assert expected(found, seat) == odds.hands[place]
    if not odds.short:
        assert odds.distribution == asked(rules, hands, RICH, strategy).distribution


def expected(found: list[Way], seat: int) -> Fraction:
    return mean(found, lambda outcome: outcome.net(seat))


@pytest.mark.parametrize("amount", SIZES)
@pytest.mark.parametrize("readings", readings_of("california"), ids=str)
def test_every_reading(readings, amount):
    rules = tiny(source("california").book(readings), 3, 1, 8)
    for strategy in (Strategy.WAR, Strategy.SURRENDER):
        check(rules, two_hands(rules), amount, strategy)


TOGETHER = [
    {"bank_exhausted": exhausted, "short_bank_at_war": short, "primary_wager_at_war": primary}
    for exhausted, short, primary in product(
        EXHAUSTED,
        ["partly_matched", "whole_unit_only", "may_add"],
        ["held", "lost"],
    )
]


@pytest.mark.parametrize("readings", TOGETHER, ids=lambda readings: ", ".join(readings.values()))
def test_readings_that_work_together(readings):
    rules = tiny(source("california").book(readings), 3, 1, 8)
    hands = two_hands(rules)
    unlimited = {fallen(outcome): outcome.nets for _, outcome in played(rules, hands, RICH, Strategy.WAR)}
    for amount in SIZES:
        check(rules, hands, amount)
        found = played(rules, hands, amount, Strategy.WAR)
        cut_short = mean(found, lambda outcome: unlimited.get(fallen(outcome)) != outcome.nets)
        assert cut_short == asked(rules, hands, amount, Strategy.WAR).short


def fallen(outcome: Outcome) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Tell how the cards fell."""
    return tuple(sorted(outcome.cards.items()))


@pytest.mark.parametrize("amount", [4_00, 12_00])
@pytest.mark.parametrize("start", ["dealers_left", "after_player_dealer"])
@pytest.mark.parametrize("timing", ["after_all_hands", "at_the_seat"])
@pytest.mark.parametrize("exhausted", EXHAUSTED)
def test_three_hands(exhausted, timing, start, amount):
    readings = {"bank_exhausted": exhausted, "bank_start": start, "choice_timing": timing}
    rules = tiny(source("california").book(readings), 3, 1, 10)
    check(rules, three_hands(rules), amount)


@settings(max_examples=40)
@given(st.data())
def test_any_combination_of_readings(data):
    rules = tiny(source("california").book(data.draw(drawn_readings("california"))), 3, 1, 8)
    amount = data.draw(st.integers(1, 30), label="amount") * rules.chip
    check(rules, two_hands(rules), amount, data.draw(st.sampled_from([Strategy.WAR, Strategy.SURRENDER])))


@settings(max_examples=80)
@given(own_values(), st.integers(1, 40), st.sampled_from([Strategy.WAR, Strategy.SURRENDER]), st.data())
def test_rulebooks_that_nobody_wrote(values, units, strategy, data):
    readings = data.draw(drawn_readings("california", "bank_exhausted", "short_bank_at_war", "bank_start"))
    try:
        book = RulebookFile("made_up.toml", "", values, {}).book()
        rules = tiny(banked(book, source("california").book(readings)), 3, 1, 9)
    except (InputError, HouseError):
        return
    hands = {seat: Wagered(wager.initial) for seat, wager in two_hands(rules).items()}
    try:
        asked(rules, hands, RICH, strategy)
    except NotCovered:
        if rules.suits_decide:
            return
        war = rules.book.war
        assert war is not None
        assert war.again or war.deal.fought is not Fought.TOGETHER or rules.batch_size < 25
        return
    check(rules, hands, units * rules.unit(Wager.INITIAL), strategy)


@pytest.mark.parametrize("amount", [3_00, 9_00, 17_00])
def test_a_tie_wager_on_the_war_is_honoured_or_refused(amount):
    rules = tiny(source("california").book({"tie_wager_on_war": "allowed"}), 3, 1, 8)
    hands = {seat: each._replace(war_tie=2 * rules.chip) for seat, each in two_hands(rules).items()}
    with suppress(NotCovered):
        check(rules, hands, amount)


@pytest.mark.parametrize("amount", SIZES)
def test_another_order_of_settling_wars_is_honoured_or_refused(amount):
    book = source("california").book({"primary_wager_at_war": "lost"})
    assert book.war is not None
    order = replace(book.war.order, direction=Direction.COUNTERCLOCKWISE)
    rules = tiny(replace(book, war=replace(book.war, order=order)), 3, 1, 8)
    hands = {seat: each._replace(tie=0) for seat, each in two_hands(rules).items()}
    with suppress(NotCovered):
        check(rules, hands, amount)


def test_the_best_strategy_is_honoured_or_refused():
    rules = tiny(source("california").book({"primary_wager_at_war": "lost"}), 3, 1, 8)
    with suppress(NotCovered):
        check(rules, {1: Wagered(initial_wager(rules))}, RICH, Strategy.BEST)


def banked(book: Rulebook, of: Rulebook) -> Rulebook:
    """Let a player bank a game that the house banked, and settle wars in the order of the original deal."""
    matched = banked_instead(book, of)
    war = matched.war and replace(matched.war, order=book.settlement.order)
    return replace(matched, seating=of.seating, war=war)


def test_no_bank_where_the_house_banks():
    rules = tiny(source("maryland").book(), 3, 1, 8)
    assert bank(rules, Shoe.fresh(rules), [Wagered(5_00)], 5_00) is None
