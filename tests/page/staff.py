"""People who act beside the browser: over HTTP, as programs do; and whose eyes the browser has."""

from typing import Any
from uuid import uuid4

import httpx
from msgspec import to_builtins
from playwright.sync_api import Page

from casinowar.house.people.posts import Post
from casinowar.rulebooks import load_sample
from tests.page.people import PASSWORD, invited
from tests.web.served_house import ServedHouse


class Person:
    """Somebody of the house, with a session of their own."""

    def __init__(self, house: ServedHouse, name: str, *posts: Post, alone: bool = False) -> None:
        """Come in by an invitation, or as a player; under the very name where nobody else can have it."""
        self.name = name if alone or name == "Olga" else f"{name} {uuid4().hex[:5]}"
        self._address, self._token = house.address, ""
        told: dict[str, str] = {"name": self.name, "password": PASSWORD}
        path = "/api/sign-up"
        if name == "Olga":
            invited(house, Post.DEALER)  # the operator is there then
            path = "/api/sign-in"
        elif posts:
            path, told["invitation"] = "/api/join", invited(house, *posts)
        self._token = self.post(path, told)["token"]

    def send(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Send something, whatever is answered."""
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        return httpx.request(method, f"{self._address}{path}", json=body, headers=headers, timeout=20)

    def get(self, path: str) -> Any:
        """Read something."""
        return self.send("GET", path).raise_for_status().json()

    def post(self, path: str, body: object) -> Any:
        """Send something that has to be taken."""
        return self.send("POST", path, body).raise_for_status().json()

    def ask(self, path: str, command: str, **said: object) -> Any:
        """Ask for something that has to be accepted, or proposed to a second person."""
        reply = self.post(path, {"id": uuid4().hex, "command": {"command": command, **said}})
        assert reply["accepted"] or reply["proposal"], reply
        return reply

    def at(self, table: str, command: str, **said: object) -> Any:
        """Ask for something at a table."""
        return self.ask(f"/api/tables/{table}/requests", command, **said)

    def sees(self, page: Page, where: str) -> None:
        """Have the browser be theirs, in a room."""
        page.context.clear_cookies()
        told = {"name": self.name, "password": PASSWORD}
        address = page.url.partition("/#")[0].rstrip("/")
        assert page.context.request.post(f"{address}/api/sign-in", data=told).ok
        page.goto(f"{address}/#/{where}")
        page.reload()


def set_up(olga: Person, table: str, payout_limit: str = "50000", **settings: object) -> None:
    """Set up a table of Maryland's without a wheel, at which a person calls no more bets."""
    house = {**to_builtins(load_sample("maryland")), "bonus_spin": None, "payout_limit": payout_limit}
    olga.post(
        "/api/tables", {"name": table, "settings": {"rulebook": "maryland", "house": house, **settings}}
    )


def due(person: Person, table: str) -> dict[str, Any]:
    """Tell what is due at a table."""
    duties = person.get(f"/api/tables/{table}/options")["duties"]
    found: dict[str, Any] = next(each for role in duties for each in duties[role])
    return found


def play_round(player: Person, dealer: Person, table: str, seat: int, amount: int = 10_00) -> None:
    """Play a round to its end; a tie is given up."""
    player.at(table, "PlaceWager", seat=seat, wager="initial", amount=amount)
    dealer.at(table, "CallNoMoreBets")
    if due(dealer, table)["act"] == "choose":
        player.at(table, "Surrender", seat=seat)


def opened(table: str, olga: Person, fred: Person, dan: Person, ann: Person) -> None:
    """Have a table opened by those whose work it is, at which a player sits at seat 3 and may wager."""
    olga.ask("/api/cashier/requests", "Deposit", player=ann.name, amount=500_00)
    set_up(olga, table, floor=True)
    fred.at(table, "OpenTable", by="floorperson", dealer=dan.name)
    ann.at(table, "Sit", player=ann.name, seat=3, chips=200_00)
    while due(dan, table)["role"] == "floorperson":
        fred.at(table, "Perform", by="floorperson", act_done=due(dan, table)["act"])
    ann.at(table, "RefuseCut", seat=3)
