"""Closing the betting, burning and dealing."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import accepted_chips, bank, bonus_spin, preparation, progressive
from casinowar.game.acts.layout import in_round, no_lawful_amount, provided
from casinowar.game.acts.voiding import hands_out, stakes_lapsed, voided_by_book
from casinowar.game.book.cited_values import Cited, joined
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import BothBurns, LonelyCover, Remedy
from casinowar.game.book.war import SettleOrder
from casinowar.game.cards import ALL, UNSEEN, Card
from casinowar.game.due.dealing import burns_in_round, place_of_next_drawn
from casinowar.game.due.hands import incomplete_hands
from casinowar.game.due.shuffling import cover_card_is_out, decks_there, turns_up_first_card
from casinowar.game.evolve import evolve_all
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import NO_COVER_CARD, SOMEWHERE, DealingShoe, Hand, Table
from casinowar.game.words import BURN, DEALER, Act, Irregularity, Occasion, Ruling, Wager, spot

T = TypeVar("T", e.CardBurned, e.CardFoundFaceUp)


def call_no_more_bets(rules: Rules, table: Table, _command: c.CallNoMoreBets) -> e.Events:
    """Close the betting, and lay down who gets cards and is settled in what order."""
    lapsed = stakes_lapsed(rules, in_round(table)) if rules.coupons_as_chips else ()
    table = evolve_all(table, lapsed)
    current = in_round(table)
    out = incomplete_hands(rules, current)
    seats = [seat for seat, hand in current.hands.items() if hand not in out] if out else list(current.hands)
    if not seats:
        raise Refusal(Reason.NO_WAGERS, rules.book.wagers.placing.clause)
    left_out = hands_out(rules, table, out, _incomplete(rules))
    compare, settle = passes(rules, table, rules.book.settlement.order, seats)
    called = e.NoMoreBetsCalled(
        deal=(*rules.book.deal.direction.value.order(_spots(rules, seats)), DEALER),
        compare=compare,
        settle=settle,
        read=progressive.reading_order(current, settle) if rules.house.progressive else (),
        spin=bonus_spin.spinning_order(current, settle) if rules.house.bonus_spin else (),
        clause=rules.clauses.no_more_bets,
    )
    if _is_next_recipients(rules, table):
        called = replace(called, cutter=_cutter(rules, table, called.deal[0]))
    cover = (
        (e.CoverLeft(amount=table.inventory, clause=provided(rules.book.bank).exhausted.clause),)
        if table.bank.seat is not None
        else ()
    )
    if not (out or called.read or called.spin):
        return (*lapsed, called, *cover)
    return (*lapsed, *left_out, called, *cover, *accepted_chips.closed(rules, current, settle))


def _incomplete(rules: Rules) -> Callable[[Hand, Wager], str]:
    """Cite why a hand takes no part: it lacks the tie wager that it needs, or part of its stake."""
    tie = rules.book.wagers.tie
    if tie and (tie.required or tie.equal):
        return lambda _hand, _wager: tie.clause
    return lambda hand, wager: no_lawful_amount(rules, hand, wager)


def _spots(rules: Rules, seats: list[int]) -> set[int]:
    """List where cards go: to each wager once, or to every community card."""
    if rules.house.electronic is not None:
        return set(range(1, rules.community_cards + 1))
    return {spot(seat) for seat in seats} if rules.shares_spots else set(seats)


def passes(
    rules: Rules, table: Table, order: SettleOrder, seats: Iterable[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first = bank.settling_order(rules, table, order.direction.order(seats))
    return (first, order.paying.order(seats)) if order.paying else ((), first)


def burn_card(rules: Rules, table: Table, command: c.BurnCard) -> e.Events:
    """Put the next card unseen into the discard rack; the first of a shoe may say how many follow it.

    A card on the side whose face was seen waits to be dealt, and the next unseen one on the side or in the
    shoe is burned, unless that is turned up anyway.
    """
    place = 0
    if not turns_up_first_card(table):
        place = table.aside_seen.index(False) if False in table.aside_seen else len(table.aside_seen)
        table = replace(table, aside=table.aside[place:])
    if nothing_left(table) and not (table.round and table.round.closed):
        steps = preparation.next_shoe(rules, table)
        return preparation.begun(rules, table, preparation.occasion_of_reshuffle(rules, table), steps)
    if nothing_left(table):
        return shoe_ran_out(rules, table)
    reason = _reason(rules, table)
    burned = e.CardBurned(reason=reason, clause=_burned_under(rules, table, reason))
    if table.aside:
        burned = replace(burned, from_aside=True, place=place)
        if place == table.cover_card_behind:
            burned = replace(burned, cutter=_cutter(rules, table, BURN))
    else:
        burned = taking_cover(rules, table, burned, place)
    if turns_up_first_card(table):
        card = next_card(rules, table, command.card)
        burned = replace(burned, card=card, more=rules.first_card_burns[card[0]] - 1)
    elif command.card:
        raise Refusal(Reason.CARD_IS_KNOWN, card=command.card, shoe=table.dealt_from)
    return (*cover_card(rules, table, BURN), burned)


def taking_cover(rules: Rules, table: Table, burned: T, place: int) -> T:
    """Have a cover card that waits for the shoe's next card, behind so many on the side, be among burns."""
    if place != table.cover_card_behind:
        return burned
    return replace(burned, cutter=_cutter(rules, table, BURN), takes_cover=True)


