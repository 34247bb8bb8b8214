"""Evolve: what each event makes of the table.

No law is asked here; events carry what the law decided. May import tables, events and words.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.evolve import cards, chips, hands, people
from casinowar.game.refusal import InputError
from casinowar.game.table import Stop, Table

Evolver = Callable[[Table, Any], Table]


def check_state(said: object) -> None:
    """Refuse anything but a table's state, such as a `casinowar.Table`, which has one."""
    if type(said) is not Table:
        name = type(said).__name__
        raise InputError(f"The table is its state: pass table.state of a Table, not what is of type {name}.")


def evolve(table: Table, event: e.Event) -> Table:
    """Turn the table into what it is after the event."""
    check_state(table)
    return _EVOLVERS[type(event)](table, event)


def evolve_all(table: Table, events: Iterable[e.Event]) -> Table:
    for event in events:
        table = _EVOLVERS[type(event)](table, event)
    return table


def evolve_each(table: Table, events: Iterable[e.Event]) -> Iterator[Table]:
    for event in events:
        table = _EVOLVERS[type(event)](table, event)
        yield table


def _unchanged(table: Table, _event: e.Event) -> Table:
    return table


def _table_is(**changes: object) -> Evolver:
    return lambda table, _event: replace(table, **changes)


def _hand_is(**changes: object) -> Evolver:
    return lambda table, event: hands.with_hand(table, event.hand, **changes)


_CHANGES: dict[type[e.Event], Evolver] = {
    e.TableOpened: people.opened,
    e.TableClosed: people.closed,
    e.FillRequested: lambda table, event: replace(table, fill_due=event.amount),
    e.FillMade: _table_is(fill_due=0),
    e.DealerArrived: people.dealer_arrived,
    e.ClockTold: lambda table, event: replace(table, clock=event.now),
    e.PlayerSeated: people.seated,
    e.PlayerLeft: people.left,
    e.SeatChanged: people.seat_changed,
    e.PlayPaused: _table_is(paused=True),
    e.PlayResumed: _table_is(paused=False),
    e.CutOffered: lambda table, event: replace(table, cut=replace(table.cut, offered=event.seat)),
    e.CutRefused: people.cut_refused,
    e.BankOffered: lambda table, event: replace(table, bank=replace(table.bank, offered=event.seat)),
    e.BankDeclined: people.bank_declined,
    e.BankTaken: lambda table, event: replace(table, bank=replace(table.bank, seat=event.seat, offered=None)),
    e.BankRaised: hands.bank_raised,
    e.BankWithdrawn: people.bank_withdrawn,
    e.BankReturned: people.bank_returned,
    e.ProcedureBegan: cards.procedure_began,
    e.StepsInserted: cards.steps_inserted,
    e.ActPerformed: cards.performed,
    e.BatchNotSecured: lambda table, _: replace(table, to_do=table.to_do[1:]),
    e.ReshuffleOrdered: _table_is(reshuffle_ordered=True),
    e.DecksReceived: cards.decks_received,
    e.CardsGathered: cards.gathered,
    e.CardsRemoved: cards.removed,
    e.BatchesExchanged: cards.exchanged,
    e.DiscardsTaken: cards.discards_taken,
    e.JammedCardsTaken: cards.jammed_taken,
    e.CardsShuffled: cards.shuffled,
    e.StoredBatchShuffled: cards.stored_shuffled,
    e.StackCut: cards.stack_cut,
    e.RecutOrdered: cards.recut_ordered,
    e.CoverCardPlaced: cards.cover_placed,
    e.ShoeLoaded: cards.loaded,
    e.CardBurned: cards.burned,
    e.CoverCardDrawn: cards.cover_card_drawn,
    e.CardDealt: cards.dealt,
    e.CardsCollected: cards.collected,
    e.CardFoundFaceUp: cards.found_face_up,
    e.CardDrawnInError: cards.drawn_in_error,
    e.CardDiscarded: cards.discarded,
    e.CardMoved: cards.moved,
    e.WagerPlaced: chips.placed,
    e.WagerWithdrawn: chips.withdrawn,
    e.WagerReturned: chips.given_back,
    e.WagerGivenBack: chips.given_back,
    e.CouponRedeemed: chips.redeemed,
    e.RedemptionReversed: chips.redeemed,
    e.ReturnReversed: chips.redeemed,
    e.CouponPlaced: chips.coupon_placed,
    e.CouponTaken: chips.coupon_taken,
    e.CouponReturned: chips.coupon_returned,
    e.MeterRaised: chips.meter_raised,
    e.MeterRaiseReversed: chips.meter_raised,
    e.MeterRestarted: chips.meter_restarted,
    e.MeterTold: chips.meter_told,
    e.MeterPaid: chips.meter_paid,
    e.MeterPaymentReversed: chips.meter_payment_reversed,
    e.HandStands: lambda table, _: hands.with_round(table, bank_answered=False),
    e.CoverLeft: lambda table, event: hands.with_round(table, cover=event.amount),
    e.NoMoreBetsCalled: hands.no_more_bets,
    e.HandAbandoned: people.abandoned,
    e.HandForfeited: hands.forfeited,
    e.HandCompared: hands.compared,
    e.HandSettled: hands.settled,
    e.HandPassed: hands.passed,
    e.TieWagerRunsOn: hands.runs_on,
    e.TieHandChosen: hands.chosen,
    e.WarWagerConfirmed: hands.war_confirmed,
    e.TieWagerOffered: _hand_is(tie_offered=True),
    e.TieWagerDeclined: _hand_is(tie_offered=False),
    e.WarDealBegan: hands.war_began,
    e.HandVoided: hands.hand_voided,
    e.ProgressiveRead: lambda table, event: hands.with_hand(
        table, event.hand, combinations=event.combinations
    ),
    e.ProgressiveSettled: hands.progressive_settled,
    e.BonusSpinSettled: hands.bonus_spin_settled,
    e.RoundCompleted: hands.completed,
    e.EnvyDeferred: hands.envy_deferred,
    e.WheelSpun: hands.wheel_spun,
    e.IrregularityReported: _unchanged,
    e.RoundVoided: lambda table, event: hands.with_round(table, void=event.irregularity),
    e.RoundCutShort: lambda table, _: hands.with_round(table, cut_short=True),
    e.WagerStands: hands.stands,
    e.WagerLapsed: _unchanged,
    e.PlayStopped: lambda table, event: replace(
        table, stop=Stop(event.irregularity, event.possible, event.hand, event.clause, event.wager)
    ),
    e.RulingRecorded: hands.ruled,
    e.DeviceFailed: cards.device_failed,
    e.DeviceRestored: _table_is(device_failed=False, device_deferred=False),
}
"""What an event changes besides where chips are; many that move chips change nothing else."""


def _evolver(kind: type[e.Event]) -> Evolver:
    """Move an event's chips first, if it moves any, then change what else it changes."""
    if issubclass(kind, e.WagerEvent | e.MeterTold):  # These ask where the chips were before.
        return _CHANGES.get(kind, chips.moved_on_wager)
    if not issubclass(kind, e.MoneyEvent):
        return _CHANGES[kind]
    change = _CHANGES.get(kind, _unchanged)
    return lambda table, event: change(chips.moved(table, event), event)


_EVOLVERS = {kind: _evolver(kind) for kind in e.EVENTS.values()}
