"""The largest loss of the house or bank in one round, over all wagers that hands can make."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.cited_values import Share
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.electronic import Backing
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import SpinOdds
from casinowar.odds.hand_endings import ends as named_ends
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.settlement import Path, Wagered, moved, payable


class LargestPay(Struct, frozen=True, kw_only=True):
    """The largest payout of one wager, beyond its own return."""

    wager: Wager
    size: Cents
    pays: Cents


class Exposure(Struct, frozen=True, kw_only=True):
    """The most that hands can win from the house or the bank in one round, in cents."""

    limited: bool
    """Whether wagers are at posted limits; otherwise they are the sheet's own."""
    pays: tuple[LargestPay, ...]
    hand: Cents
    """The most that one hand wins over all wagers, without side wagers with meters."""
    seats: int
    hands: int
    """The number of hands at the seats, including backline bettors, or at the terminals."""
    table: Cents
    """The total if every hand wins the most at once."""


def exposure(
    rules: Rules, initial: Cents, seats: int, with_meters: Iterable[ProgressiveOdds | SpinOdds] = ()
) -> Exposure:
    limited = Wager.INITIAL in rules.limits
    wagered = _largest(rules, initial, limited=limited)
    ends, none = _ends(rules), Wagered(0)
    free, main = without_payout_limit(rules), none._replace(initial=wagered.initial)
    found = list[LargestPay]()
    for wager in (Wager.INITIAL, Wager.TIE, Wager.DEALER_WINS, Wager.WAR_TIE):
        size = getattr(wagered, wager)
        if wager in {Wager.TIE, Wager.WAR_TIE} - rules.exclude_initial:
            # Ties of a war need the war and so an initial wager, whose own pay is taken off again.
            made = main._replace(**{wager: size})
            further = max(moved(free, end, made).paid - moved(free, end, main).paid for end in ends)
            most = payable(rules, further)
        else:
            most = max(moved(rules, end, none._replace(**{wager: size})).paid for end in ends)
        if size and (most or wager is not Wager.WAR_TIE):
            found.append(LargestPay(wager=wager, size=size, pays=most))
    choices = _choices(rules, wagered, limited=limited)
    hand = max(_won(rules, free, end, each) for each in choices for end in ends)
    with_meter = sorted(map(_with_meter, with_meters), key=lambda most: most.pays)
    found += {most.wager: most for most in with_meter}.values()
    each = _hands_at_a_seat(rules)
    player = each * hand
    if rules.house.electronic and rules.limit_counts is LimitCounts.PLAYER:
        player = min(player, rules.payout_limit or player)
    return Exposure(
        limited=limited, pays=tuple(found), hand=hand, seats=seats, hands=seats * each, table=seats * player
    )


def _with_meter(odds: ProgressiveOdds | SpinOdds) -> LargestPay:
    top = int((odds.distribution.outcomes[-1][0] + 1) * odds.wager)
    wager = Wager.BONUS_SPIN if isinstance(odds, SpinOdds) else Wager.PROGRESSIVE
    return LargestPay(wager=wager, size=odds.wager, pays=top)


def _hands_at_a_seat(rules: Rules) -> int:
    """Count the hands of one seat and those behind it, or those that one terminal may back."""
    law = rules.book.electronic
    if law and rules.house.electronic:
        return 1 if law.backing.value is Backing.ONE else rules.community_cards
    return 1 + rules.house.backline


def _largest(rules: Rules, initial: Cents, *, limited: bool) -> Wagered:
    """Put down as much as limits allow; without limits, the initial wager's size on everything."""
    wagers = rules.book.wagers
    main = _whole(rules, Wager.INITIAL, rules.span(Wager.INITIAL)[1]) if limited else initial

    def further(wager: Wager, most: Share | None = None) -> Cents:
        size = rules.span(wager)[1] if limited else initial
        return _whole(rules, wager, min(size, floor(Fraction(most) * main)) if most else size)

    return Wagered(
        initial=main,
        tie=further(Wager.TIE, wagers.tie.most) if wagers.tie else 0,
        war_tie=further(Wager.WAR_TIE, wagers.war_tie.most) if wagers.war_tie and rules.book.war else 0,
        dealer_wins=further(Wager.DEALER_WINS) if wagers.dealer_wins else 0,
    )


