"""Streams: the tables and offices of a house in a worker's memory, read from its store."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from itertools import takewhile
from threading import Lock
from time import time_ns
from typing import Final

from msgspec import json
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.events import OrderEvent
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Table
from casinowar.house.journal import commits
from casinowar.house.journal.commitments import MerkleTree
from casinowar.house.journal.commits import Commit, TableSettings
from casinowar.house.journal.shoe_vault import RandomBytes, ShoeVault, open_order
from casinowar.house.offices import registry
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.store import Store
from casinowar.house.worker.table_state import Position, followed, read_snapshot, rules_of, snapshot_of

Clock = Callable[[], int]
"""Tells the time in milliseconds."""

_SNAPSHOT_EVERY: Final = 200
"""Commits between snapshots of a table, which bound what a restart reads."""
_TOO_MANY: Final = 5 * _SNAPSHOT_EVERY
"""Commits behind which a table is read from its snapshot, without the events in between."""
_RECENT: Final = 40
"""Commits of a table kept in memory."""
_COMMITS_AT_A_TIME: Final = 2000
"""Commits followed in one poll."""
_NO_SETTINGS: Final = b"{}"
"""The settings of an office."""


def milliseconds() -> int:
    return time_ns() // 1_000_000


class Stream:
    """A table or an office: durable up to a position, decided further up to its tip."""

    def __init__(self, settings: TableSettings, rules: Rules | None, position: Position) -> None:
        """Start at a position; an office has no rules."""
        self.settings, self.rules = settings, rules
        self.durable = self.tip = position
        self.recent: deque[tuple[Table, Commit]] = deque(maxlen=_RECENT)
        """The last commits, each with the table before it."""
        self.ready: dict[str, int] = {}
        """The round for which each player has placed every wager."""
        self.acted: dict[str, int] = {}
        """When each player last acted here, in milliseconds."""
        self.is_served_elsewhere = False
        """Whether another worker made the last commit."""

    def snapshot(self, position: Position) -> bytes:
        """Give a snapshot of a table's position, if one is due."""
        if position.version % _SNAPSHOT_EVERY or self.rules is None:
            return b""
        return json.encode(snapshot_of(position))

    def note(self, before: Table, commit: Commit) -> None:
        self.recent.append((before, commit))
        self.acted |= {entry.who: commit.at for entry in commit.entries}

    def since(self, version: int) -> list[tuple[Table, Commit]]:
        """Give the commits in memory after a version, each with the table before it."""
        return [*takewhile(lambda each: each[1].version > version, reversed(self.recent))][::-1]

    @property
    def is_ahead(self) -> bool:
        """Tell whether a commit was decided and not written yet."""
        return self.tip.version != self.durable.version

    @property
    def all_ready(self) -> list[str]:
        return [player for player, rounds in self.ready.items() if rounds == self.durable.table.rounds]


def _is_better_read_anew(known: int, newest: int) -> bool:
    behind = newest - known
    return behind > (_SNAPSHOT_EVERY if newest % _SNAPSHOT_EVERY >= _RECENT else _TOO_MANY)


