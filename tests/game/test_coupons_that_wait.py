"""Which chips and coupons wait to be a wager, under a house's own rulebook: the fewest, in any order.

By no built-in rulebook is a wager a multiple of more than two chips, so that two ways to make one differ.
"""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.acts.wager_set import Wagers
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import incomplete_hands, waiting
from casinowar.game.legal_actions import Action, legal_actions
from casinowar.game.words import Instrument, Wager
from casinowar.rulebooks import TomlText, load_rules
from tests.support.scenario import Scenario, authorized, ready

FIFTH = 'extends = "wisconsin"\nname = "fifths"\ntitle = "Fifths"\n[surrender]\nforfeits = "1/5"\n'
READINGS = {"match_play_coupons": "as_chips", "odd_half": "payable_in_chips"}
DOLLAR, LEAST = 1_00, 10_00
HOUSE = House(limits={Wager.INITIAL: Limit(minimum="10", maximum="1000")}, coupons=True, smallest_chip="1")


def table(house: House = HOUSE) -> Scenario:
    rules = load_rules(TomlText("fifths.toml", FIFTH), house, READINGS)
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
    whole = laid([3, 3, 3, 4, 12], 0)
    assert waiting(whole.rules, whole.hand(1), Wager.INITIAL) == (0, ())
    scenario = laid([11, 4, 2, 2], 0)
    assert waiting(scenario.rules, scenario.hand(1), Wager.INITIAL) == (0, (2 * DOLLAR, 2 * DOLLAR))


def test_where_one_amount_alone_makes_a_wager_it_is_offered():
    most = replace(HOUSE, limits={Wager.INITIAL: Limit(minimum="10", maximum="10")})
    scenario = table(most)
    placing = [each for each in legal_actions(scenario.rules, scenario.table, "Ann") if _is_initial(each)]
    assert (10 * DOLLAR, 10 * DOLLAR) in [(each.least, each.most) for each in placing]


def _is_initial(action: Action) -> bool:
    command = action.command
    return isinstance(command, c.PlaceWager) and command.wager is Wager.INITIAL


def test_a_book_without_a_tie_wager_lacks_none():
    scenario = laid([10], 0)
    book = scenario.rules.book
    scenario.rules = Rules(replace(book, wagers=replace(book.wagers, tie=None)), scenario.rules.house)
    assert scenario.table.round is not None
    assert incomplete_hands(scenario.rules, scenario.table.round) == []


def test_what_is_wagered_again_is_without_what_the_house_put_down_for_coupons():
    tie = Scenario(SEATED.rules, SEATED.table).when(_placed(10))
    for amount, made_with in ((5, Instrument.CHIP), (10, Instrument.COUPON)):
        tie.when(replace(_placed(amount, made_with), wager=Wager.TIE))
    assert tie.hand(1).on_layout(Wager.TIE) == 15 * DOLLAR
    assert (Wagers.of(tie.hand(1)).initial, Wagers.of(tie.hand(1)).tie) == (10 * DOLLAR, 5 * DOLLAR)
