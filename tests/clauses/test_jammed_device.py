"""A device that jams: again before its cards are shuffled, under wagers, and while other cards are shuffled.

Wisconsin (j)(4), Maryland 11.D, R67 and R68.
"""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.book.variants import Remedy
from casinowar.game.decide import decide
from casinowar.game.events import (
    CardsShuffled,
    IrregularityReported,
    JammedCardsTaken,
    PlayStopped,
    ProcedureBegan,
    RoundCompleted,
    StepsInserted,
)
from casinowar.game.refusal import Reason
from casinowar.game.table import Step
from casinowar.game.words import Act, Irregularity, Occasion, Role, Ruling, Shuffler, Wager
from casinowar.telling.narration import narrate
from tests.support.citing import given_alone, only
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, with_remedy

BATCHES = House(shuffler=Shuffler.BATCH)
JAM = c.ReportShufflerJam()
REPORTED = IrregularityReported(irregularity=Irregularity.SHUFFLER_JAM)


@clause("wisconsin", "(e)(2)(iv)", "(j)(4)")
@clause("maryland", "5.H", "11.D")
@pytest.mark.parametrize("rulebook", ["wisconsin", "maryland"])
@pytest.mark.parametrize("jams", [1, 2, 3])
def test_a_reshuffle_that_was_ordered_is_not_forgotten_however_often_the_device_jams(rulebook, jams):
    scenario = at_table(rulebook, cards="KH 2C", house=BATCHES, readings=no_void(rulebook))
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets(), c.OrderReshuffle())
    for _ in range(jams):
        scenario.when(JAM).until(Act.SHUFFLE_STORED)
    assert scenario.table.reshuffle_ordered
    scenario.until(Act.EXCHANGE_BATCHES)
    assert scenario.table.occasion is Occasion.ORDERED


def no_void(rulebook: str) -> dict[str, str]:
    """Choose the reading under which a jam leaves the round alone."""
    return {"jam": "cards_from_the_device"} if rulebook == "maryland" else {}


@clause("wisconsin", "(j)(4)")
def test_a_second_jam_has_the_same_batch_shuffled_again_and_begins_nothing():
    scenario = at_table("wisconsin", house=BATCHES).wagers({1: 10_00}).when(JAM).when(JAM)
    again = (Step(Act.SHUFFLE_STORED, Role.DEALER, "(j)(4)"),)
    scenario.then_exactly(REPORTED, StepsInserted(steps=again, instead=True))
    assert scenario.table.to_do == again
    told = narrate(scenario.events[1], scenario.table)
    assert told == "In place of the shuffle under way there is to do: shuffle the batch in the shuffler."


@clause("wisconsin", "(j)(4)", "(e)(2)(i)")
@pytest.mark.parametrize("batch", [Act.SHUFFLE, Act.SHUFFLE_STORED])
def test_a_shuffle_that_jams_at_the_opening_is_repeated_and_the_opening_goes_on(batch):
    scenario = opened("wisconsin", house=BATCHES).when(c.Sit(player="Ann", seat=1, chips=100_00))
    before = scenario.until(batch).table
    scenario.when(JAM)
    assert not scenario.of(ProcedureBegan)
    assert scenario.table.to_do == (Step(batch, Role.DEALER, "(j)(4)"), *before.to_do[1:])
    assert scenario.table.occasion is Occasion.OPENING


@clause("wisconsin", "(j)(4)", "(g)(2)")
@clause("california", "dealing.2")
@pytest.mark.parametrize("rulebook", ["wisconsin", "california"])
def test_a_jammed_shuffle_is_repeated_also_if_a_new_dealer_says_first_how_cards_are_dealt(rulebook):
    scenario = opened(rulebook, house=BATCHES).when(c.Sit(player="Ann", seat=1, chips=100_00))
    scenario.until(Act.SHUFFLE).when(c.ComeToTable(dealer="Dee"))
    before = scenario.table
    assert before.to_do[0].act is Act.CONFIRM_LEFT_HAND
    scenario.when(JAM)
    if scenario.due.act is Act.RULE:
        scenario.also(c.Rule(ruling=Ruling.PLAY_ON))
    assert scenario.table.to_do == before.to_do
    scenario.until(Act.SHUFFLE_STORED)
    assert [type(event) for event in scenario.of(CardsShuffled, ProcedureBegan)] == [CardsShuffled]


