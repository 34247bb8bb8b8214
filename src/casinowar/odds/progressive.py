"""The Progressive Payout Wager and the Envy Bonus: chance, return and meter of each hand."""

from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.cited_values import ratio
from casinowar.game.book.meters import MeterShare
from casinowar.game.book.progressive import (
    Envy,
    EnvySize,
    HandsPaid,
    Progressive,
    ProgressivePay,
    Surrendered,
)
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination
from casinowar.game.money import Cents, cents
from casinowar.game.words import Wager
from casinowar.odds.distribution import Chances, Distribution
from casinowar.odds.hand import Strategy, check_cards, strategies
from casinowar.odds.progressive_hands import Held, showings
from casinowar.odds.settlement import check_limit
from casinowar.odds.shoe import Shoe


class HandOdds(Struct, frozen=True, kw_only=True):
    hands: tuple[Combination, ...]
    chance: Fraction
    pays: Fraction
    """Per unit of the wager, without the meter."""
    meter: Fraction
    """The share of the meter that they win."""


class ProgressiveOdds(Struct, frozen=True, kw_only=True):
    wager: Cents
    strategy: Strategy | None
    hands: tuple[HandOdds, ...]
    nothing: Fraction
    meter: Cents
    distribution: Distribution
    """The net result per unit, with the meter as it stands when hands are read."""
    fixed_return: Fraction
    """The return per unit without the meter."""
    break_even_meter: Fraction | None
    """The meter, in cents, at which the wager is even; None if no meter makes it so."""
    rate: Fraction | None
    """What a wager adds to the meter per unit; None if no house sets it."""
    reset: Cents
    """Where the meter restarts."""

    @property
    def meter_chance(self) -> Fraction:
        return sum((hand.chance for hand in self.hands if hand.meter), Fraction(0))

    @property
    def wins_a_share(self) -> bool:
        """Whether some win takes only a part of the meter.

        How often the house must then refill it depends on its whole history, so the long run is not computed.
        """
        return any(hand.meter not in {0, 1} for hand in self.hands)

    @property
    def seed(self) -> Fraction | None:
        """What the house adds to the meter per unit in the long run, by restarting it."""
        if not self.meter_chance:
            return Fraction(0)
        if self.rate is None or self.wins_a_share:
            return None
        return self.meter_chance * Fraction(self.reset, self.wager)

    @property
    def rounds_between_hits(self) -> Fraction | None:
        return 1 / self.meter_chance if self.meter_chance else None

    @property
    def house_edge(self) -> Fraction:
        return self.distribution.house_edge

    @property
    def long_run_return(self) -> Fraction | None:
        """The long-run return per unit: fixed payouts, the meter's growth and its restarts."""
        if not self.meter_chance:
            return self.fixed_return
        if self.rate is None or self.seed is None:
            return None
        return self.fixed_return + self.rate + self.seed

    @property
    def overhead(self) -> Fraction | None:
        return None if self.long_run_return is None else 1 - self.long_run_return


def progressive(
    rules: Rules,
    shoe: Shoe,
    strategy: Strategy = Strategy.WAR,
    *,
    wager: Cents | None = None,
    meter: Cents | None = None,
) -> ProgressiveOdds | None:
    """Find the odds of the progressive wager; None if the rulebook has none.

    Without a given meter, it stands where the house starts it, or at the rulebook's minimum.
    """
    law = rules.book.progressive
    if law is None:
        return None
    check_cards(rules, shoe)
    size = wager or sizes(rules)[0]
    shows = starting_meter(rules) if meter is None else meter
    check_paid_in_full(rules, law, size, shows)
    given_up = rules.offers_choice and strategy.gives_up(rules, 0)
    chances = Chances(
        (paid(law, showing.held, size, shows, given_up=given_up), chance)
        for showing, chance in showings(rules, law, shoe, strategy).items()
    )
    order, offered = [pay.hand for pay in law.pays], rules.house.progressive
    hands = tuple(
        HandOdds(
            hands=combos,
            chance=chances[combos],
            pays=Fraction(amount_paid(rules, law, combos, size, 0), size),
            meter=Fraction(sum(share_of_meter(law, pay, size) for pay in law.pays if pay.hand in combos)),
        )
        for combos in sorted(filter(None, chances), key=lambda combos: [*map(order.index, combos)])
    )
    fixed = sum((hand.chance * hand.pays for hand in hands), Fraction(0))
    shares = sum((hand.chance * hand.meter for hand in hands), Fraction(0))
    return ProgressiveOdds(
        wager=size,
        strategy=strategy if strategies(rules) else None,
        hands=hands,
        nothing=chances.get((), Fraction(0)),
        meter=shows,
        distribution=chances.distribution(
            lambda combos: Fraction(amount_paid(rules, law, combos, size, shows), size) - 1
        ),
        fixed_return=fixed,
        break_even_meter=max(Fraction(0), (1 - fixed) * size / shares) if shares else None,
        rate=Fraction(int(offered.meter.share * size), size) if offered else None,
        reset=_reset(rules),
    )


