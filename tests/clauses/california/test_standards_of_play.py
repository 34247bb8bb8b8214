import pytest

from casinowar.game.commands import CallNoMoreBets, DealCard, GoToWar, PlaceWager, Surrender
from casinowar.game.events import MatchPlaced, WagerPlaced
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table


@clause("california", "standards.1")
@pytest.mark.parametrize(("cards", "net"), [("9H 8C", 10_00), ("8H 9C", -10_00)])
def test_the_primary_wager_is_won_when_the_players_card_exceeds_the_other(cards, net):
    table = at_table("california", cards=cards).wagers({1: 10_00}).dealt()
    assert table.net("Ann") == net
    assert table.bank_net() == -net


@clause("california", "standards.2")
def test_war_takes_the_primary_amount_again_and_a_match_beside_it():
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).attended().then(
        WagerPlaced(hand=1, wager=Wager.WAR, amount=10_00, player="Ann"),
        MatchPlaced(hand=1, amount=10_00),
    )
    assert table.drawn == [BURN, BURN, BURN, 1, DEALER]


@clause("california", "standards.2")
@pytest.mark.parametrize(
    ("war_cards", "net"), [("KH QD", 10_00), ("QH KD", -20_00), ("KH KD", 20_00)], ids=["won", "lost", "tied"]
)
def test_the_winner_of_the_war_collects_all_the_money_and_a_tie_gives_one_unit_more(war_cards, net):
    table = at_table("california", cards=f"9H 9C 2C 3C 4C {war_cards}").wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).attended()
    assert table.table.round is None, "a new game starts"
    assert table.net("Ann") == net
    assert table.bank_net() == -net


@clause("california", "standards.3")
def test_the_player_who_does_not_want_war_may_surrender_half():
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}).dealt()
    assert table.when(Surrender(hand=1)).net("Ann") == -5_00


@clause("california", "standards.3")
def test_a_tie_wager_is_made_before_any_card_is_dealt_and_wins_on_equal_ranks():
    tie = PlaceWager(hand=1, wager=Wager.TIE, amount=5_00)
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}).when(tie, CallNoMoreBets(), DealCard())
    table.refused(tie, Reason.NO_MORE_BETS, "betting.2")
    table.attended().when(Surrender(hand=1))
    assert table.net("Ann") == 50_00 - 5_00
