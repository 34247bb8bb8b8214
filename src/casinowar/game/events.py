"""Events: what happened at the table, and the clause under which it did.

They carry what the law made of it, so that no later law rewrites them. Every event that moves chips moves
them from one named place to another, so no chip is made or lost.
"""

from enum import StrEnum
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta, Struct, field

from casinowar.game.cards import UNSEEN, Card
from casinowar.game.combinations import Combination
from casinowar.game.kinds import by_name
from casinowar.game.money import Cents
from casinowar.game.places import HandId, Seat, Spot
from casinowar.game.table import Step
from casinowar.game.words import Act, Choice, Comparison, Irregularity, Occasion, Role, Ruling, Wager, Word


class Event(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    gc=False,
    repr_omit_defaults=True,
    tag_field="event",
    tag=True,
):
    """Something that happened, and the clause under which it did; empty where no text speaks of it."""

    clause: str = ""


class Place(StrEnum):
    """Where chips can be."""

    CHIPS = "chips"
    """What a player has."""
    LAYOUT = "layout"
    """A wager that lies there."""
    TRAY = "before the tray"
    """Where progressive chips lie while they are counted."""
    INVENTORY = "inventory"
    """What the dealer pays from and collects into; while a player banks, that player's bank."""
    BANK = "bank"
    """What a player/dealer put up."""
    METER = "meter"
    OUTSIDE = "outside"
    """Where players and the house bring chips from."""


class Route(NamedTuple):
    """From where to where chips go, and what that adds to what is collected, paid and returned of a wager."""

    source: Place
    target: Place
    collected: int = 0
    paid: int = 0
    returned: int = 0


class MoneyEvent(Event, frozen=True, kw_only=True):
    """Chips moved, as the class declares."""

    route: ClassVar[Route]


class HandEvent(Event, frozen=True, kw_only=True):
    """Something happened to a hand."""

    hand: HandId = field(name="seat")


class SeatEvent(Event, frozen=True, kw_only=True):
    """Something happened at a seat."""

    seat: Seat


# the table and its people


class TableOpened(MoneyEvent, frozen=True, kw_only=True):
    """The table opened."""

    route: ClassVar[Route] = Route(Place.OUTSIDE, Place.INVENTORY)
    rulebook: str
    dealer: str
    inventory: Cents
    dealer_burns: int
    counted: bool = False


class FillMade(MoneyEvent, frozen=True, kw_only=True):
    """Chips came from the cage to the table inventory."""

    route: ClassVar[Route] = Route(Place.OUTSIDE, Place.INVENTORY)
    amount: Cents


class CreditMade(MoneyEvent, frozen=True, kw_only=True):
    """Chips went from the table inventory to the cage."""

    route: ClassVar[Route] = Route(Place.INVENTORY, Place.OUTSIDE)
    amount: Cents


class TableClosed(MoneyEvent, frozen=True, kw_only=True):
    """The table closed, and its inventory went to the cage."""

    route: ClassVar[Route] = Route(Place.INVENTORY, Place.OUTSIDE)
    inventory: Cents


class PlayerSeated(MoneyEvent, frozen=True, kw_only=True):
    """A player took a seat with chips."""

    route: ClassVar[Route] = Route(Place.OUTSIDE, Place.CHIPS)
    player: str
    seat: Seat
    chips: Cents


class ChipsBought(MoneyEvent, frozen=True, kw_only=True):
    """A player brought more chips."""

    route: ClassVar[Route] = Route(Place.OUTSIDE, Place.CHIPS)
    player: str
    amount: Cents


class PlayerLeft(MoneyEvent, frozen=True, kw_only=True):
    """A player left with the chips that were theirs."""

    route: ClassVar[Route] = Route(Place.CHIPS, Place.OUTSIDE)
    player: str
    chips: Cents


class ChipsCashed(MoneyEvent, frozen=True, kw_only=True):
    """A player took some of their chips away, and stays."""

    route: ClassVar[Route] = Route(Place.CHIPS, Place.OUTSIDE)
    player: str
    amount: Cents


class DealerArrived(Event, frozen=True, kw_only=True):
    """A dealer took over, who burns this number of cards before dealing any."""

    dealer: str
    burns: int
    steps: tuple[Step, ...] = ()


class ClockTold(Event, frozen=True, kw_only=True):
    """The house's clock was told."""

    now: int


class PlayPaused(Event, frozen=True, kw_only=True):
    """A floorperson paused play, which nothing is wrong with."""

    note: str = ""


