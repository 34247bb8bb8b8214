"""Maryland 11.A and 11.B: cards face up and cards drawn in error, wherever cards can be found or drawn."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.refusal import Reason
from casinowar.game.words import DEALER, Act, Irregularity, Ruling, Wager
from casinowar.rulebooks import load_sample
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, opened

FACE_UP = c.ReportFaceUpCard()
IN_ERROR = c.ReportCardDrawnInError()
PROGRESSIVE = House(progressive=load_sample("maryland").progressive)


def seated(cards: str = "AS KD 9C QH 7S 8S 3D 4D") -> Scenario:
    """Seat Ann and rig the shoe."""
    return at_table("maryland", cards=cards, players=1)


def tied() -> Scenario:
    return seated("9H 9C AS KD 3D 4D 5D 6D").wagers({1: 10_00}).dealt()


def at_new_shoe_burn() -> Scenario:
    scenario = opened("maryland").when(c.Sit(player="Ann", seat=1, chips=1_000_00)).attended()
    return scenario.when(c.RefuseCut(seat=1)).until(Act.BURN_CARD)


def at_new_dealer_burn() -> Scenario:
    return seated().when(c.ComeToTable(dealer="Nora")).until(Act.BURN_CARD)


def at_chips(act: Act) -> Scenario:
    scenario = at_table("maryland", players=1, house=PROGRESSIVE).wagers({1: 10_00})
    scenario.when(c.PlaceWager(hand=1, wager=Wager.PROGRESSIVE, amount=5_00), c.CallNoMoreBets())
    return scenario.until(act)


PLACES = {
    "burn of a new shoe": at_new_shoe_burn,
    "burn of a new dealer": at_new_dealer_burn,
    "placing wagers": seated,
    "wagers placed": lambda: seated().wagers({1: 10_00}),
    "collecting chips": lambda: at_chips(Act.COLLECT_PROGRESSIVE),
    "counting chips": lambda: at_chips(Act.COUNT_PROGRESSIVE),
    "dealing": lambda: seated().wagers({1: 10_00}).when(c.CallNoMoreBets()),
    "settling": lambda: seated().wagers({1: 10_00}).when(c.CallNoMoreBets()).until(Act.SETTLE_HAND),
    "choosing": tied,
    "confirming the war wager": lambda: tied().when(c.GoToWar(hand=1)),
    "collecting cards": lambda: seated().wagers({1: 10_00}).when(c.CallNoMoreBets()).until(Act.COLLECT_CARDS),
}
EVERYWHERE = pytest.mark.parametrize("place", PLACES)


@clause("maryland", "11.A")
@EVERYWHERE
def test_a_card_is_found_face_up_wherever_cards_can_be_found(place):
    scenario = PLACES[place]()
    due, card = scenario.due, scenario.table.shoe.stack[scenario.table.shoe.drawn]
    scenario.when(FACE_UP).then_exactly(e.CardFoundFaceUp(card=card))
    assert scenario.table.rack[-1] == card
    assert scenario.due == due


@clause("maryland", "11.B")
@EVERYWHERE
def test_a_card_is_drawn_in_error_wherever_cards_can_be_drawn(place):
    scenario = PLACES[place]()
    due, card = scenario.due, scenario.table.shoe.stack[scenario.table.shoe.drawn]
    scenario.when(IN_ERROR).then_exactly(e.CardDrawnInError(exposed=False))
    assert scenario.table.aside == (card,)
    assert scenario.due == due


@clause("maryland", "11.A", "11.B")
@pytest.mark.parametrize("report", [FACE_UP, IN_ERROR])
def test_nothing_is_drawn_from_a_shoe_that_is_being_shuffled(report):
    opened("maryland").refused(report, Reason.NOT_AN_IRREGULARITY_NOW)
    seated().when(c.OrderReshuffle()).refused(report, Reason.NOT_AN_IRREGULARITY_NOW)


@clause("maryland", "11.B")
def test_a_card_drawn_in_error_before_a_burn_is_the_burned_card():
    scenario = at_new_dealer_burn().when(IN_ERROR, c.BurnCard())
    scenario.then(e.CardBurned(reason=e.Burn.NEW_DEALER, from_aside=True))
    assert scenario.table.rack[-1] == "AS"


@clause("maryland", "11.B")
def test_two_cards_drawn_together_are_the_next_two_cards():
    scenario = seated().wagers({1: 10_00}).when(c.CallNoMoreBets(), IN_ERROR, IN_ERROR)
    assert scenario.table.aside == ("AS", "KD")
    scenario.when(c.DealCard(), c.DealCard()).then_exactly(
        e.CardDealt(spot=1, card="AS", from_aside=True),
        e.CardDealt(spot=DEALER, card="KD", from_aside=True),
    )


@clause("maryland", "11.B")
def test_of_two_cards_drawn_together_the_one_that_was_shown_is_discarded():
    scenario = seated().wagers({1: 10_00}).when(c.CallNoMoreBets(), IN_ERROR)
    scenario.when(c.ReportCardDrawnInError(exposed=True), c.Rule(ruling=Ruling.DISCARD_THE_CARD))
    assert scenario.table.rack[-1] == "KD"
    scenario.when(c.DealCard()).then_exactly(e.CardDealt(spot=1, card="AS", from_aside=True))


@clause("maryland", "11.A")
def test_a_card_found_face_up_behind_one_drawn_in_error_is_the_shoes_next():
    scenario = seated().wagers({1: 10_00}).when(c.CallNoMoreBets(), IN_ERROR, FACE_UP)
    scenario.then(e.CardFoundFaceUp(card="KD"))
    assert scenario.table.aside == ("AS",)


@clause("maryland", "11.B")
def test_between_rounds_a_card_that_was_shown_is_played_or_discarded_and_there_is_nothing_to_void():
    scenario = seated().when(c.ReportCardDrawnInError(exposed=True))
    scenario.then(
        e.PlayStopped(
            irregularity=Irregularity.EXPOSED_CARD, possible=(Ruling.PLAY_ON, Ruling.DISCARD_THE_CARD)
        )
    )
    scenario.when(c.Rule(ruling=Ruling.PLAY_ON)).wagers({1: 10_00}).dealt()
    scenario.then(e.CardDealt(spot=1, card="AS", from_aside=True))


def cover_card_next(scenario: Scenario) -> Scenario:
    """Put the cover card before the shoe's next card."""
    shoe = replace(scenario.table.shoe, cover_card_at=scenario.table.shoe.drawn)
    scenario.table = replace(scenario.table, shoe=shoe)
    return scenario


