"""One hand: what odds say of its wagers is what comes out of every order of a tiny shoe."""

from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.automatic import attend
from casinowar.game.book.cited_values import Says
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Made, Runs
from casinowar.game.book.wagers import TieWager
from casinowar.game.book.war import base
from casinowar.game.chance import OpenSource
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Choice, Wager
from casinowar.odds import wagers
from casinowar.odds.distribution import Distribution
from casinowar.odds.hand import Strategy, ways
from casinowar.odds.settlement import NotCovered, Wagered, moved
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import RulebookFile, names
from tests.agreement.every_order import (
    MAIN,
    Orders,
    Outcome,
    RanOut,
    Way,
    all_wagers,
    distribution,
    initial_wager,
    mean,
    tiny,
)
from tests.agreement.texts import CHOICES, EVERY_READING, any_readings, readings_of
from tests.support.scenario import posted
from tests.support.varieties import HERE, OWN, own_values, source

BANK = (2, 10**9)
SEEN = ("AC", "AC", "KC", "KC", "KC", "QC")
SHOES = {
    "every burned card told apart": ((2, 1, 7), (), True),
    "three ranks": ((3, 1, 5), (), False),
    "two suits": ((2, 2, 4), (), False),
    "six cards seen before": ((4, 1, 6), SEEN, False),
}
ALWAYS = [Strategy.WAR, Strategy.SURRENDER]
SMALL = [(ranks, 1, decks) for ranks in (1, 2, 3) for decks in range(1, 13)]
FURTHER = (Wager.INITIAL, Wager.TIE, Wager.WAR_TIE, Wager.DEALER_WINS)


@cache
def played(rules: Rules, shoe: str, strategy: Strategy) -> Orders:
    """Play one hand with every wager that the text has."""
    _, gone, sees_burns = SHOES[shoe]
    return Orders(
        rules=rules,
        wagers={1: all_wagers(rules)},
        on_a_tie=CHOICES[strategy],
        bank=BANK,
        gone=gone,
        sees_burns=sees_burns,
    )


@cache
def rules_for(book: str, shape: tuple[int, int, int]) -> Rules:
    return tiny(EVERY_READING[book], *shape)


TABLES = [
    pytest.param((book, shoe), id=f"{book}, {shoe}")
    for book in EVERY_READING
    for shoe in SHOES
    if shoe != "two suits" or book in names() or EVERY_READING[book].cards.order_of_suits
]
"""Suits mean nothing where they do not decide, so that a few texts are enough to show it."""


@pytest.fixture(params=TABLES)
def table(request):
    return request.param


@pytest.fixture
def shoe(table):
    return table[1]


@pytest.fixture
def rules(table, shoe):
    return rules_for(table[0], SHOES[shoe][0])


def cards_of(rules: Rules, shoe: str) -> Shoe:
    return Shoe.fresh(rules).without(SHOES[shoe][1])


def of_initial(rules: Rules, outcome: Outcome) -> Fraction:
    """Tell what the initial wager brought to the end of its wars, per unit."""
    return Fraction(outcome.net(1, *MAIN), initial_wager(rules))


@pytest.mark.parametrize("strategy", ALWAYS)
def test_the_initial_wager(rules, shoe, strategy):
    check_initial_wager(rules, shoe, strategy)


@pytest.mark.parametrize("shoe", ["three ranks", "six cards seen before"])
@pytest.mark.parametrize("book", EVERY_READING)
def test_the_best_choice(book, shoe):
    check_initial_wager(rules_for(book, SHOES[shoe][0]), shoe, Strategy.BEST)


def check_initial_wager(rules: Rules, shoe: str, strategy: Strategy) -> None:
    """Hold the whole distribution, and what is put down on average, against every order."""
    found = played(rules, shoe, strategy).ways
    odds = wagers.initial(rules, cards_of(rules, shoe), strategy)
    assert distribution(found, lambda outcome: of_initial(rules, outcome)) == odds.distribution.outcomes
    put_down = mean(found, lambda outcome: outcome.put_down(1, Wager.INITIAL, Wager.WAR))
    assert put_down / initial_wager(rules) == odds.wagered


