"""The pictures of a PAR sheet in one file."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from casinowar.extras import sheets_extra
from casinowar.game.book.house import House
from casinowar.odds.readings import ReadingEffect
from casinowar.odds.sheet import ParSheet
from casinowar.reports.pictures.files import format_of
from casinowar.version import made_with


def write(
    sheet: ParSheet,
    effects: Sequence[ReadingEffect],
    path: str | Path,
    progress: Callable[[str], None] | None = None,
) -> None:
    """Draw every picture that the sheet has something for on one page; the file's name says in which format.

    A few pictures take a second or more: `progress` is told the title of each before it is drawn.
    """
    form = format_of(path)
    with sheets_extra():
        from casinowar.reports.pictures import canvas  # noqa: PLC0415 - needs the extra
        from casinowar.reports.pictures.page import Page  # noqa: PLC0415 - the same
        from casinowar.reports.sheet import gallery  # noqa: PLC0415 - the same
    page = Page(
        heading=sheet.rules.book.title,
        below=_below(sheet),
        pictures=tuple(gallery.gallery(sheet, effects)),
    )
    Path(path).write_bytes(canvas.drawn(partial(page.draw, progress=progress), page.inches, form, pad=0.2))


def _below(sheet: ParSheet) -> str:
    """Say what the pictures were drawn for."""
    allowed = "" if sheet.decks_allowed else ", which the rulebook does not allow"
    house = "none" if sheet.rules.house == House() else sheet.rules.house.name
    seen = f" · {len(sheet.seen)} cards seen" if sheet.seen else ""
    decks = "1 deck" if sheet.decks == 1 else f"{sheet.decks} decks"
    return f"{decks}{allowed} · house: {house}{seen} · {made_with()}"
