"""Turns: at which tables other workers write, too, so that one asks for one's turn before one decides."""

from collections.abc import Set as AbstractSet
from typing import Final

_QUIET: Final = 20
"""After so many turns without another worker none is reckoned with any more."""


class TakingTurns:
    """What a worker knows of the others who write."""

    def __init__(self) -> None:
        """Reckon with nobody yet."""
        self._left: dict[str, int] = {}
        """For how many turns more others are reckoned with at each table."""

    def are_contested(self, tables: AbstractSet[str]) -> bool:
        """Tell whether others are reckoned with at any of some tables."""
        return not self._left.keys().isdisjoint(tables)

    def lost(self, table: str) -> None:
        """Reckon with others at a table, because one was faster."""
        self._left[table] = _QUIET

    def taken(self, tables: AbstractSet[str], moved: AbstractSet[str]) -> None:
        """Take in at which tables others had written when it was one's turn there."""
        for table in self._left.keys() & tables:
            left = _QUIET if table in moved else self._left[table] - 1
            self._left[table] = left
            if not left:
                del self._left[table]
