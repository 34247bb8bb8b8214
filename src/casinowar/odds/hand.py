"""One hand: the ways it can go, their chances, and the chips that each way moves."""

from fractions import Fraction
from functools import cache
from math import ceil, floor, perm
from typing import NamedTuple

from casinowar.game.book.citing import ratio
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.rulebook import Outcome, War
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Base, Fate, Fought, Given, MatchFate, Moment, OddHalf, Tied
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Comparison, Shuffler, Wager, Word
from casinowar.odds.chance import ties
from casinowar.odds.shoe import Shoe, Spread

HIGHER, LOWER, TIE = Comparison.HIGHER, Comparison.LOWER, Comparison.TIE


class CannotBeHonoured(InputError):
    """Rules that the exact odds do not cover; better no answer than a wrong one."""


class Strategy(Word):
    """What a player does on a tie."""

    WAR = "war"
    SURRENDER = "surrender"
    BEST = "best"


class Path(NamedTuple):
    """How a hand went: the original deal, the wars, how the last one ended, whether it was given up."""

    original: Comparison
    wars: int = 0
    last: Comparison | None = None
    given_up: bool = False


class Wagered(NamedTuple):
    """The chips that a hand puts down before cards are dealt, and on each war deal for a tie."""

    initial: Cents
    tie: Cents = 0
    war_tie: Cents = 0


class Moved(NamedTuple):
    """What a path brings: the player's net result, what was paid on the way, and all that was wagered."""

    net: Cents
    paid: Cents
    wagered: Cents


Ways = dict[Path, int]
"""Each path, with the number of ways in which the cards can make it."""


def strategies(rules: Rules) -> tuple[Strategy, ...]:
    """List the strategies that the rules leave a choice between; none where a tie is settled at once."""
    book = rules.book
    if book.settlement.tie_hand.value is not Tied.CHOICE:
        return ()
    offered = {Strategy.WAR: book.war, Strategy.SURRENDER: book.surrender}
    chosen = tuple(strategy for strategy, law in offered.items() if law)
    return (*chosen, Strategy.BEST) if len(chosen) > 1 else chosen


def usual_wager(rules: Rules) -> Cents:
    """Find an initial wager to count with: the least that the house takes, ten dollars where it sets none."""
    least = rules.limits[Wager.INITIAL][0] if Wager.INITIAL in rules.limits else 10_00
    unit = rules.unit(Wager.INITIAL)
    return max(1, ceil(Fraction(least, unit))) * unit


def check_wager(rules: Rules, initial: Cents) -> None:
    """Refuse an initial wager that the house would not take."""
    least, most = rules.span(Wager.INITIAL)
    unit = rules.unit(Wager.INITIAL)
    if not least <= initial <= most or initial % unit:
        raise InputError(
            f"The house takes no initial wager of {dollars(initial)}; "
            f"it has to be a multiple of {dollars(unit)} from {dollars(max(least, unit))} to {dollars(most)}."
        )


def cards_of_war(war: War, rules: Rules, hands: int) -> int:
    """Count the cards that one war deal takes out of the shoe, burned ones included."""
    burn = war.burn
    dealers = burn.cards if burn.dealers is None else burn.dealers
    if rules.house.second_war_burn is not None:
        dealers = rules.house.second_war_burn
    burned = {
        Moment.ONCE: burn.cards,
        Moment.EACH_SIDE: burn.cards + dealers,
        Moment.EACH_CARD: burn.cards * hands + dealers,
    }
    return burned[burn.when] + hands + 1


def most_wars(rules: Rules) -> int:
    """Tell how many wars one hand can fight in a round."""
    war = rules.book.war
    if war is None or rules.book.settlement.tie_hand.value is not Tied.CHOICE:
        return 0
    return war.again.wars if war.again else 1


def burned_first(rules: Rules) -> int:
    """Count the cards that are burned from a new shoe; a continuous device has none."""
    burn = rules.book.burns.new_shoe
    return burn.value if burn and rules.shuffler is not Shuffler.CONTINUOUS else 0


def check_cards(rules: Rules, shoe: Shoe, hands: int = 1) -> None:
    """Refuse a shoe in which a round may not find cards enough; no text says what then is to be done."""
    war, per_war = rules.book.war, 0
    if war:
        together = war.deal.fought is Fought.TOGETHER
        per_war = cards_of_war(war, rules, hands) if together else hands * cards_of_war(war, rules, 1)
    needed = burned_first(rules) + 1 + hands + most_wars(rules) * per_war
    if shoe.size < needed:
        raise CannotBeHonoured(
            f"A round of {hands} {'hand' if hands == 1 else 'hands'} may need {needed} cards, "
            f"and the shoe has {shoe.size}: no text says what happens when it runs out."
        )


def can_give_up(rules: Rules, wars: int) -> bool:
    """Tell whether a tie can be given up: on the original deal, or after so many wars."""
    book = rules.book
    if not wars:
        return book.surrender is not None
    return bool(book.war and book.war.again and book.war.again.forfeits)


