"""The desk: where requests of many people come in at once, to be decided and written together.

A worker knows nothing of threads or loops. The desk gives it one thread of its own, hands it whatever has
come in meanwhile, and tells those who watch a table what was committed, in order.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, TypeVar

from casinowar.game.refusal import InputError
from casinowar.house.journal import Commit, read, written
from casinowar.house.requests import Answer, Refused, TableRequest
from casinowar.house.worker import Worker

T = TypeVar("T")

_MOST_TOGETHER: Final = 500
"""So many requests are written together at most, so that none waits long for the others."""
_MOST_WAITING: Final = 10_000
_MOST_BEHIND: Final = 1_000
"""A watcher who is so many commits behind is let go, and may come back where they were."""
_TICK: Final = 0.25


class Watcher:
    """Somebody who is told what is committed at a table, from a version on."""

    def __init__(self, table: str, after: int) -> None:
        """Follow from the commit after a version."""
        self.table, self.after = table, after
        self._told: deque[bytes] = deque()
        self._news = asyncio.Event()
        self.gone = asyncio.Event()
        self.is_behind = False

    def tell(self, version: int, said: bytes) -> None:
        """Put the next commit into line, as it is told to everybody."""
        if version != self.after + 1:
            return
        self.after = version
        self.say(said)

    def say(self, said: bytes) -> None:
        """Put something into line for this watcher alone."""
        self._told.append(said)
        if len(self._told) > _MOST_BEHIND:
            self.is_behind = True
            self.let_go()
        self._news.set()

    def let_go(self) -> None:
        """Tell nothing more."""
        self.gone.set()
        self._news.set()

    async def told(self) -> AsyncIterator[bytes]:
        """Give commits as they come, until the watcher is let go."""
        while not self.gone.is_set():
            while self._told and not self.gone.is_set():
                yield self._told.popleft()
            self._news.clear()
            if not self._told and not self.gone.is_set():
                await self._news.wait()


class Desk:
    """Takes requests for one worker."""

    def __init__(
        self, worker: Worker, *, telling: Callable[[Commit], bytes] = written, shared: bool = False
    ) -> None:
        """Serve by a worker; a shared house has others, whose commits are looked for."""
        self._worker, self._telling, self._shared = worker, telling, shared
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="house")
        self._waiting: deque[tuple[TableRequest, asyncio.Future[Answer]]] = deque()
        self._news = asyncio.Event()
        self._watchers: dict[str, set[Watcher]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Desk"]:
        """Take requests; in the end finish what has come in, and take no more."""
        self._tasks = [asyncio.create_task(self._serve()), asyncio.create_task(self._pass_time())]
        try:
            yield self
        finally:
            self._closing = True
            self._news.set()
            await self._tasks[0]
            self._tasks[1].cancel()
            with suppress(asyncio.CancelledError):
                await self._tasks[1]
            for watcher in [each for some in self._watchers.values() for each in some]:
                watcher.let_go()
            self._thread.shutdown()

    # requests

    async def ask(self, request: TableRequest) -> Answer:
        """Have a request decided and written; the answer is durable."""
        if self._closing:
            return Refused("closing", "The house is closing; nothing was done.")
        if len(self._waiting) >= _MOST_WAITING:
            return Refused("busy", "Too many requests at once; nothing was done.")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, answer))
        self._news.set()
        return await answer

    async def look(self, reading: Callable[[Worker], T]) -> T:
        """Have something read or done by the worker, between requests."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, reading, self._worker)

    async def _serve(self) -> None:
        while True:
            if not self._waiting:
                if self._closing:
                    return
                await self._news.wait()
                self._news.clear()
                continue
            together = [self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_TOGETHER))]
            requests = [request for request, _ in together]
            try:
                answers = await self.look(partial(_ask, requests))
            except Exception as wrong:  # noqa: BLE001 - whatever it is, each who asked is told
                for _, answer in together:
                    if not answer.done():
                        answer.set_exception(_failed(wrong))
                continue
            for (_, answer), said in zip(together, answers, strict=True):
                if not answer.done():
                    answer.set_result(said)
            await self._tell(answers)

    async def _pass_time(self) -> None:
        """Do what silence brings about, and look what other workers did."""
        while True:
            await asyncio.sleep(_TICK)
            with suppress(Exception):  # the next tick tries again
                await self._tell(await self.look(Worker.pass_time))
            if self._shared:
                for table in [*self._watchers]:
                    with suppress(Exception):  # as above
                        await self._catch_up(table)

    # watchers

    @asynccontextmanager
    async def watch(self, table: str, after: int) -> AsyncIterator[Watcher]:
        """Be told what is committed at a table after a version."""
        watcher = Watcher(table, after)
        self._watchers.setdefault(table, set()).add(watcher)
        try:
            await self._catch_up(table)
            yield watcher
        finally:
            self._watchers[table].discard(watcher)
            if not self._watchers[table]:
                del self._watchers[table]

    async def _tell(self, answers: list[Answer]) -> None:
        for answer in answers:
            commit = getattr(answer, "commit", None)
            if commit is None:
                continue
            watchers = self._watchers.get(commit.table, ())
            if any(each.after < commit.version - 1 for each in watchers):
                await self._catch_up(commit.table)
            said = self._telling(commit) if watchers else b""
            for watcher in [*watchers]:
                watcher.tell(commit.version, said)

    async def _catch_up(self, table: str) -> None:
        """Read on for watchers who have not been told everything."""
        watchers = self._watchers.get(table, set())
        if not watchers:
            return
        first = min(each.after for each in watchers)
        pages = await self.look(lambda worker: worker.store.pages(table, first))
        for version, body, _ in pages:
            said = self._telling(read(body))
            for watcher in [*watchers]:
                watcher.tell(version, said)


def _ask(requests: list[TableRequest], worker: Worker) -> list[Answer]:
    return worker.ask(*requests)


def _failed(wrong: Exception) -> InputError:
    said = f"The house cannot say whether that was done ({type(wrong).__name__}); ask by its id."
    return InputError(said)
