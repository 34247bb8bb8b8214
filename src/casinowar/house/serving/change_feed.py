"""Heard: what was committed, here or by another worker, and whom it concerns."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from casinowar.house.journal.commits import Commit, read
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


class Here(NamedTuple):
    """Whom a process tells what is committed: players, and whoever watches tables."""

    players: set[str]
    tables: set[str]
    others: bool = False
    """Whether other processes of the server may listen, too: they are told everything."""


class Heard(Struct, frozen=True):
    """What was committed: how far each journal has come, and, where it matters to somebody, how."""

    versions: Mapping[str, int]
    commits: list[Commit]
    concerns: set[str] | None
    """Nothing, where it may concern anybody."""


NOTHING: Final = Heard({}, [], set())


def looked_for(versions: Mapping[str, int], known: dict[str, int], here: Here, worker: Worker) -> Heard:
    """Take in what others committed, at some tables or at all of them.

    What is committed at tables that are at home elsewhere is told from there.
    """
    found = versions or worker.refresh_all()
    versions = {table: version for table, version in found.items() if not worker.streams.elsewhere(table)}
    return taken_in(versions, known, here, worker)


def taken_in(versions: Mapping[str, int], known: dict[str, int], here: Here, worker: Worker) -> Heard:
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
    return Heard(versions, commits, None if too_many else _concerned(worker, commits))


def _since(worker: Worker, table: str, after: int, version: int) -> list[Commit]:
    """Give the commits of a table from one version to another, from memory if they are all there."""
    kept = [commit for _, commit in worker.recent(table, after) if commit.version <= version]
    if len(kept) == version - after:
        return kept
    return [read(body) for _, body, _ in worker.store.pages(table, after, version - after)]
