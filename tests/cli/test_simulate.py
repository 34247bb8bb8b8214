"""The command `simulate`: its JSON contract, what it prints, and what it says to wrong input."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from casinowar.cli import main
from casinowar.reports.blocks import Paragraph
from casinowar.reports.run.simulate import simulate
from casinowar.simulation import cluster

_COMMAND = "import sys; from casinowar.cli import main; sys.exit(main())"


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


def test_a_picture_that_cannot_be_written_loses_no_figures(capsys, monkeypatch, tmp_path):
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    picture = tmp_path / "picture.svg"
    picture.write_bytes(b"the old one")
    monkeypatch.setattr("os.fsync", full)
    arguments = ("maryland", "--rounds", "1000", "--seed", "1", "--plot", str(picture), "--json")
    assert main(["simulate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["rounds"] == 1_000
    assert err == f"casinowar: {picture}: it cannot be written (No space left on device).\n"
    assert [*tmp_path.iterdir()] == [picture]
    assert picture.read_bytes() == b"the old one"


def test_a_picture_that_cannot_be_drawn_loses_no_tables(capsys, tmp_path):
    folder = tmp_path / "tables"
    arguments = ("maryland", "--rounds", "1000", "--seed", "1", "--plot", str(tmp_path / "meters.svg"))
    assert main(["simulate", *arguments, "--figure", "meters", "--parquet", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out
    assert err == "casinowar: There is no picture 'meters' here; there are: edges, outcomes.\n"
    assert sorted(each.name for each in folder.iterdir()) == ["figures.parquet", "outcomes.parquet"]


@pytest.mark.parametrize(
    ("figure", "option"), [("depths", "--depths"), ("nets", "--sessions"), ("lengths", "--sessions")]
)
def test_a_picture_of_what_is_not_asked_for_is_refused_before_the_run(capsys, tmp_path, figure, option):
    arguments = ("maryland", "--rounds", "1000", "--plot", str(tmp_path / "some.svg"), "--figure", figure)
    assert main(["simulate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err == f"casinowar: The picture '{figure}' needs {option} N, which says what to draw.\n"


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
    run = ("maryland", "--seed", "3", "--checkpoint", str(tmp_path / "run.json"))
    short, again = simulated(*run, "--rounds", "5e6"), simulated(*run, "--rounds", "5e6")
    assert short["wagers"] == again["wagers"]
    assert simulated(*run, "--rounds", "9e6")["wagers"] != short["wagers"]
    longer, afresh = simulated(*run, "--rounds", "9e6"), simulated(*run[:3], "--rounds", "9e6")
    assert longer["wagers"] == afresh["wagers"]


def test_a_checkpoint_knows_its_seed(simulated, tmp_path):
    run = ("maryland", "--checkpoint", str(tmp_path / "run.json"))
    short, longer = simulated(*run, "--rounds", "1e6"), simulated(*run, "--rounds", "2.5e6")
    assert longer["seed"] == short["seed"]
    assert longer["rounds"] == 2_500_000
    assert (
        longer["wagers"] == simulated("maryland", "--rounds", "2.5e6", "--seed", str(short["seed"]))["wagers"]
    )


def test_a_long_run_of_several_seats_does_not_pretend_to_an_exact_figure():
    long, short = (simulate("maryland", rounds=rounds, seats=7, seed=1) for rounds in ("3e8", "1e6"))
    assert long.wagers["tie"].z_score is None
    assert long.wagers["tie"].cover_card_effect == pytest.approx(3.3e-5, rel=0.05)
    assert long.wagers["initial"].z_score is not None
    assert short.wagers["tie"].z_score is not None
    said = " ".join(block.text for block in long.report().sections[0].blocks if isinstance(block, Paragraph))
    assert "the cover card's effect" in said


def test_the_document_says_what_was_played(simulated):
    run = ("maryland", "--sample", "--rounds", "20", "--sessions", "50", "--bankroll", "300", "--win", "100")
    setting = simulated(*run, "--with", "progressive", "--reading", "hands_paid=every_hand")["setting"]
    assert setting["wagers_in_cents"] == {"initial": 5_00, "progressive": 5_00}
    assert setting["house"] == "sample"
    assert setting["readings"] == {"hands_paid": "every_hand"}
    assert setting["session"]["win_in_cents"] == 100_00
    assert simulated("california", "--rounds", "10", "--bank", "20")["setting"]["bank_in_cents"] == 20_00


def test_the_screen_says_how_often_a_counter_wagered(capsys):
    run = ["simulate", "maryland", "--rounds", "1e5", "--decks", "1", "--with", "tie", "--seed", "1"]
    assert main([*run, "--counter", "0.9"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "initial $10.00, tie $10.00 · counter 0.9" in said
    assert "The counter made tie wagers in" in said
    assert main([*run, "--counter", "10"]) == 0
    assert "in 0.00000% of hands" in " ".join(capsys.readouterr().out.split())


def test_nothing_is_cut_off_at_eighty_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    wagers = ("--with", "tie", "--with", "war_tie", "--with", "progressive", "--with", "bonus_spin")
    assert (
        main(["simulate", "maryland", "--sample", "--rounds", "1e5", "--depths", "3", "--seed", "1", *wagers])
        == 0
    )
    assert "…" not in capsys.readouterr().out


def test_a_checkpoint_of_sessions_tells_its_own_speed(simulated, tmp_path):
    run = ("maryland", "--rounds", "50", "--bankroll", "100", "--checkpoint", str(tmp_path / "run.json"))
    first = simulated(*run, "--sessions", "2000", "--seed", "3")
    again = simulated(*run, "--sessions", "2000", "--seed", "3")
    assert first["sessions"] == again["sessions"]
    assert again["seat_rounds_per_second"] == 0


@pytest.mark.filterwarnings("ignore")
def test_workers_deal_what_threads_deal(simulated):
    run = ("maryland", "--sample", "--rounds", "3e5", "--seats", "2", "--with", "progressive", "--seed", "3")
    assert simulated(*run, "--workers", "2")["wagers"] == simulated(*run)["wagers"]


def test_help_does_not_wait_for_numba():
    code = (
        "import sys; from casinowar.cli import main; main(); print('numba' in sys.modules, file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, "simulate", "--help"], capture_output=True, text=True, check=True
    )
    assert ended.stderr == "False\n"
    assert "--strategy" in ended.stdout


def test_an_odd_half_takes_the_full_path(simulated, tmp_path):
    (tmp_path / "house.toml").write_text('smallest_chip = "5"\n', encoding="utf-8")
    run = ("maryland", "--house", str(tmp_path / "house.toml"), "--rounds", "1e5", "--strategy", "surrender")
    for reading, lost in (("odd_chip_to_player", "-1/3"), ("odd_chip_to_house", "-2/3")):
        said = simulated(*run, "--reading", f"odd_half={reading}", "--wager", "15", "--seed", "1")
        assert lost in {each["net"] for each in said["outcomes"]}


def test_what_the_fast_kernel_refuses_the_full_one_may_deal(simulated):
    document = simulated("tests/rulebooks/own/tiny.toml", "--rounds", "1000", "--seats", "2", "--seed", "1")
    assert document["rounds"] == 1000


def test_a_strategy_without_surrender_is_refused(capsys, tmp_path):
    book = Path("src/casinowar/rulebooks/washington.toml").read_text(encoding="utf-8")
    own = re.sub(r"(?ms)^\[surrender\].*?(?=^\[)", "", book.partition("[readings")[0])
    (tmp_path / "own.toml").write_text(own.replace('"washington"', '"own"', 1), encoding="utf-8")
    (tmp_path / "mine.toml").write_text('[tie]\ndefault = "war"\nace = "surrender"\n', encoding="utf-8")
    arguments = [
        "simulate",
        str(tmp_path / "own.toml"),
        "--rounds",
        "10",
        "--strategy",
        str(tmp_path / "mine.toml"),
    ]
    assert main(arguments) == 2
    assert "knows no surrender" in capsys.readouterr().err


def test_the_figures_are_printed_beside_the_exact_ones(capsys):
    assert main(["simulate", "maryland", "--rounds", "1e6", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert "Exact: long run." in said
    assert "2.33002%" in said
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


def test_every_side_wager_is_compared_with_the_exact_odds(simulated):
    wagers = ("--with", "tie", "--with", "war_tie", "--with", "progressive", "--with", "bonus_spin")
    arguments = ("maryland", "--sample", "--rounds", "2e6", "--seats", "3", "--seed", "5", *wagers)
    document = simulated(*arguments)
    assert set(document["wagers"]) == {"initial", "tie", "war_tie", "progressive", "envy", "bonus_spin"}
    for name, wager in document["wagers"].items():
        assert abs(wager["house_edge"] - wager["exact"]) < 4.5 * wager["standard_error"], name
    assert document["wagers"]["progressive"]["compared_with"] == "average meter"
    wins = {meter["meter"]: meter["wins"] for meter in document["meters"]}
    assert wins["progressive"] < 30 < wins["secondary"]
    rough = {name for name, wager in document["wagers"].items() if wager["rough"]}
    assert rough >= {"progressive", "envy"}
    assert all((wager["z_score"] is None) is wager["rough"] for wager in document["wagers"].values())
    assert sum(each["probability"] for each in document["outcomes"]) == pytest.approx(1)
    assert {meter["meter"] for meter in document["meters"]} == {"progressive", "primary", "secondary"}
    for meter in document["meters"]:
        shown = [win["showed_in_cents"] for win in document["meter_wins"] if win["meter"] == meter["meter"]]
        assert meter["wins"] == len(shown)
        assert meter["largest_win_in_cents"] == max(shown, default=None)


def test_tie_wagers_keep_to_the_fast_path(simulated):
    plain = simulated("maryland", "--rounds", "1e6", "--seats", "2", "--seed", "5")
    with_ties = simulated("maryland", "--rounds", "1e6", "--seats", "2", "--seed", "5", "--with", "tie")
    assert plain["wagers"]["tie"]["house_edge"] == with_ties["wagers"]["tie"]["house_edge"]
    assert (plain["wagers"]["tie"]["wagered"], with_ties["wagers"]["tie"]["wagered"]) == (None, 1.0)
    one, both = plain["operator"], with_ties["operator"]
    edges = {name: wager["house_edge"] for name, wager in with_ties["wagers"].items()}
    assert one["win"] == pytest.approx(2 * edges["initial"])
    assert both["win"] == pytest.approx(2 * (edges["initial"] + edges["tie"]))
    assert both["handle"] == pytest.approx(one["handle"] + 2)
    assert both["hold"] == pytest.approx(both["win"] / both["handle"])


def test_both_paths_say_the_same_of_the_operator(simulated):
    arguments = (
        "maryland",
        "--rounds",
        "2e6",
        "--seats",
        "3",
        "--with",
        "tie",
        "--with",
        "war_tie",
        "--seed",
        "5",
    )
    fast, full = simulated(*arguments), simulated(*arguments, "--depths", "2")
    both = (fast["operator"]["standard_error"] ** 2 + full["operator"]["standard_error"] ** 2) ** 0.5
    assert abs(fast["operator"]["win"] - full["operator"]["win"]) < 4.5 * both
    assert fast["operator"]["handle"] == pytest.approx(full["operator"]["handle"], abs=0.003)
    assert fast["operator"]["standard_error"] == pytest.approx(full["operator"]["standard_error"], rel=0.05)
    for one, other in zip(fast["outcomes"], full["outcomes"], strict=True):
        assert one["net"] == other["net"]
        error = (one["standard_error"] ** 2 + other["standard_error"] ** 2) ** 0.5
        assert abs(one["probability"] - other["probability"]) < 4.5 * error


def test_depths_show_where_in_the_shoe_rounds_were(simulated):
    document = simulated("maryland", "--rounds", "1e6", "--depths", "4", "--with", "tie", "--seed", "1")
    assert sum(depth["rounds"] for depth in document["depths"]) == 1_000_000
    assert [depth["first"] for depth in document["depths"]] == [0, 0.25, 0.5, 0.75]
    for depth in document["depths"]:
        assert set(depth["wagers"]) == {"initial", "tie"}
        assert abs(depth["wagers"]["tie"]["z_score"]) < 4.5


def test_a_small_bank_is_not_taken_for_the_cover_card(simulated):
    said = simulated("california", "--seats", "6", "--bank", "60", "--rounds", "1e6", "--seed", "3")
    assert said["wagers"]["initial"]["cover_card_effect"] < 1e-6
    assert said["wagers"]["initial"]["z_score"] is not None


def test_tie_wagers_keep_to_the_house_s_limits(simulated):
    said = simulated(
        "maryland", "--sample", "--wager", "500", "--with", "tie", "--rounds", "1000", "--seed", "1"
    )
    assert said["setting"]["wagers_in_cents"] == {"initial": 500_00, "tie": 200_00}


def test_rounds_to_a_shoe_are_those_of_whole_shoes(simulated):
    cut, one = (
        simulated("maryland", "--rounds", "150", "--seed", "3", *path) for path in ((), ("--depths", "2"))
    )
    assert cut["rounds_in_a_shoe"] is None
    assert one["shoes"] == 2
    assert 80 < one["rounds_in_a_shoe"] < 120
    assert one["rounds_in_a_shoe_rough"]
    for path in ((), ("--depths", "2")):
        long = simulated("maryland", "--rounds", "2e6", "--seed", "3", *path)["rounds_in_a_shoe"]
        assert long == pytest.approx(99.19, abs=0.3)


def test_a_counter_makes_fewer_and_better_tie_wagers(simulated):
    arguments = ("maryland", "--rounds", "3e5", "--decks", "1", "--with", "tie", "--seed", "1")
    always, counted = simulated(*arguments)["wagers"], simulated(*arguments, "--counter", "0.9")["wagers"]
    assert (always["tie"]["wagered"], counted["initial"]["wagered"]) == (1.0, 1.0)
    assert 0 < counted["tie"]["wagered"] < 0.3
    assert counted["tie"]["house_edge"] < always["tie"]["house_edge"]
    assert counted["tie"]["exact"] is None


def test_a_table_of_choices_in_a_file(simulated, tmp_path):
    (tmp_path / "mine.toml").write_text('[tie]\ndefault = "war"\nace = "surrender"\n', encoding="utf-8")
    document = simulated(
        "maryland", "--rounds", "3e5", "--strategy", str(tmp_path / "mine.toml"), "--seed", "1"
    )
    assert document["strategy"] == "mine.toml"
    initial = document["wagers"]["initial"]
    assert initial["exact"] == pytest.approx(628751 / 25818598)
    assert abs(initial["house_edge"] - initial["exact"]) < 4 * initial["standard_error"]
    nets = {each["net"]: each["probability"] for each in document["outcomes"]}
    assert nets["-1/2"] == pytest.approx(23 / 311 / 13, rel=0.05)


def test_sessions(simulated):
    arguments = ("maryland", "--rounds", "60", "--sessions", "20000", "--bankroll", "200", "--win", "100")
    document = simulated(*arguments, "--loss", "150", "--seats", "2", "--seed", "1")
    sessions = document["sessions"]
    assert sessions["number"] == sum(each["sessions"] for each in sessions["nets"]) == 20_000
    assert set(sessions["ends"]) == {"won enough", "lost enough", "rounds played"}
    assert sum(sessions["ends"].values()) == 20_000
    expected = sum(each["net_in_cents"] * each["sessions"] for each in sessions["nets"]) / 20_000
    assert sessions["average_in_cents"] == pytest.approx(expected)
    assert sessions["hold"] == pytest.approx(-expected / 200_00)
    percentiles = list(sessions["percentiles_in_cents"].values())
    assert percentiles == sorted(percentiles)
    assert max(each["rounds"] for each in sessions["lengths"]) == 60


def test_larger_wagers_are_lost_faster(simulated):
    arguments = ("maryland", "--rounds", "100", "--sessions", "4000", "--bankroll", "500", "--seed", "1")
    flat = simulated(*arguments)["sessions"]
    doubled = simulated(*arguments, "--sizing", "doubled")["sessions"]
    share = simulated(*arguments, "--sizing", "share", "--share", "1/5")["sessions"]
    assert flat["ruin"]["probability"] < share["ruin"]["probability"] < doubled["ruin"]["probability"]
    assert flat["handle_in_cents"] < doubled["handle_in_cents"]


def test_the_electronic_version(simulated, tmp_path):
    (tmp_path / "house.toml").write_text("[electronic]\ncommunity_cards = 5\n", encoding="utf-8")
    arguments = ("maryland", "--house", str(tmp_path / "house.toml"), "--rounds", "3e5", "--seed", "1")
    document = simulated(*arguments, "--seats", "7")
    assert document["seats"] == 7
    initial = document["wagers"]["initial"]
    assert abs(initial["house_edge"] - initial["exact"]) < 4.5 * initial["standard_error"]
    every = simulated(*arguments, "--seats", "2", "--reading", "community_cards=all_cards")
    assert (every["seats"], every["seat_rounds"]) == (2, 10 * every["rounds"])


def test_a_payout_limit_takes_the_full_path(simulated, tmp_path):
    (tmp_path / "house.toml").write_text('payout_limit = "15"\n', encoding="utf-8")
    arguments = ("maryland", "--house", str(tmp_path / "house.toml"), "--rounds", "3e5", "--seed", "1")
    assert {"20"} & {each["net"] for each in simulated(*arguments, "--wager", "10")["outcomes"]} == set()
    nets = {each["net"] for each in simulated(*arguments)["outcomes"]}
    assert nets == {"-2", "-1", "1", "3/2"}


def test_pictures_and_tables_are_written(simulated, tmp_path):
    picture, folder = tmp_path / "run.png", tmp_path / "tables"
    simulated(
        "maryland",
        "--rounds",
        "1e5",
        "--plot",
        str(picture),
        "--parquet",
        str(folder),
        "--arrow",
        str(folder),
    )
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert {file.name for file in folder.iterdir()} == {
        f"{name}.{form}" for name in ("figures", "outcomes") for form in ("parquet", "arrow")
    }


def test_ctrl_c_prints_what_is_known_so_far_and_a_checkpoint_goes_on_from_there(simulated, tmp_path):
    file = tmp_path / "run.json"
    arguments = [
        "simulate",
        "maryland",
        "--rounds",
        "1e12",
        "--seed",
        "3",
        "--checkpoint",
        str(file),
        "--json",
    ]
    running = subprocess.Popen(
        [sys.executable, "-c", _COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    for _ in range(600):
        written = file.read_text(encoding="utf-8") if file.exists() else ""
        if written and json.loads(written)["checkpoint"]["blocks"]:
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    said, _ = running.communicate(timeout=60)
    assert running.returncode == 0
    document = json.loads(said)
    assert not document["finished"]
    assert 0 < document["rounds"] < 1e12
    more = document["rounds"] + 10_000_000
    again = simulated("maryland", "--rounds", str(more), "--seed", "3", "--checkpoint", str(file))
    assert again["wagers"] == simulated("maryland", "--rounds", str(more), "--seed", "3")["wagers"]


def test_wars_fought_again_take_the_full_path(simulated):
    document = simulated("tests/rulebooks/own/again_at_a_price.toml", "--rounds", "1e6", "--seed", "1")
    found = document["wagers"]["initial"]
    assert abs(found["house_edge"] - 0.036783) < 4.5 * found["standard_error"]


@pytest.mark.parametrize(("reading", "won"), [("both_ways", 0.005986), ("payoffs", 0.2058)])
def test_a_small_bank_wins_more_than_it_should_where_payoffs_alone_use_it_up(simulated, reading, won):
    run = ("california", "--rounds", "5e5", "--seats", "3", "--bank", "20", "--seed", "2")
    found = simulated(*run, "--reading", f"bank_exhausted={reading}")["wagers"]["initial"]
    assert abs(found["house_edge"] - won / 3) < 4.5 * found["standard_error"]


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
        (["maryland", "--rounds", "1e99"], "'1e99' rounds are too many; 1e+15 is the most"),
        (["maryland", "--rounds", "2.5"], "'2.5' is not a number of rounds"),
        (["maryland", "--rounds", "10", "--seats", "8"], "1 to 7 seats can wager, not 8"),
        (["maryland", "--rounds", "10", "--strategy", "luck"], "There is no strategy 'luck'"),
        (["nowhere", "--rounds", "10"], "There is no rulebook 'nowhere'"),
        (["maryland", "--rounds", "10", "--workers", "2", "--cluster", "x"], "workers, cluster and gpu"),
        (["maryland", "--rounds", "10", "--gpu"], "no CUDA device"),
        (["tests/rulebooks/own/again_at_a_price.toml", "--rounds", "10", "--gpu"], "the plain table"),
        (["maryland", "--rounds", "10", "--counter", "1"], "add the wager tie"),
        (["maryland", "--rounds", "10", "--with", "tie", "--counter", "much"], "counter is a share"),
        (["maryland", "--rounds", "10", "--bankroll", "100"], "bankroll is for sessions"),
        (["maryland", "--rounds", "10", "--sessions", "10"], "Sessions need a bankroll"),
        (
            ["maryland", "--rounds", "10", "--sessions", "0", "--bankroll", "90"],
            "'0' is not a number of sessions",
        ),
        (["maryland", "--rounds", "10", "--sessions", "9", "--bankroll", "9"], "does not pay for a round"),
        (
            ["maryland", "--rounds", "10", "--sessions", "9", "--bankroll", "90", "--sizing", "x"],
            "no sizing 'x'",
        ),
        (
            ["maryland", "--rounds", "10", "--sessions", "9", "--bankroll", "90", "--share", "1/9"],
            "goes with the sizing share",
        ),
        (
            ["maryland", "--rounds", "10", "--sessions", "9", "--bankroll", "90", "--depths", "2"],
            "Depths have no meaning",
        ),
        (["maryland", "--rounds", "10", "--plot", "picture.txt"], "that end in .png, .svg, .pdf"),
        (["maryland", "--rounds", "10", "--parquet", "README.md"], "this is a file"),
        (["maryland", "--rounds", "10", "--wager", "ten"], "'ten' is not an amount of dollars"),
        (["maryland", "--rounds", "10", "--wager", "0"], "wager is an amount of dollars, not nothing"),
        (["maryland", "--rounds", "10", "--wager", "0.01"], "cannot be settled exactly"),
        (
            ["maryland", "--rounds", "10", "--tables", "4"],
            "Several tables are for rounds with wagers that raise meters",
        ),
        (["maryland", "--rounds", "10", "--with", "tie", "--counter", "11"], "at most 10"),
        (
            ["maryland", "--rounds", "9", "--sessions", "9", "--bankroll", "90", "--loss", "91"],
            "more than its bankroll",
        ),
        (
            ["maryland", "--rounds", "9", "--sessions", "9", "--bankroll", "90", "--win", "0"],
            "win is an amount",
        ),
        (["maryland", "--rounds", "10", "--parquet", ""], "--parquet"),
        (["maryland", "--rounds", "10", "--checkpoint", "nowhere/run.json"], "there is no folder nowhere"),
        (["maryland", "--rounds", "10", "--checkpoint", "README.md"], "not a checkpoint"),
        (["maryland", "--rounds", "10", "--cluster", "tcp://127.0.0.1:1"], "no Dask scheduler"),
        (["california", "--rounds", "10", "--seats", "8"], "1 to 7 seats can wager"),
        (["maryland", "--rounds", "10", "--with", "progressive"], "does not offer a progressive wager"),
        (["maryland", "--rounds", "10", "--with", "luck"], "There is no wager 'luck' to add"),
        (["maryland", "--rounds", "10", "--bank", "5"], "a bank has no meaning"),
        (["california", "--rounds", "10", "--seats", "8", "--bank", "5"], "1 to 7 seats can wager"),
        (["california", "--rounds", "10", "--sample", "--bank", "9"], "A bank is at least $10.00 here"),
        (["california", "--rounds", "10", "--bank", "9.99"], "a multiple of $0.02"),
    ],
)
def test_wrong_input_gets_one_line(capsys, monkeypatch, arguments, sentence):
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 1)
    assert main(["simulate", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sentence in said.err


@pytest.mark.parametrize(("option", "said"), [("--seats", "1_0"), ("--seed", "1_0"), ("--decks", "٣")])
def test_a_number_is_written_with_digits_alone(option, said, capsys):
    assert main(["simulate", "washington", "--rounds", "1000", option, said]) == 2
    assert f"{option} is a whole number" in capsys.readouterr().err
