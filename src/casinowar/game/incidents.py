"""Incidents: the events of what went wrong at a table, and what was made of it; all are found in `events`."""

from msgspec import field

from casinowar.game.cards import Card
from casinowar.game.money import Cents
from casinowar.game.places import HandId, Seat, Spot
from casinowar.game.transfers import Event
from casinowar.game.words import Act, Irregularity, Role, Ruling, Wager, Word


class Burn(Word):
    """Why a card was burned."""

    NEW_SHOE = "new_shoe", "new shoe"
    NEW_DEALER = "new_dealer", "new dealer"
    BOTH = "both", "new shoe and new dealer"
    WAR = "war", "war deal"


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

    It did so as the remedy for this irregularity, or else because somebody ruled so or the round is over.
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
    """What was to be verified and validated of a payout that nobody gets any more."""
    still_dealt: bool = False
    """Whether its place gets its card all the same, as a community card does whoever backs it."""


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
    """Somebody with the right to rule ruled."""

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
