import pytest

from casinowar.game.book.house import House, Limit
from casinowar.game.commands import GoToWar, OpenTable, PlaceWager
from casinowar.game.refusal import Reason
from casinowar.game.words import Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

POSTED = House(
    limits={Wager.INITIAL: Limit(minimum="5", maximum="300"), Wager.TIE: Limit(minimum="1", maximum="100")}
)


def primary(amount: int) -> PlaceWager:
    return PlaceWager(hand=1, wager=Wager.INITIAL, amount=amount)


def tie(amount: int) -> PlaceWager:
    return PlaceWager(hand=1, wager=Wager.TIE, amount=amount)


@clause("washington", "limits")
@pytest.mark.parametrize("house", [House(), House(limits={Wager.TIE: Limit(maximum="100")})])
def test_the_table_cannot_open_before_its_limits_are_posted(house):
    table = Scenario(load_rules("washington", house))
    table.refused(OpenTable(), Reason.LIMITS_NOT_POSTED, "limits")


@clause("washington", "limits")
def test_with_posted_limits_the_table_opens():
    assert Scenario(load_rules("washington", POSTED)).is_allowed(OpenTable())


@clause("washington", "limits")
@pytest.mark.parametrize("reading", ["each_wager", "together"])
def test_no_reading_opens_a_table_without_limits(reading):
    table = Scenario(load_rules("washington", House(), {"wagering_limit": reading}))
    table.refused(OpenTable(), Reason.LIMITS_NOT_POSTED, "limits")


@clause("washington", "limits")
def test_no_wager_goes_above_or_below_its_limits():
    table = at_table("washington", house=POSTED)
    table.refused(primary(4_98), Reason.WAGER_BELOW_MINIMUM, "limits")
    table.refused(primary(300_02), Reason.WAGER_ABOVE_MAXIMUM, "limits")
    assert table.is_allowed(primary(300_00))
    table.when(primary(5_00))
    table.refused(primary(295_02), Reason.WAGER_ABOVE_MAXIMUM, "limits")
    table.refused(tie(99), Reason.WAGER_BELOW_MINIMUM, "limits")
    table.refused(tie(100_01), Reason.WAGER_ABOVE_MAXIMUM, "limits")
    assert table.is_allowed(tie(1_00))
    assert table.is_allowed(tie(100_00))


@clause("washington", "limits")
def test_the_limit_holds_for_each_wager_so_that_the_war_wager_always_passes():
    table = at_table("washington", cards="9H 9C", house=POSTED).when(primary(300_00)).dealt()
    assert table.is_allowed(GoToWar(hand=1))


@clause("washington", "limits")
def test_read_together_primary_and_war_wager_may_not_exceed_the_maximum():
    table = at_table("washington", cards="9H 9C", house=POSTED, readings={"wagering_limit": "together"})
    table.refused(primary(150_02), Reason.WAGER_ABOVE_MAXIMUM, "limits")
    table.when(primary(150_00)).dealt().when(GoToWar(hand=1))
    hand = table.hand(1)
    assert hand.on_layout(Wager.INITIAL) + hand.on_layout(Wager.WAR) == 300_00
