"""The account: how one stands, one's own history, limits, exclusion, and other sessions."""

import re
import time
from urllib.parse import parse_qs, urlsplit

import httpx
from playwright.sync_api import Page, Route, expect

from casinowar.house.people.posts import Post
from casinowar.reports.numbers import dollars
from tests.page.people import PASSWORD, joined
from tests.page.playing import PlayedTable, accessible, fits
from tests.web.served_house import ServedHouse


def limited(page: Page, table: PlayedTable) -> None:
    """Set limits: lower ones hold at once, higher ones from tomorrow on, and can be taken back."""

    def limit(amount: str) -> None:
        page.get_by_label("Loss in a day, dollars").fill(amount)
        page.get_by_role("button", name="Loss in a day: Set").click()

    limit("500")
    row = page.get_by_role("listitem").filter(has_text="Loss in a day")
    expect(row).to_contain_text("$500.00")
    limit("400")  # lower is at once
    expect(row).to_contain_text("$400.00")
    limit("900")  # higher is tomorrow's
    expect(row).to_contain_text(re.compile(r"\$400\.00.*From .*: \$900\.00", re.DOTALL))
    row.get_by_role("button", name="Take back").click()
    expect(row).not_to_contain_text("$900.00")
    page.get_by_label("Time at tables in a day, minutes").fill("90")
    page.get_by_role("button", name="Time at tables in a day: Set").click()
    expect(page.get_by_text("1 h 30 min").first).to_be_visible()
    page.get_by_label("Every").select_option("30")
    expect(page.get_by_text("The reality check is set.")).to_be_visible()
    care = table.own("/api/care")
    assert care["check_seconds"] == 1800
    assert [(each["kind"], each["most"], each["begins"]) for each in care["limits"]] == [
        ("loss", 400_00, None),
        ("time", 5400, None),
    ]


def beside(page: Page) -> None:
    """See that on a phone a limit and the field for it stand beside each other: there are eight."""
    page.set_viewport_size({"width": 390, "height": 844})
    rows = page.get_by_role("listitem").filter(has_text="no limit")
    expect(rows).to_have_count(8)
    for each in rows.all():
        row, field = each.bounding_box(), each.get_by_role("spinbutton").bounding_box()
        assert row is not None
        assert field is not None
        assert field["x"] > row["x"] + 100, each.inner_text()
    page.set_viewport_size({"width": 1440, "height": 900})


def growing(route: Route) -> None:
    """Tell of rounds by pages; before the second is asked for, one more has ended."""
    [skip] = parse_qs(urlsplit(route.request.url).query)["skip"]
    newest = [("a1", number) for number in range(21 if int(skip) else 20, 0, -1)] + [("a", 11)]
    page = newest[int(skip) :][:20]
    route.fulfill(
        json=[{"table": table, "round": number, "began": 0, "ended": 0, "net": 0} for table, number in page]
    )


def further(page: Page) -> None:
    """Read a list that grows: each round is there once."""
    page.route("**/api/me/rounds?*", growing)
    page.reload()
    shown = page.get_by_role("region", name="Rounds").locator("tbody tr")
    expect(shown).to_have_count(20)
    page.get_by_role("button", name="Show more").click()
    expect(shown).to_have_count(21)
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()
    page.unroute("**/api/me/rounds?*")
    page.reload()


