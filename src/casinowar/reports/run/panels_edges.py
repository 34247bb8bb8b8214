"""Pictures of what wagers cost: edges beside the exact ones, over all rounds and by depth of the shoe."""

from collections.abc import Sequence
from math import ceil, floor, log10
from statistics import median
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import FixedLocator, MaxNLocator

from casinowar.reports import numbers
from casinowar.reports.names import WAGERS
from casinowar.reports.pictures.canvas import (
    BLUE,
    GREY,
    INK,
    ORANGE,
    PALE,
    SHADES,
    in_percent,
    note,
    percent_ticks,
)
from casinowar.reports.run.run import DepthFound, EdgeFound

WITHIN: Final = 1.96
"""Within so many standard errors the true figure is found 95 times of 100."""
_LEAST_SCORE: Final = 3.4
_UNSURE: Final = 3
"""A figure so many times less sure than is usual does not decide how much is shown."""
_MOST_DIGITS: Final = 8
_LETTER, _GAP = 4.0, 13
"""How wide a letter is, and how far columns of figures stand apart, in points."""


def written(share: float, half: float | None) -> str:
    """Write a share in percent with as many decimals as its 95 % interval makes sense of.

    >>> written(0.0233012, 0.0000312), written(-0.5, None)
    ('2.3301 %', '−50.00 %')
    """
    return numbers.percent(share, digits_for(half))


def roughly(share: float) -> str:
    """Write a share in percent with two digits that mean something at least.

    >>> roughly(0.4581), roughly(0.00071)
    ('45.8 %', '0.071 %')
    """
    return written(share, share)


def with_interval(share: float, error: float | None) -> str:
    """Write a share and how far its 95 % interval reaches, in percent.

    >>> with_interval(0.0233012, 0.000016), with_interval(0.5, None)
    ('2.3301 ± 0.0031 %', '50.00 %')
    """
    if not error:
        return written(share, None)
    half = WITHIN * error
    return f"{written(share, half).removesuffix(' %')} ± {written(half, half)}"


def digits_for(half: float | None) -> int:
    """Tell how many decimals of a percentage a 95 % interval makes sense of."""
    if not half:
        return 2
    return min(_MOST_DIGITS, max(1, 1 - floor(log10(100 * half))))


def _half(wager: EdgeFound) -> float | None:
    """Tell how far the 95 % interval reaches to either side."""
    return WITHIN * wager.standard_error if wager.standard_error else None


# over all rounds


def are_scored(wagers: Sequence[EdgeFound]) -> bool:
    """Tell whether any edge can be compared with an exact one."""
    return any(each.z_score is not None for each in wagers)


def edges(place: FigureBase, wagers: Sequence[EdgeFound]) -> None:
    """Draw how far each edge is from the exact one, in standard errors; without any, the edges themselves."""
    axes = place.subplots()
    scored = are_scored(wagers)
    (_scores if scored else _shares)(axes, wagers)
    _figures(axes, wagers, scored=scored)
    name_rows(axes, [WAGERS[each.wager] for each in wagers])
    axes.grid(visible=True, axis="x")


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Put a name before each row, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(max(1, len(names)) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)


def _scores(axes: Axes, wagers: Sequence[EdgeFound]) -> None:
    """Draw z-scores against the band in which nineteen of twenty are to be found."""
    scores = [each.z_score for each in wagers]
    most = max(_LEAST_SCORE, *(1.12 * abs(each) for each in scores if each is not None))
    axes.axvspan(-WITHIN, WITHIN, color=PALE, linewidth=0, zorder=0)
    axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
    for at, score in enumerate(scores):
        if score is None:
            note(axes, _unscored(wagers[at]), (0, at), (5, 0), colour=GREY)
            continue
        colour = BLUE if abs(score) <= WITHIN else ORANGE
        axes.plot([0, score], [at, at], color=colour, linewidth=1.6, solid_capstyle="butt", zorder=2)
        axes.plot([score], [at], "o", color=colour, markersize=5, zorder=3)
    axes.set_xlim(-most, most)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True, symmetric=True))
    axes.xaxis.set_major_formatter(lambda value, _: numbers.signed(value, 0) if value else "exact")
    axes.set_xlabel("standard errors from the exact edge")


def _unscored(wager: EdgeFound) -> str:
    """Say why an edge has no score."""
    if wager.is_finer:
        return "the run is finer than a fresh shoe's edge"
    return "too rare to be scored" if wager.rough else "nothing to compare"


def _shares(axes: Axes, wagers: Sequence[EdgeFound]) -> None:
    """Draw the edges and their 95 % intervals."""
    halves = [_half(each) or 0.0 for each in wagers]
    shares = [each.house_edge for each in wagers]
    axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
    axes.errorbar(shares, range(len(wagers)), xerr=halves, fmt="o", color=BLUE, elinewidth=1.2)
    ends = [0.0, *(end for one, half in zip(shares, halves, strict=True) for end in (one - half, one + half))]
    room = 0.06 * (max(ends) - min(ends)) or 0.01
    axes.set_xlim(min(ends) - room, max(ends) + room)
    percent_ticks(axes.xaxis, *axes.get_xlim())
    axes.set_xlabel("edge")


