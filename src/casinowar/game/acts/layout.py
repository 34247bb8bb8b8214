"""The round in progress, what lies on its layout, how it is taken back, and whether the inventory can pay."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import stands, waiting
from casinowar.game.events import Place
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import NO_WAGER, Hand, Round, StandingWager, Table
from casinowar.game.words import ACCEPTED, PLACES, Irregularity, Wager, spot

T = TypeVar("T")


def provided(law: T | None) -> T:
    """Give what the book says, or refuse what it does not provide for."""
    if not law:
        raise Refusal(Reason.NOT_PROVIDED_FOR)
    return law


def check_no_round(table: Table, clause: str = "") -> None:
    """Refuse what waits until no round is in progress and no wager lies there for one that was not called."""
    if table.round is not None:
        raise Refusal(Reason.ROUND_IN_PROGRESS if table.round.closed else Reason.WAGERS_ON_LAYOUT, clause)


def in_round(table: Table) -> Round:
    if table.round is None:
        raise Refusal(Reason.NO_ROUND_IN_PROGRESS)
    return table.round


def with_backline(current: Round, hand: Hand) -> tuple[Hand, ...]:
    behind = (
        each for number, each in current.hands.items() if number > PLACES and spot(number) == hand.number
    )
    return (hand, *behind)


def under(clause: str, events: Iterable[e.Event]) -> e.Events:
    """Put events under the clause of what caused all of them, such as a void."""
    return tuple(replace(event, clause=clause) for event in events)


def withdrawn(rules: Rules, hand: Hand, *wagers: Wager) -> tuple[e.Event, ...]:
    """Take wagers back before no more bets; chips that stand for a coupon go back to the house."""
    number, events, clause = hand.number, list[e.Event](), rules.clauses.taken_back
    redeemed = {wager: amount for wager in wagers if (amount := hand.redeemed_on(wager))}
    events += (
        e.RedemptionReversed(hand=number, wager=wager, amount=redeemed[wager], withdrawn=True, clause=clause)
        for wager in redeemed
    )
    own = {wager: hand.on_layout(wager) - redeemed.get(wager, 0) for wager in wagers}
    if coupon := hand.coupon if Wager.INITIAL in wagers else sum(redeemed.values()):
        events.append(e.CouponReturned(hand=number, amount=coupon, withdrawn=True, clause=clause))
    events += (
        e.WagerWithdrawn(hand=number, wager=wager, amount=own[wager], clause=clause)
        for wager in own
        if own[wager]
    )
    return tuple(events)


def waiting_back(rules: Rules, hand: Hand, wager: Wager, *, withdrawn: bool) -> Iterator[e.Event]:
    """Give back of one wager what makes no amount that the table takes, and let the rest lie."""
    number, (own, coupons) = hand.number, waiting(rules, hand, wager)
    clause = rules.clauses.taken_back if withdrawn else no_lawful_amount(rules, hand, wager)
    if value := sum(coupons):
        named = () if sorted(coupons) == sorted(hand.last_coupons(wager, value)) else coupons
        yield e.RedemptionReversed(
            hand=number, wager=wager, amount=value, withdrawn=withdrawn, coupons=named, clause=clause
        )
        yield e.CouponReturned(
            hand=number, amount=value, wager=wager, withdrawn=withdrawn, coupons=named, clause=clause
        )
    if own:
        yield e.WagerWithdrawn(hand=number, wager=wager, amount=own, odd=not withdrawn, clause=clause)


def no_lawful_amount(rules: Rules, hand: Hand, wager: Wager) -> str:
    """Cite what amounts the table takes, and our reading of coupons, by which all else goes back at the call.

    Where a part of the wager stands, the rest goes back only because it cannot be halved.
    """
    wagers, surrender = rules.book.wagers, rules.book.surrender
    if not rules.coupons_as_chips or wagers.coupons is None:
        return wagers.limits.clause
    is_halved = surrender is not None and wager is Wager.INITIAL and rules.unit(wager) > rules.chip
    clauses = [surrender.clause] if surrender and is_halved else []
    if not clauses or not stands(rules, hand, wager):
        clauses.insert(0, wagers.limits.clause)
    return "; ".join([*clauses, wagers.coupons.reading or wagers.coupons.clause])


def hands_of(table: Table, player: str) -> list[Hand]:
    return [hand for hand in table.round.hands.values() if hand.player == player] if table.round else []


def standing_over(table: Table, player: str) -> Cents:
    standing = table.round.standing if table.round else ()
    return sum(each.amount - sum(each.coupons) for each in standing if each.player == player)


def stood_over(rules: Rules, table: Table, current: Round, left: list[str]) -> Iterator[e.Event]:
    """Place the void wagers that stand for the next round; with its player or the chips gone, one lapses."""
    placed: Counter[str] = Counter()
    if not current.standing:
        return
    clause = rules.clauses.remedy(Irregularity.NO_CARD_DEALT)
    for each in current.standing:
        hand, wager, own, player = each.hand, each.wager, each.amount - sum(each.coupons), each.player
        placed[player] += own
        if player in left or placed[player] > table.chips[player]:
            yield lapsed(rules, each)
            continue
        if own:
            yield e.WagerPlaced(
                hand=hand, wager=wager, amount=own, player=player, stood_over=True, clause=clause
            )
        for coupon in each.coupons:
            placed_coupon, *redeemed = coupon_as_chips(rules, hand, wager, coupon, player)
            yield replace(placed_coupon, stood_over=True, clause=clause)
            yield from redeemed


def coupon_as_chips(
    rules: Rules, hand: int, wager: Wager, amount: Cents, player: str
) -> tuple[e.CouponPlaced, e.CouponRedeemed]:
    """Lay down a coupon that counts as chips, and put the house's chips there for it."""
    clause = rules.clauses.coupons
    return (
        e.CouponPlaced(hand=hand, wager=wager, amount=amount, player=player, clause=clause),
        e.CouponRedeemed(hand=hand, wager=wager, amount=amount, player=player, clause=clause),
    )


