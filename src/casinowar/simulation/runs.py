"""Runs: blocks dealt side by side and added up in order, until the rounds are played."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import msgspec

from casinowar.game.refusal import InputError
from casinowar.simulation.blocks import deal_block, deal_rest
from casinowar.simulation.plan import Plan
from casinowar.simulation.tally import Tally

AFTER_THE_BLOCKS = 1 << 62
"""The number of the first stream that the rounds left over use; no block comes near it."""
_AHEAD = 3
"""How many blocks wait for each worker, so that none is idle."""

Blocks = Callable[[Plan, int, int], Iterator[Tally]]
"""Whoever deals blocks of a plan and a seed in order, beginning with one of them."""
Progress = Callable[[int], None]


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """How far a run has come: enough to go on from, to the same result."""

    plan: Plan
    seed: int
    rounds: int
    blocks: int = 0
    tally: Tally = Tally()
    finished: bool = False


def run(
    checkpoint: Checkpoint,
    workers: int = 1,
    *,
    progress: Progress | None = None,
    blocks: Blocks | None = None,
) -> Iterator[Checkpoint]:
    """Play on from a checkpoint, and give a new one after every block; the last one is finished.

    Blocks count in the order of their numbers, whoever deals them first, so the result is the same for any
    number of workers. The block that would go beyond the rounds wanted is left out; the rest is dealt apart.
    """
    dealt = (
        blocks(checkpoint.plan, checkpoint.seed, checkpoint.blocks)
        if blocks
        else in_threads(checkpoint.plan, checkpoint.seed, checkpoint.blocks, workers)
    )
    state = checkpoint
    for tally in dealt:
        if state.tally.rounds + tally.rounds > state.rounds:
            break
        state = msgspec.structs.replace(state, blocks=state.blocks + 1, tally=state.tally + tally)
        if progress:
            progress(state.tally.rounds)
        yield state
    rest = deal_rest(state.plan, state.seed, AFTER_THE_BLOCKS, state.rounds - state.tally.rounds)
    state = msgspec.structs.replace(state, tally=state.tally + rest, finished=True)
    if progress:
        progress(state.tally.rounds)
    yield state


def in_threads(plan: Plan, seed: int, first: int, workers: int) -> Iterator[Tally]:
    """Deal blocks for ever, in order, on so many threads; compiled code lets them run side by side."""
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[Tally]] = deque()
        number = first
        try:
            while True:
                while len(waiting) < workers + _AHEAD * (workers > 1):
                    waiting.append(pool.submit(deal_block, plan, seed, number))
                    number += 1
                yield waiting.popleft().result()
        finally:
            for each in waiting:
                each.cancel()


def save(checkpoint: Checkpoint, path: str) -> None:
    """Write a checkpoint to a file, all of it or nothing."""
    made = Path(f"{path}.new")
    made.write_bytes(msgspec.json.encode(checkpoint))
    made.replace(path)


def load(path: str, wanted: Checkpoint) -> Checkpoint:
    """Read a checkpoint, and see that it belongs to the run that is wanted."""
    try:
        found = msgspec.json.decode(Path(path).read_bytes(), type=Checkpoint)
    except msgspec.DecodeError:
        raise InputError(f"{path}: this is not a checkpoint of a simulation.") from None
    if (found.plan, found.seed) != (wanted.plan, wanted.seed) or found.tally.rounds > wanted.rounds:
        raise InputError(f"{path}: this checkpoint belongs to another run; delete it or name another file.")
    return (
        msgspec.structs.replace(found, rounds=wanted.rounds, finished=False) if not found.finished else found
    )
