"""The perfect counter of the tie wager, held against every set of cards that can be left."""

from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds.card_counting import counter
from casinowar.odds.shoe import Shoe
from tests.agreement.every_order import tiny
from tests.support.varieties import source


def paying(odds: str, shape: tuple[int, int, int] = (3, 1, 4)) -> Rules:
    """Let the tie wager pay so much, so that few cards turn in its favor or nearly all do."""
    book = source("wisconsin").book()
    law = book.wagers.tie and replace(book.wagers.tie, value=odds)
    return tiny(replace(book, wagers=replace(book.wagers, tie=law)), *shape)


@pytest.mark.parametrize("odds", ["1 to 2", "2 to 1", "10 to 1"])
@pytest.mark.parametrize("unseen", range(2, 13))
def test_every_set_of_cards(unseen, odds):
    rules = paying(odds)
    shoe = Shoe.fresh(rules)
    [told] = counter(rules, shoe, [unseen])
    chance, worth = brute(rules, shoe, unseen)
    assert (told.unseen, told.chance, told.worth) == (unseen, chance, worth)


@pytest.mark.parametrize("shape", [(1, 1, 5), (2, 1, 6), (2, 2, 3), (5, 1, 2), (12, 1, 1)], ids=str)
def test_other_shoes(shape):
    rules = paying("3 to 2", shape)
    shoe = Shoe.fresh(rules)
    told = [(odds.unseen, odds.chance, odds.worth) for odds in counter(rules, shoe, range(2, shoe.size + 1))]
    assert told == [(unseen, *brute(rules, shoe, unseen)) for unseen in range(2, shoe.size + 1)]


def brute(rules: Rules, shoe: Shoe, unseen: int) -> tuple[Fraction, Fraction]:
    """Look at every shoe with so many cards left, and wager when a tie is likely enough."""
    cards = [card for card, copies in shoe.left.items() for _ in range(copies)]
    every = list(combinations(range(len(cards)), unseen))
    known: dict[tuple[str, ...], Fraction] = {}
    chance, worth = Fraction(0), Fraction(0)
    for chosen in every:
        left = tuple(sorted(cards[place] for place in chosen))
        if left not in known:
            known[left] = gain(rules, left)
        if known[left] > 0:
            chance += Fraction(1, len(every))
            worth += known[left] / len(every)
    return chance, worth


def gain(rules: Rules, left: tuple[str, ...]) -> Fraction:
    """Tell what the tie wager wins on average when these cards are left."""
    pairs = list(combinations([card[0] for card in left], 2))
    tied = Fraction(sum(one == two for one, two in pairs), len(pairs))
    [pays] = rules.tie_odds(Wager.TIE)
    return pays * tied - (1 - tied)
