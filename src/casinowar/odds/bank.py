"""The player/dealer's bank: what it can expect, by its size and by the wagers against it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from fractions import Fraction
from itertools import product

from msgspec import Struct

from casinowar.game.book.bank import BankRule, Exhaustion, ShortWar
from casinowar.game.book.rulebook import War
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Given
from casinowar.game.money import Cents
from casinowar.game.words import Comparison, Wager
from casinowar.odds.chance import Deal, Deals, deal_of
from casinowar.odds.distribution import Chances, Distribution
from casinowar.odds.hand import CannotBeHonoured, Path, Strategy, Wagered, check_cards, forfeited, moves
from casinowar.odds.moves import Motion, war_ended, war_outcome
from casinowar.odds.shoe import Shoe


class BankOdds(Struct, frozen=True, kw_only=True):
    """What a bank of one size can expect from the wagers against it, in cents."""

    bank: Cents
    wagers: tuple[Wagered, ...]
    distribution: Distribution
    """The player/dealer's result."""
    hands: tuple[Fraction, ...]
    """What each hand can expect, in the order of settling."""
    short: Fraction
    """The chance that the bank is used up, so that it may pay or take less than it would have."""

    @property
    def expected(self) -> Fraction:
        """Tell what the player/dealer wins on average."""
        return self.distribution.mean


def bank(
    rules: Rules, shoe: Shoe, wagers: Sequence[Wagered], amount: Cents, strategy: Strategy = Strategy.WAR
) -> BankOdds | None:
    """Find the odds of the bank against hands, named in the order in which they are settled.

    All hands choose by the same strategy; where the player/dealer may add to the bank, nothing is added.
    None where the house banks the game.
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
    """Refuse what the odds of a bank do not cover."""
    check_cards(rules, shoe, len(wagers))
    war, order = rules.book.war, rules.book.settlement.order
    if any(wager.dealer_wins or (wager.tie and rules.most_ties > 1) for wager in wagers):
        raise CannotBeHonoured(
            "The odds of a bank cover initial wagers, and tie wagers that one tie settles."
        )
    if any(wager.war_tie for wager in wagers):
        raise CannotBeHonoured("The odds of a bank do not cover tie wagers on the war deal.")
    if war and (war.order.direction, war.order.paying) != (order.direction, order.paying):
        raise CannotBeHonoured("The odds of a bank do not cover wars settled in another order than the deal.")
    if war and (war.again or not rules.fights_together):
        raise CannotBeHonoured("The odds of a bank do not cover wars fought again or one after another.")
    if rules.caps_payouts:
        raise CannotBeHonoured("The odds of a bank do not cover a payout limit beside it.")


def _tables(
    rules: Rules, law: BankRule, wagers: Sequence[Wagered], amount: Cents, strategy: Strategy
) -> Iterator[tuple[tuple[Deal, ...], "_BankedRound"]]:
    """Settle every way in which the hands can fall, with the deals that it takes."""
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
    """The chips of one round: what each hand has won or lost, and what is left of the bank to pay with."""

    def __init__(self, rules: Rules, law: BankRule, wagers: Sequence[Wagered], amount: Cents) -> None:
        self.rules, self.law, self.wagers = rules, law, wagers
        self.nets = [0] * len(wagers)
        self.left = amount
        self.pledged = 0
        self.short = False
        self._staked: dict[int, tuple[Cents, Cents, Cents]] = {}

    def copy(self) -> "_BankedRound":
        """Make the same table again, for another end of the round."""
        other = copy(self)
        other.nets = [*self.nets]
        return other

    # the original deal

    def settle_original(self, results: tuple[Comparison, ...], strategy: Strategy) -> list[int]:
        """Settle the original deal, let tie hands choose, and list those that fight."""
        waiting = []
        for hand, result in enumerate(results):
            for move in moves(self.rules, Path(result), self.wagers[hand]):
                if move.motion is Motion.PAID:
                    self._pay(hand, move.units)
                elif move.motion is Motion.COLLECTED:
                    self._collect(hand, int(move.units))
            if result is Comparison.TIE and self.rules.offers_choice:
                waiting += self._chosen(hand, strategy) if self.rules.chooses_at_the_seat else [hand]
        if not self.rules.chooses_at_the_seat:
            waiting = [hand for each in waiting for hand in self._chosen(each, strategy)]
        return [hand for hand in waiting if self._matched(hand)]

    def _chosen(self, hand: int, strategy: Strategy) -> list[int]:
        """Let a tie hand choose: nothing more where its wager goes back or it is given up, else its war."""
        wager, war = self.wagers[hand], self.rules.book.war
        if self._uncovered(hand):
            self.short = True
            return []
        if war is None or strategy.gives_up(self.rules, 0):
            kept = min(self.pledged, self.left)
            self.left -= kept
            self._collect(hand, forfeited(self.rules, wager.initial))
            self.left += kept
            return []
        self.pledged += war.wager.value * wager.initial
        return [hand]

    def _uncovered(self, hand: int) -> bool:
        """Tell whether too little is left for a tie hand to choose."""
        how, war = self.law.short_war.value, self.rules.book.war
        if how is ShortWar.MAY_ADD:
            return False
        left = self.left - self.pledged
        if how is ShortWar.WHOLE_ONLY and war:
            return left < war.wager.value * self.wagers[hand].initial
        return left <= 0

    def _matched(self, hand: int) -> bool:
        """Match a war wager as far as the bank goes, or send both wagers back."""
        war = self.rules.book.war
        if war is None:
            return False
        initial = self.wagers[hand].initial
        wager = war.wager.value * initial
        least = wager if self.law.short_war.value is ShortWar.WHOLE_ONLY else 1
        if war.match and self.left < least:
            self.short = True
            return False
        if war.initial.value is Given.COLLECTED:
            initial = self._collect(hand, initial)
        match = min(wager, self.left) if war.match else 0
        self.short |= bool(war.match) and match < wager
        self.left -= match
        self._staked[hand] = (initial, match if war.match else wager, match)
        return True

    # the war deal

    def settle_war(self, war: War, fighting: list[int], results: tuple[Comparison, ...]) -> None:
        """Settle the war deal."""
        for hand, result in zip(fighting, results, strict=True):
            initial, wager, match = self._staked[hand]
            for move in war_ended(war_outcome(war, result), initial, wager, match):
                if move.motion is Motion.PAID and move.chips is not Wager.MATCH:
                    self._pay(hand, move.units)
                    continue
                self.nets[hand] += int(move.net)
                running = move.chips is Wager.MATCH or self.law.exhausted.value is Exhaustion.RUNNING
                if move.motion is Motion.COLLECTED and running:
                    self.left += int(move.units)

    # cover

    def _pay(self, hand: int, amount: Fraction) -> None:
        paid = min(int(amount), self.left)
        self.short |= paid < int(amount)
        self.left -= paid
        self.nets[hand] += paid

    def _collect(self, hand: int, amount: Cents) -> Cents:
        """Take a lost wager as far as the bank covers it."""
        how = self.law.exhausted.value
        taken = amount if self.left or how is Exhaustion.COLLECT_FIRST else 0
        if how is Exhaustion.BOTH_WAYS:
            taken = min(amount, self.left)
        self.left += {Exhaustion.BOTH_WAYS: -taken, Exhaustion.RUNNING: taken}.get(how, 0)
        self.short |= taken < amount
        self.nets[hand] -= taken
        return taken
