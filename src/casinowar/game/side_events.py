"""Events of side wagers, meters and the player/dealer's bank."""

from casinowar.game.combinations import Combination
from casinowar.game.money import Cents
from casinowar.game.transfers import Event
from casinowar.game.words import Wager

# meters: chips between the table inventory, a meter, a player and the world outside


class MeterEvent(Event, frozen=True, kw_only=True):
    """A meter moved."""

    meter: str
    amount: Cents


class MeterStarted(MeterEvent, frozen=True, kw_only=True):
    """The house put a meter's initial amount up."""


class MeterRaised(MeterEvent, frozen=True, kw_only=True):
    """A share of the wagers went from the table inventory to the meter."""


class MeterPaid(MeterEvent, frozen=True, kw_only=True):
    """A player was paid from the meter."""

    seat: int
    wager: Wager


class MeterRestarted(MeterEvent, frozen=True, kw_only=True):
    """The house put a meter's reset amount up after it was paid."""


class MeterTold(MeterEvent, frozen=True, kw_only=True):
    """A linked meter now shows this amount, because of play at other tables."""


class MeterRaiseReversed(MeterEvent, frozen=True, kw_only=True):
    """What a void round had added to a meter went back to the table inventory."""


class MeterPaymentReversed(MeterEvent, frozen=True, kw_only=True):
    """What a void round had paid from a meter went back to it."""

    seat: int
    wager: Wager


class MeterRestartReversed(MeterEvent, frozen=True, kw_only=True):
    """The reset amount that a void round had put up was taken back."""


# side wagers


class ProgressiveRead(Event, frozen=True, kw_only=True):
    """A hand was read for the progressive: these progressive payout hands pay."""

    seat: int
    combinations: tuple[Combination, ...]


class ProgressiveSettled(Event, frozen=True, kw_only=True):
    """The progressive wager of a hand, and what others get for it, is settled."""

    seat: int


class WheelSpun(Event, frozen=True, kw_only=True):
    """The wheel was spun: who has the hot spot, and what the hot spot and the community get."""

    seat: int
    hot_spot: str
    community: str = ""


class BonusSpinSettled(Event, frozen=True, kw_only=True):
    """The bonus spin wagers of these hands are settled."""

    seats: tuple[int, ...]


class CouponPlaced(Event, frozen=True, kw_only=True):
    """A player put a match play coupon beside the initial wager."""

    seat: int
    amount: Cents


class CouponTaken(Event, frozen=True, kw_only=True):
    """The dealer took the coupon."""

    seat: int


# the bank


class BankOffered(Event, frozen=True, kw_only=True):
    """The bank was offered to a seat."""

    seat: int


class BankDeclined(Event, frozen=True, kw_only=True):
    """A player declined the bank."""

    seat: int


class BankTaken(Event, frozen=True, kw_only=True):
    """A player took the bank and put up its wager."""

    seat: int
    amount: Cents


class BankRaised(Event, frozen=True, kw_only=True):
    """The player/dealer added to the bank."""

    amount: Cents


class BankWithdrawn(Event, frozen=True, kw_only=True):
    """The player/dealer took the bank back before no more bets."""

    seat: int
    amount: Cents


class CoverLeft(Event, frozen=True, kw_only=True):
    """So much of the player/dealer's wager is left to cover wagers."""

    amount: Cents


class BankReturned(Event, frozen=True, kw_only=True):
    """The round is over and the player/dealer took the chips back."""

    seat: int
    amount: Cents
