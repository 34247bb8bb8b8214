"""Stakes: what players have at risk at a table, and what a commit changed of it.

An initial wager brings with it the wars that it may come to: whoever has placed it can always afford to go to
war by their own limits, and nobody is made to surrender by them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.table import Hand, Table
from casinowar.game.transfers import Place
from casinowar.game.words import Choice, Comparison, Wager
from casinowar.house.accounts import Posting, wallet
from casinowar.house.journal import Commit

_SURRENDER, _TIE, _INITIAL = Choice.SURRENDER, Comparison.TIE, Wager.INITIAL
_OF_THE_HOUSE: Final = Wager.MATCH
"""What lies beside a war wager and is not the player's."""
_COMING_AND_GOING: Final = (e.PlayerSeated, e.PlayerLeft)


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


def at_risk(rules: Rules, table: Table, beside: Table | None = None) -> dict[str, AtRisk]:
    """Tell what each player has at risk at a table, without hands that are the same at one beside it."""
    found: dict[str, AtRisk] = {}
    same = beside.round.hands if beside is not None and beside.round is not None else {}
    if table.round is not None:
        for number, hand in table.round.hands.items():
            if same.get(number) is hand:
                continue
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
    staked = 0
    for wager, placed in hand.wagers.items():
        if wager is not _OF_THE_HOUSE:
            staked += placed.on_layout + placed.before_tray
            staked -= min(hand.redeemed_on(wager), placed.on_layout)
    return staked


def _reserved(rules: Rules, hand: Hand) -> int:
    """Add up the war wagers that a hand may still come to."""
    if hand.settled or hand.abandoned or hand.running or hand.choice is _SURRENDER:
        return 0
    comparison, initial = hand.comparison, hand.wagers.get(_INITIAL)
    if initial is None or (comparison is not None and comparison is not _TIE):
        return 0
    placed = initial.on_layout + initial.collected
    return sum(placed * over // under for over, under in _wars(rules)[hand.wars :])


@lru_cache(maxsize=100)
def _wars(rules: Rules) -> tuple[tuple[int, int], ...]:
    """List how many initial wagers each war takes, of those that a hand can come to."""
    war = rules.book.war
    if war is None or not rules.plays_ties_on:
        return ()
    return tuple(war.times(fought).as_integer_ratio() for fought in range(war.most))


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
    was, now = at_risk(rules, before, after), at_risk(rules, after, before)
    if not spent and was == now:
        return ()
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
    for entry in commit.entries:
        for event in entry.events:
            if isinstance(event, _COMING_AND_GOING):
                yield SittingChange(event.player, isinstance(event, e.PlayerSeated))
