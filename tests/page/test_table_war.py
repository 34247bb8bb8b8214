"""War, surrender and side wagers at each rulebook's table, two browsers at one, a house that falls over."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from casinowar.game.book.electronic import ElectronicChoices
from casinowar.rulebooks import load_sample
from tests.page.people import violations
from tests.page.playing import fits
from tests.page.tables import PATIENCE, button, complete, money, seated, set_up, until
from tests.web.served_house import ServedHouse

CLAUSES = {"maryland": "9.", "wisconsin": "(h)", "south_dakota": "(", "washington": "4."}


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_every_tie_is_given_up_or_fought_for_as_the_buttons_say(
    page: Page, house: ServedHouse, rulebook: str
):
    seated(page, house, set_up(house, rulebook, ranks=("king",)), 3)
    before = money(page)
    for key in ("2", "b", "b", "t", "Enter"):
        page.keyboard.press(key)
    give_up = button(page, "Surrender")
    expect(give_up).to_contain_text("$5.00 lost, $5.00 returned", timeout=PATIENCE)
    expect(button(page, "Go to war")).to_contain_text("$10.00 more")
    expect(page.get_by_role("status").filter(has_text="computed from")).to_have_count(0)
    page.keyboard.press("o")
    expect(page.get_by_text(re.compile(r"computed from the \d+ unseen cards"))).to_be_visible()
    expect(give_up).to_contain_text("−$5.00 on average")
    assert rulebook != "maryland" or violations(page) == []
    page.keyboard.press("s")
    expect(complete(page, "1")).to_be_visible(timeout=PATIENCE)
    pays = 8 if rulebook == "south_dakota" else 10
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    assert money(page) >= before - 5 + pays * 5
    after = money(page)
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(button(page, "Go to war")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("w")
    until(page, complete(page, "2"), "No, thanks")
    expect(page.locator(".strip span")).to_have_text([re.compile("T"), re.compile("T")])
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    assert money(page) > after  # a tied war pays, and so does the tie
    clause = page.get_by_role("link", name=re.compile(rf"^{re.escape(CLAUSES[rulebook])}")).first
    assert clause.get_attribute("href", timeout=PATIENCE) is not None
    expect(clause).to_have_attribute("href", re.compile(f"^#/law/{rulebook}/"))


def test_the_tie_wager_that_is_offered_at_war_says_what_it_pays(page: Page, house: ServedHouse):
    seated(page, house, set_up(house, "wisconsin", ranks=("king",)), 3)
    before = money(page)
    for key in ("2", "b", "b", "Enter"):
        page.keyboard.press(key)
    button(page, "Go to war").click(timeout=PATIENCE)
    offer = page.get_by_role("group", name="Place a tie wager on the war? It pays 10 to 1.")
    expect(offer.get_by_role("button", name="$10", exact=True)).to_be_visible(timeout=PATIENCE)
    assert violations(page) == []
    page.get_by_role("combobox").select_option("es")
    expect(page.get_by_text("¿Una apuesta al empate de la guerra? Paga 10 a 1.")).to_be_visible()
    fits(page, (320, 700), (390, 844))
    page.get_by_role("combobox").select_option("en")
    offer.get_by_role("button", name="$10", exact=True).click()
    until(page, complete(page, "1"))
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    assert money(page) == before - 10 + 30 + 100  # lost, the war tied at 3 to 1, and the tie wager on it


def test_the_progressive_and_the_wheel_are_seen_to_pay(page: Page, house: ServedHouse):
    seated(page, house, set_up(house, "maryland", ranks=("king",)), 4)
    page.get_by_role("button", name=re.compile("What each wager pays")).click()
    expect(
        page.get_by_role("row", name=re.compile("Suited four of a kind.*1000 to 1 and the meter"))
    ).to_be_visible()
    expect(page.get_by_text(re.compile("Envy Bonus: \\$5,000.00"))).to_be_visible()
    page.keyboard.press("Escape")
    for key in ("2", "b", "p", "n"):
        page.keyboard.press(key)
    button(page, "Deal").click()
    wheel = page.get_by_role("img", name=re.compile("The wheel stops: .* for You"))
    for number in range(1, 30):
        until(page, wheel.or_(complete(page, str(number))), "Surrender")
        if wheel.is_visible():
            break
        until(page, page.get_by_role("button", name="Wager", exact=True), "No cut")
        page.keyboard.press("r")
        page.keyboard.press("Enter")
    expect(wheel).to_be_visible()
    expect(page.get_by_text(re.compile("The dealer paid .* on the progressive wager")).first).to_be_visible()


def test_a_sign_says_what_each_wager_pays_and_by_which_clause(page: Page, house: ServedHouse):
    seated(page, house, set_up(house, "maryland"), 4)
    page.locator("aside summary").filter(has_text="What each wager pays").click()
    sign = page.locator("aside .sign")
    for row in (
        "Wager 1 to 1 10.A(1)",
        "Tie 10 to 1 10.A(2)",
        "War won pays 1 to 1, tied 2 to 1 9.I(2); 10.A(3)",
        "Surrender forfeits 1/2 9.E(1)",
        "War tie 10 to 1 10.A(2)",
        "Payout limit per round $50,000.00 2.B(5)(b)",
        "Suited tie 15 to 1 10.B(5)",
        "Primary the meter “Spin primary” 10.D(1)(a)",
        "$1,000 $1,000.00 10.D(1)(c)",
        "$100 $125.00 10.E(1)(b)",  # it shows another amount than it pays
    ):
        expect(sign.get_by_role("row", name=row, exact=True)).to_be_visible()
    expect(page.locator(".felt svg text").last).to_contain_text("Payout limit $50,000")
    assert violations(page) == []
    page.get_by_role("combobox").select_option("es")
    expect(sign.get_by_role("row", name="Rendirse cuesta 1/2 9.E(1)", exact=True)).to_be_visible()
    fits(page)


def test_a_player_wagers_on_two_boxes_and_on_community_cards(page: Page, house: ServedHouse):
    seated(page, house, set_up(house, "maryland", ranks=("king",)), 3)
    for area in ("Wager", "Wager, Seat 4"):
        page.get_by_role("button", name=area, exact=True).click()
    expect(page.get_by_role("button", name="Wager, Seat 2", exact=True)).to_have_count(0)  # two are the most
    page.keyboard.press("Enter")
    for given_up in (1, 2):
        until(page, button(page, "Surrender"))
        page.keyboard.press("s")
        expect(page.locator(".pill.lost")).to_have_count(given_up)
    until(page, complete(page, "1"))
    choices = replace(
        load_sample("maryland"),
        electronic=ElectronicChoices(community_cards=3),
        progressive=None,
        bonus_spin=None,
        adjacent_boxes=None,
    )
    page.goto(f"{house.address}/#/table/{set_up(house, 'maryland', choices=choices)}")
    page.get_by_role("button", name="Sit here: Terminal 2", exact=True).click()
    until(page, page.get_by_role("button", name="Wager 3", exact=True), "No cut")
    assert violations(page) == []
    for area in ("Wager 1", "Wager 3"):
        page.get_by_role("button", name=area, exact=True).click()
    page.keyboard.press("Enter")
    until(page, complete(page, "1"), "Surrender")
    expect(page.get_by_role("listitem").filter(has_text="community cards").first).to_be_visible()


def test_a_player_banks_or_plays_against_neighbours_at_a_banked_table(page: Page, house: ServedHouse):
    table = set_up(house, "california", ranks=("king",))
    button(page, "Sit down and play").click()
    expect(page).to_have_url(re.compile("#/table/"))
    page.goto(f"{house.address}/#/table/{table}")
    page.get_by_role("button", name="Sit here: Seat 4", exact=True).click()
    until(page, page.get_by_text("Waiting for one more player"), "No cut")
    button(page, "Invite computer players").click()
    wager = page.get_by_role("button", name="Wager", exact=True)
    until(page, wager.or_(button(page, "Bank this round")), "No cut")
    if wager.is_hidden():
        button(page, "Not this time").click()
        until(page, wager, "No cut")
    expect(page.get_by_text("player/dealer", exact=True)).to_be_visible()
    for key in ("3", "b", "Enter"):
        page.keyboard.press(key)
    expect(button(page, "Go to war")).to_contain_text("$25.00 more", timeout=PATIENCE)
    assert violations(page) == []
    page.keyboard.press("w")
    expect(button(page, "Go to war")).to_be_hidden()
    bank = button(page, "Bank this round")
    for number in range(1, 12):  # nobody banks more than twice in a row
        until(page, complete(page, str(number)), "Surrender")
        until(page, wager.or_(bank), "No cut")
        if bank.is_visible():
            break
        page.keyboard.press("r")
        page.keyboard.press("Enter")
    page.set_viewport_size({"width": 1366, "height": 768})
    waits = page.locator(".due small").bounding_box()
    assert waits is not None
    assert waits["height"] < 24, "who is waited for is said on one line"
    page.get_by_role("slider").fill("30000")
    expect(page.get_by_role("group", name="Bank this round")).to_contain_text("$300.00")
    bank.click()
    expect(page.get_by_text("Dealer, for your bank")).to_be_visible()
    expect(page.get_by_text("You bank this round with $300.00")).to_be_visible()


def test_two_browsers_see_the_same_table(page: Page, another_browser: Browser, house: ServedHouse):
    table = set_up(house, "wisconsin", ranks=("king",))
    seated(page, house, table, 2)
    other = another_browser.new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce"
    ).new_page()
    other.goto(house.address)
    button(other, "Sit down and play").click()
    expect(other).to_have_url(re.compile("#/table/"))
    other.goto(f"{house.address}/#/table/{table}")
    expect(other.get_by_role("button", name="Sit here: Seat 5", exact=True)).to_be_visible()
    for key in ("3", "b", "Enter"):
        page.keyboard.press(key)
    expect(other.locator(".stack").get_by_text("$25")).to_be_visible()  # who only watches sees it too
    expect(button(page, "Go to war")).to_be_visible(timeout=PATIENCE)
    expect(other.get_by_role("img", name=re.compile("king of"))).to_have_count(2)
    expect(other.locator(".due")).to_contain_text("Guest")
    page.keyboard.press("s")
    expect(complete(page)).to_be_visible(timeout=PATIENCE)
    button(other, "Round and limits").click()
    expect(other.get_by_role("heading", name="Last rounds here")).to_be_visible()
    expect(other.locator(".strip span")).to_have_text(["−1 0 won, 1 lost"])
    assert violations(other) == []
    other.reload()
    button(other, "Round and limits").click()
    expect(other.locator(".strip span")).to_have_text(["−1 0 won, 1 lost"])
    button(other, "Close").click()
    other.get_by_role("button", name="Sit here: Seat 5", exact=True).click()
    expect(other.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    expect(page.locator(".name").filter(has_text="Guest")).to_be_visible()
    assert violations(other) == []
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Accepted. Waiting for the other players")).to_be_visible()
    expect(other.get_by_text(re.compile(r"Wagers close in \d+ s"))).to_be_visible()
    for key in ("3", "b", "Enter"):
        other.keyboard.press(key)
    expect(button(page, "Go to war")).to_be_visible(timeout=PATIENCE)
    expect(button(other, "Go to war")).to_be_hidden()
    page.keyboard.press("s")
    expect(button(other, "Go to war")).to_be_visible(timeout=PATIENCE)
    other.keyboard.press("s")
    until(page, complete(page))
    until(other, button(other, "Same again"))
    width = other.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


@pytest.fixture
def fragile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    """Serve a house that a test pulls the plug of."""
    running = ServedHouse(tmp_path_factory.mktemp("fragile"), arguments=["--guests", "1000"]).start()
    yield running
    running.stop()


def test_a_war_goes_on_after_a_lost_connection_a_restart_and_a_reload(page: Page, fragile: ServedHouse):
    table = set_up(fragile, "maryland", ranks=("king",))
    page.goto(fragile.address)
    button(page, "Sit down and play").click()
    expect(page).to_have_url(re.compile(f"#/table/{table}$"))  # there is no other
    page.get_by_role("button", name="Sit here: Seat 3", exact=True).click()
    until(page, page.get_by_role("button", name="Wager", exact=True), "No cut")
    before = money(page)
    for key in ("2", "b", "b", "Enter"):
        page.keyboard.press(key)
    war = button(page, "Go to war")
    expect(war).to_contain_text("$10.00 more", timeout=PATIENCE)
    fragile.kill()
    expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_visible(timeout=PATIENCE)
    fragile.start()
    expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_hidden(timeout=PATIENCE)
    expect(war).to_contain_text("$10.00 more")
    page.reload()
    expect(war).to_contain_text("$10.00 more", timeout=PATIENCE)
    expect(page.get_by_role("img", name=re.compile("king of"))).to_have_count(2)
    war.click()
    until(page, complete(page), "No, thanks")
    expect(page.get_by_role("button", name="Wager", exact=True)).to_be_visible()
    assert money(page) == before + 20  # a tied war pays 2 to 1
