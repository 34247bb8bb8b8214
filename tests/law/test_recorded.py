"""Recorded means prompted and required: each act of a `record` clause is due, and skipping it stops play."""

import pytest

from casinowar.game import commands as c
from casinowar.game.decide import decide
from casinowar.game.events import ActPerformed
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.words import Act, Role, Wager
from casinowar.law.catalog import Treatment, clauses, jurisdictions, treatments
from tests.law.recorded import RECORDS, SIT, Walk, command_of, idle, until
from tests.support.scenario import Scenario, at_table

EVERY = [
    pytest.param(clause, walk, id=f"{name}-{clause}")
    for name, walks in RECORDS.items()
    for clause, walk in walks.items()
]


@pytest.mark.parametrize("jurisdiction", jurisdictions())
def test_every_clause_to_be_recorded_is_walked(jurisdiction):
    recorded = {each.clause for each in clauses(jurisdiction) if Treatment.RECORD in treatments(each)}
    assert set(RECORDS[jurisdiction]) == recorded


@pytest.mark.parametrize(("clause", "walk"), EVERY)
def test_every_clause_has_acts(clause, walk: Walk):
    assert walk.acts, clause


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


@pytest.mark.parametrize(("jurisdiction", "clause"), [("maryland", "5.I"), ("wisconsin", "(e)(7)")])
def test_an_idle_table_is_declared_idle_before_anybody_new_may_wager(jurisdiction, clause):
    table = at_table(jurisdiction, players=1).when(c.LeaveTable(player="Ann"))
    assert (table.due.act, table.due.clause) == (Act.DECLARE_IDLE, clause)
    table.when(SIT).refused(
        c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), Reason.BETTING_NOT_OPEN, clause
    )
    assert table.due.act is Act.DECLARE_IDLE


def test_the_walk_of_an_idle_table_would_notice_a_new_shoe():
    table = idle("maryland")()
    assert table.due.role is Role.DEALER
