"""Meters: what a text and a house can say about them, whichever wager raises them."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from casinowar.game.book.citing import Choices, Cited
from casinowar.game.money import Dollars
from casinowar.game.words import Word


class Winners(Word):
    """How a meter is paid to several winners of one round."""

    IN_TURN = "each is paid the meter as it stands in turn"
    DIVIDED = "the meter is divided equally"


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
