"""The Progressive Payout Wager and the Envy Bonus: each hand's chance, return, meter and choice."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from casinowar.game.citing import ratio
from casinowar.game.combinations import Combination, SuitedDoubleTie
from casinowar.game.money import Cents, cents
from casinowar.game.rules import Rules
from casinowar.game.side_rules import Envy, Progressive
from casinowar.game.side_terms import EnvySize, HandsPaid, Surrendered, WonChip
from casinowar.game.terms import Tied
from casinowar.game.words import Wager
from casinowar.odds.distribution import Distribution
from casinowar.odds.hand import (
    TIE,
    Strategy,
    Wagered,
    check_cards,
    check_limit,
    check_plain,
    gives_up,
    moved,
    strategies,
    usual_wager,
    ways,
    worth_of_tie,
)
from casinowar.odds.shoe import Shoe

Held = frozenset[Combination]


class Showing(NamedTuple):
    """What a hand can hold, and the chance of it."""

    chance: Fraction
    held: Held = frozenset()
    suited: bool = False
    """Whether its original tie was suited."""
    cards: int = 0
    """How many cards the rank of that tie had."""


class HandOdds(Struct, frozen=True, kw_only=True):
    """Hands that are paid together, their chance, and what they pay."""

    hands: tuple[Combination, ...]
    chance: Fraction
    pays: Fraction
    """Per unit of the wager, the meter left out."""
    meter: Fraction
    """Which share of the meter they pay."""


class ProgressiveOdds(Struct, frozen=True, kw_only=True):
    """What a progressive wager of one size is worth."""

    wager: Cents
    strategy: Strategy | None
    hands: tuple[HandOdds, ...]
    nothing: Fraction
    """The chance that nothing is paid."""
    meter: Cents
    distribution: Distribution
    """The net result per unit, with the meter as it stands when hands are read."""
    fixed_return: Fraction
    """What comes back per unit without the meter."""
    break_even_meter: Fraction | None
    """The meter, in cents, at which the wager is even; None where no meter makes it so."""
    rate: Fraction | None
    seed: Fraction | None
    """What the house adds to the meter per unit in the long run, by restarting it."""

    @property
    def meter_chance(self) -> Fraction:
        """Find the chance that a hand is paid from the meter."""
        return sum((hand.chance for hand in self.hands if hand.meter), Fraction(0))

    @property
    def rounds_between_hits(self) -> Fraction | None:
        """Tell how many wagers there are on average from one meter win to the next."""
        return 1 / self.meter_chance if self.meter_chance else None

    @property
    def house_edge(self) -> Fraction:
        """Tell what the house wins on average per unit, with the meter as it stands."""
        return self.distribution.house_edge

    @property
    def long_run_return(self) -> Fraction | None:
        """Tell what comes back per unit in the long run: fixed pays, the meter's growth, its restarts."""
        if self.rate is None or self.seed is None:
            return None
        return self.fixed_return + self.rate + self.seed


def progressive(
    rules: Rules,
    shoe: Shoe,
    strategy: Strategy = Strategy.WAR,
    *,
    wager: Cents | None = None,
    meter: Cents | None = None,
) -> ProgressiveOdds | None:
    """Find the odds of the progressive wager; None where the rulebook has none.

    Where no meter is told it stands where the house starts it, or at the least that the rulebook allows.
    """
    law = rules.book.progressive
    if law is None:
        return None
    check_cards(rules, shoe)
    size = wager or sizes(rules)[0]
    shows = starting_meter(rules) if meter is None else meter
    _check_limit(rules, law, size, shows)
    chooses = rules.book.settlement.tie_hand.value is Tied.CHOICE
    given_up = chooses and gives_up(rules, strategy, 0)
    chances: dict[tuple[Combination, ...], Fraction] = defaultdict(Fraction)
    for showing in showings(rules, shoe, strategy):
        chances[paid(law, showing.held, given_up=given_up)] += showing.chance
    hands = tuple(
        HandOdds(
            hands=combos,
            chance=chances[combos],
            pays=Fraction(_amount(rules, law, combos, size, 0), size),
            meter=sum(
                (Fraction(pay.meter) for pay in law.pays if pay.meter and pay.hand in combos), Fraction(0)
            ),
        )
        for combos in sorted(filter(None, chances), key=lambda combos: _place(law, combos))
    )
    nothing = chances[()]
    outcomes = [
        (Fraction(_amount(rules, law, hand.hands, size, shows), size) - 1, hand.chance) for hand in hands
    ]
    fixed = sum((hand.chance * hand.pays for hand in hands), Fraction(0))
    shares = sum((hand.chance * hand.meter for hand in hands), Fraction(0))
    rate, seed = _long_run(rules, hands, size)
    return ProgressiveOdds(
        wager=size,
        strategy=strategy if strategies(rules) else None,
        hands=hands,
        nothing=nothing,
        meter=shows,
        distribution=Distribution([*outcomes, (Fraction(-1), nothing)]),
        fixed_return=fixed,
        break_even_meter=max(Fraction(0), (1 - fixed) * size / shares) if shares else None,
        rate=rate,
        seed=seed,
    )


