"""A seat of one's own: what lies ready there, what is told of it, what the rack counts, and another seat."""

import re
from uuid import uuid4

from playwright.sync_api import Page, expect

from casinowar.game.book.house import House, Limit
from casinowar.game.words import Wager
from casinowar.house.people.posts import Post
from tests.page.people import violations
from tests.page.staff import Person
from tests.page.staff import set_up as set_up_by_hand
from tests.page.tables import button, complete, seated, set_up, until
from tests.web.served_house import ServedHouse


def test_one_chip_makes_a_wager_and_what_came_of_it_is_told_of_ones_own_seat(page: Page, house: ServedHouse):
    table = set_up(house, "wisconsin", ranks=("king", "queen"), betting_seconds=12)
    seated(page, house, table, 3)
    page.get_by_role("button", name="Wager", exact=True).click()
    page.keyboard.press("Enter")
    until(page, complete(page, "1"), "Surrender")
    expect(page.get_by_text(re.compile("was dealt to your seat 3")).first).to_be_visible()
    expect(page.get_by_text(re.compile(r"Guest \d+ at seat 3"))).to_have_count(0)
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.get_by_text(re.compile("tu puesto 3")).first).to_be_visible()


def test_the_first_chip_is_as_much_as_the_least_wager(page: Page, house: ServedHouse):
    limits = {Wager.INITIAL: Limit(minimum="10", maximum="500")}
    seated(page, house, set_up(house, "wisconsin", choices=House(limits=limits)), 3)
    page.get_by_role("button", name="Wager", exact=True).click()
    expect(button(page, "Deal")).to_be_enabled()  # and not: at least $10.00
    page.get_by_role("radio", name="Chip of $1", exact=True).click()
    expect(page.get_by_role("radio", name="Chip of $1", exact=True)).to_be_checked()


def test_a_house_that_takes_one_amount_alone_says_it_once_and_its_first_chip_is_as_much(
    page: Page, house: ServedHouse
):
    limits = {Wager.INITIAL: Limit(minimum="1", maximum="1")}
    table = set_up(house, "wisconsin", choices=House(limits=limits))
    seated(page, house, table, 3)
    expect(page.locator("header .pill").nth(1)).to_have_text("$1 only")
    expect(page.get_by_role("row", name=re.compile("^Wager"))).to_have_text("Wager$1.00 only")
    page.get_by_role("button", name="Wager", exact=True).click()
    expect(page.locator(".at > .stack span")).to_have_text("$1")
    expect(button(page, "Deal")).to_be_enabled()
    assert violations(page) == []
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.locator("header .pill").nth(1)).to_have_text("solo $1")
    page.goto(f"{house.address}/#/")
    expect(page.locator(f"a[href$='/{table}'] b")).to_have_text("solo $1")


def test_a_burned_card_counts_once_in_the_rack_while_it_still_flies(page: Page, house: ServedHouse):
    page.emulate_media(reduced_motion="no-preference")
    seated(page, house, set_up(house, "maryland"), 3)
    expect(page.get_by_text("discard rack · 1", exact=True)).to_be_visible()
    page.wait_for_timeout(500)  # it has landed
    expect(page.get_by_text("discard rack · 1", exact=True)).to_be_visible()
    page.emulate_media(reduced_motion="reduce")


def test_a_player_changes_the_seat_and_what_was_won_there_stays_nowhere(page: Page, house: ServedHouse):
    table = set_up(house, "wisconsin", ranks=("king", "queen"), betting_seconds=12)
    seated(page, house, table, 3)
    page.get_by_role("button", name="Wager", exact=True).click()
    page.keyboard.press("Enter")
    until(page, complete(page, "1"), "Surrender")
    expect(page.locator(".pill span")).to_have_count(1)
    button(page, "Change seat").click()
    expect(page.get_by_text("Choose a free seat on the felt")).to_be_visible()
    assert violations(page) == []
    button(page, "Stay here").click()
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    button(page, "Change seat").click()
    page.get_by_role("button", name="Move here: Seat 6", exact=True).click()
    expect(page.get_by_text(re.compile("changed from seat 3 to seat 6")).first).to_be_visible()
    expect(page.locator(".pill span")).to_have_count(0)
    page.get_by_role("button", name="Wager", exact=True).click()
    page.keyboard.press("Enter")
    until(page, complete(page, "2"), "Surrender")
    expect(page.get_by_text(re.compile("was dealt to your seat 6")).first).to_be_visible()


def test_whoever_cannot_sit_down_is_told_why_and_may_once_there_is_money(page: Page, house: ServedHouse):
    table = set_up(house, "washington")
    ann = Person(house, "Ann")
    ann.sees(page, f"table/{table}")
    expect(page.get_by_text(re.compile("Your account is empty"))).to_be_visible()
    olga = Person(house, "Olga")
    olga.ask("/api/cashier/requests", "Deposit", player=ann.name, amount=300_00)
    expect(page.locator(".money b")).to_have_text("$300.00")
    elsewhere = set_up(house, "wisconsin")
    ann.at(elsewhere, "Sit", player=ann.name, seat=1, chips=300_00)
    expect(page.get_by_text(re.compile("Your chips of \\$300.00 are at another table"))).to_be_visible()
    ann.at(elsewhere, "LeaveTable", player=ann.name)
    page.get_by_role("button", name="Sit here: Seat 2", exact=True).click()
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    ann.ask("/api/care/requests", "ExcludeMyself", seconds=3600)
    expect(page.get_by_text(re.compile("You are excluded from play until"))).to_be_visible()
    assert violations(page) == []


def test_a_war_says_what_it_pays_when_it_is_won_and_when_it_is_tied(page: Page, house: ServedHouse):
    seated(page, house, set_up(house, "washington", ranks=("king",)), 3)
    expect(page.get_by_text("War: the dealer's match on a win, 1 to 1 more on a tie")).to_be_attached()
    page.get_by_text("How to play").click()
    expect(page.get_by_text("the higher card wins")).to_be_visible()
    page.get_by_role("button", name="Wager", exact=True).click()
    page.keyboard.press("Enter")
    expect(button(page, "Go to war")).to_contain_text("won pays the dealer's match, tied 1 to 1 more")


def test_at_a_table_that_people_deal_what_comes_next_is_said_in_words(page: Page, house: ServedHouse):
    table = f"by hand {uuid4().hex[:6]}"
    olga = Person(house, "Olga")
    set_up_by_hand(olga, table, automatic=False)
    dealer, ann = Person(house, "Dan", Post.DEALER), Person(house, "Ann")
    olga.ask("/api/cashier/requests", "Deposit", player=ann.name, amount=300_00)
    dealer.at(table, "OpenTable", by="dealer")
    ann.sees(page, f"table/{table}")
    expect(page.get_by_text("Next at this table")).to_be_visible()
    expect(page.get_by_text("Confirm that the layout is approved")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.get_by_text("Lo próximo en esta mesa")).to_be_visible()
