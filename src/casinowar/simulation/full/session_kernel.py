"""Entry of the full kernel for sessions: bankrolls, wager sizing, and the ends of sessions."""

from collections.abc import Callable

from casinowar.simulation.full import layout as t
from casinowar.simulation.full.chips import net_result
from casinowar.simulation.full.kernel import FINE, SHOE_RAN_OUT
from casinowar.simulation.full.round import play_round
from casinowar.simulation.full.shoe import is_over, new_shoe
from casinowar.simulation.jit import Array

BANKROLL, ABOVE, BELOW, MOST_ROUNDS, SIZED_BY, SHARE, SHARE_ON, MOST_TIMES = range(8)
"""The limits of a session, and the sizing of its wagers."""
FLAT, BY_BANKROLL, BY_LOSSES = range(3)
"""`sessions.Sizing` as numbers."""
DONE, ROUNDS, TIMES, NEEDED, WAGERED = range(5)
"""For each player: completed sessions; and of the current one its rounds, the multiple of the wagers, the
cost of a round, and the amount wagered."""
PLAYER_WIDTH = 5
NET, LENGTH, HANDLE, ENDED = range(4)
"""The result of a session."""
RESULT_WIDTH = 4
WON, LOST, PLAYED, RUINED = range(4)
"""The reason why it ended: `sessions.End` as numbers, without leaving, which the kernel never does."""
LEFT = 6


@t.compiled
def play_batches(table: t.TableArrays, base: Array, limits: Array, players: Array, results: Array) -> int:
    """Play batch after batch, each at a table with a new shoe and new players."""
    for batch in range(len(results)):
        for hand in range(len(table.hands)):
            players[hand, DONE] = 0
            _begin(table, limits, players, hand)
        ended = _play_batch(table, base, limits, players, results[batch])
        if ended != FINE:
            return ended
    return FINE


@t.compiled
def _begin(table: t.TableArrays, limits: Array, players: Array, hand: int) -> None:
    players[hand, ROUNDS], players[hand, TIMES], players[hand, WAGERED] = 0, 1, 0
    table.hands[hand, t.PURSE] = limits[BANKROLL]


@t.compiled
def _play_batch(table: t.TableArrays, base: Array, limits: Array, players: Array, results: Array) -> int:
    """Play shoe after shoe until every hand has seen its sessions through."""
    while True:
        new_shoe(table)
        over = False
        while not over:
            for hand in range(len(table.hands)):
                _size(table, base, limits, players, hand)
            play_round(table)
            if table.marks[t.RAN_OUT]:
                return SHOE_RAN_OUT
            left = 0
            for hand in range(len(table.hands)):
                _note(table, limits, players, results, hand)
                left += players[hand, DONE] < len(results)
            if not left:
                return FINE
            over = is_over(table)


@t.compiled
def _size(table: t.TableArrays, base: Array, limits: Array, players: Array, hand: int) -> None:
    """Set a hand's wagers to the multiple of the table's wagers that its player makes and can pay for."""
    times, purse = players[hand, TIMES], table.hands[hand, t.PURSE]
    if limits[SIZED_BY] == BY_BANKROLL:
        times = purse * limits[SHARE] // (limits[SHARE_ON] * base[hand, t.INITIAL])
    times = max(1, min(times, limits[MOST_TIMES], purse // players[hand, NEEDED]))
    players[hand, TIMES] = times
    for wager in (t.INITIAL, t.TIE, t.WAR_TIE, t.DEALER_WINS):
        table.hands[hand, t.WAGERS + wager] = times * base[hand, wager]


@t.compiled
def _note(table: t.TableArrays, limits: Array, players: Array, results: Array, hand: int) -> None:
    """Record a round, and end the session if a limit is reached."""
    net = net_result(table, hand)
    table.hands[hand, t.PURSE] += net
    for kind in range(t.PLACED_KINDS):
        players[hand, WAGERED] += table.hands[hand, t.PLACED + kind]
    players[hand, ROUNDS] += 1
    if limits[SIZED_BY] == BY_LOSSES and net < 0:
        players[hand, TIMES] *= 2
    elif limits[SIZED_BY] == BY_LOSSES and net > 0:
        players[hand, TIMES] = 1
    purse = table.hands[hand, t.PURSE]
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
    _begin(table, limits, players, hand)


def _entry(sources: int) -> Callable[..., int]:
    @t.entry
    def play(*given: Array) -> int:
        return play_batches(*given) if sources else SHOE_RAN_OUT

    return play


play_sessions = _entry(t.SOURCES)
