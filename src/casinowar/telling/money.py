"""Money in sentences: wagers, coupons, meters and the player/dealer's bank."""

from typing import Final

from casinowar.game import events as e
from casinowar.game.money import dollars
from casinowar.game.table import Table
from casinowar.game.transfers import Place
from casinowar.game.words import Wager
from casinowar.telling import phrases as p

METERS: Final = {
    "progressive": "progressive meter",
    "primary": "primary bonus spin meter",
    "secondary": "secondary bonus spin meter",
}
"""What each meter is called."""


def part_of_wager(event: e.WagerEvent, table: Table) -> str:
    """Name the chips that move: the wager, or the part of it."""
    wager, hand = p.WAGERS[event.wager], table.hand(event.hand)
    if hand and hand.placed(event.wager) > event.amount:
        return f"{dollars(event.amount)} of the {wager}"
    return f"the {wager} of {dollars(event.amount)}"


def meter(event: e.MeterEvent, _table: Table) -> str:
    """Name the meter that moves."""
    return f"the {METERS.get(event.meter, event.meter)}"


def shown_after(event: e.MeterEvent, table: Table) -> str:
    """Tell what a meter shows once the event has happened."""
    change = event.amount if event.route.target is Place.METER else -event.amount
    return dollars(table.meters.get(event.meter, 0) + change)


def _placed(event: e.WagerPlaced, table: Table) -> str:
    wager, amount = p.WAGERS[event.wager], dollars(event.amount)
    hand, player = table.hand(event.hand), p.placed_by(table, event.player, event.hand)
    if hand and hand.on_layout(event.wager):
        return f"{player} added {amount} to the {wager}"
    article = "an" if event.wager is Wager.INITIAL else "a"
    return f"{player} placed {article} {wager} of {amount}"


def _paid(event: e.WagerPaid, table: Table) -> str:
    wager, amount, player = p.WAGERS[event.wager], dollars(event.amount), p.who(table, event.hand)
    if event.wager is Wager.ENVY:
        return f"the dealer paid an {wager} of {amount} to {player}"
    return f"the dealer paid {amount} on the {wager} to {player}"


def _match_placed(event: e.MatchPlaced, table: Table) -> str:
    source = "the table inventory" if table.bank.seat is None else "the player/dealer's wager"
    player, amount = p.who(table, event.hand), dollars(event.amount)
    return f"the dealer matched the war wager of {player} with {amount} from {source}"


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
    left = "" if table.round is None or table.round.cover is None else "left "
    return f"the player/dealer's wager has {dollars(event.amount)} {left}to pay with"


MONEY: Final[dict[type[e.Event], p.Telling]] = {
    e.WagerPlaced: _placed,
    e.WagerReturned: "the dealer returned {part of wager} to {who}",
    e.WagerWithdrawn: "{who} withdrew {part of wager}",
    e.WagerCollected: "the dealer collected {part of wager} from {who}",
    e.WagerPaid: _paid,
    e.MatchPlaced: _match_placed,
    e.MatchPaid: "the dealer paid the match of {amount} to {who}",
    e.MatchCollected: "the dealer collected the match of {amount} beside {who}",
    e.CollectionReversed: "the dealer returned the {amount} already collected on the {wager} to {who}",
    e.PaymentReversed: "the dealer took back from {who} the {amount} already paid on the {wager}",
    e.CouponPlaced: "{who} laid a match play coupon of {amount} beside the initial wager",
    e.CouponRedeemed: "the dealer added {amount} to the initial wager of {placer} for the coupon",
    e.CouponTaken: "the dealer took the coupon of {who}",
    e.RedemptionReversed: "the {amount} that stood for the coupon of {who} went back to the table inventory",
    e.ReturnReversed: (
        "the dealer took back from {who} the {amount} already returned that had stood for a coupon"
    ),
    e.MeterStarted: "the house put up {meter} at {amount}",
    e.MeterRaised: "{meter} rose by {amount} to {shown after}",
    e.MeterPaid: "{meter} paid {amount} to {who}",
    e.MeterRestarted: "the house put {amount} up, and {meter} shows {shown after} again",
    e.MeterTold: "{meter}, linked with other tables, shows {amount}",
    e.MeterRaiseReversed: "{meter} gave {amount} back to the table inventory and shows {shown after}",
    e.MeterPaymentReversed: (
        "the {amount} already paid to {who} went back to {meter}, which shows {shown after}"
    ),
    e.MeterRestartReversed: (
        "the house took back the {amount} put up for {meter}, which shows {shown after}"
    ),
    e.BankOffered: "the bank was offered to {sitter}",
    e.BankDeclined: _bank_declined,
    e.BankTaken: _bank_taken,
    e.BankRaised: "the player/dealer added {amount} to the bank",
    e.BankWithdrawn: "{sitter} took the bank of {amount} back before the deal",
    e.CoverLeft: _cover,
    e.BankReturned: "{sitter} took back the bank, which is now {amount}",
}
"""How each kind of event about chips on the table is told."""
