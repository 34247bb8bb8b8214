"""The fast path: many shoes side by side, one to a lane, dealt in step by SIMD instructions.

A shoe is kept as its cumulative counts: for each rank but the highest, how many cards left are not higher. A
card is drawn by a number below the cards left, and takes one off every count that exceeds the number. Nothing
is gathered or looked up, so a lane is sixteen bits wide. The dealer's card adds two counts for its round: how
many cards left are lower, and how many are lower or tie. What they lose is how many hands are.

Two things need not be done in the order of the table, because cards that nobody has seen are exchangeable.
The dealer's card is drawn before the players'. And war deals wait: what they need is noted as bits, a card to
the dealer or to a player, and dealt to all lanes together once the notes are long or the shoe is over. Burned
cards are only counted. What a lane has left decides when its shoe ends, as at the table.

Draws are unbiased: one 32-bit number makes two draws, and the few numbers that would favour a card are drawn
anew.

Shoes can also be given, to be compared with the engine's. The numbers drawn are then replaced by those of the
cards that come next, from two queues in each lane, because war deals wait: one for original deals and one for
war deals. What two draws change is kept apart, so that the result of each hand can be read off.
"""

import numpy as np
from numba import int16, int64, njit, uint16, uint64

from casinowar.simulation.plain import draws as d
from casinowar.simulation.plain import rows as r
from casinowar.simulation.plain.plan import MOST_NOTED

LANES = r.LANES
_PART = 16
"""How many bits of a note are at hand."""
_EVERY_OTHER_BIT = 0x5555555555555555
_ALWAYS = 0xFFFF
"""What is left over is never more, so that every number drawn counts as suspect."""


@r.compiled
def _deal_to_dealer(lanes: r.Array) -> None:
    """Deal the first draw of every lane to the dealer, and count the cards left that are lower, and that tie.

    Of all counts the nearest above the number drawn and the farthest below are found, as seen from there.
    """
    for lane in range(r.LANES):
        number = lanes[r.FIRST + lane]
        under = uint16(uint16(number) ^ uint16(0xFFFF))
        nearest = uint16(uint16(uint16(lanes[r.CARDS + lane]) + uint16(2)) + under)
        farthest = under
        for row in range(r.COUNTS):
            count = lanes[row * r.LANES + lane]
            distance = uint16(uint16(count) + under)
            nearest = min(nearest, distance)
            farthest = max(farthest, distance)
            lanes[row * r.LANES + lane] = int16(count - int16(number < count))
        lower = int16(int16(number + int16(farthest)) + int16(1))
        not_higher = int16(number + int16(nearest))
        lanes[r.LOWER + lane] = lanes[r.LOWER_FIRST + lane] = lanes[r.LOWER_BETWEEN + lane] = lower
        lanes[r.NOT_HIGHER + lane] = lanes[r.NOT_HIGHER_FIRST + lane] = not_higher
        lanes[r.NOT_HIGHER_BETWEEN + lane] = not_higher


@r.compiled
def _deal_to_seat(lanes: r.Array, numbers: int) -> None:
    """Deal one draw of every lane to a seat."""
    for lane in range(r.LANES):
        number = lanes[numbers + lane]
        for row in range(r.COMPARED):
            count = lanes[row * r.LANES + lane]
            lanes[row * r.LANES + lane] = int16(count - int16(number < count))


@r.compiled
def _deal_to_two_seats(lanes: r.Array) -> None:
    """Deal both draws of every lane to seats."""
    for lane in range(r.LANES):
        first, second = lanes[r.FIRST + lane], lanes[r.SECOND + lane]
        for row in range(r.COMPARED):
            count = lanes[row * r.LANES + lane]
            between = int16(count - int16(first < count))
            lanes[row * r.LANES + lane] = int16(between - int16(second < between))
            if row >= r.COUNTS:
                lanes[r.LOWER_BETWEEN - r.LOWER + row * r.LANES + lane] = between


