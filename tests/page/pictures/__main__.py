"""Take pictures of every page, for docs/; `make pictures` runs this."""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect, sync_playwright

from tests.page.browsers import launched
from tests.page.pictures.camera import Camera
from tests.page.pictures.evening import ARGUMENTS, Evening
from tests.page.pictures.scenes import SCENES
from tests.page.tables import PATIENCE
from tests.web.served_house import ServedHouse

DOCS = Path(__file__).parents[3] / "docs"


def taken(house: ServedHouse) -> None:
    """Take all pictures of a house's evening, in one window."""
    folder = DOCS / "pictures"
    for old in folder.glob("*.webp"):
        old.unlink()
    expect.set_options(timeout=PATIENCE)
    evening = Evening(house)
    evening.begin()
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        page = browser.new_page(
            viewport={"width": 1440, "height": 900},
            reduced_motion="reduce",
            color_scheme="dark",
            locale="en-US",
        )
        page.goto(house.address)
        camera = Camera(page, folder)
        for scene in SCENES:
            scene(camera, evening)
        browser.close()
    (DOCS / "reference/pictures.md").write_text(camera.album(), encoding="utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as kept:
        served = ServedHouse(Path(kept), arguments=ARGUMENTS).start()
        try:
            taken(served)
        finally:
            served.stop()