def _burned_under(rules: Rules, table: Table, reason: e.Burn) -> str:
    match reason:
        case e.Burn.NEW_DEALER:
            return joined(rules.book.burns.new_dealer)
        case e.Burn.WAR:
            return joined(rules.book.war.burn if rules.book.war else None)
        case _:
            return table.clause_due


def _reason(rules: Rules, table: Table) -> e.Burn:
    if not table.to_do:
        return e.Burn.NEW_DEALER if burns_in_round(rules, table) else e.Burn.WAR
    both = rules.book.burns.both
    one = both is None or both.value is BothBurns.ONE
    return e.Burn.BOTH if table.dealer_burns and one else e.Burn.NEW_SHOE


def deal_card(rules: Rules, table: Table, command: c.DealCard) -> e.Events:
    current = in_round(table)
    if nothing_left(table):
        return shoe_ran_out(rules, table)
    seat = current.to_deal[0]
    war = max(current.hands[each].wars for each in current.war.hands) if current.war else 0
    card = next_card(rules, table, command.card)
    clauses = rules.clauses
    clause = clauses.to_the_dealer if seat == DEALER else clauses.to_each_wager
    if war and current.war:
        clause = clauses.war_deal
    dealt = e.CardDealt(spot=seat, card=card, war=war, from_aside=bool(table.aside), clause=clause)
    return (*cover_card(rules, table, seat), dealt)


def nothing_left(table: Table) -> bool:
    return table.shoe.drawn == len(table.shoe.stack) and not table.aside


def shoe_ran_out(rules: Rules, table: Table) -> e.Events:
    """Do what the book says when there is no card to draw, or stop play for a ruling."""
    what = Irregularity.SHOE_RAN_OUT
    provision = rules.book.irregularities.provision(what)
    usable = len(table.rack) > len(table.face_up)
    match provision.remedy if provision else None:
        case Remedy.VOID_ROUND:
            return voided_by_book(rules, table, what, reshuffle=provision)
        case Remedy.RESHUFFLE_DISCARDS if provision and usable:
            reported = e.IrregularityReported(irregularity=what, clause=provision.clause)
            return (reported, *discards_again(rules, table, provision))
    possible = (Ruling.PLAY_ON, Ruling.VOID_THE_ROUND) if usable else (Ruling.VOID_THE_ROUND,)
    return (e.PlayStopped(irregularity=what, possible=possible, clause=rules.clauses.ruling),)


def discards_again(rules: Rules, table: Table, because: Cited) -> e.Events:
    """Have the discards shuffled in mid-round, but for what was found face up, and go on with them.

    What waited for the end of a round that a failed device deals waits no longer: the hand goes on with it.
    """
    failed = preparation.failed_device(rules) if table.device_deferred else ()
    steps = failed + preparation.in_mid_round(because)
    return (
        e.DiscardsTaken(kept=table.face_up, clause=because.clause),
        e.ProcedureBegan(occasion=Occasion.SHOE_RAN_OUT, steps=steps, clause=steps[0].clause),
    )


