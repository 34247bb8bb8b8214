"""Sessions on the full path: they end when they should, and wagers grow as they should."""

from fractions import Fraction
from math import sqrt
from statistics import mean, stdev

import pytest
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.rulebooks import open_rulebook
from casinowar.simulation.accumulators import Batches
from casinowar.simulation.full.sessions import End, SessionLimits, SessionTable, SessionTally, Sizing
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.plain.table import OnTie
from tests.agreement.playing import shrunk

RULES = Rules(open_rulebook("maryland").book())
TABLE = FullTable.of(RULES, {seat: {Wager.INITIAL: 10_00} for seat in (1, 2, 3)})


def played(session: SessionLimits, number: int, table: FullTable = TABLE) -> SessionTally:
    """Play so many sessions, block by block."""
    compiled = SessionTable.of(RULES, table, session)
    tally, block = SessionTally(), 0
    while tally.done < number:
        tally += compiled.block(1, block, most=number - tally.done)
        block += 1
    return tally


def test_so_many_rounds():
    found = played(SessionLimits(bankroll=10_000_00, rounds=50), 60)
    assert found.lengths == {50: 60}
    assert found.ended(End.PLAYED) == 60
    assert len(found.nets) > 10
    assert sum(found.nets.values()) == found.done == 60


def test_a_win_or_a_loss_ends_a_session():
    found = played(SessionLimits(bankroll=500_00, win=100_00, loss=100_00), 600)
    assert all(100_00 <= abs(net) <= 110_00 for net in found.nets)
    won = sum(times for net, times in found.nets.items() if net > 0)
    assert 200 < won < 330
    assert (found.ended(End.WON), found.ended(End.LOST)) == (won, 600 - won)


def test_ruin_ends_a_session():
    found = played(SessionLimits(bankroll=50_00, rounds=10_000), 150)
    assert min(found.nets) == -50_00
    assert found.ended(End.RUINED) == sum(times for net, times in found.nets.items() if net < -40_00)
    ruin = found.ruin()
    assert ruin is not None
    assert ruin.value == found.ended(End.RUINED) / 150


def test_nobody_goes_to_war_without_the_chips():
    assert set(played(SessionLimits(bankroll=10_00, rounds=1), 12_000).nets) == {-10_00, -5_00, 10_00}


@pytest.mark.parametrize(
    ("bankroll", "tie", "net"),
    [
        (10_00, 0, -5_00),
        (19_99, 0, -5_00),
        (20_00, 0, 20_00),
        (15_00, 5_00, 20_00 + 50_00),
    ],
)
def test_a_war_takes_the_chips_that_are_left_with_what_was_won(bankroll, tie, net):
    rules = shrunk(open_rulebook("maryland").book(), 1, least_units=1)
    sizes = {Wager.INITIAL: 10_00, Wager.TIE: tie} if tie else {Wager.INITIAL: 10_00}
    compiled = SessionTable.of(
        rules, FullTable.of(rules, {1: sizes}), SessionLimits(bankroll=bankroll, rounds=1)
    )
    assert set(compiled.block(1, 0, most=5).nets) == {net}


def test_a_round_is_what_one_round_brings():
    rich = played(SessionLimits(bankroll=1000_00, rounds=1), 12_000)
    assert set(rich.nets) == {-20_00, -10_00, 10_00, 20_00}
    surrendering = FullTable.of(RULES, {1: {Wager.INITIAL: 10_00}}, strategy=OnTie.SURRENDER)
    found = played(SessionLimits(bankroll=1000_00, rounds=1), 2000, surrendering)
    assert set(found.nets) == {-10_00, -5_00, 10_00}
    assert found.handle is not None
    assert found.handle.value == 10_00


def test_the_average_has_a_standard_error_that_counts_seats_of_one_table_together():
    found = played(SessionLimits(bankroll=1000_00, rounds=10), 60_000)
    average = found.average
    assert average is not None
    assert abs(average.z_score(-10 * 10_00 * 23138 / 993023) or 0) < 4
    assert average.standard_error is not None
    alone = 10.576 * 100 * sqrt(10 / 60_000)
    assert alone < average.standard_error < 3 * alone


def test_few_sessions_have_an_honest_error():
    compiled = SessionTable.of(RULES, TABLE, SessionLimits(bankroll=1000_00, rounds=20))
    found = [compiled.block(seed, 0, most=1_500).average for seed in range(60)]
    errors = [each.standard_error or 0 for each in found if each]
    scatter = stdev([each.value for each in found if each])
    assert len(errors) == 60
    assert 0.7 * scatter < mean(errors) < 1.4 * scatter
    assert min(errors) > 0.5 * mean(errors)


def test_percentiles_are_read_off_the_sessions():
    tally = SessionTally(nets={-5: 10, 0: 40, 7: 50}, ends=Batches.of([100], {}))
    assert [tally.percentile(each) for each in (1, 10, 11, 50, 51, 99)] == [-5, -5, 0, 0, 7, 7]


def test_sessions_at_a_table_of_their_own_say_as_much_as_they_are_many():
    alone = FullTable.of(RULES, {1: {Wager.INITIAL: 10_00}})
    limits = SessionLimits(bankroll=1000_00, rounds=10)
    assert played(limits, 1_000, alone).independent == 1_000
    assert 300 < played(limits, 999).independent < 999


def test_where_a_percentile_lies():
    nets = range(1_000)
    tally = SessionTally(nets=dict.fromkeys(nets, 1), ends=Batches.of([1] * 1_000, {4: nets}))
    # Two errors of a quarter of a thousand are 2 * sqrt(0.25 * 0.75 * 1000) = 27.4 sessions.
    assert tally.within(25, 2) == (222, 277)
    assert tally.percentile(25) == 249
    assert tally.within(1, 2) is not None
    assert replace(tally, ends=Batches.of([1] * 999, {4: nets[:999]})).within(1, 2) is None


def test_one_session_in_a_thousand_may_lose_all_that_others_won():
    tally = SessionTally(nets={10: 500, -10: 500}, ends=Batches.of([1] * 1000, {}))
    assert tally.events() == 1000
    assert tally.events(worst=-10) > 1000
    assert tally.events(worst=-10_000) < 2


def test_doubling_wins_back_what_was_lost():
    session = SessionLimits(
        bankroll=100_000_00, win=10_00, rounds=10_000, sizing=Sizing.DOUBLED, most_times=1 << 12
    )
    found = played(session, 300)
    assert found.ended(End.WON) > 290
    assert sum(times for length, times in found.lengths.items() if length <= 2) > 150


def test_a_share_of_the_bankroll():
    session = SessionLimits(bankroll=1000_00, rounds=1, sizing=Sizing.SHARE, share=Fraction(1, 10))
    found = played(session, 900)
    assert {100_00, -100_00} <= set(found.nets)
    assert 10_00 not in found.nets


def test_sessions_add_up():
    one, two = (
        SessionTally(nets={net: 1}, lengths={3: 1}, rounds=3, ends=Batches.of([1], {0: [1]}))
        for net in (5, 7)
    )
    both = one + two
    assert (both.nets, both.lengths, both.rounds, both.done) == ({5: 1, 7: 1}, {3: 2}, 6, 2)


@pytest.mark.parametrize(
    ("session", "said"),
    [
        (SessionLimits(bankroll=9_99, rounds=1), r"9\.99 does not pay for a round, which takes \$10\.00"),
        (SessionLimits(bankroll=100_00, loss=50_00), "need not end"),
    ],
)
def test_sessions_that_cannot_be(session, said):
    with pytest.raises(InputError, match=said):
        SessionTable.of(RULES, TABLE, session)
