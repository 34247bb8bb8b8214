"""Tie wagers paid by the number of ties in a row, and the end of a hand that ties, in the full kernel."""

from casinowar.simulation.full import chips
from casinowar.simulation.full import layout as t


@t.compiled
def can_rise(table: t.TableArrays, hand: int, ties: int) -> bool:
    return bool(table.hands[hand, t.ON + t.TIE] and ties <= t.number(table, t.IN_A_ROW) // t.STEP)


@t.compiled
def pay_ties(table: t.TableArrays, hand: int, ties: int) -> None:
    if not table.hands[hand, t.ON + t.TIE]:
        return
    odds = table.terms[t.IN_A_ROW] + 1 + (ties - 2) * t.STEP if ties > 1 else t.TIE_PAYS
    chips.pay_odds(table, hand, t.TIE, odds)


@t.compiled
def end_hand(table: t.TableArrays, hand: int, ties: int) -> None:
    """End a hand after a tie: settle it with its tie wager, or deal on for the tie wager alone."""
    if table.terms[t.TIES_RUN_ON] and can_rise(table, hand, ties):
        table.hands[hand, t.RAN_ON] += 1
        table.hands[hand, t.WARS] = table.hands[hand, t.CONFIRMED] = table.hands[hand, t.FOUGHT] + 1
        table.hands[hand, t.SETTLED] = 0
        return
    pay_ties(table, hand, ties)
    table.hands[hand, t.SETTLED] = 1
