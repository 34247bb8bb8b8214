"""Runs: the same result for any number of threads, processes, machines, and after any stop."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.rulebooks import load_rules, load_sample
from casinowar.simulation import cluster, scheduler
from casinowar.simulation.accumulators import Batches
from casinowar.simulation.checkpoint_file import open_checkpoint
from casinowar.simulation.full.sessions import SessionLimits, SessionTable, SessionTally
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import FullTally
from casinowar.simulation.kernels import AnyTable, most_of
from casinowar.simulation.plain.table import plain_table

PLAIN = plain_table(load_rules("maryland"), 2)
SAMPLE = load_rules("maryland", load_sample("maryland"))
SIDES = {Wager.INITIAL: 10_00, Wager.TIE: 10_00, Wager.PROGRESSIVE: 5_00, Wager.BONUS_SPIN: 5_00}
METERED = FullTable.of(SAMPLE, dict.fromkeys((1, 2, 3), SIDES), depths=2, tables=4)
SESSIONS = SessionTable.of(
    load_rules("maryland"),
    FullTable.of(load_rules("maryland"), {seat: {Wager.INITIAL: 10_00} for seat in (1, 2)}),
    SessionLimits(bankroll=100_00, rounds=200),
)
EVERY: dict[str, tuple[AnyTable, int]] = {
    "plain": (PLAIN, 3_000_000),
    "metered": (METERED, 700_000),
    "sessions": (SESSIONS, 5_001),
}
"""Each kind of table, and how many rounds or sessions make some blocks of it."""


def start(kind: str, seed: int = 4, wanted: int | None = None) -> scheduler.Checkpoint:
    table, usual = EVERY[kind]
    return scheduler.Checkpoint.start(table, seed, usual if wanted is None else wanted)


def finished(begun: scheduler.Checkpoint, workers: int = 1) -> scheduler.Checkpoint:
    *_, last = scheduler.run(begun, workers)
    return last


def save(point: scheduler.Checkpoint, file: str) -> None:
    with open_checkpoint(file) as checkpoint:
        checkpoint.save(point)


def load(file: str, wanted: scheduler.Checkpoint) -> scheduler.Checkpoint:
    with open_checkpoint(file) as checkpoint:
        return checkpoint.load(wanted)


@pytest.mark.parametrize("kind", EVERY)
def test_what_is_asked_for_is_played_and_no_more(kind):
    for wanted in (1, 1_000, 4_321, EVERY[kind][1]):
        last = finished(start(kind, wanted=wanted))
        assert last.finished
        assert last.played.done == wanted


@pytest.mark.parametrize("kind", EVERY)
def test_the_result_does_not_depend_on_the_number_of_threads(kind):
    assert finished(start(kind), 1) == finished(start(kind), 2) == finished(start(kind), 5)


@pytest.mark.parametrize("kind", EVERY)
def test_a_run_goes_on_from_its_checkpoint_to_the_same_result(kind, tmp_path):
    file = str(tmp_path / "run.json")
    for number, point in enumerate(scheduler.run(start(kind))):
        save(point, file)
        if number == 2:
            break
    again = load(file, start(kind))
    assert 0 < again.tally.done < EVERY[kind][1]
    assert finished(again) == finished(start(kind))


@pytest.mark.parametrize("kind", EVERY)
def test_a_finished_run_goes_on_to_be_a_longer_one(kind, tmp_path):
    file, wanted = str(tmp_path / "run.json"), EVERY[kind][1]
    save(finished(start(kind, wanted=wanted // 2)), file)
    assert load(file, start(kind, wanted=wanted // 2)).finished
    longer = load(file, start(kind))
    assert not longer.finished
    assert finished(longer) == finished(start(kind))


@pytest.mark.parametrize("kind", EVERY)
def test_a_block_is_dealt_where_it_fits_for_sure_and_not_left_out_for_its_length(kind):
    most = most_of(EVERY[kind][0])
    assert finished(start(kind, wanted=most - 1)).blocks == 0
    one = finished(start(kind, wanted=most))
    assert one.blocks == 1
    assert one.tally.done <= most


@pytest.mark.parametrize("kind", ["plain", "metered"])
def test_shoes_that_the_end_of_a_run_cuts_short_are_not_whole(kind):
    last = finished(start(kind))
    assert not isinstance(last.played, SessionTally)
    whole = last.played.whole
    assert 0 < whole.number < last.played.shoes
    assert whole.rounds < last.played.rounds
    short, one = (finished(start(kind, wanted=wanted)).played for wanted in (5, 60))
    assert not isinstance(short, SessionTally)
    assert not isinstance(one, SessionTally)
    assert short.whole.rounds_in_a_shoe is None
    assert one.whole.rounds <= 60


def test_meters_go_on_from_block_to_block():
    last = finished(start("metered")).played
    assert isinstance(last, FullTally)
    assert {0, 1, 2, 3} == set(last.standing)
    assert sum(standing.rounds for standing in last.standing.values()) == last.rounds
    for table, standing in last.standing.items():
        if not any((win.table, win.meter) == (table, 0) for win in last.wins):
            raised = standing.rounds * 3 * 5_00 * 12 // 100
            assert standing.progressive == METERED.meters.progressive + raised
    assert any(win.meter for win in last.wins)


def test_sums_may_outgrow_64_bits(tmp_path):
    file = str(tmp_path / "run.json")
    last = finished(start("metered", wanted=1_000))
    assert isinstance(last.tally, FullTally)
    large = replace(last, tally=replace(last.tally, nets=Batches(number=1, whole=1, whole_squared=1 << 80)))
    save(large, file)
    assert load(file, large) == large


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 5}, "has seed 4, not 5"),
        ({"wanted": 10}, r"has played 3,000,000 already, 2,597,814 in whole blocks: ask for these or more\."),
        ({"table": plain_table(load_rules("maryland"), 3)}, "another table"),
        ({"dealer": "device"}, "another table"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(tmp_path, change, said):
    file = str(tmp_path / "run.json")
    save(finished(start("plain")), file)
    with pytest.raises(InputError, match=said):
        load(file, replace(start("plain"), **change))


def test_a_checkpoint_whose_seeds_meant_other_rounds_is_refused(tmp_path):
    file = str(tmp_path / "run.json")
    save(replace(start("plain"), stream_version=1), file)
    with pytest.raises(InputError, match="another version"):
        load(file, start("plain"))
    Path(file).write_text(
        Path(file).read_text(encoding="utf-8").replace('"stream_version"', '"version"'), encoding="utf-8"
    )
    with pytest.raises(InputError, match="not a checkpoint"):
        load(file, start("plain"))


def test_a_tally_of_another_kind_is_refused(tmp_path):
    file = str(tmp_path / "run.json")
    save(replace(start("plain"), tally=FullTally()), file)
    with pytest.raises(InputError, match="another table"):
        load(file, start("plain"))


@pytest.mark.parametrize("text", ["not a checkpoint", "{}", "[" * 100_000, '{"table": 1}', "[]"])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path, text):
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="not a checkpoint"):
        load(str(tmp_path / "run.json"), start("plain"))


def numbers_in(values, path=()):
    """List where each number of a document stands."""
    if isinstance(values, dict):
        return [each for key, below in values.items() for each in numbers_in(below, (*path, key))]
    if isinstance(values, list):
        return [each for place, below in enumerate(values) for each in numbers_in(below, (*path, place))]
    return [path] if isinstance(values, int) and not isinstance(values, bool) else []


@pytest.mark.parametrize("kind", EVERY)
def test_a_checkpoint_with_one_changed_number_is_refused(tmp_path, kind):
    file = tmp_path / "run.json"
    save(finished(start(kind, wanted=1000)), str(file))
    text = file.read_text(encoding="utf-8")
    places = numbers_in(json.loads(text))
    assert len(places) > 20
    for path in Random(1).sample(places, min(len(places), 40)):
        values = json.loads(text)
        below = values
        for part in path[:-1]:
            below = below[part]
        below[path[-1]] += 1
        file.write_text(json.dumps(values), encoding="utf-8")
        with pytest.raises(InputError, match=r"changed or damaged|not a checkpoint"):
            load(str(file), start(kind, wanted=1000))


def test_a_checkpoint_that_another_run_has_is_refused(tmp_path):
    file = str(tmp_path / "run.json")
    with open_checkpoint(file) as mine:
        for _ in range(3):  # the lock is on each file that takes the name
            mine.save(start("plain"))
            with pytest.raises(InputError, match=r"run\.json: another run goes on from this checkpoint now"):
                save(start("plain"), file)
    save(start("plain"), file)


def test_the_lock_of_a_killed_run_is_free(tmp_path):
    file = str(tmp_path / "run.json")
    code = (
        "import sys, time; from casinowar.simulation.checkpoint_file import open_checkpoint\n"
        "with open_checkpoint(sys.argv[1]):\n    print('locked', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, file], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        with pytest.raises(InputError, match="another run"):
            save(start("plain"), file)
        other.kill()
    save(start("plain"), file)


def test_an_empty_file_is_the_beginning(tmp_path):
    file = tmp_path / "run.json"
    file.touch()
    assert load(str(file), start("plain")) == start("plain")
    assert load(str(file), start("plain")) == start("plain")
    assert [*tmp_path.iterdir()] == [file]


def test_a_full_disk_keeps_the_last_checkpoint(tmp_path, monkeypatch):
    file = tmp_path / "run.json"

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    save(start("plain"), str(file))
    before = file.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(InputError, match=r"run\.json: it cannot be written \(No space left on device\)"):
            save(finished(start("plain", wanted=1000)), str(file))
        with pytest.raises(InputError, match=r"new\.json: it cannot be written"):
            save(start("plain"), str(tmp_path / "new.json"))
    assert [*tmp_path.iterdir()] == [file]
    assert file.read_bytes() == before


def test_a_checkpoint_that_cannot_be_written_is_one_sentence(tmp_path):
    with pytest.raises(InputError, match="there is no folder"):
        save(start("plain"), str(tmp_path / "nowhere" / "run.json"))


def started(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


# Dask's threads may complain of one another while they shut down on a busy machine; that is theirs.
@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_changes_nothing_but_the_time(tmp_path: Path):
    tables: list[tuple[AnyTable, int]] = [(PLAIN, 60_000_000), (METERED, 3_000_000)]
    file = tmp_path / "scheduler.json"
    processes = [started("scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))]
    try:
        _wait_for(lambda: file.exists() and file.stat().st_size, file.name)
        address = msgspec.json.decode(file.read_bytes())["address"]
        worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        processes += [started(*worker) for _ in range(3)]
        with cluster.running_cluster(address) as client:
            client.wait_for_workers(3, timeout=60)
            for killed, (table, wanted) in enumerate(tables, start=1):
                begun = scheduler.Checkpoint.start(table, 4, wanted)
                playing = scheduler.run(begun, blocks=lambda asked: cluster.on_cluster(client, asked))
                next(playing)
                os.kill(processes[killed].pid, signal.SIGKILL)
                *_, last = playing
                _wait_for(partial(_has_workers, client, 3 - killed), "the loss of a worker")
                assert last == finished(begun, 2)
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _wait_for(happened: Callable[[], object], what: str) -> None:
    for _ in range(300):
        if happened():
            return
        time.sleep(0.1)
    raise TimeoutError(f"{what} did not show")


def _has_workers(client: Any, number: int) -> bool:
    return len(client.scheduler_info(n_workers=-1)["workers"]) == number


@pytest.mark.filterwarnings("ignore")
def test_local_workers_deal_the_same_blocks():
    with cluster.local_workers(2) as client:
        for kind in EVERY:
            *_, last = scheduler.run(start(kind), blocks=lambda asked: cluster.on_cluster(client, asked))
            assert last == finished(start(kind))


@pytest.mark.filterwarnings("ignore")
def test_no_workers_is_one_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "_SECONDS_FOR_WORKERS", 0.5)
    with cluster.local_workers(1) as client:
        client.cluster.scale(0)
        while client.scheduler_info(n_workers=-1)["workers"]:
            time.sleep(0.1)
        address = client.scheduler.address
        with pytest.raises(InputError, match="no workers"), cluster.running_cluster(address):
            pass


def test_no_scheduler_is_one_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 1)
    with (
        pytest.raises(InputError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"),
        cluster.running_cluster("tcp://127.0.0.1:1"),
    ):
        pass
