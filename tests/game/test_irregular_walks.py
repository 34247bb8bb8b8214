"""Whatever can go wrong is reported at every act of a walk: nothing is lost, a void returns every cent."""

from collections.abc import Iterator
from copy import copy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Wager
from casinowar.rulebooks import names
from tests.support.driving import card_read, due_commands, least_wager
from tests.support.meddling import PLAYERS, irregularities
from tests.support.searching import walks
from tests.support.varieties import own_rules, rules_of
from tests.support.watched import Watched

STEPS = 90


def walk(rules: Rules, seed: int) -> None:
    """Walk by what is due, and at every act have everything go wrong that can, beside the walk."""
    chance = Random(seed)
    watched = Watched(rules)
    watched.give(c.OpenTable())
    for seat, player in enumerate(PLAYERS[: chance.randint(1, 3)], 1):
        watched.give(c.Sit(player=player, seat=seat, chips=20 * least_wager(rules, Wager.INITIAL)))
    for _ in range(STEPS):
        for _branch in branches(watched, chance):
            pass
        if next_duty(rules, watched.table).act is Act.PLACE_WAGERS:
            for seat in watched.table.seats:
                wager = c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=least_wager(rules, Wager.INITIAL))
                watched.give(wager)
        for command in due_commands(rules, watched.table, chance):
            assert watched.give(command) is None, f"{command} is due, but refused"


def branches(watched: Watched, chance: Random) -> Iterator[Watched]:
    """Give every report that is accepted, with every ruling on it, each to a table of its own."""
    hands = sorted(watched.table.round.hands) if watched.table.round else [1]
    for report in irregularities(chance.choice(hands), card_read(watched.rules, watched.table, chance)):
        reported = _branch(watched)
        if reported.give(report) is not None:
            continue
        stop = reported.table.stop
        for ruling in stop.possible if stop else ():
            ruled = _branch(reported)
            assert ruled.give(c.Rule(ruling=ruling)) is None
            _check_goes_on(ruled, chance)
            yield ruled
        if stop is None:
            _check_goes_on(reported, chance)
            yield reported


def _branch(watched: Watched) -> Watched:
    """Give a table that goes its own way from here."""
    branch = copy(watched)
    branch.history, branch.given, branch.brought = [], [], dict(watched.brought)
    return branch


def _check_goes_on(branch: Watched, chance: Random) -> None:
    """Check that what is due next can be done."""
    first, *_ = due_commands(branch.rules, branch.table, chance)
    assert decide(branch.rules, branch.table, first)


@pytest.mark.parametrize("rulebook", names())
@walks(6)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_everything_goes_wrong_at_every_act_of_a_walk(rulebook, data, seed):
    walk(data.draw(rules_of(rulebook)), seed)


@walks(30)
@given(rules=own_rules(), seed=st.integers(0, 2**32))
def test_everything_goes_wrong_under_a_rulebook_that_nobody_wrote(rules, seed):
    walk(rules, seed)
