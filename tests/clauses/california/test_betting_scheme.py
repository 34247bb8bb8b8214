import pytest

from casinowar.game.book.house import House, Limit
from casinowar.game.commands import CallNoMoreBets, GoToWar, PlaceWager, WithdrawWager
from casinowar.game.events import WagerPlaced, WagerWithdrawn
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Instrument, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table

POSTED = House(
    limits={
        Wager.INITIAL: Limit(minimum="10", maximum="500"),
        Wager.TIE: Limit(minimum="5", maximum="100"),
    }
)


def primary(amount: int) -> PlaceWager:
    return PlaceWager(hand=1, wager=Wager.INITIAL, amount=amount)


def tie(amount: int) -> PlaceWager:
    return PlaceWager(hand=1, wager=Wager.TIE, amount=amount)


@clause("california", "betting.1")
def test_a_primary_wager_lies_between_the_table_minimum_and_maximum():
    table = at_table("california", house=POSTED)
    table.refused(primary(9_98), Reason.WAGER_BELOW_MINIMUM, "betting.1")
    table.refused(primary(500_02), Reason.WAGER_ABOVE_MAXIMUM, "betting.1")
    assert table.is_allowed(primary(10_00))
    assert table.is_allowed(primary(500_00))


@clause("california", "betting.1")
def test_a_tie_wager_has_limits_of_its_own():
    table = at_table("california", house=POSTED).when(primary(10_00))
    table.refused(tie(4_99), Reason.WAGER_BELOW_MINIMUM, "betting.1")
    table.refused(tie(100_01), Reason.WAGER_ABOVE_MAXIMUM, "betting.1")
    assert table.is_allowed(tie(5_00))
    assert table.is_allowed(tie(100_00))


@clause("california", "betting.1")
def test_chips_put_on_a_wager_count_together_with_those_that_lie_there():
    table = at_table("california", house=POSTED).when(primary(300_00))
    table.refused(primary(200_02), Reason.WAGER_ABOVE_MAXIMUM, "betting.1")
    table.when(primary(200_00)).then(
        WagerPlaced(hand=1, wager=Wager.INITIAL, amount=200_00, player="Ann"),
    )


@clause("california", "betting.1")
def test_the_war_wager_on_a_primary_wager_of_the_maximum_passes():
    table = at_table("california", cards="9H 9C", house=POSTED).when(primary(500_00)).dealt()
    assert table.is_allowed(GoToWar(hand=1))


@clause("california", "betting.1")
@pytest.mark.parametrize("other", [each for each in Instrument if each is not Instrument.CHIP])
def test_wagers_are_gaming_chips(other):
    wager = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00, made_with=other)
    reason = Reason.VERBAL_WAGER if other is Instrument.CASH else Reason.INSTRUMENT_NOT_TAKEN
    at_table("california").refused(wager, reason, "betting.1")


@clause("california", "betting.2")
def test_wagers_may_be_raised_and_withdrawn_until_no_more_bets():
    table = at_table("california").wagers({1: 10_00}, tie={1: 5_00}).when(primary(10_00), tie(5_00))
    table.when(WithdrawWager(hand=1, wager=Wager.TIE)).then_exactly(
        WagerWithdrawn(hand=1, wager=Wager.TIE, amount=10_00)
    )
    table.when(WithdrawWager(hand=1, wager=Wager.INITIAL)).then_exactly(
        WagerWithdrawn(hand=1, wager=Wager.INITIAL, amount=20_00)
    )
    assert table.net("Ann") == 0


@clause("california", "betting.2")
@pytest.mark.parametrize(
    "late",
    [
        primary(10_00),
        tie(5_00),
        PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00),
        WithdrawWager(hand=1, wager=Wager.TIE),
        WithdrawWager(hand=1, wager=Wager.INITIAL),
    ],
    ids=["raised", "tie raised", "made", "tie withdrawn", "withdrawn"],
)
def test_no_bet_is_made_increased_or_withdrawn_after_no_more_bets(late):
    table = at_table("california").wagers({1: 10_00}, tie={1: 5_00})
    assert table.is_allowed(late)
    table.when(CallNoMoreBets()).refused(late, Reason.NO_MORE_BETS, "betting.2")


@clause("california", "betting.2")
def test_the_war_wager_is_excepted_from_no_more_bets():
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).then(WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"))


@clause("california", "betting.3", "definitions.primary-wager")
def test_only_who_has_placed_a_primary_wager_is_in_the_round():
    table = at_table("california", players=3).wagers({1: 10_00, 3: 10_00}).dealt()
    assert table.drawn == [1, 3, DEALER]


@clause("california", "betting.3", "definitions.primary-wager")
def test_no_round_begins_without_a_primary_wager():
    table = at_table("california")
    assert (table.due.act, table.due.clause) == (Act.PLACE_WAGERS, "betting.3")
    table.refused(CallNoMoreBets(), Reason.NOT_NOW, "betting.3")


@clause("california", "betting.4")
def test_a_tie_wager_needs_a_primary_wager_at_the_same_place():
    table = at_table("california").wagers({2: 10_00})
    table.refused(tie(5_00), Reason.WAGER_NEEDS_INITIAL, "betting.4")
    table.when(primary(10_00), tie(5_00)).then(
        WagerPlaced(hand=1, wager=Wager.TIE, amount=5_00, player="Ann")
    )


@clause("california", "betting.4")
def test_the_tie_wager_is_optional():
    table = at_table("california").wagers({1: 10_00, 2: 10_00}, tie={2: 5_00})
    assert table.is_allowed(CallNoMoreBets())
    assert Wager.TIE not in table.hand(1).wagers
