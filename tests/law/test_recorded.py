"""Recorded means prompted and required: each act of a `record` clause is due, and skipping it stops play."""

import pytest

from casinowar.game import commands as c
from casinowar.game.decide import decide
from casinowar.game.events import ActPerformed
from casinowar.game.refusal import Refusal
from casinowar.game.words import Act, Role, Wager
from casinowar.law.catalogue import Treatment, clauses, jurisdictions
from casinowar.law.mixed import treatments
from tests.law.recorded import RECORDS, Walk, command_of, idle, until
from tests.support.scenario import Scenario, at_table

EVERY = [
    pytest.param(clause, walk, id=f"{name}-{clause}")
    for name, walks in RECORDS.items()
    for clause, walk in walks.items()
]

NOT_PROMPTED = {("maryland", "5.I"), ("wisconsin", "(e)(7)")}
"""An idle table is declared, but nobody is prompted to do so."""

NO_ACT = {("maryland", "7.F(3)(b)"), ("maryland", "8.D(1)(c)")}
"""The players' check of the device, and chips put into the table inventory, are no acts of their own yet."""


@pytest.mark.parametrize("jurisdiction", jurisdictions())
def test_every_clause_to_be_recorded_is_walked(jurisdiction):
    recorded = {each.clause for each in clauses(jurisdiction) if Treatment.RECORD in treatments(each)}
    assert set(RECORDS[jurisdiction]) == recorded


def test_every_clause_has_acts_but_those_that_are_known_to_have_none():
    without = {
        (name, clause) for name, walks in RECORDS.items() for clause in walks if not walks[clause].acts
    }
    assert without == NO_ACT


@pytest.mark.parametrize(("clause", "walk"), EVERY)
def test_each_act_is_prompted_and_skipping_it_stops_play(clause, walk: Walk):
    table, under = walk.scene(), walk.under or clause
    for act in walk.acts:
        until(table, act, under)
        before, done = Scenario(table.rules, table.table), command_of(table)
        for skipping in (*_play(before), *_next(before, done)):
            with pytest.raises(Refusal):
                decide(before.rules, before.table, skipping)
        if isinstance(done, c.Perform):
            act_done = walk.done_as or act
            done = c.Perform(act_done=act_done, by=before.due.role)
            table.when(done)
            assert ActPerformed(act=act_done, by=done.by) in table.events
        else:
            assert table.when(done).events


def _play(table: Scenario) -> list[c.Command]:
    """List what would go on with the game although something is due."""
    play: list[c.Command] = [c.DealCard()]
    if table.table.round is None or table.table.round.closed:
        play += [c.CallNoMoreBets(), c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)]
    return play


def _next(table: Scenario, done: c.Command) -> list[c.Command]:
    """Find what is due after an act, to try it beforehand."""
    after = Scenario(table.rules, table.table).when(done)
    following = command_of(after)
    return [] if following == done or isinstance(following, c.Sit) else [following]


def test_idle_tables_are_prompted_but_for_those_known_not_to_be():
    missing = set()
    for jurisdiction, clause in (("maryland", "5.I"), ("wisconsin", "(e)(7)")):
        table = at_table(jurisdiction, players=1).when(c.LeaveTable(player="Ann"))
        if table.due.act in {Act.TAKE_SEAT, Act.PLACE_WAGERS}:
            missing.add((jurisdiction, clause))
    assert missing == NOT_PROMPTED


def test_the_walk_of_an_idle_table_would_notice_a_new_shoe():
    table = idle("maryland")()
    assert table.due.role is Role.DEALER
