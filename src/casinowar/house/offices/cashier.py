"""The cashier: money that players bring and take away, and their coupons, kept in a journal of its own."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from casinowar.game.giving import FLOOR
from casinowar.game.money import dollars
from casinowar.game.words import Role
from casinowar.house.accounts import CAGE, COUPONS, Posting, coupon_account, wallet
from casinowar.house.offices.office import Office, OfficeCommand, OfficeEvent

CASHIER: Final = "cashier"
_QUARTER: Final = 15 * 60_000
_A_DAY: Final = 96
"""So many quarters of an hour, which every gaming day begins with one of, and so does every day of UTC."""

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


class IssueCoupon(CashierCommand, frozen=True, kw_only=True):
    """Give a match play coupon of that value."""


class CancelCoupon(CashierCommand, frozen=True, kw_only=True):
    """Take a coupon of that value back, which was not laid down."""


class CashierEvent(OfficeEvent, frozen=True, kw_only=True):
    """Money, or a coupon, went over the counter."""

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


class CouponIssued(CashierEvent, frozen=True, kw_only=True):
    """A player got a match play coupon."""

    def sentence(self) -> str:
        """Say it."""
        return f"{self.player} got a coupon of {dollars(self.amount)}."


class CouponCancelled(CashierEvent, frozen=True, kw_only=True):
    """A player gave a coupon back."""

    def sentence(self) -> str:
        """Say it."""
        return f"The coupon of {dollars(self.amount)} of {self.player} was cancelled."


def first_counted(at: int) -> int:
    """Tell since when what went over the counter counts together with what does at a time."""
    return (at // _QUARTER - _A_DAY + 1) * _QUARTER


class RecentCash(Struct, frozen=True):
    """What each player has brought and taken within a day, wherever that begins, added up by quarters."""

    quarters: dict[int, dict[str, int]] = {}

    def of(self, player: str, at: int) -> int:
        """Tell how much it is in the quarter of an hour of a time and the 95 before."""
        return sum(each.get(player, 0) for each in self._since(at).values())

    def after(self, player: str, amount: int, at: int) -> "RecentCash":
        """Add what went over the counter at a time, and forget what was a day ago."""
        now, recent = at // _QUARTER, self._since(at)
        held = recent.get(now, {})
        return RecentCash(recent | {now: held | {player: held.get(player, 0) + amount}})

    def _since(self, at: int) -> dict[int, dict[str, int]]:
        first = first_counted(at) // _QUARTER
        return {quarter: each for quarter, each in self.quarters.items() if quarter >= first}


class CashierState(Struct, frozen=True):
    """What the cashier has to know to go on."""

    cash: RecentCash = RecentCash()
    coupons: dict[str, tuple[int, ...]] = {}
    """Of which values each player ever had coupons; how many are left, their accounts say."""


def _after(state: CashierState, event: OfficeEvent, at: int) -> CashierState:
    if not isinstance(event, CashierEvent):
        return state
    state = replace(state, cash=state.cash.after(event.player, event.amount, at))
    known = state.coupons.get(event.player, ())
    if isinstance(event, CouponIssued) and event.amount not in known:
        state = replace(state, coupons=state.coupons | {event.player: (*known, event.amount)})
    return state


_HAPPENS: Final[dict[type[OfficeCommand], type[CashierEvent]]] = {
    Deposit: MoneyDeposited,
    Withdraw: MoneyWithdrawn,
    IssueCoupon: CouponIssued,
    CancelCoupon: CouponCancelled,
}


def _counted(_state: CashierState, _who: str, command: OfficeCommand, _at: int) -> tuple[CashierEvent, ...]:
    """Count it over the counter; whether it is there, the account itself says."""
    assert isinstance(command, CashierCommand)  # noqa: S101 - the office has no others
    return (_HAPPENS[type(command)](player=command.player, amount=command.amount),)


def _moved(event: OfficeEvent) -> Iterator[Posting]:
    if not isinstance(event, CashierEvent):
        return
    ends = (CAGE, wallet(event.player))
    if isinstance(event, CouponIssued | CouponCancelled):
        ends = (COUPONS, coupon_account(event.player, event.amount))
    source, target = ends if isinstance(event, MoneyDeposited | CouponIssued) else ends[::-1]
    yield Posting(source, target, event.amount)


OFFICE: Final = Office[CashierState](
    name=CASHIER,
    commands=tuple(_HAPPENS),
    events=tuple(_HAPPENS.values()),
    start=CashierState(),
    decide=_counted,
    evolve=_after,
    postings=_moved,
)
