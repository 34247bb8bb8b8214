"""Files that reports can be written to."""

import os
from pathlib import Path
from typing import Final

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
    _check_folder(path)
    format_of(path)


def check_pdf(path: str | Path) -> None:
    """Refuse a place that a sheet cannot be written to, or a name that does not say what will be in it."""
    _check_folder(path)
    if Path(path).suffix.lower() != ".pdf":
        raise InputError(f"{path}: the sheet can be typeset to a file that ends in .pdf.")


def _check_folder(path: str | Path) -> None:
    folder = Path(path).parent
    if not folder.is_dir():
        raise InputError(f"{path}: there is no folder {folder}.")
    if Path(path).is_dir() or not os.access(folder, os.W_OK):
        raise InputError(f"{path}: no file can be written there.")
