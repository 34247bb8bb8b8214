"""The look of all pictures: fonts, color-blind safe colors, reproducible files."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure, FigureBase
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import Bbox, BboxBase

from casinowar.reports.numbers import decimal, short, signed

INK: Final = "#1a1a1a"
GRAY: Final = "#6b6b6b"
PALE: Final = "#e4e4e4"
# Okabe and Ito's colors, the ones that also differ in gray.
BLUE: Final = "#0072B2"
ORANGE: Final = "#D55E00"
GREEN: Final = "#009E73"
PURPLE: Final = "#AA4499"  # darker than theirs, to be read on white
COLORS: Final = (BLUE, ORANGE, GREEN, PURPLE)
SHADES: Final = ("#dbe9f4", "#b3d1e8", "#7fb2d8")
"""Blues for nested bands, outermost first."""
STYLES: Final = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)), (0, (9, 3)))
"""More styles than colors, so that no two curves share both."""
MARKS: Final = ("o", "s", "D", "^")

_LOOK: Final = Path(__file__).with_name("look.mplstyle")
# None omits an entry, so that files depend on the input only.
_METADATA: Final[dict[str, dict[str, str | None]]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
EndNote = tuple[str, tuple[float, float], str]
"""A label, the end of its line, and its color."""
_PLACES: Final = 6
"""Decimals of a position, as a share of the page."""
_MOST_DECIMALS: Final = 8
_LINE: Final = 0.075
"""Minimum height of a line of text, as a share of the axes' height."""


@contextmanager
def look() -> Iterator[None]:
    """Apply our style, whatever the machine's own settings are."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(mpl.rc_params_from_file(_LOOK, use_default_template=False))
        yield


def drawn(
    draw: Callable[[Figure], None],
    inches: tuple[float, float],
    form: str,
    *,
    dpi: int = 200,
    pad: float = 0.02,
    about: tuple[str, str] | None = None,
) -> bytes:
    """Draw a figure and return the bytes of its file.

    What the figure is about, a title and its contents in words, is written into the file for those who cannot
    see it.
    """
    names = ("Title", "Subject" if form == "pdf" else "Description")
    metadata = dict(zip(names, about, strict=True)) if about else {}
    with look():
        file = BytesIO()
        figure(draw, inches, dpi).savefig(
            file,
            format=form,
            dpi=dpi,
            metadata=_METADATA[form] | metadata,
            bbox_inches="tight",
            pad_inches=pad,
        )
    return file.getvalue()


def figure(draw: Callable[[Figure], None], inches: tuple[float, float], dpi: int = 200) -> Figure:
    """Draw a figure of about this size, with the layout settled."""
    made = Figure(figsize=inches, dpi=dpi, layout="constrained")
    FigureCanvasAgg(made)
    draw(made)
    settle(made)
    return made


def settle(figure: Figure) -> None:
    """Lay out once, and round the positions.

    What finds them adds numbers in whatever order they lie in memory, so that last digits differ each time.
    """
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        axes.set_position(_rounded(axes.get_position(original=True)))
    _settle_parts(figure)


def _settle_parts(place: FigureBase) -> None:
    for text in place.texts:
        x, y = text.get_position()
        text.set_position((round(x, _PLACES), round(y, _PLACES)))
    for part in place.subfigs:
        part.bbox_relative.set(_rounded(part.bbox_relative))
        _settle_parts(part)


def _rounded(place: BboxBase) -> Bbox:
    return Bbox(place.get_points().round(_PLACES))


def in_percent(digits: int = 0) -> FuncFormatter:
    return FuncFormatter(lambda value, _: f"{decimal(100 * value, digits)}%")


def percent_ticks(axis: Axis, low: float, high: float, number: int = 6) -> None:
    """Place ticks in percent with enough decimals to tell them apart."""
    locator = MaxNLocator(nbins=number)
    ticks = [100 * float(tick) for tick in locator.tick_values(low, high)]
    digits = next((each for each in range(_MOST_DECIMALS) if _told_by(ticks, each)), _MOST_DECIMALS)
    axis.set_major_locator(locator)
    axis.set_major_formatter(in_percent(digits))


def _told_by(ticks: list[float], digits: int) -> bool:
    """Check that rounding does not move the ticks."""
    step = min((abs(one - other) for one, other in pairwise(ticks)), default=1.0)
    return all(abs(round(tick, digits) - tick) < step / 100 for tick in ticks)


def in_dollars() -> FuncFormatter:
    return FuncFormatter(lambda value, _: f"{'−' if value < 0 else ''}${short(abs(value))}")


def in_numbers() -> FuncFormatter:
    return FuncFormatter(lambda value, _: short(value))


def in_units() -> FuncFormatter:
    return FuncFormatter(lambda value, _: signed(value, 0) if value else "0")


def curve(
    axes: Axes,
    at: int,
    name: str,
    points: Iterable[tuple[float, float]],
    **more: Any,  # noqa: ANN401 - Matplotlib's own
) -> EndNote:
    """Draw one of several curves in its color and style, and return its end label."""
    drawn, color = [*points], COLORS[at % len(COLORS)]
    axes.plot(*zip(*drawn, strict=True), color=color, linestyle=STYLES[at % len(STYLES)], **more)
    return name, drawn[-1], color


def note(
    axes: Axes,
    text: str,
    at: tuple[float, float],
    shift: tuple[float, float] = (4, 0),
    *,
    color: str = INK,
    ha: str = "left",
    va: str = "center",
    **more: Any,  # noqa: ANN401 - Matplotlib's own
) -> None:
    axes.annotate(
        text,
        at,
        xytext=shift,
        textcoords="offset points",
        color=color,
        ha=ha,
        va=va,
        fontsize=7,
        annotation_clip=False,
        linespacing=1.25,
        # Two dollar signs are two amounts, not a formula.
        parse_math=False,
        **more,
    )


def notes_at_the_ends(axes: Axes, notes: list[EndNote]) -> None:
    """Label lines at their right ends, and move overlapping labels apart."""
    low, high = axes.get_ylim()
    reached = -1.0
    for text, (x, y), color in sorted(notes, key=lambda each: each[1][1]):
        height = max((y - low) / (high - low), reached + _LINE)
        reached = height
        note(axes, text, (x, low + height * (high - low)), (7, 0), color=color)
