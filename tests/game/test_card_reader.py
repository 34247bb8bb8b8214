"""Which card comes out of the shoe: the one that is known to be next, or the one that a reader says."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.cards import RANKS
from casinowar.game.decide import decide
from casinowar.game.events import CardDealt
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import NO_COVER_CARD, Stop
from casinowar.game.words import Act, Irregularity, Ruling
from tests.support.scenario import Scenario, at_table, opened, ready


def called(table: Scenario) -> Scenario:
    """Have Ann wager and no more bets called, with her card to be dealt next."""
    return table.wagers({1: 10_00}).when(c.CallNoMoreBets()).until(Act.DEAL_CARD)


def unread(ranks: tuple[str, ...] = RANKS) -> Scenario:
    """Have Ann wager at a table whose shoe is in an order that nobody knows."""
    scenario = opened("maryland")
    book = scenario.rules.book
    ranking = replace(book.cards.ranking, value=ranks)
    scenario.rules = Rules(replace(book, cards=replace(book.cards, ranking=ranking)), scenario.rules.house)
    scenario.when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.SHUFFLE).when(c.Shuffle())
    return called(ready(scenario))


def test_the_next_card_of_a_known_shoe_may_be_said_and_no_other():
    table = called(at_table("maryland", cards="9H 7C"))
    table.refused(c.DealCard(card="7C"), Reason.CARD_IS_KNOWN)
    table.refused(c.DealCard(card="9X"), Reason.NOT_A_CARD)
    table.when(c.DealCard(card="9H")).then_exactly(CardDealt(spot=1, card="9H"))
    table.when(c.DealCard()).then_exactly(CardDealt(spot=0, card="7C"))


def test_a_card_laid_aside_comes_before_those_of_the_shoe():
    table = called(at_table("maryland", cards="9H 7C")).when(c.ReportCardDrawnInError())
    table.refused(c.DealCard(card="7C"), Reason.CARD_IS_KNOWN)
    table.when(c.DealCard(card="9H")).then_exactly(CardDealt(spot=1, card="9H", from_aside=True))


def test_a_card_of_an_unknown_shoe_has_to_be_said():
    table = unread().refused(c.DealCard(), Reason.CARD_MUST_BE_READ)
    table.refused(c.DealCard(card="??"), Reason.NOT_A_CARD)
    table.when(c.DealCard(card="9H")).then_exactly(CardDealt(spot=1, card="9H"))


def test_a_card_that_the_decks_do_not_have_cannot_come_out():
    unread(RANKS[:-1]).refused(c.DealCard(card="2H"), Reason.CARD_NOT_LEFT)
    assert unread(RANKS[:-1]).is_allowed(c.DealCard(card="3H"))


@pytest.mark.parametrize("told", [6, 0], ids=["told", "an older record tells no number of decks"])
@pytest.mark.parametrize("seen", [5, 6])
@pytest.mark.parametrize("place", ["rack", "aside", "layout"])
def test_a_card_comes_out_as_often_as_there_are_decks(place, seen, told):
    table = unread()
    cards = ("9H",) * seen
    if place == "layout":
        table.table = replace(table.table, round=replace(table.round, layout={2: cards}))
    else:
        table.table = replace(table.table, **{place: cards})
    if place == "aside":
        table.table = replace(table.table, aside=("??", *cards))
    table.table = replace(table.table, decks=told)
    if seen == 6:
        table.refused(c.DealCard(card="9H"), Reason.CARD_NOT_LEFT)
    else:
        assert table.is_allowed(c.DealCard(card="9H"))


def test_between_rounds_only_rack_and_side_have_been_seen():
    table = opened("maryland").when(c.Sit(player="Ann", seat=1, chips=100_00))
    ready(table.until(Act.SHUFFLE).when(c.Shuffle()))
    table.table = replace(table.table, rack=("9H",) * 6)
    table.refused(c.ReportFaceUpCard(card="9H"), Reason.CARD_NOT_LEFT)
    assert table.is_allowed(c.ReportFaceUpCard(card="9D"))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (c.DealCard(card="7C"), "The order of this {} is known, and the next card is not 7C."),
        (c.ReportCoverCard(), "This {} has no cover card left to come out."),
    ],
)
@pytest.mark.parametrize("place", ["shoe", "shuffler"])
def test_what_is_refused_of_a_shuffler_that_deals_is_not_said_of_a_shoe(command, told, place):
    readings = {"reshuffle": "continuous" if place == "shuffler" else "after_cover_card"}
    table = at_table("washington", cards="KH 9C", readings=readings).wagers({1: 10_00})
    table.when(c.CallNoMoreBets())
    table.table = replace(table.table, shoe=replace(table.table.shoe, cover_card_at=NO_COVER_CARD))
    with pytest.raises(Refusal) as refused:
        decide(table.rules, table.table, command)
    assert str(refused.value) == told.format(place)
    stop = Stop(Irregularity.FACE_UP_CARD, (Ruling.PLAY_ON,))
    table.table = replace(table.table, stop=stop)
    with pytest.raises(Refusal) as refused:
        decide(table.rules, table.table, c.DealCard())
    assert f"a card found face up in the {place}." in str(refused.value)
