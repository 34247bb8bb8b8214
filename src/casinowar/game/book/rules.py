"""Rules: a rulebook with the house's choices, validated together."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm

from casinowar.game.book.bonus_spin import SpinSettled
from casinowar.game.book.citing import Numbers, ratio
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.submission import submission_problems
from casinowar.game.book.terms import Base, ChoiceWhen, Counting, Cutter, Fought, OddHalf, Pickup
from casinowar.game.cards import RANK_CODES, Card, decks
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.refusal import HouseError
from casinowar.game.words import PLACES, Shuffler, Wager


class Rules:
    """What holds at one table: the book, the house, and what follows from both."""

    def __init__(self, book: Rulebook, house: House | None = None) -> None:
        """Put book and house together, or refuse the choice that the book does not allow."""
        self.book = book
        self.house = house = house or House()
        self.shuffler = house.shuffler or _first_shuffler(book)
        self.decks = _chosen("decks", house.decks, _decks_allowed(book, self.shuffler))
        self.seats = _chosen("seats", house.seats, book.seating.seats)
        self.chip = cents(house.smallest_chip)
        self.strength = {RANK_CODES[rank]: -place for place, rank in enumerate(book.cards.ranking.value)}
        self.limits = {
            wager: (cents(limit.minimum), cents(limit.maximum)) for wager, limit in house.limits.items()
        }
        self._units = {wager: self._unit(wager) for wager in Wager}
        self._spans = {wager: self._span(wager) for wager in Wager}
        hours, minutes = map(int, house.gaming_day_starts.split(":"))
        self.gaming_day_starts = hours * 3600 + minutes * 60
        self.chooses_at_the_seat = book.settlement.choice.when is ChoiceWhen.AT_THE_SEAT
        self.fights_at_once = book.war is not None and book.war.deal.fought is Fought.AT_ONCE
        spin = book.bonus_spin
        self.spins_at_once = spin is not None and spin.settled.value is SpinSettled.DEALERS_CARD
        counted = book.wagers.limits.counted
        self.fixes_initial_wager = counted is Counting.FIXED and Wager.INITIAL in self.limits
        self.shares_spots = house.backline > 0 or house.electronic is not None
        self.caps_payouts = book.wagers.payout_limit is not None and house.payout_limit is not None
        self.picks_up_later = book.settlement.collection.value is Pickup.AFTER_SETTLING
        for problem in (*_problems(self), *submission_problems(book, house, self.seats)):
            raise problem

    @cached_property
    def linked_meters(self) -> frozenset[str]:
        """Name the meters that this table shares with others."""
        house = self.house
        meters = {"progressive": house.progressive.meter} if house.progressive else {}
        if house.bonus_spin:
            meters |= {"primary": house.bonus_spin.primary, "secondary": house.bonus_spin.secondary}
        return frozenset(name for name, meter in meters.items() if meter.linked)

    def side_amounts(self, wager: Wager) -> tuple[Cents, ...]:
        """List the sizes in which a side wager is taken; none where it is not offered."""
        book, house = self.book, self.house
        if wager is Wager.PROGRESSIVE and book.progressive and house.progressive:
            return tuple(map(cents, house.progressive.amounts or book.progressive.amounts.value))
        if wager is Wager.BONUS_SPIN and book.bonus_spin and house.bonus_spin:
            return tuple(map(cents, house.bonus_spin.amounts or book.bonus_spin.amounts.value))
        return ()

    def cards(self) -> tuple[Card, ...]:
        """List the cards of one shoe or batch, in order."""
        return decks(self.decks, self.book.cards.ranking.value, self.book.cards.suits.value)

    @property
    def least_behind_cover_card(self) -> int:
        """Count the cards that have to lie behind the cover card."""
        cover = self.book.cut.cover_card
        return ceil(Fraction(cover.value) * self.batch_size) if cover else 0

    @cached_property
    def batch_size(self) -> int:
        """Count the cards of one shoe or batch."""
        return len(self.cards())

    @cached_property
    def initial_unit(self) -> Cents:
        """Find the amount of which an initial wager has to be a multiple for every payment to be exact."""
        return lcm(self.chip, *(share.denominator for share in _shares(self.book)), *_surrender_units(self))

    def unit(self, wager: Wager) -> Cents:
        """Find the amount of which a wager has to be a multiple for every payment to be exact."""
        return self._units[wager]

    def span(self, wager: Wager) -> tuple[Cents, Cents]:
        """Give the least and the most that a wager may be; counted together, war wagers take their share."""
        return self._spans[wager]

    def _unit(self, wager: Wager) -> Cents:
        ties = (odds.denominator for odds in self.tie_odds(wager))
        return self.initial_unit if wager is Wager.INITIAL else lcm(self.chip, *ties)

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
        """List the odds of a tie wager: one on the original deal, a ladder on the war deal."""
        wagers = self.book.wagers
        if wager is Wager.TIE:
            return (ratio(wagers.tie.value),) if wagers.tie else ()
        return tuple(map(ratio, wagers.war_tie.pays)) if wagers.war_tie else ()


def _first_shuffler(book: Rulebook) -> Shuffler:
    """Choose the first way of shuffling that the book has."""
    return next(each for each in Shuffler if _decks_allowed(book, each) is not None)


def _decks_allowed(book: Rulebook, shuffler: Shuffler) -> Numbers | None:
    match shuffler:
        case Shuffler.BY_HAND:
            return book.cards.by_hand
        case Shuffler.BATCH:
            return book.cards.batch_shuffler
        case Shuffler.CONTINUOUS:
            return book.cards.continuous_shuffler


def _chosen(name: str, number: int | None, allowed: Numbers | None) -> int:
    if allowed is None:
        return 0
    if number is not None and not allowed.allows(number):
        raise HouseError(name, f"{number} is not allowed; the rulebook has {allowed}", allowed.clause)
    return allowed.start if number is None else number


def _shares(book: Rulebook) -> Iterator[Fraction]:
    """List what is paid or forfeited per unit of initial wager, wherever it has to come out exact."""
    yield ratio(book.wagers.initial.value)
    if book.war is None:
        return
    war_wagers = [book.war.wager.value]
    if book.war.again:
        for _ in range(book.war.again.wars - 1):
            war_wagers.append(war_wagers[-1] + book.war.again.times)
        if book.war.again.forfeits:
            yield from (
                Fraction(book.war.again.forfeits) * share for wagered in war_wagers for share in (1, wagered)
            )
    for outcome in (book.war.won, book.war.tied, book.war.lost):
        if outcome.pays:
            for wagered in war_wagers:
                base = {Base.INITIAL: 1, Base.WAR: wagered, Base.BOTH: 1 + wagered}[outcome.on]
                yield ratio(outcome.pays) * base


def _surrender_units(rules: Rules) -> Iterator[Cents]:
    surrender = rules.book.surrender
    if surrender and surrender.odd is OddHalf.EXACT:
        yield Fraction(surrender.forfeits).denominator
    if surrender and surrender.odd is OddHalf.PAYABLE:
        yield Fraction(surrender.forfeits).denominator * rules.chip


def _problems(rules: Rules) -> Iterator[HouseError]:
    """Find the house's choices that the book does not allow."""
    book, house = rules.book, rules.house
    if not rules.chip:
        yield HouseError("smallest_chip", "a chip is worth something", book.wagers.limits.clause)
    if _decks_allowed(book, rules.shuffler) is None:
        yield HouseError(
            "shuffler", f"the rulebook does not provide for a {rules.shuffler}", _cards_clause(book)
        )
    if house.preshuffled and book.cards.preshuffled is None:
        yield HouseError(
            "preshuffled", "the rulebook does not provide for preshuffled cards", _cards_clause(book)
        )
    for choice in ("odds_on_sign", "tip_box_elsewhere"):
        if getattr(house, choice) and getattr(book.opening, choice) is None:
            yield HouseError(choice, "the rulebook does not provide for that", book.seating.seats.clause)
    if rules.seats >= PLACES:
        yield HouseError("seats", f"a table has fewer than {PLACES} seats", book.seating.seats.clause)
    if house.adjacent_boxes > 1 and book.seating.adjacent_boxes is None:
        yield HouseError("adjacent_boxes", "the rulebook knows one box per player", book.seating.seats.clause)
    if house.adjacent_boxes > rules.seats:
        yield HouseError(
            "adjacent_boxes", f"the table has only {rules.seats} seats", book.seating.seats.clause
        )
    for _, problem, clause in too_few_cards(book, rules.decks):
        yield HouseError("decks", problem, clause)
    behind, least = house.cards_behind_cover_card, rules.least_behind_cover_card
    if behind is not None and not least <= behind < rules.batch_size:
        clause = book.cut.cover_card.clause if book.cut.cover_card else book.cut.load.clause
        yield HouseError("cards_behind_cover_card", f"at least {least} of {rules.batch_size} cards", clause)
    if house.second_war_burn is not None and not (book.war and book.war.burn.dealers is not None):
        clause = book.war.burn.clause if book.war else book.settlement.choice.clause
        yield HouseError("second_war_burn", "the rulebook knows no second set of burned cards", clause)
    yield from _limit_problems(rules)


