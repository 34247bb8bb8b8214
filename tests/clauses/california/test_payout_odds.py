import pytest

from casinowar.game.commands import GoToWar
from casinowar.game.events import WagerPaid
from casinowar.game.words import Wager
from tests.support.clause import clause
from tests.support.scenario import at_table

AMOUNTS = pytest.mark.parametrize("amount", [2, 10_00, 123_46])


@clause("california", "payout.intro", "payout.1")
@AMOUNTS
def test_a_primary_wager_pays_1_to_1(amount):
    table = at_table("california", cards="TH 9C").wagers({1: amount}).dealt()
    table.then(WagerPaid(hand=1, wager=Wager.INITIAL, amount=amount))
    assert table.net("Ann") == amount


@clause("california", "payout.intro", "payout.2", "definitions.tie-wager")
@pytest.mark.parametrize("amount", [1, 5_00, 7_77])
def test_a_tie_wager_pays_10_to_1(amount):
    table = at_table("california", cards="9H 9C").wagers({1: 10_00}, tie={1: amount}).dealt()
    table.then(WagerPaid(hand=1, wager=Wager.TIE, amount=10 * amount))
    assert table.net("Ann") == 10 * amount - 10_00


@clause("california", "payout.intro", "payout.3")
@AMOUNTS
@pytest.mark.parametrize(("war_cards", "odds"), [("KH QH", 1), ("KH KD", 2)], ids=["higher", "tie"])
def test_a_war_wager_pays_1_to_1_or_2_to_1_on_a_tie_hand(amount, war_cards, odds):
    table = at_table("california", cards=f"9H 9C 2C 3C 4C {war_cards}").wagers({1: amount}).dealt()
    table.when(GoToWar(hand=1)).attended()
    assert table.net("Ann") == odds * amount
