"""A card whose face was seen is burned by nobody, and the cover card comes out where the next card goes.

Wisconsin (a)(1)(i), (e)(2)(ii) and (iii), Maryland 9.H, R22, R100(a), R117.
"""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import CardBurned, CardDealt, CoverCardDrawn
from casinowar.game.words import Act, Ruling, Shuffler
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

BY_HAND = House(shuffler=Shuffler.BY_HAND)
IN_ERROR, SHOWN = c.ReportCardDrawnInError(), c.ReportCardDrawnInError(exposed=True)
PLAY_ON, DISCARD = c.Rule(ruling=Ruling.PLAY_ON), c.Rule(ruling=Ruling.DISCARD_THE_CARD)
EVERYWHERE = pytest.mark.parametrize(
    "rulebook", ["maryland", "washington", "south_dakota", "california", "wisconsin"]
)


def original_deal(rulebook: str, cards: str) -> Scenario:
    """Deal to Ann and Ben, and stop before anything is settled."""
    scenario = at_table(rulebook, cards=cards).wagers({1: 10_00, 2: 10_00})
    return scenario.when(c.CallNoMoreBets()).until(Act.DEAL_CARD).when(*[c.DealCard()] * 3)


def at_war(rulebook: str, readings: dict[str, str] | None = None) -> Scenario:
    """Have Ann and Ben at war, with the first burn due."""
    house = BY_HAND if rulebook == "wisconsin" else None
    scenario = at_table(rulebook, cards="9H 9D 9C", house=house, readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00}).dealt()
    while scenario.due.act is not Act.BURN_CARD:
        match scenario.due.act:
            case Act.CHOOSE:
                scenario.when(c.GoToWar(hand=scenario.due.seat or 0))
            case Act.ANSWER_TIE_OFFER:
                scenario.when(c.DeclineTieWager(hand=scenario.due.seat or 0))
            case _:
                scenario.went_on()
    return scenario


def may_be_played(scenario: Scenario) -> bool:
    """Tell whether a floorperson may have the card used that was just seen."""
    assert scenario.table.stop is not None
    assert Ruling.DISCARD_THE_CARD in scenario.table.stop.possible
    return Ruling.PLAY_ON in scenario.table.stop.possible


@EVERYWHERE
def test_one_that_was_seen_before_a_war_that_may_follow_would_be_burned_first(rulebook):
    scenario = original_deal(rulebook, "9H 5D 9C").when(SHOWN)
    assert not may_be_played(scenario)
    scenario.when(DISCARD)
    assert not scenario.table.aside


@EVERYWHERE
def test_where_no_war_can_follow_it_is_the_first_card_of_the_next_round(rulebook):
    scenario = original_deal(rulebook, "8H 5D 9C").when(SHOWN)
    assert may_be_played(scenario)
    scenario.when(PLAY_ON).attended()
    assert scenario.table.rounds == 1


@clause("wisconsin", "(a)(1)(i)")
def test_after_the_only_tie_hand_was_surrendered_no_war_can_follow():
    scenario = original_deal("wisconsin", "9H 5D 9C").attended()
    scenario.table = replace(scenario.table, shoe=replace(scenario.table.shoe, cover_card_at=200))
    assert not may_be_played(Scenario(scenario.rules, scenario.table).when(SHOWN))
    assert may_be_played(scenario.when(c.Surrender(hand=1), SHOWN))


@clause("wisconsin", "(a)(1)(i)", "(j)(2)")
def test_of_two_cards_on_the_side_each_goes_to_its_own_place():
    scenario = at_war("wisconsin", {"war_burn": "before_each_card"}).when(*[c.BurnCard()] * 3)
    assert scenario.round.to_deal[:2] == (1, -1)
    assert not may_be_played(scenario.when(IN_ERROR, SHOWN))


@clause("wisconsin", "(a)(1)(i)", "(j)(2)")
def test_one_that_was_seen_behind_the_last_burn_may_be_dealt():
    scenario = at_war("wisconsin").when(*[c.BurnCard()] * 2)
    assert scenario.round.to_deal[:2] == (-1, 1)
    assert may_be_played(scenario.when(IN_ERROR, SHOWN))
    seen = scenario.table.aside[1]
    scenario.when(PLAY_ON, c.BurnCard(), c.DealCard())
    scenario.then(CardDealt(spot=1, card=seen, war=1, from_aside=True))


@EVERYWHERE
@pytest.mark.parametrize("aside", [0, 1, 2, 3])
def test_it_is_none_of_the_burns_of_a_war(rulebook, aside):
    scenario = at_war(rulebook)
    for _ in range(aside):
        scenario.when(IN_ERROR)
        if scenario.table.stop:
            scenario.when(PLAY_ON)
    assert may_be_played(scenario.when(SHOWN)) is (aside == 3)


@clause("washington", "4.c.ii.1")
@clause("south_dakota", "(4)(d)")
@pytest.mark.parametrize("rulebook", ["washington", "south_dakota", "california"])
def test_a_card_that_lay_face_up_in_the_shoe_is_none_of_the_burns_of_a_war(rulebook):
    scenario = at_war(rulebook).when(c.ReportFaceUpCard())
    assert not may_be_played(scenario)
    scenario.when(DISCARD).attended()
    assert not any(event.from_aside for event in scenario.of(CardBurned))


