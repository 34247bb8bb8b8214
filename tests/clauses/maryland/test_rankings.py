"""Maryland, chapter 6: how the cards rank."""

import pytest

from casinowar.game.events import HandCompared
from casinowar.game.words import Comparison
from tests.support.clause import clause
from tests.support.scenario import at_table

HIGHEST_TO_LOWEST = "AKQJT98765432"


@clause("maryland", "6.A")
@pytest.mark.parametrize("dealer", HIGHEST_TO_LOWEST)
def test_the_ace_ranks_highest_and_the_two_lowest(dealer):
    higher, _, lower = HIGHEST_TO_LOWEST.partition(dealer)
    others = higher + lower
    scenario = at_table("maryland", players=6)
    for ranks in (others[:6], others[6:]):
        scenario.wagers(dict.fromkeys(range(1, 7), 10_00))
        scenario.next_cards(" ".join(f"{rank}H" for rank in ranks) + f" {dealer}S").dealt()
        for seat, rank in enumerate(ranks, 1):
            comparison = Comparison.HIGHER if rank in higher else Comparison.LOWER
            assert HandCompared(hand=seat, comparison=comparison) in scenario.events


@clause("maryland", "6.B")
@pytest.mark.parametrize("rank", ["A", "T", "2"])
@pytest.mark.parametrize("suit", "CDHS")
def test_all_suits_are_equal_in_rank(rank, suit):
    cards = f"{rank}C {rank}D {rank}H {rank}S {rank}{suit}"
    scenario = at_table("maryland", players=4, cards=cards).wagers(dict.fromkeys(range(1, 5), 10_00)).dealt()
    compared = [event.comparison for event in scenario.events if isinstance(event, HandCompared)]
    assert compared == [Comparison.TIE] * 4
