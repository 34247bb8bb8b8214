"""PDF typeset by Typst from a template and its values."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import typst


def typeset(template: str, values: dict[str, Any], pictures: Mapping[str, bytes] | None = None) -> bytes:
    """Return the bytes of a PDF; the same input makes the same bytes."""
    with TemporaryDirectory(prefix="casinowar-") as made:
        room = Path(made)
        (room / "values.json").write_bytes(msgspec.json.encode(values, enc_hook=str))
        for name, drawn in (pictures or {}).items():
            (room / name).write_bytes(drawn)
        page = room / Path(template).name
        page.write_bytes(files("casinowar.reports").joinpath(template).read_bytes())
        return bytes(typst.compile(str(page), root=str(room), ignore_system_fonts=True))
