"""The fast kernel: many shoes in parallel, one per lane, dealt in step by SIMD instructions.

A shoe is its cumulative counts: for each rank but the highest, the cards left that are not higher. A random
number below the cards left draws a card, and takes one off every count that exceeds the number. There is no
gather and no lookup, so a lane is 16 bits wide. The dealer's card adds two counts for its round: the cards
left that are lower, and those that are lower or tie. What these two lose is the number of such hands.

Unseen cards are exchangeable, so two things need not follow the order of the table. The dealer's card is
drawn before the players'. And war deals wait: they are noted as bits, a card to the dealer or to a player,
and dealt to all lanes together once the notes are long or the shoe is over. Burned cards are only counted.
The cards left in a lane decide when its shoe ends, as at the table.

Draws are unbiased: one 32-bit number makes two draws, and the few biased numbers are replaced.

Shoes can also be given, for comparison with the engine. The numbers of the given cards then replace the drawn
ones. Each lane has two queues, one for original deals and one for war deals, because war deals wait. The
counts between two draws are kept, too, so that tests can read the result of each hand.
"""

from collections.abc import Callable

import numpy as np
from numba import int16, int64, uint16, uint64

from casinowar.simulation.jit import Array, Number
from casinowar.simulation.plain import draws as d
from casinowar.simulation.plain import layout as s
from casinowar.simulation.plain.table import MOST_NOTED
from casinowar.simulation.plain.tally import OUTCOMES, SUMS

LANES = s.LANES
_PART = 16
"""Bits of a note that can be read at once."""
_EVERY_OTHER_BIT = 0x5555555555555555
_ALWAYS = 0xFFFF
"""No remainder is larger, so that every number counts as suspect."""


@s.compiled
def _deal_to_dealer(lanes: Array) -> None:
    """Deal the first draw of every lane to the dealer, and count the cards left that are lower or tie.

    These are the least count above the drawn number, and the greatest one that is not.
    """
    for lane in range(s.LANES):
        number = lanes[s.FIRST + lane]
        under = uint16(uint16(number) ^ uint16(0xFFFF))
        nearest = uint16(uint16(uint16(lanes[s.CARDS + lane]) + uint16(2)) + under)
        farthest = under
        for row in range(s.COUNTS):
            count = lanes[row * s.LANES + lane]
            distance = uint16(uint16(count) + under)
            nearest = min(nearest, distance)
            farthest = max(farthest, distance)
            lanes[row * s.LANES + lane] = int16(count - int16(number < count))
        lower = int16(int16(number + int16(farthest)) + int16(1))
        not_higher = int16(number + int16(nearest))
        lanes[s.LOWER + lane] = lanes[s.LOWER_FIRST + lane] = lanes[s.LOWER_BETWEEN + lane] = lower
        lanes[s.NOT_HIGHER + lane] = lanes[s.NOT_HIGHER_FIRST + lane] = not_higher
        lanes[s.NOT_HIGHER_BETWEEN + lane] = not_higher


@s.compiled
def _deal_to_seat(lanes: Array, numbers: int) -> None:
    for lane in range(s.LANES):
        number = lanes[numbers + lane]
        for row in range(s.COMPARED):
            count = lanes[row * s.LANES + lane]
            lanes[row * s.LANES + lane] = int16(count - int16(number < count))


@s.compiled
def _deal_to_two_seats(lanes: Array) -> None:
    for lane in range(s.LANES):
        first, second = lanes[s.FIRST + lane], lanes[s.SECOND + lane]
        for row in range(s.COMPARED):
            count = lanes[row * s.LANES + lane]
            between = int16(count - int16(first < count))
            lanes[row * s.LANES + lane] = int16(between - int16(second < between))
            if row >= s.COUNTS:
                lanes[s.LOWER_BETWEEN - s.LOWER + row * s.LANES + lane] = between


@s.compiled
def _deal_to_dealer_and_seat(lanes: Array) -> None:
    """Deal both draws of every lane to the dealer and the one seat: a higher card is below fewer counts."""
    for lane in range(s.LANES):
        first, second = lanes[s.FIRST + lane], lanes[s.SECOND + lane]
        ranks: Number = int16(0)
        for row in range(s.COUNTS):
            count = lanes[row * s.LANES + lane]
            above = int16(first < count)
            count = int16(count - above)
            above_too = int16(second < count)
            ranks = int16(ranks + int16(above_too - above))
            lanes[row * s.LANES + lane] = int16(count - above_too)
        lower = int16(ranks > int16(0))
        tied = int16(int16(ranks == int16(0)) & int16(lanes[s.IDLE + lane] == int16(0)))
        lanes[s.LOWER_FIRST + lane] = lanes[s.LOWER_BETWEEN + lane] = lower
        lanes[s.NOT_HIGHER_FIRST + lane] = lanes[s.NOT_HIGHER_BETWEEN + lane] = int16(lower + tied)


