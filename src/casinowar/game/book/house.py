"""The house's choices: what a text leaves to the operator."""

from typing import Annotated

from msgspec import Meta, Struct

from casinowar.game.book.bonus_spin import BonusSpinChoices
from casinowar.game.book.cited_values import Count, Share, Some
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.money import WRITTEN, Dollars
from casinowar.game.words import Act, Shuffler, Wager

PayoutLimit = Annotated[str, Meta(pattern=f"^(none|{WRITTEN})$")]
"""The most that a hand may be paid, such as ``"50000"``, or ``"none"``."""

Problem = tuple[str, str, str]
"""Why a choice cannot stand: its name in the file, what is wrong with it, and the clause that forbids it."""


class Limit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The least and the most that a wager may be; the most may be a share of the initial wager's, too."""

    minimum: Dollars = "0.01"
    maximum: Dollars = "1000000"
    of_initial: Share | None = None


class House(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operator's choices; what is left out stands as the rulebook starts it."""

    name: str = "house"
    rulebook: str = ""
    readings: dict[str, str] = {}
    shuffler: Shuffler | None = None
    decks: Some | None = None
    preshuffled: bool = False
    cards_behind_cover_card: Some | None = None
    cover_card_tolerance: Count = 0
    """How many cards fewer than its share may lie behind the cover card, where a share is approximate."""
    odds_on_sign: bool = False
    """Whether a sign shows the odds, because the layout does not."""
    hide_last_card: bool = False
    """Whether one more cover card hides the last card of the stack before the shoe is loaded."""
    tip_box_elsewhere: bool = False
    """Whether equipment leaves no room for the tip box beside the dealer."""
    seats: Some | None = None
    adjacent_boxes: Some | None = None
    """On how many boxes beside each other a player may wager; one where the house does not say."""
    limits: dict[Wager, Limit] = {}
    authorized_limit: Dollars | None = None
    """The authorized ceiling, above which no limit may be posted, where a text has one."""
    smallest_chip: Dollars = "0.01"
    opening_inventory: Dollars | None = None
    """The chips with which the table opens, unless others are counted; $100,000 if it is left out."""
    second_war_burn: Count | None = None
    """How many cards are burned before the dealer's war card, where the text leaves that open."""
    payout_limit: PayoutLimit | None = None
    """The payout limit per hand; a house that has none says so."""
    coupons: bool = False
    """Whether match play coupons are accepted."""
    backline: Count = 0
    """How many backline bettors may stand behind each seat."""
    first_bank: Some | None = None
    """The seat that is offered the bank first, where the house sets it."""
    validate_from: Dollars | None = None
    """From which amount a floorperson validates payouts, where the text leaves that to the operator."""
    bank_minimum: Dollars | None = None
    """The least that a player/dealer may put up, where it is not the table's minimum."""
    progressive: ProgressiveChoices | None = None
    bonus_spin: BonusSpinChoices | None = None
    electronic: ElectronicChoices | None = None
    gaming_day_starts: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")] = "06:00"
    automatic: tuple[Act, ...] | None = None
    """Which dealer's acts the software does by itself; all of them unless the house lists some."""
