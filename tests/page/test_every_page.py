"""Every page for everyone: axe finds nothing in either theme and language, and a small phone shows all of it."""

import re
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from casinowar.house.posts import Post
from tests.page.people import violations
from tests.page.staff import Person, due, play_round, set_up
from tests.web.running import Running

SMALL: Final = {"width": 320, "height": 700}
LAPTOP: Final = {"width": 1440, "height": 900}
LANGUAGES: Final = ("en", "es")


class Place(NamedTuple):
    """A page by its address, and what is there once all of it is, in any language."""

    address: str
    seen: str


PLACES: Final = {
    "": (Place("", "form"), Place("odds", "main table"), Place("law/maryland/9.B", "article")),
    "player": (
        Place("", "main li a"),
        Place("table/watched-by-all", ".felt, svg"),
        Place("fairness/watched-by-all", "main li a"),
        Place("sign", "main"),
        Place("account", "main table"),
        Place("odds/compare", "main table"),
        Place("odds/editor", "textarea"),
    ),
    "dealer": (Place("dealer", "main li a"), Place("dealer/dealt", "#due")),
    "operator": (Place("floor", "main li a"), Place("floor/watched-by-all", ".facts dd")),
    "surveillance": (
        Place("watch", "main li a"),
        Place("watch/watched-by-all", "main li a"),
        Place("watch/watched-by-all/1", ".sentence"),
    ),
}


@pytest.fixture(scope="module")
def people(house: Running) -> dict[str, Person]:
    """Have somebody of each post, and a round that was played."""
    olga, ann = Person(house, "Olga"), Person(house, "Ann")
    dan, sue = Person(house, "Dan", Post.DEALER), Person(house, "Sue", Post.SURVEILLANCE)
    olga.ask("/api/cashier/requests", "Deposit", player=ann.name, amount=500_00)
    set_up(olga, "dealt", automatic=False)
    set_up(olga, "watched-by-all")
    mary = Person(house, "Mary", Post.MANAGER)
    mary.at("watched-by-all", "OpenTable", by="manager", dealer=dan.name)
    ann.at("watched-by-all", "Sit", player=ann.name, seat=3, chips=200_00)
    while due(dan, "watched-by-all")["role"] == "player":
        if due(dan, "watched-by-all")["act"] != "answer_cut":
            break
        ann.at("watched-by-all", "RefuseCut", seat=3)
    play_round(ann, dan, "watched-by-all", 3)
    return {"player": ann, "dealer": dan, "operator": olga, "surveillance": sue}


@pytest.mark.parametrize("who", PLACES)
def test_every_page_is_for_everyone(page: Page, house: Running, people: dict[str, Person], who: str):
    for language in LANGUAGES:
        page.evaluate(f"localStorage.setItem('language', '{language}')")
        if who:
            people[who].sees(page, "")
        else:
            page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        for place in PLACES[who]:
            page.goto(f"{house.address}/#/{place.address}")
            expect(page.locator(place.seen).first).to_be_visible(timeout=20_000)
            for theme in ("dark", "light"):
                page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
                assert violations(page) == [], (place.address, language, theme)
            page.set_viewport_size(SMALL)
            assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], place.address
            page.set_viewport_size(LAPTOP)
