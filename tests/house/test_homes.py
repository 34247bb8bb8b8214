"""Homes: one process of a server decides for a table, the others hand it on and hear, and none is needed."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.house import desk as desks
from casinowar.house.desk import Desk
from casinowar.house.requests import Accepted, Answer, Refused, TableRequest
from casinowar.house.running import homes as at_homes
from casinowar.house.running.homes import Homes, a_place
from casinowar.house.serving import milliseconds
from casinowar.house.store import Store
from casinowar.house.worker import Worker
from tests.house.served import ANN, KEY, PIT, SETTINGS, Served
from tests.house.test_desk import WAGER, versions

MANY = 450


class Process:
    """What one process of a server has: a worker, a desk, and what it knows of the others."""

    def __init__(self, store: Store, folder: Path, place: int) -> None:
        self.homes = Homes(folder, place, 2)
        self.worker = Worker(store, key=KEY, clock=milliseconds, random_bytes=os.urandom)
        self.worker.streams.elsewhere = self.homes.elsewhere
        self.desk = Desk(self.worker, homes=self.homes)
        self.decided: list[TableRequest] = []
        ask = self.worker.ask

        def noted(*requests: TableRequest) -> list[Answer]:
            self.decided += requests
            return ask(*requests)

        self.worker.ask = noted  # type: ignore[method-assign]  # what is decided where is what is tested

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Process"]:
        async with self.desk.open(), self.homes.open(self.desk):
            yield self


class Two:
    """The home of the table "t", and another process."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self.folder = store, folder
        self._stacks = {place: AsyncExitStack() for place in range(2)}

    async def __aenter__(self) -> Self:
        self.processes = [await self.start(place) for place in range(2)]
        self.place = 0
        await until(lambda: any(each.homes.elsewhere("t") for each in self.processes))
        self.place = int(self.processes[0].homes.elsewhere("t"))
        return self

    async def __aexit__(self, *_: object) -> None:
        for place in range(2):
            await self.end(place)

    async def start(self, place: int) -> Process:
        return await self._stacks[place].enter_async_context(Process(self.store, self.folder, place).open())

    async def end(self, place: int) -> None:
        await self._stacks[place].aclose()

    @property
    def home(self) -> Process:
        return self.processes[self.place]

    @property
    def other(self) -> Process:
        return self.processes[1 - self.place]


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110 - another process brings it about
        await asyncio.sleep(0.01)


def done(doing: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(doing, 60))


@pytest.fixture
def played(store: Store) -> Served:
    house = Served(store)
    house.now = milliseconds()
    house.worker.open("t", replace(SETTINGS, betting_seconds=30))
    house.must(c.OpenTable(), PIT)
    return house.seat(ANN)


def _fail(*_asked: object) -> None:
    raise AssertionError("somebody looked into the database")


def buy(name: str = "") -> TableRequest:
    return TableRequest(table="t", actor=ANN, command=c.BuyChips(player="Ann", amount=1), id=name)


