from casinowar.game.commands import GoToWar
from casinowar.game.events import (
    HandCompared,
    MatchCollected,
    MatchPaid,
    WagerCollected,
    WagerPaid,
    WagerReturned,
)
from casinowar.game.words import BURN, Comparison
from tests.support.clause import clause
from tests.support.scenario import at_table

MONEY = (WagerCollected, WagerPaid, WagerReturned, MatchPaid, MatchCollected)
THREE = [BURN, BURN, BURN]


@clause("washington", "4")
def test_wars_are_settled_from_right_to_left():
    table = at_table("washington", cards="9H 9D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.next_cards("2C 3C 4C KH 5H 2D 3D 4D 8H").when(GoToWar(hand=2), GoToWar(hand=1)).attended()
    assert table.of(HandCompared) == [
        HandCompared(hand=2, comparison=Comparison.LOWER, war=1),
        HandCompared(hand=1, comparison=Comparison.HIGHER, war=1),
    ]
