"""Formats and names of the files that reports write."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from casinowar.files.writing import check_place
from casinowar.game.refusal import InputError
from casinowar.parsing import quoted

FORMATS: Final = ("png", "svg", "pdf")
SHEET_FIGURES: Final = ("decks", "meter", "counter", "session", "seats", "bank", "readings")
RUN_FIGURES: Final = ("edges", "outcomes", "depths", "meters", "nets", "lengths")
"""Names of the pictures of a sheet and of a run."""
PAPERS: Final = {"letter": "us-letter", "a4": "a4"}
"""Paper sizes with their names in Typst."""


def format_of(path: str | Path) -> str:
    form = Path(path).suffix.lower().removeprefix(".")
    if form not in FORMATS:
        wanted = ", ".join(f".{each}" for each in FORMATS)
        raise InputError(f"{path}: pictures can be written to files that end in {wanted}.")
    return form


def check_picture(path: str | Path) -> None:
    """Fail early if a picture cannot be written there."""
    check_place(path)
    format_of(path)


def check_figure(name: str | None, known: Sequence[str], where: str = "") -> None:
    if name is not None and name not in known:
        raise InputError(f"There is no picture {quoted(name)}{where}; there are: {', '.join(known)}.")


def check_pdf(path: str | Path) -> None:
    """Fail early if a sheet cannot be written there."""
    check_place(path)
    if Path(path).suffix.lower() != ".pdf":
        raise InputError(f"{path}: the sheet can be typeset to a file that ends in .pdf.")


def check_paper(name: str) -> str:
    """Give what Typst calls a size of paper, in any case.

    >>> check_paper("A4"), check_paper("letter")
    ('a4', 'us-letter')
    """
    if name.lower() not in PAPERS:
        raise InputError(f"There is no paper {quoted(name)}; there are {', '.join(PAPERS)}.")
    return PAPERS[name.lower()]
