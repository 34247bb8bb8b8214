"""Compile what the rules and the house say about side wagers into terms of the full kernel."""

from collections.abc import Iterable
from fractions import Fraction

from casinowar.game.book.bonus_spin import (
    BonusSpin,
    BonusSpinChoices,
    HotSpot,
    Pairing,
    SmallWager,
    SpinSettled,
    Symbol,
    Wheel,
)
from casinowar.game.book.citing import ratio
from casinowar.game.book.meters import MeterChoices, Winners
from casinowar.game.book.progressive import EnvySize, HandsPaid, Surrendered
from casinowar.game.book.rules import Rules
from casinowar.game.cards import SUITS
from casinowar.game.combinations import Combination, SuitedDoubleTie
from casinowar.game.money import cents
from casinowar.simulation.full import rows as t

_SPOTS = {
    HotSpot.ONE_POSITION: t.ONE_POSITION,
    HotSpot.EVERY_POSITION: t.EVERY_POSITION,
    HotSpot.EACH_SPIN: t.EACH_SPIN,
}
_SMALL = {SmallWager.SHARE: t.SHARE, SmallWager.NO_PROGRESSIVE: t.NO_METER, SmallWager.OWN_TABLE: t.OWN_TABLE}
_METERS = {None: -1, "primary": 1, "secondary": 2}
_RED = (1, 2)
"""Where diamonds and hearts stand among the suits."""


def _bit(combination: Combination) -> int:
    return 1 << list(Combination).index(combination)


def start_meters(rules: Rules) -> tuple[int, ...]:
    """Give what the three meters show when the table opens."""
    return tuple(cents(meter.initial) if meter else 0 for meter in _meters(rules))


def side_terms(rules: Rules) -> tuple[dict[int, int], dict[int, Iterable[int]]]:
    """Compile the side wagers that the house offers."""
    progressive, pays = _progressive(rules)
    spin, wheels = _spin(rules)
    meters: list[int] = []
    for meter in _meters(rules):
        rate = meter.share if meter else Fraction(0)
        meters += (cents(meter.reset) if meter else 0, rate.numerator, rate.denominator)
    return progressive | spin, {t.PAY_TABLE: pays, t.METER_TABLE: meters, **wheels}


def _meters(rules: Rules) -> tuple[MeterChoices | None, ...]:
    progressive, spin = rules.house.progressive, rules.house.bonus_spin
    return (
        progressive.meter if progressive else None,
        spin.primary if spin else None,
        spin.secondary if spin else None,
    )


def _progressive(rules: Rules) -> tuple[dict[int, int], list[int]]:
    law = rules.book.progressive
    if law is None or rules.house.progressive is None:
        return {}, []
    pays: list[int] = []
    for pay in law.pays:
        odds, share = ratio(pay.pays), Fraction(pay.meter or 0)
        on = share.denominator if pay.meter else 0
        pays += (_bit(pay.hand), odds.numerator, odds.denominator, share.numerator, on)
    terms: dict[int, int] = {
        t.HAS_PROGRESSIVE: 1,
        t.ALL_FOUR: law.suited_double_tie.value is SuitedDoubleTie.ALL_FOUR,
        t.EVERY_HAND: law.hands_paid.value is HandsPaid.EVERY,
        t.CHIP_BACK: law.gives_chip_back,
        t.LOST_BY_SURRENDER: law.after_surrender.value is Surrendered.LOST,
        t.DIVIDED: law.winners.value is Winners.DIVIDED,
    }
    if envy := law.envy:
        terms |= {
            t.ENVY_HAND: _bit(envy.hand),
            t.ENVY_AMOUNT: cents(envy.amount),
            t.ENVY_WAGER: cents(envy.wager),
            t.THAT_WAGER_ONLY: envy.size is EnvySize.THAT_WAGER_ONLY,
            t.HOLDER_NEEDS_WAGER: envy.holder_needs_wager,
            t.OWN_OTHER_BOXES: envy.own_other_boxes,
        }
    return terms, pays


def _spin(rules: Rules) -> tuple[dict[int, int], dict[int, Iterable[int]]]:
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        return {}, {}
    ranking = rules.book.cards.ranking.value
    designated = [0] * (len(ranking) * len(SUITS))
    for card in offered.cards:
        if card.rank in ranking:
            strength = len(ranking) - 1 - ranking.index(card.rank)
            for suit in range(len(SUITS)):
                if (suit in _RED) == (card.color == "red"):
                    designated[strength * len(SUITS) + suit] = 1
    terms: dict[int, int] = {
        t.HAS_SPIN: 1,
        t.SPIN_AT_ONCE: law.settled.value is SpinSettled.DEALERS_CARD,
        t.GOES_TO: _SPOTS[law.goes_to.value],
        t.PAIRS: law.symbols.value is Pairing.PAIRED,
        t.SPIN_DIVIDED: law.winners.value is Winners.DIVIDED,
        t.FULL_WAGER: cents(law.amounts.value[0]),
        t.SMALL_WAGER: _SMALL[law.small_wager.value] if law.small_wager else t.SHARE,
    }
    return terms, {
        t.DESIGNATED: designated,
        t.HOT_SPOT: _lines(law, law.hot_spot, offered, offered.hot_spot),
        t.COMMUNITY: _lines(law, law.community, offered, offered.community),
    }


def _lines(
    law: BonusSpin, table: tuple[Symbol, ...], offered: BonusSpinChoices, wheel: Wheel | None
) -> list[int]:
    """Compile a pay table of the wheel: what each symbol pays, and its weight among the stops."""
    weights: dict[str, int] = {}
    for segment in wheel.segments if wheel else ():
        weights[segment.symbol] = weights.get(segment.symbol, 0) + segment.weight
    lines: list[int] = []
    for symbol in table:
        own = next((each for each in offered.small_wager_pays if each.symbol == symbol.symbol), None)
        own_pays = (own.hot_spot if symbol in law.hot_spot else own.community) if own else None
        lines += (
            cents(symbol.pays or "0"),
            _METERS[symbol.meter],
            cents(own_pays or "0"),
            weights.get(symbol.symbol, 0),
            _paired(law, symbol),
        )
    return lines


def _paired(law: BonusSpin, hot: Symbol) -> int:
    """Find the line of the community's table that goes with one of the hot spot's, in the order of both."""
    fixed = [symbol.symbol for symbol in law.hot_spot if symbol.pays]
    return min(fixed.index(hot.symbol), len(law.community) - 1) if hot.symbol in fixed else 0
