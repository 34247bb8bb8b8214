"""Events: what happened at the table.

They carry what the law made of it, so that no later law rewrites them. Chips move by `transfers`.
"""

from typing import Annotated

from msgspec import Meta, field

from casinowar.game.cards import UNSEEN, Card
from casinowar.game.combinations import Combination
from casinowar.game.incidents import *  # noqa: F403 - what goes wrong is an event, and is found among them
from casinowar.game.incidents import Burn
from casinowar.game.kinds import by_name
from casinowar.game.money import Cents
from casinowar.game.places import HandId, Seat, Spot
from casinowar.game.table import Step
from casinowar.game.transfers import *  # noqa: F403 - every transfer is an event, and is found among them
from casinowar.game.transfers import Event
from casinowar.game.words import Act, Choice, Comparison, Occasion, Role


class HandEvent(Event, frozen=True, kw_only=True):
    """Something happened to a hand."""

    hand: HandId = field(name="seat")


class SeatEvent(Event, frozen=True, kw_only=True):
    """Something happened at a seat."""

    seat: Seat


# the table and its people


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
    """What was to be verified and validated of a payout that nobody gets any more."""


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
    """Cards came into an order, top to bottom, or so many into one that nobody knows."""

    cards: tuple[Card, ...] = ()
    unseen: Annotated[int, Meta(ge=0, le=100_000)] = 0
    shuffle: str = ""
    """By what name the shuffle is known to whoever keeps its order."""
    commitment: str = ""
    """What its keeper publishes of the order."""

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards in their order; unseen where nobody knows it."""
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
    """The cover card was put in front of the last `behind` cards, or where nobody said."""

    behind: int | None


class ShoeLoaded(Event, frozen=True, kw_only=True):
    """The stack went into the shoe."""

    device: bool = False
    """Whether no shoe is used, and the shuffler deals the cards itself."""


# cards in play


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

    unpaid: bool = False
    """Whether the hand's own payout was denied, as older records may tell; today no bonus follows that."""


class WheelSpun(HandEvent, frozen=True, kw_only=True):
    """The wheel was spun: who has the hot spot, and what the hot spot and the community get."""

    hot_spot: str
    community: str = ""
    verified: bool = False
    """Whether it is verified before it is paid."""


class BonusSpinSettled(Event, frozen=True, kw_only=True):
    """The bonus spin wagers of these hands are settled."""

    hands: tuple[HandId, ...] = field(name="seats")


# the player/dealer's bank


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


Events = tuple[Event, ...]

EVENTS: dict[str, type[Event]] = by_name(Event)
"""Every kind of event by its name."""
