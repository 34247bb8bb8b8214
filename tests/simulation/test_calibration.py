"""Standard errors are honest: exact figures are as often far away as they should be, whatever the run."""

import pytest

from benchmarks.calibration import SETUPS, Calibration, calibrated, lines

SEEDS = 100
MOST = (13, 4)
"""Of a hundred honest figures 4.6 lie beyond two errors and 0.3 beyond three: more than this, hardly ever."""
QUICK = {
    "fast, 30 rounds": {"rounds": 30},
    "fast, 3,000 rounds, 7 seats": SETUPS["fast, 3,000 rounds, 7 seats"],
    "fast, 20,000 rounds, 1 deck": SETUPS["fast, 20,000 rounds, 1 deck"],
    "full, 20,000 rounds, 4 depths": SETUPS["full, 20,000 rounds, 4 depths"],
    "100 sessions of 10 rounds": SETUPS["100 sessions of 10 rounds"],
    "700 sessions, 7 seats": {"rounds": 10, "sessions": 700, "seats": 7, "bankroll": 50},
}


def of_seeds(name: str, seeds: int = SEEDS) -> Calibration:
    *_, state = calibrated(QUICK[name], seeds, Calibration())
    return state


@pytest.mark.parametrize("name", QUICK)
def test_exact_figures_are_as_far_away_as_errors_say(name):
    for figure, found in of_seeds(name).figures.items():
        allowed = [most * max(1.0, found.told / SEEDS) for most in MOST]
        assert all(beyond <= most for beyond, most in zip(found.beyond, allowed, strict=True)), figure


def test_nothing_of_thirty_rounds_goes_unmarked():
    assert {found.told for found in of_seeds("fast, 30 rounds", 5).figures.values()} == {0}


def test_what_is_told_and_what_is_rough():
    found = of_seeds("700 sessions, 7 seats", 20).figures
    assert {figure for figure, counted in found.items() if not counted.told} == {
        "percentile 1",
        "percentile 99",
    }
    told = "\n".join(lines("sessions", of_seeds("700 sessions, 7 seats", 20)))
    assert "4.55 %" in told
    assert "percentile 1 " in told
    assert "rough" in told


def test_a_calibration_goes_on_where_it_was_stopped():
    name = "fast, 3,000 rounds, 7 seats"
    *_, half = calibrated(QUICK[name], 20, Calibration())
    *_, whole = calibrated(QUICK[name], 40, half)
    assert whole == of_seeds(name, 40)
    assert [*calibrated(QUICK[name], 40, whole)] == []
