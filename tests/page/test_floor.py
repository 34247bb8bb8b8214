"""The floor in the browser: a shift from opener to closer, with whatever takes two people; and operators."""

import re
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from urllib.parse import quote, urljoin

from playwright.sync_api import Locator, Page, expect

from casinowar.house.offices.chip_counts import fewest
from casinowar.house.people.posts import Post
from tests.page.people import WITHOUT_HTTPS, violations
from tests.page.playing import stand_out
from tests.page.staff import Person, due, opened, play_round, set_up
from tests.web.served_house import ServedHouse

TABLE = "shift"
ONE_IS_NOT_FAR_LONGER = """() => {
  const ends = [...document.querySelectorAll(".column")].map((each) => each.getBoundingClientRect().bottom);
  return ends.length === 2 && Math.max(...ends) < 1.35 * Math.min(...ends);
}"""
"""Asks of the two columns of a desk where they end."""


def tab(page: Page, name: str) -> None:
    """Go to a part of the floor."""
    page.get_by_role("tab", name=re.compile(name)).click()


def said(page: Page, words: str) -> None:
    """Hear what came of the last thing that was asked for."""
    expect(page.get_by_role("status").filter(has_text=re.compile(words)).first).to_be_visible()


def fact(page: Page, name: str) -> Locator:
    """Find one of the figures of the table's gaming day."""
    return page.locator(".facts div", has=page.get_by_text(name, exact=True)).locator("dd")


def ask_for_slip(page: Page, kind: str, cents: int) -> None:
    """Ask for chips by denomination."""
    page.get_by_role("combobox", name="Kind").select_option(label=kind)
    for worth, count in fewest(cents).items():
        name = f"${worth // 100:,}" if worth % 100 == 0 else f"${worth / 100:.2f}"
        page.get_by_label(f"Chips of {name}", exact=True).fill(str(count))
    page.get_by_role("button", name=f"Request: {kind}").click()
    said(page, "Done")


def newest_slip(person: Person) -> str:
    """Tell the number of the slip that was asked for last."""
    number: str = person.get(f"/api/pit/tables/{TABLE}/slips")[-1]["number"]
    return number


def have_stood_since_yesterday(house: ServedHouse) -> None:
    """Have the table been set up a day ago: of no other day is there a box that is gone."""
    with closing(sqlite3.connect(house.folder / "house.db")) as database, database:
        database.execute('UPDATE streams SET at = at - 86400000 WHERE "table" = ?', [TABLE])


def stop_play(page: Page, reason: str) -> None:
    """Stop play for something that no rule knows."""
    page.get_by_role("combobox", name="What happened").select_option(label="something else")
    form = page.locator("form", has=page.get_by_role("combobox", name="What happened"))
    form.get_by_label("Reason, for the record").fill(reason)
    form.get_by_role("button", name="Stop play").click()
    expect(page.get_by_role("heading", name=re.compile("Play is stopped: something else"))).to_be_visible()


