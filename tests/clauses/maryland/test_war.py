"""Sections 9.G to 9.K: the War wager is confirmed, the War deal dealt and settled, the cards collected."""

import pytest

from casinowar.game.commands import (
    BeginWarDeal,
    BurnCard,
    CollectCards,
    ConfirmWarWager,
    DealCard,
    DeclineTieWager,
    GoToWar,
    PlaceWager,
    SettleHand,
    Surrender,
)
from casinowar.game.events import (
    Burn,
    CardBurned,
    CardDealt,
    CardsCollected,
    HandCompared,
    HandSettled,
    RoundCompleted,
    WagerCollected,
    WagerEvent,
    WagerPaid,
    WagerReturned,
    WarWagerConfirmed,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

BURNS = "2C 3C 4C"
WON, TIED, LOST = "8S 7S", "7D 7S", "6S 7S"


def at_war(war_cards: str, *, tie: int = 0, war_tie: int = 0) -> Scenario:
    """Send Ann's 10 dollars to war: a nine against a nine, then these cards after the burns."""
    scenario = at_table("maryland", cards=f"9H 9C {BURNS} {war_cards}", players=1)
    scenario.wagers({1: 10_00}, tie={1: tie} if tie else None).dealt().when(GoToWar(hand=1))
    if war_tie:
        scenario.when(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=war_tie))
    return scenario


def declined(scenario: Scenario) -> Scenario:
    """Confirm the war wagers, and decline the tie wagers that are offered."""
    if scenario.due.act is not Act.ANSWER_TIE_OFFER:
        return scenario.when().attended()
    while scenario.due.act is Act.ANSWER_TIE_OFFER:
        scenario.when(DeclineTieWager(hand=scenario.due.seat or 0))
    return scenario.until(Act.BEGIN_WAR_DEAL)


def fought(scenario: Scenario) -> Scenario:
    """Fight the war to its end."""
    return declined(scenario).attended()


def three_at_war(war_cards: str, **readings: str) -> Scenario:
    """Send seats 2, 4 and 6 to war, for 10, 20 and 40 dollars; seat 1 has lost, seat 7 surrenders."""
    players = {1: "Ann", 2: "Ben", 4: "Cleo", 6: "Dov", 7: "Eve"}
    cards = f"5D 9H 9D 9S 9D 9C {war_cards}"
    scenario = at_table("maryland", cards=cards, players=players, readings=readings)
    scenario.wagers({1: 10_00, 2: 10_00, 4: 20_00, 6: 40_00, 7: 10_00}).dealt()
    return scenario.when(GoToWar(hand=2), GoToWar(hand=4), GoToWar(hand=6), Surrender(hand=7))


# the War wager


@clause("maryland", "9.G")
def test_every_war_wager_is_confirmed_before_more_cards_are_dealt():
    scenario = three_at_war(f"{BURNS} KS")
    scenario.when(*(DeclineTieWager(hand=seat) for seat in (2, 4, 6))).until(Act.CONFIRM_WAR_WAGER)
    for seat in (2, 4, 6):
        assert (scenario.due.clause, scenario.due.seat) == ("9.G", seat)
        for early in (BeginWarDeal(), BurnCard(), DealCard()):
            scenario.refused(early, Reason.NOT_NOW, "9.G")
        scenario.when(ConfirmWarWager()).then(WarWagerConfirmed(hand=seat))
    assert scenario.due.act is Act.BEGIN_WAR_DEAL


@clause("maryland", "9.G(1)")
def test_the_cards_of_the_players_at_war_and_of_the_dealer_stay_exposed_during_the_war_deal():
    scenario = declined(three_at_war(f"{BURNS} KS 5S 7S 7H")).when(BeginWarDeal())
    for command in (*3 * [BurnCard()], *4 * [DealCard()], *3 * [SettleHand()]):
        scenario.refused(CollectCards(), Reason.NOT_NOW)
        exposed = {place: cards[0] for place, cards in scenario.round.layout.items()}
        assert exposed == {2: "9H", 4: "9D", 6: "9S", 0: "9C"}
        scenario.when(command)
    assert scenario.is_allowed(CollectCards())


