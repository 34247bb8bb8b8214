"""Heard: what was committed, here or by another worker, and whom it concerns."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from casinowar.house.journal import Commit, read
from casinowar.house.offices import OFFICES
from casinowar.house.worker import Worker

_MOST: Final = 100
"""More commits of a table than these are not worth reading to find whom they concern."""


def _named(commit: Commit) -> set[str]:
    """Name those who did something in a commit, or to whom something happened."""
    asked = {getattr(entry.command, "player", "") or entry.who for entry in commit.entries}
    return asked | {getattr(event, "player", "") for event in commit.events}


def concerned(worker: Worker, commits: Iterable[Commit]) -> set[str]:
    """Name those whom commits concern: who did something, and who is at the tables."""
    concerns: set[str] = set()
    for commit in commits:
        concerns |= _named(commit)
        if commit.table not in OFFICES:
            concerns |= worker.position(commit.table).table.chips.keys()
    return concerns


class Heard(Struct, frozen=True):
    """What other workers did: how far each journal has come, and, where it matters to somebody, how."""

    versions: Mapping[str, int]
    commits: list[Commit]
    concerns: set[str]


def taken_in(
    versions: Mapping[str, int], known: dict[str, int], players: set[str], tables: set[str], worker: Worker
) -> Heard:
    """Take in what other workers did, for players who are here and for whoever watches tables."""
    if versions:
        for table, version in versions.items():
            if worker.position(table).version < version:
                worker.refresh(table)
    else:
        versions = worker.refresh_all()
    new = {table: known.get(table, 0) for table in versions if versions[table] > known.get(table, 0)}
    known |= {table: versions[table] for table in new}
    commits: list[Commit] = []
    for table, after in new.items():
        if not players and table not in tables:
            continue
        if versions[table] - after > _MOST:  # more than is worth reading
            return Heard(versions, commits, players)
        commits += _since(worker, table, after, versions[table])
    return Heard(versions, commits, concerned(worker, commits) & players)


def _since(worker: Worker, table: str, after: int, version: int) -> list[Commit]:
    """Give the commits of a table from one version to another, from memory if they are all there."""
    kept = [commit for _, commit in worker.recent(table, after) if commit.version <= version]
    if len(kept) == version - after:
        return kept
    return [read(body) for _, body, _ in worker.store.pages(table, after, version - after)]
