"""A document typeset by Typst from a template of ours and the values that it shows."""

from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import typst


def typeset(template: str, values: dict[str, Any]) -> bytes:
    """Give the bytes of a PDF; the same values make the same bytes."""
    with TemporaryDirectory(prefix="casinowar-") as made:
        room = Path(made)
        (room / "values.json").write_bytes(msgspec.json.encode(values, enc_hook=str))
        page = room / template
        page.write_bytes(files("casinowar.reports").joinpath(template).read_bytes())
        return bytes(typst.compile(str(page), root=str(room), ignore_system_fonts=True))
