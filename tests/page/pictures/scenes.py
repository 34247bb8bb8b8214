"""What is in the pictures: somebody goes somewhere, and something is to be seen there."""

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.page.pictures.camera import Camera
from tests.page.pictures.evening import DEALT, KEPT, METER, Evening
from tests.page.staff import Person
from tests.page.tables import button, until

LAPTOP: Final = ("laptop",)


def _sees(person: Person, page: Page, *where: str) -> None:
    person.sees(page, "/".join(quote(each, safe="") for each in where))


def _heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=re.compile(name)).first).to_be_visible()


def first_page(camera: Camera, evening: Evening) -> None:
    """Come to the house, and into its lobby."""
    page = camera.page
    expect(button(page, "Sit down and play")).to_be_visible()
    camera.shoot("welcome", "The first page: one click to a table")
    camera.shoot("welcome-light", "The first page in the light", "phone", "laptop", theme="light")
    _sees(evening.robin, page)
    _heading(page, "Tables")
    camera.shoot("lobby", "The lobby: which table?")


def wagering(camera: Camera, evening: Evening) -> None:
    """Sit at a table of the software's, and place chips."""
    page = camera.page
    evening.robin.at("wisconsin", "Sit", player="Robin", seat=3, chips=300_00)
    _sees(evening.robin, page, "table", "wisconsin")
    until(page, page.get_by_role("button", name="Wager", exact=True), "No cut")
    button(page, "Invite computer players").click()
    expect(page.locator(".name").filter(has_text="computer").first).to_be_visible()
    for key in ("3", "b", "b", "2", "t"):
        page.keyboard.press(key)
    camera.shoot("table", "A table of Wisconsin's before the deal, with neighbours")


def war(camera: Camera, evening: Evening) -> None:
    """Tie, and go to war."""
    page = camera.page
    evening.wagered(DEALT, tie=5_00, progressive=5_00)
    evening.go_on(DEALT, "9C KD JH 4S KS", until="choose")
    _sees(evening.robin, page, "table", DEALT)
    expect(button(page, "Go to war")).to_be_visible()
    page.keyboard.press("o")
    expect(page.get_by_text(re.compile("on average")).first).to_be_visible()
    camera.front("table")
    camera.shoot("table-tie", "A tie hand: two things can be done, and what each is worth")
    camera.shoot("table-tie-light", "The same in the light", "phone", "laptop", theme="light")
    evening.robin.at(DEALT, "GoToWar", seat=4)
    evening.go_on(DEALT, "TC 4H", until="settle_hand")
    expect(page.get_by_role("img", name=re.compile("4 of hearts"))).to_be_visible()
    camera.shoot("table-war", "A war, with the first cards still exposed")
    evening.go_on(DEALT)


def wheel(camera: Camera, evening: Evening) -> None:
    """Have the wheel spun."""
    page = camera.page
    evening.wagered(DEALT, bonus_spin=5_00)
    evening.go_on(DEALT, "9C 3D JH 4S KH", until="spin_wheel")
    expect(page.get_by_role("img", name=re.compile("king of hearts"))).to_be_visible()
    evening.spin(DEALT)
    expect(page.get_by_role("img", name=re.compile("The wheel stops"))).to_be_visible()
    camera.shoot("table-wheel", "The wheel of Maryland's bonus spin")
    evening.go_on(DEALT)


def dealer(camera: Camera, evening: Evening) -> None:
    """Deal out of a physical shoe."""
    page = camera.page
    evening.wagered(DEALT)
    evening.go_on(DEALT, until="deal_card")
    evening.deal(DEALT, "8C QD TH")
    _sees(evening.dana, page, "dealer", DEALT)
    page.get_by_role("radio", name="queen of clubs").wait_for(state="attached")
    camera.shoot("dealer", "The dealer's console: which card came out of the shoe?")
    evening.go_on(DEALT, "4S 9H")


def floor(camera: Camera, evening: Evening) -> None:
    """Look after the tables."""
    page = camera.page
    _sees(evening.olga, page, "floor")
    expect(page.get_by_role("link", name=re.compile(f"^{DEALT}")).first).to_be_visible()
    expect(page.get_by_text(re.compile("^slip$", re.IGNORECASE)).first).to_be_visible()
    camera.shoot("floor", "The floor: all tables at a glance")
    camera.shoot("floor-light", "The floor in the light", *LAPTOP, theme="light")
    for tab, line in (("Slips", "Slips waiting for approval"), ("People", "People and their posts")):
        page.get_by_role("tab", name=re.compile(tab)).click()
        _heading(page, "Waiting slips" if tab == "Slips" else "People")
        camera.shoot(f"floor-{tab.lower()}", line)
    _sees(evening.frank, page, "floor", DEALT)
    expect(page.locator(".facts dd").first).to_be_visible()
    camera.shoot("floor-table", "One table of the floor's: its day, its tray, what can be done")


