"""A real browser at a real house: the page as people use it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.page.browsers import launched
from tests.web.running import Running


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
        started = launched(playwright.chromium)
        yield started
        started.close()


@pytest.fixture
def another_browser(browser: Browser) -> Iterator[Browser]:
    """Start a second one beside the first, since each has one window."""
    started = launched(browser.browser_type)
    yield started
    started.close()


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
