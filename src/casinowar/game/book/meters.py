"""Meters: what a text and a house can say about them, whichever wager raises them."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from casinowar.game.book.cited_values import Choices, Cited, Task
from casinowar.game.money import Cents, Dollars
from casinowar.game.words import Word


class Winners(Word):
    """How a meter is paid to several winners of one round."""

    IN_TURN = "each is paid the meter as it stands in turn"
    DIVIDED = "the meter is divided equally"


class WonChip(Word):
    """What becomes of the chip of a won progressive or bonus spin wager."""

    STAYS = "stays with the house"
    BACK = "is given back"


class MeterShare(Word):
    """What a wager of another size than the first gets of a meter."""

    WHOLE = "the whole meter"
    BY_WAGER = "a share by the size of the wager"


class VoidMeter(Word):
    """What becomes of a meter's rise when the wager that brought it is void."""

    REVERSED = "its rise is reversed"
    STAYS = "it stays as it rose"


class Validated(Word):
    """Which won payouts a floorperson validates."""

    EVERY = "every won payout"
    FROM_AMOUNT = "every won payout from an amount that the operator sets"
    METER = "only what a meter pays"


class Validation(Task, frozen=True, kw_only=True):
    """Who validates which won payouts."""

    of: Validated = Validated.EVERY


class LeastMeter(Cited, frozen=True, kw_only=True):
    """The least amounts at which a meter starts and restarts."""

    initial: Dollars
    reset: Dollars


Percent = Annotated[str, Meta(pattern=r"^[0-9]{1,3}(\.[0-9]{1,4})?%$")]
"""A rate such as ``"10%"``."""


class MeterChoices(Choices, frozen=True, kw_only=True):
    """A meter: how much of each wager raises it, where it starts and restarts, whether tables share it."""

    rate: Percent
    initial: Dollars
    reset: Dollars
    linked: bool = False

    @property
    def share(self) -> Fraction:
        """Give the rate as a share of each wager."""
        return Fraction(self.rate[:-1]) / 100

    def raised_by(self, wagers: Cents) -> Cents:
        """Tell by how much wagers raise the meter."""
        return int(self.share * wagers)
