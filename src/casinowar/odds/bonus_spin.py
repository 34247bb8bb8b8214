"""The bonus wheel: what each wagering position gets back, including both meters."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from casinowar.game.book.bonus_spin import (
    BonusSpin,
    BonusSpinChoices,
    HotSpot,
    Pairing,
    SmallWager,
    Symbol,
    Wheel,
)
from casinowar.game.book.meters import Winners
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents, cents
from casinowar.game.words import Wager, position
from casinowar.odds.distribution import Chances, Distribution
from casinowar.odds.settlement import check_limit
from casinowar.odds.shoe import Shoe

Meters = tuple[Cents, Cents]
"""The primary and the secondary meter."""

_NAMES = ("primary", "secondary")


class SpinOdds(Struct, frozen=True, kw_only=True):
    """What a bonus spin wager at one position is worth when given positions wager."""

    position: int
    positions: int
    wager: Cents
    meters: Meters
    starts: Fraction
    """The chance that the dealer's card starts the wheel."""
    distribution: Distribution
    fixed_return: Fraction
    """The return per unit without the meters."""
    meter_chances: tuple[Fraction, Fraction]
    """The chance that this position wins the primary and the secondary meter."""

    long_run_return: Fraction | None
    """The long-run return per unit, if a win takes a whole meter that wagers fill evenly."""

    @property
    def house_edge(self) -> Fraction:
        return self.distribution.house_edge


def bonus_spin(
    rules: Rules,
    shoe: Shoe,
    positions: tuple[int, ...] = (1,),
    *,
    wager: Cents | None = None,
    meters: Meters | None = None,
) -> list[SpinOdds]:
    """Find the odds of the bonus spin wager at each wagering position, in the order of settling.

    Empty if the house does not offer it: the return depends on the operator's wheel.
    """
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        return []
    size = wager or rules.fixed_amounts(Wager.BONUS_SPIN)[0]
    shows = meters or (cents(offered.primary.initial), cents(offered.secondary.initial))
    wheel = _Spins(law, offered, size)
    check_limit(rules, max(wheel.most, *shows))
    turn = rules.book.settlement.order.last_pass.order(positions)
    starts = _starts(rules, shoe)
    results = _outcomes(wheel, turn, shows)

    def odds(place: int) -> SpinOdds:
        gets = results[place]
        fixed = starts * gets.mean(lambda got: got.pay if got.meter is None else wheel.chip) / size
        hits = (
            starts * gets.chance(lambda got: got.meter == 0),
            starts * gets.chance(lambda got: got.meter == 1),
        )
        spun = ((Fraction(got.pay, size) - 1, starts * chance) for got, chance in gets.items())
        return SpinOdds(
            position=place,
            positions=len(turn),
            wager=size,
            meters=shows,
            starts=starts,
            distribution=Distribution([*spun, (Fraction(-1), 1 - starts)]),
            fixed_return=fixed,
            meter_chances=hits,
            long_run_return=wheel.long_run(fixed, hits, turn, place),
        )

    return [odds(place) for place in turn]


class Got(NamedTuple):
    """What a position is paid, and from which meter."""

    pay: Cents
    meter: int | None = None


def paid_in_all(
    rules: Rules, shoe: Shoe, positions: tuple[int, ...], *, wager: Cents, meters: Meters | None = None
) -> Chances[Cents]:
    """Find what all wagering positions are paid together in a round; 0 if the wheel does not spin."""
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        return Chances([(0, Fraction(1))])
    wheel = _Spins(law, offered, wager)
    shows = meters or (cents(offered.primary.initial), cents(offered.secondary.initial))
    check_limit(rules, max(wheel.most, *shows))
    starts = _starts(rules, shoe)
    states = Chances([((shows, 0), starts)])
    for group in _groups(wheel, rules.book.settlement.order.last_pass.order(positions)):
        states = Chances(
            ((later, total + sum(got.pay for got in gets)), chance * likely)
            for (shown, total), chance in states.items()
            for gets, later, likely in _spun(wheel, group, shown)
        )
    return Chances([*((total, chance) for (_, total), chance in states.items()), (0, 1 - starts)])


def _starts(rules: Rules, shoe: Shoe) -> Fraction:
    return Fraction(sum(shoe.left.get(card, 0) for card in rules.designated_cards), shoe.size)


