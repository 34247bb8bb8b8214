"""Turn the tally of any kernel into the results of a run."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds.sessions import SessionOdds
from casinowar.reports.run import results as r
from casinowar.reports.run.engine import ENGINE
from casinowar.reports.run.exact import FRESH_SHOE, LONG_RUN, Exact, Meters, exact, exact_session
from casinowar.reports.run.rarity import net_chances, wagers_per_event
from casinowar.reports.run.run import Run
from casinowar.simulation.estimates import Account, Estimate
from casinowar.simulation.full.sessions import End, SessionTally
from casinowar.simulation.full.table import FROM_A_METER, OTHER_NET
from casinowar.simulation.full.tally import FullTally, ShoeSums, Tallied
from casinowar.simulation.plain.estimates import estimates
from casinowar.simulation.plain.table import PlainTable
from casinowar.simulation.plain.tally import Tally
from casinowar.simulation.request import Request
from casinowar.simulation.run import Played

_BY_SHOE = frozenset({Tallied.INITIAL, Tallied.TIE, Tallied.WAR_TIE})
"""The figures whose long run may differ from a fresh shoe's."""
_SELDOM = 1_000.0
"""Assumed wagers per event for figures with unknown rarity."""
_MADE_ON = {Tallied.ENVY: Wager.PROGRESSIVE}
_METERS = ("progressive", "primary", "secondary")
_TIES = {Wager.TIE, Wager.WAR_TIE}
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_ERRORS = 1.96
"""Standard errors to either side of a 95% interval."""
_TOGETHER = {OTHER_NET: "other", FROM_A_METER: "meter"}

Rarities = Mapping[Tallied, float]
"""Wagers per event that a figure depends on, if known."""
EdgesCounted = dict[Tallied, tuple[Estimate, float | None]]
"""The edge of each figure, and the amount wagered a hand in initial wagers, if any."""


def run_of(rules: Rules, request: Request, played: Played) -> Run:
    last = played.last
    tally, hands = last.played, last.table.seats
    whole = None if isinstance(tally, SessionTally) else tally.whole.rounds_in_a_shoe
    run = Run(
        request=request,
        seed=last.seed,
        hands=hands,
        rounds=tally.rounds,
        finished=last.finished,
        by_engine=last.dealer == ENGINE,
        shoes=None if isinstance(tally, SessionTally) else tally.shoes,
        rounds_in_a_shoe=whole.value if whole else None,
        rounds_in_a_shoe_error=whole.standard_error if whole else None,
        rounds_in_a_shoe_rough=whole.rough if whole else False,
        seconds=played.seconds,
        compile_seconds=played.compile_seconds,
        each_round=played.each_round,
        speed=(tally.rounds - played.before) * hands / played.seconds if played.seconds else 0.0,
    )
    match tally:
        case Tally():
            return _plain(rules, run, last.table, tally)
        case FullTally():
            return _full(rules, run, tally)
        case SessionTally():
            return replace(run, sessions=_sessions(rules, request, tally))


def _plain(rules: Rules, run: Run, table: object, tally: Tally) -> Run:
    """Read the fast kernel's tally, which settles tie wagers whether they are made or not."""
    if not isinstance(table, PlainTable):
        raise TypeError("A plain tally belongs to a plain table.")
    request = run.request
    made = {wager: Fraction(amount, request.unit) for wager, amount in request.wagers.items()}
    ties = {wager: made[wager] for wager in _TIES & made.keys()}
    found = estimates(rules, table, tally, ties, net_chances(rules, request))
    rarities, counted = wagers_per_event(rules, request), EdgesCounted()
    for wager, account in found.wagers.items():
        figure, share = Tallied(str(wager)), made.get(wager)
        if edge := account.edge:
            seen = _hanging(edge, account.put_down, figure, rarities)
            counted[figure] = seen, None if share is None else float(share)
    return replace(
        run,
        wagers=_edges(counted, exact(rules, request), _cover_card(rules, request)),
        outcomes=_shares(found.outcomes),
        operator=_operator(found.table, 1, counted),
    )


