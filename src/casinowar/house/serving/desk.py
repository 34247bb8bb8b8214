"""Desk: takes requests from many people at once, to be decided and written together.

A worker knows nothing of threads or event loops. The desk gives it one thread, hands it all requests that
have arrived, and publishes what was committed to subscriptions, in order.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, TypeVar

from casinowar.game.phrase import Phrase
from casinowar.house.journal.commits import Commit, decode_commit, encode_commit
from casinowar.house.journal.requests import CLOSING, UNKNOWN, Accepted, Answer, Refused, TableRequest
from casinowar.house.offices.registry import OFFICES
from casinowar.house.serving.change_feed import (
    NO_COMMITS,
    Listeners,
    NewCommits,
    Subscription,
    TableFeed,
    poll_commits,
    read_commits,
)
from casinowar.house.serving.peers import Broadcast, EncodedCommit, Peers
from casinowar.house.worker.worker import Worker

T = TypeVar("T")

_LOG = logging.getLogger("casinowar.house")
_MOST_TOGETHER: Final = 500
"""Requests written in one commit; more would make each wait for the others."""
_MOST_WAITING: Final = 10_000
"""Requests in the queue before more are refused."""
_PAGE: Final = 100
_TABLES_AT_A_TIME: Final = 20
_LOOKS_AT_A_TIME: Final = 20
"""Reads in the worker's queue at once, so that requests do not wait for all of them."""
_TICK: Final = 0.25
"""Seconds in which timeouts run once at every table."""
_PARTS: Final = 10
"""Parts of the tables whose timeouts run one after another, to spread the messages that they cause."""
_CLOSING_SECONDS: Final = 5.0
"""Seconds that a closing desk allows subscriptions to receive what is left."""
_BUSY: Final = Phrase("House.busy", "Too many requests at once; nothing was done.")


class DeskNotes:
    """Hooks for metrics; a subclass records what it needs."""

    def wrote(self, answers: list[Answer], seconds: list[float]) -> None:
        """Record the answers of one commit, and how long each took."""

    def passed(self, answers: list[Answer]) -> None:
        """Record the answers of timeouts."""

    def lost(self) -> None:
        """Record a request whose outcome is unknown because its peer is gone."""


