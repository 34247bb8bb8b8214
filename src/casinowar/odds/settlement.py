"""The course of a hand and its effect on the chips."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import NamedTuple, Self

from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.book.variants import Base, Given, Tied
from casinowar.game.book.war import War, base
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.words import Comparison, Wager
from casinowar.odds.moves import Motion, Move, collected, paid, returned, split, war_ended, war_outcome

HIGHER = Comparison.HIGHER
LOWER = Comparison.LOWER
TIE = Comparison.TIE


class NotCovered(InputError):
    """Rules that the exact odds do not cover; no answer is better than a wrong one."""


class Path(NamedTuple):
    """The course of a hand: the original deal, the wars, how the last one ended, whether it was given up."""

    original: Comparison
    wars: int = 0
    last: Comparison | None = None
    given_up: bool = False
    equal_rank: bool = False
    """Whether suits decided the last deal and equal rank still wins a tie wager on it."""
    more: int = 0
    """Ties after its end, on cards dealt for the tie wager alone."""

    @classmethod
    def after(cls, wars: int, result: Comparison, *, equal_rank: bool = False) -> Self:
        if wars:
            return cls(TIE, wars, result, equal_rank=equal_rank)
        return cls(result, equal_rank=equal_rank)

    @property
    def tied(self) -> bool:
        return self.original is TIE

    @property
    def wins_tie(self) -> bool:
        return self.tied or (self.equal_rank and not self.wars)

    @property
    def wins_war_ties(self) -> int:
        """The number of wars, from the first on, in which a tie wager wins."""
        return self.wars if self.last is TIE or self.equal_rank else max(0, self.wars - 1)

    @property
    def ties(self) -> int:
        """The ties in a row from the original deal on, before its end and after it."""
        if not self.tied:
            return 0
        return self.wars + (self.last in {None, TIE}) + self.more

    @property
    def undecided(self) -> bool:
        return self.tied and self.last in {None, TIE}


class Wagered(NamedTuple):
    """The chips that a hand puts down before cards are dealt, and on each war deal for a tie."""

    initial: Cents
    tie: Cents = 0
    war_tie: Cents = 0
    dealer_wins: Cents = 0


class Moved(NamedTuple):
    """The result of a path: the player's net, the payments on the way, and everything wagered."""

    net: Cents
    paid: Cents
    wagered: Cents


def moved(rules: Rules, path: Path, wagered: Wagered) -> Moved:
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
    war = rules.book.war
    return floor(initial * war.all_times(wars)) if war else 0


def war_ties(rules: Rules, wars: int, wagered: Wagered) -> list[Cents]:
    """List the tie wagers of each war; an equal wager grows with the war wagers."""
    ladder = rules.book.wagers.war_tie
    if not (ladder and ladder.equals and wagered.war_tie and wagered.initial):
        return [wagered.war_tie] * wars
    initial = wagered.initial
    return [base(ladder.equals, initial, war_wagers(rules, war, initial)) for war in range(1, wars + 1)]


def moves(rules: Rules, path: Path, wagered: Wagered) -> Iterator[Move]:
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
    """Settle the wars of a path, the last by its outcome, for everything wagered on the way to it."""
    initial, staked = wagered.initial, war_wagers(rules, path.wars, wagered.initial)
    stays = war.initial.value is Given.STAYS
    if not stays:
        yield collected(Wager.INITIAL, initial, at_the_choice=True)
    if path.given_up and war.again and war.again.forfeits:
        share = Fraction(war.again.forfeits)
        if stays:
            yield from split(Wager.INITIAL, rules.whole_chips(share * initial), initial)
        yield from split(Wager.WAR, rules.whole_chips(share * staked), staked)
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
    """Find how much of an amount a hand may be paid if it is paid nothing else."""
    return amount if rules.payout_limit is None else min(amount, rules.payout_limit)


def check_limit(rules: Rules, most: Cents, initial: Cents | None = None) -> None:
    """Refuse a payout limit that counts side wagers too and could cut a payout this large."""
    limit = rules.payout_limit
    if limit is None or rules.limit_counts is not LimitCounts.HAND_WITH_PROGRESSIVE:
        return
    unit = initial or usual_wager(rules)
    main = max(moved(rules, path, Wagered(unit, unit, unit, unit)).paid for path in paid_ends(rules))
    if main + most > limit:
        raise NotCovered(
            "The payout limit counts side wagers and may cut what they pay; exact odds do not cover that."
        )


def paid_ends(rules: Rules) -> list[Path]:
    """List the ends of a hand with a payout; a tie wager that runs on is paid for the most ties."""
    ends = [Path.after(wars, end) for wars in range(rules.most_wars + 1) for end in (HIGHER, TIE)]
    if rules.equal_rank_wins_ties:
        ends += [end._replace(equal_rank=True) for end in ends if not end.undecided]
    if rules.ties_run_on:
        ends += [end._replace(more=max(0, rules.most_ties - end.ties)) for end in ends if end.undecided]
    return [*ends, Path(LOWER)] if rules.book.wagers.dealer_wins else ends


def forfeited(rules: Rules, initial: Cents) -> Cents:
    """Find what surrender costs; everything if there is none."""
    surrender = rules.book.surrender
    return rules.whole_chips(initial * Fraction(surrender.forfeits)) if surrender else initial
