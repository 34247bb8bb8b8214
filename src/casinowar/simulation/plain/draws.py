"""Random draws of the fast kernel: two numbers for every lane, from a stream or from given cards."""

from numba import int16, uint16, uint32, uint64

from casinowar.simulation.jit import Array, Number
from casinowar.simulation.plain import layout as s

GOLDEN = uint64(0x9E3779B97F4A7C15)


@s.compiled
def mixed(state: Number) -> Number:
    mixed = (state ^ (state >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> uint64(31))


@s.compiled
def advance(words: Array) -> None:
    """Draw 64 random bits for every two lanes (xoroshiro128++)."""
    for pair in range(s.HALF):
        one, two = words[pair], words[s.HALF + pair]
        total = one + two
        words[s.OUT + pair] = ((total << uint64(17)) | (total >> uint64(47))) + one
        two ^= one
        words[pair] = ((one << uint64(49)) | (one >> uint64(15))) ^ two ^ (two << uint64(21))
        words[s.HALF + pair] = (two << uint64(28)) | (two >> uint64(36))


@s.compiled
def two_draws(bits: Array, lanes: Array) -> Number:
    """Turn 32 bits per lane into two numbers, the first below the cards left, the second below one less.

    The bits are multiplied by both numbers of cards in 16-bit halves. A tiny remainder means that a lane may
    have a biased number; returns the least of the remainders' highest parts.
    """
    least = uint16(0xFFFF)
    for lane in range(s.LANES):
        left = uint16(lanes[s.CARDS + lane])
        high, low = bits[s.HIGH + lane], bits[s.LOW + lane]
        partly = uint16(high * left)
        rest = uint16(partly + uint16((uint32(low) * uint32(left)) >> uint32(16)))
        more = uint16(low * left)
        number = uint16(uint16((uint32(high) * uint32(left)) >> uint32(16)) + uint16(rest < partly))
        lanes[s.FIRST + lane] = int16(number) | lanes[s.IDLE + lane]
        left = uint16(left - uint16(lanes[s.IDLE + lane] == 0))
        partly = uint16(rest * left)
        over = uint16(partly + uint16((uint32(more) * uint32(left)) >> uint32(16)))
        number = uint16(uint16((uint32(rest) * uint32(left)) >> uint32(16)) + uint16(over < partly))
        lanes[s.SECOND + lane] = int16(number) | lanes[s.IDLE_TOO + lane]
        lanes[s.CARDS + lane] = int16(left - uint16(lanes[s.IDLE_TOO + lane] == 0))
        least = min(least, over)
    return least


@s.compiled
def _draw_anew(words: Array, bits: Array, lanes: Array) -> None:
    """Replace biased numbers by Lemire's method: exact, and rarely needed."""
    for lane in range(s.LANES):
        # The last card of a shoe leaves none for a second draw, which is idle then.
        second = max(uint64(1), uint64(lanes[s.CARDS + lane]) + uint64(lanes[s.IDLE_TOO + lane] == 0))
        first = second + uint64(lanes[s.IDLE + lane] == 0)
        together = first * second
        drawn = (uint64(bits[s.HIGH + lane]) << uint64(16)) | uint64(bits[s.LOW + lane])
        bound = (uint64(1) << uint64(32)) % together
        while ((drawn * together) & uint64(0xFFFFFFFF)) < bound:
            words[s.SPARE] += GOLDEN
            drawn = mixed(words[s.SPARE]) >> uint64(32)
            rest = drawn * first
            lanes[s.FIRST + lane] = int16(rest >> uint64(32)) | lanes[s.IDLE + lane]
            rest = (rest & uint64(0xFFFFFFFF)) * second
            lanes[s.SECOND + lane] = int16(rest >> uint64(32)) | lanes[s.IDLE_TOO + lane]


@s.compiled
def _number(lanes: Array, place: int, lane: int, first: Number, left: int) -> Number:
    """Find a number that draws the given card from the cards left, after the first number is drawn.

    It is the least or the greatest such number; neighboring lanes and cards differ, so that both are tried.
    """
    rank = lanes[place * s.LANES + lane]
    if rank < 0:
        raise IndexError("A lane deals more cards than it is given.")
    if (place + lane // 2) % 2:
        count = lanes[rank * s.LANES + lane] if rank < s.COUNTS else int16(-1)
        return int16((count - int16(first < count) if count >= 0 else left) - 1)
    count = lanes[(rank - 1) * s.LANES + lane] if rank else int16(0)
    return int16(count - int16(first < count))


@s.compiled
def _take_given(lanes: Array, queue: int, length: int) -> None:
    """Take the numbers of the given cards, and note what every lane has taken and counted before."""
    step = lanes[s.STEPS + queue]
    if step == length:
        raise IndexError("There are more steps than places.")
    lanes[s.STEPS + queue] += int16(1)
    cards = s.ROWS + queue * s.PLANES * length
    steps = cards + length + step
    for lane in range(s.LANES):
        taken = lanes[s.TAKEN + queue * s.LANES + lane]
        lanes[steps * s.LANES + lane] = taken
        if queue == s.WAR:
            counted = 2 * lanes[s.WAR_HIGHER + lane] + lanes[s.WAR_TIED + lane]
            between = 2 * lanes[s.WAR_HIGHER_BETWEEN + lane] + lanes[s.WAR_TIED_BETWEEN + lane]
        else:
            counted = -lanes[s.LOWER + lane] - lanes[s.NOT_HIGHER + lane]
            between = -lanes[s.LOWER_BETWEEN + lane] - lanes[s.NOT_HIGHER_BETWEEN + lane]
        lanes[(steps + length) * s.LANES + lane] = counted
        lanes[(steps + 2 * length) * s.LANES + lane] = between
        first = second = s.NO_CARD
        if lanes[s.IDLE + lane] == 0:
            left = lanes[s.CARDS + lane] + 1
            if lanes[s.IDLE_TOO + lane] == 0:
                first = _number(lanes, cards + taken, lane, s.NO_CARD, left + 1)
                second = _number(lanes, cards + taken + 1, lane, first, left)
                taken += 2
            else:
                first = _number(lanes, cards + taken, lane, s.NO_CARD, left)
                taken += 1
        lanes[s.FIRST + lane], lanes[s.SECOND + lane] = first, second
        lanes[s.TAKEN + queue * s.LANES + lane] = taken


@s.called
def replace(words: Array, bits: Array, lanes: Array, queue: int) -> None:
    """Replace drawn numbers: all of them if cards are given, else the biased ones."""
    length = (lanes.size // s.LANES - s.ROWS) // (2 * s.PLANES)
    if length:
        _take_given(lanes, queue, length)
    else:
        _draw_anew(words, bits, lanes)
