"""The Progressive Payout Wager: reading hands, verifying what they win, and paying it."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import envy, meters, payout_validation
from casinowar.game.acts.layout import in_round, provided
from casinowar.game.acts.payout_limit import payable
from casinowar.game.acts.preparation import inserted, steps_of
from casinowar.game.book.cited_values import joined, ratio
from casinowar.game.book.meters import MeterShare, Winners
from casinowar.game.book.progressive import HandsPaid, Progressive, ProgressivePay
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination
from casinowar.game.due.hands import hand_to_read
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.money import Cents, cents
from casinowar.game.table import Hand, Round, Step, Table
from casinowar.game.words import Wager

METER = "progressive"


def reading_order(current: Round, order: tuple[int, ...]) -> tuple[int, ...]:
    return order if any(current.hands[hand].placed(Wager.PROGRESSIVE) for hand in order) else ()


def read_progressive(rules: Rules, table: Table, _command: c.ReadProgressive) -> e.Events:
    """Read the next hand; a winning one, or one that others get an Envy Bonus for, is verified first."""
    current, law = in_round(table), provided(rules.book.progressive)
    hand = _next(rules, current)
    held = envy.held_by(law, current, hand)
    paid = _paying(law, hand, held, table.meters[METER])
    clause = law.settling.clause
    read = e.ProgressiveRead(hand=hand.number, combinations=paid, clause=clause)
    if not paid and not envy.bonuses(rules, current, hand):
        return (read, e.ProgressiveSettled(hand=hand.number, clause=clause))
    steps = verifying(rules, evolve(table, read))
    return (read, inserted(steps)) if steps else (read,)


def verifying(rules: Rules, table: Table) -> tuple[Step, ...]:
    law, current = provided(rules.book.progressive), in_round(table)
    hand = hand_to_read(rules, current)
    if hand is None or not _pays(rules, law, current, hand):
        return ()
    return steps_of(law.on_a_win) + _validating(rules, law, table)


def _pays(rules: Rules, law: Progressive, current: Round, hand: Hand) -> bool:
    """Tell whether a hand that was read as a winning one still wins, or brings others an Envy Bonus."""
    return bool(envy.standing(law, hand) or envy.bonuses(rules, current, hand))


def _validating(rules: Rules, law: Progressive, table: Table) -> tuple[Step, ...]:
    current = in_round(table)
    hand = _next(rules, current)
    if not _pays(rules, law, current, hand):
        return ()
    bonuses = envy.bonuses(rules, current, hand)
    own = [
        event for event in _own_paid(rules, law, table, hand) if isinstance(event, e.WagerPaid | e.MeterPaid)
    ]
    chip = hand.placed(Wager.PROGRESSIVE) if own and law.gives_chip_back else 0
    payouts = [sum(event.amount for event in own) - chip]
    payouts += [bonus.amount for bonus in _bonuses_paid(rules, current, bonuses)]
    from_meter = any(isinstance(event, e.MeterPaid) for event in own)
    return payout_validation.validating(rules, law.validation, max(payouts), from_meter=from_meter)


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
    odds = int(ratio(pay.pays) * hand.placed(Wager.PROGRESSIVE))
    return odds + int(_share(law, pay, hand) * shown)


def _share(law: Progressive, pay: ProgressivePay, hand: Hand) -> Fraction:
    """Find the share of the meter that a hand pays: whole, or by the size of the wager."""
    share = Fraction(pay.meter or 0)
    if law.meter_share and law.meter_share.value is MeterShare.BY_WAGER:
        share *= min(Fraction(1), Fraction(hand.placed(Wager.PROGRESSIVE), cents(law.amounts.value[0])))
    return share


def pay_progressive(rules: Rules, table: Table, _command: c.PayProgressive) -> e.Events:
    """Pay what was read, and what others get for it: odds, the meter, and the Envy Bonus.

    What has come to be worth validating since it was read, by a linked meter, is validated first.
    """
    current, law = in_round(table), provided(rules.book.progressive)
    hand = _next(rules, current)
    if hand.envy_waits:
        return deferred_paid(rules, current, hand)
    bonuses = envy.bonuses(rules, current, hand)
    if not current.validated and (steps := _validating(rules, law, table)):
        return (inserted(steps),)
    own = [*_own_paid(rules, law, table, hand)]
    if bonuses and rules.reads_at_each_seat:
        return (*own, e.EnvyDeferred(hand=hand.number, clause=law.settling.clause))
    settled = e.ProgressiveSettled(hand=hand.number, clause=law.settling.clause)
    return (*own, *_bonuses_paid(rules, current, bonuses), settled)


def deferred_paid(rules: Rules, current: Round, hand: Hand) -> e.Events:
    bonuses = envy.bonuses(rules, current, hand)
    clause = provided(rules.book.progressive).settling.clause
    return (*_bonuses_paid(rules, current, bonuses), e.ProgressiveSettled(hand=hand.number, clause=clause))


def denied(rules: Rules, table: Table) -> e.Events:
    """Settle a hand without its payout, and without what others would get for it.

    What is verified and validated governs both, with or without an own wager (R79).
    """
    current, clause = in_round(table), provided(rules.book.progressive).settling.clause
    hand = _next(rules, current)
    bonuses, unpaid = envy.bonuses(rules, current, hand), bool(hand.combinations)
    return (e.ProgressiveSettled(hand=hand.number, denied=bool(bonuses), unpaid=unpaid, clause=clause),)


def _bonuses_paid(rules: Rules, current: Round, bonuses: list[e.WagerPaid]) -> Iterator[e.WagerPaid]:
    for bonus in bonuses:
        amount = payable(rules, current, current.hands[bonus.hand], bonus.wager, bonus.amount)
        if amount == bonus.amount:
            yield bonus
        elif amount:
            yield replace(bonus, amount=amount, clause=rules.clauses.limited(bonus.clause))


def _own_paid(rules: Rules, law: Progressive, table: Table, hand: Hand) -> Iterator[e.Event]:
    """Pay the hand's own wager by what was read of it; lost since then, it is paid nothing."""
    current = in_round(table)
    wins = hand.combinations or () if envy.standing(law, hand) else ()
    pays = [pay for pay in law.pays if pay.hand in wins]
    events = [*_odds_paid(rules, current, hand, pays)]
    yield from events
    for pay in (pay for pay in pays if pay.meter):
        now = evolve_all(table, events)
        won = [*_meter_paid(rules, law, now, now.hand(hand.number) or hand, pay)]
        events += won
        yield from won


