"""Files that reports can be written to."""

from pathlib import Path
from typing import Final

from casinowar.files.writing import check_place
from casinowar.game.refusal import InputError

FORMATS: Final = ("png", "svg", "pdf")


def format_of(path: str | Path) -> str:
    """Read the format from the end of a file's name."""
    form = Path(path).suffix.lower().removeprefix(".")
    if form not in FORMATS:
        wanted = ", ".join(f".{each}" for each in FORMATS)
        raise InputError(f"{path}: pictures can be written to files that end in {wanted}.")
    return form


def check_picture(path: str | Path) -> None:
    """Refuse a place that pictures cannot be written to, before the work and not after it."""
    check_place(path)
    format_of(path)


def check_pdf(path: str | Path) -> None:
    """Refuse a place that a sheet cannot be written to, or a name that does not say what will be in it."""
    check_place(path)
    if Path(path).suffix.lower() != ".pdf":
        raise InputError(f"{path}: the sheet can be typeset to a file that ends in .pdf.")
