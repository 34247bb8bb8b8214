"""The PAR sheet, typeset as a PDF."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from casinowar.files.writing import write as write_file
from casinowar.reports.blocks import Report
from casinowar.reports.pictures import canvas
from casinowar.reports.pictures.page import Picture
from casinowar.reports.typesetting import typeset

_TEMPLATE: Final = "par_sheet/par_sheet.typ"
_SAID: Final = ("name", "title", "says", "wide")
_NARROW, _WIDE = (3.9, 1.85), 6.5
"""Size of pictures beside text, and width of the others, in inches."""


def write(
    report: Report,
    pictures: Iterable[Picture],
    path: str | Path,
    progress: Callable[[str], None] | None = None,
    paper: str = "us-letter",
) -> None:
    """Typeset a report with its pictures; the same input makes the same bytes.

    A few pictures take a second or more: `progress` is told the title of each before it is drawn.
    """
    said, drawn = [], {}
    for number, picture in enumerate(pictures, 1):
        if progress:
            progress(picture.title)
        inches = (_WIDE, picture.height) if picture.wide else _NARROW
        file = f"{picture.name}_{number}.svg"
        drawn[file] = canvas.drawn(picture.draw, inches, "svg")
        said.append({"file": file, **{each: getattr(picture, each) for each in _SAID}})
    told = {"contents": report, "pictures": said, "paper": paper}
    write_file(path, typeset(_TEMPLATE, told, drawn))
