"""A real browser at a real house: the page as people use it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import (
    Browser,
    BrowserType,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    sync_playwright,
)

from tests.page.browsers import launched
from tests.web.served_house import ServedHouse

_LAPTOP: ViewportSize = {"width": 1440, "height": 900}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    """Serve a house that has guests, with a table of each rulebook that tests go to."""
    tables = [word for name in ("maryland", "wisconsin") for word in ("--table", name)]
    folder = tmp_path_factory.mktemp("page")
    (folder / "house.toml").write_text("guests_per_hour = 100000\n")
    own = ["--guests", "1000", "--config", str(folder / "house.toml")]
    running = ServedHouse(folder, arguments=[*tables, *own])
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[BrowserType]:
    """Have Playwright for the tests of a module: while it runs, no other loop can."""
    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="module")
def window(chromium: BrowserType) -> Iterator[Page]:
    """Start the system's Chromium, or the one that `make` has unpacked, which ends with its first window."""
    started = launched(chromium)
    yield started.new_context(viewport=_LAPTOP, reduced_motion="reduce").new_page()
    started.close()


@pytest.fixture
def another_browser(chromium: BrowserType) -> Iterator[Browser]:
    """Start a second one beside the first, since each has one window."""
    started = launched(chromium)
    yield started
    started.close()


@pytest.fixture
def page(window: Page, house: ServedHouse) -> Iterator[Page]:
    """Open the first page as a newcomer does; nothing may go wrong in it unseen."""
    wrong: list[str] = []

    def note(error: Error) -> None:
        wrong.append(error.message)

    def note_warning(message: ConsoleMessage) -> None:
        if "svelte.dev/e/" in message.text:
            wrong.append(message.text)

    window.on("pageerror", note)
    window.on("console", note_warning)
    window.goto(house.address)
    yield window
    window.remove_listener("pageerror", note)
    window.remove_listener("console", note_warning)
    window.unroute_all()
    window.evaluate("localStorage.clear(); sessionStorage.clear()")
    window.context.clear_cookies()
    window.goto("about:blank")
    window.set_viewport_size(_LAPTOP)
    assert wrong == []
