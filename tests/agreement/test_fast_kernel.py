"""The fast kernel and the engine, given the same shoes: every hand comes out equal to the cent."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.war import base
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import DEALER, Shuffler, Wager
from casinowar.rulebooks import RulebookFile, names
from casinowar.simulation.full import layout as t
from casinowar.simulation.plain.lanes import LANES
from casinowar.simulation.plain.payoffs import Payoffs, payoffs
from casinowar.simulation.plain.table import NotSimulated, OnTie, PlainTable, plain_table
from tests.agreement.playing import Engine, Hands, Played, banked, shrunk, wagers
from tests.agreement.texts import EVERY_READING, any_readings
from tests.support.given_shoes import Cards, End, deal_given
from tests.support.varieties import own_values

SIZES: Final = (104, 208, 312)
"""How many cards a shoe may have; the smallest that never runs out is played."""
UNITS: Final = 12
"""Initial wagers are multiples of so many units, so that every share of them can be paid in chips."""
BANK: Final = 10**9
FEW, MANY = 3, 13
"""Ranks: few, so that ties are common, or as many as a deck has."""


# what the engine did


def sized(
    book: Rulebook, ranks: int, number: int, strategy: OnTie, **choices: Any
) -> tuple[Rules, PlainTable]:
    """Take the smallest shoe that never runs out."""
    ranks = min(ranks, len(book.cards.ranking.value))
    refusals = []
    for size in SIZES:
        rules = shrunk(book, ranks, size=size, least_units=UNITS, **choices)
        seats = min(number, rules.seats - bool(book.bank))
        try:
            return rules, plain_table(rules, seats, strategy=strategy)
        except NotSimulated as refused:
            refusals.append(refused)
    raise refusals[-1]


def seated(rules: Rules, number: int) -> Hands:
    """Seat players with wagers of different sizes, at the last seats."""
    return {rules.seats - number + 1 + place: wagers(rules, UNITS * place) for place in range(number)}


def played(rules: Rules, table: PlainTable, hands: Hands, seed: int) -> Played:
    """Play a shoe through the engine; of a continuous device, one round."""
    goes = [[table.strategy is OnTie.WAR]] * len(rules.book.cards.ranking.value)
    engine = Engine(rules, hands, goes, Random(seed), **banked(rules, hands, BANK))
    return engine.play(1 if rules.shuffler is Shuffler.CONTINUOUS else 1000)


def cards(rules: Rules, table: PlainTable, hands: Hands, shoe: Played) -> Cards:
    """Lay out the cards of a shoe as the kernel deals them: original deals, then war deals, dealer first."""
    strength = sorted(rules.strength, key=rules.strength.__getitem__)
    original: list[int] = []
    war: list[int] = []
    for first, *wars in shoe.deals:
        assert set(first) == {DEALER, *hands}
        original += [strength.index(first[seat][0]) for seat in (DEALER, *hands)]
        assert table.apart or len(wars) <= 1
        for deal in sorted(wars, key=max):
            assert not table.apart or len(deal) == 2
            war += [strength.index(deal[seat][0]) for seat in sorted(deal)]
    return Cards(original, war)


# what the kernel's ends are worth


def brought(rules: Rules, hands: Hands, ends: Any) -> Any:
    """Find what every hand of every round brought in cents: initial with war and match, tie, tie on war."""
    pays = payoffs(rules)
    return np.stack([_worth(rules, pays, sizes)[ends[:, at]] for at, sizes in enumerate(hands.values())], 1)


def _worth(rules: Rules, pays: Payoffs, sizes: Mapping[Wager, int]) -> Any:
    """List by end what the three wagers of a hand bring."""
    initial, tie = sizes[Wager.INITIAL], sizes.get(Wager.TIE, 0)
    law, war_tie = rules.book.wagers.war_tie, sizes.get(Wager.WAR_TIE, 0)
    if law and law.equals and war_tie:
        war_tie = base(law.equals, initial, int(pays.war_wager * initial))
    net = {
        End.LOWER: pays.lower,
        End.TIED: pays.tied,
        End.HIGHER: pays.higher,
        End.WAR_LOWER: pays.war_lower,
        End.WAR_TIED: pays.war_tied,
        End.WAR_HIGHER: pays.war_higher,
    }
    rows = [
        (
            net[end] * initial,
            tie * (-1 if end in {End.LOWER, End.HIGHER} else pays.tie_pays or 0),
            war_tie * (0 if end < End.WAR_LOWER else pays.war_tie_pays or 0 if end is End.WAR_TIED else -1),
        )
        for end in End
    ]
    assert all(Fraction(amount).denominator == 1 for row in rows for amount in row)
    return np.array([[int(amount) for amount in row] for row in rows])


def paid(hands: Hands, net: Counter[tuple[int, int]]) -> list[list[int]]:
    """Read the same three sums from what the engine moved."""
    return [
        [net[seat, t.INITIAL] + net[seat, t.WAR] + net[seat, t.MATCH], net[seat, t.TIE], net[seat, t.WAR_TIE]]
        for seat in hands
    ]


# both


def agree(rules: Rules, table: PlainTable, seeds: Sequence[int]) -> int:
    """Play shoes both ways, fill all lanes with them, compare every hand of every round, and count these."""
    hands = seated(rules, table.seats)
    shoes = [played(rules, table, hands, seed) for seed in seeds]
    laid_out = [cards(rules, table, hands, shoe) for shoe in shoes]
    lanes, tally = deal_given(table, [laid_out[lane % len(seeds)] for lane in range(LANES)])
    for lane, ends in enumerate(lanes):
        if lane < len(seeds):
            shoe = shoes[lane]
            assert len(ends) == len(shoe.nets)
            assert brought(rules, hands, ends).tolist() == [paid(hands, net) for net in shoe.nets]
            assert np.diff(shoe.gone).tolist() == taken(table, ends)[1:]
        else:
            assert (ends == lanes[lane % len(seeds)]).all()
    counts = np.array([counted(ends) for ends in lanes])
    assert tally.shoes == LANES
    assert tally.counts == tuple(counts.sum(axis=0))
    assert np.array_equal(tally.products, counts.T @ counts)
    return sum(len(shoe.nets) for shoe in shoes)


def taken(table: PlainTable, ends: Any) -> Any:
    """Count the cards that each round took."""
    at_war = (ends >= End.WAR_LOWER).sum(axis=1)
    return (table.seats + 1 + table.war_cards * (at_war > 0) + table.war_cards_a_hand * at_war).tolist()


def counted(ends: Any) -> list[int]:
    """Count rounds, and hands higher, tied, higher at war, tied at war."""
    tied = (ends == End.TIED) | (ends >= End.WAR_LOWER)
    return [
        len(ends),
        *(
            int(each.sum())
            for each in (ends == End.HIGHER, tied, ends == End.WAR_HIGHER, ends == End.WAR_TIED)
        ),
    ]


def not_covered(book: Rulebook, strategy: OnTie) -> str:
    """Tell what of a rulebook the fast kernel does not cover, or nobody can play; nothing where it does."""
    if book.burns.by_first_card:
        return "first card"
    if book.cards.order_of_suits:
        return "equal rank"
    if book.wagers.tie and book.wagers.tie.in_a_row:
        return "number of ties"
    if strategy is OnTie.WAR:
        return "fought again" if book.war and book.war.again else ""
    return "no surrender" if book.war and not book.surrender else ""


@pytest.mark.parametrize("book", EVERY_READING)
@pytest.mark.parametrize(
    ("ranks", "number", "strategy"),
    [
        (FEW, 7, OnTie.WAR),
        (MANY, 1, OnTie.WAR),
        (MANY, 4, OnTie.WAR),
        (FEW, 2, OnTie.SURRENDER),
    ],
)
def test_every_rulebook_and_reading(book, ranks, number, strategy):
    if refusal := not_covered(EVERY_READING[book], strategy):
        with pytest.raises(InputError, match=refusal):
            sized(EVERY_READING[book], ranks, number, strategy)
        return
    rules, table = sized(EVERY_READING[book], ranks, number, strategy)
    assert agree(rules, table, range(2))


@pytest.mark.parametrize(
    ("book", "shuffler"),
    [
        (book, way)
        for book in names()
        for way, decks in (
            (Shuffler.BATCH, EVERY_READING[book].cards.batch_shuffler),
            (Shuffler.CONTINUOUS, EVERY_READING[book].cards.continuous_shuffler),
        )
        if decks
    ],
)
def test_every_way_of_shuffling(book, shuffler):
    rules, table = sized(EVERY_READING[book], FEW, 5, OnTie.WAR, shuffler=shuffler)
    assert agree(rules, table, range(20 if shuffler is Shuffler.CONTINUOUS else 2))


def test_every_lane_has_a_shoe_of_its_own():
    rules, table = sized(EVERY_READING["maryland"], 5, 3, OnTie.WAR)
    assert agree(rules, table, range(LANES))


# any combination of readings, and rulebooks that nobody wrote


@settings(max_examples=50)
@given(any_readings(), st.sampled_from([2, 5, MANY]), st.integers(1, 7), st.sampled_from(OnTie), st.data())
def test_any_combination_of_readings(book, ranks, number, strategy, data):
    rules, table = sized(book, ranks, number, strategy)
    agree(rules, table, [data.draw(st.integers(0, 10**6)) for _ in range(2)])


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(own_values(), st.sampled_from([1, 2, 4]), st.integers(1, 4), st.sampled_from(OnTie), st.data())
def test_rulebooks_that_nobody_wrote(values, ranks, number, strategy, data):
    try:
        book = RulebookFile("made_up.toml", "", values, {}).book()
        rules, table = sized(book, ranks, number, strategy)
    except (InputError, HouseError):
        assume(False)
    agree(rules, table, [data.draw(st.integers(0, 10**6)) for _ in range(2)])


# a test that cannot fail is a defect


@pytest.mark.parametrize(
    "mistake",
    [
        {"front": -1},
        {"war_cards": 1},
        {"war_cards_a_hand": -1},
        {"apart": True},
        {"fights": False},
        {"seats": 1},
    ],
    ids=str,
)
def test_a_wrong_number_in_the_plan_is_found(mistake):
    rules, table = sized(EVERY_READING["maryland"], FEW, 5, OnTie.WAR)
    hands = seated(rules, table.seats)
    shoes = [cards(rules, table, hands, played(rules, table, hands, seed)) for seed in range(30)]
    lanes = [shoes[lane % len(shoes)] for lane in range(LANES)]
    deal_given(table, lanes)
    ((name, wrong),) = mistake.items()
    value = wrong if isinstance(wrong, bool) else getattr(table, name) + wrong
    with pytest.raises((IndexError, ValueError), match="cards than it is given"):
        deal_given(replace(table, **{name: value}), lanes)


@pytest.mark.parametrize("name", ["higher", "tied", "war_higher", "war_lower", "war_tied", "tie_pays"])
def test_a_wrong_payoff_is_found(name, monkeypatch):
    strategy = OnTie.SURRENDER if name == "tied" else OnTie.WAR
    rules, table = sized(EVERY_READING["maryland"], FEW, 5, strategy)
    right = payoffs(rules)
    monkeypatch.setattr(
        "tests.agreement.test_fast_kernel.payoffs",
        lambda _: replace(right, **{name: getattr(right, name) + 1}),
    )
    with pytest.raises(AssertionError):
        agree(rules, table, range(2))
