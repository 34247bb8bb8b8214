"""The counting under the odds, held against every permutation of a few cards."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casinowar.odds.deal_probabilities import Deals, tied_pairs, ties
from casinowar.odds.shoe import Spread
from casinowar.odds.tied_deals import TiedDeals

COUNTS = st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(lambda counts: 2 <= sum(counts) <= 7)


def cards_of(counts: Sequence[int]) -> list[int]:
    """Write cards as ranks."""
    return [rank for rank, count in enumerate(counts) for _ in range(count)]


@st.composite
def shoes_and_deals(draw: st.DrawFn) -> tuple[list[int], list[tuple[int, int, int]]]:
    """Draw a few cards, and deals that they may be enough for."""
    counts = draw(COUNTS)
    deal = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))
    deals = draw(st.lists(deal, min_size=1, max_size=3))
    return counts, deals


@settings(max_examples=60)
@given(shoes_and_deals())
def test_the_chance_of_deals(drawn):
    counts, deals = drawn
    sizes = [1 + sum(deal) for deal in deals]
    orders = list(permutations(cards_of(counts), sum(sizes)))
    fitting = sum(falls(order, deals) for order in orders)
    chance = Fraction(fitting, len(orders)) if orders else 0
    assert Deals(tuple(counts)).chance(*deals) == chance


def falls(order: tuple[int, ...], deals: list[tuple[int, int, int]]) -> bool:
    """Tell whether cards fall as deals say, the dealer's card of each coming first."""
    place = 0
    for lower, tied, higher in deals:
        dealers = order[place]
        end = place + 1 + lower + tied + higher
        cards = iter(order[place + 1 : end])
        place = end
        if not (
            all(next(cards) < dealers for _ in range(lower))
            and all(next(cards) == dealers for _ in range(tied))
            and all(card > dealers for card in cards)
        ):
            return False
    return True


@settings(max_examples=60)
@given(COUNTS, st.integers(0, 3))
def test_tied_pairs(counts, most):
    brute = [
        sum(
            all(order[2 * pair] == order[2 * pair + 1] for pair in range(pairs))
            for order in permutations(cards_of(counts), 2 * pairs)
        )
        for pairs in range(most + 1)
    ]
    assert tied_pairs(tuple(counts), most) == brute


@pytest.mark.parametrize("counts", [(2,), (5,), (3, 2), (1, 4), (3, 3), (2, 1, 3)], ids=str)
def test_deals_that_tie(counts):
    """The cards may be just enough, or too few."""
    for threes, twos in ((0, 1), (0, 2), (1, 0), (1, 1)):
        tied = TiedDeals(counts, 2, 3)
        sizes = [3] * threes + [2] * twos
        every = [dealt(order, sizes) for order in permutations(cards_of(counts), sum(sizes))]
        all_tie = sum(all(len(set(deal)) == 1 for deal in deals) for deals in every)
        assert tied.tied(threes, twos) == (Fraction(all_tie, len(every)) if every else 0)


def dealt(order: tuple[int, ...], sizes: list[int]) -> list[tuple[int, ...]]:
    """Divide cards into deals."""
    cards = iter(order)
    return [tuple(islice(cards, size)) for size in sizes]


@settings(max_examples=60)
@given(COUNTS)
def test_ties(counts):
    found: Counter[Spread] = Counter()
    for one, two in permutations(cards_of(counts), 2):
        if one == two:
            left = Counter((count - 2 * (rank == one),) for rank, count in enumerate(counts))
            found[tuple(sorted(left.items()))] += 1
    told = ties(tuple(sorted(Counter((count,) for count in counts).items())))
    assert {left: ways for ways, left in told} == found


@settings(max_examples=60)
@given(st.lists(st.integers(0, 24), min_size=1, max_size=13).filter(lambda counts: sum(counts) > 8))
def test_all_that_can_fall_has_chance_one(counts):
    deals = Deals(tuple(counts))
    for hands in range(5):
        every = Counter(tuple(map(results.count, "<=>")) for results in product("<=>", repeat=hands))
        total = sum(times * deals.chance((low, tied, high)) for (low, tied, high), times in every.items())
        assert total == 1
    one, other = (1, 0, 0), (0, 0, 1)
    assert deals.chance(one) == deals.chance(other)
    twice = [deals.chance(first, second) for first, second in product([one, (0, 1, 0), other], repeat=2)]
    assert sum(twice) == 1
