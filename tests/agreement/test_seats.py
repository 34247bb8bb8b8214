"""Several seats against one dealer: how two hands go together, what the table wins, how far it swings."""

from collections import Counter
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fought
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import Wager
from casinowar.odds.hand import Strategy
from casinowar.odds.seats import Mix, Seats, mixes, wagered
from casinowar.odds.settlement import NotCovered, Wagered, moved
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import initial
from casinowar.rulebooks import RulebookFile, names
from tests.agreement.every_order import (
    Orders,
    Outcome,
    RanOut,
    Way,
    all_wagers,
    covariance,
    initial_wager,
    mean,
    put_down_at_least,
    tiny,
)
from tests.agreement.texts import CHOICES, EVERY_READING, any_readings, readings_of
from tests.support.varieties import own_values, source

BANK = (6, 10**9)
FIRST, SECOND, THIRD = 1, 2, 4
"""Where the hands are: with a gap, and apart from the player/dealer."""

ALWAYS = [Strategy.WAR, Strategy.SURRENDER]


def as_odds(sizes: dict[Wager, int]) -> Wagered:
    made = (Wager.INITIAL, Wager.TIE, Wager.WAR_TIE, Wager.DEALER_WINS)
    return Wagered(*(sizes.get(wager, 0) for wager in made))


def as_played(wagers: Wagered) -> dict[Wager, int]:
    sizes = {Wager.INITIAL: wagers.initial, Wager.TIE: wagers.tie, Wager.WAR_TIE: wagers.war_tie}
    return {wager: amount for wager, amount in sizes.items() if amount}


def first(outcome: Outcome) -> int:
    return outcome.net(FIRST)


def second(outcome: Outcome) -> int:
    return outcome.net(SECOND)


def third(outcome: Outcome) -> int:
    return outcome.net(THIRD)


def check_two_hands(rules: Rules, strategy: Strategy, seats: Seats) -> None:
    """Hold two hands with different wagers against the pairs of paths that odds list.

    A tie wager that runs to its end is followed for one hand only, in `test_single_hand.py`.
    """
    one, other = all_wagers(rules), put_down_at_least(rules)
    if rules.equal_rank_wins_ties:
        # Which of two seats' tie wagers win where suits decide is not worked out.
        one = other
    if rules.ties_run_on:
        if Wager.TIE in other:
            return
        del one[Wager.TIE]
    found = Orders(
        rules=rules, wagers={FIRST: one, SECOND: other}, on_a_tie=CHOICES[strategy], bank=BANK
    ).ways
    assert joint(found) == expected(rules, seats, as_odds(one), as_odds(other))
    assert covariance(found, first, second) == seats.covariance(as_odds(one), as_odds(other))


def joint(found: list[Way]) -> dict[tuple[int, int], Fraction]:
    """Find the chances of both results at once."""
    chances: dict[tuple[int, int], Fraction] = {}
    for chance, outcome in found:
        both = first(outcome), second(outcome)
        chances[both] = chances.get(both, Fraction(0)) + chance
    return chances


def expected(rules: Rules, seats: Seats, one: Wagered, other: Wagered) -> dict[tuple[int, int], Fraction]:
    """Ask odds for the chances of both results at once."""
    chances: dict[tuple[int, int], Fraction] = {}
    for (mine, theirs), chance in seats.pairs.items():
        both = moved(rules, mine, one).net, moved(rules, theirs, other).net
        chances[both] = chances.get(both, Fraction(0)) + chance
    return chances


@pytest.mark.parametrize("strategy", ALWAYS)
@pytest.mark.parametrize("book", EVERY_READING.values(), ids=EVERY_READING)
def test_two_hands(book, strategy):
    rules = tiny(book, 3, 1, 8)
    check_two_hands(rules, strategy, Seats(rules, Shoe.fresh(rules), strategy))


@pytest.mark.parametrize("name", EVERY_READING)
def test_what_the_table_wins_from_three_seats(name):
    rules = tiny(EVERY_READING[name], 2, 1, 16)
    seats = Seats(rules, Shoe.fresh(rules))
    for mix in mixes(rules) if name in names() else mixes(rules)[-1:]:
        if rules.equal_rank_wins_ties and mix is not Mix.INITIAL:
            with pytest.raises(NotCovered, match="suits decide"):
                seats.table(mix, 3)
        elif rules.ties_run_on and mix is not Mix.INITIAL:
            with pytest.raises(NotCovered, match="runs to its end"):
                seats.table(mix, 2)
        else:
            check_table(rules, seats, mix)


