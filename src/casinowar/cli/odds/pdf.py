"""The PAR sheet, typeset as a PDF."""

from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from casinowar.cli.odds.contents import contents
from casinowar.cli.odds.extra import sheets_extra
from casinowar.odds.readings import ReadingEffect
from casinowar.odds.sheet import ParSheet

_TEMPLATE: Final = "par_sheet.typ"
_NARROW, _WIDE = 4.3, 6.5
"""How wide pictures are, in inches."""


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

        from casinowar.cli.odds import canvas, gallery  # noqa: PLC0415 - the same

    said = {}
    with TemporaryDirectory(prefix="casinowar-") as made:
        room = Path(made)
        for picture in gallery.gallery(sheet, effects):
            if progress:
                progress(picture.title)
            inches = (_WIDE if picture.wide else _NARROW, picture.height)
            (room / f"{picture.name}.svg").write_bytes(canvas.drawn(picture.draw, inches, "svg"))
            said[picture.name] = {"title": picture.title, "says": picture.says, "wide": picture.wide}
        document = contents(sheet, effects, rulebook_text, house_text)
        (room / "sheet.json").write_bytes(msgspec.json.encode({"contents": document, "pictures": said}))
        template = room / _TEMPLATE
        template.write_bytes(files("casinowar.cli.odds").joinpath(_TEMPLATE).read_bytes())
        typeset = typst.compile(str(template), root=str(room), ignore_system_fonts=True)
    Path(path).write_bytes(typeset)
