"""Queries of the house's database, of its newest state or of one snapshot."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import BindParameter, Connection, Select, bindparam, func, select

from casinowar.house.accounts import Posting
from casinowar.house.journal.commits import first_link
from casinowar.house.journal.shoe_vault import SealedOrder
from casinowar.house.offices.linked_meters import NOT_STARTED, MeterValue
from casinowar.house.storage.bulk_statements import BulkSelect
from casinowar.house.storage.schema import (
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

# Statements for every request are built once: building one takes longer than executing it.
_TABLE: Final[BindParameter[str]] = bindparam("of_table")
_ACCOUNT: Final[BindParameter[str]] = bindparam("account")
_IDS: Final[BindParameter[Any]] = bindparam("ids", expanding=True)
_TABLES: Final = select(STREAMS.c.table).order_by(STREAMS.c.table)
_SETTINGS: Final = select(STREAMS.c.settings).where(STREAMS.c.table == _TABLE)
_PAGES: Final = (
    select(JOURNAL.c.version, JOURNAL.c.body, JOURNAL.c.link)
    .where(JOURNAL.c.table == _TABLE, JOURNAL.c.version > bindparam("after"))
    .order_by(JOURNAL.c.version)
    .limit(bindparam("most"))
)
_NO_LIMIT: Final = 2**31 - 1
_LINK: Final = select(JOURNAL.c.link).where(
    JOURNAL.c.table == _TABLE, JOURNAL.c.version == bindparam("at_version")
)
_VERSION: Final = select(func.max(JOURNAL.c.version)).where(JOURNAL.c.table == _TABLE)
_VERSIONS: Final = select(
    STREAMS.c.table,
    select(func.max(JOURNAL.c.version)).where(JOURNAL.c.table == STREAMS.c.table).scalar_subquery(),
)
_SOME_VERSIONS: Final = _VERSIONS.where(STREAMS.c.table.in_(_IDS))
_REQUESTS: Final = BulkSelect(REQUESTS, "id")
_ORDERS: Final = (
    select(ORDERS.c.shuffle, ORDERS.c.commitment, ORDERS.c.sealed)
    .where(ORDERS.c.table == _TABLE)
    .order_by(ORDERS.c.version)
)
_SOME_ORDERS: Final = _ORDERS.where(ORDERS.c.shuffle.in_(_IDS))
_LAST_ORDER: Final = _ORDERS.order_by(None).order_by(ORDERS.c.version.desc()).limit(1)
_BALANCE: Final = select(ACCOUNTS.c.balance).where(ACCOUNTS.c.name == _ACCOUNT)
_HELD: Final = select(ACCOUNTS.c.name, ACCOUNTS.c.balance).where(ACCOUNTS.c.name.in_(_IDS))
_BATCH: Final = 1_000
"""Accounts in one query."""
_SNAPSHOT: Final = select(SNAPSHOTS.c.version, SNAPSHOTS.c.body).where(SNAPSHOTS.c.table == _TABLE)
_METER_TIP: Final = (
    select(METER_CHANGES.c.version, METER_CHANGES.c.amount)
    .where(METER_CHANGES.c.meter == bindparam("of_meter"))
    .order_by(METER_CHANGES.c.version.desc())
    .limit(1)
)


class DoneRequest(Struct, frozen=True):
    digest: bytes
    table: str
    version: int


class StoreReader:
    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]]) -> None:
        """Read through connections of an engine, or all through one."""
        self._connect = connect

    def tables(self) -> list[str]:
        with self._connect() as connection:
            return [*connection.scalars(_TABLES)]

    def settings(self, table: str) -> bytes | None:
        with self._connect() as connection:
            return connection.scalar(_SETTINGS, {"of_table": table})

    def pages(self, table: str, after: int = 0, most: int | None = None) -> list[tuple[int, bytes, bytes]]:
        """Read the version, body and link of each commit after a version."""
        asked = {"of_table": table, "after": after, "most": _NO_LIMIT if most is None else most}
        with self._connect() as connection:
            return [tuple(row) for row in connection.execute(_PAGES, asked)]

    def link_at(self, table: str, version: int) -> bytes:
        with self._connect() as connection:
            if not version:
                settings = connection.scalar(_SETTINGS, {"of_table": table})
                return first_link(table, settings or b"")
            return connection.scalar(_LINK, {"of_table": table, "at_version": version}) or b""

    def version(self, table: str) -> int:
        with self._connect() as connection:
            return connection.scalar(_VERSION, {"of_table": table}) or 0

    def versions(self, tables: Collection[str] | None = None) -> dict[str, int]:
        """Read the versions of tables; None means all."""
        asked, some = (_VERSIONS, {}) if tables is None else (_SOME_VERSIONS, {"ids": [*tables]})
        with self._connect() as connection:
            return {table: version or 0 for table, version in connection.execute(asked, some)}

    def requests(self, ids: Iterable[str]) -> dict[str, DoneRequest]:
        wanted = [*ids]
        if not wanted:
            return {}
        with self._connect() as connection:
            return {name: DoneRequest(*rest) for name, *rest in _REQUESTS.read(connection, wanted)}

    def orders(self, table: str, shuffles: Iterable[str] | None = None) -> list[SealedOrder]:
        """Read sealed orders of a table; None means all."""
        asked = _ORDERS if shuffles is None else _SOME_ORDERS
        some = {} if shuffles is None else {"ids": [*shuffles]}
        with self._connect() as connection:
            return [SealedOrder(*row) for row in connection.execute(asked, {"of_table": table} | some)]

    def last_order(self, table: str) -> SealedOrder | None:
        with self._connect() as connection:
            row = connection.execute(_LAST_ORDER, {"of_table": table}).one_or_none()
            return SealedOrder(*row) if row else None

    def balances(self) -> dict[str, int]:
        with self._connect() as connection:
            return {name: held for name, held, _ in connection.execute(select(ACCOUNTS))}

    def balance(self, account: str) -> int:
        with self._connect() as connection:
            return connection.scalar(_BALANCE, {"account": account}) or 0

    def held(self, accounts: Sequence[str]) -> dict[str, int]:
        """Read the balances of existing accounts."""
        found: dict[str, int] = {}
        for first in range(0, len(accounts), _BATCH):
            with self._connect() as connection:
                rows = connection.execute(_HELD, {"ids": accounts[first : first + _BATCH]})
                found |= {row.name: row.balance for row in rows}
        return found

    def postings(self, table: str) -> list[tuple[int, Posting]]:
        asked = select(POSTINGS.c.version, POSTINGS.c.source, POSTINGS.c.target, POSTINGS.c.amount)
        asked = asked.where(POSTINGS.c.table == table).order_by(POSTINGS.c.version, POSTINGS.c.number)
        with self._connect() as connection:
            return [(version, Posting(*rest)) for version, *rest in connection.execute(asked)]

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        with self._connect() as connection:
            row = connection.execute(_SNAPSHOT, {"of_table": table}).first()
        return (row[0], row[1]) if row else None

    def meters(self) -> dict[str, bytes]:
        with self._connect() as connection:
            return {row.name: row.terms for row in connection.execute(select(METERS).order_by(METERS.c.name))}

    def meter_value(self, meter: str) -> MeterValue:
        with self._connect() as connection:
            row = connection.execute(_METER_TIP, {"of_meter": meter}).first()
        return MeterValue(*row) if row else NOT_STARTED

    def sheets(self, table: str) -> list[tuple[int, bytes]]:
        asked = select(BOOKS.c.version, BOOKS.c.body).where(BOOKS.c.table == table).order_by(BOOKS.c.version)
        with self._connect() as connection:
            return [tuple(row) for row in connection.execute(asked)]

    def sheet_tables(self) -> list[str]:
        asked = select(BOOKS.c.table).distinct().order_by(BOOKS.c.table)
        with self._connect() as connection:
            return [*connection.scalars(asked)]

    # the audit

    def rows(self, *columns: Any) -> list[Any]:  # noqa: ANN401 - whatever those columns hold
        return self.rows_of(select(*columns).distinct())

    def rows_of(self, asked: Select[Any], given: Mapping[str, Any] | None = None) -> list[Any]:
        with self._connect() as connection:
            return [*connection.execute(asked, given)]
