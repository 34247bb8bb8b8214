"""How Washington and South Dakota, whose texts know one player, are read with several players at war: R19."""

import pytest

from casinowar.game.commands import GoToWar
from casinowar.game.events import CardDealt, HandCompared, WarDealBegan
from casinowar.game.words import BURN, DEALER, Comparison
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

CHOOSING = pytest.mark.parametrize(
    ("rulebook", "choosing"), [("washington", (3, 1)), ("south_dakota", (1, 3))]
)
THREE = [BURN, BURN, BURN]


def two_at_war(
    rulebook: str, choosing: tuple[int, int], reading: str, cards: str = "", **readings: str
) -> Scenario:
    """Have Ann at seat 1 and Cleo at seat 3 go to war, each for $10.00."""
    table = at_table(rulebook, cards="9H 9D 9C", readings={"war_burn": reading, **readings})
    table.wagers({1: 10_00, 3: 10_00}).dealt().next_cards(cards)
    return table.when(*(GoToWar(hand=seat) for seat in choosing)).attended()


@clause("washington", "4.c.ii.1")
@clause("south_dakota", "(4)(d)")
@CHOOSING
def test_three_are_burned_once_for_the_players_and_once_for_the_dealer(rulebook, choosing):
    table = two_at_war(rulebook, choosing, "once_for_each_side", cards="2C 3C 4C 5H 6H 2D 3D 4D 7H")
    assert table.drawn == [*THREE, 1, 3, *THREE, DEALER]
    assert table.of(CardDealt) == [
        CardDealt(spot=1, card="5H", war=1),
        CardDealt(spot=3, card="6H", war=1),
        CardDealt(spot=DEALER, card="7H", war=1),
    ]


@clause("washington", "4.c.ii.1")
@clause("south_dakota", "(4)(d)")
@CHOOSING
def test_or_three_before_every_card(rulebook, choosing):
    table = two_at_war(rulebook, choosing, "before_each_card")
    assert table.drawn == [*THREE, 1, *THREE, 3, *THREE, DEALER]


@clause("washington", "4", "4.c.ii.1")
@clause("south_dakota", "(4)", "(4)(d)")
@CHOOSING
def test_or_each_war_by_itself_against_a_dealers_card_of_its_own(rulebook, choosing):
    cards = "2C 3C 4C KH 2D 3D 4D QH 2C 3C 4C JH 2D 3D 4D JD"
    table = two_at_war(rulebook, choosing, "separate_wars", cards)
    first, second = choosing
    assert table.drawn == [*THREE, first, *THREE, DEALER, *THREE, second, *THREE, DEALER]
    assert [event.hands for event in table.of(WarDealBegan)] == [(first,), (second,)]
    assert table.of(HandCompared) == [
        HandCompared(hand=first, comparison=Comparison.HIGHER, war=1),
        HandCompared(hand=second, comparison=Comparison.TIE, war=1),
    ]
    nets = {1: table.net("Ann"), 3: table.net("Cleo")}
    assert nets == {first: 10_00, second: 20_00}


@clause("washington", "4", "4.c.iii")
@pytest.mark.parametrize(("direction", "choosing"), [("left_to_right", (1, 3)), ("decide_then_pay", (3, 1))])
def test_separate_wars_are_fought_in_the_direction_of_deciding(direction, choosing):
    table = two_at_war("washington", choosing, "separate_wars", settling_direction=direction)
    assert [event.hands for event in table.of(WarDealBegan)] == [(seat,) for seat in choosing]