@r.compiled
def _deal_to_dealer_and_seat(lanes: r.Array) -> None:
    """Deal both draws of every lane where there is one seat: a higher card is below fewer counts."""
    for lane in range(r.LANES):
        first, second = lanes[r.FIRST + lane], lanes[r.SECOND + lane]
        ranks: r.Array = int16(0)
        for row in range(r.COUNTS):
            count = lanes[row * r.LANES + lane]
            above = int16(first < count)
            count = int16(count - above)
            above_too = int16(second < count)
            ranks = int16(ranks + int16(above_too - above))
            lanes[row * r.LANES + lane] = int16(count - above_too)
        lower = int16(ranks > int16(0))
        tied = int16(int16(ranks == int16(0)) & int16(lanes[r.IDLE + lane] == int16(0)))
        lanes[r.LOWER_FIRST + lane] = lanes[r.LOWER_BETWEEN + lane] = lower
        lanes[r.NOT_HIGHER_FIRST + lane] = lanes[r.NOT_HIGHER_BETWEEN + lane] = int16(lower + tied)


@r.compiled
def _deal_original(lanes: r.Array, first: int, seats: int) -> None:
    """Deal two cards of a round, of which so many are dealt already."""
    if seats == 1:
        _deal_to_dealer_and_seat(lanes)
    elif first == 0:
        _deal_to_dealer(lanes)
        _deal_to_seat(lanes, r.SECOND)
    elif first < seats:
        _deal_to_two_seats(lanes)
    else:
        _deal_to_seat(lanes, r.FIRST)


@r.compiled
def _deal_war_cards(lanes: r.Array) -> None:
    """Deal both draws of every lane as noted: to the dealer, or to a player, where the card is compared."""
    for lane in range(r.LANES):
        first, second = lanes[r.FIRST + lane], lanes[r.SECOND + lane]
        card: r.Array = int16(0)
        card_too: r.Array = int16(0)
        for row in range(r.COUNTS):
            count = lanes[row * r.LANES + lane]
            above = int16(first < count)
            card = int16(card + above)
            count = int16(count - above)
            above = int16(second < count)
            card_too = int16(card_too + above)
            lanes[row * r.LANES + lane] = int16(count - above)
        note = lanes[r.NOTE + lane]
        dealers: r.Array = lanes[r.DEALERS_CARD + lane]
        to_dealer = note & int16(1) != int16(0)
        dealers = int16(card if to_dealer else dealers)
        higher = int16(lanes[r.WAR_HIGHER + lane] + int16(card < dealers))
        tied = int16(lanes[r.WAR_TIED + lane] + int16(card == dealers and not to_dealer))
        lanes[r.WAR_HIGHER_BETWEEN + lane], lanes[r.WAR_TIED_BETWEEN + lane] = higher, tied
        to_dealer = note & int16(2) != int16(0)
        dealers = int16(card_too if to_dealer else dealers)
        lanes[r.WAR_HIGHER + lane] = int16(higher + int16(card_too < dealers))
        lanes[r.WAR_TIED + lane] = int16(tied + int16(card_too == dealers and not to_dealer))
        lanes[r.DEALERS_CARD + lane] = dealers
        lanes[r.NOTE + lane] = int16(uint16(note) >> uint16(2))


@r.compiled
def _open_notes(words: r.Array, lanes: r.Array) -> None:
    """Fill up every note with cards to the dealer, which are not compared."""
    for lane in range(r.LANES):
        words[r.NOTES + lane] |= ~uint64(0) << uint64(lanes[r.NOTED + lane])


