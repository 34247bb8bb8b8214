"""A rulebook: what one text says, each value with the clause it comes from.

A rule that the text does not have is absent (``None``), not a flag with a dummy. What the text leaves to the
operator is in `house`; both together are the `Rules` that `decide` asks. The words are in
`words` and `terms`.
"""

from typing import Annotated

from msgspec import Meta, Struct

from casinowar.game.book import variants
from casinowar.game.book.bank import BankRule
from casinowar.game.book.bonus_spin import BonusSpin
from casinowar.game.book.cards import Burns, CardsRule, CutRule, Idle, Opening, ShuffleRule
from casinowar.game.book.cited_values import Cited, Count, Numbers, Part, Says, Share, Some, Task
from casinowar.game.book.electronic import Electronic
from casinowar.game.book.progressive import Progressive
from casinowar.game.book.wagers import WagersRule
from casinowar.game.book.war import SettleOrder, War
from casinowar.game.words import Direction, Irregularity, Wager


class Seating(Part, frozen=True, kw_only=True):
    """The table's places and the people at them."""

    seats: Numbers
    adjacent_boxes: Cited | None = None
    seated_only: Cited | None = None
    remain_seated: Cited | None = None
    leaving: Says[variants.Leaving]
    round_begins: Says[variants.RoundBegins] | None = None
    """From when on leaving is leaving in mid-round; from no more bets where nothing is said."""


class Deal(Part, frozen=True, kw_only=True):
    """The call of no more bets and the original deal: to each wager in this direction, then to the dealer."""

    call: Cited
    direction: Says[Direction]
    to_each_wager: Cited
    to_the_dealer: Cited
    hands: tuple[Task, ...] = ()
    players_may_not_touch: Cited | None = None


class ChoiceTurn(Cited, frozen=True, kw_only=True):
    """When, and in which direction, tie hands choose."""

    when: variants.ChoiceWhen = variants.ChoiceWhen.AFTER_ALL
    direction: Direction


class Settlement(Part, frozen=True, kw_only=True):
    """The order of settling, and what each result of the original deal brings."""

    order: SettleOrder
    lower: Cited
    higher: Cited
    tie_lost: Cited | None = None
    """What takes a tie wager without a tie, where it is not what takes or pays the initial wager."""
    war_tie_lost: Cited | None = None
    """What takes a tie wager on the war deal without a tie, where nothing on the war itself does."""
    tie_hand: Says[variants.Tied]
    choice: ChoiceTurn
    collection: Says[variants.Pickup]
    last_collection: Cited
    dealers_card: Cited | None = None
    """What takes up the dealer's card, with the cards still lying, when no hand went to war."""


class SurrenderRule(Cited, frozen=True, kw_only=True):
    """What surrender costs."""

    forfeits: Share
    odd: variants.OddHalf = variants.OddHalf.EXACT


class Provision(Cited, frozen=True, kw_only=True):
    """The remedy for an irregularity, and the stronger one when it happens more than so many times.

    `burn` says whether a card found face up counts as a burned card that was due, `after` how many seconds
    by the table's clock a player has to choose.
    """

    irregularity: Irregularity
    remedy: variants.Remedy
    repeated: variants.Remedy | None = None
    more_than: Some = 1
    within: variants.Span = variants.Span.ROUND
    burn: variants.FaceUpBurn = variants.FaceUpBurn.EXTRA
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

    def offered_law(self, wager: Wager) -> Progressive | BonusSpin | None:
        """Find what the text says about a wager that the operator may offer beside the game."""
        if wager is Wager.PROGRESSIVE:
            return self.progressive
        return self.bonus_spin if wager is Wager.BONUS_SPIN else None

    def placed_under(self, wager: Wager) -> Cited | None:
        """Find what lets a wager be placed, or come with another; None where the text does not know it."""
        match wager:
            case Wager.INITIAL | Wager.TIE | Wager.WAR_TIE:
                return self.wagers.placed_under(wager)
            case Wager.DEALER_WINS:
                return self.wagers.dealer_wins
            case Wager.WAR:
                return self.war.wager if self.war else None
            case Wager.MATCH:
                return self.war.match if self.war else None
            case Wager.PROGRESSIVE:
                return self.progressive.offer if self.progressive else None
            case Wager.ENVY:
                return self.progressive.envy if self.progressive else None
            case Wager.BONUS_SPIN:
                return self.bonus_spin.offer if self.bonus_spin else None