def gives_up(rules: Rules, strategy: Strategy, wars: int) -> bool:
    """Tell whether a strategy always gives a tie up, after so many wars; without a war everyone has to."""
    return rules.book.war is None or (strategy is Strategy.SURRENDER and can_give_up(rules, wars))


# the ways a hand can go


def ways(
    rules: Rules, shoe: Shoe, strategy: Strategy = Strategy.WAR, initial: Cents | None = None
) -> list[tuple[Path, Fraction]]:
    """List how a hand can go, with the chance of each; the best strategy decides for this initial wager."""
    check_cards(rules, shoe)
    tree = _Tree(rules, strategy, shoe.size, initial or usual_wager(rules))
    return [
        (path, tree.chance(path, number)) for path, number in tree.original(shoe.spread).items() if number
    ]


def worth_of_tie(rules: Rules, shoe: Shoe, count: int, strategy: Strategy, initial: Cents) -> Fraction:
    """Find what an initial wager is worth once it ties on a rank that had so many cards, in cents."""
    [left] = [
        after for had, after in zip(_counts(shoe.spread), ties(shoe.spread), strict=True) if had == count
    ]
    tree = _Tree(rules, strategy, shoe.size, initial)
    return tree.worth(tree.choice(left[1], 0))


def _counts(spread: Spread) -> list[int]:
    return [count for count, _ in spread if count > 1]


class _Tree:
    """The tree of one hand's deals and choices: each path with the ways in which its cards can fall."""

    def __init__(self, rules: Rules, strategy: Strategy, size: int, initial: Cents) -> None:
        self.rules, self.strategy, self.size, self.wagered = rules, strategy, size, Wagered(initial)
        self.most = most_wars(rules)
        self._fought = cache(self._war)

    def chance(self, path: Path, number: int) -> Fraction:
        """Turn the ways of a path into its chance: each war takes another pair of cards."""
        return Fraction(number, perm(self.size, 2 + 2 * path.wars))

    def original(self, spread: Spread) -> Ways:
        """Deal the original deal."""
        found = self._decided(spread, Path(HIGHER), Path(LOWER))
        chooses = self.rules.book.settlement.tie_hand.value is Tied.CHOICE
        for number, left in ties(spread):
            _add(found, self.choice(left, 0) if chooses else {Path(TIE): 1}, number)
        return found

    def choice(self, spread: Spread, wars: int) -> Ways:
        """Choose on a tie: give up, or fight the next war."""
        given_up = {Path(TIE, wars, TIE if wars else None, given_up=True): 1}
        if gives_up(self.rules, self.strategy, wars):
            return given_up
        fought = self._fought(spread, wars + 1)
        if self.strategy is Strategy.WAR or not can_give_up(self.rules, wars):
            return fought
        return max(fought, given_up, key=self.worth)

    def _war(self, spread: Spread, wars: int) -> Ways:
        """Deal a war; a tie ends it, or leads to the choice whether it is fought again."""
        found = self._decided(spread, Path(TIE, wars, HIGHER), Path(TIE, wars, LOWER))
        for number, left in ties(spread):
            _add(found, {Path(TIE, wars, TIE): 1} if wars == self.most else self.choice(left, wars), number)
        return found

    def _decided(self, spread: Spread, higher: Path, lower: Path) -> Ways:
        """Split what is no tie: player's and dealer's card are exchangeable, so each is higher as often."""
        left = self.size - 2 * higher.wars
        half = (left * (left - 1) - sum(number for number, _ in ties(spread))) // 2
        return {higher: half, lower: half}

    def worth(self, found: Ways) -> Fraction:
        """Find what a choice is worth on average."""
        chances = {path: self.chance(path, number) for path, number in found.items()}
        worth = sum(chance * moved(self.rules, path, self.wagered).net for path, chance in chances.items())
        return Fraction(worth) / sum(chances.values())


def _add(found: Ways, more: Ways, times: int) -> None:
    for path, number in more.items():
        found[path] = found.get(path, 0) + times * number


# the chips that a way moves


def moved(rules: Rules, path: Path, wagered: Wagered) -> Moved:
    """Settle a path: collect, pay within the payout limit, and return what is returned."""
    purse = _Purse(rules, wagered)
    book = rules.book
    if path.original is LOWER:
        purse.lose(wagered.initial + wagered.tie)
    elif path.original is HIGHER:
        purse.pay(Wager.INITIAL, wagered.initial * ratio(book.wagers.initial.value))
        purse.lose(wagered.tie)
    else:
        if book.wagers.tie:
            purse.pay(Wager.TIE, wagered.tie * ratio(book.wagers.tie.value))
        if path.wars and book.war:
            _fought(rules, book.war, path, wagered, purse)
        elif path.given_up and book.surrender:
            purse.lose(forfeited(rules, wagered.initial))
        elif book.settlement.tie_hand.value is Tied.COLLECTED:
            purse.lose(wagered.initial)
    return Moved(purse.net, purse.total, purse.wagered)


def payout_limit(rules: Rules) -> Cents | None:
    """Find the payout limit per hand, where the house posts one."""
    posted = rules.house.payout_limit if rules.book.wagers.payout_limit else None
    return cents(posted) if posted is not None else None