def check_table(rules: Rules, seats: Seats, mix: Mix) -> None:
    """Hold win, variance and covariance against a round in which every seat makes the same wagers."""
    wagers = wagered(rules, mix)
    hands = dict.fromkeys((FIRST, SECOND, THIRD), as_played(wagers))
    found = Orders(rules=rules, wagers=hands, bank=BANK).ways
    odds = seats.table(mix, len(hands))
    unit = wagers.initial
    before_the_deal = (Wager.INITIAL, Wager.TIE)
    assert odds.put_down * unit == mean(found, lambda outcome: outcome.put_down(FIRST, *before_the_deal))
    assert odds.win * unit == mean(found, lambda outcome: outcome.bank)
    assert odds.variance * unit**2 == covariance(found, by_the_table, by_the_table)
    assert odds.covariance * unit**2 == covariance(found, first, second)
    assert odds.covariance * unit**2 == covariance(found, second, third)


def by_the_table(outcome: Outcome) -> int:
    return outcome.bank


@pytest.mark.parametrize("limit", ["4", "12", "24", "46"])
@pytest.mark.parametrize("readings", readings_of("maryland", "payout_limit"), ids=str)
def test_a_payout_limit(readings, limit):
    rules = tiny(source("maryland").book(readings), 2, 1, 8, payout_limit=limit)
    check_two_hands(rules, Strategy.WAR, Seats(rules, Shoe.fresh(rules)))


def test_cards_seen_before():
    rules = tiny(source("washington").book(), 3, 1, 9)
    gone = ("AC", "AC", "AC", "AC", "QC", "QC")
    seats = Seats(rules, Shoe.fresh(rules).without(gone))
    one, other = all_wagers(rules), put_down_at_least(rules)
    if rules.equal_rank_wins_ties:
        # Which of two seats' tie wagers win where suits decide is not worked out.
        one = other
    found = Orders(rules=rules, wagers={FIRST: one, SECOND: other}, gone=gone).ways
    assert joint(found) == expected(rules, seats, as_odds(one), as_odds(other))


@settings(max_examples=20)
@given(any_readings(), st.sampled_from(ALWAYS))
def test_any_combination_of_readings(book, strategy):
    rules = tiny(book, 2, 1, 11)
    check_two_hands(rules, strategy, Seats(rules, Shoe.fresh(rules), strategy))


@settings(max_examples=50)
@given(own_values(), st.integers(1, 2), st.integers(4, 24), st.sampled_from(ALWAYS))
def test_rulebooks_that_nobody_wrote(values, ranks, decks, strategy):
    try:
        book = RulebookFile("made_up.toml", "", values, {}).book()
        rules = tiny(book, ranks, 1, decks)
    except (InputError, HouseError):
        return
    shoe = Shoe.fresh(rules)
    try:
        seats = Seats(rules, shoe, strategy)
    except NotCovered:
        if rules.suits_decide_first is not rules.suits_decide_at_war:
            return
        assert shoe.size < max(most_cards(book), most_cards(separately(book)))
        return
    try:
        check_two_hands(rules, strategy, seats)
    except RanOut:
        assert shoe.size < most_cards(book)


def separately(book: Rulebook) -> Rulebook:
    """Let every war be fought by itself, which takes the most cards."""
    if book.war is None:
        return book
    return replace(book, war=replace(book.war, deal=replace(book.war.deal, fought=Fought.SEPARATELY)))


def most_cards(book: Rulebook) -> int:
    """Find how many cards a round of two hands can take, out of a shoe that holds any number of them."""
    rules = tiny(book, 1, 1, 100)
    hands = dict.fromkeys((FIRST, SECOND), all_wagers(rules))
    return max(outcome.drawn for _, outcome in Orders(rules=rules, wagers=hands, bank=BANK).ways)


def test_the_best_strategy_is_honoured_or_refused():
    rules = tiny(source("california").book({"primary_wager_at_war": "lost"}), 3, 1, 8)
    alone = initial(rules, Shoe.fresh(rules), Strategy.BEST)
    with suppress(NotCovered):
        seats = Seats(rules, Shoe.fresh(rules), Strategy.BEST)
        wagers = Wagered(initial_wager(rules))
        assert seats.single(wagers).mean == alone.distribution.mean * initial_wager(rules)


def test_two_hands_of_one_table_are_not_independent():
    rules = tiny(source("wisconsin").book(), 3, 1, 8)
    pairs = Seats(rules, Shoe.fresh(rules)).pairs
    alone: Counter[object] = Counter()
    for (one, _), chance in pairs.items():
        alone[one] += chance  # type: ignore[assignment]  # a Counter holds fractions as well as it holds counts
    assert any(chance != alone[one] * alone[other] for (one, other), chance in pairs.items())
