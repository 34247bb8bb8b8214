"""The lab's workers: what is said of one that ended by its own limit."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE

import pytest

from casinowar.game.refusal import InputError
from casinowar.web.lab.messages import CheckBody
from casinowar.web.lab.worker_pool import WorkerPool
from casinowar.web.server.child_processes import Child
from tests.web.served_house import until

QUESTION = CheckBody(text="x = 1")
ENDS = "import os, signal; os.kill(os.getpid(), signal.SIGPROF)"


class OfLittlePatience(WorkerPool):
    """A pool whose workers have used up their time at once."""

    async def _new_worker(self) -> Child:
        return Child(
            await asyncio.create_subprocess_exec(sys.executable, "-S", "-c", ENDS, stdin=PIPE, stdout=PIPE)
        )


def test_a_question_that_takes_too_long_is_never_said_to_have_failed():
    """Whoever kills a process that has just ended may not learn how it did: that was one of eight."""

    async def asked() -> None:
        pool = OfLittlePatience()
        for number in range(40):
            with pytest.raises(InputError, match="takes longer than the lab works"):
                await pool.ask("Ann", "check", CheckBody(text=f"x = {number}"))

    asyncio.run(asked())


def test_a_worker_that_ended_while_it_waited_is_replaced():
    async def ask() -> None:
        pool = WorkerPool()
        first = await pool.ask("Ann", "check", QUESTION)
        for known in (False, True):
            [child] = pool._idle
            child.process.kill()
            if known:
                await child.process.wait()
            pool._cache.clear()
            assert await pool.ask("Ann", "check", QUESTION) == first
            assert len(pool._all) == 1
        await pool.aclose()

    asyncio.run(ask())


def test_a_crash_is_not_told_as_too_much_work(monkeypatch: pytest.MonkeyPatch):
    async def ask() -> None:
        pool = WorkerPool()
        started = pool._new_worker

        async def doomed() -> Child:
            child = await started()
            os.kill(child.process.pid, signal.SIGKILL)
            return child

        monkeypatch.setattr(pool, "_new_worker", doomed)
        with pytest.raises(InputError, match="could not finish that"):
            await pool.ask("Ann", "check", QUESTION)
        assert pool._all == set()
        await pool.aclose()

    asyncio.run(ask())


def test_a_pool_that_closes_starts_no_more_workers():
    async def ask() -> None:
        pool = WorkerPool()
        asking = [
            asyncio.create_task(pool.ask(f"P{each}", "check", CheckBody(text=f"x = {each}")))
            for each in range(8)
        ]
        await until(lambda: len(pool._all) == 3)
        await pool.aclose()
        assert all(
            isinstance(each, BaseException) for each in await asyncio.gather(*asking, return_exceptions=True)
        )
        assert (pool._all, pool._under_way) == (set(), {})

    asyncio.run(ask())
