"""The payout limit per hand: what it counts, and how it caps what is paid."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.table import Hand, Round
from casinowar.game.words import Wager

_MAIN: Final = frozenset({Wager.INITIAL, Wager.TIE, Wager.WAR, Wager.WAR_TIE, Wager.MATCH, Wager.DEALER_WINS})


def limited(rules: Rules, current: Round, hand: Hand, events: Iterable[e.Event]) -> Iterator[e.Event]:
    """Cap the payments among a hand's events; wagers returned never count."""
    law = rules.book.wagers.payout_limit
    paid_now: dict[Wager, Cents] = {}
    for event in events:
        if not isinstance(event, e.WagerPaid | e.MatchPaid):
            yield event
            continue
        each = law is not None and law.value is LimitCounts.WAGER
        now = paid_now.get(event.wager, 0) if each else sum(paid_now.values())
        amount = payable(rules, current, hand, event.wager, event.amount, now)
        if is_counted(rules, event.wager):
            paid_now[event.wager] = paid_now.get(event.wager, 0) + amount
        if amount == event.amount:
            yield event
            continue
        clause = rules.clauses.limited(event.clause)
        if amount:
            yield replace(event, amount=amount, clause=clause)
        if isinstance(event, e.MatchPaid):
            yield e.MatchCollected(hand=event.hand, amount=event.amount - amount, clause=clause)


def payable(rules: Rules, current: Round, hand: Hand, wager: Wager, amount: Cents, now: Cents = 0) -> Cents:
    law, limit = rules.book.wagers.payout_limit, rules.payout_limit
    if law is None or limit is None or not is_counted(rules, wager):
        return amount
    before = _paid_before(rules, law.value, current, hand, wager)
    return max(0, min(amount, limit - before - now))


def is_counted(rules: Rules, wager: Wager) -> bool:
    law = rules.book.wagers.payout_limit
    return wager in _MAIN or (law is not None and law.value is LimitCounts.HAND_WITH_PROGRESSIVE)


def _chip_back(rules: Rules, hand: Hand) -> Cents:
    """Add up the chips of won wagers that were given back with their pay; they are the player's own."""
    return sum(
        hand.placed(wager)
        for wager, placed in hand.wagers.items()
        if placed.paid and (law := rules.book.offered_law(wager)) and law.gives_chip_back
    )


def _paid_before(rules: Rules, law: LimitCounts, current: Round, hand: Hand, wager: Wager) -> Cents:
    if law is LimitCounts.WAGER:
        return hand.wagers[wager].paid if wager in hand.wagers else 0
    if law is LimitCounts.HAND_WITH_PROGRESSIVE:
        return (
            hand.from_meters + sum(placed.paid for placed in hand.wagers.values()) - _chip_back(rules, hand)
        )
    hands = [hand]
    if law is LimitCounts.PLAYER:
        hands = [each for each in current.hands.values() if each.player == hand.player]
    return sum(placed.paid for each in hands for name, placed in each.wagers.items() if name in _MAIN)
