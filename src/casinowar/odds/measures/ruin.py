"""Ruin: the bankroll that a session needs, and what becomes of one that is played without end."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, lcm, log

from msgspec import Struct

from casinowar.odds.distribution import Distribution

RISKS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 20), Fraction(1, 100))
_NEGLIGIBLE = 1e-15
_HALVINGS = 200


class Bankrolls(Struct, frozen=True, kw_only=True):
    """The bankroll, in units, with which a player is ruined within so many rounds no likelier than that."""

    rounds: int
    units: tuple[int, ...]
    """One for each of the risks."""


class Endless(Struct, frozen=True, kw_only=True):
    """What becomes of a bankroll that is played for ever."""

    ruin_is_certain: bool
    """Whether the player, who does not win on average, is ruined sooner or later."""
    rounds: tuple[Fraction, Fraction] | None
    """Between which numbers of rounds that happens on average, with the sheet's bankroll."""
    bank: tuple[int, ...] | None
    """What a bank against one hand needs, in units, to be used up some day with no more than each risk."""


def most_cost(distribution: Distribution) -> Fraction:
    """Tell the most that a round can cost."""
    return -min(net for net, _ in distribution.outcomes)


def bankrolls(distribution: Distribution, rounds: Iterable[int]) -> Iterator[Bankrolls]:
    """Find the smallest bankrolls with each risk of ruin, which comes once a round is not covered.

    The lowest point of a walk has the distribution of a queue: each round adds its loss to what waits, and
    takes its gain away, down to nothing (Lindley). So one walk answers for every bankroll.
    """
    step = lcm(*(net.denominator for net, _ in distribution.outcomes))
    moves = [(int(-net * step), float(chance)) for net, chance in distribution.outcomes]
    cost, waiting, played = most_cost(distribution), {0: 1.0}, 0
    for wanted in sorted(rounds):
        for _ in range(wanted - played):
            waiting = _played(waiting, moves)
        played = wanted
        units = tuple(ceil(Fraction(_exceeded(waiting, float(risk)), step) + cost) for risk in RISKS)
        yield Bankrolls(rounds=wanted, units=units)


def _played(waiting: dict[int, float], moves: list[tuple[int, float]]) -> dict[int, float]:
    after: dict[int, float] = {}
    for depth, chance in waiting.items():
        for move, likely in moves:
            at = max(0, depth + move)
            after[at] = after.get(at, 0.0) + chance * likely
    return {depth: chance for depth, chance in after.items() if chance > _NEGLIGIBLE}


def _exceeded(waiting: dict[int, float], risk: float) -> int:
    """Find the smallest depth that is exceeded with no more than this risk."""
    beyond = 0.0
    for depth in sorted(waiting, reverse=True):
        beyond += waiting[depth]
        if beyond > risk:
            return depth
    return 0


def endless(distribution: Distribution, bankroll: int) -> Endless:
    """Tell what becomes of a player, and of a bank against one hand, that play for ever.

    What a ruined player has left is less than a round can cost, and what all rounds brought on average is
    their number times the mean (Wald). A bank of b units is used up with a chance of at most r to the power
    of b, where r makes the mean of r to the power of its result 1 (Lundberg).
    """
    edge, cost = distribution.house_edge, most_cost(distribution)
    step = Fraction(1, lcm(*(net.denominator for net, _ in distribution.outcomes)))
    certain = edge >= 0
    rounds = ((bankroll - cost + step) / edge, bankroll / edge) if edge > 0 and bankroll > cost else None
    return Endless(ruin_is_certain=certain, rounds=rounds, bank=_banks(distribution) if edge > 0 else None)


def _banks(distribution: Distribution) -> tuple[int, ...] | None:
    if not distribution.hit_frequency:
        return None
    low, high = 0.0, 1.0
    terms = [(float(net), float(chance)) for net, chance in distribution.outcomes]
    # Below the root the mean is above 1; between root and 1 it is below.
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if sum(chance * middle**-net for net, chance in terms if middle) >= 1:
            low = middle
        else:
            high = middle
    return tuple(ceil(log(risk) / log(low)) for risk in map(float, RISKS))
