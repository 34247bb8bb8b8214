"""The player/dealer's bank in the full kernel: what it covers of what is won, lost and matched.

Only a banked table has one; at others everything is covered.
"""

from casinowar.game.book.rules import Rules
from casinowar.simulation.full import layout as t


def bank_terms(rules: Rules, amount: int) -> t.Terms:
    law = rules.book.bank
    if law is None:
        return {}
    return {
        t.BANKED: 1,
        t.BANK: amount,
        t.EXHAUSTED: law.exhausted.value,
        t.SHORT_WAR: law.short_war.value,
        t.STANDING_UNIT: rules.standing_unit,
        t.RISK: rules.bank_risk,
    }


# what is won and lost


@t.compiled
def drawn_from_bank(table: t.TableArrays, amount: int) -> int:
    if not table.terms[t.BANKED]:
        return amount
    amount = min(amount, table.marks[t.COVER])
    table.marks[t.COVER] -= amount
    return amount


@t.compiled
def paid_by_bank(table: t.TableArrays, wagered: int, amount: int) -> int:
    if table.terms[t.BANKED] and table.terms[t.EXHAUSTED] == t.ODDS_KEPT and amount > table.marks[t.COVER]:
        stands = table.marks[t.COVER] * wagered // amount
        amount = stands * amount // wagered
    return drawn_from_bank(table, amount)


@t.compiled
def taken_by_bank(table: t.TableArrays, amount: int, odds: int) -> int:
    """Tell how much of a lost wager the player/dealer may take; its odds stand at a place of the terms."""
    how = table.terms[t.EXHAUSTED]
    if not table.terms[t.BANKED] or how == t.COLLECT_FIRST:
        return amount
    if how == t.ODDS_KEPT and table.terms[odds]:
        amount = min(amount, table.marks[t.COVER] * table.terms[odds + 1] // table.terms[odds])
    if how in (t.BOTH_WAYS, t.ODDS_KEPT):
        return drawn_from_bank(table, amount)
    if not table.marks[t.COVER]:
        return 0
    refill_bank(table, amount)
    return amount


@t.compiled
def refill_bank(table: t.TableArrays, amount: int) -> None:
    """Add what was taken to the bank, where the text says that this refills it."""
    if table.terms[t.BANKED] and table.terms[t.EXHAUSTED] == t.RUNNING:
        table.marks[t.COVER] += amount


@t.compiled
def take_match_back(table: t.TableArrays, match: int) -> None:
    """Put a match that was won back into the bank, where it can cover other wagers again."""
    if table.terms[t.BANKED] and table.terms[t.EXHAUSTED] not in (t.BOTH_WAYS, t.ODDS_KEPT):
        table.marks[t.COVER] += match


# tie hands


@t.compiled
def standing(table: t.TableArrays, hand: int) -> int:
    """Tell how much of a tie hand the cover left can play against, and keep that much cover for it."""
    initial = table.hands[hand, t.ON + t.INITIAL]
    if not table.terms[t.BANKED] or table.hands[hand, t.WARS]:
        return int(initial)
    stands = table.marks[t.COVER] * table.terms[t.RISK + 1] // table.terms[t.RISK]
    if initial <= stands:
        stands = initial
    elif table.terms[t.SHORT_WAR] == t.WHOLE_ONLY:
        stands = 0
    stands -= stands % table.terms[t.STANDING_UNIT]
    table.hands[hand, t.STANDS] = stands
    table.marks[t.COVER] -= _risked(table, stands)
    return int(stands)


@t.compiled
def _risked(table: t.TableArrays, stands: int) -> int:
    return int(-(-stands * table.terms[t.RISK] // table.terms[t.RISK + 1]))


@t.compiled
def release(table: t.TableArrays, hand: int) -> None:
    """Let what is still kept for a tie hand cover others again, because the hand is over."""
    if table.terms[t.BANKED]:
        kept = _risked(table, table.hands[hand, t.STANDS]) - table.hands[hand, t.ON + t.MATCH]
        table.marks[t.COVER] += max(0, kept)


@t.compiled
def drawn_for_match(table: t.TableArrays, hand: int, amount: int) -> int:
    """Match a further war wager as far as anything is left; what was kept for the hand covers it first."""
    match = drawn_from_bank(table, amount)
    if table.terms[t.BANKED]:
        kept = _risked(table, table.hands[hand, t.STANDS]) - table.hands[hand, t.ON + t.MATCH]
        table.marks[t.COVER] += min(match, max(0, kept))
    return match


@t.compiled
def cannot_match(table: t.TableArrays, hand: int, match: int) -> bool:
    least = match if table.terms[t.SHORT_WAR] == t.WHOLE_ONLY else 1
    again = table.hands[hand, t.CONFIRMED] > 0
    return bool(again and table.terms[t.BANKED] and table.marks[t.COVER] < least)