# the War deal


@clause("maryland", "9.H", "9.H(2)")
def test_three_cards_are_burned_unseen_once_and_then_one_is_dealt_to_each_clockwise_and_to_the_dealer():
    scenario = fought(three_at_war(f"{BURNS} KS 5S 7S 7H"))
    assert scenario.of(CardBurned, CardDealt) == [
        CardBurned(reason=Burn.WAR),
        CardBurned(reason=Burn.WAR),
        CardBurned(reason=Burn.WAR),
        CardDealt(spot=2, card="KS", war=1),
        CardDealt(spot=4, card="5S", war=1),
        CardDealt(spot=6, card="7S", war=1),
        CardDealt(spot=DEALER, card="7H", war=1),
    ]


@clause("maryland", "9.H")
def test_the_three_burned_cards_go_into_the_discard_rack():
    scenario = declined(at_war(WON)).when(BeginWarDeal())
    rack = scenario.table.rack
    for number in (1, 2, 3):
        assert (scenario.due.act, scenario.due.clause) == (Act.BURN_CARD, "9.H")
        scenario.refused(DealCard(), Reason.NOT_NOW, "9.H").when(BurnCard())
        assert scenario.table.rack == (*rack, *BURNS.split()[:number])
    scenario.refused(BurnCard(), Reason.NOT_NOW)
    assert (scenario.due.act, scenario.due.seat) == (Act.DEAL_CARD, 1)


@clause("maryland", "9.H", "9.H(2)")
def test_read_as_repeated_three_cards_are_burned_before_each_card():
    cards = "2C 3C 4C KS 5C 6C 8C 5S TC JC QC 7S 2D 3D 4D 7H"
    scenario = fought(three_at_war(cards, war_burn="before_each_card"))
    assert scenario.drawn == [*3 * [BURN], 2, *3 * [BURN], 4, *3 * [BURN], 6, *3 * [BURN], DEALER]
    assert [dealt.card for dealt in scenario.of(CardDealt)] == ["KS", "5S", "7S", "7H"]


@clause("maryland", "9.H(1)")
def test_the_war_card_lies_next_to_the_original_card():
    scenario = declined(at_war(WON)).until(Act.SETTLE_HAND)
    assert (scenario.hand(1).card, scenario.hand(1).war_cards) == ("9H", ("8S",))
    assert (scenario.round.dealer_card, scenario.round.dealer_war_cards) == ("9C", ("7S",))


# settling the War deal


@clause("maryland", "9.I")
def test_war_cards_are_compared_and_settled_one_by_one_counterclockwise():
    scenario = declined(three_at_war(f"{BURNS} KS 5S 7S 7H")).until(Act.SETTLE_HAND)
    assert (scenario.due.clause, scenario.due.seat) == ("9.I", 6)
    scenario.when().until(Act.COLLECT_CARDS).then_exactly(
        HandCompared(hand=6, comparison=Comparison.TIE, war=1),
        WagerPaid(hand=6, wager=Wager.WAR, amount=80_00),
        WagerReturned(hand=6, wager=Wager.INITIAL, amount=40_00),
        WagerReturned(hand=6, wager=Wager.WAR, amount=40_00),
        HandSettled(hand=6),
        HandCompared(hand=4, comparison=Comparison.LOWER, war=1),
        WagerCollected(hand=4, wager=Wager.INITIAL, amount=20_00),
        WagerCollected(hand=4, wager=Wager.WAR, amount=20_00),
        HandSettled(hand=4),
        HandCompared(hand=2, comparison=Comparison.HIGHER, war=1),
        WagerPaid(hand=2, wager=Wager.WAR, amount=10_00),
        WagerReturned(hand=2, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=2, wager=Wager.WAR, amount=10_00),
        HandSettled(hand=2),
    )


