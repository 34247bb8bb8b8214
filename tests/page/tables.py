"""Tables for tests: rulebooks with one rank, at which every deal ties, and what a player does there."""

import re
import time
from typing import Any
from uuid import uuid4

import httpx
import msgspec
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from casinowar.game.book.house import House
from casinowar.house.journal.commits import TableSettings
from casinowar.house.people.posts import Post
from casinowar.rulebooks import load_sample
from tests.page.people import PASSWORD, invited
from tests.web.served_house import ServedHouse

PATIENCE = 30_000


def set_up(
    house: ServedHouse,
    rulebook: str,
    *,
    ranks: tuple[str, ...] = (),
    more: str = "",
    choices: House | None = None,
    betting_seconds: int = 60,
    answer_seconds: int = 600,
) -> str:
    """Have an operator set up a table and a floorperson open it; gives its name."""
    name = f"{rulebook}_{uuid4().hex[:6]}"
    text = f'extends = "{rulebook}"\nname = "{name}"\ntitle = "{rulebook}: few ranks"\n'
    text += f"[cards]\nranking = {{ value = {list(ranks)} }}\n{more}"
    settings = TableSettings(
        rulebook=name if ranks else rulebook,
        text=text if ranks else "",
        house=choices or replace(load_sample(rulebook), rulebook=""),
        betting_seconds=betting_seconds,
        answer_seconds=answer_seconds,
    )
    headers = {"origin": house.address}
    with httpx.Client(base_url=house.address, headers=headers) as floor:
        joining = {"invitation": invited(house, Post.FLOORPERSON), "name": f"Flo {uuid4().hex[:6]}"}
        floor.post("/api/join", json=joining | {"password": PASSWORD}).raise_for_status()
        with httpx.Client(base_url=house.address, headers=headers) as olga:
            olga.post("/api/sign-in", json={"name": "Olga", "password": PASSWORD}).raise_for_status()
            new = {"name": name, "settings": msgspec.to_builtins(settings)}
            made = olga.post("/api/tables", json=new)
            assert made.is_success, made.text
        opening = {"id": uuid4().hex, "command": {"command": "OpenTable", "by": "floorperson"}}
        assert floor.post(f"/api/tables/{name}/requests", json=opening).json()["accepted"]
    return name


def button(page: Page, name: str) -> Locator:
    """Find a button by how its name begins."""
    return page.get_by_role("button", name=re.compile(f"^{name}"))


def with_coupon(page: Page, house: ServedHouse, amount: int) -> None:
    """Have the cage issue a match play coupon to whoever is signed in at a page."""
    name = page.evaluate("fetch('/api/me').then((said) => said.json()).then((me) => me.name)")
    with httpx.Client(base_url=house.address, headers={"origin": house.address}) as olga:
        olga.post("/api/sign-in", json={"name": "Olga", "password": PASSWORD}).raise_for_status()
        issue = {"command": "IssueCoupon", "player": name, "amount": amount}
        asked = olga.post("/api/cashier/requests", json={"id": uuid4().hex, "command": issue})
        assert asked.json()["accepted"], asked.text


def seated(page: Page, house: ServedHouse, table: str, seat: int) -> None:
    """Come in as a guest, sit down, and refuse the cut if it is offered."""
    button(page, "Sit down and play").click()
    expect(page).to_have_url(re.compile("#/table/"))
    page.goto(f"{house.address}/#/table/{table}")
    page.get_by_role("button", name=f"Sit here: Seat {seat}", exact=True).click()
    until(page, page.get_by_role("button", name="Wager", exact=True), "No cut")


def until(page: Page, seen: Locator, *answers: str) -> None:
    """Wait for something to be seen, and answer meanwhile whatever is asked."""
    asked = [button(page, name) for name in answers]
    anything = seen
    for each in asked:
        anything = anything.or_(each)
    while True:
        expect(anything.first).to_be_visible(timeout=PATIENCE)
        if seen.first.is_visible():
            return
        for each in asked:
            if each.is_visible():
                each.click()
                expect(each).to_be_hidden()
                break


def complete(page: Page, number: str = r"\d+") -> Locator:
    """Find the sentence that ends a round, or one round."""
    return page.get_by_role("listitem").filter(has_text=re.compile(rf"^Round {number} is complete"))


def money(page: Page) -> float:
    """Read one's chips."""
    return float(page.locator(".money b").inner_text().removeprefix("$").replace(",", ""))


class Neighbour:
    """Somebody at a table over HTTP, as programs come."""

    def __init__(self, house: ServedHouse, table: str, seat: int) -> None:
        begun = httpx.post(f"{house.address}/api/guest").json()
        self.name = begun["name"]
        self._own = {"authorization": f"Bearer {begun['token']}"}
        self._at = f"{house.address}/api/tables/{table}"
        self.ask(command="Sit", player=self.name, seat=seat, chips=500_00)

    def ask(self, **command: Any) -> None:
        """Ask for something, which has to be accepted."""
        body = {"id": uuid4().hex, "command": command}
        reply = httpx.post(f"{self._at}/requests", json=body, headers=self._own).json()
        assert reply["accepted"], reply

    def answer(self, command: str, **chosen: Any) -> None:
        """Give an answer once it is asked for, with the least that may be said where nothing is chosen."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            for action in httpx.get(f"{self._at}/options", headers=self._own).json()["actions"]:
                if action["command"]["command"] == command:
                    self.ask(**action["command"] | chosen)
                    return
            assert time.monotonic() < end, command
