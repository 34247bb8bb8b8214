"""Blocks: the units of work, each a fixed number of shoes from a stream of its own."""

import numpy as np

from casinowar.simulation.lanes import LANES, deal_shoes
from casinowar.simulation.plan import Plan
from casinowar.simulation.streams import stream
from casinowar.simulation.tally import Tally

SHOES = 64
"""How many shoes each lane of a block deals."""
NO_LIMIT = 32_000


def deal_block(plan: Plan, seed: int, block: int) -> Tally:
    """Deal one block of whole shoes."""
    return _dealt(plan, stream(seed, block), SHOES, NO_LIMIT, 0)


def deal_rest(plan: Plan, seed: int, block: int, rounds: int) -> Tally:
    """Deal exactly so many rounds, a few from the beginning of each of many shoes."""
    total = Tally()
    while total.rounds < rounds:
        left = rounds - total.rounds
        each, more = divmod(left, LANES)
        if each >= plan.sure_rounds:
            each, more = plan.sure_rounds, 0
        total += _dealt(plan, stream(seed, block), 1, each, more)
        block += 1
    return total


def _dealt(plan: Plan, start: int, shoes: int, limit: int, longer: int) -> Tally:
    """Deal shoes of at most so many rounds, one more in as many lanes as are to be longer."""
    sums = deal_shoes(
        np.uint64(start),
        shoes,
        plan.seats,
        plan.counts,
        plan.size,
        plan.front,
        plan.fights,
        plan.apart,
        plan.war_cards,
        plan.war_cards_a_hand,
        limit,
        longer,
    )
    return Tally.of([int(each) for each in sums])
