"""Maryland, chapter 3: how many decks, the two batches of a shuffler, and the change of cards."""

from collections import Counter

import pytest

from casinowar.game.book.house import House
from casinowar.game.cards import decks
from casinowar.game.commands import (
    CallNoMoreBets,
    ChangeCards,
    LoadShoe,
    OpenTable,
    OrderReshuffle,
    PlaceWager,
    ShuffleStored,
    Sit,
    TellTime,
)
from casinowar.game.due.shuffling import DAY
from casinowar.game.events import DecksReceived
from casinowar.game.procedure import Duty
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Role, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, at_table, opened, ready

BATCHES = House(shuffler=Shuffler.BATCH)
WAGER = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)


def with_ann(house: House | None = None) -> Scenario:
    return opened("maryland", house=house).when(Sit(player="Ann", seat=1, chips=100_00))


# how many decks


@clause("maryland", "3.A")
@pytest.mark.parametrize("number", [6, 8])
def test_the_game_is_played_with_six_or_eight_decks(number):
    shoe = at_table("maryland", house=House(decks=number)).table.shoe
    assert len(shoe.stack) == 52 * number
    assert Counter(shoe.stack) == Counter(decks(number))


@clause("maryland", "3.A")
@pytest.mark.parametrize("number", [5, 7, 9])
def test_any_other_number_of_decks_is_refused(number):
    with pytest.raises(HouseError, match=r"decks.*\[3\.A\]"):
        at_table("maryland", house=House(decks=number))


@clause("maryland", "3.A")
def test_six_decks_are_used_until_the_house_chooses():
    assert len(at_table("maryland").table.shoe.stack) == 312


SEVEN = {"decks": "six_seven_or_eight"}
UPWARD = {"decks": "six_or_more"}
BOTH = {"batch_decks": "both_batches"}


@clause("maryland", "3.A")
@pytest.mark.parametrize(
    ("readings", "number"), [(SEVEN, 6), (SEVEN, 7), (SEVEN, 8), (UPWARD, 6), (UPWARD, 7), (UPWARD, 9)]
)
def test_at_least_six_or_eight_can_be_read_to_allow_more_numbers(readings, number):
    scenario = at_table("maryland", house=House(decks=number), readings=readings)
    assert len(scenario.table.shoe.stack) == 52 * number


@clause("maryland", "3.A")
@pytest.mark.parametrize(("readings", "number"), [(SEVEN, 5), (SEVEN, 9), (UPWARD, 5)])
def test_at_least_six_or_eight_never_means_fewer_than_six(readings, number):
    with pytest.raises(HouseError, match=r"decks.*\[3\.A\]"):
        at_table("maryland", house=House(decks=number), readings=readings)


# two batches


@clause("maryland", "3.B", "3.B(1)")
@pytest.mark.parametrize(
    ("readings", "number"),
    [({}, 6), ({}, 8), (BOTH, 3), (BOTH, 4), (SEVEN, 7), (UPWARD, 9), (UPWARD | BOTH, 3)],
)
def test_a_shuffler_gets_two_batches_of_equally_many_decks(readings, number):
    house = House(shuffler=Shuffler.BATCH, decks=number)
    scenario = at_table("maryland", house=house, readings=readings)
    table = scenario.table
    assert len(table.shoe.stack) == len(table.stored) == 52 * number
    assert Counter(table.shoe.stack) == Counter(table.stored) == Counter(decks(number))


@clause("maryland", "3.B")
@pytest.mark.parametrize(
    ("readings", "number"),
    [({}, 5), ({}, 9), (BOTH, 2), (BOTH, 5), (BOTH, 6), (SEVEN, 5), (SEVEN, 9), (UPWARD, 5)],
)
def test_any_other_number_of_decks_to_a_batch_is_refused(readings, number):
    with pytest.raises(HouseError, match=r"decks.*\[3\.B\]"):
        at_table("maryland", house=House(shuffler=Shuffler.BATCH, decks=number), readings=readings)


@clause("maryland", "3.B")
def test_cards_shuffled_by_hand_come_in_one_batch():
    scenario = with_ann().attended()
    [received] = scenario.of(DecksReceived)
    assert isinstance(received, DecksReceived)
    assert received.batches == 1
    assert scenario.table.stored == ()


@clause("maryland", "3.B(3)")
def test_play_begins_when_the_other_batch_is_shuffled_and_stored():
    scenario = with_ann(BATCHES).until(Act.SHUFFLE_STORED)
    scenario.refused(LoadShoe(), Reason.NOT_NOW)
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN)
    shuffled = scenario.table.stored[::-1]
    scenario.when(ShuffleStored(cards=shuffled)).attended().next_cards("KH 2C").when(WAGER).dealt()
    assert scenario.table.stored == shuffled


@clause("maryland", "3.B(3)")
def test_the_used_batch_is_shuffled_in_the_device_before_the_next_shoe_is_played():
    scenario = at_table("maryland", house=BATCHES).when(OrderReshuffle()).until(Act.SHUFFLE_STORED)
    scenario.refused(LoadShoe(), Reason.NOT_NOW)
    scenario.refused(WAGER, Reason.BETTING_NOT_OPEN)


