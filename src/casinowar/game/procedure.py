"""The procedure: what the book wants done next, by whom, and under which clause."""

from msgspec import Struct

from casinowar.game.book.bank import BankRule, ShortWar
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import ShownTo
from casinowar.game.due.bank import cover_left, is_short, next_banker, seated
from casinowar.game.due.cutting import cut_clause, next_cutter
from casinowar.game.due.dealing import burns_in_round
from casinowar.game.due.hands import (
    hand_given_up,
    hand_to_choose,
    hand_to_read,
    in_turn,
    incomplete_hands,
    ready_spots,
    spins_in_turn,
    spins_still_in,
)
from casinowar.game.due.shuffling import NEEDS_A_PLAYER, cards_are_due, idle_is_due, waits_for_the_call
from casinowar.game.evolve import check_state
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import BURN, DEALER, Act, Occasion, Role, Wager

_DEAL_CARD, _COMPARE_HAND, _SETTLE_HAND = Act.DEAL_CARD, Act.COMPARE_HAND, Act.SETTLE_HAND
_COLLECT_CARDS, _PLACE_WAGERS, _NO_MORE_BETS = Act.COLLECT_CARDS, Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS
_BY_DEALER, _BY_PLAYER = Role.DEALER, Role.PLAYER


class Duty(Struct, frozen=True, gc=False):
    """An act that is due, the role that does it, its clause, and the seat it concerns."""

    act: Act
    role: Role
    clause: str
    seat: int | None = None
    standing: Cents | None = None
    """Against a bank, what of the tie hand stands that is asked to choose."""
    cover: Cents | None = None
    """Against a bank, what is left then to pay with, such as the additional unit of a tied war."""


def check_asked(rules: object, table: object) -> None:
    if type(rules) is not Rules:
        name = type(rules).__name__
        raise InputError(
            f"The rules are what load_rules gives, or table.rules of a Table, not of type {name}."
        )
    check_state(table)


def next_duty(rules: Rules, table: Table) -> Duty:
    """Say what the book wants done next."""
    check_asked(rules, table)
    return duty_at(rules, table)


def duty_at(rules: Rules, table: Table) -> Duty:
    """Answer `next_duty` for our own functions, whose arguments have been checked."""
    if not table.open:
        return Duty(Act.OPEN_TABLE, _BY_DEALER, "")
    if table.paused:
        return Duty(Act.RESUME_PLAY, Role.FLOORPERSON, "")
    if table.fill_due:
        return Duty(Act.FILL_TABLE, Role.FLOORPERSON, "")
    if table.stop is not None:
        return Duty(Act.RULE, Role.FLOORPERSON, table.stop.clause, table.stop.hand)
    current = table.round
    called = current is not None and current.closed
    if table.to_do and (called or not waits_for_the_call(rules, table)):
        return _step_due(rules, table)
    if current is None or not called:
        return _before_the_deal(rules, table)
    if not current.to_deal:
        return _in_the_round(rules, table, current)
    new_dealer = rules.book.burns.new_dealer
    if new_dealer and burns_in_round(rules, table):
        return Duty(Act.BURN_CARD, _BY_DEALER, new_dealer.clause)
    return _card_due(rules, current)


def _step_due(rules: Rules, table: Table) -> Duty:
    step = table.to_do[0]
    first_cut = step.act is Act.OFFER_CUT and table.occasion is Occasion.OPENING
    if (step.act in NEEDS_A_PLAYER and not table.present) or (first_cut and not seated(rules, table)):
        return Duty(Act.TAKE_SEAT, _BY_PLAYER, step.clause)
    if step.act is Act.OFFER_CUT:
        offer = cut_clause(rules, table) or step
        if table.cut.offered is not None:
            return Duty(Act.ANSWER_CUT, _BY_PLAYER, offer.clause, table.cut.offered)
        if next_cutter(rules, table) is None:
            clause = rules.book.cut.dealer_cuts or step
            return Duty(Act.CUT, _BY_DEALER, clause.clause, DEALER)
    seat = None
    if step.act is Act.SHOW_FIRST_PLAYER and table.occasion is Occasion.CHANGE:
        seat = _shown_to(rules, table)
    return Duty(step.act, step.role, step.clause, seat)


