"""The theoretical win: what wagers cost players on average, by the exact odds of the table's rules.

A hand counts as one that goes to war. A hand that surrendered its first tie adds the extra cost of surrender
given the tie, so that a player who always surrenders pays the edge of surrender on average. The cost of a
wager never changes afterwards, and costs add up.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Final

from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.house.backoffice.books import WagerCounts
from casinowar.house.worker.table_state import rules_of
from casinowar.odds import wagers as odds
from casinowar.odds.bonus_spin import bonus_spin
from casinowar.odds.coupon import coupon_worth
from casinowar.odds.hand import Strategy, plain_strategies, ways
from casinowar.odds.progressive import envy, progressive
from casinowar.odds.shoe import Shoe

_SURRENDERED: Final = " surrendered"
_NOT_RISKED: Final = frozenset({"war", "coupon"})
"""Counted with the wagers, but no amount of their own: the initial wager's cost includes war."""


def theoretical_win(settings: bytes, wagers: WagerCounts) -> Fraction:
    """Compute what wagers cost on average, in cents; wagers of unknown odds count as 0."""
    costs = ((wager_cost(settings, key) or Fraction(0)) * count for key, count in wagers.items())
    return sum(costs, Fraction(0))


def unpriced(settings: bytes, wagers: WagerCounts) -> int:
    """Add up the wagers of unknown odds, in cents."""
    own = (key for key in wagers if key.partition(":")[0] not in _NOT_RISKED)
    return sum(wagers[key] * _amount(key) for key in own if wager_cost(settings, key) is None)


def wagered(wagers: WagerCounts, kind: str = "") -> int:
    """Add up all wagers, or those of one kind, without war wagers."""
    kinds = {key: key.partition(":")[0] for key in wagers}
    counts = {key for key, its in kinds.items() if its == kind or not (kind or its in _NOT_RISKED)}
    return sum(wagers[key] * _amount(key) for key in counts)


def _amount(key: str) -> int:
    return int(key.split(":")[1])


@lru_cache(maxsize=20_000)
def wager_cost(settings: bytes, key: str) -> Fraction | None:
    """Compute what one wager costs on average, in cents; None if its odds are unknown."""
    kind, amount, said = key.split(":")
    about, table = said.removesuffix(_SURRENDERED), _table(settings)
    try:
        usual = plain_strategies(table.rules)[0]
        cost = table.edge(kind, int(amount), about, usual)
        if cost is None or about == said:
            return None if cost is None else cost * int(amount)
        given_up = table.edge(kind, int(amount), about, Strategy.SURRENDER)
        return None if given_up is None else (cost + (given_up - cost) / table.tied) * int(amount)
    except InputError:
        return None


class _TableOdds:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.shoe = rules, Shoe.fresh(rules)
        self.tied = ways(rules, self.shoe).chance(lambda path: path.tied)

    def edge(self, kind: str, amount: int, about: str, plan: Strategy) -> Fraction | None:
        found: dict[str, Callable[[], odds.WagerOdds | None]] = {
            "initial": lambda: odds.initial(self.rules, self.shoe, plan, amount),
            "tie": lambda: odds.tie(self.rules, self.shoe, amount, plan, alone=about == "alone"),
            "dealer_wins": lambda: odds.dealer_wins(self.rules, self.shoe, amount),
            "war_tie": lambda: next(iter(odds.war_tie(self.rules, self.shoe, amount)), None),
        }
        if kind in found:
            one = found[kind]()
            return None if one is None else one.house_edge
        match kind:
            case "progressive":
                return self._progressive(amount, int(about), plan)
            case "bonus_spin":
                return self._bonus_spin(amount, about)
            case "coupon":
                worth = coupon_worth(self.rules, self.shoe)
                return None if worth is None else -worth
            case _:  # a war wager, which the initial wager's odds include
                return Fraction(0)

    def _progressive(self, amount: int, others: int, plan: Strategy) -> Fraction | None:
        """Compute what the house keeps in the long run, or at the start of the meter, less the Envy Bonus."""
        one = progressive(self.rules, self.shoe, plan, wager=amount)
        if one is None:
            return None
        envied = None
        with suppress(InputError):
            envied = envy(self.rules, self.shoe, wager=amount)
        kept = one.house_edge if one.overhead is None else one.overhead
        return kept - (envied.worth(others) if envied else 0)

    def _bonus_spin(self, amount: int, about: str) -> Fraction | None:
        own, _, among = about.partition(" of ")
        found = bonus_spin(self.rules, self.shoe, tuple(map(int, among.split(","))), wager=amount)
        one = next((each for each in found if each.position == int(own)), None)
        if one is None:
            return None
        return one.house_edge if one.long_run_return is None else 1 - one.long_run_return


@lru_cache(maxsize=100)
def _table(settings: bytes) -> _TableOdds:
    return _TableOdds(rules_of(settings))


def is_banked(settings: bytes) -> bool:
    """Tell whether players bank at a table, so that the house neither wins nor loses there."""
    return rules_of(settings).book.bank is not None
