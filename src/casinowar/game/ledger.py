"""The ledger: which chips an event moved, from which account to which; a ledger is nothing else."""

from typing import NamedTuple

from casinowar.game import events as e
from casinowar.game.events import Place
from casinowar.game.money import Cents
from casinowar.game.table import Table

Account = tuple[str | int, ...]
"""A place, and which one: ("chips", "Ann"), ("layout", 3, "tie"), ("meter", "primary"), ("bank", "Ben")."""


class Transfer(NamedTuple):
    """An amount that went from one account to another; it is never below zero."""

    source: Account
    target: Account
    amount: Cents


def transfer(event: e.Event, table: Table) -> Transfer | None:
    """Tell which chips an event moved, if any; the table is the one before it."""
    if not isinstance(event, e.MoneyEvent) or not (amount := amount_of(event, table)):
        return None
    source, target = (_account(place, event, table) for place in (event.route.source, event.route.target))
    return Transfer(source, target, amount) if amount > 0 else Transfer(target, source, -amount)


def amount_of(event: e.MoneyEvent, table: Table) -> Cents:
    """Tell how much an event moved; below zero where a linked meter fell, and chips went the other way."""
    match event:
        case e.WagerEvent():
            return event.amount
        case e.MeterTold():
            return event.amount - table.meters.get(event.meter, 0)
        case (
            e.MeterEvent()
            | e.BankEvent()
            | e.BankRaised()
            | e.ChipsBought()
            | e.ChipsCashed()
            | e.FillMade()
            | e.CreditMade()
        ):
            return event.amount
        case e.PlayerSeated() | e.PlayerLeft():
            return event.chips
        case e.TableOpened() | e.TableClosed():
            return event.inventory
        case _:
            raise TypeError(f"{event} does not say how much it moved")


def player_of(event: e.MoneyEvent, table: Table) -> str:
    match event:
        case (
            e.WagerPlaced()
            | e.CouponRedeemed()
            | e.PlayerSeated()
            | e.PlayerLeft()
            | e.ChipsBought()
            | e.ChipsCashed()
        ):
            return event.player
        case e.WagerEvent() | e.MeterPaid() | e.MeterPaymentReversed() if table.round:
            return table.round.hands[event.hand].player
        case e.BankEvent():
            return table.seats[event.seat]
        case e.BankRaised() if table.bank.seat is not None:
            return table.seats[table.bank.seat]
        case _:
            raise ValueError(f"{event} belongs to no player at this table")


def _account(place: Place, event: e.MoneyEvent, table: Table) -> Account:
    if isinstance(event, e.WagerEvent) and place in {Place.LAYOUT, Place.TRAY}:
        return (place, event.hand, event.wager)
    if isinstance(event, e.MeterEvent) and place is Place.METER:
        return (place, event.meter)
    if place in {Place.CHIPS, Place.BANK}:
        return (place, player_of(event, table))
    return dealers_account(table) if place is Place.INVENTORY else (place,)


def dealers_account(table: Table) -> Account:
    """Name the account that the dealer pays from: the table inventory, or the player/dealer's bank."""
    if table.bank.seat is None:
        return (Place.INVENTORY,)
    return (Place.BANK, table.seats[table.bank.seat])
