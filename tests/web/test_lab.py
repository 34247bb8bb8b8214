"""The odds lab over HTTP: the command line's own figures, anybody's rulebooks, simulations."""

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from casinowar.rulebooks import names
from tests.support.printing import printed
from tests.web.served_house import ServedHouse

PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
PATIENCE = 120


@pytest.fixture(scope="module")
def lab(server: ServedHouse) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


@pytest.fixture(scope="module")
def ann(server: ServedHouse) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        token = client.post("/api/sign-up", json={"name": "Ann", "password": PASSWORD}).json()["token"]
        client.cookies.clear()
        client.headers["authorization"] = f"Bearer {token}"
        yield client


def own(lab: httpx.Client, name: str = "maryland", pays: str = "10 to 1") -> str:
    """Write a rulebook that says only what its ties pay."""
    text: str = lab.get(f"/api/rulebooks/{name}/text").raise_for_status().json()["extending"]
    return text.replace("10 to 1", pays)


# rulebooks


def test_the_shelf_has_every_rulebook_with_its_readings_and_texts_that_are_in_order(lab: httpx.Client):
    shelf = lab.get("/api/rulebooks").raise_for_status().json()

    assert [each["name"] for each in shelf if not each["example"]] == [*names()]
    assert "half_war" in [each["name"] for each in shelf if each["example"]]
    for each in shelf:
        texts = lab.get(f"/api/rulebooks/{each['name']}/text").raise_for_status().json()
        for text in filter(None, (texts["extending"], texts["whole"])):
            told = lab.post("/api/rulebooks/check", json={"text": text}).raise_for_status().json()
            assert told["in_order"], (each["name"], told)
    maryland = lab.get("/api/rulebooks/maryland").raise_for_status().json()
    assert (maryland["decks"], maryland["decks_allowed"], maryland["progressive"]) == (6, "6 or 8", True)
    assert maryland["readings"][0]["name"] == "tied_war"
    assert lab.get("/api/rulebooks/nevada").status_code == 404
    assert lab.get("/api/rulebooks/..%2Fhouses%2Fmaryland/text").status_code == 404


# the command line's figures


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        ({"rulebook": "washington"}, ["washington"]),
        (
            {"rulebook": "maryland", "sample": True, "decks": 8, "meter": "50000"},
            ["maryland", "--sample", "--decks", "8", "--meter", "50000"],
        ),
        (
            {"rulebook": "wisconsin", "seen": "AS AS KH", "wager": "25"},
            ["wisconsin", "--seen", "AS AS KH", "--wager", "25"],
        ),
        (
            {"rulebook": "maryland", "readings": {"tied_war": "tie_wager_pays_2_to_1"}},
            ["maryland", "--reading", "tied_war=tie_wager_pays_2_to_1"],
        ),
    ],
    ids=["plain", "meter", "seen", "reading"],
)
def test_a_sheet_is_the_command_lines(lab: httpx.Client, body: dict[str, Any], arguments: list[str]):
    expected = printed("odds", *arguments, "--json")

    assert lab.post("/api/odds/json", json=body).raise_for_status().text == expected
    told = lab.post("/api/odds", json=body).raise_for_status().json()
    assert told["document"] == json.loads(expected)
    assert told["report"]["sections"][0]["title"] == "Summary"


HOUSE = 'rulebook = "maryland"\ndecks = 8\n[limits.initial]\nminimum = "10"\nmaximum = "50"\n'


def test_a_house_file_of_ones_own_and_its_sessions_are_the_command_lines(lab: httpx.Client, tmp_path: Path):
    (tmp_path / "house.toml").write_text(HOUSE)
    asked = ["--bankroll", "30", "--session", "25", "--session", "400", "--rounds-per-hour", "90"]
    expected = printed("odds", "maryland", "--house", "house.toml", *asked, "--json", folder=tmp_path)

    body = {
        "rulebook": "maryland",
        "house": HOUSE,
        "bankroll": 30,
        "sessions": [25, 400],
        "rounds_per_hour": 90,
    }
    told = json.loads(lab.post("/api/odds/json", json=body).raise_for_status().text)
    wanted = json.loads(expected)
    assert [each["rounds"] for each in told["sessions"]] == [25, 400]
    assert (told["decks"], told["bankroll"]["units"]) == (8, 30)
    for name in ("decks", "wagers", "sessions", "bankroll", "bankroll_for_ruin", "without_end", "hold"):
        assert told[name] == wanted[name], name


