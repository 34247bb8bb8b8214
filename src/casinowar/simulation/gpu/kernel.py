"""The CUDA kernel: one shoe per thread, the threads of a warp in step.

As in `lanes`, a shoe is its cumulative counts, the dealer's card comes first, and war cards are noted as bits
and dealt at the end of the shoe. Three counts share a 32-bit word, each with a guard bit above it: one
subtraction compares a number with all three, and one more takes the card out. That needs counts below 512.

Numba widens the sum of two 32-bit numbers to 64 bits, so each result is cast back.
"""

from typing import Any

import numpy as np
from numba import cuda, int32, int64, uint32, uint64

from casinowar.simulation.jit import Array, Number
from casinowar.simulation.plain.table import PlainTable
from casinowar.simulation.plain.tally import OUTCOMES, SUMS

MOST = 511
"""The largest shoe that the packed counts can hold."""
_WORDS = 4
_ONES = 0b00_0000000001_0000000001_0000000001
_GUARDS = _ONES << 9
MOST_SEATS = 30
"""With more seats, the notes might not hold the war deals of one round."""
_NOTES = 64
_inlined = cuda.jit(device=True, inline=True)


@_inlined
def _mixed(number: Number) -> Number:
    number = (number ^ (number >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> uint64(27))) * uint64(0x94D049BB133111EB)
    return number ^ (number >> uint64(31))


@_inlined
def advanced(a: Number, b: Number, c: Number, d: Number) -> tuple[Number, ...]:
    """Draw 32 random bits (xoshiro128++); return them with the generator's next state."""
    total = uint32(a + d)
    drawn = uint32(uint32((total << uint32(7)) | (total >> uint32(25))) + a)
    third, fourth = uint32(c ^ a), uint32(d ^ b)
    turned = uint32((fourth << uint32(11)) | (fourth >> uint32(21)))
    return drawn, uint32(a ^ fourth), uint32(b ^ third), uint32(third ^ uint32(b << uint32(9))), turned


@_inlined
def two_numbers(drawn: Number, cards: Number) -> tuple[Number, Number, bool]:
    """Turn bits into two numbers, below the cards left and below one less; tell if they are unbiased."""
    fewer = uint32(cards - uint32(1))
    first = uint64(drawn) * uint64(cards)
    second = uint64(uint32(first)) * uint64(fewer)
    over, together = uint32(second), uint32(cards * fewer)
    fair = over >= together or over >= uint32(uint32(uint32(0) - together) % together)
    return uint32(first >> uint64(32)), uint32(second >> uint64(32)), fair


@_inlined
def fair_numbers(cards: Number, a: Number, b: Number, c: Number, d: Number) -> tuple[Number, ...]:
    """Draw two unbiased numbers; return them with the generator's next state."""
    drawn, a, b, c, d = advanced(a, b, c, d)
    number, later, fair = two_numbers(drawn, cards)
    while not fair:
        drawn, a, b, c, d = advanced(a, b, c, d)
        number, later, fair = two_numbers(drawn, cards)
    return number, later, a, b, c, d


@_inlined
def taken(number: Number, w0: Number, w1: Number, w2: Number, w3: Number) -> tuple[Number, ...]:
    """Take a card out of the counts; return a code for it, smaller for higher ranks.

    The number, repeated three times and one more, marks the counts that exceed it, three per word. Marks fill
    the words from the last place on, so their sum is a code of the rank.
    """
    ones = uint32(_ONES)
    wide = uint32(uint32(number * ones) + ones)
    m0 = uint32(uint32(uint32(w0 - wide) >> uint32(9)) & ones)
    m1 = uint32(uint32(uint32(w1 - wide) >> uint32(9)) & ones)
    m2 = uint32(uint32(uint32(w2 - wide) >> uint32(9)) & ones)
    m3 = uint32(uint32(uint32(w3 - wide) >> uint32(9)) & ones)
    code = uint32(uint32(m0 + m1) + uint32(m2 + m3))
    return code, uint32(w0 - m0), uint32(w1 - m1), uint32(w2 - m2), uint32(w3 - m3)


