"""Placing and taking back wagers."""

from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import accepted_chips
from casinowar.game.acts.layout import (
    check_has_chips,
    coupon_as_chips,
    hands_of,
    waiting_back,
    with_backline,
    withdrawn,
)
from casinowar.game.acts.seating import check_hand, check_seated
from casinowar.game.acts.war import planned
from casinowar.game.book.bank import BankRule
from casinowar.game.book.bonus_spin import Closing
from casinowar.game.book.electronic import Backing
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fixed, TieOffer
from casinowar.game.book.wagers import Ladder
from casinowar.game.book.war import base
from casinowar.game.due.hands import stands, waiting
from casinowar.game.due.shuffling import wagers_are_taken, waits_for_the_call
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents, dollars
from casinowar.game.phrase import Phrase, how_many
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import ACCEPTED, PLACES, Instrument, Wager, spot

_INITIAL, _WAR_TIE, _BONUS_SPIN = Wager.INITIAL, Wager.WAR_TIE, Wager.BONUS_SPIN
_EVERY_CARD = frozenset({Wager.INITIAL, Wager.TIE, Wager.DEALER_WINS})
_COUPON = Instrument.COUPON
TAKE_COUPONS: Final = (Wager.INITIAL, Wager.TIE)
"""The wagers that a coupon may be laid down for where it counts as chips."""


def place_wager(rules: Rules, table: Table, command: c.PlaceWager) -> e.Events:
    check_hand(rules, command.hand)
    _check_instrument(rules, command)
    if command.made_with is _COUPON and not (rules.coupons_as_chips and command.wager in TAKE_COUPONS):
        return _place_coupon(rules, table, command)
    if rules.backs_all_cards and command.wager in _EVERY_CARD:
        return _place_on_all_cards(rules, table, command)
    placed = _placed(rules, table, command)
    late = command.wager is _BONUS_SPIN and table.round is not None and table.round.closed
    return (*placed, *accepted_chips.closed_late(rules, table, command)) if late else placed


def _placed(rules: Rules, table: Table, command: c.PlaceWager) -> e.Events:
    seat, wager, amount = command.hand, command.wager, command.amount
    check = _check_war_tie if wager is _WAR_TIE else _check_before_deal
    player = check(rules, table, command)
    hand = table.hand(seat)
    before = 0
    if hand:  # A chip that a system accepted may be taken in already when another comes.
        before = hand.placed(wager) if wager in ACCEPTED else hand.on_layout(wager)
    fixed, is_coupon = rules.book.wagers.fixed, command.made_with is _COUPON
    own = before - hand.redeemed_on(wager) if hand else 0
    if own and fixed.value is Fixed.PLACED and not is_coupon:
        raise Refusal(Reason.WAGER_IS_FIXED, fixed.clause)
    if before and wager is _WAR_TIE and _is_offered_once(rules):
        raise Refusal(Reason.NO_MORE_BETS, fixed.clause)
    if amount <= 0:
        raise Refusal(Reason.WAGER_NOT_POSITIVE)
    # Chips or coupons may still come that make a lawful stake of it (decision 23).
    waits = rules.coupons_as_chips and wager in TAKE_COUPONS
    _check_amount(rules, wager, before + amount, waits=waits)
    if hand is not None and wager is not _INITIAL:
        _check_terms(rules, hand, wager, before + amount, waits=waits)
    if is_coupon:
        return coupon_as_chips(rules, seat, wager, amount, player)
    check_has_chips(table, player, amount)
    clause = rules.clauses.placed[wager]
    return (e.WagerPlaced(hand=seat, wager=wager, amount=amount, player=player, clause=clause),)


def _is_offered_once(rules: Rules) -> bool:
    """Tell whether a tie wager on the war deal is the answer to an offer, and not raised after it."""
    offer = rules.book.wagers.war_tie
    return offer is not None and offer.offered is TieOffer.ONCE_CONFIRMED


def _check_terms(rules: Rules, hand: Hand, wager: Wager, total: Cents, *, waits: bool) -> None:
    wagers = rules.book.wagers
    law = {Wager.TIE: wagers.tie, Wager.WAR_TIE: wagers.war_tie}.get(wager)
    if law is None:
        return
    other = hand.on_layout(Wager.INITIAL)
    if isinstance(law, Ladder) and law.equals:
        other = base(law.equals, hand.placed(Wager.INITIAL), hand.on_layout(Wager.WAR))
    if law.equal and total != other and not (waits and total < other):
        raise Refusal(Reason.WAGER_NOT_EQUAL, law.clause, wager=wager, amount=dollars(other))
    if law.most is not None and total > (most := Fraction(law.most) * hand.placed(Wager.INITIAL)):
        raise Refusal(Reason.WAGER_ABOVE_MAXIMUM, law.clause, wager=wager, most=dollars(int(most)))


