"""A camera: takes a page at each size, keeps it small, and writes the page that shows them all."""

import io
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Locator, Page

SIZES: Final = {"phone": (390, 844), "laptop": (1440, 900), "wall": (2560, 1440)}
_QUALITY: Final = 78
_WIDTHS: Final = {"phone": 170, "laptop": 580, "wall": 580}
_STILL: Final = """() => document.fonts.ready.then(() => Promise.all(
  document.getAnimations().filter(each => each.effect?.getComputedTiming().endTime < 5000)
    .map(each => each.finished.catch(() => null))))
  .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))"""
_HEAD: Final = """# Pictures

Every page at the size of a phone (390 × 844), a laptop (1440 × 900) and a wall (2560 × 1440).
`make pictures` makes them anew: it serves a house of its own, has people play, deal and watch there, and
takes what they see.
"""


class Shot(NamedTuple):
    """A picture that was taken: its name, the line under it, and at which sizes."""

    name: str
    line: str
    sizes: tuple[str, ...]


class Camera:
    """Takes pictures of one window."""

    def __init__(self, page: Page, folder: Path) -> None:
        """Say of what, and where they go."""
        self.page, self._folder = page, folder
        self._shots: list[Shot] = []

    def shoot(
        self, name: str, line: str, *sizes: str, theme: str = "dark", top: Locator | None = None
    ) -> None:
        """Take the page as it stands, once it stands still: from its top, or from that of a part."""
        self._shots.append(Shot(name, line, sizes or tuple(SIZES)))
        self.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        for size in self._shots[-1].sizes:
            width, height = SIZES[size]
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("scrollTo(0, 0)")
            if top is not None:
                top.evaluate("part => part.scrollIntoView({ block: 'start' })")
            self._be_still()
            taken = Image.open(io.BytesIO(self.page.screenshot()))
            taken.convert("RGB").save(self._folder / f"{name}-{size}.webp", quality=_QUALITY, method=6)
        self.page.evaluate("document.documentElement.dataset.theme = 'dark'")
        self.page.set_viewport_size({"width": 1440, "height": 900})

    def front(self, name: str) -> None:
        """Take the picture with which the README opens."""
        self._be_still()
        taken = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        taken.save(self._folder / f"{name}.png", optimize=True)

    def _be_still(self) -> None:
        self.page.mouse.move(0, 0)
        self.page.evaluate("document.activeElement?.blur()")
        self.page.evaluate(_STILL)

    def album(self) -> str:
        """Write the page that shows all of them."""
        parts = [_HEAD]
        for name, line, sizes in self._shots:
            shown = (
                f'<img src="../pictures/{name}-{size}.webp" width="{_WIDTHS[size]}" alt="{line} ({size})">'
                for size in sizes
            )
            parts.append(f"## {line}\n\n" + "\n".join(shown) + "\n")
        return "\n".join(parts)
