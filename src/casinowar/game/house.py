"""The house's choices: what a text leaves to the operator."""

from typing import Annotated

from msgspec import Meta, Struct

from casinowar.game.rulebook import Some
from casinowar.game.words import Act, Shuffler, Wager

Dollars = Annotated[str, Meta(pattern=r"^\$?[0-9][0-9,]{0,12}(\.[0-9]{2})?$")]
"""An amount as people write it: ``"5"``, ``"2.50"``, ``"$1,000"``."""


class Limit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The least and the most that a wager may be."""

    minimum: Dollars = "0.01"
    maximum: Dollars = "1000000"


class House(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operator's choices; what is left out stands as the rulebook starts it."""

    name: str = "house"
    rulebook: str = ""
    readings: dict[str, str] = {}
    shuffler: Shuffler | None = None
    decks: Some | None = None
    preshuffled: bool = False
    cards_behind_cover_card: Some | None = None
    odds_on_sign: bool = False
    """Whether a sign shows the odds, because the layout does not."""
    tip_box_elsewhere: bool = False
    """Whether equipment leaves no room for the tip box beside the dealer."""
    seats: Some | None = None
    adjacent_boxes: Some = 1
    limits: dict[Wager, Limit] = {}
    smallest_chip: Dollars = "0.01"
    gaming_day_starts: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")] = "06:00"
    automatic: tuple[Act, ...] | None = None
    """Which dealer's acts the software does by itself; all of them unless the house lists some."""
