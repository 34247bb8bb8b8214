"""The bonus wheel in the full kernel: when it is spun, where it stops, and what it pays."""

from casinowar.simulation.full import rows as t
from casinowar.simulation.full.money import payable
from casinowar.simulation.full.shoe import below
from casinowar.simulation.full.side import note_win, pay_from_meter, restart


@t.compiled
def settle_spins(terms: t.Array, hands: t.Array, table: t.Array, spins: t.Array, wins: t.Array) -> None:
    """Spin for the wagers, if the dealer's card is a designated one; they are collected in any case."""
    if not t.item(terms, t.DESIGNATED, table[t.DEALERS_CARD]):
        return
    if terms[t.GOES_TO] == t.EACH_SPIN:
        for turn in range(len(hands)):
            hand = t.item(terms, t.SPIN, turn)
            if hands[hand, t.PLACED + t.BONUS_SPIN]:
                _, one, _ = _stop(terms, hands, table, spins)
                _pay_position(terms, hands, table, wins, (hand, one, 0, 1))
        return
    if not _wagered(hands):
        return
    hot, one, other = _stop(terms, hands, table, spins)
    everybody = terms[t.GOES_TO] == t.EVERY_POSITION
    for turn in range(len(hands)):
        hand = t.item(terms, t.SPIN, turn)
        if hands[hand, t.PLACED + t.BONUS_SPIN]:
            on_hot_spot = everybody or hand == hot
            winners = 1
            if terms[t.SPIN_DIVIDED]:
                for place in range(turn + 1, len(hands)):
                    later = t.item(terms, t.SPIN, place)
                    same = everybody or hot not in (hand, later)
                    winners += bool(same and hands[later, t.PLACED + t.BONUS_SPIN])
            _pay_position(terms, hands, table, wins, (hand, one if on_hot_spot else -1, other, winners))


@t.compiled
def _wagered(hands: t.Array) -> bool:
    """Tell whether anybody made the wager."""
    wagered = 0
    for hand in range(len(hands)):
        wagered += hands[hand, t.PLACED + t.BONUS_SPIN]
    return wagered > 0


@t.compiled
def _stop(terms: t.Array, hands: t.Array, table: t.Array, spins: t.Array) -> tuple[int, int, int]:
    """Find where the wheel stops: the position, its line and the community's; given, or drawn by weights."""
    used = table[t.SPINS_USED]
    table[t.SPINS_USED] += 1
    if table[t.GIVEN] and used >= len(spins):
        table[t.RAN_OUT] = 1
        return 0, 0, 0
    if table[t.GIVEN]:
        return spins[used, 0], spins[used, 1], spins[used, 2]
    hot = 0
    if terms[t.GOES_TO] == t.ONE_POSITION:
        total = 0
        for hand in range(len(hands)):
            total += hands[hand, t.WEIGHT] * (hands[hand, t.PLACED + t.BONUS_SPIN] > 0)
        left = below(table, total)
        for hand in range(len(hands)):
            weight = hands[hand, t.WEIGHT] * (hands[hand, t.PLACED + t.BONUS_SPIN] > 0)
            if 0 <= left < weight:
                hot = hand
            left -= weight
    one = _line(terms, table, t.HOT_SPOT)
    if terms[t.PAIRS] or terms[t.GOES_TO] != t.ONE_POSITION:
        return hot, one, _of_symbol(terms, t.HOT_SPOT, one, t.PAIRED)
    return hot, one, _line(terms, table, t.COMMUNITY)


@t.compiled
def _of_symbol(terms: t.Array, wheel: int, line: int, column: int) -> t.Array:
    return t.item(terms, wheel, line * t.SYMBOL_LINE + column)


@t.compiled
def _line(terms: t.Array, table: t.Array, wheel: int) -> int:
    """Draw a line of a pay table by the weight that its symbol has on the wheel."""
    lines, stops = t.number(terms, wheel) // t.SYMBOL_LINE, 0
    for line in range(lines):
        stops += _of_symbol(terms, wheel, line, t.STOPS)
    left = below(table, stops)
    for line in range(lines):
        left -= _of_symbol(terms, wheel, line, t.STOPS)
        if left < 0:
            return line
    return 0


@t.compiled
def _pay_position(
    terms: t.Array, hands: t.Array, table: t.Array, wins: t.Array, at: tuple[int, int, int, int]
) -> None:
    """Pay one position its symbol's amount or meter, in the share that the size of its wager has."""
    hand, hot, community, winners = at
    wheel, line = (t.HOT_SPOT, hot) if hot >= 0 else (t.COMMUNITY, community)
    wager, whole = min(hands[hand, t.PLACED + t.BONUS_SPIN], terms[t.FULL_WAGER]), terms[t.FULL_WAGER]
    small = wager < whole
    meter = _of_symbol(terms, wheel, line, t.SYMBOLS_METER)
    if meter >= 0 and not (small and terms[t.SMALL_WAGER] == t.OWN_TABLE):
        if small and terms[t.SMALL_WAGER] == t.NO_METER:
            return
        note_win(table, wins, meter)
        amount = table[t.METERS + meter] * wager // (whole * winners)
        pay_from_meter(terms, hands, table, (hand, t.SPIN_METERS, meter), amount)
        if winners == 1 and not small:
            restart(terms, table, meter)
        return
    amount = _of_symbol(terms, wheel, line, t.AMOUNT) * wager // whole
    if small and terms[t.SMALL_WAGER] == t.OWN_TABLE:
        amount = _of_symbol(terms, wheel, line, t.OWN_AMOUNT)
    amount = payable(terms, hands, hand, t.BONUS_SPIN, amount)
    hands[hand, t.NET + t.BONUS_SPIN] += amount
    hands[hand, t.PAID + t.BONUS_SPIN] += amount
