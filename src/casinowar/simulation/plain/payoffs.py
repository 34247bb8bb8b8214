"""Net result of each end of a hand, from the rulebook's own values."""

from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.cited_values import ratio
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fate, Given, MatchFate, Tied
from casinowar.game.book.war import Outcome, War
from casinowar.game.words import Wager


class Payoffs(Struct, frozen=True, kw_only=True):
    """Net results per unit of the wager: of the initial wager, and of tie wagers if there are any."""

    higher: Fraction
    lower: Fraction
    tied: Fraction
    """A tie that is surrendered, or settled at once without a choice."""
    war_higher: Fraction
    war_lower: Fraction
    war_tied: Fraction
    war_wager: Fraction
    """A war wager in initial wagers."""
    tie_pays: Fraction | None
    war_tie_pays: Fraction | None


def payoffs(rules: Rules) -> Payoffs:
    """Work out the net results of a plain table: one war at most, and a half that can be paid exactly."""
    book = rules.book
    at_once = {Tied.COLLECTED: Fraction(-1), Tied.RETURNED: Fraction(0)}
    given_up = -Fraction(book.surrender.forfeits) if book.surrender else Fraction(-1)
    war, ladder = book.war, rules.tie_odds(Wager.WAR_TIE)
    nothing = Fraction(0)
    return Payoffs(
        higher=ratio(book.wagers.initial.value),
        lower=Fraction(-1),
        tied=at_once.get(book.settlement.tie_hand.value, given_up),
        war_higher=_net(war, war.won) if war else nothing,
        war_lower=_net(war, war.lost) if war else nothing,
        war_tied=_net(war, war.tied) if war else nothing,
        war_wager=war.times() if war else nothing,
        tie_pays=ratio(book.wagers.tie.value) if book.wagers.tie else None,
        war_tie_pays=ladder[0] if ladder and war else None,
    )


def _net(war: War, outcome: Outcome) -> Fraction:
    wager = war.times()
    taken = war.initial.value is Given.COLLECTED or outcome.initial is Fate.COLLECTED
    net = Fraction(-1 if taken else 0)
    if outcome.war is Fate.COLLECTED:
        net -= wager
    if outcome.pays:
        net += ratio(outcome.pays) * outcome.base(Fraction(1), wager)
    if war.match and outcome.match is MatchFate.PAID:
        net += wager
    return net
