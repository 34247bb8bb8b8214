"""Picture of a hand's net results and their probabilities."""

from collections.abc import Sequence
from math import floor, log10
from typing import Final

from matplotlib.figure import FigureBase
from matplotlib.ticker import LogLocator, NullLocator

from casinowar.reports import numbers
from casinowar.reports.pictures.canvas import BLUE, GRAY, INK, ORANGE, PALE, percent_ticks
from casinowar.reports.run.plotting import DrawnRow, half, roughly, rows
from casinowar.reports.run.report import TOGETHER, net_in_words
from casinowar.reports.run.results import NetShare

_FAR_APART: Final = 300
"""Ratio of probabilities from which the scale is logarithmic."""
_RARE: Final = 1e-4


def outcomes(place: FigureBase, found: Sequence[NetShare]) -> None:
    """Draw the probability of each net result, as bars, or as marks on a logarithmic scale."""
    axes = place.subplots()
    # The best result stands on top, as in a pay table.
    chances = [each.probability for each in reversed(found)]
    far = max(chances) > _FAR_APART * min(chances)
    low = 10.0 ** floor(log10(min(chances)) - 0.15) if far else 0.0
    rows(axes, [_row(each, low) for each in reversed(found)], bars=not far)
    if far:
        axes.hlines(range(len(chances)), low, chances, color=PALE, linewidth=2.2, zorder=1)
        axes.set_xscale("log")
        axes.set_xlim(low, 1)
        axes.xaxis.set_major_locator(LogLocator(numticks=9))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.12f}".rstrip("0").rstrip(".") + "%")
    else:
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_xlim(0, 1.02 * max(chances))
        percent_ticks(axes.xaxis, *axes.get_xlim())
    axes.spines["left"].set_visible(far)
    axes.set_ylabel("net, in initial wagers")
    axes.set_xlabel("share of the hands" + (", logarithmic" if far else ""))


def _row(result: NetShare, low: float) -> DrawnRow:
    chance, reach = result.probability, half(result)
    color = ORANGE if result.net.startswith("-") else BLUE
    return DrawnRow(
        name=net_in_words(result.net),
        figure=chance,
        line=(max(low, chance - reach), chance + reach),
        color=GRAY if result.net in {"0", *TOGETHER} - {"meter"} else color,
        says=_often(chance),
    )


def _often(probability: float) -> str:
    """Write a probability.

    >>> _often(0.4581), _often(0.00071), _often(0.0000002)
    ('45.8%', '0.071%', '1 in 5,000,000')
    """
    return numbers.one_in(probability) if probability < _RARE else roughly(probability)