def surveillance(camera: Camera, evening: Evening) -> None:
    """Find a round, and go through it."""
    page = camera.page
    _sees(evening.sam, page, "watch")
    page.get_by_label("Player").fill("Robin")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("link", name=re.compile("Round 6")).first).to_be_visible()
    camera.shoot("watch", "Surveillance: rounds are found by table, player, dealer, time and outcome")
    _sees(evening.sam, page, "watch", DEALT, "6")
    scrubber = page.get_by_role("slider", name="Event")
    scrubber.fill(str(int(scrubber.get_attribute("max") or "0") * 2 // 3))
    camera.shoot("watch-round", "A round, event by event")


def odds(camera: Camera, evening: Evening) -> None:
    """Ask what the wagers cost."""
    page = camera.page
    _sees(evening.robin, page, "odds")
    expect(page.get_by_role("region", name="Summary 1").locator("tbody tr").first).to_be_visible()
    camera.shoot("odds", "The odds lab: the PAR sheet")
    camera.shoot("odds-light", "The PAR sheet in the light", *LAPTOP, theme="light")
    _sees(evening.robin, page, "odds", "plots")
    expect(page.get_by_role("slider", name="By decks")).to_have_attribute(
        "aria-valuetext", re.compile("house edge")
    )
    expect(page.get_by_text("Computing…")).to_have_count(0)
    camera.shoot("odds-plots", "Plots that answer as a slider moves")
    _sees(evening.robin, page, "odds", "compare")
    expect(page.get_by_role("region", name="Edges 1").locator("tbody tr").first).to_be_visible()
    for each in ("South Dakota", "California", "Wisconsin"):
        page.get_by_role("checkbox", name=each).check()
    expect(page.get_by_role("heading", name=re.compile("Wisconsin compared"))).to_be_visible()
    expect(page.get_by_text("Computing…")).to_have_count(0)
    camera.shoot("odds-compare", "Rulebooks side by side")
    _sees(evening.robin, page, "odds", "editor")
    area = page.get_by_label("Your rulebook, in TOML")
    expect(page.get_by_text("my_maryland is valid.")).to_be_visible()
    area.fill(area.input_value().replace("10 to 1", "11 to 1"))
    expect(page.get_by_text("figures differ.")).to_be_visible()
    camera.shoot("odds-editor", "A rulebook of one's own, checked as it is typed")


def law(camera: Camera, evening: Evening) -> None:
    """Read a clause, and what another reading of it would cost."""
    page = camera.page
    _sees(evening.robin, page, "law", "wisconsin", "(h)(3)(i)")
    expect(page.get_by_role("article").get_by_role("table").first).to_be_visible()
    camera.shoot("law", "The law: a clause, how it is read, and what another reading would cost")
    camera.shoot("law-light", "The law in the light", *LAPTOP, theme="light")


def fairness(camera: Camera, evening: Evening) -> None:
    """Check a shoe in the browser."""
    page = camera.page
    _sees(evening.robin, page, "fairness")
    page.get_by_label("Table").select_option(KEPT)
    page.get_by_role("link", name=re.compile("valid")).click()
    strip = page.get_by_role("list", name="The cards as they came")
    strip.get_by_role("button").nth(7).click()
    expect(page.get_by_text("SHA-256(00 ·")).to_be_visible()
    shoe = page.get_by_role("heading", name=re.compile("^Shoe of"))
    camera.shoot("fairness", "Fairness: a shoe is checked in the browser", top=shoe)


def sign(camera: Camera, evening: Evening) -> None:
    """Hang a meter on a wall."""
    _sees(evening.robin, camera.page, "sign", METER)
    _heading(camera.page, METER)
    camera.shoot("sign", "The progressive sign, for a wall")


def account(camera: Camera, evening: Evening) -> None:
    """See how one stands."""
    page = camera.page
    _sees(evening.robin, page, "account")
    for limited, amount in (("Loss in a day, dollars", "300"), ("Time at tables in a day, minutes", "120")):
        page.get_by_label(limited).fill(amount)
        page.get_by_role("button", name=f"{limited.partition(',')[0]}: Set").click()
    expect(page.get_by_text("2 h").first).to_be_visible()
    camera.shoot("account", "One's own account: how one stands, limits, history")
    page.get_by_role("combobox", name="Language").select_option("es")
    _heading(page, "Mi cuenta")
    camera.shoot("account-spanish", "The account in Spanish", "phone", "laptop")
    page.get_by_role("combobox", name="Idioma").select_option("en")


SCENES: Final[tuple[Callable[[Camera, Evening], None], ...]] = (
    first_page,
    wagering,
    war,
    wheel,
    dealer,
    floor,
    surveillance,
    odds,
    law,
    fairness,
    sign,
    account,
)
