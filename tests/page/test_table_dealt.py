"""The felt of a table at which people deal: cards that are taken up, meters that are paid, the wheel."""

import re
from itertools import product
from urllib.parse import quote

import pytest
from msgspec import json
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.pictures.evening import Evening
from tests.page.playing import SIZES
from tests.page.tables import PATIENCE, button
from tests.page.test_table_phone import turn
from tests.web.served_house import ServedHouse

_OVERLAID = """() => {
  const box = (each) => each.getBoundingClientRect();
  const over = [...document.querySelectorAll(".wheel, .wheel .result")].map(box);
  return [...document.querySelectorAll(".felt .pill span, .felt .name:not(.dealer)")].filter(each => {
    const { left, right, top, bottom } = box(each);
    const beside = (one) => right <= one.left + 1 || one.right <= left + 1;
    return !over.every(one => beside(one) || bottom <= one.top + 1 || one.bottom <= top + 1);
  }).map(each => each.textContent);
}"""
_WHEN_TOLD = """(words) => document.querySelector("aside ol")?.textContent.includes(words)
  ? document.querySelector(".meters .progressive").lastChild.textContent : null"""


@pytest.fixture(scope="module")
def evening(house: ServedHouse) -> Evening:
    """Have people come who play and deal as they are told."""
    return Evening(house)


def cards(page: Page, *, shown: int, name: str = "") -> None:
    """See so many cards face up, or so many of a name."""
    faces = page.locator(".felt").get_by_role(
        "img", name=re.compile(rf"{name} of (clubs|diamonds|hearts|spades)")
    )
    expect(faces).to_have_count(shown, timeout=PATIENCE)


def test_cards_that_were_taken_up_do_not_come_back_at_war_nor_in_the_next_round(page: Page, evening: Evening):
    table = "Taken up"
    evening.dealt_by_hand(table)
    evening.robin.sees(page, f"table/{quote(table)}")
    evening.wagered(table)
    evening.go_on(table, "9C KD JH 4S KS", until="choose")
    cards(page, shown=5)
    button(page, "Go to war").click()
    evening.go_on(table, "TC 4H", until="settle_hand")
    cards(page, shown=1, name="10")
    cards(page, shown=4)
    evening.go_on(table)
    evening.wagered(table)
    evening.go_on(table, "9C 3D JH 4S KH", until="settle_hand")
    cards(page, shown=1, name="3")
    cards(page, shown=5)


def results(page: Page) -> list[str]:
    """Read what hands have won and lost, once the felt is at rest."""
    return sorted(page.locator(".felt .pill span").all_inner_texts())


def heard_before_it_looks(page: Page, table: str) -> None:
    """Have something happen at a table between the moment when a page asks how it stands and the answer."""

    def connect(socket: WebSocketRoute) -> None:
        server, told = socket.connect_to_server(), set[str]()

        def heard(message: str | bytes) -> None:
            for line in str(message).splitlines():
                said = json.decode(line)
                if said["tell"] == "look" and not told:
                    told.add("commit")
                    version = said["look"]["table"]["version"]
                    commit = {"tell": "commit", "commit": {"version": version, "entries": []}}
                    socket.send(json.encode(commit).decode())
                socket.send(line)

        server.on_message(heard)

    page.route_web_socket(re.compile(rf"/{quote(table)}/live\?"), connect)


def test_results_are_there_again_after_a_reload_in_a_round_and_at_its_end(page: Page, evening: Evening):
    table = "Reloaded"
    for name in evening.players:  # their money is for three tables
        evening.olga.ask("/api/cashier/requests", "Deposit", player=name, amount=600_00)
    evening.dealt_by_hand(table)
    evening.robin.sees(page, f"table/{quote(table)}")
    evening.wagered(table)
    evening.go_on(table, "9C KD JH 4S KS", until="choose")
    for answer in ("Go to war", ""):
        if answer:
            expect(button(page, answer)).to_be_visible(timeout=PATIENCE)
        else:
            expect(page.locator(".pill.won span")).to_be_visible(timeout=PATIENCE)
            cards(page, shown=0)
        before = results(page)
        assert len(before) == 4, before
        page.reload()
        expect(page.locator(".felt .pill")).to_have_count(len(before), timeout=PATIENCE)
        assert results(page) == before
        if answer:
            button(page, answer).click()
            evening.go_on(table, "TC 4H")
    heard_before_it_looks(page, table)
    page.reload()
    expect(page.locator(".felt .pill")).to_have_count(4, timeout=PATIENCE)
    for seat in (7, 4):
        evening.robin.at(table, "ChangeSeat", player=evening.robin.name, seat=seat)
        expect(page.locator(".felt .pill")).to_have_count(3, timeout=PATIENCE)
        if seat == 7:  # what came of the hand stays at no empty seat
            page.reload()
            expect(page.locator(".felt .pill")).to_have_count(3, timeout=PATIENCE)
    evening.wagered(table)
    expect(page.locator(".felt .pill")).to_have_count(0, timeout=PATIENCE)
    page.reload()
    expect(page.locator(".felt .chip").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".felt .pill")).to_have_count(0)


def test_a_meter_that_is_paid_shows_at_once_what_it_starts_with_again(page: Page, evening: Evening):
    table = "Paid out"
    evening.dealt_by_hand(table)
    evening.robin.sees(page, f"table/{quote(table)}")
    evening.wagered(table, progressive=5_00)
    evening.go_on(table, "9C KS JH 4S KS", until="choose")
    button(page, "Go to war").click()
    evening.go_on(table, "KS KS", until="read_progressive")
    turn(page, 390, 844)
    page.get_by_role("combobox").select_option("es")
    expect(page.locator(".due")).to_contain_text("Leer la mano para el progresivo")
    high = page.locator(".felt").first.bounding_box()
    evening.go_on(table, until="verify_hand")
    expect(page.locator(".due")).to_contain_text("Verificar que la mano cobra el progresivo")
    assert page.locator(".felt").first.bounding_box() == high, "the felt does not jump when more is said"
    page.get_by_role("combobox").select_option("en")
    turn(page, 1440, 900)
    evening.go_on(table, until="collect_cards")
    told = page.wait_for_function(_WHEN_TOLD, arg="shows $10,000.00 again", timeout=PATIENCE)
    assert told.json_value() == "$10,000.00"


def test_the_wheel_covers_no_name_and_no_result_in_either_language(page: Page, evening: Evening):
    table = "Turned"
    evening.dealt_by_hand(table)
    evening.robin.sees(page, f"table/{quote(table)}")
    evening.wagered(table, bonus_spin=5_00)
    evening.go_on(table, "9C 3D JH 4S KH", until="spin_wheel")
    cards(page, shown=5)
    evening.dana.at(table, "SpinWheel", seat=4, hot_spot="secondary jackpot", community="$150")
    wheel = page.get_by_role("img", name=re.compile("The wheel stops"))
    expect(wheel).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".felt .pill")).to_have_count(4)
    for language, (width, height) in product(("en", "es"), SIZES):
        page.get_by_role("combobox").select_option(language)
        turn(page, width, height)
        assert page.evaluate(_OVERLAID) == [], (language, width)
    expect(
        page.get_by_role("img", name="La rueda para: Secundario para Tú, $150 para los demás")
    ).to_be_visible()
