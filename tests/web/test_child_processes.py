"""Processes of a server's own: they show that they live, end with it, and one that fails is no end of all."""

import asyncio
import os
import resource
import subprocess
import sys
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
from casinowar.web.lab import simulations as s
from casinowar.web.lab.messages import CheckBody, ReportTold, SimulationBody
from casinowar.web.lab.worker_process import MOST_SECONDS, Simulation, dealt
from casinowar.web.server.child_processes import Child, ChildEndedError, claimed, is_claimed, limit
from casinowar.web.server.settings import ServingSettings
from tests.web.served_house import until

CLAIM = "from pathlib import Path; from casinowar.web.server.child_processes import claimed"
LONG = SimulationBody(rulebook="washington", rounds=10**10)
QUESTION = CheckBody(text="x = 1")


async def _no_process(*_arguments: object, **_how: object) -> None:
    raise OSError("no more processes")


def test_a_claim_is_one_processs_and_ends_with_it(tmp_path: Path):
    lock = tmp_path / "lock"
    assert not is_claimed(lock)
    begin = f"{CLAIM}; mine = claimed(Path({str(lock)!r})); print(bool(mine), flush=True); input()"
    other = subprocess.Popen([sys.executable, "-c", begin], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == b"True\n"
    assert is_claimed(lock)
    assert claimed(lock) is None
    assert is_claimed(lock)
    other.kill()
    other.communicate()
    assert not is_claimed(lock)
    mine = claimed(lock)
    assert mine is not None
    mine.close()
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
        await until(lambda: not there.last.going)
        assert here.last == there.last
        assert (here.last.problem, here.last.faults) == ("", ())
        assert here.last.ended >= began
        await here.aclose()

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
        await until(lambda: not made.last.going)
        assert made.last.problem
        (tmp_path / "kept").rename(tmp_path / "key")
        await made.start()
        await until(lambda: not made.last.going)
        assert made.last.problem == ""
        await made.aclose()

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
            await until(lambda: not is_claimed(tmp_path / "audit-lock"))
            assert made.last.problem == ""
            return [each.problem for each in made.last.faults], made.last.held_to

        assert await held(None) == ([], "")
        assert await held(kept) == ([], "1970-01-02 00:00:00+00:00, signed by the house")
        [missing], _ = await held(longer)
        assert missing == "the journal is not the one of the checkpoint"
        [changed], whose = await held(replace(kept, at=kept.at + 1))
        assert "its signature does not hold" in changed
        assert "not the house's" in whose
        assert "signed with a key" in (await held(strange))[0][0]
        await made.aclose()

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
    monkeypatch.setattr(os, "sched_setaffinity", lambda _process, _where: None)
    house = 'rulebook = "maryland"\ndecks = 8\n'
    asked = SimulationBody(
        rulebook="maryland", rounds=50, sessions=1_000, bankroll="100", loss="60", house=house
    )
    with pytest.raises(InputError, match="heard"):
        dealt(Simulation(asked, str(tmp_path / "stop")), lambda _done, _wanted: None)
    assert [heard[each] for each in ("rounds", "sessions", "bankroll", "win", "loss")] == [
        50,
        1_000,
        "100",
        None,
        "60",
    ]
    assert heard["house"].decks == 8


def test_a_simulation_whose_process_is_killed_is_over_and_so_is_one_whose_server_closes(tmp_path: Path):
    async def simulate() -> None:
        made, elsewhere = s.Simulations(tmp_path), s.Simulations(tmp_path)
        started = await made.start("Ann", LONG)
        assert elsewhere.look("Ann", started.id).state == "preparing"
        with pytest.raises(InputError, match="still running"):
            await elsewhere.start("Ann", LONG)
        [child] = made._jobs._running
        child.process.kill()
        await until(lambda: elsewhere.look("Ann", started.id).state == "failed")
        assert elsewhere.look("Ann", started.id).problem == "The simulation was ended."
        again = await made.start("Ann", LONG)
        await made.aclose()
        assert made.look("Ann", again.id).state == "failed"

    asyncio.run(simulate())


def test_a_child_ends_with_its_server_in_the_middle_of_its_work():
    async def end() -> None:
        child = await Child.start("casinowar.web.lab.worker_process")
        dealing = asyncio.create_task(child.ask(Simulation(LONG, "/nowhere/stop")))
        await asyncio.sleep(1)
        assert child.process.stdin is not None
        child.process.stdin.close()  # as the system does when a server is gone
        with pytest.raises(ChildEndedError):
            await dealing
        assert child.process.returncode == 1

    asyncio.run(end())


def test_a_simulation_that_cannot_be_started_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def simulate() -> None:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", _no_process)
        made = s.Simulations(tmp_path)
        for _ in range(2):
            with pytest.raises(InputError, match="cannot start a simulation now"):
                await made.start("Ann", LONG)
        assert made.everything("Ann") == []

    asyncio.run(simulate())


@pytest.mark.parametrize("stopped_at", [None, 0, 100], ids=str)
def test_a_simulation_without_a_report_is_overdue_after_its_time_or_after_it_was_stopped(
    tmp_path: Path, stopped_at: int | None
):
    now = 0.0
    overdue = s.Overdue(tmp_path / "stop", lambda: now)
    if stopped_at is not None:
        now = stopped_at
        (tmp_path / "stop").touch()
    assert not overdue()
    end = s.PREPARING if stopped_at is None else stopped_at
    now = end + s.GRACE - 1
    assert not overdue()
    now = end + s.GRACE
    assert overdue()


def test_a_simulation_has_its_time_from_the_first_round_on(tmp_path: Path):
    now = 0.0
    overdue = s.Overdue(tmp_path / "stop", lambda: now)
    now = begun = s.PREPARING - 1  # a busy machine compiles for so long
    overdue.deals()
    assert not overdue()
    now = begun + MOST_SECONDS / 2
    overdue.deals()
    now = begun + MOST_SECONDS + s.GRACE - 1
    assert not overdue()
    now = begun + MOST_SECONDS + s.GRACE
    assert overdue()


def test_an_overdue_simulation_is_killed_and_says_that_nothing_was_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def simulate() -> None:
        monkeypatch.setattr(s, "GRACE", 0)
        made = s.Simulations(tmp_path)
        started = await made.start("Ann", LONG)
        made.stop("Ann", started.id)
        await until(lambda: made.look("Ann", started.id).state == "stopped")
        assert made.look("Ann", started.id).problem == "Stopped before a round was counted."
        await made.aclose()

    asyncio.run(simulate())


def test_a_simulation_of_sessions_counts_sessions(tmp_path: Path):
    async def simulate() -> None:
        asked = SimulationBody(rulebook="maryland", rounds=500, sessions=10_000, bankroll="200")
        made = s.Simulations(tmp_path)
        started = await made.start("Ann", asked)
        await made.aclose()
        assert (started.counts, started.done, started.wanted) == ("sessions", 0, 10_000)
        document = {"finished": True, "rounds": 4_711_000, "sessions": {"number": 10_000}}
        report = json.encode(ReportTold(document=document, report=Report(title="Run")))
        finished = s._finished(started, report)
        assert (finished.state, finished.done, finished.wanted) == ("done", 10_000, 10_000)

    asyncio.run(simulate())
