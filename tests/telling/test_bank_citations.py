"""The clauses of chips that a short bank sends back."""

import pytest

from casinowar.game import events as e
from casinowar.game.commands import AddToBank, GoToWar, PlaceWager
from casinowar.game.words import Act, Wager
from tests.support.banking import banked
from tests.support.clause import clause
from tests.support.scenario import Scenario


def cited(table: Scenario, kind: type[e.WagerEvent], hand: int) -> dict[Wager, str]:
    """Find the clauses of what happened last to a hand's wagers."""
    events = (event for event in table.cited if isinstance(event, kind))
    return {event.wager: event.clause for event in events if event.hand == hand}


@clause("california", "betting.5", "round.3.b")
@pytest.mark.parametrize(("bank", "said"), [(60_00, "betting.5"), (64_00, "betting.5; round.3.b")])
def test_a_tie_hand_goes_back_in_whole_or_in_part_because_it_is_not_covered(bank, said):
    table = banked(bank, "KC 7C 7H").wagers({1: 60_00, 2: 10_00})
    assert cited(table.dealt(), e.WagerReturned, 2) == {Wager.INITIAL: said}


@clause("california", "betting.5", "round.9")
@pytest.mark.parametrize("card", ["3C", "KC"])
def test_what_goes_back_unsettled_is_cited_under_what_says_so_also_where_payoffs_alone_use_the_bank_up(card):
    table = banked(10_00, f"KC {card} 7H", {"bank_exhausted": "payoffs"})
    table.wagers({1: 10_00, 2: 10_00}, tie={2: 5_00})
    back = cited(table.dealt(), e.WagerReturned, 2)
    assert back == {Wager.INITIAL: "betting.5; round.9", Wager.TIE: "betting.5; round.9"}


@clause("california", "betting.5", "round.9")
def test_what_of_a_tie_hand_stands_is_cited_so_also_where_the_bank_may_be_added_to():
    table = banked(64_00, "KC 7C 7H", {"short_bank_at_war": "may_add"}).wagers({1: 60_00, 2: 10_00}).dealt()
    back = cited(table.when(AddToBank(amount=0)).attended(), e.WagerReturned, 2)
    assert back == {Wager.INITIAL: "betting.5; round.9"}
    stands = next(event for event in table.cited if isinstance(event, e.HandStands))
    assert stands.clause == "betting.5; round.9"


@clause("california", "round.7.c")
def test_stakes_go_back_because_the_tied_war_is_won_also_when_the_bank_is_used_up():
    table = banked(10_00, "9C 9D 2C 2D 2H KC KD").wagers({1: 10_00}).dealt()
    back = cited(table.when(GoToWar(hand=1)).attended(), e.WagerReturned, 1)
    assert back == {Wager.INITIAL: "round.7.c; payout.3", Wager.WAR: "round.7.c; payout.3"}


@clause("california", "betting.5")
@pytest.mark.parametrize(("bank", "card"), [(4_00, "3C"), (10_00, "KC")])
def test_what_is_lost_beyond_the_cover_goes_back(bank, card):
    table = banked(bank, f"{card} 7H").wagers({1: 10_00}, tie={1: 5_00})
    back = cited(table.dealt(), e.WagerReturned, 1)
    assert back[Wager.TIE] == "betting.5"
    assert back[Wager.INITIAL] == ("betting.5" if card == "3C" else "round.1.b")


@clause("california", "betting.5", "round.1.b")
def test_what_is_won_goes_back_unpaid_from_a_bank_that_is_used_up():
    table = banked(50_00, "KC KD KH 7H").wagers({1: 40_00, 2: 20_00, 3: 20_00})
    table.dealt()
    said = {1: "round.1.b", 2: "round.1.b; betting.5", 3: "betting.5"}
    assert {hand: cited(table, e.WagerReturned, hand)[Wager.INITIAL] for hand in said} == said
    assert cited(table, e.WagerPaid, 1) == {Wager.INITIAL: "round.1.b; payout.1"}
    assert cited(table, e.WagerPaid, 2) == {Wager.INITIAL: "round.1.b; payout.1; betting.5"}


@clause("california", "betting.5", "payout.2")
@pytest.mark.parametrize(
    ("bank", "said"), [(70_00, "payout.2"), (69_00, "payout.2; betting.5"), (60_00, "betting.5")]
)
def test_a_won_tie_wager_that_is_not_covered_cites_the_cover(bank, said):
    table = banked(bank, "KC 7C 7H").wagers({1: 60_00, 2: 10_00}, tie={2: 1_00})
    table.dealt()
    assert cited(table, e.WagerReturned, 2)[Wager.TIE] == said
    paid = {} if said == "betting.5" else {Wager.TIE: said}
    assert cited(table, e.WagerPaid, 2) == paid


@clause("california", "betting.5", "payout.2", "payout.3", "round.7.c")
@pytest.mark.parametrize(
    ("bank", "unit", "tie"),
    [
        (120_00, "round.7.c; payout.3", "payout.2"),
        (119_00, "round.7.c; payout.3", "payout.2; betting.5"),
        (20_00, "round.7.c; payout.3", "betting.5"),
        (19_00, "round.7.c; payout.3; betting.5", "betting.5"),
        (10_00, None, "betting.5"),
    ],
)
def test_the_unit_and_the_tie_wager_of_a_tied_war_that_are_not_covered_cite_the_cover(bank, unit, tie):
    table = banked(bank, "9C 9D 2C 2D 2H KC KD", readings={"tie_wager_on_war": "allowed"})
    table.wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).until(Act.ANSWER_TIE_OFFER)
    table.when(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=10_00)).attended()
    assert cited(table, e.WagerPaid, 1).get(Wager.WAR) == unit
    back = cited(table, e.WagerReturned, 1)
    assert back[Wager.WAR] == "round.7.c; payout.3"
    assert back[Wager.WAR_TIE] == tie


@clause("california", "definitions.tie-wager")
@pytest.mark.parametrize("card", ["2S", "AC"])
def test_a_tie_wager_on_the_war_deal_is_lost_by_its_definition(card):
    """No clause on the war speaks of it (R6)."""
    table = banked(100_00, f"9C 9D 2C 2D 2H {card} KD", readings={"tie_wager_on_war": "allowed"})
    table.wagers({1: 10_00}).dealt().when(GoToWar(hand=1)).until(Act.ANSWER_TIE_OFFER)
    table.when(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)).attended()
    assert cited(table, e.WagerCollected, 1)[Wager.WAR_TIE] == "definitions.tie-wager"