class Shift:
    """A table from its set-up to its closing, with everybody who has to do with it."""

    def __init__(self, page: Page, house: ServedHouse) -> None:
        """Have everybody come in."""
        self.page, self.house = page, house
        page.add_init_script(WITHOUT_HTTPS)
        self.olga, self.ann = Person(house, "Olga"), Person(house, "Ann")
        self.fred, self.dan = Person(house, "Fred", Post.FLOORPERSON), Person(house, "Dan", Post.DEALER)
        self.mary, self.mark = Person(house, "Mary", Post.MANAGER), Person(house, "Mark", Post.MANAGER)

    def set_up(self) -> None:
        """Have the operator set the table up, and give Ann money at the cage."""
        page = self.page
        self.olga.sees(page, "floor")
        tab(page, "New table")
        page.get_by_label("Table name").fill(TABLE)
        page.get_by_label("Seconds to wager").fill("0")
        page.get_by_label("Name of the linked progressive").fill("Grand")
        page.get_by_label("Chips move by slips").check()
        assert violations(page) == []
        page.get_by_role("button", name="Set up the table").click()
        said(page, f"The table {TABLE} is set up")
        tab(page, "Cage")
        page.get_by_label("Player").fill(self.ann.name)
        page.get_by_label("Amount in dollars").fill("500")
        page.get_by_role("button", name="Deposit").click()
        said(page, re.escape(f"{self.ann.name} has $500.00"))

    def open(self) -> None:
        """Have the tray counted, signed by the dealer, and the slip printed."""
        page = self.page
        self.fred.sees(page, "floor")
        page.get_by_role("link", name=re.compile(rf"^{TABLE} closed")).click()
        ask_for_slip(page, "Opener", 20_000_00)
        expect(page.get_by_text("waiting for the dealer's signature")).to_be_visible()
        self.dan.ask("/api/pit/requests", "SignCount", table=TABLE, slip=newest_slip(self.fred))
        expect(fact(page, "Tray")).to_have_text("$20,000.00")
        link = page.get_by_role("link", name=f"Slip {newest_slip(self.fred)} as PDF").get_attribute("href")
        printed = page.context.request.get(urljoin(self.house.address, str(link)))
        assert printed.headers["content-type"] == "application/pdf"
        assert printed.body().startswith(b"%PDF")
        english, spanish = "?language=en", "?language=es"
        assert str(link).endswith(english)
        other = page.context.request.get(urljoin(self.house.address, str(link).replace(english, spanish)))
        assert other.body() != printed.body(), "a slip is printed in the language of the page"
        expect(page.get_by_role("button", name="Confirm that the layout is approved")).to_be_visible()
        self.ann.at(TABLE, "Sit", player=self.ann.name, seat=1, chips=200_00)
        while due(self.dan, TABLE)["role"] == "floorperson":
            acts = self.fred.get(f"/api/pit/tables/{TABLE}/floor")["acts"]
            [act] = [each["words"] for each in acts if each["command"]["command"] == "Perform"]
            expect(page.locator(".due")).to_contain_text(act, ignore_case=True)
            page.get_by_role("button", name=act).click()
            expect(page.get_by_role("button", name=act)).to_be_hidden()
        self.ann.at(TABLE, "RefuseCut", seat=1)
        assert violations(page) == []

    def drop(self) -> None:
        """Take cash into the box; it stays at its table, and one of a day that is over is counted once."""
        page = self.page
        had = self.olga.get("/api/people")
        page.get_by_role("combobox", name="Player").fill(self.ann.name)
        page.get_by_label("Cash in dollars").fill("1o")
        expect(page.get_by_text("Enter an amount such as")).to_be_visible()
        page.get_by_label("Cash in dollars").fill("120")
        page.get_by_role("button", name="Into the box").click()
        said(page, f"in the account of {self.ann.name}")
        before, after = (
            next(each["balance"] for each in people if each["name"] == self.ann.name)
            for people in (had, self.olga.get("/api/people"))
        )
        assert after == before + 120_00
        [box] = [each for each in self.fred.get("/api/pit/boxes") if each["table"] == TABLE]
        assert (box["cash"], box["counted"]) == (120_00, None)
        self.olga.sees(page, "floor")
        tab(page, "Drop boxes")
        row = page.get_by_role("row", name=re.compile(rf"{box['day']} {TABLE}"))
        expect(row).to_contain_text("$120.00at its table")
        page.get_by_role("combobox", name="Table").select_option(label=TABLE)
        page.get_by_label("Gaming day").fill(box["day"])
        page.get_by_label("Found in the box").fill("120")
        page.get_by_role("button", name="Count", exact=True).click()
        expect(page.get_by_role("alert")).to_have_text(f"The box for {box['day']} is still at its table.")
        gone = str(date.fromisoformat(box["day"]) - timedelta(days=1))
        page.get_by_label("Gaming day").fill(gone)
        page.get_by_label("Found in the box").fill("12.50")
        page.get_by_role("button", name="Count", exact=True).click()
        expect(page.get_by_role("alert")).to_have_text(f"{TABLE} had no drop box on {gone}.")
        have_stood_since_yesterday(self.house)
        page.get_by_role("button", name="Count", exact=True).click()
        said(page, f"The box of {TABLE} of {gone} is counted")
        expect(page.get_by_role("row", name=f"{gone} {TABLE}")).to_contain_text(
            re.compile(r"\$12\.50 ?! \+\$12\.50")
        )
        assert violations(page) == []
        self.correct(gone)
        self.fred.sees(page, f"floor/{TABLE}")

    def correct(self, day: str) -> None:
        """Correct a wrong count, which takes another one's word, too."""
        page = self.page
        page.get_by_role("button", name=f"Correct the count of the box of {TABLE} of {day}").click()
        expect(page.get_by_label("Found in the box")).to_be_focused()
        page.get_by_label("Found in the box").fill("0")
        page.get_by_label("Why the count was wrong").fill("of another box")
        assert violations(page) == []
        page.get_by_role("button", name="Correct", exact=True).click()
        said(page, "takes two people")
        self.mary.sees(page, "floor")
        tab(page, "Approvals")
        words = f"Correct the count of a drop box · {TABLE} {day} · $0.00 · “of another box”"
        expect(page.get_by_role("tabpanel").get_by_text(words)).to_be_visible()
        page.get_by_role("button", name="Confirm", exact=True).click()
        said(page, "Done")
        tab(page, "Drop boxes")
        told = re.compile(r"\$0\.00 ?first count \$12\.50 ?✓ \$0\.00")
        expect(page.get_by_role("row", name=f"{day} {TABLE}")).to_contain_text(told)

    def fill(self) -> None:
        """Bring a fill, which the cage accepts."""
        page = self.page
        ask_for_slip(page, "Fill", 1_575_50)
        self.olga.sees(page, "floor")
        tab(page, "Slips")
        page.get_by_role("button", name=f"Accept {newest_slip(self.fred)} for the cage").click()
        said(page, "Done")
        expect(page.get_by_text("No slips are waiting.")).to_be_visible()

    def rule(self) -> None:
        """Rule on an irregularity, and void a round, which takes two people."""
        page = self.page
        play_round(self.ann, self.dan, TABLE, 1)
        self.ann.at(TABLE, "PlaceWager", seat=1, wager="initial", amount=25_00)
        self.fred.sees(page, f"floor/{TABLE}")
        expect(fact(page, "Tray")).not_to_have_text("$20,000.00")
        stop_play(page, "a drink fell over")
        page.get_by_role("radio", name=re.compile("^play on", re.IGNORECASE)).check()
        page.get_by_role("button", name="Rule: play on").click()
        expect(page.get_by_role("heading", name=re.compile("Play is stopped"))).to_be_hidden()
        stop_play(page, "the layout is wet")
        page.get_by_role("radio", name=re.compile("^void the round", re.IGNORECASE)).check()
        expect(page.get_by_role("button", name="Rule: void the round")).to_be_disabled()
        ruling = page.locator("form", has=page.get_by_role("radio")).get_by_label("Reason, for the record")
        ruling.fill("the layout is wet")
        assert violations(page) == []
        stand_out(page, page.locator(".stop"), page.locator(".ruling.chosen"))
        page.get_by_role("button", name="Rule: void the round").click()
        said(page, "takes two people")
        page.goto(urljoin(page.url, "#/floor"))
        stand_out(page, page.locator(".tables .ruling a"), page.locator("li.urgent"))
        before = self.ann.get(f"/api/tables/{TABLE}")["state"]["chips"][self.ann.name]
        self.mary.sees(page, f"floor/{TABLE}")
        language = page.get_by_role("combobox", name=re.compile("Language|Idioma"))
        language.select_option("es")
        expect(page.get_by_text("· Anular la ronda · “the layout is wet”")).to_be_visible()
        language.select_option("en")
        expect(page.get_by_text("· Void the round · “the layout is wet”")).to_be_visible()
        page.get_by_role("button", name="Confirm", exact=True).click()
        said(page, "Done")
        expect(page.get_by_role("heading", name=re.compile("Play is stopped"))).to_be_hidden()
        assert self.ann.get(f"/api/tables/{TABLE}")["state"]["chips"][self.ann.name] == before + 25_00

    def change_the_meter(self) -> None:
        """Change a meter by two managers."""
        page = self.page
        shown = self.mary.get("/api/meters")[0]["amount"]
        self.mary.sees(page, "floor")
        tab(page, "Meters")
        page.get_by_label("Amount in dollars").fill("250")
        page.get_by_label("Reason, for the record").fill("a promotion")
        page.get_by_role("button", name="Propose the change").click()
        said(page, "takes two people")
        assert self.mary.get("/api/meters")[0]["amount"] == shown
        self.mark.sees(page, "floor")
        tab(page, "Approvals")
        expect(page.get_by_role("tabpanel").get_by_text(re.compile(r"Grand · \+\$250\.00"))).to_be_visible()
        page.get_by_role("button", name="Confirm", exact=True).click()
        said(page, "Done")
        assert self.mary.get("/api/meters")[0]["amount"] == shown + 250_00

    def post_other_limits(self) -> None:
        """Set up the same table with other limits; what no wager can keep is refused."""
        page = self.page
        self.olga.sees(page, f"floor/{TABLE}")
        page.get_by_role("link", name="Set up the same table with other limits").click()
        page.get_by_label("Table name").fill(f"{TABLE} high")
        least = page.get_by_label("Wager, minimum")
        least.fill("50000")
        page.get_by_role("button", name="Set up the table").click()
        expect(page.get_by_role("alert")).to_contain_text("limits.initial")
        least.fill("25")
        assert violations(page) == []
        page.get_by_role("button", name="Set up the table").click()
        said(page, f"The table {TABLE} high is set up")
        was, now = (self.olga.get(f"/api/tables/{name}/settings") for name in (TABLE, f"{TABLE} high"))
        was["house"]["limits"]["initial"]["minimum"] = "25"
        assert now == was

    def close(self) -> None:
        """Close the table; what is shown is what the house tells."""
        page = self.page
        self.ann.at(TABLE, "LeaveTable", player=self.ann.name)
        self.fred.sees(page, f"floor/{TABLE}")
        tray = self.fred.get(f"/api/pit/tables/{TABLE}/floor")["tray"]
        expect(fact(page, "Tray")).to_have_text(f"${tray / 100:,.2f}")
        ask_for_slip(page, "Closer", tray)
        self.dan.ask("/api/pit/requests", "SignCount", table=TABLE, slip=newest_slip(self.fred))
        expect(page.locator("header .pill")).to_have_text(re.compile("closed"))
        [day] = self.fred.get(f"/api/pit/tables/{TABLE}/figures/day")
        assert day["win"] == day["closer"] + day["credits"] - day["opener"] - day["fills"]
        expect(fact(page, "Drop")).to_have_text("$200.00")
        sign = "+" if day["win"] > 0 else "−" if day["win"] < 0 else ""
        expect(fact(page, "Win")).to_have_text(f"{sign}${abs(day['win']) / 100:,.2f}")
        expect(fact(page, "Rounds")).to_have_text(str(day["rounds"]))
        hold = f"{day['hold'] * 100:.1f}%".replace("-", "−")
        expect(page.get_by_role("region", name="Win and drop").get_by_text(hold)).to_be_visible()
        assert len(self.fred.get(f"/api/pit/tables/{TABLE}/slips")) == 3


