"""Probabilities of ties and of whole deals, counted card by card."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm

from casinowar.game.words import Comparison
from casinowar.odds.shoe import Spread

Deal = tuple[int, int, int]
"""One dealer's card: how many cards lower than it, tied with it and higher than it lie against it."""

_Open = tuple[int, int, int, bool]
"""What a deal still needs from the ranks to come, and whether its dealer's card already has a rank."""


def ties(spread: Spread, *, by_suit: bool = False) -> list[tuple[int, Spread]]:
    """List how two cards can tie: the ways, and the spread left; ranks with the same cards are grouped.

    >>> ties((((4,), 13),))
    [(156, (((2,), 1), ((4,), 12)))]
    """
    return [
        (ranks * ways, _without(spread, suits, left))
        for suits, ranks in spread
        for left, ways in _pairs(suits, by_suit=by_suit).items()
    ]


def after_tie(spread: Spread, count: int) -> Spread:
    return _without(spread, (count,), (count - 2,))


def equal_ranks(spread: Spread) -> int:
    return sum(ranks * perm(sum(suits), 2) for suits, ranks in spread)


def ranks_alone(spread: Spread) -> Spread:
    found = Counter[tuple[int, ...]]()
    for suits, ranks in spread:
        found[(sum(suits),)] += ranks
    return tuple(sorted(found.items()))


def _pairs(suits: tuple[int, ...], *, by_suit: bool) -> Counter[tuple[int, ...]]:
    """List what is left of a rank after taking two cards, with the ways; same suit only if suits decide."""
    found = Counter[tuple[int, ...]]()
    for one, two in product(range(len(suits)), repeat=2):
        ways = suits[one] * (suits[two] - (one == two))
        if ways and not (by_suit and one != two):
            left = list(suits)
            left[one] -= 1
            left[two] -= 1
            found[tuple(sorted(left))] += ways
    return found


def _without(spread: Spread, suits: tuple[int, ...], left: tuple[int, ...]) -> Spread:
    after = Counter(dict(spread))
    after[suits] -= 1
    after[left] += 1
    return tuple(sorted((each, ranks) for each, ranks in after.items() if ranks))


def tied_pairs(counts: tuple[int, ...], most: int) -> list[int]:
    """Count the ways in which no pair, one pair, two pairs and so on, dealt in turn, all tie.

    >>> tied_pairs((24,) * 13, 1)
    [1, 7176]
    """
    ways = [1] + [0] * most
    for count in counts:
        rank = [perm(count, 2 * pairs) for pairs in range(count // 2 + 1)]
        ways = [
            sum(comb(total, pairs) * ways[total - pairs] * own for pairs, own in enumerate(rank[: total + 1]))
            for total in range(most + 1)
        ]
    return ways


def unpacked(packed: int, width: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers packed side by side in one large integer, each this many bytes wide, with places."""
    data = packed.to_bytes((packed.bit_length() + 7) // 8 + width, "little")
    for place in range(len(data) // width):
        if number := int.from_bytes(data[place * width : (place + 1) * width], "little"):
            yield place, number


def deal_of(*results: Comparison) -> Deal:
    return results.count(Comparison.LOWER), results.count(Comparison.TIE), results.count(Comparison.HIGHER)


class Deals:
    """The chances of deals from one shoe: each a dealer's card with cards lower, tied and higher."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        """Take the number of cards of each rank, lowest first."""
        self.counts, self.size = counts, sum(counts)
        self._ways = cache(self._count)

    def chance(self, *deals: Deal) -> Fraction:
        cards = sum(1 + sum(deal) for deal in deals)
        if cards > self.size:
            return Fraction(0)
        ways = self._ways(0, tuple(sorted((*deal, False) for deal in deals)))
        return Fraction(ways, perm(self.size, cards))

    def _count(self, rank: int, deals: tuple[_Open, ...]) -> int:
        if not deals:
            return 1
        if rank == len(self.counts):
            return 0
        count = self.counts[rank]
        return sum(
            times * perm(count, used) * self._ways(rank + 1, left)
            for (used, left), times in _steps(deals).items()
            if used <= count
        )


@cache
def _steps(deals: tuple[_Open, ...]) -> Counter[tuple[int, tuple[_Open, ...]]]:
    steps: Counter[tuple[int, tuple[_Open, ...]]] = Counter({(0, ()): 1})
    for deal in deals:
        longer: Counter[tuple[int, tuple[_Open, ...]]] = Counter()
        for (used, left), times in steps.items():
            for more, then, ways in _takes(deal):
                longer[used + more, tuple(sorted((*left, *then)))] += times * ways
        steps = longer
    return steps


def _takes(deal: _Open) -> Iterator[tuple[int, tuple[_Open, ...], int]]:
    lower, tied, higher, dealt = deal
    if dealt:
        for cards in range(higher + 1):
            then = ((0, 0, higher - cards, True),) if cards < higher else ()
            yield cards, then, comb(higher, cards)
        return
    for cards in range(lower + 1):
        yield cards, ((lower - cards, tied, higher, False),), comb(lower, cards)
    if lower == 0:
        yield 1 + tied, ((0, 0, higher, True),) if higher else (), 1
