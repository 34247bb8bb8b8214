"""Blocks: the units of work, each a fixed number of shoes from a stream of its own."""

import numpy as np

from casinowar.simulation.jit import Array
from casinowar.simulation.plain.lanes import deal_shoes
from casinowar.simulation.plain.layout import LANES
from casinowar.simulation.plain.table import PlainTable
from casinowar.simulation.plain.tally import Tally
from casinowar.simulation.random_streams import stream

SHOES = 64
"""Shoes per lane of a block."""
NO_LIMIT = 32_000
_NOTHING = np.empty(0, np.int16)


def most_rounds(table: PlainTable) -> int:
    """Count the rounds of a block without any war, the most that it can have."""
    return SHOES * LANES * table.most_rounds


def deal_block(table: PlainTable, seed: int, block: int) -> Tally:
    return dealt(table, stream(seed, block), SHOES, NO_LIMIT, 0)


def deal_rest(table: PlainTable, seed: int, block: int, rounds: int) -> Tally:
    """Deal exactly this number of rounds: whole shoes while they fit, then a few rounds of the last ones."""
    total = Tally()
    while left := rounds - total.rounds:
        whole = min(SHOES, left // (LANES * table.most_rounds))
        each, more = (NO_LIMIT, 0) if whole else divmod(left, LANES)
        if table.sure_rounds <= each < NO_LIMIT:
            each, more = table.sure_rounds, 0
        total += dealt(table, stream(seed, block), max(1, whole), each, more)
        block += 1
    return total


def dealt(
    table: PlainTable,
    start: int,
    shoes: int,
    limit: int,
    longer: int,
    given: Array = _NOTHING,
) -> Tally:
    """Deal shoes of at most `limit` rounds, one more in the `longer` first lanes; see `deal_shoes`."""
    terms = (
        table.seats,
        table.size,
        table.front,
        int(table.fights),
        int(table.apart),
        table.war_cards,
        table.war_cards_a_hand,
        limit,
        longer,
    )
    added = deal_shoes(np.uint64(start), shoes, table.counts, terms, given)
    return Tally.of(added, cut=limit < NO_LIMIT)
