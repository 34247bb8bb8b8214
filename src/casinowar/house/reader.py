"""Reading what a house keeps: the newest, or everything as it is at one moment."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Select, func, inspect, select

from casinowar.house.accounts import Posting
from casinowar.house.journal import first_link
from casinowar.house.meters.linking import NOT_UP, MeterTip
from casinowar.house.schema import (
    ACCOUNTS,
    BOOKS,
    JOURNAL,
    METER_CHANGES,
    METERS,
    ORDERS,
    POSTINGS,
    REQUESTS,
    SNAPSHOTS,
    STREAMS,
)
from casinowar.house.shoes import SealedOrder


class DoneRequest(Struct, frozen=True):
    """A request that was done: what it said, and where it stands."""

    digest: bytes
    table: str
    version: int


class StoreReader:
    """Reads a house's database by whatever connection it is given."""

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]]) -> None:
        """Read by connections of an engine, or all by one."""
        self._connect = connect

    def tables(self) -> list[str]:
        """Name all tables."""
        with self._connect() as connection:
            return [*connection.scalars(select(STREAMS.c.table).order_by(STREAMS.c.table))]

    def settings(self, table: str) -> bytes | None:
        """Read what a table is run by."""
        with self._connect() as connection:
            return connection.scalar(select(STREAMS.c.settings).where(STREAMS.c.table == table))

    def pages(self, table: str, after: int = 0, most: int | None = None) -> list[tuple[int, bytes, bytes]]:
        """Read the commits of a table after a version: version, body and link."""
        asked = select(JOURNAL.c.version, JOURNAL.c.body, JOURNAL.c.link).limit(most)
        with self._connect() as connection:
            rows = connection.execute(
                asked.where(JOURNAL.c.table == table, JOURNAL.c.version > after).order_by(JOURNAL.c.version)
            )
            return [tuple(row) for row in rows]

    def link_at(self, table: str, version: int) -> bytes:
        """Read the hash over all of a table's journal up to a version."""
        with self._connect() as connection:
            if not version:
                settings = connection.scalar(select(STREAMS.c.settings).where(STREAMS.c.table == table))
                return first_link(table, settings or b"")
            asked = select(JOURNAL.c.link).where(JOURNAL.c.table == table, JOURNAL.c.version == version)
            return connection.scalar(asked) or b""

    def version(self, table: str) -> int:
        """Read how many commits a table has."""
        with self._connect() as connection:
            asked = select(func.max(JOURNAL.c.version)).where(JOURNAL.c.table == table)
            return connection.scalar(asked) or 0

    def versions(self) -> dict[str, int]:
        """Read how many commits each table has."""
        newest = select(func.max(JOURNAL.c.version)).where(JOURNAL.c.table == STREAMS.c.table)
        with self._connect() as connection:
            rows = connection.execute(select(STREAMS.c.table, newest.scalar_subquery()))
            return {table: version or 0 for table, version in rows}

    def requests(self, ids: Iterable[str]) -> dict[str, DoneRequest]:
        """Find requests that were done, by their ids."""
        wanted = [*ids]
        if not wanted:
            return {}
        asked = select(REQUESTS).where(REQUESTS.c.id.in_(wanted))
        with self._connect() as connection:
            rows = connection.execute(asked).mappings()
            return {row["id"]: DoneRequest(row["digest"], row["table"], row["version"]) for row in rows}

    def orders(self, table: str, shuffles: Iterable[str] | None = None) -> list[SealedOrder]:
        """Read sealed orders of a table, all of them or some."""
        asked = select(ORDERS.c.shuffle, ORDERS.c.commitment, ORDERS.c.sealed).where(ORDERS.c.table == table)
        if shuffles is not None:
            asked = asked.where(ORDERS.c.shuffle.in_([*shuffles]))
        with self._connect() as connection:
            return [SealedOrder(*row) for row in connection.execute(asked.order_by(ORDERS.c.version))]

    def balances(self) -> dict[str, int]:
        """Read what every account holds."""
        with self._connect() as connection:
            return {name: held for name, held, _ in connection.execute(select(ACCOUNTS))}

    def balance(self, account: str) -> int:
        """Read what an account holds."""
        with self._connect() as connection:
            return connection.scalar(select(ACCOUNTS.c.balance).where(ACCOUNTS.c.name == account)) or 0

    def postings(self, table: str) -> list[tuple[int, Posting]]:
        """Read what was posted for a table, each with the version that it belongs to."""
        asked = select(POSTINGS.c.version, POSTINGS.c.source, POSTINGS.c.target, POSTINGS.c.amount)
        asked = asked.where(POSTINGS.c.table == table).order_by(POSTINGS.c.version, POSTINGS.c.number)
        with self._connect() as connection:
            return [(version, Posting(*rest)) for version, *rest in connection.execute(asked)]

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """Read what a table was like when that was last kept."""
        asked = select(SNAPSHOTS.c.version, SNAPSHOTS.c.body).where(SNAPSHOTS.c.table == table)
        with self._connect() as connection:
            row = connection.execute(asked).first()
        return (row[0], row[1]) if row else None

    def meters(self) -> dict[str, bytes]:
        """Read the terms of every meter that tables share."""
        with self._connect() as connection:
            return {row.name: row.terms for row in connection.execute(select(METERS).order_by(METERS.c.name))}

    def meter_tip(self, meter: str) -> MeterTip:
        """Read where a meter stands."""
        asked = select(METER_CHANGES.c.version, METER_CHANGES.c.amount).where(METER_CHANGES.c.meter == meter)
        with self._connect() as connection:
            row = connection.execute(asked.order_by(METER_CHANGES.c.version.desc()).limit(1)).first()
        return MeterTip(*row) if row else NOT_UP

    def sheets(self, table: str) -> list[tuple[int, bytes]]:
        """Read the sheets that are kept of a table's book, each with the version that it goes up to."""
        asked = select(BOOKS.c.version, BOOKS.c.body).where(BOOKS.c.table == table).order_by(BOOKS.c.version)
        with self._connect() as connection:
            there = inspect(connection).has_table(BOOKS.name)  # an older house has none until it is served
            return [tuple(row) for row in connection.execute(asked)] if there else []

    # the audit

    def rows(self, *columns: Any) -> list[Any]:  # noqa: ANN401 - whatever those columns hold
        """Read columns of one of the database's tables, each row once."""
        return self.rows_of(select(*columns).distinct())

    def rows_of(self, asked: Select[Any]) -> list[Any]:
        """Read whatever is asked."""
        with self._connect() as connection:
            return [*connection.execute(asked)]
