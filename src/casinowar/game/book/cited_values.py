"""Values that carry their clause: the bricks of which a rulebook is made."""

from fractions import Fraction
from functools import cache
from typing import Annotated, Generic, Literal, TypeVar

from msgspec import Meta, Struct

from casinowar.game.words import Act, Role

T = TypeVar("T")


Odds = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]{0,5}) to [1-9][0-9]{0,5}$")]
"""Odds as a pay table prints them: ``"10 to 1"``."""


Share = Annotated[str, Meta(pattern=r"^(0|1|[1-9][0-9]{0,3}/[1-9][0-9]{0,3})$")]
"""A share of something: ``"1/2"``, or all of it: ``"1"``."""


Count = Annotated[int, Meta(ge=0, le=1000)]


Some = Annotated[int, Meta(ge=1, le=1000)]


Multiple = Count | Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,3}/[1-9][0-9]{0,3}$")]
"""How many times something: ``2``, or a share of it: ``"1/2"``."""


Rank = Literal["ace", "king", "queen", "jack", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


Suit = Literal["club", "diamond", "heart", "spade"]


@cache
def ratio(odds: str) -> Fraction:
    """Turn odds into the profit on a wager of one.

    >>> ratio("10 to 1"), ratio("1 to 2")
    (Fraction(10, 1), Fraction(1, 2))
    """
    profit, wagered = odds.split(" to ")
    return Fraction(int(profit), int(wagered))


class Cited(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything that a clause says; `reading` names the R number that decided what it means."""

    clause: Annotated[str, Meta(min_length=1)]
    reading: str = ""


def joined(*laws: Cited | None) -> str:
    """Cite several laws, each clause once.

    >>> joined(Cited(clause="9.A; 9.B"), None, Cited(clause="9.B"))
    '9.A; 9.B'
    """
    named = (clause for law in laws if law for clause in law.clause.split("; "))
    return "; ".join(dict.fromkeys(named))


class Says(Cited, Generic[T], frozen=True, kw_only=True):
    """One value and its clause."""

    value: T


class Numbers(Cited, frozen=True, kw_only=True):
    """Which numbers the operator may choose from, and the one that stands until it chooses."""

    start: Some
    one_of: tuple[Some, ...] = ()
    least: Some = 1
    most: Some | None = None

    def allows(self, number: int) -> bool:
        """Tell whether the operator may choose this number."""
        if self.one_of:
            return number in self.one_of
        return self.least <= number <= (self.most or 1000)

    def __str__(self) -> str:
        """Say the numbers in words."""
        if self.one_of:
            return " or ".join(map(str, self.one_of))
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


class Task(Cited, frozen=True, kw_only=True):
    """A human act that the text wants done and recorded."""

    act: Act
    by: Role = Role.DEALER


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a rulebook."""


class Choices(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a submission."""
