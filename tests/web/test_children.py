"""Processes of a server's own: they show that they live, end with it, and one that fails is no end of all."""

import asyncio
import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from casinowar.game.refusal import InputError
from casinowar.house.audit.checkpoints import SignedCheckpoint, signed_checkpoint, signing_key
from casinowar.house.storage.store import Store, opened_store
from casinowar.reports.blocks import Report
from casinowar.web.audit_job import AuditJob
from casinowar.web.lab import simulation_process as d
from casinowar.web.lab.messages import CheckBody, ReportTold, SimulationBody
from casinowar.web.lab.simulations import Simulations
from casinowar.web.lab.worker_pool import Workshop
from casinowar.web.server.child_processes import claimed, is_claimed, limit
from casinowar.web.server.settings import ServingSettings
from casinowar.web.server.tcp_timeouts import cut_off_after

LONG = SimulationBody(rulebook="washington", rounds=10**10)
QUESTION = CheckBody(text="x = 1")


async def _no_process(*_arguments: object, **_how: object) -> None:
    raise OSError("no more processes")


async def _until(is_so: Callable[[], bool]) -> None:
    """Wait for what another process does; a test that hangs has failed."""
    async with asyncio.timeout(120):
        while not is_so():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)


def test_a_claim_is_one_childs_and_ends_with_it(tmp_path: Path):
    lock = tmp_path / "lock"
    assert not is_claimed(lock)
    with claimed(lock) as claim:
        assert claim is not None
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[claim])
    assert is_claimed(lock)
    with claimed(lock) as second:
        assert second is None
    assert is_claimed(lock)
    child.kill()
    child.communicate()
    assert not is_claimed(lock)


def test_a_limit_that_the_system_does_not_know_is_none(monkeypatch: pytest.MonkeyPatch):
    def refuse(_kind: int, _limits: tuple[int, int]) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    limit(resource.RLIMIT_AS, 1, 1)


# audits


def _house(folder: Path) -> ServingSettings:
    Store(f"sqlite:///{folder}/house.db").close()
    (folder / "key").write_text("00" * 32)
    return ServingSettings(database=f"sqlite:///{folder}/house.db", key=str(folder / "key"))


def test_an_audit_is_known_to_all_processes_and_there_is_one_at_a_time(tmp_path: Path):
    async def audit() -> None:
        here, there = AuditJob(settings, tmp_path), AuditJob(settings, tmp_path)
        assert here.last.began == 0
        await here.start()
        assert (here.last.going, there.last.going) == (True, True)
        began = there.last.began
        await there.start()
        assert there.last.began == began, "a second one was begun"
        await _until(lambda: not there.last.going)
        assert here.last == there.last
        assert (here.last.problem, here.last.faults) == ("", ())
        assert here.last.ended >= began
        await here.close()

    settings = _house(tmp_path)
    asyncio.run(audit())


def test_an_audit_that_fails_says_so_and_another_can_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def audit() -> None:
        made = AuditJob(settings, tmp_path)
        with monkeypatch.context() as broken:
            broken.setattr(asyncio, "create_subprocess_exec", _no_process)
            await made.start()
        assert (made.last.going, made.last.problem[:16]) == (False, "The audit itself")
        (tmp_path / "key").rename(tmp_path / "kept")
        await made.start()  # it finds no key
        assert (made.last.going, made.last.problem) == (True, "")
        await _until(lambda: not made.last.going)
        assert made.last.problem
        (tmp_path / "kept").rename(tmp_path / "key")
        await made.start()
        await _until(lambda: not made.last.going)
        assert made.last.problem == ""
        await made.close()

    settings = _house(tmp_path)
    asyncio.run(audit())


def test_an_audit_holds_the_house_to_a_checkpoint_that_was_kept(tmp_path: Path):
    key, other = signing_key(tmp_path / "signing.pem"), signing_key(tmp_path / "other.pem")
    settings = replace(_house(tmp_path), signing_key=str(tmp_path / "signing.pem"))
    with opened_store(settings.database) as store:
        kept, strange = signed_checkpoint(store, key, 86_400_000), signed_checkpoint(store, other, 1)
    with opened_store(f"sqlite:///{tmp_path}/other.db") as store:
        store.open_stream("gone", b"{}", 0)
        longer = signed_checkpoint(store, key, 1)

    async def audit() -> None:
        made = AuditJob(settings, tmp_path)

        async def held(checkpoint: SignedCheckpoint | None) -> tuple[list[str], str]:
            assert await made.start(checkpoint)
            await _until(lambda: not is_claimed(tmp_path / "audit-lock"))
            assert made.last.problem == ""
            return [each.problem for each in made.last.faults], made.last.held_to

        assert await held(None) == ([], "")
        assert await held(kept) == ([], "that of 1970-01-02 00:00:00+00:00, signed by the house")
        [missing], _ = await held(longer)
        assert missing == "the journal is not the one of the checkpoint"
        [changed], whose = await held(replace(kept, at=kept.at + 1))
        assert "its signature does not hold" in changed
        assert "not the house's" in whose
        assert "signed with another key" in (await held(strange))[0][0]
        await made.close()

    asyncio.run(audit())


# simulations


def test_a_simulation_deals_the_sessions_and_the_house_that_were_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    heard: dict[str, Any] = {}

    def hear(_rulebook: str, **asked: Any) -> None:
        heard.update(asked)
        raise InputError("heard")

    monkeypatch.setattr("casinowar.reports.run.simulate.simulate", hear)
    house = 'rulebook = "maryland"\ndecks = 8\n'
    asked = SimulationBody(
        rulebook="maryland", rounds=50, sessions=1_000, bankroll="100", loss="60", house=house
    )
    (tmp_path / d.ASKED).write_bytes(json.encode(asked))
    d.deal(tmp_path)
    assert (tmp_path / d.PROBLEM).read_text() == "heard"
    assert [heard[each] for each in ("rounds", "sessions", "bankroll", "win", "loss")] == [
        50,
        1_000,
        "100",
        None,
        "60",
    ]
    assert heard["house"].decks == 8


