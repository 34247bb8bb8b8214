"""Further wagers on the original deal in the full kernel: on the dealer's card, and on ties in a row."""

from fractions import Fraction

from casinowar.game.book.citing import ratio
from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.simulation.full import chips
from casinowar.simulation.full import layout as t


def further_terms(rules: Rules) -> t.Terms:
    """Compile what a wager on the dealer's card pays, and a tie wager by the number of ties."""
    law = rules.book.wagers.dealer_wins
    return {
        t.DEALER_WINS_PAYS: ratio(law.value) if law else Fraction(0),
        t.TIE_FORFEITS: Fraction(law.tie_forfeits) if law else Fraction(1),
        t.TIES_RUN_ON: rules.ties_run_on,
        t.IN_A_ROW: rules.tie_odds(Wager.TIE)[1:],
    }


@t.compiled
def settle_dealer_wins(table: t.TableArrays, hand: int, result: int) -> None:
    """Settle the wager on the dealer's card, of which a tie may forfeit a part.

    A lost one stays lost: no bank takes such wagers, so that nobody has to cover it.
    """
    amount = table.hands[hand, t.ON + t.DEALER_WINS]
    if not amount:
        return
    if result == t.LOWER:
        chips.pay_odds(table, hand, t.DEALER_WINS, t.DEALER_WINS_PAYS)
    elif result == t.EQUAL:
        lost = amount * table.terms[t.TIE_FORFEITS] // table.terms[t.TIE_FORFEITS + 1]
        chips.forfeit(table, hand, t.DEALER_WINS, lost)


@t.compiled
def can_rise(table: t.TableArrays, hand: int, ties: int) -> bool:
    """Tell whether a tie wager is open that would be paid more for another tie than for so many in a row."""
    return bool(table.hands[hand, t.ON + t.TIE] and ties <= t.number(table, t.IN_A_ROW) // t.STEP)


@t.compiled
def pay_ties(table: t.TableArrays, hand: int, ties: int) -> None:
    """Pay an open tie wager by the number of ties in a row; it is open as long as another brings more."""
    if not table.hands[hand, t.ON + t.TIE]:
        return
    odds = table.terms[t.IN_A_ROW] + 1 + (ties - 2) * t.STEP if ties > 1 else t.TIE_PAYS
    chips.pay_odds(table, hand, t.TIE, odds)


@t.compiled
def end_hand(table: t.TableArrays, hand: int, ties: int) -> None:
    """End a hand after a tie: settle it with its tie wager, or deal on for that alone."""
    if table.terms[t.TIES_RUN_ON] and can_rise(table, hand, ties):
        table.hands[hand, t.RAN_ON] += 1
        table.hands[hand, t.WARS] = table.hands[hand, t.CONFIRMED] = table.hands[hand, t.FOUGHT] + 1
        table.hands[hand, t.SETTLED] = 0
        return
    pay_ties(table, hand, ties)
    table.hands[hand, t.SETTLED] = 1
