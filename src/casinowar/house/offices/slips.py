"""Slips: chips that come to a table or go from it, asked for by one person and agreed to by another."""

from typing import Final

from msgspec import Struct

from casinowar.game import commands as c
from casinowar.game.money import Cents
from casinowar.game.words import Role, Word
from casinowar.house.offices.chip_counts import ChipCount


class SlipKind(Word):
    """What a slip is for."""

    OPENER = "opener"
    FILL = "fill"
    CREDIT = "credit"
    CLOSER = "closer"


COUNTS: Final = frozenset({SlipKind.OPENER, SlipKind.CLOSER})
"""Counts of the tray, which the dealer signs; what goes between table and cage, the cage accepts."""


class SlipStage(Word):
    """How far a slip has come."""

    WAITING = "waiting"
    AGREED = "agreed"
    """Both have agreed, and the chips are about to move."""
    DONE = "done"
    REFUSED = "refused"
    VOID = "void"
    """Both agreed, but the table could not do it; nothing moved."""


class Slip(Struct, frozen=True, kw_only=True):
    """A slip: its chips, and who asked for it and agreed to it, when."""

    table: str
    number: str
    """The gaming day and a number of that day and table, without gaps."""
    kind: SlipKind
    chips: ChipCount
    amount: Cents
    asked_by: str
    asked_at: int
    stage: SlipStage = SlipStage.WAITING
    agreed_by: str = ""
    agreed_at: int = 0
    version: int = 0
    """The commit at the table that moved the chips."""
    note: str = ""
    """Why nothing moved."""


def at_the_table(slip: Slip) -> c.Command:
    """Give the command that moves the chips of a slip."""
    match slip.kind:
        case SlipKind.OPENER:
            return c.OpenTable(by=Role.FLOORPERSON, dealer=slip.agreed_by, inventory=slip.amount)
        case SlipKind.FILL:
            return c.Fill(amount=slip.amount)
        case SlipKind.CREDIT:
            return c.Credit(amount=slip.amount)
        case SlipKind.CLOSER:
            return c.CloseTable(inventory=slip.amount)
