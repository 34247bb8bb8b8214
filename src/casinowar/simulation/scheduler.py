"""Scheduler: deals blocks in parallel and adds them up in order until the run is complete."""

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
"""Number of the first stream for the rest of a run; no block number comes near it."""
PROCESSOR = "processor"
_AHEAD = 3
"""Blocks queued per worker, so that none is idle."""

Progress = Callable[[int, int], None]
"""Called with the number of rounds or sessions played, and the number wanted."""


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a run, from which it can resume to the same result."""

    table: d.AnyTable
    seed: int
    wanted: int
    """Number of sessions, or of rounds if there are no sessions."""
    tally: d.AnyTally
    """The whole blocks."""
    blocks: int = 0
    stream_version: int
    dealer: str
    """What dealt the blocks: those of a GPU differ from a processor's."""
    rest: d.AnyTally | None = None
    """The end of a finished run, less than a block; a longer run resumes from the whole blocks."""

    @classmethod
    def start(cls, table: d.AnyTable, seed: int, wanted: int, dealer: str = PROCESSOR) -> "Checkpoint":
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
        return self.rest is not None and not self.left

    @property
    def played(self) -> d.AnyTally:
        return self.tally if self.rest is None else self.tally + self.rest

    @property
    def left(self) -> int:
        return self.wanted - self.played.done


Tallies = Generator[d.AnyTally, None, None]
"""The tally of block after block; closing it cancels the blocks that still wait."""
Blocks = Callable[[Checkpoint], Tallies]
"""Deals the blocks of a run in order, from the next one on."""
Rest = Callable[[Checkpoint, int], d.AnyTally]
"""Deals the rest of a run, when no block fits any more, in numbered parts."""


def run(
    checkpoint: Checkpoint,
    workers: int = 1,
    *,
    progress: Progress | None = None,
    blocks: Blocks | None = None,
    rest: Rest | None = None,
    most: int | None = None,
) -> Iterator[Checkpoint]:
    """Resume a run, and yield a checkpoint after every block; the last one is finished.

    Blocks count in the order of their numbers, so the result is the same for any number of workers. They are
    dealt while one with the `most` rounds is sure to fit; the rest is dealt separately. Leaving out a block
    because it turned out long would bias runs toward blocks with many wars.
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
    """Deal the rest of a run; a full table may stop one shoe short and is called again."""
    number = AFTER_THE_BLOCKS + part
    return d.deal(state.table, state.seed, number, d.standings_of(state.played), state.left)


def in_threads(start: Checkpoint, workers: int) -> Tallies:
    """Deal blocks in order without end on threads; compiled code releases the GIL."""
    ahead = workers + _AHEAD if workers > 1 else 1
    with ThreadPoolExecutor(workers) as pool:
        # A block that waits for the state of an earlier one would block its thread.
        most = min(ahead, d.side_by_side(start.table) or ahead)
        yield from in_order(start, pool.submit, lambda: most)


def in_order(
    start: Checkpoint, submit: Callable[..., Any], ahead: Callable[[], int], batch: int = 1
) -> Tallies:
    """Keep a queue of tasks, each for a batch of blocks, and yield the blocks in order without end.

    A block that continues from one that is not finished yet takes that one's task as an argument, so that the
    executor keeps them in order.
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
    """Deal several blocks in a row; the first continues from the block before it at its table."""
    standings = before if isinstance(before, Mapping) else d.standings_of(before[-1])
    return [d.deal(table, seed, first + each, standings) for each in range(number)]