def payable(rules: Rules, amount: Cents) -> Cents:
    """Tell how much of an amount a hand may be paid that is paid nothing else."""
    limit = payout_limit(rules)
    return amount if limit is None else min(amount, limit)


def check_plain(strategy: Strategy) -> None:
    """Refuse the best strategy where it would have to look at other hands or other wagers to be the best."""
    if strategy is Strategy.BEST:
        raise CannotBeHonoured(
            "These odds are for hands that always or never go to war; choose one of the two."
        )


def check_limit(rules: Rules, most: Cents, initial: Cents | None = None) -> None:
    """Refuse a payout limit that counts side wagers too and could cut a pay as large as this."""
    law, limit = rules.book.wagers.payout_limit, payout_limit(rules)
    if limit is None or law is None or law.value is not LimitCounts.HAND_WITH_PROGRESSIVE:
        return
    unit = initial or usual_wager(rules)
    main = max(moved(rules, path, Wagered(unit, unit, unit)).paid for path in _most_paid(rules))
    if main + most > limit:
        raise CannotBeHonoured(
            "The payout limit counts side wagers and may cut what they pay; exact odds do not cover that."
        )


def _most_paid(rules: Rules) -> list[Path]:
    """List the ends of a hand that pay most."""
    wars = range(1, most_wars(rules) + 1)
    return [Path(HIGHER), Path(TIE), *(Path(TIE, war, end) for war in wars for end in (HIGHER, TIE))]


class _Purse:
    """What a hand has lost and was paid so far; the payout limit caps what it is paid."""

    def __init__(self, rules: Rules, wagered: Wagered) -> None:
        self.wagered = wagered.initial + wagered.tie
        self.net = self.total = 0
        self._paid: dict[Wager, Cents] = {}
        law = rules.book.wagers.payout_limit
        self._limit = payout_limit(rules)
        self._each = law is not None and law.value is LimitCounts.WAGER

    def lose(self, amount: Cents) -> None:
        self.net -= amount

    def pay(self, wager: Wager, amount: Fraction) -> None:
        whole = floor(amount)
        if self._limit is not None:
            before = self._paid.get(wager, 0) if self._each else self.total
            whole = max(0, min(whole, self._limit - before))
        self._paid[wager] = self._paid.get(wager, 0) + whole
        self.total += whole
        self.net += whole


def _fought(rules: Rules, war: War, path: Path, wagered: Wagered, purse: _Purse) -> None:
    """Settle the wars of a path, the last as its outcome says."""
    again = war.again.times if war.again else 0
    staked = wagered.initial * (war.wager.value + (path.wars - 1) * again)
    purse.wagered += staked + path.wars * wagered.war_tie
    stays = war.initial.value is Given.STAYS
    if not stays:
        purse.lose(wagered.initial)
    ladder = rules.tie_odds(Wager.WAR_TIE)
    for fought in range(1, path.wars):
        purse.pay(
            Wager.WAR_TIE, wagered.war_tie * ladder[min(fought, len(ladder)) - 1] if ladder else Fraction(0)
        )
    if path.given_up and war.again and war.again.forfeits:
        share = Fraction(war.again.forfeits)
        for chips in (wagered.initial if stays else 0, staked):
            purse.lose(_whole(rules, share * chips))
    else:
        outcome = {HIGHER: war.won, LOWER: war.lost, TIE: war.tied}[path.last or TIE]
        _ended(outcome, wagered.initial, staked, staked if war.match else 0, purse)
    if path.last is TIE and ladder:
        purse.pay(Wager.WAR_TIE, wagered.war_tie * ladder[min(path.wars, len(ladder)) - 1])
    else:
        purse.lose(wagered.war_tie)


def _ended(outcome: Outcome, initial: Cents, staked: Cents, match: Cents, purse: _Purse) -> None:
    if outcome.initial is Fate.COLLECTED:
        purse.lose(initial)
    if outcome.war is Fate.COLLECTED:
        purse.lose(staked)
    if outcome.pays:
        base = {Base.INITIAL: initial, Base.WAR: staked, Base.BOTH: initial + staked}[outcome.on]
        purse.pay(Wager.WAR, base * ratio(outcome.pays))
    if outcome.match is MatchFate.PAID:
        purse.pay(Wager.MATCH, Fraction(match))


def forfeited(rules: Rules, initial: Cents) -> Cents:
    """Tell what surrender costs; everything, where there is none to take."""
    surrender = rules.book.surrender
    return _whole(rules, initial * Fraction(surrender.forfeits)) if surrender else initial


def _whole(rules: Rules, amount: Fraction) -> Cents:
    """Round what is forfeited to chips, where the reading of an odd half says so."""
    odd = rules.book.surrender.odd if rules.book.surrender else OddHalf.EXACT
    match odd:
        case OddHalf.TO_PLAYER:
            return floor(amount / rules.chip) * rules.chip
        case OddHalf.TO_HOUSE:
            return ceil(amount / rules.chip) * rules.chip
        case OddHalf.EXACT | OddHalf.PAYABLE:
            return int(amount)