@pytest.mark.parametrize(
    ("table", "house", "line"),
    [
        ({"rulebook": "maryland"}, HOUSE, 0),
        ({"rulebook": "washington"}, HOUSE, 1),
        ({"rulebook": "maryland"}, HOUSE.replace("8", "7"), 2),
        ({"rulebook": "maryland"}, HOUSE.replace("minimum", "least"), 4),
        ({"rulebook": "maryland"}, "decks = = 8", 1),
        ({"text": "own"}, HOUSE.replace("maryland", "my_maryland"), 0),
        ({"text": "own"}, HOUSE.replace("maryland", "/etc/passwd"), 1),
        ({"text": "own"}, HOUSE.replace("maryland", "/proc/self/cwd/rulebook.toml"), 1),
        ({"text": "own"}, HOUSE.replace("maryland", "/proc/1/root/x"), 1),
        ({"text": "own"}, HOUSE.replace("maryland", "a\\u0000b"), 1),
    ],
    ids=[
        *("in order", "for another", "decks", "a key", "no toml", "for one's own", "a path"),
        *("where the server runs", "where nobody may look", "what no file is called"),
    ],
)
def test_a_house_file_is_checked_line_by_line(
    lab: httpx.Client, table: dict[str, str], house: str, line: int
):
    if "text" in table:
        table = {"text": own(lab)}
    told = lab.post("/api/houses/check", json={**table, "house": house}).raise_for_status().json()
    assert told["in_order"] is (line == 0)
    assert [each["line"] for each in told["faults"]][:1] == ([line] if line else [])
    refused = lab.post("/api/odds", json={**table, "house": house})
    assert (refused.status_code == 200) is (line == 0), refused.text
    both = lab.post("/api/odds", json={**table, "house": house, "sample": True})
    assert both.status_code == 400


def test_a_comparison_is_the_command_lines(lab: httpx.Client):
    body = {"tables": [{"rulebook": "maryland"}, {"rulebook": "california"}], "decks": 8}

    expected = printed("compare", "maryland", "california", "--decks", "8", "--json")

    assert lab.post("/api/compare/json", json=body).raise_for_status().text == expected
    assert lab.post("/api/compare", json=body).raise_for_status().json()["document"] == json.loads(expected)


@pytest.mark.parametrize(
    ("along", "at", "asked"),
    [
        ("decks", 2, {"decks": 2}),
        ("removed", 3, {"seen": "KC KD KH"}),
        ("wager", 100_000, {"wager": "1000"}),
        ("meter", 50_000_000, {"meter": "500000"}),
    ],
)
def test_each_point_of_a_curve_is_a_sheets(lab: httpx.Client, along: str, at: int, asked: dict[str, Any]):
    table = {"rulebook": "maryland", "sample": True}
    curve = lab.post("/api/odds/curve", json={**table, "along": along, "rank": "K"}).raise_for_status().json()
    points = [point["at"] for point in curve["document"]["points"]]
    sheet = lab.post("/api/odds", json={**table, **asked}).raise_for_status().json()["document"]

    edges = {
        (each["wager"], each["strategy"]): each["edges"][points.index(at)]["exact"]
        for each in curve["document"]["wagers"]
    }
    wanted = {
        (each["wager"], each.get("strategy")): each["house_edge"]["exact"]
        for each in sheet["wagers"]
        if (each["wager"], each.get("strategy")) in edges
    }
    assert len(edges) == 6
    assert edges == wanted


@pytest.mark.parametrize(
    "body",
    [
        {"rulebook": "washington", "along": "meter"},
        {"rulebook": "washington", "along": "decks", "meter": "5"},
        {"rulebook": "washington", "along": "removed", "rank": "X"},
        {"rulebook": "washington", "along": "weather"},
    ],
    ids=str,
)
def test_a_curve_along_what_there_is_not_is_refused(lab: httpx.Client, body: dict[str, Any]):
    answer = lab.post("/api/odds/curve", json=body)

    assert answer.status_code == 400
    assert answer.json()["sentence"] != "The odds cannot be worked out for this rulebook."


# rulebooks of anybody's


