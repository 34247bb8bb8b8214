"""The payout limit in the full kernel."""

from casinowar.game.book.rules import Rules
from casinowar.simulation.full import layout as t


def payout_limit_terms(rules: Rules) -> t.Terms:
    counts = rules.limit_counts
    return {
        t.LIMIT_COUNTS: 1 + t.code(counts) if counts else t.NO_LIMIT,
        t.LIMIT: rules.payout_limit or 0,
    }


@t.compiled
def payable(table: t.TableArrays, hand: int, wager: int, amount: int) -> int:
    counts = table.terms[t.LIMIT_COUNTS]
    if counts == t.NO_LIMIT or (wager >= t.PROGRESSIVE and counts != t.WITH_PROGRESSIVE):
        return amount
    before = 0
    if counts == t.OF_WAGER:
        before = table.hands[hand, t.PAID + wager]
    elif counts == t.OF_PLAYER:
        for other in range(len(table.hands)):
            if table.hands[other, t.PLAYER] == table.hands[hand, t.PLAYER]:
                before += _paid(table, other, t.PROGRESSIVE)
    else:
        before = _paid(table, hand, t.KINDS if counts == t.WITH_PROGRESSIVE else t.PROGRESSIVE)
    return int(max(0, min(amount, table.terms[t.LIMIT] - before)))


@t.compiled
def _paid(table: t.TableArrays, hand: int, kinds: int) -> int:
    paid = 0
    for kind in range(kinds):
        paid += table.hands[hand, t.PAID + kind]
    return paid
