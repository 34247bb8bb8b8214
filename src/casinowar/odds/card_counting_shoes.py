"""Counting the tie wager through whole shoes: what perfect and simpler counts win."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, factorial

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.odds.card_counting import (
    CounterOdds,
    counter,
    most_unseen,
    pair_weights,
    tie_classes,
    tie_pays,
    war_counter,
)
from casinowar.odds.cover_card import RoundStart, round_starts, wars_fought
from casinowar.odds.deal_probabilities import unpacked
from casinowar.odds.distribution import root
from casinowar.odds.hand import Strategy, plain_strategies
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe

Worth = tuple[Fraction, Fraction]
"""The chance that the tie wager is favorable, and its worth times that chance."""
RANKS_KEPT = (1, 2, 3, 4, 6, 8, 10, 12)
DEPTHS = (8, 6, 5, 4)
"""Numbers of unseen cards, in fourths of those behind the cover card."""
EXACT_UP_TO = 110
"""The largest shoe with wars that is followed exactly."""


class CounterProfit(Struct, frozen=True, kw_only=True):
    """What a perfect counter of the tie wager wins per shoe, in tie wagers, playing alone."""

    strategy: Strategy
    """How the counter plays ties; wars use up cards."""
    sees_burned: bool
    rounds: Fraction
    wagers: Fraction
    won: Fraction
    exact: bool
    """Whether the figure accounts for what fought wars reveal about the cards left."""

    @property
    def per_100_rounds(self) -> Fraction:
        """The win per hundred rounds, including those without a wager."""
        return 100 * self.won / self.rounds


def profit(
    rules: Rules,
    strategy: Strategy = Strategy.WAR,
    *,
    decks: int | None = None,
    behind: int | None = None,
    wager: Cents | None = None,
    sees_burned: bool = True,
    exact: bool = True,
) -> CounterProfit:
    """Follow a perfect counter through whole shoes, wagering on a tie whenever the unseen cards favor it.

    Exact without wars, so that rounds begin at known depths, and for small shoes. In larger ones the cards of
    a round are taken to be as favorable as those of any round at that depth.
    """
    shoe, wars = Shoe.fresh(rules, decks), wars_fought(rules, strategy)
    if not rules.book.wagers.tie or rules.most_ties > 1:
        raise NotCovered("A counter is followed where one tie settles the tie wager.")
    if rules.equal_rank_wins_ties or (wars and rules.suits_decide_first is not rules.suits_decide_at_war):
        raise NotCovered("A counter is followed through shoes where the same cards tie on every deal.")
    starts = [*round_starts(rules, shoe, wars, behind)]
    if sees_burned:
        unseen = [shoe.size - each.gone for each in starts]
    else:
        # A first card that decides the burn is always seen.
        turned_up = int(rules.burns_by_first_card)
        unseen = [shoe.size - turned_up - 2 * (each.rounds + each.tied) for each in starts]
    together = exact and wars > 0 and shoe.size <= EXACT_UP_TO
    if together:
        found = _together(rules, shoe, wager, starts, unseen)
    else:
        known = {odds.unseen: odds for odds in counter(rules, shoe, {*unseen}, wager)}
        likely = [(_chance(shoe, start), known.get(each)) for start, each in zip(starts, unseen, strict=True)]
        found = [(chance * odds.chance, chance * odds.worth) for chance, odds in likely if odds]
    return CounterProfit(
        strategy=strategy,
        sees_burned=sees_burned,
        rounds=sum((_chance(shoe, each) for each in starts), Fraction(0)),
        wagers=sum((wagers for wagers, _ in found), Fraction(0)),
        won=sum((won for _, won in found), Fraction(0)),
        exact=together or not wars,
    )


def _chance(shoe: Shoe, start: RoundStart) -> Fraction:
    return Fraction(start.ways * start.chance(start.tied, start.other), factorial(shoe.size))


def _together(
    rules: Rules, shoe: Shoe, wager: Cents | None, starts: list[RoundStart], unseen: list[int]
) -> list[Worth]:
    share = Fraction(1, shoe.size if rules.burns_by_first_card else 1)
    favor = _Favor(rules, shoe, wager, max(unseen), max(each.tied + each.other for each in starts))
    found = []
    for start, cards in zip(starts, unseen, strict=True):
        chance, worth = favor.after(start.tied, start.other, cards)
        found.append((share * start.ways * chance, share * start.ways * worth))
    return found


class _Favor:
    """How often cards favor the tie wager and by how much, jointly with which earlier pairs tied.

    Each rank has cards in pairs that tie at certain places, unseen cards, and others anywhere. All ranks are
    alike, so the ways are the coefficients of a power, as for the counter alone.
    """

    def __init__(self, rules: Rules, shoe: Shoe, wager: Cents | None, unseen: int, pairs: int) -> None:
        of_class = tie_classes(rules, shoe)
        self._size, self._classes, self._cards = shoe.size, len(of_class), of_class[0]
        self._pays, self._pairs = tie_pays(rules, wager), pairs
        self._most = min(unseen, most_unseen(rules, shoe, wager))

    def after(self, tied: int, other: int, unseen: int) -> Worth:
        if not 1 < unseen <= self._most:
            return Fraction(0), Fraction(0)
        # That a pair does not tie has the chance without it, less the chance that it ties too.
        terms = [
            ((-1) ** more * comb(other, more), self._of[tied + more, unseen]) for more in range(other + 1)
        ]
        chance = sum((sign * each[0] for sign, each in terms), Fraction(0))
        return chance, sum((sign * each[1] for sign, each in terms), Fraction(0))

    @cached_property
    def _of(self) -> dict[tuple[int, int], Worth]:
        found = {}
        for (tied, unseen), favorable in self._favorable():
            free = self._size - 2 * tied - unseen
            ways = factorial(tied) * factorial(unseen) * factorial(max(0, free))
            chance = Fraction(ways * sum(number for _, number in favorable), factorial(self._size))
            gain = ways * sum((each * number for each, number in favorable), Fraction(0))
            found[tied, unseen] = chance, gain / (factorial(self._size) * comb(unseen, 2))
        return found

    def _favorable(self) -> Iterator[tuple[tuple[int, int], list[tuple[Fraction, int]]]]:
        terms = [
            (pairs, left, factorial(self._cards) // (factorial(pairs) * factorial(left) * factorial(rest)))
            for pairs, left in product(range(self._cards // 2 + 1), range(self._cards + 1))
            if (rest := self._cards - 2 * pairs - left) >= 0
        ]
        slot = 8 * (self._classes * sum(ways for *_, ways in terms).bit_length() // 8 + 1)
        packed = {(0, 0): 1}
        for tied, unseen in product(range(self._pairs + 1), range(self._most + 1)):
            total = tied + unseen
            if total:
                before = sum(
                    ((self._classes + 1) * (pairs + left) - total)
                    * ways
                    * packed[tied - pairs, unseen - left]
                    << slot * comb(left, 2)
                    for pairs, left, ways in terms
                    if pairs + left > 0 and pairs <= tied and left <= unseen
                )
                packed[tied, unseen] = before // total
            gains = (
                ((self._pays + 1) * pairs - comb(unseen, 2), ways)
                for pairs, ways in unpacked(packed[tied, unseen], slot // 8)
            )
            if unseen > 1:
                yield (tied, unseen), [(gain, ways) for gain, ways in gains if gain > 0]


class KeptCount(Struct, frozen=True, kw_only=True):
    """A simple count, of some ranks' cards and of all cards: the tie wager's worth to its user."""

    ranks: int
    together: bool
    """Whether one running count covers all these ranks, instead of one per rank."""
    unseen: int
    chance: Fraction
    worth: Fraction
    """The win per round and unit, including rounds without a wager."""
    explained: Fraction
    """The share of the variance of the tie's chance that the count explains."""

    @property
    def correlation(self) -> float:
        return root(self.explained)


