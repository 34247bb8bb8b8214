"""One hand: the ways it can go, their chances, and the chips that each way moves."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import ceil, floor, perm
from typing import NamedTuple, Self

from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.rulebook import War, base
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Base, Given, OddHalf, Tied
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Comparison, Wager, Word
from casinowar.odds.chance import after_tie, equal_ranks, ranks_alone, ties
from casinowar.odds.distribution import Chances
from casinowar.odds.moves import Motion, Move, collected, paid, returned, split, war_ended, war_outcome
from casinowar.odds.shoe import Shoe, Spread

HIGHER, LOWER, TIE = Comparison.HIGHER, Comparison.LOWER, Comparison.TIE


class CannotBeHonoured(InputError):
    """Rules that the exact odds do not cover; better no answer than a wrong one."""


class Strategy(Word):
    """What a player does on a tie."""

    WAR = "war"
    SURRENDER = "surrender"
    BEST = "best"

    def gives_up(self, rules: Rules, wars: int) -> bool:
        """Tell whether it always gives a tie up, after so many wars; without a war everyone has to."""
        return rules.book.war is None or (self is Strategy.SURRENDER and can_give_up(rules, wars))

    def check_plain(self) -> None:
        """Refuse the best strategy where, to be the best, it would have to look at other hands or wagers."""
        if self is Strategy.BEST:
            raise CannotBeHonoured(
                "These odds are for hands that always or never go to war; choose one of the two."
            )


class Path(NamedTuple):
    """How a hand went: the original deal, the wars, how the last one ended, whether it was given up."""

    original: Comparison
    wars: int = 0
    last: Comparison | None = None
    given_up: bool = False
    equal_rank: bool = False
    """Whether suits decided the last deal and equal rank wins a tie wager on it all the same."""
    more: int = 0
    """How many ties came after its end, on cards that were dealt for the tie wager alone."""

    @classmethod
    def after(cls, wars: int, result: Comparison, *, equal_rank: bool = False) -> Self:
        """Give the path whose original deal, or the last of so many wars, came out so."""
        if wars:
            return cls(TIE, wars, result, equal_rank=equal_rank)
        return cls(result, equal_rank=equal_rank)

    @property
    def tied(self) -> bool:
        """Tell whether the original deal was a tie."""
        return self.original is TIE

    @property
    def wins_tie(self) -> bool:
        """Tell whether a tie wager on the original deal wins."""
        return self.tied or (self.equal_rank and not self.wars)

    @property
    def wins_war_ties(self) -> int:
        """Count the wars, from the first on, in which a tie wager wins."""
        return self.wars if self.last is TIE or self.equal_rank else max(0, self.wars - 1)

    @property
    def ties(self) -> int:
        """Count the ties in a row from the original deal on, before its end and after it."""
        if not self.tied:
            return 0
        return self.wars + (self.last in {None, TIE}) + self.more

    @property
    def undecided(self) -> bool:
        """Tell whether every deal so far was a tie."""
        return self.tied and self.last in {None, TIE}


class Wagered(NamedTuple):
    """The chips that a hand puts down before cards are dealt, and on each war deal for a tie."""

    initial: Cents
    tie: Cents = 0
    war_tie: Cents = 0
    dealer_wins: Cents = 0


class Moved(NamedTuple):
    """What a path brings: the player's net result, what was paid on the way, and all that was wagered."""

    net: Cents
    paid: Cents
    wagered: Cents


Ways = dict[Path, int]
"""Each path, with the number of ways in which the cards can make it."""


def strategies(rules: Rules) -> tuple[Strategy, ...]:
    """List the strategies that the rules leave a choice between; none where a tie is settled at once."""
    if not rules.offers_choice:
        return ()
    offered = {Strategy.WAR: rules.book.war, Strategy.SURRENDER: rules.book.surrender}
    chosen = tuple(strategy for strategy, law in offered.items() if law)
    return (*chosen, Strategy.BEST) if len(chosen) > 1 else chosen


def plain_strategies(rules: Rules) -> list[Strategy]:
    """List the strategies that never change their mind; war, where a tie is settled at once."""
    return [plan for plan in strategies(rules) if plan is not Strategy.BEST] or [Strategy.WAR]


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