def keep_the_shoe(page: Page) -> None:
    """Set up a table at which a person deals from a shoe that the house keeps."""
    kept = page.get_by_label("The house keeps the shoe")
    expect(page.get_by_label("A floorperson rules")).to_be_visible()
    expect(kept).to_be_hidden()  # software keeps it anyway
    page.get_by_label("Table name").fill("kept")
    page.get_by_label("Dealer type").select_option(label="a dealer")
    kept.check()
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Set up the table").click()
    said(page, "The table kept is set up")
    told = asked.value.post_data_json
    assert told
    assert told["settings"]["shoe_kept"]


def post_hours(page: Page, olga: Person) -> None:
    """Post other hours; what does not make a day is refused."""
    tab(page, "Hours")
    told = olga.get("/api/pit/hours")
    expect(page.get_by_text(f"gaming day {told['day']}, shift {told['shift']}")).to_be_visible()
    first = page.get_by_role("group", name="Shift 1")
    first.get_by_label("Name").fill("swing")
    page.get_by_role("button", name="Post these hours").click()
    expect(page.get_by_role("alert")).to_have_text("Each shift needs a name of its own.")
    first.get_by_label("Name").fill("early")
    page.get_by_role("group", name="Shift 3").get_by_label("Begins").fill("00:15")
    page.get_by_role("button", name="Post these hours").click()
    said(page, "These hours apply from now on")
    posted = olga.get("/api/pit/hours")["hours"]["shifts"]
    assert [(each["name"], each["begins"]) for each in posted] == [
        ("early", 6 * 60),
        ("swing", 14 * 60),
        ("grave", 24 * 60 + 15),
    ]