@clause("wisconsin", "(j)(4)", "(g)(2)")
def test_no_shuffle_jams_while_the_decks_lie_on_the_table_and_not_in_the_device():
    scenario = opened("wisconsin", house=BATCHES).when(c.Sit(player="Ann", seat=1, chips=100_00))
    scenario.until(Act.SHOW_FIRST_PLAYER).refused(JAM, Reason.NOT_AN_IRREGULARITY_NOW)
    scenario.when(c.ComeToTable(dealer="Dee")).refused(JAM, Reason.NOT_AN_IRREGULARITY_NOW)


@clause("maryland", "11.D")
def test_a_device_that_jams_while_it_shuffles_is_emptied_first():
    scenario = at_table("maryland", house=BATCHES).when(c.OrderReshuffle()).until(Act.SHUFFLE_STORED)
    scenario.when(JAM)
    assert [step.act for step in scenario.table.to_do][:2] == [Act.EMPTY_DEVICE, Act.SHUFFLE_STORED]
    assert scenario.table.to_do[1].clause == "11.D"


# a device that the cards are dealt from


CONTINUOUS = {
    "washington": {"reshuffle": "continuous", "irregularities": "as_in_wisconsin"},
    "south_dakota": {"reshuffle": "continuous", "irregularities": "as_in_wisconsin"},
    "california": {"dealt_from": "shuffler", "irregularities": "as_in_wisconsin"},
}
OF_A_DEVICE = pytest.mark.parametrize("rulebook", CONTINUOUS)
SHUFFLED_AND_LOADED = (Step(Act.SHUFFLE, Role.DEALER, "R68"), Step(Act.LOAD_SHOE, Role.DEALER, "R68"))
WAGERED = {1: 10_00, 2: 10_00}


def device(rulebook: str, cards: str = "9C 5C 9D", **readings: str) -> Scenario:
    """Give a table that is dealt from a continuous device, with wagers of two players."""
    house = House(shuffler=Shuffler.CONTINUOUS, decks=12 if rulebook == "california" else None)
    scenario = at_table(rulebook, cards=cards, house=house, readings=CONTINUOUS[rulebook] | readings)
    return scenario.wagers(WAGERED)


@clause("wisconsin", "(j)(4)")
@OF_A_DEVICE
def test_with_wagers_down_and_no_card_dealt_all_cards_of_a_jammed_device_are_shuffled(rulebook):
    scenario = device(rulebook).when(JAM)
    assert scenario.of(ProcedureBegan)[0].occasion is Occasion.RESHUFFLE
    assert [step.act for step in scenario.table.to_do] == [Act.GATHER_CARDS, Act.SHUFFLE, Act.LOAD_SHOE]
    assert {step.clause for step in scenario.table.to_do[:2]} == {"R68"}
    scenario.attended()
    assert scenario.due.act is Act.CALL_NO_MORE_BETS
    assert scenario.hand(1).on_layout(Wager.INITIAL) == 10_00


@clause("wisconsin", "(j)(4)")
@OF_A_DEVICE
def test_a_second_jam_before_the_cards_are_taken_adds_nothing(rulebook):
    device(rulebook).when(JAM).when(JAM).then_exactly(REPORTED)


COURSES: dict[str, tuple[c.Command, ...]] = {
    "called": (),
    "one card dealt": (c.DealCard(),),
    "one card aside": (c.DealCard(), c.ReportCardDrawnInError()),
}


