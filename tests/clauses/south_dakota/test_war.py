from casinowar.game.commands import GoToWar
from casinowar.game.events import (
    CardsCollected,
    HandCompared,
    MatchCollected,
    MatchPaid,
    WagerCollected,
    WagerPaid,
    WagerReturned,
)
from casinowar.game.words import BURN, DEALER, Comparison
from tests.support.clause import clause
from tests.support.scenario import at_table

MONEY = (WagerCollected, WagerPaid, WagerReturned, MatchPaid, MatchCollected)
THREE = [BURN, BURN, BURN]


@clause("south_dakota", "(4)", "(5)")
def test_wars_are_settled_from_left_to_right_and_their_cards_picked_up():
    table = at_table("south_dakota", cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.next_cards("2C 3C 4C KH 5H 2D 3D 4D 8H").when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    table.then(
        HandCompared(hand=1, comparison=Comparison.HIGHER, war=1),
        CardsCollected(spots=(1,), cards=("9H", "KH")),
        HandCompared(hand=2, comparison=Comparison.LOWER, war=1),
        CardsCollected(spots=(2,), cards=("9D", "5H")),
        CardsCollected(spots=(DEALER,), cards=("9C", "8H")),
    )
