"""The procedure: what the book wants done next, by whom, and under which clause."""

from msgspec import Struct

from casinowar.game.book.bank import BankRule
from casinowar.game.book.rules import Rules
from casinowar.game.due.bank import is_uncovered, next_banker, seated
from casinowar.game.due.cutting import cut_clause, next_cutter
from casinowar.game.due.hands import hand_to_choose, in_turn, incomplete_hands, ready_spots, spins_in_turn
from casinowar.game.due.shuffling import NEEDS_A_PLAYER, cards_are_due
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import BURN, DEALER, Act, Occasion, Role

_DEAL_CARD, _COMPARE_HAND, _SETTLE_HAND = Act.DEAL_CARD, Act.COMPARE_HAND, Act.SETTLE_HAND
_COLLECT_CARDS, _PLACE_WAGERS, _NO_MORE_BETS = Act.COLLECT_CARDS, Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS
_BY_DEALER, _BY_PLAYER = Role.DEALER, Role.PLAYER


class Duty(Struct, frozen=True, gc=False):
    """An act that is due, the role that does it, its clause, and the seat it concerns."""

    act: Act
    role: Role
    clause: str
    seat: int | None = None


def next_duty(rules: Rules, table: Table) -> Duty:
    """Say what the book wants done next."""
    if not table.open:
        return Duty(Act.OPEN_TABLE, _BY_DEALER, rules.book.shuffle.before_play.clause)
    if table.fill_due:
        return Duty(Act.FILL_TABLE, Role.FLOORPERSON, "")
    if table.stop is not None:
        ruling = rules.book.irregularities.ruling
        return Duty(Act.RULE, Role.FLOORPERSON, ruling.clause, table.stop.hand)
    if table.to_do:
        return _step_due(rules, table)
    current = table.round
    if current is None or not current.closed:
        return _before_the_deal(rules, table)
    return _card_due(rules, current) if current.to_deal else _in_the_round(rules, current)


def _step_due(rules: Rules, table: Table) -> Duty:
    step = table.to_do[0]
    first_cut = step.act is Act.OFFER_CUT and table.occasion is Occasion.OPENING
    if (step.act in NEEDS_A_PLAYER or first_cut) and not table.arrivals:
        return Duty(Act.TAKE_SEAT, _BY_PLAYER, step.clause)
    if step.act is Act.OFFER_CUT:
        offer = cut_clause(rules, table) or step
        if table.cut.offered is not None:
            return Duty(Act.ANSWER_CUT, _BY_PLAYER, offer.clause, table.cut.offered)
        if next_cutter(rules, table) is None:
            clause = rules.book.cut.dealer_cuts or step
            return Duty(Act.CUT, _BY_DEALER, clause.clause, DEALER)
    return Duty(step.act, step.role, step.clause)


def _before_the_deal(rules: Rules, table: Table) -> Duty:
    book = rules.book
    if table.round is None and book.cards.change and cards_are_due(rules, table):
        return Duty(Act.CHANGE_CARDS, _BY_DEALER, book.cards.change.clause)
    if table.dealer_burns and book.burns.new_dealer:
        return Duty(Act.BURN_CARD, _BY_DEALER, book.burns.new_dealer.clause)
    if book.bank is not None and (duty := _bank_due(rules, book.bank, table)):
        return duty
    current = table.round
    if current is not None and len(incomplete_hands(rules, current)) < len(current.hands):
        return Duty(_NO_MORE_BETS, _BY_DEALER, book.deal.call.clause)
    if not table.seats:
        return Duty(Act.TAKE_SEAT, _BY_PLAYER, book.wagers.placing.clause)
    return Duty(_PLACE_WAGERS, _BY_PLAYER, book.wagers.placing.clause)


