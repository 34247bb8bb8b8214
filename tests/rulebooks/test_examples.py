"""The examples that come with the package: every file loads, and its table does what it is there to show."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.cards import UNSEEN
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Choice, Comparison, Wager
from casinowar.rulebooks import load_rules
from tests.support.scenario import Scenario, at_table, opened
from tests.support.varieties import EXAMPLES

INITIAL, WAR, WAR_TIE = Wager.INITIAL, Wager.WAR, Wager.WAR_TIE


def at(name: str, cards: str, wagers: dict[int, int], tie: dict[int, int] | None = None) -> Scenario:
    """Deal a round under an example, up to the first choice or its end."""
    return at_table(str(_path(name)), cards=cards).wagers(wagers, tie=tie).dealt()


def _path(name: str) -> Path:
    return next(path for path in EXAMPLES if path.stem == name)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_loads_and_says_what_it_shows(path):
    assert load_rules(str(path)).book.name == path.stem
    assert path.read_text().startswith("# ")


# war without a choice


def test_a_tie_goes_to_war_without_a_word():
    scenario = at("war_without_a_choice", "9H 9C 2C KH QD", {1: 10_00})
    scenario.then(
        e.HandPassed(hand=1),
        e.TieHandChosen(hand=1, choice=Choice.WAR),
        e.HandCompared(hand=1, comparison=Comparison.HIGHER, war=1),
        e.WagerPaid(hand=1, wager=WAR, amount=10_00),
        e.WagerReturned(hand=1, wager=INITIAL, amount=10_00),
    )
    assert scenario.table.round is None


def test_a_war_that_ties_is_fought_again_and_the_third_is_a_stand_off():
    cards = "9H 9C 2C KH KD 2C QH QD 2C JH JD"
    scenario = at("war_without_a_choice", cards, {1: 10_00})
    scenario.then(e.HandCompared(hand=1, comparison=Comparison.TIE, war=3))
    scenario.then(e.WagerReturned(hand=1, wager=INITIAL, amount=10_00))


def test_a_war_wager_that_has_to_be_made_is_half_of_the_initial_one():
    scenario = at("half_war", "9H 9C 2C KH QD", {1: 10_00})
    assert scenario.due.act is Act.CHOOSE
    scenario.refused(c.Surrender(hand=1), Reason.SURRENDER_NOT_OFFERED)
    scenario.when(c.GoToWar(hand=1)).then_exactly(
        e.TieHandChosen(hand=1, choice=Choice.WAR),
        e.WagerPlaced(hand=1, wager=WAR, amount=5_00, player="Ann"),
    )
    scenario.attended().when(c.DeclineTieWager(hand=1)).attended()
    scenario.then(e.WagerPaid(hand=1, wager=WAR, amount=15_00))


def test_who_has_too_few_chips_fights_for_the_initial_wager_alone():
    scenario = at_table(str(_path("half_war")), cards="9H 9C 2C KH QD", chips=14_98)
    scenario.wagers({1: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1)).then_exactly(e.TieHandChosen(hand=1, choice=Choice.WAR))
    scenario.attended().when(c.DeclineTieWager(hand=1)).attended()
    scenario.then(e.WagerPaid(hand=1, wager=WAR, amount=10_00))


def test_a_tie_wager_on_the_war_deal_as_large_as_the_initial_wager():
    scenario = at("half_war", "9H 9C 2C KH KD", {1: 10_00}).when(c.GoToWar(hand=1)).attended()
    scenario.refused(c.PlaceWager(hand=1, wager=WAR_TIE, amount=5_00), Reason.WAGER_NOT_EQUAL)
    scenario.when(c.PlaceWager(hand=1, wager=WAR_TIE, amount=10_00)).attended()
    scenario.then(e.WagerPaid(hand=1, wager=WAR_TIE, amount=100_00))


# the burn from a new shoe


def loaded(name: str, cards: str) -> Scenario:
    """Make a shoe ready up to its first burn, and rig its next cards."""
    scenario = opened(str(_path(name))).when(c.Sit(player="Ann", seat=1, chips=1_000_00))
    return scenario.until(Act.BURN_CARD).next_cards(cards)


@pytest.mark.parametrize(("card", "more"), [("AH", 1), ("4C", 4), ("9D", 9), ("TD", 0), ("KS", 0)])
def test_the_first_card_is_turned_up_and_says_how_many_more_are_burned(card, more):
    scenario = loaded("burn_by_the_first_card", card)
    scenario.when(c.BurnCard()).then_exactly(e.CardBurned(reason=e.Burn.NEW_SHOE, card=card, more=more))
    scenario.until(Act.PLACE_WAGERS)
    burned = scenario.of(e.CardBurned)
    assert len(burned) == 1 + more
    assert all(event == e.CardBurned(reason=e.Burn.NEW_SHOE) for event in burned[1:])
    assert scenario.table.rack[0] == card


def test_a_first_card_that_nobody_knows_has_to_be_read():
    scenario = loaded("burn_by_the_first_card", "")
    shoe = scenario.table.shoe
    scenario.table = replace(scenario.table, shoe=replace(shoe, stack=(UNSEEN,) * len(shoe.stack)))
    scenario.attended()
    assert scenario.due.act is Act.BURN_CARD
    scenario.refused(c.BurnCard(), Reason.CARD_MUST_BE_READ)
    scenario.when(c.BurnCard(card="2H")).refused(c.BurnCard(card="3H"), Reason.CARD_IS_KNOWN)
    scenario.attended()
    assert scenario.table.rack == ("2H", UNSEEN, UNSEEN)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_as_many_cards_are_burned_as_there_are_decks(decks):
    scenario = opened(str(_path("burn_by_the_decks")), house=House(decks=decks))
    scenario.when(c.Sit(player="Ann", seat=1, chips=1_000_00)).attended()
    assert len(scenario.of(e.CardBurned)) == decks
