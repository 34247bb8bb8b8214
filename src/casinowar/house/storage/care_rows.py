"""Players' results by day and sittings, written in the transaction of the commit that changed them.

A wager is written only if the office of care has not changed since it was decided, and only if it keeps its
player within their own loss limits, checked under a lock for that player.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, Select, func, insert, select, text, update

from casinowar.house.journal.exposure import PlayChange, SittingChange
from casinowar.house.offices.care import CARE
from casinowar.house.offices.care_limits import day_of
from casinowar.house.storage.bulk_statements import BulkInsert
from casinowar.house.storage.schema import PLAYED, SITTINGS, STREAMS

_NEWEST: Final = f"SELECT max(version) FROM journal WHERE \"table\" = '{CARE}'"  # noqa: S608 - a constant
"""Passed to the driver as text, because every wager needs it."""


def _adding(new: Any) -> Any:  # noqa: ANN401 - each dialect has its own insert
    more = {name: PLAYED.c[name] + new.excluded[name] for name in ("spent", "staked", "reserved")}
    return new.on_conflict_do_update(index_elements=["player", "day"], set_=more)


_ADDING: Final = BulkInsert(PLAYED, _adding)


class LossCap(Struct, frozen=True):
    """The most that a player may lose since a day, counting everything at risk as lost."""

    player: str
    since: int
    most: int


class CareUpdate(Struct, frozen=True, kw_only=True):
    """What a commit changes for players, and the conditions under which it may be written."""

    played: tuple[PlayChange, ...] = ()
    sittings: tuple[SittingChange, ...] = ()
    decided_on: int | None = None
    """The version of the office of care that the commit was decided on; None means any."""
    caps: tuple[LossCap, ...] = ()


class CareMovedError(Exception):
    """The office of care has a newer version: decide again."""


class OverLimitError(Exception):
    """A player could lose more than their own limit."""


Dated = tuple[str, int, int, CareUpdate]
"""Table, version, time and update of a commit."""


def lock_limits(connection: Connection, pages: Sequence[tuple[str, CareUpdate]]) -> None:
    """Lock players' limits against changes, and each wagering player against their other wagers.

    For PostgreSQL: before all other locks and always in this order. SQLite has one writer anyway.
    """
    changes = any(table == CARE for table, _ in pages)
    if changes or any(taken.decided_on is not None for _, taken in pages):
        _take_office(connection, changes=changes)
    for player in sorted({cap.player for _, taken in pages for cap in taken.caps}):
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:player))"), {"player": player})


def lock_limits_first(connection: Connection, tables: Collection[str]) -> None:
    if connection.dialect.name == "postgresql":
        _take_office(connection, changes=CARE in tables)


def _take_office(connection: Connection, *, changes: bool) -> None:
    office = select(STREAMS.c.table).where(STREAMS.c.table == CARE)
    connection.execute(office.with_for_update(read=not changes))


def write(connection: Connection, commits: Sequence[Dated]) -> None:
    """Write updates, or raise if their conditions no longer hold."""
    _check_version(connection, commits)
    _check_losses(connection, commits)
    _write_played(connection, commits)
    for table, version, at, taken in commits:
        for player, sits in taken.sittings:
            if sits:
                row = {"player": player, "table": table, "version": version, "began": at}
                connection.execute(insert(SITTINGS).values(row))
            else:
                open_one = (SITTINGS.c.player == player) & (SITTINGS.c.table == table)
                connection.execute(
                    update(SITTINGS).where(open_one, SITTINGS.c.ended.is_(None)).values(ended=at)
                )


def _check_version(connection: Connection, commits: Sequence[Dated]) -> None:
    versions = {taken.decided_on for *_, taken in commits} - {None}
    if versions and versions != {connection.exec_driver_sql(_NEWEST).scalar() or 0}:
        raise CareMovedError


def _check_losses(connection: Connection, commits: Sequence[Dated]) -> None:
    """Check each wager against its player's limits at its own commit: later winnings do not count for it."""
    for cap in dict.fromkeys(cap for *_, taken in commits for cap in taken.caps):
        exposed = connection.scalar(exposure(cap.player, cap.since)) or 0
        for _, _, at, taken in commits:
            exposed += _exposure_change(taken, cap, at)
            if cap in taken.caps and exposed > cap.most:
                raise OverLimitError


def _exposure_change(taken: CareUpdate, cap: LossCap, at: int) -> int:
    return sum(
        (spent if day_of(at) >= cap.since else staked) + reserved
        for player, spent, staked, reserved in taken.played
        if player == cap.player
    )


def _write_played(connection: Connection, commits: Sequence[Dated]) -> None:
    rows: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for _, _, at, taken in commits:
        for player, *change in taken.played:
            row = rows[player, day_of(at)]
            row[:] = [old + more for old, more in zip(row, change, strict=True)]
    _ADDING.execute(connection, [(*of, *change) for of, change in sorted(rows.items())])


def exposure(player: str, since: int) -> Select[Any]:
    """Select a player's losses since a day plus everything they have at risk now."""
    lost = func.coalesce(func.sum(PLAYED.c.spent - PLAYED.c.staked).filter(PLAYED.c.day >= since), 0)
    risked = func.coalesce(func.sum(PLAYED.c.staked + PLAYED.c.reserved), 0)
    return select(lost + risked).where(PLAYED.c.player == player)
