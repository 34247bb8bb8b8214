"""A table in the browser: a newcomer's first round, by clicks and by keys alone, through a reload."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.people import violations
from tests.page.tables import PATIENCE, button, complete, money, seated, set_up, until
from tests.page.test_table_phone import turn
from tests.web.served_house import ServedHouse

_COUNT_TURNS = """() => {
  window.turned = 0;
  document.addEventListener("animationstart", ({ target }) => {
    if (target.matches(".turned")) window.turned += 1;
  });
}"""

_ALL_OVER = """() => Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getTiming().iterations !== Infinity)
  .map((each) => each.finished.catch(() => null)))"""


def finished(page: Page) -> None:
    """Give up ties until the round is over."""
    until(page, complete(page), "Surrender")


def shows_net(page: Page, before: float) -> None:
    """Check that the only round so far shows what the player won or lost."""
    after = money(page)
    net = f"+${after - before:.2f}" if after > before else f"−${before - after:.2f}"
    expect(page.locator(".strip span i")).to_have_text([net])


def test_a_newcomer_plays_the_first_round_by_clicks(page: Page, house: ServedHouse):
    seated(page, house, "maryland", 2)
    page.get_by_role("radio", name="Chip of $5", exact=True).click()
    before = money(page)
    for area in ("Wager", "Wager", "Tie", "Progressive", "Bonus Spin"):
        page.get_by_role("button", name=area, exact=True).click()
    assert violations(page) == []
    page.keyboard.press("Enter")  # after clicks, too, it deals
    finished(page)
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    shows_net(page, before)
    expect(page.get_by_text(re.compile(r"[+−]\$\d+\.00 tonight"))).to_be_visible()
    expect(page.get_by_text("8.F(1)").first).to_be_visible()


def test_a_round_is_played_by_keys_alone_and_a_reload_finds_the_same_table(page: Page, house: ServedHouse):
    seated(page, house, set_up(house, "wisconsin"), 3)
    for key in ("2", "b", "b", "1", "t", "Enter"):
        page.keyboard.press(key)
    finished(page)
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    chips = page.locator(".money b").inner_text()
    page.reload()
    expect(page.locator(".money b")).to_have_text(chips)
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()


def test_a_round_is_played_in_motion(page: Page, house: ServedHouse):
    page.emulate_media(reduced_motion="no-preference")
    seated(page, house, set_up(house, "wisconsin"), 3)
    before = money(page)
    for key in ("2", "b", "b", "1", "t", "Enter"):
        page.keyboard.press(key)
    finished(page)
    shows_net(page, before)
    page.emulate_media(reduced_motion="reduce")


def test_a_card_is_turned_once_however_often_the_felt_comes_to_rest(page: Page, house: ServedHouse):
    page.emulate_media(reduced_motion="no-preference")
    seated(page, house, set_up(house, "wisconsin", ranks=("king",)), 3)
    page.evaluate(_COUNT_TURNS)
    for key in ("2", "b", "Enter"):
        page.keyboard.press(key)
    expect(button(page, "Go to war")).to_be_visible(timeout=PATIENCE)
    turn(page, 1440, 900)
    page.evaluate(_ALL_OVER)
    assert page.evaluate("window.turned") == 2
    page.emulate_media(reduced_motion="reduce")


@pytest.mark.parametrize(("clicks", "says"), [(1, "at least $5.00"), (5, "Deal")])
def test_what_the_house_would_refuse_is_not_offered(page: Page, house: ServedHouse, clicks, says):
    seated(page, house, set_up(house, "maryland"), 5)
    page.get_by_role("radio", name="Chip of $1", exact=True).click()
    for _ in range(clicks):
        page.get_by_role("button", name="Wager", exact=True).click()
    button = page.get_by_role("button", name=re.compile(says.replace("$", r"\$")))
    expect(button).to_be_visible()
    assert button.is_disabled() is (clicks == 1)


def test_the_page_speaks_spanish(page: Page):
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.get_by_role("button", name=re.compile("Siéntate y juega"))).to_be_visible()


def test_a_round_reads_spanish_and_what_was_told_is_told_again(page: Page, house: ServedHouse):
    seated(page, house, set_up(house, "maryland"), 4)
    page.get_by_role("button", name="Wager", exact=True).click()
    page.keyboard.press("Enter")
    finished(page)
    told = page.get_by_role("listitem").filter(has_text="anunció «No va más»")
    expect(told).to_have_count(0)
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(told).to_be_visible()  # of the round that was told in English
    expect(
        page.get_by_role("listitem").filter(has_text=re.compile(r"La ronda \d+ está completa"))
    ).to_be_visible()
    expect(complete(page)).to_have_count(0)
    assert violations(page) == []


def test_a_refusal_reads_spanish(page: Page):
    page.get_by_role("combobox", name="Language").select_option("es")
    page.get_by_label("Nombre", exact=True).fill("Nobody")
    page.get_by_label("Contraseña", exact=True).fill("wrong wrong")
    page.get_by_role("button", name="Entrar", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("El nombre o la contraseña no son correctos.")
