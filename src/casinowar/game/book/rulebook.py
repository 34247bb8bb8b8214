"""A rulebook: what one text says, each value with the clause it comes from.

A rule that the text does not have is absent (``None``), not a flag with a dummy. What the text leaves to the
operator is in `house`; both together are the `Rules` that `decide` asks. The words are in
`words` and `terms`.
"""

from fractions import Fraction
from math import floor
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from casinowar.game.book import terms
from casinowar.game.book.bank import BankRule
from casinowar.game.book.bonus_spin import BonusSpin
from casinowar.game.book.citing import (
    Cited,
    Count,
    Multiple,
    Numbers,
    Odds,
    Part,
    Rank,
    Says,
    Share,
    Some,
    Suit,
    Task,
)
from casinowar.game.book.coupons import Coupons, LimitCounts
from casinowar.game.book.electronic import Electronic
from casinowar.game.book.progressive import Progressive
from casinowar.game.money import Cents
from casinowar.game.words import Direction, Instrument, Irregularity, Shuffler, Wager

Amount = TypeVar("Amount", int, Fraction)


class OrderOfSuits(Says[tuple[Suit, ...]], frozen=True, kw_only=True):
    """The suits, highest first, that decide between cards of equal rank; the same card twice is a tie.

    `on` says on which deals they do, `tie_wager` what wins a tie wager there.
    """

    on: terms.SuitsDecide = terms.SuitsDecide.BOTH
    tie_wager: terms.TieWins = terms.TieWins.SAME_CARD


class CardsRule(Part, frozen=True, kw_only=True):
    """The cards, and the ways of shuffling them with the numbers of decks that go with each."""

    ranking: Says[tuple[Rank, ...]]
    suits: Says[tuple[Suit, ...]]
    by_hand: Numbers | None = None
    batch_shuffler: Numbers | None = None
    continuous_shuffler: Numbers | None = None
    only: Says[Shuffler] | None = None
    """The one way of shuffling, with the numbers of decks of the way that the text else has."""
    preshuffled: Cited | None = None
    change: Says[terms.Lifetime] | None = None
    order_of_suits: OrderOfSuits | None = None

    @property
    def decks(self) -> dict[Shuffler, Numbers]:
        """Give the numbers of decks by the ways of shuffling that the text has, in the order of the words."""
        ways = (self.by_hand, self.batch_shuffler, self.continuous_shuffler)
        decks = {shuffler: numbers for shuffler, numbers in zip(Shuffler, ways, strict=True) if numbers}
        return {self.only.value: next(iter(decks.values()))} if self.only and decks else decks


class Opening(Part, frozen=True, kw_only=True):
    """What is done before the first shuffle: once, with the cards or with each of two batches."""

    approvals: tuple[Task, ...] = ()
    odds_on_sign: Task | None = None
    tip_box_elsewhere: Task | None = None
    by_hand: tuple[Task, ...] = ()
    each_batch: tuple[Task, ...] = ()
    preshuffled: tuple[Task, ...] = ()
    continuous_device: tuple[Task, ...] = ()
    shown_to: Says[terms.ShownTo] | None = None


class Idle(Part, frozen=True, kw_only=True):
    """What is done when nobody plays, up to the shuffle; the cards lie face down or face up meanwhile.

    `begins` says that it is due once no player is left, `second_batch` which of two batches is shown, and
    `continuous` that a device that shuffles continuously makes it superfluous.
    """

    begins: Cited | None = None
    inspection: Says[terms.IdleInspection] | None = None
    face_down: tuple[Task, ...] = ()
    face_up: tuple[Task, ...] = ()
    batch_face_down: tuple[Task, ...] = ()
    batch_face_up: tuple[Task, ...] = ()
    second_batch: Says[terms.SecondBatch] | None = None
    stored_batch_on_request: tuple[Task, ...] = ()
    continuous: Cited | None = None


class ShuffleRule(Part, frozen=True, kw_only=True):
    """When the cards are shuffled, and the floorperson's right to order it."""

    before_play: Cited
    reshuffle: Says[terms.When]
    continuous: Says[terms.When] | None = None
    by_order: Cited | None = None


