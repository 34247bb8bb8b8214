"""Sizes of wagers: what each has to be a multiple of, the least and the most that it may be."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, lcm

from casinowar.game.book.bank import Exhaustion
from casinowar.game.book.cited_values import ratio
from casinowar.game.book.house import House, Limit, Problem
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.terms import Counting, OddHalf
from casinowar.game.book.war import base
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import HouseError
from casinowar.game.words import Wager


class WagerSizes:
    """What wagers may be under a book and a house."""

    def __init__(self, book: Rulebook, house: House) -> None:
        """Work out chip, limits, units and spans."""
        self.book, self.house = book, house
        self.chip = cents(house.smallest_chip)
        if not self.chip:
            raise HouseError("smallest_chip", "a chip is worth something", book.wagers.limits.clause)
        self.limits = {Wager(wager): self._posted(limit) for wager, limit in house.limits.items()}
        self._units = {wager: self._unit(wager) for wager in Wager}
        self._spans = {wager: self._span(wager) for wager in Wager}
        counted = book.wagers.limits.counted
        self.fixes_initial_wager = counted is Counting.FIXED and Wager.INITIAL in self.limits

    @cached_property
    def initial_unit(self) -> Cents:
        """Find the amount of which an initial wager has to be a multiple for every payment to be exact."""
        war = self.book.war
        # A war wager is put down in chips.
        in_chips = [war.times(fought).denominator * self.chip for fought in range(war.most)] if war else []
        return lcm(self.chip, self.standing_unit, *in_chips, *self._equal_units())

    @cached_property
    def standing_unit(self) -> Cents:
        """Find what the part of a tie hand that stands against a bank is rounded down to, to be halved."""
        surrender = self.book.surrender
        units = [share.denominator for share in _shares(self.book)]
        if surrender:
            parts = Fraction(surrender.forfeits).denominator
            in_chips = {OddHalf.EXACT: parts, OddHalf.PAYABLE: parts * self.chip}
            units.append(in_chips.get(surrender.odd, self.chip))
        if self.book.war:
            units += [self.book.war.times(fought).denominator for fought in range(self.book.war.most)]
        return lcm(*units)

    @cached_property
    def bank_risk(self) -> Fraction:
        """Tell how much of a bank is kept for a tie hand, per unit of it that stands."""
        book, war = self.book, self.book.war
        if book.bank is None or war is None:
            return Fraction(1)
        return self.war_risk if book.bank.exhausted.value is Exhaustion.ODDS_KEPT else war.times()

    @cached_property
    def war_risk(self) -> Fraction:
        """Tell how much a bank needs to match a tie hand and to pay its war in full, per unit of it."""
        war = self.book.war
        if war is None:
            return Fraction(1)
        match = war.times()
        ends = [end for end in (war.won, war.tied, war.lost) if end.pays]
        return match + max((ratio(end.pays or "") * end.base(Fraction(1), match) for end in ends), default=0)

    @cached_property
    def least_bank(self) -> Cents:
        """Give the least that a bank may be: the table's minimum, unless the house sets another."""
        if self.house.bank_minimum is not None:
            return cents(self.house.bank_minimum)
        return self.limits[Wager.INITIAL][0] if Wager.INITIAL in self.limits else 0

    @cached_property
    def bank_unit(self) -> Cents:
        """Find the amount of which a bank is a multiple: chips, and an even number of cents."""
        return lcm(self.chip, 2)

    def _equal_units(self) -> Iterator[Cents]:
        """Let a tie wager that has to be as large as others be payable exactly."""
        ladder = self.book.wagers.war_tie
        if ladder and ladder.equals:
            unit = lcm(self.chip, *(odds.denominator for odds in self.tie_odds(Wager.WAR_TIE)))
            for wagered in _war_wagers(self.book):
                yield unit * base(ladder.equals, Fraction(1), wagered).denominator

    def unit(self, wager: Wager) -> Cents:
        """Find the amount of which a wager has to be a multiple for every payment to be exact."""
        return self._units[wager]

    def span(self, wager: Wager) -> tuple[Cents, Cents]:
        """Give the least and the most that a wager may be; counted together, war wagers take their share."""
        return self._spans[wager]

    def whole_chips(self, amount: Fraction) -> Cents:
        """Round what is forfeited to chips, where the reading of an odd half says so."""
        match self.book.surrender.odd if self.book.surrender else OddHalf.EXACT:
            case OddHalf.TO_PLAYER:
                return floor(amount / self.chip) * self.chip
            case OddHalf.TO_HOUSE:
                return ceil(amount / self.chip) * self.chip
            case OddHalf.EXACT | OddHalf.PAYABLE:
                return int(amount)

    def most_in_words(self, wager: Wager) -> str:
        """Say the most that a wager may be, and why it is less than the posted maximum."""
        most, posted = self.span(wager)[1], self.limits.get(wager)
        if not self._leaves_room(wager) or not posted:
            return dollars(most)
        return Phrase(
            "most_with_war",
            "{most}, so that with its war wager it stays within {posted}",
            most=dollars(most),
            posted=dollars(posted[1]),
        )

    def _leaves_room(self, wager: Wager) -> bool:
        """Tell whether the war wager counts against this wager's maximum."""
        return wager is Wager.INITIAL and self.book.wagers.limits.counted is Counting.TOGETHER

    def _posted(self, limit: Limit) -> tuple[Cents, Cents]:
        """Read a posted limit; the most may be a share of the initial wager's, too."""
        least, most = cents(limit.minimum), cents(limit.maximum)
        initial = self.house.limits.get(Wager.INITIAL)
        if limit.of_initial and initial:
            most = min(most, int(Fraction(limit.of_initial) * cents(initial.maximum)))
        return least, most

    def _share_of_initial(self, wager: Wager) -> Cents | None:
        """Find the most that the book allows a tie wager, as its share of the initial wager's maximum."""
        law = self.book.wagers.limits
        share = {Wager.TIE: law.tie, Wager.WAR_TIE: law.war_tie}.get(wager)
        if share is None or Wager.INITIAL not in self.limits:
            return None
        return int(Fraction(share) * self.limits[Wager.INITIAL][1])

    def _posted_for(self, wager: Wager) -> tuple[Cents, Cents] | None:
        """Find the limits posted for a wager; those of tie wagers hold for one on the war deal, too (R6)."""
        posted = self.limits.get(wager)
        if posted is None and wager is Wager.WAR_TIE and not self._follows(wager):
            return self.limits.get(Wager.TIE)
        return posted

    def _follows(self, wager: Wager) -> bool:
        """Tell whether a tie wager on the war deal has to be as large as another wager."""
        ladder = self.book.wagers.war_tie
        return wager is Wager.WAR_TIE and ladder is not None and ladder.equals is not None

    def is_assumed(self, wager: Wager) -> bool:
        """Tell whether nobody posted a maximum for a wager, so that the initial wager's holds for it."""
        posted = self._posted_for(wager) or self._share_of_initial(wager) is not None
        return self.book.wagers.limits.required and Wager.INITIAL in self.limits and not posted

    def _unit(self, wager: Wager) -> Cents:
        if wager is Wager.INITIAL:
            return self.initial_unit
        shares = [*self.tie_odds(wager)]
        if wager is Wager.DEALER_WINS and (law := self.book.wagers.dealer_wins):
            shares = [ratio(law.value), Fraction(law.tie_forfeits)]
        return lcm(self.chip, *(share.denominator for share in shares))

    def _span(self, wager: Wager) -> tuple[Cents, Cents]:
        least, most = self._posted_for(wager) or (1, 10**12)
        if self.is_assumed(wager) and not self._follows(wager):
            most = max(self.limits[Wager.INITIAL][1], self.unit(wager))
        if (share := self._share_of_initial(wager)) is not None:
            most = min(most, share)
        if self._leaves_room(wager):
            most = floor(most / (1 + max(_war_wagers(self.book), default=Fraction(0))))
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
        law, offered = self.book.wagers.limits, self.book.wagers.laws
        yield from self._ceiling_problems()
        for wager, (least, most) in self.limits.items():
            share = self._share_of_initial(wager)
            if wager not in offered:
                yield f"limits.{wager}", f"the rulebook sets no limits on a {wager.words} wager", law.clause
            elif self.house.limits[wager].of_initial and wager in {Wager.INITIAL, *self._without_initial()}:
                yield f"limits.{wager}.of_initial", "it is a share of a limit in [limits.initial]", law.clause
            elif share is not None and most > share:
                problem = f"the maximum may be at most {dollars(share)}, a share of the initial wager's"
                yield f"limits.{wager}", problem, law.clause
            elif least > most or most == 0:
                problem = f"the minimum {dollars(least)} is above the maximum {dollars(most)}"
                yield f"limits.{wager}", problem, law.clause
            elif self._leaves_room(wager) and least > self.span(wager)[1]:
                smallest = f"an initial wager of at least {dollars(least)} and its war wager"
                yield f"limits.{wager}", f"{smallest} make more than the maximum {dollars(most)}", law.clause
            elif not self._can_be_wagered(wager):
                unit = dollars(self.unit(wager))
                problem = f"no wager between them is a multiple of {unit}, as payments need"
                yield f"limits.{wager}", problem, law.clause
        if law.counted is Counting.FIXED and self.limits:
            fixed = self.limits.get(Wager.INITIAL)
            if fixed is None or fixed[0] != fixed[1]:
                problem = "minimum and maximum have to be the one amount that this reading fixes"
                yield "limits.initial", problem, law.clause
        yield from self._tie_problems()

    def _without_initial(self) -> set[Wager]:
        return set() if Wager.INITIAL in self.limits else set(self.limits)

    def _ceiling_problems(self) -> Iterator[Problem]:
        """Find limits above the authorized ceiling, or a ceiling that the book does not know."""
        law, ceiling = self.book.wagers.limits, self.house.authorized_limit
        if ceiling is None:
            return
        if not law.authorized:
            yield "authorized_limit", "the rulebook does not provide for it", law.clause
        for wager, (_, most) in self.limits.items():
            if most > cents(ceiling):
                problem = f"the maximum {dollars(most)} is above the authorized {dollars(cents(ceiling))}"
                yield f"limits.{wager}", problem, law.clause

    def _tie_problems(self) -> Iterator[Problem]:
        """Find limits between which no tie wager is as large as the book wants it."""
        tie = self.book.wagers.tie
        if not self.limits:
            return
        for wager in (Wager.TIE, Wager.WAR_TIE):
            if self.tie_odds(wager) and wager not in self.limits and not self._can_be_wagered(wager):
                least_chips = dollars(self.unit(wager))
                problem = (
                    f"the share of it for the {wager} wager is less than {least_chips}, its smallest amount"
                )
                yield "limits.initial", problem, self.book.wagers.limits.clause
        if tie is None:
            return
        (low, high), (least, most) = self.span(Wager.INITIAL), self.span(Wager.TIE)
        place = "limits.tie" if Wager.TIE in self.limits else "limits.initial"
        unit = lcm(self.unit(Wager.INITIAL), self.unit(Wager.TIE))
        if tie.equal and max(1, ceil(Fraction(max(low, least), unit))) * unit > min(high, most):
            yield (
                place,
                "no amount is within the limits of the initial and of the equal tie wager",
                tie.clause,
            )
        if tie.required and tie.most and Fraction(tie.most) * high < max(least, self.unit(Wager.TIE)):
            problem = f"no tie wager of at least {dollars(least)} is small enough for its initial wager"
            yield place, problem, tie.clause

    def _can_be_wagered(self, wager: Wager) -> bool:
        least, most = self.span(wager)
        unit = self.unit(wager)
        return max(unit, ceil(Fraction(least, unit)) * unit) <= most


def _war_wagers(book: Rulebook) -> list[Fraction]:
    """List how many initial wagers a hand has put up as war wagers by its first war, its second and so on."""
    war = book.war
    if war is None:
        return []
    return [war.all_times(fought) for fought in range(1, 1 + war.most)]


def _shares(book: Rulebook) -> Iterator[Fraction]:
    """List what is paid or forfeited per unit of initial wager, wherever it has to come out exact."""
    yield ratio(book.wagers.initial.value)
    war = book.war
    if war is None:
        return
    war_wagers = _war_wagers(book)
    if war.again and war.again.forfeits:
        share = Fraction(war.again.forfeits)
        yield from (share * chips for wagered in war_wagers for chips in (Fraction(1), wagered))
    for outcome in (war.won, war.tied, war.lost):
        if outcome.pays:
            yield from (ratio(outcome.pays) * outcome.base(Fraction(1), wagered) for wagered in war_wagers)
