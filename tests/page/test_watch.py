"""Surveillance in the browser: a round found, scrubbed event by event, and exported; nothing is changed."""

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from casinowar.house.backoffice.round_replay import ExportedRound
from casinowar.house.journal.commitments import verify_proof
from casinowar.house.people.posts import Post
from casinowar.reports.replay.replay import read_record
from tests.page.people import violations
from tests.page.staff import Person, opened, play_round
from tests.web.served_house import ServedHouse

TABLE = "watched"


def played(house: ServedHouse) -> Person:
    """Play two rounds, and one that two people void for a reason; gives the player."""
    olga, ann = Person(house, "Olga"), Person(house, "Ann")
    fred, mary = Person(house, "Fred", Post.FLOORPERSON), Person(house, "Mary", Post.MANAGER)
    dan = Person(house, "Dan", Post.DEALER)
    opened(TABLE, olga, fred, dan, ann)
    for _ in range(2):
        play_round(ann, dan, TABLE, 3)
    ann.at(TABLE, "PlaceWager", seat=3, wager="initial", amount=25_00)
    fred.at(TABLE, "ReportIrregularity", by="floorperson", irregularity="other", note="wet cards")
    proposed = fred.at(TABLE, "Rule", ruling="void_the_round", note="wet cards")["proposal"]
    assert mary.post(f"/api/proposals/{proposed}/confirm", None)["accepted"]
    return ann


class Finding:
    """What a page asks of the house to find rounds; the answer about wars is held back."""

    def __init__(self, page: Page) -> None:
        self.page, self.asked, self.held = page, 0, list[Route]()
        page.route("**/api/watch/rounds?*", self._take)

    def _take(self, route: Route) -> None:
        self.asked += 1
        if "outcome=war" in route.request.url:
            self.held.append(route)
            return
        told = route.fetch().json()
        if "skip=0" in route.request.url:
            told["goes_on"] = min(1, told["candidates"])  # as if rounds had ended before more is asked for
        route.fulfill(json=told)

    def find(self, words: str) -> None:
        """Find what the form says."""
        self.page.get_by_role("button", name="Find").click()
        expect(self.page.get_by_text(words)).to_be_visible()


def find_rounds(page: Page, player: str) -> None:
    """Find rounds by player and outcome: when asked to, in order, and each of them once."""
    finding = Finding(page)
    page.get_by_label("Player").press_sequentially(player)
    finding.find("3 of 3 rounds")
    assert finding.asked == 1
    page.get_by_role("button", name="Older rounds").click()
    expect(page.get_by_role("button", name="Older rounds")).to_be_hidden()
    expect(page.get_by_text("3 of 3 rounds")).to_be_visible()
    page.get_by_label("Outcome").select_option(label="war")
    page.get_by_role("button", name="Find").click()
    page.get_by_label("Outcome").select_option(label="void")
    finding.find("1 of 3 rounds")
    [late] = finding.held
    with page.expect_response(late.request.url) as answered:
        late.continue_()
    answered.value.finished()
    page.evaluate("() => fetch('/api/me').then(told => told.text())")  # whatever came before is shown by now
    expect(page.get_by_text("1 of 3 rounds")).to_be_visible()
    page.unroute("**/api/watch/rounds?*")


def twice(browsers: WebSocketRoute) -> None:
    """Tell everything twice that a page asks for, as happens when it asks twice."""
    house = browsers.connect_to_server()

    def tell(message: str | bytes) -> None:
        for line in str(message).splitlines():
            for _ in range(2 if '"tell":"look"' in line else 1):
                browsers.send(line)

    house.on_message(tell)


