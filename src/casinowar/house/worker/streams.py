"""Streams: the tables and offices of a house as a worker knows them, read from its store."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from itertools import takewhile
from threading import Lock
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
from casinowar.house.journal.shoes import RandomBytes, ShoeVault, open_order
from casinowar.house.offices import registry
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.store import Store
from casinowar.house.worker.position import Position, followed, read_snapshot, rules_of, snapshot_of

Clock = Callable[[], int]
"""Tells the time in milliseconds."""

_SNAPSHOT_EVERY: Final = 200
"""After so many commits a table's position is kept, so that a restart reads no more than these."""
_TOO_MANY: Final = 5 * _SNAPSHOT_EVERY
"""So many commits are never followed: whoever looks then is told less of what just happened."""
_RECENT: Final = 40
_COMMITS_AT_A_TIME: Final = 2000
_NO_SETTINGS: Final = b"{}"
"""What an office is run by."""


class Stream:
    """A table or an office: durable up to a position, decided further up to its tip."""

    def __init__(self, settings: TableSettings, rules: Rules | None, position: Position) -> None:
        """Begin where it stands; an office has no rules."""
        self.settings, self.rules = settings, rules
        self.durable = self.tip = position
        self.recent: deque[tuple[Table, Commit]] = deque(maxlen=_RECENT)
        """The last commits, each with the table before it."""
        self.ready: dict[str, int] = {}
        """In which round who has no more wagers to place."""
        self.acted: dict[str, int] = {}
        """When who last did something here, in milliseconds."""
        self.is_served_elsewhere = False
        """Whether another worker made the last commit."""

    def snapshot(self, position: Position) -> bytes:
        """Take down a table's position, now and then."""
        if position.version % _SNAPSHOT_EVERY or self.rules is None:
            return b""
        return json.encode(snapshot_of(position))

    def note(self, before: Table, commit: Commit) -> None:
        """Keep a commit in mind, with the table before it, and who did something in it."""
        self.recent.append((before, commit))
        self.acted |= {entry.who: commit.at for entry in commit.entries}

    def since(self, version: int) -> list[tuple[Table, Commit]]:
        """Give the last commits after a version, as far as they are kept; mostly there are few."""
        return [*takewhile(lambda each: each[1].version > version, reversed(self.recent))][::-1]

    @property
    def is_ahead(self) -> bool:
        """Tell whether something is decided that is not durable."""
        return self.tip.version != self.durable.version

    @property
    def all_ready(self) -> list[str]:
        """Who has no more wagers to place in the round that is played."""
        return [player for player, rounds in self.ready.items() if rounds == self.durable.table.rounds]


def _is_better_read_anew(known: int, newest: int) -> bool:
    """Tell whether to read a table from its snapshot, which leaves enough to tell of what just happened."""
    behind = newest - known
    return behind > (_SNAPSHOT_EVERY if newest % _SNAPSHOT_EVERY >= _RECENT else _TOO_MANY)


class Streams(dict[str, Stream]):
    """Every stream that a worker has looked at, each read when it is first asked for."""

    def __init__(
        self,
        store: Store,
        *,
        key: bytes,
        clock: Clock,
        random_bytes: RandomBytes,
        served_by_peer: Callable[[str], bool] | None = None,
    ) -> None:
        """Read from a store; the key opens the orders of shoes.

        Another process of this server may be a table's home now, which `served_by_peer` tells.
        """
        super().__init__()
        self._store, self._key, self._clock, self._random_bytes = store, key, clock, random_bytes
        self.served_by_peer = served_by_peer or (lambda _table: False)
        self._noting = Lock()
        self.newest: dict[str, int] = {}
        """How far tables have come that are served by a peer; they are read when somebody looks at them."""

    def __missing__(self, name: str) -> Stream:
        self[name] = found = self._office(name) if name in OFFICES else self._table(name)
        return found

    def open_offices(self) -> None:
        """Have every office there, and its journal begun, before anybody takes a turn alone."""
        for name in OFFICES:
            self[name]

    def fresh(self, name: str) -> Stream:
        """Give a stream with what is known of it here by now."""
        self.catch_up([name])
        return self[name]

    def catch_up(self, names: Iterable[str]) -> None:
        """Take in what is known to be committed at other homes, from where that is the least to read."""
        for name in names:
            newest, stream = self.newest.get(name, 0), self.get(name)
            if stream is None or newest <= (known := stream.durable.version):
                continue
            if stream.rules is not None and _is_better_read_anew(known, newest):  # an office has no snapshot
                del self[name]
            else:
                self.refresh(name)

    def refresh_all(self) -> dict[str, int]:
        """Take in what other workers did anywhere; gives the versions that were taken in or noted.

        Once a home is gone, all of its tables have to be known at another one: some at a time, so that
        nobody there waits for all of them. The others are found by the next looks.
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
        """Take note how far tables have come that are served by a peer."""
        with self._noting:  # two threads hear of it, and what one hears may be older
            for name, version in versions.items():
                self.newest[name] = max(version, self.newest.get(name, 0))

    def refresh_some(self, names: Collection[str]) -> set[str]:
        """Take in what other workers did at some tables; gives those where they did something."""
        versions = self._store.versions(names)
        moved = {name for name in names if self[name].durable.version != versions.get(name, 0)}
        for name in moved:
            self.refresh(name)
        return moved

    def refresh(self, name: str) -> None:
        """Take in what other workers committed."""
        stream = self[name]
        position = self._caught_up(name, stream, stream.durable)
        if position.version != stream.durable.version:
            stream.durable = stream.tip = position
            stream.is_served_elsewhere = True

    def is_at(self, name: str, version: int) -> bool:
        """Tell whether a stream is at its last version; if somebody else has gone on, take that in."""
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
            with suppress(InputError):  # another worker was faster
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
        """Follow what was committed since a position."""
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
