"""Sessions: the distribution after many rounds, the chance to be ahead, and the risk of ruin.

Rounds are independent, each from a fresh shoe. Chances are whole numbers over a common scale. They are exact
for short sessions; in long ones they are cut far below the last printed digit, and the sum of everything cut
is the error bound.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, lcm
from typing import NamedTuple

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents
from casinowar.odds.deal_probabilities import unpacked
from casinowar.odds.distribution import Distribution
from casinowar.odds.hand import Strategy
from casinowar.odds.settlement import war_wagers
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import initial

EXACT_BITS = 3_000
"""The largest size of exact chances, which limits the number of exact rounds."""
EXACT_ROUNDS = 200
_BITS = 128
"""Binary digits kept in longer sessions."""

Results = tuple[tuple[Fraction, Fraction], ...]
"""Results in units of the wager, with their chances."""


class Play(Struct, frozen=True, kw_only=True):
    """The results of a round, in units of the wager, and the bankroll that it takes."""

    usual: Distribution
    least: Fraction
    """The smallest bankroll for another round; below it the player is ruined."""
    short: tuple[tuple[Fraction, Distribution], ...] = ()
    """Bankrolls, rising, below which a round has another distribution for lack of a war wager."""

    @classmethod
    def covered(cls, distribution: Distribution) -> "Play":
        return cls(usual=distribution, least=max(Fraction(0), -distribution.outcomes[0][0]))


def playing(rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR, wager: Cents | None = None) -> Play:
    """Play initial wagers by a strategy down to the last one that the bankroll pays for.

    A player who cannot pay for a war surrenders; if no tie can be surrendered, a round takes the war wager
    too.
    """
    unit = wager or usual_wager(rules)
    fights = rules.book.war is not None and rules.plays_ties_on
    costs = [unit + war_wagers(rules, wars, unit) for wars in range(rules.most_wars + 1 if fights else 1)]
    usual = initial(rules, shoe, strategy, unit).distribution
    first = 1 if fights and not rules.can_give_up(0) else 0
    short = [
        (Fraction(above, unit), initial(rules, shoe, strategy, unit, purse=cost).distribution)
        for cost, above in zip(costs[first:], costs[first + 1 :], strict=False)
    ]
    return Play(
        usual=usual,
        least=Fraction(costs[first], unit),
        short=tuple((below, found) for below, found in short if found != usual),
    )


class SessionOdds(Struct, frozen=True, kw_only=True):
    """The player's position after a session, in units of the wager."""

    rounds: int
    results: Results
    """The results of those still playing."""
    ruined_at: Results = ()
    won_at: Results = ()
    lost_at: Results = ()
    """The results of those who left at their win or loss limit."""
    error: Fraction
    """The most by which all chances together may be too small; 0 if they are exact."""

    @property
    def ruined(self) -> Fraction:
        return sum((chance for _, chance in self.ruined_at), Fraction(0))

    @property
    def ahead(self) -> Fraction:
        return sum((chance for result, chance in self._left_or_playing if result > 0), Fraction(0))

    @property
    def even(self) -> Fraction:
        return sum((chance for result, chance in self._left_or_playing if result == 0), Fraction(0))

    @property
    def mean(self) -> Fraction:
        return sum((result * chance for result, chance in self.everyone), Fraction(0))

    @property
    def everyone(self) -> Results:
        """The results of all players, ruined ones where they stopped."""
        return tuple(sorted((*self.ruined_at, *self._left_or_playing)))

    @property
    def _left_or_playing(self) -> Results:
        return (*self.lost_at, *self.results, *self.won_at)

    def quantile(self, share: Fraction) -> Fraction:
        """Find the result that this share of players does not exceed, ruined ones where they stopped."""
        reached, everyone = Fraction(0), self.everyone
        for result, chance in everyone:
            reached += chance
            if reached >= share:
                return result
        return everyone[-1][0]

    @property
    def mean_loss(self) -> Fraction:
        """The average loss, with sessions that are not lost counting as 0."""
        return sum((-result * chance for result, chance in self.everyone if result < 0), Fraction(0))

    @property
    def even_rebate(self) -> Fraction | None:
        """The rebate on a lost session, as a share, that makes sessions even on average."""
        return -self.mean / self.mean_loss if self.mean_loss else None


