"""The draws of the fast path: two numbers for every lane, drawn from a stream, or those of cards given."""

from numba import int16, njit, uint16, uint32, uint64

from casinowar.simulation.plain import rows as r

GOLDEN = uint64(0x9E3779B97F4A7C15)


@r.compiled
def mixed(state: r.Array) -> r.Array:
    """Make the next of a sequence of 64-bit numbers (SplitMix64)."""
    mixed = (state ^ (state >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> uint64(31))


@r.compiled
def advance(words: r.Array) -> None:
    """Draw 64 random bits for every two lanes (xoroshiro128++)."""
    for pair in range(r.HALF):
        one, two = words[pair], words[r.HALF + pair]
        total = one + two
        words[r.OUT + pair] = ((total << uint64(17)) | (total >> uint64(47))) + one
        two ^= one
        words[pair] = ((one << uint64(49)) | (one >> uint64(15))) ^ two ^ (two << uint64(21))
        words[r.HALF + pair] = (two << uint64(28)) | (two >> uint64(36))


@r.compiled
def two_draws(bits: r.Array, lanes: r.Array) -> r.Array:
    """Turn 32 bits a lane into two numbers, the first below the cards left, the second below one less.

    The product of the bits with both numbers of cards is carried out in sixteen-bit halves. The highest part
    of what is left over, when it is tiny, tells that a lane may have to draw anew; the least comes back.
    """
    least = uint16(0xFFFF)
    for lane in range(r.LANES):
        left = uint16(lanes[r.CARDS + lane])
        high, low = bits[r.HIGH + lane], bits[r.LOW + lane]
        partly = uint16(high * left)
        rest = uint16(partly + uint16((uint32(low) * uint32(left)) >> uint32(16)))
        more = uint16(low * left)
        number = uint16(uint16((uint32(high) * uint32(left)) >> uint32(16)) + uint16(rest < partly))
        lanes[r.FIRST + lane] = int16(number) | lanes[r.IDLE + lane]
        left = uint16(left - uint16(lanes[r.IDLE + lane] == 0))
        partly = uint16(rest * left)
        over = uint16(partly + uint16((uint32(more) * uint32(left)) >> uint32(16)))
        number = uint16(uint16((uint32(rest) * uint32(left)) >> uint32(16)) + uint16(over < partly))
        lanes[r.SECOND + lane] = int16(number) | lanes[r.IDLE_TOO + lane]
        lanes[r.CARDS + lane] = int16(left - uint16(lanes[r.IDLE_TOO + lane] == 0))
        least = min(least, over)
    return least


@r.compiled
def _draw_anew(words: r.Array, bits: r.Array, lanes: r.Array) -> None:
    """Replace numbers that would favour some cards, as Lemire's method has it: exactly, and hardly ever."""
    for lane in range(r.LANES):
        # The last card of a shoe leaves none for a second draw, which is idle then.
        second = max(uint64(1), uint64(lanes[r.CARDS + lane]) + uint64(lanes[r.IDLE_TOO + lane] == 0))
        first = second + uint64(lanes[r.IDLE + lane] == 0)
        together = first * second
        drawn = (uint64(bits[r.HIGH + lane]) << uint64(16)) | uint64(bits[r.LOW + lane])
        bound = (uint64(1) << uint64(32)) % together
        while ((drawn * together) & uint64(0xFFFFFFFF)) < bound:
            words[r.SPARE] += GOLDEN
            drawn = mixed(words[r.SPARE]) >> uint64(32)
            rest = drawn * first
            lanes[r.FIRST + lane] = int16(rest >> uint64(32)) | lanes[r.IDLE + lane]
            rest = (rest & uint64(0xFFFFFFFF)) * second
            lanes[r.SECOND + lane] = int16(rest >> uint64(32)) | lanes[r.IDLE_TOO + lane]


@r.compiled
def _number(lanes: r.Array, place: int, lane: int, first: r.Array, left: int) -> r.Array:
    """Find a number that draws a card given, of so many cards left, where the first number is drawn already.

    It is the least such number or the greatest; neighbouring lanes and cards differ, so that both are tried.
    """
    rank = lanes[place * r.LANES + lane]
    if rank < 0:
        raise IndexError("A lane deals more cards than it is given.")
    if (place + lane // 2) % 2:
        count = lanes[rank * r.LANES + lane] if rank < r.COUNTS else int16(-1)
        return int16((count - int16(first < count) if count >= 0 else left) - 1)
    count = lanes[(rank - 1) * r.LANES + lane] if rank else int16(0)
    return int16(count - int16(first < count))


@r.compiled
def _take_given(lanes: r.Array, queue: int, length: int) -> None:
    """Take the numbers of the cards given, and note what every lane has taken and counted before."""
    step = lanes[r.STEPS + queue]
    if step == length:
        raise IndexError("There are more steps than places.")
    lanes[r.STEPS + queue] += int16(1)
    cards = r.ROWS + queue * r.PLANES * length
    steps = cards + length + step
    for lane in range(r.LANES):
        taken = lanes[r.TAKEN + queue * r.LANES + lane]
        lanes[steps * r.LANES + lane] = taken
        if queue == r.WAR:
            counted = 2 * lanes[r.WAR_HIGHER + lane] + lanes[r.WAR_TIED + lane]
            between = 2 * lanes[r.WAR_HIGHER_BETWEEN + lane] + lanes[r.WAR_TIED_BETWEEN + lane]
        else:
            counted = -lanes[r.LOWER + lane] - lanes[r.NOT_HIGHER + lane]
            between = -lanes[r.LOWER_BETWEEN + lane] - lanes[r.NOT_HIGHER_BETWEEN + lane]
        lanes[(steps + length) * r.LANES + lane] = counted
        lanes[(steps + 2 * length) * r.LANES + lane] = between
        first = second = r.NO_CARD
        if lanes[r.IDLE + lane] == 0:
            left = lanes[r.CARDS + lane] + 1
            if lanes[r.IDLE_TOO + lane] == 0:
                first = _number(lanes, cards + taken, lane, r.NO_CARD, left + 1)
                second = _number(lanes, cards + taken + 1, lane, first, left)
                taken += 2
            else:
                first = _number(lanes, cards + taken, lane, r.NO_CARD, left)
                taken += 1
        lanes[r.FIRST + lane], lanes[r.SECOND + lane] = first, second
        lanes[r.TAKEN + queue * r.LANES + lane] = taken


@njit(nogil=True)
def replace(words: r.Array, bits: r.Array, lanes: r.Array, queue: int) -> None:
    """Replace numbers drawn: all where cards are given, or else those that would favour some cards."""
    length = (lanes.size // r.LANES - r.ROWS) // (2 * r.PLANES)
    if length:
        _take_given(lanes, queue, length)
    else:
        _draw_anew(words, bits, lanes)
