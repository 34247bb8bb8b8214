"""The command `simulate`: its JSON contract, what it prints, and what it says to wrong input."""

import json
import subprocess
import sys

import pytest

from casinowar.cli import main


@pytest.fixture
def simulated(capsys):
    """Run the command and read its document."""

    def run(*arguments):
        assert main(["simulate", *arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_the_document_keeps_the_contract(simulated):
    document = simulated("maryland", "--rounds", "2e6", "--seats", "3", "--seed", "7")
    assert document["rulebook"] == "maryland"
    assert (document["decks"], document["seats"], document["seed"]) == (6, 3, 7)
    assert (document["rounds"], document["seat_rounds"]) == (2_000_000, 6_000_000)
    assert document["seconds"] > 0
    assert document["compile_seconds"] > 0
    assert document["seat_rounds_per_second"] == pytest.approx(6_000_000 / document["seconds"])
    assert set(document["wagers"]) == {"initial", "tie", "war_tie"}
    for wager in document["wagers"].values():
        assert abs(wager["house_edge"] - wager["exact"]) < 5 * wager["standard_error"]
        assert wager["z_score"] == pytest.approx(
            (wager["house_edge"] - wager["exact"]) / wager["standard_error"]
        )
    assert sum(each["probability"] for each in document["outcomes"]) == pytest.approx(1)


def test_the_same_seed_deals_the_same_rounds(simulated):
    arguments = ("washington", "--rounds", "300000", "--seed", "11")
    first, again, other = simulated(*arguments), simulated(*arguments), simulated(*arguments[:-1], "12")
    assert first["wagers"] == again["wagers"]
    assert first["wagers"] != other["wagers"]
    assert (
        simulated("washington", "--rounds", "10")["seed"] != simulated("washington", "--rounds", "10")["seed"]
    )


def test_surrender_and_readings_are_honoured(simulated):
    document = simulated("maryland", "--rounds", "1e7", "--strategy", "surrender", "--seed", "1")
    assert document["wagers"]["initial"]["exact"] == pytest.approx(23 / 622)
    assert document["wagers"]["initial"]["house_edge"] == pytest.approx(23 / 622, abs=0.0015)
    assert "war_tie" not in document["wagers"]
    document = simulated("south_dakota", "--rounds", "1e7", "--reading", "tie_hand=loses", "--seed", "1")
    assert document["wagers"]["initial"]["house_edge"] == pytest.approx(23 / 311, abs=0.0015)


@pytest.mark.parametrize(("reading", "best"), [("held", "war"), ("lost", "surrender")])
def test_the_best_strategy_is_the_one_that_the_odds_prefer(simulated, reading, best):
    arguments = (
        "california",
        "--rounds",
        "1000",
        "--seed",
        "1",
        "--reading",
        f"primary_wager_at_war={reading}",
    )
    assert simulated(*arguments, "--strategy", "best")["strategy"] == best


def test_a_checkpoint_lets_a_run_be_made_longer(simulated, tmp_path):
    file = str(tmp_path / "run.json")
    short = simulated("maryland", "--rounds", "5e6", "--seed", "3", "--checkpoint", file)
    again = simulated("maryland", "--rounds", "5e6", "--seed", "3", "--checkpoint", file)
    assert short["wagers"] == again["wagers"]


def test_the_figures_are_printed_beside_the_exact_ones(capsys):
    assert main(["simulate", "maryland", "--rounds", "1e6", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert "Exact, long run" in said
    assert "2.33002 %" in said
    assert "1,000,000 rounds" in said


def test_side_wagers_take_the_full_path_with_live_meters(simulated):
    wagers = ("--with", "tie", "--with", "war_tie", "--with", "progressive", "--with", "bonus_spin")
    document = simulated("maryland", "--sample", "--rounds", "400000", "--seats", "7", "--seed", "1", *wagers)
    assert document["rounds"] == 400_000
    exact = {"initial": 0.0233, "tie": 0.18653, "war_tie": 0.18631, "bonus_spin": 0.2286, "envy": -0.01208}
    for name, edge in exact.items():
        found = document["wagers"][name]
        assert abs(found["house_edge"] - edge) < 4.5 * found["standard_error"], name
    assert document["wagers"]["progressive"]["house_edge"] < 0.3
    assert all(win["showed_in_cents"] >= 5_000_00 for win in document["meter_wins"])


def test_wars_fought_again_take_the_full_path(simulated):
    document = simulated("tests/rulebooks/own/again_at_a_price.toml", "--rounds", "1e6", "--seed", "1")
    found = document["wagers"]["initial"]
    assert abs(found["house_edge"] - 0.036783) < 4.5 * found["standard_error"]


def test_a_small_bank_wins_more_than_it_should(simulated):
    document = simulated("california", "--rounds", "5e5", "--seats", "3", "--bank", "20", "--seed", "2")
    found = document["wagers"]["initial"]
    assert abs(found["house_edge"] - 0.2058 / 3) < 4.5 * found["standard_error"]


@pytest.mark.parametrize("package", ["numpy", "numba"])
def test_without_the_extra_one_line_says_how_to_install_it(package):
    code = f"import sys; sys.modules[{package!r}] = None; from casinowar.cli import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", code, "simulate", "maryland", "--rounds", "10"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert f"needs the package {package}" in ended.stderr
    assert "casinowar[simulation]" in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["maryland"], "--rounds"),
        (["maryland", "--rounds", "many"], "'many' is not a number of rounds"),
        (["maryland", "--rounds", "0"], "'0' is not a number of rounds"),
        (["maryland", "--rounds", "1e99"], "is not a number of rounds"),
        (["maryland", "--rounds", "10", "--seats", "8"], "The table has 1 to 7 seats, not 8"),
        (["maryland", "--rounds", "10", "--strategy", "luck"], "There is no strategy 'luck'"),
        (["nowhere", "--rounds", "10"], "There is no rulebook 'nowhere'"),
        (["maryland", "--rounds", "10", "--workers", "2", "--cluster", "x"], "--workers"),
        (["maryland", "--rounds", "10", "--gpu"], "no CUDA device"),
        (["tests/rulebooks/own/again_at_a_price.toml", "--rounds", "10", "--workers", "2"], "plain table"),
        (["maryland", "--rounds", "10", "--with", "progressive"], "does not offer a progressive wager"),
        (["maryland", "--rounds", "10", "--with", "luck"], "There is no wager 'luck' to add"),
        (["maryland", "--rounds", "10", "--bank", "5"], "--bank has no meaning"),
        (["california", "--rounds", "10", "--seats", "8", "--bank", "5"], "1 to 7 seats can wager"),
    ],
)
def test_wrong_input_gets_one_line(capsys, arguments, sentence):
    assert main(["simulate", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sentence in said.err
