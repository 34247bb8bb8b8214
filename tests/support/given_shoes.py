"""Shoes given to the fast kernel, whose hands can be compared one by one with the engine's."""

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from msgspec import Struct

from casinowar.simulation.jit import Array
from casinowar.simulation.plain.blocks import NO_LIMIT, dealt
from casinowar.simulation.plain.layout import LANES, PLANES
from casinowar.simulation.plain.table import PlainTable
from casinowar.simulation.plain.tally import Tally


class Cards(Struct, frozen=True):
    """The ranks that a shoe deals, counted from the lowest."""

    original: Sequence[int]
    """Of each round the dealer's card first, then each seat's."""
    war: Sequence[int]
    """Of each war deal the dealer's card first, then each hand's; fought apart, a dealer's card for each."""


class End(IntEnum):
    """How a hand ends; a tie hand that does not go to war is tied."""

    LOWER, TIED, HIGHER, WAR_LOWER, WAR_TIED, WAR_HIGHER = range(6)


def deal_given(table: PlainTable, shoes: Sequence[Cards]) -> tuple[list[Array], Tally]:
    """Deal shoes whose cards are given, one to a lane, by the code that deals all others.

    How each hand ended comes back by shoe, round and seat, and what was added up over all of them.
    """
    if len(shoes) != LANES:
        raise ValueError(f"There are {LANES} lanes, not {len(shoes)}.")
    queues = [[shoe.original for shoe in shoes], [shoe.war for shoe in shoes]]
    longest = max(len(ranks) for queue in queues for ranks in queue)
    given = np.full((2, PLANES, longest + 2, LANES), -1, np.int16)
    for queue, lanes in enumerate(queues):
        for lane, ranks in enumerate(lanes):
            given[queue, 0, : len(ranks), lane] = ranks
    tally = dealt(table, 0, 1, NO_LIMIT, 0, given.ravel())
    return [_ends(table, shoe, given[..., lane]) for lane, shoe in enumerate(shoes)], tally


def _ends(table: PlainTable, shoe: Cards, lane: Array) -> Array:
    """Find how each hand of a lane ended; tie hands fight in turn."""
    original, war = (_added(queue) for queue in lane)
    if (len(original), len(war)) != (len(shoe.original), len(shoe.war)):
        raise ValueError("A lane deals fewer cards than it is given.")
    ends = End.HIGHER - original.reshape(-1, table.seats + 1)[:, 1:]
    if table.fights:
        ends[ends == End.TIED] = End.WAR_LOWER + war[_hands_at_war(table, ends)]
    return ends


def _added(queue: Array) -> Array:
    """Read from what was noted at each step of one or two draws what every card added to the count."""
    _, taken, counted, between = queue[:, queue[1] >= 0]
    drawn, both = np.diff(taken), np.diff(counted)
    first = np.where(drawn == 1, both, between[1:] - counted[:-1])
    added = np.zeros(taken[-1], int)
    added[taken[:-1][drawn > 0]] = first[drawn > 0]
    added[taken[:-1][drawn > 1] + 1] = (both - first)[drawn > 1]
    return added


def _hands_at_war(table: PlainTable, ends: Array) -> Array:
    """Find the places of the hands' cards among those of war deals, where the dealer's come first."""
    ties = (ends == End.TIED).sum(axis=1)
    hands = np.arange(ties.sum())
    dealers = hands + 1 if table.apart else np.repeat(np.cumsum(ties > 0), ties)
    return hands + dealers
