"""The cashier: deposits, withdrawals and match play coupons."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from casinowar.game.commands import FLOOR
from casinowar.game.money import dollars
from casinowar.game.words import Role
from casinowar.house.accounts import CAGE, COUPONS, Posting, coupon_account, wallet
from casinowar.house.offices.office import Office, OfficeCommand, OfficeEvent

CASHIER: Final = "cashier"
_QUARTER: Final = 15 * 60_000
_A_DAY: Final = 96
"""Quarters of an hour in a day. Every gaming day and UTC day begins with a quarter."""

Sum = Annotated[int, Meta(gt=0, le=10**13)]
Person = Annotated[str, Meta(min_length=1, max_length=40)]


class CashierCommand(OfficeCommand, frozen=True, kw_only=True):
    roles: ClassVar[frozenset[Role]] = FLOOR
    cage: ClassVar[bool] = True
    player: Person
    amount: Sum


class Deposit(CashierCommand, frozen=True, kw_only=True):
    """Bring money."""


class Withdraw(CashierCommand, frozen=True, kw_only=True):
    """Take money away."""


class IssueCoupon(CashierCommand, frozen=True, kw_only=True):
    """Give a player a match play coupon."""


class CancelCoupon(CashierCommand, frozen=True, kw_only=True):
    """Take back a coupon that was not laid down."""


class CashierEvent(OfficeEvent, frozen=True, kw_only=True):
    player: str
    amount: int


class MoneyDeposited(CashierEvent, frozen=True, kw_only=True):
    def sentence(self) -> str:
        return f"{self.player} deposited {dollars(self.amount)}."


class MoneyWithdrawn(CashierEvent, frozen=True, kw_only=True):
    def sentence(self) -> str:
        return f"{self.player} withdrew {dollars(self.amount)}."


class CouponIssued(CashierEvent, frozen=True, kw_only=True):
    def sentence(self) -> str:
        return f"{self.player} got a coupon of {dollars(self.amount)}."


class CouponCancelled(CashierEvent, frozen=True, kw_only=True):
    def sentence(self) -> str:
        return f"The coupon of {dollars(self.amount)} of {self.player} was canceled."


def window_start(at: int) -> int:
    """Give the start of the trailing 24 hours, in 15-minute buckets."""
    return (at // _QUARTER - _A_DAY + 1) * _QUARTER


class RecentCash(Struct, frozen=True):
    """Each player's cash in and out over the trailing 24 hours, in 15-minute buckets."""

    quarters: dict[int, dict[str, int]] = {}

    def of(self, player: str, at: int) -> int:
        return sum(each.get(player, 0) for each in self._since(at).values())

    def after(self, player: str, amount: int, at: int) -> "RecentCash":
        """Add an amount and drop buckets older than a day."""
        now, recent = at // _QUARTER, self._since(at)
        held = recent.get(now, {})
        return RecentCash(recent | {now: held | {player: held.get(player, 0) + amount}})

    def _since(self, at: int) -> dict[int, dict[str, int]]:
        first = window_start(at) // _QUARTER
        return {quarter: each for quarter, each in self.quarters.items() if quarter >= first}


class CashierState(Struct, frozen=True):
    cash: RecentCash = RecentCash()
    coupons: dict[str, tuple[int, ...]] = {}
    """The values of coupons that each player ever had; accounts say how many are left."""


def _evolve(state: CashierState, event: OfficeEvent, at: int) -> CashierState:
    if not isinstance(event, CashierEvent):
        return state
    state = replace(state, cash=state.cash.after(event.player, event.amount, at))
    known = state.coupons.get(event.player, ())
    if isinstance(event, CouponIssued) and event.amount not in known:
        state = replace(state, coupons=state.coupons | {event.player: (*known, event.amount)})
    return state


_EVENTS: Final[dict[type[OfficeCommand], type[CashierEvent]]] = {
    Deposit: MoneyDeposited,
    Withdraw: MoneyWithdrawn,
    IssueCoupon: CouponIssued,
    CancelCoupon: CouponCancelled,
}


def _decide(_state: CashierState, _who: str, command: OfficeCommand, _at: int) -> tuple[CashierEvent, ...]:
    """Take the command as it is: the account itself refuses to go below zero."""
    assert isinstance(command, CashierCommand)  # noqa: S101 - the office has no others
    return (_EVENTS[type(command)](player=command.player, amount=command.amount),)


def _postings(event: OfficeEvent) -> Iterator[Posting]:
    if not isinstance(event, CashierEvent):
        return
    ends = (CAGE, wallet(event.player))
    if isinstance(event, CouponIssued | CouponCancelled):
        ends = (COUPONS, coupon_account(event.player, event.amount))
    source, target = ends if isinstance(event, MoneyDeposited | CouponIssued) else ends[::-1]
    yield Posting(source, target, event.amount)


OFFICE: Final = Office[CashierState](
    name=CASHIER,
    commands=tuple(_EVENTS),
    events=tuple(_EVENTS.values()),
    start=CashierState(),
    decide=_decide,
    evolve=_evolve,
    postings=_postings,
)