@clause("wisconsin", "(j)(4)")
@OF_A_DEVICE
@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
def test_after_the_call_what_is_left_in_a_jammed_device_is_shuffled_and_the_round_goes_on(rulebook, course):
    scenario = device(rulebook).when(c.CallNoMoreBets(), *course)
    before, due = scenario.table, scenario.due
    left = before.shoe.stack[before.shoe.drawn :]
    scenario.when(JAM)
    scenario.then_exactly(REPORTED, JammedCardsTaken(), StepsInserted(steps=SHUFFLED_AND_LOADED))
    assert (scenario.table.stack, scenario.table.rack, scenario.table.aside) == (
        left,
        before.rack,
        before.aside,
    )
    scenario.refused(c.ReportFaceUpCard(), Reason.NOT_AN_IRREGULARITY_NOW)
    scenario.when(c.Shuffle(cards=left[::-1]), c.LoadShoe())
    assert (scenario.table.shoe.stack, scenario.table.shoe.drawn) == (left[::-1], 0)
    assert (scenario.due, scenario.table.occasion) == (due, before.occasion)
    assert scenario.round == before.round


@clause("wisconsin", "(j)(4)")
@OF_A_DEVICE
def test_a_war_goes_on_with_the_cards_that_were_shuffled_again(rulebook):
    scenario = device(rulebook).dealt().when(c.GoToWar(hand=1)).until(Act.BURN_CARD).went_on()
    rack = scenario.table.rack
    assert scenario.when(JAM).table.rack == rack
    scenario.attended()
    assert [event.round for event in scenario.of(RoundCompleted)] == [1]
    assert scenario.of(CardsShuffled)


@clause("maryland", "11.D")
def test_where_the_round_goes_on_all_the_same_the_device_is_emptied_first():
    scenario = at_table("maryland", cards="9C 9D", house=House(shuffler=Shuffler.CONTINUOUS))
    with_remedy(scenario, Irregularity.SHUFFLER_JAM, Remedy.RESHUFFLE_DEVICE)
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets()).when(JAM)
    acts = [step.act for step in scenario.table.to_do]
    assert acts == [Act.EMPTY_DEVICE, Act.SHUFFLE, Act.LOAD_SHOE]


@clause("wisconsin", "(j)(4)")
def test_a_jam_in_the_middle_of_that_shuffle_begins_it_anew():
    scenario = device("washington").when(c.CallNoMoreBets(), JAM, JAM)
    scenario.then(StepsInserted(steps=SHUFFLED_AND_LOADED[:1], instead=True))
    assert scenario.table.to_do == SHUFFLED_AND_LOADED
    scenario.went_on().when(JAM).then_exactly(REPORTED, StepsInserted(steps=SHUFFLED_AND_LOADED[:1]))
    assert scenario.table.to_do == SHUFFLED_AND_LOADED


@clause("wisconsin", "(j)(1)", "(j)(4)")
def test_what_was_found_face_up_is_remembered_when_a_jam_is_over():
    scenario = device("washington").when(c.CallNoMoreBets(), c.ReportFaceUpCard(), JAM)
    assert scenario.table.rack == ("9C",)
    scenario.when(c.Shuffle(), c.LoadShoe())
    assert (scenario.table.face_up, scenario.table.face_up_in_shoe) == (("9C",), 1)


@clause("wisconsin", "(j)(1)", "(j)(4)")
def test_before_the_call_it_is_another_shoe_with_what_was_found_face_up_in_it():
    scenario = device("washington").when(c.ReportFaceUpCard(), JAM).until(Act.CALL_NO_MORE_BETS)
    assert (scenario.table.face_up, scenario.table.face_up_in_shoe, scenario.table.rack) == ((), 0, ())


@clause("wisconsin", "(j)(4)")
def test_a_device_without_a_card_left_has_nothing_to_shuffle_again():
    scenario = device("washington").when(c.CallNoMoreBets())
    shoe, rack = scenario.table.shoe, scenario.table.rack
    used = replace(scenario.table, rack=rack + shoe.stack, shoe=replace(shoe, drawn=len(shoe.stack)))
    assert decide(scenario.rules, used, JAM) == (replace(REPORTED, clause="R68"),)


