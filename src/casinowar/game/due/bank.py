"""Whose turn it is to bank, and how far the bank can cover a hand."""

from bisect import bisect_left, bisect_right
from fractions import Fraction
from math import ceil, floor

from casinowar.game.book.bank import BankRule, FirstHolder, ShortWar
from casinowar.game.book.citing import ratio
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import PLACES, Wager

# who banks


def next_banker(rules: Rules, table: Table) -> int | None:
    """Find the seat that is offered the bank next, or None when everybody was asked."""
    law, bank = rules.book.bank, table.bank
    if law is None:
        return None
    seats = seated(rules, table)
    stays = bank.last in seats and table.seats[bank.last] == bank.holder
    if stays and 0 < bank.rounds < law.held.rounds and bank.last not in bank.declined:
        return bank.last
    start = 0
    if bank.last is not None:
        start = bisect_right(seats, bank.last)
    elif law.first_holder.value is FirstHolder.SET and rules.house.first_bank:
        start = bisect_left(seats, rules.house.first_bank)
    for seat in seats[start:] + seats[:start]:
        if seat not in bank.declined and not is_tired(law, table, seat):
            return seat
    return None


def seated(rules: Rules, table: Table) -> list[int]:
    """List the seats that are taken, in order, without the backline bettors behind them."""
    seats = [seat for seat in table.seats if seat < PLACES] if rules.house.backline else table.seats
    return sorted(seats)


def is_tired(law: BankRule, table: Table, seat: int) -> bool:
    """Tell whether the player at a seat has held the bank for as long as anyone may."""
    return table.seats.get(seat) == table.bank.holder and table.bank.rounds >= law.held.rounds


# cover


def tie_hands_to_cover(rules: Rules, current: Round) -> list[Hand]:
    """List the tie hands, in order, of which it is not set yet what stands against the bank."""
    if rules.book.bank is None or current.cover is None:
        return []
    tied = [
        hand
        for number, hand in current.hands.items()
        if hand.chooses and hand.standing is None and number not in current.to_settle
    ]
    return sorted(tied, key=lambda hand: current.settling.index(hand.number))


def standing(rules: Rules, law: BankRule, hand: Hand, left: Cents) -> Cents:
    """Find how much of a tie hand the cover that is left can play against."""
    initial = hand.on_layout(Wager.INITIAL)
    most = floor(left / rules.bank_risk)
    if initial <= most:
        return initial
    return (
        0 if law.short_war.value is ShortWar.WHOLE_ONLY else most // rules.standing_unit * rules.standing_unit
    )


def is_short(rules: Rules, current: Round) -> bool:
    """Tell whether the bank cannot cover the whole of every tie hand that waits."""
    law, left = rules.book.bank, current.cover or 0
    for hand in tie_hands_to_cover(rules, current):
        if law is None or standing(rules, law, hand, left) < hand.on_layout(Wager.INITIAL):
            return True
        left -= risked(rules, hand.on_layout(Wager.INITIAL))
    return False


def risked(rules: Rules, stands: Cents) -> Cents:
    """Tell how much cover is kept for what stands of a tie hand."""
    return ceil(rules.bank_risk * stands)


def kept_for(rules: Rules, hand: Hand) -> Cents:
    """Tell how much cover is still kept for a tie hand: what stands of it, less the match that was laid."""
    return max(0, risked(rules, hand.standing or 0) - hand.on_layout(Wager.MATCH))


def odds_of(rules: Rules, hand: Hand, wager: Wager) -> Fraction:
    """Tell at what odds a wager of a hand would be paid."""
    ladder = rules.tie_odds(wager) if wager in {Wager.TIE, Wager.WAR_TIE} else ()
    if ladder:
        return ladder[min(max(hand.wars, 1), len(ladder)) - 1]
    return ratio(rules.book.wagers.initial.value)
