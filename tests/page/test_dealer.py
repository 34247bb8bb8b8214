"""The dealer's console: a shift at a table, with cards that are entered and with a shoe that the house keeps."""

import re
from typing import Any, Self
from uuid import uuid4

import httpx
from playwright.sync_api import Page, expect

from casinowar.house.posts import Post
from tests.page.people import PASSWORD, invited, joined, violations
from tests.web.running import Running


class Someone:
    """Somebody else of the house, who acts over its interface."""

    def __init__(self, house: Running, table: str = "") -> None:
        self.house, self.table = house, table
        self.name = f"P {uuid4().hex[:6]}"
        self._http = httpx.Client(base_url=house.address)

    def named(self, path: str, **said: Any) -> Self:
        answer = self._http.post(path, json={"name": self.name, "password": PASSWORD, **said})
        token = answer.raise_for_status().json()["token"]
        self._http.cookies.clear()
        self._http.headers["authorization"] = f"Bearer {token}"
        return self

    def ask(self, path: str, **command: Any) -> dict[str, Any]:
        body = {"id": uuid4().hex, "command": command}
        reply: dict[str, Any] = self._http.post(path, json=body).raise_for_status().json()
        assert reply["accepted"], reply
        return reply

    def do(self, command: str, **said: Any) -> None:
        """Act at the table."""
        self.ask(f"/api/tables/{self.table}/requests", command=command, **said)

    def set_up(self, rulebook: str, **settings: Any) -> str:
        """Set up a table for people to deal at."""
        house = {"limits": {"initial": {"minimum": "10", "maximum": "500"}}}
        name = f"{rulebook} {uuid4().hex[:4]}"
        posted = {"rulebook": rulebook, "house": house, "automatic": False, "floor": True, **settings}
        self._http.post("/api/tables", json={"name": name, "settings": posted}).raise_for_status()
        return name


def operator(house: Running) -> Someone:
    found = Someone(house)
    invited(house, Post.PLAYER)  # so that there is an operator
    found.name = "Olga"
    return found.named("/api/sign-in")


def floorperson(house: Running, table: str) -> Someone:
    return Someone(house, table).named("/api/join", invitation=invited(house, Post.FLOORPERSON))


def player(house: Running, table: str, seat: int) -> Someone:
    """Have somebody with money sit down."""
    found = Someone(house, table).named("/api/sign-up")
    operator(house).ask("/api/cashier/requests", command="Deposit", player=found.name, amount=1_000_00)
    found.do("Sit", player=found.name, seat=seat, chips=500_00)
    return found


def due(page: Page, what: str) -> None:
    """Wait until something is due."""
    expect(page.locator("#due")).to_have_text(what)


def done(page: Page, *acts: str) -> None:
    """Do what is due, which has to be these acts, with the large button."""
    for act in acts:
        due(page, act)
        page.locator("button.big").click()


def dealt(page: Page, to: str, card: str) -> None:
    """Enter a card by keys."""
    due(page, to)
    for key in (*card, "Enter"):
        page.keyboard.press(key)


def at_console(page: Page, house: Running, table: str) -> str:
    name = joined(page, house, Post.DEALER)
    page.goto(f"{house.address}/#/dealer")
    page.get_by_role("link", name=re.compile(table)).click()
    return name