class PlayResumed(Event, frozen=True, kw_only=True):
    """Play goes on."""


class SeatChanged(Event, frozen=True, kw_only=True):
    """A player changed seats."""

    player: str
    source: Seat
    seat: Seat


class FillRequested(Event, frozen=True, kw_only=True):
    """The table inventory is too small for what has to be paid; this much at least is missing.

    `again` says that what was asked for is no act of the dealer's that is due, and is asked for again then,
    `coupon` that nothing has to be paid, but chips are put down for a coupon.
    """

    amount: Cents
    again: bool = False
    coupon: bool = False


class CardsRemoved(Event, frozen=True, kw_only=True):
    """All cards were taken off the table."""


class HandAbandoned(HandEvent, frozen=True, kw_only=True):
    """A player left during a round, or before its call, and the hand stays behind."""

    takes_along: bool = False
    """Whether its wagers go with the player instead, because the round has not begun."""


class HandForfeited(HandEvent, frozen=True, kw_only=True):
    """The wagers of a player who left are treated as lost."""

    no_longer: tuple[Act, ...] = ()
    """What was to be verified and validated of a payout that is no longer made."""


# the preparation of the cards


class ProcedureBegan(Event, frozen=True, kw_only=True):
    """A procedure began, with its acts in order."""

    occasion: Occasion
    steps: tuple[Step, ...]


class StepsInserted(Event, frozen=True, kw_only=True):
    """Further acts came before what was to be done, or after one act of it, or in place of the first."""

    steps: tuple[Step, ...]
    after: Act | None = None
    instead: bool = False


class ActPerformed(Event, frozen=True, kw_only=True):
    """A human act was done and recorded."""

    act: Act
    by: Role


class BatchNotSecured(Event, frozen=True, kw_only=True):
    """What had to be made sure of the batch in the shuffler was found not to be so."""

    act: Act
    by: Role


class ReshuffleOrdered(Event, frozen=True, kw_only=True):
    """A floorperson ordered a reshuffle after the round that is being played."""


class OrderEvent(Event, frozen=True, kw_only=True):
    """Cards came into an order, top to bottom, or this number of cards into an unknown one."""

    cards: tuple[Card, ...] = ()
    unseen: Annotated[int, Meta(ge=0, le=100_000)] = 0
    shuffle: str = ""
    """Id under which its keeper stores the order."""
    commitment: str = ""
    """What its keeper publishes of the order."""

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards in their order; unseen if it is unknown."""
        return self.cards or (UNSEEN,) * self.unseen


class DecksReceived(OrderEvent, frozen=True, kw_only=True):
    """New decks came to the table, in one batch or in two; preshuffled ones in an order of their own."""

    decks: int
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    batches: int


class CardsGathered(Event, frozen=True, kw_only=True):
    """The cards from shoe, discard rack and side were put into a stack."""

    device: bool = False
    """Whether they were in the shuffler and not in a shoe."""


class BatchesExchanged(Event, frozen=True, kw_only=True):
    """The used batch went into the shuffler and the stored one came out."""


class DiscardsTaken(Event, frozen=True, kw_only=True):
    """The discard rack was taken to be shuffled in mid-round, because the shoe ran out."""

    kept: tuple[Card, ...] = ()
    """The cards that stay there, because they may not be used in this round."""


class CardsShuffled(OrderEvent, frozen=True, kw_only=True):
    """The stack was shuffled."""


class StoredBatchShuffled(OrderEvent, frozen=True, kw_only=True):
    """The shuffler's batch was shuffled, by the shuffler or after a jam by hand."""

    by_hand: bool = False


class CutOffered(SeatEvent, frozen=True, kw_only=True):
    """The cut was offered to a seat."""


class CutRefused(SeatEvent, frozen=True, kw_only=True):
    """A player refused the cut."""


class StackCut(SeatEvent, frozen=True, kw_only=True):
    """The stack was cut: `depth` cards from the top went to the bottom."""

    depth: int


class RecutOrdered(Event, frozen=True, kw_only=True):
    """A floorperson ordered a new cut."""

    seat: Seat | None
    steps: tuple[Step, ...]


class CoverCardPlaced(Event, frozen=True, kw_only=True):
    """The cover card was put in front of the last `behind` cards, or at an unknown place."""

    behind: int | None


class ShoeLoaded(Event, frozen=True, kw_only=True):
    """The stack went into the shoe."""

    device: bool = False
    """Whether no shoe is used, and the shuffler deals the cards itself."""


