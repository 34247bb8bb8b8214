from collections import Counter
from itertools import pairwise

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.cards import ALL
from casinowar.game.events import (
    ActPerformed,
    CardBurned,
    CoverCardDrawn,
    CoverCardPlaced,
    DecksReceived,
    HandCompared,
)
from casinowar.game.procedure import Duty
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Comparison, Role, Shuffler, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened, ready

WITH_SHUFFLER = House(shuffler=Shuffler.BATCH)
UP_TO_EIGHT = {"batch_decks": "six_to_eight"}


@pytest.mark.parametrize("decks", [6, 7, 8])
@clause("wisconsin", "(b)(1)")
def test_the_game_uses_six_seven_or_eight_decks_of_52_cards(decks):
    scenario = opened("wisconsin", house=House(decks=decks)).when(c.ReceiveDecks())
    assert len(scenario.table.stack) == decks * 52
    assert Counter(scenario.table.stack) == dict.fromkeys(ALL, decks)
    assert not scenario.table.stored


@pytest.mark.parametrize("decks", [1, 5, 9])
@clause("wisconsin", "(b)(1)")
def test_fewer_than_six_or_more_than_eight_decks_are_not_allowed(decks):
    with pytest.raises(HouseError, match=r"\[\(b\)\(1\)\]"):
        opened("wisconsin", house=House(decks=decks))


@clause("wisconsin", "(b)(1)")
def test_six_decks_stand_until_the_house_chooses():
    scenario = opened("wisconsin").when(c.ReceiveDecks())
    assert len(scenario.table.stack) == 6 * 52


@clause("wisconsin", "(b)(1)")
def test_one_cutting_card_goes_into_each_shoe():
    scenario = at_table("wisconsin", players=1)
    placed = [event for event in scenario.history if isinstance(event, CoverCardPlaced)]
    assert placed == [CoverCardPlaced(behind=78)]
    assert scenario.table.shoe.cover_card_at == 312 - 78


@clause("wisconsin", "(b)(3)")
def test_a_further_cutting_card_that_hides_the_last_card_is_no_second_cutting_card():
    scenario = opened("wisconsin").when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.SHUFFLE)
    scenario.when(c.Shuffle()).until(Act.ANSWER_CUT).when(c.CutStack(seat=1, depth=100))
    ready(scenario.when(c.PlaceCoverCard(unsaid=True))).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets(), c.ReportCoverCard())
    assert len(scenario.of(CoverCardDrawn)) == 1
    scenario.refused(c.ReportCoverCard(), Reason.NO_COVER_CARD)


HIDE = c.Perform(act_done=Act.HIDE_LAST_CARD)


def cut(*, hides: bool) -> Scenario:
    """Have the only player cut, at a house that hides the last card or does not."""
    scenario = opened("wisconsin", house=House(hide_last_card=hides))
    scenario.when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.ANSWER_CUT)
    return scenario.when(c.CutStack(seat=1, depth=100))


@clause("wisconsin", "(b)(3)")
def test_a_house_that_hides_the_last_card_does_so_before_it_loads_the_shoe():
    scenario = cut(hides=True).until(Act.LOAD_SHOE)
    assert [event.act for event in scenario.of(ActPerformed)] == [Act.HIDE_LAST_CARD]
    assert len(scenario.of(CoverCardPlaced)) == 1


@clause("wisconsin", "(b)(3)")
def test_hiding_the_last_card_is_the_dealers_duty_and_moves_no_card():
    scenario = cut(hides=True).until(Act.HIDE_LAST_CARD)
    assert scenario.due == Duty(Act.HIDE_LAST_CARD, Role.DEALER, "(b)(3)")
    scenario.refused(c.LoadShoe(), Reason.NOT_NOW)
    stack = scenario.table.stack
    scenario.when(HIDE).then_exactly(ActPerformed(act=Act.HIDE_LAST_CARD, by=Role.DEALER))
    assert scenario.table.stack == stack
    scenario.refused(HIDE, Reason.NOT_NOW)


@clause("wisconsin", "(b)(3)")
def test_a_house_that_does_not_hide_the_last_card_is_not_asked_to():
    assert not cut(hides=False).until(Act.LOAD_SHOE).of(ActPerformed)


@pytest.mark.parametrize("rulebook", ["washington", "south_dakota", "california"])
def test_where_no_text_speaks_of_a_further_cutting_card_the_house_may_not_choose_it(rulebook):
    with pytest.raises(HouseError, match=r"hide_last_card: the rulebook does not provide for that"):
        opened(rulebook, house=House(hide_last_card=True))


@pytest.mark.parametrize("decks", [6, 7, 9, 20])
@clause("wisconsin", "(b)(4)", "(b)(4)(ii)")
def test_with_a_shuffler_at_least_12_decks_are_divided_into_two_equal_batches(decks):
    scenario = opened("wisconsin", house=House(shuffler=Shuffler.BATCH, decks=decks)).when(c.ReceiveDecks())
    table = scenario.table
    assert len(table.stack) + len(table.stored) == 2 * decks * 52
    assert Counter(table.stack) == Counter(table.stored) == dict.fromkeys(ALL, decks)
    assert [event.batches for event in scenario.of(DecksReceived)] == [2]


