"""A table in the browser: a newcomer's first round, by clicks and by keys alone, through a reload."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.running import Running


def seated(page: Page, house: Running, table: str, seat: int) -> None:
    """Come in as a guest, sit down, and refuse the cut if it is offered."""
    page.get_by_role("button", name=re.compile("Sit down and play")).click()
    expect(page).to_have_url(re.compile("#/table/"))
    page.goto(f"{house.address}/#/table/{table}")
    page.get_by_role("button", name=f"Sit here: Seat {seat}").click()
    no_cut = page.get_by_role("button", name="No cut")
    wager = page.get_by_role("button", name="Wager", exact=True)
    expect(no_cut.or_(wager).first).to_be_visible()
    if no_cut.is_visible():
        no_cut.click()
    expect(wager).to_be_visible()


def finished(page: Page) -> None:
    """Give up ties until the round is over."""
    surrender = page.get_by_role("button", name=re.compile("Surrender"))
    complete = page.get_by_text(re.compile(r"^Round \d+ is complete"))
    expect(surrender.or_(complete).first).to_be_visible(timeout=30_000)
    if surrender.is_visible():
        surrender.click()
    expect(complete.first).to_be_visible(timeout=30_000)


def money(page: Page) -> float:
    """Read one's chips."""
    return float(page.locator(".money b").inner_text().removeprefix("$").replace(",", ""))


def test_a_newcomer_plays_the_first_round_by_clicks(page: Page, house: Running):
    seated(page, house, "maryland", 2)
    page.get_by_role("radio", name="Chip of $5", exact=True).click()
    before = money(page)
    for area in ("Wager", "Wager", "Tie", "Progressive", "Bonus Spin"):
        page.get_by_role("button", name=area, exact=True).click()
    page.keyboard.press("Enter")  # after clicks, too, it deals
    finished(page)
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    [told] = page.locator(".strip span i").all_inner_texts()
    assert told == (
        f"+${money(page) - before:.2f}" if money(page) > before else f"−${before - money(page):.2f}"
    )
    expect(page.get_by_text(re.compile(r"[+−]\$\d+\.00 tonight"))).to_be_visible()
    expect(page.get_by_text("8.F(1)").first).to_be_visible()


def test_a_round_is_played_by_keys_alone_and_a_reload_finds_the_same_table(page: Page, house: Running):
    seated(page, house, "wisconsin", 3)
    for key in ("2", "b", "b", "1", "t", "Enter"):
        page.keyboard.press(key)
    finished(page)
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    chips = page.locator(".money b").inner_text()
    page.reload()
    expect(page.locator(".money b")).to_have_text(chips)
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()


@pytest.mark.parametrize(("clicks", "says"), [(1, "at least $5.00"), (5, "Deal")])
def test_what_the_house_would_refuse_is_not_offered(page: Page, house: Running, clicks, says):
    seated(page, house, "maryland", 5 if clicks == 1 else 6)
    page.get_by_role("radio", name="Chip of $1", exact=True).click()
    for _ in range(clicks):
        page.get_by_role("button", name="Wager", exact=True).click()
    button = page.get_by_role("button", name=re.compile(says.replace("$", r"\$")))
    expect(button).to_be_visible()
    assert button.is_disabled() is (clicks == 1)


def test_the_page_speaks_spanish(page: Page):
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.get_by_role("button", name=re.compile("Siéntate y juega"))).to_be_visible()