# cards in play


class Burn(Word):
    """Why a card was burned."""

    NEW_SHOE = "new_shoe", "new shoe"
    NEW_DEALER = "new_dealer", "new dealer"
    BOTH = "both", "new shoe and new dealer"
    WAR = "war", "war deal"


class CardBurned(Event, frozen=True, kw_only=True):
    """A card went unseen into the discard rack, or was turned up first and says how many `more` follow it."""

    reason: Burn
    from_aside: bool = False
    card: Card = ""
    more: int = 0
    place: int = 0
    """Which of the cards laid aside it was."""
    cutter: Seat | None = None
    """The seat whose player cuts because the cover card came out with that card, if any."""
    takes_cover: bool = False
    """Whether the cover card had come out before that card, the shoe's next, and goes with it."""


class CoverCardDrawn(Event, frozen=True, kw_only=True):
    """The cover card came out; `cutter` is the seat of the player whose hand it met, if any."""

    cutter: Seat | None = None
    with_last: bool = False
    """Whether it was told after the card, the last one laid aside."""


class CardDealt(Event, frozen=True, kw_only=True):
    """A card was dealt face up to a seat or the dealer."""

    spot: Spot = field(name="seat")
    card: Card
    war: int = 0
    from_aside: bool = False


class CardsCollected(Event, frozen=True, kw_only=True):
    """The cards of these hands went into the discard rack in this order, hand by hand."""

    spots: tuple[Spot, ...] = field(name="seats")
    cards: tuple[Card, ...]


# wagers


class WagerEvent(MoneyEvent, frozen=True, kw_only=True):
    """Chips moved on account of a wager."""

    hand: HandId = field(name="seat")
    wager: Wager
    amount: Cents


class WagerPlaced(WagerEvent, frozen=True, kw_only=True):
    """A player put chips on the layout, or those of a void wager are there again because it stands over."""

    route: ClassVar[Route] = Route(Place.CHIPS, Place.LAYOUT)
    player: str
    stood_over: bool = False


class WagerReturned(WagerEvent, frozen=True, kw_only=True):
    """Chips on the layout went back to the player."""

    route: ClassVar[Route] = Route(Place.LAYOUT, Place.CHIPS, returned=1)


class WagerWithdrawn(WagerEvent, frozen=True, kw_only=True):
    """A player took a wager back before no more bets, or got chips back that make no wager."""

    route: ClassVar[Route] = Route(Place.LAYOUT, Place.CHIPS)
    odd: bool = False
    """Whether they went back at the call, because the table takes no such amount."""


class WagerCollected(WagerEvent, frozen=True, kw_only=True):
    """The dealer took chips from the layout into the table inventory."""

    route: ClassVar[Route] = Route(Place.LAYOUT, Place.INVENTORY, collected=1)


class WagerTakenIn(WagerEvent, frozen=True, kw_only=True):
    """The dealer took progressive chips from the layout and laid them before the tray, to be counted."""

    route: ClassVar[Route] = Route(Place.LAYOUT, Place.TRAY, collected=1)


class WagerPutAway(WagerEvent, frozen=True, kw_only=True):
    """The dealer put counted progressive chips into the table inventory."""

    route: ClassVar[Route] = Route(Place.TRAY, Place.INVENTORY)


class WagerGivenBack(WagerEvent, frozen=True, kw_only=True):
    """Progressive chips that lay before the tray went back to the player: they are no wager."""

    route: ClassVar[Route] = Route(Place.TRAY, Place.CHIPS, collected=-1)


class WagerPaid(WagerEvent, frozen=True, kw_only=True):
    """The dealer paid a player from the table inventory."""

    route: ClassVar[Route] = Route(Place.INVENTORY, Place.CHIPS, paid=1)


class MatchPlaced(WagerEvent, frozen=True, kw_only=True):
    """The dealer matched a war wager from the table inventory."""

    route: ClassVar[Route] = Route(Place.INVENTORY, Place.LAYOUT)
    wager: Wager = Wager.MATCH


class MatchPaid(WagerEvent, frozen=True, kw_only=True):
    """The player won the dealer's match."""

    route: ClassVar[Route] = Route(Place.LAYOUT, Place.CHIPS, paid=1)
    wager: Wager = Wager.MATCH


class MatchCollected(WagerEvent, frozen=True, kw_only=True):
    """The dealer took the match back."""

    route: ClassVar[Route] = Route(Place.LAYOUT, Place.INVENTORY)
    wager: Wager = Wager.MATCH


