"""The house answers in the language that a request or a connection asks for; in English, if in none."""

import json
from uuid import uuid4

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from casinowar.telling.wording import Language
from casinowar.web.languages import preferred
from tests.web.served_house import ServedHouse, next_message
from tests.web.test_house import played

NOT_SEATED = " no está en esta mesa."
SPANISH = {"accept-language": "es-MX,es;q=0.9,en;q=0.5"}


def newcomer(server: ServedHouse) -> httpx.Client:
    """Be somebody new, who asks over HTTP."""
    body = {"name": f"Ann {uuid4().hex[:8]}", "password": "a long password"}
    token = (
        httpx.post(f"{server.address}/api/sign-up", json=body, timeout=60).raise_for_status().json()["token"]
    )
    return httpx.Client(base_url=server.address, headers={"authorization": f"Bearer {token}"}, timeout=60)


def to_leave() -> dict[str, object]:
    return {"id": uuid4().hex, "command": {"command": "LeaveTable", "player": ""}}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("es", "es"),
        ("ES-mx", "es"),
        ("en, es", "en"),
        ("en;q=0.5, es;q=0.7", "es"),
        ("de, fr;q=0.9", "en"),
        ("es;q=0", "en"),
        ("es;q=x, ;;, *", "en"),
    ],
)
def test_the_language_liked_best_is_chosen(accepted, language):
    assert preferred(accepted) is Language(language)


def test_rounds_and_refusals_are_told_in_the_language_of_the_request(server: ServedHouse):
    with newcomer(server) as ann:
        path = "/api/tables/maryland"
        told = ann.get(f"{path}/look", headers=SPANISH).json()["told"]
        english = ann.get(f"{path}/look").json()["told"]
        assert [each["kind"] for each in told] == [each["kind"] for each in english]
        assert "El jefe de sala verificó la revisión del crupier." in {each["sentence"] for each in told}
        assert "The floorperson verified the dealer's inspection." in {each["sentence"] for each in english}

        no = ann.post(f"{path}/requests", json=to_leave(), headers=SPANISH).json()
        assert (no["code"], no["language"]) == ("not_seated", "es")
        assert NOT_SEATED in no["sentence"]
        no = ann.post(f"{path}/requests", json=to_leave()).json()
        assert (no["code"], no["language"]) == ("not_seated", "en")
        assert " is not seated at this table." in no["sentence"]

        body = {"name": "Nobody", "password": "wrong wrong"}
        no = ann.post("/api/sign-in", json=body, headers=SPANISH).json()
        assert (no["sentence"], no["language"]) == ("El nombre o la contraseña no son correctos.", "es")
        no = ann.get("/api/tables/nowhere", headers=SPANISH).json()
        assert no["language"] == "en"  # what has no translation says so


def test_a_connection_speaks_the_language_that_it_was_opened_with(server: ServedHouse):
    async def play() -> None:
        with newcomer(server) as ann:
            headers = {"authorization": ann.headers["authorization"]}
        where = server.address.replace("http", "ws") + "/api/tables/maryland/live"
        async with connect(f"{where}?language=es", additional_headers=headers) as socket:
            assert (await next_message(socket))["tell"] == "table"
            await socket.send(json.dumps({"say": "request", **to_leave()}))
            assert NOT_SEATED in (await next_message(socket))["reply"]["sentence"]
            await socket.send('{"say": "look", "after": 0}')
            told = (await next_message(socket))["look"]["told"]
            assert "El jefe de sala verificó la revisión del crupier." in {each["sentence"] for each in told}
        with pytest.raises((WebSocketException, TimeoutError)):
            async with connect(f"{where}?language=xx", additional_headers=headers) as socket:
                await next_message(socket)

    played(play())