def test_a_simulation_whose_server_has_crashed_is_over(tmp_path: Path):
    async def simulate() -> None:
        made = Simulations(tmp_path)
        started = await made.start("Ann", LONG)
        assert made.look("Ann", started.id).state == "preparing"
        with pytest.raises(InputError, match="still under way"):
            await made.start("Ann", LONG)
        [process] = made._running.values()
        assert process.stdin is not None
        process.stdin.close()  # as the system does when a server is gone
        elsewhere = Simulations(tmp_path)
        await _until(lambda: elsewhere.look("Ann", started.id).state == "failed")
        assert elsewhere.look("Ann", started.id).problem == "The simulation was ended."
        again = await made.start("Ann", LONG)
        await made.close()
        assert made.look("Ann", again.id).state == "failed"

    asyncio.run(simulate())


def test_a_simulation_that_cannot_be_started_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def simulate() -> None:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", _no_process)
        made = Simulations(tmp_path)
        for _ in range(2):
            with pytest.raises(InputError, match="cannot start a simulation now"):
                await made.start("Ann", LONG)
        assert made.everything("Ann") == []

    asyncio.run(simulate())


@pytest.mark.parametrize("stopped_at", [None, 0, 100], ids=str)
def test_a_simulation_that_comes_to_nothing_is_ended(tmp_path: Path, stopped_at: int | None):
    now = 0.0
    overdue = d.Overdue(tmp_path, lambda: now)
    if stopped_at is not None:
        now = stopped_at
        (tmp_path / d.STOP).touch()
    assert not overdue()
    end = d.PREPARING if stopped_at is None else stopped_at
    now = end + d._GRACE - 1
    assert not overdue()
    now = end + d._GRACE
    assert overdue()
    assert (tmp_path / d.PROBLEM).read_text() == "Stopped before a round was counted."


def test_a_simulation_has_its_time_from_the_first_round_on(tmp_path: Path):
    now = 0.0
    overdue = d.Overdue(tmp_path, lambda: now)
    now = begun = d.PREPARING - 1  # a busy machine compiles for so long
    (tmp_path / d.PROGRESS).touch()
    assert not overdue()
    now = begun + d.LONGEST + d._GRACE - 1
    assert not overdue()
    now = begun + d.LONGEST + d._GRACE
    assert overdue()


def test_a_simulation_of_sessions_counts_sessions(tmp_path: Path):
    asked = SimulationBody(rulebook="maryland", rounds=500, sessions=10_000, bankroll="200")
    made = Simulations(tmp_path)
    folder = made._person("Ann") / "one"
    folder.mkdir(parents=True)
    (folder / d.ASKED).write_bytes(json.encode(asked))
    [told] = made.everything("Ann")
    assert (told.counts, told.done, told.wanted) == ("sessions", 0, 10_000)
    document = {"finished": True, "rounds": 4_711_000, "sessions": {"number": 10_000}}
    (folder / d.RESULT).write_bytes(json.encode(ReportTold(document=document, report=Report(title="Run"))))
    [told] = made.everything("Ann")
    assert (told.state, told.done, told.wanted) == ("done", 10_000, 10_000)


# the workshop


def test_a_worker_that_ended_while_it_waited_is_replaced():
    async def ask() -> None:
        workshop = Workshop()
        first = await workshop.ask("Ann", "check", QUESTION)
        for known in (False, True):
            [process] = workshop._idle
            process.kill()
            if known:
                await process.wait()
            workshop._known.clear()
            assert await workshop.ask("Ann", "check", QUESTION) == first
            assert len(workshop._all) == 1
        await workshop.close()

    asyncio.run(ask())


def test_a_crash_is_not_told_as_too_much_work(monkeypatch: pytest.MonkeyPatch):
    async def ask() -> None:
        workshop = Workshop()
        started = workshop._worker

        async def doomed() -> Any:
            process = await started()
            os.kill(process.pid, signal.SIGKILL)
            return process

        monkeypatch.setattr(workshop, "_worker", doomed)
        with pytest.raises(InputError, match="could not finish that"):
            await workshop.ask("Ann", "check", QUESTION)
        assert workshop._all == set()
        await workshop.close()

    asyncio.run(ask())


def test_a_workshop_that_closes_starts_nobody_any_more():
    async def ask() -> None:
        workshop = Workshop()
        asking = [
            asyncio.create_task(workshop.ask(f"P{each}", "check", CheckBody(text=f"x = {each}")))
            for each in range(8)
        ]
        await _until(lambda: len(workshop._all) == 3)
        await workshop.close()
        assert all(
            isinstance(each, BaseException) for each in await asyncio.gather(*asking, return_exceptions=True)
        )
        assert (workshop._all, workshop._under_way) == (set(), {})

    asyncio.run(ask())


# connections


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has a time for that")
def test_cutting_off_leaves_no_file_open_and_touches_only_its_port(tmp_path: Path):
    with (tmp_path / "file").open("wb"), socket.create_server(("127.0.0.1", 0)) as listening:
        before = {*Path("/proc/self/fd").iterdir()}
        cut_off_after(7, listening.getsockname()[1])
        assert {*Path("/proc/self/fd").iterdir()} <= before
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 7000