class CollectionReversed(WagerEvent, frozen=True, kw_only=True):
    """A wager already taken was given back, because the round is void."""

    route: ClassVar[Route] = Route(Place.INVENTORY, Place.CHIPS, collected=-1)


class PaymentReversed(WagerEvent, frozen=True, kw_only=True):
    """What was already paid was taken back, because the round is void."""

    route: ClassVar[Route] = Route(Place.CHIPS, Place.INVENTORY, paid=-1)


# coupons, which are no chips, and the chips that stand for those that count as chips


class CouponPlaced(Event, frozen=True, kw_only=True):
    """A player put a match play coupon beside the chips of a wager, or in their stead."""

    hand: HandId = field(name="seat")
    amount: Cents
    wager: Wager = Wager.INITIAL
    player: str = ""
    """Whose it is, where it counts as chips and may be all that lies there."""
    stood_over: bool = False
    """Whether it was void in the round before, and stands in this one."""


class CouponTaken(Event, frozen=True, kw_only=True):
    """The dealer took the coupon."""

    hand: HandId = field(name="seat")


class CouponReturned(Event, frozen=True, kw_only=True):
    """The player got the coupon back, because it is taken back, waited in vain, or the hand is void."""

    hand: HandId = field(name="seat")
    amount: Cents
    wager: Wager | None = None
    """The wager that it was laid for, where those of the other stay; the last one laid goes first."""
    withdrawn: bool = False
    """Whether its player took it back before no more bets."""
    coupons: tuple[Cents, ...] = ()
    """Which they are, where they are not the last ones that were laid for that wager."""


class CouponRedeemed(WagerEvent, frozen=True, kw_only=True):
    """The house put chips on the layout for a coupon that counts as chips."""

    route: ClassVar[Route] = Route(Place.INVENTORY, Place.LAYOUT)
    player: str


class RedemptionReversed(WagerEvent, frozen=True, kw_only=True):
    """The chips that stood for a coupon went back to the table inventory, and the coupon to the player."""

    route: ClassVar[Route] = Route(Place.LAYOUT, Place.INVENTORY)
    withdrawn: bool = False
    """Whether its player took it back before no more bets."""
    coupons: tuple[Cents, ...] = ()
    """Which they stood for, where they are not the last ones that were laid for that wager."""


class ReturnReversed(WagerEvent, frozen=True, kw_only=True):
    """Returned chips that had stood for a coupon went back to the house, because the round is void."""

    route: ClassVar[Route] = Route(Place.CHIPS, Place.INVENTORY, returned=-1)


# the course of a round


class NoMoreBetsCalled(Event, frozen=True, kw_only=True):
    """The betting closed; who gets cards, and in what order hands are compared and settled."""

    deal: tuple[Spot, ...]
    compare: tuple[HandId, ...]
    settle: tuple[HandId, ...]
    read: tuple[HandId, ...] = ()
    spin: tuple[HandId, ...] = ()
    """The hands to be read for the progressive, if any has that wager, and those with bonus spin wagers."""
    cutter: Seat | None = None
    """The seat whose player gets the next card after a cover card among burned ones, and so cuts, if any."""


class HandCompared(HandEvent, frozen=True, kw_only=True):
    """A player's card was compared with the dealer's, on the original deal (war 0) or a war deal."""

    comparison: Comparison
    war: int = 0


class HandSettled(HandEvent, frozen=True, kw_only=True):
    """All wagers of a hand are settled."""


class HandPassed(HandEvent, frozen=True, kw_only=True):
    """The dealer's pass left a hand with its initial wager still open."""


class TieWagerRunsOn(HandEvent, frozen=True, kw_only=True):
    """Nothing but the tie wager of a hand is left in play, and another card is dealt for it."""


class TieHandChosen(HandEvent, frozen=True, kw_only=True):
    """A player chose what to do with a tie hand."""

    choice: Choice


class WarWagerConfirmed(HandEvent, frozen=True, kw_only=True):
    """The dealer confirmed a war wager."""


class TieWagerOffered(HandEvent, frozen=True, kw_only=True):
    """The dealer offered a tie wager on the war deal."""


class TieWagerDeclined(HandEvent, frozen=True, kw_only=True):
    """A player declined the tie wager on the war deal."""


class WarDealBegan(Event, frozen=True, kw_only=True):
    """A war deal began for these seats."""

    hands: tuple[HandId, ...] = field(name="seats")
    deal: tuple[Spot, ...]
    compare: tuple[HandId, ...]
    settle: tuple[HandId, ...]


