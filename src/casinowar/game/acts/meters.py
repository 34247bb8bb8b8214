"""Meters: how they start, are raised by wagers, pay, restart, and are put back after a void round."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.payout_limit import payable
from casinowar.game.book.cited_values import joined
from casinowar.game.book.meters import VoidMeter
from casinowar.game.book.rules import Rules
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Wager


def started(rules: Rules) -> Iterator[e.MeterStarted]:
    """Put the meters up when the table opens, where their wagers are offered."""
    for wager in Wager:
        for name, meter in rules.meters(wager).items():
            clause = _least(rules, wager, name)
            yield e.MeterStarted(meter=name, amount=cents(meter.initial), clause=clause)


def _least(rules: Rules, wager: Wager, meter: str) -> str:
    law = rules.book.offered_law(wager)
    return law.least(meter).clause if law else ""


def raised(rules: Rules, wager: Wager, amount: Cents) -> Iterator[e.Event]:
    law = rules.book.offered_law(wager)
    clause = law.rate.clause if law else ""
    for name, meter in rules.meters(wager).items():
        if share := meter.raised_by(amount):
            yield e.MeterRaised(meter=name, amount=share, clause=clause)


def voided(rules: Rules, wager: Wager, amount: Cents, clause: str) -> Iterator[e.Event]:
    """Take back from the meters of a wager what one that is void had added, unless the book leaves it."""
    if _is_reversed(rules, wager):
        yield from lowered(rules, wager, amount, clause)


def lowered(rules: Rules, wager: Wager, amount: Cents, clause: str) -> Iterator[e.Event]:
    for name, meter in rules.meters(wager).items():
        if share := meter.raised_by(amount):
            yield e.MeterRaiseReversed(meter=name, amount=share, clause=clause)


def _is_reversed(rules: Rules, wager: Wager) -> bool:
    law = rules.book.offered_law(wager)
    void = law.void_meter if law else None
    return void is None or void.value is VoidMeter.REVERSED


def paid(
    rules: Rules,
    table: Table,
    hand: Hand,
    meter: str,
    won: Cents,
    clause: str,
    *,
    restarts: bool,
) -> Iterator[e.Event]:
    """Pay what was won of a meter; the rest stays, and the house puts up what the reset amount lacks.

    A meter that started lower stays there until its first payment.
    """
    if table.round is None:
        return
    wager = rules.raises(meter)
    amount = payable(rules, table.round, hand, wager, won)
    if amount:
        if amount < won:
            clause = rules.clauses.limited(clause)
        yield e.MeterPaid(meter=meter, hand=hand.number, wager=wager, amount=amount, clause=clause)
    lacking = cents(rules.meters(wager)[meter].reset) - (table.meters[meter] - amount)
    has_paid = amount or any(pay.meter == meter for pay in table.round.meters_paid)
    if restarts and has_paid and lacking > 0:
        yield e.MeterRestarted(meter=meter, amount=lacking, clause=_least(rules, wager, meter))


def part_of_each(table: Table, hand: Hand, meter: str, share: Fraction, winners: int) -> Cents:
    """Find a hand's share of a divided meter: of an equal part of what it showed before its first payment.

    What is paid is at most that part, so what another winner leaves stays on the meter, at whatever seat, and
    so does what a linked one has risen by since.
    """
    current, shown = table.round, table.meters[meter]
    if current is None or winners == 1:
        return int(share * shown)
    before = current.meters_before.get(meter, shown)
    own = sum(pay.amount for pay in current.meters_paid if (pay.meter, pay.hand) == (meter, hand.number))
    return max(0, min(shown, int(share * before / winners), before // winners - own))


def put_back(rules: Rules, table: Table) -> Iterator[e.Event]:
    """Put every meter back to where it stood before the round, or to its reset if others may have won it."""
    current = table.round
    if current is None:
        return
    shows = Counter(table.meters)
    for pay in current.meters_paid:
        shows[pay.meter] += pay.amount
        yield e.MeterPaymentReversed(meter=pay.meter, hand=pay.hand, wager=pay.wager, amount=pay.amount)
    for wager in Wager:
        for meter, law in rules.meters(wager).items():
            put_up = current.meters_restarted.get(meter, 0)
            raised_by = current.meters_raised.get(meter, 0) if _is_reversed(rules, wager) else 0
            lacking = cents(law.reset) - (shows[meter] - put_up - raised_by)
            if lacking > 0 and _stays_up(current, meter, cents(law.reset)):
                put_up -= lacking
            if put_up < 0:  # Before it falls: no meter is ever seen below its reset.
                yield e.MeterRestarted(meter=meter, amount=-put_up)
            elif put_up:
                yield e.MeterRestartReversed(meter=meter, amount=put_up)
            if raised_by:
                yield e.MeterRaiseReversed(meter=meter, amount=raised_by)


def kept_up(rules: Rules, table: Table, events: Sequence[e.Event]) -> Iterator[e.Event]:
    """Put up what a meter lacks to its reset amount before events take from it what it no longer holds.

    What a void wager added may have been paid since, here or at another table that the meter is linked to.
    """
    lacks = dict(_lacking(rules, evolve_all(table, events)))
    for event in events:
        if isinstance(event, e.MeterRaiseReversed) and event.meter in lacks:
            yield lacks.pop(event.meter)
        yield event


def _lacking(rules: Rules, table: Table) -> Iterator[tuple[str, e.MeterRestarted]]:
    """Tell what meters that were paid in the round, here or elsewhere, lack to their reset amounts."""
    current = table.round
    if current is None:
        return
    for wager in Wager:
        for name, meter in rules.meters(wager).items():
            reset = cents(meter.reset)
            put_up = current.meters_restarted.get(name, 0)
            if (put_up > 0 or _stays_up(current, name, reset)) and (
                lacking := reset - table.meters[name]
            ) > 0:
                clause = _least(rules, wager, name)
                yield name, e.MeterRestarted(meter=name, amount=lacking, clause=clause)


def _stays_up(current: Round, meter: str, reset: Cents) -> bool:
    """Tell whether another table may have won a linked meter in this round, so that it stays at its reset.

    It may have if the meter fell to there or above, or came up to there: a void elsewhere lets it fall, and
    wagers let it come up, too. It has not if it fell below, or rose from there by play elsewhere.
    """
    won = False
    for showed, told in current.meters_told.get(meter, ()):
        if told < reset:
            won = False
        elif not reset <= showed <= told:
            won = True
    return won


def divided(rules: Rules, table: Table) -> Iterator[e.Event]:
    """Restart, at the end of a round, a progressive that paid one winner a part, when the others fell away.

    A meter of the wheel is divided in one go.
    """
    paid_from = {pay.meter for pay in table.round.meters_paid} if table.round else set()
    for name, meter in rules.meters(Wager.PROGRESSIVE).items():
        lacking = cents(meter.reset) - table.meters[name]
        if name in paid_from and lacking > 0:
            clause = _least(rules, Wager.PROGRESSIVE, name)
            yield e.MeterRestarted(meter=name, amount=lacking, clause=clause)


def tell_meter(rules: Rules, _table: Table, command: c.TellMeter) -> e.Events:
    """Take note of what a linked meter shows, at any time: another table may win or raise it in mid-round.

    It shows less than its reset amount only if it started lower.
    """
    if command.meter not in rules.linked_meters:
        raise Refusal(Reason.NO_LINKED_METER, meter=command.meter)
    wager = rules.raises(command.meter)
    meter, law = rules.meters(wager)[command.meter], rules.book.offered_law(wager)
    least = min(cents(meter.reset), cents(meter.initial))
    if command.amount < least:
        linked = law.linked if law else None
        clause = linked.reading or linked.clause if linked else ""  # Only our reading says "never below".
        raise Refusal(Reason.METER_BELOW_RESET, clause, meter=command.meter, least=dollars(least))
    told_under = joined((law.linked or law.rate) if law else None)
    return (e.MeterTold(meter=command.meter, amount=command.amount, clause=told_under),)