class Streams(dict[str, Stream]):
    """The streams of a worker, each read on first use."""

    def __init__(
        self,
        store: Store,
        *,
        key: bytes,
        clock: Clock,
        random_bytes: RandomBytes,
        served_by_peer: Callable[[str], bool] | None = None,
    ) -> None:
        super().__init__()
        self._store, self._key, self._clock, self._random_bytes = store, key, clock, random_bytes
        self.served_by_peer = served_by_peer or (lambda _table: False)
        self._noting = Lock()
        self.newest: dict[str, int] = {}
        """The newest versions of tables that peers serve; they are read on the next use."""

    def __missing__(self, name: str) -> Stream:
        self[name] = found = self._office(name) if name in OFFICES else self._table(name)
        return found

    def open_offices(self) -> None:
        """Read every office, and begin its journal, before any table is locked."""
        for name in OFFICES:
            self[name]

    def fresh(self, name: str) -> Stream:
        self.catch_up([name])
        return self[name]

    def catch_up(self, names: Iterable[str]) -> None:
        """Read what peers have committed, from the journal or from a snapshot, whichever is shorter."""
        for name in names:
            newest, stream = self.newest.get(name, 0), self.get(name)
            if stream is None or newest <= (known := stream.durable.version):
                continue
            if stream.rules is not None and _is_better_read_anew(known, newest):  # an office has no snapshot
                del self[name]
            else:
                self.refresh(name)

    def refresh_all(self) -> dict[str, int]:
        """Read what other workers committed anywhere; gives the versions that were read or noted.

        After a peer is gone all of its tables are read here: some with each poll, so that requests do not
        wait for all of them.
        """
        taken, left = self._store.versions(), _COMMITS_AT_A_TIME
        for name, version in [*taken.items()]:
            known = self.get(name)
            if self.served_by_peer(name):
                self.note_versions({name: version})
            elif known is None:
                self[name]
            elif known.durable.version != version:
                self.note_versions({name: version})
                if left > 0:
                    left -= min(version - known.durable.version, _SNAPSHOT_EVERY)
                    self.catch_up([name])
                else:
                    del taken[name]
        return taken

    def note_versions(self, versions: Mapping[str, int]) -> None:
        """Note the newest versions of tables that peers serve."""
        with self._noting:  # two threads note versions, and one may be behind
            for name, version in versions.items():
                self.newest[name] = max(version, self.newest.get(name, 0))

    def refresh_some(self, names: Collection[str]) -> set[str]:
        """Read what other workers committed at tables; gives the tables with new commits."""
        versions = self._store.versions(names)
        moved = {name for name in names if self[name].durable.version != versions.get(name, 0)}
        for name in moved:
            self.refresh(name)
        return moved

    def refresh(self, name: str) -> None:
        stream = self[name]
        position = self._caught_up(name, stream, stream.durable)
        if position.version != stream.durable.version:
            stream.durable = stream.tip = position
            stream.is_served_elsewhere = True

    def is_at(self, name: str, version: int) -> bool:
        """Tell whether a stream is at a version; if not, read what other workers committed."""
        stream = self.get(name)
        if stream is None or stream.durable.version == version:
            return True
        self.refresh(name)
        return False

    def _table(self, table: str) -> Stream:
        body = self._store.settings(table)
        if body is None:
            raise InputError(f"There is no table {table}.")
        settings = commits.decode_settings(body)
        stream = Stream(settings, rules_of(body), self._snapshot(table))
        stream.durable = stream.tip = self._caught_up(table, stream, stream.durable)
        return stream

    def _office(self, name: str) -> Stream:
        if self._store.settings(name) is None:
            with suppress(InputError):  # another worker was first
                self._store.open_stream(name, _NO_SETTINGS, self._clock())
        link, knows = commits.first_link(name, _NO_SETTINGS), OFFICES[name].start
        start = Position(0, link, CLOSED, ShoeVault(self._random_bytes), office=knows)
        stream = Stream(TableSettings(rulebook=""), None, start)
        stream.durable = stream.tip = self._caught_up(name, stream, start)
        return stream

    def _snapshot(self, table: str) -> Position:
        kept = self._store.snapshot(table)
        found = None if kept is None else read_snapshot(kept[1])
        if found is None:
            return Position(0, self._store.link_at(table, 0), CLOSED, ShoeVault(self._random_bytes))
        vault = ShoeVault(self._random_bytes, found.places)
        vault.trees = self._trees(table, vault.in_use())
        link = self._store.link_at(table, found.version)
        return Position(
            found.version,
            link,
            found.table,
            vault,
            found.since,
            meters=found.meters,
            reporter=found.reporter,
        )

    def _caught_up(self, table: str, stream: Stream, position: Position) -> Position:
        for version, body, link in self._store.pages(table, position.version):
            commit = commits.decode_commit(body)
            if stream.rules is None:
                known = registry.apply_events(OFFICES[table], position.office, commit.events, commit.at)
                position = replace(position, version=version, link=link, office=known)
                continue
            told = {each.shuffle for each in commit.events if isinstance(each, OrderEvent) and each.shuffle}
            if told:
                position.vault.trees |= self._trees(table, told)
            stream.note(position.table, commit)
            position = followed(stream.rules, position, commit, link)
        return position

    def _trees(self, table: str, shuffles: Iterable[str]) -> dict[str, MerkleTree]:
        wanted = {*shuffles}
        found = self._store.orders(table, wanted) if wanted else []
        orders = {each.shuffle: open_order(self._key, table, each) for each in found}
        return {name: MerkleTree(order.cards, order.secret) for name, order in orders.items()}
