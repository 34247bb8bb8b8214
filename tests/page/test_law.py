"""The law on the page: a document, a word, a clause, and what another reading of it costs."""

import json
import re
import subprocess
import sys
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.page.playing import accessible, fits
from tests.page.staff import Person
from tests.web.served_house import ServedHouse

LIMIT = {"minimum": "5", "maximum": "500"}
READING, CHOICE, FIGURE = "odd_half", "odd_chip_to_player", "odd_wager_surrender"


def by_the_command_line() -> dict[str, Any]:
    """Ask the command line what every reading does, by reading and choice."""
    command = [sys.executable, "-m", "casinowar", "odds", "wisconsin", "--readings", "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60).stdout)
    readings = {each["reading"]: each for each in told["readings"]}
    choices = {each["choice"]: each["figures"] for each in readings[READING]["choices"]}
    default = next(each["figures"] for each in readings[READING]["choices"] if each["default"])
    return {"cites": readings[READING]["cites"], "figures": choices[CHOICE], "default": default}


def test_a_clause_says_what_another_reading_would_cost(page: Page, house: ServedHouse):
    told = by_the_command_line()
    default, other = (told[each][FIGURE]["value"] for each in ("default", "figures"))
    clauses = httpx.get(f"{house.address}/api/law/wisconsin").raise_for_status().json()["clauses"]
    clause = next(each for each in clauses if told["cites"] in each["readings"])
    page.goto(f"{house.address}/#/law")
    page.get_by_role("link", name=re.compile("Wisconsin")).click()
    expect(page.get_by_text(f"{len(clauses)} clauses")).to_be_visible()
    fits(page)
    accessible(page)
    search = page.get_by_role("searchbox", name="Search clauses")
    search.fill("nothing says this")
    expect(page.get_by_text("No clause has these words.")).to_be_visible()
    search.fill("forfeit")
    expect(page.get_by_text(re.compile("clauses Also searched for: surrender"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(r"^\(h\)\(3\)\(i\)"))).to_be_visible()
    search.fill(clause["clause"])
    page.get_by_role("link", name=re.compile("^" + re.escape(clause["clause"]) + " ")).first.click()
    expect(page.get_by_role("article")).to_contain_text(clause["summary"])
    row = page.get_by_role("row", name=re.compile(f"{100 * other:.4f}%"))
    expect(row).to_be_visible(timeout=30_000)
    expect(row).to_contain_text(f"{100 * default:.4f}%")
    expect(row).to_contain_text(f"{100 * (other - default):.4f}%".replace("-", "−"))
    fits(page)
    accessible(page)
    page.goto(f"{house.address}/#/law/atlantis")
    expect(page.get_by_role("alert")).to_have_text("There is no such document.")


def test_rulebooks_of_ones_own_have_their_law(page: Page, house: ServedHouse):
    olga = Person(house, "Olga")
    text = httpx.get(f"{house.address}/api/rulebooks/maryland/text").raise_for_status().json()["extending"]
    own = text.replace("10 to 1", "11 to 1")
    page.evaluate("text => localStorage.setItem('own rulebook', text)", own)
    page.goto(f"{house.address}/#/law")
    page.get_by_role("link", name="Your rulebook").click()
    expect(page.get_by_role("heading", name="My own table")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("1 value differs.")).to_be_visible()
    page.get_by_role("searchbox", name="Search clauses").fill("house rule")
    page.get_by_role("link", name=re.compile("^house rule 1")).click()
    changed = page.get_by_role("article").get_by_role("row", name=re.compile("11 to 1"))
    expect(changed).to_contain_text("10 to 1")
    accessible(page)
    page.evaluate("localStorage.setItem('own rulebook', 'name = 1')")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("line 1")

    # the law of a table is as its house reads it
    settings = {"rulebook": "my_maryland", "text": own, "house": {"decks": 8, "limits": {"initial": LIMIT}}}
    olga.post("/api/tables", {"name": "own law", "settings": settings})
    olga.sees(page, "law")
    page.get_by_role("combobox", name="Law of a table of this house").select_option("own law")
    expect(page.get_by_role("heading", name="My own table")).to_be_visible(timeout=30_000)
    assert page.url.endswith("#/law/table/own%20law")
    clause, chose = next(iter(olga.get("/api/tables/own law/law")["house"].items()))
    page.get_by_role("searchbox", name="Search clauses").fill(chose)
    page.get_by_role("link", name=re.compile(f"^{re.escape(clause)} ")).first.click()
    expect(page.get_by_role("article")).to_contain_text(f"This house {chose}")
    fits(page)
    accessible(page)
