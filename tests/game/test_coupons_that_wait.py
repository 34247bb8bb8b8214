"""Which chips and coupons wait to be a wager, under a house's own rulebook: the fewest, in any order.

By no built-in rulebook is a wager a multiple of more than two chips, so that two ways to make one differ.
"""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.due.hands import waiting
from casinowar.game.words import Instrument, Wager
from casinowar.rulebooks import TomlText, load_rules
from tests.support.scenario import Scenario, authorized, ready

FIFTH = 'extends = "wisconsin"\nname = "fifths"\ntitle = "Fifths"\n[surrender]\nforfeits = "1/5"\n'
READINGS = {"match_play_coupons": "as_chips", "odd_half": "payable_in_chips"}
DOLLAR, LEAST = 1_00, 10_00
HOUSE = House(limits={Wager.INITIAL: Limit(minimum="10", maximum="1000")}, coupons=True, smallest_chip="1")


def table() -> Scenario:
    rules = load_rules(TomlText("fifths.toml", FIFTH), HOUSE, READINGS)
    scenario = Scenario(authorized(rules)).when(c.OpenTable(counted=False))
    return ready(scenario.when(c.Sit(player="Ann", seat=1, chips=1_000_00)))


SEATED = table()


def laid(coupons: list[int], chips: int) -> Scenario:
    """Lay coupons and chips down, in dollars."""
    scenario = Scenario(SEATED.rules, SEATED.table)
    for value in coupons:
        scenario.when(_placed(value, Instrument.COUPON))
    return scenario.when(_placed(chips)) if chips else scenario


def _placed(value: int, made_with: Instrument = Instrument.CHIP) -> c.PlaceWager:
    return c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=value * DOLLAR, made_with=made_with)


def fewest(coupons: list[int], chips: int) -> tuple[int, int]:
    """Find by trying everything how much waits, and how much of it is chips."""
    ways = []
    for size in range(len(coupons) + 1):
        for some in combinations(coupons, size):
            for own in range(chips + 1):
                rest = sum(coupons) + chips - sum(some) - own
                if rest % 5 == 0 and rest * DOLLAR >= LEAST:
                    ways.append((sum(some) + own, own))
    return min(ways, default=(sum(coupons) + chips, chips))


def test_a_wager_is_a_multiple_of_five_chips():
    assert SEATED.rules.unit(Wager.INITIAL) == 5 * DOLLAR


@given(coupons=st.lists(st.integers(1, 13), min_size=1, max_size=6), chips=st.integers(0, 12))
def test_the_least_waits_and_of_that_the_fewest_chips(coupons, chips):
    scenario = laid(coupons, chips)
    own, some = waiting(scenario.rules, scenario.hand(1), Wager.INITIAL)
    assert ((own + sum(some)) // DOLLAR, own // DOLLAR) == fewest(coupons, chips)


@given(one=st.permutations([2, 2, 4, 11]), other=st.permutations([3, 3, 3, 4, 10]))
def test_of_ways_that_are_worth_the_same_one_is_chosen_in_any_order(one, other):
    for way in (one, other):
        found, same = laid(way, 0), laid(sorted(way), 0)
        assert waiting(found.rules, found.hand(1), Wager.INITIAL) == waiting(
            same.rules, same.hand(1), Wager.INITIAL
        )


def test_of_ways_that_are_worth_the_same_the_smaller_coupons_wait():
    scenario = laid([11, 4, 2, 2], 0)
    assert waiting(scenario.rules, scenario.hand(1), Wager.INITIAL) == (0, (2 * DOLLAR, 2 * DOLLAR))