def _figures(axes: Axes, wagers: Sequence[EdgeFound], *, scored: bool) -> None:
    """Write the figures in columns beside the picture."""
    right = 0.0
    for heading, write in _COLUMNS if scored else _COLUMNS[:1]:
        texts = [heading, *(write(each) for each in wagers)]
        right += _GAP + _LETTER * max(map(len, texts))
        for at, text in enumerate(texts):
            _column(axes, text, at - 1 if at else -0.8, right, INK if at else GREY)


def _simulated(wager: EdgeFound) -> str:
    return with_interval(wager.house_edge, wager.standard_error)


def _exact(wager: EdgeFound) -> str:
    return "–" if wager.exact is None else written(wager.exact, _half(wager))


def _score(wager: EdgeFound) -> str:
    return "–" if wager.z_score is None else numbers.signed(wager.z_score)


_COLUMNS: Final = (("simulated, ± 95 %", _simulated), ("exact", _exact), ("z", _score))


def _column(axes: Axes, text: str, at: float, right: float, colour: str = INK) -> None:
    axes.annotate(
        text,
        (1, at),
        (right, 0),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="right",
        va="center",
        color=colour,
        fontsize=7,
        annotation_clip=False,
    )


# by depth of the shoe


def wagers_of(depths: Sequence[DepthFound]) -> list[str]:
    """List the wagers that something is known of at some depth."""
    return [*dict.fromkeys(wager for depth in depths for wager in depth.wagers)]


def grid_of(depths: Sequence[DepthFound]) -> tuple[int, int]:
    """Tell how many rows and columns of small pictures the depths take."""
    number = len(wagers_of(depths))
    columns = 2 if number in {2, 4} else min(3, number)
    return ceil(number / columns), columns


def edges_by_depth(place: FigureBase, depths: Sequence[DepthFound]) -> None:
    """Draw each wager's edge over the share of the shoe that was gone, and the exact one of a fresh shoe."""
    wagers, (rows, columns) = wagers_of(depths), grid_of(depths)
    places = place.subplots(rows, columns, squeeze=False, sharex=True)
    for at, axes in enumerate(places.flat):
        if at >= len(wagers):
            axes.set_axis_off()
            continue
        found = [(depth, depth.wagers[wagers[at]]) for depth in depths if wagers[at] in depth.wagers]
        _edge_by_depth(axes, wagers[at], found)
        last = at + columns >= len(wagers)
        axes.tick_params(labelbottom=last)
        if last:
            axes.set_xlabel("share of the shoe that was gone")
        if at % columns == 0:
            axes.set_ylabel("edge")


def _edge_by_depth(axes: Axes, wager: str, found: Sequence[tuple[DepthFound, EdgeFound]]) -> None:
    middles = [(depth.first + depth.last) / 2 for depth, _ in found]
    shares = [each.house_edge for _, each in found]
    halves = [_half(each) or 0.0 for _, each in found]
    usual = median(halves)
    for sure, colour in ((True, BLUE), (False, SHADES[-1])):
        points = zip(middles, shares, halves, strict=True)
        if group := [each for each in points if (each[-1] <= _UNSURE * usual) is sure]:
            x, y, reach = map(list, zip(*group, strict=True))
            axes.errorbar(x, y, reach, fmt="o", color=colour, elinewidth=0.8, markersize=2.6, zorder=3)
    exact = [(each.exact, depth) for depth, each in found if each.exact is not None]
    for share, depth in exact:
        axes.plot([depth.first, depth.last], [share, share], color=ORANGE, linewidth=1.1, zorder=2)
    axes.set_title(WAGERS[wager], loc="left", pad=4)
    low, high = _range(shares, halves, [share for share, _ in exact])
    if len({share for share, _ in exact}) == 1:
        said = written(exact[0][0], (high - low) / 50)
        axes.set_title(said, loc="right", pad=4, color=ORANGE, fontsize=7)
    axes.set_ylim(low, high)
    for middle, share in zip(middles, shares, strict=True):
        if not low <= share <= high:
            _beyond(axes, middle, high if share > high else low, above=share > high)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
    axes.xaxis.set_major_formatter(in_percent())
    percent_ticks(axes.yaxis, low, high, 4)


def _range(shares: Sequence[float], halves: Sequence[float], exact: Sequence[float]) -> tuple[float, float]:
    """Find what to show, so that few rounds at the end of the shoe do not make all others flat."""
    usual = median(halves)
    sure = [(one, half) for one, half in zip(shares, halves, strict=True) if half <= _UNSURE * usual]
    ends = [*exact, *(end for one, half in sure for end in (one - half, one + half))]
    room = 0.1 * (max(ends) - min(ends)) or 0.001
    return min(ends) - room, max(ends) + room


def _beyond(axes: Axes, x: float, y: float, *, above: bool) -> None:
    """Mark an edge that lies outside of what is shown."""
    mark = "^" if above else "v"
    axes.plot([x], [y], mark, color=BLUE, markerfacecolor="white", markersize=4, clip_on=False, zorder=4)