@clause("maryland", "3.B(3)", "4.F")
def test_the_stored_batch_is_shuffled_even_if_the_decks_come_preshuffled():
    house = House(shuffler=Shuffler.BATCH, preshuffled=True)
    scenario = with_ann(house).until(Act.SHUFFLE_STORED)
    scenario.refused(LoadShoe(), Reason.NOT_NOW, "3.B(3)")


@clause("maryland", "3.B(4)")
def test_the_batches_take_turns_shoe_by_shoe():
    scenario = with_ann(BATCHES).until(Act.SHUFFLE_STORED)
    other = scenario.table.stored[::-1]
    scenario.when(ShuffleStored(cards=other)).attended()
    first = scenario.table.shoe.stack
    shoes = []
    for _ in range(4):
        shoes.append(scenario.table.shoe.stack)
        scenario.when(OrderReshuffle()).attended()
    # The device of these tests gives back the order that it gets, and a new shoe burns its top card.
    burned_last = (*first[1:], first[0])
    assert shoes[:3] == [first, other, burned_last]
    assert shoes[3] == (*other[1:], other[0])


@clause("maryland", "3.B(5)")
def test_the_discard_rack_holds_cards_of_one_batch_only():
    scenario = at_table("maryland", house=BATCHES, cards="KH 2C").wagers({1: 10_00}).dealt()
    assert len(scenario.table.rack) == 3
    scenario.when(OrderReshuffle()).until(Act.BURN_CARD)
    assert len(scenario.table.rack) == 0
    assert len(scenario.table.stored) == 312


# the change of cards


@clause("maryland", "3.C")
@pytest.mark.parametrize(("now", "due"), [(DAY - 1, False), (DAY, True), (DAY + 1, True)])
def test_the_decks_are_changed_every_24_hours(now, due):
    scenario = at_table("maryland").when(TellTime(now=now))
    assert (scenario.due == Duty(Act.CHANGE_CARDS, Role.DEALER, "3.C")) is due
    if due:
        scenario.refused(WAGER, Reason.BETTING_NOT_OPEN, "3.C")
    assert scenario.is_allowed(WAGER) is not due


@clause("maryland", "3.C")
def test_24_hours_is_a_day_of_86400_seconds_from_the_opening_of_the_decks():
    ten = 10 * 60 * 60
    rules = load_rules("maryland", House(limits=LIMITS))
    scenario = Scenario(rules).when(TellTime(now=ten), OpenTable(), Sit(player="Ann", seat=1, chips=100_00))
    ready(scenario)
    assert scenario.when(TellTime(now=ten + 86_399)).is_allowed(WAGER)
    scenario.when(TellTime(now=ten + 86_400)).refused(WAGER, Reason.BETTING_NOT_OPEN, "3.C")


@clause("maryland", "3.C")
def test_new_decks_are_opened_as_at_the_start_and_last_another_24_hours():
    scenario = at_table("maryland").when(TellTime(now=DAY), ChangeCards())
    assert scenario.due.act is Act.RECEIVE_DECKS
    ready(scenario)
    assert scenario.when(TellTime(now=2 * DAY - 1)).is_allowed(WAGER)
    scenario.when(TellTime(now=2 * DAY)).refused(WAGER, Reason.BETTING_NOT_OPEN, "3.C")


@clause("maryland", "3.C")
def test_a_round_in_progress_is_finished_with_the_old_decks():
    scenario = at_table("maryland", cards="KH 2C").when(WAGER, CallNoMoreBets(), TellTime(now=DAY))
    assert scenario.until(Act.CHANGE_CARDS).table.rounds == 1


@clause("maryland", "3.C")
def test_a_round_that_is_not_called_when_the_time_is_up_is_dealt_from_new_decks():
    scenario = at_table("maryland", cards="KH 2C").when(WAGER, TellTime(now=DAY - 1))
    assert scenario.is_allowed(CallNoMoreBets())
    scenario.when(TellTime(now=DAY)).refused(CallNoMoreBets(), Reason.NOT_NOW, "3.C")
    ready(scenario.when(ChangeCards()))
    assert scenario.hand(WAGER.hand).on_layout(WAGER.wager) == WAGER.amount
    assert scenario.due.act is Act.CALL_NO_MORE_BETS


@clause("maryland", "3.C", "4.B")
@pytest.mark.parametrize(("reading", "seat"), [("seated_longest", 3), ("whoever_wishes", None)])
def test_new_decks_at_an_occupied_table_are_shown_to_the_player_seated_longest(reading, seat):
    readings = {"new_decks_shown_to": reading}
    scenario = at_table("maryland", players={3: "Ann", 1: "Ben"}, readings=readings).when(ChangeCards())
    assert scenario.until(Act.SHOW_FIRST_PLAYER).due.seat == seat
