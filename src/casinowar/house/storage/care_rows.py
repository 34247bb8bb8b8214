"""What is kept beside the ledger, in the same transaction: how players do by day, who sits where, proposals.

A wager is written only if nothing changed at the office of care since it was decided, and only if it leaves
its player within the losses they allow themselves, counted under a lock of that player's.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, Select, func, insert, select, text, update

from casinowar.house.journal.exposure import PlayChange, SittingChange
from casinowar.house.offices.care_limits import day_of
from casinowar.house.storage.schema import PLAYED, SITTINGS, STREAMS
from casinowar.house.storage.sql import BulkInsert

_CARE: Final = "care"


_NEWEST: Final = f"SELECT max(version) FROM journal WHERE \"table\" = '{_CARE}'"  # noqa: S608 - a constant
"""Asked with every wager, and so as the driver has it."""


def _adding(new: Any) -> Any:  # noqa: ANN401 - each dialect has its own insert
    """Add to what a player did on a day."""
    more = {name: PLAYED.c[name] + new.excluded[name] for name in ("spent", "staked", "reserved")}
    return new.on_conflict_do_update(index_elements=["player", "day"], set_=more)


_ADDING: Final = BulkInsert(PLAYED, _adding)


class LossCap(Struct, frozen=True):
    """How much a player may lose from a day on, with all that is at risk lost."""

    player: str
    since: int
    most: int


class CareUpdate(Struct, frozen=True, kw_only=True):
    """What is written of care together with a commit, and what has to hold then."""

    played: tuple[PlayChange, ...] = ()
    sittings: tuple[SittingChange, ...] = ()
    decided_on: int | None = None
    """The version of the office of care that the commit was decided on, where that matters."""
    caps: tuple[LossCap, ...] = ()


NO_CARE_UPDATE: Final = CareUpdate()


class CareMovedError(Exception):
    """Say that the office of care has gone on; whoever decided on it has to look again."""


class OverLimitError(Exception):
    """Say that somebody could lose more than they allow themselves."""


Dated = tuple[str, int, int, CareUpdate]
"""A commit as it is written here: table, version, time, and what is written."""


def lock_limits(connection: Connection, pages: Sequence[tuple[str, CareUpdate]]) -> None:
    """Have whoever decided on limits wait for those who change them, and a player's wagers for each other.

    On PostgreSQL, before all other locks and always in this order; SQLite has one writer anyway.
    """
    changes = any(table == _CARE for table, _ in pages)
    if changes or any(taken.decided_on is not None for _, taken in pages):
        _take_office(connection, changes=changes)
    for player in sorted({cap.player for _, taken in pages for cap in taken.caps}):
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:player))"), {"player": player})


def lock_limits_first(connection: Connection, tables: Collection[str]) -> None:
    """Have whoever takes a turn at tables wait for those who change limits, before all other locks, too."""
    if connection.dialect.name == "postgresql":
        _take_office(connection, changes=_CARE in tables)


def _take_office(connection: Connection, *, changes: bool) -> None:
    office = select(STREAMS.c.table).where(STREAMS.c.table == _CARE)
    connection.execute(office.with_for_update(read=not changes))


def write(connection: Connection, commits: Sequence[Dated]) -> None:
    """Write what commits changed, or raise if they no longer hold."""
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
    _ADDING.write(connection, [(*of, *change) for of, change in sorted(rows.items())])


def exposure(player: str, since: int) -> Select[Any]:
    """Select a player's losses since a day plus everything they have at risk now."""
    lost = func.coalesce(
        func.sum(PLAYED.c.spent - PLAYED.c.staked).filter(PLAYED.c.day >= since),
        0,
    )
    risked = func.coalesce(func.sum(PLAYED.c.staked + PLAYED.c.reserved), 0)
    return select(lost + risked).where(PLAYED.c.player == player)