def _full(rules: Rules, run: Run, tally: FullTally) -> Run:
    """Read the full kernel's tally, which is in cents."""
    request, unit, total = run.request, run.request.unit, tally.total
    shown = (tally.average_meter(0), tally.average_meter(1), tally.average_meter(2))
    rarities = wagers_per_event(rules, request, shown)
    counted = _counted(request, total, run.hands, rarities)
    if run.hands == 1:
        # A single hand gets no Envy Bonus.
        counted.pop(Tallied.ENVY, None)
    compared, moved = exact(rules, request, meters=shown), _cover_card(rules, request)
    chances, nets = net_chances(rules, request), sorted(tally.nets.parts)
    shares = {net: tally.nets.share(net, chances.get(str(Fraction(net, unit)))) for net in nets}
    alone = {str(Fraction(net, unit)): share for net, share in shares.items() if net not in _TOGETHER}
    return replace(
        run,
        wagers=_edges(counted, compared, moved),
        outcomes=_shares(alone),
        together=_shares({name: shares.get(net) for net, name in _TOGETHER.items()}),
        operator=_operator(total.account(), unit, counted),
        depths=_depths(rules, run, tally, shown, rarities),
        meters=_meters(request, tally, shown),
        meter_wins=tuple(
            r.MeterWin(table=each.table + 1, round=each.round, meter=_METERS[each.meter], showed=each.showed)
            for each in tally.wins
        ),
    )


def _counted(request: Request, sums: ShoeSums, hands: int, rarities: Rarities) -> EdgesCounted:
    """Divide the house's win by the amount wagered for each figure, and mark rough ones."""
    found: EdgesCounted = {}
    for figure in Tallied:
        account = sums.account(figure)
        edge, wagered = account.edge, account.handle
        if edge and wagered:
            size = request.wagers.get(_MADE_ON.get(figure) or Wager(str(figure)), request.unit)
            seen = _hanging(edge, account.put_down / size, figure, rarities)
            found[figure] = seen, wagered.value / (request.unit * hands)
    return found


def _hanging(edge: Estimate, wagers: float, figure: Tallied, rarities: Rarities) -> Estimate:
    """Mark an edge as rough if too few events came up in this number of wagers."""
    return edge.with_events(wagers / rarities.get(figure, _SELDOM))


def _edges(
    counted: EdgesCounted,
    compared: Mapping[str, Exact],
    moved: Mapping[str, float] | None = None,
) -> r.Edges:
    found: r.Edges = {}
    for figure, (edge, wagered) in counted.items():
        beside = compared.get(figure)
        fresh = beside is not None and beside.what == FRESH_SHOE
        found[str(figure)] = r.EdgeFound(
            wager=str(figure),
            house_edge=edge.value,
            standard_error=edge.standard_error,
            exact=float(beside.value) if beside else None,
            compared_with=beside.what if beside else None,
            rough=edge.rough,
            cover_card_effect=moved.get(figure) if moved and fresh else None,
            cover_card_unknown=moved is not None and fresh and figure in _BY_SHOE and figure not in moved,
            wagered=wagered,
        )
    return found


def _cover_card(rules: Rules, request: Request) -> dict[str, float]:
    """Find the cover card's effect on a single seat's edges, about the same as for several seats."""
    if rules.reshuffles_each_round:
        return dict.fromkeys(map(str, _BY_SHOE), 0.0)
    if request.seats == 1:
        return {}
    lone = replace(request, seats=1, player_banks=False)
    long, fresh = exact(rules, lone), exact(rules, lone, fresh=True)
    return {
        name: abs(float(each.value - fresh[name].value))
        for name, each in long.items()
        if each.what == LONG_RUN and name in fresh
    }