def _shown_to(rules: Rules, table: Table) -> int | None:
    """Find the seat of the player who is shown new decks at an occupied table; None means anyone who asks."""
    law = rules.book.opening.shown_to
    if law is None or law.value is ShownTo.ANYONE:
        return None
    return next(seat for seat, player in table.seats.items() if player == table.present[0])


def _before_the_deal(rules: Rules, table: Table) -> Duty:
    book = rules.book
    if book.cards.change and cards_are_due(rules, table):
        return Duty(Act.CHANGE_CARDS, _BY_DEALER, book.cards.change.clause)
    if idle_is_due(rules, table) and book.idle and book.idle.begins:
        return Duty(Act.DECLARE_IDLE, _BY_DEALER, book.idle.begins.clause)
    if table.dealer_burns and book.burns.new_dealer and not rules.burns_after_call:
        return Duty(Act.BURN_CARD, _BY_DEALER, book.burns.new_dealer.clause)
    if book.bank is not None and (duty := _bank_due(rules, book.bank, table)):
        return duty
    current = table.round
    if current is not None and len(incomplete_hands(rules, current)) < len(current.hands):
        return Duty(_NO_MORE_BETS, _BY_DEALER, book.deal.call.clause)
    if not table.seats:
        return Duty(Act.TAKE_SEAT, _BY_PLAYER, book.wagers.placing.clause)
    return Duty(_PLACE_WAGERS, _BY_PLAYER, book.wagers.placing.clause)


def _in_the_round(rules: Rules, table: Table, current: Round) -> Duty:
    book = rules.book
    if rules.reads_at_each_seat and (duty := _reading_due(rules, current)):
        return duty
    if current.war is not None and book.war is not None:
        if current.war.to_compare:
            return Duty(_COMPARE_HAND, _BY_DEALER, book.war.order.clause, current.war.to_compare[0])
        return Duty(_SETTLE_HAND, _BY_DEALER, book.war.order.clause, current.war.to_settle[0])
    settlement = book.settlement
    if current.to_spin and rules.spins_at_once and (duty := _spin_due(rules, current)):
        return duty
    if rules.chooses_at_the_seat and (duty := _choice_due(rules, table, current)):
        return duty
    if rules.fights_at_once and (duty := _war_due(rules, current)):
        return duty
    if current.to_compare:
        return Duty(_COMPARE_HAND, _BY_DEALER, settlement.order.clause, current.to_compare[0])
    if current.to_settle:
        return Duty(_SETTLE_HAND, _BY_DEALER, settlement.order.clause, current.to_settle[0])
    open_hands = [hand for hand in current.hands.values() if not hand.settled]
    if open_hands:
        if duty := _choice_due(rules, table, current):
            return duty
        if hand := hand_given_up(rules, current):
            return Duty(_SETTLE_HAND, _BY_DEALER, settlement.order.clause, hand.number)
        if duty := _war_due(rules, current):
            between_wars = bool(current.dealer_war_cards) and not rules.fights_together
            picks_up = rules.picks_up_later and not between_wars
            if picks_up and duty.role is _BY_DEALER and ready_spots(current):
                return Duty(_COLLECT_CARDS, _BY_DEALER, settlement.collection.clause)
            return duty
    if current.to_read and (duty := _reading_due(rules, current)):
        return duty
    if current.to_spin and (duty := _spin_due(rules, current)):
        return duty
    fought = [hand for hand in current.hands.values() if hand.war_cards]
    last = settlement.last_collection if fought else settlement.dealers_card or settlement.collection
    return Duty(_COLLECT_CARDS, _BY_DEALER, last.clause)


def _card_due(rules: Rules, current: Round) -> Duty:
    book, target = rules.book, current.to_deal[0]
    if target == BURN and book.war is not None:
        return Duty(Act.BURN_CARD, _BY_DEALER, book.war.burn.clause)
    if current.war is not None and book.war is not None:
        return Duty(_DEAL_CARD, _BY_DEALER, book.war.deal.clause, target)
    clauses = rules.clauses
    clause = clauses.to_the_dealer if target == DEALER else clauses.to_each_wager
    return Duty(_DEAL_CARD, _BY_DEALER, clause, target)