@clause("wisconsin", "(a)(1)(i)", "(g)(1)")
def test_a_seen_card_is_not_the_burn_of_a_dealer_who_took_over_in_mid_round():
    scenario = at_table("wisconsin", house=BY_HAND).wagers({1: 10_00, 2: 10_00})
    scenario.when(c.CallNoMoreBets(), c.DealCard(), c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD)
    assert not may_be_played(Scenario(scenario.rules, scenario.table).when(SHOWN))
    assert may_be_played(scenario.when(IN_ERROR, SHOWN))


@EVERYWHERE
@pytest.mark.parametrize("called", [True, False])
def test_one_that_a_floorperson_had_played_is_not_burned_by_a_dealer_who_comes_before_it_is_dealt(
    rulebook, called
):
    readings = {"opening_burn": "one_card"} if rulebook in {"washington", "south_dakota"} else None
    house = BY_HAND if rulebook == "wisconsin" else None
    scenario = at_table(rulebook, house=house, readings=readings).wagers({1: 10_00, 2: 10_00})
    if called:
        scenario.when(c.CallNoMoreBets())
    scenario.when(SHOWN, PLAY_ON)
    [seen] = scenario.table.aside
    scenario.when(c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD)
    scenario.went_on()
    assert [event.from_aside for event in scenario.of(CardBurned)] == [False]
    if not called:
        scenario.when(c.CallNoMoreBets())
    scenario.until(Act.DEAL_CARD).went_on()
    scenario.then(CardDealt(spot=1, card=seen, from_aside=True))
    assert not scenario.table.aside_seen


@clause("wisconsin", "(a)(1)(i)", "(g)(1)", "(j)(2)")
def test_one_that_lies_behind_a_card_nobody_saw_is_dealt_and_that_one_is_burned():
    scenario = at_table("wisconsin", house=BY_HAND).wagers({1: 10_00, 2: 10_00})
    scenario.when(c.CallNoMoreBets(), IN_ERROR, SHOWN, PLAY_ON)
    seen = scenario.table.aside[1]
    scenario.when(c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD).went_on().went_on()
    assert [event.from_aside for event in scenario.of(CardBurned)] == [True]
    scenario.then(CardDealt(spot=1, card=seen, from_aside=True))


@clause("maryland", "8.E(4)", "11.B")
@clause("wisconsin", "(a)(1)(i)", "(g)(1)", "(j)(2)")
@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_so_it_is_when_it_lies_before_the_card_nobody_saw(rulebook):
    scenario = at_table(rulebook, cards="AS 2H 7H KD", house=BY_HAND).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets(), SHOWN, PLAY_ON, IN_ERROR)
    scenario.when(c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD).went_on()
    assert scenario.table.rack[-1] == "2H"
    assert (scenario.table.aside, scenario.table.aside_seen) == (("AS",), (True,))
    scenario.when(c.DealCard(), c.DealCard()).then_exactly(
        CardDealt(spot=1, card="AS", from_aside=True), CardDealt(spot=0, card="7H")
    )


@clause("wisconsin", "(a)(1)(i)", "(g)(1)", "(e)(2)(ii)")
def test_the_shoes_next_card_is_then_the_burn_and_a_cover_card_before_it_no_players():
    scenario = at_table("wisconsin", house=BY_HAND).wagers({1: 10_00, 2: 10_00})
    scenario.when(c.CallNoMoreBets(), SHOWN, PLAY_ON, c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD)
    assert not may_be_played(Scenario(scenario.rules, scenario.table).when(SHOWN))
    shoe = scenario.table.shoe
    scenario.table = replace(scenario.table, shoe=replace(shoe, cover_card_at=shoe.drawn))
    scenario.when(c.BurnCard()).then(CoverCardDrawn(cutter=None))


# the cover card


@clause("wisconsin", "(e)(2)(ii)", "(e)(2)(iii)", "(g)(4)")
@pytest.mark.parametrize("report", [c.BurnCard(), IN_ERROR, SHOWN, c.ReportFaceUpCard()])
def test_a_cover_card_met_in_drawing_for_a_new_dealers_burn_is_no_players(report):
    scenario = at_table("wisconsin", house=BY_HAND).wagers({1: 10_00, 2: 10_00, 3: 10_00})
    scenario.when(c.CallNoMoreBets(), c.DealCard(), c.ComeToTable(dealer="Dee")).until(Act.BURN_CARD)
    shoe = scenario.table.shoe
    scenario.table = replace(scenario.table, shoe=replace(shoe, cover_card_at=shoe.drawn))
    scenario.when(report).then(CoverCardDrawn(cutter=None))


@clause("wisconsin", "(e)(2)(ii)")
@pytest.mark.parametrize("report", [IN_ERROR, SHOWN, c.ReportFaceUpCard()])
def test_one_met_in_drawing_a_second_card_in_error_is_that_of_the_player_whose_card_it_is(report):
    scenario = at_table("wisconsin", house=BY_HAND).wagers({1: 10_00, 2: 10_00})
    scenario.when(c.CallNoMoreBets(), IN_ERROR)
    shoe = scenario.table.shoe
    scenario.table = replace(scenario.table, shoe=replace(shoe, cover_card_at=shoe.drawn))
    scenario.when(report).then(CoverCardDrawn(cutter=2))
