"""Files that pictures can be written to."""

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