@clause("wisconsin", "(j)(4)")
def test_a_round_that_is_settled_waits_for_no_shuffle_but_its_own():
    scenario = device("washington", "KC QC 9D").when(c.CallNoMoreBets())
    scenario.until(Act.COLLECT_CARDS)
    while not all(hand.settled for hand in scenario.round.hands.values()):
        scenario.went_on().until(Act.COLLECT_CARDS)
    scenario.when(JAM).then_exactly(REPORTED)
    assert scenario.attended().of(CardsShuffled)


@clause("wisconsin", "(j)(4)")
def test_cards_that_are_not_loaded_yet_are_shuffled_again_also_under_wagers_that_lie():
    scenario = device("washington").when(JAM).until(Act.LOAD_SHOE).when(JAM)
    scenario.then_exactly(REPORTED, StepsInserted(steps=SHUFFLED_AND_LOADED[:1]))


@OF_A_DEVICE
def test_a_floorperson_who_has_play_go_on_has_the_jammed_cards_shuffled(rulebook):
    scenario = device(rulebook, irregularities="ruling").when(c.CallNoMoreBets(), c.DealCard(), JAM)
    scenario.when(c.Rule(ruling=Ruling.PLAY_ON))
    scenario.then(JammedCardsTaken(), StepsInserted(steps=SHUFFLED_AND_LOADED))


@clause("washington", "4")
@clause("south_dakota", "(5)")
@clause("california", "round.7")
@OF_A_DEVICE
def test_a_jam_offers_no_void_of_a_round_whose_wagers_are_all_settled(rulebook):
    scenario = device(rulebook, "KC QC 9D", irregularities="ruling").when(c.CallNoMoreBets())
    stops = scenario.when(JAM).of(PlayStopped)
    assert stops[0].possible == (Ruling.PLAY_ON, Ruling.VOID_THE_ROUND)
    scenario.when(c.Rule(ruling=Ruling.PLAY_ON)).until(Act.COLLECT_CARDS)
    while not all(hand.settled for hand in scenario.round.hands.values()):
        scenario.went_on().until(Act.COLLECT_CARDS)
    chips = scenario.table.chips
    assert scenario.when(JAM).of(PlayStopped)[0].possible == (Ruling.PLAY_ON,)
    scenario.refused(c.Rule(ruling=Ruling.VOID_THE_ROUND), Reason.RULING_NOT_POSSIBLE)
    assert scenario.when(c.Rule(ruling=Ruling.PLAY_ON)).table.chips == chips
    assert scenario.attended().of(RoundCompleted)


@clause("wisconsin", "(j)(4)")
def test_what_was_taken_out_of_the_device_is_told_under_the_clause_of_the_jam():
    scenario = device("california").when(c.CallNoMoreBets())
    assert only(given_alone(scenario, JAM), JammedCardsTaken) == ["R68"]
    told = narrate(JammedCardsTaken(), scenario.table)
    assert told == "The cards in the jammed device were taken out, to be shuffled again."


# the batch in the device, while the other one is shuffled by order


@clause("wisconsin", "(e)(2)(iv)", "(j)(4)")
@pytest.mark.parametrize(
    ("rulebook", "readings", "order", "jam"),
    [
        ("wisconsin", {}, "(e)(2)(iv)", "(j)(4)"),
        ("california", {"irregularities": "as_in_wisconsin"}, "R31", "R68"),
        ("california", {}, "R31", "R68"),
    ],
)
def test_a_jam_while_the_other_batch_is_shuffled_by_order_has_both_of_them_shuffled(
    rulebook, readings, order, jam
):
    scenario = at_table(rulebook, house=BATCHES, readings=readings)
    scenario.when(c.OrderReshuffle()).until(Act.OFFER_CUT).when(c.OrderReshuffle())
    assert scenario.table.to_do[0] == Step(Act.SHUFFLE, Role.DEALER, order)
    before = scenario.table
    scenario.when(JAM)
    if scenario.due.act is Act.RULE:
        scenario.when(c.Rule(ruling=Ruling.PLAY_ON))
    stored = Step(Act.SHUFFLE_STORED, Role.DEALER, jam)
    scenario.then(StepsInserted(steps=(stored,)))
    assert scenario.table.to_do == (stored, *before.to_do)
