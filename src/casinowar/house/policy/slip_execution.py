"""Slip execution: once both people have agreed to a slip, the chips move at the table, exactly once.

The request at the table has an id made of the slip. A repetition, after a crash or in another process, finds
it done. A table that cannot do it makes the slip void, and no chips move.
"""

from collections.abc import Callable
from typing import Final

from casinowar.game import commands as c
from casinowar.house.journal.requests import THE_HOUSE, Accepted, Answer, SlipNeededError, TableRequest
from casinowar.house.offices.pit import PIT_OFFICE, CarryOutSlip, PitState, Slip, SlipStage, table_command

_NOT_FINAL: Final = frozenset({"busy", "failed", "unknown", "closing"})
_LONGEST_NOTE: Final = 200
_BY_SLIP: Final[dict[type[c.Command], str]] = {
    c.Fill: "A fill",
    c.Credit: "A credit",
    c.OpenTable: "The opener",
    c.CloseTable: "The closer",
}

Asking = Callable[[TableRequest], Answer]


def carried_out(state: PitState, ask: Asking) -> list[Answer]:
    agreed = [slip for slip in state.slips.values() if slip.stage is SlipStage.AGREED]
    return [answer for slip in agreed for answer in _carried_out(slip, ask)]


def _carried_out(slip: Slip, ask: Asking) -> list[Answer]:
    name = f"{slip.table} {slip.number}"
    moved = ask(TableRequest(table=slip.table, actor=THE_HOUSE, command=table_command(slip), id=name))
    if isinstance(moved, Accepted):
        said = CarryOutSlip(table=slip.table, slip=slip.number, version=moved.version)
    elif moved.code in _NOT_FINAL:
        return []
    else:
        said = CarryOutSlip(table=slip.table, slip=slip.number, note=moved.sentence[:_LONGEST_NOTE])
    return [moved, ask(TableRequest(table=PIT_OFFICE, actor=THE_HOUSE, command=said))]


def check_goes_by_slip(command: c.Command) -> None:
    slip = _BY_SLIP.get(type(command))
    if slip:
        raise SlipNeededError(f"{slip} goes by a slip at this table: one asks for it, and another agrees.")
