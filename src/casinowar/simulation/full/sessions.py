"""Sessions: players with a bankroll play until they reach a win, a loss or a number of rounds."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Self

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager, Word
from casinowar.simulation.accumulators import Batches, Summable
from casinowar.simulation.estimates import Estimate
from casinowar.simulation.full import layout as t
from casinowar.simulation.full import session_kernel as b
from casinowar.simulation.full.kernel import raise_unless_fine
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.jit import Array

_NEVER = 1 << 60
_ROUNDS_IN_A_BLOCK = 100_000
ENOUGH_BEYOND = 10
"""Sessions that must end beyond a percentile to give its interval.

The share of sessions below a percentile is known, so fewer are enough than for an estimated share: with ten,
the percentile lies three standard errors off in 0.35% of runs.
"""
_LONG = 10_000
"""Assumed rounds of a session without a limit on rounds."""

_ALL_NETS, _ALL_WAGERS = 4, 5
"""The keys of these sums, beside the reasons for ending."""


class Sizing(Word):
    """Sizing of wagers, always in whole multiples of the table's wagers."""

    FLAT = "flat"
    SHARE = "share"
    """A share of the bankroll."""
    DOUBLED = "doubled"
    """Doubled after a loss, reset after a win."""


class End(Word):
    """Why a session ends."""

    WON = "won enough"
    LOST = "lost enough"
    PLAYED = "rounds played"
    RUINED = "ruined"
    """The bankroll does not pay for the next round: the initial wager and those made with it, and the war
    wager unless the player may surrender."""
    LEFT = "left the table"
    """The user's sizing function stopped wagering."""


_ENDS = {
    End.WON: b.WON,
    End.LOST: b.LOST,
    End.PLAYED: b.PLAYED,
    End.RUINED: b.RUINED,
    End.LEFT: b.LEFT,
}


class SessionLimits(Struct, frozen=True, kw_only=True):
    """Limits of a session, in cents and rounds; it also ends when its player cannot pay for a round."""

    bankroll: int
    win: int | None = None
    loss: int | None = None
    rounds: int | None = None
    sizing: Sizing = Sizing.FLAT
    share: Fraction = Fraction(1, 20)
    sized_by: str = ""
    """Name of the user's sizing function, which no kernel can call."""
    most_times: int = 1000
    """Largest multiple of the wagers."""

    @property
    def flat(self) -> bool:
        return self.sizing is Sizing.FLAT and not self.sized_by


