"""The player/dealer's bank in the full kernel: what it covers of what is won, lost and matched.

Only a banked table has one; at others everything is covered.
"""

from casinowar.game.book.rules import Rules
from casinowar.simulation.full import rows as t


def bank_terms(rules: Rules, amount: int) -> t.Terms:
    """Compile how the player/dealer's wager covers the others'."""
    law = rules.book.bank
    if law is None:
        return {}
    return {
        t.BANKED: 1,
        t.BANK: amount,
        t.EXHAUSTED: law.exhausted.value,
        t.SHORT_WAR: law.short_war.value,
    }


@t.compiled
def drawn_from_bank(table: t.TableArrays, amount: int) -> int:
    """Take an amount out of the bank as far as it covers it, less what is kept for others; tell how much."""
    if not table.terms[t.BANKED]:
        return amount
    amount = min(amount, table.marks[t.COVER] - table.marks[t.KEPT])
    table.marks[t.COVER] -= amount
    return amount


@t.compiled
def put_into_bank(table: t.TableArrays, amount: int) -> None:
    """Put chips back into the bank."""
    if table.terms[t.BANKED]:
        table.marks[t.COVER] += amount


@t.compiled
def taken_by_bank(table: t.TableArrays, amount: int) -> int:
    """Tell how much of a lost wager the player/dealer may take."""
    if not table.terms[t.BANKED] or table.terms[t.EXHAUSTED] == t.COLLECT_FIRST:
        return amount
    if table.terms[t.EXHAUSTED] == t.BOTH_WAYS:
        return drawn_from_bank(table, amount)
    if table.marks[t.COVER] == table.marks[t.KEPT]:
        return 0
    refill_bank(table, amount)
    return amount


@t.compiled
def refill_bank(table: t.TableArrays, amount: int) -> None:
    """Add what was taken to the bank, where the text says that this refills it."""
    if table.terms[t.EXHAUSTED] == t.RUNNING:
        put_into_bank(table, amount)


@t.compiled
def pledged(table: t.TableArrays) -> int:
    """Add up the war wagers that wait for their match."""
    total = 0
    for hand in range(len(table.hands)):
        if table.hands[hand, t.WARS] > table.hands[hand, t.CONFIRMED] and not table.hands[hand, t.SETTLED]:
            total += table.hands[hand, t.ON + t.WAR]
    return total


@t.compiled
def is_uncovered(table: t.TableArrays, hand: int) -> bool:
    """Tell whether the bank has too little left for a tie hand to surrender or go to war."""
    if not table.terms[t.BANKED] or table.hands[hand, t.WARS] or table.terms[t.SHORT_WAR] == t.MAY_ADD:
        return False
    left = table.marks[t.COVER] - pledged(table)
    if table.terms[t.SHORT_WAR] == t.WHOLE_ONLY and table.terms[t.FIGHTS]:
        return bool(left * table.terms[t.TIMES + 1] < table.terms[t.TIMES] * table.hands[hand, t.PUT_INITIAL])
    return bool(left <= 0)


@t.compiled
def cannot_match(table: t.TableArrays, match: int) -> bool:
    """Tell whether the bank has too little left to match a war wager, in whole or at all."""
    least = match if table.terms[t.SHORT_WAR] == t.WHOLE_ONLY else 1
    return bool(table.terms[t.BANKED] and table.marks[t.COVER] < least)
