"""A progressive meter from one win to the next: how long that takes, and what the winner gets."""

from fractions import Fraction
from math import ceil, exp, log, log1p

from msgspec import Struct

from casinowar.odds.progressive import ProgressiveOdds

SHARES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))


class MeterWon(Struct, frozen=True, kw_only=True):
    """A quantile: this share of all wins comes within this many wagers of a restart, at up to this meter."""

    share: Fraction
    wagers: int
    meter: Fraction
    """In cents."""


class MeterCourse(Struct, frozen=True, kw_only=True):
    average: Fraction
    """The average meter when it is won, in cents."""
    won: tuple[MeterWon, ...]
    reaches_even: float | None
    """The chance that the meter reaches break-even before it is won."""
    variance: Fraction
    """The long-run variance of all wagers on the meter together, per wager, in squared units."""
    variance_of_one: Fraction
    """The variance of a single wager at a random time."""


def course(odds: ProgressiveOdds) -> MeterCourse | None:
    """Follow a meter that wagers raise and a win takes whole; None if no such figure is exact."""
    chance = odds.meter_chance
    if odds.rate is None or odds.wins_a_share or not chance:
        return None
    raised = odds.rate * odds.wager
    wins = tuple(
        MeterWon(share=share, wagers=count, meter=odds.reset + count * raised)
        for share, count in ((share, _wagers(chance, share)) for share in SHARES)
    )
    return MeterCourse(
        average=odds.reset + raised / chance,
        won=wins,
        reaches_even=_reaches(odds, raised, chance),
        variance=_variance(odds, Fraction(odds.reset)),
        variance_of_one=_variance(odds, odds.reset + raised / chance, raised**2 * (1 - chance) / chance**2),
    )


def _variance(odds: ProgressiveOdds, meter: Fraction, varies: Fraction = Fraction(0)) -> Fraction:
    """Find the variance of a wager whose meter has this mean and variance, in cents and squared cents.

    All wagers together have the variance of a meter that stands at its restart: they win back whatever they
    add to it, early or late, so in the long run only the restarts vary, not the growth.
    """
    won = [(hand.chance, hand.pays + hand.meter * meter / odds.wager) for hand in odds.hands]
    mean = sum(chance * pays for chance, pays in won)
    square = sum(chance * pays**2 for chance, pays in won)
    return square - mean**2 + odds.meter_chance * varies / odds.wager**2


def _wagers(chance: Fraction, share: Fraction) -> int:
    if chance == 1:
        return 1
    return max(1, ceil(log(1 - share) / log1p(-float(chance)) - 1e-9))


def _reaches(odds: ProgressiveOdds, raised: Fraction, chance: Fraction) -> float | None:
    even = odds.break_even_meter
    if even is None:
        return None
    if odds.reset + raised >= even:
        return 1.0
    if not raised:
        return 0.0
    before = ceil((even - odds.reset) / raised) - 1
    return exp(before * log1p(-float(chance))) if chance < 1 else 0.0
