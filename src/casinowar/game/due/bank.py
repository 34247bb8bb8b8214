"""Whose turn it is to bank, and whether the bank can still cover a hand."""

from bisect import bisect_left, bisect_right

from casinowar.game.book.bank import BankRule, FirstHolder, ShortWar
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


def pledged(current: Round) -> Cents:
    """Add up the war wagers that wait for their match."""
    return sum(hand.on_layout(Wager.WAR) for hand in current.hands.values() if _waits_for_match(hand))


def _waits_for_match(hand: Hand) -> bool:
    return hand.wars > hand.confirmed and not hand.settled


def is_uncovered(rules: Rules, current: Round, hand: Hand) -> bool:
    """Tell whether the bank has too little left for a tie hand to surrender or go to war."""
    law, war = rules.book.bank, rules.book.war
    if law is None or current.cover is None or hand.wars or law.short_war.value is ShortWar.MAY_ADD:
        return False
    left = current.cover - pledged(current)
    if law.short_war.value is ShortWar.WHOLE_ONLY and war is not None:
        return left < war.times() * hand.placed(Wager.INITIAL)
    return left <= 0
