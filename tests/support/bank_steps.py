"""A second answer to the question who gets what from a bank: R43 and R44, by their words alone.

Nothing of the package is asked. Amounts are cents; what stands of a tie hand is an even number of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

TIE_PAYS = 10


@dataclass
class Hand:
    """A hand: its wagers, how its card and war card compare (higher, lower, equal), and what it chooses."""

    primary: int
    tie: int = 0
    card: str = "higher"
    chooses: str = "war"
    war_card: str = "higher"


@dataclass
class Steps:
    """One round against a bank, step by step."""

    bank: int
    hands: Sequence[Hand]
    exhausted: str = "both_ways"
    short: str = "partly_matched"
    at_the_seat: bool = False
    added: int = 0
    """What the player/dealer adds when the ties of a whole pass are seen."""
    nets: list[int] = field(default_factory=list)
    stands: dict[int, int] = field(default_factory=dict)
    covers: dict[int, int] = field(default_factory=dict)
    """The cover left when a hand chooses."""

    def played(self) -> "Steps":
        """Play the round from step 0 to step 6."""
        self.cover = self.bank
        self.nets = [0] * len(self.hands)
        for number, hand in enumerate(self.hands):
            self._first_pass(number, hand)
            if self.at_the_seat and hand.card == "equal":
                self._stand(number, hand)
                self._choose(number, hand)
        tied = [(number, hand) for number, hand in enumerate(self.hands) if hand.card == "equal"]
        self.cover += self.added
        if not self.at_the_seat:
            for number, hand in tied:
                self._stand(number, hand)
            for number, hand in tied:
                self._choose(number, hand)
        for number, hand in tied:
            if hand.chooses == "war" and self.stands[number]:
                self._war(number, hand)
        return self

    # step 1

    def _first_pass(self, number: int, hand: Hand) -> None:
        if hand.card == "higher":
            self._pay(number, hand.primary, 1)
            self._lose(number, hand.tie, TIE_PAYS)
        elif hand.card == "lower":
            self._lose(number, hand.primary, 1)
            self._lose(number, hand.tie, TIE_PAYS)
        else:
            self._pay(number, hand.tie, TIE_PAYS)

    def _pay(self, number: int, wager: int, odds: int) -> None:
        amount = min(wager * odds, self.cover)
        if self.exhausted == "odds_kept":
            amount = odds * min(wager, self.cover // odds)
        self.cover -= amount
        self.nets[number] += amount

    def _lose(self, number: int, wager: int, odds: int) -> None:
        match self.exhausted:
            case "both_ways":
                taken = min(wager, self.cover)
                self.cover -= taken
            case "odds_kept":
                taken = min(wager, self.cover // odds)
                self.cover -= taken
            case "collect_first":
                taken = wager
            case "payoffs":
                taken = wager if self.cover else 0
            case "running":
                taken = wager if self.cover else 0
                self.cover += taken
            case other:
                raise ValueError(other)
        self.nets[number] -= taken

    # steps 2 and 3

    def _stand(self, number: int, hand: Hand) -> None:
        units = 2 if self.exhausted == "odds_kept" else 1
        stands = min(hand.primary, self.cover // units // 2 * 2)
        if self.short == "whole_unit_only" and stands < hand.primary:
            stands = 0
        self.cover -= units * stands
        self.stands[number] = stands

    def _choose(self, number: int, hand: Hand) -> None:
        self.covers[number] = self.cover
        if hand.chooses != "surrender":
            return
        half = self.stands[number] // 2
        self.nets[number] -= half
        match self.exhausted:
            case "both_ways":
                self.cover += half
            case "odds_kept":
                self.cover += 3 * half
            case "running":
                self.cover += 3 * half
            case _:
                self.cover += 2 * half

    # step 5

    def _war(self, number: int, hand: Hand) -> None:
        stands = self.stands[number]
        if self.exhausted == "odds_kept":
            self.cover += stands
        if hand.war_card == "lower":
            self.nets[number] -= 2 * stands
            back = {"payoffs": 1, "collect_first": 1, "running": 3}
            self.cover += back.get(self.exhausted, 0) * stands
            return
        self.nets[number] += stands
        if hand.war_card == "equal":
            amount = min(stands, self.cover)
            self.cover -= amount
            self.nets[number] += amount
