"""The desk: where requests of many people come in at once, to be decided and written together.

A worker knows nothing of threads or loops. The desk gives it one thread of its own, hands it whatever has
come in meanwhile, and tells those who watch a table what was committed, in order.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Final, TypeVar

from casinowar.game.phrase import Phrase
from casinowar.house.journal import Commit, read, written
from casinowar.house.requests import Accepted, Answer, Refused, TableRequest
from casinowar.house.running.heard import NOTHING, Heard, Here, taken_in
from casinowar.house.worker import Worker

T = TypeVar("T")

_LOG = logging.getLogger("casinowar.house")
_MOST_TOGETHER: Final = 500
"""So many requests are written together at most, so that none waits long for the others."""
_MOST_WAITING: Final = 10_000
_RECENT: Final = 200
"""So many commits of a watched table are kept encoded; whoever is further behind has them read."""
_PAGE: Final = 100
_MOST_UNREAD: Final = 100
"""Whoever asks on and on without reading the answers is let go."""
_TICK: Final = 0.25
_QUIET: Final = 0.1
_LAST_WORDS: Final = 5.0
"""So many seconds a closing desk waits for those who are still told something."""
_CLOSING: Final = Phrase("House.closing", "The house is closing; nothing was done.")
_BUSY: Final = Phrase("House.busy", "Too many requests at once; nothing was done.")
_UNKNOWN: Final = Phrase("House.unknown", "The house cannot say whether that was done; ask by its id.")


class _Watched:
    """A table that somebody watches: how far it has come, and its last commits as they are told."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.recent: dict[int, bytes] = {}
        self.watchers: set[Watcher] = set()

    def came_to(self, version: int, said: bytes = b"") -> None:
        """Go on to a version."""
        if said:
            self.recent[version] = said
            self.recent.pop(version - _RECENT, None)
        self.version = max(self.version, version)

    def wake(self) -> None:
        """Wake up whoever watches."""
        for watcher in self.watchers:
            watcher.news.set()

    def since(self, after: int) -> list[bytes]:
        """Give the commits after a version, as far as they are kept."""
        found = []
        while said := self.recent.get(after + 1):
            found.append(said)
            after += 1
        return found


class DeskNotes:
    """What a desk tells of its work; who wants to keep it says how."""

    def wrote(self, answers: list[Answer], seconds: list[float]) -> None:
        """Note what was decided and written together, and how long after it had come in."""

    def passed(self, answers: list[Answer]) -> None:
        """Note what silence brought about."""


class Watcher:
    """Somebody who is told what is committed at a table, from a version on, at their own pace."""

    def __init__(self, desk: "Desk", table: str, after: int, player: str = "") -> None:
        """Follow from the commit after a version, as some player or nobody."""
        self._desk, self._table, self.after, self.player = desk, table, after, player
        self._own: list[bytes] = []
        self._stands = b""
        self._last = self._asks = False
        self.news = asyncio.Event()
        self.gone = asyncio.Event()
        self.moved = asyncio.Event()
        """Something was committed that may have changed how the player stands."""
        self.moved.set()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Wait for what this watcher has asked for, even if the desk is closed meanwhile."""
        self._asks = True
        try:
            yield
        finally:
            self._asks = False
            self.news.set()

    def finish(self) -> None:
        """Tell what is left to tell, and nothing more."""
        self._last = True
        self.news.set()

    def say(self, said: bytes) -> None:
        """Tell something to this watcher alone."""
        self._own.append(said)
        if len(self._own) > _MOST_UNREAD:
            self.let_go()
        self.news.set()

    def stand(self, said: bytes) -> None:
        """Tell how the player stands now, in place of what was not told yet."""
        self._stands = said
        self.news.set()

    def let_go(self) -> None:
        """Tell nothing more."""
        self.gone.set()
        self.news.set()

    async def more(self) -> list[bytes]:
        """Wait for what is said and committed next; nothing comes any more once the watcher is let go."""
        while not self.gone.is_set():
            self.news.clear()
            said = await self._desk.commits(self._table, self.after)
            self.after += len(said)
            if self.after >= self._desk.version(self._table):  # each reply after what it brought about
                said += [*self._own, self._stands] if self._stands else self._own
                self._own, self._stands = [], b""
            if said:
                return said
            if not self._last:
                await self.news.wait()
            elif await self._is_quiet():
                break
        return []

    async def _is_quiet(self) -> bool:
        """Tell whether nothing more is on its way; whoever asks now hears that it is too late."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_QUIET):
                await self.news.wait()
                return False
        return not self._asks