class RoundCompleted(Event, frozen=True, kw_only=True):
    """The round is over."""

    round: int


# the progressive and the bonus wheel


class ProgressiveRead(HandEvent, frozen=True, kw_only=True):
    """A hand was read for the progressive: these progressive payout hands pay."""

    combinations: tuple[Combination, ...]


class ProgressiveSettled(HandEvent, frozen=True, kw_only=True):
    """The progressive wager of a hand, and what others get for it, is settled."""

    denied: bool = False
    """Whether what others would have got for it was denied."""
    unpaid: bool = False
    """Whether its own payout was denied."""


class EnvyDeferred(HandEvent, frozen=True, kw_only=True):
    """The Envy Bonus that a hand brings others waits until all hands are settled."""


class WheelSpun(HandEvent, frozen=True, kw_only=True):
    """The wheel was spun: who has the hot spot, and what the hot spot and the community get."""

    hot_spot: str
    community: str = ""
    verified: bool = False
    """Whether it is verified before it is paid."""


class BonusSpinSettled(Event, frozen=True, kw_only=True):
    """The bonus spin wagers of these hands are settled."""

    hands: tuple[HandId, ...] = field(name="seats")


class MeterEvent(MoneyEvent, frozen=True, kw_only=True):
    """A meter moved."""

    meter: str
    amount: Cents


class MeterStarted(MeterEvent, frozen=True, kw_only=True):
    """The house put a meter's initial amount up."""

    route: ClassVar[Route] = Route(Place.OUTSIDE, Place.METER)


class MeterRaised(MeterEvent, frozen=True, kw_only=True):
    """A share of the wagers went from the table inventory to the meter."""

    route: ClassVar[Route] = Route(Place.INVENTORY, Place.METER)


class MeterPaid(MeterEvent, frozen=True, kw_only=True):
    """A player was paid from the meter."""

    route: ClassVar[Route] = Route(Place.METER, Place.CHIPS)
    hand: HandId = field(name="seat")
    wager: Wager


class MeterRestarted(MeterEvent, frozen=True, kw_only=True):
    """The house put a meter's reset amount up after it was paid."""

    route: ClassVar[Route] = Route(Place.OUTSIDE, Place.METER)


class MeterTold(MeterEvent, frozen=True, kw_only=True):
    """A linked meter now shows this amount, because of play at other tables; the difference moved."""

    route: ClassVar[Route] = Route(Place.OUTSIDE, Place.METER)


class MeterRaiseReversed(MeterEvent, frozen=True, kw_only=True):
    """What a void round had added to a meter went back to the table inventory."""

    route: ClassVar[Route] = Route(Place.METER, Place.INVENTORY)


class MeterPaymentReversed(MeterEvent, frozen=True, kw_only=True):
    """What a void round had paid from a meter went back to it."""

    route: ClassVar[Route] = Route(Place.CHIPS, Place.METER)
    hand: HandId = field(name="seat")
    wager: Wager


class MeterRestartReversed(MeterEvent, frozen=True, kw_only=True):
    """The reset amount that a void round had put up was taken back."""

    route: ClassVar[Route] = Route(Place.METER, Place.OUTSIDE)


# the player/dealer's bank


class BankEvent(MoneyEvent, frozen=True, kw_only=True):
    """A player put up a bank, or took it back."""

    seat: Seat
    amount: Cents


class BankTaken(BankEvent, frozen=True, kw_only=True):
    """A player took the bank and put up its wager."""

    route: ClassVar[Route] = Route(Place.CHIPS, Place.BANK)


class BankRaised(MoneyEvent, frozen=True, kw_only=True):
    """The player/dealer added to the bank."""

    route: ClassVar[Route] = Route(Place.CHIPS, Place.BANK)
    amount: Cents


class BankWithdrawn(BankEvent, frozen=True, kw_only=True):
    """The player/dealer took the bank back before no more bets."""

    route: ClassVar[Route] = Route(Place.BANK, Place.CHIPS)


class BankReturned(BankEvent, frozen=True, kw_only=True):
    """The round is over and the player/dealer took the chips back."""

    route: ClassVar[Route] = Route(Place.BANK, Place.CHIPS)
    counts: bool = True
    """Whether the round is one of those that a player may bank in a row; a void one is not."""


class BankOffered(SeatEvent, frozen=True, kw_only=True):
    """The bank was offered to a seat."""