def sizes(rules: Rules) -> tuple[Cents, ...]:
    """List the sizes of the progressive wager: the house's, or where it has none the rulebook's."""
    law = rules.book.progressive
    return rules.side_amounts(Wager.PROGRESSIVE) or tuple(map(cents, law.amounts.value if law else ()))


def starting_meter(rules: Rules) -> Cents:
    """Find where the meter stands until somebody tells."""
    law, offered = rules.book.progressive, rules.house.progressive
    if offered:
        return cents(offered.meter.initial)
    return cents(law.least_meter.value) if law else 0


def _place(law: Progressive, combos: tuple[Combination, ...]) -> tuple[int, ...]:
    order = [pay.hand for pay in law.pays]
    return tuple(order.index(combo) for combo in combos)


# what a hand holds


def showings(rules: Rules, shoe: Shoe, strategy: Strategy) -> Iterator[Showing]:
    """List what a hand can hold."""
    check_plain(strategy)
    law = rules.book.progressive
    if law is None:
        return
    fights = rules.book.settlement.tie_hand.value is Tied.CHOICE and not gives_up(rules, strategy, 0)
    tied, size = Fraction(0), shoe.size
    ranks = Counter(shoe.by_suit)
    for suits, of_rank in ranks.items():
        for one, two, pairs in _pairs(suits):
            chance = Fraction(of_rank * pairs, size * (size - 1))
            tied += chance
            suited, cards = one == two, sum(suits)
            original = frozenset({Combination.TIE} | ({Combination.SUITED_TIE} if suited else set()))
            again = Fraction(0)
            if fights:
                left = list(suits)
                left[one] -= 1
                left[two] -= 1
                wars = (size - 2) * (size - 3)
                for held, ways in _second_ties(law, (one, two), tuple(left), suits, ranks):
                    yield Showing(chance * Fraction(ways, wars), original | held, suited, cards)
                    again += Fraction(ways, wars)
            yield Showing(chance * (1 - again), original, suited, cards)
    yield Showing(1 - tied)