@s.compiled
def _deal_original(lanes: Array, first: int, seats: int) -> None:
    """Deal two cards of a round, after the `first` ones."""
    if seats == 1:
        _deal_to_dealer_and_seat(lanes)
    elif first == 0:
        _deal_to_dealer(lanes)
        _deal_to_seat(lanes, s.SECOND)
    elif first < seats:
        _deal_to_two_seats(lanes)
    else:
        _deal_to_seat(lanes, s.FIRST)


@s.compiled
def _deal_war_cards(lanes: Array) -> None:
    """Deal both draws of every lane as noted: to the dealer, or to a player, and compare."""
    for lane in range(s.LANES):
        first, second = lanes[s.FIRST + lane], lanes[s.SECOND + lane]
        card: Number = int16(0)
        card_too: Number = int16(0)
        for row in range(s.COUNTS):
            count = lanes[row * s.LANES + lane]
            above = int16(first < count)
            card = int16(card + above)
            count = int16(count - above)
            above = int16(second < count)
            card_too = int16(card_too + above)
            lanes[row * s.LANES + lane] = int16(count - above)
        note = lanes[s.NOTE + lane]
        dealers: Number = lanes[s.DEALERS_CARD + lane]
        to_dealer = note & int16(1) != int16(0)
        dealers = int16(card if to_dealer else dealers)
        higher = int16(lanes[s.WAR_HIGHER + lane] + int16(card < dealers))
        tied = int16(lanes[s.WAR_TIED + lane] + int16(card == dealers and not to_dealer))
        lanes[s.WAR_HIGHER_BETWEEN + lane], lanes[s.WAR_TIED_BETWEEN + lane] = higher, tied
        to_dealer = note & int16(2) != int16(0)
        dealers = int16(card_too if to_dealer else dealers)
        lanes[s.WAR_HIGHER + lane] = int16(higher + int16(card_too < dealers))
        lanes[s.WAR_TIED + lane] = int16(tied + int16(card_too == dealers and not to_dealer))
        lanes[s.DEALERS_CARD + lane] = dealers
        lanes[s.NOTE + lane] = int16(uint16(note) >> uint16(2))


@s.compiled
def _open_notes(words: Array, lanes: Array) -> None:
    """Fill up every note with cards to the dealer, which are not compared."""
    for lane in range(s.LANES):
        words[s.NOTES + lane] |= ~uint64(0) << uint64(lanes[s.NOTED + lane])


@s.compiled
def _read_notes(words: Array, lanes: Array, first: int) -> None:
    if first % _PART == 0:
        for lane in range(s.LANES):
            lanes[s.NOTE + lane] = int16(words[s.NOTES + lane] >> uint64(first))
    for lane in range(s.LANES):
        lanes[s.IDLE + lane] = int16(0) if lanes[s.NOTED + lane] > int16(0) else s.NO_CARD
        lanes[s.IDLE_TOO + lane] = int16(0) if lanes[s.NOTED + lane] > int16(1) else s.NO_CARD
        lanes[s.NOTED + lane] -= int16(2)


@s.compiled
def _close_notes(words: Array, lanes: Array) -> None:
    for lane in range(s.LANES):
        words[s.NOTES + lane] = uint64(0)
        lanes[s.NOTED + lane] = int16(0)


@s.compiled
def _count_round(lanes: Array, seats: int, war_cards: int, war_cards_a_hand: int) -> None:
    for lane in range(s.LANES):
        playing = int16(lanes[s.IDLE + lane] == 0)
        lower = int16(lanes[s.LOWER_FIRST + lane] - lanes[s.LOWER + lane])
        ties = int16(int16(lanes[s.NOT_HIGHER_FIRST + lane] - lanes[s.NOT_HIGHER + lane]) - lower)
        lanes[s.TIES + lane] = ties
        lanes[s.TIED + lane] += ties
        lanes[s.HIGHER + lane] += int16(int16(playing * int16(seats)) - int16(ties + lower))
        lanes[s.ROUNDS + lane] += playing
        at_war = int16(int16(ties > int16(0)) * int16(war_cards))
        taken = int16(at_war + int16(ties * int16(war_cards_a_hand)))
        lanes[s.LEFT + lane] -= int16(taken + int16(playing * int16(seats + 1)))


@s.compiled
def _note_wars(words: Array, lanes: Array, apart: int) -> None:
    pattern = uint64(_EVERY_OTHER_BIT) if apart else uint64(1)
    for lane in range(s.LANES):
        ties = lanes[s.TIES + lane]
        lanes[s.MORE + lane] = int16(ties + (ties if apart else int16(ties > int16(0))))
    for lane in range(s.LANES):
        cards = pattern & ((uint64(1) << uint64(lanes[s.MORE + lane])) - uint64(1))
        words[s.NOTES + lane] |= cards << uint64(lanes[s.NOTED + lane])
    for lane in range(s.LANES):
        lanes[s.NOTED + lane] += lanes[s.MORE + lane]


