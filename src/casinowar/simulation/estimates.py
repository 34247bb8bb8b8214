"""From a tally to figures: house edges, shares of outcomes, each with its standard error."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from casinowar.game.rules import Rules
from casinowar.simulation.payoffs import Payoffs, payoffs
from casinowar.simulation.plan import Plan
from casinowar.simulation.tally import Tally

Weights = Sequence[Fraction | int]
"""How much of each count goes into a figure: rounds, higher, tied, higher at war, tied at war."""


class Estimate(Struct, frozen=True, kw_only=True):
    """A figure found by simulation."""

    value: float
    standard_error: float | None
    """None where a single shoe leaves nothing to compare."""

    def z_score(self, exact: float) -> float | None:
        """Tell how many standard errors the exact figure is away."""
        return (self.value - exact) / self.standard_error if self.standard_error else None


class Estimates(Struct, frozen=True, kw_only=True):
    """All that a plain table's tally says."""

    initial: Estimate
    tie: Estimate | None
    war_tie: Estimate | None
    outcomes: dict[str, Estimate]
    """How often each net result of the initial wager came up."""
    rounds_in_a_shoe: float


def estimates(rules: Rules, plan: Plan, tally: Tally) -> Estimates:
    """Work out the figures."""
    pays = payoffs(rules)
    hands = (plan.seats, 0, 0, 0, 0)
    at_war = (0, 0, 1, 0, 0)
    fought = plan.fights and tally.counts[2] > 0
    return Estimates(
        initial=_edge(tally, _initial(plan, pays), hands),
        tie=_edge(tally, _tie(plan, pays.tie_pays), hands) if pays.tie_pays is not None else None,
        war_tie=(
            _edge(tally, (0, 0, -1, 0, 1 + pays.war_tie_pays), at_war)
            if fought and pays.war_tie_pays is not None
            else None
        ),
        outcomes={net: _ratio(tally, weights, hands) for net, weights in _outcomes(plan, pays).items()},
        rounds_in_a_shoe=tally.rounds / tally.shoes if tally.shoes else 0.0,
    )


def _initial(plan: Plan, pays: Payoffs) -> Weights:
    """Weigh the counts by what the initial wager brings; lower hands are those that are left."""
    lower = pays.lower
    if not plan.fights:
        return (plan.seats * lower, pays.higher - lower, pays.tied - lower, 0, 0)
    war_lower = pays.war_lower
    return (
        plan.seats * lower,
        pays.higher - lower,
        war_lower - lower,
        pays.war_higher - war_lower,
        pays.war_tied - war_lower,
    )


def _tie(plan: Plan, tie_pays: Fraction) -> Weights:
    return (-plan.seats, 0, 1 + tie_pays, 0, 0)


def _outcomes(plan: Plan, pays: Payoffs) -> dict[str, list[Fraction]]:
    """Weigh the counts to find how many hands ended at each net result."""
    found = [(pays.higher, (0, 1, 0, 0, 0)), (pays.lower, (plan.seats, -1, -1, 0, 0))]
    if plan.fights:
        found += [
            (pays.war_higher, (0, 0, 0, 1, 0)),
            (pays.war_tied, (0, 0, 0, 0, 1)),
            (pays.war_lower, (0, 0, 1, -1, -1)),
        ]
    else:
        found.append((pays.tied, (0, 0, 1, 0, 0)))
    together: dict[Fraction, list[Fraction]] = {}
    for net, weights in found:
        before = together.get(net, [Fraction(0)] * 5)
        together[net] = [one + two for one, two in zip(before, weights, strict=True)]
    return {str(net): together[net] for net in sorted(together)}


def _edge(tally: Tally, won: Weights, wagered: Weights) -> Estimate:
    """Find what the house wins per unit wagered."""
    return _ratio(tally, [-Fraction(each) for each in won], wagered)


def _ratio(tally: Tally, above: Weights, below: Weights) -> Estimate:
    """Divide one sum over shoes by another; shoes are independent, so their scatter gives the error."""
    total, base = _sum(tally, above), _sum(tally, below)
    if not base:
        return Estimate(value=0.0, standard_error=None)
    ratio = total / base
    rest = [Fraction(one) - ratio * two for one, two in zip(above, below, strict=True)]
    scatter = sum(
        (rest[i] * rest[j] * tally.products[i][j] for i in range(len(rest)) for j in range(len(rest))),
        Fraction(0),
    )
    shoes = tally.shoes
    error = sqrt(scatter * shoes / (shoes - 1)) / float(base) if shoes > 1 else None
    return Estimate(value=float(ratio), standard_error=error)


def _sum(tally: Tally, weights: Weights) -> Fraction:
    return sum(
        (Fraction(each) * count for each, count in zip(weights, tally.counts, strict=True)), Fraction(0)
    )
