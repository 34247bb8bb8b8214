"""The war: what a text can say about it, from the wager to the settlement."""

from fractions import Fraction
from math import floor
from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from casinowar.game.book import variants
from casinowar.game.book.cited_values import Cited, Count, Multiple, Odds, Part, Says, Share
from casinowar.game.money import Cents
from casinowar.game.words import Direction

Amount = TypeVar("Amount", int, Fraction)


class SettleOrder(Cited, frozen=True, kw_only=True):
    """In which direction hands are compared and settled; `paying` where that is a second pass."""

    direction: Direction
    paying: Direction | None = None

    @property
    def last_pass(self) -> Direction:
        """Give the direction in which hands are paid."""
        return self.paying or self.direction


class WarBurn(Cited, frozen=True, kw_only=True):
    """How many cards are burned in the war deal, and when; `dealers` where the dealer's set differs."""

    cards: Count
    when: variants.Moment = variants.Moment.ONCE
    dealers: Count | None = None


class WarDealRule(Cited, frozen=True, kw_only=True):
    """How several wars are dealt, in which direction, and whose card comes first."""

    fought: variants.Fought = variants.Fought.TOGETHER
    first_card: Literal["player", "dealer"] = "player"
    direction: Direction = Direction.CLOCKWISE


def base(on: variants.Base, initial: Amount, war: Amount) -> Amount:
    """Add up, of an initial and a war wager, those that something is counted on."""
    match on:
        case variants.Base.INITIAL:
            return initial
        case variants.Base.WAR:
            return war
        case variants.Base.BOTH:
            return initial + war


class Outcome(Cited, frozen=True, kw_only=True):
    """What a war won, tied or lost does to each of the chips in play, and what is paid on top."""

    initial: variants.Fate | None = None
    war: variants.Fate
    match: variants.MatchFate | None = None
    pays: Odds | None = None
    on: variants.Base = variants.Base.WAR

    def base(self, initial: Amount, war: Amount) -> Amount:
        """Add up, of an initial and a war wager, what the odds are counted on."""
        return base(self.on, initial, war)


class Again(Cited, frozen=True, kw_only=True):
    """A tied war is fought again: up to `wars` wars in all, each further one for `times` initial wagers more.

    A player who gives up instead forfeits the share `forfeits` of what lies there.
    """

    wars: Annotated[int, Meta(ge=2, le=20)]
    times: Multiple = 1
    forfeits: Share | None = None


class War(Part, frozen=True, kw_only=True):
    """The war, from the wager (so many times the initial one, or a share of it) to the settlement."""

    wager: Says[Multiple]
    short_of_chips: Says[variants.TooFewChips] | None = None
    confirmed: Cited
    initial: Says[variants.Given]
    match: Cited | None = None
    burn: WarBurn
    deal: WarDealRule
    order: SettleOrder
    won: Outcome
    tied: Outcome
    lost: Outcome
    again: Again | None = None

    @property
    def most(self) -> int:
        """Tell how many wars one hand can fight."""
        return self.again.wars if self.again else 1

    def times(self, fought: int = 0) -> Fraction:
        """Tell how many initial wagers the next war wager is, after so many wars."""
        if not fought:
            return Fraction(self.wager.value)
        return Fraction(self.again.times if self.again else 0)

    def next_wager(self, initial: Cents, fought: int = 0) -> Cents:
        """Tell how much an initial wager needs beside it for the next war, after so many."""
        return floor(self.times(fought) * initial)

    def all_times(self, wars: int) -> Fraction:
        """Add up how many initial wagers so many wars take."""
        return sum(map(self.times, range(wars)), Fraction())
