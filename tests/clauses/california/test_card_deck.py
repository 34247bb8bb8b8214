from collections import Counter
from itertools import pairwise

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    CallNoMoreBets,
    LoadShoe,
    Perform,
    ReceiveDecks,
    ReportDeviceFailure,
    Rule,
    ShuffleStored,
    Sit,
)
from casinowar.game.events import DecksReceived, ShoeLoaded, StoredBatchShuffled
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Comparison, Role, Ruling, Shuffler
from casinowar.telling.narration import narrate
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready, seat_bankers

SHORT_SHOE = House(cards_behind_cover_card=311)


def next_shoe(table: Scenario) -> Scenario:
    """Play the round in which the cutting card comes out, and make the other batch ready."""
    return ready(table.next_cards("5H 9C").wagers({1: 10_00}).dealt())


@clause("california", "decks.1")
@pytest.mark.parametrize("shuffler", [Shuffler.BY_HAND, Shuffler.CONTINUOUS])
def test_only_a_device_with_two_batches_may_shuffle(shuffler):
    with pytest.raises(HouseError, match=r"shuffler: .*\[decks.3\]"):
        opened("california", house=House(shuffler=shuffler))


@clause("california", "decks.1")
def test_the_shoe_is_not_loaded_before_the_device_has_shuffled():
    table = opened("california").until(Act.RECEIVE_DECKS).when(ReceiveDecks())
    assert (table.due.act, table.due.clause) == (Act.SHUFFLE, "decks.1")
    table.refused(LoadShoe(), Reason.NOT_NOW, "decks.1")


@clause("california", "decks.1", "decks.3.d")
def test_without_the_device_nothing_goes_on_before_a_floorperson_has_ruled():
    table = at_table("california").when(ReportDeviceFailure())
    assert (table.due.act, table.due.role, table.due.clause) == (Act.RULE, Role.FLOORPERSON, "R68")
    table.refused(CallNoMoreBets(), Reason.PLAY_IS_STOPPED, "R68")
    table.when(Rule(ruling=Ruling.PLAY_ON, note="by hand until it is repaired"))
    assert table.due.act is not Act.RULE


@clause("california", "decks.3")
def test_fewer_than_twelve_decks_are_refused():
    with pytest.raises(HouseError, match=r"decks: 5 is not allowed.*\[decks.3\]"):
        opened("california", house=House(decks=5))


@clause("california", "decks.3", "decks.3.a")
@pytest.mark.parametrize(("to_a_batch", "cards"), [(None, 312), (6, 312), (7, 364), (20, 1040)])
def test_twelve_decks_or_more_come_in_two_equal_batches(to_a_batch, cards):
    table = opened("california", house=House(decks=to_a_batch))
    table.until(Act.RECEIVE_DECKS).when(ReceiveDecks())
    [received] = table.of(DecksReceived)
    assert received.batches == 2
    assert len(table.table.stack) == len(table.table.stored) == 52 * received.decks == cards


@clause("california", "decks.3")
@pytest.mark.parametrize("readings", [{}, {"dealt_from": "shuffler"}])
def test_the_decks_are_received_under_the_clause_on_their_number(readings):
    table = opened("california", readings=readings).until(Act.RECEIVE_DECKS)
    assert table.due.clause == "decks.3"
    table.when(ReceiveDecks()).until(Act.SHUFFLE)
    assert table.due.clause == "decks.1"


@clause("california", "decks.3.c")
def test_the_other_batch_is_shuffled_before_the_shoe_is_loaded_and_stays_in_the_shuffler():
    table = at_table("california")
    kinds = [type(event) for event in table.history]
    assert kinds.index(StoredBatchShuffled) < kinds.index(ShoeLoaded)
    stored = table.table.stored
    table.wagers({1: 10_00, 2: 10_00}).dealt()
    assert table.table.stored == stored


@clause("california", "decks.3.c", "decks.3.d")
def test_the_next_shoe_is_the_batch_that_the_shuffler_held():
    table = opened("california", house=SHORT_SHOE, readings={"cut": "nobody"}).until(Act.SHUFFLE_STORED)
    held = tuple(reversed(table.table.stored))
    table.when(ShuffleStored(cards=held), Sit(player="Ann", seat=1, chips=100_00)).attended()
    next_shoe(seat_bankers(table)).then(StoredBatchShuffled(cards=table.table.stored), ShoeLoaded())
    assert table.table.shoe.stack == held


@clause("california", "decks.3.d")
def test_each_batch_fills_every_second_shoe():
    table = at_table("california", house=SHORT_SHOE, players=1)
    batches = [table.table.batch, *(next_shoe(table).table.batch for _ in range(4))]
    assert batches == [0, 1, 0, 1, 0]


@clause("california", "decks.3.e")
def test_the_discard_rack_is_emptied_before_a_card_of_the_other_batch_comes_to_it():
    table = at_table("california", cards="5H 9C", house=SHORT_SHOE).wagers({1: 10_00})
    table.when(CallNoMoreBets()).until(Act.EXCHANGE_BATCHES)
    assert len(table.table.rack) == 3, "the burned card and the two that were dealt"
    table.refused(LoadShoe(), Reason.NOT_NOW, "dealing.3")
    assert table.when(Perform(act_done=Act.EXCHANGE_BATCHES)).table.rack == ()
    assert len(ready(table).table.rack) == 1, "the burned card of the new shoe"


@clause("california", "ranking.1")
@pytest.mark.parametrize(("higher", "lower"), [*pairwise("AKQJT98765432")])
def test_cards_rank_from_the_ace_down_to_the_two(higher, lower):
    table = at_table("california", cards=f"{higher}H {lower}C").wagers({1: 10_00}).dealt()
    assert table.net("Ann") == 10_00
    table.next_cards(f"{lower}H {higher}C").wagers({1: 10_00}).dealt()
    assert table.net("Ann") == 0


@clause("california", "ranking.1", "definitions.suit", "definitions.tie-hand")
@pytest.mark.parametrize("suit", "CDHS")
def test_no_suit_is_above_another(suit):
    table = at_table("california", cards=f"9C 9D 9H 9S 9{suit}", players=4)
    table.wagers({1: 10_00, 2: 10_00, 3: 10_00, 4: 10_00}).dealt()
    assert {table.hand(seat).comparison for seat in (1, 2, 3, 4)} == {Comparison.TIE}


@clause("california", "definitions.suit")
def test_a_batch_has_four_suits_of_equally_many_cards():
    table = opened("california").until(Act.RECEIVE_DECKS).when(ReceiveDecks())
    assert Counter(card[1] for card in table.table.stack) == {"C": 78, "D": 78, "H": 78, "S": 78}


@clause("california", "decks.1")
@pytest.mark.parametrize(
    ("readings", "place"), [({}, "shoe"), ({"dealt_from": "shuffler"}, "shuffler, which deals from it")]
)
def test_it_is_told_where_the_cards_are_dealt_from(readings, place):
    table = at_table("california", readings=readings, bankers=False)
    [loaded] = [event for event in table.history if isinstance(event, ShoeLoaded)]
    assert narrate(loaded, table.table).endswith(f"went into the {place}.")
