"""The fast path: many shoes side by side, one to a lane, dealt in step by SIMD instructions.

A shoe is kept as its cumulative counts: for each rank but the highest, how many cards left are not higher. A
card is drawn by a number below the cards left, and twelve comparisons with those counts give both its rank
and the counts that are left. Nothing is gathered or looked up, so a lane is sixteen bits wide.

Two things need not be done in the order of the table, because cards that nobody has seen are exchangeable.
The dealer's card is drawn before the players'. And war deals wait: what they need is noted as bits, a card to
the dealer or to a player, and dealt to all lanes together once the notes are long or the shoe is over. Burned
cards are only counted. What a lane has left decides when its shoe ends, as at the table.

Draws are unbiased: one 32-bit number makes two draws, and the few numbers that would favour a card are drawn
anew.
"""

from typing import Any

import numpy as np
from numba import int16, int64, njit, uint16, uint32, uint64

LANES = 128
COUNTS = 12
"""Cumulative counts of a lane: one for each of thirteen ranks but the highest."""
OUTCOMES = 5
"""What is counted: rounds, hands higher, tied, higher at war, tied at war."""

Array = Any
"""An array as compiled code sees it."""

_HALF = LANES // 2
_ROUNDS, _HIGHER, _TIED, _WAR_HIGHER, _WAR_TIED = ((COUNTS + row) * LANES for row in range(5))
_U, _V, _DEALER, _TIES, _LEFT, _LIMIT, _IDLE, _IDLE_TOO, _NOTED, _FIRST, _LATER = (
    (COUNTS + row) * LANES for row in range(5, 16)
)
_ROWS = COUNTS + 16
_NO_CARD = int16(32767)
"""A number that no count exceeds: a lane that draws it takes no card."""
_LONGEST_NOTE = 31
_EVERY_OTHER_BIT = 0x55555555
_compiled = njit(cache=True, nogil=True, inline="always")


