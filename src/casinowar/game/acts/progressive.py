"""The Progressive Payout Wager and the Envy Bonus: collecting, reading hands, paying, and the meter."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import meters
from casinowar.game.acts.layout import in_round, provided
from casinowar.game.acts.payout_limit import limited, payable
from casinowar.game.acts.preparation import steps_of
from casinowar.game.book.citing import ratio
from casinowar.game.book.meters import Winners
from casinowar.game.book.progressive import (
    Envy,
    EnvySize,
    HandsPaid,
    Progressive,
    ProgressivePay,
    Surrendered,
)
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination, combinations
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents, cents
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Choice, Wager

METER = "progressive"


def collecting(rules: Rules, current: Round) -> e.Events:
    """Ask for the collection and the count, if any progressive wagers were made."""
    law = rules.book.progressive
    if law is None or not _bettors(current):
        return ()
    return (e.StepsInserted(steps=steps_of(law.collecting)),)


def collected(rules: Rules, table: Table) -> Iterator[e.Event]:
    """Take the progressive chips into the table inventory, and raise the meter by its share of them."""
    current = table.round
    if current is None:
        return
    total = 0
    for hand in _bettors(current):
        total += (amount := hand.on_layout(Wager.PROGRESSIVE))
        yield e.WagerCollected(hand=hand.number, wager=Wager.PROGRESSIVE, amount=amount)
    yield from meters.raised(rules, Wager.PROGRESSIVE, total)


def given_back(rules: Rules, hand: Hand) -> Iterator[e.Event]:
    """Give back the chip of a void hand, and take back from the meter what it had added."""
    if wager := hand.placed(Wager.PROGRESSIVE):
        yield e.CollectionReversed(hand=hand.number, wager=Wager.PROGRESSIVE, amount=wager)
        yield from meters.lowered(rules, Wager.PROGRESSIVE, wager)


def reading_order(current: Round, order: tuple[int, ...]) -> tuple[int, ...]:
    """Lay down in which order hands are read for the progressive, if there is any such wager."""
    return order if _bettors(current) else ()


def _bettors(current: Round) -> list[Hand]:
    return [hand for hand in current.hands.values() if hand.placed(Wager.PROGRESSIVE)]


def read_progressive(rules: Rules, table: Table, _command: c.ReadProgressive) -> e.Events:
    """Read the next hand; a winning one is verified before it is paid."""
    current, law = in_round(table), provided(rules.book.progressive)
    hand = current.hands[current.to_read[0]]
    held = held_by(law, current, hand)
    paid = _paying(law, hand, held)
    read = e.ProgressiveRead(hand=hand.number, combinations=paid)
    if not paid and not _envied(rules, current, hand, held):
        return (read, e.ProgressiveSettled(hand=hand.number))
    if not paid:
        return (read,)
    steps = steps_of(law.on_a_win)
    if any(pay.meter for pay in law.pays if pay.hand in paid):
        steps += steps_of(law.on_a_meter_win)
    return (read, e.StepsInserted(steps=steps)) if steps else (read,)


def held_by(law: Progressive, current: Round, hand: Hand) -> tuple[Combination, ...]:
    """List the progressive payout hands that a hand's cards contain, whoever wagered."""
    if not hand.card or not current.dealer_card:
        return ()
    war = (hand.war_cards[0], hand.against[0]) if hand.war_cards and hand.against else None
    return combinations((hand.card, current.dealer_card), war, law.suited_double_tie.value)


def _paying(law: Progressive, hand: Hand, held: tuple[Combination, ...]) -> tuple[Combination, ...]:
    """List the hands that are paid: none without a wager, the best or every one with it."""
    if not _standing(law, hand):
        return ()
    listed = tuple(pay.hand for pay in law.pays if pay.hand in held)
    return listed[:1] if law.hands_paid.value is HandsPaid.BEST else listed


def _standing(law: Progressive, hand: Hand) -> Cents:
    """Tell how large the wager is that a hand still has: forfeited with the hand, or lost by surrender."""
    surrendered = law.after_surrender.value is Surrendered.LOST and hand.choice is Choice.SURRENDER
    return 0 if surrendered or hand.forfeited else hand.placed(Wager.PROGRESSIVE)


def pay_progressive(rules: Rules, table: Table, _command: c.PayProgressive) -> e.Events:
    """Pay what was read: odds, the meter, and the Envy Bonus of the others."""
    current, law = in_round(table), provided(rules.book.progressive)
    hand = current.hands[current.to_read[0]]
    pays = [pay for pay in law.pays if pay.hand in (hand.combinations or ())]
    events: list[e.Event] = [*_odds_paid(rules, current, hand, pays)]
    for pay in pays:
        if pay.meter:
            left = _winners_left(law, current, pay) if law.winners.value is Winners.DIVIDED else 1
            share, now = Fraction(pay.meter) / left, evolve_all(table, events)
            events += meters.paid(
                rules, now, now.hand(hand.number) or hand, Wager.PROGRESSIVE, METER, share, restarts=left == 1
            )
    for bonus in _envied(rules, current, hand, held_by(law, current, hand)):
        events += limited(rules, current, current.hands[bonus.hand], [bonus])
    return (*events, e.ProgressiveSettled(hand=hand.number))


def _odds_paid(rules: Rules, current: Round, hand: Hand, pays: list[ProgressivePay]) -> Iterator[e.Event]:
    law, wager = rules.book.progressive, hand.placed(Wager.PROGRESSIVE)
    odds = sum(int(ratio(pay.pays) * wager) for pay in pays)
    amount = payable(rules, current, hand, Wager.PROGRESSIVE, odds)
    if pays and law and law.gives_chip_back:
        amount += wager
    if amount:
        yield e.WagerPaid(hand=hand.number, wager=Wager.PROGRESSIVE, amount=amount)


def _winners_left(law: Progressive, current: Round, pay: ProgressivePay) -> int:
    """Count who is still to be paid from the meter in this round, the hand at hand included."""
    hands = [current.hands[seat] for seat in current.to_read]
    return sum(pay.hand in _paying(law, hand, held_by(law, current, hand)) for hand in hands)


# the Envy Bonus


def _envied(rules: Rules, current: Round, holder: Hand, held: tuple[Combination, ...]) -> list[e.WagerPaid]:
    """List the Envy Bonuses that others get for what a hand holds."""
    law = rules.book.progressive
    envy = law.envy if law else None
    if law is None or envy is None or envy.hand not in held:
        return []
    if envy.holder_needs_wager and not holder.placed(Wager.PROGRESSIVE):
        return []
    return [
        e.WagerPaid(hand=hand.number, wager=Wager.ENVY, amount=bonus)
        for _, hand in sorted(current.hands.items())
        if hand.number != holder.number
        and (hand.player != holder.player or envy.own_other_boxes)
        and (bonus := _bonus(envy, _standing(law, hand)))
    ]


def _bonus(envy: Envy, wager: Cents) -> Cents:
    """Find the Envy Bonus by the receiver's own wager."""
    size = cents(envy.wager)
    if envy.size is EnvySize.THAT_WAGER_ONLY:
        return cents(envy.amount) if wager == size else 0
    return cents(envy.amount) * wager // size
