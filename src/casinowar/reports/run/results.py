"""From what a run has counted to what it says: one place for every kernel's tally."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.reports.run import run as r
from casinowar.reports.run.exact import FRESH_SHOE, LONG_RUN, Exact, Meters, exact
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.sessions import End, SessionTally
from casinowar.simulation.full.table import FROM_A_METER, OTHER_NET
from casinowar.simulation.full.tally import FullTally, ShoeSums, Tallied
from casinowar.simulation.plain.estimates import estimates
from casinowar.simulation.plain.plan import Plan
from casinowar.simulation.plain.tally import Tally
from casinowar.simulation.playing import Played
from casinowar.simulation.ratio import Account, Estimate
from casinowar.simulation.request import Request
from casinowar.simulation.rounds import each_round

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_ENOUGH_WINS, _ENOUGH_TIE_WAGERS = 30, 400
_RARE = frozenset({Tallied.PROGRESSIVE, Tallied.ENVY, Tallied.BONUS_SPIN})
"""What hangs on meters, which are won too seldom to compare parts of a run."""
_BY_SHOE = frozenset({Tallied.INITIAL, Tallied.TIE, Tallied.WAR_TIE})
"""The figures whose long run may differ from a fresh shoe's."""
_FEW_SHOES = 10
_METERS = ("progressive", "primary", "secondary")
_TIES = {Wager.TIE, Wager.WAR_TIE}
_TOGETHER = {OTHER_NET: "other", FROM_A_METER: "meter"}

EdgesCounted = dict[Tallied, tuple[Estimate, float | None]]
"""The edge of each figure, and what a hand wagers on it in initial wagers, where it does."""


def told(rules: Rules, request: Request, played: Played) -> r.Run:
    """Say what a run has counted."""
    last = played.last
    tally, hands = last.played, last.table.seats
    # The rest of a run is dealt from shoes that are cut short, so that only blocks have whole ones.
    whole = None if isinstance(last.tally, SessionTally) else last.tally.rounds_in_a_shoe
    run = r.Run(
        request=request,
        seed=last.seed,
        hands=hands,
        rounds=tally.rounds,
        finished=last.finished,
        shoes=None if isinstance(tally, SessionTally) else tally.shoes,
        rounds_in_a_shoe=whole.value if whole else None,
        rounds_in_a_shoe_error=whole.standard_error if whole else None,
        seconds=played.seconds,
        compile_seconds=played.compile_seconds,
        speed=(tally.rounds - played.before) * hands / played.seconds if played.seconds else 0.0,
    )
    match tally:
        case Tally():
            return _plain(rules, run, last.table, tally)
        case FullTally():
            full = _full(rules, run, tally)
            return replace(full, each_round=each_round(last)) if request.each_round else full
        case SessionTally():
            return replace(run, sessions=_sessions(request, tally))


def _plain(rules: Rules, run: r.Run, table: object, tally: Tally) -> r.Run:
    """Say what the fast kernel has counted; tie wagers are settled whether they are made or not."""
    if not isinstance(table, Plan):
        raise TypeError("A plain tally belongs to a plain table.")
    request = run.request
    made = {wager: Fraction(amount, request.unit) for wager, amount in request.wagers.items()}
    found = estimates(rules, table, tally, {wager: made[wager] for wager in _TIES & made.keys()})
    edges = {wager: account.edge for wager, account in found.wagers.items()}
    wagered = {wager: float(share) for wager, share in made.items()}
    counted = {Tallied(str(wager)): (edge, wagered.get(wager)) for wager, edge in edges.items() if edge}
    return replace(
        run,
        wagers=_edges(counted, exact(rules, request), moved=_cover_card(rules, request)),
        outcomes=_shares(found.outcomes),
        operator=_operator(found.table, 1),
    )


def _full(rules: Rules, run: r.Run, tally: FullTally) -> r.Run:
    """Say what the full kernel has counted, which are cents."""
    request, unit, total, shoes = run.request, run.request.unit, tally.total, tally.shoes
    shown = (tally.average_meter(0), tally.average_meter(1), tally.average_meter(2))
    counted = _counted(total, shoes, unit * run.hands)
    if run.hands == 1:
        # A lone hand has nobody to envy.
        counted.pop(Tallied.ENVY, None)
    compared, moved = exact(rules, request, meters=shown), _cover_card(rules, request)
    shares = {net: tally.nets.share(net) for net in sorted(tally.nets.parts)}
    alone = {str(Fraction(net, unit)): share for net, share in shares.items() if net not in _TOGETHER}
    return replace(
        run,
        wagers=_edges(counted, compared, _rough(request, tally), moved),
        outcomes=_shares(alone),
        together=_shares({name: shares.get(net) for net, name in _TOGETHER.items()}),
        operator=_operator(total.account(shoes), unit),
        depths=_depths(rules, run, tally, shown),
        meters=_meters(request, tally, shown),
        meter_wins=tuple(
            r.MeterWin(table=each.table + 1, round=each.round, meter=_METERS[each.meter], showed=each.showed)
            for each in tally.wins
        ),
    )


