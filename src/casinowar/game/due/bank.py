"""Whose turn it is to bank, and how far the bank can cover a hand."""

from bisect import bisect_left, bisect_right
from fractions import Fraction
from math import ceil, floor

from casinowar.game.book.bank import BankRule, FirstHolder, ShortWar
from casinowar.game.book.cited_values import ratio
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
    held = next((seat for seat in seats if table.seats[seat] == bank.holder), None)  # wherever since (R114)
    if held is not None and 0 < bank.rounds < law.held.rounds and held not in bank.declined:
        return held
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
    seats = [seat for seat in table.seats if seat < PLACES] if rules.house.backline else table.seats
    return sorted(seats)


def is_tired(law: BankRule, table: Table, seat: int) -> bool:
    return table.seats.get(seat) == table.bank.holder and table.bank.rounds >= law.held.rounds


# cover


def cover_left(rules: Rules, current: Round, *, but: Hand | None = None) -> Cents:
    """Tell what is left of the bank beside what is kept for tie hands; for all of them, or all but one."""
    kept = (kept_for(rules, current, hand) for hand in current.hands.values() if hand is not but)
    return (current.cover or 0) - sum(kept)


def kept_for(rules: Rules, current: Round, hand: Hand) -> Cents:
    """Tell how much of the bank is kept for a tie hand: what it could win, less the match that was laid."""
    if hand.settled or not (hand.wars or _waits(rules, current, hand)):
        return 0
    return max(0, _risked(rules, hand.placed(Wager.INITIAL)) - hand.on_layout(Wager.MATCH))


def _waits(rules: Rules, current: Round, hand: Hand) -> bool:
    in_the_pass = hand.number in current.to_settle or (current.to_settle and not rules.chooses_at_the_seat)
    return hand.chooses and not hand.wars and not in_the_pass


def _risked(rules: Rules, stands: Cents) -> Cents:
    return ceil(rules.bank_risk * stands)


def standing(rules: Rules, current: Round) -> dict[int, Cents]:
    """Find, in order, how much of each tie hand that waits the bank can play against."""
    law = rules.book.bank
    if law is None or current.cover is None:
        return {}
    waiting = [hand for hand in current.hands.values() if _waits(rules, current, hand)]
    waiting.sort(key=lambda hand: current.settling.index(hand.number))
    left = cover_left(rules, current) + sum(kept_for(rules, current, hand) for hand in waiting)
    stand = {}
    for hand in waiting:
        stands = _standing(rules, law.short_war.value, hand.on_layout(Wager.INITIAL), left)
        left -= _risked(rules, stands)
        stand[hand.number] = stands
    return stand


def _standing(rules: Rules, short: ShortWar, initial: Cents, left: Cents) -> Cents:
    most = floor(left / rules.bank_risk)
    if initial <= most:
        return initial
    return 0 if short is ShortWar.WHOLE_ONLY else most // rules.standing_unit * rules.standing_unit


def is_short(rules: Rules, current: Round) -> bool:
    stand = standing(rules, current)
    return any(stands < current.hands[number].on_layout(Wager.INITIAL) for number, stands in stand.items())


def odds_of(rules: Rules, hand: Hand, wager: Wager) -> Fraction:
    ladder = rules.tie_odds(wager) if wager in {Wager.TIE, Wager.WAR_TIE} else ()
    if ladder:
        return ladder[min(max(hand.wars, 1), len(ladder)) - 1]
    return ratio(rules.book.wagers.initial.value)