def _pairs(suits: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """List the suits of two cards of one rank, dealt one after the other, with the ways of each."""
    for one, first in enumerate(suits):
        for two, second in enumerate(suits):
            if found := first * (second - (one == two)):
                yield one, two, found


def _second_ties(
    law: Progressive,
    original: tuple[int, int],
    left: tuple[int, ...],
    suits: tuple[int, ...],
    ranks: Counter[tuple[int, ...]],
) -> Iterator[tuple[Held, int]]:
    """List what a tied war makes of a tie: with the same rank again, or with another."""
    others = ranks.copy()
    others[suits] -= 1
    for same_rank, (counts, times) in [(True, (left, 1)), *((False, each) for each in others.items())]:
        for one, two, pairs in _pairs(counts):
            four = {*original, one, two}
            held = {Combination.DOUBLE_TIE}
            if same_rank:
                held.add(Combination.FOUR_OF_A_KIND)
            if same_rank and len(four) == 1:
                held.add(Combination.SUITED_FOUR_OF_A_KIND)
            each_suited = original[0] == original[1] and one == two
            each = law.suited_double_tie.value is SuitedDoubleTie.EACH_TIE
            if each_suited if each else len(four) == 1:
                held.add(Combination.SUITED_DOUBLE_TIE)
            if times:
                yield frozenset(held), times * pairs


def paid(law: Progressive, held: Held, *, given_up: bool) -> tuple[Combination, ...]:
    """List the hands that are paid among those held: the first that the pay table lists, or every one."""
    if given_up and law.after_surrender.value is Surrendered.LOST:
        return ()
    listed = tuple(pay.hand for pay in law.pays if pay.hand in held)
    return listed[:1] if law.hands_paid.value is HandsPaid.BEST else listed


# what it is paid


def _amount(
    rules: Rules, law: Progressive, combos: tuple[Combination, ...], wager: Cents, meter: Cents
) -> Cents:
    """Add up what hands pay on a wager of this size, with the chip where it comes back."""
    pays = [pay for pay in law.pays if pay.hand in combos]
    amount = sum(int(ratio(pay.pays) * wager) for pay in pays)
    if pays and law.won_chip.value is WonChip.BACK:
        amount += wager
    for pay in pays:
        if pay.meter and meter:
            share = int(Fraction(pay.meter) * meter)
            amount += share
            meter = max(meter - share, _reset(rules))
    return amount


def _reset(rules: Rules) -> Cents:
    offered = rules.house.progressive
    return cents(offered.meter.reset) if offered else 0


def _long_run(
    rules: Rules, hands: tuple[HandOdds, ...], wager: Cents
) -> tuple[Fraction | None, Fraction | None]:
    """Find what the meter pays in the long run: what wagers add to it, and what its restarts add.

    That is exact where a win takes the whole meter. Where it takes a part, how often the house has to fill up
    depends on the meter's whole history, and no figure is given.
    """
    offered = rules.house.progressive
    if offered is None or any(hand.meter not in {0, 1} for hand in hands):
        return None, None
    hit = sum((hand.chance for hand in hands if hand.meter), Fraction(0))
    if not hit:
        return Fraction(0), Fraction(0)
    share = int(Fraction(offered.meter.rate[:-1]) * wager / 100)
    return Fraction(share, wager), hit * Fraction(_reset(rules), wager)


def _check_limit(rules: Rules, law: Progressive, wager: Cents, meter: Cents) -> None:
    odds = sum(int(ratio(pay.pays) * wager) for pay in law.pays)
    envies = rules.seats * bonus(law.envy, wager) if law.envy else 0
    check_limit(rules, odds + 2 * meter + 2 * wager + envies)


# the choice on a tie


class TieChoice(Struct, frozen=True, kw_only=True):
    """What going to war and surrendering are worth on a tie, in cents, all wagers of the hand together."""

    suited: bool | None
    """Whether the tie is suited; None where nothing depends on it."""
    progressive: Cents
    """The progressive wager of the hand."""
    war: Fraction
    surrender: Fraction


def choices(
    rules: Rules, shoe: Shoe, *, initial: Cents | None = None, wager: Cents = 0, meter: Cents | None = None
) -> list[TieChoice]:
    """Compare war with surrender on a suited tie and on another, with a progressive wager of this size."""
    law = rules.book.progressive
    if Strategy.BEST not in strategies(rules):
        return []
    amount = initial or usual_wager(rules)
    plans = (Strategy.WAR, Strategy.SURRENDER)
    if not any(path.original is TIE for path, _ in ways(rules, shoe)):
        return []
    if law is None or not wager:
        war, surrender = (_given_tie(rules, shoe, plan, amount) for plan in plans)
        return [TieChoice(suited=None, progressive=0, war=war, surrender=surrender)]
    shows = starting_meter(rules) if meter is None else meter
    held = {plan: [each for each in showings(rules, shoe, plan) if each.held] for plan in plans}
    main = cache(lambda cards, plan: worth_of_tie(rules, shoe, cards, plan, amount))

    def worth(plan: Strategy, *, suited: bool) -> Fraction:
        chances = pays = Fraction(0)
        for each in held[plan]:
            if each.suited is suited:
                hands = paid(law, each.held, given_up=plan is Strategy.SURRENDER)
                chances += each.chance
                pays += each.chance * (main(each.cards, plan) + _amount(rules, law, hands, wager, shows))
        return pays / chances

    return [
        TieChoice(
            suited=suited,
            progressive=wager,
            war=worth(Strategy.WAR, suited=suited),
            surrender=worth(Strategy.SURRENDER, suited=suited),
        )
        for suited in (True, False)
        if any(each.suited is suited for each in held[Strategy.SURRENDER])
    ]


def _given_tie(rules: Rules, shoe: Shoe, strategy: Strategy, initial: Cents) -> Fraction:
    """Find what the initial wager is worth once the original deal is a tie."""
    found = [(path, chance) for path, chance in ways(rules, shoe, strategy, initial) if path.original is TIE]
    total = sum((chance for _, chance in found), Fraction(0))
    won = sum((chance * moved(rules, path, Wagered(initial)).net for path, chance in found), Fraction(0))
    return won / total


# the Envy Bonus


class EnvyOdds(Struct, frozen=True, kw_only=True):
    """What the Envy Bonus brings to one receiver, for each other player who goes to war on ties."""

    hand: Combination
    chance: Fraction
    """The chance that one other player holds the hand."""
    bonus: Cents
    wager: Cents

    def worth(self, others: int) -> Fraction:
        """Tell what so many other players are worth on average, per unit of the receiver's wager."""
        return others * self.chance * Fraction(self.bonus, self.wager)


def envy(
    rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR, *, wager: Cents | None = None
) -> EnvyOdds | None:
    """Find the odds of the Envy Bonus; None where the rulebook has none."""
    law = rules.book.progressive
    if law is None or law.envy is None:
        return None
    size = wager or sizes(rules)[0]
    _check_limit(rules, law, size, starting_meter(rules))
    chance = sum(
        (each.chance for each in showings(rules, shoe, strategy) if law.envy.hand in each.held), Fraction(0)
    )
    return EnvyOdds(hand=law.envy.hand, chance=chance, bonus=bonus(law.envy, size), wager=size)


def bonus(law: Envy, wager: Cents) -> Cents:
    """Find the Envy Bonus by the receiver's own wager."""
    size = cents(law.wager)
    if law.size is EnvySize.THAT_WAGER_ONLY:
        return cents(law.amount) if wager == size else 0
    return cents(law.amount) * wager // size
