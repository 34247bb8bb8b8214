"""The workshop: questions in line, a few workers who answer them, and the answers that are known already."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from signal import SIGPROF
from typing import Final, NamedTuple

import msgspec
from litestar.exceptions import TooManyRequestsException
from msgspec import Struct

from casinowar.game.refusal import InputError
from casinowar.telling.wording import Language
from casinowar.web.lab.answers import ANSWERING
from casinowar.web.lab.worker_process import ANSWER, FAILURE, LENGTH, frame

_LOG = logging.getLogger("casinowar.web")
_WORKERS: Final = 3
_AT_ONCE: Final = 2
"""So many questions of one person are worked on at once, so that a worker is left for others."""
_IN_LINE_OF_ONE: Final = 12
_IN_LINE: Final = 100
_KEPT: Final = 256
_KEPT_BYTES: Final = 64 << 20
_PATIENCE: Final = 5
"""A busy machine may take so many times as long as a question may cost."""
_TOO_LONG: Final = "That takes longer than the lab works on one question; ask for less."
_SECONDS_TO_END: Final = 5
_ENDED: Final = "The lab could not finish that; ask again later."
_CANNOT: Final = "The odds cannot be worked out for this rulebook."


class _Question(NamedTuple):
    """What is asked, in which language it is answered, and the question as it is sent."""

    name: str
    language: Language
    said: bytes


class _WorkerEndedError(Exception):
    """A worker ended that nobody had told to."""


class Workshop:
    """Answers questions in processes of their own, the same one once."""

    def __init__(self) -> None:
        """Begin without workers: they come with the first questions."""
        self._idle: list[Process] = []
        self._places = asyncio.Semaphore(_WORKERS)
        self._lines: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()
        self._known: OrderedDict[_Question, bytes] = OrderedDict()
        self._under_way: dict[_Question, asyncio.Task[bytes]] = {}
        self._all: set[Process] = set()

    async def ask(
        self, person: str, name: str, asked: Struct, language: Language = Language.ENGLISH
    ) -> bytes:
        """Answer a question of somebody's, or refuse in one sentence."""
        key = _Question(name, language, msgspec.json.encode(asked))
        if (known := self._known.get(key)) is not None:
            self._known.move_to_end(key)
            return known
        if (under_way := self._under_way.get(key)) is None:
            if self._waiting[person] >= _IN_LINE_OF_ONE or self._waiting.total() >= _IN_LINE:
                raise TooManyRequestsException("The lab has too many questions in line; wait a moment.")
            under_way = asyncio.create_task(self._worked_out(person, key))
            self._under_way[key] = under_way
            under_way.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(under_way)

    async def close(self) -> None:
        """Give up what is worked on, and end all workers."""
        under_way = [*self._under_way.values()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        for process in [*self._all]:
            await self._ended(process)

    async def _worked_out(self, person: str, key: _Question) -> bytes:
        async with self._in_line(person), self._places:
            found = await self._answer(key)
        self._known[key] = found
        while len(self._known) > _KEPT or sum(map(len, self._known.values())) > _KEPT_BYTES:
            self._known.popitem(last=False)
        return found

    @asynccontextmanager
    async def _in_line(self, person: str) -> AsyncIterator[None]:
        line = self._lines.setdefault(person, asyncio.Semaphore(_AT_ONCE))
        self._waiting[person] += 1
        try:
            async with line:
                yield
        finally:
            self._waiting[person] -= 1
            if not self._waiting[person]:
                del self._waiting[person], self._lines[person]

    async def _answer(self, asked: _Question) -> bytes:
        kind, content = await self._from_one_who_waits(asked) or await self._from_a_new_one(asked)
        if kind == ANSWER:
            return content
        if kind == FAILURE:
            _LOG.error("lab_failed", extra={"question": asked.name, "trace": content.decode()})
            raise InputError(_CANNOT)
        raise InputError(content.decode())

    async def _from_one_who_waits(self, asked: _Question) -> tuple[bytes, bytes] | None:
        """Have a worker answer who has answered before; nothing if none is there, or it has ended."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is not None:
                self._all.discard(process)
                continue
            with suppress(_WorkerEndedError):
                return await self._from(process, asked)
            return None
        return None

    async def _from_a_new_one(self, asked: _Question) -> tuple[bytes, bytes]:
        try:
            return await self._from(await self._worker(), asked)
        except _WorkerEndedError:
            raise InputError(_ENDED) from None

    async def _from(self, process: Process, asked: _Question) -> tuple[bytes, bytes]:
        """Have a worker answer; it waits for the next question then."""
        try:
            async with asyncio.timeout(_PATIENCE * ANSWERING[asked.name].seconds):
                found = await self._exchanged(
                    process, frame(asked.name.encode(), asked.language.value.encode(), asked.said)
                )
        except TimeoutError:
            await self._ended(process)
            raise InputError(_TOO_LONG) from None
        except (asyncio.IncompleteReadError, ConnectionError):
            with suppress(TimeoutError):  # whoever ends one that is ending loses how it ended
                await asyncio.wait_for(process.wait(), _SECONDS_TO_END)
            await self._ended(process)
            if process.returncode == -SIGPROF:
                raise InputError(_TOO_LONG) from None
            _LOG.warning("lab_worker_ended", extra={"question": asked.name, "status": process.returncode})
            raise _WorkerEndedError from None
        except BaseException:
            await self._ended(process)
            raise
        self._idle.append(process)
        return found

    @staticmethod
    async def _exchanged(process: Process, question: bytes) -> tuple[bytes, bytes]:
        assert process.stdin is not None  # noqa: S101 - it was started with pipes
        assert process.stdout is not None  # noqa: S101 - the same
        process.stdin.write(question)
        await process.stdin.drain()
        parts = []
        for _ in range(2):
            [length] = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
            parts.append(await process.stdout.readexactly(length))
        return parts[0], parts[1]

    async def _worker(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "casinowar.web.lab.worker_process", stdin=PIPE, stdout=PIPE
        )
        self._all.add(process)
        return process

    async def _ended(self, process: Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        self._all.discard(process)
