"""Rules: a rulebook with the house's choices, validated together."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Final

from casinowar.game.book.bonus_spin import SpinSettled
from casinowar.game.book.cited_values import Cited, Numbers
from casinowar.game.book.clauses import Clauses
from casinowar.game.book.coupons import Coupons
from casinowar.game.book.electronic import Backing
from casinowar.game.book.house import House, Problem
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import SettledWhen
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.sizes import WagerSizes
from casinowar.game.book.submission import submission_problems
from casinowar.game.book.terms import (
    ArrivedInRound,
    BurnMoment,
    ChoiceWhen,
    Cutter,
    Fought,
    Made,
    Moment,
    Pickup,
    Runs,
    SuitsDecide,
    Tied,
    TieWins,
    When,
)
from casinowar.game.book.wagers import DealerWins, TieWager
from casinowar.game.cards import RANK_CODES, SUIT_CODES, Card, decks
from casinowar.game.money import Cents, cents
from casinowar.game.refusal import HouseError
from casinowar.game.words import PLACES, Shuffler, Wager

USUAL_INVENTORY: Final = "100000"
"""The dollars with which a table opens whose house does not say."""


class Rules(WagerSizes):
    """What holds at one table: the book, the house, and what follows from both.

    Whatever several parts want to know of book and house is worked out here, once.
    """

    def __init__(self, book: Rulebook, house: House | None = None) -> None:
        """Put book and house together, or refuse the choice that the book does not allow."""
        house = house or House()
        super().__init__(book, house)
        self.shuffler = house.shuffler or next(iter(book.cards.decks))
        self.decks = _chosen("decks", house.decks, _decks(book, self.shuffler))
        self.places = _places(book, house)
        """How many seats, or terminals, there may be."""
        self.seats = _chosen("seats", house.seats, self.places)
        self.adjacent_boxes = house.adjacent_boxes or 1
        self.strength = {RANK_CODES[rank]: -place for place, rank in enumerate(book.cards.ranking.value)}
        burns = book.burns
        self.burns_after_call = burns.moment is not None and burns.moment.value is BurnMoment.AFTER_CALL
        in_mid_round = burns.in_mid_round.value if burns.in_mid_round else None
        self.burns_next_round = in_mid_round is ArrivedInRound.NEXT_ROUND
        """Whether a dealer who arrives during a round burns before the next one only."""
        suits = book.cards.order_of_suits
        self.suit_strength = {
            SUIT_CODES[suit]: -place for place, suit in enumerate(suits.value if suits else ())
        }
        self.suits_decide_first = suits is not None and suits.on is not SuitsDecide.WAR
        self.suits_decide_at_war = suits is not None and suits.on is not SuitsDecide.ORIGINAL
        self.equal_rank_wins_ties = suits is not None and suits.tie_wager is TieWins.EQUAL_RANK
        """Whether a tie wager wins on equal rank also where suits decide."""
        hours, minutes = map(int, house.gaming_day_starts.split(":"))
        self.gaming_day_starts = hours * 3600 + minutes * 60
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
        self.opening_inventory: Cents = cents(house.opening_inventory or USUAL_INVENTORY)
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
