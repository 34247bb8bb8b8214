"""Usual wagers: sizes to count with where nothing else is chosen."""

from fractions import Fraction
from math import ceil, floor

from casinowar.game.book.cited_values import Share
from casinowar.game.book.rules import Rules
from casinowar.game.book.war import base
from casinowar.game.money import Cents
from casinowar.game.words import Wager


def usual_wager(rules: Rules) -> Cents:
    """Give the least initial wager that the house takes, $10 where it sets no minimum."""
    least = rules.limits[Wager.INITIAL][0] if Wager.INITIAL in rules.limits else 10_00
    unit = rules.unit(Wager.INITIAL)
    return max(1, ceil(Fraction(least, unit))) * unit


def usual_tie_wager(rules: Rules, initial: Cents) -> Cents:
    """Give a tie wager as large as the initial one, or as large as the rules allow; 0 without one."""
    law = rules.book.wagers.tie
    return _at_most(initial, law.most, rules.unit(Wager.TIE)) if law else 0


def usual_war_tie_wager(rules: Rules, initial: Cents) -> Cents:
    """Give the same for the tie wager on a war deal, which may have to equal the war wager."""
    law, war = rules.book.wagers.war_tie, rules.book.war
    if law is None:
        return 0
    war_wager = floor(initial * war.all_times(1)) if war else 0
    equals = base(law.equals, initial, war_wager) if law.equals else initial
    return _at_most(equals, law.most, rules.unit(Wager.WAR_TIE))


def _at_most(amount: Cents, most: Share | None, unit: Cents) -> Cents:
    whole = amount if most is None else min(amount, floor(Fraction(most) * amount))
    return whole // unit * unit
