"""The player/dealer's bank: its expected result, by its size and the wagers against it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from fractions import Fraction
from itertools import product
from math import ceil, floor

from msgspec import Struct

from casinowar.game.book.bank import BankRule, Exhaustion, ShortWar
from casinowar.game.book.cited_values import ratio
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Given
from casinowar.game.book.war import War
from casinowar.game.money import Cents
from casinowar.game.words import Comparison, Wager
from casinowar.odds.deal_probabilities import Deal, Deals, deal_of
from casinowar.odds.distribution import Chances, Distribution
from casinowar.odds.hand import Strategy, check_cards
from casinowar.odds.moves import Motion, war_ended, war_outcome
from casinowar.odds.settlement import NotCovered, Path, Wagered, forfeited, moves
from casinowar.odds.shoe import Shoe


class BankOdds(Struct, frozen=True, kw_only=True):
    """The expected result of a bank of one size against given wagers, in cents."""

    bank: Cents
    wagers: tuple[Wagered, ...]
    distribution: Distribution
    hands: tuple[Fraction, ...]
    """The expected result of each hand, in the order of settling."""
    short: Fraction
    """The chance that the bank runs out and so pays or takes less than it would have."""

    @property
    def expected(self) -> Fraction:
        return self.distribution.mean


def bank(
    rules: Rules, shoe: Shoe, wagers: Sequence[Wagered], amount: Cents, strategy: Strategy = Strategy.WAR
) -> BankOdds | None:
    """Find the odds of the bank against hands, given in the order in which they are settled.

    All hands choose by the same strategy; a player/dealer who may add to the bank does not. None if the house
    banks the game.
    """
    law = rules.book.bank
    if law is None:
        return None
    strategy.check_plain()
    _check(rules, shoe, wagers)
    results: dict[tuple[Deal, ...], list[_BankedRound]] = defaultdict(list)
    for dealt, table in _tables(rules, law, wagers, amount, strategy):
        results[dealt].append(table)
    deals = Deals(shoe.of_rank)
    outcomes = Chances[Cents]()
    hands, short = [Fraction(0)] * len(wagers), Fraction(0)
    for dealt, tables in results.items():
        chance = deals.chance(*dealt)
        for net, times in Counter(-sum(table.nets) for table in tables).items():
            outcomes.add(net, times * chance)
        won = [sum(nets) for nets in zip(*(table.nets for table in tables), strict=True)]
        hands = [each + chance * net for each, net in zip(hands, won, strict=True)]
        short += chance * sum(table.short for table in tables)
    return BankOdds(
        bank=amount,
        wagers=tuple(wagers),
        distribution=outcomes.distribution(Fraction),
        hands=tuple(hands),
        short=short,
    )


def _check(rules: Rules, shoe: Shoe, wagers: Sequence[Wagered]) -> None:
    check_cards(rules, shoe, len(wagers))
    war, order = rules.book.war, rules.book.settlement.order
    if any(wager.war_tie for wager in wagers):
        raise NotCovered("The odds of a bank do not cover tie wagers on the war deal.")
    if war and (war.order.direction, war.order.paying) != (order.direction, order.paying):
        raise NotCovered("The odds of a bank do not cover wars settled in another order than the deal.")
    if war and (war.again or not rules.fights_together):
        raise NotCovered("The odds of a bank do not cover wars fought again or one after another.")
    if rules.suits_decide:
        raise NotCovered("The odds of a bank do not cover suits that decide between equal ranks.")


def _tables(
    rules: Rules, law: BankRule, wagers: Sequence[Wagered], amount: Cents, strategy: Strategy
) -> Iterator[tuple[tuple[Deal, ...], "_BankedRound"]]:
    """List every way in which the hands can fall, settled, with the deals that it takes."""
    for original in product(Comparison, repeat=len(wagers)):
        first = deal_of(*original)
        table = _BankedRound(rules, law, wagers, amount)
        fighting = table.settle_original(original, strategy)
        war = rules.book.war
        if war is None or not fighting:
            yield (first,), table
            continue
        for results in product(Comparison, repeat=len(fighting)):
            fought = table.copy()
            fought.settle_war(war, fighting, results)
            yield (first, deal_of(*results)), fought


class _BankedRound:
    """The chips of one round: what each hand has won or lost, and what the bank has left."""

    def __init__(self, rules: Rules, law: BankRule, wagers: Sequence[Wagered], amount: Cents) -> None:
        self.rules, self.how, self.short_war = rules, law.exhausted.value, law.short_war.value
        self.wagers = wagers
        self.nets = [0] * len(wagers)
        self.left = amount
        self.short = False
        self._stands: dict[int, Cents] = {}

    def copy(self) -> "_BankedRound":
        other = copy(self)
        other.nets = [*self.nets]
        return other

    # the original deal

    def settle_original(self, results: tuple[Comparison, ...], strategy: Strategy) -> list[int]:
        """Settle the original deal, set what stands of tie hands, let them choose; list those that fight."""
        fighting, tied = [], []
        for hand, result in enumerate(results):
            self._settle(hand, result)
            if result is Comparison.TIE and self.rules.plays_ties_on:
                tied.append(hand)
                if self.rules.chooses_at_the_seat and self._set_standing(hand):
                    fighting += self._chosen(hand, strategy)
        if not self.rules.chooses_at_the_seat:
            stand = [hand for hand in tied if self._set_standing(hand)]
            fighting = [hand for each in stand for hand in self._chosen(each, strategy)]
        if self.rules.book.war and self.rules.book.war.initial.value is Given.COLLECTED:
            for hand in fighting:
                self._take(hand, self._stands[hand])
        return fighting

    def _settle(self, hand: int, result: Comparison) -> None:
        wagered = self.wagers[hand]
        amounts = {Wager.INITIAL: wagered.initial, Wager.TIE: wagered.tie}
        for move in moves(self.rules, Path(result), wagered):
            odds = self._odds(move.chips)
            if move.motion is Motion.PAID:
                self._pay(hand, amounts[move.chips], odds)
            elif move.motion is Motion.COLLECTED:
                self._collect(hand, int(move.units), odds)

    def _odds(self, wager: Wager) -> Fraction:
        wagers = self.rules.book.wagers
        return ratio(wagers.tie.value if wager is Wager.TIE and wagers.tie else wagers.initial.value)

    def _set_standing(self, hand: int) -> Cents:
        """Set how much of a tie hand stands and keep cover for it; the rest goes back."""
        initial, risk = self.wagers[hand].initial, self.rules.bank_risk
        stands = min(initial, floor(self.left / risk) // self.rules.standing_unit * self.rules.standing_unit)
        if self.short_war is ShortWar.WHOLE_ONLY and stands < initial:
            stands = 0
        self.short |= stands < initial
        self.left -= ceil(stands * risk)
        self._stands[hand] = stands
        return stands

    def _chosen(self, hand: int, strategy: Strategy) -> list[int]:
        war, stands = self.rules.book.war, self._stands[hand]
        if war is None or strategy.gives_up(self.rules, 0):
            self.left += ceil(stands * self.rules.bank_risk)
            self._collect(hand, forfeited(self.rules, stands), Fraction(1))
            return []
        return [hand]

    # the war deal

    def settle_war(self, war: War, fighting: list[int], results: tuple[Comparison, ...]) -> None:
        for hand, result in zip(fighting, results, strict=True):
            stands = self._stands[hand]
            match = war.next_wager(stands)
            self.left += ceil(stands * self.rules.bank_risk) - match
            for move in war_ended(war_outcome(war, result), stands, match, match):
                if move.motion is Motion.PAID and move.chips is not Wager.MATCH:
                    paid = min(int(move.units), self.left)
                    self._hand_over(hand, paid, int(move.units))
                elif move.motion is Motion.PAID:
                    self.nets[hand] += int(move.units)
                elif move.motion is Motion.COLLECTED and move.chips is Wager.MATCH:
                    self.left += int(move.units) if self.how.takes_matches_back else 0
                elif move.motion is Motion.COLLECTED:
                    self._take(hand, int(move.units))

    # cover

    def _pay(self, hand: int, wagered: Cents, odds: Fraction) -> None:
        """Pay a won wager as far as the bank covers it; if cover is kept for its odds, in full."""
        due = int(wagered * odds)
        stands = min(wagered, self._payable_on(odds)) if self.how is Exhaustion.ODDS_KEPT else wagered
        self._hand_over(hand, min(int(stands * odds), self.left), due)

    def _payable_on(self, odds: Fraction) -> Cents:
        return floor(self.left / odds) if odds else self.left

    def _hand_over(self, hand: int, paid: Cents, due: Cents) -> None:
        self.short |= paid < due
        self.left -= paid
        self.nets[hand] += paid

    def _collect(self, hand: int, amount: Cents, odds: Fraction) -> None:
        taken = amount if self.left or self.how is Exhaustion.COLLECT_FIRST else 0
        if self.how in {Exhaustion.BOTH_WAYS, Exhaustion.ODDS_KEPT}:
            most = self._payable_on(odds) if self.how is Exhaustion.ODDS_KEPT else self.left
            taken = min(amount, self.left, most)
            self.left -= taken
        self.short |= taken < amount
        self._take(hand, taken)

    def _take(self, hand: int, amount: Cents) -> None:
        """Take covered chips; only a running bank pays with them."""
        self.nets[hand] -= amount
        self.left += amount if self.how is Exhaustion.RUNNING else 0
