"""Void rounds: every wager goes back and what was paid is taken back, or only what is open goes back."""

from collections.abc import Iterator

from casinowar.game import events as e
from casinowar.game.acts import collecting, meters, preparation
from casinowar.game.acts.layout import in_round
from casinowar.game.acts.settling import collect_all, end_round
from casinowar.game.book.citing import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import has_open_wagers
from casinowar.game.evolve import evolve_all
from casinowar.game.table import Hand, PlacedWager, Round, Table
from casinowar.game.words import Act, Irregularity, Ruling, Wager


def voided_by_book(
    rules: Rules, table: Table, what: Irregularity, *, reshuffle: Cited | None = None
) -> e.Events:
    """Void the round because the book says so, and shuffle; of a round that is settled only the cards go."""
    if table.round is None:
        return _shuffled_now(rules, table, reshuffle) if reshuffle else ()
    if not has_open_wagers(table.round):
        if reshuffle is None:
            return ()
        collected = collect_all(table)
        return collected + end_round(rules, evolve_all(table, collected), reshuffle=reshuffle)
    safeguard = rules.book.irregularities.paid_out
    if safeguard and _was_paid(table.round):
        possible = (Ruling.VOID_THE_ROUND, Ruling.LET_SETTLED_STAND)
        return (e.PlayStopped(irregularity=what, possible=possible, clause=safeguard.clause),)
    return void_round(rules, table, what, reshuffle=reshuffle)


def _shuffled_now(rules: Rules, table: Table, because: Cited) -> e.Events:
    """Shuffle between rounds; what the new shoe would have burned is burned from the next."""
    undone = tuple(step for step in table.to_do if step.act is not Act.BURN_CARD)
    steps = undone + preparation.next_shoe(rules, table, because)
    return preparation.begun(rules, table, preparation.occasion_of_reshuffle(rules, table), steps)


def _was_paid(current: Round) -> bool:
    """Tell whether anything was paid in a round."""
    paid = any(placed.paid for hand in current.hands.values() for placed in hand.wagers.values())
    return paid or bool(current.meters_paid)


def void_round(
    rules: Rules, table: Table, irregularity: Irregularity, *, reshuffle: Cited | None = None
) -> e.Events:
    """Give back every wager, also what was taken, take back what was paid, and end the round."""
    current = in_round(table)
    back: list[e.Event] = []
    reversed_: list[e.Event] = []
    for _, hand in sorted(current.hands.items()):
        for wager, placed in hand.wagers.items():
            back += _undone(hand, wager, placed)
            if placed.paid:
                reversed_.append(e.PaymentReversed(hand=hand.number, wager=wager, amount=placed.paid))
        back += coupon_returned(hand)
    reversed_ += meters.put_back(rules, table)
    events = (e.RoundVoided(irregularity=irregularity), *back, *reversed_, *collect_all(table))
    return events + end_round(rules, evolve_all(table, events), reshuffle=reshuffle, void=True)


def cut_short(
    rules: Rules, table: Table, irregularity: Irregularity, *, reshuffle: Cited | None = None
) -> e.Events:
    """Give back what is open, let stand what is settled, and end the round."""
    current = in_round(table)
    back = [
        event for _, hand in sorted(current.hands.items()) for event in _open_undone(rules, current, hand)
    ]
    short: e.Events = (e.RoundCutShort(irregularity=irregularity), *back)
    events = (*short, *meters.kept_up(rules, table, short), *collect_all(table))
    return events + end_round(rules, evolve_all(table, events), reshuffle=reshuffle, void=True)


_BESIDE = frozenset({Wager.PROGRESSIVE, Wager.ENVY, Wager.BONUS_SPIN})


def _open_undone(rules: Rules, current: Round, hand: Hand) -> Iterator[e.Event]:
    """Give back the wagers of a hand that are not settled yet; of one that was paid nothing is left."""
    for wager, unsettled in ((Wager.PROGRESSIVE, current.to_read), (Wager.BONUS_SPIN, current.to_spin)):
        paid = wager is Wager.PROGRESSIVE and hand.envy_waits
        if hand.number in unsettled and not paid:
            yield from collecting.wager_given_back(rules, hand, wager)
    if hand.settled:
        return
    for wager, placed in hand.wagers.items():
        if wager not in _BESIDE:
            yield from _undone(hand, wager, placed)
    yield from coupon_returned(hand)
    yield e.HandSettled(hand=hand.number)


def _undone(hand: Hand, wager: Wager, placed: PlacedWager) -> Iterator[e.Event]:
    """Give back what lies on the layout and what was taken, less what the house put there for a coupon."""
    seat, on_layout, collected = hand.number, placed.on_layout, placed.collected
    if wager is Wager.MATCH:
        if on_layout:
            yield e.MatchCollected(hand=seat, amount=on_layout)
        return
    redeemed = hand.redeemed if wager is Wager.INITIAL else 0
    if coupon := min(redeemed, on_layout):
        yield e.RedemptionReversed(hand=seat, wager=wager, amount=coupon)
        on_layout, redeemed = on_layout - coupon, redeemed - coupon
    if on_layout:
        yield e.WagerReturned(hand=seat, wager=wager, amount=on_layout)
    if placed.before_tray:
        yield e.WagerGivenBack(hand=seat, wager=wager, amount=placed.before_tray)
        collected -= placed.before_tray
    kept = min(redeemed, collected)
    if collected > kept:
        yield e.CollectionReversed(hand=seat, wager=wager, amount=collected - kept)
    if redeemed > kept:
        yield e.ReturnReversed(hand=seat, wager=wager, amount=redeemed - kept)


def coupon_returned(hand: Hand) -> Iterator[e.Event]:
    """Give the coupon of a void hand back, also one that the dealer took."""
    if value := hand.coupon or hand.coupon_taken:
        yield e.CouponReturned(hand=hand.number, amount=value)
