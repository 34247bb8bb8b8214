"""Sessions: the distribution after many rounds, the chance to be ahead, and the risk of ruin.

Rounds count as independent, each from a fresh shoe. Chances are whole numbers over a common scale: exact for
short sessions; for long ones they are cut off far behind the last digit anybody prints, and all that was cut
off together is the error bound.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, lcm
from typing import NamedTuple

from msgspec import Struct

from casinowar.odds.chance import unpacked
from casinowar.odds.distribution import Distribution

EXACT_BITS = 3_000
"""Sessions whose chances fit into so many bits are exact, up to the number of rounds below."""
EXACT_ROUNDS = 200
_BITS = 128
"""How many binary digits the chances of longer sessions keep."""


class SessionOdds(Struct, frozen=True, kw_only=True):
    """A session of so many rounds: where the player stands, in units of the wager."""

    rounds: int
    results: tuple[tuple[Fraction, Fraction], ...]
    """Each result of those still playing, with its chance."""
    ruined_at: tuple[tuple[Fraction, Fraction], ...] = ()
    """Each result at which a bankroll that ran out was left, with its chance."""
    error: Fraction
    """What the chances may be too small by, in all; 0 where they are exact."""

    @property
    def ruined(self) -> Fraction:
        """Find the chance that the bankroll ran out on the way."""
        return sum((chance for _, chance in self.ruined_at), Fraction(0))

    @property
    def ahead(self) -> Fraction:
        """Find the chance to have won."""
        return sum((chance for result, chance in self.results if result > 0), Fraction(0))

    @property
    def even(self) -> Fraction:
        """Find the chance to be where one began."""
        return sum((chance for result, chance in self.results if result == 0), Fraction(0))

    def quantile(self, share: Fraction) -> Fraction:
        """Find the result that this share of players does not exceed, the ruined ones where they stopped."""
        reached, everyone = Fraction(0), sorted((*self.ruined_at, *self.results))
        for result, chance in everyone:
            reached += chance
            if reached >= share:
                return result
        return everyone[-1][0]

    @property
    def mean_loss(self) -> Fraction:
        """Average what is lost, a session that is not lost counting as nothing."""
        everyone = (*self.ruined_at, *self.results)
        return sum((-result * chance for result, chance in everyone if result < 0), Fraction(0))

    @property
    def even_rebate(self) -> Fraction | None:
        """Find the share of a lost session that has to be given back to make sessions even on average."""
        mean = sum((result * chance for result, chance in (*self.ruined_at, *self.results)), Fraction(0))
        return -mean / self.mean_loss if self.mean_loss else None


def rounds_to_overcome_luck(distribution: Distribution) -> Fraction | None:
    """Find N0: after so many rounds the expected result is as large as one standard deviation."""
    return distribution.variance / distribution.mean**2 if distribution.mean else None


def sessions(
    distribution: Distribution, rounds: tuple[int, ...], bankroll: int | None = None
) -> Iterator[SessionOdds]:
    """Play on and report after each of these numbers of rounds, in rising order.

    With a bankroll, a player stops for good once it does not cover the most that a round can cost.
    """
    whole = lcm(*(chance.denominator for _, chance in distribution.outcomes))
    most = min(EXACT_ROUNDS, EXACT_BITS // whole.bit_length())
    exact = [number for number in sorted(rounds) if number <= most]
    long = [number for number in sorted(rounds) if number > most]
    for numbers, kept in ((exact, 0), (long, _BITS)):
        walk, played = _Walk(distribution, max(numbers, default=0), bankroll, kept), 0
        for wanted in numbers:
            walk.play(wanted - played)
            played = wanted
            yield walk.report(played)


class _Packed(NamedTuple):
    """Chances of results, side by side in one large integer, and the whole that they are parts of."""

    chances: int
    lowest: int
    """The result of the first slot, in steps."""
    whole: int


class _Walk:
    """A player's results after some rounds."""

    def __init__(self, distribution: Distribution, rounds: int, bankroll: int | None, keep: int) -> None:
        """Lay out slots wide enough for the chance of each result: all its digits, or as many as are kept."""
        nets, chances = zip(*distribution.outcomes, strict=True)
        self._step = lcm(*(net.denominator for net in nets))
        whole = lcm(*(chance.denominator for chance in chances))
        room = 2 * keep or rounds * whole.bit_length()
        self._keep = keep
        self._slot = 8 * ceil((room + 16) / 8)
        steps = [int(net * self._step) for net in nets]
        whole = 1 << keep if keep else whole
        packed = sum(
            int(chance * whole) << self._slot * (step - min(steps))
            for step, chance in zip(steps, chances, strict=True)
        )
        self._one = _Packed(packed, min(steps), whole)
        self._now = _Packed(whole if keep else 1, 0, whole if keep else 1)
        self._ruined: dict[int, int] = {}
        self._floor = None if bankroll is None else -bankroll * self._step - min(0, *steps)
        self._stop()

    def play(self, rounds: int) -> None:
        """Play so many rounds more: one by one where the bankroll can run out on the way."""
        if self._floor is None:
            self._now = self._together(self._now, self._power(rounds)) if rounds else self._now
            return
        for _ in range(rounds):
            self._now = self._together(self._now, self._one)
            if not self._keep:
                self._ruined = {at: chance * self._one.whole for at, chance in self._ruined.items()}
            self._stop()

    def _power(self, rounds: int) -> _Packed:
        """Put rounds together two by two."""
        if rounds == 1:
            return self._one
        half = self._power(rounds // 2)
        both = self._together(half, half)
        return self._together(both, self._one) if rounds % 2 else both

    def _together(self, one: _Packed, other: _Packed) -> _Packed:
        """Add results, multiplying their chances; long sessions cut off what lies below the last digit."""
        packed, lowest = one.chances * other.chances, one.lowest + other.lowest
        if not self._keep:
            return _Packed(packed, lowest, one.whole * other.whole)
        slots = packed.bit_length() // self._slot + 1
        mask = (b"\xff" * ((self._slot - self._keep) // 8) + bytes(self._keep // 8)) * slots
        return _Packed((packed >> self._keep) & int.from_bytes(mask, "little"), lowest, one.whole)

    def _stop(self) -> None:
        """Take out those whose bankroll has run out."""
        packed, lowest, whole = self._now
        if self._floor is None or lowest >= self._floor:
            return
        below = self._slot * (self._floor - lowest)
        for place, chance in unpacked(packed & ((1 << below) - 1), self._slot // 8):
            self._ruined[lowest + place] = self._ruined.get(lowest + place, 0) + chance
        self._now = _Packed(packed >> below, self._floor, whole)

    def report(self, rounds: int) -> SessionOdds:
        """Unpack the chances."""
        packed, lowest, whole = self._now
        results = tuple(
            (Fraction(lowest + place, self._step), Fraction(chance, whole))
            for place, chance in unpacked(packed, self._slot // 8)
        )
        ruined = tuple(
            (Fraction(at, self._step), Fraction(chance, whole)) for at, chance in sorted(self._ruined.items())
        )
        known = sum((chance for _, chance in (*results, *ruined)), Fraction(0))
        return SessionOdds(rounds=rounds, results=results, ruined_at=ruined, error=1 - known)
