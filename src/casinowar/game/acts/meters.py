"""Meters: how they start, are raised by wagers, pay, restart, and are put back after a void round."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.payout_limit import payable
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents, cents
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Wager


def started(rules: Rules) -> Iterator[e.MeterStarted]:
    """Put the meters up when the table opens, where their wagers are offered."""
    for wager in Wager:
        for name, meter in rules.meters(wager).items():
            yield e.MeterStarted(meter=name, amount=cents(meter.initial))


def raised(rules: Rules, wager: Wager, amount: Cents) -> Iterator[e.Event]:
    """Raise the meters of a wager by their share of what was wagered."""
    for name, meter in rules.meters(wager).items():
        if share := meter.raised_by(amount):
            yield e.MeterRaised(meter=name, amount=share)


def lowered(rules: Rules, wager: Wager, amount: Cents) -> Iterator[e.Event]:
    """Take back from the meters of a wager what one that is void had added."""
    for name, meter in rules.meters(wager).items():
        if share := meter.raised_by(amount):
            yield e.MeterRaiseReversed(meter=name, amount=share)


def paid(
    rules: Rules, table: Table, hand: Hand, wager: Wager, meter: str, share: Fraction, *, restarts: bool
) -> Iterator[e.Event]:
    """Pay a share of a meter; what is not paid stays in it, and the house puts up what the reset lacks."""
    if table.round is None:
        return
    shown = table.meters[meter]
    amount = payable(rules, table.round, hand, wager, int(share * shown))
    if amount:
        yield e.MeterPaid(meter=meter, hand=hand.number, wager=wager, amount=amount)
    lacking = cents(rules.meters(wager)[meter].reset) - (shown - amount)
    if restarts and lacking > 0:
        yield e.MeterRestarted(meter=meter, amount=lacking)


def put_back(current: Round) -> Iterator[e.Event]:
    """Put every meter back to where it stood before the round."""
    for pay in current.meters_paid:
        yield e.MeterPaymentReversed(meter=pay.meter, hand=pay.hand, wager=pay.wager, amount=pay.amount)
    for meter, amount in current.meters_restarted.items():
        yield e.MeterRestartReversed(meter=meter, amount=amount)
    for meter, amount in current.meters_raised.items():
        if amount:
            yield e.MeterRaiseReversed(meter=meter, amount=amount)


def tell_meter(rules: Rules, table: Table, command: c.TellMeter) -> e.Events:
    """Take note of what a linked meter shows."""
    if command.meter not in rules.linked_meters:
        raise Refusal(Reason.NO_LINKED_METER, meter=command.meter)
    if command.amount < 0:
        raise Refusal(Reason.WAGER_NOT_POSITIVE)
    if table.round is not None and table.round.closed:
        raise Refusal(Reason.ROUND_IN_PROGRESS)
    return (e.MeterTold(meter=command.meter, amount=command.amount),)
