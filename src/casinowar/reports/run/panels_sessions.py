"""Pictures of sessions: net results, lengths, and reasons for ending."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import ceil, gcd, log10
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator
from msgspec import Struct

from casinowar.reports import numbers
from casinowar.reports.pictures import canvas as cv
from casinowar.reports.run.plotting import DrawnRow, aside, roughly, rows, with_interval
from casinowar.reports.run.results import SessionResults

MOST_BARS: Final = 60
_BANDS: Final = ((1, 99), (5, 95), (25, 75))
_MEDIAN: Final = 50
_RARE: Final = 0.001
"""Tails of a distribution with less than this share may be left out, if they are long."""
_NEARLY_ALL: Final = 0.9
_FAR: Final = 1.4
"""Tails are long if they would make the picture this many times as wide."""
_TOWERS: Final = 3
"""A bar this many times as high as all but a few others is cut off, with its height as a label."""
_ONLY: Final = 100
"""Width of a single bar: a dollar, if values are cents."""
_CLOSE: Final = 0.07
"""Percentiles closer than this share of the width have one label."""


class Bars(Struct, frozen=True, kw_only=True):
    left: float
    width: float
    shares: tuple[float, ...]
    below: float
    above: float
    """Shares left out at either end."""
    lowest: int
    highest: int
    """The lowest and the highest value, drawn or not."""

    @property
    def right(self) -> float:
        return self.left + self.width * len(self.shares)

    def inside(self, value: float) -> float:
        return min(max(value, self.left), self.right)


def bars(counts: dict[int, int], only: int = _ONLY) -> Bars:
    """Make a histogram with equally many possible values in each bar, without rare tails."""
    values = sorted(counts)
    low, high = _usual(values, counts)
    step, one = _lattice(counts, only)
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


def _lattice(counts: dict[int, int], only: int) -> tuple[int, int]:
    """Find the step between nearly all values, and one of them; other bar widths would look jagged."""
    common = sorted(counts, key=lambda value: (-counts[value], value))
    reached = [*accumulate(counts[value] for value in common)]
    nearly_all = common[: bisect_left(reached, _NEARLY_ALL * reached[-1]) + 1]
    return gcd(*(value - common[0] for value in nearly_all)) or only, common[0]


def _usual(values: Sequence[int], counts: dict[int, int]) -> tuple[int, int]:
    reached = [*accumulate(counts[value] for value in values)]
    low = values[bisect_left(reached, _RARE * reached[-1])]
    high = values[bisect_left(reached, (1 - _RARE) * reached[-1])]
    lowest = values[0] if high - values[0] <= _FAR * (high - low) else low
    highest = values[-1] if values[-1] - low <= _FAR * (high - low) else high
    return lowest, highest


def _round_number(least: int) -> int:
    """Find the next number of the form 1, 2 or 5 followed by zeros.

    >>> [_round_number(each) for each in (1, 3, 5, 6, 11, 400)]
    [1, 5, 5, 10, 20, 500]
    """
    ten: int = 10 ** int(log10(least))
    return next(ten * each for each in (1, 2, 5, 10) if ten * each >= least)


# net results


def nets(place: FigureBase, sessions: SessionResults) -> None:
    found = bars(sessions.nets)
    axes, strip = place.subplots(2, 1, sharex=True, height_ratios=(4.5, 1))
    ruined = int((-sessions.bankroll - found.left) // found.width) if sessions.ruin else None
    _histogram(axes, found, ("lower", "higher"), numbers.dollars, ruined)
    # Leave room above for the labels of cut bars.
    axes.axvline(0, ymax=0.87, color=cv.INK, linewidth=0.8)
    axes.tick_params(labelbottom=False)
    if sessions.ruin:
        aside(axes, f"ruined: {with_interval(sessions.ruin, sessions.ruin_error)}", cv.ORANGE, loc="left")
    _percentiles(strip, sessions, found)
    strip.set_xlabel("net result of a session")
    strip.xaxis.set_major_locator(MaxNLocator(nbins=6))
    dollars = cv.in_dollars()
    strip.xaxis.set_major_formatter(lambda value, at: dollars(value / 100, at))


def _percentiles(axes: Axes, sessions: SessionResults, found: Bars) -> None:
    """Draw the percentiles as nested bands, and the average or an arrow toward it."""
    at = {each: found.inside(net) for each, net in sessions.percentiles.items()}
    for (low, high), shade in zip(_BANDS, cv.SHADES, strict=True):
        if low in at and high in at:
            axes.fill_between([at[low], at[high]], 0, 1, color=shade, linewidth=0)
    axes.vlines([*at.values()], 0, 1, color=cv.GRAY, linewidth=0.5)
    axes.vlines([at[each] for each in at if each == _MEDIAN], 0, 1, color=cv.INK, linewidth=1.4)
    average = found.inside(sessions.average)
    mark = ">" if average < sessions.average else "<" if average > sessions.average else "D"
    axes.plot([average], [0.5], mark, color=cv.ORANGE, markersize=3.2, clip_on=False, zorder=3)
    for each, place in _labels(at, _CLOSE * (found.right - found.left)):
        cv.note(axes, each, (place, 1), (0, 2), color=cv.GRAY, ha="center", va="bottom")
    cv.note(axes, "percentile", (found.left, 1), (-16, 2), color=cv.GRAY, ha="right", va="bottom")
    axes.set_ylim(0, 2.2)
    axes.set_yticks([])
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)


def _labels(at: dict[int, float], close: float) -> list[tuple[str, float]]:
    groups: list[list[int]] = []
    for each in sorted(at):
        if groups and at[each] - at[groups[-1][0]] < close:
            groups[-1].append(each)
        else:
            groups.append([each])
    ends = [(group[0], group[-1]) for group in groups]
    return [("–".join(map(str, dict.fromkeys(pair))), (at[pair[0]] + at[pair[1]]) / 2) for pair in ends]


# lengths


def lengths(place: FigureBase, sessions: SessionResults) -> None:
    ends = Counter({end: times for end, times in sessions.ends.items() if times}).most_common()
    axes, below = place.subplots(2, 1, height_ratios=(3.2, 0.42 * len(ends) + 0.1))
    _histogram(axes, bars(sessions.lengths, only=1), ("shorter", "longer"), "{:,}".format)
    axes.set_xlabel("rounds")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=1))
    axes.xaxis.set_major_formatter(cv.in_numbers())
    rows(below, [_end(reason, times / sessions.number) for reason, times in ends], bars=True)
    below.set_xlim(0, 1)
    below.set_xticks([])
    below.spines["bottom"].set_visible(False)


def _end(reason: str, share: float) -> DrawnRow:
    color = cv.ORANGE if reason.startswith("ruin") else cv.BLUE
    return DrawnRow(name=reason, figure=share, color=color, says=roughly(share))


def _histogram(
    axes: Axes,
    found: Bars,
    beyond: tuple[str, str],
    write: Callable[[int], str],
    ruined: int | None = None,
) -> None:
    """Draw the bars, with a note on the tails; the few that tower above all others are cut off."""
    top = _top(found.shares)
    narrow = 0.94 * found.width
    for at, share in enumerate(found.shares):
        middle = found.left + found.width * (at + 0.5)
        axes.bar(middle, min(share, 1.2 * top), width=narrow, color=cv.ORANGE if at == ruined else cv.BLUE)
        if share > top:
            side = 1 if middle < (found.left + found.right) / 2 else -1
            beside = (middle + side * found.width / 2, top)
            cv.note(axes, roughly(share), beside, (3 * side, -4), ha="left" if side > 0 else "right")
            axes.plot([middle - narrow, middle + narrow], [0.9 * top, 0.93 * top], color="white", linewidth=2)
    axes.set_ylim(0, 1.04 * top)
    axes.set_xlim(found.left, found.right)
    axes.set_ylabel("share of sessions")
    cv.percent_ticks(axes.yaxis, 0, top, 5)
    left_out = zip((found.below, found.above), beyond, (found.lowest, found.highest), strict=True)
    aside(
        axes, "; ".join(f"{roughly(share)} {how}, to {write(end)}" for share, how, end in left_out if share)
    )


def _top(shares: Sequence[float]) -> float:
    """Find the height of the picture, without up to three bars that tower above all others."""
    high = sorted(shares, reverse=True)
    for tall, next_one in pairwise(high[:4]):
        if next_one and tall > _TOWERS * next_one:
            return 1.25 * next_one
    return high[0]