@clause("maryland", "9.I(1)", "9.J")
def test_a_lost_war_costs_the_initial_wager_the_war_wager_and_the_tie_wager():
    scenario = fought(at_war(LOST, war_tie=5_00))
    assert scenario.of(WagerEvent) == [
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR_TIE, amount=5_00),
    ]
    assert (scenario.net("Ann"), scenario.table.inventory) == (-25_00, 25_00)


@clause("maryland", "9.I(2)", "9.J", "9.J(1)")
def test_a_won_war_returns_the_initial_wager_pays_the_war_wager_and_costs_the_tie_wager():
    scenario = fought(at_war(WON, war_tie=5_00))
    assert scenario.of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.WAR, amount=10_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
        WagerCollected(hand=1, wager=Wager.WAR_TIE, amount=5_00),
    ]
    assert (scenario.net("Ann"), scenario.table.inventory) == (5_00, -5_00)


@clause("maryland", "9.I(3)", "9.J(1)")
def test_a_tied_war_returns_the_initial_wager_and_pays_the_war_wager_and_the_tie_wager():
    scenario = fought(at_war(TIED, war_tie=5_00))
    assert scenario.of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.WAR, amount=20_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerReturned(hand=1, wager=Wager.WAR, amount=10_00),
        WagerPaid(hand=1, wager=Wager.WAR_TIE, amount=50_00),
        WagerReturned(hand=1, wager=Wager.WAR_TIE, amount=5_00),
    ]
    assert (scenario.net("Ann"), scenario.table.inventory) == (70_00, -70_00)


@clause("maryland", "9.I(1)", "9.I(2)", "9.I(3)")
@pytest.mark.parametrize(
    ("war_cards", "net"),
    [("AS KS", 10_00), ("8S 7S", 10_00), ("7D 7S", 20_00), ("6S 7S", -20_00), ("2S AS", -20_00)],
)
@pytest.mark.parametrize(("tie", "tie_net"), [(0, 0), (5_00, 50_00)], ids=["no tie wager", "tie wager"])
def test_without_a_tie_wager_on_the_war_deal_the_original_one_changes_nothing(war_cards, net, tie, tie_net):
    assert fought(at_war(war_cards, tie=tie)).net("Ann") == tie_net + net


@clause("maryland", "9.I(3)")
def test_a_tied_war_does_not_reopen_the_choice():
    scenario = fought(at_war(TIED))
    scenario.then(HandCompared(hand=1, comparison=Comparison.TIE, war=1), RoundCompleted(round=1))
    for choice in (Surrender(hand=1), GoToWar(hand=1)):
        scenario.refused(choice, Reason.NO_CHOICE_DUE)


# the cards


@clause("maryland", "9.K")
def test_at_the_end_the_remaining_cards_are_collected_hand_by_hand_and_the_dealers_last():
    scenario = declined(three_at_war(f"{BURNS} KS 5S 7S 7H"))
    scenario.then(CardsCollected(spots=(7, 1), cards=("9D", "5D")))
    rack = scenario.table.rack
    scenario.until(Act.COLLECT_CARDS)
    assert scenario.due.clause == "9.K"
    collected = ("9S", "7S", "9D", "5S", "9H", "KS", "9C", "7H")
    scenario.when(CollectCards()).then_exactly(
        CardsCollected(spots=(6, 4, 2, DEALER), cards=collected), RoundCompleted(round=1)
    )
    assert scenario.table.rack == (*rack, *BURNS.split(), *collected)


@clause("maryland", "9.K")
def test_no_card_is_collected_before_every_war_is_settled():
    scenario = declined(three_at_war(f"{BURNS} KS 5S 7S 7H")).until(Act.SETTLE_HAND)
    for _ in range(3):
        scenario.refused(CollectCards(), Reason.NOT_NOW, "9.I").when(SettleHand())
    assert scenario.is_allowed(CollectCards())