@pytest.mark.parametrize("decks", [1, 5])
@clause("wisconsin", "(b)(4)")
def test_with_a_shuffler_fewer_than_12_decks_are_not_allowed(decks):
    with pytest.raises(HouseError, match=r"\[\(b\)\(4\)\]"):
        opened("wisconsin", house=House(shuffler=Shuffler.BATCH, decks=decks))


@clause("wisconsin", "(b)(4)")
def test_twelve_decks_stand_until_a_house_with_a_shuffler_chooses():
    table = opened("wisconsin", house=WITH_SHUFFLER).when(c.ReceiveDecks()).table
    assert len(table.stack) + len(table.stored) == 12 * 52


@pytest.mark.parametrize("decks", [6, 8])
@clause("wisconsin", "(b)(1)", "(b)(4)")
def test_under_the_other_reading_a_batch_has_six_to_eight_decks(decks):
    house = House(shuffler=Shuffler.BATCH, decks=decks)
    scenario = opened("wisconsin", house=house, readings=UP_TO_EIGHT).when(c.ReceiveDecks())
    assert len(scenario.table.stored) == decks * 52


@pytest.mark.parametrize("decks", [5, 9])
@clause("wisconsin", "(b)(1)", "(b)(4)")
def test_under_the_other_reading_no_batch_is_smaller_than_six_or_larger_than_eight_decks(decks):
    with pytest.raises(HouseError, match=r"\[\(b\)\(1\)\]"):
        opened("wisconsin", house=House(shuffler=Shuffler.BATCH, decks=decks), readings=UP_TO_EIGHT)


@clause("wisconsin", "(b)(4)(iv)")
def test_the_other_batch_is_shuffled_before_the_first_is_played():
    scenario = opened("wisconsin", house=WITH_SHUFFLER).when(c.Sit(player="Ann", seat=1, chips=100_00))
    scenario.until(Act.SHUFFLE_STORED).refused(c.OfferCut(), Reason.NOT_NOW)
    backwards = tuple(reversed(scenario.table.stored))
    ready(scenario.when(c.ShuffleStored(cards=backwards))).wagers({1: 10_00})
    assert scenario.when(c.CallNoMoreBets()).until(Act.SETTLE_HAND).table.stored == backwards


@clause("wisconsin", "(b)(4)(iv)")
def test_the_used_batch_is_shuffled_before_the_other_is_played():
    scenario = at_table("wisconsin", house=WITH_SHUFFLER).when(c.OrderReshuffle())
    scenario.until(Act.EXCHANGE_BATCHES).refused(c.OfferCut(), Reason.NOT_NOW)
    scenario.when(c.Perform(act_done=Act.EXCHANGE_BATCHES)).refused(c.OfferCut(), Reason.NOT_NOW)
    assert scenario.when(c.ShuffleStored()).due.act is Act.HOLD_STACK


@clause("wisconsin", "(b)(4)(v)")
def test_each_batch_fills_every_second_shoe():
    scenario = opened("wisconsin", house=WITH_SHUFFLER).when(c.Sit(player="Ann", seat=1, chips=100_00))
    blue = tuple(reversed(scenario.until(Act.SHUFFLE_STORED).table.stored))
    red = ready(scenario.when(c.ShuffleStored(cards=blue))).table.shoe.stack
    used = red[1:] + red[:1]  # the burned card lay in the discard rack
    assert scenario.table.batch == 0

    scenario.when(c.OrderReshuffle()).until(Act.SHUFFLE_STORED)
    assert (scenario.table.stack, scenario.table.stored, scenario.table.batch) == (blue, used, 1)
    ready(scenario).when(c.OrderReshuffle()).until(Act.SHUFFLE_STORED)
    assert (scenario.table.stack, scenario.table.batch) == (used, 0)


@clause("wisconsin", "(b)(4)(vi)")
def test_the_discard_rack_is_emptied_before_a_card_of_the_other_batch_goes_into_it():
    scenario = at_table("wisconsin", cards="KH 9C", players=1, house=WITH_SHUFFLER).wagers({1: 10_00}).dealt()
    assert len(scenario.table.rack) == 3
    scenario.when(c.OrderReshuffle(), c.Perform(act_done=Act.EXCHANGE_BATCHES))
    assert not scenario.table.rack
    ready(scenario)
    assert len(scenario.table.rack) == len(scenario.of(CardBurned)) == 1


RANKS = "AKQJT98765432"


@pytest.mark.parametrize(("higher", "lower"), [*pairwise(RANKS)])
@clause("wisconsin", "(c)(1)")
def test_cards_rank_from_the_ace_down_to_the_two(higher, lower):
    scenario = at_table("wisconsin", cards=f"{higher}H {lower}C {lower}D {higher}S", players=1)
    scenario.wagers({1: 10_00}).dealt().then(HandCompared(hand=1, comparison=Comparison.HIGHER))
    scenario.wagers({1: 10_00}).dealt().then(HandCompared(hand=1, comparison=Comparison.LOWER))


@pytest.mark.parametrize("suit", "CDHS")
@clause("wisconsin", "(c)(1)")
def test_suits_do_not_count(suit):
    scenario = at_table("wisconsin", cards=f"A{suit} AC", players=1).wagers({1: 10_00}, tie={1: 1_00}).dealt()
    scenario.then(HandCompared(hand=1, comparison=Comparison.TIE))
    assert scenario.hand(1).wagers[Wager.TIE].paid == 10_00