def kept_count(
    rules: Rules, shoe: Shoe, unseen: int, ranks: int, *, together: bool = False, wager: Cents | None = None
) -> KeptCount:
    """Find what a count of some ranks is worth with a number of cards unseen, starting from a complete shoe.

    A single running count cannot just look for more or fewer cards than expected: all ranks are alike, so the
    chance of a tie correlates with the distance from what is expected, in either direction.
    """
    of_class = tie_classes(rules, shoe)
    if not 0 < ranks < len(of_class) or not 1 < unseen <= shoe.size:
        raise NotCovered(f"A count is of 1 to {len(of_class) - 1} ranks, with 2 to {shoe.size} cards unseen.")
    told = [*_told(of_class, unseen, ranks, together=together)]
    pays, of_shoes, pairs_of_all = tie_pays(rules, wager), comb(shoe.size, unseen), comb(unseen, 2)
    gains = [((pays + 1) * pairs - pairs_of_all, ways) for pairs, ways in told]
    favorable = [(gain, ways) for gain, ways in gains if gain > 0]
    every = _variance(pair_weights(of_class, [unseen])[unseen])
    return KeptCount(
        ranks=ranks,
        together=together,
        unseen=unseen,
        chance=Fraction(sum(ways for _, ways in favorable), of_shoes),
        worth=sum((gain * ways for gain, ways in favorable), Fraction(0)) / (of_shoes * pairs_of_all),
        explained=_variance(told) / every if every else Fraction(0),
    )


