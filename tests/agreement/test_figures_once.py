"""Figures that are found once for many tables are the figures of each of them."""

from contextlib import suppress

import pytest

from casinowar.game.book.rules import Rules
from casinowar.game.refusal import HouseError
from casinowar.odds.figures import Figures
from casinowar.rulebooks import load_sample, names
from tests.agreement.every_order import tiny
from tests.support.varieties import source

SHAPE = (3, 2, 6)


def at_sample_house(name: str, readings: dict[str, str]) -> Rules:
    """Offer at a tiny table what the sample house offers."""
    sample = load_sample(name)
    return tiny(
        source(name).book(readings),
        *SHAPE,
        adjacent_boxes=sample.adjacent_boxes,
        progressive=sample.progressive,
        bonus_spin=sample.bonus_spin,
    )


@pytest.mark.parametrize("name", names())
def test_each_figure_is_found_for_all_it_depends_on(name):
    once = Figures()
    compared = 0
    for readings in source(name).every_reading():
        with suppress(HouseError):
            rules = at_sample_house(name, readings)
            assert once.of(rules) == Figures().of(rules), readings
            compared += 1
    assert compared > 10
