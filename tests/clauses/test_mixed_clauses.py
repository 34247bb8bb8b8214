"""The rules and records in clauses that are mostly something else: equipment, a title, a notice."""

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.procedure import Duty
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Role, Shuffler, Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.scenario import at_table, opened


@clause("maryland", "8.A")
def test_every_card_comes_out_of_the_shoe():
    table = opened("maryland").when(c.Sit(player="Ann", seat=1, chips=100_00)).attended()
    table.when(c.RefuseCut(seat=1)).until(Act.LOAD_SHOE)
    table.refused(c.DealCard(), Reason.NOT_NOW, "8.B")
    table.attended().wagers({1: 10_00}).when(c.CallNoMoreBets())
    first, left = table.table.shoe.stack[table.table.shoe.drawn], table.table.shoe.left
    table.when(c.DealCard())
    assert (table.hand(1).card, table.table.shoe.left) == (first, left - 1)


@clause("wisconsin", "(b)(2)")
def test_wisconsin_deals_from_a_manual_shoe_and_not_from_a_device():
    with pytest.raises(HouseError, match="shuffler: the rulebook does not provide for a continuous shuffler"):
        load_rules("wisconsin", House(shuffler=Shuffler.CONTINUOUS))
    table = at_table("wisconsin", house=House(shuffler=Shuffler.BATCH)).wagers({1: 10_00})
    stored = table.table.stored
    table.dealt()
    assert table.table.stored == stored


@clause("south_dakota", "title")
def test_the_game_has_to_follow_the_paragraphs():
    table = at_table("south_dakota", cards="9H 9C").wagers({1: 10_00})
    for early in (c.DealCard(), c.SettleHand(), c.CollectCards(), c.BeginWarDeal()):
        table.refused(early, Reason.NOT_NOW)
    table.dealt()
    assert (table.due.act, table.due.role, table.due.seat) == (Act.CHOOSE, Role.PLAYER, 1)
    table.refused(c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00), Reason.WAGER_NOT_OFFERED)


@clause("california", "notice")
def test_the_owners_agreement_is_confirmed_before_any_card_comes_to_the_table():
    table = opened("california")
    assert table.due == Duty(Act.CONFIRM_AGREEMENT, Role.FLOORPERSON, "notice")
    table.refused(c.ReceiveDecks(), Reason.NOT_NOW, "notice")
    table.refused(c.Perform(act_done=Act.CONFIRM_AGREEMENT), Reason.ROLE_MAY_NOT, "notice")
    table.when(c.Perform(act_done=Act.CONFIRM_AGREEMENT, by=Role.FLOORPERSON))
    assert table.due.act is Act.RECEIVE_DECKS


@clause("maryland", "5.C")
@clause("wisconsin", "(e)(2)")
@pytest.mark.parametrize(("rulebook", "said"), [("maryland", "5.C"), ("wisconsin", "(e)(2)")])
def test_the_stack_is_held_with_its_backs_away_from_the_dealer_before_it_is_offered(rulebook, said):
    table = opened(rulebook).when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.HOLD_STACK)
    assert table.due == Duty(Act.HOLD_STACK, Role.DEALER, said)
    table.refused(c.OfferCut(), Reason.NOT_NOW, said)
    assert table.when(c.Perform(act_done=Act.HOLD_STACK)).due.act is Act.OFFER_CUT
