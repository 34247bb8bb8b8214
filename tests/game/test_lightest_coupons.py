"""Of equal ways to make a wager, which coupons wait does not depend on how they were laid.

No built-in rulebook has two such ways: with a quarter forfeited there would be, at chips of $0.25.
"""

from itertools import permutations

from casinowar.game.due.hands import _lightest


def test_of_two_ways_that_are_worth_the_same_one_is_chosen_in_any_order():
    laid = permutations((50, 25, 25, 10_50))
    assert len({str(sorted(map(sorted, _lightest(each, 1_00)))) for each in laid}) == 1
