"""Sessions: players with a bankroll who play until they have won or lost enough, or played long enough."""

from fractions import Fraction

import numpy as np
from msgspec import Struct

from casinowar.game.refusal import InputError
from casinowar.game.words import Wager, Word
from casinowar.simulation import full_terms as t
from casinowar.simulation.full_kernel import FINE, SHOE_RAN_OUT, clear
from casinowar.simulation.full_round import play_round
from casinowar.simulation.full_rules import shoe_cards
from casinowar.simulation.full_shoe import is_over, new_shoe, start_numbers
from casinowar.simulation.full_table import FullTable, empty_table, no_hits, no_spins, raise_unless_fine
from casinowar.simulation.streams import stream

_NEVER = 1 << 60

# what the kernel knows of a session, and of each player in one
BANKROLL, ABOVE, BELOW, MOST_ROUNDS, SIZED_BY, SHARE, SHARE_ON, MOST_TIMES = range(8)
FLAT, BY_BANKROLL, BY_LOSSES = range(3)
DONE, ROUNDS, TIMES, NEEDED = range(4)


class Sizing(Word):
    """How large wagers are, always in whole multiples of what the table's hands wager."""

    FLAT = "always the same"
    SHARE = "a share of the bankroll"
    DOUBLED = "doubled after a loss"


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


class Sessions(Struct, frozen=True):
    """What sessions brought, each with its net result in cents and its number of rounds."""

    nets: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()

    def __add__(self, other: "Sessions") -> "Sessions":
        """Put more sessions to these."""
        return Sessions(self.nets + other.nets, self.rounds + other.rounds)


def play_sessions(table: FullTable, session: Session, number: int, seed: int, block: int) -> Sessions:
    """Play so many sessions at each hand of a table; who ends one begins another in the next round."""
    rows, cards = table.hands.copy(), shoe_cards(table.rules)
    places = empty_table(table.rules, len(cards), None)
    start_numbers(stream(seed, block), places)
    players = np.zeros((len(rows), 4), np.int64)
    players[:, TIMES] = 1
    players[:, NEEDED] = _needed(table)
    limits = _limits(table, session, int(players[:, NEEDED].max()))
    rows[:, t.PURSE] = session.bankroll
    results = np.zeros((len(rows), number, 2), np.int64)
    base = rows[:, t.WAGERS :].copy()
    raise_unless_fine(
        table.rules,
        _play_through(
            table.terms, cards, rows, places, no_spins(), no_hits(), base, limits, players, results
        ),
    )
    flat = results.reshape(-1, 2)
    return Sessions(tuple(flat[:, 0].tolist()), tuple(flat[:, 1].tolist()))


def _needed(table: FullTable) -> t.Array:
    """Find what a hand has to put down at first, and at war where it cannot surrender instead."""
    wagers = table.hands[:, t.WAGERS :]
    first = wagers.sum(axis=1) - wagers[:, t.WAR_TIE]
    war = table.rules.book.war
    if war is None or table.rules.book.surrender is not None:
        return first
    return first + wagers[:, t.INITIAL] * war.wager.value


def _limits(table: FullTable, session: Session, needed: int) -> t.Array:
    """Check a session against a table, and turn it into numbers."""
    if session.bankroll < needed:
        raise InputError(f"A bankroll of {session.bankroll} cents does not pay for one round.")
    if session.win is None and session.rounds is None:
        raise InputError("A session ends by a win or after so many rounds; otherwise it need not end.")
    if session.sizing is not Sizing.FLAT and table.rules.fixes_initial_wager:
        raise InputError("The rulebook, as it is read here, fixes the initial wager.")
    initial = int(table.hands[:, t.WAGERS + t.INITIAL].max())
    sized = {Sizing.FLAT: FLAT, Sizing.SHARE: BY_BANKROLL, Sizing.DOUBLED: BY_LOSSES}[session.sizing]
    limits = {
        BANKROLL: session.bankroll,
        ABOVE: _NEVER if session.win is None else session.bankroll + session.win,
        BELOW: -1 if session.loss is None else session.bankroll - session.loss,
        MOST_ROUNDS: session.rounds or _NEVER,
        SIZED_BY: sized,
        SHARE: session.share.numerator,
        SHARE_ON: session.share.denominator,
        MOST_TIMES: max(1, min(session.most_times, table.rules.span(Wager.INITIAL)[1] // initial)),
    }
    return np.array([limits[place] for place in range(len(limits))], np.int64)


@t.compiled
def _play(
    terms: t.Array,
    cards: t.Array,
    hands: t.Array,
    table: t.Array,
    spins: t.Array,
    hits: t.Array,
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
            play_round(terms, cards, hands, table, spins, hits)
            if table[t.RAN_OUT]:
                return SHOE_RAN_OUT
            left = 0
            for hand in range(len(hands)):
                _note(hands, limits, players, results, hand)
                left += players[hand, DONE] < results.shape[1]
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
    players[hand, ROUNDS] += 1
    if limits[SIZED_BY] == BY_LOSSES:
        players[hand, TIMES] = (
            2 * players[hand, TIMES] if net < 0 else (1 if net > 0 else players[hand, TIMES])
        )
    purse = hands[hand, t.PURSE]
    stops = purse >= limits[ABOVE] or purse <= limits[BELOW] or purse < players[hand, NEEDED]
    if not (stops or players[hand, ROUNDS] >= limits[MOST_ROUNDS]):
        return
    if players[hand, DONE] < results.shape[1]:
        results[hand, players[hand, DONE], 0] = purse - limits[BANKROLL]
        results[hand, players[hand, DONE], 1] = players[hand, ROUNDS]
    players[hand, DONE] += 1
    players[hand, ROUNDS], players[hand, TIMES] = 0, 1
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
        hits: t.Array,
        base: t.Array,
        limits: t.Array,
        players: t.Array,
        results: t.Array,
    ) -> t.Array:
        if not sources:
            return SHOE_RAN_OUT
        return _play(terms, cards, hands, table, spins, hits, base, limits, players, results)

    return play


_play_through = _entry(t.SOURCES)
