"""Which clause a replay gives for chips that a short bank sends back."""

import pytest

from casinowar.game import events as e
from casinowar.game.commands import GoToWar
from casinowar.game.evolve import evolve
from casinowar.game.table import Table
from casinowar.game.words import Wager
from casinowar.telling.citations import behind_event
from tests.support.banking import banked
from tests.support.clause import clause
from tests.support.scenario import Scenario


def cited(table: Scenario, start: Table, kind: type[e.WagerEvent], hand: int) -> dict[Wager, str]:
    """Find the clauses behind what happened to a hand's wagers since the table stood as at the start."""
    found = {}
    for event in table.history[-len(table.events) :]:
        if isinstance(event, kind) and event.hand == hand:
            found[event.wager] = behind_event(table.rules, start, event)
        start = evolve(start, event)
    assert start == table.table
    return found


@clause("california", "betting.5", "round.3.b")
@pytest.mark.parametrize(("bank", "said"), [(60_00, "betting.5"), (64_00, "betting.5; round.3.b")])
def test_a_tie_hand_goes_back_in_whole_or_in_part_because_it_is_not_covered(bank, said):
    table = banked(bank, "KC 7C 7H").wagers({1: 60_00, 2: 10_00})
    start = table.table
    assert cited(table.dealt(), start, e.WagerReturned, 2) == {Wager.INITIAL: said}


@clause("california", "round.7.c")
def test_stakes_go_back_because_the_tied_war_is_won_also_when_the_bank_is_used_up():
    table = banked(10_00, "9C 9D 2C 2D 2H KC KD").wagers({1: 10_00}).dealt()
    start = table.table
    back = cited(table.when(GoToWar(hand=1)).attended(), start, e.WagerReturned, 1)
    assert back == {Wager.INITIAL: "round.7.c; payout.3", Wager.WAR: "round.7.c; payout.3"}


@clause("california", "betting.5")
@pytest.mark.parametrize(("bank", "card"), [(4_00, "3C"), (10_00, "KC")])
def test_what_is_lost_beyond_the_cover_goes_back(bank, card):
    table = banked(bank, f"{card} 7H").wagers({1: 10_00}, tie={1: 5_00})
    start = table.table
    back = cited(table.dealt(), start, e.WagerReturned, 1)
    assert back[Wager.TIE] == "betting.5"
    assert back[Wager.INITIAL] == ("betting.5" if card == "3C" else "round.1.b")
