"""The bonus wheel in the full kernel: when it is spun, where it stops, and what it pays."""

from collections import Counter

from casinowar.game.book.bonus_spin import (
    BonusSpin,
    BonusSpinChoices,
    Pairing,
    SmallWager,
    SpinSettled,
    Symbol,
    Wheel,
)
from casinowar.game.book.meters import Winners
from casinowar.game.book.rules import Rules
from casinowar.game.cards import SUITS
from casinowar.game.money import cents
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.chips import pay_in_full, placed_by_all
from casinowar.simulation.full.meters import note_win, pay_from_meter, restart
from casinowar.simulation.full.shoe import below, coded, lowest_first
from casinowar.simulation.jit import Array

_METERS = {None: -1, "primary": t.PRIMARY_METER, "secondary": t.SECONDARY_METER}


def bonus_spin_terms(rules: Rules) -> t.Terms:
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        return {}
    ranking = lowest_first(rules)
    designated = coded((card for card in rules.designated_cards if card[0] in ranking), ranking)
    return {
        t.HAS_SPIN: 1,
        t.SPIN_AT_ONCE: law.settled.value is SpinSettled.DEALERS_CARD,
        t.GOES_TO: law.goes_to.value,
        t.PAIRS: law.symbols.value is Pairing.PAIRED,
        t.SPIN_CHIP_BACK: law.gives_chip_back,
        t.SPIN_DIVIDED: law.winners.value is Winners.DIVIDED,
        t.FULL_WAGER: cents(law.amounts.value[0]),
        t.SMALL_WAGER: law.small_wager.value if law.small_wager else SmallWager.SHARE,
        t.DESIGNATED: [card in designated for card in range(len(ranking) * len(SUITS))],
        t.HOT_SPOT: _lines(law, law.hot_spot, offered, offered.hot_spot),
        t.COMMUNITY: _lines(law, law.community, offered, offered.community),
    }


def _lines(
    law: BonusSpin, table: tuple[Symbol, ...], offered: BonusSpinChoices, wheel: Wheel | None
) -> list[int]:
    weights = Counter[str]()
    for segment in wheel.segments if wheel else ():
        weights[segment.symbol] += segment.weight
    lines: list[int] = []
    for symbol in table:
        own = next((each for each in offered.small_wager_pays if each.symbol == symbol.symbol), None)
        own_pays = (own.hot_spot if symbol in law.hot_spot else own.community) if own else None
        lines += (
            cents(symbol.pays or "0"),
            _METERS[symbol.meter],
            cents(own_pays or "0"),
            weights[symbol.symbol],
            _paired(law, symbol),
        )
    return lines


def _paired(law: BonusSpin, hot: Symbol) -> int:
    """Find the line of the community's table that goes with one of the hot spot's, in the order of both."""
    fixed = [symbol.symbol for symbol in law.hot_spot if symbol.pays]
    return min(fixed.index(hot.symbol), len(law.community) - 1) if hot.symbol in fixed else 0


@t.compiled
def settle_spins(table: t.TableArrays) -> None:
    """Spin for the wagers, if the dealer's card is a designated one; they are collected in any case."""
    if not t.item(table, t.DESIGNATED, table.marks[t.DEALERS_CARD]):
        return
    if table.terms[t.GOES_TO] == t.EACH_SPIN:
        for turn in range(len(table.hands)):
            hand = t.item(table, t.SPIN, turn)
            if table.hands[hand, t.PLACED + t.BONUS_SPIN]:
                _, one, _ = _stop(table)
                _pay_position(table, hand, one, 0, _shown(table, _meter(table, hand, one, 0)), 1, 0)
        return
    if not placed_by_all(table, t.BONUS_SPIN):
        return
    hot, one, other = _stop(table)
    everybody = table.terms[t.GOES_TO] == t.EVERY_POSITION
    primary, secondary = _shown(table, t.PRIMARY_METER), _shown(table, t.SECONDARY_METER)
    for turn in range(len(table.hands)):
        hand = t.item(table, t.SPIN, turn)
        if not table.hands[hand, t.PLACED + t.BONUS_SPIN]:
            continue
        line = one if everybody or hand == hot else -1
        meter = _meter(table, hand, line, other)
        shown, winners, later = _shown(table, meter), 1, 0
        if table.terms[t.SPIN_DIVIDED] and meter >= 0:
            shown = primary if meter == t.PRIMARY_METER else secondary
            for place in range(len(table.hands)):
                another = t.item(table, t.SPIN, place)
                theirs = _meter(table, another, one if everybody or another == hot else -1, other)
                winners += place != turn and theirs == meter
                later += place > turn and theirs == meter
        _pay_position(table, hand, line, other, shown, winners, later)


