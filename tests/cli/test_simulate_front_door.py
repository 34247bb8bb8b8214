"""A run as library users see it: one value that prints, compares, pickles and turns into other things."""

import json
import pickle
import sys
from io import StringIO

import pytest
from rich.console import Console

from casinowar.cli import main
from casinowar.cli.simulate import run as running
from casinowar.game.refusal import InputError
from casinowar.reports.blocks import Grid, text_of
from casinowar.reports.run.simulate import simulate


@pytest.fixture(scope="module")
def run():
    return simulate("maryland", rounds=200_000, seats=3, wagers=["tie"], depths=2, seed=5)


def test_figures_are_at_hand(run):
    assert run.house_edge == run.wagers["initial"].house_edge
    assert run.standard_error == run.wagers["initial"].standard_error
    assert abs(run.wagers["tie"].z_score) < 4.5
    assert (run.rounds, run.seat_rounds, run.finished, run.seed) == (200_000, 600_000, True, 5)


def test_a_run_prints_in_one_line(run):
    said = repr(run)
    assert said.startswith("<Run maryland: 6 decks · 3 seats · war · 200,000 rounds · seed 5, house edge ")
    assert "\n" not in said
    assert "<table>" in run._repr_html_()


def test_runs_that_say_the_same_are_equal(run):
    again = simulate("maryland", rounds="2e5", seats=3, wagers=("tie",), depths=2, seed=5)
    assert again == run
    assert again.seconds != run.seconds
    assert simulate("maryland", rounds=200_000, seats=3, wagers=["tie"], depths=2, seed=6) != run
    assert run != "a run"
    assert pickle.loads(pickle.dumps(run)) == run  # noqa: S301 - our own


def test_what_programs_get_is_what_the_command_line_prints(run, capsys):
    options = ["--rounds", "200000", "--seats", "3", "--with", "tie", "--depths", "2", "--seed", "5"]
    assert main(["simulate", "maryland", *options, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for times in ("seconds", "compile_seconds", "seat_rounds_per_second"):
        del printed[times]
    own = run.to_dict()
    assert {name: own[name] for name in printed} == printed
    assert json.loads(run.to_json()) == own


def test_the_report_is_a_value(run):
    report = run.report()
    wagers = report.sections[0].blocks[0]
    assert isinstance(wagers, Grid)
    assert [text_of(row[0]) for row in wagers.rows] == ["Initial", "Tie"]
    assert [column.head for column in wagers.columns] == ["Wager", "House edge", "Std. error", "Exact", "z"]
    assert [section.title for section in report.sections if section.title] == [
        "How hands end",
        "By depth in the shoe",
    ]


def test_tables(run):
    figures, depths = run.to_arrow(), run.to_arrow("depths")
    assert figures.column("house_edge").to_pylist() == [each.house_edge for each in run.wagers.values()]
    assert depths.num_rows == 4
    with pytest.raises(InputError, match="no table 'sessions'; it has figures, outcomes, depths"):
        run.to_arrow("sessions")


def test_pandas_is_named_where_it_is_missing(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"Data frames need the package pandas.*pip install pandas$"):
        run.to_pandas()


def test_progress_is_told_from_the_beginning_to_the_end():
    told = []
    simulate("maryland", rounds=2_000_000, seed=1, progress=lambda done, wanted: told.append((done, wanted)))
    assert told[0] == (0, 2_000_000)
    assert told[-1] == (2_000_000, 2_000_000)
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"rounds": 0}, "'0' is not a number of rounds"),
        ({"rounds": 10, "seats": 1.5}, "seats is a whole number from 1 to 99, not 1.5"),
        ({"rounds": 10, "seats": True}, "seats is a whole number"),
        ({"rounds": 10, "decks": 0}, "decks is a whole number from 1 to 500"),
        ({"rounds": 10, "seed": -1}, "seed is a whole number from 0 on"),
        ({"rounds": 10, "sample": True, "house": "house.toml"}, "Choose between"),
        ({"rounds": 10, "wager": "ten"}, "'ten' is not an amount of dollars"),
        ({"rounds": 10, "sessions": 5}, "Sessions need a bankroll"),
        ({"rounds": 10, "workers": 1, "gpu": True}, "Only one of workers, cluster and gpu"),
    ],
)
def test_wrong_choices_get_one_sentence(choices, sentence):
    with pytest.raises(InputError, match=sentence):
        simulate("maryland", **choices)


def test_a_strategy_may_be_a_function():
    def bold(rank, wars):
        return rank != "ace" and not wars

    run = simulate("maryland", rounds=20_000, strategy=bold, seed=1)
    assert run.request.strategy.name == "bold"
    assert "-1/2" in {each.net for each in run.outcomes}
    with pytest.raises(InputError, match="asked about 2 after 0 wars the function answers with str"):
        simulate("maryland", rounds=10, strategy=lambda rank, wars: rank * wars)


