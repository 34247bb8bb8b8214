"""Ratios and their standard errors, against what a textbook says of the same numbers."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest
from numpy.random import default_rng

from casinowar.simulation.accumulators import Batches
from casinowar.simulation.estimates import ENOUGH, Sums


def sums_of(rows: Sequence[Sequence[int]]) -> Sums:
    return Sums(
        len(rows),
        lambda each: sum(row[each] for row in rows),
        lambda one, other: sum(row[one] * row[other] for row in rows),
    )


def test_a_ratio_of_constant_wholes_is_a_mean():
    above = [3, 5, 4, 9]
    found = sums_of([(each, 10) for each in above]).ratio({0: 1}, {1: 1})
    assert found is not None
    assert found.value == mean(above) / 10
    assert found.standard_error == pytest.approx(stdev(above) / sqrt(4) / 10)


def test_the_error_of_a_ratio_is_that_of_what_is_left_when_it_is_taken_away():
    random = Random(1)
    rows = [(random.randrange(20), random.randrange(1, 9)) for _ in range(50)]
    found = sums_of(rows).ratio({0: 2}, {1: 3})
    assert found is not None
    ratio = 2 * sum(one for one, _ in rows) / (3 * sum(other for _, other in rows))
    rest = [2 * one - ratio * 3 * other for one, other in rows]
    assert found.value == pytest.approx(ratio)
    whole = 3 * sum(other for _, other in rows)
    assert found.standard_error == pytest.approx(sqrt(sum(each**2 for each in rest) * 50 / 49) / whole)


def test_a_mean():
    counts = [3, 5, 4, 9]
    found = sums_of([(each,) for each in counts]).mean(0)
    assert found is not None
    assert found.value == mean(counts)
    assert found.standard_error == pytest.approx(stdev(counts) / 2)


def test_one_shoe_has_nothing_to_compare():
    sums = sums_of([(3, 10)])
    average, found = sums.mean(0), sums.ratio({0: 1}, {1: 1})
    assert average is not None
    assert average.standard_error is None
    assert found is not None
    assert (found.value, found.standard_error) == (0.3, None)
    assert sums_of([(3, 0)]).ratio({0: 1}, {1: 1}) is None


def test_one_war_in_many_shoes_has_nothing_to_compare_either():
    sums = sums_of([(0, 0)] * 500 + [(-10, 1)])
    found, average = sums.ratio({0: 1}, {1: 1}), sums_of([(117,)] * 500).mean(0)
    assert found is not None
    assert (found.value, found.standard_error) == (-10, None)
    assert average is not None
    assert (average.value, average.standard_error) == (117, None)


def test_batches_are_as_independent_as_they_are_many():
    batches = Batches.of([10, 10], {1: [3, 5], 2: [0, 1]}) + Batches.of([10], {1: [7]})
    found = batches.share(1)
    assert found is not None
    assert found.value == 0.5
    assert found.standard_error == pytest.approx(stdev([3, 5, 7]) / sqrt(3) / 10)
    rare = batches.share(2)
    assert rare is not None
    assert rare.standard_error == pytest.approx(stdev([0, 1, 0]) / sqrt(3) / 10)
    assert batches.share(3) is not None
    assert batches.number == 3


def test_no_batches_have_no_share():
    assert Batches.of([], {}) + Batches.of([10], {1: [3]}) == Batches.of([10], {1: [3]})
    assert Batches().share(1) is None


def test_an_error_of_too_few_shoes_is_rough_and_has_no_score():
    few, enough = (
        sums_of([(each % 7, 10) for each in range(shoes)]).ratio({0: 1}, {1: 1}) for shoes in (399, 400)
    )
    assert few is not None
    assert few.rough
    assert few.z_score(0.3) is None
    assert enough is not None
    assert not enough.rough
    assert enough.z_score(0.3) is not None


@pytest.mark.parametrize(
    ("counts", "rough"),
    [([0, 1] * 200, True), ([1] * 400, False), ([8] * 400, False), ([9, 10] * 200, True)],
)
def test_a_share_of_what_hardly_ever_or_nearly_always_comes_up_is_rough(counts, rough):
    batches = Batches.of([10] * 400, {1: counts})
    found = batches.share(1)
    assert found is not None
    assert found.rough is rough
    expected = batches.share(1, chance=0.5)
    assert expected is not None
    assert not expected.rough


@pytest.mark.parametrize("chance", [0.5, 0.07, 0.001])
def test_so_many_events_are_enough_for_three_errors(chance):
    number = round(ENOUGH / chance)
    found = default_rng(1).binomial(number, chance, size=200_000) / number
    scores = (found - chance) / np.sqrt(found * (1 - found) / (number - 1))
    assert np.mean(abs(scores) > 2) == pytest.approx(0.0455, rel=0.1)
    assert np.mean(abs(scores) > 3) == pytest.approx(0.0027, rel=0.25)