def next_card(rules: Rules, table: Table, said: Card) -> Card:
    """Find which card comes out: the one on the side, the shoe's next, or the one that a reader says."""
    card = table.aside[0] if table.aside else table.shoe.stack[table.shoe.drawn]
    shoe = table.dealt_from
    if said and said not in ALL:
        raise Refusal(Reason.NOT_A_CARD, card=said)
    if card != UNSEEN:
        if said and said != card:
            raise Refusal(Reason.CARD_IS_KNOWN, card=said, shoe=shoe)
        return card
    if not said:
        raise Refusal(Reason.CARD_MUST_BE_READ, shoe=shoe)
    if said not in rules.deck or _seen(table, said) >= decks_there(rules, table):
        raise Refusal(Reason.CARD_NOT_LEFT, card=said, shoe=shoe)
    return said


def _seen(table: Table, card: Card) -> int:
    layout = table.round.layout.values() if table.round else ()
    return sum(cards.count(card) for cards in (table.rack, table.aside, *layout))


def outside_the_shoe(table: Table) -> Counter[Card]:
    outside = Counter(table.rack + table.aside)
    if table.round is not None:
        for cards in table.round.layout.values():
            outside.update(cards)
    return outside


def cover_card(rules: Rules, table: Table, target: int) -> e.Events:
    """Take out the cover card if it lies before the next card, which is drawn for this target."""
    shoe = table.shoe
    if shoe.drawn != _cover_card_at(rules, shoe) or table.aside:
        return ()
    return (e.CoverCardDrawn(cutter=_cutter(rules, table, target), clause=_drawn_under(rules)),)


def _drawn_under(rules: Rules) -> str:
    cut = rules.book.cut
    return joined(cut.cover_card_comes_out or cut.cover_card)


def _cover_card_at(rules: Rules, shoe: DealingShoe) -> int:
    """Find where the cover card lies; if its place was not said, it lies no deeper than the book allows."""
    if shoe.cover_card_at != SOMEWHERE:
        return shoe.cover_card_at
    return len(shoe.stack) - rules.least_behind_cover_card(len(shoe.stack))


def report_cover_card(rules: Rules, table: Table, _command: c.ReportCoverCard) -> e.Events:
    """Take out a cover card whose place was not known: before the next card, or with the last laid aside.

    It came out with that one only if no other card has come out since, nor is being burned past it.
    """
    place, duty = table.shoe.cover_card_at, next_duty(rules, table)
    if place == NO_COVER_CARD:
        raise Refusal(Reason.NO_COVER_CARD, shoe=table.dealt_from)
    if place != SOMEWHERE:
        raise Refusal(Reason.COVER_CARD_IS_KNOWN)
    in_play = table.round is not None and table.round.closed  # A card may be drawn in error, or lie face up.
    if not (in_play or table.aside or duty.act is Act.BURN_CARD) or not table.shoe.left:
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    unseen = len(table.aside) - sum(table.aside_seen)
    burns_past = duty.act is Act.BURN_CARD and not unseen and not turns_up_first_card(table)
    with_last = bool(table.aside) and not (table.drawn_past_aside or burns_past)
    before = replace(table, aside=table.aside[:-1]) if with_last else table
    target = place_of_next_drawn(rules, before)
    cutter = _cutter(rules, table, BURN if target is None else target)
    return (e.CoverCardDrawn(cutter=cutter, with_last=with_last, clause=_drawn_under(rules)),)


def _is_next_recipients(rules: Rules, table: Table) -> bool:
    """Tell at the call whether the cover card came out among burned cards and is the next recipient's."""
    lonely = rules.book.cut.cover_among_burns
    by_recipient = lonely is not None and lonely.value is LonelyCover.NEXT_RECIPIENT
    return by_recipient and table.cover_card_behind is None and cover_card_is_out(rules, table)


def _cutter(rules: Rules, table: Table, target: int) -> int | None:
    lonely = rules.book.cut.cover_among_burns
    if target == BURN and lonely and lonely.value is LonelyCover.NEXT_RECIPIENT:
        in_order = rules.book.deal.direction.value.order(table.round.hands if table.round else table.seats)
        coming = table.round.to_deal if table.round and table.round.to_deal else in_order
        target = next((seat for seat in coming if seat != BURN), BURN)
    if table.round is not None and rules.house.electronic is not None:
        return None
    if table.round is None or target not in table.round.hands:
        return target if target in table.seats else None
    player = table.round.hands[target].player
    return next((seat for seat, name in table.seats.items() if name == player), None)
