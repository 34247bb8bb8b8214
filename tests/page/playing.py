"""Somebody who plays over HTTP, so that there is something to see in a browser."""

from typing import Any, Final
from uuid import uuid4

import httpx
from msgspec import to_builtins
from playwright.sync_api import Page

from casinowar.house.journal import TableSettings
from casinowar.house.posts import Post
from casinowar.rulebooks import load_sample
from casinowar.web.access import COOKIE
from tests.page.people import PASSWORD, invited, violations
from tests.web.running import Running

PLAIN: Final = TableSettings(rulebook="maryland", house=load_sample("maryland"))
_ANSWERS: Final = ("RefuseCut", "DeclineTieWager", "GoToWar")
SIZES: Final = ((320, 700), (390, 844), (1440, 900), (2560, 1440))


class PlayedTable:
    """A table of its own, with a guest in seat 1 and somebody who calls when betting is over."""

    def __init__(self, house: Running, settings: TableSettings = PLAIN) -> None:
        self.house, self.name = house, f"t-{uuid4().hex[:8]}"
        invitation = invited(house, Post.OPERATOR, Post.MANAGER, Post.DEALER)
        joining = {"invitation": invitation, "name": f"Staff {uuid4().hex[:8]}", "password": PASSWORD}
        self.staff: str = self._said("/api/join", "", joining)["token"]
        self._said("/api/tables", self.staff, {"name": self.name, "settings": to_builtins(settings)})
        self.ask(self.staff, command="OpenTable", by="manager")
        begun = self._said("/api/guest", "")
        self.guest, self.player = begun["token"], begun["name"]
        self.ask(self.guest, command="Sit", player=self.player, seat=1, chips=1_000_00)

    def _said(self, path: str, token: str, body: Any = None) -> Any:
        own = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.post(f"{self.house.address}{path}", json=body, headers=own).raise_for_status().json()

    def ask(self, token: str, **command: Any) -> None:
        """Have something done at the table, by the guest or by staff."""
        body = {"id": uuid4().hex, "command": command}
        reply = self._said(f"/api/tables/{self.name}/requests", token, body)
        assert reply["accepted"], (command, reply)

    def own(self, path: str, token: str = "") -> Any:
        """Ask for something as the guest, or as somebody else."""
        own = {"authorization": f"Bearer {token or self.guest}"}
        return httpx.get(f"{self.house.address}{path}", headers=own).raise_for_status().json()

    def answered(self) -> None:
        """Answer what the guest is asked, going to war on ties, until wagers can be placed."""
        while True:
            actions = self.own(f"/api/tables/{self.name}/options")["actions"]
            offered = {each["command"]["command"] for each in actions}
            answer = next((each for each in _ANSWERS if each in offered), None)
            if answer is None:
                return
            self.ask(self.guest, command=answer, seat=1)

    def round(self, **wagers: int) -> None:
        """Play a round."""
        self.answered()
        for wager, amount in wagers.items():
            self.ask(self.guest, command="PlaceWager", seat=1, wager=wager, amount=amount)
        self.ask(self.staff, command="CallNoMoreBets", by="dealer")
        self.answered()

    def be_guest(self, page: Page) -> None:
        """Have a browser go on with the guest's session."""
        page.context.add_cookies([{"name": COOKIE, "value": self.guest, "url": self.house.address}])
        page.reload()


def fits(page: Page, *sizes: tuple[int, int]) -> None:
    """See that nothing of a page lies beside the screen, from a small phone to a wall."""
    for width, height in sizes or SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (page.url, width, wide)
    page.set_viewport_size({"width": 1440, "height": 900})


def accessible(page: Page) -> None:
    """See that axe finds nothing wrong, in the light and in the dark."""
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert violations(page) == [], (page.url, theme)