def test_a_share_may_be_a_number():
    run = simulate("maryland", rounds=1_000, decks=1, wagers=["tie"], counter=0.9, seed=1)
    assert run.request.settings()["counter"] == "0.9"


# every round


@pytest.fixture(scope="module")
def dealt():
    """Every hand of a run long enough for blocks and a rest, with meters that go on from block to block."""
    return simulate(
        "maryland",
        rounds=250_000,
        seats=3,
        sample=True,
        wagers=["tie", "progressive"],
        tables=2,
        each_round=True,
        seed=4,
    )


def test_every_hand_is_a_row_and_all_of_them_bring_what_the_run_says(dealt):
    table = dealt.to_arrow("rounds").to_pydict()
    assert len(table["net_in_cents"]) == dealt.seat_rounds
    assert table["seat"][:6] == [1, 2, 3, 1, 2, 3]
    assert (table["round"][:4], table["round"][-1]) == ([1, 1, 1, 2], dealt.rounds)
    won = -sum(table["net_in_cents"]) / 5_00 / dealt.rounds
    assert won == pytest.approx(dealt.operator.win, abs=1e-12)


def test_a_row_says_what_its_cards_say(dealt):
    table = dealt.to_arrow("rounds").to_pylist()
    ranks = "23456789TJQKA"
    told = {(-1, "lost"), (0, "war won"), (0, "war lost"), (0, "war tied"), (1, "won")}
    seen = set()
    for row in table[:30_000]:
        card, dealers = (ranks.index(row[name][0]) for name in ("card", "dealers_card"))
        seen.add(((card > dealers) - (card < dealers), row["outcome"]))
        assert (row["war_card"] is None) is (row["wars"] == 0) is (card != dealers)
        if row["wars"]:
            war, against = (ranks.index(row[name][0]) for name in ("war_card", "dealers_war_card"))
            assert row["outcome"] == f"war {['tied', 'won', 'lost'][(war > against) - (war < against)]}"
    assert seen == told


def test_surrendered_hands_say_so():
    run = simulate("maryland", rounds=1_000, strategy="surrender", each_round=True, seed=4)
    rows = run.to_arrow("rounds").to_pylist()
    assert {(row["outcome"], row["net_in_cents"]) for row in rows} == {
        ("won", 10_00),
        ("lost", -10_00),
        ("surrendered", -5_00),
    }


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"rounds": 10**6, "seats": 3}, "3,000,000 hands are too many to keep each; 2,000,000 is the most"),
        ({"rounds": 10, "sessions": 5, "bankroll": 100}, "not sessions"),
        ({"rounds": 10, "gpu": True}, "plain table only"),
    ],
)
def test_rounds_that_cannot_be_kept(choices, sentence):
    with pytest.raises(InputError, match=sentence):
        simulate("maryland", **choices, each_round=True)


def test_every_hand_goes_to_the_folder_of_tables(tmp_path, capsys):
    options = ["simulate", "maryland", "--rounds", "100", "--each-round"]
    assert main([*options, "--parquet", str(tmp_path)]) == 0
    assert (tmp_path / "rounds.parquet").is_file()
    assert main(options) == 2
    assert "--each-round keeps a table" in capsys.readouterr().err


def test_a_first_run_says_how_long_compiling_takes(monkeypatch):
    shown = StringIO()
    screen = Console(file=shown, force_terminal=True, width=60)
    monkeypatch.setattr(running, "Console", lambda **_: screen)
    monkeypatch.setattr(running, "simulate", lambda **_: None)
    monkeypatch.setattr(running, "print_report", lambda *_, **__: None)
    main(["simulate", "maryland", "--sessions", "5", "--bankroll", "100", "--rounds", "5"])
    assert "Compiling, once: seconds to minutes …" in shown.getvalue()
    assert "0:00:00" in shown.getvalue()


@pytest.mark.parametrize(
    "written", ["10,5", "1,0000", "1,000_000", "10_5", ",100", "1,00e3", "1_000", "\uff11\uff10"]
)
def test_a_number_of_rounds_is_digits_alone_or_thousands_in_groups_of_three(written):
    with pytest.raises(InputError, match="is not a number of rounds"):
        simulate("maryland", rounds=written)


@pytest.mark.parametrize("written", ["1,000", "1000", "1e3", 1_000])
def test_a_thousand_can_be_written_in_several_ways(written):
    assert simulate("maryland", rounds=written, seed=1).request.rounds == 1000
