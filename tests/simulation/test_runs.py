"""Runs: the same result for any number of threads, processes, machines, and after any stop."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from casinowar.game.refusal import InputError
from casinowar.rulebooks import load_rules
from casinowar.simulation import cluster, runs
from casinowar.simulation.plan import Plan, plan

ROUNDS = 3_000_000


@pytest.fixture
def table() -> Plan:
    return plan(load_rules("maryland"), 2)


def finished(start: runs.Checkpoint, workers: int = 1) -> runs.Checkpoint:
    *_, last = runs.run(start, workers)
    return last


def test_the_rounds_asked_for_are_played_and_no_more(table):
    for rounds in (1, 1_000, 777_777, ROUNDS):
        last = finished(runs.Checkpoint(plan=table, seed=4, rounds=rounds))
        assert last.finished
        assert last.tally.rounds == rounds


def test_the_result_does_not_depend_on_the_number_of_threads(table):
    start = runs.Checkpoint(plan=table, seed=4, rounds=ROUNDS)
    assert finished(start, 1) == finished(start, 2) == finished(start, 5)


def test_a_run_goes_on_from_its_checkpoint_to_the_same_result(table, tmp_path):
    start = runs.Checkpoint(plan=table, seed=4, rounds=ROUNDS)
    file = str(tmp_path / "run.json")
    for number, point in enumerate(runs.run(start)):
        runs.save(point, file)
        if number == 2:
            break
    again = runs.load(file, start)
    assert 0 < again.tally.rounds < ROUNDS
    assert finished(again) == finished(start)


@pytest.mark.parametrize("change", [{"seed": 5}, {"rounds": 10}])
def test_a_checkpoint_of_another_run_is_refused(table, tmp_path, change):
    start = runs.Checkpoint(plan=table, seed=4, rounds=ROUNDS)
    file = str(tmp_path / "run.json")
    runs.save(finished(start), file)
    with pytest.raises(InputError, match="another run"):
        runs.load(file, msgspec.structs.replace(start, **change))


def test_a_file_that_is_no_checkpoint_is_refused(table, tmp_path):
    (tmp_path / "run.json").write_text("not a checkpoint", encoding="utf-8")
    with pytest.raises(InputError, match="not a checkpoint"):
        runs.load(str(tmp_path / "run.json"), runs.Checkpoint(plan=table, seed=4, rounds=1))


def started(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


# Dask's threads may complain of one another while they shut down on a busy machine; that is theirs.
@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_changes_nothing_but_the_time(table, tmp_path):
    rounds = 60_000_000
    start = runs.Checkpoint(plan=table, seed=4, rounds=rounds)
    file = tmp_path / "scheduler.json"
    processes = [started("scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))]
    try:
        _wait_for(file)
        address = msgspec.json.decode(file.read_bytes())["address"]
        worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        processes += [started(*worker), started(*worker)]
        with cluster.running_cluster(address) as client:
            client.wait_for_workers(2, timeout=60)
            playing = runs.run(start, blocks=lambda *asked: cluster.on_cluster(client, *asked))
            next(playing)
            os.kill(processes[1].pid, signal.SIGKILL)
            *_, last = playing
            assert len(client.scheduler_info(n_workers=-1)["workers"]) == 1
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert last == finished(start, 2)


def _wait_for(file: Path) -> None:
    for _ in range(300):
        if file.exists() and file.stat().st_size:
            return
        time.sleep(0.1)
    raise TimeoutError(f"{file} did not appear")


@pytest.mark.filterwarnings("ignore")
def test_local_workers_deal_the_same_blocks(table):
    start = runs.Checkpoint(plan=table, seed=9, rounds=ROUNDS)
    with cluster.local_workers(2) as client:
        *_, last = runs.run(start, blocks=lambda *asked: cluster.on_cluster(client, *asked))
    assert last == finished(start)


def test_no_scheduler_is_one_sentence():
    with (
        pytest.raises(InputError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"),
        cluster.running_cluster("tcp://127.0.0.1:1"),
    ):
        pass
