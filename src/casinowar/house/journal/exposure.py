"""Players' money at risk at a table, and how a commit changes it.

An initial wager counts with the wars that it may lead to, so that a player's own limits never force a
surrender.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.events import Place
from casinowar.game.table import Hand, Table
from casinowar.game.words import Choice, Comparison, Wager
from casinowar.house.accounts import Posting, wallet
from casinowar.house.journal.commits import Commit

_SURRENDER, _TIE, _INITIAL = Choice.SURRENDER, Comparison.TIE, Wager.INITIAL
_OF_THE_HOUSE: Final = Wager.MATCH
"""The house's chips beside a war wager."""
_COMING_AND_GOING: Final = (e.PlayerSeated, e.PlayerLeft)


class AtRisk(NamedTuple):
    """A player's cents at risk at a table."""

    staked: int = 0
    """The player's own chips on the layout, before the tray or in the bank."""
    reserved: int = 0
    """The cost of wars that their hands may still come to."""


NOTHING: Final = AtRisk()


class PlayChange(NamedTuple):
    """Changes by a commit for a player, in cents."""

    player: str
    spent: int
    """The decrease of wallet and chips together, the cashier aside."""
    staked: int
    reserved: int


class SittingChange(NamedTuple):
    player: str
    sits: bool


def at_risk(rules: Rules, table: Table) -> dict[str, AtRisk]:
    found: dict[str, AtRisk] = {}
    for hand in _hands(table).values():
        staked, reserved = found.get(hand.player, NOTHING)
        found[hand.player] = AtRisk(staked + _staked(hand), reserved + _reserved(rules, hand))
    if (banked := _banked(table)) is not None:
        player, inventory = banked
        staked, reserved = found.get(player, NOTHING)
        found[player] = AtRisk(staked + inventory, reserved)
    return found


def _hands(table: Table) -> Mapping[int, Hand]:
    return table.round.hands if table.round is not None else {}


def _banked(table: Table) -> tuple[str, int] | None:
    if table.bank.seat is None or not table.inventory:
        return None
    return table.seats[table.bank.seat], table.inventory


def in_play(table: Table) -> set[str]:
    """Name everybody who has something in play: a hand, or the bank."""
    playing = {hand.player for hand in table.round.hands.values()} if table.round else set[str]()
    return playing | ({table.seats[table.bank.seat]} if table.bank.seat is not None else set())


def staked_in_round(rules: Rules, table: Table, player: str) -> int:
    """Add up a player's wagers in this round, settled ones and possible wars included."""
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
    if hand.settled or hand.abandoned or hand.running or hand.choice is _SURRENDER:
        return 0
    comparison, initial = hand.comparison, hand.wagers.get(_INITIAL)
    if initial is None or (comparison is not None and comparison is not _TIE):
        return 0
    placed = initial.on_layout + initial.collected
    return sum(placed * over // under for over, under in _wars(rules)[hand.wars :])


@lru_cache(maxsize=100)
def _wars(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Give the war wager of each possible war, in initial wagers."""
    war = rules.book.war
    if war is None or not rules.plays_ties_on:
        return ()
    return tuple(war.times(fought).as_integer_ratio() for fought in range(war.most))


def changes(
    rules: Rules, name: str, before: Table, after: Table, posted: Iterable[Posting]
) -> tuple[PlayChange, ...]:
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    chips = f"table/{name}/{Place.CHIPS}/"
    for source, target, amount in posted:
        if source.startswith(chips) and target != wallet(player := source[len(chips) :]):
            found[player][0] += amount
        if target.startswith(chips) and source != wallet(player := target[len(chips) :]):
            found[player][0] -= amount
    was, now = _hands(before), _hands(after)
    # Most hands are unchanged.
    gone = [(-1, hand) for number, hand in was.items() if now.get(number) is not hand]
    come = [(1, hand) for number, hand in now.items() if was.get(number) is not hand]
    for sign, hand in (*gone, *come):
        change = found[hand.player]
        change[1] += sign * _staked(hand)
        change[2] += sign * _reserved(rules, hand)
    for sign, banked in ((-1, _banked(before)), (1, _banked(after))):
        if banked is not None:
            found[banked[0]][1] += sign * banked[1]
    return tuple(PlayChange(player, *change) for player, change in sorted(found.items()) if any(change))


def sittings(commit: Commit) -> Iterator[SittingChange]:
    for entry in commit.entries:
        for event in entry.events:
            if isinstance(event, _COMING_AND_GOING):
                yield SittingChange(event.player, isinstance(event, e.PlayerSeated))
