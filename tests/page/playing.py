"""Somebody who plays over HTTP, so that there is something to see in a browser."""

from typing import Any, Final
from uuid import uuid4

import httpx
from msgspec import to_builtins
from playwright.sync_api import Locator, Page, expect

from casinowar.house.journal.commits import TableSettings
from casinowar.house.people.posts import Post
from casinowar.rulebooks import load_sample
from casinowar.web.authentication import COOKIE
from tests.page.people import PASSWORD, invited, violations
from tests.web.served_house import ServedHouse

PLAIN: Final = TableSettings(rulebook="maryland", house=load_sample("maryland"))
_ANSWERS: Final = ("RefuseCut", "DeclineTieWager", "GoToWar")
_CONTRAST: Final = """(framed) => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const bright = (...layers) => {
    for (const each of layers) {
      paint.fillStyle = each;
      paint.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data].map((each) => each / 255)
      .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const under = (each) => each ? [...under(each.parentElement), getComputedStyle(each).backgroundColor] : [];
  const [inside, outside] = [under(framed), under(framed.parentElement)];
  const of = (one, other) => Math.max(one, other) / Math.min(one, other);
  const ratios = ["Top", "Right", "Bottom", "Left"]
    .map((side) => getComputedStyle(framed)[`border${side}Color`])
    .flatMap((color) => [inside, outside].map((ground) => of(bright(...ground, color), bright(...ground))));
  return Math.min(...ratios);
}"""
"""How much brighter or darker a frame is than what it stands on, inside and outside of it."""
_LEAST_CONTRAST: Final = 3.0
"""Of what is no text, by WCAG 1.4.11."""
SIZES: Final = ((320, 700), (390, 844), (1440, 900), (2560, 1440))


class PlayedTable:
    """A table of its own, with a guest in seat 1 and somebody who calls when betting is over."""

    def __init__(self, house: ServedHouse, settings: TableSettings = PLAIN) -> None:
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


def stand_out(page: Page, *framed: Locator) -> None:
    """See that frames that mark something stand out from their ground, in the light and in the dark."""
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        for each in framed:
            expect(each.first).to_be_visible()
            assert each.first.evaluate(_CONTRAST) >= _LEAST_CONTRAST, (theme, each)