def _groups(wheel: "_Spins", turn: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [turn] if wheel.law.goes_to.value is not HotSpot.EACH_SPIN else [(place,) for place in turn]


def _outcomes(wheel: "_Spins", turn: tuple[int, ...], meters: Meters) -> dict[int, Chances[Got]]:
    results = {place: Chances[Got]() for place in turn}
    states = Chances([(meters, Fraction(1))])
    for group in _groups(wheel, turn):
        later = Chances[Meters]()
        for state, chance in states.items():
            for gets, shown, likely in _spun(wheel, group, state):
                for place, got in zip(group, gets, strict=True):
                    results[place].add(got, chance * likely)
                later.add(shown, chance * likely)
        states = later
    return results


def _spun(
    wheel: "_Spins", group: tuple[int, ...], meters: Meters
) -> Iterator[tuple[list[Got], Meters, Fraction]]:
    for symbols, likely in wheel.stops(group):
        shown, gets = meters, list[Got]()
        won = [symbol.meter for symbol in symbols]
        for symbol in symbols:
            winners = won.count(symbol.meter) if wheel.law.winners.value is Winners.DIVIDED else 1
            got, shown = wheel.pays(symbol, shown, meters if winners > 1 else shown, winners)
            gets.append(got)
            shown = wheel.restarted(shown, got.meter)
        yield gets, shown, likely


class _Spins:
    """The operator's wheel under the rulebook's pay tables."""

    def __init__(self, law: BonusSpin, offered: BonusSpinChoices, size: Cents) -> None:
        self.law, self.offered, self.size = law, offered, size
        self.chip = size if law.gives_chip_back else 0
        self.share = min(Fraction(1), Fraction(size, cents(law.amounts.value[0])))
        self.small = law.small_wager.value if law.small_wager and self.share < 1 else None
        symbols = (*law.hot_spot, *law.community)
        self.most = max(cents(symbol.pays or "0") for symbol in symbols)
        self.fixed = {symbol: self._fixed(symbol) for symbol in symbols}
        self.resets = (cents(offered.primary.reset), cents(offered.secondary.reset))

    def _fixed(self, symbol: Symbol) -> Cents:
        """Find the fixed pay of a symbol: the rulebook's, or for a small wager the operator's own."""
        if self.small is not SmallWager.OWN_TABLE:
            return int(self.share * cents(symbol.pays or "0"))
        own = next((each for each in self.offered.small_wager_pays if each.symbol == symbol.symbol), None)
        pays = (own.hot_spot if symbol in self.law.hot_spot else own.community) if own else None
        return cents(pays) if pays else 0

    def long_run(
        self, fixed: Fraction, chances: tuple[Fraction, Fraction], turn: tuple[int, ...], place: int
    ) -> Fraction | None:
        """Add this position's long-run share of the meters' growth and restarts to the fixed pays.

        Everything that wagers add to a meter is won in time, by each position as often as it has the hot
        spot.
        """
        one = self.law.goes_to.value is HotSpot.ONE_POSITION
        rates = [meter.share for meter in (self.offered.primary, self.offered.secondary)]
        if self.share < 1 or not one:
            return None
        hot = dict(self._positions(turn))[place]
        growth = sum((rate for rate, chance in zip(rates, chances, strict=True) if chance), Fraction(0))
        restarts = sum(
            (chance * reset for chance, reset in zip(chances, self.resets, strict=True)), Fraction(0)
        )
        return fixed + growth * len(turn) * hot + restarts / self.size

    def stops(self, group: tuple[int, ...]) -> Iterator[tuple[tuple[Symbol, ...], Fraction]]:
        for hot, chance in _segments(self.law.hot_spot, self.offered.hot_spot):
            if self.law.goes_to.value is not HotSpot.ONE_POSITION:
                yield (hot,) * len(group), chance
                continue
            for community, likely in self._community(hot):
                for place, drawn in self._positions(group):
                    symbols = tuple(hot if each == place else community for each in group)
                    yield symbols, chance * likely * drawn

    def _community(self, hot: Symbol) -> list[tuple[Symbol, Fraction]]:
        if self.law.symbols.value is Pairing.PAIRED:
            fixed = [symbol for symbol in self.law.hot_spot if symbol.pays]
            place = min(fixed.index(hot), len(self.law.community) - 1) if hot in fixed else 0
            return [(self.law.community[place], Fraction(1))]
        wheel = self.offered.community
        return [*_segments(self.law.community, wheel)] if wheel else []

    def _positions(self, group: tuple[int, ...]) -> list[tuple[int, Fraction]]:
        positions = self.offered.positions
        weights = [positions[position(place) - 1] if positions else 1 for place in group]
        return [(place, Fraction(weight, sum(weights))) for place, weight in zip(group, weights, strict=True)]

    def pays(self, symbol: Symbol, meters: Meters, before: Meters, winners: int) -> tuple[Got, Meters]:
        """Find what a symbol pays, from which meter, and what the meters show then.

        A divided meter pays an equal part of what it showed before the spin.
        """
        if symbol.meter is None or self.small is SmallWager.OWN_TABLE:
            fixed = self.fixed[symbol]
            return Got(fixed + self.chip if fixed else 0), meters
        if self.small is SmallWager.NO_PROGRESSIVE:
            return Got(0), meters
        which = _NAMES.index(symbol.meter)
        amount = int(self.share * before[which] / winners)
        left = meters[which] - amount
        return Got(amount + self.chip, which), (left, meters[1]) if which == 0 else (meters[0], left)

    def restarted(self, meters: Meters, which: int | None) -> Meters:
        first, second = (
            max(shows, reset) if place == which else shows
            for place, (shows, reset) in enumerate(zip(meters, self.resets, strict=True))
        )
        return first, second


def _segments(table: tuple[Symbol, ...], wheel: Wheel) -> Iterator[tuple[Symbol, Fraction]]:
    total = sum(segment.weight for segment in wheel.segments)
    for segment in wheel.segments:
        symbol = next(each for each in table if each.symbol == segment.symbol)
        yield symbol, Fraction(segment.weight, total)