def _choice_due(rules: Rules, table: Table, current: Round) -> Duty | None:
    hand = hand_to_choose(rules, current)
    if hand is None:
        return None
    law = rules.book.bank
    if law is not None and is_short(rules, current):
        if law.short_war.value is ShortWar.MAY_ADD and not current.bank_answered:
            return Duty(Act.ADD_TO_BANK, _BY_PLAYER, law.short_war.clause, table.bank.seat)
        return Duty(Act.RETURN_UNCOVERED, _BY_DEALER, law.wager.clause)
    if hand.abandoned:
        return Duty(Act.SETTLE_ABANDONED, _BY_DEALER, rules.book.seating.leaving.clause, hand.number)
    clause = rules.book.settlement.choice.clause
    if law is None:
        return Duty(Act.CHOOSE, _BY_PLAYER, clause, hand.number)
    left = cover_left(rules, current)
    return Duty(Act.CHOOSE, _BY_PLAYER, clause, hand.number, hand.placed(Wager.INITIAL), left)


def _war_due(rules: Rules, current: Round) -> Duty | None:
    war = rules.book.war
    hands = [hand for hand in current.hands.values() if hand.goes_to_war]
    if not hands or war is None:
        return None
    offer = rules.book.wagers.war_tie
    offered = rules.book.wagers.placed_under(Wager.WAR_TIE)
    waiting = [hand for hand in hands if hand.wars > hand.confirmed]
    if offer and (hand := _first(rules, current, [hand for hand in waiting if hand.answers_tie_offer])):
        return Duty(Act.ANSWER_TIE_OFFER, _BY_PLAYER, offered.clause, hand.number)
    if hand := _first(rules, current, waiting):
        return Duty(Act.CONFIRM_WAR_WAGER, _BY_DEALER, war.confirmed.clause, hand.number)
    if offer and (hand := _first(rules, current, [hand for hand in hands if hand.answers_tie_offer])):
        return Duty(Act.ANSWER_TIE_OFFER, _BY_PLAYER, offered.clause, hand.number)
    return Duty(Act.BEGIN_WAR_DEAL, _BY_DEALER, war.deal.clause)


def _reading_due(rules: Rules, current: Round) -> Duty | None:
    hand = hand_to_read(rules, current)
    if hand is None or rules.book.progressive is None:
        return None
    act = Act.READ_PROGRESSIVE if hand.combinations is None else Act.PAY_PROGRESSIVE
    return Duty(act, _BY_DEALER, rules.book.progressive.settling.clause, hand.number)


def _spin_due(rules: Rules, current: Round) -> Duty | None:
    law = rules.book.bonus_spin
    if law is None:
        return None
    if current.wheel is not None:
        return Duty(Act.PAY_BONUS_SPIN, _BY_DEALER, law.settled.clause, current.wheel.hand)
    turns = spins_in_turn(rules, current)
    still_in = spins_still_in(turns, current) if current.dealer_card in rules.designated_cards else ()
    act = Act.SPIN_WHEEL if still_in else Act.COLLECT_BONUS_SPIN
    return Duty(act, _BY_DEALER, law.settled.clause, (still_in or turns)[0])


def _bank_due(rules: Rules, law: BankRule, table: Table) -> Duty | None:
    if not law.players.allows(len(seated(rules, table))):
        return Duty(Act.TAKE_SEAT, _BY_PLAYER, law.players.clause)
    if table.bank.seat is not None:
        return None
    if table.bank.offered is not None:
        return Duty(Act.ANSWER_BANK, _BY_PLAYER, law.held.clause, table.bank.offered)
    if next_banker(rules, table) is not None:
        return Duty(Act.OFFER_BANK, _BY_DEALER, law.held.clause)
    return Duty(Act.ANSWER_BANK, _BY_PLAYER, law.held.clause)


def _first(rules: Rules, current: Round, hands: list[Hand]) -> Hand | None:
    if not hands or rules.book.war is None:
        return None
    by_seat = {hand.number: hand for hand in hands}
    return by_seat[in_turn(rules, current, rules.book.war.deal.direction, by_seat)]
