"""A rulebook: what one text says, each value with the clause it comes from.

A rule that the text does not have is absent (``None``), not a flag with a dummy. What the text leaves to the
operator is in `house`; both together are the `Rules` that `decide` asks. The words are in
`words` and `terms`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from casinowar.game.book import terms
from casinowar.game.book.bank import BankRule
from casinowar.game.book.bonus_spin import BonusSpin
from casinowar.game.book.citing import Cited, Count, Numbers, Odds, Part, Rank, Says, Share, Some, Suit, Task
from casinowar.game.book.coupons import Coupons, LimitCounts
from casinowar.game.book.electronic import Electronic
from casinowar.game.book.progressive import Progressive
from casinowar.game.words import Direction, Instrument, Irregularity, Shuffler


class CardsRule(Part, frozen=True, kw_only=True):
    """The cards, and the ways of shuffling them with the numbers of decks that go with each."""

    ranking: Says[tuple[Rank, ...]]
    suits: Says[tuple[Suit, ...]]
    by_hand: Numbers | None = None
    batch_shuffler: Numbers | None = None
    continuous_shuffler: Numbers | None = None
    preshuffled: Cited | None = None
    change: Says[terms.Lifetime] | None = None

    @property
    def decks(self) -> dict[Shuffler, Numbers]:
        """Give the numbers of decks by the ways of shuffling that the text has, in the order of the words."""
        ways = (self.by_hand, self.batch_shuffler, self.continuous_shuffler)
        return {shuffler: numbers for shuffler, numbers in zip(Shuffler, ways, strict=True) if numbers}


class Opening(Part, frozen=True, kw_only=True):
    """What is done before the first shuffle: once, with the cards or with each of two batches."""

    approvals: tuple[Task, ...] = ()
    odds_on_sign: Task | None = None
    tip_box_elsewhere: Task | None = None
    by_hand: tuple[Task, ...] = ()
    each_batch: tuple[Task, ...] = ()
    continuous_device: tuple[Task, ...] = ()


class Idle(Part, frozen=True, kw_only=True):
    """What is done when nobody plays, up to the shuffle; the cards lie face down or face up meanwhile."""

    face_down: tuple[Task, ...] = ()
    face_up: tuple[Task, ...] = ()
    batch_face_down: tuple[Task, ...] = ()
    batch_face_up: tuple[Task, ...] = ()
    stored_batch_on_request: tuple[Task, ...] = ()


class ShuffleRule(Part, frozen=True, kw_only=True):
    """When the cards are shuffled, and the floorperson's right to order it."""

    before_play: Cited
    reshuffle: Says[terms.When]
    continuous: Says[terms.When] | None = None
    by_order: Cited | None = None


class CutRule(Part, frozen=True, kw_only=True):
    """The cut and the cover card.

    `margin` is how many cards a cut leaves on either side, `cover_card` the share of the stack behind it.
    """

    after_hand_shuffle: Says[terms.Cutter]
    after_machine_shuffle: Says[terms.Cutter]
    first_player: Cited | None = None
    cover_card_seat: Cited | None = None
    farthest_right: Cited | None = None
    by_order: Cited | None = None
    passes: Says[Direction] | None = None
    dealer_cuts: Cited | None = None
    margin: Says[Count] | None = None
    cover_card: Says[Share] | None = None
    cover_card_comes_out: Cited | None = None
    cover_among_burns: Says[terms.LonelyCover] | None = None
    hide_last_card: Task | None = None
    recut: Cited | None = None
    load: Cited


class Burns(Part, frozen=True, kw_only=True):
    """How many cards are burned outside the war deal, and whether one burn serves new shoe and new dealer."""

    new_shoe: Says[Count] | None = None
    new_dealer: Says[Count] | None = None
    both: Says[terms.BothBurns] | None = None


class Seating(Part, frozen=True, kw_only=True):
    """The table's places and the people at them."""

    seats: Numbers
    adjacent_boxes: Cited | None = None
    seated_only: Cited | None = None
    remain_seated: Cited | None = None
    leaving: Says[terms.Leaving]


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

    An `equal` wager is as large as the war wager, `most` is the largest multiple of the initial one.
    """

    pays: Annotated[tuple[Odds, ...], Meta(min_length=1)]
    equal: bool = False
    most: Share | None = None


class Limits(Cited, frozen=True, kw_only=True):
    """How the operator's limits count, and whether the table may open without them."""

    counted: terms.Counting = terms.Counting.EACH
    required: bool = False


class WagersRule(Part, frozen=True, kw_only=True):
    """Which wagers exist, at what odds, and how they are placed."""

    initial: Says[Odds]
    tie: TieWager | None = None
    war_tie: Ladder | None = None
    dealer_wins: DealerWins | None = None
    placing: Cited
    closes: Cited
    fixed: Says[terms.Fixed]
    instruments: Says[tuple[Instrument, ...]]
    spoken: Cited | None = None
    limits: Limits
    payout_limit: Says[LimitCounts] | None = None
    coupons: Says[Coupons] | None = None


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


class Outcome(Cited, frozen=True, kw_only=True):
    """What a war won, tied or lost does to each of the chips in play, and what is paid on top."""

    initial: terms.Fate | None = None
    war: terms.Fate
    match: terms.MatchFate | None = None
    pays: Odds | None = None
    on: terms.Base = terms.Base.WAR

    def base(self, initial: int, war: int) -> int:
        """Add up, of an initial and a war wager, what the odds are counted on."""
        return {terms.Base.INITIAL: initial, terms.Base.WAR: war, terms.Base.BOTH: initial + war}[self.on]


class Again(Cited, frozen=True, kw_only=True):
    """A tied war is fought again, up to so many wars, for so many initial wagers more, unless given up."""

    wars: Annotated[int, Meta(ge=2, le=20)]
    times: Count = 1
    forfeits: Share | None = None


class War(Part, frozen=True, kw_only=True):
    """The war, from the wager (so many times the initial one) to the settlement."""

    wager: Says[Some]
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


class Provision(Cited, frozen=True, kw_only=True):
    """The remedy for an irregularity, and the stronger one when it happens more than so many times."""

    irregularity: Irregularity
    remedy: terms.Remedy
    repeated: terms.Remedy | None = None
    more_than: Some = 1
    within: terms.Span = terms.Span.ROUND


class Irregularities(Part, frozen=True, kw_only=True):
    """What the text provides for; all else goes to a floorperson's ruling."""

    provisions: tuple[Provision, ...] = ()
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
