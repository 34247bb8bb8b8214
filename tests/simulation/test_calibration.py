"""Standard errors are honest: exact figures are as often far away as they should be, whatever the run."""

import pytest

from benchmarks.calibration import SETUPS, Calibration, Counted, calibrated, lines, summary

SEEDS, FIRST = 100, 1_000_000
MOST = (13, 4)
"""Of a hundred honest figures 4.6 lie beyond two errors and 0.3 beyond three: more than this, hardly ever."""
QUICK = {
    name: SETUPS[name]
    for name in (
        "fast, 30 rounds",
        "fast, 15,000 rounds, 7 seats",
        "fast, 20,000 rounds, 1 deck",
        "100 sessions of 10 rounds",
        "400 sessions of 10 rounds, 7 seats",
    )
}
QUICK["full, 42,000 rounds, 2 depths"] = {"rounds": 42_000, "depths": 2}
QUICK["2,800 sessions, 7 seats"] = {"rounds": 5, "sessions": 2_800, "seats": 7, "bankroll": 50}


def of_seeds(name: str, seeds: int = SEEDS) -> Calibration:
    *_, state = calibrated(QUICK[name], seeds, Calibration(), FIRST)
    return state


@pytest.mark.parametrize("name", QUICK)
def test_exact_figures_are_as_far_away_as_errors_say(name):
    for figure, found in of_seeds(name).figures.items():
        allowed = [most * max(1.0, found.told / SEEDS) for most in MOST]
        assert all(beyond <= most for beyond, most in zip(found.beyond, allowed, strict=True)), figure


def test_nothing_of_thirty_rounds_goes_unmarked():
    assert {found.told for found in of_seeds("fast, 30 rounds", 5).figures.values()} == {0}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("100 sessions of 10 rounds", {"percentile 10", "percentile 25", "percentile 50"}),
        ("400 sessions of 10 rounds, 7 seats", {"percentile 5", "percentile 10", "percentile 25"}),
        ("2,800 sessions, 7 seats", {"average", "percentile 1", "percentile 99"}),
    ],
)
def test_what_is_told_and_what_is_rough(name, told):
    found = of_seeds(name, 20)
    clear = {figure for figure, counted in found.figures.items() if counted.told}
    assert told <= clear
    assert ("average" in clear) is ("average" in told)
    written = "\n".join(lines(name, found))
    assert "4.55%" in written
    assert written.count("rough") == len(found.figures) - len(clear)


def test_percentiles_of_lone_sessions_are_told_by_all_seeds_or_none():
    found = of_seeds("100 sessions of 10 rounds", 50).figures
    assert {found[f"percentile {each}"].told for each in (10, 25, 50, 75, 90)} == {50}


def test_the_table_takes_the_figures_of_a_set_up_together_and_intervals_apart():
    one, other = Counted(told=150, scored=150, beyond=[7, 1]), Counted(told=50, scored=50, beyond=[3, 0])
    figures = {"initial": one, "tie": other, "war_tie": Counted(), "percentile 5": Counted(told=9)}
    rows = [*summary({"fast, 200 rounds": Calibration(seeds=150, figures=figures)})]
    assert rows[2:] == [
        "| fast, 200 rounds | 150 | 2 of 3 | 200 | 5.00% | 0.50% |",
        "| all of these |  | 2 of 3 | 200 | 5.00% | 0.50% |",
        "| intervals of percentiles, all set-ups |  | 1 of 1 | 9 | 0.00% | 0.00% |",
        "| normal distribution | | | | 4.55% | 0.27% |",
    ]
    assert [*summary({})][2] == "| all of these |  | 0 of 0 | 0 |  |  |"


def test_a_calibration_goes_on_where_it_was_stopped():
    name = "fast, 15,000 rounds, 7 seats"
    *_, half = calibrated(QUICK[name], 20, Calibration(), FIRST)
    *_, whole = calibrated(QUICK[name], 40, half, FIRST)
    assert whole == of_seeds(name, 40)
    assert [*calibrated(QUICK[name], 40, whole, FIRST)] == []
