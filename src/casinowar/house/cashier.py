"""The cashier: money that players bring to the house and take away, kept in a journal of its own."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Final

from msgspec import Meta, Struct

from casinowar.game.giving import FLOOR
from casinowar.game.table import Table
from casinowar.game.transfers import Event
from casinowar.game.words import Role
from casinowar.house.accounts import CAGE, Posting, postings, wallet

CASHIER: Final = "cashier"
"""The name of the cashier's journal, which no table may have."""

Sum = Annotated[int, Meta(gt=0, le=10**13)]
Person = Annotated[str, Meta(min_length=1, max_length=40)]


class CashierCommand(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command", tag=True
):
    """Ask the cashier for something, as the people of the pit do for a player."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    player: Person
    amount: Sum


class Deposit(CashierCommand, frozen=True, kw_only=True):
    """Bring money."""


class Withdraw(CashierCommand, frozen=True, kw_only=True):
    """Take money away."""


class CashierEvent(Event, frozen=True, kw_only=True):
    """Money went over the counter."""

    player: str
    amount: int


class MoneyDeposited(CashierEvent, frozen=True, kw_only=True):
    """A player brought money."""


class MoneyWithdrawn(CashierEvent, frozen=True, kw_only=True):
    """A player took money away."""


def counted(command: CashierCommand) -> CashierEvent:
    """Say what a command brings about; whether the money is there, the account itself says."""
    kind = MoneyDeposited if isinstance(command, Deposit) else MoneyWithdrawn
    return kind(player=command.player, amount=command.amount)


def posted(name: str, table: Table, events: Sequence[Event]) -> Iterator[Posting]:
    """List what events move, at the counter or at a table of this name; the table is the one before them."""
    if name != CASHIER:
        yield from postings(name, table, events)
        return
    for event in events:
        if isinstance(event, CashierEvent):
            ends = (CAGE, wallet(event.player))
            source, target = ends if isinstance(event, MoneyDeposited) else ends[::-1]
            yield Posting(source, target, event.amount)