def cards_of_war(rules: Rules, hands: int) -> int:
    """Count the cards that one war deal takes out of the shoe, burned ones included."""
    return rules.war_burn(hands) + hands + 1 if rules.book.war else 0


def check_cards(rules: Rules, shoe: Shoe, hands: int = 1) -> None:
    """Refuse a shoe in which a round may not find cards enough; no text says what then is to be done."""
    per_war = cards_of_war(rules, hands) if rules.fights_together else hands * cards_of_war(rules, 1)
    needed = rules.new_shoe_burn() + 1 + hands + rules.most_war_deals * per_war
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


# the ways a hand can go


def ways(
    rules: Rules,
    shoe: Shoe,
    strategy: Strategy = Strategy.WAR,
    initial: Cents | None = None,
    *,
    with_tie: bool = False,
) -> Chances[Path]:
    """List how a hand can go, with the chance of each; the best strategy decides for this initial wager.

    With a tie wager that runs to its end, cards are dealt for it alone after the hand's own end.
    """
    check_cards(rules, shoe)
    runs_on = with_tie and rules.ties_run_on
    tree = _Tree(rules, strategy, shoe.size, initial or usual_wager(rules), runs_on=runs_on)
    return tree.chances(tree.dealt(_spread(rules, shoe)))


def _spread(rules: Rules, shoe: Shoe) -> Spread:
    return shoe.spread_by_suit if rules.suits_decide else shoe.spread


class TieWorth:
    """What an initial wager is worth once it ties, in cents: at war, played best from there, or given up."""

    def __init__(self, rules: Rules, shoe: Shoe, initial: Cents) -> None:
        """Take the rules, the shoe before the deal, and the wager."""
        check_cards(rules, shoe)
        self.surrender = Fraction(moved(rules, Path(TIE, given_up=True), Wagered(initial)).net)
        self._spread, self._by_suit = _spread(rules, shoe), rules.suits_decide_first
        self._tree = _Tree(rules, Strategy.BEST, shoe.size, initial)

    def war(self, count: int) -> Fraction:
        """Find what war is worth on a rank that had so many cards."""
        return self._tree.worth(self._tree.fought(after_tie(self._spread, count), 1))

    @property
    def any_war(self) -> Fraction | None:
        """Find what war is worth on average; None where nothing can tie."""
        tied = ties(self._spread, by_suit=self._by_suit)
        total = sum(number for number, _ in tied)
        worth = (number * self._tree.worth(self._tree.fought(after, 1)) for number, after in tied)
        return sum(worth, Fraction(0)) / total if total else None


