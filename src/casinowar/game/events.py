"""Events: what happened at the table.

They carry what the law made of it, so that no later law rewrites them. Chips move by `transfers`.
"""

from enum import StrEnum

from casinowar.game.cards import Card
from casinowar.game.kinds import by_name
from casinowar.game.money import Cents
from casinowar.game.side_events import BankDeclined as BankDeclined
from casinowar.game.side_events import BankOffered as BankOffered
from casinowar.game.side_events import BankRaised as BankRaised
from casinowar.game.side_events import BankReturned as BankReturned
from casinowar.game.side_events import BankTaken as BankTaken
from casinowar.game.side_events import BankWithdrawn as BankWithdrawn
from casinowar.game.side_events import BonusSpinSettled as BonusSpinSettled
from casinowar.game.side_events import CouponPlaced as CouponPlaced
from casinowar.game.side_events import CouponTaken as CouponTaken
from casinowar.game.side_events import CoverLeft as CoverLeft
from casinowar.game.side_events import MeterEvent as MeterEvent
from casinowar.game.side_events import MeterPaid as MeterPaid
from casinowar.game.side_events import MeterPaymentReversed as MeterPaymentReversed
from casinowar.game.side_events import MeterRaised as MeterRaised
from casinowar.game.side_events import MeterRaiseReversed as MeterRaiseReversed
from casinowar.game.side_events import MeterRestarted as MeterRestarted
from casinowar.game.side_events import MeterRestartReversed as MeterRestartReversed
from casinowar.game.side_events import MeterStarted as MeterStarted
from casinowar.game.side_events import MeterTold as MeterTold
from casinowar.game.side_events import ProgressiveRead as ProgressiveRead
from casinowar.game.side_events import ProgressiveSettled as ProgressiveSettled
from casinowar.game.side_events import WheelSpun as WheelSpun
from casinowar.game.table import Step
from casinowar.game.transfers import CollectionReversed as CollectionReversed
from casinowar.game.transfers import CouponRedeemed as CouponRedeemed
from casinowar.game.transfers import Event as Event
from casinowar.game.transfers import MatchCollected as MatchCollected
from casinowar.game.transfers import MatchPaid as MatchPaid
from casinowar.game.transfers import MatchPlaced as MatchPlaced
from casinowar.game.transfers import MoneyEvent as MoneyEvent
from casinowar.game.transfers import PaymentReversed as PaymentReversed
from casinowar.game.transfers import Place as Place
from casinowar.game.transfers import RedemptionReversed as RedemptionReversed
from casinowar.game.transfers import ReturnReversed as ReturnReversed
from casinowar.game.transfers import WagerCollected as WagerCollected
from casinowar.game.transfers import WagerPaid as WagerPaid
from casinowar.game.transfers import WagerPlaced as WagerPlaced
from casinowar.game.transfers import WagerReturned as WagerReturned
from casinowar.game.transfers import WagerWithdrawn as WagerWithdrawn
from casinowar.game.words import Act, Choice, Comparison, Irregularity, Occasion, Role, Ruling

# the table and its people


class TableOpened(Event, frozen=True, kw_only=True):
    """The table opened."""

    rulebook: str
    dealer: str
    inventory: Cents
    dealer_burns: int


class DealerArrived(Event, frozen=True, kw_only=True):
    """A dealer took over, who burns so many cards before the next round."""

    dealer: str
    burns: int
    steps: tuple[Step, ...] = ()


class ClockTold(Event, frozen=True, kw_only=True):
    """The house's clock was told."""

    now: int


class PlayerSeated(Event, frozen=True, kw_only=True):
    """A player took a seat with chips."""

    player: str
    seat: int
    chips: Cents


class ChipsBought(Event, frozen=True, kw_only=True):
    """A player brought more chips."""

    player: str
    amount: Cents


class HandAbandoned(Event, frozen=True, kw_only=True):
    """A player left in mid-round and the hand stays behind."""

    seat: int


class HandForfeited(Event, frozen=True, kw_only=True):
    """The wagers of a player who left are treated as lost."""

    seat: int


class PlayerLeft(Event, frozen=True, kw_only=True):
    """A player left with the chips that were theirs."""

    player: str
    chips: Cents


# the preparation of the cards


class ProcedureBegan(Event, frozen=True, kw_only=True):
    """A procedure began, with its acts in order."""

    occasion: Occasion
    steps: tuple[Step, ...]


class StepsInserted(Event, frozen=True, kw_only=True):
    """Further acts came before what was to be done."""

    steps: tuple[Step, ...]


class ActPerformed(Event, frozen=True, kw_only=True):
    """A human act was done and recorded."""

    act: Act
    by: Role


class DecksReceived(Event, frozen=True, kw_only=True):
    """New decks came to the table, in one batch or in two."""

    decks: int
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    batches: int
    order: tuple[Card, ...] = ()
    """The order in which preshuffled cards came, top to bottom."""


class CardsGathered(Event, frozen=True, kw_only=True):
    """The cards from shoe, discard rack and side were put into a stack."""


class BatchesExchanged(Event, frozen=True, kw_only=True):
    """The used batch went into the shuffler and the stored one came out."""


class DiscardsTaken(Event, frozen=True, kw_only=True):
    """The discard rack was taken to be shuffled in mid-round, because the shoe ran out."""