def _place_on_all_cards(rules: Rules, table: Table, command: c.PlaceWager) -> e.Events:
    """Place the same wager on every community card, or on none."""
    events: list[e.Event] = []
    for card in range(1, rules.community_cards + 1):
        one = replace(command, hand=command.hand // PLACES * PLACES + card)
        placed = _placed(rules, table, one)
        table = evolve_all(table, placed)
        events += placed
    return tuple(events)


def _place_coupon(rules: Rules, table: Table, command: c.PlaceWager) -> e.Events:
    law = rules.book.wagers.coupons
    if law is None or not rules.house.coupons or rules.coupons_as_chips:
        raise Refusal(
            Reason.WAGER_NOT_OFFERED,
            rules.book.wagers.instruments.clause,
            wager=Phrase("of_a_coupon", "coupon"),
        )
    _check_before_deal(rules, table, command)
    hand = table.hand(command.hand)
    chips = hand.on_layout(Wager.INITIAL) if hand else 0
    is_initial = command.wager is Wager.INITIAL and hand is not None and not hand.coupon
    if not is_initial or not 0 < command.amount <= chips:
        raise Refusal(Reason.COUPON_NEEDS_CHIPS, law.clause)
    if command.amount % rules.chip:
        raise Refusal(Reason.WAGER_NOT_IN_CHIPS, rules.book.wagers.limits.clause, unit=dollars(rules.chip))
    return (e.CouponPlaced(hand=command.hand, amount=command.amount, clause=law.clause),)


def _check_instrument(rules: Rules, command: c.PlaceWager) -> None:
    wagers, made_with = rules.book.wagers, command.made_with
    if made_with is Instrument.CASH and made_with not in wagers.instruments.value:
        clause = wagers.spoken or wagers.instruments
        raise Refusal(Reason.VERBAL_WAGER, clause.clause)
    device = rules.book.offered_law(command.wager)
    for law in (wagers.instruments, device.instruments if device else None):
        if law and made_with not in law.value:
            raise Refusal(Reason.INSTRUMENT_NOT_TAKEN, law.clause, taken=tuple(law.value))


def _check_before_deal(rules: Rules, table: Table, command: c.PlaceWager) -> str:
    wager, current = command.wager, table.round
    if wager not in rules.offered_wagers:
        raise Refusal(Reason.WAGER_NOT_OFFERED, _offering_clause(rules, wager), wager=wager)
    late = current is not None and current.closed
    if current is not None and current.closed:
        _check_late(rules, current, wager)
    if (table.to_do and not late and not waits_for_the_call(rules, table)) or not wagers_are_taken(
        rules, table
    ):
        duty = next_duty(rules, table)
        raise Refusal(Reason.BETTING_NOT_OPEN, duty.clause, due=duty.act)
    hand = current.hands.get(command.hand) if current else None
    player = _bettor(rules, table, command, hand)
    if rules.book.bank is not None:
        _check_bank(rules, rules.book.bank, table, command.hand, player)
    _check_beside_initial(rules, wager, hand)
    return player


def _check_beside_initial(rules: Rules, wager: Wager, hand: Hand | None) -> None:
    if wager is _INITIAL:
        lying = [each for each in rules.exclude_initial if hand and hand.on_layout(each)]
        if lying:
            clause = _offering_clause(rules, lying[0])
            raise Refusal(Reason.WAGER_EXCLUDES_INITIAL, clause, wager=lying[0])
    elif hand and stands(rules, hand, _INITIAL):
        if wager in rules.exclude_initial:
            raise Refusal(Reason.WAGER_EXCLUDES_INITIAL, _offering_clause(rules, wager), wager=wager)
    elif wager not in rules.stand_alone:
        raise Refusal(Reason.WAGER_NEEDS_INITIAL, _offering_clause(rules, wager), wager=wager)


def _check_bank(rules: Rules, law: BankRule, table: Table, number: int, player: str) -> None:
    if table.bank.seat is None:
        duty = next_duty(rules, table)
        raise Refusal(Reason.BETTING_NOT_OPEN, duty.clause, due=duty.act)
    if table.seats.get(table.bank.seat) == player:
        raise Refusal(Reason.BANKER_MAY_NOT_WAGER, law.own_seat.clause)
    seated = table.hand(spot(number))
    if law.backline and number >= PLACES and not (seated and seated.on_layout(_INITIAL)):
        raise Refusal(
            Reason.WAGER_NEEDS_INITIAL, law.behind.clause, wager=Phrase("of_the_backline", "backline")
        )


def _offering_clause(rules: Rules, wager: Wager) -> str:
    law = rules.book.placed_under(wager)
    return law.clause if law else ""


def _check_late(rules: Rules, current: Round, wager: Wager) -> None:
    law = rules.book.bonus_spin
    if wager is not _BONUS_SPIN or law is None or law.closes.value is not Closing.FIRST_CARD:
        offered = rules.book.offered_law(wager)
        closes = offered.closes if offered else rules.book.wagers.closes
        raise Refusal(Reason.NO_MORE_BETS, closes.clause)
    if current.layout:
        raise Refusal(Reason.FIRST_CARD_IS_DEALT, law.closes.clause, wager=wager)


def _bettor(rules: Rules, table: Table, command: c.PlaceWager, hand: Hand | None) -> str:
    if rules.house.electronic is not None:
        return _terminal(rules, table, command)
    owner = hand.player if hand else table.seats.get(command.hand, "")
    player = command.player or owner
    if not player:
        raise Refusal(Reason.SEAT_EMPTY, seat=command.hand)
    check_seated(rules, table, player, rules.book.seating.seated_only)
    if owner == player:
        return player
    boxes = rules.book.seating.adjacent_boxes
    clause = boxes.clause if boxes else rules.book.seating.seats.clause
    own = {hand.number for hand in hands_of(table, player)}
    own |= {seat for seat, name in table.seats.items() if name == player}
    if owner or not own & {command.hand - 1, command.hand + 1}:
        raise Refusal(Reason.NOT_YOUR_BOX, clause, player=player, seat=command.hand)
    if len(own | {command.hand}) > rules.adjacent_boxes:
        most = rules.adjacent_boxes
        boxes_said = how_many(most, "box") if most > 1 else Phrase("one_box", "one box")
        raise Refusal(Reason.TOO_MANY_BOXES, clause, most=boxes_said)
    return player


def _terminal(rules: Rules, table: Table, command: c.PlaceWager) -> str:
    terminal = command.hand // PLACES
    player = table.seats.get(terminal, "")
    if not player:
        raise Refusal(Reason.SEAT_EMPTY, seat=terminal)
    law = rules.book.electronic
    _check_own(rules, table, command, player, (law.backing if law else rules.book.wagers.placing).clause)
    others = {hand.number for hand in hands_of(table, player)} - {command.hand}
    if law and law.backing.value is Backing.ONE and others:
        raise Refusal(Reason.BACK_ONE_CARD, law.backing.clause)
    return player


def _check_war_tie(rules: Rules, table: Table, command: c.PlaceWager) -> str:
    wagers = rules.book.wagers
    hand = table.hand(command.hand)
    law, placing = wagers.war_tie, wagers.placed_under(_WAR_TIE).clause
    if (
        law is None
        or hand is None
        or not hand.goes_to_war
        or hand.running
        or not _is_open(law.offered, hand)
        or _is_dealt(rules, law.offered, table.round, hand)
    ):
        raise Refusal(Reason.WAGER_NOT_OFFERED, placing, wager=command.wager)
    _check_own(rules, table, command, hand.player, placing)
    return hand.player


def _is_open(until: TieOffer, hand: Hand) -> bool:
    """Tell whether a tie wager on the war deal may still come; one that was declined may not."""
    asked = hand.tie_offered or bool(hand.on_layout(_WAR_TIE))
    match until:
        case TieOffer.UNTIL_CONFIRMED:
            return asked and hand.wars > hand.confirmed
        case TieOffer.UNTIL_FIRST_BURN:
            return True
        case TieOffer.ONCE_CONFIRMED:
            return hand.tie_offered or hand.wars > hand.confirmed


def _is_dealt(rules: Rules, until: TieOffer, current: Round | None, hand: Hand) -> bool:
    """Tell whether the war deal of a hand is under way: it began, or by some books its first card is out."""
    war, deal = rules.book.war, current.war if current else None
    if current is None or war is None or deal is None or hand.number not in deal.hands:
        return False
    return until is not TieOffer.UNTIL_FIRST_BURN or current.to_deal != planned(rules, war, deal.hands)


def _check_own(rules: Rules, table: Table, command: c.PlaceWager, owner: str, clause: str) -> None:
    check_seated(rules, table, command.player or owner, rules.book.seating.seated_only)
    if command.player not in {"", owner}:
        raise Refusal(Reason.NOT_YOUR_BOX, clause, player=command.player, seat=command.hand)


def _check_amount(rules: Rules, wager: Wager, total: Cents, *, waits: bool) -> None:
    """Hold a stake to limits and exact payments; one that may wait only to the most, and to chips."""
    law = rules.book.wagers.limits
    limit = law.reading if law.reading and rules.is_assumed(wager) else law.clause
    if wager not in _EVERY_CARD and (sizes := rules.fixed_amounts(wager)):
        if total not in sizes:
            amounts = tuple(map(dollars, sizes))
            offered = rules.book.offered_law(wager)
            clause = offered.amounts.clause if offered else law.clause
            raise Refusal(Reason.WAGER_NOT_A_SIZE, clause, wager=wager, amounts=amounts)
        return
    least, most = rules.span(wager)
    waits_below = waits and total < least
    if rules.fixes_initial_wager and wager is _INITIAL and total != least and not waits_below:
        raise Refusal(Reason.WAGER_NOT_THE_FIXED_AMOUNT, law.clause, amount=dollars(least))
    if total < least and not waits_below:
        raise Refusal(Reason.WAGER_BELOW_MINIMUM, law.clause, wager=wager, least=dollars(least))
    if total > most:
        raise Refusal(Reason.WAGER_ABOVE_MAXIMUM, limit, wager=wager, most=rules.most_in_words(wager))
    unit = rules.chip if waits else rules.unit(wager)
    if total % unit:
        if total % rules.chip:
            raise Refusal(Reason.WAGER_NOT_IN_CHIPS, law.clause, unit=dollars(rules.chip))
        if wager is not Wager.INITIAL or rules.book.surrender is None:
            raise Refusal(Reason.WAGER_NOT_EXACT, law.clause, wager=wager, unit=dollars(unit))
        raise Refusal(Reason.WAGER_CANNOT_BE_HALVED, rules.book.surrender.clause, unit=dollars(unit))


def _check_boxes_stay_together(rules: Rules, table: Table, hand: Hand) -> None:
    boxes = rules.book.seating.adjacent_boxes
    if boxes is None or rules.house.electronic is not None:
        return
    rest = {each.number for each in hands_of(table, hand.player)} - {hand.number}
    rest |= {seat for seat, name in table.seats.items() if name == hand.player}
    if max(rest) - min(rest) >= len(rest):
        raise Refusal(Reason.BOXES_APART, boxes.clause)


def withdraw_wager(rules: Rules, table: Table, command: c.WithdrawWager) -> e.Events:
    """Take a wager back; the initial wager takes the others of its hand, and those behind it, with it."""
    wagers = rules.book.wagers
    check_hand(rules, command.hand)
    hand = table.hand(command.hand)
    if hand is None or not hand.on_layout(command.wager) or table.round is None:
        raise Refusal(Reason.NO_SUCH_WAGER, wager=command.wager, seat=command.hand)
    if table.round.closed:
        raise Refusal(Reason.NO_MORE_BETS, wagers.closes.clause)
    if wagers.fixed.value is Fixed.PLACED and stands(rules, hand, command.wager):
        if not any(waiting(rules, hand, command.wager)):
            raise Refusal(Reason.WAGER_IS_FIXED, wagers.fixed.clause)
        return tuple(waiting_back(rules, hand, command.wager, withdrawn=True))
    if command.wager is Wager.INITIAL or not hand.on_layout(Wager.INITIAL):
        _check_boxes_stay_together(rules, table, hand)
    hands = with_backline(table.round, hand) if command.wager is Wager.INITIAL else (hand,)
    if rules.backs_all_cards and command.wager in _EVERY_CARD:
        hands = tuple(sorted(hands_of(table, hand.player), key=lambda each: each.number))
    return tuple(
        event
        for each in hands
        for event in withdrawn(
            rules, each, *(each.wagers if command.wager is Wager.INITIAL else (command.wager,))
        )
    )