def test_the_tie_wagers(rules, shoe):
    found = played(rules, shoe, Strategy.WAR).ways
    sizes, cards = all_wagers(rules), cards_of(rules, shoe)
    tie = wagers.tie(rules, cards, sizes.get(Wager.TIE))
    assert (tie is not None) == (Wager.TIE in sizes)
    if tie is not None:
        per_unit = distribution(found, lambda each: Fraction(each.net(1, Wager.TIE), sizes[Wager.TIE]))
        assert per_unit == tie.distribution.outcomes
    if (dealer_wins := wagers.dealer_wins(rules, cards, sizes.get(Wager.DEALER_WINS))) is not None:
        size = sizes[Wager.DEALER_WINS]
        per_unit = distribution(found, lambda each: Fraction(each.net(1, Wager.DEALER_WINS), size))
        assert per_unit == dealer_wins.distribution.outcomes
    on_wars = wagers.war_tie(rules, cards, sizes.get(Wager.WAR_TIE))
    for war, odds in enumerate(on_wars):
        assert given_war(found, war, war_tie(rules, war)) == odds.distribution.outcomes
    assert len(on_wars) == max(len(each.war_ties.get(1, ())) for _, each in found)


def war_tie(rules: Rules, before: int) -> int:
    """Tell how much is wagered on a tie in a war, after so many."""
    sizes, law, war = all_wagers(rules), rules.book.wagers.war_tie, rules.book.war
    if law is None or war is None or law.equals is None:
        return sizes[Wager.WAR_TIE]
    initial = sizes[Wager.INITIAL]
    return base(law.equals, initial, int(war.all_times(before + 1) * initial))


def given_war(found: list[Way], war: int, size: int) -> object:
    """Find what the tie wager on a war deal brought per unit, once that war was fought."""
    reached = [(chance, each) for chance, each in found if len(each.war_ties.get(1, ())) > war]
    total = sum(chance for chance, _ in reached)
    ways_there = [(chance / total, each) for chance, each in reached]
    return distribution(ways_there, lambda each: Fraction(each.war_ties[1][war], size))


@pytest.mark.parametrize("strategy", ALWAYS)
def test_all_wagers_of_a_hand_together(rules, shoe, strategy):
    found = played(rules, shoe, strategy).ways
    assert distribution(found, lambda outcome: outcome.net(1)) == together(
        rules, cards_of(rules, shoe), strategy
    )
    assert all(outcome.net(1) == -outcome.bank for _, outcome in found)


def together(rules: Rules, shoe: Shoe, strategy: Strategy) -> object:
    """Ask odds for the net result of all wagers of a hand."""
    sizes = all_wagers(rules)
    wagered = Wagered(*(sizes.get(wager, 0) for wager in FURTHER))
    outcomes = [
        (Fraction(moved(rules, path, wagered).net), chance)
        for path, chance in ways(rules, shoe, strategy, with_tie=Wager.TIE in sizes).items()
    ]
    return Distribution(outcomes).outcomes


ALONE = {"tie_alone": Wager.TIE, "either_card": Wager.DEALER_WINS, "ties_in_a_row": Wager.TIE}


@pytest.mark.parametrize("made", ["with or without an initial wager", "instead of an initial wager"])
@pytest.mark.parametrize("runs", Runs)
@pytest.mark.parametrize("book", ALONE)
def test_a_wager_without_an_initial_one(book, runs, made):
    law, wager = EVERY_READING[book].wagers, ALONE[book]
    changed = replace(getattr(law, wager), made=Made(made))
    if isinstance(changed, TieWager) and changed.in_a_row:
        changed = replace(changed, runs=runs)
    text = replace(EVERY_READING[book], wagers=replace(law, **{str(wager): changed}))
    rules = tiny(text, 3, 1, 5)
    size = 7 * rules.unit(wager)
    found = Orders(rules=rules, wagers={1: {wager: size}}).ways
    cards = Shoe.fresh(rules)
    alone = wagers.tie(rules, cards, size, alone=True)
    odds = alone if wager is Wager.TIE else wagers.dealer_wins(rules, cards, size)
    assert odds is not None
    assert distribution(found, lambda outcome: Fraction(outcome.net(1), size)) == odds.distribution.outcomes
    assert all(set(outcome.placed) == {(1, wager)} for _, outcome in found)


