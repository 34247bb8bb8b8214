"""The dealer's console: a shift with cards that are entered, and one with a shoe that the house keeps."""

import re
from typing import Any, Self
from uuid import uuid4

import httpx
from msgspec import to_builtins
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from casinowar.house.people.posts import Post
from casinowar.rulebooks import load_sample
from tests.page.people import PASSWORD, WITHOUT_HTTPS, invited, joined, violations
from tests.page.playing import stand_out
from tests.web.served_house import ServedHouse


class Someone:
    """Somebody else of the house, who acts over its interface."""

    def __init__(self, house: ServedHouse, table: str = "") -> None:
        self.house, self.table = house, table
        self.name = f"P {uuid4().hex[:6]}"
        self._token = ""

    def named(self, path: str, **said: Any) -> Self:
        """Come in, and go on under that name."""
        self._token = self._post(path, {"name": self.name, "password": PASSWORD, **said})["token"]
        return self

    def _post(self, path: str, said: dict[str, Any]) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        answer = httpx.post(f"{self.house.address}{path}", json=said, headers=headers)
        found: dict[str, Any] = answer.raise_for_status().json()
        return found

    def ask(self, path: str, **command: Any) -> None:
        """Ask for something, which has to be accepted."""
        reply = self._post(path, {"id": uuid4().hex, "command": command})
        assert reply["accepted"], reply

    def do(self, command: str, **said: Any) -> None:
        """Act at the table."""
        self.ask(f"/api/tables/{self.table}/requests", command=command, **said)

    def set_up(self, rulebook: str, decks: int = 6, **settings: Any) -> str:
        """Set up a table for people to deal at."""
        house = to_builtins(replace(load_sample(rulebook), decks=decks, progressive=None, bonus_spin=None))
        name = f"{rulebook} {uuid4().hex[:4]}"
        posted = {"rulebook": rulebook, "house": house, "automatic": False, "floor": True, **settings}
        self._post("/api/tables", {"name": name, "settings": posted})
        return name


def operator(house: ServedHouse) -> Someone:
    found = Someone(house)
    invited(house, Post.PLAYER)  # so that there is an operator
    found.name = "Olga"
    return found.named("/api/sign-in")


def floorperson(house: ServedHouse, table: str) -> Someone:
    return Someone(house, table).named("/api/join", invitation=invited(house, Post.FLOORPERSON))


def player(house: ServedHouse, table: str, seat: int) -> Someone:
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


def at_console(page: Page, house: ServedHouse, table: str) -> str:
    name = joined(page, house, Post.DEALER)
    page.goto(f"{house.address}/#/dealer")
    page.get_by_role("link", name=re.compile(table)).click()
    return name


def opened(page: Page, house: ServedHouse, table: str, floor: Someone) -> Someone:
    """Open a table and make everything ready for the first wager of the player who comes."""
    stand_out(page, page.locator(".next:not(.calm)"))
    done(page, "Open the table")
    due(page, "Waiting for the floor")
    expect(page.locator("button.big")).to_have_count(0)
    floor.do("Perform", act_done="confirm_layout", by="floorperson")
    assert violations(page) == []
    done(page, "Receive the decks", "Inspect the cards for defects")
    due(page, "Waiting for the floor")
    floor.do("Perform", act_done="verify_inspection", by="floorperson")
    done(page, "Spread the cards face up, by deck, suit and sequence")
    due(page, "Waiting for a player")
    ann = player(house, table, 2)
    done(page, "Let the first player look at the cards", "Turn the cards face down", "Wash the cards")
    done(
        page, "Stack the cards", "Shuffle the cards", "Hold the stack out with the backs away from the dealer"
    )
    done(page, "Offer the cut")
    due(page, "Waiting for seat 2")
    ann.do("CutStack", seat=2, depth=100)
    due(page, "Place the cover card")
    expect(page.get_by_role("button", name="Place it without stating a position")).to_be_visible()
    page.get_by_label(re.compile("Cards behind the cover card")).fill("100")
    page.get_by_role("button", name="State its position").click()
    done(page, "Load the shoe", "Burn a card")
    done(page, "Draw each card with the hand nearest the shoe and place it with the other")
    done(page, "Use either hand for the two positions nearest the shoe")
    return ann


def tied(page: Page, ann: Someone) -> None:
    """Deal a tie, with a card that lay face up in between."""
    due(page, "Waiting for seat 2")
    ann.do("PlaceWager", seat=2, wager="initial", amount=50_00)
    ann.do("PlaceWager", seat=2, wager="tie", amount=10_00)
    done(page, "Call “No more bets”")
    due(page, "Deal to seat 2")
    expect(page.get_by_role("button", name="Choose the card first")).to_be_disabled()
    assert violations(page) == []
    page.get_by_role("radio", name="9 of clubs").click()
    page.get_by_role("button", name=re.compile("Deal to seat 2 · 9♣")).click()
    due(page, "Deal the dealer's card")
    page.get_by_role("button", name=re.compile("A card lies face up in the shoe")).click()
    for key in ("2", "d"):
        page.keyboard.press(key)
    assert violations(page) == []
    page.get_by_role("button", name="Report it").click()
    expect(page.get_by_role("log")).to_contain_text("2♦")
    dealt(page, "Deal the dealer's card", "9s")
    done(page, "Settle the next hand: seat 2")
    due(page, "Waiting for seat 2")
    expect(page.locator(".asked").first).to_have_text("Surrender or go to war")


