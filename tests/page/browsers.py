"""A real Chromium: the system's, or the one that `make` has unpacked."""

import os
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserType

_UNPACKED: Final = Path(__file__).parents[2] / "frontend" / ".browser"
_FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--single-process",
    "--no-zygote",
]


def launched(chromium: BrowserType) -> Browser:
    """Start one; it has one window, and ends with it."""
    system = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-browser"))), None)
    libraries = {**os.environ, "LD_LIBRARY_PATH": str(_UNPACKED / "lib")}
    return chromium.launch(
        executable_path=system or _UNPACKED / "chromium",
        args=_FLAGS,
        env=None if system else libraries,  # type: ignore[arg-type]  # what is left out is inherited
    )
