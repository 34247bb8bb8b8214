"""The initial wager and the tie wagers: edge, element of risk, variance and full distribution."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import floor

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds.distribution import Chances, Distribution
from casinowar.odds.hand import Strategy, strategies, ways, ways_by_rank
from casinowar.odds.moves import Motion
from casinowar.odds.settlement import Path, Wagered, moved, moves, payable
from casinowar.odds.shoe import Shoe


class WagerOdds(Struct, frozen=True, kw_only=True):
    wager: Wager
    strategy: Strategy | None = None
    distribution: Distribution
    wagered: Fraction = Fraction(1)
    """The average amount put down, including war wagers, per unit."""

    @property
    def house_edge(self) -> Fraction:
        return self.distribution.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """The house's average win per unit put down in total."""
        return self.house_edge / self.wagered


def initial(
    rules: Rules,
    shoe: Shoe,
    strategy: Strategy = Strategy.WAR,
    wager: Cents | None = None,
    *,
    purse: Cents | None = None,
) -> WagerOdds:
    """Find the odds of the initial wager, played by a strategy to the end of its wars, or of the purse.

    >>> from casinowar.rulebooks import load_rules
    >>> rules = load_rules("washington")
    >>> initial(rules, Shoe.fresh(rules)).house_edge
    Fraction(23138, 993023)
    """
    amount = wager or usual_wager(rules)
    found = ways(rules, shoe, strategy, amount, purse=purse)
    return _initial(rules, found, amount, strategy if strategies(rules) else None)


def initial_by_rank(
    rules: Rules, shoe: Shoe, surrenders: Collection[str], wager: Cents | None = None
) -> WagerOdds:
    """Find the odds of the initial wager when ties of these ranks, such as "A" or "T", are surrendered.

    >>> from casinowar.rulebooks import load_rules
    >>> rules = load_rules("washington")
    >>> initial_by_rank(rules, Shoe.fresh(rules), "A").house_edge
    Fraction(628751, 25818598)
    """
    amount = wager or usual_wager(rules)
    return _initial(rules, ways_by_rank(rules, shoe, surrenders), amount, None)


def _initial(rules: Rules, found: Chances[Path], amount: Cents, strategy: Strategy | None) -> WagerOdds:
    wagered = Wagered(amount)
    ends = {path: moved(rules, path, wagered) for path in found}
    return WagerOdds(
        wager=Wager.INITIAL,
        strategy=strategy,
        distribution=found.distribution(lambda path: Fraction(ends[path].net, wagered.initial)),
        wagered=found.mean(lambda path: ends[path].wagered) / wagered.initial,
    )


def always_the_same(found: Sequence[WagerOdds]) -> WagerOdds:
    """Take the better of the strategies that never change their mind; war if they are alike."""
    plain = [odds for odds in found if odds.strategy is not Strategy.BEST]
    return min(plain, key=lambda odds: odds.house_edge)


def played_best(found: Sequence[WagerOdds]) -> WagerOdds:
    """Take the best strategy, under its own name if that is always or never going to war."""
    return min((always_the_same(found), *found), key=lambda odds: odds.house_edge)


def house_edge(rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR) -> Fraction:
    wagered = Wagered(usual_wager(rules))
    found = ways(rules, shoe, strategy, wagered.initial)
    return -found.mean(lambda path: moved(rules, path, wagered).net) / wagered.initial


def tie(
    rules: Rules,
    shoe: Shoe,
    wager: Cents | None = None,
    strategy: Strategy = Strategy.WAR,
    *,
    alone: bool = False,
) -> WagerOdds | None:
    """Find the odds of the tie wager on the original deal; None if there is no such wager.

    If it is paid by the number of ties and does not run on by itself, that depends on whether the hand goes
    to war, and on whether it is made without an initial wager.
    """
    if rules.book.wagers.tie is None:
        return None
    amount = wager or usual_wager(rules)
    wagered = Wagered(0 if alone else usual_wager(rules), amount)
    found = ways(rules, shoe, strategy, with_tie=True)
    ends = {path: _paid_on(rules, path, wagered, Wager.TIE) for path in found}
    by_choice = rules.most_ties > 1 and not rules.ties_run_on and not alone
    return WagerOdds(
        wager=Wager.TIE,
        strategy=strategy if by_choice else None,
        distribution=found.distribution(lambda path: Fraction(ends[path], amount)),
    )


def dealer_wins(rules: Rules, shoe: Shoe, wager: Cents | None = None) -> WagerOdds | None:
    if rules.book.wagers.dealer_wins is None:
        return None
    unit = rules.unit(Wager.DEALER_WINS)
    amount = wager or -(-usual_wager(rules) // unit) * unit
    found, wagered = ways(rules, shoe), Wagered(0, dealer_wins=amount)
    ends = {path: _paid_on(rules, path, wagered, Wager.DEALER_WINS) for path in found}
    return WagerOdds(
        wager=Wager.DEALER_WINS,
        distribution=found.distribution(lambda path: Fraction(ends[path], amount)),
    )


def _paid_on(rules: Rules, path: Path, wagered: Wagered, wager: Wager) -> Cents:
    """Find the result of one wager at the end of a path, if the hand is paid nothing else."""
    nets = [(move.motion, move.net) for move in moves(rules, path, wagered) if move.chips is wager]
    won = sum(floor(net) for motion, net in nets if motion is Motion.PAID)
    return payable(rules, won) + sum(int(net) for motion, net in nets if motion is not Motion.PAID)


def war_tie(rules: Rules, shoe: Shoe, wager: Cents | None = None) -> list[WagerOdds]:
    if rules.book.wagers.war_tie is None or rules.book.war is None:
        return []
    found, rungs = ways(rules, shoe), []
    for before in range(rules.most_wars):
        fought = found.given(lambda path: path.wars > before)  # noqa: B023 - called at once
        tied = fought.chance(lambda path: path.wins_war_ties > before)  # noqa: B023 - the same
        if fought:
            rungs.append(_on_a_tie(rules, Wager.WAR_TIE, before, tied, wager))
    return rungs


def _on_a_tie(rules: Rules, which: Wager, before: int, tied: Fraction, wager: Cents | None) -> WagerOdds:
    amount, ladder = wager or usual_wager(rules), rules.tie_odds(which)
    odds = ladder[min(before, len(ladder) - 1)]
    won = Fraction(payable(rules, floor(odds * amount)), amount)
    return WagerOdds(wager=which, distribution=Distribution([(won, tied), (Fraction(-1), 1 - tied)]))
