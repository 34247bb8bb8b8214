"""From what a run has counted to what it says."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.reports.run.exact import FRESH_SHOE, LONG_RUN, Asked, Exact, exact
from casinowar.reports.run.result import (
    Compared,
    Depth,
    Meter,
    MeterWin,
    Operator,
    Outcome,
    Result,
    SessionResults,
)
from casinowar.reports.run.wishes import Simulation
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.sessions import End, SessionTally
from casinowar.simulation.full.table import FROM_A_METER, OTHER_NET
from casinowar.simulation.full.tally import FullTally, ShoeSums, Tallied
from casinowar.simulation.plain.estimates import estimates
from casinowar.simulation.plain.plan import Plan
from casinowar.simulation.plain.tally import Tally
from casinowar.simulation.ratio import Estimate
from casinowar.simulation.runs import Checkpoint

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_ENOUGH_WINS, _ENOUGH_TIE_WAGERS = 30, 400
_RARE = frozenset({Tallied.PROGRESSIVE, Tallied.ENVY, Tallied.BONUS_SPIN})
"""What hangs on meters, which are won too seldom to compare parts of a run."""
_FEW_SHOES = 10
_METERS = ("progressive", "primary", "secondary")
_TIES = {Wager.TIE, Wager.WAR_TIE}
_TOGETHER = {OTHER_NET: "other", FROM_A_METER: "meter"}


class Took(NamedTuple):
    """How long a run took, and how many rounds had been played before it."""

    seconds: float
    compile_seconds: float
    before: int


def result(asked: Simulation, last: Checkpoint, took: Took) -> Result:
    """Say what a run has counted."""
    tally, hands = last.played, last.table.seats
    # The rest of a run is dealt from shoes that are cut short, so that only blocks have whole ones.
    whole = None if isinstance(last.tally, SessionTally) else last.tally.rounds_in_a_shoe
    said = Result(
        rulebook=asked.rules.book.name,
        title=asked.rules.book.title,
        decks=asked.decks,
        seats=asked.seats,
        hands=hands,
        strategy=asked.strategy.name,
        rounds=tally.rounds,
        wanted=last.wanted,
        seed=last.seed,
        finished=last.finished,
        setting=asked.setting,
        rounds_in_a_shoe=whole.value if whole else None,
        rounds_in_a_shoe_error=whole.standard_error if whole else None,
        seconds=took.seconds,
        compile_seconds=took.compile_seconds,
        edge="bank's edge" if asked.rules.book.bank else "house edge",
        speed=(tally.rounds - took.before) * hands / took.seconds if took.seconds else 0.0,
    )
    match tally:
        case Tally():
            return _plain(said, asked, tally)
        case FullTally():
            return _full(said, asked, tally)
        case SessionTally():
            return replace(said, sessions=_sessions(asked, tally))


def _plain(said: Result, asked: Simulation, tally: Tally) -> Result:
    """Say what the fast kernel has counted; tie wagers are settled whether they are made or not."""
    if not isinstance(asked.table, Plan):
        raise TypeError("A plain tally belongs to a plain table.")
    made = {wager: Fraction(amount, asked.wagers[Wager.INITIAL]) for wager, amount in asked.wagers.items()}
    found = estimates(asked.rules, asked.table, tally, {wager: made[wager] for wager in _TIES & made.keys()})
    compared = exact(_asked(asked, None))
    moved = _cover_card(asked)
    edges = {Tallied.INITIAL: found.initial, Tallied.TIE: found.tie, Tallied.WAR_TIE: found.war_tie}
    return replace(
        said,
        shoes=tally.shoes,
        wagers=tuple(
            _blurred(
                _compared(
                    figure, edge, compared, float(made[Wager(figure)]) if Wager(figure) in made else None
                ),
                moved,
            )
            for figure, edge in edges.items()
            if edge is not None
        ),
        outcomes=tuple(
            Outcome(net=net, probability=share.value, standard_error=share.standard_error)
            for net, share in found.outcomes.items()
        ),
        operator=_operator(found.operator, found.handle, found.hold, Fraction(1)),
    )


def _full(said: Result, asked: Simulation, tally: FullTally) -> Result:
    """Say what the full kernel has counted."""
    unit = asked.wagers[Wager.INITIAL]
    shown = (tally.average_meter(0), tally.average_meter(1), tally.average_meter(2))
    compared = exact(_asked(asked, shown))
    moved = _cover_card(asked)
    fresh = exact(replace(_asked(asked, shown), fresh=True)) if tally.by_depth else {}
    counted = sorted(tally.nets.parts)
    metered = {Wager.PROGRESSIVE, Wager.BONUS_SPIN} & asked.wagers.keys()
    win, handle = tally.total.win(tally.shoes), tally.total.handle(tally.shoes)
    hold = tally.total.hold(tally.shoes)
    return replace(
        said,
        shoes=tally.shoes,
        wagers=tuple(
            _blurred(each, moved)
            for each in _edges(tally.total, tally.shoes, compared, unit * said.hands, _rough(asked, tally))
            # A lone hand has nobody to envy.
            if said.hands > 1 or each.wager != Tallied.ENVY
        ),
        outcomes=_outcomes(tally, {net: str(Fraction(net, unit)) for net in counted if net not in _TOGETHER}),
        together=_outcomes(tally, {net: name for net, name in _TOGETHER.items() if net in counted}),
        operator=_operator(win, handle, hold, Fraction(unit)) if win and handle and hold else None,
        depths=tuple(
            Depth(
                first=place / len(tally.by_depth),
                last=(place + 1) / len(tally.by_depth),
                rounds=sums.rounds,
                wagers=_edges(sums, tally.shoes, fresh, unit * said.hands, _RARE),
            )
            for place, sums in enumerate(tally.by_depth)
            if sums.rounds
        ),
        meters=tuple(
            Meter(
                name=name,
                average=float(average),
                wins=meter.wins,
                average_win=meter.won / meter.wins if meter.wins else None,
                largest_win=meter.largest or None,
            )
            for name, average, meter in zip(_METERS, shown, tally.meters, strict=True)
            if meter.shown and metered
        ),
        meter_wins=tuple(
            MeterWin(table=win.table + 1, round=win.round, meter=_METERS[win.meter], showed=win.showed)
            for win in tally.wins
        ),
    )


def _asked(asked: Simulation, meters: tuple[Fraction, Fraction, Fraction] | None) -> Asked:
    return Asked(
        rules=asked.rules,
        decks=asked.decks,
        seats=asked.seats,
        strategy=asked.strategy.odds,
        wagers=asked.wagers,
        bank=asked.bank,
        meters=meters,
        counts=asked.counter is not None,
    )


def _cover_card(asked: Simulation) -> dict[str, float]:
    """Find how far the cover card moves a lone seat's edges, and so about those of several seats."""
    if asked.seats == 1:
        return {}
    lone = replace(_asked(asked, None), seats=1, bank=None)
    long, fresh = exact(lone), exact(replace(lone, fresh=True))
    return {
        name: abs(float(each.value - fresh[name].value))
        for name, each in long.items()
        if each.what == LONG_RUN and name in fresh
    }


