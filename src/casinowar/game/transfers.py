"""Transfers: the events that move chips from one named place to another, so that the total never changes."""

from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from casinowar.game.money import Cents
from casinowar.game.words import Wager


class Event(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False, tag_field="event", tag=True
):
    """Something that happened."""


class Place(StrEnum):
    """Where chips can be."""

    CHIPS = "a player's chips"
    LAYOUT = "a wager on the layout"
    INVENTORY = "the table inventory"


class MoneyEvent(Event, frozen=True, kw_only=True):
    """Chips moved from one place to another.

    `tally` says what that does to the wager: to what lies on the layout, was collected, was paid.
    """

    source: ClassVar[Place]
    target: ClassVar[Place]
    tally: ClassVar[tuple[int, int, int]]
    seat: int
    wager: Wager
    amount: Cents


class WagerPlaced(MoneyEvent, frozen=True, kw_only=True):
    """A player put chips on the layout."""

    source: ClassVar[Place] = Place.CHIPS
    target: ClassVar[Place] = Place.LAYOUT
    tally: ClassVar[tuple[int, int, int]] = (1, 0, 0)
    player: str


class CouponRedeemed(MoneyEvent, frozen=True, kw_only=True):
    """The house put chips on the layout for a coupon that counts as chips."""

    source: ClassVar[Place] = Place.INVENTORY
    target: ClassVar[Place] = Place.LAYOUT
    tally: ClassVar[tuple[int, int, int]] = (1, 0, 0)
    player: str


class RedemptionReversed(MoneyEvent, frozen=True, kw_only=True):
    """The chips that stood for a coupon went back to the table inventory, and the coupon to the player."""

    source: ClassVar[Place] = Place.LAYOUT
    target: ClassVar[Place] = Place.INVENTORY
    tally: ClassVar[tuple[int, int, int]] = (-1, 0, 0)


class WagerReturned(MoneyEvent, frozen=True, kw_only=True):
    """Chips on the layout went back to the player."""

    source: ClassVar[Place] = Place.LAYOUT
    target: ClassVar[Place] = Place.CHIPS
    tally: ClassVar[tuple[int, int, int]] = (-1, 0, 0)


class WagerWithdrawn(MoneyEvent, frozen=True, kw_only=True):
    """A player took a wager back before no more bets."""

    source: ClassVar[Place] = Place.LAYOUT
    target: ClassVar[Place] = Place.CHIPS
    tally: ClassVar[tuple[int, int, int]] = (-1, 0, 0)


class WagerCollected(MoneyEvent, frozen=True, kw_only=True):
    """The dealer took chips from the layout into the table inventory."""

    source: ClassVar[Place] = Place.LAYOUT
    target: ClassVar[Place] = Place.INVENTORY
    tally: ClassVar[tuple[int, int, int]] = (-1, 1, 0)


class WagerPaid(MoneyEvent, frozen=True, kw_only=True):
    """The dealer paid a player from the table inventory."""

    source: ClassVar[Place] = Place.INVENTORY
    target: ClassVar[Place] = Place.CHIPS
    tally: ClassVar[tuple[int, int, int]] = (0, 0, 1)


class MatchPlaced(MoneyEvent, frozen=True, kw_only=True):
    """The dealer matched a war wager from the table inventory."""

    source: ClassVar[Place] = Place.INVENTORY
    target: ClassVar[Place] = Place.LAYOUT
    tally: ClassVar[tuple[int, int, int]] = (1, 0, 0)
    wager: Wager = Wager.MATCH


class MatchPaid(MoneyEvent, frozen=True, kw_only=True):
    """The player won the dealer's match."""

    source: ClassVar[Place] = Place.LAYOUT
    target: ClassVar[Place] = Place.CHIPS
    tally: ClassVar[tuple[int, int, int]] = (-1, 0, 1)
    wager: Wager = Wager.MATCH


class MatchCollected(MoneyEvent, frozen=True, kw_only=True):
    """The dealer took the match back."""

    source: ClassVar[Place] = Place.LAYOUT
    target: ClassVar[Place] = Place.INVENTORY
    tally: ClassVar[tuple[int, int, int]] = (-1, 0, 0)
    wager: Wager = Wager.MATCH


class CollectionReversed(MoneyEvent, frozen=True, kw_only=True):
    """A wager already taken was given back, because the round is void."""

    source: ClassVar[Place] = Place.INVENTORY
    target: ClassVar[Place] = Place.CHIPS
    tally: ClassVar[tuple[int, int, int]] = (0, -1, 0)


class ReturnReversed(MoneyEvent, frozen=True, kw_only=True):
    """Returned chips that had stood for a coupon went back to the house, because the round is void."""

    source: ClassVar[Place] = Place.CHIPS
    target: ClassVar[Place] = Place.INVENTORY
    tally: ClassVar[tuple[int, int, int]] = (0, 0, 0)


class PaymentReversed(MoneyEvent, frozen=True, kw_only=True):
    """What was already paid was taken back, because the round is void."""

    source: ClassVar[Place] = Place.CHIPS
    target: ClassVar[Place] = Place.INVENTORY
    tally: ClassVar[tuple[int, int, int]] = (0, 0, -1)
