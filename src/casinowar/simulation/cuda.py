"""One very fast device: the plain table on CUDA, a shoe to a thread, the threads of a warp in step.

As in `lanes` a shoe is its cumulative counts, the dealer's card comes first, and war cards are noted as bits
and dealt when the shoe is over. Three counts share a 32-bit word, each with a guard bit above it: one
subtraction compares a number with all three, and one more takes the card out. That needs counts below 512.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from casinowar.game.refusal import InputError
from casinowar.simulation.plan import NotSimulated, Plan
from casinowar.simulation.streams import stream
from casinowar.simulation.tally import Tally

Array = Any
THREADS = 256
SHOES = 48
"""How many shoes each thread of a launch deals."""
_BLOCKS_PER_MULTIPROCESSOR = 32
_WORDS = 4
_ONES = 0b00_0000000001_0000000001_0000000001
_GUARDS = _ONES << 9
_MOST = 511
_NOTES = 64
_SUMS = 5 + 15 + 1


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


def on_device(plan: Plan, seed: int, first: int) -> Iterator[Tally]:
    """Deal launches for ever, in order; each is a block with as many streams as it has threads."""
    cuda = check_device()
    if plan.size > _MOST:
        raise NotSimulated(f"A shoe of {plan.size} cards is too large for the device; {_MOST} is the most.")
    kernel = _kernel(cuda, plan)
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * _BLOCKS_PER_MULTIPROCESSOR
    number = first
    while True:
        sums = cuda.to_device(np.zeros(_SUMS, np.int64))
        kernel[blocks, THREADS](np.uint64(stream(seed, number)), SHOES, sums)
        yield _tally([int(each) for each in sums.copy_to_host()])
        number += 1


def _words(plan: Plan) -> list[np.uint32]:
    """Pack the cumulative counts three to a word, each with its guard bit; a missing rank counts nothing."""
    counts = [max(0, int(count)) for count in plan.counts]
    return [
        np.uint32(_GUARDS | counts[3 * word] | counts[3 * word + 1] << 10 | counts[3 * word + 2] << 20)
        for word in range(_WORDS)
    ]


def _tally(sums: list[int]) -> Tally:
    """Fold the triangle of products out into a square."""
    products = [[0] * 5 for _ in range(5)]
    place = 5
    for one in range(5):
        for other in range(one, 5):
            products[one][other] = products[other][one] = sums[place]
            place += 1
    return Tally(sums[-1], tuple(sums[:5]), tuple(map(tuple, products)))


def _kernel(cuda: Any, plan: Plan) -> Any:  # noqa: ANN401, PLR0915 - untyped modules; a kernel keeps to one function
    """Compile the kernel for one plan, whose numbers are constants in it."""
    from numba import int32, int64, uint32, uint64  # noqa: PLC0415 - needs the extra

    ones: Array = uint32(_ONES)
    start0, start1, start2, start3 = map(uint32, _words(plan))
    size, front, seats, fights, apart = plan.size, plan.front, plan.seats, plan.fights, plan.apart
    war_cards, war_cards_a_hand = plan.war_cards, plan.war_cards_a_hand
    longest = _NOTES - 2 * (seats + 1)
    umulhi = cuda.libdevice.umulhi

    @cuda.jit(device=True, inline=True)
    def mixed(number: Array) -> Array:
        number = (number ^ (number >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        number = (number ^ (number >> uint64(27))) * uint64(0x94D049BB133111EB)
        return number ^ (number >> uint64(31))

    @cuda.jit(device=True, inline=True)
    def above(word: Array, wide: Array) -> Array:
        """Mark the counts of a word that exceed a number, which comes three times over and one more."""
        return ((word - wide) >> uint32(9)) & ones

    @cuda.jit
    def deal(  # noqa: PLR0915 - its registers are one function's
        seed: Array,
        shoes: int,
        sums: Array,
    ) -> None:
        shared = cuda.shared.array(_SUMS, int64)
        counted = cuda.local.array(5, int32)
        own = cuda.local.array(_SUMS, int64)
        for place in range(_SUMS):
            own[place] = int64(0)
        thread = cuda.grid(1)
        if cuda.threadIdx.x < _SUMS:
            shared[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        base = mixed(uint64(seed) + uint64(thread) * uint64(0x9E3779B97F4A7C15))
        more = mixed(base + uint64(0x9E3779B97F4A7C15))
        a, b = uint32(base), uint32(base >> uint64(32))
        c, d = uint32(more), uint32(more >> uint64(32)) | uint32(1)
        for _ in range(shoes):
            w0, w1, w2, w3 = start0, start1, start2, start3
            cards, left = uint32(size), int32(front)
            rounds, higher, tied, war_higher, war_tied = int32(0), int32(0), int32(0), int32(0), int32(0)
            notes, noted, dealer = uint64(0), int32(0), uint32(0)
            while left >= 0:
                while left >= 0 and noted <= longest:
                    ties = int32(0)
                    for place in range(0, seats + 1, 2):
                        while True:
                            total = a + d
                            drawn = ((total << uint32(7)) | (total >> uint32(25))) + a
                            shifted = b << uint32(9)
                            c ^= a
                            d ^= b
                            b ^= c
                            a ^= d
                            c ^= shifted
                            d = (d << uint32(11)) | (d >> uint32(21))
                            number = umulhi(drawn, cards)
                            drawn *= cards
                            later = umulhi(drawn, cards - uint32(1))
                            drawn *= cards - uint32(1)
                            together = cards * (cards - uint32(1))
                            if drawn >= together or drawn >= (uint32(0) - together) % together:
                                break
                        wide = number * ones + ones
                        m0, m1, m2, m3 = above(w0, wide), above(w1, wide), above(w2, wide), above(w3, wide)
                        w0 -= m0
                        w1 -= m1
                        w2 -= m2
                        w3 -= m3
                        cards -= uint32(1)
                        card = (((m0 + m1) + (m2 + m3)) * ones) >> uint32(20) & uint32(0x3FF)
                        if place == 0:
                            dealer = card
                        else:
                            higher += int32(card < dealer)
                            ties += int32(card == dealer)
                        if place < seats:
                            wide = later * ones + ones
                            m0, m1, m2, m3 = (
                                above(w0, wide),
                                above(w1, wide),
                                above(w2, wide),
                                above(w3, wide),
                            )
                            w0 -= m0
                            w1 -= m1
                            w2 -= m2
                            w3 -= m3
                            cards -= uint32(1)
                            card = (((m0 + m1) + (m2 + m3)) * ones) >> uint32(20) & uint32(0x3FF)
                            higher += int32(card < dealer)
                            ties += int32(card == dealer)
                    rounds += int32(1)
                    tied += ties
                    left -= int32(seats + 1)
                    if fights and ties > 0:
                        left -= int32(war_cards + ties * war_cards_a_hand)
                        length = int32(2 * ties if apart else ties + 1)
                        pattern = uint64(0x5555555555555555) & ((uint64(1) << uint64(length)) - uint64(1))
                        notes |= (pattern if apart else uint64(1)) << uint64(noted)
                        noted += length
                while noted > 0:
                    while True:
                        total = a + d
                        drawn = ((total << uint32(7)) | (total >> uint32(25))) + a
                        shifted = b << uint32(9)
                        c ^= a
                        d ^= b
                        b ^= c
                        a ^= d
                        c ^= shifted
                        d = (d << uint32(11)) | (d >> uint32(21))
                        number = umulhi(drawn, cards)
                        drawn *= cards
                        later = umulhi(drawn, cards - uint32(1))
                        drawn *= cards - uint32(1)
                        together = cards * (cards - uint32(1))
                        if drawn >= together or drawn >= (uint32(0) - together) % together:
                            break
                    for _ in range(2):
                        if noted > 0:
                            wide = number * ones + ones
                            m0, m1, m2, m3 = (
                                above(w0, wide),
                                above(w1, wide),
                                above(w2, wide),
                                above(w3, wide),
                            )
                            w0 -= m0
                            w1 -= m1
                            w2 -= m2
                            w3 -= m3
                            cards -= uint32(1)
                            card = (((m0 + m1) + (m2 + m3)) * ones) >> uint32(20) & uint32(0x3FF)
                            to_dealer = (notes & uint64(1)) != uint64(0)
                            war_higher += int32(not to_dealer and card < dealer)
                            war_tied += int32(not to_dealer and card == dealer)
                            dealer = card if to_dealer else dealer
                            notes >>= uint64(1)
                            noted -= int32(1)
                        number = later
            counted[0], counted[1], counted[2], counted[3], counted[4] = (
                rounds,
                higher,
                tied,
                war_higher,
                war_tied,
            )
            place = 5
            for one in range(5):
                own[one] += int64(counted[one])
                for other in range(one, 5):
                    own[place] += int64(counted[one]) * int64(counted[other])
                    place += 1
        own[_SUMS - 1] = int64(shoes)
        for place in range(_SUMS):
            cuda.atomic.add(shared, place, own[place])
        cuda.syncthreads()
        if cuda.threadIdx.x < _SUMS:
            cuda.atomic.add(sums, cuda.threadIdx.x, shared[cuda.threadIdx.x])

    return deal
