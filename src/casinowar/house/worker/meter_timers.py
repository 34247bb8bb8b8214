"""Pacing: when a table at which nobody acts is told what its linked meters show, also in mid-round."""

from collections.abc import Mapping
from typing import Final

from casinowar.game import commands as c
from casinowar.game.money import Cents
from casinowar.game.table import Table
from casinowar.house.offices.linked_meters import telling

WITH_PLAYERS: Final = 5_000
"""So many milliseconds after its last commit a table with players is told."""
EMPTY: Final = 60_000
"""So many an empty one, so that a hundred of them do not fill their journals with nothing else."""


def overdue(table: Table, shown: Mapping[str, Cents], waited: int) -> c.TellMeter | None:
    """Find what a table has to be told after so many milliseconds without a commit, if anything."""
    if waited < (WITH_PLAYERS if table.seats or table.round else EMPTY):
        return None
    return next(telling(table, shown), None)