class SessionTally(Struct, Summable, frozen=True, kw_only=True, tag="sessions"):
    """Sums over sessions: how many ended at each net result in cents, at each length, and why."""

    nets: dict[int, int] = {}
    lengths: dict[int, int] = {}
    rounds: int = 0
    """Rounds that the table dealt for them."""
    ends: Batches = Batches()
    """Sessions by reason for ending; the sums of net results and of wagers."""

    @property
    def done(self) -> int:
        return self.ends.whole

    def ended(self, end: End) -> int:
        return self.ends.total(_ENDS[end])

    def ruin(self, chance: float | None = None) -> Estimate | None:
        """Estimate the share of sessions that end in ruin; for `chance` see `Batches.share`."""
        return self.ends.share(b.RUINED, chance)

    @property
    def average(self) -> Estimate | None:
        """Estimate the average net result, in cents."""
        return self.ends.ratio(_ALL_NETS)

    @property
    def handle(self) -> Estimate | None:
        """Estimate the average amount wagered, in cents."""
        return self.ends.ratio(_ALL_WAGERS)

    def events(self, worst: int | None = None) -> float:
        """Count the sessions that make the variance, as if one more had come to the worst end.

        If one session in a thousand loses all that the others win, a thousand sessions are too few.
        """
        nets = Counter(self.nets) + Counter([] if worst is None else [worst])
        square, fourth = _moments(nets)
        rarity = max(1.0, fourth / square**2 - 2) if square else 1.0
        return nets.total() / rarity

    @property
    def independent(self) -> float:
        """Count the independent sessions, one per table, that would give the same precision."""
        average, square = self.average, _moments(Counter(self.nets))[0]
        alone = self.ends.number == self.done
        if alone or not (average and average.standard_error and square):
            return float(self.ends.number)
        several = self.ends.number / (self.ends.number - 1)
        return min(float(self.done), several * square / average.standard_error**2)

    def percentile(self, hundredths: int) -> int:
        return self._reached(-(-self.done * hundredths // 100))

    def within(self, hundredths: int, errors: float) -> tuple[int, int] | None:
        """Give the interval of a percentile, by standard errors of the share of sessions below it.

        None if too few sessions ended beyond it.
        """
        share, sessions = hundredths / 100, self.independent
        if min(hundredths, 100 - hundredths) * sessions < 100 * ENOUGH_BEYOND:
            return None
        error = errors * sqrt(share * (1 - share) / sessions)
        return self._reached(self.done * (share - error)), self._reached(self.done * (share + error))

    def _reached(self, sessions: float) -> int:
        """Find the least net result that this number of sessions, at least one, stay at or below."""
        before, net = 0, 0
        for net in sorted(self.nets):
            before += self.nets[net]
            if before >= max(1.0, sessions):
                return net
        return net


def _moments(nets: Counter[int]) -> tuple[float, float]:
    number = nets.total() or 1
    mean = sum(net * times for net, times in nets.items()) / number
    square, fourth = (
        sum((net - mean) ** power * times for net, times in sorted(nets.items())) / number for power in (2, 4)
    )
    return square, fourth


class SessionTable(Struct, frozen=True, kw_only=True, tag="sessions"):
    """A table at which every hand plays session after session."""

    table: FullTable
    limits: tuple[int, ...]
    needed: tuple[int, ...]
    """The amount that each hand must wager in a round."""
    tables: int
    """Tables per block; at each a new shoe starts, and every hand plays one session.

    Sessions of one table are not independent. Tables are, except for meters, which go on through a block.
    """

    @classmethod
    def of(cls, rules: Rules, table: FullTable, session: SessionLimits) -> Self:
        """Compile sessions at a table, and refuse those that cannot be played or need not end."""
        needed = tuple(_needed(rules, hand) for hand in table.hands)
        limits = _limits(rules, table, session, max(needed))
        long = session.rounds or _LONG
        return cls(
            table=table,
            limits=limits,
            needed=needed,
            tables=max(1, _ROUNDS_IN_A_BLOCK // long),
        )

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def sessions_in_a_block(self) -> int:
        return self.tables * self.seats

    @property
    def shortest(self) -> "SessionTable":
        """The same table with sessions of one round, for compilation."""
        limits = (*self.limits[: b.MOST_ROUNDS], 1, *self.limits[b.MOST_ROUNDS + 1 :])
        return replace(self, limits=limits)

    def block(self, seed: int, number: int, *, most: int | None = None) -> SessionTally:
        """Play the sessions of a block, or `most` of them; a player who ends one starts the next."""
        table = self.table.opened(seed, number)
        players = np.zeros((self.seats, b.PLAYER_WIDTH), np.int64)
        players[:, b.NEEDED] = self.needed
        tables = self.tables if most is None else min(self.tables, -(-most // self.seats))
        results = np.zeros((tables, 1, self.seats, b.RESULT_WIDTH), np.int64)
        wagers = table.hands[:, t.WAGERS :].copy()
        ended = b.play_sessions(table, wagers, np.array(self.limits), players, results)
        raise_unless_fine(len(table.cards), ended)
        told = results.reshape(-1, b.RESULT_WIDTH)[:most]
        return SessionTally(
            nets=Counter(told[:, b.NET].tolist()),
            lengths=Counter(told[:, b.LENGTH].tolist()),
            rounds=int(table.marks[t.ROUND]),
            ends=ends_of(told, self.seats),
        )


def ends_of(told: Array, seats: int) -> Batches:
    """Count the reasons why sessions ended, and add up net results and wagers, table by table."""
    first = np.arange(0, len(told), seats)
    parts = {code: told[:, b.ENDED] == code for code in _ENDS.values()}
    parts |= {_ALL_NETS: told[:, b.NET], _ALL_WAGERS: told[:, b.HANDLE]}

    def by_table(each: Array) -> list[int]:
        found: list[int] = np.add.reduceat(each.astype(np.int64), first).tolist()
        return found

    ones = np.ones(len(told), np.int64)
    return Batches.of(by_table(ones), {part: by_table(each) for part, each in parts.items()})


def _needed(rules: Rules, hand: tuple[int, ...]) -> int:
    wagers = hand[t.WAGERS :]
    return sum(wagers) - wagers[t.WAR_TIE] + needed_at_war(rules, wagers[t.INITIAL])


def needed_at_war(rules: Rules, initial: int) -> int:
    """Give the war wager that an initial wager needs, or 0 if the hand may surrender."""
    war = rules.book.war
    return 0 if war is None or rules.book.surrender is not None else war.next_wager(initial)


def _limits(rules: Rules, table: FullTable, session: SessionLimits, needed: int) -> tuple[int, ...]:
    if session.bankroll < needed:
        bankroll, least = dollars(session.bankroll), dollars(needed)
        raise InputError(f"A bankroll of {bankroll} does not pay for a round, which takes {least}.")
    if session.loss is not None and session.loss > session.bankroll:
        raise InputError("A session cannot lose more than its bankroll.")
    if session.win is None and session.rounds is None:
        raise InputError("A session ends by a win or after so many rounds; otherwise it need not end.")
    if session.sizing is Sizing.SHARE and not all(hand[t.WAGERS + t.INITIAL] for hand in table.hands):
        raise InputError("Wagers are sized by a share of the bankroll where initial wagers are made.")
    if not session.flat and rules.fixes_initial_wager:
        raise InputError("The rulebook, as it is read here, fixes the initial wager.")
    limits = {
        b.BANKROLL: session.bankroll,
        b.ABOVE: _NEVER if session.win is None else session.bankroll + session.win,
        b.BELOW: -1 if session.loss is None else session.bankroll - session.loss,
        b.MOST_ROUNDS: session.rounds or _NEVER,
        b.SIZED_BY: t.code(session.sizing),
        b.SHARE: session.share.numerator,
        b.SHARE_ON: session.share.denominator,
        b.MOST_TIMES: max(1, min(session.most_times, _most_times(rules, table))),
    }
    return tuple(limits[place] for place in range(len(limits)))


def _most_times(rules: Rules, table: FullTable) -> int:
    return min(
        rules.span(wager)[1] // made
        for hand in table.hands
        for wager in (Wager.INITIAL, Wager.TIE, Wager.WAR_TIE, Wager.DEALER_WINS)
        if (made := hand[t.WAGERS + t.code(wager)])
    )