class Desk:
    """The request queue, timers and change feeds of one worker."""

    def __init__(
        self,
        worker: Worker,
        *,
        telling: Callable[[Commit], bytes] = encode_commit,
        notes: DeskNotes | None = None,
        peers: Peers | None = None,
    ) -> None:
        """Serve by a worker; `telling` encodes commits for subscriptions."""
        self._peers = peers
        self._worker, self._telling, self._notes = worker, telling, notes or DeskNotes()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="house")
        self._waiting: deque[tuple[TableRequest, asyncio.Future[Answer], float]] = deque()
        """Requests, the futures of their answers, and when they arrived."""
        self._looking = asyncio.Semaphore(_LOOKS_AT_A_TIME)
        self._news = asyncio.Event()
        self._feeds: dict[str, TableFeed] = {}
        self._players: dict[str, set[Subscription]] = {}
        self._known: dict[str, int] = {}
        """The last published version of each journal; only the worker's thread uses it."""
        self._serving: asyncio.Task[None] | None = None
        self._timers: asyncio.Task[None] | None = None
        self._closing = False
        self._left = asyncio.Event()
        """Set when a subscription ends."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Desk"]:
        """Take requests; at the end, answer those that have arrived."""
        self._known |= await self._at_work(Worker.refresh_all)
        self._serving = asyncio.create_task(self._serve())
        self._timers = asyncio.create_task(self._run_timeouts())
        try:
            yield self
        finally:
            await self.close()
            for _ in range(_LOOKS_AT_A_TIME):  # wait for all reads
                await self._looking.acquire()
            self._thread.shutdown()
            for _ in range(_LOOKS_AT_A_TIME):
                self._looking.release()

    async def close(self) -> None:
        """Answer what has arrived, take no more, and end subscriptions once they have received everything.

        Rounds stay where they are, and go on from the journal when the house opens again.
        """
        self._closing = True
        self._news.set()
        doing = [task for task in (self._serving, self._timers) if task is not None]
        if self._timers is not None:
            self._timers.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        if self._peers is not None:
            self._peers.leave()
        for subscription in self._watchers():
            subscription.finish()
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING_SECONDS):
                while self._watchers():
                    self._left.clear()
                    await self._left.wait()
        for subscription in self._watchers():
            subscription.close()

    def _watchers(self) -> list[Subscription]:
        return [subscription for feed in self._feeds.values() for subscription in feed.subscriptions]

    @property
    def is_open(self) -> bool:
        return self._serving is not None and not self._serving.done() and not self._closing

    # requests

    async def ask(self, request: TableRequest) -> Answer:
        """Have a request decided and written by the process that serves its table; the answer is durable."""
        if self._peers is None or not self.is_open:
            return await self.take(request)
        try:
            answer = await self._peers.ask(request)
        except ConnectionError:  # the peer may have done it, or do it yet: an id acts once
            answer = await self.take(request) if request.id else UNKNOWN
            if isinstance(answer, Accepted):
                return answer
            self._notes.lost()
            return UNKNOWN
        return await self.take(request) if answer is None else answer

    def take(self, request: TableRequest) -> asyncio.Future[Answer]:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if not self.is_open:
            answer.set_result(CLOSING)
        elif len(self._waiting) >= _MOST_WAITING:
            answer.set_result(Refused("busy", _BUSY))
        else:
            self._waiting.append((request, answer, time.monotonic()))
            self._news.set()
        return answer

    async def mark_ready(self, table: str, player: str) -> None:
        """Note, at the process that serves the table, that a player has placed every wager."""
        if not (self._peers and self._peers.mark_ready(table, player)):
            await self.mark_ready_here(table, player)

    async def mark_ready_here(self, table: str, player: str) -> None:
        await self._at_work(lambda worker: worker.mark_ready(table, player))

    async def look(self, reading: Callable[[Worker], T]) -> T:
        """Read something in the worker's thread, between requests; only some reads wait there at once."""
        async with self._looking:
            return await self._at_work(reading)

    async def _at_work(self, doing: Callable[[Worker], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, doing, self._worker)

    async def look_at_each_table(self, reading: Callable[[Worker, str], T]) -> list[T]:
        """Read something of every table, a few tables at a time, so that requests do not wait for all."""
        tables = [
            table for table in await self.look(lambda worker: worker.store.tables()) if table not in OFFICES
        ]
        found: list[T] = []
        for first in range(0, len(tables), _TABLES_AT_A_TIME):
            some = tables[first : first + _TABLES_AT_A_TIME]
            found += await self.look(partial(_of_tables, reading, some))
        return found

    async def _serve(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._news.clear()
                await self._news.wait()
                continue
            together = [self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_TOGETHER))]
            answers, found = await self._answers([request for request, *_ in together])
            news = self._encoded(found)  # before the answers: no reply may precede the commit it reports
            for (_, answer, _), said in zip(together, answers, strict=True):
                if not answer.done():
                    answer.set_result(said)
            self._publish(news)
            now = time.monotonic()
            self._notes.wrote(answers, [now - began for *_, began in together])

    async def _answers(self, requests: list[TableRequest]) -> tuple[list[Answer], NewCommits]:
        try:
            here = self._here
            return await self._at_work(lambda worker: self._with_commits(here, worker.ask(*requests), worker))
        except Exception:  # noqa: BLE001 - every request is answered, whatever failed
            _LOG.exception("requests failed")
            return [UNKNOWN] * len(requests), NO_COMMITS

    def _with_commits(
        self, here: Listeners, answers: list[Answer], worker: Worker
    ) -> tuple[list[Answer], NewCommits]:
        accepted = sorted(
            (each for each in answers if isinstance(each, Accepted)), key=lambda each: each.version
        )
        if not accepted:
            return answers, NO_COMMITS
        commits = [each.commit for each in accepted if each.commit is not None]
        versions = {each.table: each.version for each in accepted}  # repeated requests included
        try:
            return answers, read_commits(versions, self._known, here, worker, own=commits)
        except Exception:  # noqa: BLE001 - the commits stand; the next poll finds what is missing
            _LOG.exception("new commits cannot be read")
            return answers, NewCommits(versions, commits, None)

    async def _run_timeouts(self) -> None:
        """Run timeouts, and poll what other workers committed."""
        while True:
            try:
                for part in range(_PARTS):
                    await asyncio.sleep(_TICK / _PARTS)
                    await self._run_timeouts_at(part)
            except Exception:  # noqa: BLE001 - the next tick tries again
                _LOG.exception("timeouts failed")
                await asyncio.sleep(_TICK)

    async def _run_timeouts_at(self, part: int) -> None:
        """Run the timeouts of one part of the tables; with the first part, poll other workers."""
        if part == 0:
            from_peers = {**self._worker.streams.newest}
            await self.refresh({})
            self._publish(Broadcast(from_peers, [], set()))  # what a peer has not sent
        batches = self._worker.run_timeouts_in_batches(part, _PARTS)
        while (batch := await self._at_work(partial(self._next_batch, batches, self._here))) is not None:
            if self._peers is not None:
                self._peers.send_heartbeat()
            answers, found = batch
            self._publish(self._encoded(found))
            self._notes.passed(answers)
        if self._peers is not None:
            self._peers.send_heartbeat()

    def _next_batch(
        self, batches: Iterator[list[Answer]], here: Listeners, worker: Worker
    ) -> tuple[list[Answer], NewCommits] | None:
        """Run the timeouts of one batch of tables; None if there are none left."""
        answers = next(batches, None)
        return None if answers is None else self._with_commits(here, answers, worker)

    async def refresh(self, versions: Mapping[str, int]) -> None:
        """Read and publish what other workers committed, at these tables or at all."""
        found = await self._at_work(partial(poll_commits, versions, self._known, self._here))
        self._publish(self._encoded(found))

    async def poll(self) -> None:
        await self.refresh({})

    def receive(self, news: Broadcast) -> None:
        self._worker.streams.note_versions(news.versions)
        # Later, with the answers that follow: a subscriber receives a commit and its reply together.
        asyncio.get_running_loop().call_soon(self._publish, news)

    @property
    def _here(self) -> Listeners:
        peers = self._peers is not None  # a peer may begin to listen before the commits are sent
        return Listeners({*self._players}, {*self._feeds}, peers)

    # subscriptions

    @asynccontextmanager
    async def subscribe(self, table: str, after: int, player: str = "") -> AsyncIterator[Subscription]:
        version = await self._at_work(lambda worker: worker.position(table).version)
        version = max(version, self._worker.streams.newest.get(table, 0))  # it may have gone on meanwhile
        feed = self._feeds.setdefault(table, TableFeed(partial(self._read, table), version))
        subscription = Subscription(feed, after, player)
        feed.subscriptions.add(subscription)
        self._players.setdefault(player, set()).add(subscription)
        if self._closing:
            subscription.finish()
        try:
            yield subscription
        finally:
            feed.subscriptions.discard(subscription)
            self._players[player].discard(subscription)
            if not self._players[player]:
                del self._players[player]
            if not feed.subscriptions:
                self._feeds.pop(table, None)
            self._left.set()

    async def _read(self, table: str, after: int) -> list[bytes]:
        pages = await asyncio.to_thread(self._worker.store.pages, table, after, _PAGE)
        return [self._telling(decode_commit(body)) for _, body, _ in pages]

    def _encoded(self, found: NewCommits) -> Broadcast:
        news = Broadcast(found.versions, [], found.concerns)
        to_peers = self._peers is not None and self._peers.has_listeners
        try:
            news.commits.extend(
                EncodedCommit(commit.table, commit.version, self._telling(commit))
                for commit in found.commits
                if to_peers or commit.table in self._feeds
            )
        except Exception:  # noqa: BLE001 - the commits stand, and subscriptions read them from the store
            _LOG.exception("a commit cannot be encoded")
        if self._peers and (news.commits or news.concerns != set()):
            self._peers.broadcast(news)
        return news

    def _publish(self, news: Broadcast) -> None:
        """Advance the feeds of tables, and mark the players whose standing may have changed."""
        moved: set[TableFeed] = set()
        for table, version, encoded in news.commits:
            if feed := self._feeds.get(table):
                feed.advance(version, encoded)
                moved.add(feed)
        for table in news.versions.keys() & self._feeds.keys():
            feed = self._feeds[table]
            if feed.version < news.versions[table]:  # a new subscription, or one far behind
                feed.advance(news.versions[table])
                moved.add(feed)
        # Later, after the requests that were answered have gone on: commit and reply are sent together.
        asyncio.get_running_loop().call_soon(_wake, moved)
        concerned = self._players.keys() if news.concerns is None else news.concerns
        for name in self._players.keys() & concerned:
            for subscription in self._players[name]:
                subscription.moved.set()


def _of_tables(reading: Callable[[Worker, str], T], tables: list[str], worker: Worker) -> list[T]:
    return [reading(worker, table) for table in tables]


def _wake(feeds: Iterable[TableFeed]) -> None:
    for feed in feeds:
        feed.wake()
