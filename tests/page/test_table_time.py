"""Time at a table: rounds as the journal has them, silence on a tie, wagers that come too late, a jackpot."""

import re
import time

from msgspec import json
from msgspec.structs import replace
from playwright.sync_api import Page, WebSocketRoute, expect

from casinowar.rulebooks import load_sample
from tests.page.people import violations
from tests.page.tables import PATIENCE, Neighbour, button, complete, money, seated, set_up, until
from tests.web.served_house import ServedHouse

ONE_CARD = """suits = { value = ["spade"] }
by_hand = { start = 48, one_of = [48] }
batch_shuffler = { start = 48, least = 48, most = 48 }
continuous_shuffler = { start = 48, one_of = [48] }
"""
"""So many decks of one card, with which every hand is a suited four of a kind once it goes to war."""

_NOTE_CALLS = """() => {
  window.calls = [];
  new MutationObserver(() => window.calls.push(document.querySelector(".call span")?.textContent))
    .observe(document.querySelector(".felt"), { childList: true, subtree: true });
}"""
"""What is called is seen for a moment only."""


def listed(page: Page) -> list[str]:
    """Read the amounts of one's last rounds."""
    return [each.replace(",", "") for each in page.locator(".strip span i").all_inner_texts()]


def written(page: Page) -> list[str]:
    """Read them from the journal."""
    rounds = page.evaluate("fetch('/api/me/rounds').then((found) => found.json())")
    signs = {True: "+", False: "−"}
    return [
        f"{signs[each['net'] > 0] if each['net'] else ''}${abs(each['net']) / 100:.2f}"
        for each in reversed(rounds)
    ]


def test_each_round_is_listed_once_however_briskly_one_plays_and_after_a_reload(
    page: Page, house: ServedHouse
):
    seated(page, house, set_up(house, "maryland", ranks=("king", "queen", "9")), 3)
    # Little enough to lose every round; and nothing is wagered again before the first time.
    for key in ("2", "r", "b", "b"):
        page.keyboard.press(key)
    end = time.monotonic() + PATIENCE / 1000
    while len(written(page)) < 4:  # without waiting for anything to be shown
        assert time.monotonic() < end
        for key in ("Enter", "s", "r"):
            page.keyboard.press(key)
    until(page, page.get_by_role("button", name="Wager", exact=True), "Surrender", "No cut")
    expect(page.locator(".strip span")).to_have_count(len(written(page)))
    assert listed(page) == written(page)
    won = sum(float(each.replace("−", "-").replace("$", "")) for each in written(page))
    tonight = f"{'+' if won > 0 else '−' if won else ''}${abs(won):,.2f} tonight"
    expect(page.locator(".money")).to_contain_text(tonight)
    shown = page.locator(".strip span").all_text_contents()  # ties among them
    page.reload()
    expect(page.locator(".strip span")).to_have_text(shown)
    assert listed(page) == written(page)
    expect(page.locator(".money")).to_contain_text(tonight)


def test_who_is_asked_is_said_and_a_tie_that_nobody_decides_is_given_up(page: Page, house: ServedHouse):
    table = set_up(house, "wisconsin", ranks=("king",), answer_seconds=4)
    neighbour = Neighbour(house, table, 1)
    button(page, "Sit down and play").click()
    expect(page).to_have_url(re.compile("#/table/"))
    page.goto(f"{house.address}/#/table/{table}")
    page.get_by_role("button", name="Sit here: Seat 3", exact=True).click()
    expect(page.get_by_text(f"{neighbour.name} cuts the cards or declines")).to_be_visible()
    wager = page.get_by_role("button", name="Wager", exact=True)
    until(page, wager, "No cut")  # nobody answers the other's, so the house takes it for no
    neighbour.ask(command="LeaveTable", player=neighbour.name)
    before = money(page)
    for key in ("2", "b", "b", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"\d s to choose\. .*surrendered"))
    expect(button(page, "Go to war")).to_contain_text("the first wager is collected at once")
    expect(page.get_by_text("You did not choose in time, so play has stopped.")).to_be_visible(
        timeout=PATIENCE
    )
    expect(page.get_by_text(re.compile(r"surrendered in \d s"))).to_be_visible()
    assert violations(page) == []
    expect(complete(page, "1")).to_be_visible(timeout=PATIENCE)
    expect(wager).to_be_visible()
    assert money(page) == before - 5


def test_a_wager_that_comes_too_late_goes_back_with_its_reason(page: Page, house: ServedHouse):
    table = set_up(house, "maryland", ranks=("king",), betting_seconds=3)
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def delayed(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def said(message: str | bytes) -> None:
            placing = json.decode(message).get("command", {}).get("command") == "PlaceWager"
            held.append((server, message)) if placing else server.send(message)

        socket.on_message(said)

    page.route_web_socket(re.compile(rf"/{table}/live\?"), delayed)  # at this table alone
    seated(page, house, table, 4)
    before = money(page)
    for key in ("2", "b", "b", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".stack.pending")).to_have_count(1)
    neighbour = Neighbour(house, table, 1)
    neighbour.ask(command="PlaceWager", seat=1, wager="initial", amount=5_00)
    expect(page.get_by_text(f"{neighbour.name} chooses: war or surrender")).to_be_visible(timeout=PATIENCE)
    [(server, message)] = held
    server.send(message)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".stack.pending")).to_have_count(0)
    assert money(page) == before


def test_a_jackpot_and_the_envy_bonus_are_called_and_paid(page: Page, house: ServedHouse):
    choices = replace(load_sample("maryland"), rulebook="", decks=48, bonus_spin=None)
    table = set_up(house, "maryland", ranks=("king",), more=ONE_CARD, choices=choices, betting_seconds=6)
    seated(page, house, table, 3)
    page.evaluate(_NOTE_CALLS)
    neighbour = Neighbour(house, table, 1)
    before = money(page)
    for key in ("2", "b", "p"):
        page.keyboard.press(key)
    for wager in ("initial", "progressive"):
        neighbour.ask(command="PlaceWager", seat=1, wager=wager, amount=5_00)
    page.keyboard.press("Enter")
    expect(page.locator(".due")).to_contain_text(neighbour.name, timeout=PATIENCE)
    expect(page.get_by_text(f"{neighbour.name} chooses: war or surrender")).to_be_visible()
    neighbour.ask(command="Surrender", seat=1)
    until(page, complete(page, "1"), "Go to war", "No, thanks")
    assert {"Progressive!", "Envy Bonus!"} <= set(page.evaluate("calls"))
    expect(page.locator(".pill.won").get_by_text("Suited four of a kind")).to_be_visible()
    expect(page.get_by_text(re.compile(r"The dealer paid an Envy Bonus of \$5,000.00 to"))).to_have_count(1)
    assert money(page) > before + 15_000
