"""The picture of a hand's outcomes: how often it ends at which net result."""

from collections.abc import Sequence
from math import floor, log10
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import LogLocator, NullLocator

from casinowar.reports import numbers
from casinowar.reports.pictures.canvas import BLUE, GREY, INK, ORANGE, PALE, note, percent_ticks
from casinowar.reports.run.panels_edges import WITHIN, name_rows, roughly
from casinowar.reports.run.report import TOGETHER, net_in_words
from casinowar.reports.run.run import NetShare

_FAR_APART: Final = 300
"""Probabilities that differ by such a factor are drawn on a logarithmic scale."""
_RARE: Final = 1e-4


def outcomes(place: FigureBase, found: Sequence[NetShare]) -> None:
    """Draw how likely each net result is, as bars, or as marks where probabilities lie far apart."""
    axes = place.subplots()
    most, least = max(bar.probability for bar in found), min(bar.probability for bar in found)
    far = most > _FAR_APART * least
    (_marks if far else _lengths)(axes, found)
    for at, bar in enumerate(found):
        half = WITHIN * bar.standard_error if bar.standard_error and far else 0.0
        note(axes, _often(bar.probability), (bar.probability + half, at), (6, 0), colour=GREY)
    name_rows(axes, [net_in_words(bar.net) for bar in found])
    # The best result stands on top, as in a pay table.
    axes.invert_yaxis()
    axes.grid(visible=True, axis="x")
    axes.spines["left"].set_visible(far)
    axes.set_ylabel("net, in initial wagers")
    axes.set_xlabel("share of the hands" + (", logarithmic" if far else ""))


def _lengths(axes: Axes, found: Sequence[NetShare]) -> None:
    for at, bar in enumerate(found):
        axes.barh(at, bar.probability, height=0.62, color=_colour(bar))
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_xlim(0, 1.02 * max(bar.probability for bar in found))
    percent_ticks(axes.xaxis, *axes.get_xlim())


def _marks(axes: Axes, found: Sequence[NetShare]) -> None:
    low = 10.0 ** floor(log10(min(bar.probability for bar in found)) - 0.15)
    axes.set_xscale("log")
    for at, bar in enumerate(found):
        axes.plot(
            [low, bar.probability], [at, at], color=PALE, linewidth=2.2, solid_capstyle="butt", zorder=1
        )
        axes.plot([bar.probability], [at], "o", color=_colour(bar), markersize=4.4, zorder=3)
        if bar.standard_error:
            half = WITHIN * bar.standard_error
            ends = [max(low, bar.probability - half), bar.probability + half]
            axes.plot(ends, [at, at], color=_colour(bar), linewidth=1, zorder=2)
    axes.set_xlim(low, 1)
    axes.xaxis.set_major_locator(LogLocator(numticks=9))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.12f}".rstrip("0").rstrip(".") + " %")


def _colour(bar: NetShare) -> str:
    if bar.net in {"0", *TOGETHER} - {"meter"}:
        return GREY
    return ORANGE if bar.net.startswith("-") else BLUE


def _often(probability: float) -> str:
    """Write how often something happens.

    >>> _often(0.4581), _often(0.00071), _often(0.0000002)
    ('45.8 %', '0.071 %', '1 in 5,000,000')
    """
    return numbers.one_in(probability) if probability < _RARE else roughly(probability)
