"""The client by itself: a program that plays needs nothing of what a house is made with."""

import asyncio
import subprocess
import sys

import pytest

from casinowar.client import Client, UnreachableError
from casinowar.game.refusal import CasinoWarError

_BLOCKED = """
import sys
for name in ("argon2", "cryptography", "granian", "litestar", "psycopg", "sqlalchemy"):
    sys.modules[name] = None
import casinowar.client
"""


def test_a_client_needs_nothing_that_a_house_is_made_with():
    subprocess.run([sys.executable, "-c", _BLOCKED], check=True)


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "127.0.0.1:8000", "nowhere://x", "http://["])
def test_where_there_is_no_house_is_said_in_a_sentence(address):
    async def go() -> None:
        async with Client(address) as client:
            with pytest.raises(UnreachableError, match="There is no house at"):
                await client.tables()
            with pytest.raises(CasinoWarError, match="There is no house at"):
                async with client.live("maryland"):
                    pass

    asyncio.run(go())
