"""Stakes: what players have at risk at a table, and what a commit changed of it.

An initial wager brings with it the wars that it may come to: whoever has placed it can always afford to go to
war by their own limits, and nobody is made to surrender by them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.table import Hand, Table
from casinowar.game.transfers import Place
from casinowar.game.words import Choice, Comparison, Wager
from casinowar.house.accounts import Posting, wallet
from casinowar.house.journal import Commit

_OF_THE_HOUSE: Final = Wager.MATCH
"""What lies beside a war wager and is not the player's."""


class AtRisk(NamedTuple):
    """What somebody has at risk at a table, in cents."""

    staked: int = 0
    """What lies on the layout, before the tray or in the bank, and is theirs."""
    reserved: int = 0
    """What the wars would take that their hands may still come to."""


NOTHING: Final = AtRisk()


class PlayChange(NamedTuple):
    """What a commit changed for a player."""

    player: str
    spent: int
    """By how much wallet and chips together became less, other than at the cashier."""
    staked: int
    reserved: int


class SittingChange(NamedTuple):
    """That a player sat down at a table, or left."""

    player: str
    sits: bool


def at_risk(rules: Rules, table: Table) -> dict[str, AtRisk]:
    """Tell what each player has at risk at a table."""
    found: dict[str, AtRisk] = {}
    if table.round is not None:
        for hand in table.round.hands.values():
            held = found.get(hand.player, NOTHING)
            staked, reserved = held.staked + _staked(hand), held.reserved + _reserved(rules, hand)
            found[hand.player] = AtRisk(staked, reserved)
    if table.bank.seat is not None and table.inventory:
        player = table.seats[table.bank.seat]
        held = found.get(player, NOTHING)
        found[player] = AtRisk(held.staked + table.inventory, held.reserved)
    return found


def staked_in_round(rules: Rules, table: Table, player: str) -> int:
    """Tell what somebody has staked in the round at hand, wherever it went since, with wars to come."""
    hands = table.round.hands.values() if table.round else ()
    own = [hand for hand in hands if hand.player == player]
    total = sum(hand.own(wager) for hand in own for wager in hand.wagers if wager is not _OF_THE_HOUSE)
    banks = table.bank.seat is not None and table.seats[table.bank.seat] == player
    return total + sum(_reserved(rules, hand) for hand in own) + (table.inventory if banks else 0)


def _staked(hand: Hand) -> int:
    on_layout = before_tray = 0
    for wager, placed in hand.wagers.items():
        if wager is not _OF_THE_HOUSE:
            on_layout += placed.on_layout
            before_tray += placed.before_tray
    return max(0, on_layout - (hand.redeemed if hand.on_layout(Wager.INITIAL) else 0)) + before_tray


def _reserved(rules: Rules, hand: Hand) -> int:
    """Add up the war wagers that a hand may still come to."""
    war = rules.book.war
    is_over = hand.settled or hand.abandoned or hand.running or hand.choice is Choice.SURRENDER
    if war is None or is_over or not rules.plays_ties_on:
        return 0
    if hand.comparison not in {None, Comparison.TIE} or not hand.placed(Wager.INITIAL):
        return 0
    return sum(war.next_wager(hand.placed(Wager.INITIAL), fought) for fought in range(hand.wars, war.most))


def changes(
    rules: Rules, name: str, before: Table, after: Table, posted: Iterable[Posting]
) -> tuple[PlayChange, ...]:
    """List what a commit at a table of this name changed for each player."""
    spent: dict[str, int] = defaultdict(int)
    chips = f"table/{name}/{Place.CHIPS}/"
    for source, target, amount in posted:
        if source.startswith(chips) and target != wallet(player := source[len(chips) :]):
            spent[player] += amount
        if target.startswith(chips) and source != wallet(player := target[len(chips) :]):
            spent[player] -= amount
    was, now = at_risk(rules, before), at_risk(rules, after)
    found = []
    for player in sorted({*spent, *was, *now}):
        old, new = was.get(player, NOTHING), now.get(player, NOTHING)
        change = PlayChange(
            player, spent.get(player, 0), new.staked - old.staked, new.reserved - old.reserved
        )
        if any(change[1:]):
            found.append(change)
    return tuple(found)


def sittings(commit: Commit) -> Iterator[SittingChange]:
    """List who sat down or left in a commit."""
    for event in commit.events:
        if isinstance(event, e.PlayerSeated | e.PlayerLeft):
            yield SittingChange(event.player, isinstance(event, e.PlayerSeated))