class CutRule(Part, frozen=True, kw_only=True):
    """The cut and the cover card.

    `unlisted` is who cuts first after a shuffle for which the text names nobody, `order_passes` how an offer
    goes on after an ordered one, `straight_to_dealer` that a first refusal gives the cut to the dealer.
    `margin` is how many cards a cut leaves on either side, `cover_card` the share of the stack behind it.
    """

    after_hand_shuffle: Says[terms.Cutter]
    after_machine_shuffle: Says[terms.Cutter]
    stack_held: Task | None = None
    first_player: Cited | None = None
    cover_card_seat: Cited | None = None
    farthest_right: Cited | None = None
    by_order: Cited | None = None
    after_idle: Says[terms.FirstCut] | None = None
    after_change: Says[terms.FirstCut] | None = None
    unlisted: Says[terms.FirstCut] | None = None
    absent: Says[terms.AbsentCutter] | None = None
    passes: Says[Direction] | None = None
    order_passes: Cited | None = None
    straight_to_dealer: Cited | None = None
    dealer_cuts: Cited | None = None
    margin: Says[Count] | None = None
    cover_card: Says[Share] | None = None
    tolerance: Cited | None = None
    cover_card_comes_out: Cited | None = None
    cover_among_burns: Says[terms.LonelyCover] | None = None
    hide_last_card: Task | None = None
    recut: Cited | None = None
    load: Cited


class FirstCardBurn(Cited, frozen=True, kw_only=True):
    """The first card of a new shoe is turned up and burned, and then by its rank so many more."""

    burns: dict[Rank, Count]


class Burns(Part, frozen=True, kw_only=True):
    """How many cards are burned outside the war deal, when, and whether one serves shoe and dealer."""

    new_shoe: Says[Count | terms.AsMany] | None = None
    by_first_card: FirstCardBurn | None = None
    new_dealer: Says[Count] | None = None
    both: Says[terms.BothBurns] | None = None
    in_mid_round: Says[terms.ArrivedInRound] | None = None
    moment: Says[terms.BurnMoment] | None = None

    def from_new_shoe(self, decks: int, ranks: tuple[Rank, ...]) -> int:
        """Tell how many cards are burned at most from a new shoe of so many decks with these ranks."""
        if self.by_first_card:
            return 1 + max(self.by_first_card.burns.get(rank, 0) for rank in ranks)
        if self.new_shoe is None:
            return 0
        return decks if self.new_shoe.value is terms.AsMany.DECKS else int(self.new_shoe.value)


class Seating(Part, frozen=True, kw_only=True):
    """The table's places and the people at them."""

    seats: Numbers
    adjacent_boxes: Cited | None = None
    seated_only: Cited | None = None
    remain_seated: Cited | None = None
    leaving: Says[terms.Leaving]
    round_begins: Says[terms.RoundBegins] | None = None
    """From when on leaving is leaving in mid-round; from no more bets where nothing is said."""


class TieWager(Says[Odds], frozen=True, kw_only=True):
    """The odds of the tie wager; whether every hand has to make it, and how it is tied to the initial wager.

    An `equal` wager is as large as the initial one, `most` is the largest multiple of it, `made` says whether
    it needs one at all, as it does unless said. With `in_a_row`, the odds of two ties in succession, of three
    and so on, it is settled by how many ties the round brings; `runs` says for how long it goes on.
    """

    required: bool = False
    equal: bool = False
    most: Share | None = None
    made: terms.Made | None = None
    in_a_row: Annotated[tuple[Odds, ...], Meta(max_length=20)] = ()
    runs: terms.Runs | None = None


class DealerWins(Says[Odds], frozen=True, kw_only=True):
    """The odds of a wager that the dealer's card of the original deal is higher than the hand's.

    A tie forfeits this share of it; `made` says whether it needs an initial wager, or excludes one.
    """

    tie_forfeits: Share = "1"
    made: terms.Made | None = None


