"""The pictures of a run in one file."""

import errno
import os
from pathlib import Path

from casinowar.extras import sheets_extra
from casinowar.game.refusal import InputError
from casinowar.reports.pictures.files import format_of
from casinowar.reports.run.run import Run
from casinowar.version import made_with


def check(path: str | Path) -> None:
    """Refuse what could not be written, before a long run and not after it."""
    format_of(path)
    if Path(path).is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    folder = Path(path).parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        number = errno.EACCES if folder.is_dir() else errno.ENOENT
        raise OSError(number, os.strerror(number), str(path))
    with sheets_extra():
        import matplotlib as mpl  # noqa: F401, PLC0415 - is asked only whether it is there


def write(run: Run, path: str | Path) -> None:
    """Draw every picture that the run has something for on one page; the file's name says the format."""
    check(path)
    with sheets_extra():
        from casinowar.reports.pictures import canvas  # noqa: PLC0415 - needs the extra
        from casinowar.reports.pictures.page import Page  # noqa: PLC0415 - the same
        from casinowar.reports.run.gallery import gallery  # noqa: PLC0415 - the same
    page = Page(heading=run.request.title, below=f"{run.about} · {made_with()}", pictures=tuple(gallery(run)))
    if not page.pictures:
        raise InputError(f"{path}: there is nothing to draw, because nothing was wagered.")
    contents = [page.below, *(f"{each.title}. {each.says}".strip() for each in page.pictures)]
    drawn = canvas.drawn(
        page.draw, page.inches, format_of(path), pad=0.2, about=(page.heading, "\n".join(contents))
    )
    Path(path).write_bytes(drawn)
