"""Commands about side wagers, meters and the player/dealer's bank."""

from typing import ClassVar

from casinowar.game.giving import PIT, Amount, Command, DealerCommand, Name, PlayerCommand, Seat
from casinowar.game.words import Act, Role


class ReadProgressive(DealerCommand, frozen=True, kw_only=True):
    """Read the next hand for the progressive."""

    act: ClassVar[Act | None] = Act.READ_PROGRESSIVE


class PayProgressive(DealerCommand, frozen=True, kw_only=True):
    """Pay the progressive payout hand that was read, and what others get for it."""

    act: ClassVar[Act | None] = Act.PAY_PROGRESSIVE


class SpinWheel(DealerCommand, frozen=True, kw_only=True):
    """Say where the wheel stopped: the position with the hot spot, and the symbols."""

    act: ClassVar[Act | None] = Act.SPIN_WHEEL
    seat: Seat
    hot_spot: Name
    community: Name = ""


class CollectBonusSpin(DealerCommand, frozen=True, kw_only=True):
    """Collect the bonus spin wagers, because the dealer's card does not start the wheel."""

    act: ClassVar[Act | None] = Act.COLLECT_BONUS_SPIN


class TellMeter(Command, frozen=True, kw_only=True):
    """Say what a linked meter shows."""

    roles: ClassVar[frozenset[Role]] = PIT
    by: Role = Role.AUTOMATIC
    meter: Name
    amount: Amount


class OfferBank(DealerCommand, frozen=True, kw_only=True):
    """Offer the bank to whoever is next in line."""

    act: ClassVar[Act | None] = Act.OFFER_BANK


class TakeBank(PlayerCommand, frozen=True, kw_only=True):
    """Take the bank and put up its wager."""

    seat: Seat
    amount: Amount


class DeclineBank(PlayerCommand, frozen=True, kw_only=True):
    """Decline the bank, or give it up."""

    seat: Seat


class AddToBank(PlayerCommand, frozen=True, kw_only=True):
    """Add to the bank when ties are seen, where that is allowed."""

    amount: Amount


class ReturnUncovered(DealerCommand, frozen=True, kw_only=True):
    """Return the initial wager of a tie hand for which the bank has nothing left."""

    act: ClassVar[Act | None] = Act.RETURN_UNCOVERED