class Ladder(Cited, frozen=True, kw_only=True):
    """The odds of a tie wager on the first war deal, the second and so on; the last holds from there on.

    An `equal` wager is as large as the war wager, or as the one that it names; `most` is the largest multiple
    of the initial one.
    """

    pays: Annotated[tuple[Odds, ...], Meta(min_length=1)]
    equal: bool | terms.Base = False
    most: Share | None = None
    offered: terms.TieOffer = terms.TieOffer.ONCE_CONFIRMED

    @property
    def equals(self) -> terms.Base | None:
        """Tell which wager it has to be as large as, if any."""
        return self.equal if isinstance(self.equal, terms.Base) else terms.Base.WAR if self.equal else None


class Limits(Cited, frozen=True, kw_only=True):
    """How the operator's limits count, and whether they have to be posted before the table opens.

    Where they are `authorized`, the operator enters a ceiling beside them. The most that `tie` and `war_tie`
    may be is this share of the initial wager's maximum.
    """

    counted: terms.Counting = terms.Counting.EACH
    required: bool = False
    authorized: bool = False
    tie: Share | None = None
    war_tie: Share | None = None


class WagersRule(Part, frozen=True, kw_only=True):
    """Which wagers exist, at what odds, and how they are placed."""

    initial: Says[Odds]
    tie: TieWager | None = None
    war_tie: Ladder | None = None
    dealer_wins: DealerWins | None = None
    placing: Cited
    placing_tie: Cited | None = None
    placing_war_tie: Cited | None = None
    closes: Cited
    fixed: Says[terms.Fixed]
    instruments: Says[tuple[Instrument, ...]]
    spoken: Cited | None = None
    limits: Limits
    payout_limit: Says[LimitCounts] | None = None
    coupons: Says[Coupons] | None = None

    def placed_under(self, wager: Wager) -> Cited:
        """Find what lets a wager of the game itself be placed, which is not always what prices it."""
        if wager is Wager.TIE:
            return self.placing_tie or self.tie or self.placing
        if wager is Wager.WAR_TIE:
            return self.placing_war_tie or self.war_tie or self.placing
        return self.placing


class Deal(Part, frozen=True, kw_only=True):
    """The call of no more bets and the original deal: to each wager in this direction, then to the dealer."""

    call: Cited
    direction: Says[Direction]
    to_each_wager: Cited
    to_the_dealer: Cited
    hands: tuple[Task, ...] = ()
    players_may_not_touch: Cited | None = None


class SettleOrder(Cited, frozen=True, kw_only=True):
    """In which direction hands are compared and settled; `paying` where that is a second pass."""

    direction: Direction
    paying: Direction | None = None

    @property
    def last_pass(self) -> Direction:
        """Give the direction in which hands are paid."""
        return self.paying or self.direction


class ChoiceTurn(Cited, frozen=True, kw_only=True):
    """When, and in which direction, tie hands choose."""

    when: terms.ChoiceWhen = terms.ChoiceWhen.AFTER_ALL
    direction: Direction


class Settlement(Part, frozen=True, kw_only=True):
    """The order of settling, and what each result of the original deal brings."""

    order: SettleOrder
    lower: Cited
    higher: Cited
    tie_hand: Says[terms.Tied]
    choice: ChoiceTurn
    collection: Says[terms.Pickup]
    last_collection: Cited
    dealers_card: Cited | None = None
    """What takes up the dealer's card, with the cards still lying, when nobody went to war."""


class SurrenderRule(Cited, frozen=True, kw_only=True):
    """What surrender costs."""

    forfeits: Share
    odd: terms.OddHalf = terms.OddHalf.EXACT


class WarBurn(Cited, frozen=True, kw_only=True):
    """How many cards are burned in the war deal, and when; `dealers` where the dealer's set differs."""

    cards: Count
    when: terms.Moment = terms.Moment.ONCE
    dealers: Count | None = None


class WarDealRule(Cited, frozen=True, kw_only=True):
    """How several wars are dealt, in which direction, and whose card comes first."""

    fought: terms.Fought = terms.Fought.TOGETHER
    first_card: Literal["player", "dealer"] = "player"
    direction: Direction = Direction.CLOCKWISE


