"""NewCommits: what was committed, here or by another worker, and whom it concerns."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec import Struct

from casinowar.house.journal.commits import Commit, decode_commit
from casinowar.house.offices.registry import OFFICES
from casinowar.house.worker.worker import Worker

_MOST: Final = 100
"""More commits of a table than these are not worth reading to find whom they concern."""


def _named(commit: Commit) -> set[str]:
    """Name those who did something in a commit, or to whom something happened."""
    asked = {getattr(entry.command, "player", "") or entry.who for entry in commit.entries}
    return asked | {getattr(event, "player", "") for event in commit.events}


def _concerned(worker: Worker, commits: Iterable[Commit]) -> set[str]:
    """Name those whom commits concern: who did something, and who is at the tables."""
    concerns: set[str] = set()
    for commit in commits:
        concerns |= _named(commit)
        if commit.table not in OFFICES:
            concerns |= worker.position(commit.table).table.chips.keys()
    return concerns


class Listeners(NamedTuple):
    """Whom a process tells what is committed: players, and whoever watches tables."""

    players: set[str]
    tables: set[str]
    others: bool = False
    """Whether other processes of the server may listen, too: they are told everything."""


class NewCommits(Struct, frozen=True):
    """What was committed: how far each journal has come, and, where it matters to somebody, how."""

    versions: Mapping[str, int]
    commits: list[Commit]
    concerns: set[str] | None
    """Nothing, where it may concern anybody."""


NO_COMMITS: Final = NewCommits({}, [], set())


def poll_commits(
    versions: Mapping[str, int], known: dict[str, int], here: Listeners, worker: Worker
) -> NewCommits:
    """Take in what others committed, at some tables or at all of them.

    What is committed at tables that are at home served_by_peer is told from there.
    """
    found = versions or worker.refresh_all()
    versions = {
        table: version for table, version in found.items() if not worker.streams.served_by_peer(table)
    }
    return read_commits(versions, known, here, worker)


def read_commits(
    versions: Mapping[str, int], known: dict[str, int], here: Listeners, worker: Worker
) -> NewCommits:
    """Take in what was committed at some tables since it was last known."""
    for table, version in versions.items():
        if worker.position(table).version < version:
            worker.refresh(table)
    new = {table: known.get(table, 0) for table in versions if versions[table] > known.get(table, 0)}
    commits: list[Commit] = []
    too_many = False
    for table, after in new.items():
        if not (here.others or here.players or table in here.tables):
            continue
        if versions[table] - after > _MOST:
            too_many = True
        else:
            commits += _since(worker, table, after, versions[table])
    known |= {table: versions[table] for table in new}
    return NewCommits(versions, commits, None if too_many else _concerned(worker, commits))


def _since(worker: Worker, table: str, after: int, version: int) -> list[Commit]:
    """Give the commits of a table from one version to another, from memory if they are all there."""
    kept = [commit for _, commit in worker.recent(table, after) if commit.version <= version]
    if len(kept) == version - after:
        return kept
    return [decode_commit(body) for _, body, _ in worker.store.pages(table, after, version - after)]


_LOG = logging.getLogger("casinowar.house")
_RECENT: Final = 200
"""So many commits of a feed table are kept encoded; whoever is further behind has them read."""
_MOST_UNREAD: Final = 100
"""Whoever asks on and on without reading the answers is let go."""
_QUIET: Final = 0.1


class TableFeed:
    """A table that somebody watches: how far it has come, and its last commits as they are told."""

    def __init__(self, read: Callable[[int], Awaitable[list[bytes]]], version: int) -> None:
        """Begin at a version; what is not kept any more is read, some commits after a version at a time."""
        self.read, self.version = read, version
        self.subscriptions: set[Subscription] = set()
        self._recent: dict[int, bytes] = {}

    def advance(self, version: int, said: bytes = b"") -> None:
        """Go on to a version."""
        if version > self.version + _RECENT:
            self._recent.clear()
        if said:
            self._recent[version] = said
            if len(self._recent) > _RECENT:
                del self._recent[next(iter(self._recent))]
        self.version = max(self.version, version)

    def wake(self) -> None:
        """Have told what there is to whoever watches."""
        for subscription in self.subscriptions:
            subscription.wake()

    def since(self, after: int) -> list[bytes]:
        """Give the commits after a version, as far as they are kept."""
        found = []
        while said := self._recent.get(after + 1):
            found.append(said)
            after += 1
        return found


class Subscription:
    """Somebody who is told what is committed at a table, from a version on, at their own pace."""

    def __init__(self, feed: TableFeed, after: int, player: str = "") -> None:
        """Follow from the commit after a version, as some player or nobody."""
        self._feed, self.after, self.player = feed, after, player
        self._own: list[bytes] = []
        self._stands = b""
        self._last = self._waits = False
        self._news = asyncio.Event()
        self.asks = False
        """Whether an answer is on its way, which is waited for even if the desk is closed meanwhile."""
        self.at_once: Callable[[], bool] = bool
        """How what is new is told at once to whoever waits for it; False if that is not possible now.

        To wake a task for each message costs more than to send it.
        """
        self.gone = asyncio.Event()
        self.moved = asyncio.Event()
        """Something was committed that may have changed how the player stands."""
        self.moved.set()

    def finish(self) -> None:
        """Tell what is left to tell, and nothing more."""
        self._last = True
        self._news.set()

    def say(self, said: bytes) -> None:
        """Tell something to this subscription alone."""
        self._own.append(said)
        if len(self._own) > _MOST_UNREAD:
            self.close()
        self.wake()

    def stand(self, said: bytes) -> None:
        """Tell how the player stands now, in place of what was not told yet."""
        self._stands = said
        self.wake()

    def close(self) -> None:
        """Tell nothing more."""
        self.gone.set()
        self._news.set()

    def wake(self) -> None:
        """Have told what there is, at once or by whoever waits for it."""
        if not (self._waits and self._told_at_once()):
            self._news.set()

    def _told_at_once(self) -> bool:
        try:
            return self.at_once()
        except Exception:  # noqa: BLE001 - it fails for this subscription alone; the others are told all the same
            _LOG.exception("somebody cannot be told at once")
            self.close()  # what was taken to be told may be lost: they come back with their last version
            return False

    @property
    def unread(self) -> int:
        """So much there is to tell."""
        return self._feed.version - self.after + len(self._own) + bool(self._stands)

    def at_hand(self) -> list[bytes]:
        """Take what can be told without anything being read."""
        if self.gone.is_set():
            return []
        said = self._feed.since(self.after)
        self.after += len(said)
        if self.after >= self._feed.version:  # each reply after what it brought about
            said += [*self._own, self._stands] if self._stands else self._own
            self._own, self._stands = [], b""
        return said

    async def more(self) -> list[bytes]:
        """Wait for what is said and committed next; nothing comes any more once it is closed."""
        while not self.gone.is_set():
            self._news.clear()
            if said := self.at_hand():
                return said
            if self.after < self._feed.version:
                said = await self._feed.read(self.after)
                self.after += len(said)
                return said
            if not self._last:
                await self._wait()
            elif await self._is_quiet():
                break
        return []

    async def _wait(self) -> None:
        """Wait for news that are not told at once."""
        self._waits = True
        try:
            await self._news.wait()
        finally:
            self._waits = False

    async def _is_quiet(self) -> bool:
        """Tell whether nothing more is on its way; whoever asks now hears that it is too late.

        What was said in the very moment in which that was waited for long enough is told, too.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_QUIET):
                await self._news.wait()
                return False
        return not (self.asks or self.unread)