def issue_chips(page: Page, olga: Person) -> None:
    """Have other chips; what is no amount is not sent."""
    tab(page, "Cage")
    worth = page.get_by_label("Values in dollars")
    before = olga.get("/api/pit/chips")["denominations"]
    expect(worth).to_have_value(re.compile(f"^{before[0] / 100:g}, "))
    worth.fill("5, none")
    expect(page.get_by_role("button", name="Use these chips")).to_be_disabled()
    worth.fill(", ".join(f"{each / 100:g}" for each in [*before, 20_00]))
    page.get_by_role("button", name="Use these chips").click()
    said(page, "The house uses these chips now")
    assert olga.get("/api/pit/chips")["denominations"] == sorted([*before, 20_00])


def test_a_shift_from_opener_to_closer(page: Page, house: ServedHouse):
    shift = Shift(page, house)
    shift.set_up()
    shift.open()
    shift.drop()
    shift.fill()
    shift.rule()
    shift.change_the_meter()
    shift.post_other_limits()
    shift.close()


def test_a_report_says_what_was_chosen_although_the_table_went_on_meanwhile(page: Page, house: ServedHouse):
    olga, ann, table = Person(house, "Olga"), Person(house, "Ann"), "reported"
    fred, dan = Person(house, "Fred", Post.FLOORPERSON), Person(house, "Dan", Post.DEALER)
    opened(table, olga, fred, dan, ann)
    fred.sees(page, f"floor/{table}")
    happened = page.get_by_role("combobox", name="What happened")
    expect(happened).to_be_visible()
    offered = happened.locator("option").count()
    happened.select_option(label="something else")
    ann.at(table, "PlaceWager", seat=3, wager="initial", amount=25_00)
    expect(happened.locator("option")).not_to_have_count(offered)  # other things can have happened now
    expect(happened.locator("option:checked")).to_have_text("something else")
    happened.select_option(index=happened.locator("option").count() - 1)
    ann.at(table, "WithdrawWager", seat=3, wager="initial")
    expect(happened.locator("option")).to_have_count(offered)
    ann.at(table, "PlaceWager", seat=3, wager="initial", amount=25_00)
    expect(happened.locator("option")).not_to_have_count(offered)
    expect(happened).to_have_value("")  # it was not chosen anew
    stop_play(page, "a drink fell over")


