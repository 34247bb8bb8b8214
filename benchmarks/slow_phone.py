"""The table on a slow phone: how soon it answers a click, and how many frames it shows while cards fall.

    python -m benchmarks.slow_phone http://127.0.0.1:8000 maryland

measures a table of a house that has guests, in Chromium with its processor throttled four times and a 3G
line. Frames are counted by requestAnimationFrame from the call of no more bets to the end of the round; the
main thread's own time a frame says what is left where other programs take the processors meanwhile (below 16
it keeps up with 60 a second). A click's answer is the time from its event to the end of the frame that shows
it, as the browser's own event timing has it.
"""

import json
import shutil
import sys
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

_PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
}
_THROTTLED = 4
_3G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 95_000}
_ROUNDS = 5
_WATCH = """() => {
  window.frames_ = []; window.watching = true; window.clicks_ = [];
  const watch = (now) => { window.frames_.push(now); if (window.watching) requestAnimationFrame(watch); };
  requestAnimationFrame(watch);
  new PerformanceObserver((list) => window.clicks_.push(...list.getEntries()
    .filter((each) => ['click', 'keydown', 'pointerup'].includes(each.name))
    .map((each) => [each.duration, each.processingEnd - each.processingStart])))
    .observe({ type: 'event', durationThreshold: 16, buffered: false });
}"""
_FOUND = "() => { window.watching = false; return { frames: window.frames_, clicks: window.clicks_ }; }"


def measured(page: Page, session: CDPSession, address: str, table: str) -> dict[str, float]:
    """Sit down and play a few rounds."""
    page.goto(address)
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/#/table/**")
    page.goto(f"{address}/#/table/{table}")
    page.locator("button[aria-label^='Sit here']").first.click()
    wager = page.get_by_role("button", name="Wager", exact=True)
    wager.or_(page.get_by_role("button", name="No cut")).first.wait_for()
    if page.get_by_role("button", name="No cut").is_visible():
        page.get_by_role("button", name="No cut").click()
    wager.wait_for()
    session.send("Emulation.setCPUThrottlingRate", {"rate": _THROTTLED})
    session.send("Network.emulateNetworkConditions", _3G)
    shown: list[float] = []
    clicks: list[tuple[float, float]] = []
    busy = 0.0
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    for _ in range(_ROUNDS):
        wager.wait_for()
        page.evaluate(_WATCH)
        wager.click()
        wager.click()
        page.get_by_role("button", name="Deal").click()
        page.locator(".call:not(.soon) span").wait_for(timeout=60_000)
        page.evaluate("() => { window.frames_ = []; }")
        before = _busy(session)
        while not wager.is_visible():
            war = page.get_by_role("button", name="Surrender")
            if war.is_visible():
                war.click()
            page.wait_for_timeout(200)
        found = page.evaluate(_FOUND)
        busy += _busy(session) - before
        frames = found["frames"]
        shown += [after - before for before, after in pairwise(frames)]
        clicks += found["clicks"]
    shown.sort()
    return {
        "frames": len(shown),
        "main_thread_ms_a_frame": round(1000 * busy / len(shown), 1),
        "frames_a_second": round(1000 * len(shown) / sum(shown), 1),
        "slow_frames": sum(each > 34 for each in shown),
        "longest_frame_ms": round(shown[-1], 1),
        "clicks_over_16_ms": len(clicks),
        "slowest_click_ms": max((answered for answered, _ in clicks), default=0),
        "slowest_click_main_thread_ms": round(max((own for _, own in clicks), default=0), 1),
    }


def _busy(session: CDPSession) -> float:
    """Read how many seconds of processor time the page's main thread has taken."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


def main(address: str, table: str) -> None:
    """Measure, and print the figures."""
    browser_path = next(
        filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-browser"))), None
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_context(**_PHONE).new_page()
        session = page.context.new_cdp_session(page)
        print(json.dumps(measured(page, session, address, table), indent=2))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:3])
