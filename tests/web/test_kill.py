"""The server is killed at random moments while bots play: what was acknowledged is there, and only once."""

import asyncio
import os
import random
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import httpx
from websockets.exceptions import WebSocketException

from casinowar.client import Client, ClientError, LiveTable
from casinowar.game import commands as c
from casinowar.game.events import RoundCompleted
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Role, Wager
from casinowar.house.audited import audited
from casinowar.house.cashier import Deposit
from casinowar.house.journal import TableSettings, read
from casinowar.house.posts import Post
from casinowar.house.store import opened_store
from casinowar.rulebooks import load_rules, load_sample
from tests.web.running import Running

PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
ROUNDS = int(os.environ.get("ROUNDS", "40"))
KILLS = 5
TABLES, SEATS = 3, 2
HOUSE = load_sample("maryland")
RULES = load_rules("maryland", HOUSE)
GONE = (OSError, ClientError, WebSocketException, httpx.HTTPError, asyncio.TimeoutError, ConnectionError)


class Bots:
    """Players and a dealer at every table, who come back whenever the server does."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.acknowledged: dict[str, tuple[str, int]] = {}
        """By id of the request: the table and version that the server said."""
        self.tokens: dict[str, str] = {}
        self.over = False

    async def client(self, name: str) -> Client:
        client = Client(self.server.address)
        client.take_up(self.tokens[name])
        return client

    async def prepare(self) -> None:
        """Let everybody come in, and open the tables."""
        async with Client(self.server.address) as olga:
            await olga.join(self.server.invitation, "Olga", PASSWORD)
            async with Client(self.server.address) as dealer:
                await dealer.join(await olga.invite(Post.DEALER), "dealer", PASSWORD)
                self.tokens["dealer"] = dealer.token
            for table in range(TABLES):
                await olga.set_up(f"t{table}", TableSettings(rulebook="maryland", house=HOUSE))
                assert (await olga.ask(f"t{table}", c.OpenTable(by=Role.MANAGER))).accepted
                for seat in range(1, SEATS + 1):
                    name = f"{table}-{seat}"
                    async with Client(self.server.address) as player:
                        await player.join(await olga.invite(Post.PLAYER), name, PASSWORD)
                        self.tokens[name] = player.token
                        assert (await olga.ask_cashier(Deposit(player=name, amount=10_000_00))).accepted
                        sit = c.Sit(player=name, seat=seat, chips=5_000_00)
                        assert (await player.ask(f"t{table}", sit)).accepted

    async def play(self, table: int) -> None:
        """Play at a table until it is enough, whatever happens to the server."""
        while not self.over:
            with suppress(*GONE):
                async with asyncio.timeout(20):
                    await self._play(f"t{table}")
            await asyncio.sleep(0.05)

    async def _play(self, name: str) -> None:
        clients = {who: await self.client(who) for who in ("dealer", *self._players(name))}
        try:
            async with clients["dealer"].live(name) as table:
                await table.until(lambda _: True)
                while not self.over:
                    await self._act(name, table, clients)
        finally:
            for client in clients.values():
                await client.__aexit__(None, None, None)

    def _players(self, name: str) -> list[str]:
        return [f"{name[1:]}-{seat}" for seat in range(1, SEATS + 1)]

    async def _act(self, name: str, table: LiveTable, clients: dict[str, Client]) -> None:
        """Do what is due."""
        duty = next_duty(RULES, table.state)
        seat = duty.seat or 0
        who = "dealer" if duty.role is not Role.PLAYER else f"{name[1:]}-{seat}"
        command: c.Command
        match duty.act:
            case Act.ANSWER_CUT:
                command = c.RefuseCut(seat=seat)
            case Act.CHOOSE:
                command = c.GoToWar(hand=seat)
            case Act.ANSWER_TIE_OFFER:
                command = c.DeclineTieWager(hand=seat)
            case Act.PLACE_WAGERS:
                who = f"{name[1:]}-1"
                command = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
            case Act.CALL_NO_MORE_BETS:
                command = c.CallNoMoreBets()
            case _:
                raise AssertionError(duty)
        request = uuid4().hex
        reply = await clients[who].ask(name, command, request)
        if reply.accepted:
            self.acknowledged[request] = (name, reply.version)
            await table.reach(reply.version)
            if random.random() < 0.1:  # sent once more, as after a lost answer
                again = await clients[who].ask(name, command, request)
                assert (again.version, again.again) == (reply.version, True)


def test_what_was_acknowledged_survives_every_kill(address: str, tmp_path: Path):
    running = Running(tmp_path, address).start()
    try:
        asyncio.run(_played_through_kills(running))
    finally:
        running.kill()


async def _played_through_kills(running: Running) -> None:
    bots = Bots(running)
    await bots.prepare()
    playing = [asyncio.create_task(bots.play(table)) for table in range(TABLES)]
    kills, counted = 0, dict[str, tuple[int, int]]()
    while _rounds(running, counted) < ROUNDS or kills < KILLS:
        await asyncio.sleep(random.uniform(0.1, 1.0))
        running.kill()
        kills += 1
        await asyncio.to_thread(running.start)
        assert not [task for task in playing if task.done()]
    bots.over = True
    await asyncio.gather(*playing)
    running.stop()
    _checked(running, bots.acknowledged)


def _rounds(running: Running, counted: dict[str, tuple[int, int]]) -> int:
    """Count the rounds that were played, from where they were counted last."""
    with opened_store(running.database, existing=True) as store:
        for table in (f"t{number}" for number in range(TABLES)):
            version, rounds = counted.get(table, (0, 0))
            for reached, body, _ in store.pages(table, version):
                rounds += sum(isinstance(event, RoundCompleted) for event in read(body).events)
                version = reached
            counted[table] = version, rounds
    return sum(rounds for _, rounds in counted.values())


def _checked(running: Running, acknowledged: dict[str, tuple[str, int]]) -> None:
    """Nothing acknowledged is lost, nothing is there twice, and an auditor finds nothing."""
    found = audited(running.database, str(running.key))
    assert found.in_order, found.faults
    with opened_store(running.database, existing=True) as store:
        commits = {
            (table, version): read(body).id.partition("/")[2]
            for table in (f"t{number}" for number in range(TABLES))
            for version, body, _ in store.pages(table)
        }
        ids = [name for name in commits.values() if name]
        assert len(ids) == len({*ids})
        lost = {name for name, where in acknowledged.items() if commits.get(where) != name}
        assert lost == set()
        assert sum(store.balances().values()) == 0
