"""The law over the network: what everybody may read, and the same figures as everywhere."""

import asyncio

import httpx
import pytest

from casinowar.law.catalogue import documents
from casinowar.reports.figures import difference, written
from casinowar.reports.law import law_behind
from casinowar.reports.names import FIGURES
from casinowar.reports.readings import readings
from casinowar.rulebooks import load_rules, load_sample
from casinowar.web.lab.readings import ReadingsBody
from casinowar.web.lab.workshop import Workshop
from tests.web.running import Running


def test_every_document_is_there_clause_by_clause(server: Running):
    with httpx.Client(base_url=server.address) as anybody:
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


def test_other_readings_cost_what_the_report_says(server: Running):
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
        workshop = Workshop()
        asked = ReadingsBody(rulebook="south_dakota")
        told = await asyncio.gather(*(workshop.ask(f"P{each}", "readings", asked) for each in range(200)))
        assert len({*told}) == 1
        assert len(workshop._all) == 1
        await workshop.close()

    asyncio.run(ask())


@pytest.mark.parametrize("path", ["/api/law/atlantis", "/api/law/atlantis/readings"])
def test_there_is_no_other_document(server: Running, path: str):
    answer = httpx.get(f"{server.address}{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "maryland" in answer.json()["sentence"]
