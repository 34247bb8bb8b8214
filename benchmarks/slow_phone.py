"""The table on a slow phone: how soon it answers a click, and how many frames it shows while cards fall.

    python -m benchmarks.slow_phone http://127.0.0.1:8000 maryland

measures a table of a house with guests, in Chromium with the processor throttled to a quarter and a 3G line.
The answer to a click is the time from its event to the end of the frame that shows it, by the browser's event
timing; `tests/page/test_table_answers.py` checks that this frame shows the mark. Frames are counted by
requestAnimationFrame from the call of no more bets to the end of the round. Other load on the machine affects
the clock, so the page's main thread is measured, too: below 16 ms a frame it keeps up with 60 frames a
second.
"""

import json
import sys
from itertools import pairwise
from statistics import median
from typing import Any, Final

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.page.browsers import launched

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
}
_THROTTLED = 4
_3G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 95_000}
_AT_ONCE = 16.0
"""What is answered within so many milliseconds the browser does not list."""
_WATCH = """() => {
  window.frames_ = []; window.watching = true; window.clicks_ = [];
  const watch = (now) => { window.frames_.push(now); if (window.watching) requestAnimationFrame(watch); };
  requestAnimationFrame(watch);
  window.observing?.disconnect();
  window.observing = new PerformanceObserver((list) => window.clicks_.push(...list.getEntries()
    .filter((each) => each.name === 'click')
    .map((each) => each.duration)));
  window.observing.observe({ type: 'event', durationThreshold: 16, buffered: false });
}"""
_FOUND = "() => { window.watching = false; return { frames: window.frames_, clicks: window.clicks_ }; }"


def measured(page: Page, address: str, table: str, *, rounds: int = 5) -> dict[str, float]:
    """Sit down and play a few rounds."""
    page.goto(address)
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/#/table/**")
    page.goto(f"{address}/#/table/{table}")
    page.locator("button[aria-label^='Sit here']").first.click()
    wager = page.get_by_role("button", name="Wager", exact=True)
    no_cut = page.get_by_role("button", name="No cut")
    wager.or_(no_cut).first.wait_for()
    if no_cut.is_visible():
        no_cut.click()
    wager.wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": _THROTTLED})
    session.send("Network.emulateNetworkConditions", _3G)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    shown: list[float] = []
    answers: list[float] = []
    made, busy, clicking = 0, 0.0, 0.0
    surrender = page.get_by_role("button", name="Surrender")
    for _ in range(rounds):
        page.evaluate(_WATCH)
        before = _busy(session)
        wager.click()
        wager.click()
        page.get_by_role("button", name="Deal").click()
        clicking += _busy(session) - before
        page.locator(".call:not(.soon) span").wait_for(timeout=60_000)
        page.evaluate("() => { window.frames_ = []; }")
        before = _busy(session)
        surrender.or_(wager).first.wait_for(timeout=60_000)
        if surrender.is_visible():
            surrender.click()
            made += 1
        wager.wait_for(timeout=60_000)
        found = page.evaluate(_FOUND)
        busy += _busy(session) - before
        shown += [after - before for before, after in pairwise(found["frames"])]
        answers += found["clicks"]
        made += 3
    answers += [_AT_ONCE] * (made - len(answers))
    return {
        "frames": len(shown),
        "frames_a_second": round(1000 * len(shown) / sum(shown), 1),
        "median_frame_ms": round(median(shown), 1),
        "slow_frames": sum(each > 34 for each in shown),
        "longest_frame_ms": round(max(shown), 1),
        "main_thread_ms_a_frame": round(1000 * busy / len(shown), 1),
        "clicks": made,
        "median_click_ms": median(answers),
        "slowest_click_ms": max(answers),
        "main_thread_ms_a_click": round(1000 * clicking / (3 * rounds), 1),
    }


def _busy(session: CDPSession) -> float:
    """Read how many seconds of processor time the page's main thread has taken."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


def main(address: str, table: str) -> None:
    """Measure, and print the figures."""
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        print(json.dumps(measured(browser.new_context(**PHONE).new_page(), address, table), indent=2))
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Usage: python -m benchmarks.slow_phone ADDRESS TABLE, at a house that runs and has guests.")
    main(*sys.argv[1:])
