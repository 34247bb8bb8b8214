"""The value of knowing a card before it is dealt, by its rank."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.odds.hand import TieWorth, check_cards
from casinowar.odds.settlement import HIGHER, LOWER, TIE, NotCovered, Path, Wagered, moved
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import tie as tie_wager


class ExposedRank(Struct, frozen=True, kw_only=True):
    """Average wins per unit if the next card is known to have this rank."""

    rank: str
    chance: Fraction
    hands: Fraction
    """The initial wager, if it is the hand's own original card; ties are played best."""
    dealers: Fraction
    """The initial wager, if it is the dealer's original card."""
    tie: Fraction | None
    """The tie wager, whether it is the hand's or the dealer's card; None without one that one tie settles."""
    war: Fraction | None
    """What war is worth on a tie, in initial wagers, if it is the hand's war card; None if it cannot be."""


class ExposedCard(Struct, frozen=True, kw_only=True):
    ranks: tuple[ExposedRank, ...]
    """Lowest first, without those that cannot come."""
    at_war: Fraction | None
    """The gain per tie from knowing the hand's war card, over the better of war and surrender."""

    @property
    def hands(self) -> Fraction:
        """The win per round from knowing the hand's card and wagering only when it pays."""
        return sum((each.chance * max(Fraction(0), each.hands) for each in self.ranks), Fraction(0))

    @property
    def dealers(self) -> Fraction:
        """The same from knowing the dealer's card."""
        return sum((each.chance * max(Fraction(0), each.dealers) for each in self.ranks), Fraction(0))

    @property
    def tie(self) -> Fraction | None:
        """The same for a tie wager."""
        worth = [each.chance * max(Fraction(0), each.tie) for each in self.ranks if each.tie is not None]
        return sum(worth, Fraction(0)) if worth else None


def exposed_card(rules: Rules, shoe: Shoe, wager: Cents) -> ExposedCard:
    check_cards(rules, shoe)
    if rules.suits_decide:
        raise NotCovered("An exposed card is followed where suits do not decide.")
    known = _Known(rules, shoe, wager)
    return ExposedCard(ranks=tuple(known.ranks()), at_war=known.at_war())


class _Known:
    def __init__(self, rules: Rules, shoe: Shoe, wager: Cents) -> None:
        self._rules, self._wager, self._names = rules, wager, shoe.ranks
        self._counts, self._size = shoe.of_rank, shoe.size
        self._pays = tie_wager(rules, shoe, wager) if rules.most_ties == 1 else None
        self._given_up = self._net(Path(TIE, given_up=True)) if rules.can_give_up(0) else None
        main = TieWorth(rules, shoe, wager) if rules.plays_ties_on and rules.book.war else None
        self._fought = {cards: main.war(cards) / wager for cards in {*self._counts} if main and cards > 1}

    def _net(self, path: Path) -> Fraction:
        return Fraction(moved(self._rules, path, Wagered(self._wager)).net, self._wager)

    def ranks(self) -> Iterator[ExposedRank]:
        won, lost = self._net(Path(HIGHER)), self._net(Path(LOWER))
        below = accumulate(self._counts, initial=0)
        wars = self._wars_by_rank()
        for at, (rank, cards, lower) in enumerate(zip(self._names, self._counts, below, strict=False)):
            if not cards:
                continue
            higher, same = self._size - lower - cards, cards - 1
            choices = [each for each in (self._fought.get(cards), self._given_up) if each is not None]
            tied = same * (max(choices) if choices else self._net(Path(TIE))) if same else Fraction(0)
            tie_pays = 1 + self._pays.distribution.outcomes[-1][0] if self._pays else None
            yield ExposedRank(
                rank=rank,
                chance=Fraction(cards, self._size),
                hands=(won * lower + lost * higher + tied) / (self._size - 1),
                dealers=(won * higher + lost * lower + tied) / (self._size - 1),
                tie=None if tie_pays is None else tie_pays * Fraction(same, self._size - 1) - 1,
                war=wars.get(at),
            )

    def _wars(self) -> Iterator[tuple[int, Fraction, int, Fraction]]:
        """List the rank of a tie, its chance, the rank of the hand's war card, and what war is then worth.

        Ranks are positions in the ranking. The chance is that of the tie and the card together.
        """
        won, lost, drawn = (self._net(Path(TIE, 1, end)) for end in (HIGHER, LOWER, TIE))
        size, ties = self._size, sum(cards * (cards - 1) for cards in self._counts)
        for tied, cards in enumerate(self._counts):
            left = [each - 2 * (at == tied) for at, each in enumerate(self._counts)]
            for at, each in enumerate(left) if cards > 1 else ():
                if each:
                    lower, same = sum(left[:at]), each - 1
                    higher = size - 2 - each - lower
                    worth = (won * lower + lost * higher + drawn * same) / (size - 3)
                    yield tied, Fraction(cards * (cards - 1) * each, ties * (size - 2)), at, worth

    def _wars_by_rank(self) -> dict[int, Fraction]:
        if self._rules.most_wars != 1:
            return {}
        found: dict[int, Fraction] = dict.fromkeys(range(len(self._names)), Fraction(0))
        chances = found.copy()
        for _, chance, at, worth in self._wars():
            found[at] += chance * worth
            chances[at] += chance
        return {at: found[at] / chances[at] for at in found if chances[at]}

    def at_war(self) -> Fraction | None:
        if self._rules.most_wars != 1 or self._given_up is None:
            return None
        known, unknown = Fraction(0), dict[int, tuple[Fraction, Fraction]]()
        for tied, chance, _, worth in self._wars():
            known += chance * max(worth, self._given_up)
            total, war = unknown.get(tied, (Fraction(0), Fraction(0)))
            unknown[tied] = (total + chance, war + chance * worth)
        return known - sum(max(war, total * self._given_up) for total, war in unknown.values())
