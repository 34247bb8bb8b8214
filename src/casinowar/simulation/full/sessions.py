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
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.kernel import FINE, SHOE_RAN_OUT, clear
from casinowar.simulation.full.round import play_round
from casinowar.simulation.full.shoe import is_over, new_shoe, start_numbers
from casinowar.simulation.full.table import FullTable, no_spins, raise_unless_fine
from casinowar.simulation.ratio import Estimate
from casinowar.simulation.streams import stream

_NEVER = 1 << 60
_ROUNDS_IN_A_BLOCK, _ROUNDS_IN_A_BATCH = 100_000, 500
_LONG = 10_000
"""How many rounds a session may have that only winning or losing ends, to count with."""

# what the kernel knows of a session, of each player in one, and what it tells of one that ended
BANKROLL, ABOVE, BELOW, MOST_ROUNDS, SIZED_BY, SHARE, SHARE_ON, MOST_TIMES = range(8)
FLAT, BY_BANKROLL, BY_LOSSES = range(3)
DONE, ROUNDS, TIMES, NEEDED, WAGERED = range(5)
_PLACES = 5
NET, LENGTH, HANDLE, ENDED = range(4)
_TOLD = 4
WON, LOST, PLAYED, RUINED = range(4)
_ALL_NETS, _ALL_WAGERS = 4, 5


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


class Session(Struct, frozen=True, kw_only=True):
    """When a session begins and ends, in cents and rounds; in any case once the wagers cannot be made."""

    bankroll: int
    win: int | None = None
    loss: int | None = None
    rounds: int | None = None
    sizing: Sizing = Sizing.FLAT
    share: Fraction = Fraction(1, 20)
    most_times: int = 1000
    """The largest multiple of the wagers that is made."""


