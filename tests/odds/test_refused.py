"""What exact odds refuse, each in one sentence: wagers, shoes, and rules that they do not cover."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fought
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.bank import bank
from casinowar.odds.hand import Strategy, TieWorth, cards_of_war, check_cards, check_wager
from casinowar.odds.settlement import NotCovered, Wagered
from casinowar.odds.shoe import Shoe
from tests.support.varieties import OWN, RULEBOOKS, source

AGAIN = next(path for path in OWN if path.stem == "again_at_a_price")
MARYLAND = source("maryland").book()


def said(refused: Callable[[], object], error: type[InputError] = NotCovered) -> str:
    with pytest.raises(error) as found:
        refused()
    return str(found.value)


@pytest.mark.parametrize("amount", [8_00, 1_002_00, 11_00, 10_01])
def test_an_initial_wager_that_the_house_does_not_take(amount):
    limits = {Wager.INITIAL: Limit(minimum="10", maximum="1000")}
    house = House(smallest_chip="2", limits=limits)
    rules = Rules(source("maryland").book({"odd_half": "payable_in_chips"}), house)
    assert rules.unit(Wager.INITIAL) == 4_00
    for taken in (12_00, 1_000_00):
        check_wager(rules, taken)
    whole, part = divmod(amount, 100)
    assert said(lambda: check_wager(rules, amount), InputError) == (
        f"The house takes no initial wager of ${whole:,}.{part:02}; "
        "it must be a multiple of $4.00 from $10.00 to $1,000.00."
    )


@pytest.mark.parametrize(("hands", "named"), [(1, "1 hand"), (2, "2 hands"), (3, "3 hands")])
def test_a_shoe_with_too_few_cards(hands, named):
    rules = Rules(MARYLAND)
    needed = 1 + (1 + hands) + (3 + hands + 1)
    enough = Shoe.fresh(rules).without(rules.cards()[needed:])
    check_cards(rules, enough, hands)
    short = enough.without(rules.cards()[:1])
    assert said(lambda: check_cards(rules, short, hands)) == (
        f"A round of {named} may need {needed} cards, and the shoe has {needed - 1}: "
        "no text says what happens when it runs out."
    )


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_wars_that_are_fought_one_after_another_burn_cards_for_each(hands):
    assert MARYLAND.war is not None
    separately = replace(MARYLAND.war.deal, fought=Fought.SEPARATELY)
    rules = Rules(replace(MARYLAND, war=replace(MARYLAND.war, deal=separately)))
    needed = 1 + (1 + hands) + hands * (3 + 2)
    enough = Shoe.fresh(rules).without(rules.cards()[needed:])
    check_cards(rules, enough, hands)
    short = enough.without(rules.cards()[:1])
    assert f"may need {needed} cards" in said(lambda: check_cards(rules, short, hands))


def test_without_a_war_no_cards_are_dealt_for_one():
    assert cards_of_war(Rules(MARYLAND), 2) == 3 + 2 + 1
    assert cards_of_war(Rules(replace(MARYLAND, war=None)), 2) == 0


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_where_as_many_cards_are_burned_as_decks_those_of_this_shoe_count(decks):
    rules = Rules(source(str(RULEBOOKS / "examples" / "burn_by_the_decks.toml")).book())
    needed = decks + 2 + 3
    enough = Shoe.fresh(rules, decks).without(rules.cards(decks)[needed:])
    check_cards(rules, enough)
    short = enough.without(rules.cards(decks)[:1])
    assert f"may need {needed} cards" in said(lambda: check_cards(rules, short))


def test_a_tie_in_a_shoe_with_too_few_cards_is_worth_nothing_known():
    rules = Rules(MARYLAND)
    few = Shoe.fresh(rules).without(rules.cards()[7:])
    assert "may need 8 cards, and the shoe has 7" in said(lambda: TieWorth(rules, few, 10_00))


def test_a_bank_against_hands_that_choose_what_is_best():
    rules = Rules(source("california").book())
    refused = said(lambda: bank(rules, Shoe.fresh(rules), [Wagered(10_00)], 100_00, Strategy.BEST))
    assert refused == "These odds are for hands that always or never go to war; choose one of the two."


def test_a_bank_where_suits_decide():
    suits = source(str(RULEBOOKS / "examples" / "order_of_suits.toml")).book().cards.order_of_suits
    book = source("california").book()
    rules = Rules(replace(book, cards=replace(book.cards, order_of_suits=suits)))
    refused = said(lambda: bank(rules, Shoe.fresh(rules), [Wagered(10_00)], 100_00))
    assert refused == "The odds of a bank do not cover suits that decide between equal ranks."


def test_a_bank_against_a_shoe_with_too_few_cards():
    rules = Rules(source("california").book())
    hands = [Wagered(10_00), Wagered(10_00)]
    assert "A round of 2 hands may need" in said(
        lambda: bank(rules, Shoe.fresh(rules).without(rules.cards()[8:]), hands, 100_00)
    )


def test_a_bank_against_a_tie_wager_on_the_war_deal_of_any_hand():
    rules = Rules(source("california").book())
    hands = [Wagered(10_00), Wagered(10_00, war_tie=5_00)]
    refused = said(lambda: bank(rules, Shoe.fresh(rules), hands, 100_00))
    assert refused == "The odds of a bank do not cover tie wagers on the war deal."


@pytest.mark.parametrize("fought_again", [True, False])
def test_a_bank_where_there_is_more_than_one_war_deal(fought_again):
    book, other = source("california").book(), source(str(AGAIN)).book()
    assert book.war is not None
    assert other.war is not None
    deal = replace(book.war.deal, fought=Fought.TOGETHER if fought_again else Fought.SEPARATELY)
    again = other.war.again if fought_again else None
    rules = Rules(replace(book, war=replace(book.war, deal=deal, again=again)))
    refused = said(lambda: bank(rules, Shoe.fresh(rules), [Wagered(10_00)], 100_00))
    assert refused == "The odds of a bank do not cover wars fought again or one after another."
