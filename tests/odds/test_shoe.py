"""Any composition, the perfect counter, and the cover card, against plain enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from casinowar.game.house import House
from casinowar.game.refusal import InputError
from casinowar.game.rules import Rules
from casinowar.game.words import Comparison, Shuffler
from casinowar.odds.counter import counter, most_unseen
from casinowar.odds.cover_card import long_run, reshuffles_each_round
from casinowar.odds.hand import CannotBeHonoured, Path, Strategy, Wagered, moved
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import initial, tie
from casinowar.rulebooks import load_rules, open_rulebook


def small(name: str, ranks: int, suits: int, decks: int, behind: int) -> Rules:
    """Make rules with a small shoe and the cover card so many cards from its back."""
    book = open_rulebook(name).book()
    assert book.cards.by_hand
    assert book.cut.cover_card
    numbers = replace(book.cards.by_hand, start=decks, one_of=(), least=1, most=None)
    cards = replace(
        book.cards,
        ranking=replace(book.cards.ranking, value=book.cards.ranking.value[:ranks]),
        suits=replace(book.cards.suits, value=book.cards.suits.value[:suits]),
        by_hand=numbers,
    )
    cover = replace(book.cut.cover_card, value="0")
    cut = replace(book.cut, cover_card=cover, margin=None)
    return Rules(replace(book, cards=cards, cut=cut), House(decks=decks, cards_behind_cover_card=behind))


def test_cards_seen_change_the_odds():
    rules = load_rules("washington")
    shoe = Shoe.fresh(rules).without(["AS", "AS", "KH"])
    assert shoe.size == 309
    assert sorted(shoe.of_rank) == [22, 23, *[24] * 11]
    ties = Fraction(22 * 21 + 23 * 22 + 11 * 24 * 23, 309 * 308)
    odds = tie(rules, shoe)
    assert odds is not None
    assert odds.house_edge == 1 - 11 * ties


def test_a_card_cannot_be_seen_more_often_than_the_shoe_has_it():
    rules = load_rules("washington")
    with pytest.raises(InputError, match="7 times"):
        Shoe.fresh(rules).without(["AS"] * 7)


def test_the_best_decision_looks_at_the_rank_that_tied():
    free = load_rules("california", readings={"primary_wager_at_war": "lost"})
    aces = Shoe.fresh(free, 6).without(
        [rank + suit for rank in "KQJT987" for suit in "CDHS" for _ in range(6)]
    )
    few = aces.without([rank + suit for rank in "65432" for suit in "CDH" for _ in range(6)])
    plans = {plan: initial(free, few, plan).house_edge for plan in Strategy}
    assert plans[Strategy.BEST] < min(plans[Strategy.WAR], plans[Strategy.SURRENDER])


def test_a_round_that_may_not_find_its_cards_is_refused():
    rules = load_rules("washington")
    few = Shoe.fresh(rules, 1).without([rank + suit for rank in "AKQJT987654" for suit in "CDHS"])
    with pytest.raises(CannotBeHonoured, match="may need"):
        initial(rules, few)


@pytest.mark.parametrize(("ranks", "copies"), [(3, 2), (3, 4), (4, 3)])
def test_the_counter_against_every_shoe(ranks, copies):
    rules = small("washington", ranks, 1, copies, 2)
    shoe = Shoe.fresh(rules)
    cards = [rank for rank in range(ranks) for _ in range(copies)]
    for odds in counter(rules, shoe, range(2, shoe.size + 1)):
        chance = worth = Fraction(0)
        for left in combinations(cards, odds.unseen):
            pairs = sum(comb(count, 2) for count in Counter(left).values())
            gain = Fraction(11 * pairs, comb(odds.unseen, 2)) - 1
            if gain > 0:
                chance += Fraction(1, comb(shoe.size, odds.unseen))
                worth += gain / comb(shoe.size, odds.unseen)
        assert (odds.chance, odds.worth) == (chance, worth)


def test_no_shoe_with_too_many_cards_unseen_favours_the_tie_wager():
    rules = load_rules("maryland")
    shoe = Shoe.fresh(rules)
    most = most_unseen(rules, shoe)
    assert most == 253
    [last, more] = counter(rules, shoe, [248, most + 1])
    assert last.chance > 0
    assert more.chance == 0


@pytest.mark.parametrize("behind", [9, 10, 12])
@pytest.mark.parametrize("strategy", [Strategy.WAR, Strategy.SURRENDER])
def test_the_cover_card_against_every_order_of_a_small_shoe(behind, strategy):
    rules = small("maryland", 2, 1, 9, behind)
    shoe = Shoe.fresh(rules)
    rounds, nets, ties = Fraction(0), Fraction(0), Fraction(0)
    orders = 0
    for places in combinations(range(shoe.size), 9):
        order = [int(place in places) for place in range(shoe.size)]
        orders += 1
        drawn = 1
        while drawn <= shoe.size - behind:
            mine, dealers = order[drawn : drawn + 2]
            drawn += 2
            rounds += 1
            path = Path(Comparison.HIGHER if mine > dealers else Comparison.LOWER)
            if mine == dealers:
                ties += 1
                path = Path(Comparison.TIE, given_up=True)
                if strategy is Strategy.WAR:
                    mine, dealers = order[drawn + 3 : drawn + 5]
                    drawn += 5
                    names = [Comparison.LOWER, Comparison.TIE, Comparison.HIGHER]
                    path = Path(Comparison.TIE, 1, names[1 + (mine > dealers) - (mine < dealers)])
            nets += Fraction(moved(rules, path, Wagered(10_00)).net, 10_00)
    odds = long_run(rules, strategy)
    assert odds.rounds == rounds / orders
    assert odds.initial == -nets / rounds
    assert odds.tie == 1 - 11 * ties / rounds


def test_a_shoe_shuffled_each_round_has_no_such_effect():
    rules = load_rules("maryland", House(shuffler=Shuffler.CONTINUOUS))
    assert reshuffles_each_round(rules)
    assert long_run(rules).initial == initial(rules, Shoe.fresh(rules)).house_edge


def test_a_last_round_that_may_not_find_its_cards_is_refused():
    with pytest.raises(CannotBeHonoured, match="behind the cover card"):
        long_run(small("maryland", 2, 1, 9, 3))