class CardsShuffled(Event, frozen=True, kw_only=True):
    """The stack was shuffled into this order, top to bottom."""

    cards: tuple[Card, ...]


class StoredBatchShuffled(Event, frozen=True, kw_only=True):
    """The shuffler shuffled its batch into this order."""

    cards: tuple[Card, ...]


class CutOffered(Event, frozen=True, kw_only=True):
    """The cut was offered to a seat."""

    seat: int


class CutRefused(Event, frozen=True, kw_only=True):
    """A player refused the cut."""

    seat: int


class StackCut(Event, frozen=True, kw_only=True):
    """The stack was cut: so many cards from the top went to the bottom."""

    seat: int
    depth: int


class RecutOrdered(Event, frozen=True, kw_only=True):
    """A floorperson ordered a new cut."""

    seat: int | None
    steps: tuple[Step, ...]


class CoverCardPlaced(Event, frozen=True, kw_only=True):
    """The cover card was put in front of so many cards."""

    behind: int


class ShoeLoaded(Event, frozen=True, kw_only=True):
    """The stack went into the shoe."""


# cards in play


class Burn(StrEnum):
    """Why a card was burned."""

    NEW_SHOE = "new shoe"
    NEW_DEALER = "new dealer"
    BOTH = "new shoe and new dealer"
    WAR = "war deal"


class CardBurned(Event, frozen=True, kw_only=True):
    """A card went unseen into the discard rack."""

    reason: Burn
    from_aside: bool = False


class CoverCardDrawn(Event, frozen=True, kw_only=True):
    """The cover card came out; `cutter` is the seat of the player whose hand it met, if any."""

    cutter: int | None = None


class CardDealt(Event, frozen=True, kw_only=True):
    """A card was dealt face up to a seat or the dealer."""

    seat: int
    card: Card
    war: int = 0
    from_aside: bool = False


class CardsCollected(Event, frozen=True, kw_only=True):
    """The cards of these hands went into the discard rack in this order, hand by hand."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]


# the course of a round


class NoMoreBetsCalled(Event, frozen=True, kw_only=True):
    """The betting closed; who gets cards, and in what order hands are compared and settled."""

    deal: tuple[int, ...]
    compare: tuple[int, ...]
    settle: tuple[int, ...]
    read: tuple[int, ...] = ()
    """The hands to be read for the progressive, if any such wager was made."""
    spin: tuple[int, ...] = ()
    """The hands with bonus spin wagers."""


class HandCompared(Event, frozen=True, kw_only=True):
    """A player's card was compared with the dealer's, on the original deal (war 0) or a war deal."""

    seat: int
    comparison: Comparison
    war: int = 0


class HandSettled(Event, frozen=True, kw_only=True):
    """All wagers of a hand are settled."""

    seat: int


class HandPassed(Event, frozen=True, kw_only=True):
    """The dealer's pass left a hand with its initial wager still open."""

    seat: int


class TieHandChosen(Event, frozen=True, kw_only=True):
    """A player chose what to do with a tie hand."""

    seat: int
    choice: Choice


class WarWagerConfirmed(Event, frozen=True, kw_only=True):
    """The dealer confirmed a war wager."""

    seat: int


class TieWagerOffered(Event, frozen=True, kw_only=True):
    """The dealer offered a tie wager on the war deal."""

    seat: int


class TieWagerDeclined(Event, frozen=True, kw_only=True):
    """A player declined the tie wager on the war deal."""

    seat: int


class WarDealBegan(Event, frozen=True, kw_only=True):
    """A war deal began for these seats."""

    seats: tuple[int, ...]
    deal: tuple[int, ...]
    compare: tuple[int, ...]
    settle: tuple[int, ...]


class RoundCompleted(Event, frozen=True, kw_only=True):
    """The round is over."""

    round: int


# irregularities


class CardFoundFaceUp(Event, frozen=True, kw_only=True):
    """A card lay face up in the shoe and went into the discard rack."""

    card: Card


class CardDrawnInError(Event, frozen=True, kw_only=True):
    """A card drawn in error was laid aside; its face is told only if it was shown."""

    exposed: bool
    card: Card = ""


class CardDiscarded(Event, frozen=True, kw_only=True):
    """The card laid aside went into the discard rack."""


class HandVoided(Event, frozen=True, kw_only=True):
    """A hand that got no card is out of the round."""

    seat: int


class IrregularityReported(Event, frozen=True, kw_only=True):
    """An irregularity with a remedy of its own was reported."""

    irregularity: Irregularity


class PlayStopped(Event, frozen=True, kw_only=True):
    """Play stopped for a floorperson's ruling."""

    irregularity: Irregularity
    possible: tuple[Ruling, ...]
    seat: int | None = None
    note: str = ""


class RulingRecorded(Event, frozen=True, kw_only=True):
    """A floorperson ruled."""

    ruling: Ruling
    note: str = ""


class RoundVoided(Event, frozen=True, kw_only=True):
    """The round is void; all its wagers go back."""

    irregularity: Irregularity


class DeviceFailed(Event, frozen=True, kw_only=True):
    """The device cannot be used."""


class DeviceRestored(Event, frozen=True, kw_only=True):
    """The device is back in use."""


EVENTS: dict[str, type[Event]] = by_name(Event)
"""Every kind of event by its name."""
