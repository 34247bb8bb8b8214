"""Load: bots at many tables over WebSockets on loopback, beside the single commits of the same database.

``python -m benchmarks load`` has a hundred tables of seven; ``TABLES=10 python -m benchmarks load`` fewer.
"""

import asyncio
import json
import os
import random
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.house import SETTINGS, single_commits
from casinowar.client import Client
from casinowar.game import commands as c
from casinowar.game.words import Role
from tests.web.running import Running

TABLES = int(os.environ.get("TABLES", "100"))
SEATS = 7
SECONDS = 8.0
WARM_UP = 3.0
PLAY_MONEY = 1_000_000


class SocketBot:
    """A guest who raises a wager as long as the betting is open, and gives up every tie."""

    def __init__(self, socket: ClientConnection, name: str, seat: int, pace: list[float]) -> None:
        """Sit at a seat; the pace says how long to wait between requests, for all bots alike."""
        self._socket, self._name, self._seat, self._pace = socket, name, seat, pace
        self._ids = count()
        self._sent: dict[str, float] = {}
        self.waits: list[tuple[float, float]] = []
        """When each accepted request was answered, and after how long."""

    async def play(self) -> None:
        """Act on what is told, until somebody ends it."""
        await self._ask({"command": "Sit", "player": self._name, "seat": self._seat, "chips": 50_000_00})
        async for said in self._socket:
            await self._hear(json.loads(said))

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["tell"] == "reply":
            sent = self._sent.pop(message["reply"]["id"])
            if message["reply"]["accepted"]:
                now = time.perf_counter()
                self.waits.append((now, now - sent))
                await self._wager()
        elif message["tell"] == "commit":
            for entry in message["commit"]["entries"]:
                for event in entry["events"]:
                    await self._follow(event)

    async def _follow(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "CutOffered" if event.get("seat") == self._seat:
                await self._ask({"command": "RefuseCut", "seat": self._seat})
            case "HandPassed" if event.get("seat") == self._seat:
                await self._ask({"command": "Surrender", "seat": self._seat})
            case "RoundCompleted" | "ShoeLoaded":
                await self._wager()

    async def _wager(self) -> None:
        if self._sent:
            return
        if self._pace[0]:
            await asyncio.sleep(random.uniform(0, 2 * self._pace[0]))
        await self._ask({"command": "PlaceWager", "seat": self._seat, "wager": "initial", "amount": 10_00})

    async def _ask(self, command: dict[str, Any]) -> None:
        name = f"{next(self._ids)}"
        self._sent[name] = time.perf_counter()
        await self._socket.send(json.dumps({"say": "request", "id": name, "command": command}))


@asynccontextmanager
async def bots(address: str, invitation: str, pace: list[float]) -> AsyncIterator[list[SocketBot]]:
    """Set up the tables, and have every seat played."""
    async with Client(address) as operator, httpx.AsyncClient(base_url=address, timeout=60) as plain:
        await operator.join(invitation, "Olga", "a long password")
        settings = {"betting_seconds": 1, "answer_seconds": 5}
        found: list[SocketBot] = []
        playing: list[asyncio.Task[None]] = []
        for number in range(TABLES):
            table = f"table-{number}"
            await operator.set_up(
                table, type(SETTINGS)(rulebook="maryland", house=SETTINGS.house, **settings)
            )
            await operator.ask(table, c.OpenTable(by=Role.MANAGER))
            for seat in range(1, SEATS + 1):
                guest = (await plain.post("/api/guest")).json()
                plain.cookies.clear()
                where = f"{address.replace('http', 'ws')}/api/tables/{table}/live"
                headers = {"authorization": f"Bearer {guest['token']}"}
                socket = await connect(where, additional_headers=headers, max_size=None)
                found.append(SocketBot(socket, guest["name"], seat, pace))
                playing.append(asyncio.create_task(found[-1].play()))
        yield found
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def measured(found: list[SocketBot]) -> tuple[float, float]:
    """Count acknowledged requests per second, and find the time in which 99 of 100 were."""
    await asyncio.sleep(WARM_UP)
    start = time.perf_counter()
    await asyncio.sleep(SECONDS)
    waits = sorted(wait for bot in found for at, wait in bot.waits if at >= start)
    return len(waits) / (time.perf_counter() - start), waits[int(0.99 * len(waits))]


async def loaded(server: Running) -> tuple[float, float, float]:
    """Measure as fast as possible, then at half of that."""
    pace = [0.0]
    async with bots(server.address, server.invitation, pace) as found:
        fastest, _ = await measured(found)
        pace[0] = len(found) / (fastest / 2)
        half, late = await measured(found)
    return fastest, half, late


def main() -> int:
    """Print the ratios."""
    with TemporaryDirectory() as folder:
        single = [single_commits(Path(folder, "single.db"))]
        server = Running(Path(folder), arguments=["--guests", str(PLAY_MONEY), "--one-person"]).start()
        fastest, half, late = asyncio.run(loaded(server))
        server.stop()
        single.append(single_commits(Path(folder, "single.db")))
    commits = statistics.mean(single)
    grid = Grid("", "a second", "of single commits", box=box.SIMPLE)
    grid.add_row("single commits", f"{commits:,.0f}", "1.00")
    grid.add_row("acknowledged, as fast as possible", f"{fastest:,.0f}", f"{fastest / commits:.2f}")
    grid.add_row(
        f"at half of that, 99 of 100 within {1000 * late:.0f} ms", f"{half:,.0f}", f"{half / commits:.2f}"
    )
    Console().print(f"\n[bold]A served house on SQLite: {TABLES} tables of {SEATS} over WebSockets", grid)
    return 0