class _Tree:
    """The tree of one hand's deals and choices: each path with the ways in which its cards can fall."""

    def __init__(
        self, rules: Rules, strategy: Strategy, size: int, initial: Cents, *, runs_on: bool = False
    ) -> None:
        self.rules, self.strategy, self.size = rules, strategy, size
        self.most_ties = rules.most_ties if runs_on else 0
        self.fought = cache(self.dealt)
        self._worth = cache(lambda path: moved(rules, path, Wagered(initial)).net * self._weight(path))

    def _weight(self, path: Path) -> int:
        """Count the ways of all cards that could have followed a path, up to its longest course."""
        pairs, longest = self._pairs(path), 1 + max(self.rules.most_wars, self.most_ties)
        return perm(self.size - 2 * pairs, 2 * (longest - pairs))

    def chances(self, found: Ways) -> Chances[Path]:
        """Turn the ways of paths into their chances: each war takes another pair of cards."""
        return Chances(
            (path, Fraction(number, perm(self.size, 2 * self._pairs(path)))) for path, number in found.items()
        )

    def _pairs(self, path: Path) -> int:
        """Count the pairs of cards that a path takes; the last one for the tie wager alone may not tie."""
        return 1 + path.wars + path.more + (path.undecided and path.ties < self.most_ties)

    def _run_on(self, spread: Spread, path: Path) -> Ways:
        """Deal on for the tie wager alone after a tie that ends the hand, as long as it can rise."""
        if path.ties >= self.most_ties:
            return {path: 1}
        left, tied = self.size - 2 * path.ties, ties(spread)
        found = Counter({path: left * (left - 1) - sum(number for number, _ in tied)})
        for number, after in tied:
            for end, ways in self._run_on(after, path._replace(more=path.more + 1)).items():
                found[end] += number * ways
        return found

    def dealt(self, spread: Spread, wars: int = 0) -> Ways:
        """Deal the original deal or a war; a tie ends the hand, or leads to the choice of a war.

        Of what is no tie, each card is higher as often: player's and dealer's are exchangeable.
        """
        by_suit = self.rules.suits_decide_at_war if wars else self.rules.suits_decide_first
        spread = spread if by_suit or self.rules.suits_decide_at_war else ranks_alone(spread)
        left, tied = self.size - 2 * wars, ties(spread, by_suit=by_suit)
        number_tied = sum(number for number, _ in tied)
        by_suit_only = equal_ranks(spread) - number_tied if self.rules.equal_rank_wins_ties else 0
        half = (left * (left - 1) - number_tied - by_suit_only) // 2
        found = Counter({Path.after(wars, result): half for result in (HIGHER, LOWER)})
        if by_suit_only:
            for result in (HIGHER, LOWER):
                found[Path.after(wars, result, equal_rank=True)] = by_suit_only // 2
        over = wars == self.rules.most_wars if wars else not self.rules.plays_ties_on
        for number, after in tied:
            then = self._run_on(after, Path.after(wars, TIE)) if over else self.choice(after, wars)
            for path, ways in then.items():
                found[path] += number * ways
        return found

    def choice(self, spread: Spread, wars: int) -> Ways:
        """Choose on a tie: give up, or fight the next war."""
        given_up = self._run_on(spread, Path(TIE, wars, TIE if wars else None, given_up=True))
        if self.strategy.gives_up(self.rules, wars):
            return given_up
        fought = self.fought(spread, wars + 1)
        if self.strategy is Strategy.WAR or not can_give_up(self.rules, wars):
            return fought
        return max(fought, given_up, key=self._together)

    def _together(self, found: Ways) -> Cents:
        """Add up what paths bring, each as often as it comes; of one tie all choices come equally often."""
        return sum(number * self._worth(path) for path, number in found.items())

    def worth(self, found: Ways) -> Fraction:
        """Find what a choice is worth on average."""
        ways = sum(number * self._weight(path) for path, number in found.items())
        return Fraction(self._together(found), ways)


# the chips that a way moves


def moved(rules: Rules, path: Path, wagered: Wagered) -> Moved:
    """Settle a path: collect, pay within the payout limit, and return what is returned."""
    lost, paid_on = 0, Counter[Wager]()
    for move in moves(rules, path, wagered):
        if move.motion is Motion.PAID:
            paid_on[move.chips] += floor(move.units)
        else:
            lost -= int(move.net)
    limit = rules.payout_limit
    if limit is None:
        total = paid_on.total()
    elif rules.limit_counts is LimitCounts.WAGER:
        total = sum(min(paid, limit) for paid in paid_on.values())
    else:
        total = min(paid_on.total(), limit)
    put_down = wagered.initial + wagered.tie + wagered.dealer_wins
    put_down += war_wagers(rules, path.wars, wagered.initial)
    return Moved(total - lost, total, put_down + sum(war_ties(rules, path.wars, wagered)))


def war_wagers(rules: Rules, wars: int, initial: Cents) -> Cents:
    """Add up what an initial wager brings onto the layout for so many wars."""
    war = rules.book.war
    if war is None or not wars:
        return 0
    return floor(initial * war.all_times(wars))


def war_ties(rules: Rules, wars: int, wagered: Wagered) -> list[Cents]:
    """List what is wagered on a tie in each of so many wars; an equal wager grows with the war wagers."""
    ladder = rules.book.wagers.war_tie
    if not (ladder and ladder.equals and wagered.war_tie and wagered.initial):
        return [wagered.war_tie] * wars
    initial = wagered.initial
    return [base(ladder.equals, initial, war_wagers(rules, war, initial)) for war in range(1, wars + 1)]


