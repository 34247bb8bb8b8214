"""Runs with functions that are asked in play: by the engine, and said so."""

import json
import pickle
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from casinowar import Table, simulate
from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager


def simulated(rulebook: str, **asked: Any) -> Any:
    return simulate(rulebook, **asked)


def always(_rank, _wars, _cards):
    return True


def never(_rank, _wars, _cards):
    return False


def double_after_a_loss(bankroll, results):
    lost = 0
    for result in reversed(results):
        if result >= 0:
            break
        lost += 1
    return min(10 * 2**lost, bankroll)


def test_a_strategy_that_sees_cards_is_asked_on_every_tie_with_all_that_lay_open():
    asked = []

    def look(rank, wars, cards):
        asked.append((rank, wars, cards))
        return len(cards.seen) % 2 == 0

    run = simulated("maryland", rounds=400, seats=3, strategy=look, seed=4)
    assert run.by_engine
    assert run.about.endswith("· look · 400 rounds · seed 4 · played by the engine")
    assert len(asked) > 40
    sizes = []
    for rank, wars, cards in asked:
        assert wars == 0
        assert cards.own[0] == cards.dealers[0] == {"10": "T"}.get(rank, rank[0].upper())
        assert {cards.own, cards.dealers} <= set(cards.seen)
        assert max(map(cards.seen.count, cards.seen)) <= 6
        sizes.append(len(cards.seen))
    assert any(later < earlier for earlier, later in pairwise(sizes))


@pytest.mark.parametrize(("function", "name"), [(always, "war"), (never, "surrender")])
def test_what_the_engine_finds_is_what_the_kernel_finds(function, name):
    ours = simulated("washington", rounds=3_000, seats=4, strategy=function, wagers=["tie"], seed=2)
    theirs = simulated("washington", rounds=1_000_000, seats=4, strategy=name, wagers=["tie"], seed=3)
    assert ours.rounds == 3_000
    assert ours.wagers["initial"].exact is None
    for wager in ("initial", "tie"):
        found, expected = ours.wagers[wager], theirs.wagers[wager]
        assert abs(found.house_edge - expected.house_edge) < 4 * found.standard_error
    assert abs(ours.operator.handle - theirs.operator.handle) < 0.05
    assert abs(ours.rounds_in_a_shoe - theirs.rounds_in_a_shoe) <= 4 * (ours.rounds_in_a_shoe_error or 0)
    assert sum(each.probability for each in ours.outcomes) == pytest.approx(1)
    net = sum(float(each.probability) * eval(each.net) for each in ours.outcomes)  # noqa: S307 - a fraction of ours
    assert net * 4 == pytest.approx(-ours.operator.win)


def test_sessions_of_the_kernels_own_sizing_are_found_again():
    asked: dict[str, Any] = {"rounds": 20, "bankroll": 100, "win": 50}
    ours = simulated("maryland", **asked, sessions=400, sizing=lambda _bankroll, _results: 10, seed=1)
    theirs = simulated("maryland", **asked, sessions=50_000, wager=10, seed=1)
    assert ours.sessions.exact is None
    assert abs(ours.sessions.average - theirs.sessions.average) < 4 * ours.sessions.standard_error
    assert abs(ours.sessions.ruin - theirs.sessions.ruin) < 4 * ours.sessions.ruin_error
    assert ours.sessions.ends.keys() == theirs.sessions.ends.keys()
    assert abs(ours.sessions.handle / theirs.sessions.handle - 1) < 0.1


def test_a_sizing_is_told_the_bankroll_and_what_each_round_brought():
    told = []

    def size(bankroll, results):
        told.append((bankroll, results))
        return "12.50"

    run = simulated("washington", rounds=5, sessions=2, bankroll=100, sizing=size, seed=1)
    assert [len(results) for _, results in told] == [0, 1, 2, 3, 4] * 2
    assert all(bankroll == 100 + sum(results, Decimal(0)) for bankroll, results in told)
    assert sum(run.sessions.nets) or run.sessions.nets
    assert "sized by size" in " ".join(run.request.in_words())
    assert run.to_dict()["played_by"] == "engine"
    assert run.to_dict()["setting"]["session"]["sizing"] == "size"


def test_a_run_is_the_same_each_time_and_pickles():
    asked: dict[str, Any] = {
        "rounds": 40,
        "sessions": 20,
        "bankroll": 500,
        "sizing": double_after_a_loss,
        "seed": 9,
    }
    run = simulated("maryland", **asked, strategy=never)
    assert run == simulated("maryland", **asked, strategy=never)
    assert pickle.loads(pickle.dumps(run)) == run  # noqa: S301 - it is ours
    assert run != simulated("maryland", **{**asked, "seed": 10}, strategy=never)


def test_a_kernel_says_that_it_is_one():
    assert simulated("maryland", rounds=100, seed=1).to_dict()["played_by"] == "kernel"


def test_who_asks_for_more_than_is_left_is_ruined():
    asked: dict[str, Any] = {"rounds": 10, "sessions": 100, "bankroll": 160, "seed": 1}
    ours = simulated("maryland", **asked, sizing=lambda _bankroll, _results: 50)
    theirs = simulated("maryland", **{**asked, "sessions": 20_000}, wager=50)
    assert set(ours.sessions.ends) == set(theirs.sessions.ends)
    assert abs(ours.sessions.ruin - theirs.sessions.ruin) < 4 * ours.sessions.ruin_error
    beyond = simulated("maryland", **asked, sizing=lambda _bankroll, _results: 170)
    assert beyond.sessions.ends == {"ruined": 100}
    assert beyond.sessions.nets == {0: 100}


