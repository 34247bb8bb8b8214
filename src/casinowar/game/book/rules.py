"""Rules: a rulebook with the house's choices, validated together."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, lcm
from typing import Final

from casinowar.game.book.bank import Exhaustion
from casinowar.game.book.bonus_spin import SpinSettled
from casinowar.game.book.cited_values import Cited, Numbers, ratio
from casinowar.game.book.coupons import Coupons
from casinowar.game.book.electronic import Backing
from casinowar.game.book.event_clauses import Clauses
from casinowar.game.book.house import House, Limit, Problem
from casinowar.game.book.house_submission import submission_problems
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import SettledWhen
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.variants import (
    ArrivedInRound,
    BurnMoment,
    ChoiceWhen,
    Counting,
    Cutter,
    Fought,
    Made,
    Moment,
    OddHalf,
    Pickup,
    Runs,
    SuitsDecide,
    Tied,
    TieWins,
    When,
)
from casinowar.game.book.wagers import DealerWins, TieWager
from casinowar.game.book.war import base
from casinowar.game.cards import RANK_CODES, SUIT_CODES, Card, decks
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import HouseError
from casinowar.game.words import PLACES, Shuffler, Wager

USUAL_INVENTORY: Final = "100000"
"""The dollars with which a table opens whose house does not say."""


class Rules:
    """What holds at one table: the book, the house, and what follows from both.

    Whatever several parts want to know of book and house is worked out here, once.
    """

    def __init__(self, book: Rulebook, house: House | None = None) -> None:
        """Put book and house together, or refuse the choice that the book does not allow."""
        house = house or House()
        self.book, self.house = book, house
        self.chip = cents(house.smallest_chip)
        if not self.chip:
            raise HouseError("smallest_chip", "a chip is worth something", book.wagers.limits.clause)
        self.limits = {Wager(wager): self._posted(limit) for wager, limit in house.limits.items()}
        self._units = {wager: self._unit(wager) for wager in Wager}
        self._spans = {wager: self._span(wager) for wager in Wager}
        self.shuffler = house.shuffler or next(iter(book.cards.decks))
        self.decks = _chosen("decks", house.decks, _decks(book, self.shuffler))
        self.places = _places(book, house)
        """How many seats, or terminals, there may be."""
        self.seats = _chosen("seats", house.seats, self.places)
        self.adjacent_boxes = house.adjacent_boxes or 1
        self.strength = {RANK_CODES[rank]: -place for place, rank in enumerate(book.cards.ranking.value)}
        burns = book.burns
        self.burns_after_call = burns.moment is not None and burns.moment.value is BurnMoment.AFTER_CALL
        suits = book.cards.order_of_suits
        self.suit_strength = {
            SUIT_CODES[suit]: -place for place, suit in enumerate(suits.value if suits else ())
        }
        self.suits_decide_first = suits is not None and suits.on is not SuitsDecide.WAR
        self.suits_decide_at_war = suits is not None and suits.on is not SuitsDecide.ORIGINAL
        self.equal_rank_wins_ties = suits is not None and suits.tie_wager is TieWins.EQUAL_RANK
        """Whether a tie wager wins on equal rank also where suits decide."""
        self.offers_choice = book.settlement.tie_hand.value is Tied.CHOICE
        self.plays_ties_on = book.settlement.tie_hand.value in {Tied.CHOICE, Tied.WAR}
        """Whether a tie goes on to surrender or war, and is not settled at once."""
        self.chooses_at_the_seat = book.settlement.choice.when is ChoiceWhen.AT_THE_SEAT
        self.fights_at_once = book.war is not None and book.war.deal.fought is Fought.AT_ONCE
        self.fights_together = book.war is not None and book.war.deal.fought is Fought.TOGETHER
        spin = book.bonus_spin
        self.spins_at_once = spin is not None and spin.settled.value is SpinSettled.DEALERS_CARD
        when = book.progressive.settling.when if book.progressive else SettledWhen.LAST
        self.reads_at_each_seat = when is SettledWhen.AT_EACH_SEAT
        self.shares_spots = house.backline > 0 or house.electronic is not None
        law = book.electronic
        self.backs_all_cards = bool(house.electronic and law and law.backing.value is Backing.ALL)
        laws = book.wagers.laws.items()
        made = {wager: law.made for wager, law in laws if isinstance(law, TieWager | DealerWins)}
        self.offered_wagers = {Wager.INITIAL, *made, *filter(self.fixed_amounts, Wager)}
        """What may be wagered on the original deal."""
        self.stand_alone = {wager for wager, how in made.items() if how is not Made.WITH_INITIAL}
        self.exclude_initial = {wager for wager, how in made.items() if how is Made.INSTEAD}
        self.picks_up_later = book.settlement.collection.value is Pickup.AFTER_SETTLING
        limit, posted = book.wagers.payout_limit, house.payout_limit
        self.payout_limit: Cents | None = cents(posted) if limit and posted and posted != "none" else None
        self.caps_payouts = self.payout_limit is not None
        self.limit_counts = limit.value if limit and self.caps_payouts else None
        for problem in (*_problems(self), *submission_problems(book, house, self.seats)):
            raise HouseError(*problem)

    def __repr__(self) -> str:
        """Name book and house."""
        return f"Rules({self.book.name!r}, house={self.house.name!r}, decks={self.decks}, seats={self.seats})"

    def __eq__(self, other: object) -> bool:
        """Tell whether book and house are the same; all else follows from them."""
        if not isinstance(other, Rules):
            return NotImplemented
        return self.book == other.book and self.house == other.house

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.book.name, self.house.name, self.decks, self.seats))

    def __reduce__(self) -> tuple[type["Rules"], tuple[Rulebook, House]]:
        """Pickle book and house; all else follows from them."""
        return Rules, (self.book, self.house)

    @cached_property
    def clauses(self) -> Clauses:
        """What events at this table cite."""
        return Clauses(self)

    @property
    def payout_limit_law(self) -> Cited | None:
        """Find what stands behind the payout limit: the book, or our reading where the house says nothing."""
        law = self.book.wagers.payout_limit
        if law and law.reading and self.house.payout_limit is None:
            return Cited(clause=law.reading)
        return law

    @cached_property
    def coupons_as_chips(self) -> bool:
        """Tell whether the table takes coupons, and lets them count as chips throughout."""
        law = self.book.wagers.coupons if self.house.coupons else None
        return law is not None and law.value is Coupons.AS_CHIPS

    @cached_property
    def fixes_initial_wager(self) -> bool:
        """Tell whether every initial wager is the same amount."""
        return self.book.wagers.limits.counted is Counting.FIXED and Wager.INITIAL in self.limits

    @cached_property
    def burns_next_round(self) -> bool:
        """Tell whether a dealer who arrives during a round burns before the next one only."""
        law = self.book.burns.in_mid_round
        return law is not None and law.value is ArrivedInRound.NEXT_ROUND

    @cached_property
    def opening_inventory(self) -> Cents:
        """Give the inventory that the table opens with, unless the opening says another."""
        return cents(self.house.opening_inventory or USUAL_INVENTORY)

    @cached_property
    def gaming_day_starts(self) -> int:
        """Give when the gaming day starts, in seconds since midnight."""
        hours, minutes = map(int, self.house.gaming_day_starts.split(":"))
        return hours * 3600 + minutes * 60

    # cards

    def cards(self, number: int = 0) -> tuple[Card, ...]:
        """List the cards of one shoe or batch, in order; of another number of decks where one is given."""
        return decks(number or self.decks, self.book.cards.ranking.value, self.book.cards.suits.value)

    @cached_property
    def batch_size(self) -> int:
        """Count the cards of one shoe or batch."""
        return len(self.cards())

    @property
    def decks_allowed(self) -> Numbers:
        """Give the numbers of decks that the book allows with the house's way of shuffling."""
        return self.book.cards.decks[self.shuffler]

    @cached_property
    def deck(self) -> frozenset[Card]:
        """Give the cards of one deck."""
        return frozenset(self.cards())

    @property
    def decks_by_hand(self) -> int:
        """Give the number of decks that are shuffled by hand while the device is out of use."""
        allowed = self.book.cards.by_hand
        return self.decks if allowed is None or allowed.allows(self.decks) else allowed.start

    def least_behind_cover_card(self, size: int) -> int:
        """Count the cards that have to lie behind the cover card of a stack of so many."""
        return max(self.share_behind(size) - self.house.cover_card_tolerance, 0)

    def behind_cover_card(self, size: int) -> int:
        """Count the cards behind the cover card of a shoe: as the house puts it, else as few as are allowed.

        The house's number is for its own number of decks.
        """
        chosen = self.house.cards_behind_cover_card
        return self.share_behind(size) if chosen is None or size != self.batch_size else chosen

    def share_behind(self, size: int) -> int:
        """Count the share of so many cards that the book wants behind the cover card."""
        cover = self.book.cut.cover_card
        return ceil(Fraction(cover.value) * size) if cover else 0

    @property
    def reshuffles_each_round(self) -> bool:
        """Tell whether every round has a whole shoe before it; a continuous device knows no cover card."""
        each_round = self.book.shuffle.reshuffle.value is When.EACH_ROUND
        return each_round or self.shuffler is Shuffler.CONTINUOUS

    def new_shoe_burn(self, size: int | None = None) -> int:
        """Count the cards burned at most from a new shoe, of so many cards; a continuous device has none."""
        if self.shuffler is Shuffler.CONTINUOUS:
            return 0
        ranks = self.book.cards.ranking.value
        deck = len(ranks) * len(self.book.cards.suits.value)
        return self.book.burns.from_new_shoe(
            self.decks if size is None else ceil(Fraction(size, deck)), ranks
        )

    @property
    def first_card_burns(self) -> dict[str, int]:
        """Tell how many cards a new shoe loses by the rank of its first one, that one included."""
        law = self.book.burns.by_first_card
        ranks = self.book.cards.ranking.value if law else ()
        return {RANK_CODES[rank]: 1 + law.burns.get(rank, 0) for rank in ranks if law}

    @property
    def burns_by_first_card(self) -> bool:
        """Tell whether new shoes lose more or fewer cards by their first one."""
        return bool(self.first_card_burns) and self.shuffler is not Shuffler.CONTINUOUS

    @property
    def suits_decide(self) -> bool:
        """Tell whether suits decide between cards of equal rank on any deal."""
        return self.suits_decide_first or self.suits_decide_at_war

    # war

    @cached_property
    def decides_first(self) -> bool:
        """Tell whether choices belong to a pass of deciding, and halves are collected in that of paying."""
        in_two_passes = self.book.settlement.order.paying is not None and self.book.bank is None
        return in_two_passes and self.offers_choice and (self.chooses_at_the_seat or not self.fights_at_once)

    @cached_property
    def settles_ties_first(self) -> bool:
        """Tell whether tie hands that go to war are settled, and fight, in a pass before that of paying."""
        in_two_passes = self.book.settlement.order.paying is not None and self.fights_at_once
        return in_two_passes and self.plays_ties_on and self.book.bank is None

    @cached_property
    def dealers_war_burn(self) -> int:
        """Count the cards that are burned before the dealer's war card, where it has a set of its own."""
        if self.book.war is None:
            return 0
        burn = self.book.war.burn
        chosen = burn.dealers if self.house.second_war_burn is None else self.house.second_war_burn
        return burn.cards if chosen is None else chosen

    def war_burn(self, hands: int) -> int:
        """Count the cards that one war deal with so many hands burns in all."""
        if self.book.war is None:
            return 0
        cards = self.book.war.burn.cards
        match self.book.war.burn.when:
            case Moment.ONCE:
                return cards
            case Moment.EACH_SIDE:
                return cards + self.dealers_war_burn
            case Moment.EACH_CARD:
                return cards * hands + self.dealers_war_burn

    @property
    def most_wars(self) -> int:
        """Tell how many wars one hand can fight in a round."""
        war = self.book.war
        if war is None or not self.plays_ties_on:
            return 0
        return war.most

    def can_give_up(self, wars: int) -> bool:
        """Tell whether a tie can be given up: on the original deal (0), or after this many wars."""
        if not wars:
            return self.book.surrender is not None
        war = self.book.war
        return bool(war and war.again and war.again.forfeits)

    @cached_property
    def most_ties(self) -> int:
        """Tell how many ties in a row the tie wager can be paid for."""
        return len(self.tie_odds(Wager.TIE))

    @property
    def ties_rise_at_war(self) -> bool:
        """Tell whether a tie wager can be paid more if its hand goes to war."""
        beside = Wager.TIE not in self.exclude_initial
        return self.most_ties > 1 and not self.ties_run_on and beside

    @cached_property
    def ties_run_on(self) -> bool:
        """Tell whether cards are dealt for a tie wager alone, as long as it can still rise."""
        tie = self.book.wagers.tie
        return tie is not None and bool(tie.in_a_row) and tie.runs is Runs.TO_ITS_END

    @property
    def most_war_deals(self) -> int:
        """Tell how many war deals one hand can be dealt in a round, for its wars or its tie wager."""
        return max(self.most_wars, self.most_ties - 1 if self.ties_run_on else 0)

    # meters, the wheel and community cards

    def meters(self, wager: Wager) -> dict[str, MeterChoices]:
        """Give the meters that a wager raises, by name, where it is offered."""
        progressive, spin = self.house.progressive, self.house.bonus_spin
        if wager is Wager.PROGRESSIVE and progressive:
            return {"progressive": progressive.meter}
        if wager is Wager.BONUS_SPIN and spin:
            return {"primary": spin.primary, "secondary": spin.secondary}
        return {}

    def raises(self, meter: str) -> Wager:
        """Find the wager that raises a meter."""
        return next(wager for wager in Wager if meter in self.meters(wager))

    @cached_property
    def linked_meters(self) -> frozenset[str]:
        """Name the meters that this table shares with others."""
        meters = (meter for wager in Wager for meter in self.meters(wager).items())
        return frozenset(name for name, meter in meters if meter.linked)

    @cached_property
    def designated_cards(self) -> frozenset[Card]:
        """List the cards that start the wheel when the dealer gets one."""
        offered = self.house.bonus_spin.cards if self.house.bonus_spin else ()
        return frozenset(card for each in offered for card in each.cards)

    @property
    def community_cards(self) -> int:
        """Count the community cards of the electronic version: the house's choice, else where it starts."""
        law, offered = self.book.electronic, self.house.electronic
        if offered:
            return offered.community_cards
        return law.community_cards.start if law else 0

    # the sizes of wagers: what each is a multiple of, the least and the most that it may be

    @cached_property
    def initial_unit(self) -> Cents:
        """Find the unit of an initial wager: its multiples keep every payment exact."""
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
        """Keep a tie wager payable exactly if it must equal other wagers."""
        ladder = self.book.wagers.war_tie
        if ladder and ladder.equals:
            unit = lcm(self.chip, *(odds.denominator for odds in self.tie_odds(Wager.WAR_TIE)))
            for wagered in _war_wagers(self.book):
                yield unit * base(ladder.equals, Fraction(1), wagered).denominator

    def unit(self, wager: Wager) -> Cents:
        """Find the unit of a wager: its multiples keep every payment exact."""
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
        """Tell whether a tie wager on the war deal must equal another wager."""
        ladder = self.book.wagers.war_tie
        return wager is Wager.WAR_TIE and ladder is not None and ladder.equals is not None

    def is_assumed(self, wager: Wager) -> bool:
        """Tell whether a wager has no posted maximum, so that the initial wager's applies."""
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


