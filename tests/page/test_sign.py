"""The progressive sign: it lists meters, shows one on a wall, follows it, and celebrates when it is paid."""

import re
from uuid import uuid4

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from casinowar.reports.numbers import dollars
from tests.house.linked_meter_scenario import EASY, METER, RESET
from tests.page.playing import PlayedTable, accessible, fits
from tests.web.served_house import ServedHouse

_MOST_ROUNDS = 150
"""A tie comes in one round of thirteen; in so many none comes once in a hundred thousand runs."""


def shown(table: PlayedTable, name: str) -> int:
    """Ask what a meter shows."""
    [amount] = [each["amount"] for each in table.own("/api/signs") if each["name"] == name]
    return int(amount)


def test_a_sign_follows_its_meter_and_celebrates(page: Page, house: ServedHouse):
    name = f"Grand {uuid4().hex[:6]}"
    table = PlayedTable(house, replace(EASY, links={METER: name}))
    table.be_guest(page)
    page.goto(f"{house.address}/#/sign")
    page.get_by_role("link", name=re.compile(name)).click()
    amount = page.get_by_role("img")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(amount).to_have_accessible_name(dollars(shown(table, name)))
    table.round(initial=10_00, progressive=5_00)
    won = page.get_by_text(f"won at {table.name}, seat 1")
    if shown(table, name) > RESET:
        expect(amount).to_have_accessible_name(dollars(shown(table, name)))
    for _ in range(_MOST_ROUNDS):
        if shown(table, name) == RESET:
            break
        table.round(initial=10_00, progressive=5_00)
    paid = last_paid(table)
    expect(won).to_be_visible()
    expect(won).to_contain_text(dollars(paid))
    fits(page, (320, 600), (390, 844), (1080, 1920), (2560, 1440))
    accessible(page)
    page.get_by_role("link", name="All meters").click()
    expect(page.get_by_role("heading", name="Progressive sign")).to_be_visible()
    fits(page)
    accessible(page)
    page.goto(f"{house.address}/#/sign/nothing")
    expect(page.get_by_role("alert")).to_have_text("There is no such meter.")


def last_paid(table: PlayedTable) -> int:
    """Find what the meter paid last."""
    commits = table.own(f"/api/tables/{table.name}/journal?most=500")
    events = [event for commit in commits for entry in commit["entries"] for event in entry["events"]]
    return int(next(event["amount"] for event in reversed(events) if event["event"] == "MeterPaid"))
