"""Rarity of the events that a figure depends on, and so the length of run that its standard error needs.

It is known before the first card. Judging figures by the events that came up would bias those shown without a
warning upward.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds import hand as h
from casinowar.odds import wagers
from casinowar.odds.bonus_spin import bonus_spin
from casinowar.odds.distribution import Distribution
from casinowar.odds.progressive import ProgressiveOdds, envy, progressive
from casinowar.odds.settlement import NotCovered, Wagered, moved
from casinowar.odds.shoe import Shoe
from casinowar.reports.run.exact import Meters
from casinowar.simulation.full.tally import Tallied
from casinowar.simulation.request import Request

_OF_ITS_OWN = frozenset({Wager.INITIAL, Wager.TIE, Wager.WAR_TIE, Wager.DEALER_WINS})
"""Wagers that a hand's own cards decide."""


def rarity(distribution: Distribution) -> float:
    """Estimate the wagers per event that makes the variance.

    That is 1 for a coin, and about 1,000 for a prize with a chance of one in a thousand: the kurtosis, less
    the difference between a normal distribution and a coin.
    """
    return max(1.0, 1 + (distribution.excess_kurtosis or 0.0))


def wagers_per_event(rules: Rules, request: Request, meters: Meters | None = None) -> dict[Tallied, float]:
    """Give the rarity of the events that each figure depends on; unknown ones are missing."""
    shoe, strategy = Shoe.fresh(rules, request.decks), _strategy(request)
    side, spin = request.wagers.get(Wager.PROGRESSIVE), request.wagers.get(Wager.BONUS_SPIN)
    shown, primary, secondary = map(int, meters or (0, 0, 0))

    def spun() -> Distribution | None:
        positions = tuple(range(1, request.seats + 1))
        found = bonus_spin(rules, shoe, positions, wager=spin, meters=(primary, secondary)) if spin else ()
        return found[0].distribution if found else None

    def envied() -> Distribution | None:
        if not side or not (found := envy(rules, shoe, strategy, wager=side)):
            return None
        return Distribution([(Fraction(1), found.chance), (Fraction(0), 1 - found.chance)])

    odds: dict[Tallied, Callable[[], Distribution | None]] = {
        Tallied.INITIAL: lambda: wagers.initial(rules, shoe, strategy, request.unit).distribution,
        Tallied.TIE: lambda: _of(wagers.tie(rules, shoe, request.wagers.get(Wager.TIE), strategy)),
        Tallied.WAR_TIE: lambda: _of(next(iter(wagers.war_tie(rules, shoe)), None)),
        Tallied.DEALER_WINS: lambda: _of(wagers.dealer_wins(rules, shoe)),
        Tallied.PROGRESSIVE: lambda: (
            _of(progressive(rules, shoe, strategy, wager=side, meter=shown)) if side else None
        ),
        Tallied.ENVY: envied,
        Tallied.BONUS_SPIN: spun,
    }
    found: dict[Tallied, float] = {}
    for figure, find in odds.items():
        with suppress(NotCovered):
            if distribution := find():
                found[figure] = rarity(distribution)
    return found


def net_chances(rules: Rules, request: Request) -> dict[str, float]:
    """Find the chance of each net result of a hand, in initial wagers; empty if other hands matter."""
    if not _OF_ITS_OWN.issuperset(request.wagers) or request.counter is not None:
        return {}
    made = request.wagers.get
    wagered = Wagered(
        made(Wager.INITIAL, 0), made(Wager.TIE, 0), made(Wager.WAR_TIE, 0), made(Wager.DEALER_WINS, 0)
    )
    shoe, with_tie = Shoe.fresh(rules, request.decks), Wager.TIE in request.wagers
    with suppress(NotCovered):
        ways = h.ways(rules, shoe, _strategy(request), request.unit, with_tie=with_tie)
        nets = ways.distribution(lambda path: Fraction(moved(rules, path, wagered).net, request.unit))
        return {str(net): float(chance) for net, chance in nets.outcomes}
    return {}


def _strategy(request: Request) -> h.Strategy:
    """Take the strategy of the odds, or war, which is close enough for rarity."""
    return h.Strategy(request.strategy.odds) if request.strategy.odds else h.Strategy.WAR


def _of(odds: wagers.WagerOdds | ProgressiveOdds | None) -> Distribution | None:
    return odds.distribution if odds else None
