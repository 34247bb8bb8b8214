"""Perfect card counting for the tie wagers: how often the wager is favorable, and what that is worth."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, comb, floor

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds.deal_probabilities import unpacked
from casinowar.odds.settlement import NotCovered, payable
from casinowar.odds.shoe import Shoe


class CounterOdds(Struct, frozen=True, kw_only=True):
    """The tie wager's worth to a perfect counter with a given number of cards unseen."""

    unseen: int
    chance: Fraction
    """The chance that the wager favors the player."""
    worth: Fraction
    """The player's average win per round and unit, including rounds without a wager."""

    @property
    def edge_when_wagered(self) -> Fraction | None:
        return self.worth / self.chance if self.chance else None


def most_unseen(rules: Rules, shoe: Shoe, wager: Cents | None = None) -> int:
    """Find the largest number of unseen cards with which the tie wager can favor the player at all.

    Cards of few ranks tie most often: with c cards to a rank the chance is at best (c - 1) / (unseen - 1).
    """
    return _most_unseen(tie_pays(rules, wager), tie_classes(rules, shoe))


def counter(
    rules: Rules, shoe: Shoe, unseen: Iterable[int], wager: Cents | None = None
) -> Iterator[CounterOdds]:
    """Find what perfect counting is worth at each number of unseen cards, starting from a complete shoe.

    Shoes are weighed by their pairs of equal rank: a rank with c cards left has c(c-1)/2 of them, and occurs
    in as many ways as c cards can be chosen.
    """
    if rules.book.wagers.tie:
        yield from _counted(tie_pays(rules, wager), tie_classes(rules, shoe), unseen)


def war_counter(
    rules: Rules, shoe: Shoe, unseen: Iterable[int], wager: Cents | None = None
) -> Iterator[CounterOdds]:
    """Do the same for the tie wager on the first war deal, per war, by cards unseen after the tie."""
    if not rules.book.wagers.war_tie or not rules.most_wars:
        return
    if rules.suits_decide:
        raise NotCovered("A counter at war is followed where suits do not decide.")
    first, *others = tie_classes(rules, shoe)
    if first > 1:
        yield from _counted(tie_pays(rules, wager, Wager.WAR_TIE), (first - 2, *others), unseen)


def _most_unseen(pays: Fraction, of_class: tuple[int, ...]) -> int:
    return min(sum(of_class), ceil((pays + 1) * (max(of_class) - 1)))


def _counted(pays: Fraction, of_class: tuple[int, ...], unseen: Iterable[int]) -> Iterator[CounterOdds]:
    limit, size = _most_unseen(pays, of_class), sum(of_class)
    wanted = [cards for cards in unseen if 1 < cards <= size]
    weights = pair_weights(of_class, [cards for cards in wanted if cards <= limit])
    for cards in wanted:
        of_shoes, pairs_of_all = comb(size, cards), comb(cards, 2)
        gains = [((pays + 1) * pairs - pairs_of_all, ways) for pairs, ways in weights.get(cards, ())]
        favorable = [(gain, ways) for gain, ways in gains if gain > 0]
        yield CounterOdds(
            unseen=cards,
            chance=Fraction(sum(ways for _, ways in favorable), of_shoes),
            worth=Fraction(sum(gain * ways for gain, ways in favorable)) / (of_shoes * pairs_of_all),
        )


def tie_classes(rules: Rules, shoe: Shoe) -> tuple[int, ...]:
    """Count the cards that tie with each other: those of a rank, or with suits only identical cards."""
    same_card = rules.suits_decide_first and not rules.equal_rank_wins_ties
    return shoe.of_class(rules.suit_strength if same_card else {})


def tie_pays(rules: Rules, wager: Cents | None, which: Wager = Wager.TIE) -> Fraction:
    """Find what a tie wager of this size is paid per unit on the first tie, within the payout limit."""
    amount = wager or usual_wager(rules)
    odds, *_ = rules.tie_odds(which) or (Fraction(0),)
    return Fraction(payable(rules, floor(odds * amount)), amount)


def pair_weights(of_class: tuple[int, ...], wanted: list[int]) -> dict[int, list[tuple[int, int]]]:
    """Count the shoes of a given size by their pairs of equal rank.

    All ranks are alike, so the counts are the coefficients of a power of one rank's polynomial. Each
    coefficient follows from the ones before, because the polynomial times the derivative of its power is
    proportional to the power times the derivative of the polynomial. One large integer holds the counts for
    all numbers of pairs side by side, each in a slot wide enough. A rank with fewer cards is multiplied in at
    the end.
    """
    [(left, classes), *others] = Counter(of_class).most_common()
    slot = 8 * (sum(of_class) // 8 + 1)
    one = [(cards, comb(left, cards), slot * comb(cards, 2)) for cards in range(1, left + 1)]
    counts = [1]
    for total in range(1, max(wanted, default=0) + 1):
        packed = sum(
            ((classes + 1) * cards - total) * ways * counts[total - cards] << shift
            for cards, ways, shift in one[:total]
        )
        counts.append(packed // total)
    for left in Counter(dict(others)).elements():
        one = [(cards, comb(left, cards), slot * comb(cards, 2)) for cards in range(left + 1)]
        counts = [
            sum(ways * counts[total - cards] << shift for cards, ways, shift in one[: total + 1])
            for total in range(len(counts))
        ]
    return {cards: [*unpacked(counts[cards], slot // 8)] for cards in wanted}
