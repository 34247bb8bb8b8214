"""The readings that only California needs, each with its events and its chips."""

import pytest

from casinowar.game.book.house import House, Limit
from casinowar.game.commands import BeginWarDeal, ComeToTable, DeclineTieWager, GoToWar, PlaceWager
from casinowar.game.events import (
    Burn,
    CardBurned,
    MatchCollected,
    MatchPaid,
    MatchPlaced,
    TieWagerOffered,
    WagerCollected,
    WagerPaid,
    WagerReturned,
    WarWagerConfirmed,
)
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import BURN, DEALER, Act, Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.scenario import LIMITS, Scenario, at_table, ready

MONEY = (WagerCollected, WagerPaid, WagerReturned, MatchPlaced, MatchPaid, MatchCollected)
TIE_ON_WAR = {"tie_wager_on_war": "allowed"}


def war_wager(readings: dict[str, str], war_cards: str, house: House | None = None) -> Scenario:
    """Give Ann a tie hand of $10.00, have her go to war, and let the dealer do what is due."""
    table = at_table("california", cards=f"9H 9C 2C 3C 4C {war_cards}", readings=readings, house=house)
    return table.wagers({1: 10_00}).dealt().when(GoToWar(hand=1)).attended()


@clause("california", "round.5", "payout.3", "round.7.a")
@pytest.mark.parametrize(
    ("war_cards", "net", "war"),
    [
        (
            "KH QH",
            0,
            [MatchPaid(hand=1, amount=10_00), WagerReturned(hand=1, wager=Wager.WAR, amount=10_00)],
        ),
        (
            "KH KD",
            10_00,
            [
                WagerPaid(hand=1, wager=Wager.WAR, amount=10_00),
                MatchPaid(hand=1, amount=10_00),
                WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
            ],
        ),
        (
            "QH KH",
            -20_00,
            [
                WagerCollected(hand=1, wager=Wager.WAR, amount=10_00),
                MatchCollected(hand=1, amount=10_00),
            ],
        ),
    ],
    ids=["won", "tied", "lost"],
)
def test_a_primary_wager_read_as_lost_for_good_is_collected_when_the_war_wager_is_confirmed(
    war_cards, net, war
):
    table = war_wager({"primary_wager_at_war": "lost"}, war_cards)
    table.then(WarWagerConfirmed(hand=1), WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00))
    given_up = [MatchPlaced(hand=1, amount=10_00), WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00)]
    assert table.of(*MONEY) == given_up + war
    assert table.net("Ann") == net


@clause("california", "definitions.tie-wager")
@pytest.mark.parametrize(("war_cards", "net"), [("KH KD", 20_00 + 50_00), ("KH QH", 10_00 - 5_00)])
def test_a_tie_wager_read_as_allowed_on_the_war_deal_pays_10_to_1_or_loses(war_cards, net):
    table = war_wager(TIE_ON_WAR, war_cards).then(WarWagerConfirmed(hand=1), TieWagerOffered(hand=1))
    assert (table.due.act, table.due.clause) == (Act.ANSWER_TIE_OFFER, "definitions.tie-wager")
    table.when(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)).attended()
    assert table.net("Ann") == net


@clause("california", "definitions.tie-wager")
def test_a_tie_wager_on_the_war_deal_may_be_declined_and_comes_too_late_after_the_first_burn():
    table = war_wager(TIE_ON_WAR, "KH QH").when(DeclineTieWager(hand=1)).until(Act.DEAL_CARD)
    late = PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)
    table.refused(late, Reason.WAGER_NOT_OFFERED, "definitions.tie-wager")


@clause("california", "definitions.tie-wager", "betting.1")
def test_a_tie_wager_on_the_war_deal_needs_none_on_the_original_deal_and_has_its_own_limits():
    limits = {**LIMITS, Wager.WAR_TIE: Limit(minimum="5", maximum="10")}
    table = war_wager(TIE_ON_WAR, "KH KD", House(limits=limits))
    for amount, reason in ((4_99, Reason.WAGER_BELOW_MINIMUM), (10_01, Reason.WAGER_ABOVE_MAXIMUM)):
        table.refused(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=amount), reason, "betting.1")
    for amount in (5_00, 10_00):
        assert table.is_allowed(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=amount))


@clause("california", "standards.2", "round.6")
@pytest.mark.parametrize(
    ("reading", "deal"),
    [
        ("once", [BURN, BURN, BURN, 1, 3, DEALER]),
        ("second_set", [BURN, BURN, BURN, 1, 3, BURN, BURN, BURN, DEALER]),
        ("before_each_card", [BURN, BURN, BURN, 1, BURN, BURN, BURN, 3, BURN, BURN, BURN, DEALER]),
    ],
)
def test_the_cards_burned_in_the_war_deal_are_read_in_three_ways(reading, deal):
    table = at_table("california", cards="9H 9D 9C", readings={"war_burn": reading})
    table.wagers({1: 10_00, 3: 10_00}).dealt().when(GoToWar(hand=1), GoToWar(hand=3)).attended()
    assert table.drawn == deal


@clause("california", "dealing.1")
@pytest.mark.parametrize(
    ("reading", "burned"),
    [("one_card", [Burn.BOTH]), ("two_cards", [Burn.NEW_SHOE, Burn.NEW_DEALER])],
)
def test_a_new_dealer_with_a_new_shoe_burns_one_card_or_two(reading, burned):
    readings = {"new_shoe_and_new_dealer": reading}
    table = at_table("california", cards="5H 9C", house=House(cards_behind_cover_card=311), readings=readings)
    opening = [event.reason for event in table.history if isinstance(event, CardBurned)]
    assert opening == burned
    table.wagers({1: 10_00}).dealt().when(ComeToTable(dealer="Dana"))
    assert [event.reason for event in ready(table).of(CardBurned)] == burned


@clause("california", "standards.2")
@pytest.mark.parametrize("cards", [0, 1, 3, 4])
def test_the_house_may_say_how_many_cards_the_second_set_has(cards):
    house = House(second_war_burn=cards)
    table = at_table("california", cards="9H 9C", house=house, readings={"war_burn": "second_set"})
    table.wagers({1: 10_00}).dealt().when(GoToWar(hand=1)).until(Act.BEGIN_WAR_DEAL).when(BeginWarDeal())
    assert table.round.to_deal == (BURN, BURN, BURN, 1, *[BURN] * cards, DEALER)


def test_a_second_set_needs_the_reading_that_knows_one():
    with pytest.raises(HouseError, match=r"second_war_burn: .* \[round\.6\]"):
        load_rules("california", House(second_war_burn=4))