class Desk:
    """Takes requests for one worker."""

    def __init__(
        self,
        worker: Worker,
        *,
        telling: Callable[[Commit], bytes] = written,
        notes: DeskNotes | None = None,
    ) -> None:
        """Serve by a worker; there may be others, whose commits are looked for."""
        self._worker, self._telling, self._notes = worker, telling, notes or DeskNotes()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="house")
        self._waiting: deque[tuple[TableRequest, asyncio.Future[Answer], float]] = deque()
        """Requests, who waits for their answers, and since when."""
        self._news = asyncio.Event()
        self._watched: dict[str, _Watched] = {}
        self._players: dict[str, set[Watcher]] = {}
        self._known: dict[str, int] = {}
        """To which version each journal has come, as far as it was told; the worker's thread alone has it."""
        self._serving: asyncio.Task[None] | None = None
        self._passing: asyncio.Task[None] | None = None
        self._closing = False
        self._left = asyncio.Event()
        """Somebody who watched is gone."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Desk"]:
        """Take requests; in the end finish what has come in, and take no more."""
        self._known |= await self.look(Worker.refresh_all)
        self._serving = asyncio.create_task(self._serve())
        self._passing = asyncio.create_task(self._pass_time())
        try:
            yield self
        finally:
            await self.close()
            self._thread.shutdown()

    async def close(self) -> None:
        """Finish what has come in, take no more, and let watchers go once they were told everything.

        Rounds are held where they are: they go on from the journal when the house is opened again.
        """
        self._closing = True
        self._news.set()
        doing = [task for task in (self._serving, self._passing) if task is not None]
        if self._passing is not None:
            self._passing.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        for watcher in self._watchers():
            watcher.finish()
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS):
                while self._watchers():
                    self._left.clear()
                    await self._left.wait()
        for watcher in self._watchers():
            watcher.let_go()

    def _watchers(self) -> list[Watcher]:
        return [watcher for watched in self._watched.values() for watcher in watched.watchers]

    @property
    def is_open(self) -> bool:
        """Tell whether requests are taken."""
        return self._serving is not None and not self._serving.done() and not self._closing

    # requests

    async def ask(self, request: TableRequest) -> Answer:
        """Have a request decided and written; what is accepted is durable."""
        if not self.is_open:
            return Refused("closing", _CLOSING)
        if len(self._waiting) >= _MOST_WAITING:
            return Refused("busy", _BUSY)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, answer, time.monotonic()))
        self._news.set()
        return await answer

    async def look(self, reading: Callable[[Worker], T]) -> T:
        """Have something read or done by the worker, between requests."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, reading, self._worker)

    async def _serve(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._news.clear()
                await self._news.wait()
                continue
            together = [self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_TOGETHER))]
            answers, heard = await self._answers([request for request, *_ in together])
            for (_, answer, _), said in zip(together, answers, strict=True):
                if not answer.done():
                    answer.set_result(said)
            self._tell(heard)
            now = time.monotonic()
            self._notes.wrote(answers, [now - began for *_, began in together])

    async def _answers(self, requests: list[TableRequest]) -> tuple[list[Answer], Heard]:
        try:
            here = self._here
            return await self.look(lambda worker: self._with_news(here, worker.ask(*requests), worker))
        except Exception:  # noqa: BLE001 - whatever it is, each who asked is told
            _LOG.exception("requests failed")
            return [Refused("unknown", _UNKNOWN)] * len(requests), NOTHING

    def _with_news(self, here: Here, answers: list[Answer], worker: Worker) -> tuple[list[Answer], Heard]:
        """Give answers with what was committed, here and by others before; nobody has to read that again."""
        commits = [each.commit for each in answers if isinstance(each, Accepted) and each.commit is not None]
        if not commits:
            return answers, NOTHING
        versions = {commit.table: commit.version for commit in commits}
        try:
            return answers, taken_in(versions, self._known, here, worker)
        except Exception:  # noqa: BLE001 - what was committed stands; the next look finds what is missing
            _LOG.exception("what others did cannot be told")
            return answers, Heard({}, commits, set())

    async def _pass_time(self) -> None:
        """Do what silence brings about, and look what other workers did."""
        while True:
            await asyncio.sleep(_TICK)
            try:
                await self.hear({})
                passing = self._worker.passing_time()
                while (some := await self.look(partial(self._passed, passing, self._here))) is not None:
                    passed, heard = some
                    self._tell(heard)
                    self._notes.passed(passed)
            except Exception:  # noqa: BLE001 - the next tick tries again
                _LOG.exception("the clock failed")

    def _passed(
        self, passing: Iterator[list[Answer]], here: Here, worker: Worker
    ) -> tuple[list[Answer], Heard] | None:
        """Pass time at some tables more; None if there are none left."""
        passed = next(passing, None)
        return None if passed is None else self._with_news(here, passed, worker)

    async def hear(self, versions: Mapping[str, int]) -> None:
        """Take in what other workers did, at some tables or at all of them."""
        self._tell(await self.look(partial(taken_in, versions, self._known, self._here)))

    @property
    def _here(self) -> Here:
        return Here({*self._players}, {*self._watched})

    # watchers

    @asynccontextmanager
    async def watch(self, table: str, after: int, player: str = "") -> AsyncIterator[Watcher]:
        """Be told what is committed at a table after a version, and that something concerns a player."""
        version = await self.look(lambda worker: worker.position(table).version)
        watched = self._watched.setdefault(table, _Watched(version))
        watcher = Watcher(self, table, after, player)
        watched.watchers.add(watcher)
        self._note(player, self._players.get(player, set()) | {watcher})
        if self._closing:
            watcher.finish()
        try:
            yield watcher
        finally:
            watched.watchers.discard(watcher)
            self._note(player, self._players[player] - {watcher})
            self._left.set()
            if not watched.watchers:
                self._watched.pop(table, None)

    def version(self, table: str) -> int:
        """Tell how far a watched table has come."""
        return self._watched[table].version

    async def commits(self, table: str, after: int) -> list[bytes]:
        """Give some of the commits of a watched table after a version, as they are told."""
        watched = self._watched[table]
        if (said := watched.since(after)) or after >= watched.version:
            return said
        pages = await asyncio.to_thread(self._worker.store.pages, table, after, _PAGE)
        return [self._telling(read(body)) for _, body, _ in pages]

    def _tell(self, heard: Heard) -> None:
        """Tell those who watch what was committed, and those whom it concerns that it was."""
        news: set[_Watched] = set()
        for commit in heard.commits:
            if watched := self._watched.get(commit.table):
                watched.came_to(commit.version, self._telling(commit))
                news.add(watched)
        for table, version in heard.versions.items():
            watched = self._watched.get(table)
            if watched and watched.version < version:  # watched only now, or far behind
                watched.came_to(version)
                news.add(watched)
        for watched in news:
            watched.wake()
        self._wake(heard.concerns)

    def _wake(self, players: set[str]) -> None:
        """Note of players that how they stand may have changed."""
        for name in self._players.keys() & players:
            for watcher in self._players[name]:
                watcher.moved.set()

    def _note(self, player: str, watchers: set[Watcher]) -> None:
        """Take in by which watchers a player is told."""
        self._players.pop(player, None)
        if watchers:
            self._players[player] = watchers
