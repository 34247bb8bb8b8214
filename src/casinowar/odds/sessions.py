"""Sessions: the distribution after many rounds, the chance to be ahead, and the risk of ruin.

Rounds count as independent, each from a fresh shoe. Chances are whole numbers over a common scale: exact for
short sessions; for long ones they are cut off far behind the last digit anybody prints, and all that was cut
off together is the error bound.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, lcm

from msgspec import Struct

from casinowar.odds.distribution import Distribution

EXACT_BITS = 3_000
"""Sessions whose chances fit into so many bits are exact."""
_BITS = 128
"""How many binary digits the chances of longer sessions keep."""


class SessionOdds(Struct, frozen=True, kw_only=True):
    """A session of so many rounds: where the player stands, in units of the wager."""

    rounds: int
    results: tuple[tuple[Fraction, Fraction], ...]
    """Each result of those still playing, with its chance."""
    ruined: Fraction
    """The chance that the bankroll ran out on the way; 0 where none was given."""
    error: Fraction
    """What the chances may be too small by, in all; 0 where they are exact."""

    @property
    def ahead(self) -> Fraction:
        """Find the chance to have won."""
        return sum((chance for result, chance in self.results if result > 0), Fraction(0))

    @property
    def even(self) -> Fraction:
        """Find the chance to be where one began."""
        return sum((chance for result, chance in self.results if result == 0), Fraction(0))

    def quantile(self, share: float) -> Fraction:
        """Find the result that this share of the players does not exceed, the ruined ones lowest."""
        reached, wanted = self.ruined, Fraction(share)
        for result, chance in self.results:
            reached += chance
            if reached >= wanted:
                return result
        return self.results[-1][0]


def rounds_to_overcome_luck(distribution: Distribution) -> Fraction | None:
    """Find N0: after so many rounds the expected result is as large as one standard deviation."""
    return distribution.variance / distribution.mean**2 if distribution.mean else None


def sessions(
    distribution: Distribution, rounds: tuple[int, ...], bankroll: int | None = None
) -> Iterator[SessionOdds]:
    """Play on and report after each of these numbers of rounds, in rising order.

    With a bankroll, a player stops for good once it does not cover the most that a round can cost.
    """
    walk = _Walk(distribution, max(rounds, default=0), bankroll)
    played = 0
    for wanted in sorted(rounds):
        for _ in range(wanted - played):
            walk.play()
        played = wanted
        yield walk.report(played)


class _Walk:
    """A player's results after some rounds: one large integer, with a slot for the chance of each result."""

    def __init__(self, distribution: Distribution, rounds: int, bankroll: int | None) -> None:
        """Lay out the slots: from the lowest result that can still play upwards."""
        self._step = lcm(*(net.denominator for net, _ in distribution.outcomes))
        nets = [int(net * self._step) for net, _ in distribution.outcomes]
        chances = [chance for _, chance in distribution.outcomes]
        whole = lcm(*(chance.denominator for chance in chances))
        self._lowest, self._whole = min(nets), whole
        exact = rounds * whole.bit_length() <= EXACT_BITS
        self._keep = 0 if exact else _BITS
        self._scale = 1 if exact else 1 << _BITS
        room = rounds * whole.bit_length() if exact else 2 * _BITS
        self._slot = 8 * ceil((room + 16) / 8)
        self._moves = [
            (self._slot * (net - self._lowest), int(chance * (whole if exact else self._scale)))
            for net, chance in zip(nets, chances, strict=True)
        ]
        self._packed, self._at = self._scale, 0
        self._floor = None if bankroll is None else -bankroll * self._step - min(0, self._lowest)
        self._ruined = 0
        self._stop()

    def play(self) -> None:
        """Play one round more."""
        packed = sum((self._packed * chance) << shift for shift, chance in self._moves)
        self._ruined *= self._whole if not self._keep else 1
        self._scale *= self._whole if not self._keep else 1
        if self._keep:
            packed = (packed >> self._keep) & self._mask(packed)
        self._packed, self._at = packed, self._at + self._lowest
        self._stop()

    def _mask(self, packed: int) -> int:
        """Keep of each slot what belongs to it, once the slots have moved down."""
        slots = packed.bit_length() // self._slot + 1
        own = (self._slot - self._keep) // 8
        return int.from_bytes((b"\xff" * own + bytes(self._keep // 8)) * slots, "little")

    def _stop(self) -> None:
        """Take out those whose bankroll has run out."""
        if self._floor is None or self._at >= self._floor:
            return
        below = self._slot * (self._floor - self._at)
        self._ruined += sum(chance for _, chance in self._slots(self._packed & ((1 << below) - 1)))
        self._packed, self._at = self._packed >> below, self._floor

    def report(self, rounds: int) -> SessionOdds:
        """Unpack the chances."""
        results = tuple(
            (Fraction(self._at + place, self._step), Fraction(chance, self._scale))
            for place, chance in self._slots(self._packed)
        )
        ruined = Fraction(self._ruined, self._scale)
        known = sum((chance for _, chance in results), ruined)
        return SessionOdds(rounds=rounds, results=results, ruined=ruined, error=1 - known)

    def _slots(self, packed: int) -> Iterator[tuple[int, int]]:
        width = self._slot // 8
        data = packed.to_bytes((packed.bit_length() + 7) // 8 + width, "little")
        for place in range(len(data) // width):
            if chance := int.from_bytes(data[place * width : (place + 1) * width], "little"):
                yield place, chance