def _told(
    of_class: tuple[int, ...], unseen: int, ranks: int, *, together: bool
) -> Iterator[tuple[Fraction, int]]:
    kept, others = of_class[:ranks], of_class[ranks:]
    depths = range(max(0, unseen - sum(others)), min(unseen, sum(kept)) + 1)
    counts = (
        {cards: [(_expected(kept, cards), comb(sum(kept), cards))] for cards in depths}
        if together
        else pair_weights(kept, [*depths])
    )
    for cards in depths:
        rest = _expected(others, unseen - cards)
        for pairs, ways in counts[cards]:
            yield pairs + rest, ways * comb(sum(others), unseen - cards)


def _expected(of_class: tuple[int, ...], cards: int) -> Fraction:
    size = sum(of_class)
    if size < 2:  # noqa: PLR2004 - a pair
        return Fraction(0)
    return Fraction(comb(cards, 2) * sum(comb(each, 2) for each in of_class), comb(size, 2))


def _variance(weighed: Iterable[tuple[Fraction | int, int]]) -> Fraction:
    each = [*weighed]
    ways = sum(number for _, number in each)
    mean = Fraction(sum(value * number for value, number in each)) / ways
    return Fraction(sum(value**2 * number for value, number in each)) / ways - mean**2


class CountingOdds(Struct, frozen=True, kw_only=True):
    profits: tuple[CounterProfit, ...]
    perfect: CounterOdds
    """The perfect counter at the cover card, the benchmark for simpler counts."""
    kept: tuple[KeptCount, ...]
    war: tuple[CounterOdds, ...]
    """The tie wager on the war deal, per war, by cards unseen."""


def counting(rules: Rules, decks: int | None = None, wager: Cents | None = None) -> CountingOdds:
    """Work out every counting figure; takes seconds for a large shoe."""
    shoe = Shoe.fresh(rules, decks)
    if rules.reshuffles_each_round:
        raise NotCovered("Every round has a whole shoe before it, so that there is nothing to count.")
    if rules.suits_decide:
        raise NotCovered("Counting through whole shoes is followed where suits do not decide.")
    behind = max(2, rules.behind_cover_card(shoe.size))
    profits = tuple(
        profit(rules, plan, decks=decks, wager=wager, sees_burned=sees_burned)
        for plan in plain_strategies(rules)
        for sees_burned in (True, False)
    )
    [perfect] = counter(rules, shoe, [behind], wager)
    ranks = [each for each in RANKS_KEPT if each < len(shoe.ranks)]
    counts = [kept_count(rules, shoe, behind, len(shoe.ranks) // 2, together=True, wager=wager)]
    counts += [kept_count(rules, shoe, behind, each, wager=wager) for each in ranks]
    depths = [behind * parts // 4 for parts in DEPTHS]
    return CountingOdds(
        profits=profits,
        perfect=perfect,
        kept=tuple(counts),
        war=tuple(war_counter(rules, shoe, depths, wager)),
    )