def _meter_paid(
    rules: Rules, law: Progressive, table: Table, hand: Hand, pay: ProgressivePay
) -> Iterator[e.Event]:
    """Pay a hand from the meter: as it stands, or divided; it restarts when the last winner is paid.

    A linked one restarts at once: other tables show it too, and it never shows less than its reset amount.
    """
    waiting, paid_before = 0, 0
    if law.winners.value is Winners.DIVIDED:
        current, shown = in_round(table), table.meters[METER]
        others = [each for each in current.hands.values() if each.number != hand.number]
        waiting = sum(_waits_for_meter(law, current, each, shown) for each in others)
        paid_before = sum(_had_its_part(rules, law, current, each) for each in others)
    share = _share(law, pay, hand)
    won = meters.part_of_each(table, hand, METER, share, 1 + waiting + paid_before)
    restarts = not waiting or METER in rules.linked_meters
    # Every hand that has a part of the meter is cited; the book gives one to a single hand.
    paid = joined(*(each for each in law.pays if each.meter and each.hand in (hand.combinations or ())))
    yield from meters.paid(rules, table, hand, METER, won, paid, restarts=restarts)


def _odds_paid(rules: Rules, current: Round, hand: Hand, pays: list[ProgressivePay]) -> Iterator[e.Event]:
    law, wager = rules.book.progressive, hand.placed(Wager.PROGRESSIVE)
    odds = sum(int(ratio(pay.pays) * wager) for pay in pays)
    amount, clause = payable(rules, current, hand, Wager.PROGRESSIVE, odds), joined(*pays)
    if amount < odds:
        clause = rules.clauses.limited(clause)
    if pays and law and law.gives_chip_back:
        amount += wager
    if amount:
        yield e.WagerPaid(hand=hand.number, wager=Wager.PROGRESSIVE, amount=amount, clause=clause)


def _waits_for_meter(law: Progressive, current: Round, hand: Hand, shown: Cents) -> bool:
    if hand.number not in current.to_read or hand.envy_waits:
        return False
    return _of_meter(law, _paying(law, hand, envy.held_by(law, current, hand), shown))


def _had_its_part(rules: Rules, law: Progressive, current: Round, hand: Hand) -> bool:
    """Tell whether a hand was paid from the meter, or won it at its payout limit and was not denied it."""
    if any(pay.hand == hand.number and pay.meter == METER for pay in current.meters_paid):
        return True
    is_read = hand.envy_waits or hand.number not in current.to_read
    at_its_limit = not payable(rules, current, hand, Wager.PROGRESSIVE, 1)
    return is_read and at_its_limit and _of_meter(law, hand.combinations or ())


def _of_meter(law: Progressive, hands: tuple[Combination, ...]) -> bool:
    return any(pay.meter and pay.hand in hands for pay in law.pays)
