"""The PAR sheet, typeset as a PDF."""

from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from casinowar.extras import sheets_extra
from casinowar.game.refusal import InputError
from casinowar.odds.readings import ReadingEffect
from casinowar.odds.sheet import ParSheet
from casinowar.reports.sheet.contents import contents

_TEMPLATE: Final = "par_sheet.typ"
_SAID: Final = ("name", "title", "says", "wide")
_NARROW, _WIDE = (3.9, 1.85), 6.5
"""How large pictures are that stand beside words, and how wide the others, in inches."""


def check(path: str | Path) -> None:
    """Refuse a file's name that does not say what will be in it."""
    if Path(path).suffix.lower() != ".pdf":
        raise InputError(f"{path}: the sheet can be typeset to a file that ends in .pdf.")


def write(
    sheet: ParSheet,
    effects: Sequence[ReadingEffect],
    path: str | Path,
    rulebook_text: str,
    house_text: str | None = None,
    *,
    progress: Callable[[str], None] | None = None,
) -> None:
    """Typeset the sheet with its pictures; the same input makes the same bytes.

    A few pictures take a second or more: `progress` is told the title of each before it is drawn.
    """
    with sheets_extra():
        import typst  # noqa: PLC0415 - needs the extra

        from casinowar.reports.pictures import canvas  # noqa: PLC0415 - the same
        from casinowar.reports.sheet import gallery  # noqa: PLC0415 - the same

    check(path)
    said = []
    with TemporaryDirectory(prefix="casinowar-") as made:
        room = Path(made)
        for number, picture in enumerate(gallery.gallery(sheet, effects), 1):
            if progress:
                progress(picture.title)
            inches = (_WIDE, picture.height) if picture.wide else _NARROW
            file = f"{picture.name}_{number}.svg"
            (room / file).write_bytes(canvas.drawn(picture.draw, inches, "svg"))
            said.append({"file": file, **{each: getattr(picture, each) for each in _SAID}})
        document = contents(sheet, effects, rulebook_text, house_text)
        (room / "sheet.json").write_bytes(msgspec.json.encode({"contents": document, "pictures": said}))
        template = room / _TEMPLATE
        template.write_bytes(files("casinowar.reports.sheet").joinpath(_TEMPLATE).read_bytes())
        typeset = typst.compile(str(template), root=str(room), ignore_system_fonts=True)
    Path(path).write_bytes(typeset)
