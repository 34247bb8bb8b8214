"""One hand: every way it can go, with its chance and chip moves."""

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager, Word
from casinowar.odds.deal_probabilities import after_tie, equal_ranks, ranks_alone, ties
from casinowar.odds.distribution import Chances
from casinowar.odds.settlement import HIGHER, LOWER, TIE, NotCovered, Path, Wagered, moved, war_wagers
from casinowar.odds.shoe import Shoe, Spread


class Strategy(Word):
    WAR = "war"
    SURRENDER = "surrender"
    BEST = "best"

    def gives_up(self, rules: Rules, wars: int) -> bool:
        return rules.book.war is None or (self is Strategy.SURRENDER and rules.can_give_up(wars))

    def check_plain(self) -> None:
        """Refuse the best strategy where it would have to look at other hands or wagers."""
        if self is Strategy.BEST:
            raise NotCovered(
                "These odds are for hands that always or never go to war; choose one of the two."
            )


Ways = dict[Path, int]
"""Paths, each with the number of ways in which the cards can make it."""


def strategies(rules: Rules) -> tuple[Strategy, ...]:
    """List the strategies that the rules leave a choice between, at the first tie or only after a war."""
    later = any(rules.can_give_up(wars) for wars in range(1, rules.most_wars))
    if not rules.offers_choice and not later:
        return ()
    offered = {Strategy.WAR: rules.book.war, Strategy.SURRENDER: rules.book.surrender or later}
    chosen = tuple(strategy for strategy, law in offered.items() if law)
    return (*chosen, Strategy.BEST) if len(chosen) > 1 else chosen


def plain_strategies(rules: Rules) -> list[Strategy]:
    """List the strategies that never change their mind; only war if a tie is settled at once."""
    return [plan for plan in strategies(rules) if plan is not Strategy.BEST] or [Strategy.WAR]


def check_wager(rules: Rules, initial: Cents) -> None:
    least, most = rules.span(Wager.INITIAL)
    unit = rules.unit(Wager.INITIAL)
    if not least <= initial <= most or initial % unit:
        raise InputError(
            f"The house takes no initial wager of {dollars(initial)}; "
            f"it must be a multiple of {dollars(unit)} from {dollars(max(least, unit))} to {dollars(most)}."
        )


def cards_of_war(rules: Rules, hands: int) -> int:
    """Count the cards that one war deal takes out of the shoe, including burned ones."""
    return rules.war_burn(hands) + hands + 1 if rules.book.war else 0


def check_cards(rules: Rules, shoe: Shoe, hands: int = 1) -> None:
    """Refuse a shoe too small for a whole round; no text says what to do then."""
    per_war = cards_of_war(rules, hands) if rules.fights_together else hands * cards_of_war(rules, 1)
    needed = rules.new_shoe_burn(shoe.whole) + 1 + hands + rules.most_war_deals * per_war
    if shoe.size < needed:
        raise NotCovered(
            f"A round of {hands} {'hand' if hands == 1 else 'hands'} may need {needed} cards, "
            f"and the shoe has {shoe.size}: no text says what happens when it runs out."
        )


def ways(
    rules: Rules,
    shoe: Shoe,
    strategy: Strategy = Strategy.WAR,
    initial: Cents | None = None,
    *,
    with_tie: bool = False,
    purse: Cents | None = None,
) -> Chances[Path]:
    """List how a hand can go, with the chance of each; the best strategy decides for this initial wager.

    If a tie wager runs to its end, more cards are dealt for it after the hand's own end. A purse too small
    for a war gives up where that is allowed.
    """
    check_cards(rules, shoe)
    runs_on = with_tie and rules.ties_run_on
    tree = _Tree(rules, strategy, shoe.size, initial or usual_wager(rules), runs_on=runs_on, purse=purse)
    return tree.chances(tree.dealt(_spread(rules, shoe)))


def ways_by_rank(rules: Rules, shoe: Shoe, surrenders: Collection[str]) -> Chances[Path]:
    """List how a hand can go that surrenders ties of some ranks and fights every war on the others."""
    check_cards(rules, shoe)
    if rules.suits_decide or not rules.plays_ties_on or not rules.can_give_up(0):
        raise NotCovered("A strategy by rank needs a choice on every tie, and suits that do not count.")
    tree = _Tree(rules, Strategy.WAR, shoe.size, usual_wager(rules))
    found = Counter({path: ways for path, ways in tree.dealt(shoe.spread).items() if not path.tied})
    for rank, cards in zip(shoe.ranks, shoe.of_rank, strict=True):
        if cards < 2:  # noqa: PLR2004 - a tie takes two
            continue
        given_up: Ways = {Path(TIE, given_up=True): 1}
        then = given_up if rank in surrenders else tree.fought(after_tie(shoe.spread, cards), 1)
        for path, number in then.items():
            found[path] += cards * (cards - 1) * number
    return tree.chances(found)


def _spread(rules: Rules, shoe: Shoe) -> Spread:
    return shoe.spread_by_suit if rules.suits_decide else shoe.spread


class TieMet(NamedTuple):
    """A tie that calls for a choice: its chance, and what the wager is worth then, in cents."""

    ways: int
    cards: int
    """The number of cards of its rank."""
    war: Fraction
    """What fighting is worth, played best from there."""
    given_up: Fraction