def test_faults_are_those_that_the_command_line_finds(lab: httpx.Client, tmp_path: Path):
    text = own(lab, pays="10 two 1") + "\n[surender]\nforfeits = 2\n"
    (tmp_path / "rulebook.toml").write_text(text)
    expected = json.loads(printed("rulebooks", "--check", "rulebook.toml", "--json", folder=tmp_path))

    told = lab.post("/api/rulebooks/check", json={"text": text}).raise_for_status().json()

    assert not told["in_order"]
    assert [f"rulebook.toml, line {each['line']}: {each['sentence']}" for each in told["faults"]] == expected[
        "faults"
    ]
    assert [each["line"] for each in told["faults"]] == [8, 10]


def test_ones_own_rulebook_has_the_odds_that_the_command_line_gives_its_file(
    lab: httpx.Client, tmp_path: Path
):
    text = own(lab, "wisconsin", pays="12 to 1")
    (tmp_path / "rulebook.toml").write_text(text)

    sheet = lab.post("/api/odds/json", json={"text": text}).raise_for_status().text
    tables = [{"rulebook": "wisconsin"}, {"text": text}]
    compared = lab.post("/api/compare/json", json={"tables": tables}).raise_for_status().text

    assert sheet == printed("odds", "rulebook.toml", "--json", folder=tmp_path)
    assert compared == printed("compare", "wisconsin", "rulebook.toml", "--json", folder=tmp_path)