def base(on: terms.Base, initial: Amount, war: Amount) -> Amount:
    """Add up, of an initial and a war wager, those that something is counted on."""
    match on:
        case terms.Base.INITIAL:
            return initial
        case terms.Base.WAR:
            return war
        case terms.Base.BOTH:
            return initial + war


class Outcome(Cited, frozen=True, kw_only=True):
    """What a war won, tied or lost does to each of the chips in play, and what is paid on top."""

    initial: terms.Fate | None = None
    war: terms.Fate
    match: terms.MatchFate | None = None
    pays: Odds | None = None
    on: terms.Base = terms.Base.WAR

    def base(self, initial: Amount, war: Amount) -> Amount:
        """Add up, of an initial and a war wager, what the odds are counted on."""
        return base(self.on, initial, war)


class Again(Cited, frozen=True, kw_only=True):
    """A tied war is fought again: up to `wars` wars in all, each further one for `times` initial wagers more.

    A player who gives up instead forfeits the share `forfeits` of what lies there.
    """

    wars: Annotated[int, Meta(ge=2, le=20)]
    times: Multiple = 1
    forfeits: Share | None = None


class War(Part, frozen=True, kw_only=True):
    """The war, from the wager (so many times the initial one, or a share of it) to the settlement."""

    wager: Says[Multiple]
    short_of_chips: Says[terms.TooFewChips] | None = None
    confirmed: Cited
    initial: Says[terms.Given]
    match: Cited | None = None
    burn: WarBurn
    deal: WarDealRule
    order: SettleOrder
    won: Outcome
    tied: Outcome
    lost: Outcome
    again: Again | None = None

    def times(self, fought: int = 0) -> Fraction:
        """Tell how many initial wagers the next war wager is, after so many wars."""
        if not fought:
            return Fraction(self.wager.value)
        return Fraction(self.again.times if self.again else 0)

    def next_wager(self, initial: Cents, fought: int = 0) -> Cents:
        """Tell how much an initial wager needs beside it for the next war, after so many."""
        return floor(self.times(fought) * initial)

    def all_times(self, wars: int) -> Fraction:
        """Add up how many initial wagers so many wars take."""
        return self.times() + (wars - 1) * self.times(1) if wars else Fraction(0)


class Provision(Cited, frozen=True, kw_only=True):
    """The remedy for an irregularity, and the stronger one when it happens more than so many times.

    `burn` says whether a card found face up counts as a burned card that was due, `after` how many seconds
    by the table's clock a player has to choose.
    """

    irregularity: Irregularity
    remedy: terms.Remedy
    repeated: terms.Remedy | None = None
    more_than: Some = 1
    within: terms.Span = terms.Span.ROUND
    burn: terms.FaceUpBurn = terms.FaceUpBurn.EXTRA
    after: Some | None = None


class Irregularities(Part, frozen=True, kw_only=True):
    """What the text provides for; all else goes to a floorperson's ruling.

    With `paid_out` a void that would take back money already paid waits for a floorperson's word.
    """

    provisions: tuple[Provision, ...] = ()
    paid_out: Cited | None = None
    jammed_device: tuple[Task, ...] = ()
    failed_device: tuple[Task, ...] = ()
    ruling: Cited

    def provision(self, irregularity: Irregularity) -> Provision | None:
        """Find the remedy for an irregularity, if the text has one."""
        return next((each for each in self.provisions if each.irregularity is irregularity), None)


class Rulebook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one text says."""

    name: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    title: str
    document: str = ""
    """The document of the clause catalogue that the clauses belong to, if it is one of those."""
    order: Count = 0
    """The place among the rulebooks that are listed together."""
    readings: dict[str, str] = {}
    """How each point that the text leaves open was read."""
    cards: CardsRule
    opening: Opening = Opening()
    idle: Idle | None = None
    shuffle: ShuffleRule
    cut: CutRule
    burns: Burns = Burns()
    seating: Seating
    wagers: WagersRule
    deal: Deal
    settlement: Settlement
    surrender: SurrenderRule | None = None
    war: War | None = None
    irregularities: Irregularities
    progressive: Progressive | None = None
    bonus_spin: BonusSpin | None = None
    electronic: Electronic | None = None
    bank: BankRule | None = None
