import pytest

from casinowar.game.book.house import House, Limit
from casinowar.game.commands import CallNoMoreBets, GoToWar, OpenTable, PlaceWager
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import DEALER, Act, Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

POSTED = House(
    limits={Wager.INITIAL: Limit(minimum="5", maximum="100"), Wager.TIE: Limit(minimum="1", maximum="25")}
)
FIXED = {"wagering_limit": "fixed_amount"}


def initial(amount: int) -> PlaceWager:
    return PlaceWager(hand=1, wager=Wager.INITIAL, amount=amount)


def tie(amount: int) -> PlaceWager:
    return PlaceWager(hand=1, wager=Wager.TIE, amount=amount)


@clause("south_dakota", "(2)")
def test_each_player_makes_the_initial_bet_to_be_dealt_a_card():
    table = at_table("south_dakota")
    assert (table.due.act, table.due.clause) == (Act.PLACE_WAGERS, "(2)")
    table.refused(CallNoMoreBets(), Reason.NOT_NOW, "(2)")
    assert table.wagers({1: 10_00, 3: 10_00}).dealt().drawn == [1, 3, DEALER]


@clause("south_dakota", "(2)")
def test_the_initial_bet_is_in_the_amount_that_the_licensee_specified():
    table = at_table("south_dakota", house=POSTED)
    table.refused(initial(4_98), Reason.WAGER_BELOW_MINIMUM, "(2)")
    table.refused(initial(100_02), Reason.WAGER_ABOVE_MAXIMUM, "(2)")
    assert table.is_allowed(initial(5_00))
    assert table.is_allowed(initial(100_00))


@clause("south_dakota", "(2)")
def test_a_tie_wager_may_be_added_within_its_own_limits():
    table = at_table("south_dakota", house=POSTED)
    table.refused(tie(5_00), Reason.WAGER_NEEDS_INITIAL, "(2)").when(initial(100_00))
    table.refused(tie(99), Reason.WAGER_BELOW_MINIMUM, "(2)")
    table.refused(tie(25_01), Reason.WAGER_ABOVE_MAXIMUM, "(2)")
    for amount in (1_00, 25_00):
        assert table.is_allowed(tie(amount))
    assert table.is_allowed(CallNoMoreBets()), "it is optional"


@clause("south_dakota", "(2)")
def test_a_war_wager_is_not_held_against_the_limits():
    table = at_table("south_dakota", cards="9H 9C", house=POSTED).when(initial(100_00)).dealt()
    assert table.is_allowed(GoToWar(hand=1))


@clause("south_dakota", "(2)")
def test_the_tie_wager_goes_with_the_initial_bet_only():
    table = at_table("south_dakota", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).until(Act.BEGIN_WAR_DEAL)
    war_tie = PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)
    table.refused(war_tie, Reason.WAGER_NOT_OFFERED, "(2)")


@clause("south_dakota", "(2)")
def test_read_as_one_fixed_amount_no_other_initial_bet_is_taken():
    house = House(limits={Wager.INITIAL: Limit(minimum="25", maximum="25")})
    table = at_table("south_dakota", house=house, readings=FIXED)
    for other in (24_98, 25_02, 50_00):
        table.refused(initial(other), Reason.WAGER_NOT_THE_FIXED_AMOUNT, "(2)")
    table.when(initial(25_00)).refused(initial(25_00), Reason.WAGER_NOT_THE_FIXED_AMOUNT, "(2)")
    assert table.is_allowed(tie(5_00)), "only the initial bet is fixed"


@clause("south_dakota", "(2)")
def test_read_as_one_fixed_amount_the_table_needs_that_amount_to_open():
    table = Scenario(load_rules("south_dakota", House(), FIXED))
    table.refused(OpenTable(), Reason.LIMITS_NOT_POSTED, "(2)")
    assert Scenario(load_rules("south_dakota", POSTED)).is_allowed(OpenTable())


@clause("south_dakota", "(2)")
@pytest.mark.parametrize(("minimum", "maximum"), [("5", "6"), ("5", "100")])
def test_read_as_one_fixed_amount_a_minimum_below_the_maximum_is_refused(minimum, maximum):
    house = House(limits={Wager.INITIAL: Limit(minimum=minimum, maximum=maximum)})
    with pytest.raises(HouseError, match=r"limits.initial: .*\[\(2\)\]"):
        load_rules("south_dakota", house, FIXED)
