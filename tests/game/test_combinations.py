"""The progressive payout hands: compared with a plain definition, and nested as the readings say."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game.book.rulebook import Rulebook
from casinowar.game.cards import ALL, Card
from casinowar.game.combinations import Combination, SuitedDoubleTie, combinations
from casinowar.rulebooks import load_rules

READINGS = pytest.mark.parametrize("suited", SuitedDoubleTie)
CARDS = st.sampled_from(sorted(ALL))
PAIRS = st.tuples(CARDS, CARDS)
SAME_RANK = st.sampled_from("AKQJT98765432").flatmap(
    lambda rank: st.tuples(*[st.sampled_from("CDHS").map(lambda suit: rank + suit)] * 4)
)


def plainly(
    original: tuple[Card, Card], war: tuple[Card, Card] | None, suited: SuitedDoubleTie
) -> set[Combination]:
    """Say each hand by itself, in the words of the reading, by counting ranks and suits."""
    ranks, suits = Counter(card[0] for card in original), Counter(card[1] for card in original)
    war_ranks = Counter(card[0] for card in war or ())
    war_suits = Counter(card[1] for card in war or ())
    tie = 2 in ranks.values()
    again = tie and 2 in war_ranks.values()
    one_rank = 4 in (ranks + war_ranks).values()
    one_suit = 4 in (suits + war_suits).values()
    both_suited = 2 in suits.values() and 2 in war_suits.values()
    held = {
        Combination.TIE: tie,
        Combination.SUITED_TIE: tie and 2 in suits.values(),
        Combination.DOUBLE_TIE: again,
        Combination.FOUR_OF_A_KIND: one_rank,
        Combination.SUITED_DOUBLE_TIE: again
        and (both_suited if suited is SuitedDoubleTie.EACH_TIE else one_suit),
        Combination.SUITED_FOUR_OF_A_KIND: one_rank and one_suit,
    }
    return {hand for hand, is_held in held.items() if is_held}


@given(PAIRS, st.none() | PAIRS, st.sampled_from(SuitedDoubleTie))
def test_any_cards_make_the_hands_that_a_plain_definition_says(original, war, suited):
    assert set(combinations(original, war, suited)) == plainly(original, war, suited)


@given(SAME_RANK, SAME_RANK, st.booleans(), st.sampled_from(SuitedDoubleTie))
def test_ties_on_both_deals_make_the_hands_that_a_plain_definition_says(first, second, one_rank, suited):
    war = (first if one_rank else second)[2:]
    assert set(combinations(first[:2], war, suited)) == plainly(first[:2], war, suited)


def every_deal() -> list[tuple[tuple[Card, Card], tuple[Card, Card]]]:
    """List all deals of an ace for the player, against every card, with every war; ranks are alike."""
    aces = [card for card in ALL if card[0] == "A"]
    return [
        ((mine, dealers), war)
        for mine, dealers in product(aces, ALL)
        for war in product(ALL, ALL)
        if mine[0] == dealers[0] or war == ("AS", "AS")
    ]


CONTAINS = {
    Combination.SUITED_FOUR_OF_A_KIND: set(Combination),
    Combination.FOUR_OF_A_KIND: {Combination.DOUBLE_TIE, Combination.TIE},
    Combination.SUITED_DOUBLE_TIE: {Combination.DOUBLE_TIE, Combination.SUITED_TIE, Combination.TIE},
    Combination.DOUBLE_TIE: {Combination.TIE},
    Combination.SUITED_TIE: {Combination.TIE},
    Combination.TIE: set(),
}
"""Which hands are held with each by either reading; a suited double tie need not be of one rank."""


@READINGS
def test_the_hands_are_nested_and_listed_best_first(suited):
    seen = set()
    for original, war in every_deal():
        held = combinations(original, war, suited)
        assert list(held) == [hand for hand in Combination if hand in held]
        for hand in held:
            assert CONTAINS[hand] <= {*held}, f"{original} {war}"
        assert set(held) == plainly(original, war, suited)
        seen.add(held)
    assert {hand for held in seen for hand in held} == set(Combination)


def test_one_suit_makes_fewer_suited_double_ties_and_nothing_else():
    fewer = 0
    for original, war in every_deal():
        each = set(combinations(original, war, SuitedDoubleTie.EACH_TIE))
        all_four = set(combinations(original, war, SuitedDoubleTie.ALL_FOUR))
        assert each - all_four <= {Combination.SUITED_DOUBLE_TIE}
        assert all_four <= each
        fewer += each != all_four
    assert fewer == 4 * 13 * 3


@READINGS
def test_without_a_war_only_a_tie_or_a_suited_tie_can_be_held(suited):
    for original in product(ALL, ALL):
        held = set(combinations(original, None, suited))
        assert held <= {Combination.TIE, Combination.SUITED_TIE}
        assert held == plainly(original, None, suited)


def probability(hand: Combination, suited: SuitedDoubleTie) -> float:
    """Find how often a hand is the best of six decks, counting the copies that are left."""
    ways = 0
    for original, war in every_deal():
        held = combinations(original, war, suited)
        if held[:1] != (hand,):
            continue
        left = Counter(dict.fromkeys(ALL, 6))
        product_of_copies = 1
        for card in (*original, *war):
            product_of_copies *= left[card]
            left[card] -= 1
        ways += product_of_copies
    return 13 * ways / (312 * 311 * 310 * 309)


@pytest.mark.parametrize(
    ("hand", "suited", "one_in"),
    [
        (Combination.SUITED_DOUBLE_TIE, SuitedDoubleTie.EACH_TIE, 3_894),
        (Combination.SUITED_DOUBLE_TIE, SuitedDoubleTie.ALL_FOUR, 16_550),
        (Combination.FOUR_OF_A_KIND, SuitedDoubleTie.EACH_TIE, 2_945),
    ],
)
def test_the_hands_come_as_often_as_the_reading_says_with_six_decks(hand, suited, one_in):
    assert round(1 / probability(hand, suited)) == one_in


def test_the_pay_table_lists_all_six_hands_the_best_first():
    book: Rulebook = load_rules("maryland").book
    assert book.progressive is not None
    assert [pay.hand for pay in book.progressive.pays] == list(Combination)
