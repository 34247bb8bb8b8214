"""Runs: blocks dealt side by side and added up in order, until the rounds or sessions are played."""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import msgspec
from msgspec.structs import replace

from casinowar.simulation import kernels as d
from casinowar.simulation.random_streams import STREAM_VERSION

AFTER_THE_BLOCKS = 1 << 62
"""The number of the first stream that what is left over uses; no block comes near it."""
PROCESSOR = "processor"
_AHEAD = 3
"""How many blocks wait for each worker, so that none is idle."""

Progress = Callable[[int, int], None]
"""Is told how many rounds or sessions are played, and how many are wanted."""


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """How far a run has come: enough to go on from, to the same result."""

    table: d.AnyTable
    seed: int
    wanted: int
    """How many rounds, or sessions where those are played."""
    tally: d.AnyTally
    """What whole blocks brought."""
    blocks: int = 0
    stream_version: int
    dealer: str
    """Who dealt the blocks: those of a device are others than a processor's."""
    rest: d.AnyTally | None = None
    """What was dealt apart in the end; a longer run goes on from the blocks."""

    @classmethod
    def start(cls, table: d.AnyTable, seed: int, wanted: int, dealer: str = PROCESSOR) -> "Checkpoint":
        """Begin a run."""
        return cls(
            table=table,
            seed=seed,
            wanted=wanted,
            tally=d.nothing(table),
            stream_version=STREAM_VERSION,
            dealer=dealer,
        )

    @property
    def finished(self) -> bool:
        """Tell whether all that was wanted is played."""
        return self.rest is not None and not self.left

    @property
    def played(self) -> d.AnyTally:
        """Give all that was played so far."""
        return self.tally if self.rest is None else self.tally + self.rest

    @property
    def left(self) -> int:
        """Tell how much is left to play."""
        return self.wanted - self.played.done


Tallies = Generator[d.AnyTally, None, None]
"""What block after block brought; whoever has enough closes it, and blocks that wait are given up."""
Blocks = Callable[[Checkpoint], Tallies]
"""Whoever deals the blocks of a run in order, beginning with the next one."""
Rest = Callable[[Checkpoint, int], d.AnyTally]
"""Whoever deals what is left of a run when no block fits any more, in numbered parts."""


def run(
    checkpoint: Checkpoint,
    workers: int = 1,
    *,
    progress: Progress | None = None,
    blocks: Blocks | None = None,
    rest: Rest | None = None,
    most: int | None = None,
) -> Iterator[Checkpoint]:
    """Play on from a checkpoint, and give a new one after every block; the last one is finished.

    Blocks count in the order of their numbers, whoever deals them first, so the result is the same for any
    number of workers. A block is dealt as long as it is sure to fit, with the `most` rounds that it can have,
    and the rest is dealt apart. Were a block left out for its length, runs would favour those with many wars.
    """
    state, most = checkpoint, most or d.most_of(checkpoint.table)
    if progress:
        progress(state.tally.done, state.wanted)
    with closing(blocks(state) if blocks else in_threads(state, workers)) as dealt_blocks:
        while state.tally.done + most <= state.wanted:
            state = replace(state, blocks=state.blocks + 1, tally=state.tally + next(dealt_blocks))
            if progress:
                progress(state.tally.done, state.wanted)
            yield state
    dealt, parts = d.nothing(state.table), 0
    while (last := replace(state, rest=dealt)).left:
        dealt, parts = dealt + (rest or on_processor)(last, parts), parts + 1
        if progress:
            progress(state.tally.done + dealt.done, state.wanted)
    yield last


def on_processor(state: Checkpoint, part: int) -> d.AnyTally:
    """Deal what is left of a run; a full table may need one shoe more than it takes, and is asked again."""
    number = AFTER_THE_BLOCKS + part
    return d.deal(state.table, state.seed, number, d.standings_of(state.played), state.left)


def in_threads(start: Checkpoint, workers: int) -> Tallies:
    """Deal blocks for ever, in order, on so many threads; compiled code lets them run side by side."""
    ahead = workers + _AHEAD if workers > 1 else 1
    with ThreadPoolExecutor(workers) as pool:
        # A block that waits for another one's standings would keep a thread from dealing.
        most = min(ahead, d.side_by_side(start.table) or ahead)
        yield from in_order(start, pool.submit, lambda: most)


def in_order(
    start: Checkpoint, submit: Callable[..., Any], ahead: Callable[[], int], batch: int = 1
) -> Tallies:
    """Keep so many tasks ahead, each of a batch of blocks, and give the blocks in order, for ever.

    A block that goes on from one that is not known here yet has that one's task among its arguments, so that
    whoever deals keeps them in order.
    """
    table, number, waiting = start.table, start.blocks, deque[Any]()
    tables, standings = d.side_by_side(table), dict(d.standings_of(start.tally))
    try:
        while True:
            most = ahead()
            while len(waiting) < most:
                earlier = waiting[-tables] if tables and len(waiting) >= tables else dict(standings)
                waiting.append(submit(deal_blocks, table, start.seed, number, batch, earlier))
                number += batch
            tallies = waiting.popleft().result()
            standings.update(d.standings_of(tallies[-1]))
            yield from tallies
    finally:
        for task in waiting:
            task.cancel()


def deal_blocks(
    table: d.AnyTable, seed: int, first: int, number: int, before: list[d.AnyTally] | d.Standings
) -> list[d.AnyTally]:
    """Deal several blocks, one after another; the first goes on from the one before it at its table."""
    standings = before if isinstance(before, Mapping) else d.standings_of(before[-1])
    return [d.deal(table, seed, first + each, standings) for each in range(number)]
