"""The progressive sign: it lists meters, shows one on a wall, follows it, and celebrates when it is paid."""

import re
from uuid import uuid4

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from casinowar.reports.numbers import dollars
from tests.house.linked import EASY, METER
from tests.page.playing import PlayedTable, fits
from tests.web.running import Running

_MOST_ROUNDS = 60
"""A tie comes in one round of thirteen; that none comes in so many is one run in a hundred."""


def shown(table: PlayedTable, name: str) -> int:
    """Ask what a meter shows."""
    [amount] = [each["amount"] for each in table.own("/api/signs") if each["name"] == name]
    return int(amount)


def test_a_sign_follows_its_meter_and_celebrates(page: Page, house: Running):
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
    if not table_paid(table):
        expect(amount).to_have_accessible_name(dollars(shown(table, name)))
    for _ in range(_MOST_ROUNDS):
        if table_paid(table):
            break
        table.round(initial=10_00, progressive=5_00)
    [paid, *_] = table_paid(table)
    expect(won).to_be_visible()
    expect(won).to_contain_text(dollars(paid))
    fits(page, (320, 600), (390, 844), (1080, 1920), (2560, 1440))
    page.get_by_role("link", name="All meters").click()
    expect(page.get_by_role("heading", name="Progressive sign")).to_be_visible()
    fits(page)
    page.goto(f"{house.address}/#/sign/nothing")
    expect(page.get_by_role("alert")).to_have_text("There is no such meter.")


def table_paid(table: PlayedTable) -> list[int]:
    """Find what the meter has paid, the last first."""
    commits = table.own(f"/api/tables/{table.name}/journal?most=500")
    events = [event for commit in commits for entry in commit["entries"] for event in entry["events"]]
    return [event["amount"] for event in reversed(events) if event["event"] == "MeterPaid"]
