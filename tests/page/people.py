"""People who work in the house, and what axe says of a page that they see."""

from pathlib import Path
from uuid import uuid4

import httpx
from playwright.sync_api import Page, expect

from casinowar.house.people.posts import Post
from tests.web.served_house import ServedHouse

PASSWORD = "correct horse battery"  # noqa: S105 - of people in tests
WITHOUT_HTTPS = "delete Crypto.prototype.randomUUID"  # what a browser lacks there
_AXE = Path(__file__).parents[2] / "frontend" / "testing" / "node_modules" / "axe-core" / "axe.min.js"
_ASKED = """() => axe.run().then(found => found.violations.map(
  each => each.id + ': ' + each.nodes.map(node => node.target)))"""


def invited(house: ServedHouse, *posts: Post) -> str:
    """Have the operator invite somebody."""
    with httpx.Client(base_url=house.address) as client:
        if house.invitation:
            first = {"invitation": house.invitation, "name": "Olga", "password": PASSWORD}
            client.post("/api/join", json=first).raise_for_status()
            house.invitation = ""
        else:
            client.post("/api/sign-in", json={"name": "Olga", "password": PASSWORD}).raise_for_status()
        posted = client.post(
            "/api/people/invitations",
            json={"posts": [post.name.lower() for post in posts]},
            headers={"origin": house.address},
        )
        invitation: str = posted.raise_for_status().json()["invitation"]
        return invitation


def joined(page: Page, house: ServedHouse, *posts: Post) -> str:
    """Come in by an invitation, as people do who work here."""
    name = f"{posts[0].name.title()} {uuid4().hex[:6]}"
    page.goto(f"{house.address}/#/join/{invited(house, *posts)}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    return name


def violations(page: Page) -> list[str]:
    """Ask axe what is wrong with the page as it stands."""
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(_ASKED)
    return found
