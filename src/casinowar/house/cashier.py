"""The cashier: money that players bring to the house and take away, kept in a journal of its own."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta, Struct

from casinowar.game.giving import FLOOR
from casinowar.game.money import dollars
from casinowar.game.words import Role
from casinowar.house.accounts import CAGE, Posting, wallet
from casinowar.house.office import Office, OfficeCommand, OfficeEvent

CASHIER: Final = "cashier"
_DAY: Final = 86_400_000

Sum = Annotated[int, Meta(gt=0, le=10**13)]
Person = Annotated[str, Meta(min_length=1, max_length=40)]


class CashierCommand(OfficeCommand, frozen=True, kw_only=True):
    """Ask the cashier for something, as the people of the pit do for a player."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    cage: ClassVar[bool] = True
    player: Person
    amount: Sum


class Deposit(CashierCommand, frozen=True, kw_only=True):
    """Bring money."""


class Withdraw(CashierCommand, frozen=True, kw_only=True):
    """Take money away."""


class CashierEvent(OfficeEvent, frozen=True, kw_only=True):
    """Money went over the counter."""

    player: str
    amount: int


class MoneyDeposited(CashierEvent, frozen=True, kw_only=True):
    """A player brought money."""

    def sentence(self) -> str:
        """Say it."""
        return f"{self.player} deposited {dollars(self.amount)}."


class MoneyWithdrawn(CashierEvent, frozen=True, kw_only=True):
    """A player took money away."""

    def sentence(self) -> str:
        """Say it."""
        return f"{self.player} withdrew {dollars(self.amount)}."


class CashToday(Struct, frozen=True):
    """What cash each player has brought and taken on a day, added up."""

    day: int = 0
    amounts: dict[str, int] = {}

    def of(self, player: str, at: int) -> int:
        """Tell how much it is on the day of a time."""
        return self.amounts.get(player, 0) if self.day == at // _DAY else 0

    def after(self, player: str, amount: int, at: int) -> "CashToday":
        """Add what went over the counter at a time; what was on another day is over."""
        before = self.amounts if self.day == at // _DAY else {}
        return CashToday(at // _DAY, before | {player: self.of(player, at) + amount})


def _added(state: CashToday, event: OfficeEvent, at: int) -> CashToday:
    return state.after(event.player, event.amount, at) if isinstance(event, CashierEvent) else state


def _counted(_state: CashToday, _who: str, command: OfficeCommand, _at: int) -> tuple[CashierEvent, ...]:
    """Count the money; whether it is there, the account itself says."""
    assert isinstance(command, CashierCommand)  # noqa: S101 - the office has no others
    kind = MoneyDeposited if isinstance(command, Deposit) else MoneyWithdrawn
    return (kind(player=command.player, amount=command.amount),)


def _moved(event: OfficeEvent) -> Iterator[Posting]:
    if isinstance(event, CashierEvent):
        ends = (CAGE, wallet(event.player))
        source, target = ends if isinstance(event, MoneyDeposited) else ends[::-1]
        yield Posting(source, target, event.amount)


OFFICE: Final = Office[CashToday](
    name=CASHIER,
    commands=(Deposit, Withdraw),
    events=(MoneyDeposited, MoneyWithdrawn),
    start=CashToday(),
    decide=_counted,
    evolve=_added,
    postings=_moved,
)
