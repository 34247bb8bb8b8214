"""A real browser at a real house: the page as people use it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Page, sync_playwright

from tests.web.running import Running

_UNPACKED = Path(__file__).parents[2] / "frontend" / ".browser"
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--single-process",
    "--no-zygote",
]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve a house that has guests, with a table of each rulebook that tests go to."""
    tables = [word for name in ("maryland", "wisconsin") for word in ("--table", name)]
    folder = tmp_path_factory.mktemp("page")
    (folder / "house.toml").write_text("guests_per_hour = 100000\n")
    own = ["--guests", "1000", "--config", str(folder / "house.toml")]
    running = Running(folder, arguments=[*tables, *own])
    running.start()
    yield running
    running.stop()


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Start the system's Chromium, or the one that `make` has unpacked, anew for each test.

    While it runs, no other loop can; and the unpacked one ends with its first window.
    """
    with sync_playwright() as playwright:
        started = _started(playwright.chromium)
        yield started
        started.close()


@pytest.fixture
def another_browser(browser: Browser) -> Iterator[Browser]:
    """Start a second one beside the first, since each has one window."""
    started = _started(browser.browser_type)
    yield started
    started.close()


def _started(chromium: BrowserType) -> Browser:
    system = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-browser"))), None)
    libraries = {**os.environ, "LD_LIBRARY_PATH": str(_UNPACKED / "lib")}
    return chromium.launch(
        executable_path=system or _UNPACKED / "chromium",
        args=_FLAGS,
        env=None if system else libraries,  # type: ignore[arg-type]  # what is left out is inherited
    )


@pytest.fixture
def page(browser: Browser, house: Running) -> Iterator[Page]:
    """Open the first page as a newcomer does; nothing may go wrong in it unseen."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(error.message))
    opened.goto(house.address)
    yield opened
    context.close()
    assert wrong == []