def sizes(rules: Rules) -> tuple[Cents, ...]:
    """List the sizes of the progressive wager: the house's, otherwise the rulebook's."""
    law = rules.book.progressive
    return rules.fixed_amounts(Wager.PROGRESSIVE) or tuple(map(cents, law.amounts.value if law else ()))


def starting_meter(rules: Rules) -> Cents:
    law, offered = rules.book.progressive, rules.house.progressive
    if offered:
        return cents(offered.meter.initial)
    return cents(law.least_meter.value) if law else 0


def paid(
    law: Progressive, held: Held, wager: Cents, meter: Cents, *, given_up: bool
) -> tuple[Combination, ...]:
    """List the hands paid among those held: the best-paid one with this meter, or all."""
    if given_up and law.after_surrender.value is Surrendered.LOST:
        return ()
    listed = [pay for pay in law.pays if pay.hand in held]
    if listed and law.hands_paid.value is HandsPaid.BEST:
        amounts = [
            int(ratio(pay.pays) * wager) + int(share_of_meter(law, pay, wager) * meter) for pay in listed
        ]
        listed = [listed[amounts.index(max(amounts))]]
    return tuple(pay.hand for pay in listed)


def share_of_meter(law: Progressive, pay: ProgressivePay, wager: Cents) -> Fraction:
    """Find the share of the meter that a hand wins: its own, or one by the size of the wager."""
    share = Fraction(pay.meter or 0)
    if law.meter_share and law.meter_share.value is MeterShare.BY_WAGER:
        return share * min(Fraction(1), Fraction(wager, cents(law.amounts.value[0])))
    return share


def amount_paid(
    rules: Rules, law: Progressive, combos: tuple[Combination, ...], wager: Cents, meter: Cents
) -> Cents:
    """Add up what hands pay on a wager of this size, with the chip if it is returned."""
    pays = [pay for pay in law.pays if pay.hand in combos]
    amount = sum(int(ratio(pay.pays) * wager) for pay in pays)
    if pays and law.gives_chip_back:
        amount += wager
    for pay in pays:
        if pay.meter and meter:
            share = int(share_of_meter(law, pay, wager) * meter)
            amount += share
            meter = max(meter - share, _reset(rules))
    return amount


def _reset(rules: Rules) -> Cents:
    offered = rules.house.progressive
    return cents(offered.meter.reset) if offered else 0


def check_paid_in_full(rules: Rules, law: Progressive, wager: Cents, meter: Cents) -> None:
    odds = sum(int(ratio(pay.pays) * wager) for pay in law.pays)
    envies = rules.seats * bonus(law.envy, wager) if law.envy else 0
    check_limit(rules, odds + 2 * meter + 2 * wager + envies)


class EnvyOdds(Struct, frozen=True, kw_only=True):
    """What the Envy Bonus brings to one wager, for each other player with one hand who goes to war on ties.

    Players with several boxes are not covered here; the full simulation plays them.
    """

    hand: Combination
    chance: Fraction
    """The chance that one other player holds the hand."""
    bonus: Cents
    wager: Cents

    def worth(self, others: int) -> Fraction:
        """Find the average value of this many other players, per unit of the receiver's wager."""
        return others * self.chance * Fraction(self.bonus, self.wager)


def envy(
    rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR, *, wager: Cents | None = None
) -> EnvyOdds | None:
    law = rules.book.progressive
    if law is None or law.envy is None:
        return None
    size = wager or sizes(rules)[0]
    check_paid_in_full(rules, law, size, starting_meter(rules))
    holds = law.envy.hand
    chance = showings(rules, law, shoe, strategy).chance(lambda each: holds in each.held)
    return EnvyOdds(hand=holds, chance=chance, bonus=bonus(law.envy, size), wager=size)


def bonus(law: Envy, wager: Cents) -> Cents:
    size = cents(law.wager)
    if law.size is EnvySize.THAT_WAGER_ONLY:
        return cents(law.amount) if wager == size else 0
    return cents(law.amount) * wager // size
