"""Secrecy: the traffic of every post, the log and the database of a played shoe hold no undealt card."""

import asyncio
from base64 import b64encode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from casinowar.client import Client
from casinowar.game import commands as c
from casinowar.game.words import Wager
from casinowar.house.journal.shoe_key import read_shoe_key
from casinowar.house.journal.shoe_vault import Order, open_order
from casinowar.house.people.posts import Post
from casinowar.house.storage.store import opened_store
from tests.web.served_house import ServedHouse
from tests.web.test_house import People, to_betting

RUN = 4
"""So many cards of a shoe in their true order stand in nothing by chance."""
LAST = 60
"""The cards at the end of a shoe, behind the cover card, which nobody has seen."""


async def everything(client: Client, table: str) -> bytes:
    """Ask every question that the interface knows, and listen to the table from its beginning."""
    headers = {"authorization": f"Bearer {client.token}"}
    found = []
    async with httpx.AsyncClient(base_url=client.address, headers=headers, timeout=60) as plain:
        for path, methods in (await plain.get("/api/schema")).json()["paths"].items():
            if "get" in methods:
                where = path.format_map(
                    defaultdict(lambda: "x", table=table, number=1, by="day", rulebook="maryland")
                )
                found.append((await plain.get(where)).content)
    where = f"{client.address.replace('http', 'ws')}/api/tables/{table}/live?after=0"
    async with connect(where, additional_headers=headers, max_size=None) as socket:
        await socket.send('{"say": "look", "after": 0}')
        while True:
            said = await asyncio.wait_for(socket.recv(), 30)
            found.append(said.encode() if isinstance(said, str) else said)
            if b'"tell":"look"' in found[-1]:
                return b"\n".join(found)


def written(cards: Sequence[str], secret: bytes) -> Iterator[bytes]:
    """Write runs of cards, and what they are salted with, in every way in which they could leak."""
    for place in range(len(cards) - RUN + 1):
        run = cards[place : place + RUN]
        for between in ("", " ", ",", ", ", '","', '", "', "', '", "\n"):
            yield between.join(run).encode()
    yield from (secret, secret.hex().encode(), b64encode(secret)[:-2], urlsafe_b64encode(secret)[:-2])


@pytest.fixture(scope="module")
def heard(server: ServedHouse) -> tuple[str, dict[str, bytes]]:
    """Play twenty rounds, and gather what everybody can read of them, with the log and the database."""

    async def play() -> tuple[str, dict[str, bytes]]:
        async with People(server) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            dealer = await people.holding(Post.DEALER)
            async with ann.live(name) as table:
                await table.do(c.Sit(player=ann_is, seat=1, chips=900_00))
                for _ in range(20):
                    await to_betting(table, ann_is)
                    await table.do(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=5_00))
                    await table.reach((await dealer.ask(name, c.CallNoMoreBets())).version)
            told = {str(post): await everything(await people.holding(post), name) for post in Post}
            told["the player"] = await everything(ann, name)
            return name, told

    name, told = asyncio.run(asyncio.wait_for(play(), 120))
    told["the log"] = server.log.encode()
    folder = Path(server.folder)
    told["the database"] = b"".join(each.read_bytes() for each in sorted(folder.glob("house.db*")))
    return name, told


def orders(server: ServedHouse, table: str) -> list[Order]:
    with opened_store(server.database, existing=True) as store:
        return [open_order(read_shoe_key(str(server.key)), table, each) for each in store.orders(table)]


def test_no_undealt_card_and_no_salt_is_in_the_clear_for_anybody(server: ServedHouse, heard):
    name, told = heard
    shoes = orders(server, name)
    assert shoes
    assert len(told) == len(Post) + 3
    for whose, said in told.items():
        for order in shoes:
            assert [
                secret for secret in written(order.cards[-LAST:], order.secret) if secret in said
            ] == [], whose


def test_what_is_searched_for_would_be_found(server: ServedHouse, heard):
    """Each who may read the table has read its cards, and a leak in any writing is seen."""
    name, told = heard
    [order, *_] = orders(server, name)
    for post in Post:
        assert told[str(post)].count(b'"CardDealt"') >= 40, post
    assert told["the database"].count(b'"CardDealt"') >= 40
    leaks = [*written(order.cards[-RUN:], order.secret)]
    assert len(leaks) == 8 + 4
    assert all(leak in b"x".join(leaks) for leak in leaks)
