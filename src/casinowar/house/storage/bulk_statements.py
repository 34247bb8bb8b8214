"""Bulk statements for every commit, compiled once and passed to the driver as text.

SQLAlchemy's work for a row costs more than writing it. PostgreSQL's driver does much for each statement, so
it receives all rows of a table in one, as an array for each column.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import json
from sqlalchemy import (
    ARRAY,
    ClauseElement,
    Column,
    Connection,
    Select,
    String,
    Table,
    Text,
    bindparam,
    func,
    literal_column,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg

Row = tuple[Any, ...]

_SQLITE: Final = sqlite.dialect()
_POSTGRESQL: Final = psycopg.dialect(paramstyle="format")  # type: ignore[no-untyped-call]  # it has no types


class _BulkStatement:
    """A statement for many rows: SQLite executes it for each, PostgreSQL once for arrays of them."""

    def __init__(self, row: ClauseElement, arrays: ClauseElement) -> None:
        self._row = str(row.compile(dialect=_SQLITE))
        # Binary arrays cost much less than their text form.
        self._arrays = str(arrays.compile(dialect=_POSTGRESQL)).replace("%s", "%b")

    def execute(self, connection: Connection, rows: Sequence[Row]) -> None:
        if not rows:
            return
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(self._row, [*rows])
        else:
            connection.exec_driver_sql(self._arrays, tuple(map(list, zip(*rows, strict=True))))


class BulkInsert(_BulkStatement):
    """Insert of rows whose values are in the order of the table's columns."""

    def __init__(self, table: Table, finish: Callable[[Any], ClauseElement] = lambda plain: plain) -> None:
        """`finish` adds what to do on a conflict."""
        given = postgresql.insert(table).from_select([*table.columns], _arrays(table))
        super().__init__(finish(sqlite.insert(table)), finish(given))


class BulkIncrement(_BulkStatement):
    """Increment of a column by (amount, key) rows."""

    def __init__(self, to: Column[int], key: Column[str]) -> None:
        table = to.table
        alone = update(table).where(key == bindparam("name")).values({to: to + bindparam("more", 0)})
        arrays = bindparam("more", type_=ARRAY(to.type)), bindparam("name", type_=ARRAY(Text()))
        given = func.unnest(*arrays).table_valued("more", "name").render_derived(name="given")
        # Lock in key order first, so that writers cannot deadlock.
        locked = (
            select(key.label("name"), given.c.more)
            .join_from(given, table, key == given.c.name)
            .order_by(key.collate("C"))
            .with_for_update(of=table, key_share=True)
            .cte("locked")
        )
        together = update(table).where(key == locked.c.name).values({to: to + locked.c.more})
        super().__init__(alone, together)


class BulkSelect:
    """Select of whole rows by any number of values of a unique column."""

    def __init__(self, table: Table, key: str) -> None:
        keys = func.json_each(bindparam("keys")).table_valued("value")
        given = func.unnest(bindparam("keys", type_=ARRAY(Text()))).table_valued("value")
        # A lateral join row by row: without statistics PostgreSQL would scan a young table from end to end.
        wanted = given.render_derived(name="given")
        row = select(table).where(table.c[key] == wanted.c.value).limit(literal_column("1")).lateral("found")
        self._texts = {
            "sqlite": str(
                select(table).where(table.c[key].in_(select(keys.c.value))).compile(dialect=_SQLITE)
            ),
            "postgresql": str(select(row).select_from(wanted.join(row, true())).compile(dialect=_POSTGRESQL)),
        }

    def read(self, connection: Connection, keys: Sequence[str]) -> Sequence[Sequence[Any]]:
        name = connection.dialect.name
        given = json.encode(keys).decode() if name == "sqlite" else [*keys]
        return connection.exec_driver_sql(self._texts[name], (given,)).fetchall()


def _arrays(table: Table) -> Select[Any]:
    arrays = [
        # Text of any length: PostgreSQL must refuse what is too long for its column, not cut it off.
        bindparam(column.name, type_=ARRAY(Text() if isinstance(column.type, String) else column.type))
        for column in table.columns
    ]
    rows = func.unnest(*arrays).table_valued(*[column.name for column in table.columns])
    return select(rows.render_derived(name="given"))