def moves(rules: Rules, path: Path, wagered: Wagered) -> Iterator[Move]:
    """Follow the chips of a path, from the original deal to the end of its wars."""
    book, initial = rules.book, wagered.initial
    if path.wins_tie and wagered.tie and (tie := book.wagers.tie):
        # Without an initial wager there is no war, so that only cards for the wager alone bring further ties.
        in_a_row = max(1, path.ties) if initial or rules.ties_run_on else 1
        pays = (tie.value, *tie.in_a_row)
        yield paid(Wager.TIE, pays[min(in_a_row, len(pays)) - 1], wagered.tie)
    if path.wars and book.war:
        yield from _fought(rules, book.war, path, wagered)
    elif path.original is HIGHER:
        yield returned(Wager.INITIAL, initial)
        yield paid(Wager.INITIAL, book.wagers.initial.value, initial, Base.INITIAL)
    elif path.original is LOWER or book.settlement.tie_hand.value is Tied.COLLECTED:
        yield collected(Wager.INITIAL, initial)
    elif path.given_up:
        yield from split(Wager.INITIAL, forfeited(rules, initial), initial)
    else:
        yield returned(Wager.INITIAL, initial)
    if not path.wins_tie and wagered.tie:
        yield collected(Wager.TIE, wagered.tie)
    if wagered.dealer_wins and (law := book.wagers.dealer_wins):
        amount = wagered.dealer_wins
        if path.original is LOWER:
            yield paid(Wager.DEALER_WINS, law.value, amount)
        else:
            share = Fraction(law.tie_forfeits) if path.original is TIE else Fraction(1)
            yield from split(Wager.DEALER_WINS, int(share * amount), amount)


def _fought(rules: Rules, war: War, path: Path, wagered: Wagered) -> Iterator[Move]:
    """Settle the wars of a path, the last as its outcome says, for all that was wagered on the way to it."""
    initial, staked = wagered.initial, war_wagers(rules, path.wars, wagered.initial)
    stays = war.initial.value is Given.STAYS
    if not stays:
        yield collected(Wager.INITIAL, initial, at_the_choice=True)
    if path.given_up and war.again and war.again.forfeits:
        share = Fraction(war.again.forfeits)
        if stays:
            yield from split(Wager.INITIAL, _whole(rules, share * initial), initial)
        yield from split(Wager.WAR, _whole(rules, share * staked), staked)
        if war.match and staked:
            yield collected(Wager.MATCH, staked)
    else:
        yield from war_ended(war_outcome(war, path.last), initial, staked, staked if war.match else 0)
    ladder = rules.book.wagers.war_tie
    if ladder and wagered.war_tie:
        for fought, wager in enumerate(war_ties(rules, path.wars, wagered)):
            if fought < path.wins_war_ties:
                yield paid(Wager.WAR_TIE, ladder.pays[min(fought, len(ladder.pays) - 1)], wager)
            else:
                yield collected(Wager.WAR_TIE, wager)


def payable(rules: Rules, amount: Cents) -> Cents:
    """Tell how much of an amount a hand may be paid that is paid nothing else."""
    return amount if rules.payout_limit is None else min(amount, rules.payout_limit)


def check_limit(rules: Rules, most: Cents, initial: Cents | None = None) -> None:
    """Refuse a payout limit that counts side wagers too and could cut a pay as large as this."""
    limit = rules.payout_limit
    if limit is None or rules.limit_counts is not LimitCounts.HAND_WITH_PROGRESSIVE:
        return
    unit = initial or usual_wager(rules)
    main = max(moved(rules, path, Wagered(unit, unit, unit, unit)).paid for path in paid_ends(rules))
    if main + most > limit:
        raise CannotBeHonoured(
            "The payout limit counts side wagers and may cut what they pay; exact odds do not cover that."
        )


def paid_ends(rules: Rules) -> list[Path]:
    """List the ends of a hand that is paid something; a tie wager that runs on is paid for the most ties."""
    ends = [Path.after(wars, end) for wars in range(rules.most_wars + 1) for end in (HIGHER, TIE)]
    if rules.ties_run_on:
        ends += [end._replace(more=max(0, rules.most_ties - end.ties)) for end in ends if end.undecided]
    return [*ends, Path(LOWER)] if rules.book.wagers.dealer_wins else ends


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
