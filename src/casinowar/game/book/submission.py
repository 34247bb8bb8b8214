"""What an operator's submission says about side wagers: rates, meters, the wheel."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from casinowar.game.book.citing import Some
from casinowar.game.money import Dollars

Percent = Annotated[str, Meta(pattern=r"^[0-9]{1,3}(\.[0-9]{1,4})?%$")]
"""A rate such as ``"10%"``."""


class Choices(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a submission."""


class MeterChoices(Choices, frozen=True, kw_only=True):
    """A meter: how much of each wager raises it, where it starts and restarts, whether tables share it."""

    rate: Percent
    initial: Dollars
    reset: Dollars
    linked: bool = False


class ProgressiveChoices(Choices, frozen=True, kw_only=True):
    """The Progressive Payout Wager as it is offered."""

    meter: MeterChoices
    amounts: tuple[Dollars, ...] = ()


class Designated(Choices, frozen=True, kw_only=True):
    """A card that starts the wheel."""

    rank: str
    color: Literal["red", "black"]


class Segment(Choices, frozen=True, kw_only=True):
    """A segment of the wheel: its symbol and its weight among the stops."""

    symbol: str
    weight: Some


class Wheel(Choices, frozen=True, kw_only=True):
    """A wheel of so many stops."""

    stops: Annotated[int, Meta(ge=1, le=1_000_000)]
    segments: Annotated[tuple[Segment, ...], Meta(min_length=1)]


class OwnPay(Choices, frozen=True, kw_only=True):
    """What a symbol pays on a small wager, by the operator's own table."""

    symbol: str
    hot_spot: Dollars | None = None
    community: Dollars | None = None


class BonusSpinChoices(Choices, frozen=True, kw_only=True):
    """The bonus wheel as it is offered."""

    cards: Annotated[tuple[Designated, ...], Meta(min_length=1)]
    hot_spot: Wheel
    community: Wheel | None = None
    positions: tuple[Some, ...] = ()
    """The weight with which each betting position gets the hot spot; equal unless said."""
    primary: MeterChoices
    secondary: MeterChoices
    amounts: tuple[Dollars, ...] = ()
    small_wager_pays: tuple[OwnPay, ...] = ()


class ElectronicChoices(Choices, frozen=True, kw_only=True):
    """The electronic version as it is offered."""

    community_cards: Some
