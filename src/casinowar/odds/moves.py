"""Chip moves: what is returned, collected and paid at the end of a hand, in one place for all odds."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.cited_values import Odds, ratio
from casinowar.game.book.variants import Base, Fate, MatchFate
from casinowar.game.book.war import Outcome, War
from casinowar.game.money import Cents
from casinowar.game.words import Comparison, Wager, Word
from casinowar.telling.phrases import WAGERS


class Motion(Word):
    RETURNED = "returned"
    COLLECTED = "collected"
    PAID = "paid"


class Move(Struct, frozen=True, kw_only=True):
    """Chips returned, collected or paid: in cents, or in units once divided by a wager."""

    chips: Wager
    motion: Motion
    units: Fraction
    of: Fraction
    """The total of these chips."""
    odds: str = ""
    base: Base | None = None
    """The wager that the odds apply to."""
    at_the_choice: bool = False
    """Whether it happens when war is chosen, before the war deal."""

    @property
    def net(self) -> Fraction:
        """The player's gain or loss; the match is never the player's to lose."""
        if self.motion is Motion.PAID:
            return self.units
        lost = self.motion is Motion.COLLECTED and self.chips is not Wager.MATCH
        return -self.units if lost else Fraction(0)

    def __str__(self) -> str:
        if self.odds:
            return f"{self.odds} paid on the {self.base}"
        size = f" of {self.of} units" if self.of != 1 else ""
        name = f"{WAGERS[self.chips]}{size}"
        part = f"{self.units / self.of} of the " if self.units != self.of else ""
        when = ", when war is chosen" if self.at_the_choice else ""
        return f"{part}{name} {self.motion}{when}"


def returned(chips: Wager, amount: Cents) -> Move:
    return Move(chips=chips, motion=Motion.RETURNED, units=Fraction(amount), of=Fraction(amount))


def collected(chips: Wager, amount: Cents, *, at_the_choice: bool = False) -> Move:
    whole = Fraction(amount)
    return Move(chips=chips, motion=Motion.COLLECTED, units=whole, of=whole, at_the_choice=at_the_choice)


def paid(chips: Wager, odds: Odds, on: Cents, base: Base | None = None) -> Move:
    amount = on * ratio(odds)
    return Move(chips=chips, motion=Motion.PAID, units=amount, of=amount, odds=odds, base=base)


def split(chips: Wager, lost: Cents, of: Cents) -> Iterator[Move]:
    for motion, part in ((Motion.COLLECTED, lost), (Motion.RETURNED, of - lost)):
        if part:
            yield Move(chips=chips, motion=motion, units=Fraction(part), of=Fraction(of))


def war_outcome(war: War, result: Comparison | None) -> Outcome:
    return {Comparison.HIGHER: war.won, Comparison.LOWER: war.lost}.get(result or Comparison.TIE, war.tied)


def war_ended(outcome: Outcome, initial: Cents, war: Cents, match: Cents) -> Iterator[Move]:
    """Move the chips in play as the outcome of a war says; wagers first, then payments."""
    fates = {Fate.RETURNED: returned, Fate.COLLECTED: collected}
    if outcome.initial:
        yield fates[outcome.initial](Wager.INITIAL, initial)
    if war:
        yield fates[outcome.war](Wager.WAR, war)
    if outcome.pays:
        yield paid(Wager.WAR, outcome.pays, outcome.base(initial, war), outcome.on)
    if not match:
        return
    if outcome.match is MatchFate.PAID:
        whole = Fraction(match)
        yield Move(chips=Wager.MATCH, motion=Motion.PAID, units=whole, of=whole)
    elif outcome.match is MatchFate.COLLECTED:
        yield collected(Wager.MATCH, match)
