"""Ties broken by an order of suits: engine, odds and kernel agree, on whichever deal the suits decide."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from casinowar.game.acts.settling import compare
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import SuitsDecide, TieWins
from casinowar.game.words import Comparison, Wager
from casinowar.odds.hand import Strategy
from casinowar.odds.seats import Seats
from casinowar.odds.shoe import Shoe
from casinowar.odds.tie_choice import choices
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.plain.table import OnTie
from tests.agreement.every_order import Orders, all_wagers, tiny
from tests.agreement.playing import seats as seated
from tests.agreement.playing import shrunk
from tests.agreement.test_cover_card import check as check_long_run
from tests.agreement.test_cover_card import dealt, in_front
from tests.agreement.test_kernel import agree as agree_with_kernel
from tests.agreement.test_progressive import given_that
from tests.agreement.test_seats import check_two_hands
from tests.agreement.test_single_hand import agree
from tests.agreement.texts import CHOICES
from tests.support.settled_shoes import settle
from tests.support.varieties import EXAMPLES, source

EXAMPLE = source(str(next(path for path in EXAMPLES if path.stem == "order_of_suits"))).book()
LADDER = source(str(next(path for path in EXAMPLES if path.stem == "half_war"))).book().wagers.war_tie
AGAIN = source(str(next(path for path in EXAMPLES if path.stem == "war_without_a_choice"))).book().war
WAYS = list(product(SuitsDecide, TieWins))


def decided(on: SuitsDecide, tie_wager: TieWins, *, again: bool = False) -> Rulebook:
    """Let suits decide on some deals, with a tie wager on the war deal beside the other."""
    assert EXAMPLE.cards.order_of_suits is not None
    assert EXAMPLE.war is not None
    assert AGAIN is not None
    assert LADDER is not None
    order = replace(EXAMPLE.cards.order_of_suits, on=on, tie_wager=tie_wager)
    return replace(
        EXAMPLE,
        cards=replace(EXAMPLE.cards, order_of_suits=order),
        wagers=replace(EXAMPLE.wagers, war_tie=replace(LADDER, equal=False)),
        war=replace(EXAMPLE.war, again=AGAIN.again) if again else EXAMPLE.war,
    )


def test_of_equal_rank_the_higher_suit_wins():
    rules = Rules(EXAMPLE)
    assert compare(rules, "9S", "9H") is Comparison.HIGHER
    assert compare(rules, "9C", "9D") is Comparison.LOWER
    assert compare(rules, "9C", "9C") is Comparison.TIE
    assert compare(rules, "8S", "9C") is Comparison.LOWER
    first = Rules(decided(SuitsDecide.ORIGINAL, TieWins.EQUAL_RANK))
    assert compare(first, "9S", "9H", at_war=True) is Comparison.TIE


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("shape", [(2, 2, 4), (1, 3, 4), (2, 3, 2)])
@pytest.mark.parametrize(("on", "tie_wager"), WAYS)
def test_one_hand(on, tie_wager, shape, strategy):
    agree(decided(on, tie_wager), shape, strategy)


@pytest.mark.parametrize(("on", "tie_wager"), WAYS)
def test_wars_fought_again(on, tie_wager):
    agree(decided(on, tie_wager, again=True), (1, 2, 7), Strategy.WAR)


@pytest.mark.parametrize("tie_wager", TieWins)
def test_two_hands(tie_wager):
    rules = tiny(decided(SuitsDecide.BOTH, tie_wager), 2, 2, 4)
    check_two_hands(rules, Strategy.WAR, Seats(rules, Shoe.fresh(rules)))


def test_the_long_run():
    rules = in_front(tiny(decided(SuitsDecide.BOTH, TieWins.SAME_CARD), 2, 2, 4), 4)
    check_long_run(rules, Strategy.WAR, dealt(rules, Strategy.WAR))


@pytest.mark.parametrize(("on", "tie_wager"), WAYS)
def test_the_kernel(on, tie_wager):
    for book in (decided(on, tie_wager), decided(on, tie_wager, again=True)):
        rules = shrunk(book, 3)
        assert agree_with_kernel(rules, seated(rules), 1)


@pytest.mark.parametrize("on", SuitsDecide)
def test_the_choice_on_a_tie(on):
    rules = tiny(decided(on, TieWins.SAME_CARD), 2, 2, 4)
    [choice] = choices(rules, Shoe.fresh(rules))
    alone = {Wager.INITIAL: all_wagers(rules)[Wager.INITIAL]}
    for strategy, worth in ((Strategy.WAR, choice.war), (Strategy.SURRENDER, choice.surrender)):
        found = Orders(rules=rules, wagers={1: alone}, on_a_tie=CHOICES[strategy]).ways
        tied = [(chance, way) for chance, way in found if is_tie(rules, way.cards)]
        assert given_that(tied, lambda _: True) == worth


def is_tie(rules: Rules, cards: dict[int, tuple[str, ...]]) -> bool:
    return compare(rules, cards[1][0], cards[0][0]) is Comparison.TIE


@pytest.mark.parametrize(("tie_wager", "at_first"), [(TieWins.SAME_CARD, False), (TieWins.EQUAL_RANK, True)])
def test_a_counter_counts_the_cards_with_which_a_tie_wager_wins(tie_wager, at_first):
    """At the end only spades are left; before that equal ranks are as common, and the same card is not."""
    rules = Rules(decided(SuitsDecide.BOTH, tie_wager))
    wagered = {Wager.INITIAL: 10_00, Wager.TIE: 5_00}
    table = FullTable.of(rules, {1: wagered}, strategy=OnTie.SURRENDER, counter=Fraction(1, 2))
    settled = settle(table, sorted(rules.cards(), key=lambda card: card[1] == "S"))
    wagers = settled.nets[:, 0, t.TIE] != 0
    assert wagers[0] == at_first
    assert wagers[-1]
