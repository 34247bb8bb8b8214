"""Dealing: blocks of any table, plain or full, of rounds or of sessions."""

from collections.abc import Mapping

from casinowar.simulation.full.sessions import SessionTable, SessionTally
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import FullTally, Standing
from casinowar.simulation.plain.blocks import deal_block, deal_rest, most_rounds
from casinowar.simulation.plain.table import Plan
from casinowar.simulation.plain.tally import Tally

AnyTable = Plan | FullTable | SessionTable
AnyTally = Tally | FullTally | SessionTally
Standings = Mapping[int, Standing]
"""How tables stand whose meters go on from block to block."""


def nothing(table: AnyTable) -> AnyTally:
    """Give the tally of a table before its first block."""
    kinds: Mapping[type, type[AnyTally]] = {Plan: Tally, FullTable: FullTally, SessionTable: SessionTally}
    return kinds[type(table)]()


def deal(table: AnyTable, seed: int, number: int, standings: Standings, left: int | None = None) -> AnyTally:
    """Deal one block, or exactly what is left of a run, which is less than a block."""
    match table:
        case Plan():
            return deal_block(table, seed, number) if left is None else deal_rest(table, seed, number, left)
        case FullTable():
            standing = standings.get(number % table.tables) if table.tables else None
            return table.block(seed, number, rounds=left, standing=standing)
        case SessionTable():
            return table.block(seed, number, most=left)


def most_of(table: AnyTable) -> int:
    """Tell how many rounds, or sessions, a block has at most."""
    match table:
        case Plan():
            return most_rounds(table)
        case FullTable():
            return table.most_rounds
        case SessionTable():
            return table.sessions_in_a_block


def side_by_side(table: AnyTable) -> int | None:
    """Tell how many blocks can be dealt before the first of them is known; None for any number."""
    return table.tables or None if isinstance(table, FullTable) else None


def standings_of(tally: AnyTally) -> Standings:
    """Tell how the tables stand after a tally."""
    return tally.standing if isinstance(tally, FullTally) else {}
