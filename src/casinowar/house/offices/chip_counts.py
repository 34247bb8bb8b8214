"""Chips by denomination, counted to the cent."""

from collections.abc import Collection
from typing import Annotated, Final

from msgspec import Meta

from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError

DENOMINATIONS: Final = (1, 25, 50, 1_00, 2_50, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)
"""Denominations in cents until the house issues others."""

Denomination = Annotated[int, Meta(gt=0, le=10**9)]
Count = Annotated[int, Meta(ge=0, le=10**6)]
ChipCount = Annotated[dict[Denomination, Count], Meta(max_length=40)]
"""Numbers of chips by denomination in cents."""


def total(chips: ChipCount) -> Cents:
    """Add up the value of chips.

    >>> total({25_00: 2, 2_50: 3})
    5750
    """
    return sum(worth * count for worth, count in chips.items())


def check_denominations(chips: ChipCount, denominations: Collection[Cents]) -> None:
    unknown = [worth for worth, count in chips.items() if count and worth not in denominations]
    if unknown:
        raise InputError(f"The house has no chips of {dollars(min(unknown))}.")


def fewest(amount: Cents, denominations: Collection[Cents] = DENOMINATIONS) -> ChipCount:
    """Make up an amount from the largest chips down, or raise if the smallest do not divide it.

    >>> fewest(57_50)
    {2500: 2, 500: 1, 250: 1}
    """
    left, found = amount, dict[int, int]()
    for worth in sorted(denominations, reverse=True):
        count, left = divmod(left, worth)
        if count:
            found[worth] = count
    if left or amount < 0:
        raise InputError(f"{dollars(amount)} cannot be made up of the house's chips.")
    return found