def _in_the_round(rules: Rules, current: Round) -> Duty:
    book = rules.book
    if current.war is not None and book.war is not None:
        if current.war.to_compare:
            return Duty(_COMPARE_HAND, _BY_DEALER, book.war.order.clause, current.war.to_compare[0])
        return Duty(_SETTLE_HAND, _BY_DEALER, book.war.order.clause, current.war.to_settle[0])
    settlement = book.settlement
    if current.to_spin and rules.spins_at_once and (duty := _spin_due(rules, current)):
        return duty
    if rules.chooses_at_the_seat and (duty := _choice_due(rules, current)):
        return duty
    if rules.fights_at_once and (duty := _war_due(rules, current)):
        return duty
    if current.to_compare:
        return Duty(_COMPARE_HAND, _BY_DEALER, settlement.order.clause, current.to_compare[0])
    if current.to_settle:
        return Duty(_SETTLE_HAND, _BY_DEALER, settlement.order.clause, current.to_settle[0])
    open_hands = [hand for hand in current.hands.values() if not hand.settled]
    if open_hands:
        if duty := _choice_due(rules, current):
            return duty
        if duty := _war_due(rules, current):
            if rules.picks_up_later and duty.role is _BY_DEALER and ready_spots(current):
                return Duty(_COLLECT_CARDS, _BY_DEALER, settlement.collection.clause)
            return duty
    if (current.to_read or current.to_spin) and (duty := _beside_the_game_due(rules, current)):
        return duty
    fought = [hand for hand in current.hands.values() if hand.war_cards]
    last = settlement.last_collection if fought else settlement.collection
    return Duty(_COLLECT_CARDS, _BY_DEALER, last.clause)


def _card_due(rules: Rules, current: Round) -> Duty:
    book, target = rules.book, current.to_deal[0]
    if target == BURN and book.war is not None:
        return Duty(Act.BURN_CARD, _BY_DEALER, book.war.burn.clause)
    if current.war is not None and book.war is not None:
        return Duty(_DEAL_CARD, _BY_DEALER, book.war.deal.clause, target)
    clause = book.deal.to_the_dealer if target == DEALER else book.deal.to_each_wager
    return Duty(_DEAL_CARD, _BY_DEALER, clause.clause, target)


def _choice_due(rules: Rules, current: Round) -> Duty | None:
    hand = hand_to_choose(rules, current)
    if hand is None:
        return None
    if is_uncovered(rules, current, hand) and rules.book.bank:
        return Duty(Act.RETURN_UNCOVERED, _BY_DEALER, rules.book.bank.wager.clause, hand.number)
    if hand.abandoned:
        return Duty(Act.SETTLE_ABANDONED, _BY_DEALER, rules.book.seating.leaving.clause, hand.number)
    return Duty(Act.CHOOSE, _BY_PLAYER, rules.book.settlement.choice.clause, hand.number)


def _war_due(rules: Rules, current: Round) -> Duty | None:
    """Find what is due between the choice and the war deal."""
    war = rules.book.war
    hands = [hand for hand in current.hands.values() if hand.goes_to_war]
    if not hands or war is None:
        return None
    offer = rules.book.wagers.war_tie
    waiting = [hand for hand in hands if hand.wars > hand.confirmed]
    if offer and (hand := _first(rules, current, [hand for hand in waiting if hand.answers_tie_offer])):
        return Duty(Act.ANSWER_TIE_OFFER, _BY_PLAYER, offer.clause, hand.number)
    if hand := _first(rules, current, waiting):
        return Duty(Act.CONFIRM_WAR_WAGER, _BY_DEALER, war.confirmed.clause, hand.number)
    if offer and (hand := _first(rules, current, [hand for hand in hands if hand.answers_tie_offer])):
        return Duty(Act.ANSWER_TIE_OFFER, _BY_PLAYER, offer.clause, hand.number)
    return Duty(Act.BEGIN_WAR_DEAL, _BY_DEALER, war.deal.clause)


def _beside_the_game_due(rules: Rules, current: Round) -> Duty | None:
    """Find what is due on side wagers after the wagers of the game itself."""
    progressive = rules.book.progressive
    if current.to_read and progressive:
        hand = current.hands[current.to_read[0]]
        act = Act.READ_PROGRESSIVE if hand.combinations is None else Act.PAY_PROGRESSIVE
        return Duty(act, _BY_DEALER, progressive.settling.clause, hand.number)
    return _spin_due(rules, current) if current.to_spin else None


def _spin_due(rules: Rules, current: Round) -> Duty | None:
    law = rules.book.bonus_spin
    if law is None:
        return None
    act = Act.SPIN_WHEEL if current.dealer_card in rules.designated_cards else Act.COLLECT_BONUS_SPIN
    return Duty(act, _BY_DEALER, law.settled.clause, spins_in_turn(rules, current)[0])


def _bank_due(rules: Rules, law: BankRule, table: Table) -> Duty | None:
    """Find what is due before a round can be banked."""
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
