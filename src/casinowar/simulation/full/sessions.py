"""Sessions: players with a bankroll who play until they have won or lost enough, or played long enough."""

from collections import Counter
from fractions import Fraction
from typing import Self

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager, Word
from casinowar.simulation.batches import Batches
from casinowar.simulation.full import bankrolls as b
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.shoes import raise_unless_fine
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.ratio import Estimate
from casinowar.simulation.sums import AddedUp

_NEVER = 1 << 60
_ROUNDS_IN_A_BLOCK, _ROUNDS_IN_A_BATCH = 100_000, 500
_LONG = 10_000
"""How many rounds a session may have that only winning or losing ends, to count with."""

_ALL_NETS, _ALL_WAGERS = 4, 5
"""Where these are added up, behind the reasons for which sessions end."""


class Sizing(Word):
    """How large wagers are, always in whole multiples of what the table's hands wager."""

    FLAT = "flat"
    SHARE = "share"
    """A share of the bankroll."""
    DOUBLED = "doubled"
    """Doubled after a loss, and back to the first after a win."""


class End(Word):
    """Why a session ends."""

    WON = "won enough"
    LOST = "lost enough"
    PLAYED = "rounds played"
    RUINED = "ruined"
    """The wagers cannot be made any more."""


class SessionLimits(Struct, frozen=True, kw_only=True):
    """When a session begins and ends, in cents and rounds; in any case once the wagers cannot be made."""

    bankroll: int
    win: int | None = None
    loss: int | None = None
    rounds: int | None = None
    sizing: Sizing = Sizing.FLAT
    share: Fraction = Fraction(1, 20)
    most_times: int = 1000
    """The largest multiple of the wagers that is made."""


class SessionTally(Struct, AddedUp, frozen=True, kw_only=True, tag="sessions"):
    """What sessions brought: how many ended at each net result in cents, after so many rounds, and why."""

    nets: dict[int, int] = {}
    lengths: dict[int, int] = {}
    rounds: int = 0
    """How many rounds the table dealt for them."""
    ends: Batches = Batches()
    """How many ended for each reason; all net results; all that was wagered."""

    @property
    def done(self) -> int:
        """Tell how far a run has come: by its sessions."""
        return self.ends.whole

    def ended(self, end: End) -> int:
        """Count the sessions that ended for a reason."""
        return self.ends.total(t.code(end))

    @property
    def ruin(self) -> Estimate | None:
        """Tell which share of the sessions ended in ruin."""
        return self.ends.share(b.RUINED)

    @property
    def average(self) -> Estimate | None:
        """Tell what a session brought on average, in cents."""
        return self.ends.share(_ALL_NETS)

    @property
    def handle(self) -> Estimate | None:
        """Tell what a session wagered on average, in cents."""
        return self.ends.share(_ALL_WAGERS)

    def percentile(self, hundredths: int) -> int:
        """Find the least net result that so many of a hundred sessions stay at or below."""
        wanted, before = -(-self.done * hundredths // 100), 0
        for net in sorted(self.nets):
            before += self.nets[net]
            if before >= wanted:
                return net
        return 0


class SessionTable(Struct, frozen=True, kw_only=True, tag="sessions"):
    """A table at which every hand plays session after session."""

    table: FullTable
    limits: tuple[int, ...]
    needed: tuple[int, ...]
    """What each hand has to put down in a round."""
    sessions: int
    """How many sessions each hand plays in a batch; those of one table are not independent, batches are.

    Meters go on through the batches of a block, which makes errors too large rather than too small.
    """
    batches: int
    """How many batches make a block."""

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
            sessions=max(1, _ROUNDS_IN_A_BATCH // long),
            batches=max(1, _ROUNDS_IN_A_BLOCK // max(_ROUNDS_IN_A_BATCH, long)),
        )

    @property
    def seats(self) -> int:
        """Count the hands."""
        return self.table.seats

    @property
    def shortest(self) -> "SessionTable":
        """Give the same table with sessions of one round, to compile by."""
        limits = (*self.limits[: b.MOST_ROUNDS], 1, *self.limits[b.MOST_ROUNDS + 1 :])
        return replace(self, limits=limits)

    def block(self, seed: int, number: int, *, most: int | None = None) -> SessionTally:
        """Play the sessions of a block, or so many; who ends one begins another in the next round."""
        table, each = self.table.opened(seed, number), self.sessions * self.seats
        players = np.zeros((self.seats, b.PLAYER_WIDTH), np.int64)
        players[:, b.NEEDED] = self.needed
        batches = self.batches if most is None else min(self.batches, -(-most // each))
        results = np.zeros((batches, self.sessions, self.seats, b.RESULT_WIDTH), np.int64)
        wagers = table.hands[:, t.WAGERS :].copy()
        ended = b.play_sessions(table, wagers, np.array(self.limits), players, results)
        raise_unless_fine(len(table.cards), ended)
        told = results.reshape(-1, b.RESULT_WIDTH)[:most].tolist()
        return SessionTally(
            nets=Counter(session[b.NET] for session in told),
            lengths=Counter(session[b.LENGTH] for session in told),
            rounds=int(table.marks[t.ROUND]),
            ends=sum((_ends(told[first : first + each]) for first in range(0, len(told), each)), Batches()),
        )


def _ends(batch: list[list[int]]) -> Batches:
    """Count why the sessions of a batch ended, and add up what they brought and wagered."""
    ends = Counter(session[b.ENDED] for session in batch)
    ends[_ALL_NETS] = sum(session[b.NET] for session in batch)
    ends[_ALL_WAGERS] = sum(session[b.HANDLE] for session in batch)
    return Batches.of(len(batch), ends)


def _needed(rules: Rules, hand: tuple[int, ...]) -> int:
    """Find what a hand has to put down at first, and at war where it cannot surrender instead."""
    wagers = hand[t.WAGERS :]
    first = sum(wagers) - wagers[t.WAR_TIE]
    war = rules.book.war
    if war is None or rules.book.surrender is not None:
        return first
    return first + war.next_wager(wagers[t.INITIAL])


def _limits(rules: Rules, table: FullTable, session: SessionLimits, needed: int) -> tuple[int, ...]:
    """Check a session against a table, and turn it into numbers."""
    if session.bankroll < needed:
        bankroll, least = dollars(session.bankroll), dollars(needed)
        raise InputError(f"A bankroll of {bankroll} does not pay for a round, which takes {least}.")
    if session.loss is not None and session.loss > session.bankroll:
        raise InputError("A session cannot lose more than its bankroll.")
    if session.win is None and session.rounds is None:
        raise InputError("A session ends by a win or after so many rounds; otherwise it need not end.")
    if session.sizing is Sizing.SHARE and not all(hand[t.WAGERS + t.INITIAL] for hand in table.hands):
        raise InputError("Wagers are sized by a share of the bankroll where initial wagers are made.")
    if session.sizing is not Sizing.FLAT and rules.fixes_initial_wager:
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
    """Find the largest multiple of its wagers that every hand may make."""
    return min(
        rules.span(wager)[1] // made
        for hand in table.hands
        for wager in (Wager.INITIAL, Wager.TIE, Wager.WAR_TIE, Wager.DEALER_WINS)
        if (made := hand[t.WAGERS + t.code(wager)])
    )
