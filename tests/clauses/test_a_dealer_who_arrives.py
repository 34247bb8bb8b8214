"""R21 and R94: when a dealer who comes to the table burns, where a text has such a burn or is read so."""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import Burn, CardBurned
from casinowar.game.words import BURN, DEALER, Act, Shuffler
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

SWITCHED_ON = {"opening_burn": "one_card"}
BOOKS = pytest.mark.parametrize(
    ("rulebook", "readings"),
    [
        ("maryland", {}),
        ("wisconsin", {}),
        ("california", {}),
        ("washington", SWITCHED_ON),
        ("south_dakota", SWITCHED_ON),
    ],
)
CLAUSES = {"maryland": "8.E(4)", "wisconsin": "(g)(1)", "california": "dealing.1"}
READ_OTHERWISE = {"dealer_in_mid_round": "next_round"}
MAX = c.ComeToTable(dealer="Max")
BACK = c.ComeToTable(dealer="dealer")


def called(rulebook: str, readings: dict[str, str], cards: str = "AC KH KD 2C") -> Scenario:
    """Have two players wager and no more bets called."""
    scenario = at_table(rulebook, players=2, cards=cards, readings=readings)
    return scenario.wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets())


@BOOKS
def test_who_arrives_after_the_call_burns_before_the_first_card(rulebook, readings):
    scenario = called(rulebook, readings).when(MAX).until(Act.BURN_CARD)
    assert scenario.due.clause == CLAUSES.get(rulebook, "R21")
    scenario.attended()
    assert scenario.drawn == [BURN, 1, 2, DEALER]
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)]


@BOOKS
def test_who_arrives_in_the_middle_of_the_deal_burns_before_the_next_card(rulebook, readings):
    scenario = (
        called(rulebook, readings, "KH AC KD 2C").until(Act.DEAL_CARD).when(c.DealCard(), MAX).attended()
    )
    assert scenario.drawn == [1, BURN, 2, DEALER]


@BOOKS
def test_who_arrives_after_the_last_card_burns_before_the_next_round(rulebook, readings):
    scenario = called(rulebook, readings, "KH KD 2C AC").until(Act.SETTLE_HAND).when(MAX).attended()
    assert scenario.table.rounds == 1
    assert scenario.drawn == [BURN]


@clause("maryland", "8.E(4)")
@clause("wisconsin", "(g)(1)")
@clause("california", "dealing.1")
@BOOKS
def test_the_burn_can_be_read_to_wait_for_the_next_round(rulebook, readings):
    scenario = called(rulebook, readings | READ_OTHERWISE, "KH KD 2C AC").when(MAX).attended()
    assert scenario.drawn == [1, 2, DEALER, BURN]
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)]


@clause("maryland", "8.E(4)")
@clause("wisconsin", "(g)(1)")
@clause("california", "dealing.1")
@pytest.mark.parametrize("between", [BACK, c.ComeToTable(dealer="Eve")])
@pytest.mark.parametrize("back", [MAX, BACK, c.ComeToTable(dealer="Flo")])
@BOOKS
def test_read_so_who_dealt_without_a_burn_still_owes_it_after_a_break(rulebook, readings, between, back):
    scenario = called(rulebook, readings | READ_OTHERWISE, "KH KD 2C AC").when(MAX)
    scenario.until(Act.DEAL_CARD).went_on().when(between)
    if back.dealer != scenario.table.dealer:
        scenario.when(back)
    scenario.attended()
    assert scenario.drawn == [2, DEALER, BURN]


@clause("maryland", "8.E(4)")
@clause("wisconsin", "(g)(1)")
@clause("california", "dealing.1")
@BOOKS
def test_read_so_who_owes_nothing_and_drew_last_owes_nothing_after_a_break(rulebook, readings):
    scenario = called(rulebook, readings | READ_OTHERWISE, "KH KD 2C AC").until(Act.DEAL_CARD).went_on()
    scenario.when(MAX, BACK).attended()
    assert scenario.drawn == [2, DEALER]


@clause("maryland", "8.E(4)")
def test_a_dealer_back_from_a_break_is_new_if_someone_else_dealt_meanwhile():
    scenario = at_table("maryland").when(MAX).attended()
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)]
    assert scenario.when(BACK).attended().of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)]


@clause("maryland", "8.E(4)")
def test_a_dealer_back_from_a_break_in_which_nobody_dealt_is_not_new():
    scenario = at_table("maryland").when(MAX, BACK).attended()
    assert scenario.of(CardBurned) == []
    assert scenario.due.act is Act.PLACE_WAGERS


@clause("wisconsin", "(g)(1)")
def test_a_dealer_who_only_found_a_card_face_up_has_dealt_nothing():
    scenario = at_table("wisconsin", cards="2H 9H 9C").when(MAX).until(Act.BURN_CARD)
    scenario.when(c.ReportFaceUpCard(), BACK).attended()
    assert scenario.of(CardBurned) == []
    assert scenario.when(MAX).attended().of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)]


@clause("wisconsin", "(g)(1)", "(j)(1)")
@pytest.mark.parametrize(("back", "burns"), [((BACK,), 1), ((BACK, MAX), 0)])
def test_unless_that_card_counts_as_the_dealers_burn(back, burns):
    scenario = at_table("wisconsin", cards="2H 9H 9C", readings={"face_up_burn": "counts"})
    scenario.when(MAX).until(Act.BURN_CARD).when(c.ReportFaceUpCard()).when(*back).attended()
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)] * burns


