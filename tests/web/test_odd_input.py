"""Odd names, ids and amounts on every channel, on both databases: refused, never a failure of the house."""

import asyncio
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from casinowar.client import Client
from casinowar.web.table_socket import NO_SUCH_TABLE
from tests.web.served_house import ServedHouse
from tests.web.test_house import People, played

ODD = ["\0", "a\0b", "..", "a/b", "%2e%2e", "a\u202eb", "' OR 1=1 --", "x" * 300, "🂡" * 40, "\u0130"]
"""What a name, an id or the number of something may be in a path."""
ESCAPED = [r"\u0000", r"\ud800", r"a\u0000b", r"\udfff\ud800", "x" * 300]
"""What may stand in the letters of a message."""
HUGE = [
    "9223372036854775807",
    "9223372036854775808",
    "1" + "0" * 30,
    "1" + "0" * 400,
    "-1",
    "1e3",
    "0.5",
    "1e999",
]


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[ServedHouse]:
    running = ServedHouse(tmp_path_factory.mktemp("odd"), database=address, arguments=["--table", "maryland"])
    running.start()
    yield running
    running.stop()


def paths(odd: str) -> Iterator[tuple[str, str, str]]:
    """Put something odd into every path that has a place for it."""
    said = quote(odd, safe="")
    for rest in ("", "/layout", "/look", "/options", "/journal", "/rounds", "/rounds/1"):
        yield "GET", f"/api/tables/{said}{rest}", ""
    yield "POST", f"/api/tables/{said}/requests", '{"id":"1","command":{"command":"RefuseCut","seat":1}}'
    yield "GET", f"/api/requests/{said}", ""
    yield "GET", f"/api/pit/tables/{said}/slips", ""
    yield "GET", f"/api/pit/tables/{said}/slips/{said}", ""
    yield "GET", f"/api/pit/tables/{said}/figures/{said}", ""
    yield "GET", f"/api/pit/ratings/{said}", ""
    yield "PUT", f"/api/people/{said}/posts", '{"posts":["player"]}'
    yield "DELETE", f"/api/people/{said}/sessions", ""
    yield "POST", f"/api/proposals/{said}/confirm", ""
    yield "POST", f"/api/proposals/{said}/refuse", ""


def bodies() -> Iterator[tuple[str, str, str]]:
    """Put something odd into every body that has a place for it."""
    for odd in ESCAPED:
        yield "POST", "/api/sign-in", f'{{"name":"{odd}","password":"{odd}"}}'
        yield "POST", "/api/sign-up", f'{{"name":"{odd}","password":"long enough {odd}"}}'
        yield "POST", "/api/join", f'{{"invitation":"{odd}","name":"{odd}","password":"long enough"}}'
        yield "POST", "/api/come-back", f'{{"invitation":"{odd}","name":"{odd}","password":"long enough"}}'
        yield "POST", "/api/tables", f'{{"name":"{odd}","settings":{{"rulebook":"maryland"}}}}'
        yield "POST", "/api/tables", f'{{"name":"x","settings":{{"rulebook":"{odd}","text":"{odd}"}}}}'
        yield "POST", "/api/cashier/requests", _counter(odd, "1")
        yield "POST", "/api/care/requests", _care(odd)
        yield "POST", "/api/pit/requests", _pit(odd, "1")
        yield "POST", "/api/tables/maryland/requests", _sit(odd, "100")
    for amount in HUGE:
        yield "POST", "/api/cashier/requests", _counter("Olga", amount)
        yield "POST", "/api/pit/requests", _pit("Olga", amount)
        yield "POST", "/api/tables/maryland/requests", _sit("Olga", amount)
        yield "POST", "/api/tables/maryland/requests", _fill(amount)
        yield "GET", f"/api/tables/maryland/journal?after={amount}", ""
        yield "GET", f"/api/tables/maryland/rounds/{amount}", ""


def _counter(player: str, amount: str) -> str:
    return f'{{"id":"{player}","command":{{"command":"Deposit","player":"{player}","amount":{amount}}}}}'


def _care(player: str) -> str:
    return f'{{"id":"1","command":{{"command":"ExcludePlayer","player":"{player}","seconds":3600}}}}'


def _pit(player: str, amount: str) -> str:
    said = f'"table":"maryland","player":"{player}","amount":{amount}'
    return f'{{"id":"{player}","command":{{"command":"DropCash",{said}}}}}'


def _sit(player: str, amount: str) -> str:
    return f'{{"id":"{player}","command":{{"command":"Sit","player":"{player}","seat":1,"chips":{amount}}}}}'


def _fill(amount: str) -> str:
    return f'{{"id":"f{amount[:50]}","command":{{"command":"Fill","by":"floorperson","amount":{amount}}}}}'


def test_nothing_odd_makes_the_house_fail(house: ServedHouse):
    async def play() -> None:
        async with People(house) as people:
            olga = await people.operator()
            headers = {"authorization": f"Bearer {olga.token}", "content-type": "application/json"}
            async with httpx.AsyncClient(base_url=house.address, headers=headers, timeout=30) as web:
                asked = [*bodies(), *(each for odd in ODD for each in paths(odd))]
                for method, path, body in asked:
                    response = await web.request(method, path, content=body or None)
                    assert response.status_code < 500, (method, path, body[:200], response.text)
            await _at_the_socket(house, olga)
            assert (await olga.me()).name == "Olga"
            assert "failed" not in house.log

    played(play())


async def _at_the_socket(house: ServedHouse, olga: Client) -> None:
    address = house.address.replace("http", "ws")
    headers = {"authorization": f"Bearer {olga.token}"}
    async with connect(f"{address}/api/tables/maryland/live", additional_headers=headers) as socket:
        odd = [_sit(each, "100") for each in ESCAPED] + [_fill(each) for each in HUGE]
        for body in odd:
            await socket.send(f'{{"say":"request",{body[1:]}')
        await socket.send('{"say":"options"}')
        async with asyncio.timeout(30):
            async for said in socket:
                if '"tell":"options"' in str(said):
                    break
    for table in ODD:
        where = f"{address}/api/tables/{quote(table, safe='')}/live"
        with pytest.raises((ConnectionClosed, InvalidStatus)) as no:
            async with asyncio.timeout(10), connect(where, additional_headers=headers) as socket:
                await socket.recv()
        if isinstance(no.value, InvalidStatus):
            assert no.value.response.status_code < 500, table
        else:
            assert isinstance(no.value, ConnectionClosed)
            assert no.value.rcvd is not None
            assert no.value.rcvd.code == NO_SUCH_TABLE, table