HOSTILE: dict[str, dict[str, Any]] = {
    "a path": {"rulebook": "/etc/passwd"},
    "a file": {"rulebook": "casinowar.toml"},
    "nothing": {},
    "both": {"rulebook": "maryland", "text": "x = 1"},
    "a sample of one's own": {"text": "{own}", "sample": True},
    "extends a path": {"text": 'extends = "/etc/passwd"\nname = "x"\ntitle = "x"'},
    "a house file": {"text": 'rulebook = "/etc/passwd"\nname = "x"'},
    "no TOML": {"text": "\x00[[["},
    "deep": {"text": "a = " + "[" * 5000 + "]" * 5000},
    "a million decks": {"text": "{own}\n[cards]\nby_hand = {{ start = 1000000, least = 1, most = 1000000 }}"},
    "a million seats": {"text": "{own}\n[seating]\nseats = {{ start = 1000000, least = 1, most = 1000000 }}"},
    "a huge number": {"text": "{own}\n[war]\nburn = {{ cards = 999999999999999999999 }}"},
    "wide pays": {"text": "{own}", "wager": "1" * 20},
    "cards nobody has": {"rulebook": "maryland", "seen": "AS " * 1000},
    "a reading nobody knows": {"rulebook": "maryland", "readings": {"x": "y"}},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_cannot_be_is_refused_in_one_sentence(lab: httpx.Client, name: str):
    body = dict(HOSTILE[name])
    if "text" in body:
        body["text"] = str(body["text"]).replace("{own}", own(lab)).replace("{{", "{").replace("}}", "}")
    answer = lab.post("/api/odds", json=body)

    assert answer.status_code == 400, answer.text[:200]
    sentence = answer.json()["sentence"]
    assert "root:" not in sentence
    assert len(sentence) < 500
    assert "\n" not in sentence
    assert sentence != "The odds cannot be worked out for this rulebook.", "nobody foresaw this"


@pytest.mark.parametrize("body", [{"decks": 10**6}, {"text": "#" * 100_001}, {"seen": "A" * 5000}], ids=str)
def test_what_is_too_large_does_not_come_in(lab: httpx.Client, body: dict[str, Any]):
    assert lab.post("/api/odds", json={"rulebook": "maryland", **body}).status_code == 400


def test_a_rulebook_that_takes_too_long_is_given_up_and_nobody_else_waits(lab: httpx.Client):
    """Each choice of a reading is another rulebook to look at."""
    choices = "\n".join(f'c{each}={{says="x"}}' for each in range(5_000))
    reading = (
        f'[readings.more]\ncites = "x"\nquestion = "x"\ndefault = "c0"\n[readings.more.choices]\n{choices}'
    )
    slow_text = f"{own(lab)}\n{reading}"
    lab.post("/api/rulebooks/check", json={"text": "x = 1"}).raise_for_status()  # a worker has started
    ended: list[str] = []
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(lab.post, "/api/rulebooks/check", json={"text": slow_text})
        slow.add_done_callback(lambda _: ended.append("slow"))
        quick = pool.submit(lab.post, "/api/rulebooks/check", json={"text": "y = 1"})
        quick.add_done_callback(lambda _: ended.append("quick"))
        assert lab.get("/health").is_success
        assert quick.result().is_success
        answer = slow.result()
    assert ended == ["quick", "slow"]
    assert answer.status_code == 400, answer.text[:300]
    assert answer.json()["sentence"].startswith("That takes longer than the lab works")


# simulations


def test_a_simulation_needs_a_name_and_is_nobody_elses(lab: httpx.Client, ann: httpx.Client):
    assert lab.post("/api/simulations", json={"rulebook": "maryland", "rounds": 1000}).status_code == 401
    assert ann.get("/api/simulations/0123456789abcdef").status_code == 404
    for wrong in ({"rounds": 10**10, "seats": 7}, {"rounds": 10**11}, {"rounds": 10, "strategy": "x.py:f"}):
        answer = ann.post("/api/simulations", json={"rulebook": "maryland", **wrong})
        assert answer.status_code == 400, answer.text


def test_a_simulation_deals_what_the_command_line_deals(ann: httpx.Client):
    body = {"rulebook": "washington", "rounds": 200_000, "seed": 7, "wagers": ["tie"]}
    started = ann.post("/api/simulations", json=body).raise_for_status().json()

    ended = waited(ann, started["id"], until={"done", "failed"})

    assert (ended["state"], ended["done"], ended["problem"]) == ("done", 200_000, "")
    written = ann.get(f"/api/simulations/{started['id']}/json").raise_for_status().json()
    arguments = ["--rounds", "200000", "--seed", "7", "--with", "tie", "--json"]
    expected = json.loads(printed("simulate", "washington", *arguments))
    times = ("seconds", "compile_seconds", "seat_rounds_per_second")
    assert {**written, **dict.fromkeys(times)} == {**expected, **dict.fromkeys(times)}
    ann.delete(f"/api/simulations/{started['id']}").raise_for_status()
    assert ann.get(f"/api/simulations/{started['id']}").status_code == 404


def test_a_simulation_that_is_stopped_tells_what_is_known(ann: httpx.Client):
    body = {"rulebook": "washington", "rounds": 10**10}
    started = ann.post("/api/simulations", json=body).raise_for_status().json()["id"]
    waited(ann, started, until={"dealing"})
    again = ann.post("/api/simulations", json=body)
    assert again.status_code == 400
    assert "still running" in again.json()["sentence"]

    ann.delete(f"/api/simulations/{started}").raise_for_status()

    ended = waited(ann, started, until={"stopped", "done", "failed"})
    assert ended["state"] == "stopped"
    assert 0 < ended["done"] < 10**10
    assert ended["result"]["document"]["rounds"] == ended["done"]
    [kept] = [each for each in ann.get("/api/simulations").json() if each["id"] == started]
    assert kept["result"] is None


def waited(client: httpx.Client, name: str, until: set[str]) -> dict[str, Any]:
    """Look at a simulation until it is so."""
    end = time.monotonic() + PATIENCE
    while (found := client.get(f"/api/simulations/{name}").raise_for_status().json())["state"] not in until:
        assert time.monotonic() < end, found
        time.sleep(0.05)
    told: dict[str, Any] = found
    return told


def test_a_server_that_stops_takes_its_workers_and_simulations_with_it(tmp_path: Path):
    running = ServedHouse(tmp_path).start()
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        client.post("/api/rulebooks/check", json={"text": "x = 1"}).raise_for_status()
        token = client.post("/api/sign-up", json={"name": "Bob", "password": PASSWORD}).json()["token"]
        client.cookies.clear()
        client.headers["authorization"] = f"Bearer {token}"
        body = {"rulebook": "maryland", "rounds": 10**10}
        client.post("/api/simulations", json=body).raise_for_status()
        assert running._process is not None
        group = running._process.pid
        end = time.monotonic() + PATIENCE
        while len(of_the_lab(group)) < 2:  # a process that has just begun does not yet say what it is
            assert time.monotonic() < end
            time.sleep(0.05)

    assert running.stop() == 0
    assert of_the_lab(group) == []


def of_the_lab(session: int) -> list[str]:
    """List the processes of a server's lab, which are in its session."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            said = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if "casinowar.web.lab" in said and os.getsid(int(process.name)) == session:
                found.append(said)
    return found