@clause("maryland", "11.A", "5.E(2)")
def test_the_cover_card_before_a_card_found_face_up_comes_out_at_whoever_was_to_get_it():
    scenario = at_table("maryland", cards="AS KD 9C QH").wagers({1: 10_00, 2: 10_00})
    cover_card_next(scenario.when(c.CallNoMoreBets(), c.DealCard())).when(FACE_UP)
    scenario.then_exactly(e.CoverCardDrawn(cutter=2), e.CardFoundFaceUp(card="KD"))


@clause("maryland", "11.B", "8.G")
def test_the_cover_card_behind_a_card_drawn_in_error_stays_in_the_shoe_until_the_shoe_is_drawn_from():
    scenario = seated().wagers({1: 10_00}).when(c.CallNoMoreBets(), IN_ERROR)
    cover_card_next(scenario).when(c.DealCard()).then_exactly(e.CardDealt(spot=1, card="AS", from_aside=True))
    scenario.when(c.DealCard())
    assert len(scenario.of(e.CoverCardDrawn)) == 1


@clause("maryland", "11.B", "9.H")
def test_a_card_that_was_exposed_among_the_burns_is_not_one_of_them():
    scenario = tied().when(c.GoToWar(hand=1), c.DeclineTieWager(hand=1)).until(Act.BURN_CARD)
    scenario.when(c.ReportCardDrawnInError(exposed=True))
    scenario.refused(c.Rule(ruling=Ruling.PLAY_ON), Reason.RULING_NOT_POSSIBLE)
    scenario.when(c.Rule(ruling=Ruling.DISCARD_THE_CARD)).attended()
    assert scenario.of(e.CardBurned) == [e.CardBurned(reason=e.Burn.WAR)] * 3
    assert [event.card for event in scenario.of(e.CardDealt)] == ["5D", "6D"]


@clause("maryland", "11.B")
def test_one_that_was_exposed_before_a_players_card_may_be_that_card():
    scenario = seated().wagers({1: 10_00}).when(c.CallNoMoreBets(), c.ReportCardDrawnInError(exposed=True))
    scenario.when(c.Rule(ruling=Ruling.PLAY_ON)).until(Act.DEAL_CARD).went_on()
    assert scenario.of(e.CardDealt) == [e.CardDealt(spot=1, card="AS", from_aside=True)]