def _ends(rules: Rules) -> list[Path]:
    found = [*named_ends(rules).values()]
    if rules.equal_rank_wins_ties:
        by_suit = {False: rules.suits_decide_first, True: rules.suits_decide_at_war}
        decided = [end for end in found if not end.undecided and by_suit[end.wars > 0]]
        found += [end._replace(equal_rank=True) for end in decided]
    if rules.ties_run_on:
        found += [end._replace(more=max(0, rules.most_ties - end.ties)) for end in found if end.undecided]
    return found


def _choices(rules: Rules, most: Wagered, *, limited: bool) -> Iterator[Wagered]:
    """List the wagers that a hand can make: each optional one or not, at its smallest or largest.

    A hand's win is linear in each wager, so sizes in between win no more. The exception is an initial wager
    just large enough to let a tie wager, a multiple of it, be the largest.
    """
    law = rules.book.wagers
    shares = ((most.tie, law.tie), (most.war_tie, law.war_tie))
    bases = [ceil(size / Fraction(part.most)) for size, part in shares if part and part.most]
    initials, ties = {0, most.initial}, {0, most.tie}
    if limited:
        initials |= {_least(rules, Wager.INITIAL, most.initial, each) for each in (0, *bases)}
        ties |= {_least(rules, Wager.TIE, most.tie)}
    for initial, tie, war_tie, dealers in product(initials, ties, {0, most.war_tie}, {0, most.dealer_wins}):
        made = Wagered(
            initial,
            _beside(rules, Wager.TIE, tie, initial),
            _beside(rules, Wager.WAR_TIE, war_tie, initial),
            dealers,
        )
        if _is_taken(rules, made):
            yield made


def _beside(rules: Rules, wager: Wager, size: Cents, initial: Cents) -> Cents:
    law = rules.book.wagers.tie if wager is Wager.TIE else rules.book.wagers.war_tie
    if not (size and law and initial):
        return size
    if wager is Wager.TIE and law.equal:
        return initial
    return _whole(rules, wager, min(size, floor(Fraction(law.most) * initial))) if law.most else size


def _is_taken(rules: Rules, made: Wagered) -> bool:
    law = rules.book.wagers.tie
    others = {Wager.TIE: made.tie, Wager.DEALER_WINS: made.dealer_wins}
    further = {wager for wager, size in others.items() if size}
    if not made.initial:
        return not made.war_tie and further <= rules.stand_alone
    ties = {Wager.TIE: made.tie, Wager.WAR_TIE: made.war_tie}
    if any(size != _beside(rules, wager, size, made.initial) for wager, size in ties.items()):
        return False
    return not further & rules.exclude_initial and not (law and law.required and not made.tie)


def _won(rules: Rules, free: Rules, end: Path, made: Wagered) -> Cents:
    """Find what wagers win at an end; a wager that the payout limit cuts may win more if it is smaller."""
    best = moved(rules, end, made).net
    for name in Wagered._fields if rules.payout_limit is not None else ():
        size, rest = getattr(made, name), moved(free, end, made._replace(**{name: 0})).paid
        paid = moved(free, end, made).paid - rest
        room = rules.payout_limit or 0
        room -= 0 if rules.limit_counts is LimitCounts.WAGER else min(rest, room)
        if paid > room:
            enough = _least(rules, Wager(name), size, ceil(Fraction(size * room, paid)))
            smaller = made._replace(**{name: enough})
            if _is_taken(rules, smaller) and (won := moved(rules, end, smaller).net) > best:
                best, made = won, smaller
    return best


def without_payout_limit(rules: Rules) -> Rules:
    if rules.payout_limit is None:
        return rules
    return Rules(rules.book, replace(rules.house, payout_limit="none"))


def _least(rules: Rules, wager: Wager, most: Cents, wanted: Cents = 0) -> Cents:
    unit = rules.unit(wager)
    return min(most, max(1, ceil(Fraction(max(wanted, rules.span(wager)[0]), unit))) * unit)


def _whole(rules: Rules, wager: Wager, amount: Cents) -> Cents:
    unit = rules.unit(wager)
    return amount // unit * unit
