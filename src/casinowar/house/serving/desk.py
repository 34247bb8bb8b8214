"""The desk: where requests of many people come in at once, to be decided and written together.

A worker knows nothing of threads or loops. The desk gives it one thread of its own, hands it whatever has
come in meanwhile, and tells those who watch a table what was committed, in order.
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
"""So many requests are written together at most, so that none waits long for the others."""
_MOST_WAITING: Final = 10_000
_PAGE: Final = 100
_TABLES_AT_A_TIME: Final = 20
_LOOKS_AT_A_TIME: Final = 20
"""Whoever acts waits for so many who only look at most, however many there are."""
_TICK: Final = 0.25
_PARTS: Final = 10
"""Of the tables; time passes at one after another, so that not all who play are told at the same moment."""
_LAST_WORDS: Final = 5.0
"""So many seconds a closing desk waits for those who are still told something."""
_BUSY: Final = Phrase("House.busy", "Too many requests at once; nothing was done.")


class DeskNotes:
    """What a desk tells of its work; who wants to keep it says how."""

    def wrote(self, answers: list[Answer], seconds: list[float]) -> None:
        """Note what was decided and written together, and how long after it had come in."""

    def passed(self, answers: list[Answer]) -> None:
        """Note what silence brought about."""

    def lost(self) -> None:
        """Note that nobody can say whether a request was done, because its table's home is gone."""


