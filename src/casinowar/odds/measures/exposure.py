"""The most that a round can cost whoever banks it, with every wager as large as it may be."""

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from msgspec import Struct

from casinowar.game.book.citing import Share
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.electronic import Backing
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import SpinOdds
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.settlement import Wagered, moved, paid_ends


class LargestPay(Struct, frozen=True, kw_only=True):
    """The most that one wager is paid, what it brings beside its own return."""

    wager: Wager
    size: Cents
    pays: Cents


class Exposure(Struct, frozen=True, kw_only=True):
    """The most that hands can win from the house or the bank in one round, in cents."""

    limited: bool
    """Whether wagers are as large as posted limits let them be; else they are the sheet's own."""
    pays: tuple[LargestPay, ...]
    hand: Cents
    """The most that one hand wins with all of its wagers but the side wagers with meters."""
    seats: int
    hands: int
    """How many hands there are at so many seats, with backline bettors, or at so many terminals."""
    table: Cents
    """What the most is where every hand wins so much at once."""


def exposure(
    rules: Rules, initial: Cents, seats: int, with_meters: Iterable[ProgressiveOdds | SpinOdds] = ()
) -> Exposure:
    """Find the largest payouts: each wager's by itself, side wagers' with meters, a hand's, and a table's."""
    limited = Wager.INITIAL in rules.limits
    wagered = _largest(rules, initial, limited=limited)
    ends, none = paid_ends(rules), Wagered(0)
    alone = {
        Wager.INITIAL: none._replace(initial=wagered.initial),
        Wager.TIE: none._replace(tie=wagered.tie),
        Wager.DEALER_WINS: none._replace(dealer_wins=wagered.dealer_wins),
    }
    pays = [(wager, each, max(moved(rules, end, each).paid for end in ends)) for wager, each in alone.items()]
    # The tie wager on the war deal needs the war, whose own pay is taken off again.
    both = alone[Wager.INITIAL]._replace(war_tie=wagered.war_tie)
    with_war_tie = max(
        (
            moved(rules, end, both).paid - moved(rules, end, alone[Wager.INITIAL]).paid
            for end in ends
            if end.wars
        ),
        default=0,
    )
    found = [LargestPay(wager=wager, size=max(each), pays=most) for wager, each, most in pays if max(each)]
    if wagered.war_tie and with_war_tie:
        found.append(LargestPay(wager=Wager.WAR_TIE, size=wagered.war_tie, pays=with_war_tie))
    hand = max(moved(rules, end, wagered).net for end in ends)
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
    """Give the most that a side wager with meters is paid."""
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
    """Put down as much as limits allow; where there are none, the initial wager's size on everything."""
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


def _whole(rules: Rules, wager: Wager, amount: Cents) -> Cents:
    unit = rules.unit(wager)
    return amount // unit * unit