def test_everybody_sees_their_rounds_limits_themselves_and_takes_a_break(page: Page, house: ServedHouse):
    table = PlayedTable(house)
    for _ in range(3):
        table.round(initial=10_00)
    rounds = table.own("/api/me/rounds")
    table.be_guest(page)
    page.goto(f"{house.address}/#/account")
    told = page.get_by_role("region", name="Rounds").locator("tbody tr td:nth-child(2)")
    expect(told).to_have_text([dollars(each["net"], sign=True) for each in rounds])
    net = dollars(sum(each["net"] for each in rounds), sign=True)
    expect(page.get_by_role("region", name="Your balance").locator("dd").first).to_contain_text(net)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^\d+:\d\d$"))
    page.get_by_role("region", name="Rounds").get_by_role("link").first.click()
    expect(page.get_by_text(f"The cards of round {rounds[0]['round']} are marked.")).to_be_visible()
    page.go_back()
    further(page)
    page.get_by_role("button", name="Times at tables").click()
    expect(page.get_by_role("cell", name="in progress")).to_be_visible()
    page.get_by_role("button", name="Deposits and withdrawals").click()
    expect(page.get_by_role("cell", name="+$1,000.00")).to_be_visible()
    beside(page)
    limited(page, table)
    fits(page)
    accessible(page)

    page.get_by_label("For how long").select_option("a week")
    page.get_by_role("button", name="Exclude myself…").click()
    sure = page.get_by_role("dialog")
    expect(sure.get_by_role("button", name="Exclude myself")).to_be_disabled()
    fits(page, (320, 700))
    accessible(page)
    sure.get_by_role("button", name="Cancel").click()
    assert table.own("/api/care")["excluded_until"] == 0
    page.get_by_role("button", name="Exclude myself…").click()
    sure.get_by_label("I understand that it cannot be undone.").check()
    sure.get_by_role("button", name="Exclude myself").click()
    expect(page.get_by_text(re.compile("You are excluded from play until"))).to_be_visible()
    assert table.own("/api/care")["excluded_until"] > 0

    page.get_by_role("button", name="End other sessions").click()
    expect(page.get_by_text("All other sessions have ended.")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()
    fits(page, (320, 700))
    page.get_by_role("main").get_by_role("button", name="Salir").click()
    expect(page.get_by_role("button", name=re.compile("Siéntate y juega"))).to_be_visible()


def test_a_reality_check_that_is_due_is_not_said_to_come_at_a_time_that_is_past(
    page: Page, house: ServedHouse
):
    table = PlayedTable(house)
    me, now = table.own("/api/me"), int(time.time() * 1000)
    me["care"]["next_check"] = now + 3_600_000
    page.route("**/api/me", lambda route: route.fulfill(json=me))
    table.be_guest(page)
    page.goto(f"{house.address}/#/account")
    expect(page.get_by_text("next reality check at")).to_be_visible()
    me["care"]["next_check"] = now - 60_000
    page.reload()
    expect(page.get_by_text("a reality check comes before your next wager")).to_be_visible()
    expect(page.get_by_text("next reality check at")).to_have_count(0)


def test_a_password_is_changed_and_a_forgotten_one_is_chosen_anew(page: Page, house: ServedHouse):
    another = "battery horse correct"
    name = joined(page, house, Post.PLAYER)
    page.goto(f"{house.address}/#/account")

    def changed(old: str) -> None:
        page.get_by_label("Current password").fill(old)
        page.get_by_label("New password").fill(another)
        page.get_by_role("button", name="Change password").click()

    changed("not the password")
    expect(page.get_by_text("The name or the password is wrong.")).to_be_visible()
    changed(PASSWORD)
    expect(page.get_by_text("The password is changed, and all other sessions have ended.")).to_be_visible()
    fits(page, (320, 700))
    accessible(page)
    page.get_by_role("main").get_by_role("button", name="Sign out").click()

    with httpx.Client(base_url=house.address, headers={"origin": house.address}) as olga:
        olga.post("/api/sign-in", json={"name": "Olga", "password": PASSWORD}).raise_for_status()
        link = olga.post(f"/api/people/{name}/way-back").raise_for_status().json()["invitation"]
    page.goto(f"{house.address}/#/back/{link}")
    expect(page.get_by_text("Choose a new password. Your account stays as it is")).to_be_visible()
    expect(page.get_by_text("The link works once, within one day.")).to_be_visible()
    fits(page, (320, 700))
    accessible(page)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    expect(page.get_by_text(name).first).to_be_visible()
    expect(page).to_have_url(f"{house.address}/#/")  # the link is good for once