def _shares(shares: Mapping[str, Estimate | None]) -> tuple[r.NetShare, ...]:
    return tuple(
        r.NetShare(net=net, probability=share.value, standard_error=share.standard_error, rough=share.rough)
        for net, share in shares.items()
        if share
    )


def _operator(table: Account, unit: int, counted: EdgesCounted) -> r.Operator | None:
    """Give the bank's result from all wagers, per unit; it is rough if any of them is."""
    win, handle, hold = table.win, table.handle, table.edge
    if not (win and handle and hold):
        return None
    win = win.over(unit)
    return r.Operator(
        win=win.value,
        standard_error=win.standard_error,
        handle=handle.over(unit).value,
        hold=hold.value,
        hold_error=hold.standard_error,
        rough=win.rough or any(edge.rough and wagered for edge, wagered in counted.values()),
    )


def _depths(
    rules: Rules, run: Run, tally: FullTally, shown: Meters, rarities: Rarities
) -> tuple[r.DepthFound, ...]:
    if not tally.by_depth:
        return ()
    fresh = exact(rules, run.request, meters=shown, fresh=True)
    parts = len(tally.by_depth)
    return tuple(
        r.DepthFound(
            first=place / parts,
            last=(place + 1) / parts,
            rounds=sums.rounds,
            wagers=_edges(_counted(run.request, sums, run.hands, rarities), fresh),
        )
        for place, sums in enumerate(tally.by_depth)
        if sums.rounds
    )


def _meters(request: Request, tally: FullTally, shown: Meters) -> tuple[r.MeterFound, ...]:
    if not request.metered:
        return ()
    return tuple(
        r.MeterFound(
            name=name,
            average=float(average),
            wins=meter.wins,
            average_win=meter.won / meter.wins if meter.wins else None,
            largest_win=meter.largest or None,
        )
        for name, average, meter in zip(_METERS, shown, tally.meters, strict=True)
        if meter.shown
    )


# sessions


def _sessions(rules: Rules, request: Request, tally: SessionTally) -> r.SessionResults | None:
    beside = exact_session(rules, request)
    ruin = tally.ruin(float(beside.ruined) if beside else None)
    average, handle = tally.average, tally.handle
    if not (request.session and average and ruin and handle):
        return None
    average = average.with_events(tally.events(_worst(request)))
    hold = average.over(-request.session.bankroll)
    found = {hundredths: tally.within(hundredths, _ERRORS) for hundredths in PERCENTILES}
    return r.SessionResults(
        number=tally.done,
        bankroll=request.session.bankroll,
        nets=dict(sorted(tally.nets.items())),
        lengths=dict(sorted(tally.lengths.items())),
        ends={str(end): tally.ended(end) for end in End if tally.ended(end)},
        percentiles={hundredths: tally.percentile(hundredths) for hundredths in PERCENTILES},
        percentile_intervals={hundredths: ends for hundredths, ends in found.items() if ends},
        average=average.value,
        standard_error=average.standard_error,
        rough=average.rough,
        ruin=ruin.value,
        ruin_error=ruin.standard_error,
        ruin_rough=ruin.rough,
        handle=handle.value,
        hold=hold.value,
        hold_error=hold.standard_error,
        exact=_exact_session(request, beside) if beside else None,
    )


def _exact_session(request: Request, odds: SessionOdds) -> r.ExactSession:
    unit = request.unit
    return r.ExactSession(
        average=float(odds.mean * unit),
        ruin=float(odds.ruined),
        percentiles={
            hundredths: float(odds.quantile(Fraction(hundredths, 100)) * unit) for hundredths in PERCENTILES
        },
        compared_with=FRESH_SHOE,
    )


def _worst(request: Request) -> int | None:
    """Give the most that a session can lose, if many may win a little before one loses that."""
    session = request.session
    if session is None or (session.flat and session.win is None):
        return None
    return -min(session.bankroll, session.bankroll if session.loss is None else session.loss)