def test_a_desk_fills_a_laptop_and_begins_with_what_can_be_done_on_a_phone(page: Page, house: ServedHouse):
    olga, ann, table = Person(house, "Olga"), Person(house, "Ann"), "a desk"
    fred, dan = Person(house, "Fred", Post.FLOORPERSON), Person(house, "Dan", Post.DEALER)
    opened(table, olga, fred, dan, ann)
    for _ in range(3):
        play_round(ann, dan, table, 3)
    fred.sees(page, f"floor/{quote(table)}")
    acts, lately = (page.get_by_role("region", name=each) for each in ("Floor actions", "Recent events"))
    expect(lately.get_by_text("Round 3 is complete")).to_be_visible()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.wait_for_function(ONE_IS_NOT_FAR_LONGER)  # once the figures of the table have come
    page.set_viewport_size({"width": 390, "height": 844})
    first, then = acts.bounding_box(), lately.bounding_box()
    assert first is not None
    assert then is not None
    assert first["y"] < then["y"]


def appointing_fits(page: Page, language: Locator) -> None:
    """See that the acts beside somebody fit the narrowest phone while an appointment waits among them."""
    language.select_option("es")
    expect(page.get_by_role("button", name="Nombrar", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile(r"antes de que pase un día\. \S+/#/back/"))).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1440, "height": 900})
    language.select_option("en")


