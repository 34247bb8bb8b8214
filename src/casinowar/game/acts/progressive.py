"""The Progressive Payout Wager: reading hands, verifying what they win, and paying it."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import envy, meters, verification
from casinowar.game.acts.layout import in_round, provided
from casinowar.game.acts.payout_limit import limited, payable
from casinowar.game.acts.preparation import steps_of
from casinowar.game.book.citing import ratio
from casinowar.game.book.meters import MeterShare, Winners
from casinowar.game.book.progressive import HandsPaid, Progressive, ProgressivePay
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination
from casinowar.game.due.hands import hand_to_read
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents, cents
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Wager

METER = "progressive"


def reading_order(current: Round, order: tuple[int, ...]) -> tuple[int, ...]:
    """Lay down in which order hands are read for the progressive, if there is any such wager."""
    return order if any(current.hands[hand].placed(Wager.PROGRESSIVE) for hand in order) else ()


def read_progressive(rules: Rules, table: Table, _command: c.ReadProgressive) -> e.Events:
    """Read the next hand; a winning one, or one that others get an Envy Bonus for, is verified first."""
    current, law = in_round(table), provided(rules.book.progressive)
    hand = _next(rules, current)
    held = envy.held_by(law, current, hand)
    shown = table.meters[METER]
    paid = _paying(law, hand, held, shown)
    read = e.ProgressiveRead(hand=hand.number, combinations=paid)
    bonuses = envy.bonuses(rules, current, hand, held)
    if not paid and not bonuses:
        return (read, e.ProgressiveSettled(hand=hand.number))
    pays = [pay for pay in law.pays if pay.hand in paid]
    payouts = [sum(_amount(law, pay, hand, shown) for pay in pays), *(bonus.amount for bonus in bonuses)]
    from_meter = any(pay.meter for pay in pays)
    steps = steps_of(law.on_a_win)
    steps += verification.validating(rules, law.validation, max(payouts), from_meter=from_meter)
    return (read, e.StepsInserted(steps=steps)) if steps else (read,)


def _next(rules: Rules, current: Round) -> Hand:
    return provided(hand_to_read(rules, current))


def _paying(
    law: Progressive, hand: Hand, held: tuple[Combination, ...], shown: Cents
) -> tuple[Combination, ...]:
    """List the hands that are paid: none without a wager, with it every one or that which pays most."""
    if not envy.standing(law, hand):
        return ()
    listed = [pay for pay in law.pays if pay.hand in held]
    if listed and law.hands_paid.value is HandsPaid.BEST:
        listed = [max(listed, key=lambda pay: _amount(law, pay, hand, shown))]
    return tuple(pay.hand for pay in listed)


def _amount(law: Progressive, pay: ProgressivePay, hand: Hand, shown: Cents) -> Cents:
    """Tell what a hand pays by itself, with the meter as it stands."""
    odds = int(ratio(pay.pays) * hand.placed(Wager.PROGRESSIVE))
    return odds + int(_share(law, pay, hand) * shown)


def _share(law: Progressive, pay: ProgressivePay, hand: Hand) -> Fraction:
    """Find the share of the meter that a hand pays: whole, or by the size of the wager."""
    share = Fraction(pay.meter or 0)
    if law.meter_share and law.meter_share.value is MeterShare.BY_WAGER:
        share *= min(Fraction(1), Fraction(hand.placed(Wager.PROGRESSIVE), cents(law.amounts.value[0])))
    return share


def pay_progressive(rules: Rules, table: Table, _command: c.PayProgressive) -> e.Events:
    """Pay what was read, and what others get for it: odds, the meter, and the Envy Bonus."""
    current, law = in_round(table), provided(rules.book.progressive)
    hand = _next(rules, current)
    bonuses = envy.bonuses(rules, current, hand, envy.held_by(law, current, hand))
    if hand.envy_waits:
        return (*_bonuses_paid(rules, current, bonuses), e.ProgressiveSettled(hand=hand.number))
    own = [*_own_paid(rules, law, table, hand)]
    if bonuses and rules.reads_at_each_seat:
        return (*own, e.EnvyDeferred(hand=hand.number))
    return (*own, *_bonuses_paid(rules, current, bonuses), e.ProgressiveSettled(hand=hand.number))


def denied(rules: Rules, table: Table) -> e.Events:
    """Settle a hand without its payout; others get what they have for it, unless that was to be validated.

    Where a bonus needs a holder who has wagered, it hangs on a player who has won, and is denied too.
    """
    current, law = in_round(table), provided(rules.book.progressive)
    hand = _next(rules, current)
    bonuses = envy.bonuses(rules, current, hand, envy.held_by(law, current, hand))
    if law.envy and (law.envy.holder_needs_wager or not hand.combinations):
        return (e.ProgressiveSettled(hand=hand.number, denied=bool(bonuses)),)
    if bonuses and rules.reads_at_each_seat:
        return (e.EnvyDeferred(hand=hand.number),)
    return (*_bonuses_paid(rules, current, bonuses), e.ProgressiveSettled(hand=hand.number))


def _bonuses_paid(rules: Rules, current: Round, bonuses: list[e.WagerPaid]) -> Iterator[e.Event]:
    for bonus in bonuses:
        yield from limited(rules, current, current.hands[bonus.hand], [bonus])


def _own_paid(rules: Rules, law: Progressive, table: Table, hand: Hand) -> Iterator[e.Event]:
    """Pay the hand's own wager by what was read of it; lost since then, it is paid nothing."""
    current = in_round(table)
    wins = hand.combinations or () if envy.standing(law, hand) else ()
    pays = [pay for pay in law.pays if pay.hand in wins]
    events = [*_odds_paid(rules, current, hand, pays)]
    yield from events
    for pay in (pay for pay in pays if pay.meter):
        now = evolve_all(table, events)
        left = 1
        if law.winners.value is Winners.DIVIDED:
            left = _winners_left(law, in_round(now), hand, pay, now.meters[METER])
        share = _share(law, pay, hand) / left
        holder = now.hand(hand.number) or hand
        won = [*meters.paid(rules, now, holder, Wager.PROGRESSIVE, METER, share, restarts=left == 1)]
        events += won
        yield from won


def _odds_paid(rules: Rules, current: Round, hand: Hand, pays: list[ProgressivePay]) -> Iterator[e.Event]:
    law, wager = rules.book.progressive, hand.placed(Wager.PROGRESSIVE)
    odds = sum(int(ratio(pay.pays) * wager) for pay in pays)
    amount = payable(rules, current, hand, Wager.PROGRESSIVE, odds)
    if pays and law and law.gives_chip_back:
        amount += wager
    if amount:
        yield e.WagerPaid(hand=hand.number, wager=Wager.PROGRESSIVE, amount=amount)


def _winners_left(law: Progressive, current: Round, hand: Hand, pay: ProgressivePay, shown: Cents) -> int:
    """Count who is still to be paid from the meter in this round, the hand at hand included."""
    others = [current.hands[number] for number in current.to_read if number != hand.number]
    unpaid = [each for each in others if not each.envy_waits]
    return 1 + sum(pay.hand in _paying(law, each, envy.held_by(law, current, each), shown) for each in unpaid)