def rounds_to_overcome_luck(distribution: Distribution) -> Fraction | None:
    """Find N0: the number of rounds after which the expected result is as large as one standard deviation."""
    return distribution.variance / distribution.mean**2 if distribution.mean else None


class Stops(Struct, frozen=True, kw_only=True):
    """When a player stops, in units of the wager; without a bankroll it never runs out."""

    bankroll: Fraction | None = None
    win: Fraction | None = None
    loss: Fraction | None = None


def sessions(
    play: Play | Distribution,
    rounds: tuple[int, ...],
    bankroll: int | Fraction | None = None,
    *,
    win: Fraction | None = None,
    loss: Fraction | None = None,
) -> Iterator[SessionOdds]:
    """Play on and report after each of these numbers of rounds, in rising order.

    With a bankroll, a player stops for good once it does not pay for the next round; for a distribution alone
    that is the most a round can cost. A win or loss limit stops the player too.
    """
    if isinstance(play, Distribution):
        play = Play.covered(play)
    limits = Stops(bankroll=None if bankroll is None else Fraction(bankroll), win=win, loss=loss)
    every = [play.usual, *(found for _, found in play.short)]
    whole = lcm(*(chance.denominator for each in every for _, chance in each.outcomes))
    most = min(EXACT_ROUNDS, EXACT_BITS // whole.bit_length())
    exact = [number for number in sorted(rounds) if number <= most]
    long = [number for number in sorted(rounds) if number > most]
    for numbers, kept in ((exact, 0), (long, _BITS)):
        walk, played = _Walk(play, max(numbers, default=0), limits, kept), 0
        for wanted in numbers:
            walk.play(wanted - played)
            played = wanted
            yield walk.report(played)


class _Packed(NamedTuple):
    """Chances of results, packed side by side in one large integer, and the whole that they are parts of."""

    chances: int
    lowest: int
    """The result of the first slot, in steps."""
    whole: int


_Outcomes = list[tuple[int, int]]
"""Results of a round: steps above its worst end, and their parts of the whole."""


class _Walk:
    def __init__(self, play: Play, rounds: int, limits: Stops, keep: int) -> None:
        """Lay out slots wide enough for the chance of each result: all its digits, or as many as are kept."""
        every = [found for _, found in play.short] + [play.usual]
        nets = {net for each in every for net, _ in each.outcomes}
        known = [each for each in (limits.bankroll, limits.win, limits.loss) if each is not None]
        ends = [*nets, play.least, *known, *(below for below, _ in play.short)]
        self._step = lcm(*(each.denominator for each in ends))
        whole = lcm(*(chance.denominator for each in every for _, chance in each.outcomes))
        room = 2 * keep or rounds * whole.bit_length()
        self._keep = keep
        self._slot = 8 * ceil((room + 16) / 8)
        self._lowest = int(min(nets) * self._step)
        whole = self._whole = 1 << keep if keep else whole
        *short, self._usual = (
            [(int(net * self._step) - self._lowest, int(chance * whole)) for net, chance in each.outcomes]
            for each in every
        )
        self._now = _Packed(whole if keep else 1, 0, whole if keep else 1)
        self._stops = limits != Stops()
        self._ruined: dict[int, int] = {}
        self._won: dict[int, int] = {}
        self._lost: dict[int, int] = {}
        self._floor, self._short = None, []
        if limits.bankroll is not None:
            self._floor = int((play.least - limits.bankroll) * self._step)
            bounds = (int((below - limits.bankroll) * self._step) for below, _ in play.short)
            self._short = [*zip(bounds, short, strict=True)]
        self._win = None if limits.win is None else int(limits.win * self._step)
        self._loss = None if limits.loss is None else 1 - int(limits.loss * self._step)
        self._stop()

    def play(self, rounds: int) -> None:
        if not self._stops:
            self._now = self._together(self._now, self._power(rounds)) if rounds else self._now
            return
        for _ in range(rounds):
            self._now = self._after_a_round()
            if not self._keep:
                for stopped in (self._ruined, self._won, self._lost):
                    stopped.update({at: chance * self._whole for at, chance in stopped.items()})
            self._stop()

    def _after_a_round(self) -> _Packed:
        """Play a round; players short of a war have their own distribution."""
        chances, first, rest = 0, self._now.lowest, self._now
        for below, one in self._short:
            few, rest = self._cut(rest, below)
            if few.chances:
                chances += self._round(few.chances, one) << self._slot * (few.lowest - first)
        chances += self._round(rest.chances, self._usual) << self._slot * (rest.lowest - first)
        whole = self._whole if self._keep else self._now.whole * self._whole
        return _Packed(chances, first + self._lowest, whole)

    def _round(self, chances: int, outcomes: _Outcomes) -> int:
        return self._kept(sum((chances * chance) << self._slot * steps for steps, chance in outcomes))

    def _power(self, rounds: int) -> _Packed:
        if rounds == 1:
            empty = self._whole if self._keep else 1
            return _Packed(self._round(empty, self._usual), self._lowest, self._whole)
        half = self._power(rounds // 2)
        both = self._together(half, half)
        return self._together(both, self._power(1)) if rounds % 2 else both

    def _together(self, one: _Packed, other: _Packed) -> _Packed:
        whole = self._whole if self._keep else one.whole * other.whole
        return _Packed(self._kept(one.chances * other.chances), one.lowest + other.lowest, whole)

    def _kept(self, chances: int) -> int:
        if not self._keep:
            return chances
        slots = chances.bit_length() // self._slot + 1
        mask = (b"\xff" * ((self._slot - self._keep) // 8) + bytes(self._keep // 8)) * slots
        return (chances >> self._keep) & int.from_bytes(mask, "little")

    def _cut(self, packed: _Packed, at: int) -> tuple[_Packed, _Packed]:
        chances, lowest, whole = packed
        if at <= lowest:
            return _Packed(0, lowest, whole), packed
        below = self._slot * (at - lowest)
        return _Packed(chances & ((1 << below) - 1), lowest, whole), _Packed(chances >> below, at, whole)

    def _stop(self) -> None:
        """Take out players who reached a win limit, ruin, or a loss limit."""
        if self._win is not None:
            self._now, enough = self._cut(self._now, self._win)
            self._note(enough, self._won)
        for floor, stopped in ((self._floor, self._ruined), (self._loss, self._lost)):
            if floor is not None:
                gone, self._now = self._cut(self._now, floor)
                self._note(gone, stopped)

    def _note(self, packed: _Packed, stopped: dict[int, int]) -> None:
        for place, chance in unpacked(packed.chances, self._slot // 8):
            at = packed.lowest + place
            stopped[at] = stopped.get(at, 0) + chance

    def report(self, rounds: int) -> SessionOdds:
        now: dict[int, int] = {}
        self._note(self._now, now)
        results, ruined, won, lost = map(self._told, (now, self._ruined, self._won, self._lost))
        known = sum((chance for _, chance in (*results, *ruined, *won, *lost)), Fraction(0))
        return SessionOdds(
            rounds=rounds, results=results, ruined_at=ruined, won_at=won, lost_at=lost, error=1 - known
        )

    def _told(self, stopped: dict[int, int]) -> Results:
        whole = self._now.whole
        return tuple((Fraction(at, self._step), Fraction(stopped[at], whole)) for at in sorted(stopped))
