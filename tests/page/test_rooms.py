"""Rooms: how people who work in the house come in, where the menu leads, and where nothing does."""

from typing import Final, Literal
from uuid import uuid4

from playwright.sync_api import Page, expect

from casinowar.house.people.posts import Post
from tests.page.people import PASSWORD, invited, joined, violations
from tests.page.tables import button
from tests.web.served_house import ServedHouse

_THEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")


def test_who_is_invited_comes_in_and_finds_the_rooms_of_their_post(page: Page, house: ServedHouse):
    assert violations(page) == []
    joined(page, house, Post.DEALER)
    assert violations(page) == []
    desks = page.get_by_role("navigation", name="Your work").get_by_role("link")
    expect(desks).to_have_text(["Dealer's console"])
    page.get_by_role("button", name="Menu").click()
    links = page.get_by_role("navigation", name="Menu").get_by_role("link").all_inner_texts()
    assert "Dealer's console" in links
    assert "Floor" not in links
    page.get_by_role("link", name="Law", exact=True).click()
    expect(page.get_by_role("heading", name="Law", level=1)).to_be_visible()
    page.goto(f"{house.address}/#/floor")
    expect(page.get_by_role("alert")).to_contain_text("This page is for: floorperson")

    # an address that is written wrong, and a room that cannot be fetched
    page.goto(f"{house.address}/#/%E0%A4%A")
    expect(page.get_by_role("alert")).to_contain_text("This page does not exist.")
    page.route("**/assets/Odds-*.js", lambda route: route.abort())
    page.goto(f"{house.address}/#/odds")
    expect(page.get_by_role("alert")).to_contain_text("This page could not be loaded")
    assert violations(page) == []
    page.unroute("**/assets/Odds-*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Odds lab", level=1)).to_be_visible()


def test_a_guest_is_told_what_is_lost_before_they_sign_out(page: Page):
    button(page, "Sit down and play").click()
    expect(page.locator(".money b")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("navigation", name="Menu")
    menu.get_by_role("button", name="Sign out", exact=True).click()
    expect(menu.get_by_role("alert")).to_contain_text("you lose this account and its $1,000.00")
    assert violations(page) == []
    menu.get_by_role("button", name="Stay", exact=True).click()
    expect(menu.get_by_role("alert")).to_have_count(0)
    menu.get_by_role("button", name="Sign out", exact=True).click()
    menu.get_by_role("button", name="Sign out and lose it").click()
    expect(button(page, "Sit down and play")).to_be_visible()


def test_the_room_is_light_or_dark_as_the_device_has_it_until_one_chooses(page: Page):
    root = page.locator("html")
    for theme in _THEMES:
        page.emulate_media(color_scheme=theme)
        page.reload()
        expect(root).to_have_attribute("data-theme", theme)
    for theme in _THEMES:
        page.emulate_media(color_scheme=theme)  # as in the evening, while one is here
        expect(root).to_have_attribute("data-theme", theme)
    page.get_by_role("button", name="Light or dark").click()
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    for theme in _THEMES:
        page.emulate_media(color_scheme=theme)
        expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="null")


_CONTRASTS = """(names) => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const style = getComputedStyle(document.documentElement);
  const bright = (name) => {
    paint.fillStyle = style.getPropertyValue(name);
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data].map((each) => each / 255)
      .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const ring = bright("--ring");
  return names.map((name) => Math.max(ring, bright(name)) / Math.min(ring, bright(name)));
}"""


def test_what_is_focused_is_seen_in_the_light_and_in_the_dark(page: Page):
    name = page.get_by_label("Name")
    for theme in _THEMES:
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert min(page.evaluate(_CONTRASTS, ["--room", "--panel", "--raised"])) >= 3, theme
        name.focus()
        ring = page.locator(":root").evaluate("each => getComputedStyle(each).getPropertyValue('--ring')")
        assert name.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
        red, green, blue = (int(ring.strip()[at : at + 2], 16) for at in (1, 3, 5))
        expect(name).to_have_css("outline-color", f"rgb({red}, {green}, {blue})")
    page.emulate_media(color_scheme="null")


def test_whoever_is_signed_in_is_told_that_a_link_is_for_coming_in(page: Page, house: ServedHouse):
    joined(page, house, Post.DEALER)
    expect(page).to_have_url(f"{house.address}/#/")  # the invitation is good for once
    expect(page.get_by_role("alert")).to_have_count(0)
    for link in ("back", "join"):
        page.goto(f"{house.address}/#/{link}/0123456789")
        expect(page.get_by_role("alert")).to_contain_text("Sign out first, then open this link again")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("Sign out first")
    page.goto(f"{house.address}/#/")
    expect(page.get_by_role("alert")).to_have_count(0)


_NOTE_ALERTS = """() => {
  window.alerts = [];
  const note = () => window.alerts.push(
    ...[...document.querySelectorAll("[role=alert]")].map((each) => each.textContent).filter(Boolean));
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""What is there for a frame only is noted."""


def test_nobody_who_signs_out_and_comes_in_by_the_link_is_told_to_sign_out_first(
    page: Page, house: ServedHouse
):
    joined(page, house, Post.DEALER)
    page.goto(f"{house.address}/#/join/{invited(house, Post.DEALER)}")
    expect(page.get_by_role("alert")).to_contain_text("Sign out first, then open this link again")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Name").fill(f"Dealer {uuid4().hex[:6]}")
    page.get_by_label("Password").fill(PASSWORD)
    page.evaluate(_NOTE_ALERTS)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    assert page.evaluate("alerts") == []
