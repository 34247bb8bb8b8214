"""The look of all pictures: fonts, colours that everybody can tell apart, and files without time or place."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

INK: Final = "#1a1a1a"
GREY: Final = "#6b6b6b"
PALE: Final = "#e4e4e4"
# Okabe and Ito's colours, those of them that differ in grey too.
BLUE: Final = "#0072B2"
ORANGE: Final = "#D55E00"
GREEN: Final = "#009E73"
COLOURS: Final = (BLUE, ORANGE, GREEN)
STYLES: Final = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)))
MARKS: Final = ("o", "s", "D")

_LOOK: Final[dict[Any, Any]] = {
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "axes.labelcolor": INK,
    "axes.labelsize": 7.5,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 7.5,
    "axes.unicode_minus": True,
    "figure.constrained_layout.h_pad": 0.03,
    "figure.constrained_layout.w_pad": 0.03,
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "grid.color": PALE,
    "grid.linewidth": 0.5,
    "lines.linewidth": 1.3,
    "lines.markersize": 3.6,
    "pdf.fonttype": 42,
    "savefig.facecolor": "white",
    "svg.fonttype": "path",
    "svg.hashsalt": "casinowar",
    "text.color": INK,
    "xtick.color": GREY,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 7,
    "xtick.major.size": 2.5,
    "xtick.major.width": 0.6,
    "ytick.color": GREY,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 7,
    "ytick.major.size": 2.5,
    "ytick.major.width": 0.6,
}
# None leaves an entry out; what remains depends on the input alone.
_METADATA: Final[dict[str, dict[str, None]]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
EndNote = tuple[str, tuple[float, float], str]
"""A label, the end of the line that it is about, and its colour."""
_MOST_DECIMALS: Final = 8
_LINE: Final = 0.075
"""How high a line of text is at least, as a share of the axes' height."""


@contextmanager
def look() -> Iterator[None]:
    """Draw in our look, whatever the machine's own settings are."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_LOOK)
        yield


def drawn(
    draw: Callable[[Figure], None],
    inches: tuple[float, float],
    form: str,
    *,
    dpi: int = 200,
    pad: float = 0.02,
) -> bytes:
    """Draw a figure of about this size and give it as the bytes of a file, with so many inches around it."""
    with look():
        figure = Figure(figsize=inches, layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
        file = BytesIO()
        figure.savefig(
            file, format=form, dpi=dpi, metadata=_METADATA[form], bbox_inches="tight", pad_inches=pad
        )
    return file.getvalue()


def in_percent(digits: int = 0) -> FuncFormatter:
    """Write ticks in percent."""
    return FuncFormatter(lambda value, _: f"{100 * value:.{digits}f} %".replace("-", "−"))


def percent_ticks(axis: Axis, low: float, high: float, number: int = 6) -> None:
    """Put a few ticks between two shares, in percent, with as many decimals as tell them apart."""
    locator = MaxNLocator(nbins=number)
    ticks = [100 * float(tick) for tick in locator.tick_values(low, high)]
    digits = next((each for each in range(_MOST_DECIMALS) if _told_by(ticks, each)), _MOST_DECIMALS)
    axis.set_major_locator(locator)
    axis.set_major_formatter(in_percent(digits))


def _told_by(ticks: list[float], digits: int) -> bool:
    """Tell whether ticks rounded to so many decimals are still where they were."""
    step = min((abs(one - other) for one, other in pairwise(ticks)), default=1.0)
    return all(abs(round(tick, digits) - tick) < step / 100 for tick in ticks)


def in_dollars() -> FuncFormatter:
    """Write ticks in dollars, thousands with a k."""
    return FuncFormatter(
        lambda value, _: f"${value / 1000:,.0f}k" if value >= 1000 else f"${value:,.0f}"  # noqa: PLR2004 - a matter of looks
    )


def in_units() -> FuncFormatter:
    """Write ticks as results, with their sign."""
    return FuncFormatter(lambda value, _: f"{value:+.0f}".replace("-", "−") if value else "0")


def note(
    axes: Axes,
    text: str,
    at: tuple[float, float],
    shift: tuple[float, float] = (4, 0),
    *,
    colour: str = INK,
    ha: str = "left",
    va: str = "center",
) -> None:
    """Write a label next to what it is about."""
    axes.annotate(
        text,
        at,
        xytext=shift,
        textcoords="offset points",
        color=colour,
        ha=ha,
        va=va,
        fontsize=7,
        annotation_clip=False,
        linespacing=1.25,
    )


def notes_at_the_ends(axes: Axes, notes: list[EndNote]) -> None:
    """Label lines at their right ends, and move labels apart that would stand on one another."""
    low, high = axes.get_ylim()
    reached = -1.0
    for text, (x, y), colour in sorted(notes, key=lambda each: each[1][1]):
        height = max((y - low) / (high - low), reached + _LINE)
        reached = height
        note(axes, text, (x, low + height * (high - low)), (7, 0), colour=colour)
