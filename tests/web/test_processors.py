"""Processors: each of several processes stays on one of its own, and what it starts runs anywhere."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from casinowar.web.guarding import processors
from casinowar.web.guarding.processors import run_on_any, stay_on_one
from tests.web.running import Running

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system keeps nobody")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, set[int]]:
    """Have a process of three threads on eight processors, and note where each is kept."""
    for thread in (11, 12, 13):
        (tmp_path / str(thread)).mkdir()
    found: dict[int, set[int]] = {}
    monkeypatch.setattr(processors, "_THREADS", tmp_path)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(2, 10)))
    monkeypatch.setattr(os, "sched_setaffinity", lambda thread, where: found.update({thread: set(where)}))
    monkeypatch.setattr(os, "environ", {})
    return found


@pytest.mark.parametrize(("place", "places", "processor"), [(0, 2, 2), (1, 2, 6), (7, 8, 9), (2, 3, 7)])
def test_each_process_has_a_processor_of_its_own(kept, place, places, processor):
    stay_on_one(place, places)
    assert kept == {11: {processor}, 12: {processor}, 13: {processor}}

    run_on_any()
    assert kept[0] == set(range(2, 10))


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
    assert "cannot be kept to a processor: not here" in caplog.text


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one processor")
def test_a_house_that_is_told_so_has_each_of_its_processes_stay_on_one(tmp_path):
    server = Running(tmp_path, arguments=["--workers", "2", "--own-processors"]).start()
    try:
        there_are = sorted(os.sched_getaffinity(0))
        wanted = {frozenset({there_are[0]}), frozenset({there_are[len(there_are) // 2]})}
        end = time.monotonic() + 20
        while (kept := {frozenset(each) for each in affinities(server)}) != wanted:
            assert time.monotonic() < end, kept
            time.sleep(0.1)
        assert os.sched_getaffinity(server.process) == {*there_are}
        assert server.stop() == 0
    finally:
        server.kill()


def affinities(server: Running) -> Iterator[set[int]]:
    """Tell where each thread of the processes that serve may run."""
    for process in server.workers:
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(ProcessLookupError):
                yield os.sched_getaffinity(int(thread.name))