def test_a_sizing_of_nothing_leaves_the_table():
    asked: dict[str, Any] = {"rounds": 10, "sessions": 20, "bankroll": 160, "seed": 1}
    run = simulated("maryland", **asked, sizing=lambda _bankroll, results: 10 if len(results) < 3 else 0)
    assert run.sessions.ends == {"left the table": 20}
    assert run.sessions.lengths == {3: 20}
    assert run.sessions.ruin == 0
    never = simulated("maryland", **asked, sizing=lambda _bankroll, _results: 0)
    assert never.to_dict()["sessions"]["ends"] == {"left the table": 20}
    assert repr(never.report())


def test_a_sizing_above_the_maximum_is_put_down_to_it():
    most = int(Table("maryland").limits[Wager.INITIAL][1])
    asked: dict[str, Any] = {"rounds": 3, "sessions": 5, "bankroll": 8 * most, "seed": 1}
    above = simulated("maryland", **asked, sizing=lambda _bankroll, _results: 10 * most)
    at = simulated("maryland", **asked, sizing=lambda _bankroll, _results: most)
    assert above.sessions.nets == at.sessions.nets


def too_small(_bankroll, _results):
    return "0.05"


SESSIONS: dict[str, Any] = {"rounds": 5, "sessions": 2, "bankroll": 500}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"rounds": 100, "strategy": always, "gpu": True}, "which has no gpu"),
        ({"rounds": 100, "strategy": always, "workers": 2}, "which has no workers"),
        ({"rounds": 100, "strategy": always, "depths": 2}, "which has no depths"),
        ({"rounds": "1e7", "strategy": always}, "up to 1,000,000 rounds, not 10,000,000"),
        ({"rounds": 100, "strategy": always, "wagers": ["war_tie"]}, "with initial and tie wagers"),
        ({**SESSIONS, "sizing": too_small}, r"A wager of 0.05 dollars in round 1 of session 1: "),
        ({**SESSIONS, "sizing": lambda _b, _r: None}, "The sizing answers with None, not with an amount"),
        ({**SESSIONS, "sizing": lambda _b, _r: -5}, "The sizing answers with -5, not with an amount"),
        ({**SESSIONS, "sizing": lambda _b, _r: "ten"}, "'ten'"),
        ({**SESSIONS, "sizing": lambda _b, _r: 10, "wagers": ["tie"]}, "for initial wagers alone"),
        ({**SESSIONS, "sizing": lambda _b, _r: 10, "seats": 2}, "see one seat through its sessions"),
        ({**SESSIONS, "sizing": "own"}, "There is no sizing 'own'"),
        ({"rounds": 100, "sizing": lambda _b, _r: 10}, "sizing is for sessions"),
        ({**SESSIONS, "sizing": lambda _b: 10}, r"a sizing is a function size\(bankroll, results\), not one"),
        (
            {"rounds": 100, "strategy": lambda _rank: True},
            r"a strategy is a function choose\(rank, wars\) or",
        ),
        ({"rounds": 100, "strategy": lambda _r, _w, _c, _d: True}, "not one that takes"),
        (
            {"rounds": 100, "strategy": lambda _rank, _wars, _cards: 1},
            "answers with 1, not with True or False",
        ),
    ],
)
def test_what_the_engine_does_not_play_is_refused_in_one_sentence(asked, why):
    with pytest.raises(InputError, match=why) as refused:
        simulated("maryland", **{"seed": 1, **asked})
    assert "\n" not in str(refused.value)


def test_where_a_player_banks_the_engine_runs_no_functions():
    with pytest.raises(InputError, match="where the house banks"):
        simulated("california", rounds=100, strategy=always)


MINE = """
def choose(rank, wars, cards):
    return cards.seen.count(cards.own) < 3

def size(bankroll, results):
    return 10 if len(results) < 3 else 20

def wrong(bankroll, results):
    return 1 / 0
"""


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    return file


def test_functions_in_a_file_are_asked_in_play(mine, capsys):
    asked = ["simulate", "maryland", "--rounds", "6", "--sessions", "4", "--bankroll", "300", "--seed", "1"]
    own = ["--strategy", f"{mine}:choose", "--sizing", f"{mine}:size"]
    assert main([*asked, *own]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "mine.py:choose" in printed
    assert "sized by mine.py:size" in printed
    assert "played by the engine" in printed
    assert main([*asked, *own, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["played_by"] == "engine"


def test_what_goes_wrong_in_a_function_is_one_sentence(mine, capsys):
    asked = ["simulate", "maryland", "--rounds", "6", "--sessions", "4", "--bankroll", "300"]
    assert main([*asked, "--sizing", f"{mine}:wrong"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "line 9: ZeroDivisionError: division by zero." in said
    assert main([*asked, "--sizing", f"{mine}:none"]) == 2
    assert "has no function 'none'." in " ".join(capsys.readouterr().err.split())
