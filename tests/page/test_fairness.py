"""Fairness: a browser finds a shoe in order by itself, and finds what was tampered with."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.page.playing import PlayedTable, accessible, fits
from tests.web.served_house import ServedHouse


def tampering(change: Callable[[list[Any]], None]) -> Callable[[Route], None]:
    """Have the house tell a journal in which something of the last card's entry is changed."""

    def told(route: Route) -> None:
        commits = json.loads(route.fetch().body())
        entries = [entry for commit in commits for entry in commit["entries"] if entry.get("proofs")]
        change(entries)
        route.fulfill(json=commits)

    return told


def other_card(entries: list[Any]) -> None:
    """Say that another card was dealt, and prove that as far as one can."""
    other = "2C" if entries[-1]["proofs"][0]["card"] != "2C" else "3C"
    for event in entries[-1]["events"]:
        if event.get("card"):
            event["card"] = other
    entries[-1]["proofs"][0]["card"] = other


def no_proof(entries: list[Any]) -> None:
    """Prove nothing."""
    del entries[-1]["proofs"]


def swapped(entries: list[Any]) -> None:
    """Deal two cards the other way round, with the proof of each."""
    one, two = entries[-1], entries[-2]
    one["proofs"], two["proofs"] = two["proofs"], one["proofs"]
    cards = [next(event for event in entry["events"] if event.get("card")) for entry in (one, two)]
    cards[0]["card"], cards[1]["card"] = cards[1]["card"], cards[0]["card"]


TAMPERED = [
    (other_card, "Proofs do not lead to the commitment"),
    (no_proof, "Cards were shown without a proof"),
    (swapped, "Cards came out that were not next"),
]


def test_a_shoe_is_checked_in_the_browser_and_tampering_is_found(page: Page, house: ServedHouse):
    table = PlayedTable(house)
    for _ in range(3):
        table.round(initial=10_00)
    table.be_guest(page)
    page.goto(f"{house.address}/#/fairness")
    page.get_by_label("Table").select_option(table.name)
    page.get_by_role("link", name=re.compile("valid")).click()
    journal = table.own(f"/api/tables/{table.name}/journal?most=500")
    proofs = [proof for commit in journal for entry in commit["entries"] for proof in entry.get("proofs", ())]
    expect(page.get_by_text(f"All {len(proofs)} cards that were shown are the ones")).to_be_visible()
    strip = page.get_by_role("list", name="The cards as they came")
    assert strip.get_by_role("button").count() == len(proofs)
    expect(strip.get_by_text("burned, unseen").first).to_be_attached()
    strip.get_by_role("button").last.click()
    expect(page.get_by_text("SHA-256(00 ·")).to_be_visible()
    fits(page)
    accessible(page)

    page.get_by_role("button", name="Copy this proof below").click()
    text = page.get_by_label("Proof or round, as JSON")
    expect(page.get_by_text("This card is the one that the house committed to.")).to_be_visible()
    card = proofs[-1]["card"]
    text.fill(text.input_value().replace(f'"{card}"', '"AS"' if card != "AS" else '"KS"'))
    expect(page.get_by_text("This proof does not hold.")).to_be_visible()

    for change, found in TAMPERED:
        page.route("**/journal?*", tampering(change))
        page.reload()
        expect(page.get_by_text(re.compile("wrong with this shoe"))).to_be_visible()
        expect(page.get_by_text(found)).to_be_visible()
        expect(page.get_by_text("None of these cards was swapped")).to_have_count(0)
        page.unroute("**/journal?*")
    fits(page)
    accessible(page)


def test_a_round_is_checked_without_an_account(page: Page, house: ServedHouse):
    table = PlayedTable(house)
    table.round(initial=10_00)
    told = table.own(f"/api/tables/{table.name}/rounds/1")
    journal = table.own(f"/api/tables/{table.name}/journal?most=500")
    events = [event for commit in journal for entry in commit["entries"] for event in entry["events"]]
    [order] = [event for event in events if event["event"] == "CardsShuffled"]
    page.goto(f"{house.address}/#/fairness")
    expect(page.get_by_text("Sign in to read a table's journal.")).to_be_visible()
    text = page.get_by_label("Proof or round, as JSON")
    text.fill(json.dumps(told))
    expect(page.get_by_text(re.compile("valid in themselves"))).to_be_visible()
    expect(page.get_by_text(order["commitment"])).to_be_visible()
    page.get_by_label("Commitment that you noted").fill(order["commitment"])
    expect(page.get_by_text(re.compile(r"All \d cards are the ones"))).to_be_visible()
    page.get_by_label("Cards in the shoe").fill(str(order["unseen"] + 1))
    expect(page.get_by_text(re.compile("proofs do not hold"))).to_be_visible()
    page.get_by_label("Cards in the shoe").fill(str(order["unseen"]))
    first = told["proofs"][0]["card"]
    text.fill(json.dumps({**told, "record": told["record"].replace(f"card={first}", "card=??")}))
    expect(page.get_by_text("the record shows another card").first).to_be_visible()

    # as surveillance takes it away: each card with its commitment, which alone proves nothing
    taken = table.own(f"/api/watch/tables/{table.name}/rounds/1/export", table.staff)
    text.fill(json.dumps(taken))
    expect(page.get_by_text(re.compile(rf"All {len(taken['cards'])} cards are the ones"))).to_be_visible()
    page.get_by_label("Commitment that you noted").fill("")
    expect(page.get_by_text(re.compile("valid in themselves"))).to_be_visible()
    taken["cards"][0]["commitment"] = "0" * 64
    text.fill(json.dumps(taken))
    expect(page.get_by_text(f"1 of {len(taken['cards'])} proofs do not hold.")).to_be_visible()
    text.fill("no proof")
    expect(page.get_by_text("This is neither a proof nor an exported round.")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.get_by_role("heading", name="Juego limpio")).to_be_visible()
    fits(page)
