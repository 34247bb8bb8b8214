"""Pictures of sessions: what they brought the players, how long they took and why they ended."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import ceil, gcd, log10
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator
from msgspec import Struct

from casinowar.reports import numbers
from casinowar.reports.pictures.canvas import (
    BLUE,
    GREY,
    INK,
    ORANGE,
    SHADES,
    in_dollars,
    in_numbers,
    note,
    percent_ticks,
)
from casinowar.reports.run.panels_edges import name_rows, roughly, with_interval
from casinowar.reports.run.run import SessionResults

MOST_BARS: Final = 60
_BANDS: Final = ((1, 99), (5, 95), (25, 75))
_RARE: Final = 0.001
"""Ends of a distribution that hold less than this share may be left out, if they reach far."""
_NEARLY_ALL: Final = 0.9
_FAR: Final = 1.4
"""They reach far if they would make the picture so many times as wide."""
_TOWERS: Final = 3
"""A bar that rises above all but a few others so many times is cut off, with its height written to it."""
_ONLY: Final = 100
"""How wide a bar is that is the only one."""
_CLOSE: Final = 0.07
"""Percentiles closer than this share of the width have one label."""


class Bars(Struct, frozen=True, kw_only=True):
    """Values taken together in bars of one width, each with its share of all."""

    left: float
    width: float
    shares: tuple[float, ...]
    below: float
    above: float
    """Which share is left out at either end."""
    lowest: int
    highest: int
    """The lowest and the highest value of all, drawn or not."""

    @property
    def right(self) -> float:
        """Tell where the last bar ends."""
        return self.left + self.width * len(self.shares)

    @property
    def middles(self) -> list[float]:
        """List where the bars stand."""
        return [self.left + self.width * (at + 0.5) for at in range(len(self.shares))]


def bars(counts: dict[int, int]) -> Bars:
    """Take values together, equally many that can come up in each bar; rare ends do not count."""
    values = sorted(counts)
    low, high = _usual(values, counts)
    step, one = _lattice(counts)
    left = low - (low - one) % step - step / 2
    width = step * _round_number(ceil((high - left) / step / MOST_BARS))
    total = sum(counts.values())
    found = Counter[int]()
    for value in values:
        if low <= value <= high:
            found[int((value - left) // width)] += counts[value]
    return Bars(
        left=left,
        width=width,
        shares=tuple(found[at] / total for at in range(max(found) + 1)),
        below=sum(counts[value] for value in values if value < low) / total,
        above=sum(counts[value] for value in values if value > high) / total,
        lowest=values[0],
        highest=values[-1],
    )


def _lattice(counts: dict[int, int]) -> tuple[int, int]:
    """Find how far apart nearly all values lie, and one of them: bars of another width would look jagged."""
    common = sorted(counts, key=lambda value: (-counts[value], value))
    reached = [*accumulate(counts[value] for value in common)]
    nearly_all = common[: bisect_left(reached, _NEARLY_ALL * reached[-1]) + 1]
    return gcd(*(value - common[0] for value in nearly_all)) or _ONLY, common[0]


def _usual(values: Sequence[int], counts: dict[int, int]) -> tuple[int, int]:
    """Find the lowest and the highest value to draw."""
    reached = [*accumulate(counts[value] for value in values)]
    low = values[bisect_left(reached, _RARE * reached[-1])]
    high = values[bisect_left(reached, (1 - _RARE) * reached[-1])]
    lowest = values[0] if high - values[0] <= _FAR * (high - low) else low
    highest = values[-1] if values[-1] - low <= _FAR * (high - low) else high
    return lowest, highest


def _round_number(least: int) -> int:
    """Find the next number that begins with 1, 2 or 5 and goes on with zeros.

    >>> [_round_number(each) for each in (1, 3, 5, 6, 11, 400)]
    [1, 5, 5, 10, 20, 500]
    """
    ten: int = 10 ** int(log10(least))
    return next(ten * each for each in (1, 2, 5, 10) if ten * each >= least)


# what they brought


def nets(place: FigureBase, sessions: SessionResults) -> None:
    """Draw which share of the sessions ended at which net result, and where the percentiles are."""
    found = bars(sessions.nets)
    axes, strip = place.subplots(2, 1, sharex=True, height_ratios=(4.5, 1))
    colours = [BLUE] * len(found.shares)
    ruined = int((-sessions.bankroll - found.left) // found.width)
    if sessions.ruin and 0 <= ruined < len(colours):
        colours[ruined] = ORANGE
    _histogram(axes, found, colours)
    # Above, heights of bars that are cut off are written.
    axes.axvline(0, ymax=0.87, color=INK, linewidth=0.8)
    axes.set_ylabel("share of sessions")
    axes.tick_params(labelbottom=False)
    if sessions.ruin:
        said = f"ruined: {with_interval(sessions.ruin, sessions.ruin_error)}"
        axes.set_title(said, loc="left", pad=4, color=ORANGE, fontsize=7)
    _left_out(axes, found)
    _percentiles(strip, sessions, found)
    strip.set_xlabel("net result of a session")
    strip.xaxis.set_major_locator(MaxNLocator(nbins=6))
    dollars = in_dollars()
    strip.xaxis.set_major_formatter(lambda value, at: dollars(value / 100, at))


def _left_out(axes: Axes, found: Bars) -> None:
    """Say what is not drawn."""
    said = []
    if found.below:
        said.append(f"{roughly(found.below)} lower, to {numbers.dollars(found.lowest)}")
    if found.above:
        said.append(f"{roughly(found.above)} higher, to {numbers.dollars(found.highest)}")
    axes.set_title("; ".join(said), loc="right", pad=4, color=GREY, fontsize=7, parse_math=False)


def _percentiles(axes: Axes, sessions: SessionResults, found: Bars) -> None:
    """Draw the percentiles as bands that lie in one another, and the average."""
    at = {each: min(max(net, found.left), found.right) for each, net in sessions.percentiles.items()}
    for (low, high), shade in zip(_BANDS, SHADES, strict=True):
        if low in at and high in at:
            axes.fill_between([at[low], at[high]], 0, 1, color=shade, linewidth=0)
    for place in at.values():
        axes.plot([place, place], [0, 1], color=GREY, linewidth=0.5)
    if (median := at.get(50)) is not None:
        axes.plot([median, median], [0, 1], color=INK, linewidth=1.4)
    _average(axes, sessions.average, found)
    for each, place in _labels(at, _CLOSE * (found.right - found.left)):
        note(axes, each, (place, 1), (0, 2), colour=GREY, ha="center", va="bottom")
    axes.set_ylim(0, 2.2)
    axes.set_yticks([])
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
    axes.annotate(
        "percentile",
        (0, 1),
        (-16, 2),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="right",
        va="bottom",
        color=GREY,
        fontsize=6.5,
    )


def _average(axes: Axes, average: float, found: Bars) -> None:
    """Mark the average, or in which direction it lies."""
    mark = ">" if average > found.right else "<" if average < found.left else "D"
    place = min(max(average, found.left), found.right)
    axes.plot([place], [0.5], mark, color=ORANGE, markersize=3.2, clip_on=False, zorder=3)


def _labels(at: dict[int, float], close: float) -> list[tuple[str, float]]:
    """Put the labels of percentiles that lie close to one another together."""
    groups: list[list[int]] = []
    for each in sorted(at):
        if groups and at[each] - at[groups[-1][0]] < close:
            groups[-1].append(each)
        else:
            groups.append([each])
    return [
        ("–".join(map(str, dict.fromkeys((group[0], group[-1])))), (at[group[0]] + at[group[-1]]) / 2)
        for group in groups
    ]


# how long they took


def lengths(place: FigureBase, sessions: SessionResults) -> None:
    """Draw how many rounds sessions took, and why they ended."""
    found = bars(sessions.lengths)
    ends = sorted(
        ((why, number) for why, number in sessions.ends.items() if number), key=lambda each: -each[1]
    )
    axes, below = place.subplots(2, 1, height_ratios=(3.2, 0.42 * len(ends) + 0.1))
    _histogram(axes, found, [BLUE] * len(found.shares))
    axes.set_ylabel("share of sessions")
    axes.set_xlabel("rounds")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.xaxis.set_major_formatter(in_numbers())
    if found.above:
        said = f"{roughly(found.above)} longer, to {found.highest:,}"
        axes.set_title(said, loc="right", pad=4, color=GREY, fontsize=7)
    total = sum(number for _, number in ends) or 1
    for row, (reason, number) in enumerate(ends):
        below.barh(row, number / total, height=0.6, color=ORANGE if reason.startswith("ruin") else BLUE)
        note(below, roughly(number / total), (number / total, row), (4, 0), colour=GREY)
    name_rows(below, [reason for reason, _ in ends])
    below.set_xlim(0, 1)
    below.set_xticks([])
    below.spines["bottom"].set_visible(False)


def _histogram(axes: Axes, found: Bars, colours: Sequence[str]) -> None:
    """Draw the bars; the few that tower above all others are cut off, with their height beside them."""
    top = _top(found.shares)
    narrow = 0.94 * found.width
    for middle, share, colour in zip(found.middles, found.shares, colours, strict=True):
        axes.bar(middle, min(share, 1.2 * top), width=narrow, color=colour)
        if share > top:
            side = 1 if middle < (found.left + found.right) / 2 else -1
            beside = (middle + side * found.width / 2, top)
            note(axes, roughly(share), beside, (3 * side, -4), ha="left" if side > 0 else "right")
            axes.plot([middle - narrow, middle + narrow], [0.9 * top, 0.93 * top], color="white", linewidth=2)
    axes.set_ylim(0, 1.04 * top)
    axes.set_xlim(found.left, found.right)
    percent_ticks(axes.yaxis, 0, top, 5)


def _top(shares: Sequence[float]) -> float:
    """Find how high the picture is: bars that tower above all others are left out, three at most."""
    high = sorted(shares, reverse=True)
    for tall, next_one in pairwise(high[:4]):
        if next_one and tall > _TOWERS * next_one:
            return 1.25 * next_one
    return high[0]