def _limit_problems(rules: Rules) -> Iterator[HouseError]:
    law = rules.book.wagers.limits
    offered = {
        Wager.INITIAL: True,
        Wager.TIE: rules.book.wagers.tie,
        Wager.WAR_TIE: rules.book.wagers.war_tie,
    }
    for wager, (least, most) in rules.limits.items():
        if not offered.get(wager):
            problem = f"the rulebook sets no limits on a {wager} wager"
            yield HouseError(f"limits.{wager}", problem, law.clause)
        elif least > most or most == 0:
            problem = f"the minimum {dollars(least)} is above the maximum {dollars(most)}"
            yield HouseError(f"limits.{wager}", problem, law.clause)
        elif not _can_be_wagered(rules, wager):
            problem = f"no wager between them is a multiple of {dollars(rules.unit(wager))}, as payments need"
            yield HouseError(f"limits.{wager}", problem, law.clause)
    if law.counted is Counting.FIXED and rules.limits:
        least, most = rules.limits.get(Wager.INITIAL, (0, 1))
        if least != most:
            problem = "minimum and maximum have to be the one amount that this reading fixes"
            yield HouseError("limits.initial", problem, law.clause)


def _can_be_wagered(rules: Rules, wager: Wager) -> bool:
    least, most = rules.span(wager)
    unit = rules.unit(wager)
    return max(unit, ceil(Fraction(least, unit)) * unit) <= most


