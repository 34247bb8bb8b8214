"""One hand in figures worked out by hand: what it may choose, what its purse pays for, how often it ties."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.book.variants import Tied
from casinowar.odds import wagers
from casinowar.odds.hand import Strategy, TieWorth, strategies, ways, ways_by_rank
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe
from tests.agreement.every_order import tiny
from tests.support.varieties import OWN, RULEBOOKS, source

AGAIN = source(str(next(path for path in OWN if path.stem == "again_at_a_price"))).book()
MARYLAND = source("maryland").book()
ALL = (Strategy.WAR, Strategy.SURRENDER, Strategy.BEST)


def again(wars: int, *, surrender: bool, forfeits: str | None = "1/2", tied: Tied = Tied.CHOICE) -> Rules:
    """Fight up to so many wars, with surrender and a price for giving up later, or without."""
    assert AGAIN.war is not None
    assert AGAIN.war.again is not None
    tie_hand = replace(AGAIN.settlement.tie_hand, value=tied)
    book = replace(
        AGAIN,
        settlement=replace(AGAIN.settlement, tie_hand=tie_hand),
        surrender=AGAIN.surrender if surrender else None,
        war=replace(AGAIN.war, again=replace(AGAIN.war.again, wars=wars, forfeits=forfeits)),
    )
    return Rules(book)


# what there is to choose


def test_the_strategies_that_rules_leave():
    assert strategies(Rules(MARYLAND)) == ALL
    assert strategies(again(2, surrender=False)) == ALL
    assert strategies(again(2, surrender=False, tied=Tied.WAR)) == ALL
    assert strategies(again(2, surrender=False, forfeits=None, tied=Tied.WAR)) == ()
    assert strategies(Rules(replace(MARYLAND, war=None))) == (Strategy.SURRENDER,)


def test_the_best_strategy_is_that_of_the_usual_wager_unless_one_is_told():
    rules = Rules(MARYLAND)
    shoe = Shoe.fresh(rules)
    assert ways(rules, shoe, Strategy.BEST) == ways(rules, shoe, Strategy.BEST, usual_wager(rules))


# what the purse pays for


@pytest.mark.parametrize(("purse", "plays"), [(19_99, Strategy.SURRENDER), (20_00, Strategy.WAR)])
def test_who_cannot_pay_for_a_war_surrenders(purse, plays):
    rules = Rules(MARYLAND)
    shoe = Shoe.fresh(rules)
    played = wagers.initial(rules, shoe, Strategy.WAR, 10_00, purse=purse)
    assert played.distribution == wagers.initial(rules, shoe, plays, 10_00).distribution


@pytest.mark.parametrize(
    ("purse", "results"),
    [
        (19_99, {-Fraction(1, 2)}),
        (20_00, {-Fraction(1)}),
        (29_99, {-Fraction(1)}),
        (30_00, {-Fraction(3, 2)}),
        (39_99, {-Fraction(3, 2)}),
        (40_00, {Fraction(6)}),
    ],
)
def test_who_cannot_pay_for_another_war_gives_half_of_everything_up(purse, results):
    """Every card ties: a third war pays 2 to 1 on three wagers, and who stops before loses half of all."""
    rules = tiny(AGAIN, 1, 1, 40)
    played = wagers.initial(rules, Shoe.fresh(rules), Strategy.WAR, 10_00, purse=purse)
    assert {net for net, _ in played.distribution.outcomes} == results


def test_who_may_not_surrender_goes_to_war_whatever_the_purse():
    rules = again(3, surrender=False)
    shoe = Shoe.fresh(rules)
    poor = ways(rules, shoe, Strategy.WAR, 10_00, purse=10_00)
    assert {(path.wars, path.given_up) for path in poor} == {(0, False), (1, False), (1, True)}


# a strategy by rank


def test_a_strategy_by_rank_where_some_ranks_have_few_cards():
    """Of 7 twos, 2 threes and 1 four every tie is of twos or threes, and a war on threes ties with twos."""
    rules = tiny(source("washington").book(), 13, 1, 10)
    kept = ["2C"] * 7 + ["3C"] * 2 + ["4C"]
    gone = list(rules.cards())
    for card in kept:
        gone.remove(card)
    shoe = Shoe.fresh(rules).without(gone)
    found = ways_by_rank(rules, shoe, "2")
    pairs = Fraction(1, 10 * 9)
    assert found.chance(lambda path: path.given_up) == 7 * 6 * pairs
    assert found.chance(lambda path: path.wars > 0) == 2 * 1 * pairs
    assert found.chance(lambda path: path.wins_war_ties > 0) == 2 * 1 * pairs * Fraction(7 * 6, 8 * 7)
    assert found.total == 1


@pytest.mark.parametrize(
    "rules",
    [
        Rules(replace(MARYLAND, surrender=None)),
        Rules(
            replace(
                MARYLAND,
                settlement=replace(
                    MARYLAND.settlement, tie_hand=replace(MARYLAND.settlement.tie_hand, value=Tied.RETURNED)
                ),
            )
        ),
        Rules(source(str(RULEBOOKS / "examples" / "order_of_suits.toml")).book()),
    ],
    ids=["no surrender", "ties are returned", "suits decide"],
)
def test_no_strategy_by_rank_without_a_choice_on_every_tie(rules):
    with pytest.raises(NotCovered) as refused:
        ways_by_rank(rules, Shoe.fresh(rules), "2")
    said = "A strategy by rank needs a choice on every tie, and suits that do not count."
    assert str(refused.value) == said


def test_no_strategy_by_rank_in_a_shoe_with_too_few_cards():
    rules = Rules(MARYLAND)
    with pytest.raises(NotCovered, match="may need 8 cards, and the shoe has 7"):
        ways_by_rank(rules, Shoe.fresh(rules).without(rules.cards()[7:]), "2")


# ties


def test_how_often_ties_come():
    """One deck of 13 ranks with 4 cards each: 13 * 12 pairs tie, and after a pair of one rank 12 * 12 + 2."""
    rules = tiny(AGAIN, 13, 4, 1)
    met = TieWorth(rules, Shoe.fresh(rules), 10_00).met()
    first, second, *_ = met
    assert [(tie.ways, tie.cards) for tie in first] == [(13 * 12, 4)]
    assert sum(tie.ways for tie in second) == 13 * 12 * (12 * 12 + 2)
    assert {tie.given_up for tie in first} == {Fraction(-5_00)}
    assert {tie.given_up for tie in second} == {Fraction(-10_00)}


def test_what_a_tie_is_worth_that_two_wars_may_follow():
    """Of two ranks with six cards each, one has lost a pair: 12 + 30 of 90 pairs tie, of the rest half win.

    A war won brings 1, lost 2; the second brings 2 or 4, or costs 3. After a pair of the rank with four cards
    32 of 56 tie, after one of the other 24.
    """
    assert AGAIN.war is not None
    bound = AGAIN.war.again and replace(AGAIN.war.again, wars=2, forfeits=None)
    rules = tiny(replace(AGAIN, war=replace(AGAIN.war, again=bound)), 2, 1, 6)
    of_few = Fraction(32 * 4 + 12 * 2 - 12 * 3, 56)
    of_many = Fraction(24 * 4 + 16 * 2 - 16 * 3, 56)
    worth = (24 * 1 - 24 * 2 + 12 * of_few + 30 * of_many) / 90
    assert TieWorth(rules, Shoe.fresh(rules), 10_00).war(6) == 10_00 * worth
