"""Pictures of house edges beside the exact ones, over all rounds and by depth of the shoe."""

from collections.abc import Sequence
from math import ceil
from statistics import median
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import FixedLocator, MaxNLocator

from casinowar.reports import numbers
from casinowar.reports.names import WAGERS
from casinowar.reports.pictures import canvas as cv
from casinowar.reports.run.plotting import WITHIN, DrawnRow, around, aside, half, rows, with_interval, written
from casinowar.reports.run.results import DepthFound, EdgeFound, by_wager

_LEAST_SCORE: Final = 3.4
_UNSURE: Final = 3
"""A figure with an error this many times the usual one does not set the axis."""
_LETTER, _GAP = 4.0, 13
"""Width of a letter, and the gap between columns of figures, in points."""


# over all rounds


def are_scored(wagers: Sequence[EdgeFound]) -> bool:
    """Tell whether any edge can be compared with an exact one."""
    return any(each.z_score is not None for each in wagers)


def edges(place: FigureBase, wagers: Sequence[EdgeFound]) -> None:
    """Draw how far each edge is from the exact one, in standard errors; without any, the edges themselves."""
    axes = place.subplots()
    axes.axvline(0, color=cv.INK, linewidth=0.8, zorder=1)
    columns = [
        ["simulated, ± 95%", *(with_interval(each.house_edge, each.standard_error) for each in wagers)]
    ]
    if are_scored(wagers):
        _scores(axes, wagers)
        known = (written(each.exact, half(each)) if each.exact is not None else "–" for each in wagers)
        columns += [["exact", *known], ["z", *(numbers.signed(each.z_score) or "–" for each in wagers)]]
    else:
        _shares(axes, wagers)
    _figures(axes, columns)


def _scores(axes: Axes, wagers: Sequence[EdgeFound]) -> None:
    """Draw z-scores against the band that holds nineteen of twenty."""
    found = [_score(each) for each in wagers]
    rows(axes, found)
    most = max(_LEAST_SCORE, *(1.12 * abs(row.figure or 0.0) for row in found))
    axes.axvspan(-WITHIN, WITHIN, color=cv.PALE, linewidth=0, zorder=0)
    axes.set_xlim(-most, most)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True, symmetric=True))
    axes.xaxis.set_major_formatter(lambda value, _: numbers.signed(value, 0) if value else "exact")
    axes.set_xlabel("standard errors from the exact edge")


def _score(wager: EdgeFound) -> DrawnRow:
    """Draw a line from the exact figure to the score, or say why an edge has none."""
    name, score = WAGERS[wager.wager], wager.z_score
    if score is not None:
        color = cv.BLUE if abs(score) <= WITHIN else cv.ORANGE
        return DrawnRow(name=name, figure=score, line=(0, score), color=color)
    why = "too rough to be scored" if wager.rough else "nothing to compare"
    if wager.is_finer:
        why = "the run is finer than a fresh shoe's edge"
    return DrawnRow(name=name, figure=None, says=why)


def _shares(axes: Axes, wagers: Sequence[EdgeFound]) -> None:
    found = [
        DrawnRow(name=WAGERS[each.wager], figure=each.house_edge, line=_interval(each)) for each in wagers
    ]
    rows(axes, found)
    axes.set_xlim(around((0.0, *(end for row in found for end in row.line)), 0.01))
    cv.percent_ticks(axes.xaxis, *axes.get_xlim())
    axes.set_xlabel("edge")


def _interval(wager: EdgeFound) -> tuple[float, float]:
    return wager.house_edge - half(wager), wager.house_edge + half(wager)


def _figures(axes: Axes, columns: Sequence[Sequence[str]]) -> None:
    edge, right = axes.get_xlim()[1], 0.0
    for heading, *texts in columns:
        right += _GAP + _LETTER * max(map(len, (heading, *texts)))
        cv.note(axes, heading, (edge, -0.8), (right, 0), color=cv.GRAY, ha="right")
        for at, text in enumerate(texts):
            cv.note(axes, text, (edge, at), (right, 0), ha="right")


# by depth of the shoe


def grid_of(depths: Sequence[DepthFound]) -> tuple[int, int]:
    number = len(by_wager(depths))
    columns = 2 if number in {2, 4} else min(3, number)
    return ceil(number / columns), columns


def edges_by_depth(place: FigureBase, depths: Sequence[DepthFound]) -> None:
    wagers, (height, width) = [*by_wager(depths).items()], grid_of(depths)
    places = place.subplots(height, width, squeeze=False, sharex=True)
    for at, axes in enumerate(places.flat):
        if at >= len(wagers):
            axes.set_axis_off()
            continue
        _edge_by_depth(axes, *wagers[at])
        last = at + width >= len(wagers)
        axes.tick_params(labelbottom=last)
        axes.set_xlabel("share of the shoe that was gone" if last else "")
        axes.set_ylabel("" if at % width else "edge")


def _edge_by_depth(axes: Axes, wager: str, found: Sequence[tuple[DepthFound, EdgeFound]]) -> None:
    """Draw edges with their intervals; the few rounds at the end of the shoe do not set the axis."""
    most = _UNSURE * median(half(each) for _, each in found)
    exact = {each.exact for _, each in found if each.exact is not None}
    sure = [end for _, each in found if half(each) <= most for end in _interval(each)]
    low, high = around((*exact, *sure), 0.001)
    for depth, each in found:
        middle, share = (depth.first + depth.last) / 2, each.house_edge
        color = cv.BLUE if half(each) <= most else cv.SHADES[-1]
        axes.plot([middle, middle], _interval(each), color=color, linewidth=0.8, zorder=3)
        axes.plot([middle], [share], "o", color=color, markersize=2.6, zorder=3)
        if each.exact is not None:
            axes.plot([depth.first, depth.last], [each.exact] * 2, color=cv.ORANGE, linewidth=1.1, zorder=2)
        if not low <= share <= high:
            mark, end = ("^", high) if share > high else ("v", low)
            axes.plot(
                [middle],
                [end],
                mark,
                color=cv.BLUE,
                markerfacecolor="white",
                markersize=4,
                clip_on=False,
                zorder=4,
            )
    axes.set_title(WAGERS[wager], loc="left", pad=4)
    if len(exact) == 1:
        aside(axes, written(exact.pop(), (high - low) / 50), cv.ORANGE)
    axes.set_xlim(0, 1)
    axes.set_ylim(low, high)
    axes.xaxis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
    axes.xaxis.set_major_formatter(cv.in_percent())
    cv.percent_ticks(axes.yaxis, low, high, 4)
