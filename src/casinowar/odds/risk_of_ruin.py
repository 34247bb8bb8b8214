"""Risk of ruin: the bankroll that a session needs, and the fate of a bankroll played forever."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, lcm, log

from msgspec import Struct

from casinowar.odds.distribution import Distribution
from casinowar.odds.sessions import Play

RISKS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 20), Fraction(1, 100))
_NEGLIGIBLE = 1e-12
_HALVINGS = 200


class Bankrolls(Struct, frozen=True, kw_only=True):
    """The bankroll, in units, that keeps the risk of ruin within each limit over this many rounds."""

    rounds: int
    units: tuple[int, ...]
    """One for each of the risks."""


class Endless(Struct, frozen=True, kw_only=True):
    ruin_is_certain: bool
    """Whether the player, who does not win on average, is ruined sooner or later."""
    rounds: tuple[Fraction, Fraction] | None
    """Bounds on the average number of rounds until then, with the sheet's bankroll."""
    bank: tuple[int, ...] | None
    """The bank against one hand, in units, whose chance of ever running out is at most each risk."""


def bankrolls(play: Play, rounds: Iterable[int]) -> Iterator[Bankrolls]:
    """Find the smallest bankrolls, in whole units, with each risk of ruin.

    Works backward: the chance of ruin with rounds left is the mean of the chances after the next round. One
    pass answers for every bankroll.
    """
    step = _steps(play)
    bounds = [0, *(int((below - play.least) * step) for below, _ in play.short)]
    every = [
        [(int(net * step), float(chance)) for net, chance in found.outcomes]
        for found in (*(found for _, found in play.short), play.usual)
    ]
    zones = [*zip(bounds, every, strict=True)]
    ruin: list[float] = []
    played = 0
    for wanted in sorted(rounds):
        for _ in range(wanted - played):
            ruin = _before_a_round(ruin, zones)
        played = wanted
        yield Bankrolls(
            rounds=wanted, units=tuple(_smallest(ruin, play.least, step, float(risk)) for risk in RISKS)
        )


def _steps(play: Play) -> int:
    every = (play.usual, *(found for _, found in play.short))
    bounds = (play.least, *(below for below, _ in play.short))
    nets = (net for found in every for net, _ in found.outcomes)
    return lcm(*(each.denominator for each in (*bounds, *nets)))


def _before_a_round(ruin: list[float], zones: list[tuple[int, list[tuple[int, float]]]]) -> list[float]:
    reach = max(abs(move) for _, moves in zones for move, _ in moves)
    known = [1.0] * reach + ruin + [0.0] * 2 * reach
    ends = [*(first for first, _ in zones[1:]), len(ruin) + reach]
    before: list[float] = []
    for (first, moves), last in zip(zones, ends, strict=True):
        lines = (
            [likely * each for each in known[reach + first + move : reach + last + move]]
            for move, likely in moves
        )
        before += map(sum, zip(*lines, strict=False))
    while before and before[-1] < _NEGLIGIBLE:
        before.pop()
    return before


def _smallest(ruin: list[float], least: Fraction, step: int, risk: float) -> int:
    units = ceil(least + Fraction(len(ruin), step))
    while units > least and ruin[int((units - 1 - least) * step)] <= risk:
        units -= 1
    return units


def endless(play: Play, bankroll: int) -> Endless:
    """Find the fate of a player, and of a bank against one hand, that play forever.

    A ruined player cannot pay for another round, and the total result is on average the number of rounds
    times the mean (Wald), except for the few rounds when short of a war wager. A bank of b units runs out
    with a chance of at most r to the power of b, where r makes the mean of r to the power of its result 1
    (Lundberg).
    """
    edge = play.usual.house_edge
    if edge <= 0:
        return Endless(ruin_is_certain=not edge, rounds=None, bank=None)
    short, rounds = _cost_of_being_short(play), None
    if bankroll >= play.least and short is not None:
        least_lost = bankroll - play.least + Fraction(1, _steps(play))
        rounds = (least_lost - short[1]) / edge, (bankroll - short[0]) / edge
    return Endless(ruin_is_certain=True, rounds=rounds, bank=_banks(play.usual))


def _cost_of_being_short(play: Play) -> tuple[Fraction, Fraction] | None:
    """Bound the extra cost of rounds without enough for a war.

    A short run of losses ruins a player who is short, so on average there are few such rounds.
    """
    if not play.short:
        return Fraction(0), Fraction(0)
    losses = ceil(play.short[-1][0] - play.least)
    lost = min(
        sum((chance for net, chance in found.outcomes if net <= -1), Fraction(0)) for _, found in play.short
    )
    if not lost:
        return None
    rounds = losses / lost**losses
    more = [(found.house_edge - play.usual.house_edge) * rounds for _, found in play.short]
    return min(Fraction(0), *more), max(Fraction(0), *more)


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
