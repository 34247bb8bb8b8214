"""The shoe: how many cards of each rank and suit are left."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Self

from casinowar.game.book.rules import Rules
from casinowar.game.cards import RANK_CODES, SUIT_CODES, Card
from casinowar.game.refusal import InputError

Spread = tuple[tuple[tuple[int, ...], int], ...]
"""How many ranks have how many cards left; which ranks these are does not matter to a single hand.

The cards of a rank are counted together or, if suits matter, suit by suit, the fewest first.
"""


class Shoe:
    """Cards in an unknown order: every card left is equally likely to come next.

    Burned cards count as left unless they were seen: they are as unknown as those behind the cover card.
    """

    def __init__(
        self, ranks: tuple[str, ...], suits: tuple[str, ...], left: dict[Card, int], whole: int | None = None
    ) -> None:
        self.ranks, self.suits, self.left = ranks, suits, left
        self.whole = self.size if whole is None else whole
        """How many cards the shoe had when it was fresh."""

    @classmethod
    def fresh(cls, rules: Rules, decks: int | None = None) -> Self:
        cards = rules.book.cards
        ranks = tuple(RANK_CODES[rank] for rank in reversed(cards.ranking.value))
        suits = tuple(SUIT_CODES[suit] for suit in cards.suits.value)
        each = rules.decks if decks is None else decks
        if each < 1:
            raise InputError(f"A shoe has at least one deck, not {each}.")
        return cls(ranks, suits, {rank + suit: each for rank in ranks for suit in suits})

    def without(self, seen: Iterable[Card]) -> "Shoe":
        left = dict(self.left)
        for card, times in Counter(seen).items():
            if left.get(card, 0) < times:
                had = self.left.get(card, 0)
                raise InputError(f"{card} cannot have been seen so often ({times}); the shoe had {had}.")
            left[card] -= times
        return Shoe(self.ranks, self.suits, left, self.whole)

    @cached_property
    def size(self) -> int:
        return sum(self.left.values())

    @cached_property
    def of_rank(self) -> tuple[int, ...]:
        """The cards of each rank, lowest first."""
        return tuple(sum(self.left[rank + suit] for suit in self.suits) for rank in self.ranks)

    @cached_property
    def by_suit(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each rank suit by suit, lowest rank first."""
        return tuple(tuple(self.left[rank + suit] for suit in self.suits) for rank in self.ranks)

    @cached_property
    def spread(self) -> Spread:
        return tuple(sorted(Counter((cards,) for cards in self.of_rank).items()))

    @cached_property
    def spread_by_suit(self) -> Spread:
        return tuple(sorted(Counter(tuple(sorted(suits)) for suits in self.by_suit).items()))

    def of_class(self, suits: Mapping[str, int]) -> tuple[int, ...]:
        """Count the cards of each rank or, if suits rank, of each card, lowest first."""
        if not suits:
            return self.of_rank
        in_order = sorted(self.suits, key=suits.__getitem__)
        return tuple(self.left[rank + suit] for rank in self.ranks for suit in in_order)