def see_live(page: Page, sue: Person, ann: Person) -> None:
    """Watch a table that goes on: each thing that happens is told once."""
    lately = page.get_by_role("region", name=f"Watch {TABLE}")
    expect(lately.get_by_text(ann.name).first).to_be_visible()
    for wager in ("initial", "tie"):
        ann.at(TABLE, "PlaceWager", seat=3, wager=wager, amount=10_00)
        expect(lately.get_by_text(re.compile(rf"placed an? {wager} wager of \$10\.00")).first).to_be_visible()
    told = [each["sentence"] for each in sue.get(f"/api/tables/{TABLE}/look")["told"]]
    expect(lately.locator("ol span")).to_have_text(told[:-11:-1])


def export_rounds(page: Page, folder: Path) -> None:
    """Take the void round away, and the one before it: both are lawful, and each dealt card is proved."""
    export = page.get_by_role("link", name="Export with proofs")
    with page.expect_download() as exported:
        export.click()
    exported.value.save_as(folder / "void.json")
    page.get_by_role("link", name="Round before").click()
    expect(page.get_by_role("heading", name=f"Round 2 · {TABLE}")).to_be_visible()
    with page.expect_download() as exported:
        export.click()
    exported.value.save_as(folder / "round.json")
    replayed = subprocess.run(
        [sys.executable, "-m", "casinowar", "replay", str(folder / "void.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert read_record(folder / "round.json").replay().complete
    taken = msgspec.json.decode((folder / "round.json").read_bytes(), type=ExportedRound)
    assert len(taken.cards) >= 2
    assert all(verify_proof(each.proof, each.commitment, each.cards) for each in taken.cards)


def hold_to_a_checkpoint(page: Page, sue: Person, folder: Path) -> None:
    """Hold the house to a checkpoint that was kept, to one that was changed, and to a file that is none."""
    kept = page.get_by_label("Audit against a saved checkpoint")
    with page.expect_download() as downloaded:
        page.get_by_role("link", name="Download a checkpoint").click()
    downloaded.value.save_as(folder / "kept.json")
    kept.set_input_files(folder / "kept.json")
    expect(
        page.get_by_text(re.compile("Audited against the checkpoint: .*, signed by the house"))
    ).to_be_visible(timeout=60_000)
    expect(page.get_by_text(re.compile(r"\d+ commits, all in order"))).to_be_visible()
    point = sue.get("/api/checkpoints")
    (folder / "changed.json").write_text(json.dumps({**point, "at": point["at"] - 1}))
    expect(kept).to_be_enabled()
    kept.set_input_files(folder / "changed.json")
    expect(page.get_by_text("its signature does not hold")).to_be_visible(timeout=60_000)
    (folder / "none.json").write_text("{")
    kept.set_input_files(folder / "none.json")
    expect(page.get_by_role("alert")).to_have_text("none.json is not a checkpoint.")
    (folder / "empty.json").write_text("{}")
    kept.set_input_files(folder / "empty.json")
    expect(page.get_by_role("alert")).to_contain_text("required field")


def test_a_round_is_found_scrubbed_and_exported(page: Page, house: ServedHouse, tmp_path: Path):
    ann = played(house)
    sue = Person(house, "Sue", Post.SURVEILLANCE)
    audits: list[str] = []
    page.on("request", lambda asked: audits.append(asked.url) if asked.url.endswith("/api/audit") else None)
    page.route_web_socket(re.compile(rf"/{TABLE}/live\?"), twice)
    sue.sees(page, "watch")
    expect(page.get_by_role("link", name=re.compile(rf"^{TABLE} (open|idle)"))).to_be_visible()
    assert violations(page) == []

    find_rounds(page, ann.name)
    assert 0 < len(audits) < 30, "the audit is looked at every ten seconds, and not all the time"
    page.get_by_role("link", name=re.compile("Round 3.*void")).click()

    # scrubbed: each event as the house tells it, with balances before and after
    told = sue.get(f"/api/watch/tables/{TABLE}/rounds/3")["frames"]
    sentence = page.locator(".sentence")
    expect(sentence).to_contain_text("Before the round")
    chips = page.get_by_role("row", name=f"Chips of {ann.name}")
    for place, frame in enumerate(told[1:], 1):
        page.keyboard.press("ArrowRight")
        expect(sentence).to_contain_text(frame["sentence"])
        expect(page.get_by_text(f"Event {place} of {len(told) - 1}")).to_be_visible()
        held = [each["state"]["chips"][ann.name] for each in told[place - 1 : place + 1]]
        expect(chips.locator("td")).to_have_text([f"${each / 100:,.2f}" for each in held])
    placed = next(place for place, each in enumerate(told) if each["kind"] == "WagerPlaced")
    page.get_by_role("slider", name="Event").fill(str(placed))
    expect(page.locator(".moved")).to_have_text(f"$25.00 Chips of {ann.name} → Wager · seat 3")
    ruled = next(place for place, each in enumerate(told) if each["kind"] == "RulingRecorded")
    page.get_by_role("slider", name="Event").fill(str(ruled))
    expect(sentence).to_contain_text("wet cards")
    expect(page.get_by_text(re.compile(rf"{told[ruled]['who']} \(floorperson\), with Mary"))).to_be_visible()
    assert violations(page) == []
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.get_by_text(f"Suceso {ruled} de {len(told) - 1}")).to_be_visible()
    expect(page.get_by_role("row", name=f"Fichas de {ann.name}")).to_be_visible()
    expect(sentence).to_contain_text("wet cards")
    expect(sentence).not_to_contain_text(told[ruled]["sentence"])
    expect(page.get_by_text(f"Suceso {ruled} de {len(told) - 1}")).to_be_visible()
    page.get_by_role("combobox", name="Idioma").select_option("en")
    expect(sentence).to_contain_text(told[ruled]["sentence"])

    export_rounds(page, tmp_path)

    # nothing to change anything with, and nothing is changed
    assert page.locator("main form").count() == 0
    for path, command in ((f"/api/tables/{TABLE}/requests", "PausePlay"), ("/api/pit/requests", "ClockIn")):
        refused = sue.post(path, {"id": "x", "command": {"command": command}})
        assert (refused["accepted"], refused["code"]) == (False, "role_may_not")

    # the whole house is audited
    page.goto(f"{house.address}/#/watch")
    page.get_by_role("button", name="Audit the house now").click()
    expect(page.get_by_text(re.compile(r"\d+ commits, all in order"))).to_be_visible(timeout=60_000)

    # and held to what it signed: as it is, and as somebody would have liked it to be
    hold_to_a_checkpoint(page, sue, tmp_path)

    # a live table, and all of it on a phone
    page.goto(f"{house.address}/#/watch/{TABLE}")
    see_live(page, sue, ann)
    page.get_by_role("combobox", name="Language").select_option("es")
    expect(page.get_by_role("heading", name="Buscar rondas")).to_be_visible()
    for width in (320, 2560):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_on_a_phone_seats_are_read_from_left_to_right_as_at_the_table(page: Page, house: ServedHouse):
    olga, ann, table = Person(house, "Olga"), Person(house, "Ann"), "in rows"
    fred, dan = Person(house, "Fred", Post.FLOORPERSON), Person(house, "Dan", Post.DEALER)
    opened(table, olga, fred, dan, ann)
    for seat in (1, 5, 6):
        other = Person(house, "Bea")
        olga.ask("/api/cashier/requests", "Deposit", player=other.name, amount=500_00)
        other.at(table, "Sit", player=other.name, seat=seat, chips=200_00)
    Person(house, "Sue", Post.SURVEILLANCE).sees(page, f"watch/{quote(table)}")
    page.set_viewport_size({"width": 390, "height": 844})
    seats = page.get_by_role("group", name="Layout").locator("li")
    expect(seats).to_have_count(4)
    in_rows = []
    for each in seats.all():
        lies = each.bounding_box()
        assert lies is not None
        in_rows.append((lies["y"], lies["x"], each.locator("small").inner_text().split()[1]))
    assert [number for *_, number in sorted(in_rows)] == ["6", "5", "3", "1"]
