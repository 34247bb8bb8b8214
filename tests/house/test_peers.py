"""Peers: one process of a server decides for a table, the others hand it on and hear, and none is needed."""

import asyncio
import os
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import TypeVar

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.words import Role
from casinowar.house.journal.requests import Accepted, Actor, Answer, Refused, TableRequest
from casinowar.house.offices import pit as p
from casinowar.house.offices.care import CARE, ExcludeMyself
from casinowar.house.offices.chip_counts import fewest
from casinowar.house.offices.pit import PIT_OFFICE, SlipKind
from casinowar.house.storage.store import Store
from casinowar.house.worker import streams
from casinowar.house.worker.streams import milliseconds
from casinowar.house.worker.worker import Worker
from tests.house.processes import Two, buy, done, let_no_time_pass, ready_to_play, until
from tests.house.sample_house import ANN, KEY, PIT, SETTINGS, Served
from tests.house.test_desk import WAGER, versions

T = TypeVar("T")
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
        async with Two(played.store) as two, two.other.desk.subscribe("t", before, "Ann") as subscription:
            await let_no_time_pass(monkeypatch)
            monkeypatch.setattr(played.store, "pages", _fail)
            answers = await asyncio.gather(*(two.other.desk.ask(buy(f"{each}")) for each in range(30)))
            assert all(isinstance(answer, Accepted) for answer in answers)
            subscription.say(b"reply")
            found = list[bytes]()
            while b"reply" not in found:
                found += await subscription.more()
            assert len(found) == 31
            assert found[-1] == b"reply"
            assert len(two.home.decided) == 30
            assert not two.other.decided
            assert subscription.moved.is_set()

    done(act())