@_compiled
def _mixed(state: Array) -> Array:
    """Make the next of a sequence of 64-bit numbers (SplitMix64)."""
    mixed = (state ^ (state >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> uint64(31))


@_compiled
def _advance(state: Array, out: Array) -> None:
    """Draw 64 random bits for every two lanes (xoroshiro128++)."""
    for pair in range(_HALF):
        one, two = state[pair], state[_HALF + pair]
        total = one + two
        out[pair] = ((total << uint64(17)) | (total >> uint64(47))) + one
        two ^= one
        state[pair] = ((one << uint64(49)) | (one >> uint64(15))) ^ two ^ (two << uint64(21))
        state[_HALF + pair] = (two << uint64(28)) | (two >> uint64(36))


@_compiled
def _two_draws(bits: Array, cards: Array, lanes: Array, idle: int, idle_too: int) -> Array:
    """Turn 32 bits a lane into two numbers, the first below the cards left, the second below one less.

    The product of the bits with both numbers of cards is carried out in sixteen-bit halves. The highest part
    of what is left over, when it is tiny, tells that a lane may have to draw anew; the least comes back.
    """
    least = uint16(0xFFFF)
    for lane in range(LANES):
        left = cards[lane]
        high, low = bits[LANES + lane], bits[lane]
        partly = uint16(high * left)
        rest = uint16(partly + uint16((uint32(low) * uint32(left)) >> uint32(16)))
        more = uint16(low * left)
        number = uint16(uint16((uint32(high) * uint32(left)) >> uint32(16)) + uint16(rest < partly))
        lanes[_U + lane] = int16(number) | lanes[idle + lane]
        left = uint16(left - uint16(lanes[idle + lane] == 0))
        partly = uint16(rest * left)
        over = uint16(partly + uint16((uint32(more) * uint32(left)) >> uint32(16)))
        number = uint16(uint16((uint32(rest) * uint32(left)) >> uint32(16)) + uint16(over < partly))
        lanes[_V + lane] = int16(number) | lanes[idle_too + lane]
        cards[lane] = uint16(left - uint16(lanes[idle_too + lane] == 0))
        least = min(least, over)
    return least


@njit(cache=True, nogil=True)
def _draw_anew(bits: Array, cards: Array, lanes: Array, idle: int, idle_too: int, spare: Array) -> None:
    """Replace numbers that would favour some cards, as Lemire's method has it: exactly, and hardly ever."""
    for lane in range(LANES):
        second = uint64(cards[lane]) + uint64(lanes[idle_too + lane] == 0)
        first = second + uint64(lanes[idle + lane] == 0)
        together = first * second
        drawn = (uint64(bits[LANES + lane]) << uint64(16)) | uint64(bits[lane])
        bound = (uint64(1) << uint64(32)) % together
        while ((drawn * together) & uint64(0xFFFFFFFF)) < bound:
            spare[0] += uint64(0x9E3779B97F4A7C15)
            drawn = _mixed(spare[0]) >> uint64(32)
            rest = drawn * first
            lanes[_U + lane] = int16(rest >> uint64(32)) | lanes[idle + lane]
            rest = (rest & uint64(0xFFFFFFFF)) * second
            lanes[_V + lane] = int16(rest >> uint64(32)) | lanes[idle_too + lane]


@_compiled
def _card(lanes: Array, number: Array, lane: int) -> Array:
    """Take a card out of a lane's shoe, and count the ranks from its own up to the highest but one."""
    ranks = int16(0)
    for row in range(COUNTS):
        above = int16(number < lanes[row * LANES + lane])
        ranks = int16(ranks + above)
        lanes[row * LANES + lane] = int16(lanes[row * LANES + lane] - above)
    return int16(ranks)


@_compiled
def _deal_to_dealer(lanes: Array, numbers: int) -> None:
    for lane in range(LANES):
        lanes[_DEALER + lane] = _card(lanes, lanes[numbers + lane], lane)


@_compiled
def _deal_to_seat(lanes: Array, numbers: int) -> None:
    """Deal a card to a seat of every lane and compare it; a higher card counts fewer ranks."""
    for lane in range(LANES):
        card = int16(_card(lanes, lanes[numbers + lane], lane))
        dealers = lanes[_DEALER + lane]
        lanes[_HIGHER + lane] += int16(card < dealers)
        lanes[_TIES + lane] += int16(card == dealers)


@_compiled
def _deal_war_card(lanes: Array, numbers: int, idle: int, bit: int) -> None:
    """Deal a card as noted: to the dealer, or to a player, where it is compared."""
    for lane in range(LANES):
        card = int16(_card(lanes, lanes[numbers + lane], lane))
        to_dealer = lanes[_FIRST + lane] & int16(bit) != int16(0)
        dealers = int16(card if to_dealer else lanes[_DEALER + lane])
        lanes[_DEALER + lane] = dealers
        compared = lanes[idle + lane] == int16(0) and not to_dealer
        lanes[_WAR_HIGHER + lane] += int16(compared and card < dealers)
        lanes[_WAR_TIED + lane] += int16(compared and card == dealers)


@_compiled
def _fight(
    state: Array,
    out: Array,
    bits: Array,
    cards: Array,
    lanes: Array,
    notes: Array,
    spare: Array,
    suspect: Array,
    longest: int,
) -> None:
    """Deal all the war cards that were noted, two at a time."""
    for lane in range(LANES):
        lanes[_FIRST + lane] = int16(notes[lane])
        lanes[_LATER + lane] = int16(notes[lane] >> uint32(16))
        notes[lane] = uint32(0)
    for _ in range(0, longest, 2):
        for lane in range(LANES):
            lanes[_IDLE + lane] = int16(0) if lanes[_NOTED + lane] > int16(0) else _NO_CARD
            lanes[_IDLE_TOO + lane] = int16(0) if lanes[_NOTED + lane] > int16(1) else _NO_CARD
            lanes[_NOTED + lane] -= int16(2)
        _advance(state, out)
        if _two_draws(bits, cards, lanes, _IDLE, _IDLE_TOO) <= suspect:
            _draw_anew(bits, cards, lanes, _IDLE, _IDLE_TOO, spare)
        _deal_war_card(lanes, _U, _IDLE, 1)
        _deal_war_card(lanes, _V, _IDLE_TOO, 2)
        for lane in range(LANES):
            later = uint16(lanes[_LATER + lane])
            lanes[_FIRST + lane] = int16(
                (uint16(lanes[_FIRST + lane]) >> uint16(2)) | uint16(later << uint16(14))
            )
            lanes[_LATER + lane] = int16(later >> uint16(2))
    for lane in range(LANES):
        lanes[_NOTED + lane] = int16(0)


@_compiled
def _deal_round(
    state: Array,
    out: Array,
    bits: Array,
    cards: Array,
    lanes: Array,
    spare: Array,
    suspect: Array,
    seats: int,
) -> None:
    """Deal a card to the dealer and to each seat of every lane that is still in its shoe."""
    for lane in range(LANES):
        lanes[_TIES + lane] = int16(0)
        lanes[_IDLE_TOO + lane] = lanes[_IDLE + lane]
    for first in range(0, seats + 1, 2):
        if first == seats:
            for lane in range(LANES):
                lanes[_IDLE_TOO + lane] = _NO_CARD
        _advance(state, out)
        if _two_draws(bits, cards, lanes, _IDLE, _IDLE_TOO) <= suspect:
            _draw_anew(bits, cards, lanes, _IDLE, _IDLE_TOO, spare)
        if first == 0:
            _deal_to_dealer(lanes, _U)
        else:
            _deal_to_seat(lanes, _U)
        if first < seats:
            _deal_to_seat(lanes, _V)


@_compiled
def _add_up(lanes: Array, sums: Array) -> None:
    """Add what one shoe of every lane counted, and its products, to the sums."""
    for one in range(OUTCOMES):
        for other in range(OUTCOMES):
            total = int64(0)
            for lane in range(LANES):
                product = int64(lanes[_ROUNDS + one * LANES + lane]) * int64(
                    lanes[_ROUNDS + other * LANES + lane]
                )
                total += product
            sums[OUTCOMES + one * OUTCOMES + other] += total
        total = int64(0)
        for lane in range(LANES):
            total += int64(lanes[_ROUNDS + one * LANES + lane])
        sums[one] += total
    sums[OUTCOMES + OUTCOMES * OUTCOMES] += LANES


@njit(cache=True, nogil=True)
def deal_shoes(
    seed: Array,
    shoes: int,
    seats: int,
    counts: Array,
    size: int,
    front: int,
    fights: bool,
    apart: bool,
    war_cards: int,
    war_cards_a_hand: int,
    limit: int,
    longer: int,
) -> Array:
    """Deal shoes in every lane from one stream, and add up what was counted.

    The sum of each count, of each two counts multiplied, and the number of shoes come back in one row.
    """
    state, out = np.empty(LANES, np.uint64), np.empty(_HALF, np.uint64)
    spare = np.empty(1, np.uint64)
    mixing: Array = uint64(seed)
    for place in range(LANES):
        mixing += uint64(0x9E3779B97F4A7C15)
        state[place] = _mixed(mixing)
    spare[0] = _mixed(mixing + uint64(0x9E3779B97F4A7C15))
    bits = out.view(np.uint16)
    lanes, cards, notes = (
        np.zeros(_ROWS * LANES, np.int16),
        np.empty(LANES, np.uint16),
        np.zeros(LANES, np.uint32),
    )
    most = 2 * seats if apart else seats + 1
    suspect: Array = uint16(size * (size - 1) >> 16)
    sums = np.zeros(OUTCOMES + OUTCOMES * OUTCOMES + 1, np.int64)
    for _ in range(shoes):
        for row in range(COUNTS):
            for lane in range(LANES):
                lanes[row * LANES + lane] = int16(counts[row])
        for row in range(COUNTS, _ROWS):
            for lane in range(LANES):
                lanes[row * LANES + lane] = int16(0)
        for lane in range(LANES):
            lanes[_LEFT + lane] = int16(front)
            lanes[_LIMIT + lane] = int16(limit + (lane < longer))
            cards[lane] = uint16(size)
        while True:
            left: Array = int16(-1)
            longest: Array = int16(0)
            for lane in range(LANES):
                if lanes[_ROUNDS + lane] >= lanes[_LIMIT + lane]:
                    lanes[_LEFT + lane] = int16(-1)
                lanes[_IDLE + lane] = int16(0) if lanes[_LEFT + lane] >= int16(0) else _NO_CARD
                left = max(left, lanes[_LEFT + lane])
                longest = max(longest, lanes[_NOTED + lane])
            if longest > 0 and (left < 0 or longest > _LONGEST_NOTE - most):
                _fight(state, out, bits, cards, lanes, notes, spare, suspect, longest)
                continue
            if left < 0:
                break
            _deal_round(state, out, bits, cards, lanes, spare, suspect, seats)
            for lane in range(LANES):
                playing = int16(lanes[_IDLE + lane] == 0)
                ties = lanes[_TIES + lane] if playing else int16(0)
                lanes[_TIES + lane] = ties
                lanes[_TIED + lane] += ties
                lanes[_ROUNDS + lane] += playing
                lanes[_LEFT + lane] -= playing * int16(seats + 1)
            if not fights:
                continue
            for lane in range(LANES):
                ties = lanes[_TIES + lane]
                at_war = int16(ties > 0)
                lanes[_LEFT + lane] -= at_war * int16(war_cards) + ties * int16(war_cards_a_hand)
                more = uint32(ties + ties) if apart else uint32(ties + at_war)
                pattern = uint32(_EVERY_OTHER_BIT if apart else 1) & uint32((uint32(1) << more) - uint32(1))
                notes[lane] |= pattern << uint32(lanes[_NOTED + lane])
                lanes[_NOTED + lane] += int16(more)
        _add_up(lanes, sums)
    return sums