class BankDeclined(SeatEvent, frozen=True, kw_only=True):
    """A player declined the bank."""


class HandStands(HandEvent, frozen=True, kw_only=True):
    """So much of a tie hand's initial wager stands against a bank that is short; the rest goes back."""

    amount: Cents


class CoverLeft(Event, frozen=True, kw_only=True):
    """So much of the player/dealer's wager is left to cover wagers, with what is kept for tie hands."""

    amount: Cents
    kept: Cents = 0


# cards that should not have come


class CardFoundFaceUp(Event, frozen=True, kw_only=True):
    """A card lay face up in the shoe and went into the discard rack, at some tables as a burned card."""

    card: Card
    counts_as: Burn | None = None
    cutter: Seat | None = None
    """The seat whose player cuts because the cover card goes with it as a burned card, if any."""
    takes_cover: bool = False
    """Whether it does, having come out before."""


class CardDrawnInError(Event, frozen=True, kw_only=True):
    """A card drawn in error was laid aside; its face is told only if it was shown.

    Of a card that was shown, `irregularity` is what the book has a remedy for, or that it was found face up.
    """

    exposed: bool
    card: Card = ""
    irregularity: Irregularity | None = None


class CardDiscarded(Event, frozen=True, kw_only=True):
    """A card laid aside, the first unless another is named by its place, went into the discard rack.

    It did so as the remedy for this irregularity, or else because of a ruling or the end of the round.
    """

    place: int = 0
    irregularity: Irregularity | None = None


class CardMoved(Event, frozen=True, kw_only=True):
    """A card was moved from where it was recorded to the place where it lies, because a place was skipped."""

    source: Spot
    spot: Spot = field(name="seat")
    card: Card


# hands and rounds that are void


class HandVoided(Event, frozen=True, kw_only=True):
    """A hand that got no card is out of the round."""

    hand: HandId = field(name="seat")
    no_longer: tuple[Act, ...] = ()
    """What was to be verified and validated of a payout that is no longer made."""
    still_dealt: bool = False
    """Whether its place gets its card all the same, as a community card does without a wager."""


class WagerStands(Event, frozen=True, kw_only=True):
    """A void wager stands as the wager of the next round."""

    hand: HandId = field(name="seat")
    player: str
    wager: Wager
    amount: Cents
    coupons: tuple[Cents, ...] = ()
    """What each of the coupons is worth that stand for part of it."""


class WagerLapsed(Event, frozen=True, kw_only=True):
    """A void wager that stood for the next round is not placed: its player left or has too few chips.

    Or coupons that count as chips lack, at the call, the chips that make a lawful amount of them.
    """

    hand: HandId = field(name="seat")
    player: str
    wager: Wager
    amount: Cents


class RoundVoided(Event, frozen=True, kw_only=True):
    """The round is void; all its wagers go back."""

    irregularity: Irregularity


class RoundCutShort(Event, frozen=True, kw_only=True):
    """The round ends; what is settled stands, and the wagers that are open go back."""

    irregularity: Irregularity


# reports and rulings


class IrregularityReported(Event, frozen=True, kw_only=True):
    """An irregularity with a remedy of its own was reported; of a chip, with the wager it was to be."""

    irregularity: Irregularity
    wager: Wager | None = None


class PlayStopped(Event, frozen=True, kw_only=True):
    """Play stopped for a floorperson's ruling."""

    irregularity: Irregularity
    possible: tuple[Ruling, ...]
    hand: HandId | None = field(default=None, name="seat")
    note: str = ""
    wager: Wager | None = None


class RulingRecorded(Event, frozen=True, kw_only=True):
    """A floorperson or a manager ruled."""

    ruling: Ruling
    note: str = ""
    by: Role = Role.FLOORPERSON


class JammedCardsTaken(Event, frozen=True, kw_only=True):
    """The cards left in a jammed device were taken out in mid-round, to be shuffled again."""


class DeviceFailed(Event, frozen=True, kw_only=True):
    """The device cannot be used; deferred, what is done about it waits for the end of the round."""

    deferred: bool = False
    uninspected: bool = False
    """Whether the batch for it was not inspected and shuffled yet, as new decks are."""
    occupied: bool = False
    """Whether players sit again at a table that was left, but not idle, while the device was in use."""


class DeviceRestored(Event, frozen=True, kw_only=True):
    """The device is back in use."""


Events = tuple[Event, ...]

EVENTS: dict[str, type[Event]] = by_name(Event)
"""Every kind of event by its name."""
