"""The client by itself: a program that plays needs nothing of what a house is made with."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import cast
from uuid import uuid4

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from casinowar.client import Client, LiveTable, UnreachableError
from casinowar.game.commands import PlaceWager
from casinowar.game.refusal import CasinoWarError, InputError
from casinowar.game.words import Wager
from casinowar.house.offices.care import SetLimit
from casinowar.house.offices.care_limits import LimitKind, LimitSpan
from casinowar.web.messages import RequestBody
from tests.web.served_house import ServedHouse

_BLOCKED = """
import sys
for name in ("argon2", "cryptography", "granian", "litestar", "psycopg", "sqlalchemy"):
    sys.modules[name] = None
import casinowar.client
"""


def test_a_client_needs_nothing_that_a_house_is_made_with():
    subprocess.run([sys.executable, "-c", _BLOCKED], check=True)


@pytest.mark.parametrize("missing", ["httpx", "websockets"])
def test_a_client_without_its_extra_says_how_to_install_it(missing):
    blocked = f"import sys; sys.modules[{missing!r}] = None; import casinowar.client"
    told = subprocess.run([sys.executable, "-c", blocked], check=False, capture_output=True, text=True)
    assert told.stderr.splitlines()[-1] == (
        f"casinowar.game.refusal.InputError: A client needs the package {missing}, which is not installed; "
        "install it with: pip install 'casinowar[client]'"
    )


def test_the_request_that_the_docs_send_can_be_read():
    [said] = re.findall(
        r"--json '(\{\"id\".*)'", Path("docs/tutorials/first-house.md").read_text(encoding="utf-8")
    )
    body = msgspec.json.decode(said, type=RequestBody)
    assert body.command == PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)


def test_whoever_asks_as_the_connection_is_lost_is_told_so():
    class Lost:
        async def send(self, _said: str) -> None:
            raise ConnectionClosedError(None, None)

    async def go() -> None:
        table = LiveTable(cast(ClientConnection, Lost()))
        wager = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
        with pytest.raises(UnreachableError):
            await table.do(wager)
        with pytest.raises(UnreachableError):
            await table.options()

    asyncio.run(go())


@pytest.mark.parametrize("command", ["war", None, 5, object()])
def test_what_is_no_command_is_refused_and_nobody_waits(server: ServedHouse, command):
    async def go() -> None:
        async with Client(server.address) as client:
            await client.sign_up(f"Ann {uuid4().hex[:12]}", "correct horse battery")
            async with client.live("maryland") as table:
                with pytest.raises(InputError, match="This is no command that a house could read: "):
                    await table.do(command)
                assert (await table.options()).version == table.version

    asyncio.run(asyncio.wait_for(go(), 60))


@pytest.mark.parametrize("name", ["bet?1", "bet#1", "50%25", "a b"])
def test_what_became_of_a_request_is_found_by_any_id(server: ServedHouse, name):
    async def go() -> None:
        async with Client(server.address) as client:
            await client.sign_up(f"Ann {uuid4().hex[:12]}", "correct horse battery")
            limit = SetLimit(kind=LimitKind.LOSS, span=LimitSpan.DAY, most=100_00)
            assert (await client.ask_care(limit, name)).accepted
            assert (await client.done(name)).accepted

    asyncio.run(asyncio.wait_for(go(), 60))


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "127.0.0.1:8000", "nowhere://x", "http://["])
def test_where_there_is_no_house_is_said_in_a_sentence(address):
    async def go() -> None:
        async with Client(address) as client:
            with pytest.raises(UnreachableError, match=r"There is no house at .*[^.]\.$"):
                await client.tables()
            with pytest.raises(CasinoWarError, match="There is no house at"):
                async with client.live("maryland"):
                    pass

    asyncio.run(go())
