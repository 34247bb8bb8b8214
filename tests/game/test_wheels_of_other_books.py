"""Bonus wheels that no text of ours has: larger wagers, and fewer community symbols than hot spots."""

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.rulebooks import load_rules
from tests.support.scenario import Scenario, ready
from tests.support.wheels import ALL_LOSE, offering, spin_wager, stop

HOUSE = offering(community=None)


def rules_of(house: House = HOUSE, **says: object) -> Rules:
    """Have Maryland's book say something else of the wheel, whose symbols are paired."""
    book = load_rules("maryland", house, {"wheel_symbols": "paired"}).book
    assert book.bonus_spin
    return Rules(replace(book, bonus_spin=replace(book.bonus_spin, **says)), house)


def spun(rules: Rules, amount: int) -> Scenario:
    """Have Ann and Ben wager this on the wheel, up to its spin."""
    scenario = Scenario(rules).when(c.OpenTable(counted=False))
    for seat, player in enumerate(("Ann", "Ben", "Cleo"), 1):
        scenario.when(c.Sit(player=player, seat=seat, chips=1_000_00))
    ready(scenario).next_cards(ALL_LOSE).wagers({1: 10_00, 2: 10_00, 3: 10_00})
    return scenario.when(spin_wager(1, amount), spin_wager(2, amount)).dealt()


@pytest.mark.parametrize("amount", [5_00, 10_00])
def test_a_wager_larger_than_the_tables_is_paid_by_the_table_and_no_more(amount):
    book = rules_of().book.bonus_spin
    assert book
    scenario = spun(rules_of(amounts=replace(book.amounts, value=("5", "10"))), amount)
    scenario.when(stop(1, "$600", "$100")).attended()
    assert scenario.net("Ann") == 600_00 - 10_00 - amount
    assert scenario.net("Ben") == 125_00 - 10_00 - amount


@pytest.mark.parametrize(
    ("hot_spot", "community"),
    [("$1,000", "$150"), ("$600", "$100"), ("$500", "$75"), ("$400", "$75"), ("$200", "$75")],
)
def test_hot_spots_beyond_the_last_community_symbol_go_with_the_last(hot_spot, community):
    book = rules_of().book.bonus_spin
    assert book
    scenario = spun(rules_of(community=book.community[:3]), 5_00)
    for other in ("$150", "$100", "$75", "$50"):
        assert scenario.is_allowed(stop(1, hot_spot, other)) is (other == community)