class SessionTally(Struct, frozen=True, kw_only=True, tag="sessions"):
    """What sessions brought: how many ended at each net result in cents, after so many rounds, and why."""

    nets: dict[int, int] = {}
    lengths: dict[int, int] = {}
    rounds: int = 0
    """How many rounds the table dealt for them."""
    ends: Batches = Batches()
    """How many ended for each reason; all net results; all that was wagered."""

    def __add__(self, other: "SessionTally") -> "SessionTally":
        """Put more sessions to these."""
        return SessionTally(
            nets=_merged(self.nets, other.nets),
            lengths=_merged(self.lengths, other.lengths),
            rounds=self.rounds + other.rounds,
            ends=self.ends + other.ends,
        )

    @property
    def done(self) -> int:
        """Tell how far a run has come: by its sessions."""
        return self.ends.whole

    def ended(self, end: End) -> int:
        """Count the sessions that ended for a reason."""
        return self.ends.total(list(End).index(end))

    @property
    def ruin(self) -> Estimate | None:
        """Tell which share of the sessions ended in ruin."""
        return self.ends.share(RUINED)

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
    def of(cls, rules: Rules, table: FullTable, session: Session) -> Self:
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
        limits = (*self.limits[:MOST_ROUNDS], 1, *self.limits[MOST_ROUNDS + 1 :])
        return replace(self, limits=limits)

    def block(self, seed: int, number: int, *, most: int | None = None) -> SessionTally:
        """Play the sessions of a block, or so many; who ends one begins another in the next round."""
        table, each = self.table, self.sessions * self.seats
        hands, places = np.array(table.hands), table.opened(table.meters)
        start_numbers(stream(seed, number), places)
        players = np.zeros((len(hands), _PLACES), np.int64)
        players[:, NEEDED] = self.needed
        batches = self.batches if most is None else min(self.batches, -(-most // each))
        results = np.zeros((batches, self.sessions, len(hands), _TOLD), np.int64)
        ended = _play_through(
            np.array(table.terms),
            np.array(table.cards, np.uint8),
            hands,
            places,
            no_spins(),
            np.zeros((0, 3), np.int64),
            hands[:, t.WAGERS :].copy(),
            np.array(self.limits),
            players,
            results,
        )
        raise_unless_fine(len(table.cards), ended)
        told = results.reshape(-1, _TOLD)[:most].tolist()
        return SessionTally(
            nets=Counter(session[NET] for session in told),
            lengths=Counter(session[LENGTH] for session in told),
            rounds=int(places[t.ROUND]),
            ends=sum((_ends(told[first : first + each]) for first in range(0, len(told), each)), Batches()),
        )


def _ends(batch: list[list[int]]) -> Batches:
    """Count why the sessions of a batch ended, and add up what they brought and wagered."""
    ends = Counter(session[ENDED] for session in batch)
    ends[_ALL_NETS] = sum(session[NET] for session in batch)
    ends[_ALL_WAGERS] = sum(session[HANDLE] for session in batch)
    return Batches.of(len(batch), ends)


def _merged(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}


def _needed(rules: Rules, hand: tuple[int, ...]) -> int:
    """Find what a hand has to put down at first, and at war where it cannot surrender instead."""
    wagers = hand[t.WAGERS :]
    first = sum(wagers) - wagers[t.WAR_TIE]
    war = rules.book.war
    if war is None or rules.book.surrender is not None:
        return first
    return first + wagers[t.INITIAL] * war.wager.value


def _limits(rules: Rules, table: FullTable, session: Session, needed: int) -> tuple[int, ...]:
    """Check a session against a table, and turn it into numbers."""
    if session.bankroll < needed:
        bankroll, least = dollars(session.bankroll), dollars(needed)
        raise InputError(f"A bankroll of {bankroll} does not pay for a round, which takes {least}.")
    if session.loss is not None and session.loss > session.bankroll:
        raise InputError("A session cannot lose more than its bankroll.")
    if session.win is None and session.rounds is None:
        raise InputError("A session ends by a win or after so many rounds; otherwise it need not end.")
    if session.sizing is not Sizing.FLAT and rules.fixes_initial_wager:
        raise InputError("The rulebook, as it is read here, fixes the initial wager.")
    sized = {Sizing.FLAT: FLAT, Sizing.SHARE: BY_BANKROLL, Sizing.DOUBLED: BY_LOSSES}[session.sizing]
    limits = {
        BANKROLL: session.bankroll,
        ABOVE: _NEVER if session.win is None else session.bankroll + session.win,
        BELOW: -1 if session.loss is None else session.bankroll - session.loss,
        MOST_ROUNDS: session.rounds or _NEVER,
        SIZED_BY: sized,
        SHARE: session.share.numerator,
        SHARE_ON: session.share.denominator,
        MOST_TIMES: max(1, min(session.most_times, _most_times(rules, table))),
    }
    return tuple(limits[place] for place in range(len(limits)))


def _most_times(rules: Rules, table: FullTable) -> int:
    """Find the largest multiple of its wagers that every hand may make."""
    sized = {t.INITIAL: Wager.INITIAL, t.TIE: Wager.TIE, t.WAR_TIE: Wager.WAR_TIE}
    return min(
        rules.span(wager)[1] // hand[t.WAGERS + column]
        for hand in table.hands
        for column, wager in sized.items()
        if hand[t.WAGERS + column]
    )


@t.compiled
def _play(
    terms: t.Array,
    cards: t.Array,
    hands: t.Array,
    table: t.Array,
    spins: t.Array,
    wins: t.Array,
    base: t.Array,
    limits: t.Array,
    players: t.Array,
    results: t.Array,
) -> int:
    """Play batch after batch, each at a table with a new shoe and new players."""
    for batch in range(len(results)):
        for hand in range(len(hands)):
            players[hand, DONE], players[hand, ROUNDS], players[hand, WAGERED] = 0, 0, 0
            players[hand, TIMES] = 1
            hands[hand, t.PURSE] = limits[BANKROLL]
        ended = _play_batch(terms, cards, hands, table, spins, wins, base, limits, players, results[batch])
        if ended != FINE:
            return int(ended)
    return FINE


@t.compiled
def _play_batch(
    terms: t.Array,
    cards: t.Array,
    hands: t.Array,
    table: t.Array,
    spins: t.Array,
    wins: t.Array,
    base: t.Array,
    limits: t.Array,
    players: t.Array,
    results: t.Array,
) -> int:
    """Play shoe after shoe until every hand has seen its sessions through."""
    while True:
        new_shoe(terms, cards, table)
        over = False
        while not over:
            for hand in range(len(hands)):
                _size(hands, base, limits, players, hand)
            clear(hands)
            play_round(terms, cards, hands, table, spins, wins)
            if table[t.RAN_OUT]:
                return SHOE_RAN_OUT
            left = 0
            for hand in range(len(hands)):
                _note(hands, limits, players, results, hand)
                left += players[hand, DONE] < len(results)
            if not left:
                return FINE
            over = is_over(terms, table)


@t.compiled
def _size(hands: t.Array, base: t.Array, limits: t.Array, players: t.Array, hand: int) -> None:
    """Set a hand's wagers to as many times the table's as its player makes and can pay for."""
    times = players[hand, TIMES]
    if limits[SIZED_BY] == BY_BANKROLL:
        times = hands[hand, t.PURSE] * limits[SHARE] // (limits[SHARE_ON] * base[hand, t.INITIAL])
    times = min(times, limits[MOST_TIMES], hands[hand, t.PURSE] // players[hand, NEEDED])
    players[hand, TIMES] = max(1, times)
    for wager in (t.INITIAL, t.TIE, t.WAR_TIE):
        hands[hand, t.WAGERS + wager] = players[hand, TIMES] * base[hand, wager]


@t.compiled
def _note(hands: t.Array, limits: t.Array, players: t.Array, results: t.Array, hand: int) -> None:
    """Take a round into account, and end the session if it is time."""
    net = 0
    for kind in range(t.KINDS):
        net += hands[hand, t.NET + kind]
    hands[hand, t.PURSE] += net
    for kind in range(t.PLACED_KINDS):
        players[hand, WAGERED] += hands[hand, t.PLACED + kind]
    players[hand, ROUNDS] += 1
    if limits[SIZED_BY] == BY_LOSSES:
        players[hand, TIMES] = (
            2 * players[hand, TIMES] if net < 0 else (1 if net > 0 else players[hand, TIMES])
        )
    purse = hands[hand, t.PURSE]
    if purse >= limits[ABOVE]:
        ended = WON
    elif purse < players[hand, NEEDED]:
        ended = RUINED
    elif purse <= limits[BELOW]:
        ended = LOST
    elif players[hand, ROUNDS] >= limits[MOST_ROUNDS]:
        ended = PLAYED
    else:
        return
    if players[hand, DONE] < len(results):
        told = results[players[hand, DONE], hand]
        told[NET], told[LENGTH] = purse - limits[BANKROLL], players[hand, ROUNDS]
        told[HANDLE], told[ENDED] = players[hand, WAGERED], ended
    players[hand, DONE] += 1
    players[hand, ROUNDS], players[hand, TIMES], players[hand, WAGERED] = 0, 1, 0
    hands[hand, t.PURSE] = limits[BANKROLL]


def _entry(sources: int) -> t.Array:
    """Make what Python calls; see `full_terms.entry`."""

    @t.entry
    def play(
        terms: t.Array,
        cards: t.Array,
        hands: t.Array,
        table: t.Array,
        spins: t.Array,
        wins: t.Array,
        base: t.Array,
        limits: t.Array,
        players: t.Array,
        results: t.Array,
    ) -> t.Array:
        if not sources:
            return SHOE_RAN_OUT
        return _play(terms, cards, hands, table, spins, wins, base, limits, players, results)

    return play


_play_through = _entry(t.SOURCES)
