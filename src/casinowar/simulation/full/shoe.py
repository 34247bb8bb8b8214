"""The shoe of the full kernel: real cards without replacement, drawn lazily or given in their order.

A card is its strength times four plus its suit. Unseen cards are exchangeable: a random shoe only counts its
burned cards, and draws the next one from all unseen cards.
"""

from collections.abc import Iterable

import numpy as np
from numba import int64, uint8, uint32, uint64

from casinowar.game.book.rules import Rules
from casinowar.game.cards import SUITS, decks
from casinowar.simulation.full import layout as t
from casinowar.simulation.jit import Array, Number
from casinowar.simulation.random_streams import splitmix64


def shoe_cards(rules: Rules, number: int | None = None) -> tuple[str, ...]:
    """List the cards of a shoe, of the rules' number of decks unless given."""
    cards = rules.book.cards
    return decks(rules.decks if number is None else number, cards.ranking.value, cards.suits.value)


def lowest_first(rules: Rules) -> str:
    return "".join(sorted(rules.strength, key=rules.strength.__getitem__))


def coded(cards: Iterable[str], ranking: str) -> tuple[int, ...]:
    """Encode cards as numbers: the strength of the rank times four, plus the suit."""
    suits = {name[0].upper(): place for place, name in enumerate(SUITS)}
    return tuple(ranking.index(card[0]) * len(SUITS) + suits[card[1]] for card in cards)


def start_numbers(start: int, marks: Array) -> None:
    state = np.array([splitmix64(start), splitmix64(splitmix64(start))], np.uint64)
    marks[t.NUMBERS : t.NUMBERS + 2] = state.view(np.int64)


@t.compiled
def _bits(table: t.TableArrays) -> Number:
    one, two = uint64(table.marks[t.NUMBERS]), uint64(table.marks[t.NUMBERS + 1])
    total = one + two
    drawn = ((total << uint64(17)) | (total >> uint64(47))) + one
    two ^= one
    table.marks[t.NUMBERS] = int64(((one << uint64(49)) | (one >> uint64(15))) ^ two ^ (two << uint64(21)))
    table.marks[t.NUMBERS + 1] = int64((two << uint64(28)) | (two >> uint64(36)))
    return drawn


@t.compiled
def below(table: t.TableArrays, bound: int) -> Number:
    limit = uint64(bound)
    product = (_bits(table) >> uint64(32)) * limit
    if uint32(product) < uint32(limit):
        least = (uint64(0x100000000) - limit) % limit
        while uint64(uint32(product)) < least:
            product = (_bits(table) >> uint64(32)) * limit
    return int64(product >> uint64(32))


@t.compiled
def strength(card: int) -> int:
    return int(card >> 2)


@t.compiled
def suit(card: int) -> int:
    return int(card & 3)


@t.compiled
def compared(table: t.TableArrays, card: int, dealers: int, by_suit: int) -> int:
    """Compare a player's card with the dealer's by rank, then by suit if the term is set."""
    mine, other = strength(card), strength(dealers)
    if mine == other and table.terms[by_suit]:
        mine, other = t.item(table, t.SUIT_ORDER, suit(card)), t.item(table, t.SUIT_ORDER, suit(dealers))
    if mine == other:
        return t.EQUAL
    return t.HIGHER if mine > other else t.LOWER


@t.compiled
def wins_tie_wager(table: t.TableArrays, result: int, card: int, dealers: int) -> bool:
    return result == t.EQUAL or bool(table.terms[t.TIE_ON_RANK] and strength(card) == strength(dealers))


@t.compiled
def _class(table: t.TableArrays, card: int) -> int:
    return card if table.terms[t.SAME_CARD] else strength(card)


@t.compiled
def new_shoe(table: t.TableArrays) -> None:
    """Shuffle all cards, and burn those of a new shoe."""
    table.marks[t.SEEN] = table.marks[t.GONE] = table.marks[t.RAN_OUT] = 0
    if table.terms[t.COUNTS]:
        table.marks[t.WAYS_TO_TIE :] = 0
        for place in range(table.marks[t.SIZE]):
            alike = t.UNSEEN + _class(table, int64(table.cards[place]))
            table.marks[t.WAYS_TO_TIE] += 2 * table.marks[alike]
            table.marks[alike] += 1
    if t.number(table, t.BURNED_BY_FIRST):
        burn(table, t.item(table, t.BURNED_BY_FIRST, strength(draw(table))) - 1)
    burn(table, table.terms[t.BURNED])


@t.compiled
def burn(table: t.TableArrays, cards: int) -> None:
    table.marks[t.GONE] += cards
    if table.marks[t.GIVEN]:
        table.marks[t.SEEN] += cards


@t.compiled
def draw(table: t.TableArrays) -> int:
    if table.marks[t.GONE] >= table.marks[t.SIZE]:
        table.marks[t.RAN_OUT] = 1
        return int(table.cards[0])
    place = table.marks[t.SEEN]
    table.marks[t.SEEN] += 1
    table.marks[t.GONE] += 1
    card = table.cards[place]
    if not table.marks[t.GIVEN]:
        other = place + below(table, table.marks[t.SIZE] - place)
        card = table.cards[other]
        table.cards[other] = table.cards[place]
        table.cards[place] = uint8(card)
    if table.terms[t.COUNTS]:
        alike = t.UNSEEN + _class(table, int64(card))
        table.marks[alike] -= 1
        table.marks[t.WAYS_TO_TIE] -= 2 * table.marks[alike]
    return int(card)


@t.compiled
def is_over(table: t.TableArrays) -> bool:
    return bool(table.marks[t.GONE] > table.terms[t.FRONT] or table.marks[t.GONE] >= table.marks[t.SIZE])


@t.compiled
def tie_is_worth_it(table: t.TableArrays) -> bool:
    """Tell whether the unseen cards make a tie likely enough for a counter's tie wager."""
    unseen = 0
    for each in range(table.terms[t.CLASSES]):
        unseen += table.marks[t.UNSEEN + each]
    pays, on = table.terms[t.TIE_PAYS], table.terms[t.TIE_PAYS + 1]
    won = (pays + on) * table.marks[t.WAYS_TO_TIE] * table.terms[t.THRESHOLD + 1]
    return bool(won > table.terms[t.THRESHOLD] * on * unseen * (unseen - 1))
