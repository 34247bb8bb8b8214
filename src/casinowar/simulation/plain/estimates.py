"""House edges and shares of outcomes from a tally, each with its standard error."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.simulation.estimates import Account, Estimate, Weights
from casinowar.simulation.plain.payoffs import Payoffs, payoffs
from casinowar.simulation.plain.table import PlainTable
from casinowar.simulation.plain.tally import HIGHER, ROUNDS, TIED, WAR_HIGHER, WAR_TIED, Tally


class Estimates(Struct, frozen=True, kw_only=True):
    """All figures of a plain table, in initial wagers."""

    wagers: dict[Wager, Account]
    """The house's win on each wager if all hands make it, including tie wagers that are not made."""
    outcomes: dict[str, Estimate | None]
    """How often a hand ended at each net result, all its wagers added."""
    table: Account
    """All wagers that are made, and war wagers, added."""


def estimates(
    rules: Rules,
    table: PlainTable,
    tally: Tally,
    tie_wagers: Mapping[Wager, Fraction] | None = None,
    chances: Mapping[str, float] | None = None,
) -> Estimates:
    """Estimate all figures; `tie_wagers` are shares of the initial wager.

    The `chances` of net results, if known, tell which of their shares are rough.
    """
    pays, made = payoffs(rules), tie_wagers or {}
    hands, sums = {ROUNDS: table.seats}, tally.sums
    results = _results(table, pays, made)
    lost = _summed(_times(-net, weights) for net, weights in _results(table, pays, {}).items())
    wagers = {Wager.INITIAL: Account(sums, lost, hands)}
    if pays.tie_pays is not None:
        lost = {ROUNDS: table.seats, TIED: -1 - pays.tie_pays}
        wagers[Wager.TIE] = Account(sums, lost, hands)
    if table.fights and pays.war_tie_pays is not None:
        lost = {TIED: 1, WAR_TIED: -1 - pays.war_tie_pays}
        wagers[Wager.WAR_TIE] = Account(sums, lost, {TIED: 1})
    shares = {Wager.INITIAL: Fraction(1), **made}
    counted = [(shares[wager], wagers[wager]) for wager in wagers if wager in shares]
    at_war = {TIED: pays.war_wager} if table.fights else {}
    return Estimates(
        wagers=wagers,
        outcomes={
            str(net): sums.share(results[net], hands, (chances or {}).get(str(net)))
            for net in sorted(results)
        },
        table=Account(
            sums,
            _summed(_times(share, wager.won) for share, wager in counted),
            _summed([at_war, *(_times(share, wager.placed) for share, wager in counted)]),
        ),
    )


def _results(table: PlainTable, pays: Payoffs, made: Mapping[Wager, Fraction]) -> dict[Fraction, Weights]:
    """Weigh the counts that give the hands at each net result; lower hands are the rest."""
    tie, war_tie = made.get(Wager.TIE, Fraction(0)), made.get(Wager.WAR_TIE, Fraction(0))
    tied = tie * (pays.tie_pays or 0)
    found: list[tuple[Fraction, Weights]] = [
        (pays.higher - tie, {HIGHER: 1}),
        (pays.lower - tie, {ROUNDS: table.seats, HIGHER: -1, TIED: -1}),
    ]
    if table.fights:
        found += [
            (pays.war_higher + tied - war_tie, {WAR_HIGHER: 1}),
            (pays.war_tied + tied + war_tie * (pays.war_tie_pays or 0), {WAR_TIED: 1}),
            (pays.war_lower + tied - war_tie, {TIED: 1, WAR_HIGHER: -1, WAR_TIED: -1}),
        ]
    else:
        found.append((pays.tied + tied, {TIED: 1}))
    nets = {net for net, _ in found}
    return {net: _summed(weights for other, weights in found if other == net) for net in nets}


def _times(factor: Fraction | int, weights: Weights) -> Weights:
    return {count: factor * weight for count, weight in weights.items()}


def _summed(parts: Iterable[Weights]) -> Weights:
    total: dict[int, Fraction | int] = {}
    for weights in parts:
        for count, weight in weights.items():
            total[count] = total.get(count, 0) + weight
    return total
