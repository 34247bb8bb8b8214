"""What a match play coupon is worth."""

from fractions import Fraction

from casinowar.game.book.cited_values import ratio
from casinowar.game.book.coupons import Coupons
from casinowar.game.book.rules import Rules
from casinowar.odds.hand import ways
from casinowar.odds.settlement import HIGHER
from casinowar.odds.shoe import Shoe


def coupon_worth(rules: Rules, shoe: Shoe) -> Fraction | None:
    """Find what a coupon adds on average, per unit of it, to an initial wager of the same amount in chips.

    It is paid if the hand's first card is higher, and taken in any case. None if the text has no coupons, or
    counts them as chips at war too.
    """
    law = rules.book.wagers.coupons
    if law is None or law.value is not Coupons.INITIAL_ONLY:
        return None
    wins = ways(rules, shoe).chance(lambda path: path.original is HIGHER)
    return wins * ratio(rules.book.wagers.initial.value)
