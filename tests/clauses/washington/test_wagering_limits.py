from typing import Any

import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.commands import GoToWar, OpenTable, PlaceWager
from casinowar.game.refusal import HouseError, Reason, Refusal
from casinowar.game.words import Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

POSTED = House(
    authorized_limit="300",
    limits={Wager.INITIAL: Limit(minimum="5", maximum="300"), Wager.TIE: Limit(minimum="1", maximum="100")},
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
def test_the_table_cannot_open_before_the_authorized_ceiling_is_entered():
    table = Scenario(load_rules("washington", replace(POSTED, authorized_limit=None)))
    table.refused(OpenTable(), Reason.CEILING_NOT_ENTERED, "limits")


@clause("washington", "limits")
@pytest.mark.parametrize("wager", [Wager.INITIAL, Wager.TIE])
@pytest.mark.parametrize(("ceiling", "allowed"), [("499.99", False), ("500", True), ("500.01", True)])
def test_no_limit_is_posted_above_the_authorized_ceiling(wager, ceiling, allowed):
    limits = {**POSTED.limits, wager: Limit(minimum="5", maximum="500")}
    house = House(limits=limits, authorized_limit=ceiling)
    if wager is Wager.TIE:
        house = replace(
            house, limits={Wager.INITIAL: Limit(minimum="5", maximum="100"), wager: limits[wager]}
        )
    if allowed:
        load_rules("washington", house)
        return
    with pytest.raises(
        HouseError, match=rf"limits\.{wager}: .*\$500\.00 is above the authorized .* \[limits\]"
    ):
        load_rules("washington", house)


@clause("washington", "limits")
def test_without_a_limit_of_its_own_the_tie_wager_has_the_maximum_of_the_primary_bet():
    """Where none is entered for the tie wager, the initial maximum holds for it, shown as an assumption."""
    table = at_table(
        "washington", house=replace(POSTED, limits={Wager.INITIAL: POSTED.limits[Wager.INITIAL]})
    )
    table.when(primary(5_00))
    table.refused(tie(300_01), Reason.WAGER_ABOVE_MAXIMUM, "R12")
    assert table.is_allowed(tie(300_00))
    assert table.is_allowed(tie(1))


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


@clause("washington", "limits")
def test_read_together_the_sentence_says_what_leaves_room_for_the_war_wager():
    table = at_table("washington", house=POSTED, readings={"wagering_limit": "together"})
    with pytest.raises(Refusal) as refused:
        table.when(primary(200_00))
    assert str(refused.value) == (
        "The initial wager may be at most $150.00,"
        " so that with its war wager it stays within $300.00. [limits]"
    )


@clause("washington", "limits")
def test_read_together_limits_that_leave_no_room_for_a_war_wager_are_refused():
    limits = {Wager.INITIAL: Limit(minimum="5", maximum="9")}
    house = House(authorized_limit="300", limits=limits)
    with pytest.raises(HouseError) as refused:
        load_rules("washington", house, {"wagering_limit": "together"})
    assert str(refused.value) == (
        "limits.initial: an initial wager of at least $5.00 and its war wager"
        " make more than the maximum $9.00 [limits]"
    )


@clause("washington", "limits")
def test_limits_named_by_plain_words_are_read_as_those_of_the_wagers():
    limits: dict[Any, Limit] = {"initial": Limit(minimum="5", maximum="9")}
    house = House(authorized_limit="300", limits=limits)
    with pytest.raises(HouseError, match=r"make more than the maximum \$9.00"):
        load_rules("washington", house, {"wagering_limit": "together"})
