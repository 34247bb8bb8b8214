"""Processors: each of several processes stays on one of its own, and what it starts runs anywhere."""

import os
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec import msgpack

from casinowar.web.server import cpu_affinity
from casinowar.web.server.child_processes import WorkResult
from casinowar.web.server.cpu_affinity import _apart, run_on_any, stay_on_one
from tests.web.served_house import ServedHouse

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="there are no two processors, or this system keeps nobody to one",
)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, set[int]]:
    """Have a process of three threads on eight processors, and note where each is kept."""
    for thread in (11, 12, 13):
        (tmp_path / str(thread)).mkdir()
    found: dict[int, set[int]] = {}
    monkeypatch.setattr(cpu_affinity, "_THREADS", tmp_path)
    monkeypatch.setattr(cpu_affinity, "_PROCESSORS", tmp_path / "nowhere")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(2, 10)))
    monkeypatch.setattr(os, "sched_setaffinity", lambda thread, where: found.update({thread: set(where)}))
    monkeypatch.setattr(os, "environ", {**os.environ})
    os.environ.pop("CASINOWAR_SERVING_PROCESSORS", None)
    return found


@pytest.mark.parametrize(("place", "places", "processor"), [(0, 2, 2), (1, 2, 3), (7, 8, 9), (2, 3, 4)])
def test_each_process_has_a_processor_of_its_own(kept, place, places, processor):
    stay_on_one(place, places)
    assert kept == {11: {processor}, 12: {processor}, 13: {processor}}

    run_on_any()
    assert kept[0] == set(range(2, 10))


@pytest.mark.parametrize(("place", "processor"), [(0, 2), (1, 4), (2, 6), (3, 8), (4, 3), (7, 9)])
def test_processes_are_on_cores_of_their_own_as_long_as_there_are_any(
    kept, tmp_path, monkeypatch, place, processor
):
    for number in range(2, 10):
        core = tmp_path / "cores" / f"cpu{number}" / "topology"
        core.mkdir(parents=True)
        (core / "thread_siblings_list").write_text(f"{number // 2 * 2}-{number // 2 * 2 + 1}")
    monkeypatch.setattr(cpu_affinity, "_PROCESSORS", tmp_path / "cores")
    threads = tmp_path / "threads"
    (threads / "11").mkdir(parents=True)
    monkeypatch.setattr(cpu_affinity, "_THREADS", threads)
    stay_on_one(place, 8)
    assert kept == {11: {processor}}


def test_a_thread_that_begins_meanwhile_is_kept_too_and_one_that_ends_in_nobodys_way(
    kept, tmp_path, monkeypatch
):
    def keep(thread: int, where: set[int]) -> None:
        (tmp_path / "14").mkdir(exist_ok=True)
        if thread == 12:
            raise ProcessLookupError
        kept[thread] = where

    monkeypatch.setattr(os, "sched_setaffinity", keep)
    stay_on_one(0, 2)
    assert kept == {11: {2}, 13: {2}, 14: {2}}


def test_more_processes_than_there_are_processors_take_turns(kept):
    stay_on_one(0, 9)
    run_on_any()
    assert kept == {}


@pytest.mark.usefixtures("kept")
def test_a_process_that_cannot_be_kept_serves_all_the_same(monkeypatch, caplog):
    def forbidden(_thread: int, _where: set[int]) -> None:
        raise PermissionError("not here")

    monkeypatch.setattr(os, "sched_setaffinity", forbidden)
    stay_on_one(0, 2)
    assert "CPU affinity cannot be set: not here" in caplog.text
    run_on_any()  # and so does what it starts


@pytest.mark.parametrize("told", [["--own-processors"], []])
def test_each_of_a_houses_processes_stays_on_one_if_it_is_told_so(tmp_path, told):
    there_are = os.sched_getaffinity(0)
    wanted = {frozenset({each}) for each in _apart(there_are)[:2]} if told else {frozenset(there_are)}
    server = ServedHouse(tmp_path, arguments=["--workers", "2", *told]).start()
    try:
        end = time.monotonic() + 20
        while (kept := {frozenset(each) for each in affinities(server)}) != wanted:
            assert time.monotonic() < end, kept
            time.sleep(0.1)
        assert os.sched_getaffinity(server.process) == there_are
        assert server.stop() == 0
    finally:
        server.kill()


CHILD = """
import os
from casinowar.web.server.child_processes import answer_requests

os.environ["CASINOWAR_SERVING_PROCESSORS"] = ",".join(map(str, os.sched_getaffinity(0)))
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
answer_requests(int, lambda _request, _progress: str(sorted(os.sched_getaffinity(0))).encode())
"""


def test_what_such_a_process_starts_runs_on_all_processors():
    with subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"\0\0\0\1\1")
        child.stdin.flush()
        [size] = struct.unpack(">I", child.stdout.read(4))
        reply = msgpack.decode(child.stdout.read(size), type=WorkResult)
    assert reply.content.decode() == str(sorted(os.sched_getaffinity(0)))


def affinities(server: ServedHouse) -> Iterator[set[int]]:
    """Tell where each thread of the processes that serve may run."""
    for process in server.workers:
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(ProcessLookupError):
                yield os.sched_getaffinity(int(thread.name))
