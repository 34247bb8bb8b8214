import pytest

from casinowar.game import commands as c
from casinowar.game.events import WagerCollected, WagerEvent, WagerPaid, WagerReturned
from casinowar.game.words import Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

WAR = "9H 9C 2C 2D 2S"


def played(cards: str, *choices: c.Command, initial: int = 10_00, tie: int = 0) -> Scenario:
    """Play a round of Ann's, with her choices after the original deal, to its end."""
    scenario = at_table("wisconsin", cards=cards, players=1)
    scenario.wagers({1: initial}, tie={1: tie} if tie else {}).dealt()
    if choices:
        scenario.when(*choices).attended()
    return scenario


def at_war(war_tie: int = 0) -> tuple[c.Command, ...]:
    """Go to war, with or without a tie wager on the war deal."""
    if war_tie:
        return c.GoToWar(hand=1), c.PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=war_tie)
    return c.GoToWar(hand=1), c.ConfirmWarWager(), c.DeclineTieWager(hand=1)


@pytest.mark.parametrize("wager", [2, 5_00, 12_34])
@clause("wisconsin", "(i)(1)(i)")
def test_an_initial_wager_pays_1_to_1(wager):
    scenario = played("KH 9C", initial=wager)
    assert scenario.of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=wager),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=wager),
    ]


@pytest.mark.parametrize("wager", [1, 5_00, 12_34])
@clause("wisconsin", "(i)(1)(ii)")
def test_a_tie_wager_pays_10_to_1(wager):
    assert played("9H 9C", tie=wager).of(WagerEvent) == [
        WagerPaid(hand=1, wager=Wager.TIE, amount=10 * wager),
        WagerReturned(hand=1, wager=Wager.TIE, amount=wager),
    ]


@pytest.mark.parametrize("wager", [1, 5_00, 12_34])
@clause("wisconsin", "(i)(1)(ii)")
def test_a_tie_wager_on_the_war_deal_pays_10_to_1_too(wager):
    played(f"{WAR} KH KD", *at_war(wager)).then(
        WagerPaid(hand=1, wager=Wager.WAR_TIE, amount=10 * wager),
        WagerReturned(hand=1, wager=Wager.WAR_TIE, amount=wager),
    )


@pytest.mark.parametrize(("war_cards", "odds"), [("KH 7D", 2), ("KH KD", 3)])
@pytest.mark.parametrize("wager", [2, 5_00, 12_34])
@clause("wisconsin", "(i)(1)(iii)")
def test_a_war_wager_pays_2_to_1_or_on_a_tied_war_deal_3_to_1(wager, war_cards, odds):
    scenario = played(f"{WAR} {war_cards}", *at_war(), initial=wager)
    scenario.then(
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=wager),
        WagerPaid(hand=1, wager=Wager.WAR, amount=odds * wager),
        WagerReturned(hand=1, wager=Wager.WAR, amount=wager),
    )
    assert len(scenario.of(WagerPaid)) == 1


@pytest.mark.parametrize(
    ("cards", "choices", "net"),
    [
        ("KH 9C", (), 10_00),
        ("5H 9C", (), -10_00),
        ("9H 9C", (c.Surrender(hand=1),), -5_00),
        (f"{WAR} KH 7D", at_war(), 10_00),
        (f"{WAR} KH KD", at_war(), 20_00),
        (f"{WAR} 5H 7D", at_war(), -20_00),
    ],
)
@clause("wisconsin", "(i)(1)")
def test_the_net_result_of_a_round(cards, choices, net):
    scenario = played(cards, *choices)
    assert scenario.table.round is None
    assert scenario.net("Ann") == net == -scenario.table.inventory


@pytest.mark.parametrize(
    ("war_cards", "net"), [("KH 7D", 10_00 + 30_00 - 4_00), ("KH KD", 20_00 + 30_00 + 40_00)]
)
@clause("wisconsin", "(i)(1)")
def test_each_won_wager_is_paid_at_its_own_odds(war_cards, net):
    assert played(f"{WAR} {war_cards}", *at_war(4_00), tie=3_00).net("Ann") == net
