"""Kernel launches: the plain table dealt on a CUDA device."""

from collections.abc import Callable
from functools import cache
from typing import Any
from warnings import catch_warnings, filterwarnings

import numpy as np

from casinowar.game.refusal import InputError
from casinowar.simulation.kernels import AnyTable, AnyTally
from casinowar.simulation.plain.table import NotSimulated, PlainTable
from casinowar.simulation.plain.tally import SUMS, Tally
from casinowar.simulation.random_streams import stream
from casinowar.simulation.scheduler import AFTER_THE_BLOCKS, Checkpoint, Tallies, on_processor

DEALER = "device"
THREADS = 256
BLOCKS = 4_224
"""Thread blocks per launch, fixed so that a seed means the same on every device."""
SHOES = 48
"""Shoes per thread of a launch."""


def check_device() -> Any:  # noqa: ANN401 - the CUDA modules are untyped
    """Find the CUDA modules and a device, or refuse and say what is missing."""
    try:
        from numba import cuda  # noqa: PLC0415 - needs the extra
    except ImportError:
        raise InputError(
            "A GPU needs the package numba-cuda, which is not installed; "
            "install it with: pip install 'casinowar[gpu]'"
        ) from None
    if not cuda.is_available():
        raise InputError("There is no CUDA device here; leave out --gpu to deal on the processor.")
    return cuda


def most_of(table: AnyTable) -> int:
    return THREADS * BLOCKS * SHOES * (table.most_rounds if isinstance(table, PlainTable) else 1)


def on_device(start: Checkpoint) -> Tallies:
    """Deal launches in order without end; each is a block with one stream per thread.

    The next launch starts before the last one is read, so that the device does not wait.
    """
    launch = launcher(start.table)
    number = start.blocks
    dealt = launch(stream(start.seed, number), BLOCKS, SHOES)
    while True:
        number += 1
        following = launch(stream(start.seed, number), BLOCKS, SHOES)
        yield dealt()
        dealt = following


def rest_on_device(state: Checkpoint, part: int) -> AnyTally:
    """Deal the rest in the largest launch that is sure to fit, and the last few rounds on the processor."""
    table = state.table
    fitting = state.left // (THREADS * table.most_rounds) if isinstance(table, PlainTable) else 0
    if not fitting:
        return on_processor(state, part)
    shoes = max(1, min(SHOES, fitting // BLOCKS))
    return launcher(table)(stream(state.seed, AFTER_THE_BLOCKS + part), min(BLOCKS, fitting), shoes)()


Dealt = Callable[[], Tally]
"""Waits for a launch and reads it."""


@cache
def launcher(table: AnyTable) -> Callable[[int, int, int], Dealt]:
    """Compile the kernel for a table; the result launches it with a stream, blocks and shoes."""
    cuda = check_device()
    if not isinstance(table, PlainTable):
        raise NotSimulated("The device deals the plain table and no other.")
    from casinowar.simulation.gpu.kernel import MOST, MOST_SEATS, kernel  # noqa: PLC0415 - needs the extra

    if table.size > MOST:
        raise NotSimulated(f"A shoe of {table.size} cards is too large for the device; {MOST} is the most.")
    if table.seats > MOST_SEATS:
        raise NotSimulated(f"{table.seats} seats are too many for the device; {MOST_SEATS} are the most.")
    deal = kernel(table)

    def launch(start: int, blocks: int, shoes: int) -> Dealt:
        sums = cuda.to_device(np.zeros(SUMS, np.int64))
        with catch_warnings():
            # The rest of a run is dealt by small launches, which Numba would warn about.
            filterwarnings("ignore", ".*under-utilization")
            deal[blocks, THREADS](np.uint64(start), shoes, sums)
        return lambda: Tally.of(sums.copy_to_host())

    launch(0, 1, 1)()
    return launch
