"""Card counting for the progressive wager, estimated from randomly drawn shoes.

Exact figures would need a list of all sets of 52 kinds of cards, which are too many.
"""

from fractions import Fraction
from math import sqrt
from random import Random
from statistics import fmean, stdev

from msgspec import Struct

from casinowar.game.book.progressive import Progressive
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.odds.hand import cards_of_war
from casinowar.odds.progressive import amount_paid, check_paid_in_full, paid, sizes, starting_meter
from casinowar.odds.progressive_hands import Held, first_tie, second_tie
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe

FEW = 30
"""The fewest favorable shoes for a meaningful standard error."""


class ProgressiveCounter(Struct, frozen=True, kw_only=True):
    """An estimate of what a progressive wager is worth, per unit, to a player who knows the unseen cards."""

    unseen: int
    meter: Cents
    shoes: int
    seed: int
    favorable: int
    """How many of the shoes drawn favored the wager."""
    returns: float
    """The average return of a wager in every round."""
    returns_error: float
    spread: float
    """The standard deviation of the return from shoe to shoe."""
    worth: float
    """The win per round of a player who wagers on favorable shoes only."""
    worth_error: float | None
    """Its standard error; None if too few shoes were favorable."""

    @property
    def chance(self) -> float:
        return self.favorable / self.shoes

    @property
    def chance_error(self) -> float | None:
        """Its standard error; None if too few shoes were favorable."""
        return sqrt(self.chance * (1 - self.chance) / self.shoes) if self.worth_error is not None else None


def progressive_counter(
    rules: Rules,
    shoe: Shoe,
    unseen: int,
    *,
    shoes: int = 2_000,
    seed: int = 0,
    wager: Cents | None = None,
    meter: Cents | None = None,
) -> ProgressiveCounter:
    """Draw shoes with a number of cards unseen, and compute exactly what the wager is worth in each.

    The hand goes to war on ties. This is a simulation: it takes about a millisecond a shoe.
    """
    law = rules.book.progressive
    if law is None or rules.most_wars != 1 or rules.suits_decide:
        raise NotCovered("The progressive is counted where there is one, and a hand fights one war.")
    if not 2 + cards_of_war(rules, 1) <= unseen <= shoe.size or shoes < 2:  # noqa: PLR2004 - a deviation
        raise NotCovered(
            f"A counter of the progressive needs two shoes or more, with {2 + cards_of_war(rules, 1)} to "
            f"{shoe.size} cards unseen."
        )
    size, shows = wager or sizes(rules)[0], starting_meter(rules) if meter is None else meter
    check_paid_in_full(rules, law, size, shows)
    worth = Worth(rules, law, size, shows)
    cards = [
        (rank, suit)
        for rank, counts in enumerate(shoe.by_suit)
        for suit, copies in enumerate(counts)
        for _ in range(copies)
    ]
    chance = Random(seed)  # noqa: S311 - a seeded generator is what the caller asked for
    returns = []
    for _ in range(shoes):
        left = [[0] * len(shoe.suits) for _ in shoe.ranks]
        for rank, suit in chance.sample(cards, unseen):
            left[rank][suit] += 1
        returns.append(float(worth.returns(left)))
    gains = [max(0.0, each - 1) for each in returns]
    favorable = sum(gain > 0 for gain in gains)
    return ProgressiveCounter(
        unseen=unseen,
        meter=shows,
        shoes=shoes,
        seed=seed,
        favorable=favorable,
        returns=fmean(returns),
        returns_error=stdev(returns) / sqrt(shoes),
        spread=stdev(returns),
        worth=fmean(gains),
        worth_error=stdev(gains) / sqrt(shoes) if favorable >= FEW else None,
    )


class Worth:
    def __init__(self, rules: Rules, law: Progressive, wager: Cents, meter: Cents) -> None:
        self._wager = wager
        suits = range(len(rules.book.cards.suits.value))
        pairs = [(one, two) for one in suits for two in suits]

        def pays(held: Held) -> Cents:
            return amount_paid(rules, law, paid(law, held, wager, meter, given_up=False), wager, meter)

        self._first = [(pair, pays(first_tie(pair))) for pair in pairs]

        def more(first: tuple[int, int], second: tuple[int, int], *, same_rank: bool) -> Cents:
            held = first_tie(first)
            return pays(held | second_tie(law, first, second, same_rank=same_rank)) - pays(held)

        self._more = {
            same: {one: [(two, more(one, two, same_rank=same)) for two in pairs] for one in pairs}
            for same in (True, False)
        }

    def returns(self, left: list[list[int]]) -> Fraction:
        size = sum(map(sum, left))
        wars = (size - 2) * (size - 3)
        every = {
            (one, two): sum(_pairs(counts, one, two) for counts in left) for (one, two), _ in self._first
        }
        total = 0
        for counts in left:
            own = {pair: _pairs(counts, *pair) for pair in every}
            for pair, pays in self._first:
                if ways := own[pair]:
                    after = [each - pair.count(suit) for suit, each in enumerate(counts)]
                    again = sum(more * _pairs(after, *second) for second, more in self._more[True][pair])
                    again += sum(
                        more * (every[second] - own[second]) for second, more in self._more[False][pair]
                    )
                    total += ways * (wars * pays + again)
        return Fraction(total, size * (size - 1) * wars * self._wager)


def _pairs(counts: list[int], one: int, two: int) -> int:
    return counts[one] * (counts[two] - (one == two))
