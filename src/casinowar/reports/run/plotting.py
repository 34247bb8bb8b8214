"""Plotting helpers for pictures of a run: rows of marks or bars, notes, figures in percent."""

from collections.abc import Iterable, Sequence
from math import floor, log10
from typing import Final, Literal

from matplotlib.axes import Axes
from msgspec import Struct

from casinowar.reports import numbers
from casinowar.reports.pictures.canvas import BLUE, GRAY, note
from casinowar.reports.run.results import EdgeFound, NetShare

WITHIN: Final = 1.96
"""Standard errors to either side of a 95% interval."""
_MOST_DIGITS: Final = 8
_ROOM: Final = 0.08
"""Margin at either end of an axis, as a share of the data's range."""


def half(found: EdgeFound | NetShare) -> float:
    """Give half the width of the 95% interval."""
    return WITHIN * (found.standard_error or 0.0)


def written(share: float, half: float) -> str:
    """Write a share in percent with as many decimals as its 95% interval justifies.

    >>> written(0.0233012, 0.0000312), written(-0.5, 0)
    ('2.3301%', '−50.00%')
    """
    digits = min(_MOST_DIGITS, max(1, 1 - floor(log10(100 * half)))) if half else 2
    return numbers.percent(share, digits)


def roughly(share: float) -> str:
    """Write a share in percent with at least two significant digits.

    >>> roughly(0.4581), roughly(0.00071)
    ('45.8%', '0.071%')
    """
    return written(share, share)


def with_interval(share: float, error: float | None) -> str:
    """Write a share with half its 95% interval, in percent.

    >>> with_interval(0.0233012, 0.000016), with_interval(0.5, None)
    ('2.3301 ± 0.0031%', '50.00%')
    """
    if not error:
        return written(share, 0)
    reach = WITHIN * error
    return f"{written(share, reach).removesuffix('%')} ± {written(reach, reach)}"


def around(values: Iterable[float], otherwise: float) -> tuple[float, float]:
    """Give the ends of an axis with room for all values; `otherwise` is the margin if all are equal."""
    found = [*values]
    room = _ROOM * (max(found) - min(found)) or otherwise
    return min(found) - room, max(found) + room


def aside(axes: Axes, text: str, color: str = GRAY, *, loc: Literal["left", "right"] = "right") -> None:
    # Two dollar signs in one text are two amounts, not a formula.
    axes.set_title(text, loc=loc, pad=4, color=color, fontsize=7, parse_math=False)


class DrawnRow(Struct, frozen=True, kw_only=True):
    name: str
    figure: float | None
    line: tuple[float, float] = (0.0, 0.0)
    """The ends of a line through the mark: its interval, or the distance from the exact figure."""
    color: str = BLUE
    says: str = ""


def rows(axes: Axes, found: Sequence[DrawnRow], *, bars: bool = False) -> None:
    """Draw a mark with a line, or a bar, for each row, from the top, with its name at the left."""
    for at, row in enumerate(found):
        figure = row.figure or 0.0
        if bars:
            axes.barh(at, figure, height=0.62, color=row.color)
        elif row.figure is not None:
            axes.plot(row.line, [at, at], color=row.color, linewidth=1.4, solid_capstyle="butt", zorder=2)
            axes.plot([figure], [at], "o", color=row.color, markersize=4.6, zorder=3)
        note(axes, row.says, (figure if bars else max(row.line), at), (6, 0), color=GRAY)
    axes.set_yticks(range(len(found)), [row.name for row in found])
    axes.set_ylim(max(1, len(found)) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False)
    axes.grid(visible=True, axis="x")
    axes.spines["left"].set_visible(False)
