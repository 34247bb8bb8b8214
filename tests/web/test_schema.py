"""The interface is as it describes itself: whatever is sent, the answer is one that the description has."""

import asyncio
import os
from types import SimpleNamespace
from typing import Any

import pytest
import schemathesis
import schemathesis.generation.jsonschema.builder  # now, since beside threads Python 3.11 may fail at it
from hypothesis import HealthCheck, given, settings
from litestar.datastructures import State
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from casinowar.client import Client
from casinowar.house.people.posts import Post
from casinowar.web import app
from tests.web.served_house import ServedHouse

PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
EXAMPLES = int(os.environ.get("EXAMPLES", "10"))
TOO_LARGE = 413


def rejects(context: Any, response: Any, case: Any) -> bool | None:
    """Hold what cannot be right to a refusal; to say that it is too large is one, too."""
    return None if response.status_code == TOO_LARGE else negative_data_rejection(context, response, case)


CHECKS = [
    schemathesis.checks.not_a_server_error,
    content_type_conformance,
    rejects,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture(scope="module")
def token(server: ServedHouse) -> str:
    """Sign somebody in who holds every post but that of surveillance."""

    async def sign_in() -> str:
        async with Client(server.address) as olga, Client(server.address) as client:
            await olga.join(server.invitation, "Olga", PASSWORD)
            invitation = await olga.invite(*(post for post in Post if post is not Post.SURVEILLANCE))
            await client.join(invitation, "Everybody", PASSWORD)
            return client.token

    return asyncio.run(sign_in())


@pytest.fixture(scope="module")
def described(server: ServedHouse) -> Any:
    """Read the description of the running server."""
    return schemathesis.openapi.from_url(f"{server.address}/api/schema")


@pytest.mark.parametrize("mode", [*schemathesis.GenerationMode], ids=str)
def test_every_answer_is_one_of_those_described(described: Any, token: str, mode: Any):
    for found in described.get_all_operations():
        operation = found.ok()
        if mode is schemathesis.GenerationMode.NEGATIVE and not (operation.body or operation.query):
            continue  # nothing that could be said wrongly

        @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[*HealthCheck])
        @given(case=operation.as_strategy(generation_mode=mode))
        def answered(case: Any) -> None:
            case.call_and_validate(headers={"authorization": f"Bearer {token}"}, checks=CHECKS)

        answered()


def test_the_description_is_made_once(monkeypatch: pytest.MonkeyPatch):
    made: list[object] = []

    def described(of: object) -> dict[str, str]:
        made.append(of)
        return {"openapi": "3.1.0"}

    async def thrice() -> list[Any]:
        state, request = State(), SimpleNamespace(app="house")
        return [await app.schema.fn(request, state) for _ in range(3)]

    monkeypatch.setattr(app, "described", described)
    assert [each.content for each in asyncio.run(thrice())] == [b'{"openapi":"3.1.0"}'] * 3
    assert made == ["house"]
