"""The law over the network: what everybody may read, and the same figures as everywhere."""

import asyncio

import httpx
import pytest
from msgspec.structs import replace

from casinowar.house.journal.commits import TableSettings
from casinowar.law.catalog import documents
from casinowar.reports.figures import difference, written
from casinowar.reports.law import law_behind
from casinowar.reports.names import FIGURES
from casinowar.reports.reading_effects import readings
from casinowar.rulebooks import load_rules, load_sample, open_rulebook
from casinowar.web.lab.reading_effects import ReadingsBody
from casinowar.web.lab.worker_pool import WorkerPool
from tests.web.served_house import ServedHouse
from tests.web.test_house import People, played


def test_every_document_is_there_clause_by_clause(server: ServedHouse):
    with httpx.Client(base_url=server.address, timeout=60) as anybody:
        listed = anybody.get("/api/law").raise_for_status().json()
        assert [each["rulebook"] for each in listed] == [*documents()]
        for each in listed:
            text = anybody.get(f"/api/law/{each['rulebook']}").raise_for_status().json()
            law = law_behind(each["rulebook"], load_rules(each["rulebook"], load_sample(each["rulebook"])))
            assert [clause["clause"] for clause in text["clauses"]] == [
                clause.clause for clause in law.clauses
            ]
            assert len(text["clauses"]) == each["clauses"]
            cited = {number for clause in text["clauses"] for number in clause["readings"]}
            assert cited <= {doubt["number"] for doubt in text["doubts"]}


def test_words_are_found_as_on_the_command_line(server: ServedHouse):
    with httpx.Client(base_url=server.address, timeout=60) as anybody:
        found = (
            anybody.get("/api/law/maryland/words", params={"wanted": "surrender"}).raise_for_status().json()
        )
        assert "9.E(1)" in found["clauses"]
        assert "give up half" in found["also"]
        none = anybody.get("/api/law/maryland/words", params={"wanted": "surender"}).raise_for_status().json()
        assert (none["clauses"], "surrender" in none["nearest"]) == ([], True)
        assert anybody.get("/api/law/maryland/words", params={"wanted": " "}).status_code == 400


def test_a_rulebook_of_ones_own_has_its_law_with_what_it_does_to_its_document(server: ServedHouse):
    with httpx.Client(base_url=server.address, timeout=60) as anybody:
        own = anybody.get("/api/rulebooks/maryland/text").raise_for_status().json()["extending"]
        base = anybody.get("/api/law/maryland").raise_for_status().json()
        text = anybody.post("/api/law", json={"text": own.replace("10 to 1", "11 to 1")}).json()
        assert (text["rulebook"], text["title"]) == ("my_maryland", "My own table")
        assert text["document"] == base["title"]
        assert [(each["says"][:7], each["base_says"][:7]) for each in text["changes"]] == [
            ("11 to 1", "10 to 1")
        ]
        known = {each["clause"] for each in base["clauses"]}
        assert {each["clause"] for each in text["clauses"]} - known == {"house rule 1"}
        [changed] = [each["base_clause"].split("; ") for each in text["changes"]]
        assert text["here"].keys() >= {"house rule 1", *changed}
        example = anybody.get("/api/rulebooks/half_war/text").raise_for_status().json()["whole"]
        alone = anybody.post("/api/law", json={"text": example}).raise_for_status().json()
        assert alone["clauses"]
        assert alone["document"] == ""
        wrong = anybody.post("/api/law", json={"text": own.replace("10 to 1", "10 two 1")})
        assert wrong.status_code == 400
        assert "line 8" in wrong.json()["sentence"]


def test_the_law_of_a_table_is_as_its_house_reads_it(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people:
            operator = await people.operator()
            text = open_rulebook("maryland").text.replace('"maryland"', '"our_maryland"', 1)
            own = text.replace('document = "our_maryland"', 'document = "maryland"')
            reading = {"tied_war": "tie_wager_pays_2_to_1"}
            settings = TableSettings(
                rulebook="our_maryland", text=own, house=load_sample("maryland"), readings=reading
            )
            house = replace(settings.house, rulebook="")
            await operator.set_up("own-law", replace(settings, house=house))
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as plain:
                plain.headers["authorization"] = f"Bearer {operator.token}"
                told = (await plain.get("/api/tables/own-law/law")).raise_for_status().json()
            assert told["rulebook"] == "our_maryland"
            [chosen] = [each["choice"] for each in told["readings"] if each["reading"] == "tied_war"]
            assert chosen == "tie_wager_pays_2_to_1"
            assert "limits" in " ".join(told["house"].values())

    played(play())


def test_other_readings_cost_what_the_report_says(server: ServedHouse):
    told = httpx.get(f"{server.address}/api/law/wisconsin/readings", timeout=60).raise_for_status().json()
    expected = {
        (effect.reading, effect.choice): [
            {
                "figure": FIGURES[change.figure],
                "default": written(change.figure, change.default),
                "value": written(change.figure, change.value),
                "difference": difference(change.figure, change.default, change.value),
            }
            for change in effect.changes
        ]
        for effect in readings("wisconsin").effects
        if not effect.default
    }
    assert {(each["reading"], each["choice"]): each["changes"] for each in told} == expected
    assert any(expected.values())


def test_many_who_ask_for_the_same_readings_at_once_are_answered_by_one_worker():
    async def ask() -> None:
        pool = WorkerPool()
        asked = ReadingsBody(rulebook="south_dakota")
        told = await asyncio.gather(*(pool.ask(f"P{each}", "readings", asked) for each in range(200)))
        assert len({*told}) == 1
        assert len(pool._all) == 1
        await pool.aclose()

    asyncio.run(ask())


@pytest.mark.parametrize(
    "path", ["/api/law/atlantis", "/api/law/atlantis/readings", "/api/law/atlantis/words?wanted=tie"]
)
def test_there_is_no_other_document(server: ServedHouse, path: str):
    answer = httpx.get(f"{server.address}{path}", timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "maryland" in answer.json()["sentence"]
