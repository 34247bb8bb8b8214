from collections import Counter

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import Perform, ReceiveDecks
from casinowar.game.events import ActPerformed, DecksReceived, HandCompared
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Comparison, Role, Shuffler
from tests.support.clause import clause
from tests.support.scenario import at_table, opened

DESIGNATED = Perform(act_done=Act.CONFIRM_DESIGNATION, by=Role.FLOORPERSON)


@clause("south_dakota", "(1)")
def test_the_game_is_played_only_on_a_table_designated_for_it():
    table = opened("south_dakota")
    assert (table.due.act, table.due.clause) == (Act.CONFIRM_DESIGNATION, "(1)")
    table.refused(ReceiveDecks(), Reason.NOT_NOW, "(1)")
    table.refused(Perform(act_done=Act.CONFIRM_DESIGNATION), Reason.ROLE_MAY_NOT, "(1)")
    table.when(DESIGNATED).then_exactly(ActPerformed(act=Act.CONFIRM_DESIGNATION, by=Role.FLOORPERSON))
    assert table.is_allowed(ReceiveDecks())


@clause("south_dakota", "(1)")
@pytest.mark.parametrize("decks", [6, 7, 8])
def test_six_to_eight_decks_are_used(decks):
    table = opened("south_dakota", house=House(decks=decks)).when(DESIGNATED)
    assert (table.due.act, table.due.clause) == (Act.RECEIVE_DECKS, "(1)")
    table.when(ReceiveDecks())
    [received] = table.of(DecksReceived)
    assert (received.decks, received.batches) == (decks, 1)
    assert set(Counter(table.table.stack).values()) == {decks}, "each card once in each deck"


@clause("south_dakota", "(1)")
@pytest.mark.parametrize("decks", [5, 9])
def test_five_decks_are_too_few_and_nine_too_many(decks):
    with pytest.raises(HouseError, match=rf"decks: {decks} is not allowed.*\[\(1\)\]"):
        opened("south_dakota", house=House(decks=decks))


@clause("south_dakota", "(1)")
@pytest.mark.parametrize("shuffler", [Shuffler.BATCH, Shuffler.CONTINUOUS])
def test_more_decks_in_a_device_are_not_provided_for(shuffler):
    with pytest.raises(HouseError, match=r"shuffler: .*\[our assumption R36\]"):
        opened("south_dakota", house=House(shuffler=shuffler))


@clause("south_dakota", "(1)")
@pytest.mark.parametrize("suit", "CDHS")
def test_the_suit_of_a_card_has_no_effect(suit):
    table = at_table("south_dakota", cards=f"9C 9D 9H 9S 9{suit}", players=4)
    table.wagers({1: 10_00, 2: 10_00, 3: 10_00, 4: 10_00}).dealt()
    assert {event.comparison for event in table.of(HandCompared)} == {Comparison.TIE}
