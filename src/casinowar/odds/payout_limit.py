"""Where a payout limit cuts the house's payouts."""

from collections.abc import Iterator

from msgspec import Struct

from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds import wagers
from casinowar.odds.exposure import exposure, without_payout_limit
from casinowar.odds.hand import Strategy, strategies
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import WagerOdds


class PayCut(Struct, frozen=True, kw_only=True):
    """A wager whose payout alone exceeds the payout limit before the wager reaches its maximum."""

    wager: Wager
    paid_in_full: Cents
    """The largest size that is always paid in full."""
    most: Cents
    """The largest size that the house takes."""
    odds: tuple[WagerOdds, ...]
    """Its odds at the largest size, by strategy or by war."""


def cuts(rules: Rules, shoe: Shoe) -> Iterator[PayCut]:
    limit = rules.payout_limit
    if limit is None or Wager.INITIAL not in rules.limits:
        return
    for pay in exposure(without_payout_limit(rules), 0, 1).pays:
        if pay.pays > limit:
            unit = rules.unit(pay.wager)
            full = limit * pay.size // pay.pays // unit * unit
            odds = tuple(filter(None, _odds(rules, shoe, pay.wager, pay.size)))
            yield PayCut(wager=pay.wager, paid_in_full=full, most=pay.size, odds=odds)


def cut_together(rules: Rules) -> Cents:
    """Find the most that one hand wins within posted limits, if the payout limit cuts it; otherwise 0."""
    limit = rules.payout_limit
    if limit is None or Wager.INITIAL not in rules.limits or rules.limit_counts is LimitCounts.WAGER:
        return 0
    most = exposure(without_payout_limit(rules), 0, 1).hand
    return most if most > limit else 0


def _odds(rules: Rules, shoe: Shoe, wager: Wager, size: Cents) -> Iterator[WagerOdds | None]:
    match wager:
        case Wager.INITIAL:
            for plan in strategies(rules) or (Strategy.WAR,):
                yield wagers.initial(rules, shoe, plan, size)
        case Wager.TIE:
            yield wagers.tie(rules, shoe, size, alone=Wager.TIE in rules.exclude_initial)
        case Wager.WAR_TIE:
            yield from wagers.war_tie(rules, shoe, size)
        case _:
            yield wagers.dealer_wins(rules, shoe, size)
