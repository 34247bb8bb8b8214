"""What Washington and South Dakota do not say of shuffle, burn and cut, and how it is read: R21 and R36."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import CallNoMoreBets, CollectCards, ComeToTable, PlaceCoverCard, PlaceWager
from casinowar.game.events import Burn, CardBurned, CoverCardDrawn, CutOffered, RoundCompleted, StackCut
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Occasion, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened

RULEBOOKS = pytest.mark.parametrize("rulebook", ["washington", "south_dakota"])


def burned(table: Scenario) -> list[Burn]:
    """List why each card was burned since the table opened."""
    return [event.reason for event in table.history if isinstance(event, CardBurned)]


@clause("washington", "3")
@clause("south_dakota", "(3)")
@pytest.mark.parametrize(("rulebook", "deal"), [("washington", "3"), ("south_dakota", "(3)")])
def test_betting_closes_before_the_first_card(rulebook, deal):
    table = at_table(rulebook).wagers({1: 10_00}).when(CallNoMoreBets())
    late = PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00)
    table.refused(late, Reason.NO_MORE_BETS, "R36")
    assert (table.due.act, table.due.clause) == (Act.DEAL_CARD, deal)


@clause("washington", "3")
@clause("south_dakota", "(3)")
@RULEBOOKS
def test_nobody_cuts_and_a_quarter_lies_behind_the_cover_card(rulebook):
    table = opened(rulebook).until(Act.PLACE_COVER_CARD)
    assert not [event for event in table.history if isinstance(event, CutOffered | StackCut)]
    for wrong in (77, 312):
        table.refused(PlaceCoverCard(behind=wrong), Reason.COVER_CARD_TOO_DEEP, "R36")
    assert table.is_allowed(PlaceCoverCard(behind=78))
    assert table.attended().table.shoe.cover_card_at == 312 - 78


@clause("washington", "3")
@clause("south_dakota", "(3)")
@RULEBOOKS
@pytest.mark.parametrize(("before", "comes_out"), [(1, True), (2, False)])
def test_the_cards_are_reshuffled_after_the_round_in_which_the_cover_card_comes_out(
    rulebook, before, comes_out
):
    house = House(cards_behind_cover_card=312 - before)
    table = at_table(rulebook, cards="5H 9C", house=house).wagers({1: 10_00}).when(CallNoMoreBets())
    table.until(Act.COLLECT_CARDS).when(CollectCards())
    assert (CoverCardDrawn(cutter=None) in table.history) is comes_out
    due = (
        (Act.GATHER_CARDS, "R36") if comes_out else (Act.PLACE_WAGERS, table.rules.book.wagers.placing.clause)
    )
    assert (table.due.act, table.due.clause) == due


@clause("washington", "3")
@clause("south_dakota", "(3)")
@RULEBOOKS
def test_read_as_a_shuffle_after_every_round(rulebook):
    table = at_table(rulebook, cards="5H 9C", readings={"reshuffle": "after_each_round"}).wagers({1: 10_00})
    table.when(CallNoMoreBets()).until(Act.GATHER_CARDS).then(RoundCompleted(round=1))
    assert (table.table.occasion, table.due.clause) == (Occasion.UNLISTED, "R36")
    assert table.attended().table.shoe.drawn == 0


@clause("washington", "3")
@clause("south_dakota", "(3)")
@RULEBOOKS
@pytest.mark.parametrize(
    ("reading", "opening"),
    [("no_burn", []), ("one_card", [Burn.BOTH]), ("two_cards", [Burn.NEW_SHOE, Burn.NEW_DEALER])],
)
def test_the_first_card_of_a_shoe_is_burned_only_where_it_is_read_so(rulebook, reading, opening):
    table = at_table(rulebook, readings={"opening_burn": reading})
    assert burned(table) == opening
    table.when(ComeToTable(dealer="Dana"))
    if reading == "no_burn":
        table.wagers({1: 10_00}).dealt()
        assert table.drawn == [1, DEALER]
    else:
        assert (table.due.act, table.due.clause) == (Act.BURN_CARD, "R21")
        assert table.attended().of(CardBurned) == [CardBurned(reason=Burn.NEW_DEALER)]
