"""Past one machine: blocks dealt by the workers of a Dask cluster, and added up in order here.

A block is a pure function of plan, seed and number. A worker that is lost costs nothing but time: the
scheduler gives its blocks to others, and the result is the same to the last bit.
"""

import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from casinowar.game.refusal import InputError
from casinowar.simulation.blocks import deal_block
from casinowar.simulation.plan import Plan
from casinowar.simulation.tally import Tally

BATCH = 64
"""How many blocks one task deals."""
_TASKS_AHEAD = 3
_SECONDS_TO_CONNECT = 20


def deal_blocks(plan: Plan, seed: int, first: int, number: int) -> list[Tally]:
    """Deal several blocks, one after another."""
    return [deal_block(plan, seed, first + each) for each in range(number)]


def on_cluster(client: Any, plan: Plan, seed: int, first: int) -> Iterator[Tally]:  # noqa: ANN401 - Dask is untyped
    """Deal blocks for ever on a cluster, and give them in order."""
    waiting: deque[Any] = deque()
    number = first
    try:
        while True:
            workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
            while len(waiting) < _TASKS_AHEAD * workers:
                waiting.append(client.submit(deal_blocks, plan, seed, number, BATCH, pure=False, retries=10))
                number += BATCH
            yield from waiting.popleft().result()
    finally:
        for task in waiting:
            task.cancel()


@contextmanager
def local_workers(number: int) -> Iterator[Any]:
    """Start so many worker processes on this machine."""
    from distributed import Client, LocalCluster  # noqa: PLC0415 - needs the extra

    _hush()
    with (
        LocalCluster(
            n_workers=number,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def running_cluster(address: str) -> Iterator[Any]:
    """Use a scheduler that runs already."""
    from distributed import Client  # noqa: PLC0415 - needs the extra

    _hush()
    try:
        client = Client(address, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError, TimeoutError):
        raise InputError(f"There is no Dask scheduler at {address}.") from None
    with client:
        yield client


def _hush() -> None:
    """Keep Dask from reporting the blocks that are given up at the end of a run."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
