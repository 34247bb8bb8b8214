"""Narrate side wagers, meters, the wheel, coupons and the player/dealer's bank."""

from typing import Final

from casinowar.game import events as e
from casinowar.game.money import Cents, dollars
from casinowar.game.table import Table
from casinowar.telling import phrases as p
from casinowar.telling.narration_preparation import Teller

METERS: Final = {
    "progressive": "progressive meter",
    "primary": "primary bonus spin meter",
    "secondary": "secondary bonus spin meter",
}
"""What each meter is called."""


def _meter(event: e.MeterEvent) -> str:
    return f"the {METERS.get(event.meter, event.meter)}"


def _after(event: e.MeterEvent, table: Table, amount: Cents) -> str:
    """Tell what a meter shows once the event has happened."""
    return dollars(table.meters.get(event.meter, 0) + amount)


# meters


def _raised(event: e.MeterRaised, table: Table) -> str:
    return f"{_meter(event)} rose by {dollars(event.amount)} to {_after(event, table, event.amount)}"


def _paid(event: e.MeterPaid, table: Table) -> str:
    return f"{_meter(event)} paid {dollars(event.amount)} to {p.who(table, event.seat)}"


def _restarted(event: e.MeterRestarted, table: Table) -> str:
    put_up = f"the house put {dollars(event.amount)} up"
    return f"{put_up}, and {_meter(event)} shows {_after(event, table, event.amount)} again"


def _raise_reversed(event: e.MeterRaiseReversed, table: Table) -> str:
    back = f"{_meter(event)} gave {dollars(event.amount)} back to the table inventory"
    return f"{back} and shows {_after(event, table, -event.amount)}"


def _payment_reversed(event: e.MeterPaymentReversed, table: Table) -> str:
    paid = f"the {dollars(event.amount)} already paid to {p.who(table, event.seat)}"
    return f"{paid} went back to {_meter(event)}, which shows {_after(event, table, event.amount)}"


def _restart_reversed(event: e.MeterRestartReversed, table: Table) -> str:
    back = f"the house took back the {dollars(event.amount)} put up for {_meter(event)}"
    return f"{back}, which shows {_after(event, table, -event.amount)}"


# side wagers


def _read(event: e.ProgressiveRead, table: Table) -> str:
    hands = p.listed(event.combinations) if event.combinations else "nothing to pay"
    return f"the dealer read the hand of {p.who(table, event.seat)} for the progressive: {hands}"


def _spun(event: e.WheelSpun, table: Table) -> str:
    hot = f"the wheel stopped on {event.hot_spot} for the hot spot of {p.who(table, event.seat)}"
    return f"{hot} and on {event.community} for the community" if event.community else hot


def _coupon_placed(event: e.CouponPlaced, table: Table) -> str:
    coupon = f"a match play coupon of {dollars(event.amount)}"
    return f"{p.who(table, event.seat)} laid {coupon} beside the initial wager"


def _redeemed(event: e.CouponRedeemed, table: Table) -> str:
    player = p.placed_by(table, event.player, event.seat)
    return f"the dealer added {dollars(event.amount)} to the initial wager of {player} for the coupon"


def _redemption_reversed(event: e.RedemptionReversed, table: Table) -> str:
    chips = f"the {dollars(event.amount)} that stood for the coupon of {p.who(table, event.seat)}"
    return f"{chips} went back to the table inventory"


def _return_reversed(event: e.ReturnReversed, table: Table) -> str:
    chips = f"the {dollars(event.amount)} already returned that had stood for a coupon"
    return f"the dealer took back from {p.who(table, event.seat)} {chips}"


# the bank


def _keeps(event: e.BankTaken | e.BankDeclined, table: Table) -> bool:
    """Tell whether the bank was asked of the player who held it in the last round."""
    return bool(table.bank.rounds) and table.seats.get(event.seat) == table.bank.holder


def _bank_taken(event: e.BankTaken, table: Table) -> str:
    verb = "kept" if _keeps(event, table) else "took"
    return f"{p.who(table, event.seat)} {verb} the bank as player/dealer and put up {dollars(event.amount)}"


def _bank_declined(event: e.BankDeclined, table: Table) -> str:
    verb = "gave up" if _keeps(event, table) else "declined"
    return f"{p.who(table, event.seat)} {verb} the bank"


def _cover(event: e.CoverLeft, table: Table) -> str:
    if not event.amount:
        return "the player/dealer's wager is used up"
    before = table.round.cover if table.round else None
    left = "" if before is None else "left "
    return f"the player/dealer's wager has {dollars(event.amount)} {left}to pay with"


SIDE: Final[dict[type[e.Event], Teller]] = {
    e.MeterStarted: lambda event, _: f"the house put up {_meter(event)} at {dollars(event.amount)}",
    e.MeterRaised: _raised,
    e.MeterPaid: _paid,
    e.MeterRestarted: _restarted,
    e.MeterTold: lambda event, _: f"{_meter(event)}, linked with other tables, shows {dollars(event.amount)}",
    e.MeterRaiseReversed: _raise_reversed,
    e.MeterPaymentReversed: _payment_reversed,
    e.MeterRestartReversed: _restart_reversed,
    e.ProgressiveRead: _read,
    e.ProgressiveSettled: lambda event, table: (
        f"the progressive is settled for the hand of {p.who(table, event.seat)}"
    ),
    e.WheelSpun: _spun,
    e.BonusSpinSettled: lambda event, table: f"the bonus spin is settled for {p.places(event.seats, table)}",
    e.CouponPlaced: _coupon_placed,
    e.CouponRedeemed: _redeemed,
    e.RedemptionReversed: _redemption_reversed,
    e.ReturnReversed: _return_reversed,
    e.CouponTaken: lambda event, table: f"the dealer took the coupon of {p.who(table, event.seat)}",
    e.BankOffered: lambda event, table: f"the bank was offered to {p.who(table, event.seat)}",
    e.BankDeclined: _bank_declined,
    e.BankTaken: _bank_taken,
    e.BankRaised: lambda event, _: f"the player/dealer added {dollars(event.amount)} to the bank",
    e.BankWithdrawn: lambda event, table: (
        f"{p.who(table, event.seat)} took the bank of {dollars(event.amount)} back before the deal"
    ),
    e.CoverLeft: _cover,
    e.BankReturned: lambda event, table: (
        f"{p.who(table, event.seat)} took back the bank, which is now {dollars(event.amount)}"
    ),
}
"""How each kind of event about side wagers and the bank is told."""