class TieWorth:
    """The worth of a tied initial wager, in cents: at war, played best from there, or given up."""

    def __init__(self, rules: Rules, shoe: Shoe, initial: Cents, tie: Cents = 0) -> None:
        check_cards(rules, shoe)
        self._rules, self._wagered = rules, Wagered(initial, tie)
        self._spread = _spread(rules, shoe)
        self._tree = _Tree(rules, Strategy.BEST, shoe.size, initial, tie=tie)

    def given_up(self, wars: int = 0) -> Fraction:
        end = Path.after(wars, TIE)._replace(given_up=True)
        return Fraction(moved(self._rules, end, self._wagered).net)

    def war(self, count: int) -> Fraction:
        return self._tree.worth(self._tree.fought(after_tie(self._spread, count), 1))

    def met(self) -> Iterator[list[TieMet]]:
        """List the ties of the original deal, then those of each war, if every war before was fought."""
        spreads, tree = Counter({self._spread: 1}), self._tree
        for wars in range(self._rules.most_wars):
            found, later = list[TieMet](), Counter[Spread]()
            given_up = self.given_up(wars)
            for spread, before in spreads.items():
                alone, tied = tree.tied(spread, wars)
                for number, after in tied:
                    [suits] = Counter(dict(alone)) - Counter(dict(after))
                    war = tree.worth(tree.fought(after, wars + 1))
                    found.append(TieMet(before * number, sum(suits), war, given_up))
                    later[after] += before * number
            yield found
            spreads = later


class _Tree:
    """The tree of one hand's deals and choices: each path with the ways in which its cards can fall."""

    def __init__(
        self,
        rules: Rules,
        strategy: Strategy,
        size: int,
        initial: Cents,
        *,
        tie: Cents = 0,
        runs_on: bool = False,
        purse: Cents | None = None,
    ) -> None:
        self.rules, self.strategy, self.size, self.initial, self.purse = rules, strategy, size, initial, purse
        self.most_ties = rules.most_ties if runs_on else 0
        self.fought = cache(self.dealt)
        self._worth = cache(lambda path: moved(rules, path, Wagered(initial, tie)).net * self._weight(path))

    def _weight(self, path: Path) -> int:
        """Count the ways of all cards that could have followed a path, up to its longest course."""
        pairs, longest = self._pairs(path), 1 + max(self.rules.most_wars, self.most_ties)
        return perm(self.size - 2 * pairs, 2 * (longest - pairs))

    def chances(self, found: Ways) -> Chances[Path]:
        """Turn the ways of paths into their chances: each war takes another pair of cards."""
        return Chances(
            (path, Fraction(number, perm(self.size, 2 * self._pairs(path)))) for path, number in found.items()
        )

    def _pairs(self, path: Path) -> int:
        """Count the pairs of cards that a path takes; the last one for the tie wager alone may not tie."""
        return 1 + path.wars + path.more + (path.undecided and path.ties < self.most_ties)

    def _run_on(self, spread: Spread, path: Path) -> Ways:
        """Deal on for the tie wager alone after a tie that ends the hand, as long as it can rise."""
        if path.ties >= self.most_ties:
            return {path: 1}
        left, tied = self.size - 2 * path.ties, ties(spread)
        found = Counter({path: left * (left - 1) - sum(number for number, _ in tied)})
        for number, after in tied:
            for end, ways in self._run_on(after, path._replace(more=path.more + 1)).items():
                found[end] += number * ways
        return found

    def tied(self, spread: Spread, wars: int) -> tuple[Spread, list[tuple[int, Spread]]]:
        by_suit = self.rules.suits_decide_at_war if wars else self.rules.suits_decide_first
        spread = spread if by_suit or self.rules.suits_decide_at_war else ranks_alone(spread)
        return spread, ties(spread, by_suit=by_suit)

    def dealt(self, spread: Spread, wars: int = 0) -> Ways:
        """Deal the original deal or a war; a tie ends the hand, or leads to the choice of a war.

        Without a tie each card is higher equally often: the player's and the dealer's are exchangeable.
        """
        spread, tied = self.tied(spread, wars)
        left = self.size - 2 * wars
        number_tied = sum(number for number, _ in tied)
        by_suit_only = equal_ranks(spread) - number_tied if self.rules.equal_rank_wins_ties else 0
        half = (left * (left - 1) - number_tied - by_suit_only) // 2
        found = Counter({Path.after(wars, result): half for result in (HIGHER, LOWER)})
        if by_suit_only:
            for result in (HIGHER, LOWER):
                found[Path.after(wars, result, equal_rank=True)] = by_suit_only // 2
        over = wars == self.rules.most_wars if wars else not self.rules.plays_ties_on
        for number, after in tied:
            then = self._run_on(after, Path.after(wars, TIE)) if over else self.choice(after, wars)
            for path, ways in then.items():
                found[path] += number * ways
        return found

    def choice(self, spread: Spread, wars: int) -> Ways:
        given_up = self._run_on(spread, Path.after(wars, TIE)._replace(given_up=True))
        if self.strategy.gives_up(self.rules, wars) or self._is_short(wars):
            return given_up
        fought = self.fought(spread, wars + 1)
        if self.strategy is Strategy.WAR or not self.rules.can_give_up(wars):
            return fought
        return max(fought, given_up, key=self._together)

    def _is_short(self, wars: int) -> bool:
        if self.purse is None or not self.rules.can_give_up(wars):
            return False
        return self.purse < self.initial + war_wagers(self.rules, wars + 1, self.initial)

    def _together(self, found: Ways) -> Cents:
        """Add up what paths bring, weighted by their ways; all choices on one tie come equally often."""
        return sum(number * self._worth(path) for path, number in found.items())

    def worth(self, found: Ways) -> Fraction:
        ways = sum(number * self._weight(path) for path, number in found.items())
        return Fraction(self._together(found), ways)