@pytest.mark.parametrize("strategy", ALWAYS)
def test_ties_in_a_row_that_stop_with_the_war(strategy):
    law = EVERY_READING["ties_in_a_row"].wagers
    assert law.tie is not None
    tie = replace(law.tie, runs=Runs.WITH_INITIAL)
    rules = tiny(replace(EVERY_READING["ties_in_a_row"], wagers=replace(law, tie=tie)), 3, 1, 5)
    found = Orders(rules=rules, wagers={1: all_wagers(rules)}, on_a_tie=CHOICES[strategy]).ways
    size, cards = all_wagers(rules)[Wager.TIE], Shoe.fresh(rules)
    odds = wagers.tie(rules, cards, size, strategy)
    assert odds is not None
    per_unit = distribution(found, lambda each: Fraction(each.net(1, Wager.TIE), size))
    assert per_unit == odds.distribution.outcomes
    assert distribution(found, lambda outcome: outcome.net(1)) == together(rules, cards, strategy)


@pytest.mark.parametrize("limit", ["1", "4", "7", "12", "22", "24", "31", "46", "1000"])
@pytest.mark.parametrize("readings", readings_of("maryland", "payout_limit", "tied_war"), ids=str)
def test_a_payout_limit(readings, limit):
    rules = tiny(source("maryland").book(readings), 2, 1, 6, payout_limit=limit)
    cards = Shoe.fresh(rules)
    for strategy in ALWAYS:
        everything = Orders(rules=rules, wagers={1: all_wagers(rules)}, on_a_tie=CHOICES[strategy]).ways
        assert distribution(everything, lambda outcome: outcome.net(1)) == together(rules, cards, strategy)
    for strategy, choice in CHOICES.items():
        alone = Orders(rules=rules, wagers={1: {Wager.INITIAL: initial_wager(rules)}}, on_a_tie=choice).ways
        odds = wagers.initial(rules, cards, strategy)
        assert distribution(alone, lambda outcome: of_initial(rules, outcome)) == odds.distribution.outcomes


ODD_HALVES = [(name, readings) for name in names() for readings in readings_of(name, "odd_half")]


@pytest.mark.parametrize("chip", ["0.01", "0.50", "5", "25"])
@pytest.mark.parametrize(("name", "readings"), ODD_HALVES)
def test_the_odd_half(name, readings, chip):
    rules = tiny(source(name).book(readings), 2, 1, 6, smallest_chip=chip)
    found = Orders(rules=rules, wagers={1: all_wagers(rules)}, on_a_tie=Choice.SURRENDER, bank=BANK).ways
    odds = wagers.initial(rules, Shoe.fresh(rules), Strategy.SURRENDER)
    assert distribution(found, lambda outcome: of_initial(rules, outcome)) == odds.distribution.outcomes


@pytest.mark.parametrize("burned", [0, 1, 5])
def test_a_second_set_of_burned_cards(burned):
    book = source("california").book({"war_burn": "second_set"})
    rules = tiny(book, 2, 1, 7, second_war_burn=burned)
    found = Orders(rules=rules, wagers={1: all_wagers(rules)}, bank=BANK, sees_burns=burned < 5).ways
    odds = wagers.initial(rules, Shoe.fresh(rules))
    assert distribution(found, lambda outcome: of_initial(rules, outcome)) == odds.distribution.outcomes
    assert max(outcome.drawn for _, outcome in found) == 1 + 2 + 3 + 1 + burned + 1


