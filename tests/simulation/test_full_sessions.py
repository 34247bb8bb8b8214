"""Sessions on the full path: they end when they should, and wagers grow as they should."""

from fractions import Fraction

import pytest

from casinowar.game.refusal import InputError
from casinowar.game.rules import Rules
from casinowar.game.words import Wager
from casinowar.rulebooks import open_rulebook
from casinowar.simulation.full_sessions import Session, Sessions, Sizing, play_sessions
from casinowar.simulation.full_table import FullTable
from casinowar.simulation.plan import Strategy

RULES = Rules(open_rulebook("maryland").book())
TABLE = FullTable.of(RULES, {seat: {Wager.INITIAL: 10_00} for seat in (1, 2, 3)})


def test_so_many_rounds():
    found = play_sessions(TABLE, Session(bankroll=10_000_00, rounds=50), 20, 1, 0)
    assert found.rounds == (50,) * 60
    assert len(set(found.nets)) > 10


def test_a_win_or_a_loss_ends_a_session():
    found = play_sessions(TABLE, Session(bankroll=500_00, win=100_00, loss=100_00), 200, 1, 0)
    assert len(found.nets) == 600
    for net in found.nets:
        assert 100_00 <= abs(net) <= 110_00
    won = sum(net > 0 for net in found.nets)
    assert 200 < won < 330


def test_ruin_ends_a_session():
    found = play_sessions(TABLE, Session(bankroll=50_00, rounds=10_000), 50, 1, 0)
    assert all(rounds < 10_000 or net > -50_00 for net, rounds in zip(found.nets, found.rounds, strict=True))
    assert min(found.nets) >= -50_00
    assert -50_00 in found.nets


def test_nobody_goes_to_war_without_the_chips():
    found = play_sessions(TABLE, Session(bankroll=10_00, rounds=1), 4000, 1, 0)
    assert set(found.nets) == {-10_00, -5_00, 10_00}


def test_a_round_is_what_one_round_brings():
    rich = play_sessions(TABLE, Session(bankroll=1000_00, rounds=1), 4000, 1, 0)
    assert set(rich.nets) == {-20_00, -10_00, 10_00, 20_00}
    surrendering = FullTable.of(RULES, {1: {Wager.INITIAL: 10_00}}, strategy=Strategy.SURRENDER)
    found = play_sessions(surrendering, Session(bankroll=1000_00, rounds=1), 2000, 1, 0)
    assert set(found.nets) == {-10_00, -5_00, 10_00}


def test_doubling_wins_back_what_was_lost():
    session = Session(
        bankroll=100_000_00, win=10_00, rounds=10_000, sizing=Sizing.DOUBLED, most_times=1 << 12
    )
    found = play_sessions(TABLE, session, 100, 1, 0)
    assert sum(net >= 10_00 for net in found.nets) > 290
    assert sorted(found.rounds)[150] <= 2


def test_a_share_of_the_bankroll():
    session = Session(bankroll=1000_00, rounds=1, sizing=Sizing.SHARE, share=Fraction(1, 10))
    found = play_sessions(TABLE, session, 300, 1, 0)
    assert {100_00, -100_00} <= set(found.nets)
    assert 10_00 not in found.nets


def test_sessions_add_up():
    assert Sessions((1,), (2,)) + Sessions((3,), (4,)) == Sessions((1, 3), (2, 4))


@pytest.mark.parametrize(
    ("session", "said"),
    [
        (Session(bankroll=9_99, rounds=1), "does not pay"),
        (Session(bankroll=100_00, loss=50_00), "need not end"),
    ],
)
def test_sessions_that_cannot_be(session, said):
    with pytest.raises(InputError, match=said):
        play_sessions(TABLE, session, 1, 1, 0)
