"""Change feed: what was committed, here or by another worker, and the subscriptions that are sent it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec import Struct

from casinowar.house.journal.commits import Commit, decode_commit
from casinowar.house.offices.registry import OFFICES
from casinowar.house.worker.worker import Worker

_LOG = logging.getLogger("casinowar.house")
_MOST: Final = 100
"""New commits of a table beyond which all players count as concerned, and the commits are not read."""
_RECENT: Final = 200
"""Encoded commits cached for each table; a subscription further behind reads them from the store."""
_MOST_UNREAD: Final = 100
"""Own messages, such as replies, after which a subscription that does not read is closed."""
_QUIET: Final = 0.1
"""Seconds without a message before a closing subscription ends."""


class Listeners(NamedTuple):
    """The players connected to this process, and the tables with subscriptions."""

    players: set[str]
    tables: set[str]
    peers: bool = False
    """Whether peer processes may listen: they receive every commit."""


class NewCommits(Struct, frozen=True):
    """The version of each table, the new commits that have listeners, and the players concerned."""

    versions: Mapping[str, int]
    commits: list[Commit]
    concerns: set[str] | None
    """None means everyone."""


NO_COMMITS: Final = NewCommits({}, [], set())


def poll_commits(
    versions: Mapping[str, int], known: dict[str, int], here: Listeners, worker: Worker
) -> NewCommits:
    """Read what other workers committed, at these tables or at all.

    A table that a peer serves is left out: the peer sends its commits.
    """
    found = versions or worker.refresh_all()
    versions = {
        table: version for table, version in found.items() if not worker.streams.served_by_peer(table)
    }
    return read_commits(versions, known, here, worker)


def read_commits(
    versions: Mapping[str, int],
    known: dict[str, int],
    here: Listeners,
    worker: Worker,
    own: Sequence[Commit] = (),
) -> NewCommits:
    """Read the commits of tables since the versions known, which advance; `own` were just made here."""
    new = {table: known.get(table, 0) for table in versions if versions[table] > known.get(table, 0)}
    commits: list[Commit] = []
    too_many = False
    for table, version in versions.items():
        after = known.get(table, 0)
        mine = [each for each in own if each.table == table and each.version > after]
        known_here = mine[-1].version if mine else worker.position(table).version
        if known_here < version:
            worker.refresh(table)
        if table not in new or not (here.peers or here.players or table in here.tables):
            continue
        if version - after > _MOST:
            too_many = True
        else:
            commits += mine if len(mine) == version - after else _since(worker, table, after, version)
    known |= {table: versions[table] for table in new}
    return NewCommits(versions, commits, None if too_many else _concerned(worker, commits))


def _since(worker: Worker, table: str, after: int, version: int) -> list[Commit]:
    """Give the commits of a table after a version, from the cache if it holds all of them."""
    kept = [commit for _, commit in worker.recent(table, after) if commit.version <= version]
    if len(kept) == version - after:
        return kept
    return [decode_commit(body) for _, body, _ in worker.store.pages(table, after, version - after)]


def _concerned(worker: Worker, commits: Iterable[Commit]) -> set[str]:
    concerns: set[str] = set()
    for commit in commits:
        for entry in commit.entries:
            concerns.add(getattr(entry.command, "player", "") or entry.who)
            concerns |= {getattr(event, "player", "") for event in entry.events}
        if commit.table not in OFFICES:
            concerns |= worker.position(commit.table).table.chips.keys()
    return concerns


class TableFeed:
    """The feed of one table: its version, its latest commits as they are sent, and its subscriptions."""

    def __init__(self, read: Callable[[int], Awaitable[list[bytes]]], version: int) -> None:
        """Start at a version; `read` gives some of the commits after a version that is no longer cached."""
        self.read, self.version = read, version
        self.subscriptions: set[Subscription] = set()
        self._recent: dict[int, bytes] = {}

    def advance(self, version: int, encoded: bytes = b"") -> None:
        if version > self.version + _RECENT:
            self._recent.clear()
        if encoded:
            self._recent[version] = encoded
            if len(self._recent) > _RECENT:
                del self._recent[next(iter(self._recent))]
        self.version = max(self.version, version)

    def wake(self) -> None:
        for subscription in self.subscriptions:
            subscription.wake()

    def since(self, after: int) -> list[bytes]:
        found = []
        while encoded := self._recent.get(after + 1):
            found.append(encoded)
            after += 1
        return found


class Subscription:
    """A subscriber of one table's feed, who receives every commit from a version on, at their own pace."""

    def __init__(self, feed: TableFeed, after: int, player: str = "") -> None:
        self._feed, self.after, self.player = feed, after, player
        self._own: list[bytes] = []
        self._standing = b""
        self._is_last = self._waits = False
        self._news = asyncio.Event()
        self.asks = False
        """Whether a reply is on its way; a closing desk waits for it."""
        self.push: Callable[[list[bytes]], bool] = lambda _messages: False
        """Sends messages at once; False if that is not possible now.

        To wake a task for each message costs more than to send it.
        """
        self.gone = asyncio.Event()
        self.moved = asyncio.Event()
        """Set when a commit may have changed the player's standing."""
        self.moved.set()

    def finish(self) -> None:
        """Send what is left, then end."""
        self._is_last = True
        self._news.set()

    def say(self, message: bytes) -> None:
        self._own.append(message)
        if len(self._own) > _MOST_UNREAD:
            self.close()
        self.wake()

    def stand(self, standing: bytes) -> None:
        """Send the player's standing, in place of one that was not sent yet."""
        self._standing = standing
        self.wake()

    def close(self) -> None:
        """Send nothing more."""
        self.gone.set()
        self._news.set()

    def wake(self) -> None:
        """Push what is new, or wake the task that waits for it."""
        if not (self._waits and self._pushed()):
            self._news.set()

    def _pushed(self) -> bool:
        if self.gone.is_set():
            return False
        try:
            messages, commits = self._cached()
            unread = self._feed.version - self.after + len(self._own) + bool(self._standing)
            if len(messages) < unread or (messages and not self.push(messages)):
                return False
        except Exception:  # noqa: BLE001 - it fails for this subscription alone
            _LOG.exception("messages cannot be pushed")
            self.close()  # the subscriber comes back with the last version it received
            return False
        self._take(messages, commits)
        return True

    def _cached(self) -> tuple[list[bytes], int]:
        """Give the messages that need no read, and how many of them are commits."""
        messages = self._feed.since(self.after)
        commits = len(messages)
        if self.after + commits >= self._feed.version:  # a reply comes after the commits it reports
            messages += [*self._own, self._standing] if self._standing else self._own
        return messages, commits

    def _take(self, messages: list[bytes], commits: int) -> None:
        self.after += commits
        if len(messages) > commits:
            self._own, self._standing = [], b""

    async def more(self) -> list[bytes]:
        """Wait for the next messages; an empty list means the subscription has ended."""
        while not self.gone.is_set():
            self._news.clear()
            messages, commits = self._cached()
            if messages:
                self._take(messages, commits)
                return messages
            if self.after < self._feed.version:
                messages = await self._feed.read(self.after)
                self.after += len(messages)
                return messages
            if not self._is_last:
                await self._wait()
            elif await self._is_quiet():
                break
        return []

    async def _wait(self) -> None:
        self._waits = True
        try:
            await self._news.wait()
        finally:
            self._waits = False

    async def _is_quiet(self) -> bool:
        """Tell whether nothing more is on its way; later requests are told that the house is closing.

        A message that arrives as the wait times out is still delivered.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_QUIET):
                await self._news.wait()
                return False
        return not (self.asks or self._own or self._standing or self.after < self._feed.version)