def test_orders_are_what_shuffles_bring():
    book = source(str(next(path for path in OWN if path.stem == "tiny"))).book()
    rules = tiny(book, 3, 2, 1)
    found = Orders(rules=rules, wagers={1: all_wagers(rules)}, sees_burns=True).ways
    orders = list(permutations(rules.cards()))
    nets: dict[Fraction, Fraction] = {}
    for order in orders:
        net = Fraction(shuffled_net(rules, order))
        nets[net] = nets.get(net, Fraction(0)) + Fraction(1, len(orders))
    assert len(orders) == 720
    assert distribution(found, lambda outcome: outcome.net(1)) == tuple(sorted(nets.items()))


def attended(rules: Rules, table: Table, order: tuple[str, ...]) -> Table:
    """Let the automatic dealer and a floorperson do what is due, shuffling into this order."""
    for deed in attend(rules, table, OpenSource(lambda _: order), floorperson=True):
        table = deed.tables[-1]
    return table


def shuffled_net(rules: Rules, order: tuple[str, ...]) -> int:
    """Play a round from an order into which the dealer shuffled the cards."""
    chips = 1_000_00
    sizes = all_wagers(rules)
    table = evolve_all(CLOSED, decide(posted(rules), CLOSED, c.OpenTable(counted=False)))
    table = evolve_all(table, decide(rules, table, c.Sit(player="Ann", seat=1, chips=chips)))
    table = attended(rules, table, order)
    for wager, amount in sizes.items():
        table = evolve_all(table, decide(rules, table, c.PlaceWager(hand=1, wager=wager, amount=amount)))
    table = evolve_all(table, decide(rules, table, c.CallNoMoreBets()))
    table = attended(rules, table, order)
    if table.round is not None:
        table = evolve_all(table, decide(rules, table, c.GoToWar(hand=1)))
        table = attended(rules, table, order)
    assert table.rounds == 1
    return table.chips["Ann"] - chips


# any combination of readings, and rulebooks that nobody wrote


@settings(max_examples=40)
@given(any_readings(), st.sampled_from(Strategy))
def test_any_combination_of_readings(book, strategy):
    agree(book, (3, 1, 4), strategy)


@settings(max_examples=100)
@given(own_values(), st.sampled_from([*SMALL, (2, 2, 4), (1, 3, 4), (2, 3, 2)]), st.sampled_from(Strategy))
def test_rulebooks_that_nobody_wrote(values, shape, strategy):
    try:
        book = RulebookFile("made_up.toml", "", values, {}).book()
    except InputError:
        return
    agree(book, shape, strategy)


def agree(book: Rulebook, shape: tuple[int, int, int], strategy: Strategy) -> None:
    """Check that odds agree with every order, or that they refuse a shoe that may run out."""
    try:
        rules = tiny(book, *shape)
    except HouseError:
        return
    cards = Shoe.fresh(rules)
    try:
        odds = wagers.initial(rules, cards, strategy)
    except NotCovered:
        assert cards.size < most_cards(rules)
        return
    orders = Orders(rules=rules, wagers={1: all_wagers(rules)}, on_a_tie=CHOICES[strategy], bank=BANK)
    try:
        initial = distribution(orders.ways, lambda outcome: of_initial(rules, outcome))
    except RanOut:
        assert cards.size < most_cards(rules), "odds count on cards that were burned before the deal"
        return
    assert initial == odds.distribution.outcomes
    if strategy is not Strategy.BEST:
        assert distribution(orders.ways, lambda outcome: outcome.net(1)) == together(rules, cards, strategy)


def most_cards(rules: Rules) -> int:
    """Find how many cards a round of one hand can take, out of a shoe that holds any number of them."""
    book = rules.book
    burned = Says(value=rules.new_shoe_burn(), clause=HERE)
    burns = replace(book.burns, new_shoe=burned, by_first_card=None)
    many = tiny(replace(book, burns=burns), 1, 1, 60)
    hands = [all_wagers(many), *({wager: many.unit(wager)} for wager in many.stand_alone)]
    ways = [way for hand in hands for way in Orders(rules=many, wagers={1: hand}, bank=BANK).ways]
    return max(outcome.drawn for _, outcome in ways)
