"""The picture of a hand's outcomes: how often it ends at which net result."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from math import floor, log10
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import LogLocator, NullLocator
from msgspec import Struct

from casinowar.reports import numbers
from casinowar.reports.pictures.canvas import BLUE, GREY, INK, ORANGE, PALE, note, percent_ticks
from casinowar.reports.run.panels_edges import WITHIN, name_rows, roughly
from casinowar.reports.run.run import NetShare

MOST_BARS: Final = 18
"""So many net results stand alone; beyond, both ends are taken together by powers of ten."""
_ALONE: Final = 12
_FAR_APART: Final = 300
"""Probabilities that differ by such a factor are drawn on a logarithmic scale."""
_RARE: Final = 1e-4
_TOGETHER: Final = {"meter": "paid from a meter", "other": "other results"}


class NetsTogether(Struct, frozen=True, kw_only=True):
    """Net results that are drawn as one, and how often they came up."""

    lowest: Fraction
    highest: Fraction
    probability: float
    standard_error: float | None
    name: str = ""
    """What the hands have in common that were counted together, whatever they brought."""

    @property
    def label(self) -> str:
        """Write which results these are."""
        if self.name:
            return _TOGETHER.get(self.name, self.name)
        if self.lowest == self.highest:
            return numbers.units(self.lowest)
        return f"{numbers.units(self.lowest)} to {numbers.units(self.highest)}"


def bars(outcomes: Sequence[NetShare], together: Sequence[NetShare] = ()) -> list[NetsTogether]:
    """List the results that came up from the lowest to the highest, the unlikely ends taken together.

    Hands that were counted together come last.
    """
    named = [
        NetsTogether(
            lowest=Fraction(0),
            highest=Fraction(0),
            probability=each.probability,
            standard_error=each.standard_error,
            name=each.net,
        )
        for each in together
        if each.probability > 0
    ]
    found = sorted(
        (
            NetsTogether(
                lowest=net, highest=net, probability=each.probability, standard_error=each.standard_error
            )
            for each in outcomes
            for net in (Fraction(each.net),)
            if each.probability > 0
        ),
        key=lambda bar: bar.lowest,
    )
    if len(found) <= MOST_BARS:
        return [*found, *named]
    first, last = _likely(found)
    return [*_together(found[:first]), *found[first:last], *_together(found[last:]), *named]


def _likely(found: Sequence[NetsTogether]) -> tuple[int, int]:
    """Take away whichever end is less likely until few enough results are left."""
    first, last = 0, len(found)
    below = above = 0.0
    while last - first > _ALONE:
        low, high = below + found[first].probability, above + found[last - 1].probability
        if low <= high:
            first, below = first + 1, low
        else:
            last, above = last - 1, high
    return first, last


def _together(found: Sequence[NetsTogether]) -> list[NetsTogether]:
    """Take results of the same power of ten together."""
    groups = [[*group] for _, group in groupby(found, key=lambda bar: _power(bar.lowest))]
    return [
        group[0]
        if len(group) == 1
        else NetsTogether(
            lowest=group[0].lowest,
            highest=group[-1].highest,
            probability=sum(bar.probability for bar in group),
            standard_error=None,
        )
        for group in groups
    ]


def _power(net: Fraction) -> tuple[bool, int]:
    return net < 0, max(0, floor(log10(abs(net)))) if net else 0


def outcomes(place: FigureBase, found: Sequence[NetsTogether]) -> None:
    """Draw how likely each net result is, as bars, or as marks where probabilities lie far apart."""
    axes = place.subplots()
    most, least = max(bar.probability for bar in found), min(bar.probability for bar in found)
    far = most > _FAR_APART * least
    (_marks if far else _lengths)(axes, found)
    for at, bar in enumerate(found):
        half = WITHIN * bar.standard_error if bar.standard_error and far else 0.0
        note(axes, _often(bar.probability), (bar.probability + half, at), (6, 0), colour=GREY)
    name_rows(axes, [bar.label for bar in found])
    # The best result stands on top, as in a pay table.
    axes.invert_yaxis()
    axes.grid(visible=True, axis="x")
    axes.spines["left"].set_visible(far)
    axes.set_ylabel("net, in initial wagers")
    axes.set_xlabel("share of the hands" + (", logarithmic" if far else ""))


def _lengths(axes: Axes, found: Sequence[NetsTogether]) -> None:
    for at, bar in enumerate(found):
        axes.barh(at, bar.probability, height=0.62, color=_colour(bar))
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_xlim(0, 1.02 * max(bar.probability for bar in found))
    percent_ticks(axes.xaxis, *axes.get_xlim())


def _marks(axes: Axes, found: Sequence[NetsTogether]) -> None:
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


def _colour(bar: NetsTogether) -> str:
    if bar.lowest > 0 or bar.name == "meter":
        return BLUE
    return ORANGE if bar.highest < 0 else GREY


def _often(probability: float) -> str:
    """Write how often something happens.

    >>> _often(0.4581), _often(0.00071), _often(0.0000002)
    ('45.8 %', '0.071 %', '1 in 5,000,000')
    """
    return numbers.one_in(probability) if probability < _RARE else roughly(probability)
