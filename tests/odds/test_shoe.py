"""Any composition, the perfect counter, and the cover card, against plain enumeration."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.words import Shuffler, Wager
from casinowar.odds.card_counting import counter, most_unseen
from casinowar.odds.cover_card import long_run
from casinowar.odds.hand import Strategy
from casinowar.odds.settlement import NotCovered
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
    with pytest.raises(InputError, match="so often"):
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
    with pytest.raises(NotCovered, match="may need"):
        initial(rules, few)


def test_no_shoe_with_too_many_cards_unseen_favors_the_tie_wager():
    rules = load_rules("maryland")
    shoe = Shoe.fresh(rules)
    most = most_unseen(rules, shoe)
    assert most == 253
    [last, more] = counter(rules, shoe, [248, most + 1])
    assert last.chance > 0
    assert more.chance == 0


def test_the_cover_cards_effect_is_counted_at_the_wager_asked_for():
    odd = load_rules(
        "washington",
        House(limits={Wager.INITIAL: Limit(minimum="5")}, smallest_chip="0.50"),
        readings={"odd_half": "odd_chip_to_house"},
    )
    shoe = Shoe.fresh(odd)
    assert (
        long_run(odd, Strategy.SURRENDER, wager=5_50).initial
        == initial(odd, shoe, Strategy.SURRENDER, 5_50).house_edge
    )


def test_the_counter_sees_the_payout_limit():
    rules = load_rules("maryland", House(payout_limit="40"))
    [free] = counter(rules, Shoe.fresh(rules), [78], 4_00)
    [capped] = counter(rules, Shoe.fresh(rules), [78], 5_00)
    assert capped.worth < free.worth / 1000


def test_a_shoe_shuffled_each_round_has_no_such_effect():
    rules = load_rules("maryland", House(shuffler=Shuffler.CONTINUOUS))
    assert rules.reshuffles_each_round
    assert long_run(rules).initial == initial(rules, Shoe.fresh(rules)).house_edge


def test_a_last_round_that_may_not_find_its_cards_is_refused():
    with pytest.raises(NotCovered, match="behind the cover card"):
        long_run(small("maryland", 2, 1, 9, 3))
