"""Chips in the full kernel: put down, paid, collected and returned, as limits and a bank's cover allow."""

from casinowar.simulation.full import layout as t
from casinowar.simulation.full.bank import (
    drawn_from_bank,
    paid_by_bank,
    refill_bank,
    take_match_back,
    taken_by_bank,
)
from casinowar.simulation.full.payout_limit import payable


@t.compiled
def place(table: t.TableArrays, hand: int, wager: int, amount: int) -> None:
    table.hands[hand, t.ON + wager] += amount
    table.hands[hand, t.PLACED + wager] += amount
    table.hands[hand, t.NET + wager] -= amount
    if wager == t.INITIAL:
        table.hands[hand, t.PUT_INITIAL] += amount


@t.compiled
def placed_by_all(table: t.TableArrays, wager: int) -> int:
    total = 0
    for hand in range(len(table.hands)):
        total += table.hands[hand, t.PLACED + wager]
    return total


@t.compiled
def left(table: t.TableArrays, hand: int) -> int:
    return int(table.hands[hand, t.PURSE] + net_result(table, hand))


@t.compiled
def net_result(table: t.TableArrays, hand: int) -> int:
    net = 0
    for kind in range(t.KINDS):
        net += table.hands[hand, t.NET + kind]
    return net


@t.compiled
def give_back(table: t.TableArrays, hand: int, wager: int) -> None:
    table.hands[hand, t.NET + wager] += table.hands[hand, t.ON + wager]
    table.hands[hand, t.ON + wager] = 0


@t.compiled
def collect(table: t.TableArrays, hand: int, wager: int, odds: int) -> None:
    """Collect a lost wager, whose odds stand at a place of the terms, as far as the bank covers it."""
    amount = table.hands[hand, t.ON + wager]
    taken = taken_by_bank(table, amount, odds)
    table.hands[hand, t.NET + wager] += amount - taken
    table.hands[hand, t.ON + wager] = 0


@t.compiled
def forfeit(table: t.TableArrays, hand: int, wager: int, lost: int) -> None:
    table.hands[hand, t.NET + wager] += table.hands[hand, t.ON + wager] - lost
    table.hands[hand, t.ON + wager] = lost
    if table.hands[hand, t.WARS]:
        collect_at_war(table, hand, wager)
    else:
        collect(table, hand, wager, t.EVEN)


@t.compiled
def collect_at_war(table: t.TableArrays, hand: int, wager: int) -> None:
    """Collect an initial or war wager at the end of a war: it was matched, so it is taken in full."""
    refill_bank(table, table.hands[hand, t.ON + wager])
    table.hands[hand, t.ON + wager] = 0


@t.compiled
def collect_match(table: t.TableArrays, hand: int) -> None:
    take_match_back(table, table.hands[hand, t.ON + t.MATCH])


@t.compiled
def pay(table: t.TableArrays, hand: int, wager: int, amount: int) -> None:
    """Pay on a war wager what the payout limit allows and the bank covers."""
    _hand_over(table, hand, wager, drawn_from_bank(table, payable(table, hand, wager, amount)))


@t.compiled
def pay_odds(table: t.TableArrays, hand: int, wager: int, odds: int) -> None:
    """Pay a won wager by the odds at a place of the terms, and return it."""
    wagered = table.hands[hand, t.ON + wager]
    amount = payable(table, hand, wager, wagered * table.terms[odds] // table.terms[odds + 1])
    _hand_over(table, hand, wager, paid_by_bank(table, wagered, amount))
    give_back(table, hand, wager)


@t.compiled
def pay_match(table: t.TableArrays, hand: int) -> None:
    """Pay the dealer's match to the player; what the payout limit holds back is collected."""
    paid = pay_in_full(table, hand, t.MATCH, table.hands[hand, t.ON + t.MATCH])
    table.hands[hand, t.ON + t.MATCH] -= paid
    collect_match(table, hand)


@t.compiled
def pay_in_full(table: t.TableArrays, hand: int, kind: int, amount: int) -> int:
    """Pay within the payout limit, whatever the bank covers; return the amount."""
    paid = payable(table, hand, kind, amount)
    _hand_over(table, hand, kind, paid)
    return paid


@t.compiled
def _hand_over(table: t.TableArrays, hand: int, kind: int, amount: int) -> None:
    table.hands[hand, t.NET + kind] += amount
    table.hands[hand, t.PAID + kind] += amount
