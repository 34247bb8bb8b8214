"""The sections of a run's report, for any output format."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Final

from casinowar.game.words import Wager
from casinowar.reports import numbers
from casinowar.reports.blocks import (
    Cell,
    Column,
    Grid,
    Paragraph,
    Report,
    Section,
    Verbatim,
    grid,
    section,
    text_column,
)
from casinowar.reports.names import WAGERS
from casinowar.reports.run import results as r
from casinowar.version import made_with

_MOST_OUTCOMES: Final = 24
_DIGITS: Final = 5
_percent: Final = partial(numbers.percent, digits=_DIGITS)
ROUGH: Final = "~ rough: too few shoes, or too few of the hands that count, to trust this error."
_FINER: Final = numbers.marked(None, "†", "finer than the exact figure")
TOGETHER: Final = {"meter": "paid from a meter", "other": "other results", "rarer": "rarer results"}
"""Results counted together: two kinds by the kernel, the last by `likeliest`."""


def report(run: r.RunResults) -> Report:
    asked = run.request
    return Report(
        title=Verbatim(asked.title),
        about=(Paragraph(run.about), Paragraph(" · ".join(asked.in_words()), "quiet")),
        sections=tuple(_sections(run)),
        foot=tuple(Paragraph(said, "quiet") for said in _foot(run)),
        made_with=made_with(),
    )


def _sections(run: r.RunResults) -> Iterator[Section]:
    if run.wagers:
        yield section("", _wagers(run), *_notes(run))
    if run.operator:
        yield section("", Paragraph(bank_in_words(run.operator, banked=run.request.player_banks)))
    if run.sessions:
        found = run.sessions
        said = sessions_in_words(found, banked=run.request.player_banks)
        yield section("Sessions", Paragraph(said), _ends(found), _beside(found))
        yield section("", _percentiles(found), *_session_notes(found))
    if run.outcomes or run.together:
        yield section("How hands end", _outcomes(run), adds="net, in initial wagers")
    if run.depths:
        yield section("By depth in the shoe", _depths(run.depths), adds="z tells how far from a fresh shoe")
    if run.meters:
        yield section("Meters", grid(map(_meter, run.meters)))


# edges


def name_of(wager: str) -> str:
    name = WAGERS[wager]
    return name[0].upper() + name[1:]


def exact_in_words(edges: Iterable[r.EdgeFound]) -> str:
    kinds: dict[str, dict[str, None]] = {}
    for each in edges:
        if each.compared_with:
            kinds.setdefault(each.compared_with, {})[WAGERS[each.wager]] = None
    if len(kinds) < 2:  # noqa: PLR2004 - one kind needs no names
        return "".join(f"Exact: {kind}." for kind in kinds)
    told = "; ".join(f"{kind} ({', '.join(names)})" for kind, names in kinds.items())
    return f"Exact: {told}."


def _wagers(run: r.RunResults) -> Grid:
    edge = Column("Bank's edge" if run.request.player_banks else "House edge")
    rows = []
    for each in run.wagers.values():
        row: dict[Column, Cell] = {
            text_column("Wager"): name_of(each.wager),
            edge: numbers.percent(each.house_edge, _DIGITS),
            Column("Std. error"): _error(each),
        }
        if each.exact is not None:
            row[Column("Exact")] = numbers.percent(each.exact, _DIGITS)
            row[Column("z")] = _FINER if each.is_finer else numbers.signed(each.z_score)
        rows.append(row)
    return grid(rows)


def _error(figure: r.EdgeFound | r.NetShare, digits: int = _DIGITS) -> numbers.Written:
    write = partial(numbers.percent, digits=digits)
    return _marked(figure.standard_error, write, rough=figure.rough)


def _marked(
    error: float | None, write: Callable[[float], numbers.Written], *, rough: bool
) -> numbers.Written:
    written = None if error is None else write(error)
    return numbers.marked(written, "~", "rough") if rough else written or numbers.Written("")


def _notes(run: r.RunResults) -> Iterator[Paragraph | str]:
    edges = run.wagers.values()
    yield exact_in_words(edges)
    by_depth = [each.rough for depth in run.depths for each in depth.wagers.values()]
    shares = [each.rough for each in likeliest(run, _MOST_OUTCOMES)]
    if any([*(each.rough for each in edges), *by_depth, *shares]):
        yield ROUGH
    if any(each.is_finer for each in edges):
        yield "† So precise a run shows the cover card's effect, which the figure of a fresh shoe leaves out."
    if run.request.counter:
        made = run.wagers.get("tie")
        wagered = (made.wagered if made else None) or 0.0
        share = wagered * run.request.unit / run.request.wagers[Wager.TIE]
        worth = -made.house_edge * wagered if made else 0.0
        yield Paragraph(
            f"The counter made tie wagers in {_percent(share)} of hands, "
            f"worth {numbers.signed(worth, 6)} initial wagers a hand."
        )


def bank_in_words(operator: r.Operator, *, banked: bool) -> str:
    write, rough = partial(numbers.decimal, digits=_DIGITS), operator.rough
    win = _with_error(operator.win, operator.standard_error, write, rough=rough)
    hold = _with_error(operator.hold, operator.hold_error, _percent, rough=rough)
    return (
        f"The {'bank' if banked else 'house'} wins {win} initial wagers a round of "
        f"{numbers.decimal(operator.handle, 3)} wagered, war wagers included: it keeps {hold} of that."
    )


def _with_error(
    value: float, error: float | None, write: Callable[[float], numbers.Written], *, rough: bool = False
) -> str:
    said = _marked(error, write, rough=rough)
    return f"{write(value)} ± {said}" if said else write(value)


# hands, depths, meters


def likeliest(run: r.RunResults, most: int) -> list[r.NetShare]:
    """List the likeliest net results of a hand in ascending order, then all others as one."""
    every = [each for each in (*run.outcomes, *run.together) if each.probability]
    shown = sorted(every, key=lambda each: -each.probability)[:most]
    rest = sum(each.probability for each in every if each not in shown)
    rarer = [r.NetShare(net="rarer", probability=rest, standard_error=None)] if rest else []
    return [each for each in every if each in shown] + rarer


def net_in_words(net: str) -> str:
    return TOGETHER.get(net) or numbers.units(Fraction(net))


def _outcomes(run: r.RunResults) -> Grid:
    return grid(
        {
            Column("Net"): net_in_words(each.net),
            Column("Share"): _percent(each.probability),
            Column("Std. error"): _error(each),
        }
        for each in likeliest(run, _MOST_OUTCOMES)
    )


def _depths(depths: tuple[r.DepthFound, ...]) -> Grid:
    return grid(
        {
            text_column("Wager"): "" if place else name_of(wager),
            Column("Cards gone"): f"{depth.first * 100:.3g} to {depth.last * 100:.3g}%",
            Column("Rounds"): f"{depth.rounds:,}",
            Column("Edge"): numbers.percent(each.house_edge, 3),
            Column("Std. error"): _error(each, 3),
            Column("z"): numbers.signed(each.z_score),
        }
        for wager, found in r.by_wager(depths).items()
        for place, (depth, each) in enumerate(found)
    )


def _meter(meter: r.MeterFound) -> dict[Column, Cell]:
    won = meter.average_win is not None
    return {
        text_column("Meter"): meter.name,
        Column("On average"): numbers.dollars(meter.average),
        Column("Won"): numbers.Written(numbers.counted(meter.wins, "time"), meter.wins),
        Column("Showed then"): numbers.dollars(meter.average_win or 0) if won else "",
        Column("At most"): numbers.dollars(meter.largest_win or 0) if won else "",
    }


# sessions


def sessions_in_words(sessions: r.SessionResults, *, banked: bool) -> str:
    rough = sessions.rough
    average = _with_error(sessions.average, sessions.standard_error, numbers.dollars, rough=rough)
    hold = _with_error(sessions.hold, sessions.hold_error, _percent, rough=rough)
    return (
        f"A session with {numbers.dollars(sessions.bankroll)} brings {average} on average, of "
        f"{numbers.dollars(sessions.handle)} wagered: "
        f"the {'bank' if banked else 'house'} keeps {hold} of the bankrolls."
    )


def _beside(sessions: r.SessionResults) -> Grid:
    """Show the average and ruin with their errors, and the exact figures if known."""
    exact = sessions.exact
    average: dict[Column, Cell] = {
        text_column("Of a session"): "Average",
        Column("Found"): numbers.dollars(sessions.average),
        Column("Std. error"): _marked(sessions.standard_error, numbers.dollars, rough=sessions.rough),
    }
    ruin: dict[Column, Cell] = {
        text_column("Of a session"): "Ruined",
        Column("Found"): _percent(sessions.ruin),
        Column("Std. error"): _marked(sessions.ruin_error, _percent, rough=sessions.ruin_rough),
    }
    if exact:
        score = _FINER if sessions.is_finer else ""
        average[Column("Exact")] = numbers.dollars(exact.average)
        average[Column("z")] = score or numbers.signed(sessions.z_score)
        ruin[Column("Exact")] = _percent(exact.ruin)
        ruin[Column("z")] = score or numbers.signed(sessions.ruin_z_score)
    return grid([average, ruin])


def _session_notes(sessions: r.SessionResults) -> Iterator[str]:
    yield (
        "A ruined player cannot pay for the next round. "
        "A player who cannot pay for a war surrenders, if that is offered."
    )
    if sessions.exact:
        yield f"Exact: every round from a {sessions.exact.compared_with}."
    if sessions.rough or sessions.ruin_rough:
        yield "~ rough: too few sessions, or too few of those that count, to trust this error."
    if sessions.exact and sessions.is_finer:
        yield "† So many sessions show that rounds of one shoe depend on each other."


def _ends(sessions: r.SessionResults) -> Grid:
    return grid(
        {
            text_column("Ended"): end,
            Column("Sessions"): f"{times:,}",
            Column("Share"): _percent(times / sessions.number),
        }
        for end, times in sessions.ends.items()
    )


def _percentiles(sessions: r.SessionResults) -> Grid:
    return grid(
        {
            text_column("Of a hundred sessions"): str(hundredths),
            Column("end at or below"): numbers.dollars(net),
            Column("95% interval"): _interval(sessions.percentile_intervals.get(hundredths)),
            **(
                {Column("Exact"): numbers.dollars(sessions.exact.percentiles[hundredths])}
                if sessions.exact
                else {}
            ),
        }
        for hundredths, net in sessions.percentiles.items()
    )


def _interval(ends: tuple[int, int] | None) -> str:
    return " to ".join(map(numbers.dollars, ends)) if ends else "rough"


# the foot


def _foot(run: r.RunResults) -> Iterator[str]:
    if run.rounds_in_a_shoe:
        rough = "~ " if run.rounds_in_a_shoe_rough else ""
        error = f" ± {rough}{run.rounds_in_a_shoe_error:.2g}" if run.rounds_in_a_shoe_error else ""
        yield f"{numbers.decimal(run.rounds_in_a_shoe, 2)}{error} rounds to a shoe"
    if run.seconds:
        compiled = f" · {run.compile_seconds:.1f} s to compile" if run.compile_seconds >= 1 else ""
        yield f"{numbers.speed(run.speed)} seat-rounds a second, {run.seconds:.2f} s{compiled}"
