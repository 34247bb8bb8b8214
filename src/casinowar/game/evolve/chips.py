"""Chips: the one place where they move, and what else comes of the events that move them."""

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.events import Place, Route
from casinowar.game.evolve.hands import in_progress, with_hand, with_round, without_chips
from casinowar.game.ledger import amount_of, player_of
from casinowar.game.money import Cents
from casinowar.game.table import NO_WAGER, Hand, MeterPay, PlacedWager, Round, Table
from casinowar.game.words import ACCEPTED, Wager

_BONUS_SPIN = Wager.BONUS_SPIN


def moved(table: Table, event: e.MoneyEvent) -> Table:
    to_chips, to_inventory, to_meter, to_outside = _FLOWS[type(event)]
    amount = amount_of(event, table)
    chips, meters = table.chips, table.meters
    if to_chips:
        player = player_of(event, table)
        chips = {**chips, player: chips.get(player, 0) + to_chips * amount}
    if isinstance(event, e.MeterEvent):
        meters = {**meters, event.meter: meters.get(event.meter, 0) + to_meter * amount}
    inventory, outside = table.inventory + to_inventory * amount, table.outside + to_outside * amount
    return replace(table, chips=chips, meters=meters, inventory=inventory, outside=outside)


def moved_on_wager(table: Table, event: e.WagerEvent) -> Table:
    """Route chips in the same way, and count them on their wager; the first of a round begins it."""
    current = table.round or Round(number=table.rounds + 1)
    hands, number, wager, amount = current.hands, event.hand, event.wager, event.amount
    hand = hands.get(number)
    if hand is None:
        hand = Hand(number=number, player=player_of(event, table))
    before = hand.wagers.get(wager, NO_WAGER)
    to_chips, to_inventory, to_layout, to_tray, collected, paid, returned = _TALLIES[type(event)]
    after = PlacedWager(
        before.on_layout + to_layout * amount,
        before.collected + collected * amount,
        before.paid + paid * amount,
        before.before_tray + to_tray * amount,
        before.returned + returned * amount,
    )
    hand = replace(hand, wagers={**hand.wagers, wager: after})
    current = replace(current, hands={**hands, number: hand})
    inventory = table.inventory + to_inventory * amount
    if not to_chips:
        return replace(table, inventory=inventory, round=current)
    player, chips = hand.player, table.chips
    chips = {**chips, player: chips[player] + to_chips * amount}
    return replace(table, chips=chips, inventory=inventory, round=current)


def _flow(route: Route, *places: Place) -> int:
    """Tell whether chips flow into one of these places (1), out of it (-1), or neither."""
    return (route.target in places) - (route.source in places)


_FLOWS = {
    kind: (
        _flow(kind.route, Place.CHIPS),
        _flow(kind.route, Place.INVENTORY, Place.BANK),
        _flow(kind.route, Place.METER),
        _flow(kind.route, Place.OUTSIDE),
    )
    for kind in e.EVENTS.values()
    if issubclass(kind, e.MoneyEvent)
}
_TALLIES = {
    kind: (
        *flows[:2],
        _flow(kind.route, Place.LAYOUT),
        _flow(kind.route, Place.TRAY),
        kind.route.collected,
        kind.route.paid,
        kind.route.returned,
    )
    for kind, flows in _FLOWS.items()
    if issubclass(kind, e.WagerEvent)
}


# wagers


def placed(table: Table, event: e.WagerPlaced) -> Table:
    """Place a wager; a bonus spin wager that was made after no more bets has its spin, too."""
    table = moved_on_wager(table, event)
    if event.wager is not _BONUS_SPIN:
        return table
    current = in_progress(table)
    late = current.closed and event.hand not in current.to_spin
    return with_round(table, to_spin=(*current.to_spin, event.hand)) if late else table


def withdrawn(table: Table, event: e.WagerWithdrawn) -> Table:
    """Withdraw a wager, and take away hands without chips, and the round when none is left."""
    return _without_empty_hands(moved_on_wager(table, event))


def given_back(table: Table, event: e.WagerReturned | e.WagerGivenBack) -> Table:
    """Return a wager; with the chip of a side wager goes what was due on it."""
    table = moved_on_wager(table, event)
    return without_chips(table) if event.wager in ACCEPTED else table


def _without_empty_hands(table: Table) -> Table:
    hands = {
        number: hand
        for number, hand in in_progress(table).hands.items()
        if any(placed.on_layout for placed in hand.wagers.values())
    }
    return with_round(table, hands=hands) if hands else replace(table, round=None)


# coupons

_COUPONS = {Wager.INITIAL: "coupons", Wager.TIE: "tie_coupons"}