@s.compiled
def _add_up(lanes: Array, sums: Array) -> None:
    """Add the counts of one shoe of every lane, and their products, to the sums."""
    place = OUTCOMES
    for one in range(OUTCOMES):
        total = int64(0)
        for lane in range(s.LANES):
            total += int64(lanes[s.ROUNDS + one * s.LANES + lane])
        sums[one] += total
        for other in range(one, OUTCOMES):
            total = int64(0)
            for lane in range(s.LANES):
                count = int64(lanes[s.ROUNDS + one * s.LANES + lane])
                total += count * int64(lanes[s.ROUNDS + other * s.LANES + lane])
            sums[place] += total
            place += 1
    for lane in range(s.LANES):
        sums[SUMS - 1] += int64(lanes[s.ROUNDS + lane] > 0)


@s.compiled
def _open(lanes: Array, counts: Array, size: int, front: int, limit: int, longer: int) -> None:
    for row in range(s.COUNTS):
        for lane in range(s.LANES):
            lanes[row * s.LANES + lane] = int16(counts[row])
    for row in range(s.COUNTS, s.ROWS):
        for lane in range(s.LANES):
            lanes[row * s.LANES + lane] = int16(0)
    for lane in range(s.LANES):
        lanes[s.LEFT + lane] = int16(front)
        lanes[s.LIMIT + lane] = int16(limit + (lane < longer))
        lanes[s.CARDS + lane] = int16(size)


@s.called
def _deal(seed: Number, shoes: int, counts: Array, terms: tuple[int, ...], given: Array) -> Array:
    """Deal shoes; see `deal_shoes`.

    All steps of two draws are in one loop. With separate functions for rounds and wars, the call that may
    raise an error would make Numba count references to every array each time.
    """
    seats, size, front, fights, apart, war_cards, war_cards_a_hand, limit, longer = terms
    words = np.zeros(s.WORDS, np.uint64)
    bits = words.view(np.uint16)
    mixing: Number = uint64(seed)
    for place in range(s.LANES):
        mixing += d.GOLDEN
        words[place] = d.mixed(mixing)
    words[s.SPARE] = d.mixed(mixing + d.GOLDEN)
    lanes = np.zeros(s.ROWS * s.LANES + given.size, np.int16)
    for place in range(given.size):
        lanes[s.ROWS * s.LANES + place] = given[place]
    most = 2 * seats if apart else seats + 1
    once, each = (war_cards, war_cards_a_hand) if fights else (0, 0)
    suspect: Number = uint16(_ALWAYS if given.size else size * (size - 1) >> 16)
    sums = np.zeros(SUMS, np.int64)
    for _ in range(shoes):
        _open(lanes, counts, size, front, limit, longer)
        while True:
            left: Number = int16(-1)
            longest: Number = int16(0)
            for lane in range(s.LANES):
                if lanes[s.ROUNDS + lane] >= lanes[s.LIMIT + lane]:
                    lanes[s.LEFT + lane] = int16(-1)
                lanes[s.IDLE + lane] = int16(0) if lanes[s.LEFT + lane] >= int16(0) else s.NO_CARD
                lanes[s.IDLE_TOO + lane] = lanes[s.IDLE + lane]
                left = max(left, lanes[s.LEFT + lane])
                longest = max(longest, lanes[s.NOTED + lane])
            at_war = longest > 0 and (left < 0 or longest > MOST_NOTED - most)
            if left < 0 and not at_war:
                break
            if at_war:
                _open_notes(words, lanes)
            for first in range(0, longest if at_war else seats + 1, 2):
                if at_war:
                    _read_notes(words, lanes, first)
                elif first == seats:
                    for lane in range(s.LANES):
                        lanes[s.IDLE_TOO + lane] = s.NO_CARD
                d.advance(words)
                if d.two_draws(bits, lanes) <= suspect:
                    d.replace(words, bits, lanes, s.WAR if at_war else s.ORIGINAL)
                if at_war:
                    _deal_war_cards(lanes)
                else:
                    _deal_original(lanes, first, seats)
            if at_war:
                _close_notes(words, lanes)
                continue
            _count_round(lanes, seats, once, each)
            if fights:
                _note_wars(words, lanes, apart)
        if given.size:
            for queue in (s.ORIGINAL, s.WAR):
                d.replace(words, bits, lanes, queue)
            for place in range(given.size):
                given[place] = lanes[s.ROWS * s.LANES + place]
        _add_up(lanes, sums)
    return sums


def _entry(sources: int) -> Callable[..., Array]:
    """Make the entry point for Python, cached on disk under the hash `SOURCES`."""

    @s.entry
    def shoes(*given: Array) -> Array:
        return _deal(*given) if sources else np.zeros(0, np.int64)

    return shoes


deal_shoes = _entry(s.SOURCES)
"""Deal this number of shoes in every lane from one stream, and add up the counts.

The terms are those of a table, then the most rounds of a shoe, and the number of lanes that may have one
more. The result is one row: the sum of each count, of each product of two counts, and the number of shoes.

If cards are given, by queue, plane, place and lane, the one shoe of each lane takes those: for each round the
dealer's first, then each seat's; for war deals, as they are noted. The other planes receive the outcome.
Otherwise the array is empty.
"""