class Desk:
    """Takes requests for one worker."""

    def __init__(
        self,
        worker: Worker,
        *,
        telling: Callable[[Commit], bytes] = encode_commit,
        notes: DeskNotes | None = None,
        peers: Peers | None = None,
    ) -> None:
        """Serve by a worker; there may be others, whose commits are looked for or told from their peers."""
        self._peers = peers
        self._worker, self._telling, self._notes = worker, telling, notes or DeskNotes()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="house")
        self._waiting: deque[tuple[TableRequest, asyncio.Future[Answer], float]] = deque()
        """Requests, who waits for their answers, and since when."""
        self._looking = asyncio.Semaphore(_LOOKS_AT_A_TIME)
        self._news = asyncio.Event()
        self._feeds: dict[str, TableFeed] = {}
        self._players: dict[str, set[Subscription]] = {}
        self._known: dict[str, int] = {}
        """To which version each journal has come, as far as it was told; the worker's thread alone has it."""
        self._serving: asyncio.Task[None] | None = None
        self._passing: asyncio.Task[None] | None = None
        self._closing = False
        self._left = asyncio.Event()
        """Somebody who feed is gone."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Desk"]:
        """Take requests; in the end finish what has come in, and take no more."""
        self._known |= await self._at_work(Worker.refresh_all)
        self._serving = asyncio.create_task(self._serve())
        self._passing = asyncio.create_task(self._run_timeouts())
        try:
            yield self
        finally:
            await self.close()
            for _ in range(_LOOKS_AT_A_TIME):  # once all have gone who look
                await self._looking.acquire()
            self._thread.shutdown()
            for _ in range(_LOOKS_AT_A_TIME):
                self._looking.release()

    async def close(self) -> None:
        """Finish what has come in, take no more, and let subscriptions go once they were told everything.

        Rounds are held where they are: they go on from the journal when the house is opened again.
        """
        self._closing = True
        self._news.set()
        doing = [task for task in (self._serving, self._passing) if task is not None]
        if self._passing is not None:
            self._passing.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        if self._peers is not None:
            self._peers.leave()
        for subscription in self._watchers():
            subscription.finish()
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS):
                while self._watchers():
                    self._left.clear()
                    await self._left.wait()
        for subscription in self._watchers():
            subscription.close()

    def _watchers(self) -> list[Subscription]:
        return [subscription for feed in self._feeds.values() for subscription in feed.subscriptions]

    @property
    def is_open(self) -> bool:
        """Tell whether requests are taken."""
        return self._serving is not None and not self._serving.done() and not self._closing

    # requests

    async def ask(self, request: TableRequest) -> Answer:
        """Have a request decided and written, at its table's home; what is accepted is durable."""
        if self._peers is None or not self.is_open:
            return await self.take(request)
        try:
            answer = await self._peers.ask(request)
        except ConnectionError:  # its home may have done it, or do it yet; under its id it acts once
            answer = await self.take(request) if request.id else UNKNOWN
            if isinstance(answer, Accepted):
                return answer
            self._notes.lost()
            return UNKNOWN
        return await self.take(request) if answer is None else answer

    def take(self, request: TableRequest) -> asyncio.Future[Answer]:
        """Have a request decided and written here."""
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
        """Take note that a player has no more wagers to place, at the table's home."""
        if not (self._peers and self._peers.mark_ready(table, player)):
            await self.mark_ready_here(table, player)

    async def mark_ready_here(self, table: str, player: str) -> None:
        """Take note here that a player has no more wagers to place."""
        await self._at_work(lambda worker: worker.mark_ready(table, player))

    async def look(self, reading: Callable[[Worker], T]) -> T:
        """Have something read by the worker, between requests; of very many who look only some at a time."""
        async with self._looking:
            return await self._at_work(reading)

    async def _at_work(self, doing: Callable[[Worker], T]) -> T:
        """Have the worker do something as soon as it can."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, doing, self._worker)

    async def look_at_each_table(self, reading: Callable[[Worker, str], T]) -> list[T]:
        """Have something read of every table, some at a time: nobody who asks meanwhile waits for all."""
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
            answers, heard = await self._answers([request for request, *_ in together])
            news = self._news_of(heard)  # before the answers: nobody hears one before what it brought about
            for (_, answer, _), said in zip(together, answers, strict=True):
                if not answer.done():
                    answer.set_result(said)
            self._tell(news)
            now = time.monotonic()
            self._notes.wrote(answers, [now - began for *_, began in together])

    async def _answers(self, requests: list[TableRequest]) -> tuple[list[Answer], NewCommits]:
        try:
            here = self._here
            return await self._at_work(lambda worker: self._with_news(here, worker.ask(*requests), worker))
        except Exception:  # noqa: BLE001 - whatever it is, each who asked is told
            _LOG.exception("requests failed")
            return [UNKNOWN] * len(requests), NO_COMMITS

    def _with_news(
        self, here: Listeners, answers: list[Answer], worker: Worker
    ) -> tuple[list[Answer], NewCommits]:
        """Give answers with what was committed, here and by others before; nobody has to read that again."""
        accepted = sorted(
            (each for each in answers if isinstance(each, Accepted)), key=lambda each: each.version
        )
        if not accepted:
            return answers, NO_COMMITS
        commits = [each.commit for each in accepted if each.commit is not None]
        versions = {each.table: each.version for each in accepted}  # what was done before, too
        try:
            return answers, read_commits(versions, self._known, here, worker)
        except Exception:  # noqa: BLE001 - what was committed stands; the next look finds what is missing
            _LOG.exception("what others did cannot be told")
            return answers, NewCommits(versions, commits, None)

    async def _run_timeouts(self) -> None:
        """Do what silence brings about, and look what other workers did."""
        while True:
            try:
                for part in range(_PARTS):
                    await asyncio.sleep(_TICK / _PARTS)
                    await self._run_timeouts_at(part)
            except Exception:  # noqa: BLE001 - the next tick tries again
                _LOG.exception("the clock failed")
                await asyncio.sleep(_TICK)

    async def _run_timeouts_at(self, part: int) -> None:
        """Do what silence brings about at a part of the tables, and at the first look what others did."""
        if part == 0:
            heard_of = {**self._worker.streams.newest}
            await self.refresh({})
            self._tell(Broadcast(heard_of, [], ()))  # whatever was not told from its home since
        passing = self._worker.run_timeouts_in_batches(part, _PARTS)
        while (some := await self._next_passed(passing)) is not None:
            passed, heard = some
            self._tell(self._news_of(heard))
            self._notes.passed(passed)

    async def _next_passed(self, passing: Iterator[list[Answer]]) -> tuple[list[Answer], NewCommits] | None:
        """Pass time at some tables more, and have the other processes of this server know that it passes."""
        some = await self._at_work(partial(self._passed, passing, self._here))
        if self._peers is not None:
            self._peers.be_here()
        return some

    def _passed(
        self, passing: Iterator[list[Answer]], here: Listeners, worker: Worker
    ) -> tuple[list[Answer], NewCommits] | None:
        """Pass time at some tables more; None if there are none left."""
        passed = next(passing, None)
        return None if passed is None else self._with_news(here, passed, worker)

    async def refresh(self, versions: Mapping[str, int]) -> None:
        """Take in what other workers did, at some tables or at all of them."""
        self._tell(
            self._news_of(await self._at_work(partial(poll_commits, versions, self._known, self._here)))
        )

    async def poll(self) -> None:
        """Take in what other workers did anywhere."""
        await self.refresh({})

    def receive(self, news: Broadcast) -> None:
        """Take in what was committed at other peers."""
        self._worker.streams.note_versions(news.versions)
        # Told with the answers that come with it: whoever asked is told commit and reply together.
        asyncio.get_running_loop().call_soon(self._tell, news)

    @property
    def _here(self) -> Listeners:
        others = self._peers is not None  # somebody may begin to listen before it is told
        return Listeners({*self._players}, {*self._feeds}, others)

    @property
    def _is_listened_to(self) -> bool:
        """Tell whether other processes of this server hear what is committed here."""
        return self._peers is not None and self._peers.is_listened_to

    # subscriptions

    @asynccontextmanager
    async def subscribe(self, table: str, after: int, player: str = "") -> AsyncIterator[Subscription]:
        """Be told what is committed at a table after a version, and that something concerns a player."""
        version = await self._at_work(lambda worker: worker.position(table).version)
        version = max(version, self._worker.streams.newest.get(table, 0))  # it may have gone on meanwhile
        feed = self._feeds.setdefault(table, TableFeed(partial(self._read, table), version))
        subscription = Subscription(feed, after, player)
        feed.subscriptions.add(subscription)
        self._note(player, self._players.get(player, set()) | {subscription})
        if self._closing:
            subscription.finish()
        try:
            yield subscription
        finally:
            feed.subscriptions.discard(subscription)
            self._note(player, self._players[player] - {subscription})
            self._left.set()
            if not feed.subscriptions:
                self._feeds.pop(table, None)

    async def _read(self, table: str, after: int) -> list[bytes]:
        """Read some of the commits of a table after a version, as they are told."""
        pages = await asyncio.to_thread(self._worker.store.pages, table, after, _PAGE)
        return [self._telling(decode_commit(body)) for _, body, _ in pages]

    def _news_of(self, heard: NewCommits) -> Broadcast:
        """Put what was committed as it is told, and have the other processes of this server hear of it."""
        news = Broadcast(heard.versions, [], heard.concerns)
        try:
            news.told.extend(
                EncodedCommit(commit.table, commit.version, self._telling(commit))
                for commit in heard.commits
                if self._is_listened_to or commit.table in self._feeds
            )
        except Exception:  # noqa: BLE001 - what was committed stands, and is read by whoever is to be told
            _LOG.exception("a commit cannot be told")
        if self._peers and (news.told or news.concerns != set()):
            self._peers.tell(news)
        return news

    def _tell(self, news: Broadcast) -> None:
        """Tell those who watch what was committed, and those whom it concerns that it was."""
        moved: set[TableFeed] = set()
        for table, version, said in news.told:
            if feed := self._feeds.get(table):
                feed.advance(version, said)
                moved.add(feed)
        for table in news.versions.keys() & self._feeds.keys():
            feed = self._feeds[table]
            if feed.version < news.versions[table]:  # feed only now, or far behind
                feed.advance(news.versions[table])
                moved.add(feed)
        # After those who asked have gone on: they are told together what was answered and committed.
        asyncio.get_running_loop().call_soon(_wake, moved)
        self._wake(self._players.keys() if news.concerns is None else news.concerns)

    def _wake(self, players: Iterable[str]) -> None:
        """Note of players that how they stand may have changed."""
        for name in self._players.keys() & players:
            for subscription in self._players[name]:
                subscription.moved.set()

    def _note(self, player: str, subscriptions: set[Subscription]) -> None:
        """Take in by which subscriptions a player is told."""
        self._players.pop(player, None)
        if subscriptions:
            self._players[player] = subscriptions


def _of_tables(reading: Callable[[Worker, str], T], tables: list[str], worker: Worker) -> list[T]:
    return [reading(worker, table) for table in tables]


def _wake(news: Iterable[TableFeed]) -> None:
    """Have told what is new at some tables."""
    for feed in news:
        feed.wake()