def lapsed(rules: Rules, wager: StandingWager) -> e.WagerLapsed:
    return e.WagerLapsed(
        hand=wager.hand,
        wager=wager.wager,
        amount=wager.amount,
        player=wager.player,
        clause=rules.clauses.remedy(Irregularity.NO_CARD_DEALT),
    )


def held_back(table: Table, player: str) -> Cents:
    """Tell how much of a player's chips the round may still take back: it would if it, or a hand, is void."""
    return sum(
        hand.from_meters
        + sum(placed.paid for placed in hand.wagers.values())
        # What came back as chips for a coupon:
        + sum(max(0, hand.redeemed_on(wager) - hand.placed(wager)) for wager in (Wager.INITIAL, Wager.TIE))
        for hand in hands_of(table, player)
    )


def check_has_chips(table: Table, player: str, amount: Cents, clause: str = "") -> None:
    if (has := table.chips[player]) < amount:
        facts = {"player": player, "chips": dollars(has), "amount": dollars(amount)}
        raise Refusal(Reason.NOT_ENOUGH_CHIPS, clause, **facts)


_FLOWS: Final[dict[type[e.Event], int]] = {
    kind: 1 if kind.route.target is Place.INVENTORY else -1
    for kind in e.EVENTS.values()
    if issubclass(kind, e.WagerEvent | e.MeterEvent) and Place.INVENTORY in kind.route
}
"""Whether the chips of wagers and meters flow into the table inventory (1) or out of it (-1)."""


def lacking(table: Table, events: e.Events) -> Cents:
    """Tell how much the table inventory lacks for what events take from it, one after another.

    What a meter rises by comes out of chips that are still to be collected and counted then.
    """
    left, missing = table.inventory, 0
    for event in events:
        if flow := _FLOWS.get(type(event)):
            left += flow * event.amount  # type: ignore[attr-defined]  # all of them have one
            if flow == -1 and not isinstance(event, e.MeterRaised):
                missing = min(missing, left)
    if left < 0:
        missing = min(missing, left + _to_come(evolve_all(table, events)))
    return -missing


def paid_from(table: Table, events: e.Events, *, again: bool) -> e.Events:
    """Let happen what the table inventory can pay for; if it cannot, ask for a fill instead.

    What was asked for is due after it, or else has to be asked for again.
    """
    missing = lacking(table, events)
    if not missing:
        return events
    if table.fill_due:
        raise Refusal(Reason.FILL_IS_DUE, least=dollars(missing))
    paid = tuple(event for event in events if not isinstance(event, e.CouponRedeemed))
    return (e.FillRequested(amount=missing, again=again, coupon=not lacking(table, paid)),)


def _to_come(table: Table) -> Cents:
    """Count the chips of accepted wagers that are not in the inventory yet."""
    hands = table.round.hands.values() if table.round else ()
    wagers = [hand.wagers.get(wager, NO_WAGER) for hand in hands for wager in ACCEPTED]
    return sum(placed.on_layout + placed.before_tray for placed in wagers)
