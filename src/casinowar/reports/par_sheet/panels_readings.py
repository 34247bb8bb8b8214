"""The picture of the readings: how far each choice moves an edge away from the default."""

from collections.abc import Sequence
from typing import Final

from matplotlib.figure import FigureBase
from msgspec import Struct

from casinowar.odds.figures import DeckCount
from casinowar.odds.reading_effects import Change, ReadingEffect
from casinowar.reports.figures import counted, size
from casinowar.reports.numbers import decimal
from casinowar.reports.par_sheet.wording import WORDS
from casinowar.reports.pictures.canvas import BLUE, GREY, INK, ORANGE, note, percent_ticks

SMALLEST: Final = 0.00005
"""What an edge has to change by to be seen."""

FAR: Final = 0.0005
"""From where on bars are so long that two decimals tell their ticks apart."""


class ReadingBar(Struct, frozen=True):
    """A choice, the figure that it changes, and from where to where."""

    choice: str
    default: float
    value: float
    assumed: str = ""
    """The decks that were taken for want of a limit in the text."""


def bars(effects: Sequence[ReadingEffect]) -> dict[str, list[ReadingBar]]:
    """List the choices that change an edge so far that it can be seen, wager by wager."""
    found: dict[str, list[ReadingBar]] = {}
    for effect in effects:
        changes = {each.figure: each for each in effect.changes if _seen(each)}
        for wager, figures in WORDS.bars.items():
            for figure, played in figures.items():
                if change := changes.get(figure):
                    choice = f"{effect.reading}: {effect.choice}".replace("_", " ")
                    label = f"{effect.cites}  {choice}, {played}{_counted_with(change)}"
                    ends = float(change.default or 0), float(change.value or 0)
                    found.setdefault(wager, []).append(ReadingBar(label, *ends, _assumed(change)))
                    break
    return {wager: found[wager] for wager in WORDS.bars if wager in found}


def _seen(change: Change) -> bool:
    return change.difference is not None and abs(change.difference) >= SMALLEST


def _counted_with(change: Change) -> str:
    """Say the wager or the decks of figures that are not counted with the table's own."""
    known = [each for each in (change.default_with, change.value_with) if each]
    sizes = dict.fromkeys(size(each) if isinstance(each, DeckCount) else counted(each) for each in known)
    return f", {' → '.join(sizes)}" if sizes else ""


def edge_by_reading(place: FigureBase, rows: Sequence[ReadingBar], longest: str) -> None:
    """Draw a bar from the default's edge to each choice's; labels take the room of the longest."""
    axes = place.subplots()
    for at, bar in enumerate(rows):
        colour = ORANGE if bar.value > bar.default else BLUE
        axes.barh(at, bar.value - bar.default, left=bar.default, height=0.5, color=colour)
        axes.plot([bar.default] * 2, [at - 0.38, at + 0.38], color=INK, linewidth=1.2)
        note(axes, _change(bar), (max(bar.value, bar.default), at), (5, 0), colour=GREY)
    axes.set_yticks(range(len(rows)), [bar.choice for bar in rows])
    # A label in white below all others, so that pictures one below the other begin at the same place.
    note(axes, longest, (0, 0.5), (-3.5, 0), colour="white", ha="right", xycoords="axes fraction", zorder=-1)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.spines["left"].set_visible(False)
    ends = [end for bar in rows for end in (bar.value, bar.default)]
    room = 0.05 * (max(ends) - min(ends))
    low, high = min(ends) - room, max(ends) + room
    axes.set_xlim(low, high)
    # Ticks of many decimals are long: they get twice the room.
    percent_ticks(axes.xaxis, low, high, 4 if max(ends) - min(ends) > FAR else 2)


def _assumed(change: Change) -> str:
    taken = (change.default_with, change.value_with)
    return next((size(each) for each in taken if isinstance(each, DeckCount) and each.assumed), "")


def _change(bar: ReadingBar) -> str:
    """Write from where to where, with decimals enough to tell the two apart."""
    digits = 2
    while decimal(100 * bar.default, digits) == decimal(100 * bar.value, digits):
        digits += 1
    return f"{decimal(100 * bar.default, digits)} → {decimal(100 * bar.value, digits)}%"