def ruled_and_fought(page: Page, floor: Someone, ann: Someone) -> None:
    """Call the floor, and then play the war that Ann chooses."""
    page.keyboard.press("f")
    page.get_by_label("Note for the floor").fill("Ann wants to see the shoe")
    page.keyboard.press("Enter")
    due(page, "Waiting for the floor")
    expect(page.get_by_text("Play on · Void the round")).to_be_visible()
    expect(page.get_by_text("Nothing can be reported now.")).to_be_visible()
    assert violations(page) == []
    floor.do("Rule", ruling="play_on", note="Seen")
    due(page, "Waiting for seat 2")
    ann.do("GoToWar", seat=2)
    ann.do("DeclineTieWager", seat=2)
    done(page, "Confirm the war wager: seat 2", "Begin the war deal")
    page.locator("button.on").click()  # three cards are burned, and then the dealer has to say which one came
    dealt(page, "Deal to seat 2", "Tc")
    dealt(page, "Deal the dealer's card", "4h")
    done(page, "Settle the next hand: seat 2")
    done(page, "Collect the cards")
    expect(page.get_by_role("log")).to_contain_text("Round 1 is complete")


def test_a_shift_with_cards_that_the_dealer_enters(page: Page, house: ServedHouse):
    table = operator(house).set_up("maryland")
    floor = floorperson(house, table)
    at_console(page, house, table)
    page.get_by_role("button", name="Clock in").click()
    expect(page.get_by_text("Clocked in just now.")).to_be_visible()
    ann = opened(page, house, table, floor)
    tied(page, ann)
    ruled_and_fought(page, floor, ann)

    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert violations(page) == []
    ann.do("LeaveTable", player=ann.name)
    due(page, "Declare the table idle")
    expect(page.locator(".law")).to_contain_text("5.I When an open table has no gaming activity")
    page.locator("button.big").click()
    due(page, "Take the cards from the shoe and the discard rack")
    floor.do("CloseTable")
    due(page, "Open the table")


def test_a_shoe_that_the_house_keeps_is_dealt_by_keys_alone(page: Page, house: ServedHouse):
    table = operator(house).set_up("washington", shoe_kept=True, slips=True)
    page.add_init_script(WITHOUT_HTTPS)
    page.reload()
    first = joined(page, house, Post.DEALER)
    page.goto(f"{house.address}/#/dealer/{table}")
    due(page, "Open the table")
    expect(page.get_by_text("The opener goes by a slip at this table")).to_be_visible()
    floor = floorperson(house, table)
    chips = {str(100_00): 100}
    floor.ask("/api/pit/requests", command="AskForSlip", kind="opener", table=table, chips=chips)
    page.get_by_role("button", name="Sign the opener: $10,000.00").press("Enter", timeout=15_000)
    for act in ("Receive the decks", "Shuffle the cards", "Place the cover card", "Load the shoe"):
        due(page, act)
        page.keyboard.press("Enter")
    due(page, "Waiting for a player")
    ann = player(house, table, 1)
    ann.do("PlaceWager", seat=1, wager="initial", amount=20_00)
    due(page, "Call “No more bets”")
    page.keyboard.press("Enter")
    due(page, "Deal to seat 1")
    expect(page.get_by_role("radio")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="The table from your side").get_by_role("img")).to_have_count(1)
    page.get_by_role("button", name="Single keys are on").click()
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name="Single keys are off").click()
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog form")).to_have_count(0)
    page.keyboard.press("n")  # until somebody decides: the round is over, or it is a tie
    waits = re.compile("Waiting for seat 1")
    expect(page.locator("#due")).to_have_text(waits)
    if page.locator(".asked").first.inner_text() == "Surrender or go to war":
        ann.do("Surrender", seat=1)
        expect(page.locator("button.big")).to_be_visible()
        page.keyboard.press("n")
    expect(page.get_by_role("log")).to_contain_text("Round 1 is complete")

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sign out").click()
    second = joined(page, house, Post.DEALER)
    page.goto(f"{house.address}/#/dealer/{table}")
    due(page, f"{first} deals at this table")
    expect(page.get_by_text("Nothing can be reported now.")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Enter")
    due(page, "Waiting for seat 1")
    expect(page.get_by_role("log")).to_contain_text(second)
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.locator("#due")).to_have_text("Se espera a: puesto 1")


def test_a_card_that_is_not_in_the_shoe_any_more_is_refused_with_the_reason(page: Page, house: ServedHouse):
    table = operator(house).set_up("washington", decks=1, readings={"decks": "any_number"})
    at_console(page, house, table)
    done(
        page,
        "Open the table",
        "Receive the decks",
        "Shuffle the cards",
        "Place the cover card",
        "Load the shoe",
    )
    due(page, "Waiting for a player")
    ann = player(house, table, 1)
    ann.do("PlaceWager", seat=1, wager="initial", amount=20_00)
    done(page, "Call “No more bets”")
    dealt(page, "Deal to seat 1", "kh")
    due(page, "Deal the dealer's card")
    expect(page.get_by_role("radio", name="king of hearts")).to_be_disabled()
    dealt(page, "Deal the dealer's card", "kh")
    expect(page.get_by_role("alert")).to_contain_text("No KH is left in the shoe.")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="7", exact=True).click()
    page.get_by_role("button", name="spades").click()
    assert violations(page) == []
    page.get_by_role("button", name=re.compile("7♠")).click()
    done(page, "Settle the next hand: seat 1", "Collect the cards")
    due(page, "Waiting for seat 1")
