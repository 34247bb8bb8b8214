"""What the auditors of a house have in common."""

from typing import Final

from msgspec import DecodeError, Struct

from casinowar.game.refusal import InputError

UNREADABLE: Final = (InputError, DecodeError, KeyError, IndexError, ValueError, TypeError, AttributeError)
"""What reading something that was tampered with may raise."""


class AuditFault(Struct, frozen=True):
    """Something that is not as it should be, and where."""

    table: str
    version: int
    problem: str
