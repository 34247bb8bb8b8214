"""From a tally to figures: house edges, shares of outcomes, each with its standard error."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.simulation.plain.payoffs import Payoffs, payoffs
from casinowar.simulation.plain.plan import Plan
from casinowar.simulation.plain.tally import HIGHER, ROUNDS, TIED, WAR_HIGHER, WAR_TIED, Tally
from casinowar.simulation.ratio import Estimate, Weights

_NOTHING = Estimate(value=0.0, standard_error=None)
_ROUND = {ROUNDS: 1}


class Estimates(Struct, frozen=True, kw_only=True):
    """All that a plain table's tally says."""

    initial: Estimate
    tie: Estimate | None
    war_tie: Estimate | None
    outcomes: dict[str, Estimate]
    """How often a hand ended at each net result, all its wagers together."""
    operator: Estimate
    """What all wagers bring the house, in initial wagers a round."""
    handle: Estimate
    """What is wagered in a round, war wagers included."""
    hold: Estimate
    """What the house wins of all that is wagered."""


def estimates(
    rules: Rules, plan: Plan, tally: Tally, tie_wagers: Mapping[Wager, Fraction] | None = None
) -> Estimates:
    """Work out the figures; those of the whole table with tie wagers of such a share of the initial ones."""
    pays, made = payoffs(rules), tie_wagers or {}
    hands, sums = {ROUNDS: plan.seats}, tally.sums
    shares = {Wager.INITIAL: Fraction(1), **made}
    results = _results(plan, pays, made)
    won = {Wager.INITIAL: _won(_results(plan, pays, {}))}
    placed: dict[Wager, Weights] = {Wager.INITIAL: hands}
    if pays.tie_pays is not None:
        won[Wager.TIE], placed[Wager.TIE] = {ROUNDS: -plan.seats, TIED: 1 + pays.tie_pays}, hands
    if plan.fights and pays.war_tie_pays is not None:
        won[Wager.WAR_TIE], placed[Wager.WAR_TIE] = {TIED: -1, WAR_TIED: 1 + pays.war_tie_pays}, {TIED: 1}
    edges = {wager: sums.ratio(_times(-1, won[wager]), placed[wager]) for wager in won}
    shares = {wager: share for wager, share in shares.items() if wager in won}
    at_war = {TIED: pays.war_wager} if plan.fights else {}
    lost = _summed(_times(-share, won[wager]) for wager, share in shares.items())
    wagered = _summed([at_war, *(_times(share, placed[wager]) for wager, share in shares.items())])
    return Estimates(
        initial=edges[Wager.INITIAL] or _NOTHING,
        tie=edges.get(Wager.TIE),
        war_tie=edges.get(Wager.WAR_TIE),
        outcomes={str(net): sums.ratio(results[net], hands) or _NOTHING for net in sorted(results)},
        operator=sums.ratio(lost, _ROUND) or _NOTHING,
        handle=sums.ratio(wagered, _ROUND) or _NOTHING,
        hold=sums.ratio(lost, wagered) or _NOTHING,
    )


def _results(plan: Plan, pays: Payoffs, made: Mapping[Wager, Fraction]) -> dict[Fraction, Weights]:
    """Weigh the counts to find how many hands ended at each net result; lower hands are those left over."""
    tie, war_tie = made.get(Wager.TIE, Fraction(0)), made.get(Wager.WAR_TIE, Fraction(0))
    tied = tie * (pays.tie_pays or 0)
    found: list[tuple[Fraction, Weights]] = [
        (pays.higher - tie, {HIGHER: 1}),
        (pays.lower - tie, {ROUNDS: plan.seats, HIGHER: -1, TIED: -1}),
    ]
    if plan.fights:
        found += [
            (pays.war_higher + tied - war_tie, {WAR_HIGHER: 1}),
            (pays.war_tied + tied + war_tie * (pays.war_tie_pays or 0), {WAR_TIED: 1}),
            (pays.war_lower + tied - war_tie, {TIED: 1, WAR_HIGHER: -1, WAR_TIED: -1}),
        ]
    else:
        found.append((pays.tied + tied, {TIED: 1}))
    nets = {net for net, _ in found}
    return {net: _summed(weights for other, weights in found if other == net) for net in nets}


def _won(results: dict[Fraction, Weights]) -> Weights:
    """Weigh the counts by what the hands bring their players."""
    return _summed(_times(net, weights) for net, weights in results.items())


def _times(factor: Fraction | int, weights: Weights) -> Weights:
    return {count: factor * weight for count, weight in weights.items()}


def _summed(parts: Iterable[Weights]) -> Weights:
    total: dict[int, Fraction | int] = {}
    for weights in parts:
        for count, weight in weights.items():
            total[count] = total.get(count, 0) + weight
    return total
