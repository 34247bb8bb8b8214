"""The felt on a phone: what is written can be read, and no word lies on another's."""

import re
from itertools import combinations, product

from playwright.sync_api import Page, expect

from tests.page.playing import fits
from tests.page.tables import PATIENCE, Neighbour, button, seated, set_up
from tests.web.served_house import ServedHouse

_BOXES = """() => [...document.querySelectorAll(".felt :is(.name, .pill span, .call span)")].map(each => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  const shown = each.getBoundingClientRect();  // a name that is too long is cut off
  const cut = getComputedStyle(each).overflow === "hidden";
  return { says: each.textContent, top, bottom,
    left: cut ? Math.max(left, shown.left) : left, right: cut ? Math.min(right, shown.right) : right };
})"""
_DRAWN = """() => new Promise(drawn =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 50))))"""
_LINES = """() => [...document.querySelectorAll(".felt svg text")].slice(1).map(each => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return { says: each.textContent, left, right, top, bottom };
})"""
_WRITTEN = """() => [...document.querySelectorAll(".felt svg text")].map(each =>
  parseFloat(getComputedStyle(each).fontSize) * each.ownerSVGElement.getScreenCTM().a)"""
_CUT_OFF = """() => [...document.querySelectorAll(".felt .name")].filter(each =>
  each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map(each => each.textContent)"""
_READABLE = 10.9


def turn(page: Page, width: int, height: int) -> None:
    """Have a screen of this size, and everything drawn for it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_DRAWN)


def apart(page: Page) -> None:
    """See that nothing said on the felt covers anything else said there."""
    for one, other in combinations(page.evaluate(_BOXES), 2):
        beside = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
        above = one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1
        assert beside or above, (one, other)


def clear(page: Page) -> None:
    """See that nothing said of a hand lies on the inscription, whose lines are bent a little."""
    bent = 3
    for one, line in product(page.evaluate(_BOXES), page.evaluate(_LINES)):
        beside = one["right"] <= line["left"] or line["right"] <= one["left"]
        assert beside or one["top"] >= line["bottom"] - bent or one["bottom"] <= line["top"], (one, line)


def test_names_results_and_the_inscription_are_read_on_a_phone(page: Page, house: ServedHouse):
    table = set_up(house, "maryland", ranks=("king",), betting_seconds=12)
    seated(page, house, table, 4)
    others = [Neighbour(house, table, seat) for seat in (1, 2, 3, 5)]
    expect(page.locator(".felt .name")).to_have_count(6)  # and the dealer's
    sizes = ((320, 700), (390, 844))
    for width, height in sizes:
        turn(page, width, height)
        assert min(page.evaluate(_WRITTEN)) >= _READABLE
        apart(page)
    for seat, each in zip((1, 2, 3, 5), others, strict=True):
        each.ask(command="PlaceWager", seat=seat, wager="initial", amount=25_00)
        each.ask(command="PlaceWager", seat=seat, wager="tie", amount=5_00)
    page.keyboard.press("b")
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    for each in others[:3]:
        each.answer("Surrender")
    expect(button(page, "Go to war")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".pill.tie.asked")).to_contain_text("so far")  # no result yet
    for width, height in sizes:
        turn(page, width, height)
        apart(page)
        clear(page)
    page.keyboard.press("o")
    expect(page.get_by_text("unseen cards")).to_be_visible()
    turn(page, 320, 700)
    apart(page)
    clear(page)
    assert page.evaluate(_CUT_OFF) == []
    button(page, "Surrender").click()
    others[3].answer("Surrender")
    expect(page.locator(".pill.won")).to_have_count(5, timeout=PATIENCE)
    for language, (width, height) in product(("en", "es"), sizes):
        page.get_by_role("combobox").select_option(language)
        turn(page, width, height)
        apart(page)
        clear(page)
    fits(page)
    turn(page, 390, 844)
    button(page, "Ronda y límites").click()
    read = page.get_by_role("group", name="Esta ronda").bounding_box()
    assert read is not None
    assert read["height"] > 200, "several sentences are read at once"


def test_what_has_no_room_on_a_small_felt_is_left_to_the_sign(page: Page, house: ServedHouse):
    table = set_up(house, "wisconsin", ranks=("king",), betting_seconds=8)
    seated(page, house, table, 4)
    other = Neighbour(house, table, 5)
    other.ask(command="PlaceWager", seat=5, wager="initial", amount=25_00)
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(button(page, "Go to war")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("o")
    expect(page.get_by_text("unseen cards")).to_be_visible()
    for language in ("en", "es"):
        page.get_by_role("combobox").select_option(language)
        turn(page, 320, 700)
        clear(page)
        expect(page.locator(".felt svg text").first).to_have_text(re.compile(" 10 (to|a) 1", re.IGNORECASE))
        assert min(page.evaluate(_WRITTEN)) >= _READABLE