def redeemed(table: Table, event: e.CouponRedeemed | e.RedemptionReversed | e.ReturnReversed) -> Table:
    """Put the house's chips down for a coupon, or take them back, and note how many of a hand's they are."""
    table = moved_on_wager(table, event)
    change = event.amount if isinstance(event, e.CouponRedeemed) else -event.amount
    name = "tie_redeemed" if event.wager is Wager.TIE else "redeemed"
    redeemed = in_progress(table).hands[event.hand].redeemed_on(event.wager) + change
    return with_hand(table, event.hand, **{name: redeemed})


def coupon_placed(table: Table, event: e.CouponPlaced) -> Table:
    """Lay a coupon down; the first thing that lies there makes the hand, and the first hand the round."""
    current = table.round or Round(number=table.rounds + 1)
    hand = current.hands.get(event.hand) or Hand(number=event.hand, player=event.player)
    laid = {_COUPONS[event.wager]: (*hand.coupons_on(event.wager), event.amount)}
    hand = replace(hand, coupon=hand.coupon + event.amount, **laid)
    return replace(table, round=replace(current, hands={**current.hands, event.hand: hand}))


def coupon_taken(table: Table, event: e.CouponTaken) -> Table:
    value = in_progress(table).hands[event.hand].coupon
    return with_hand(table, event.hand, coupon=0, coupon_taken=value)


def coupon_returned(table: Table, event: e.CouponReturned) -> Table:
    """Give a coupon back that lies there or was taken; where no chips lay beside it the hand is gone."""
    hand = in_progress(table).hands[event.hand]
    left = max(0, hand.coupon - event.amount)
    if event.wager is None:
        kept = {"coupons": hand.coupons if left else (), "tie_coupons": ()}  # Those for ties went alone.
    else:
        gone = event.coupons or hand.last_coupons(event.wager, event.amount)
        kept = {_COUPONS[event.wager]: _without_last(hand.coupons_on(event.wager), gone)}
    table = with_hand(table, event.hand, coupon=left, coupon_taken=0, **kept)
    return _without_empty_hands(table) if event.withdrawn else table


def _without_last(coupons: tuple[Cents, ...], gone: tuple[Cents, ...]) -> tuple[Cents, ...]:
    """Take coupons away; of several that are worth the same the last ones laid."""
    left = [*reversed(coupons)]
    for value in gone:
        left.remove(value)
    return tuple(reversed(left))


# meters: what a void round has to put back


def _added(amounts: dict[str, Cents], event: e.MeterEvent) -> dict[str, Cents]:
    change = event.amount if event.route.target is Place.METER else -event.amount
    return {**amounts, event.meter: amounts.get(event.meter, 0) + change}


def meter_raised(table: Table, event: e.MeterRaised | e.MeterRaiseReversed) -> Table:
    return with_round(table, meters_raised=_added(in_progress(table).meters_raised, event))


def meter_told(table: Table, event: e.MeterTold) -> Table:
    """Show what a linked meter was told, and note in a round how it moved by that."""
    current, showed = table.round, table.meters.get(event.meter, 0)
    table = moved(table, event)
    if current is None:
        return table
    *moves, (first, last) = current.meters_told.get(event.meter, ((showed, showed),))
    if first <= last == showed <= event.amount:
        moves.append((first, event.amount))
    else:
        moves += [(first, last), (showed, event.amount)]
    return with_round(table, meters_told={**current.meters_told, event.meter: tuple(moves)})


def meter_restarted(table: Table, event: e.MeterRestarted) -> Table:
    return with_round(table, meters_restarted=_added(in_progress(table).meters_restarted, event))


def meter_paid(table: Table, event: e.MeterPaid) -> Table:
    """Note what a meter paid, and to which hand, and what it showed before the first."""
    current, showed = in_progress(table), table.meters[event.meter] + event.amount
    pay = MeterPay(event.hand, event.wager, event.meter, event.amount)
    before = {event.meter: showed} | current.meters_before
    return _from_meter(
        with_round(table, meters_paid=(*current.meters_paid, pay), meters_before=before), event
    )


def meter_payment_reversed(table: Table, event: e.MeterPaymentReversed) -> Table:
    pay = MeterPay(event.hand, event.wager, event.meter, event.amount)
    left = [*in_progress(table).meters_paid]
    left.remove(pay)
    return _from_meter(with_round(table, meters_paid=tuple(left)), event)


def _from_meter(table: Table, event: e.MeterPaid | e.MeterPaymentReversed) -> Table:
    change = event.amount if event.route.target is Place.CHIPS else -event.amount
    hand = in_progress(table).hands[event.hand]
    return with_hand(table, event.hand, from_meters=hand.from_meters + change)
