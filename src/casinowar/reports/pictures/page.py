"""A page of pictures with their captions."""

from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from matplotlib.figure import Figure, FigureBase
from msgspec import Struct
from msgspec.structs import replace

from casinowar.files.writing import write as write_file
from casinowar.reports.pictures import canvas
from casinowar.reports.pictures.canvas import GRAY
from casinowar.reports.pictures.files import check_figure, format_of

_WIDTH: Final = 7.6
_ALONE: Final = 4.2
"""Height in inches of an enlarged picture."""

Draw = Callable[[FigureBase], None]
Progress = Callable[[str], None]


class Picture(Struct, frozen=True, kw_only=True):
    name: str
    """The name for --figure; several pictures may share it."""
    title: str
    says: str
    draw: Draw
    wide: bool = False
    """Whether it takes the whole width."""
    height: float = 2.45
    """In inches."""


class Page(Struct, frozen=True, kw_only=True):
    """A page of pictures: two to a row, wide ones in rows of their own."""

    heading: str
    below: str
    pictures: tuple[Picture, ...]

    def only(self, name: str | None) -> "Page":
        """Keep the pictures of one name, enlarged; None keeps all."""
        if name is None:
            return self
        check_figure(name, [*dict.fromkeys(each.name for each in self.pictures)], " here")
        found = (each for each in self.pictures if each.name == name)
        larger = (each if each.wide else replace(each, wide=True, height=_ALONE) for each in found)
        return replace(self, pictures=tuple(larger))

    @property
    def inches(self) -> tuple[float, float]:
        return _WIDTH, sum(self._heights) + 0.8

    @property
    def _heights(self) -> list[float]:
        return [max(each.height + _words_height(each, len(row)) for each in row) for row in self._rows]

    @property
    def _rows(self) -> list[list[Picture]]:
        """Group pictures into rows; an odd one takes the first row."""
        rows = []
        for wide, together in groupby(self.pictures, key=lambda picture: picture.wide):
            found = [*together]
            alone = len(found) if wide else len(found) % 2
            rows += [[picture] for picture in found[:alone]]
            rows += [found[at : at + 2] for at in range(alone, len(found), 2)]
        return rows

    def write(self, path: str | Path, progress: Progress | None = None) -> None:
        """Draw the page into a file whose name says the format, with its contents in words.

        A few pictures take a second or more: `progress` is told the title of each before it is drawn.
        """
        contents = [self.below, *(f"{each.title}. {each.says}".strip() for each in self.pictures)]
        drawn = canvas.drawn(
            partial(self.draw, progress=progress),
            self.inches,
            format_of(path),
            pad=0.2,
            about=(self.heading, "\n".join(contents)),
        )
        write_file(path, drawn)

    def figure(self, progress: Progress | None = None) -> Figure:
        with canvas.look():
            return canvas.figure(partial(self.draw, progress=progress), self.inches)

    def draw(self, figure: Figure, progress: Progress | None = None) -> None:
        # Two dollar signs are two amounts, not a formula.
        plain: dict[str, Any] = {"ha": "left", "parse_math": False}
        figure.suptitle(self.heading, x=0.004, fontsize=12, fontweight="bold", **plain)
        figure.supxlabel(self.below, x=0.004, fontsize=6.5, color=GRAY, **plain)
        rows = figure.subfigures(len(self._rows), 1, squeeze=False, height_ratios=self._heights)[:, 0]
        for strip, pictures in zip(rows, self._rows, strict=True):
            places = strip.subfigures(1, len(pictures), squeeze=False, wspace=0.05)[0]
            for place, picture in zip(places, pictures, strict=True):
                if progress:
                    progress(picture.title)
                place.suptitle(picture.title, x=0.01, fontsize=8.5, fontweight="bold", **plain)
                place.supxlabel(_words(picture, len(pictures)), x=0.01, fontsize=6.5, color=GRAY, **plain)
                picture.draw(place)


def _words(picture: Picture, columns: int) -> str:
    return fill(picture.says, 130 // columns)


def _words_height(picture: Picture, columns: int) -> float:
    """Height of heading and caption in inches; two lines fit anyway."""
    lines = _words(picture, columns).count("\n") + 1
    return 0.7 + 0.11 * max(0, lines - 2) if picture.says else 0.45
