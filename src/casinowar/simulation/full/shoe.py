"""The shoe of the full kernel: real cards without replacement, drawn lazily or given in their order.

A card is its strength times four plus its suit. Cards that nobody has seen are exchangeable: a shoe that is
drawn by random numbers only counts its burned cards, and draws the next one from all that are unseen.
"""

import numpy as np
from numba import int64, uint8, uint32, uint64

from casinowar.simulation.full import rows as t
from casinowar.simulation.streams import mixed

SUITS = 4


def start_numbers(start: int, table: t.Array) -> None:
    """Fill the state of the random numbers from the beginning of a stream."""
    state = np.array([mixed(start), mixed(mixed(start))], np.uint64)
    table[t.NUMBERS : t.NUMBERS + 2] = state.view(np.int64)


@t.compiled
def _bits(table: t.Array) -> t.Array:
    """Draw 64 random bits (xoroshiro128++)."""
    one, two = uint64(table[t.NUMBERS]), uint64(table[t.NUMBERS + 1])
    total = one + two
    drawn = ((total << uint64(17)) | (total >> uint64(47))) + one
    two ^= one
    table[t.NUMBERS] = int64(((one << uint64(49)) | (one >> uint64(15))) ^ two ^ (two << uint64(21)))
    table[t.NUMBERS + 1] = int64((two << uint64(28)) | (two >> uint64(36)))
    return drawn


@t.compiled
def below(table: t.Array, bound: int) -> t.Array:
    """Draw a number below a bound, each with the same chance (Lemire's method)."""
    limit = uint64(bound)
    product = (_bits(table) >> uint64(32)) * limit
    if uint32(product) < uint32(limit):
        least = (uint64(0x100000000) - limit) % limit
        while uint64(uint32(product)) < least:
            product = (_bits(table) >> uint64(32)) * limit
    return int64(product >> uint64(32))


@t.compiled
def strength(card: int) -> int:
    """Tell how high a card ranks."""
    return int(card >> 2)


@t.compiled
def suit(card: int) -> int:
    """Tell a card's suit."""
    return int(card & 3)


@t.compiled
def compared(card: int, dealers: int) -> int:
    """Compare a player's card with the dealer's by rank."""
    mine, other = strength(card), strength(dealers)
    if mine == other:
        return t.EQUAL
    return t.HIGHER if mine > other else t.LOWER


@t.compiled
def new_shoe(terms: t.Array, cards: t.Array, table: t.Array) -> None:
    """Shuffle: nothing is drawn or seen, and the cards for a new shoe are burned."""
    table[t.SEEN] = table[t.GONE] = table[t.RAN_OUT] = 0
    if terms[t.COUNTS]:
        table[t.WAYS_TO_TIE :] = 0
        for place in range(table[t.SIZE]):
            rank = t.UNSEEN + strength(int64(cards[place]))
            table[t.WAYS_TO_TIE] += 2 * table[rank]
            table[rank] += 1
    burn(table, terms[t.BURNED])


@t.compiled
def burn(table: t.Array, cards: int) -> None:
    """Put so many cards unseen into the discard rack."""
    table[t.GONE] += cards
    if table[t.GIVEN]:
        table[t.SEEN] += cards


@t.compiled
def draw(terms: t.Array, cards: t.Array, table: t.Array) -> int:
    """Deal the next card face up."""
    if table[t.GONE] >= table[t.SIZE]:
        table[t.RAN_OUT] = 1
        return int(cards[0])
    place = table[t.SEEN]
    table[t.SEEN] += 1
    table[t.GONE] += 1
    card = cards[place]
    if not table[t.GIVEN]:
        other = place + below(table, table[t.SIZE] - place)
        card = cards[other]
        cards[other] = cards[place]
        cards[place] = uint8(card)
    if terms[t.COUNTS]:
        rank = t.UNSEEN + strength(int64(card))
        table[rank] -= 1
        table[t.WAYS_TO_TIE] -= 2 * table[rank]
    return int(card)


@t.compiled
def is_over(terms: t.Array, table: t.Array) -> bool:
    """Tell whether the cards are shuffled before the next round."""
    return bool(table[t.GONE] > terms[t.FRONT] or table[t.GONE] >= table[t.SIZE])


@t.compiled
def tie_is_worth_it(terms: t.Array, table: t.Array) -> bool:
    """Tell whether the cards unseen make a tie likely enough for a counter of the tie wager."""
    unseen = 0
    for rank in range(terms[t.RANKS]):
        unseen += table[t.UNSEEN + rank]
    won = (terms[t.TIE_PAYS] + terms[t.TIE_ON]) * table[t.WAYS_TO_TIE] * terms[t.THRESHOLD_ON]
    return bool(won > terms[t.THRESHOLD] * terms[t.TIE_ON] * unseen * (unseen - 1))