@clause("wisconsin", "(g)(1)")
def test_a_dealer_who_only_drew_a_card_in_error_has_dealt_nothing():
    scenario = called("wisconsin", {}).when(MAX).until(Act.BURN_CARD)
    scenario.when(c.ReportCardDrawnInError(), BACK).attended()
    assert scenario.of(CardBurned) == []


@clause("wisconsin", "(g)(1)")
def test_a_dealer_who_dealt_from_the_side_has_dealt():
    scenario = called("wisconsin", {}, "2H 3H AC 9H 9C").when(*[c.ReportCardDrawnInError()] * 2)
    scenario.when(MAX).until(Act.BURN_CARD).went_on().until(Act.DEAL_CARD).went_on()
    assert scenario.drawn == [BURN, 1]
    assert scenario.when(BACK).attended().of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)]


# R94


@clause("maryland", "8.C", "8.E(1)")
def test_the_burn_can_be_read_to_come_after_the_call_only():
    scenario = at_table("maryland", cards="AC KH KD 2C", readings={"burn_moment": "after_the_call"})
    assert (scenario.table.rack, scenario.due.act) == ((), Act.PLACE_WAGERS)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt()
    assert scenario.drawn == [BURN, 1, 2, DEALER]
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.BOTH)]


@clause("maryland", "8.C", "8.E(4)")
def test_read_so_a_new_dealers_burn_waits_for_the_call_too():
    scenario = at_table("maryland", cards="AC KH 2C", readings={"burn_moment": "after_the_call"})
    scenario.wagers({1: 10_00}).dealt()
    scenario.when(MAX).attended()
    assert (scenario.drawn, scenario.due.act) == ([], Act.PLACE_WAGERS)
    scenario.next_cards("AD KS 2D").wagers({1: 10_00}).dealt()
    assert scenario.drawn == [BURN, 1, DEALER]


@clause("maryland", "8.C", "8.E(4)")
@pytest.mark.parametrize("act", [Act.BURN_CARD, Act.DEAL_CARD, Act.SETTLE_HAND])
def test_read_so_who_arrives_during_a_round_may_burn_before_the_next_one_too(act):
    readings = READ_OTHERWISE | {"burn_moment": "after_the_call", "new_shoe_and_new_dealer": "two_cards"}
    burned = "AC" if act is Act.BURN_CARD else "AC AD"  # For the shoe, and for the dealer who deals on.
    scenario = called("maryland", readings, f"{burned} KH KD 2C").until(act).when(MAX).attended()
    assert scenario.table.rounds == 1
    assert CardBurned(reason=Burn.NEW_DEALER) not in scenario.events
    scenario.next_cards("AH KS 2D").wagers({1: 10_00}).dealt()
    assert scenario.drawn == [BURN, 1, DEALER]
    assert scenario.of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)]


@clause("maryland", "8.C", "8.E(4)")
def test_and_who_arrives_before_the_call_burns_right_after_it():
    readings = READ_OTHERWISE | {"burn_moment": "after_the_call"}
    scenario = at_table("maryland", cards="AC KH 2C", readings=readings).wagers({1: 10_00}).dealt()
    scenario.next_cards("AD KS 2D").wagers({1: 10_00}).when(MAX).attended()
    assert scenario.dealt().drawn == [BURN, 1, DEALER]


@clause("maryland", "8.C")
def test_read_so_the_burn_that_waits_is_no_obstacle_to_a_reshuffle():
    scenario = at_table("maryland", readings={"burn_moment": "after_the_call"}).when(c.OrderReshuffle())
    assert ready(scenario).due.act is Act.PLACE_WAGERS


@clause("maryland", "8.C", "8.E(1)")
@pytest.mark.parametrize("report", [c.OrderReshuffle(), c.ReportDeviceFailure()])
def test_read_so_it_waits_also_where_the_table_opens_with_another_shuffle_than_it_was_to_have(report):
    house = House(shuffler=Shuffler.BATCH)
    scenario = opened("maryland", house=house, readings={"burn_moment": "after_the_call"})
    scenario.when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.PLACE_COVER_CARD)
    assert ready(scenario.when(report)).due.act is Act.PLACE_WAGERS
    assert scenario.table.rack == ()
    assert scenario.wagers({1: 10_00}).dealt().drawn[0] == BURN


@clause("maryland", "8.C", "8.E(1)")
def test_read_so_it_waits_also_where_a_reshuffle_is_ordered_while_a_new_dealer_takes_over_the_hands():
    scenario = at_table("maryland", readings={"burn_moment": "after_the_call"}).when(MAX, c.OrderReshuffle())
    assert ready(scenario).due.act is Act.PLACE_WAGERS
    assert scenario.table.rack == ()


@clause("maryland", "8.E(4)")
def test_a_new_dealers_burn_with_chips_down_is_told_under_its_own_clause():
    scenario = at_table("maryland").wagers({1: 10_00}).when(MAX).until(Act.BURN_CARD)
    scenario.when(c.BurnCard()).then(CardBurned(reason=Burn.NEW_DEALER, clause="8.E(4)"))
