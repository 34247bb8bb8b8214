"""Sizes of wagers: what each has to be a multiple of, the least and the most that it may be."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm

from casinowar.game.book.citing import ratio
from casinowar.game.book.house import House, Problem
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.terms import Counting, OddHalf
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.words import Wager


class WagerSizes:
    """What wagers may be under a book and a house."""

    def __init__(self, book: Rulebook, house: House) -> None:
        """Work out chip, limits, units and spans."""
        self.book, self.house = book, house
        self.chip = cents(house.smallest_chip)
        self.limits = {
            wager: (cents(limit.minimum), cents(limit.maximum)) for wager, limit in house.limits.items()
        }
        self._units = {wager: self._unit(wager) for wager in Wager}
        self._spans = {wager: self._span(wager) for wager in Wager}
        counted = book.wagers.limits.counted
        self.fixes_initial_wager = counted is Counting.FIXED and Wager.INITIAL in self.limits

    @cached_property
    def initial_unit(self) -> Cents:
        """Find the amount of which an initial wager has to be a multiple for every payment to be exact."""
        surrender = self.book.surrender
        units = [share.denominator for share in _shares(self.book)]
        if surrender and surrender.odd is OddHalf.EXACT:
            units.append(Fraction(surrender.forfeits).denominator)
        if surrender and surrender.odd is OddHalf.PAYABLE:
            units.append(Fraction(surrender.forfeits).denominator * self.chip)
        return lcm(self.chip, *units)

    def unit(self, wager: Wager) -> Cents:
        """Find the amount of which a wager has to be a multiple for every payment to be exact."""
        return self._units[wager]

    def span(self, wager: Wager) -> tuple[Cents, Cents]:
        """Give the least and the most that a wager may be; counted together, war wagers take their share."""
        return self._spans[wager]

    def _unit(self, wager: Wager) -> Cents:
        if wager is Wager.INITIAL:
            return self.initial_unit
        shares = [*self.tie_odds(wager)]
        if wager is Wager.DEALER_WINS and (law := self.book.wagers.dealer_wins):
            shares = [ratio(law.value), Fraction(law.tie_forfeits)]
        return lcm(self.chip, *(share.denominator for share in shares))

    def _span(self, wager: Wager) -> tuple[Cents, Cents]:
        law = self.book.wagers.limits
        least, most = self.limits.get(wager, (1, 10**12))
        if law.required and wager not in self.limits and Wager.INITIAL in self.limits:
            most = max(self.limits[Wager.INITIAL][1], self.unit(wager))
        together = law.counted is Counting.TOGETHER
        if together and wager is Wager.INITIAL and self.book.war:
            most //= 1 + self.book.war.wager.value
        return least, most

    def tie_odds(self, wager: Wager) -> tuple[Fraction, ...]:
        """List the odds of a tie wager: of one tie, two and so on from the original deal; a ladder at war."""
        wagers = self.book.wagers
        if wager is Wager.TIE:
            return tuple(map(ratio, (wagers.tie.value, *wagers.tie.in_a_row))) if wagers.tie else ()
        return tuple(map(ratio, wagers.war_tie.pays)) if wagers.war_tie and wager is Wager.WAR_TIE else ()

    def fixed_amounts(self, wager: Wager) -> tuple[Cents, ...]:
        """List the sizes in which a side wager is taken; none where it is not offered."""
        book, house = self.book, self.house
        if wager is Wager.PROGRESSIVE and book.progressive and house.progressive:
            return tuple(map(cents, house.progressive.amounts or book.progressive.amounts.value))
        if wager is Wager.BONUS_SPIN and book.bonus_spin and house.bonus_spin:
            return tuple(map(cents, house.bonus_spin.amounts or book.bonus_spin.amounts.value))
        return ()

    def limit_problems(self) -> Iterator[Problem]:
        """Find the limits that the book does not allow, or that no wager can keep."""
        law = self.book.wagers.limits
        offered = {
            Wager.INITIAL: True,
            Wager.TIE: self.book.wagers.tie,
            Wager.WAR_TIE: self.book.wagers.war_tie,
            Wager.DEALER_WINS: self.book.wagers.dealer_wins,
        }
        for wager, (least, most) in self.limits.items():
            if not offered.get(wager):
                yield f"limits.{wager}", f"the rulebook sets no limits on a {wager} wager", law.clause
            elif least > most or most == 0:
                problem = f"the minimum {dollars(least)} is above the maximum {dollars(most)}"
                yield f"limits.{wager}", problem, law.clause
            elif not self._can_be_wagered(wager):
                unit = dollars(self.unit(wager))
                problem = f"no wager between them is a multiple of {unit}, as payments need"
                yield f"limits.{wager}", problem, law.clause
        if law.counted is Counting.FIXED and self.limits:
            least, most = self.limits.get(Wager.INITIAL, (0, 1))
            if least != most:
                problem = "minimum and maximum have to be the one amount that this reading fixes"
                yield "limits.initial", problem, law.clause

    def _can_be_wagered(self, wager: Wager) -> bool:
        least, most = self.span(wager)
        unit = self.unit(wager)
        return max(unit, ceil(Fraction(least, unit)) * unit) <= most


def _shares(book: Rulebook) -> Iterator[Fraction]:
    """List what is paid or forfeited per unit of initial wager, wherever it has to come out exact."""
    yield ratio(book.wagers.initial.value)
    war = book.war
    if war is None:
        return
    wars, more = (war.again.wars, war.again.times) if war.again else (1, 0)
    war_wagers = [war.wager.value + more * fought for fought in range(wars)]
    if war.again and war.again.forfeits:
        share = Fraction(war.again.forfeits)
        yield from (share * chips for wagered in war_wagers for chips in (1, wagered))
    for outcome in (war.won, war.tied, war.lost):
        if outcome.pays:
            yield from (ratio(outcome.pays) * outcome.base(1, wagered) for wagered in war_wagers)