def _places(book: Rulebook, house: House) -> Numbers:
    """Give how many seats there may be, or terminals where the house offers the electronic version."""
    terminals = book.electronic.terminals if book.electronic and house.electronic else None
    return terminals or book.seating.seats


def _decks(book: Rulebook, shuffler: Shuffler) -> Numbers:
    """Give the numbers of decks that go with a way of shuffling, which the book has to provide for."""
    allowed = book.cards.decks
    if shuffler not in allowed:
        way = "shuffle by hand" if shuffler is Shuffler.BY_HAND else shuffler
        ways = book.cards.ways or next(iter(allowed.values()))
        raise HouseError("shuffler", f"the rulebook does not provide for a {way}", ways.clause)
    return allowed[shuffler]


def _chosen(name: str, number: int | None, allowed: Numbers) -> int:
    if number is not None and not allowed.allows(number):
        raise HouseError(name, f"{number} is not allowed; the rulebook has {allowed}", allowed.clause)
    return allowed.start if number is None else number


def _problems(rules: Rules) -> Iterator[Problem]:
    """Find the house's choices that the book does not allow."""
    book, house = rules.book, rules.house
    seats = book.seating.seats.clause
    if house.preshuffled and book.cards.preshuffled is None:
        clause = book.shuffle.before_play.clause
        yield "preshuffled", "the rulebook does not provide for preshuffled cards", clause
    tolerance, clause = house.cover_card_tolerance, (book.cut.cover_card or book.cut.load).clause
    if tolerance and book.cut.tolerance is None:
        yield "cover_card_tolerance", "the rulebook does not provide for that", clause
    share = rules.share_behind(rules.batch_size)
    if tolerance and not 0 < tolerance < share:
        yield "cover_card_tolerance", f"{tolerance} is not below {share}, the cards it is taken from", clause
    for choice, part, clause in (
        ("odds_on_sign", book.opening, ""),
        ("tip_box_elsewhere", book.opening, ""),
        ("hide_last_card", book.cut, book.cut.load.clause),
    ):
        if getattr(house, choice) and getattr(part, choice) is None:
            yield choice, "the rulebook does not provide for that", clause
    if rules.seats >= PLACES:
        yield "seats", f"a table has fewer than {PLACES} seats", seats
    if rules.adjacent_boxes > 1 and book.seating.adjacent_boxes is None:
        yield "adjacent_boxes", "the rulebook knows one box per player", seats
    if rules.adjacent_boxes > rules.seats:
        yield "adjacent_boxes", f"the table has only {rules.seats} seats", seats
    yield from (("decks", problem, clause) for _, problem, clause in too_few_cards(book, rules.decks))
    behind, least = house.cards_behind_cover_card, rules.least_behind_cover_card(rules.batch_size)
    if behind is not None and not least <= behind < rules.batch_size:
        clause = book.cut.cover_card.clause if book.cut.cover_card else book.cut.load.clause
        yield "cards_behind_cover_card", f"at least {least} of {rules.batch_size} cards", clause
    if house.second_war_burn is not None and not (book.war and book.war.burn.dealers is not None):
        clause = book.war.burn.clause if book.war else book.settlement.choice.clause
        yield "second_war_burn", "the rulebook knows no second set of burned cards", clause
    yield from rules.limit_problems()


def too_few_cards(book: Rulebook, decks: int) -> Iterator[Problem]:
    """Say what so many decks are too few for: its place in the book, the problem, the clause."""
    cut, burns = book.cut, book.burns
    size = decks * len(book.cards.ranking.value) * len(book.cards.suits.value)
    margin = cut.margin.value if cut.margin else 1
    cutters = {cut.after_hand_shuffle.value, cut.after_machine_shuffle.value}
    if cutters != {Cutter.NO_ONE} and size < 2 * margin:
        problem = f"{size} cards are too few to be cut with {margin} on either side"
        yield "cut.margin", problem, (cut.margin or cut.load).clause
    if cut.cover_card and ceil(Fraction(cut.cover_card.value) * size) >= size:
        problem = f"with {size} cards, none would be left in front of the cover card"
        yield "cut.cover_card", problem, cut.cover_card.clause
    burned = [each for each in (burns.new_shoe, burns.by_first_card, burns.new_dealer) if each]
    by_dealer = burns.new_dealer.value if burns.new_dealer else 0
    if burned and burns.from_new_shoe(decks, book.cards.ranking.value) + by_dealer >= size:
        yield "burns", f"{size} cards are too few for the burn", burned[0].clause


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
