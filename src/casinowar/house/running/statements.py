"""Statements that are written with every commit: put together once, and given to the driver as they are.

What SQLAlchemy would do for each row anew costs more than to write it.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg

Row = tuple[Any, ...]

_POSTGRESQL: Final = psycopg.dialect(paramstyle="format")  # type: ignore[no-untyped-call]  # it has no types
_DIALECTS: Final = {"sqlite": sqlite.dialect(), "postgresql": _POSTGRESQL}


class Prepared:
    """A statement for many rows, whose values come in the order in which it names them."""

    def __init__(self, **statements: ClauseElement) -> None:
        """Put it together, for each kind of database."""
        self._texts = {
            kind: str(statement.compile(dialect=_DIALECTS[kind])) for kind, statement in statements.items()
        }

    @classmethod
    def of(cls, statement: ClauseElement) -> "Prepared":
        """Put one together that says the same to all kinds of databases."""
        return cls(**dict.fromkeys(_DIALECTS, statement))

    def write(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Write rows, if there are any."""
        if rows:
            connection.exec_driver_sql(self._texts[connection.dialect.name], [*rows])