@t.compiled
def _shown(table: t.TableArrays, meter: int) -> int:
    return int(table.marks[t.METERS + meter]) if meter >= 0 else 0


@t.compiled
def _meter(table: t.TableArrays, hand: int, hot: int, community: int) -> int:
    """Find the meter that pays a position, or -1 if none does or its wager is too small."""
    wager = table.hands[hand, t.PLACED + t.BONUS_SPIN]
    small = wager < table.terms[t.FULL_WAGER] and table.terms[t.SMALL_WAGER] in (t.NO_METER, t.OWN_TABLE)
    return -1 if not wager or small else int(_won(table, hot, community)[t.SYMBOLS_METER])


@t.compiled
def _stop(table: t.TableArrays) -> tuple[int, int, int]:
    """Find the wheel's stop: the position, its line and the community's; given, or drawn by weights."""
    used = table.marks[t.SPINS_USED]
    table.marks[t.SPINS_USED] += 1
    if table.marks[t.GIVEN] and used >= len(table.spins):
        table.marks[t.RAN_OUT] = 1
        return 0, 0, 0
    if table.marks[t.GIVEN]:
        return table.spins[used, 0], table.spins[used, 1], table.spins[used, 2]
    hot = 0
    if table.terms[t.GOES_TO] == t.ONE_POSITION:
        hot = _drawn(table, table.hands[:, t.WEIGHT], table.hands[:, t.PLACED + t.BONUS_SPIN])
    one = _line(table, t.HOT_SPOT)
    if table.terms[t.PAIRS] or table.terms[t.GOES_TO] != t.ONE_POSITION:
        return hot, one, _symbol(table, t.HOT_SPOT, one)[t.PAIRED]
    return hot, one, _line(table, t.COMMUNITY)


@t.view
def _symbol(table: t.TableArrays, wheel: int, line: int) -> Array:
    return t.listed(table, wheel)[line * t.SYMBOL_LINE : (line + 1) * t.SYMBOL_LINE]


@t.view
def _won(table: t.TableArrays, hot: int, community: int) -> Array:
    """Give the symbol of one position: the hot spot's, or the community's if that has none."""
    return _symbol(table, t.HOT_SPOT, hot) if hot >= 0 else _symbol(table, t.COMMUNITY, community)


@t.compiled
def _line(table: t.TableArrays, wheel: int) -> int:
    stops = t.listed(table, wheel)[t.STOPS :: t.SYMBOL_LINE]
    return _drawn(table, stops, stops)


@t.compiled
def _drawn(table: t.TableArrays, weights: Array, wagers: Array) -> int:
    total = 0
    for each in range(len(weights)):
        total += weights[each] * (wagers[each] > 0)
    left, place = below(table, total), -1
    while left >= 0:
        place += 1
        left -= weights[place] * (wagers[place] > 0)
    return place


@t.compiled
def _pay_position(
    table: t.TableArrays, hand: int, hot: int, community: int, shown: int, winners: int, later: int
) -> None:
    """Pay one position its symbol's amount or meter, in proportion to the size of its wager.

    The meter restarts after its payout in this spin, and pays no position later.
    """
    symbol = _won(table, hot, community)
    whole = table.terms[t.FULL_WAGER]
    wager = min(table.hands[hand, t.PLACED + t.BONUS_SPIN], whole)
    small = wager < whole
    meter = _meter(table, hand, hot, community)
    if meter >= 0:
        note_win(table, meter)
        pay_from_meter(table, hand, t.SPIN_METERS, meter, shown * wager // (whole * winners))
        if not later and _shown(table, meter) < shown:
            restart(table, meter)
        _give_chip_back(table, hand)
        return
    amount = symbol[t.AMOUNT] * wager // whole
    if small and table.terms[t.SMALL_WAGER] == t.OWN_TABLE:
        amount = symbol[t.OWN_AMOUNT]
    pay_in_full(table, hand, t.BONUS_SPIN, amount)
    if amount:
        _give_chip_back(table, hand)


@t.compiled
def _give_chip_back(table: t.TableArrays, hand: int) -> None:
    """Return the chip of a won wager, unless it is kept."""
    if table.terms[t.SPIN_CHIP_BACK]:
        table.hands[hand, t.NET + t.BONUS_SPIN] += table.hands[hand, t.PLACED + t.BONUS_SPIN]
