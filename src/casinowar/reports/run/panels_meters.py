"""Picture of the meters: their amounts when won, by round."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator

from casinowar.reports import numbers
from casinowar.reports.pictures.canvas import BLUE, INK, PALE, in_dollars, in_numbers
from casinowar.reports.run.plotting import around, aside
from casinowar.reports.run.results import MeterFound, MeterWin

_FEW_WINS: Final = 250
"""Wins drawn with stems; more would become one gray field."""
_MOST_BINS: Final = 24

Won = tuple[MeterFound, list[MeterWin]]
"""A meter, and its individually known wins."""


def won(meters: Sequence[MeterFound], wins: Sequence[MeterWin]) -> list[Won]:
    found = [(meter, [win for win in wins if win.meter == meter.name]) for meter in meters]
    return [(meter, known) for meter, known in found if known]


def meter_wins(place: FigureBase, found: Sequence[Won]) -> None:
    places = place.subplots(len(found), 2, squeeze=False, sharey="row", width_ratios=(4, 1))
    last = places[-1][0]
    for (history, heap), (meter, wins) in zip(places, found, strict=True):
        amounts = [win.showed / 100 for win in wins]
        _history(history, [win.round for win in wins], amounts)
        bins = min(_MOST_BINS, 2 + int(1.2 * sqrt(len(wins))))
        heap.hist(amounts, bins=bins, orientation="horizontal", color=BLUE)
        if meter.average_win is not None:
            for axes in (history, heap):
                axes.axhline(meter.average_win / 100, color=INK, linewidth=0.8, linestyle=(0, (4, 2)))
        heap.tick_params(labelbottom=False, bottom=False, labelleft=False, left=False)
        heap.spines["bottom"].set_visible(False)
        low, high = around(amounts, 0.1 * max(amounts) or 1.0)
        history.set_ylim(max(0, low), high)
        history.set_title(_said(meter, len(wins)), loc="left", pad=4, parse_math=False)
        aside(heap, f"any round: {numbers.dollars(meter.average)}")
        history.yaxis.set_major_formatter(in_dollars())
        history.yaxis.set_major_locator(MaxNLocator(nbins=5))
        history.set_ylabel("showed")
        if history is not last:
            history.sharex(last)
            history.tick_params(labelbottom=False)
    last.set_xlim(left=0)
    last.xaxis.set_major_formatter(in_numbers())
    last.set_xlabel("rounds that its table had played")
    places[-1][1].set_xlabel("how often")


def _history(axes: Axes, rounds: Sequence[int], amounts: Sequence[float]) -> None:
    """Mark the wins; thousands of marks are rasterized, or the file would be slow to open."""
    many = len(rounds) > _FEW_WINS
    if not many:
        axes.vlines(rounds, 0, amounts, color=PALE, linewidth=0.7, zorder=1)
    look = {"markersize": 1.8, "alpha": 0.5} if many else {"markersize": 3}
    axes.plot(rounds, amounts, "o", color=BLUE, markeredgewidth=0, rasterized=many, zorder=3, **look)


def _said(meter: MeterFound, drawn: int) -> str:
    times = numbers.counted(meter.wins, "time")
    known = f", the first {drawn:,} drawn" if drawn < meter.wins else ""
    average = f" at {numbers.dollars(meter.average_win)} on average" if meter.average_win is not None else ""
    return f"{meter.name}: won {times}{average}{known}"
