"""Statements that are written with every commit: put together once, and given to the driver as they are.

What SQLAlchemy would do for each row anew costs more than to write it. PostgreSQL is given all rows of a
table in one statement, as an array for each column: its driver does much for every statement, too.
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
    """What is written for many rows: SQLite is given one after another, PostgreSQL all at once."""

    def __init__(self, row: ClauseElement, arrays: ClauseElement) -> None:
        """Say it of one row, and of an array for each of its values."""
        self._row = str(row.compile(dialect=_SQLITE))
        # The binary form of an array is much less work than its letters.
        self._arrays = str(arrays.compile(dialect=_POSTGRESQL)).replace("%s", "%b")

    def write(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Write rows, if there are any."""
        if not rows:
            return
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(self._row, [*rows])
        else:
            connection.exec_driver_sql(self._arrays, tuple(map(list, zip(*rows, strict=True))))


class BulkInsert(_BulkStatement):
    """Rows that are inserted into a table, with their values in the order of its columns."""

    def __init__(self, table: Table, finish: Callable[[Any], ClauseElement] = lambda plain: plain) -> None:
        """Insert, and finish the statement with what is done where a row is there."""
        given = postgresql.insert(table).from_select([*table.columns], _arrays(table))
        super().__init__(finish(sqlite.insert(table)), finish(given))


class BulkIncrement(_BulkStatement):
    """What is added to a number in some rows of a table: how much to each, and its key."""

    def __init__(self, to: Column[int], key: Column[str]) -> None:
        """Add to one column, by another."""
        table = to.table
        alone = update(table).where(key == bindparam("name")).values({to: to + bindparam("more", 0)})
        arrays = bindparam("more", type_=ARRAY(to.type)), bindparam("name", type_=ARRAY(Text()))
        given = func.unnest(*arrays).table_valued("more", "name").render_derived(name="given")
        # Taken in their order first, so that no two writers wait for each other in a ring.
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
    """Rows of a table that are found by any number of keys, with all of its columns."""

    def __init__(self, table: Table, key: str) -> None:
        """Find by a column that is another in each row."""
        keys = func.json_each(bindparam("keys")).table_valued("value")
        given = func.unnest(bindparam("keys", type_=ARRAY(Text()))).table_valued("value")
        # One by one: otherwise PostgreSQL reads a young table from end to end, of which it knows nothing yet.
        wanted = given.render_derived(name="given")
        row = select(table).where(table.c[key] == wanted.c.value).limit(literal_column("1")).lateral("found")
        self._texts = {
            "sqlite": str(
                select(table).where(table.c[key].in_(select(keys.c.value))).compile(dialect=_SQLITE)
            ),
            "postgresql": str(select(row).select_from(wanted.join(row, true())).compile(dialect=_POSTGRESQL)),
        }

    def read(self, connection: Connection, keys: Sequence[str]) -> Sequence[Sequence[Any]]:
        """Read the rows that there are."""
        name = connection.dialect.name
        given = json.encode(keys).decode() if name == "sqlite" else [*keys]
        return connection.exec_driver_sql(self._texts[name], (given,)).fetchall()


def _arrays(table: Table) -> Select[Any]:
    """Select the rows that come as an array for each column of a table."""
    arrays = [
        # As text of any length: what is too long for its column has to be refused, not cut off.
        bindparam(column.name, type_=ARRAY(Text() if isinstance(column.type, String) else column.type))
        for column in table.columns
    ]
    rows = func.unnest(*arrays).table_valued(*[column.name for column in table.columns])
    return select(rows.render_derived(name="given"))