def test_whatever_process_is_asked_the_home_decides_and_everybody_hears_in_order(
    played: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What is heard comes from the home, not from looking into the database."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store, tmp_path) as two, two.other.desk.watch("t", before, "Ann") as watcher:
            monkeypatch.setattr(desks, "_TICK", 1_000_000)
            monkeypatch.setattr(played.store, "pages", _fail)
            answers = await asyncio.gather(*(two.other.desk.ask(buy(f"{each}")) for each in range(30)))
            assert all(isinstance(answer, Accepted) for answer in answers)
            watcher.say(b"reply")
            found = list[bytes]()
            while b"reply" not in found:
                found += await watcher.more()
            assert len(found) == 31
            assert found[-1] == b"reply"
            assert len(two.home.decided) == 30
            assert not two.other.decided
            assert watcher.moved.is_set()

    done(act())


def test_where_the_home_has_gone_on_another_process_sees_it_when_it_looks(played: Served, tmp_path: Path):
    """A few commits are followed; many are not read one by one."""

    async def act() -> None:
        async with Two(played.store, tmp_path) as two:
            for number in (1, MANY):
                for _ in range(number):
                    await two.home.desk.ask(buy())
                now = played.store.version("t")
                await until(lambda: two.other.worker.streams.newest.get("t") == played.store.version("t"))
                seen = await two.other.desk.look(lambda worker: worker.position("t"))
                assert seen.version == now
                assert seen.table == two.home.worker.position("t").table

    done(act())


def test_without_its_home_a_table_is_served_by_whoever_is_asked(played: Served, tmp_path: Path):
    """And by its home again, once that is back: it takes in what was done meanwhile."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store, tmp_path) as two, two.other.desk.watch("t", before) as watcher:
            assert isinstance(await two.other.desk.ask(buy()), Accepted)
            await two.end(two.place)
            assert isinstance(await two.other.desk.ask(buy("one")), Accepted)
            assert len(two.other.decided) == 1
            two.processes[two.place] = await two.start(two.place)
            await until(lambda: two.other.homes.elsewhere("t"))
            again, new = await two.other.desk.ask(buy("one")), await two.other.desk.ask(buy("two"))
            assert isinstance(again, Accepted)
            assert again.again
            assert isinstance(new, Accepted)
            assert len(two.other.decided) == 1
            assert await versions(watcher, before + 3) == [before + 1, before + 2, before + 3]

    done(act())


def test_what_a_home_that_dies_was_asked_for_acts_once_under_its_id(
    played: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Whether it was written or not; without an id nobody knows, and it is not done again."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store, tmp_path) as two:
            home, take = two.home, two.home.desk.take
            written = list[Answer]()

            def dies(request: TableRequest) -> asyncio.Future[Answer]:
                answer = take(request)
                answer.add_done_callback(lambda known: written.append(known.result()))
                return asyncio.get_running_loop().create_future()  # of which nobody hears any more

            monkeypatch.setattr(home.desk, "take", dies)
            asked = [asyncio.create_task(two.other.desk.ask(each)) for each in (buy("one"), buy())]
            await until(lambda: len(written) == 2)
            await two.end(two.place)
            named, nameless = await asyncio.gather(*asked)
            assert isinstance(named, Accepted)
            assert named.again
            assert isinstance(nameless, Refused)
            assert nameless.code == "unknown"
            assert played.store.version("t") == before + 2

    done(act())


def test_silence_is_dealt_with_at_home_alone_while_there_is_one(
    played: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    played.must(WAGER, ANN)
    monkeypatch.setattr(desks, "_TICK", 1_000_000)

    async def act() -> None:
        async with Two(played.store, tmp_path) as two:
            await two.other.desk.be_ready("t", "Ann")  # nobody else plays: the betting is over
            await until(lambda: bool(two.home.worker.streams["t"].ready))
            before = played.store.version("t")
            assert two.other.worker.pass_time() == []
            assert played.store.version("t") == before
            assert any(isinstance(each, Accepted) for each in two.home.worker.pass_time())

    done(act())


def test_a_process_that_hears_nothing_is_not_waited_for(
    played: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """It is hung up on, and looks for itself; it loses nothing."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store, tmp_path) as two, two.other.desk.watch("t", before) as watcher:
            monkeypatch.setattr(at_homes, "_MOST_UNSENT", -1)
            assert isinstance(await two.home.desk.ask(buy()), Accepted)
            await until(lambda: not two.other.homes.elsewhere("t"))
            assert await versions(watcher, before + 1) == [before + 1]
            assert isinstance(await two.other.desk.ask(buy()), Accepted)

    done(act())


def test_every_process_has_a_place_of_its_own_and_leaves_it_when_it_ends(tmp_path: Path):
    with a_place(tmp_path, 2) as one:
        with a_place(tmp_path, 2) as two, a_place(tmp_path, 2) as none:
            assert (one, two, none) == (0, 1, None)
        with a_place(tmp_path, 2) as again:
            assert again == 1
