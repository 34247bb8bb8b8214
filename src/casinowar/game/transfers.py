"""Transfers: the events that move chips, each from one named place to another, so no chip is made or lost."""

from enum import StrEnum
from typing import ClassVar, NamedTuple

from msgspec import Struct, field

from casinowar.game.money import Cents
from casinowar.game.places import HandId, Seat
from casinowar.game.words import Wager


class Event(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False, tag_field="event", tag=True
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


# people and the table


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


# meters


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


# the bank


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
