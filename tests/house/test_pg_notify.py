"""Change notices between workers on PostgreSQL."""

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text

from casinowar.game import commands as c
from casinowar.house.serving import desk as desks
from casinowar.house.serving.desk import Desk
from casinowar.house.storage import pg_notify
from casinowar.house.storage.store import Store
from casinowar.house.worker.streams import milliseconds
from casinowar.house.worker.worker import Worker
from tests.house.sample_house import ANN, KEY, PIT, SETTINGS, Served
from tests.house.test_desk import versions
from tests.support.databases import emptied

BUY = c.BuyChips(player="Ann", amount=1)


@pytest.fixture
def played(postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """Give a house that does not poll."""
    monkeypatch.setattr(desks, "_TICK", 1_000_000)
    monkeypatch.setattr(pg_notify, "_TRY_AGAIN", 0.01)
    store = Store(postgres)
    house = Served(store)
    house.now = milliseconds()
    house.worker.open("t", SETTINGS)
    house.must(c.OpenTable(), PIT)
    house.seat(ANN)
    yield house
    store.close()
    emptied(postgres)


def done(doing: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(doing, 60))


@asynccontextmanager
async def heard(address: str) -> AsyncIterator[Desk]:
    store = Store(address)
    try:
        opened = Desk(Worker(store, key=KEY, clock=milliseconds, random_bytes=os.urandom)).open()
        async with opened as desk, pg_notify.listening(store.notifier, desk.refresh):
            yield desk
    finally:
        store.close()


def _version(worker: Worker) -> int:
    return worker.position("t").version


def test_commits_of_another_worker_arrive_at_once(played: Served, postgres: str):
    before = played.store.version("t")

    async def act() -> None:
        async with heard(postgres) as desk, desk.subscribe("t", before) as subscription:
            for _ in range(3):
                await asyncio.to_thread(played.must, BUY, ANN)
            assert await versions(subscription, before + 3) == [before + 1, before + 2, before + 3]
            while await desk.look(_version) < before + 3:  # noqa: ASYNC110 - the last word is on its way
                await asyncio.sleep(0.01)

    done(act())


def test_a_lost_listener_reconnects_and_misses_nothing(played: Served, postgres: str):
    before = played.store.version("t")

    async def act() -> None:
        async with heard(postgres) as desk, desk.subscribe("t", before) as subscription:
            with played.store.writing() as connection:
                ended = connection.execute(
                    text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
                )
                assert [*ended.scalars()] == [True]
            await asyncio.to_thread(played.must, BUY, ANN)
            assert await versions(subscription, before + 1) == [before + 1]

    done(act())


def test_own_and_malformed_notices_are_ignored(played: Served):
    told: list[dict[str, int]] = []
    last = asyncio.Event()

    async def hear(versions: Any) -> None:
        told.append({**versions})
        last.set()

    async def act() -> None:
        own, other = played.store.notifier, pg_notify.ChangeNotifier(played.store._engine)
        async with pg_notify.listening(own, hear):
            with played.store.writing() as connection:
                connection.execute(text("SELECT pg_notify('casinowar', 'nonsense')"))
            own.publish({"t": 7})
            own.close()
            other.publish({"table " * 50 + str(number): 1 for number in range(50)})
            await last.wait()
            assert told == [{}], "too much to say is to look at all"
        other.close()

    done(act())


def test_a_commit_stands_if_its_notice_fails(played: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pg_notify, "_NOTIFY", text("SELECT nonsense(:channel, :payload)"))
    before = played.store.version("t")
    played.must(BUY, ANN)
    assert played.store.version("t") == before + 1


def test_on_sqlite_notices_do_nothing(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/house.db")

    async def act() -> None:
        async with pg_notify.listening(store.notifier, lambda _: asyncio.sleep(0)):
            store.notifier.publish({"t": 1})

    done(act())
    store.close()
