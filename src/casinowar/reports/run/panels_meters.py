"""The picture of the meters: what each showed when it was won, and when that was."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator
from msgspec import Struct

from casinowar.reports import numbers
from casinowar.reports.pictures.canvas import BLUE, GREY, INK, PALE, in_dollars, in_numbers
from casinowar.reports.run.run import MeterFound, MeterWin

_FEW_WINS: Final = 250
"""So many wins have stems; more would become one grey field."""
_MOST_BINS: Final = 24


class Won(Struct, frozen=True):
    """A meter, and its wins that are known one by one."""

    meter: MeterFound
    wins: tuple[MeterWin, ...]


def won(meters: Sequence[MeterFound], wins: Sequence[MeterWin]) -> list[Won]:
    """List the meters that were won."""
    found = [Won(meter, tuple(win for win in wins if win.meter == meter.name)) for meter in meters]
    return [each for each in found if each.wins]


def meter_wins(place: FigureBase, found: Sequence[Won]) -> None:
    """Draw each meter's wins by round and amount, and beside them how often each amount came up."""
    places = place.subplots(len(found), 2, squeeze=False, sharey="row", width_ratios=(4, 1))
    last = places[-1][0]
    for (history, heap), each in zip(places, found, strict=True):
        amounts = [win.showed / 100 for win in each.wins]
        _history(history, each.wins)
        heap.hist(amounts, bins=_bins(len(amounts)), orientation="horizontal", color=BLUE)
        if each.meter.average_win is not None:
            for axes in (history, heap):
                axes.axhline(each.meter.average_win / 100, color=INK, linewidth=0.8, linestyle=(0, (4, 2)))
        heap.tick_params(labelbottom=False, bottom=False, labelleft=False, left=False)
        heap.spines["bottom"].set_visible(False)
        high, low = max(amounts), min(amounts)
        room = 0.08 * (high - low) or 0.1 * high or 1.0
        history.set_ylim(max(0, low - room), high + room)
        history.set_title(_said(each), loc="left", pad=4, parse_math=False)
        shown = f"any round: {numbers.dollars(each.meter.average)}"
        heap.set_title(shown, loc="right", pad=4, color=GREY, fontsize=7, parse_math=False)
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


def _bins(wins: int) -> int:
    """Find how many bars so many wins fill."""
    return min(_MOST_BINS, 2 + int(1.2 * sqrt(wins)))


def _history(axes: Axes, wins: Sequence[MeterWin]) -> None:
    """Mark the wins; thousands of marks would make a file of lines slow to open."""
    many = len(wins) > _FEW_WINS
    rounds, shown = [win.round for win in wins], [win.showed / 100 for win in wins]
    if not many:
        axes.vlines(rounds, 0, shown, color=PALE, linewidth=0.7, zorder=1)
    look = {"markersize": 1.8, "alpha": 0.5} if many else {"markersize": 3}
    axes.plot(rounds, shown, "o", color=BLUE, markeredgewidth=0, rasterized=many, zorder=3, **look)


def _said(each: Won) -> str:
    """Say how often the meter was won, and what it showed."""
    meter = each.meter
    times = numbers.counted(meter.wins, "time")
    known = f", the first {len(each.wins):,} drawn" if len(each.wins) < meter.wins else ""
    average = f" at {numbers.dollars(meter.average_win)} on average" if meter.average_win is not None else ""
    return f"{meter.name}: won {times}{average}{known}"