def kernel(table: PlainTable) -> Any:  # noqa: ANN401, PLR0915 - untyped modules; its registers are one function's
    """Compile the kernel for one table, with its numbers as constants."""
    start0, start1, start2, start3 = map(uint32, _words(table))
    size, front, seats, fights, apart = table.size, table.front, table.seats, table.fights, table.apart
    war_cards, war_cards_a_hand = table.war_cards, table.war_cards_a_hand
    longest = _NOTES - 2 * (seats + 1)

    @cuda.jit(cache=True)
    def deal(  # noqa: PLR0915 - its registers are one function's
        seed: Number,
        shoes: int,
        sums: Array,
    ) -> None:
        shared = cuda.shared.array(SUMS, int64)
        counted = cuda.local.array(OUTCOMES, int32)
        own = cuda.local.array(SUMS, int64)
        for place in range(SUMS):
            own[place] = int64(0)
        thread = cuda.grid(1)
        if cuda.threadIdx.x < SUMS:
            shared[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        base = _mixed(uint64(seed) + uint64(thread) * uint64(0x9E3779B97F4A7C15))
        more = _mixed(base + uint64(0x9E3779B97F4A7C15))
        a, b = uint32(base), uint32(base >> uint64(32))
        c, d = uint32(more), uint32((more >> uint64(32)) | uint64(1))
        for _ in range(shoes):
            w0, w1, w2, w3 = start0, start1, start2, start3
            cards, left = uint32(size), int32(front)
            rounds, higher, tied, war_higher, war_tied = int32(0), int32(0), int32(0), int32(0), int32(0)
            notes, noted, dealer = uint64(0), int32(0), uint32(0)
            while left >= 0:
                while left >= 0 and noted <= longest:
                    ties = int32(0)
                    for place in range(0, seats + 1, 2):
                        number, later, a, b, c, d = fair_numbers(cards, a, b, c, d)
                        card, w0, w1, w2, w3 = taken(number, w0, w1, w2, w3)
                        cards = uint32(cards - uint32(1))
                        if place == 0:
                            dealer = card
                        else:
                            higher = int32(higher + int32(card < dealer))
                            ties = int32(ties + int32(card == dealer))
                        if place < seats:
                            card, w0, w1, w2, w3 = taken(later, w0, w1, w2, w3)
                            cards = uint32(cards - uint32(1))
                            higher = int32(higher + int32(card < dealer))
                            ties = int32(ties + int32(card == dealer))
                    rounds = int32(rounds + int32(1))
                    tied = int32(tied + ties)
                    left = int32(left - int32(seats + 1))
                    if fights and ties > 0:
                        left = int32(left - int32(war_cards + ties * war_cards_a_hand))
                        length = int32(2 * ties if apart else ties + 1)
                        pattern = uint64(0x5555555555555555) & ((uint64(1) << uint64(length)) - uint64(1))
                        notes |= (pattern if apart else uint64(1)) << uint64(noted)
                        noted = int32(noted + length)
                while noted > 0:
                    number, later, a, b, c, d = fair_numbers(cards, a, b, c, d)
                    for _ in range(2):
                        if noted > 0:
                            card, w0, w1, w2, w3 = taken(number, w0, w1, w2, w3)
                            cards = uint32(cards - uint32(1))
                            to_dealer = (notes & uint64(1)) != uint64(0)
                            war_higher = int32(war_higher + int32(not to_dealer and card < dealer))
                            war_tied = int32(war_tied + int32(not to_dealer and card == dealer))
                            dealer = card if to_dealer else dealer
                            notes >>= uint64(1)
                            noted = int32(noted - int32(1))
                        number = later
            counted[0], counted[1], counted[2] = rounds, higher, tied
            counted[3], counted[4] = war_higher, war_tied
            place = OUTCOMES
            for one in range(OUTCOMES):
                own[one] += int64(counted[one])
                for other in range(one, OUTCOMES):
                    own[place] += int64(counted[one]) * int64(counted[other])
                    place += 1
        own[SUMS - 1] = int64(shoes)
        for place in range(SUMS):
            cuda.atomic.add(shared, place, own[place])
        cuda.syncthreads()
        if cuda.threadIdx.x < SUMS:
            cuda.atomic.add(sums, cuda.threadIdx.x, shared[cuda.threadIdx.x])

    return deal


def _words(table: PlainTable) -> list[np.uint32]:
    """Pack the cumulative counts three to a word, each with its guard bit; a missing rank counts nothing."""
    counts = [max(0, int(count)) for count in table.counts]
    return [
        np.uint32(_GUARDS | counts[3 * word] | counts[3 * word + 1] << 10 | counts[3 * word + 2] << 20)
        for word in range(_WORDS)
    ]
