"""Places at a table beside a seat of one's own: behind another's, and a coupon beside the chips."""

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from casinowar.rulebooks import load_sample
from tests.page.people import violations
from tests.page.tables import PATIENCE, Neighbour, button, complete, money, seated, set_up, until, with_coupon
from tests.web.served_house import ServedHouse


def test_a_backline_bettor_stands_behind_a_seat_wagers_chooses_and_is_settled_there(
    page: Page, house: ServedHouse
):
    table = set_up(house, "california", ranks=("king",), betting_seconds=12)
    banker, neighbour = Neighbour(house, table, 1), Neighbour(house, table, 4)
    for each in (banker, neighbour):
        each.answer("RefuseCut")
    banker.answer("TakeBank", amount=300_00)
    button(page, "Sit down and play").click()
    expect(page).to_have_url(re.compile("#/table/"))
    page.goto(f"{house.address}/#/table/{table}")
    behind = page.get_by_role("button", name=f"Stand behind seat 4, {neighbour.name}", exact=True)
    expect(behind).to_be_visible()
    expect(button(page, "Stand behind seat 1")).to_have_count(0)  # behind the bank nobody stands
    expect(button(page, "Stand behind seat 2")).to_have_count(0)  # nor behind nobody
    assert violations(page) == []
    behind.click()
    expect(page.get_by_text(f"You stand behind {neighbour.name}. Your wager follows theirs.")).to_be_visible()
    wager = page.get_by_role("button", name="Wager", exact=True)
    expect(wager).to_have_count(0)
    neighbour.ask(command="PlaceWager", seat=4, wager="initial", amount=10_00)
    expect(wager).to_be_visible()
    before = money(page)
    page.keyboard.press("2")
    wager.click()
    for key in ("b", "Enter"):
        page.keyboard.press(key)
    neighbour.answer("Surrender")
    expect(page.locator(".due")).to_contain_text(re.compile("Your turn.*behind seat 4"), timeout=PATIENCE)
    expect(button(page, "Surrender")).to_contain_text("$5.00 lost, $5.00 returned")
    assert violations(page) == []
    page.keyboard.press("s")
    until(page, complete(page, "1"))
    expect(page.locator(".strip span i")).to_have_text("−$5.00")
    expect(page.locator(".money b")).to_have_text(f"${before - 5:.2f}")
    pills = page.locator(".felt .pill span")
    before_reload = pills.all_inner_texts()
    assert len(before_reload) == 2, "of those who wagered, not of the bank"
    page.reload()
    expect(pills).to_have_text(before_reload, timeout=PATIENCE)
    page.goto(f"{house.address}/#/")
    listed = page.locator(f"a[href$='/{table}']")
    expect(listed).to_contain_text("6 free seats")  # who stands behind one takes none
    expect(listed).to_contain_text("$10 to $500 · Tie pays 10 to 1")
    expect(listed.locator(".taken")).to_have_count(2)


def test_a_tie_whose_wager_the_bank_cannot_cover_is_shown_after_a_reload_as_before_it(
    page: Page, house: ServedHouse
):
    table = set_up(house, "california", ranks=("king",), betting_seconds=4)
    banker, neighbour = Neighbour(house, table, 1), Neighbour(house, table, 2)
    for each in (banker, neighbour):
        each.answer("RefuseCut")
    banker.answer("TakeBank", amount=10_00)
    seated(page, house, table, 5)
    neighbour.ask(command="PlaceWager", seat=2, wager="initial", amount=10_00)
    for key in ("2", "b", "b", "Enter"):
        page.keyboard.press(key)
    neighbour.answer("Surrender")
    until(page, complete(page, "1"))
    pills = page.locator(".felt .pill span")
    expect(pills).to_have_text(["−$5.00", "Tie"])  # of what the bank covers, and of what went back
    page.reload()
    expect(pills).to_have_text(["−$5.00", "Tie"], timeout=PATIENCE)


@pytest.mark.parametrize("rulebook", ["wisconsin", "california"])
def test_whoever_watches_is_shown_how_rounds_ended_for_those_who_wagered_and_for_no_bank(
    page: Page, house: ServedHouse, rulebook: str
):
    table = set_up(house, rulebook, ranks=("king",), betting_seconds=4)
    seats = (1, 4) if rulebook == "california" else (4,)
    people = [Neighbour(house, table, seat) for seat in seats]
    for each in people:
        each.answer("RefuseCut")
    player = people[-1]
    if player is not people[0]:
        people[0].answer("TakeBank", amount=300_00)
    button(page, "Sit down and play").click()
    expect(page).to_have_url(re.compile("#/table/"))
    page.goto(f"{house.address}/#/table/{table}")
    expect(page.get_by_role("heading", name="Last rounds here")).to_be_visible()
    rounds = page.locator(".strip span")
    expect(rounds).to_have_count(0)
    player.answer("PlaceWager", wager="initial", amount=10_00)
    player.answer("Surrender")
    expect(rounds).to_have_text(["−1 0 won, 1 lost"], timeout=PATIENCE)
    page.reload()
    expect(rounds).to_have_text(["−1 0 won, 1 lost"])


def test_a_coupon_lies_beside_the_chips_and_is_good_for_once(page: Page, house: ServedHouse):
    seated(page, house, set_up(house, "wisconsin", ranks=("king", "queen")), 3)
    coupon = button(page, "Coupon")
    expect(coupon).to_have_count(0)  # nobody has issued one
    with_coupon(page, house, 10_00)
    expect(coupon).to_be_disabled()  # beside no chips
    for key in ("2", "b", "b", "m"):
        page.keyboard.press(key)
    before = money(page)
    expect(coupon).to_contain_text("$10")  # of which there is one
    expect(page.get_by_text("Match play coupons: 1 × $10.00")).to_be_visible()
    expect(coupon).to_be_disabled()  # one is the most
    expect(page.locator(".paper")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(".paper")).to_have_count(0)
    assert money(page) == before  # a coupon is no chip
    for key in ("m", "Enter"):
        page.keyboard.press(key)
    until(page, complete(page, "1"), "Surrender")
    taken = page.get_by_role("listitem").filter(has_text="The dealer took the coupon of")
    expect(taken).to_have_count(1)
    expect(page.locator(".strip span i")).to_have_text(re.compile(r"\+\$20\.00|−\$10\.00|−\$5\.00"))
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    expect(coupon).to_have_count(0)  # it is gone
    page.keyboard.press("r")
    expect(page.locator(".stack.pending")).to_have_count(1)
    expect(page.locator(".paper")).to_have_count(0)


def test_what_a_coupon_as_chips_has_won_is_the_same_after_a_reload(page: Page, house: ServedHouse):
    choices = replace(load_sample("wisconsin"), rulebook="", readings={"match_play_coupons": "as_chips"})
    seated(page, house, set_up(house, "wisconsin", ranks=("king", "queen"), choices=choices), 3)
    with_coupon(page, house, 10_00)
    for key in ("2", "b", "b"):
        page.keyboard.press(key)
    expect(button(page, "Coupon")).to_be_enabled()
    for key in ("m", "Enter"):
        page.keyboard.press(key)
    until(page, complete(page, "1"), "Surrender")
    pill = page.locator(".felt .pill:not(.tie)").locator("span")  # it may say $0.00
    expect(pill).to_have_count(1)
    shown = pill.inner_text()
    page.reload()
    expect(pill).to_have_text(shown, timeout=PATIENCE)
