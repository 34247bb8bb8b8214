"""One very fast device: the plain table dealt on CUDA, launch by launch."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from casinowar.game.refusal import InputError
from casinowar.simulation.plan import NotSimulated, Plan
from casinowar.simulation.runs import Checkpoint
from casinowar.simulation.streams import stream
from casinowar.simulation.tally import Tally

THREADS = 256
SHOES = 48
"""How many shoes each thread of a launch deals."""
_BLOCKS_PER_MULTIPROCESSOR = 32


def check_device() -> Any:  # noqa: ANN401 - the CUDA modules are untyped
    """Find the CUDA modules and a device, or say in one sentence what is missing."""
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


def on_device(start: Checkpoint) -> Iterator[Tally]:
    """Deal launches for ever, in order; each is a block with as many streams as it has threads."""
    cuda, plan = check_device(), start.table
    if not isinstance(plan, Plan):
        raise NotSimulated("The device deals the plain table and no other.")
    from casinowar.simulation.cuda_kernel import MOST, MOST_SEATS, SUMS, kernel  # noqa: PLC0415 - needs the extra

    if plan.size > MOST:
        raise NotSimulated(f"A shoe of {plan.size} cards is too large for the device; {MOST} is the most.")
    if plan.seats > MOST_SEATS:
        raise NotSimulated(f"{plan.seats} seats are too many for the device; {MOST_SEATS} are the most.")
    deal = kernel(plan)
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * _BLOCKS_PER_MULTIPROCESSOR
    number = start.blocks
    while True:
        sums = cuda.to_device(np.zeros(SUMS, np.int64))
        deal[blocks, THREADS](np.uint64(stream(start.seed, number)), SHOES, sums)
        yield tally_of([int(each) for each in sums.copy_to_host()])
        number += 1


def tally_of(sums: list[int]) -> Tally:
    """Fold the triangle of products out into a square."""
    products = [[0] * 5 for _ in range(5)]
    place = 5
    for one in range(5):
        for other in range(one, 5):
            products[one][other] = products[other][one] = sums[place]
            place += 1
    return Tally(sums[-1], tuple(sums[:5]), tuple(map(tuple, products)))
