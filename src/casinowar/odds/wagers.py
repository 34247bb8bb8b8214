"""The initial wager and the tie wagers: edge, element of risk, variance and the whole distribution."""

from fractions import Fraction
from math import floor

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds.distribution import Distribution
from casinowar.odds.hand import (
    LOWER,
    TIE,
    Path,
    Strategy,
    Wagered,
    moved,
    payable,
    strategies,
    usual_wager,
    ways,
)
from casinowar.odds.shoe import Shoe


class WagerOdds(Struct, frozen=True, kw_only=True):
    """What one wager is worth, per unit of it."""

    wager: Wager
    strategy: Strategy | None = None
    distribution: Distribution
    wagered: Fraction = Fraction(1)
    """What is put down on average, war wagers included, per unit."""

    @property
    def house_edge(self) -> Fraction:
        """Tell what the house wins on average per unit of the wager."""
        return self.distribution.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """Tell what the house wins on average per unit put down in all."""
        return self.house_edge / self.wagered


def initial(
    rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR, wager: Cents | None = None
) -> WagerOdds:
    """Find the odds of the initial wager, played by a strategy to the end of its wars.

    >>> from casinowar.rulebooks import load_rules
    >>> rules = load_rules("washington")
    >>> initial(rules, Shoe.fresh(rules)).house_edge
    Fraction(23138, 993023)
    """
    amount = wager or usual_wager(rules)
    found = [
        (moved(rules, path, Wagered(amount)), chance) for path, chance in ways(rules, shoe, strategy, amount)
    ]
    return WagerOdds(
        wager=Wager.INITIAL,
        strategy=strategy if strategies(rules) else None,
        distribution=Distribution((Fraction(each.net, amount), chance) for each, chance in found),
        wagered=sum((Fraction(each.wagered, amount) * chance for each, chance in found), Fraction(0)),
    )


def house_edge(rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR) -> Fraction:
    """Find the house edge of the initial wager and nothing else."""
    wagered = Wagered(usual_wager(rules))
    found = ways(rules, shoe, strategy, wagered.initial)
    won = sum((chance * moved(rules, path, wagered).net for path, chance in found), Fraction(0))
    return -won / wagered.initial


def tie(rules: Rules, shoe: Shoe, wager: Cents | None = None) -> WagerOdds | None:
    """Find the odds of the tie wager on the original deal; None where there is no such wager."""
    if rules.book.wagers.tie is None:
        return None
    amount = wager or usual_wager(rules)
    tied = sum((chance for path, chance in ways(rules, shoe) if path.original is TIE), Fraction(0))
    won, lost = (
        Fraction(moved(rules, Path(result), Wagered(0, amount)).net, amount) for result in (TIE, LOWER)
    )
    return WagerOdds(wager=Wager.TIE, distribution=Distribution([(won, tied), (lost, 1 - tied)]))


def war_tie(rules: Rules, shoe: Shoe, wager: Cents | None = None) -> list[WagerOdds]:
    """Find the odds of the tie wager on each war deal that a hand can come to, one after another."""
    if rules.book.wagers.war_tie is None or rules.book.war is None:
        return []
    amount = wager or usual_wager(rules)
    found = ways(rules, shoe, Strategy.WAR)
    ladder = rules.tie_odds(Wager.WAR_TIE)
    rungs = []
    for war in range(1, rules.most_wars + 1):
        reached = sum((chance for path, chance in found if path.wars >= war), Fraction(0))
        tied = sum((chance for path, chance in found if _tied(path, war)), Fraction(0))
        if not reached:
            break
        odds = ladder[min(war, len(ladder)) - 1]
        won = Fraction(payable(rules, floor(odds * amount)), amount)
        chance = tied / reached
        distribution = Distribution([(won, chance), (Fraction(-1), 1 - chance)])
        rungs.append(WagerOdds(wager=Wager.WAR_TIE, distribution=distribution))
    return rungs


def _tied(path: Path, war: int) -> bool:
    """Tell whether a hand tied in its first, second or later war."""
    return path.wars > war or (path.wars == war and path.last is TIE)
