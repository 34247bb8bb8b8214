"""Two processes of one server, in one process, for tests."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.house.journal.requests import Answer, TableRequest
from casinowar.house.serving import desk as desks
from casinowar.house.serving.desk import Desk
from casinowar.house.serving.peers import Peers
from casinowar.house.storage.store import Store
from casinowar.house.worker.streams import milliseconds
from casinowar.house.worker.worker import Worker
from tests.house.sample_house import ANN, KEY, PIT, SETTINGS, Served


class Process:
    """What one process of a server has: a worker, a desk, and what it knows of the others."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.peers = Peers(folder, 2)
        self.worker = Worker(
            store,
            key=KEY,
            clock=milliseconds,
            random_bytes=os.urandom,
            served_by_peer=self.peers.served_by_peer,
        )
        self.desk = Desk(self.worker, peers=self.peers)
        self.decided: list[TableRequest] = []
        ask = self.worker.ask

        def noted(*requests: TableRequest) -> list[Answer]:
            self.decided += requests
            return ask(*requests)

        self.worker.ask = noted  # type: ignore[method-assign]  # what is decided where is what is tested

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Process"]:
        async with self.desk.open(), self.peers.open(self.desk):
            await until(lambda: self.peers.place is not None)
            yield self


class Two:
    """The home of the table "t", and another process."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._stacks = [AsyncExitStack(), AsyncExitStack()]

    async def __aenter__(self) -> Self:
        self._kept = TemporaryDirectory(prefix="peers-")
        self.folder = Path(self._kept.name)
        self.processes = [await self.start(number) for number in range(2)]
        self.at = 0
        await until(lambda: any(each.peers.served_by_peer("t") for each in self.processes))
        self.at = int(self.processes[0].peers.served_by_peer("t"))
        return self

    async def __aexit__(self, *_: object) -> None:
        for number in range(2):
            await self.end(number)
        self._kept.cleanup()

    async def start(self, number: int) -> Process:
        process = Process(self.store, self.folder)
        return await self._stacks[number].enter_async_context(process.open())

    async def end(self, number: int) -> None:
        await self._stacks[number].aclose()

    async def start_again(self) -> None:
        """Have the home of the table come back."""
        self.processes[self.at] = await self.start(self.at)
        await until(lambda: self.other.peers.served_by_peer("t"))

    @property
    def home(self) -> Process:
        return self.processes[self.at]

    @property
    def other(self) -> Process:
        return self.processes[1 - self.at]


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110 - another process brings it about
        await asyncio.sleep(0.01)


async def let_no_time_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the clocks of all processes stop, once the ticks that are under way are over."""
    tick = desks._TICK
    monkeypatch.setattr(desks, "_TICK", 1_000_000)
    await asyncio.sleep(2 * tick)


def done(doing: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(doing, 60))


def ready_to_play(store: Store) -> Served:
    """Have a house with Ann at the table "t", by the clock of this machine."""
    house = Served(store)
    house.now = milliseconds()
    house.worker.open("t", replace(SETTINGS, betting_seconds=30))
    house.must(c.OpenTable(), PIT)
    return house.seat(ANN)


def buy(name: str = "", amount: int = 1) -> TableRequest:
    return TableRequest(table="t", actor=ANN, command=c.BuyChips(player="Ann", amount=amount), id=name)
