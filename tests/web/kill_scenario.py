"""Bots who play on while their server is killed at random moments, and what has to hold then."""

import asyncio
import random
from contextlib import AsyncExitStack, suppress
from uuid import uuid4

import httpx
from msgspec import Struct
from websockets.exceptions import WebSocketException

from casinowar.client import Client, ClientError, LiveTable
from casinowar.game import commands as c
from casinowar.game.events import RoundCompleted
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Role, Wager
from casinowar.house.audit.report import audit_house
from casinowar.house.journal.commits import TableSettings, decode_commit
from casinowar.house.offices.cashier import Deposit
from casinowar.house.people.posts import Post
from casinowar.house.storage.store import opened_store
from casinowar.rulebooks import load_rules, load_sample
from tests.web.served_house import ServedHouse

PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
TABLES, SEATS = 6, 2
NAMES = [f"t{number}" for number in range(TABLES)]
HOUSE = load_sample("maryland")
RULES = load_rules("maryland", HOUSE)
GONE = (OSError, ClientError, WebSocketException, httpx.HTTPError, asyncio.TimeoutError, ConnectionError)
LONGEST = 1.5
"""So many seconds a server lives at most, after it has started."""
BEFORE_IT_ANSWERS = 0.2
"""So many of the servers are killed while they start."""
ONE_ALONE = 0.5
"""So many of the kills hit one of several serving processes alone."""
AGAIN = 0.2
"""So many seconds pass before whoever was cut off comes back."""


class Killed(Struct):
    """What bots and servers went through."""

    rounds: int = 0
    kills: int = 0
    acknowledged: int = 0


class Bots:
    """Players and a dealer at every table, who come back whenever the server does."""

    def __init__(self, server: ServedHouse) -> None:
        self.server = server
        self.acknowledged: dict[str, tuple[str, int]] = {}
        """By id of the request: the table and version that the server said."""
        self.clients: dict[str, Client] = {}
        self.tables = NAMES
        self.over = False

    async def prepare(self, stack: AsyncExitStack) -> None:
        """Let everybody come in, and open the tables."""

        async def arrived(name: str, invitation: str) -> Client:
            self.clients[name] = client = await stack.enter_async_context(Client(self.server.address))
            await client.join(invitation, name, PASSWORD)
            return client

        olga = await arrived("Olga", self.server.invitation)
        await arrived("dealer", await olga.invite(Post.DEALER))
        for table in NAMES:
            await olga.set_up(table, TableSettings(rulebook="maryland", house=HOUSE))
            assert (await olga.ask(table, c.OpenTable(by=Role.MANAGER))).accepted
            for seat in range(1, SEATS + 1):
                name = f"{table}-{seat}"
                player = await arrived(name, await olga.invite(Post.PLAYER))
                assert (await olga.ask_cashier(Deposit(player=name, amount=10_000_00))).accepted
                assert (await player.ask(table, c.Sit(player=name, seat=seat, chips=5_000_00))).accepted

    async def play(self, table: str) -> None:
        """Play at a table until it is enough, whatever happens to the server."""
        while not self.over:
            with suppress(*GONE):
                async with asyncio.timeout(20):
                    await self._play(table)
            await asyncio.sleep(AGAIN)

    async def _play(self, name: str) -> None:
        async with self.clients["dealer"].live(name) as table:
            await table.until(lambda _: True)
            while not self.over:
                await self._act(name, table)

    async def _act(self, name: str, table: LiveTable) -> None:
        """Do what is due."""
        duty = next_duty(RULES, table.state)
        seat = duty.seat or 0
        who = "dealer" if duty.role is not Role.PLAYER else f"{name}-{seat}"
        command: c.Command
        match duty.act:
            case Act.ANSWER_CUT:
                command = c.RefuseCut(seat=seat)
            case Act.CHOOSE:
                command = c.GoToWar(hand=seat)
            case Act.ANSWER_TIE_OFFER:
                command = c.DeclineTieWager(hand=seat)
            case Act.PLACE_WAGERS:
                who = f"{name}-1"
                command = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
            case Act.CALL_NO_MORE_BETS:
                command = c.CallNoMoreBets()
            case _:
                raise AssertionError(duty)
        request = uuid4().hex
        reply = await self.clients[who].ask(name, command, request)
        if reply.accepted:
            self.acknowledged[request] = (name, reply.version)
            await table.reach(reply.version)
            if random.random() < 0.1:  # sent once more, as after a lost answer
                again = await self.clients[who].ask(name, command, request)
                # Where one process is killed twice within seconds the server closes the other.
                assert again.code == "closing" or (again.version, again.again) == (reply.version, True), again


async def played_through_kills(running: ServedHouse, rounds: int, kills: int) -> Killed:
    """Play so many rounds at least, through so many kills at least, and check what is left of it."""
    bots, done, counted = Bots(running), Killed(), dict[str, tuple[int, int]]()
    async with AsyncExitStack() as stack:
        await bots.prepare(stack)
        playing = [asyncio.create_task(bots.play(table)) for table in bots.tables]
        while done.rounds < rounds or done.kills < kills:
            await asyncio.sleep(random.uniform(0.05, LONGEST))
            done.kills += 1
            if random.random() < ONE_ALONE and running.kill_one():
                continue
            running.kill()
            while random.random() < BEFORE_IT_ANSWERS:
                running.launch()
                await asyncio.sleep(random.uniform(0, LONGEST))
                running.kill()
                done.kills += 1
            await asyncio.to_thread(running.start)
            assert not [task for task in playing if task.done()]
            done.rounds = rounds_played(running, counted)
        bots.over = True
        await asyncio.gather(*playing)
    running.stop()
    checked(running, bots.acknowledged)
    done.acknowledged = len(bots.acknowledged)
    return done


def rounds_played(running: ServedHouse, counted: dict[str, tuple[int, int]] | None = None) -> int:
    """Count the rounds that were played, from where they were counted last."""
    counted = {} if counted is None else counted
    with opened_store(running.database, existing=True) as store:
        for table in NAMES:
            version, rounds = counted.get(table, (0, 0))
            for reached, body, _ in store.pages(table, version):
                rounds += sum(isinstance(event, RoundCompleted) for event in decode_commit(body).events)
                version = reached
            counted[table] = version, rounds
    return sum(rounds for _, rounds in counted.values())


def checked(running: ServedHouse, acknowledged: dict[str, tuple[str, int]]) -> None:
    """Nothing acknowledged is lost, nothing is there twice, and an auditor finds nothing."""
    found = audit_house(running.database, str(running.key))
    assert found.in_order, found.faults
    with opened_store(running.database, existing=True) as store:
        commits = {
            (table, version): decode_commit(body).id.partition("/")[2]
            for table in NAMES
            for version, body, _ in store.pages(table)
        }
        ids = [name for name in commits.values() if name]
        assert len(ids) == len({*ids})
        lost = {name for name, where in acknowledged.items() if commits.get(where) != name}
        assert lost == set()
        assert sum(store.balances().values()) == 0
