"""Chips in the full kernel: put down, paid, collected and returned, as limits and a bank's cover allow."""

from casinowar.simulation.full import rows as t


@t.compiled
def place(hands: t.Array, hand: int, wager: int, amount: int) -> None:
    """Put a wager down."""
    hands[hand, t.ON + wager] += amount
    hands[hand, t.PLACED + wager] += amount
    hands[hand, t.NET + wager] -= amount
    if wager == t.INITIAL:
        hands[hand, t.PUT_INITIAL] += amount


@t.compiled
def give_back(hands: t.Array, hand: int, wager: int) -> None:
    """Return what lies on the layout of a wager."""
    hands[hand, t.NET + wager] += hands[hand, t.ON + wager]
    hands[hand, t.ON + wager] = 0


@t.compiled
def chips_left(hands: t.Array, hand: int) -> int:
    """Tell what a player has left in chips."""
    left = hands[hand, t.PURSE]
    for kind in range(t.KINDS):
        left += hands[hand, t.NET + kind]
    return int(left)


@t.compiled
def collect(terms: t.Array, hands: t.Array, table: t.Array, hand: int, wager: int) -> None:
    """Collect a lost wager of the original deal, or one on a tie, as far as the bank covers it."""
    _collect_part(terms, hands, table, (hand, wager), hands[hand, t.ON + wager])


@t.compiled
def forfeit(terms: t.Array, hands: t.Array, table: t.Array, at: tuple[int, int], lost: int) -> None:
    """Collect the forfeited part of a wager and return the rest."""
    hand, wager = at
    hands[hand, t.NET + wager] += hands[hand, t.ON + wager] - lost
    hands[hand, t.ON + wager] = lost
    _collect_part(terms, hands, table, at, lost)


@t.compiled
def _collect_part(terms: t.Array, hands: t.Array, table: t.Array, at: tuple[int, int], amount: int) -> None:
    hand, wager = at
    taken = amount
    if terms[t.BANKED]:
        taken = _taken(terms[t.EXHAUSTED], amount, table[t.COVER] - table[t.KEPT])
        if terms[t.EXHAUSTED] == t.RUNNING:
            table[t.COVER] += taken
        if terms[t.EXHAUSTED] == t.BOTH_WAYS:
            table[t.COVER] -= taken
    hands[hand, t.NET + wager] += amount - taken
    hands[hand, t.ON + wager] -= amount
    if wager == t.INITIAL:
        hands[hand, t.PUT_INITIAL] -= amount - taken


@t.compiled
def _taken(exhausted: int, amount: int, left: int) -> int:
    """Tell how much of a lost wager the player/dealer may take."""
    if exhausted == t.COLLECT_FIRST:
        return amount
    if exhausted == t.BOTH_WAYS:
        return min(amount, left)
    return amount if left else 0


@t.compiled
def collect_at_war(terms: t.Array, hands: t.Array, table: t.Array, hand: int, wager: int) -> None:
    """Collect an initial or war wager at the end of a war: it was matched, so it is taken in full."""
    if terms[t.BANKED] and terms[t.EXHAUSTED] == t.RUNNING:
        table[t.COVER] += hands[hand, t.ON + wager]
    hands[hand, t.ON + wager] = 0


@t.compiled
def collect_match(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> None:
    """Take the dealer's match back."""
    if terms[t.BANKED]:
        table[t.COVER] += hands[hand, t.ON + t.MATCH]
    hands[hand, t.ON + t.MATCH] = 0


@t.compiled
def pay(terms: t.Array, hands: t.Array, table: t.Array, at: tuple[int, int], amount: int) -> None:
    """Pay on a wager what the payout limit allows and the bank covers."""
    hand, wager = at
    amount = payable(terms, hands, hand, wager, amount)
    if terms[t.BANKED]:
        amount = min(amount, table[t.COVER] - table[t.KEPT])
        table[t.COVER] -= amount
    hands[hand, t.NET + wager] += amount
    hands[hand, t.PAID + wager] += amount


@t.compiled
def pay_match(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> None:
    """Pay the dealer's match to the player; what the payout limit holds back is collected."""
    amount = payable(terms, hands, hand, t.MATCH, hands[hand, t.ON + t.MATCH])
    hands[hand, t.ON + t.MATCH] -= amount
    hands[hand, t.NET + t.MATCH] += amount
    hands[hand, t.PAID + t.MATCH] += amount
    collect_match(terms, hands, table, hand)


@t.compiled
def payable(terms: t.Array, hands: t.Array, hand: int, wager: int, amount: int) -> int:
    """Tell how much of an amount a hand may be paid under the payout limit."""
    counts = terms[t.LIMIT_COUNTS]
    if counts == t.NO_LIMIT or (wager >= t.PROGRESSIVE and counts != t.WITH_PROGRESSIVE):
        return amount
    before = 0
    if counts == t.OF_WAGER:
        before = hands[hand, t.PAID + wager]
    elif counts == t.OF_PLAYER:
        for other in range(len(hands)):
            if hands[other, t.PLAYER] == hands[hand, t.PLAYER]:
                before += _paid(hands, other, t.PROGRESSIVE)
    else:
        before = _paid(hands, hand, t.KINDS if counts == t.WITH_PROGRESSIVE else t.PROGRESSIVE)
    return int(max(0, min(amount, terms[t.LIMIT] - before)))


@t.compiled
def _paid(hands: t.Array, hand: int, kinds: int) -> int:
    paid = 0
    for kind in range(kinds):
        paid += hands[hand, t.PAID + kind]
    return paid


@t.compiled
def pledged(hands: t.Array) -> int:
    """Add up the war wagers that wait for their match."""
    total = 0
    for hand in range(len(hands)):
        if hands[hand, t.WARS] > hands[hand, t.CONFIRMED] and not hands[hand, t.SETTLED]:
            total += hands[hand, t.ON + t.WAR]
    return total
