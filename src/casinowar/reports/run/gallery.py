"""Which pictures a result has."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import floor, log10

from casinowar.reports.pictures.page import Picture
from casinowar.reports.run import panels_edges, panels_hands, panels_meters, panels_sessions
from casinowar.reports.run.result import Compared, Operator, Result, SessionResults


def gallery(result: Result) -> Iterator[Picture]:
    """List the pictures that this result has something for."""
    if result.wagers:
        yield Picture(
            name="edges",
            title="Edges beside the exact ones" if panels_edges.are_scored(result.wagers) else "Edges",
            says=" ".join(filter(None, (_exact(result.wagers), _operator(result.operator)))),
            draw=partial(panels_edges.edges, wagers=result.wagers),
            wide=True,
            height=0.55 + 0.19 * len(result.wagers),
        )
    if found := panels_hands.bars(result.outcomes, result.together):
        yield Picture(
            name="outcomes",
            title="Where a hand ends",
            says="Rare results are taken together." if any(bar.lowest < bar.highest for bar in found) else "",
            draw=partial(panels_hands.outcomes, found=found),
            wide=True,
            height=0.5 + 0.165 * len(found),
        )
    if panels_edges.wagers_of(result.depths):
        yield Picture(
            name="depths",
            title="Edges by depth of the shoe",
            says="Rounds by how much of the shoe was gone when they began, with 95 % intervals; the line is "
            f"the exact edge. {_compared([each for depth in result.depths for each in depth.wagers])}",
            draw=partial(panels_edges.edges_by_depth, depths=result.depths),
            wide=True,
            height=0.3 + 1.35 * panels_edges.grid_of(result.depths)[0],
        )
    if won := panels_meters.won(result.meters, result.meter_wins):
        yield Picture(
            name="meters",
            title="Meters when they were won",
            says="One mark for each win; the dashed line is the average win. At the right, how often which "
            "amount was won, and what the meter shows in an average round.",
            draw=partial(panels_meters.meter_wins, found=won),
            wide=True,
            height=0.3 + 1.2 * len(won),
        )
    if result.sessions and result.sessions.nets:
        yield from _sessions(result.sessions)


def _sessions(sessions: SessionResults) -> Iterator[Picture]:
    yield Picture(
        name="nets",
        title="What sessions brought",
        says=f"{sessions.number:,} sessions that began with {_dollars(sessions.bankroll)}; "
        f"{_signed(sessions.average)} on average, the orange mark.",
        draw=partial(panels_sessions.nets, sessions=sessions),
    )
    if sessions.lengths:
        yield Picture(
            name="lengths",
            title="How long sessions took, and why they ended",
            says=f"{_dollars(sessions.handle)} wagered in an average session; the house keeps "
            f"{_percent(sessions.hold, 1)} of what was bought in.",
            draw=partial(panels_sessions.lengths, sessions=sessions),
        )


def _exact(wagers: Sequence[Compared]) -> str:
    """Say how to read the edges, and which exact ones they are compared with."""
    if not panels_edges.are_scored(wagers):
        return ""
    return f"In the band 19 of 20 are expected. {_compared(wagers)}"


def _compared(wagers: Sequence[Compared]) -> str:
    """Say which wagers are compared with which exact figures."""
    found: dict[str, dict[str, None]] = {}
    for each in wagers:
        if each.exact is not None and each.compared_with:
            found.setdefault(each.compared_with, {})[panels_edges.wager_name(each.wager)] = None
    if len(found) == 1:
        return f"Exact: {next(iter(found))}."
    said = "; ".join(f"{what} ({', '.join(names)})" for what, names in found.items())
    return f"Exact: {said}." if said else ""


def _operator(operator: Operator | None) -> str:
    """Say what the table brings whoever banks it."""
    if not operator:
        return ""
    half = panels_edges.WITHIN * (operator.standard_error or 0.0)
    digits = max(1, 1 - floor(log10(half))) if half else 2
    sure = f" ± {half:.{digits}f} (95 %)" if half else ""
    win = f"{operator.win:.{digits}f}".replace("-", "−")
    return (
        f"The table wins {win}{sure} initial wagers a round, {_percent(operator.hold, 3)} of "
        f"the {operator.handle:.3f} that are wagered in all."
    )


def _percent(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f} %".replace("-", "−")


def _dollars(cents: float) -> str:
    return f"${cents / 100:,.0f}"


def _signed(cents: float) -> str:
    return f"{'−' if cents < 0 else '+'}${abs(cents) / 100:,.2f}"