def _counted(sums: ShoeSums, shoes: int, unit: int) -> EdgesCounted:
    found: EdgesCounted = {}
    for figure in Tallied:
        account = sums.account(shoes, figure)
        edge, wagered = account.edge, account.handle
        if edge and wagered:
            found[figure] = edge, wagered.value / unit
    return found


def _edges(
    counted: EdgesCounted,
    compared: Mapping[str, Exact],
    rough: frozenset[Tallied] = frozenset(),
    moved: Mapping[str, float] | None = None,
) -> r.Edges:
    """Put exact edges beside those that were found, and say how far the cover card moves a fresh shoe's."""
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
            rough=figure in rough,
            cover_card_effect=moved.get(figure) if moved and fresh else None,
            cover_card_unknown=moved is not None and fresh and figure in _BY_SHOE and figure not in moved,
            wagered=wagered,
        )
    return found


def _cover_card(rules: Rules, request: Request) -> dict[str, float]:
    """Find how far the cover card moves a lone seat's edges, and so about those of several seats."""
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


def _rough(request: Request, tally: FullTally) -> frozenset[Tallied]:
    """Find the figures that hang on what came up too seldom for the scatter of shoes to show it."""
    if tally.shoes < _FEW_SHOES:
        return frozenset(Tallied)
    progressive, *wheel = (meter.wins for meter in tally.meters)
    ties = tally.total.placed(t.TIE) // request.wagers.get(Wager.TIE, 1)
    few = {Tallied.PROGRESSIVE: progressive, Tallied.ENVY: progressive, Tallied.BONUS_SPIN: min(wheel)}
    if request.counter is not None:
        few[Tallied.TIE] = ties * _ENOUGH_WINS // _ENOUGH_TIE_WAGERS
    return frozenset(figure for figure, wins in few.items() if wins < _ENOUGH_WINS)


def _shares(shares: Mapping[str, Estimate | None]) -> tuple[r.NetShare, ...]:
    """Tell how often hands ended at each of these net results."""
    return tuple(
        r.NetShare(net=net, probability=share.value, standard_error=share.standard_error)
        for net, share in shares.items()
        if share
    )


def _operator(table: Account, unit: int) -> r.Operator | None:
    """Say what all wagers of a table brought, in such units."""
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
    )


def _depths(rules: Rules, run: r.Run, tally: FullTally, shown: Meters) -> tuple[r.DepthFound, ...]:
    """Tell the edges of each part of the shoe, beside those of a fresh one."""
    if not tally.by_depth:
        return ()
    fresh = exact(rules, run.request, meters=shown, fresh=True)
    rough = frozenset(Tallied) if tally.shoes < _FEW_SHOES else _RARE
    unit, parts = run.request.unit * run.hands, len(tally.by_depth)
    return tuple(
        r.DepthFound(
            first=place / parts,
            last=(place + 1) / parts,
            rounds=sums.rounds,
            wagers=_edges(_counted(sums, tally.shoes, unit), fresh, rough),
        )
        for place, sums in enumerate(tally.by_depth)
        if sums.rounds
    )


def _meters(request: Request, tally: FullTally, shown: Meters) -> tuple[r.MeterFound, ...]:
    """Tell what became of the meters, where wagers raised them."""
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


def _sessions(request: Request, tally: SessionTally) -> r.SessionResults | None:
    """Say what sessions brought."""
    average, ruin, handle = tally.average, tally.ruin, tally.handle
    if not (request.session and average and ruin and handle):
        return None
    hold = average.over(-request.session.bankroll)
    return r.SessionResults(
        number=tally.done,
        bankroll=request.session.bankroll,
        nets=dict(sorted(tally.nets.items())),
        lengths=dict(sorted(tally.lengths.items())),
        ends={str(end): tally.ended(end) for end in End if tally.ended(end)},
        percentiles={hundredths: tally.percentile(hundredths) for hundredths in PERCENTILES},
        average=average.value,
        standard_error=average.standard_error,
        ruin=ruin.value,
        ruin_error=ruin.standard_error,
        handle=handle.value,
        hold=hold.value,
        hold_error=hold.standard_error,
    )