@r.compiled
def _read_notes(words: r.Array, lanes: r.Array, first: int) -> None:
    """See which lanes deal the next two war cards."""
    if first % _PART == 0:
        for lane in range(r.LANES):
            lanes[r.NOTE + lane] = int16(words[r.NOTES + lane] >> uint64(first))
    for lane in range(r.LANES):
        lanes[r.IDLE + lane] = int16(0) if lanes[r.NOTED + lane] > int16(0) else r.NO_CARD
        lanes[r.IDLE_TOO + lane] = int16(0) if lanes[r.NOTED + lane] > int16(1) else r.NO_CARD
        lanes[r.NOTED + lane] -= int16(2)


@r.compiled
def _close_notes(words: r.Array, lanes: r.Array) -> None:
    for lane in range(r.LANES):
        words[r.NOTES + lane] = uint64(0)
        lanes[r.NOTED + lane] = int16(0)


@r.compiled
def _count_round(lanes: r.Array, seats: int, war_cards: int, war_cards_a_hand: int) -> None:
    """Count how the hands of a round compared, and the cards that it takes, those of its wars included."""
    for lane in range(r.LANES):
        playing = int16(lanes[r.IDLE + lane] == 0)
        lower = int16(lanes[r.LOWER_FIRST + lane] - lanes[r.LOWER + lane])
        ties = int16(int16(lanes[r.NOT_HIGHER_FIRST + lane] - lanes[r.NOT_HIGHER + lane]) - lower)
        lanes[r.TIES + lane] = ties
        lanes[r.TIED + lane] += ties
        lanes[r.HIGHER + lane] += int16(int16(playing * int16(seats)) - int16(ties + lower))
        lanes[r.ROUNDS + lane] += playing
        at_war = int16(int16(ties > int16(0)) * int16(war_cards))
        taken = int16(at_war + int16(ties * int16(war_cards_a_hand)))
        lanes[r.LEFT + lane] -= int16(taken + int16(playing * int16(seats + 1)))


@r.compiled
def _note_wars(words: r.Array, lanes: r.Array, apart: int) -> None:
    """Note the war cards of a round."""
    pattern = uint64(_EVERY_OTHER_BIT) if apart else uint64(1)
    for lane in range(r.LANES):
        ties = lanes[r.TIES + lane]
        lanes[r.MORE + lane] = int16(ties + (ties if apart else int16(ties > int16(0))))
    for lane in range(r.LANES):
        cards = pattern & ((uint64(1) << uint64(lanes[r.MORE + lane])) - uint64(1))
        words[r.NOTES + lane] |= cards << uint64(lanes[r.NOTED + lane])
    for lane in range(r.LANES):
        lanes[r.NOTED + lane] += lanes[r.MORE + lane]


@r.compiled
def _add_up(lanes: r.Array, sums: r.Array) -> None:
    """Add what one shoe of every lane counted, and its products, to the sums."""
    for one in range(r.OUTCOMES):
        for other in range(r.OUTCOMES):
            total = int64(0)
            for lane in range(r.LANES):
                product = int64(lanes[r.ROUNDS + one * r.LANES + lane]) * int64(
                    lanes[r.ROUNDS + other * r.LANES + lane]
                )
                total += product
            sums[r.OUTCOMES + one * r.OUTCOMES + other] += total
        total = int64(0)
        for lane in range(r.LANES):
            total += int64(lanes[r.ROUNDS + one * r.LANES + lane])
        sums[one] += total
    for lane in range(r.LANES):
        sums[r.OUTCOMES + r.OUTCOMES * r.OUTCOMES] += int64(lanes[r.ROUNDS + lane] > 0)


@r.compiled
def _open(lanes: r.Array, counts: r.Array, size: int, front: int, limit: int, longer: int) -> None:
    """Put a new shoe into every lane."""
    for row in range(r.COUNTS):
        for lane in range(r.LANES):
            lanes[row * r.LANES + lane] = int16(counts[row])
    for row in range(r.COUNTS, r.ROWS):
        for lane in range(r.LANES):
            lanes[row * r.LANES + lane] = int16(0)
    for lane in range(r.LANES):
        lanes[r.LEFT + lane] = int16(front)
        lanes[r.LIMIT + lane] = int16(limit + (lane < longer))
        lanes[r.CARDS + lane] = int16(size)


