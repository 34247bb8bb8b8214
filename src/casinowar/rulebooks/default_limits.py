"""Default table limits: the sample house's, for a table opened without posted limits."""

from typing import Final

from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.variants import Counting
from casinowar.game.money import cents
from casinowar.game.words import Wager
from casinowar.rulebooks.loader import is_built_in, load_sample

_SPAN: Final = Limit(minimum="5", maximum="500")
_FIXED: Final = Limit(minimum="10", maximum="10")
"""The limits of a rulebook without a sample, and those of one fixed initial wager."""


def with_limits(book: Rulebook, house: House) -> House:
    """Add the limits and the ceiling that a book requires before opening, if the house has none."""
    law, limits = book.wagers.limits, house.limits
    if law.required and Wager.INITIAL not in limits:
        limits = {**_usual(book), **limits}
    ceiling = house.authorized_limit
    if law.authorized and ceiling is None and limits:
        ceiling = max((limit.maximum for limit in limits.values()), key=cents)
    return replace(house, limits=limits, authorized_limit=ceiling)


def _usual(book: Rulebook) -> dict[Wager, Limit]:
    if book.wagers.limits.counted is Counting.FIXED:
        return {Wager.INITIAL: _FIXED}
    sample = load_sample(book.name).limits if is_built_in(book.name) else {Wager.INITIAL: _SPAN}
    return {wager: limit for wager, limit in sample.items() if wager in book.wagers.laws}
