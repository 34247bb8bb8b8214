"""Void rounds: every wager goes back and what was paid is taken back, or only what is open goes back."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.acts import accepted_chips, bank, envy, failed_checks, meters, preparation, progressive
from casinowar.game.acts.layout import (
    hands_of,
    in_round,
    lacking,
    no_lawful_amount,
    under,
    waiting_back,
)
from casinowar.game.acts.settling import collect, collect_all, coupon_taken, end_round, ended_without_hands
from casinowar.game.book.cited_values import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Remedy
from casinowar.game.due.hands import has_open_wagers, stands
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.ledger import player_of
from casinowar.game.table import Hand, PlacedWager, Round, Table
from casinowar.game.words import ACCEPTED, DEALER, Act, Irregularity, Ruling, Wager, spot


def voided_by_book(
    rules: Rules, table: Table, what: Irregularity, *, reshuffle: Cited | None = None
) -> e.Events:
    """Void the round because the book says so, and shuffle; of a round that is settled only the cards go."""
    if table.round is None:
        return _shuffled_now(rules, table, reshuffle) if reshuffle else ()
    if not has_open_wagers(table.round):
        if reshuffle is None:
            return ()
        collected = collect_all(rules, table)
        return collected + end_round(rules, evolve_all(table, collected), reshuffle=reshuffle)
    safeguard = rules.book.irregularities.paid_out
    if safeguard and _was_paid(table.round):
        possible = (Ruling.VOID_THE_ROUND, Ruling.LET_SETTLED_STAND)
        return (e.PlayStopped(irregularity=what, possible=possible, clause=safeguard.clause),)
    void = void_round(rules, table, what, reshuffle=reshuffle)
    clause = rules.clauses.remedy(what)
    return unless_short(
        table, void, e.PlayStopped(irregularity=what, possible=(Ruling.VOID_THE_ROUND,), clause=clause)
    )


def unless_short(table: Table, void: e.Events, stop: e.PlayStopped) -> e.Events:
    """Let a void happen, or if it needs a fill stop play for it, so that the report is not lost."""
    return (stop,) if table.counted and lacking(table, void) else void


def _shuffled_now(rules: Rules, table: Table, because: Cited) -> e.Events:
    """Shuffle between rounds; what the new shoe would have burned is burned from the next."""
    undone = tuple(step for step in table.to_do if step.act is not Act.BURN_CARD)
    steps = undone + preparation.next_shoe(rules, table, because)
    return preparation.begun(rules, table, preparation.occasion_of_reshuffle(rules, table), steps)


def _was_paid(current: Round) -> bool:
    paid = any(placed.paid for hand in current.hands.values() for placed in hand.wagers.values())
    return paid or bool(current.meters_paid)


def void_round(
    rules: Rules, table: Table, irregularity: Irregularity, *, reshuffle: Cited | None = None
) -> e.Events:
    """Give back every wager, also what was taken, take back what was paid, and end the round."""
    moves: list[e.Event] = []
    for _, hand in sorted(in_round(table).hands.items()):
        for wager, placed in hand.wagers.items():
            moves += _undone(hand, wager, placed)
            moves += _taken_back(hand, wager, placed)
        moves += coupon_returned(hand)
    moves += meters.put_back(rules, table)
    void = e.RoundVoided(irregularity=irregularity)
    events = (void, *_in_turn(table, moves), *collect_all(rules, table))
    ended = end_round(rules, evolve_all(table, events), reshuffle=reshuffle, void=True)
    return _under_void(rules, rules.clauses.void(irregularity), (*events, *ended))


def _under_void(rules: Rules, clause: str, events: Sequence[e.Event]) -> e.Events:
    """Put all that gives the wagers back under what voids the round, but not what follows it."""
    over = next(at for at, event in enumerate(events) if isinstance(event, e.RoundCompleted))
    void = (
        replace(event, clause=_of_meter(rules, clause, event) if isinstance(event, e.MeterEvent) else clause)
        for event in events[:over]
    )
    return (*void, *events[over:])


def _of_meter(rules: Rules, clause: str, event: e.MeterEvent) -> str:
    return rules.clauses.with_meter(clause, rules.raises(event.meter))


def cut_short(
    rules: Rules, table: Table, irregularity: Irregularity, *, reshuffle: Cited | None = None
) -> e.Events:
    """Give back what is open, let stand what is settled, also what others get for it, and end the round."""
    short: list[e.Event] = []
    for number in in_round(table).to_read:
        current = in_round(evolve_all(table, short))
        if current.hands[number].envy_waits:
            short += progressive.deferred_paid(rules, current, current.hands[number])
    settled, clause = len(short), rules.clauses.cut_short
    short.append(e.RoundCutShort(irregularity=irregularity))
    unpaid = _with_a_bonus_to_come(rules, in_round(evolve_all(table, short)))
    for number in sorted(in_round(table).hands):
        current = in_round(evolve_all(table, short))
        if number in unpaid:
            short += accepted_chips.given_back(rules, current.hands[number], Wager.PROGRESSIVE, clause)
        short += _open_undone(rules, current, current.hands[number])
    events = (*meters.kept_up(rules, table, short), *collect_all(rules, table))
    events += end_round(rules, evolve_all(table, events), reshuffle=reshuffle, void=True)
    return events[:settled] + _under_void(rules, clause, events[settled:])


def _with_a_bonus_to_come(rules: Rules, current: Round) -> set[int]:
    """List the hands that were read and won nothing, but would be paid for one that others hold."""
    if current.to_deal:  # What the war deal makes is not known before its last card.
        return set()
    holders = [current.hands[number] for number in current.to_read]
    to_come = {bonus.hand for holder in holders for bonus in envy.bonuses(rules, current, holder)}
    return {
        number
        for number in to_come.difference(current.to_read)
        if not current.hands[number].combinations and Wager.ENVY not in current.hands[number].wagers
    }


Law = Callable[[Hand, Wager], str]
"""Finds the clause under which a wager comes back with its hand."""

_AT_WAR = frozenset({Wager.WAR, Wager.WAR_TIE, Wager.MATCH})
_BESIDE = frozenset({Wager.PROGRESSIVE, Wager.ENVY, Wager.BONUS_SPIN})


def _open_undone(rules: Rules, current: Round, hand: Hand) -> Iterator[e.Event]:
    law, clause = rules.book.progressive, rules.clauses.cut_short
    if law and hand.number in current.to_read and not hand.envy_waits and envy.standing(law, hand):
        yield from accepted_chips.given_back(rules, hand, Wager.PROGRESSIVE, clause)
    if hand.number in current.to_spin and not hand.forfeited:
        yield from accepted_chips.given_back(rules, hand, Wager.BONUS_SPIN, clause)
    if hand.settled:
        return
    wagers = [wager for wager in hand.wagers if wager not in _BESIDE]
    if hand.forfeited:
        yield from bank.covered(rules, current, hand, collect(hand, clause, *wagers))
        yield from coupon_taken(rules, hand)
    else:
        for wager in wagers:
            yield from _undone(hand, wager, hand.wagers[wager])
        yield from coupon_returned(hand)
    yield e.HandSettled(hand=hand.number)


def _undone(hand: Hand, wager: Wager, placed: PlacedWager) -> Iterator[e.Event]:
    """Give back what lies on the layout and what was taken, less what the house put there for a coupon."""
    seat, on_layout, collected = hand.number, placed.on_layout, placed.collected
    if wager is Wager.MATCH:
        if on_layout:
            yield e.MatchCollected(hand=seat, amount=on_layout)
        return
    redeemed = hand.redeemed_on(wager)
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


def _taken_back(hand: Hand, wager: Wager, placed: PlacedWager) -> Iterator[e.Event]:
    if placed.paid:
        yield e.PaymentReversed(hand=hand.number, wager=wager, amount=placed.paid)


def _in_turn(table: Table, moves: Iterable[e.Event]) -> Iterator[e.Event]:
    """Give back what lies on the layout, take back what was paid, then give back what was taken in.

    Chips that are not there yet come first: a player who has lost a payment since gets chips back before it.
    """
    waiting = sorted(moves, key=_turn)
    while waiting:
        move = next((each for each in waiting if is_there(table, waiting, each)), waiting[-1])
        waiting.remove(move)
        table = evolve(table, move)
        yield move


def _turn(move: e.Event) -> int:
    match move:
        case e.PaymentReversed() | e.ReturnReversed() | e.MeterEvent():
            return 1
        case e.CollectionReversed() | e.WagerGivenBack():
            return 2
        case e.WagerReturned(wager=wager) if wager in ACCEPTED:  # A meter rose by it.
            return 2
        case e.CouponReturned():
            return 3
        case _:
            return 0


def is_there(table: Table, waiting: Iterable[e.Event], move: e.Event) -> bool:
    """Tell whether what a player, the bank, the counted inventory or a meter gives is there.

    A meter gives nothing while it waits for what it paid.
    """
    if isinstance(move, e.MeterRestartReversed | e.MeterRaiseReversed):
        paid = (each.meter for each in waiting if isinstance(each, e.MeterPaymentReversed))
        return move.meter not in paid
    if isinstance(move, e.CollectionReversed):
        bounded = table.counted or table.bank.seat is not None
        return not bounded or move.amount <= table.inventory
    if isinstance(move, e.PaymentReversed | e.ReturnReversed | e.MeterPaymentReversed):
        return move.amount <= table.chips[player_of(move, table)]
    return True


def coupon_returned(hand: Hand) -> Iterator[e.Event]:
    if value := hand.coupon or hand.coupon_taken:
        yield e.CouponReturned(hand=hand.number, amount=value)


# one place alone


def can_be_voided(rules: Rules, table: Table, skipped: Hand) -> bool:
    """Tell whether a place can be taken out: no meter or wheel has paid on it, nor a bank anything.

    Nor has it brought others anything. What else was paid has to be there still: on the war of another hand
    it may be lost.
    """
    current = in_round(table)
    hands = [hand for hand in current.hands.values() if spot(hand.number) == spot(skipped.number)]
    for hand in hands:
        read = hand.placed(Wager.PROGRESSIVE) and hand.number not in current.to_read
        spun = hand.placed(Wager.BONUS_SPIN) and (current.wheel or hand.number not in current.to_spin)
        bonus = hand.envy_waits or Wager.ENVY in hand.wagers or envy.has_brought(rules, current, hand)
        settled = any(placed.paid or placed.collected for placed in hand.wagers.values()) or hand.wars
        if read or spun or bonus or hand.from_meters or (current.cover is not None and settled):
            return False
    tables = accumulate(hands_voided(rules, table, skipped), evolve, initial=table)
    return all(chips >= 0 for after in tables for chips in after.chips.values())


def hands_voided(rules: Rules, table: Table, skipped: Hand) -> e.Events:
    """Return every wager on a place that got no card; without any hand the round is over."""
    current, place, clauses = in_round(table), spot(skipped.number), rules.clauses
    provision = rules.book.irregularities.provision(Irregularity.NO_CARD_DEALT)
    no_card = clauses.remedy(Irregularity.NO_CARD_DEALT)

    def law(_hand: Hand, wager: Wager) -> str:
        # What the books say of a wager that got no card is on the original deal alone.
        return clauses.ruling if wager in _AT_WAR else clauses.with_meter(no_card, wager)

    stand = provision is not None and provision.remedy is Remedy.STANDS_OVER
    hands = [hand for number, hand in sorted(current.hands.items()) if spot(number) == place]
    events = [*under(no_card, _moved_on(rules, current, place))]
    events += hands_out(rules, evolve_all(table, events), hands, law, skipped=True)
    for hand in hands:
        events += under(no_card, _standing(hand)) if stand else ()
        if hand.abandoned and len(hands_of(table, hand.player)) == 1:
            chips = evolve_all(table, events).chips[hand.player]
            events.append(e.PlayerLeft(player=hand.player, chips=chips))
    kept = tuple(meters.kept_up(rules, table, events))
    return kept + ended_without_hands(rules, evolve_all(table, kept))


def stakes_lapsed(rules: Rules, current: Round) -> e.Events:
    """Give back at the call what waits; without any initial wager it goes back with its hand."""
    events: list[e.Event] = []
    for number, hand in sorted(current.hands.items()):
        for wager in (Wager.INITIAL, Wager.TIE):
            if amount := hand.on_layout(wager) - stands(rules, hand, wager):
                clause = no_lawful_amount(rules, hand, wager)
                events.append(
                    e.WagerLapsed(hand=number, wager=wager, amount=amount, player=hand.player, clause=clause)
                )
            if not hand.on_layout(Wager.INITIAL) or stands(rules, hand, Wager.INITIAL):
                events += waiting_back(rules, hand, wager, withdrawn=False)
    return tuple(events)


def hands_out(
    rules: Rules, table: Table, hands: Sequence[Hand], law: Law, *, skipped: bool = False
) -> Iterator[e.Event]:
    """Take hands out of the round: give back every wager, also what was taken, take back what was paid.

    What a player takes along is not void, and has raised no meter, however a void wager is read (R91).
    """
    moves: list[e.Event] = []
    lowered = meters.voided if skipped else meters.lowered
    for hand in hands:
        for wager, placed in hand.wagers.items():
            clause = law(hand, wager)
            moves += under(clause, _undone(hand, wager, placed))
            if wager in ACCEPTED and in_round(table).closed:  # Before the call it has raised no meter.
                moves += lowered(rules, wager, hand.placed(wager), clause)
            moves += under(clause, _taken_back(hand, wager, placed))
        moves += under(law(hand, Wager.INITIAL), coupon_returned(hand))
    moves = [*_in_turn(table, moves)]
    yield from moves
    table = evolve_all(table, moves)
    still_dealt = rules.house.electronic is not None and not skipped
    for hand in hands:
        clause = law(hand, Wager.INITIAL)
        out = e.HandVoided(hand=hand.number, still_dealt=still_dealt, clause=clause)
        out = replace(out, no_longer=failed_checks.no_longer(rules, evolve(table, out)))
        table = evolve(table, out)
        yield out


def _moved_on(rules: Rules, current: Round, place: int) -> Iterator[e.Event]:
    """Move the cards recorded from a skipped place on to where they were dealt: each to the place after."""
    order = rules.book.deal.direction.value.order(each for each in current.layout if each != DEALER)
    if place not in order or not current.to_deal or current.war is not None:
        return
    recorded = order[order.index(place) :]
    lying = (*recorded[1:], current.to_deal[0])
    for source, target in reversed(tuple(zip(recorded, lying, strict=True))):
        yield e.CardMoved(source=source, spot=target, card=current.layout[source][-1])


def _standing(hand: Hand) -> Iterator[e.Event]:
    """Have all that a player put on a void hand stand for the next round, also what was settled already."""
    for wager in (Wager.INITIAL, Wager.TIE):
        redeemed = hand.redeemed_on(wager)
        coupons = hand.coupons_on(wager) if redeemed else ()
        if amount := hand.own(wager) + redeemed:
            yield e.WagerStands(
                hand=hand.number, player=hand.player, wager=wager, amount=amount, coupons=coupons
            )