@njit(nogil=True)
def _deal(seed: r.Array, shoes: int, counts: r.Array, terms: tuple[int, ...], given: r.Array) -> r.Array:
    """Deal shoes; see `deal_shoes`.

    All steps of two draws are in one loop: were rounds and wars functions of their own, the call that may
    raise an error would make Numba count references to every array each time.
    """
    seats, size, front, fights, apart, war_cards, war_cards_a_hand, limit, longer = terms
    words = np.zeros(r.WORDS, np.uint64)
    bits = words.view(np.uint16)
    mixing: r.Array = uint64(seed)
    for place in range(r.LANES):
        mixing += d.GOLDEN
        words[place] = d.mixed(mixing)
    words[r.SPARE] = d.mixed(mixing + d.GOLDEN)
    lanes = np.zeros(r.ROWS * r.LANES + given.size, np.int16)
    for place in range(given.size):
        lanes[r.ROWS * r.LANES + place] = given[place]
    most = 2 * seats if apart else seats + 1
    once, each = (war_cards, war_cards_a_hand) if fights else (0, 0)
    suspect: r.Array = uint16(_ALWAYS if given.size else size * (size - 1) >> 16)
    sums = np.zeros(r.OUTCOMES + r.OUTCOMES * r.OUTCOMES + 1, np.int64)
    for _ in range(shoes):
        _open(lanes, counts, size, front, limit, longer)
        while True:
            left: r.Array = int16(-1)
            longest: r.Array = int16(0)
            for lane in range(r.LANES):
                if lanes[r.ROUNDS + lane] >= lanes[r.LIMIT + lane]:
                    lanes[r.LEFT + lane] = int16(-1)
                lanes[r.IDLE + lane] = int16(0) if lanes[r.LEFT + lane] >= int16(0) else r.NO_CARD
                lanes[r.IDLE_TOO + lane] = lanes[r.IDLE + lane]
                left = max(left, lanes[r.LEFT + lane])
                longest = max(longest, lanes[r.NOTED + lane])
            at_war = longest > 0 and (left < 0 or longest > MOST_NOTED - most)
            if left < 0 and not at_war:
                break
            if at_war:
                _open_notes(words, lanes)
            for first in range(0, longest if at_war else seats + 1, 2):
                if at_war:
                    _read_notes(words, lanes, first)
                elif first == seats:
                    for lane in range(r.LANES):
                        lanes[r.IDLE_TOO + lane] = r.NO_CARD
                d.advance(words)
                if d.two_draws(bits, lanes) <= suspect:
                    d.replace(words, bits, lanes, r.WAR if at_war else r.ORIGINAL)
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
            for queue in (r.ORIGINAL, r.WAR):
                d.replace(words, bits, lanes, queue)
            for place in range(given.size):
                given[place] = lanes[r.ROWS * r.LANES + place]
        _add_up(lanes, sums)
    return sums


def _entry(sources: int) -> r.Array:
    """Make what Python calls; see `lane_rows.SOURCES`."""

    @njit(cache=True, nogil=True)
    def shoes(seed: r.Array, number: int, counts: r.Array, terms: tuple[int, ...], given: r.Array) -> r.Array:
        return _deal(seed, number if sources else 0, counts, terms, given)

    return shoes


deal_shoes = _entry(r.SOURCES)
"""Deal so many shoes in every lane from one stream, and add up what was counted.

The terms are those of a plan, then the most rounds of a shoe, and in how many lanes it may have one more. The
sum of each count, of each two counts multiplied, and the number of shoes come back in one row.

Where cards are given, by queue, plane, place and lane, the one shoe of each lane takes those: of each round
the dealer's first, then each seat's; of war deals as they are noted. What comes of it is noted in the other
planes. Otherwise nothing is given.
"""
