"""Evolve, third part: side wagers, meters and the bank."""

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.table import Bank, Hand, MeterPay, Round, Table


def _in(table: Table) -> Round:
    if table.round is None:
        raise ValueError("the event belongs to a round, and no round is in progress")
    return table.round


def _with_hand(table: Table, hand: Hand) -> Table:
    current = _in(table)
    return replace(table, round=replace(current, hands={**current.hands, hand.seat: hand}))


def _meter(table: Table, event: e.MeterEvent, sign: int) -> dict[str, int]:
    return {**table.meters, event.meter: table.meters.get(event.meter, 0) + sign * event.amount}


def _added(amounts: dict[str, int], meter: str, amount: int) -> dict[str, int]:
    return {**amounts, meter: amounts.get(meter, 0) + amount}


def _to_player(table: Table, seat: int, amount: int) -> Table:
    """Move chips between a meter and a player, and note it on the hand."""
    hand = _in(table).hands[seat]
    chips = {**table.chips, hand.player: table.chips[hand.player] + amount}
    return _with_hand(replace(table, chips=chips), replace(hand, from_meters=hand.from_meters + amount))


# meters


def meter_started(table: Table, event: e.MeterStarted) -> Table:
    """Put a meter up from outside."""
    return replace(table, meters=_meter(table, event, 1), outside=table.outside - event.amount)


def meter_raised(table: Table, event: e.MeterRaised) -> Table:
    """Move chips from the table inventory to a meter."""
    current = _in(table)
    return replace(
        table,
        meters=_meter(table, event, 1),
        inventory=table.inventory - event.amount,
        round=replace(current, meters_raised=_added(current.meters_raised, event.meter, event.amount)),
    )


def meter_paid(table: Table, event: e.MeterPaid) -> Table:
    """Move chips from a meter to a player."""
    pay = MeterPay(event.seat, event.wager, event.meter, event.amount)
    table = _to_player(table, event.seat, event.amount)
    current = _in(table)
    return replace(
        table,
        meters=_meter(table, event, -1),
        round=replace(current, meters_paid=(*current.meters_paid, pay)),
    )


def meter_restarted(table: Table, event: e.MeterRestarted) -> Table:
    """Put a meter's reset amount up from outside."""
    current = _in(table)
    return replace(
        table,
        meters=_meter(table, event, 1),
        outside=table.outside - event.amount,
        round=replace(current, meters_restarted=_added(current.meters_restarted, event.meter, event.amount)),
    )


def meter_told(table: Table, event: e.MeterTold) -> Table:
    """Set a linked meter, the difference coming from outside."""
    difference = event.amount - table.meters.get(event.meter, 0)
    return replace(
        table, meters={**table.meters, event.meter: event.amount}, outside=table.outside - difference
    )


def meter_raise_reversed(table: Table, event: e.MeterRaiseReversed) -> Table:
    """Move back to the table inventory what a void hand or round had added."""
    current = _in(table)
    return replace(
        table,
        meters=_meter(table, event, -1),
        inventory=table.inventory + event.amount,
        round=replace(current, meters_raised=_added(current.meters_raised, event.meter, -event.amount)),
    )


def meter_payment_reversed(table: Table, event: e.MeterPaymentReversed) -> Table:
    """Move back to the meter what a void round had paid."""
    return replace(_to_player(table, event.seat, -event.amount), meters=_meter(table, event, 1))


def meter_restart_reversed(table: Table, event: e.MeterRestartReversed) -> Table:
    """Take back the reset amount of a void round."""
    return replace(table, meters=_meter(table, event, -1), outside=table.outside + event.amount)


# side wagers


def progressive_read(table: Table, event: e.ProgressiveRead) -> Table:
    """Note what a hand is for the progressive."""
    return _with_hand(table, replace(_in(table).hands[event.seat], combinations=event.combinations))


def progressive_settled(table: Table, event: e.ProgressiveSettled) -> Table:
    """Go on to the next hand."""
    current = _in(table)
    rest = tuple(seat for seat in current.to_read if seat != event.seat)
    return replace(table, round=replace(current, to_read=rest))


def bonus_spin_settled(table: Table, event: e.BonusSpinSettled) -> Table:
    """Tick off bonus spin wagers."""
    current = _in(table)
    rest = tuple(seat for seat in current.to_spin if seat not in event.seats)
    return replace(table, round=replace(current, to_spin=rest))


def coupon_placed(table: Table, event: e.CouponPlaced) -> Table:
    """Lay a coupon beside the initial wager."""
    return _with_hand(table, replace(_in(table).hands[event.seat], coupon=event.amount))


def coupon_taken(table: Table, event: e.CouponTaken) -> Table:
    """Take the coupon away."""
    return _with_hand(table, replace(_in(table).hands[event.seat], coupon=0))


# the bank


def bank_offered(table: Table, event: e.BankOffered) -> Table:
    """Note who is asked to bank."""
    return replace(table, bank=replace(table.bank, offered=event.seat))


def bank_declined(table: Table, event: e.BankDeclined) -> Table:
    """Note who declined the bank."""
    declined = (*table.bank.declined, event.seat)
    return replace(table, bank=replace(table.bank, offered=None, declined=declined))


def bank_taken(table: Table, event: e.BankTaken) -> Table:
    """Put the player/dealer's wager in front of the player/dealer."""
    player = table.seats[event.seat]
    return replace(
        table,
        chips={**table.chips, player: table.chips[player] - event.amount},
        inventory=table.inventory + event.amount,
        bank=replace(table.bank, seat=event.seat, offered=None),
    )


def bank_raised(table: Table, event: e.BankRaised) -> Table:
    """Add to the player/dealer's wager."""
    player = table.seats[table.bank.seat or 0]
    current = _in(table)
    return replace(
        table,
        chips={**table.chips, player: table.chips[player] - event.amount},
        inventory=table.inventory + event.amount,
        round=replace(current, cover=(current.cover or 0) + event.amount),
    )


def bank_withdrawn(table: Table, event: e.BankWithdrawn) -> Table:
    """Give the player/dealer the chips back before the round."""
    player = table.seats[event.seat]
    return replace(
        table,
        chips={**table.chips, player: table.chips[player] + event.amount},
        inventory=table.inventory - event.amount,
        bank=replace(table.bank, seat=None),
    )


def cover_left(table: Table, event: e.CoverLeft) -> Table:
    """Note what is left to cover wagers."""
    return replace(table, round=replace(_in(table), cover=event.amount))


def bank_returned(table: Table, event: e.BankReturned) -> Table:
    """Give the player/dealer the chips back, and count the round."""
    player = table.seats[event.seat]
    before = table.bank.rounds if table.bank.holder == player else 0
    return replace(
        table,
        chips={**table.chips, player: table.chips[player] + event.amount},
        inventory=table.inventory - event.amount,
        bank=Bank(last=event.seat, holder=player, rounds=before + 1),
    )
