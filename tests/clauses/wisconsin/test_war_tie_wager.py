import pytest
from msgspec.structs import replace

from casinowar.game.commands import BeginWarDeal, ConfirmWarWager, DeclineTieWager, GoToWar, PlaceWager
from casinowar.game.events import TieWagerOffered, WarWagerConfirmed
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table

TIE = PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)


@clause("wisconsin", "(h)(5)")
def test_the_dealer_offers_a_tie_wager_once_the_war_wager_is_confirmed():
    table = at_table("wisconsin", cards="9H 9C").wagers({1: 10_00}).dealt().when(GoToWar(hand=1))
    assert table.due.act is Act.CONFIRM_WAR_WAGER
    table.when(ConfirmWarWager()).then(WarWagerConfirmed(hand=1), TieWagerOffered(hand=1))
    assert (table.due.act, table.due.clause) == (Act.ANSWER_TIE_OFFER, "(h)(5)")
    table.refused(BeginWarDeal(), Reason.NOT_NOW, "(h)(5)")
    assert table.is_allowed(TIE)
    table.when(DeclineTieWager(hand=1)).refused(TIE, Reason.WAGER_NOT_OFFERED, "(h)(5)")


@clause("wisconsin", "(a)(1)(vii)")
def test_a_tie_wager_may_come_with_the_war_wager_and_is_not_offered_again():
    table = at_table("wisconsin", cards="9H 9C").wagers({1: 10_00}).dealt().when(GoToWar(hand=1), TIE)
    assert not table.when(ConfirmWarWager()).of(TieWagerOffered)
    assert table.due.act is Act.BEGIN_WAR_DEAL


@clause("wisconsin", "(f)(2)", "(h)(5)")
@pytest.mark.parametrize(
    ("reading", "reason"),
    [("when_placed", Reason.WAGER_IS_FIXED), ("no_more_bets", Reason.NO_MORE_BETS)],
)
def test_once_placed_it_is_not_raised_with_the_war_wager_nor_on_the_offer(reading, reason):
    table = at_table("wisconsin", cards="9H 9D 9C", readings={"placed_wager": reading})
    table.wagers({1: 10_00, 2: 10_00}).dealt().when(GoToWar(hand=1), TIE).refused(TIE, reason, "(f)(2)")
    offered = replace(TIE, hand=2)
    table.when(GoToWar(hand=2), ConfirmWarWager(), ConfirmWarWager(), offered)
    table.refused(TIE, Reason.WAGER_NOT_OFFERED, "(h)(5)").refused(offered, reason, "(f)(2)")