def test_who_begins_to_listen_while_something_is_written_hears_of_it(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """Nobody listened when it was asked for; whom it concerns looks how they stand all the same."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two:
            await let_no_time_pass(monkeypatch)
            await two.end(1 - two.at)
            await until(lambda: not two.home.peers.has_listeners)
            ask, heard = two.home.worker.ask, threading.Event()

            def slowly(*requests: TableRequest) -> list[Answer]:
                assert heard.wait(30)
                return ask(*requests)

            two.home.worker.ask = slowly  # type: ignore[method-assign]  # the moment is what is tested
            asking = asyncio.create_task(two.home.desk.ask(buy()))
            await asyncio.sleep(0.1)
            two.processes[1 - two.at] = await two.start(1 - two.at)
            await until(lambda: two.home.peers.has_listeners)
            async with two.other.desk.subscribe("t", before, "Ann") as subscription:
                subscription.moved.clear()
                heard.set()
                assert isinstance(await asking, Accepted)
                async with asyncio.timeout(2):
                    assert await versions(subscription, before + 1) == [before + 1]
                assert subscription.moved.is_set()

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
        async with Two(played.store) as two, two.other.desk.subscribe("t", before) as subscription:
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
            assert await versions(subscription, before + 3) == [before + 1, before + 2, before + 3]

    done(act())


def test_silence_is_dealt_with_at_home_alone_while_there_is_one(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    played.must(WAGER, ANN)

    async def act() -> None:
        async with Two(played.store) as two:
            await let_no_time_pass(monkeypatch)
            await two.other.desk.mark_ready("t", "Ann")  # nobody else plays: the betting is over
            await until(lambda: bool(two.home.worker.streams["t"].ready))
            for process in two.processes:  # the betting is over by the clock, too, wherever one looks
                await process.desk.look(lambda worker: worker.position("t"))
                monkeypatch.setattr(process.worker, "_clock", lambda: milliseconds() + 60_000)
            before = played.store.version("t")
            assert two.other.worker.run_timeouts() == []
            assert played.store.version("t") == before
            assert any(isinstance(each, Accepted) for each in two.home.worker.run_timeouts())

    done(act())


def test_who_deals_at_a_table_takes_cash_wherever_the_pit_is_at_home(
    store: Store,
):
    """The office of the pit asks who deals there now, wherever the table is served."""
    Served(store).worker.open("t", replace(SETTINGS, automatic=False, floor=True))
    drop = p.DropCash(table="t", player="Ann", amount=1)

    async def act() -> None:
        async with Two(store) as two:
            assert not two.other.peers.served_by_peer(PIT_OFFICE)
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


def test_who_is_excluded_is_sent_away_wherever_the_office_of_care_is_at_home(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """Though nobody asks for anything at the home of the table."""

    async def act() -> None:
        async with Two(played.store) as two:
            await until(lambda: two.home.peers.served_by_peer(CARE))
            await let_no_time_pass(monkeypatch)
            excluded = TableRequest(table=CARE, actor=ANN, command=ExcludeMyself())
            assert isinstance(await two.other.desk.ask(excluded), Accepted)
            version = played.store.version(CARE)
            await until(lambda: two.home.worker.streams.newest.get(CARE) == version)
            two.home.worker.run_timeouts()
            assert "Ann" not in two.home.worker.position("t").table.seats.values()

    done(act())


def test_a_table_that_is_at_home_elsewhere_is_not_read_until_somebody_looks(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    pages, read_of = played.store.pages, list[str]()

    def noted(table: str, *how: int) -> list[tuple[int, bytes, bytes]]:
        read_of.append(table)
        return pages(table, *how)

    async def act() -> None:
        async with Two(played.store) as two:
            monkeypatch.setattr(played.store, "pages", noted)
            assert isinstance(await two.home.desk.ask(buy()), Accepted)
            now = played.store.version("t")
            await two.other.desk.refresh({"t": now})
            await two.other.desk.poll()
            assert read_of == []
            assert await two.other.desk.look(lambda worker: worker.position("t").version) == now
            assert read_of == ["t"]

    done(act())


def test_what_a_home_did_that_is_gone_is_read_from_what_was_kept_and_some_at_a_time(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(streams, "_SNAPSHOT_EVERY", 7)
    monkeypatch.setattr(streams, "_TOO_MANY", 7)
    monkeypatch.setattr(streams, "_COMMITS_AT_A_TIME", 1)
    tables, gone = ["t", "u", "v"], set[str]()
    for table in tables[1:]:
        played.worker.open(table, SETTINGS)
        asked(played.worker, table, PIT, c.OpenTable())
        asked(played.worker, table, ANN, c.Sit(player="Ann", seat=1, chips=1_00))
    survivor = Worker(
        played.store,
        key=KEY,
        clock=milliseconds,
        random_bytes=os.urandom,
        served_by_peer=lambda name: name not in gone,
    )
    for table in tables:
        survivor.position(table)
        for _ in range(40):
            asked(played.worker, table, ANN, c.BuyChips(player="Ann", amount=1_00))
    pages, read = played.store.pages, list[tuple[str, int]]()

    def noted(table: str, after: int, *most: int) -> list[tuple[int, bytes, bytes]]:
        read.append((table, after))
        return pages(table, after, *most)

    monkeypatch.setattr(played.store, "pages", noted)
    survivor.refresh_all()
    assert read == [], "they are served_by_peer"
    gone |= {*tables}
    taken = [len({*survivor.refresh_all()} & gone) for _ in range(6)]  # offices have their turn, too
    assert taken[0] <= 1
    assert taken[-1] == 3
    assert all(now - before <= 1 for before, now in pairwise(taken))
    assert [table for table, _ in read if table in tables] == tables
    assert all(played.store.version(table) - after < 7 for table, after in read if table in tables)


def asked(worker: Worker, table: str, actor: Actor, command: c.Command) -> None:
    [answer] = worker.ask(TableRequest(table=table, actor=actor, command=command))
    assert isinstance(answer, Accepted), answer


def test_what_is_committed_as_somebody_begins_to_watch_is_told(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """It was heard after it was looked how far the table had come, and before anybody watched."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two:
            await until(lambda: two.other.peers.served_by_peer("t"))
            await let_no_time_pass(monkeypatch)
            look = two.other.desk._at_work

            async def slowly(reading: Callable[[Worker], T]) -> T:
                found = await look(reading)
                assert isinstance(await two.home.desk.ask(buy()), Accepted)
                await until(lambda: two.other.worker.streams.newest.get("t") == before + 1)
                await asyncio.sleep(0.1)
                return found

            with monkeypatch.context() as slow:
                slow.setattr(two.other.desk, "_at_work", slowly)
                async with two.other.desk.subscribe("t", before) as subscription, asyncio.timeout(5):
                    assert await versions(subscription, before + 1) == [before + 1]

    done(act())


def test_slips_are_carried_out_where_the_pit_is_at_home(store: Store):
    house = Served(store)
    house.worker.open("t", replace(SETTINGS, floor=True, slips=True))
    asked = p.AskForSlip(kind=SlipKind.OPENER, table="t", chips=fewest(10_000_00))
    house.must(asked, PIT)
    [slip] = house.worker.position(PIT_OFFICE).office.slips.values()
    house.must(p.SignCount(table="t", slip=slip.number), DAN)
    far = Worker(
        store, key=KEY, clock=lambda: house.now, random_bytes=os.urandom, served_by_peer=lambda _: True
    )
    far.position(PIT_OFFICE)
    far.run_timeouts()
    assert not store.version("t")
    house.worker.run_timeouts()
    assert store.version("t") == 1
