"""The picture of the readings: how far each choice moves an edge away from the default."""

from collections.abc import Sequence
from typing import Final

from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator
from msgspec import Struct

from casinowar.cli.odds.canvas import BLUE, GREY, INK, ORANGE, in_percent, note
from casinowar.odds.figures import Figure
from casinowar.odds.readings import Change, ReadingEffect

SMALLEST: Final = 0.00005
"""What an edge has to change by to be seen."""

# Of several figures of one wager that a choice changes, the first one stands for all.
_WAGERS: Final[dict[str, dict[Figure, str]]] = {
    "initial wager": {
        Figure.INITIAL_WAR: "going to war",
        Figure.INITIAL_BEST: "best play",
        Figure.INITIAL_SURRENDER: "surrendering",
        Figure.ODD_SURRENDER: "surrendering an odd wager",
        Figure.FEWEST_DECKS: "fewest decks allowed",
        Figure.MOST_DECKS: "most decks allowed",
        Figure.LONG_RUN_INITIAL: "down to the cover card",
    },
    "tie wagers": {
        Figure.TIE: "tie",
        Figure.WAR_TIE: "tie on the war",
        Figure.LONG_RUN_TIE: "down to the cover card",
    },
    "progressive wager": {
        Figure.PROGRESSIVE_WAR: "going to war",
        Figure.PROGRESSIVE_SURRENDER: "surrendering",
    },
    "bonus spin wager": {
        Figure.SPIN_FULL: "all seats",
        Figure.SPIN_ALONE: "one seat",
    },
}


class Bar(Struct, frozen=True):
    """A choice, the figure that it changes, and from where to where."""

    choice: str
    default: float
    value: float


def bars(effects: Sequence[ReadingEffect]) -> dict[str, list[Bar]]:
    """List the choices that change an edge so far that it can be seen, wager by wager."""
    found: dict[str, list[Bar]] = {}
    for effect in effects:
        changes = {each.figure: each for each in effect.changes if _seen(each)}
        for wager, figures in _WAGERS.items():
            for figure, played in figures.items():
                if change := changes.get(figure):
                    choice = f"{effect.reading}: {effect.choice}".replace("_", " ")
                    label = f"{effect.cites}  {choice}, {played}"
                    found.setdefault(wager, []).append(
                        Bar(label, float(change.default or 0), float(change.value or 0))
                    )
                    break
    return {wager: found[wager] for wager in _WAGERS if wager in found}


def _seen(change: Change) -> bool:
    return change.difference is not None and abs(change.difference) >= SMALLEST


def edge_by_reading(place: FigureBase, effects: Sequence[ReadingEffect]) -> None:
    """Draw a bar from the default's edge to each choice's, on a scale of its own for every wager."""
    found = bars(effects)
    heights = [len(rows) + 1 for rows in found.values()]
    places = place.subplots(len(found), 1, squeeze=False, height_ratios=heights)[:, 0]
    for axes, (wager, rows) in zip(places, found.items(), strict=True):
        for at, bar in enumerate(rows):
            colour = ORANGE if bar.value > bar.default else BLUE
            axes.barh(at, bar.value - bar.default, left=bar.default, height=0.5, color=colour)
            axes.plot([bar.default] * 2, [at - 0.38, at + 0.38], color=INK, linewidth=1.2)
            right = max(bar.value, bar.default)
            change = f"{100 * bar.default:.2f} → {100 * bar.value:.2f} %".replace("-", "−")
            note(axes, change, (right, at), (5, 0), colour=GREY)
        axes.set_yticks(range(len(rows)), [bar.choice for bar in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_title(wager, loc="left", fontsize=7.5, color=GREY, fontstyle="italic")
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False, axis="y")
        axes.grid(visible=True, axis="x")
        axes.spines["left"].set_visible(False)
        ends = [end for bar in rows for end in (bar.value, bar.default)]
        room = 0.05 * (max(ends) - min(ends))
        axes.set_xlim(min(ends) - room, max(ends) + room)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
        axes.xaxis.set_major_formatter(in_percent(1 if max(ends) - min(ends) < 0.1 else 0))  # noqa: PLR2004 - a matter of looks
    places[-1].set_xlabel("house edge")
