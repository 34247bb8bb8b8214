"""Homes: one process of a server decides for a table, the others hand it on and hear, and none is needed."""

import asyncio
import threading

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.words import Role
from casinowar.house import desk as desks
from casinowar.house.pit import commands as p
from casinowar.house.pit.office import PIT_OFFICE
from casinowar.house.requests import Accepted, Actor, Answer, Refused, TableRequest
from casinowar.house.store import Store
from tests.house.processes import Two, buy, done, ready_to_play, until
from tests.house.served import ANN, SETTINGS, Served
from tests.house.test_desk import WAGER, versions

MANY = 450
DAN, EVE = (Actor(name, frozenset({Role.DEALER})) for name in ("Dan", "Eve"))


@pytest.fixture
def played(store: Store) -> Served:
    return ready_to_play(store)


def _fail(*_asked: object) -> None:
    raise AssertionError("somebody looked into the database")


def test_whatever_process_is_asked_the_home_decides_and_everybody_hears_in_order(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """What is heard comes from the home, not from looking into the database."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two, two.other.desk.watch("t", before, "Ann") as watcher:
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


def test_who_begins_to_listen_while_something_is_written_hears_of_it(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """Nobody listened when it was asked for; whom it concerns looks how they stand all the same."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two:
            monkeypatch.setattr(desks, "_TICK", 1_000_000)
            await two.end(1 - two.at)
            await until(lambda: not two.home.homes.is_listened_to)
            ask, heard = two.home.worker.ask, threading.Event()

            def slowly(*requests: TableRequest) -> list[Answer]:
                assert heard.wait(30)
                return ask(*requests)

            two.home.worker.ask = slowly  # type: ignore[method-assign]  # the moment is what is tested
            asking = asyncio.create_task(two.home.desk.ask(buy()))
            await asyncio.sleep(0.1)
            two.processes[1 - two.at] = await two.start(1 - two.at)
            await until(lambda: two.other.homes.elsewhere("t"))
            async with two.other.desk.watch("t", before, "Ann") as watcher:
                watcher.moved.clear()
                heard.set()
                assert isinstance(await asking, Accepted)
                async with asyncio.timeout(2):
                    assert await versions(watcher, before + 1) == [before + 1]
                assert watcher.moved.is_set()

    done(act())


def test_where_the_home_has_gone_on_another_process_sees_it_when_it_looks(played: Served):
    """A few commits are followed; many are not read one by one."""

    async def act() -> None:
        async with Two(played.store) as two:
            for number in (1, MANY):
                for _ in range(number):
                    await two.home.desk.ask(buy())
                now = played.store.version("t")
                await until(lambda: two.other.worker.streams.newest.get("t") == played.store.version("t"))
                seen = await two.other.desk.look(lambda worker: worker.position("t"))
                assert seen.version == now
                assert seen.table == two.home.worker.position("t").table

    done(act())


def test_without_its_home_a_table_is_served_by_whoever_is_asked(played: Served):
    """And by its home again, once that is back: it takes in what was done meanwhile."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two, two.other.desk.watch("t", before) as watcher:
            assert isinstance(await two.other.desk.ask(buy()), Accepted)
            await two.end(two.at)
            assert isinstance(await two.other.desk.ask(buy("one")), Accepted)
            assert len(two.other.decided) == 1
            await two.start_again()
            again, new = await two.other.desk.ask(buy("one")), await two.other.desk.ask(buy("two"))
            assert isinstance(again, Accepted)
            assert again.again
            assert isinstance(new, Accepted)
            assert len(two.other.decided) == 1
            assert await versions(watcher, before + 3) == [before + 1, before + 2, before + 3]

    done(act())


def test_silence_is_dealt_with_at_home_alone_while_there_is_one(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    played.must(WAGER, ANN)
    monkeypatch.setattr(desks, "_TICK", 1_000_000)

    async def act() -> None:
        async with Two(played.store) as two:
            await two.other.desk.be_ready("t", "Ann")  # nobody else plays: the betting is over
            await until(lambda: bool(two.home.worker.streams["t"].ready))
            before = played.store.version("t")
            assert two.other.worker.pass_time() == []
            assert played.store.version("t") == before
            assert any(isinstance(each, Accepted) for each in two.home.worker.pass_time())

    done(act())


def test_who_deals_at_a_table_takes_cash_wherever_the_pit_is_at_home(
    store: Store,
):
    """The office of the pit asks who deals there now, wherever the table is served."""
    Served(store).worker.open("t", replace(SETTINGS, automatic=False, floor=True))
    drop = p.DropCash(table="t", player="Ann", amount=1)

    async def act() -> None:
        async with Two(store) as two:
            assert not two.other.homes.elsewhere(PIT_OFFICE)
            for dealer, other in ((DAN, EVE), (EVE, DAN)):
                comes = c.ComeToTable(dealer=dealer.name) if dealer is EVE else c.OpenTable()
                opened = await two.other.desk.ask(TableRequest(table="t", actor=dealer, command=comes))
                assert isinstance(opened, Accepted)
                takes, refused = [
                    await two.other.desk.ask(TableRequest(table=PIT_OFFICE, actor=who, command=drop))
                    for who in (dealer, other)
                ]
                assert isinstance(takes, Accepted)
                assert isinstance(refused, Refused)
                assert refused.code == "role_may_not"

    done(act())