def _blurred(line: Compared, moved: Mapping[str, float]) -> Compared:
    """Say how far the cover card may put a figure that has a fresh shoe's beside it."""
    return replace(line, blur=moved.get(line.wager)) if line.compared_with == FRESH_SHOE else line


def _rough(asked: Simulation, tally: FullTally) -> frozenset[Tallied]:
    """Find the figures that hang on what came up too seldom for the scatter of shoes to show it."""
    progressive, *wheel = (meter.wins for meter in tally.meters)
    ties = tally.total.placed(t.TIE) // asked.wagers.get(Wager.TIE, 1)
    few = {Tallied.PROGRESSIVE: progressive, Tallied.ENVY: progressive, Tallied.BONUS_SPIN: min(wheel)}
    if asked.counter is not None:
        few[Tallied.TIE] = ties * _ENOUGH_WINS // _ENOUGH_TIE_WAGERS
    return frozenset(figure for figure, wins in few.items() if wins < _ENOUGH_WINS)


def _edges(
    sums: ShoeSums, shoes: int, compared: Mapping[str, Exact], unit: Cents, rough: frozenset[Tallied]
) -> tuple[Compared, ...]:
    found = []
    for figure in Tallied:
        edge, wagered = sums.edge(figure, shoes), sums.wagered(figure, shoes)
        if edge and wagered:
            line = _compared(figure, edge, compared, wagered.value / unit)
            found.append(replace(line, rough=figure in rough or shoes < _FEW_SHOES))
    return tuple(found)


def _compared(
    figure: Tallied, edge: Estimate, compared: Mapping[str, Exact], wagered: float | None
) -> Compared:
    beside = compared.get(figure)
    return Compared(
        wager=figure,
        house_edge=edge.value,
        standard_error=edge.standard_error,
        exact=float(beside.value) if beside else None,
        compared_with=beside.what if beside else None,
        wagered=wagered,
    )


def _operator(win: Estimate, handle: Estimate, hold: Estimate, unit: Fraction) -> Operator:
    return Operator(
        win=float(win.value / unit),
        standard_error=win.standard_error / float(unit) if win.standard_error is not None else None,
        handle=float(handle.value / unit),
        hold=hold.value,
        hold_error=hold.standard_error,
    )


def _outcomes(tally: FullTally, names: Mapping[int, str]) -> tuple[Outcome, ...]:
    """Tell how often hands ended at each of these net results."""
    shares = {name: tally.nets.share(net) for net, name in names.items()}
    return tuple(
        Outcome(net=name, probability=share.value, standard_error=share.standard_error)
        for name, share in shares.items()
        if share
    )


def _sessions(asked: Simulation, tally: SessionTally) -> SessionResults | None:
    """Say what sessions brought."""
    average, ruin, handle = tally.average, tally.ruin, tally.handle
    if not (asked.session and average and ruin and handle):
        return None
    bankroll = asked.session.bankroll
    return SessionResults(
        number=tally.done,
        bankroll=bankroll,
        nets=dict(sorted(tally.nets.items())),
        lengths=dict(sorted(tally.lengths.items())),
        ends={str(end): tally.ended(end) for end in End if tally.ended(end)},
        percentiles={hundredths: tally.percentile(hundredths) for hundredths in PERCENTILES},
        average=average.value,
        standard_error=average.standard_error,
        ruin=ruin.value,
        ruin_error=ruin.standard_error,
        handle=handle.value,
        hold=-average.value / bankroll,
        hold_error=average.standard_error / bankroll if average.standard_error is not None else None,
    )