def too_few_cards(book: Rulebook, decks: int) -> Iterator[tuple[str, str, str]]:
    """Say what so many decks are too few for: its place in the book, the problem, the clause."""
    cut, burns = book.cut, book.burns
    size = decks * len(book.cards.ranking.value) * len(book.cards.suits.value)
    margin = cut.margin.value if cut.margin else 1
    cutters = {cut.after_hand_shuffle.value, cut.after_machine_shuffle.value}
    if cutters != {Cutter.NOBODY} and size < 2 * margin:
        problem = f"{size} cards are too few to be cut with {margin} on either side"
        yield "cut.margin", problem, (cut.margin or cut.load).clause
    if cut.cover_card and ceil(Fraction(cut.cover_card.value) * size) >= size:
        problem = f"of {size} cards so many behind the cover card leave none in front of it"
        yield "cut.cover_card", problem, cut.cover_card.clause
    burned = [each for each in (burns.new_shoe, burns.new_dealer) if each]
    if burned and sum(each.value for each in burned) >= size:
        yield "burns", f"{size} cards are too few to burn so many of them", burned[0].clause


def _cards_clause(book: Rulebook) -> str:
    allowed = (_decks_allowed(book, each) for each in Shuffler)
    return next(each.clause for each in allowed if each is not None)
