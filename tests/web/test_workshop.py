"""The lab's workers: what is said of one that ended by its own limit."""

import asyncio
import sys
from asyncio.subprocess import PIPE

import pytest

from casinowar.game.refusal import InputError
from casinowar.web.lab.messages import CheckBody
from casinowar.web.lab.worker_pool import WorkerPool
from casinowar.web.server.child_processes import Child

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
