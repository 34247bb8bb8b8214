"""The cover card's effect: whole shoes, dealt in every order until the cover card comes out."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.book.cited_values import Says
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import Shuffler, Wager
from casinowar.odds.cover_card import long_run
from casinowar.odds.cover_card_several_seats import shared_long_run
from casinowar.odds.hand import Strategy
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import tie
from casinowar.rulebooks import RulebookFile, names
from tests.agreement.every_order import MAIN, Orders, RanOut, Way, all_wagers, initial_wager, mean, tiny
from tests.agreement.texts import CHOICES, EVERY_READING
from tests.support.varieties import EXAMPLES, HERE, OWN, own_values, source

BANK = (2, 10**9)
ALWAYS = [Strategy.WAR, Strategy.SURRENDER]
FRONT = 3
"""How many cards lie in front of the cover card: enough for two rounds or three."""
DEFAULTS = [*names(), *map(str, OWN)]


def in_front(rules: Rules, front: int) -> Rules:
    """Put the cover card behind so many cards, and let one player bank as long as the shoe lasts."""
    book = rules.book
    bank = book.bank and replace(book.bank, held=replace(book.bank.held, rounds=1000))
    behind = rules.batch_size - front
    return tiny(replace(book, bank=bank), 13, 4, rules.decks, cards_behind_cover_card=behind)


def dealt(rules: Rules, strategy: Strategy, *, sees_burns: bool = False) -> list[Way]:
    """Deal shoes down to the cover card, with every wager in every round but one that cards are dealt for."""
    return Orders(
        rules=rules,
        wagers={1: made(rules)},
        on_a_tie=CHOICES[strategy],
        bank=BANK,
        sees_burns=sees_burns,
        to_the_cover_card=True,
    ).ways


def made(rules: Rules) -> dict[Wager, Cents]:
    """Make every wager but a tie wager that runs to its end."""
    left_out = {Wager.TIE} if rules.ties_run_on else set()
    return {wager: size for wager, size in all_wagers(rules).items() if wager not in left_out}


def check(rules: Rules, strategy: Strategy, found: list[Way]) -> None:
    """Hold long-run averages against whole shoes: what they bring in all, over how many rounds they have."""
    sizes = made(rules)
    fights = rules.most_wars and not strategy.gives_up(rules, 0)
    one_deal_only = fights and rules.suits_decide_first is not rules.suits_decide_at_war
    has_to_fight = strategy is Strategy.SURRENDER and fights
    ranks_tie = rules.equal_rank_wins_ties and (rules.book.wagers.tie or rules.book.wagers.war_tie)
    if one_deal_only or has_to_fight or ranks_tie:
        with pytest.raises(NotCovered):
            long_run(rules, strategy)
        return
    odds = long_run(rules, strategy)
    rounds = mean(found, lambda shoe: shoe.rounds)
    assert odds.rounds == rounds
    assert odds.initial == -mean(found, lambda shoe: shoe.net(1, *MAIN)) / (initial_wager(rules) * rounds)
    if rules.most_ties > 1:
        assert odds.tie is None
    elif Wager.TIE in sizes:
        won = mean(found, lambda shoe: shoe.net(1, Wager.TIE))
        assert odds.tie == -won / (sizes[Wager.TIE] * rounds)
    wars = mean(found, lambda shoe: len(shoe.war_ties.get(1, ())))
    if wars and odds.war_tie is not None:
        won = mean(found, lambda shoe: shoe.net(1, Wager.WAR_TIE))
        assert odds.war_tie == -won / (sizes[Wager.WAR_TIE] * wars)


@pytest.mark.parametrize("strategy", ALWAYS)
@pytest.mark.parametrize("book", EVERY_READING.values(), ids=EVERY_READING)
def test_every_reading(book, strategy):
    whole = tiny(book, 2, 1, 12)
    rules = in_front(whole, after_a_war(whole) if strategy is Strategy.WAR else FRONT)
    check(rules, strategy, dealt(rules, strategy))


def after_a_war(rules: Rules) -> int:
    """Tell after how many cards a first round with one war is over: there it matters what a war takes."""
    ways = Orders(rules=rules, wagers={1: made(rules)}, bank=BANK).ways
    return min((outcome.drawn for _, outcome in ways if len(outcome.cards[1]) == 2), default=FRONT)


@pytest.mark.parametrize("reference", DEFAULTS, ids=lambda reference: source(reference).book().name)
def test_burned_cards_told_apart(reference):
    rules = in_front(tiny(source(reference).book(), 2, 1, 7), 2)
    check(rules, Strategy.WAR, dealt(rules, Strategy.WAR, sees_burns=True))


@pytest.mark.parametrize("front", [1, 2, 4, 5, 6])
@pytest.mark.parametrize("name", ["washington", "wisconsin"])
def test_the_cover_card_anywhere(name, front):
    rules = in_front(tiny(source(name).book(), 2, 1, 8), front)
    check(rules, Strategy.WAR, dealt(rules, Strategy.WAR))


def test_three_ranks():
    rules = in_front(tiny(source("maryland").book(), 3, 1, 5), FRONT)
    check(rules, Strategy.WAR, dealt(rules, Strategy.WAR))


@pytest.mark.parametrize("shuffler", Shuffler)
@pytest.mark.parametrize("name", names())
def test_every_way_of_shuffling(name, shuffler):
    book = source(name).book()
    try:
        rules = tiny(book, 2, 1, 8, shuffler=shuffler, cards_behind_cover_card=16 - FRONT)
    except HouseError:
        return
    check(rules, Strategy.WAR, dealt(rules, Strategy.WAR))


def test_a_device_that_shuffles_without_a_break_has_no_cover_card():
    book = source("wisconsin").book()
    cards = replace(book.cards, by_hand=None, batch_shuffler=None, continuous_shuffler=book.cards.by_hand)
    rules = in_front(tiny(replace(book, cards=cards), 2, 1, 8), FRONT)
    check(rules, Strategy.WAR, dealt(rules, Strategy.WAR))


def test_a_cover_card_among_the_first_burned_cards_leaves_one_round():
    book = source("wisconsin").book()
    two = Says(value=2, clause=HERE)
    rules = in_front(tiny(replace(book, burns=replace(book.burns, new_shoe=two)), 2, 1, 8), 1)
    check(rules, Strategy.WAR, dealt(rules, Strategy.WAR))


@pytest.mark.parametrize("front", [2, 4, 6])
def test_a_burn_by_the_first_card(front):
    book = source(str(next(path for path in EXAMPLES if path.stem == "burn_by_the_first_card"))).book()
    assert book.burns.by_first_card is not None
    law = replace(book.burns.by_first_card, burns={"ace": 0, "king": 2})
    rules = in_front(tiny(replace(book, burns=replace(book.burns, by_first_card=law)), 2, 1, 7), front)
    for strategy in ALWAYS:
        check(rules, strategy, dealt(rules, strategy))


@settings(max_examples=60)
@given(own_values(), st.integers(2, 6), st.sampled_from(ALWAYS))
def test_rulebooks_that_nobody_wrote(values, front, strategy):
    values["cards"] |= {"by_hand": {"start": 1, "clause": HERE}}
    try:
        book = RulebookFile("made_up.toml", "", values, {}).book()
        rules = in_front(tiny(book, 2, 1, 10), front)
    except (InputError, HouseError):
        return
    try:
        found = dealt(rules, strategy)
    except RanOut:
        with pytest.raises(NotCovered):
            long_run(rules, strategy)
        return
    try:
        check(rules, strategy, found)
    except NotCovered:
        assert book.war is not None


def test_rounds_at_the_cover_card_are_no_fair_sample():
    rules = in_front(tiny(source("washington").book(), 2, 1, 8), FRONT)
    fresh = tie(rules, Shoe.fresh(rules))
    assert fresh is not None
    assert long_run(rules).tie != fresh.house_edge


@pytest.mark.parametrize("strategy", ALWAYS)
@pytest.mark.parametrize(
    ("seats", "shape", "front"),
    [(2, (2, 1, 9), 4), (2, (2, 1, 11), 8), (2, (3, 1, 6), 4), (3, (2, 1, 10), 5)],
)
@pytest.mark.parametrize("name", ["maryland", "washington", "wisconsin"])
def test_several_seats(name, seats, shape, front, strategy):
    rules = in_front(tiny(source(name).book(), *shape), front)
    sizes = made(rules)
    found = Orders(
        rules=rules,
        wagers=dict.fromkeys(range(1, seats + 1), sizes),
        on_a_tie=CHOICES[strategy],
        to_the_cover_card=True,
    ).ways
    odds = shared_long_run(rules, seats, strategy)
    rounds = mean(found, lambda shoe: shoe.rounds)
    assert (odds.seats, odds.rounds) == (seats, rounds)

    def won(*wagers: Wager) -> Fraction:
        return mean(found, lambda shoe: sum(shoe.net(seat, *wagers) for seat in range(1, seats + 1)))

    assert odds.initial == -won(*MAIN) / (initial_wager(rules) * seats * rounds)
    assert odds.tie == -won(Wager.TIE) / (sizes[Wager.TIE] * seats * rounds)
    wars = mean(found, lambda shoe: sum(map(len, shoe.war_ties.values())))
    if Wager.WAR_TIE in sizes and wars:
        assert odds.war_tie == -won(Wager.WAR_TIE) / (sizes[Wager.WAR_TIE] * wars)


@pytest.mark.parametrize("name", names())
def test_one_seat_of_several_is_one_seat(name):
    rules = in_front(tiny(source(name).book(), 3, 2, 4), 12)
    for strategy in ALWAYS:
        assert shared_long_run(rules, 1, strategy) == long_run(rules, strategy)


def test_more_seats_than_can_be_counted_are_left_to_simulation():
    rules = in_front(tiny(source("washington").book(), 2, 1, 9), 4)
    with pytest.raises(NotCovered, match="1 to 3 seats; simulate tells it"):
        shared_long_run(rules, 4)
