"""R24, R29, R34 and R36: how many decks, how far from the back, and whether a device deals by itself."""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import CoverCardPlaced, CutOffered
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Shuffler
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened

CONTINUOUS = [
    ("california", {"dealt_from": "shuffler"}),
    ("washington", {"reshuffle": "continuous"}),
    ("south_dakota", {"reshuffle": "continuous"}),
]


@clause("maryland", "3.B")
@pytest.mark.parametrize(("decks", "allowed"), [(5, False), (6, True), (7, True), (8, True), (9, False)])
def test_a_batch_holds_six_seven_or_eight_decks(decks, allowed):
    house = House(shuffler=Shuffler.BATCH, decks=decks)
    if not allowed:
        with pytest.raises(HouseError, match=r"\[3\.B\]"):
            opened("maryland", house=house)
        return
    table = at_table("maryland", house=house).table
    assert (len(table.shoe.stack), len(table.stored)) == (52 * decks, 52 * decks)


# R29


def to_be_covered(house: House, readings: dict[str, str]) -> Scenario:
    scenario = opened("wisconsin", house=house, readings=readings)
    scenario.when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.ANSWER_CUT)
    return scenario.when(c.CutStack(seat=1, depth=100))


@clause("wisconsin", "(e)(5)")
@pytest.mark.parametrize(("behind", "allowed"), [(67, False), (68, True), (78, True)])
def test_the_operator_can_be_read_to_set_a_tolerance_for_the_quarter(behind, allowed):
    scenario = to_be_covered(House(cover_card_tolerance=10), {"quarter": "tolerance"})
    placed = c.PlaceCoverCard(behind=behind)
    if not allowed:
        scenario.refused(placed, Reason.COVER_CARD_TOO_DEEP, "(e)(5)")
    assert scenario.is_allowed(placed) is allowed
    scenario.when(c.PlaceCoverCard()).then_exactly(CoverCardPlaced(behind=78))


@clause("wisconsin", "(e)(5)")
def test_without_that_reading_no_tolerance_is_taken():
    with pytest.raises(HouseError, match=r"cover_card_tolerance.*\[\(e\)\(5\)\]"):
        opened("wisconsin", house=House(cover_card_tolerance=10))


@clause("wisconsin", "(e)(5)")
@pytest.mark.parametrize("tolerance", [-1, 78, 200])
def test_a_tolerance_leaves_something_of_the_quarter_and_adds_nothing_to_it(tolerance):
    tolerant = {"quarter": "tolerance"}
    opened("wisconsin", house=House(cover_card_tolerance=77), readings=tolerant)
    with pytest.raises(HouseError, match=r"cover_card_tolerance.*\[\(e\)\(5\)\]"):
        opened("wisconsin", house=House(cover_card_tolerance=tolerance), readings=tolerant)


@clause("wisconsin", "(e)(5)")
def test_with_a_tolerance_the_house_may_put_the_cutting_card_nearer_the_back():
    house = House(cover_card_tolerance=10, cards_behind_cover_card=70)
    scenario = to_be_covered(house, {"quarter": "tolerance"})
    scenario.when(c.PlaceCoverCard()).then_exactly(CoverCardPlaced(behind=70))


# a device that deals by itself


@pytest.mark.parametrize(("rulebook", "readings"), CONTINUOUS)
def test_cards_dealt_from_the_device_are_neither_cut_nor_covered_and_mixed_after_every_round(
    rulebook, readings
):
    scenario = at_table(rulebook, cards="KH 2C", readings=readings)
    assert scenario.rules.shuffler is Shuffler.CONTINUOUS
    scenario.wagers({1: 10_00}).dealt()
    assert not any(isinstance(event, CutOffered | CoverCardPlaced) for event in scenario.history)
    assert scenario.table.shoe.drawn == 0
    assert scenario.net("Ann") == 10_00


@clause("california", "decks.3")
def test_a_device_that_deals_by_itself_still_holds_twelve_decks_in_california():
    readings = {"dealt_from": "shuffler"}
    table = at_table("california", readings=readings).table
    assert (len(table.shoe.stack), len(table.stored)) == (12 * 52, 0)
    with pytest.raises(HouseError, match=r"decks: 6 .*\[decks\.3\]"):
        opened("california", house=House(decks=6), readings=readings)


@pytest.mark.parametrize(("rulebook", "readings"), CONTINUOUS)
def test_no_other_way_of_shuffling_is_left(rulebook, readings):
    other = Shuffler.BATCH if rulebook == "california" else Shuffler.BY_HAND
    with pytest.raises(HouseError, match="shuffler"):
        opened(rulebook, house=House(shuffler=other), readings=readings)


@clause("washington", "paytable.house-advantage")
@pytest.mark.parametrize("shuffled", ["after_cover_card", "after_each_round", "continuous"])
def test_any_number_of_decks_goes_with_any_way_of_shuffling(shuffled):
    readings = {"decks": "any_number", "reshuffle": shuffled}
    assert at_table("washington", house=House(decks=3), readings=readings).rules.decks == 3
