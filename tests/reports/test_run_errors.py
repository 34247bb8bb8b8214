"""What a run says of its own errors: marked where they are rough, and beside what is exact."""

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace

from casinowar.game.refusal import InputError
from casinowar.odds.distribution import Distribution
from casinowar.reports.run.rarity import rarity
from casinowar.reports.run.results import SessionResults
from casinowar.reports.run.run import Run
from casinowar.reports.run.simulate import simulate
from tests.support.reported import words_of

OF_ROUNDS: dict[str, dict[str, Any]] = {
    "fast": {"rounds": 30, "seed": 11},
    "full": {"rounds": 30, "seed": 11, "depths": 2},
}


def of(run: Run) -> SessionResults:
    assert run.sessions
    return run.sessions


@pytest.mark.parametrize("kernel", OF_ROUNDS)
def test_a_handful_of_rounds_is_rough_in_every_figure(kernel):
    run = simulate("maryland", **OF_ROUNDS[kernel])
    document = run.to_dict()
    figures = [*document["wagers"].values(), *document["outcomes"], document["operator"]]
    figures += [wager for depth in document.get("depths", []) for wager in depth["wagers"].values()]
    assert all(figure["rough"] for figure in figures)
    assert all(wager["z_score"] is None for wager in document["wagers"].values())
    told = words_of(run.report())
    assert "~ rough: too few shoes" in told
    assert told.count("± ~") == 2


def test_rounds_that_are_many_but_wars_that_are_few():
    run = simulate("maryland", rounds=50_000, seed=1)
    assert [name for name, each in run.wagers.items() if each.rough] == ["war_tie"]
    assert [each.net for each in run.outcomes if each.rough] == ["2"]
    assert run.operator
    assert not run.operator.rough


def test_shares_of_outcomes_scatter_from_shoe_to_shoe():
    run = simulate("maryland", strategy="surrender", rounds=420_000, depths=1, seed=1)
    [half] = (each for each in run.outcomes if each.net == "-1/2")
    assert half.standard_error
    alone = sqrt(23 / 311 * 288 / 311 / 420_000)
    assert half.standard_error == pytest.approx(alone, rel=0.1)
    assert abs(half.probability - 23 / 311) < 4 * half.standard_error
    assert not half.rough


def test_prizes_are_as_rare_as_their_chance_and_coins_are_not():
    coin = Distribution([(Fraction(1), Fraction(1, 2)), (Fraction(-1), Fraction(1, 2))])
    prize = Distribution([(Fraction(900), Fraction(1, 1000)), (Fraction(-1), Fraction(999, 1000))])
    assert rarity(coin) == 1
    assert rarity(prize) == pytest.approx(1000, rel=0.01)
    assert rarity(Distribution([(Fraction(1), Fraction(1))])) == 1


@pytest.fixture(scope="module")
def sessions() -> Run:
    return simulate("maryland", rounds=100, sessions=20_000, bankroll=200, seed=1)


def test_sessions_stand_beside_the_exact_ones(sessions):
    found = of(sessions)
    assert found.exact
    assert found.ruin_z_score is not None
    assert found.z_score is not None
    assert found.exact.ruin == pytest.approx(0.08978, abs=1e-5)
    assert abs(found.ruin_z_score) < 4
    assert abs(found.z_score) < 4
    for hundredths, (low, high) in found.percentile_intervals.items():
        assert low - 10_00 <= found.exact.percentiles[hundredths] <= high + 10_00
    document = sessions.to_dict()["sessions"]
    assert document["ruin"]["rough"] is document["rough"] is False
    assert document["ruin"]["z_score"] == found.ruin_z_score
    assert document["exact"]["average_in_cents"] == found.exact.average
    told = words_of(sessions.report())
    assert "A ruined player cannot pay for the next round." in told
    assert "8.97766%" in told
    assert "95% interval" in told


def test_few_sessions_are_rough():
    run = simulate("maryland", rounds=10, sessions=50, bankroll=100, seed=1)
    found = of(run)
    assert found.rough
    assert found.ruin_rough
    assert found.z_score is found.ruin_z_score is None
    assert found.percentile_intervals.keys() == {25, 50, 75}
    told = words_of(run.report())
    assert "~ rough: too few sessions" in told
    assert told.count(" rough") == 1 + 6


def test_sessions_that_win_a_little_until_one_loses_all_are_rough():
    asked: dict[str, Any] = {"bankroll": 5_000, "win": 10, "sizing": "doubled"}
    found = of(simulate("maryland", rounds=1_000, sessions=500, seed=1, **asked))
    assert found.average > 0
    assert found.rough
    assert found.exact is None


def test_sessions_without_an_exact_answer_still_tell_ruin_with_its_error(sessions):
    apart = replace(of(sessions), exact=None, ruin_rough=True)
    run = replace(sessions, sessions=apart)
    told = words_of(run.report())
    assert f"{apart.ruin * 100:.5f}%" in told
    assert f"~ {(apart.ruin_error or 0) * 100:.5f}%" in told
    assert "~ rough: too few sessions" in told
    assert "Exact" not in told


def test_what_sessions_lose_goes_to_the_bank_where_a_player_banks(sessions):
    assert "the house keeps" in words_of(sessions.report())
    banked = replace(sessions, request=replace(sessions.request, player_banks=True))
    assert "the bank keeps" in words_of(banked.report())
    assert "the house keeps" not in words_of(banked.report())


def test_a_seed_that_would_be_another_one_again_is_refused():
    assert simulate("maryland", rounds=100, seed=2**64 - 1).rounds == 100
    with pytest.raises(InputError, match=r"from 0 to 18446744073709551615, which is 2\^64 - 1"):
        simulate("maryland", rounds=100, seed=2**64)


def test_a_shoe_that_runs_out_says_nothing_of_spins():
    with pytest.raises(InputError, match="A shoe of 52 cards ran out, and no text") as refused:
        simulate("maryland", rounds=100_000, seats=7, decks=1, seed=1)
    assert "spin" not in str(refused.value)
