"""Worker pool: answers the lab's questions in a few child processes, in turn, and the same question once."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from signal import SIGPROF
from typing import Final

import msgspec
from litestar.exceptions import TooManyRequestsException
from msgspec import Struct

from casinowar.game.refusal import InputError
from casinowar.telling.wording import Language
from casinowar.web.lab.answers import ANSWERS
from casinowar.web.lab.worker_process import LabQuestion
from casinowar.web.server.child_processes import Child, ChildEndedError, ChildFailedError

_LOG = logging.getLogger("casinowar.web")
MODULE: Final = "casinowar.web.lab.worker_process"
_WORKERS: Final = 3
_AT_ONCE: Final = 2
"""Questions of one person that are worked on at once; a worker is left for others."""
_QUEUED_BY_ONE: Final = 12
_QUEUED: Final = 100
_CACHED: Final = 256
_CACHED_BYTES: Final = 64 << 20
_SLOWER: Final = 5
"""How many times a question's processor seconds it may take on a busy machine."""
_TOO_LONG: Final = "That takes longer than the lab works on one question; ask for less."


class WorkerPool:
    """Answers questions; workers start with the first ones."""

    def __init__(self) -> None:
        self._idle: list[Child] = []
        self._all: set[Child] = set()
        self._places = asyncio.Semaphore(_WORKERS)
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()
        self._cache: OrderedDict[LabQuestion, bytes] = OrderedDict()
        self._under_way: dict[LabQuestion, asyncio.Task[bytes]] = {}

    async def ask(self, person: str, name: str, body: Struct, language: Language = Language.ENGLISH) -> bytes:
        """Answer a question; InputError if it cannot be answered."""
        question = LabQuestion(name, language, msgspec.json.encode(body))
        if (known := self._cache.get(question)) is not None:
            self._cache.move_to_end(question)
            return known
        if (under_way := self._under_way.get(question)) is None:
            if self._waiting[person] >= _QUEUED_BY_ONE or self._waiting.total() >= _QUEUED:
                raise TooManyRequestsException("The lab has too many questions waiting; try again soon.")
            under_way = asyncio.create_task(self._answer_in_turn(person, question))
            self._under_way[question] = under_way
            under_way.add_done_callback(lambda _: self._under_way.pop(question, None))
        return await asyncio.shield(under_way)

    async def aclose(self) -> None:
        under_way = [*self._under_way.values()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        for child in self._all:
            await child.end()
        self._all.clear()

    async def _answer_in_turn(self, person: str, question: LabQuestion) -> bytes:
        async with self._turn(person), self._places:
            found = await self._answer(question)
        self._cache[question] = found
        while len(self._cache) > _CACHED or sum(map(len, self._cache.values())) > _CACHED_BYTES:
            self._cache.popitem(last=False)
        return found

    @asynccontextmanager
    async def _turn(self, person: str) -> AsyncIterator[None]:
        turn = self._turns.setdefault(person, asyncio.Semaphore(_AT_ONCE))
        self._waiting[person] += 1
        try:
            async with turn:
                yield
        finally:
            self._waiting[person] -= 1
            if not self._waiting[person]:
                del self._waiting[person], self._turns[person]

    async def _answer(self, question: LabQuestion) -> bytes:
        while self._idle:
            child = self._idle.pop()
            if not child.lives:
                self._all.discard(child)
                continue
            try:
                return await self._answer_by(child, question)
            except ChildEndedError:  # it may have ended while it was idle: a new one tries once more
                break
        try:
            return await self._answer_by(await self._new_worker(), question)
        except ChildEndedError:
            raise InputError("The lab could not finish that; ask again later.") from None

    async def _answer_by(self, child: Child, question: LabQuestion) -> bytes:
        try:
            async with asyncio.timeout(_SLOWER * ANSWERS[question.name].seconds):
                return await child.ask(question)
        except TimeoutError:
            raise InputError(_TOO_LONG) from None
        except ChildEndedError as ended:
            if ended.status == -SIGPROF:
                raise InputError(_TOO_LONG) from None
            _LOG.warning("lab_worker_ended", extra={"question": question.name, "status": ended.status})
            raise
        except ChildFailedError as failed:
            _LOG.error("lab_failed", extra={"question": question.name, "trace": str(failed)})
            raise InputError("The odds cannot be worked out for this rulebook.") from None
        finally:
            if child.lives:
                self._idle.append(child)
            else:
                self._all.discard(child)

    async def _new_worker(self) -> Child:
        child = await Child.start(MODULE)
        self._all.add(child)
        return child
