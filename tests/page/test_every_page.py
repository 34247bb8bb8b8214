"""Every page for everyone: axe finds nothing in either theme and language, and small phones show it all."""

from itertools import product
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from casinowar.house.people.posts import Post
from tests.page.people import violations
from tests.page.staff import Person, due, play_round, set_up
from tests.page.tables import PATIENCE
from tests.web.served_house import ServedHouse

TABLE: Final = "watched-by-all"
SMALL: Final[ViewportSize] = {"width": 320, "height": 700}
LAPTOP: Final[ViewportSize] = {"width": 1440, "height": 900}
SEEN: Final = (("en", "dark"), ("es", "light"))
"""Names depend on the language and contrast on the theme, so each is looked at once."""


class Place(NamedTuple):
    """A page by its address, and what is there once all of it is, in any language."""

    address: str
    seen: str


PLACES: Final = {
    "": (Place("", "form"), Place("odds", "main table"), Place("law/wisconsin/(h)(3)", "article")),
    "player": (
        Place("", "main li a"),
        Place(f"table/{TABLE}", ".felt, svg"),
        Place(f"fairness/{TABLE}", "main li a"),
        Place("sign", "main"),
        Place("account", "main table"),
        Place("odds/compare", "main table"),
        Place("odds/editor", "textarea"),
    ),
    "dealer": (Place("dealer", "main li a"), Place("dealer/dealt", "#due")),
    "operator": (Place("floor", "main li a"), Place(f"floor/{TABLE}", ".facts dd")),
    "surveillance": (
        Place("watch", "main li a"),
        Place(f"watch/{TABLE}", "main li a"),
        Place(f"watch/{TABLE}/1", ".sentence"),
    ),
}


@pytest.fixture
def people(house: ServedHouse) -> dict[str, Person]:
    """Have somebody of each post, and a round that was played."""
    olga, ann = Person(house, "Olga"), Person(house, "Ann")
    dan, sue = Person(house, "Dan", Post.DEALER), Person(house, "Sue", Post.SURVEILLANCE)
    olga.ask("/api/cashier/requests", "Deposit", player=ann.name, amount=500_00)
    set_up(olga, "dealt", automatic=False)
    set_up(olga, TABLE)
    Person(house, "Mary", Post.MANAGER).at(TABLE, "OpenTable", by="manager", dealer=dan.name)
    ann.at(TABLE, "Sit", player=ann.name, seat=3, chips=200_00)
    if due(dan, TABLE)["act"] == "answer_cut":
        ann.at(TABLE, "RefuseCut", seat=3)
    play_round(ann, dan, TABLE, 3)
    return {"player": ann, "dealer": dan, "operator": olga, "surveillance": sue}


def test_every_page_is_for_everyone(page: Page, house: ServedHouse, people: dict[str, Person]):
    for (language, theme), (who, places) in product(SEEN, PLACES.items()):
        page.evaluate(f"localStorage.language = '{language}'; localStorage.theme = '{theme}'")
        if who:
            people[who].sees(page, "")
        else:
            page.context.clear_cookies()
            page.reload()
        for place in places:
            page.goto(f"{house.address}/#/{place.address}")
            expect(page.locator(place.seen).first).to_be_visible(timeout=PATIENCE)
            assert page.evaluate(
                "[document.documentElement.lang, document.documentElement.dataset.theme]"
            ) == [
                language,
                theme,
            ]
            assert violations(page) == [], (place, language, theme)
            page.set_viewport_size(SMALL)
            assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], (place, language)
            page.set_viewport_size(LAPTOP)