def test_an_operator_sees_to_people_and_everything_fits(page: Page, house: ServedHouse):
    olga, eve = Person(house, "Olga"), Person(house, "Eve")
    set_up(olga, "cut short", payout_limit="100")  # alerts of its own: what wagers win is cut
    olga.sees(page, "floor")
    alerts = page.get_by_role("region", name="Alerts")
    cut = alerts.get_by_role("listitem").filter(has=page.get_by_role("link", name="cut short"))
    expect(cut).to_have_count(3)
    expect(cut.first).to_contain_text("The payout limit of $100.00 cuts what the initial wager wins")
    language = page.get_by_role("combobox", name=re.compile("Language|Idioma"))
    language.select_option("es")
    spanish = page.locator("section li").filter(has_text="El límite de pago de $100.00 recorta")
    expect(spanish).to_have_count(3)
    expect(spanish.first.locator("[lang=es]")).to_be_visible()
    language.select_option("en")
    expect(page.get_by_role("link", name=re.compile("^Maryland")).first).to_be_visible()
    assert violations(page) == []
    tab(page, "People")
    page.get_by_role("button", name="Create an invitation").click()
    expect(page.get_by_text(re.compile(r"/#/join/\S{20}"))).to_be_visible()
    page.get_by_label("Find a name").fill(eve.name)
    page.get_by_role("button", name=f"New password: {eve.name}").click()
    expect(page.get_by_text(re.compile(r"within one day\. \S+/#/back/\S{20}"))).to_be_visible()
    page.get_by_role("group", name=f"Posts of {eve.name}").get_by_label("dealer").check()
    appointing_fits(page, language)
    page.get_by_role("button", name="Appoint", exact=True).click()
    said(page, f"{eve.name} has these posts now")
    expect(page.get_by_text("/#/back/")).to_have_count(0)  # it was told of another act
    assert eve.send("GET", "/api/me").status_code == 401, "whoever is appointed signs in anew"
    parts = ("Slips", "Approvals", "Drop boxes", "Players", "Dealers", "Meters", "Hours", "People", "Cage")
    for name in (*parts, "New table"):
        tab(page, name)
        assert violations(page) == [], name
    post_hours(page, olga)
    issue_chips(page, olga)
    tab(page, "New table")
    keep_the_shoe(page)
    page.get_by_text("House file", exact=True).first.click()
    page.get_by_role("textbox", name="House file").fill('rulebook = "maryland"\nseats = 77\n')
    page.get_by_role("button", name="Read the house file").click()
    expect(page.get_by_role("alert")).to_contain_text("line 2")
    more = page.get_by_role("button", name=re.compile(r"Show all \(\d+\)"))
    expect(more).to_be_hidden()
    for width in (320, 390, 2560):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    page.set_viewport_size({"width": 390, "height": 844})
    brief = alerts.evaluate("each => each.clientHeight")
    assert brief < 844 / 2, "a phone shows how alerts begin"
    more.click()
    expect(page.get_by_role("button", name="Show fewer")).to_be_visible()
    assert alerts.evaluate("each => each.clientHeight") > brief


def test_a_part_of_the_floor_is_in_the_address(page: Page, house: ServedHouse):
    olga = Person(house, "Olga")
    olga.sees(page, "floor")
    tab(page, "Dealers")
    expect(page).to_have_url(f"{house.address}/#/floor/tab/dealers")
    page.reload()
    expect(page.get_by_role("tab", name="Dealers")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("heading", name="Dealers' hours")).to_be_visible()
    tab(page, "People")
    page.go_back()
    expect(page.get_by_role("tab", name="Dealers")).to_have_attribute("aria-selected", "true")
    set_up(olga, "tab", floor=True)  # a table may be called so
    page.goto(f"{house.address}/#/floor/tab")
    expect(page.get_by_role("heading", name="tab", level=1)).to_be_visible()
    expect(page.get_by_text("Nothing is booked.")).to_be_visible()
    assert violations(page) == []


def reach(page: Page, wanted: Locator) -> None:
    """Come to something by the tab key alone."""
    expect(wanted).to_be_visible()
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("each => each === document.activeElement"):
            return
    raise AssertionError(f"{wanted} cannot be reached by the tab key")


def test_cash_is_taken_and_a_box_is_looked_for_by_keys_alone(page: Page, house: ServedHouse):
    olga, ann = Person(house, "Olga"), Person(house, "Ann")
    fred = Person(house, "Fred", Post.FLOORPERSON)
    set_up(olga, "by keys", floor=True)
    fred.sees(page, "floor")
    reach(page, page.get_by_role("tab", name="Tables"))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Drop boxes")).to_be_focused()
    expect(page.get_by_role("heading", name="Drop boxes")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    reach(page, page.get_by_role("link", name=re.compile("^by keys closed")))
    page.keyboard.press("Enter")
    reach(page, page.get_by_role("combobox", name="Player"))
    page.keyboard.type(ann.name)
    page.keyboard.press("Tab")
    page.keyboard.type("80")
    page.keyboard.press("Enter")
    said(page, f"in the account of {ann.name}")
    [box] = [each for each in fred.get("/api/pit/boxes") if each["table"] == "by keys"]
    assert box["cash"] == 80_00
