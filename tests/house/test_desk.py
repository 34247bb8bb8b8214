"""The desk: durable answers to many at once, commits told in order from anywhere, and silence noticed."""

import asyncio
import os
import threading
import time
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event as happening

from casinowar.game import commands as c
from casinowar.game.words import Wager
from casinowar.house.journal.commits import decode_commit
from casinowar.house.journal.requests import Accepted, Answer, Refused, TableRequest
from casinowar.house.offices import cashier
from casinowar.house.serving import change_feed
from casinowar.house.serving import desk as desks
from casinowar.house.serving.change_feed import NewCommits, Subscription, TableFeed, read_commits
from casinowar.house.serving.desk import Desk
from casinowar.house.storage.store import Store
from casinowar.house.worker.streams import milliseconds
from casinowar.house.worker.worker import Worker
from tests.house.sample_house import ANN, KEY, PIT, SETTINGS, Served

MANY = 450
WAGER = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)


def done(doing: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(doing, 60))


@pytest.fixture
def played(store: Store) -> Served:
    house = Served(store)
    house.now = milliseconds()
    house.worker.open("t", replace(SETTINGS, betting_seconds=1))
    house.must(c.OpenTable(), PIT)
    return house.seat(ANN)


def desk_of(store: Store) -> Desk:
    return Desk(Worker(store, key=KEY, clock=milliseconds, random_bytes=os.urandom))


async def versions(subscription: Subscription, last: int) -> list[int]:
    found = list[int]()
    while last not in found:
        found += [decode_commit(said).version for said in await subscription.more()]
    return found


def buy(amount: int) -> TableRequest:
    return TableRequest(table="t", actor=ANN, command=c.BuyChips(player="Ann", amount=amount))


def test_whoever_is_far_behind_is_told_everything_in_order(played: Served):
    for _ in range(MANY):
        played.must(c.BuyChips(player="Ann", amount=1), ANN)
    last = played.store.version("t")

    async def watch() -> None:
        async with desk_of(played.store).open() as desk, desk.subscribe("t", 0) as subscription:
            assert await versions(subscription, last) == [*range(1, last + 1)]

    done(watch())


def test_of_a_table_that_is_watched_for_long_only_the_last_commits_are_kept():
    """Also where it has come further now and then without anybody saying how."""

    async def read_nothing(_after: int) -> list[bytes]:
        return []

    feed, version = TableFeed(read_nothing, 0), 0
    for _ in range(20):
        for _ in range(150):
            version += 1
            feed.advance(version, b"commit")
        version += 150
        feed.advance(version)
    assert len(feed._recent) <= change_feed._RECENT
    for _ in range(150):
        version += 1
        feed.advance(version, b"commit")
    assert len(feed.since(version - 150)) == 150


def test_nobody_hears_a_reply_before_what_it_brought_about(played: Served):
    """Neither whoever is far behind, nor whoever is told both at once."""
    for _ in range(MANY):
        played.must(c.BuyChips(player="Ann", amount=1), ANN)

    async def watch() -> None:
        async with desk_of(played.store).open() as desk, desk.subscribe("t", 0) as subscription:
            answer = await desk.ask(buy(1))
            assert isinstance(answer, Accepted)
            subscription.say(b"reply")
            subscription.stand(b"stands")
            found = list[bytes]()
            while b"stands" not in found:
                found += await subscription.more()
            assert found[-2:] == [b"reply", b"stands"]
            assert [decode_commit(said).version for said in found[:-2]] == [*range(1, answer.version + 1)]

    done(watch())


def test_requests_at_once_are_each_answered_and_told_once(played: Served):
    before = played.store.version("t")

    async def act() -> None:
        async with desk_of(played.store).open() as desk, desk.subscribe("t", before) as subscription:
            answers = await asyncio.gather(*(desk.ask(buy(1)) for _ in range(100)))
            assert all(isinstance(answer, Accepted) for answer in answers)
            last = before + 100
            assert await versions(subscription, last) == [*range(before + 1, last + 1)]

    done(act())


def test_what_comes_in_while_the_disk_is_waited_for_is_written_together(played: Served):
    """However many tables it is for, and with one wait for the disk."""
    tables, waits = ["t", *(f"t{number}" for number in range(9))], list[None]()
    for table in tables[1:]:
        played.worker.open(table, SETTINGS)
        [answer] = played.worker.ask(TableRequest(table=table, actor=PIT, command=c.OpenTable()))
        assert isinstance(answer, Accepted)

    def sits(table: str, number: int) -> TableRequest:
        comes = table != "t" and not number
        sit, bring = c.Sit(player="Ann", seat=1, chips=1_00), c.BuyChips(player="Ann", amount=1)
        return TableRequest(table=table, actor=ANN, command=sit if comes else bring)

    async def act() -> None:
        async with desk_of(played.store).open() as desk:
            happening.listen(played.store._engine, "commit", lambda _: waits.append(None))
            asked = (desk.ask(sits(table, number)) for number in range(10) for table in tables)
            answers = await asyncio.gather(*asked)
            done = {(each.table, each.version) for each in answers if isinstance(each, Accepted)}
            assert len(done) == len(answers) == 10 * len(tables)

    done(act())
    assert 0 < len(waits) < 10


def test_what_another_worker_does_is_told_and_taken_in(played: Served):
    before = played.store.version("t")

    async def act() -> None:
        async with desk_of(played.store).open() as desk, desk.subscribe("t", before) as subscription:
            await asyncio.to_thread(played.must, c.BuyChips(player="Ann", amount=7), ANN)
            assert await versions(subscription, before + 1) == [before + 1]
            assert await desk.look(lambda worker: worker.position("t").version) == before + 1

    done(act())


def test_what_the_desk_itself_has_committed_is_told_once(played: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(desks, "_TICK", 1_000_000)
    before, told = played.store.version("t"), list[list[int]]()

    def noted(*given: Any, **named: Any) -> NewCommits:
        heard = read_commits(*given, **named)
        told.append([commit.version for commit in heard.commits])
        return heard

    async def act() -> None:
        async with desk_of(played.store).open() as desk, desk.subscribe("t", before, "Ann"):
            for module in (desks, change_feed):
                monkeypatch.setattr(module, "read_commits", noted)
            for _ in range(3):
                assert isinstance(await desk.ask(buy(1)), Accepted)
                await desk.refresh({})
            assert told == [[before + 1], [], [before + 2], [], [before + 3], []]

    done(act())


def test_what_another_worker_has_committed_is_read_once_for_all_who_watch(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """Whether one hears of it, or commits something after it before one has heard of it."""
    monkeypatch.setattr(desks, "_TICK", 1_000_000)
    before, found = played.store.version("t"), list[int]()
    pages = played.store.pages

    def counted(table: str, after: int = 0, most: int | None = None) -> list[tuple[int, bytes, bytes]]:
        if table == "t":
            found.append(after)
        return pages(table, after, most)

    async def act() -> None:
        async with (
            desk_of(played.store).open() as desk,
            desk.subscribe("t", before, "Ann") as ann,
            desk.subscribe("t", before) as somebody,
        ):
            monkeypatch.setattr(played.store, "pages", counted)
            for _ in range(2):
                await asyncio.to_thread(played.must, buy(1).command)
            await desk.refresh({"t": before + 2})
            assert found == [before]
            await asyncio.to_thread(played.must, buy(1).command)
            assert isinstance(await desk.ask(buy(1)), Accepted)
            for subscription in (ann, somebody):
                assert await versions(subscription, before + 4) == [before + number for number in range(1, 5)]
            assert found == [before, before + 2]

    done(act())


def test_silence_comes_about_at_a_table_that_nobody_has_looked_at_since_the_start(played: Served):
    played.must(WAGER, ANN)
    before = played.store.version("t")

    async def wait() -> None:
        async with desk_of(played.store).open():
            while played.store.version("t") == before:  # noqa: ASYNC110 - the database says it
                await asyncio.sleep(0.05)

    done(wait())
    assert c.CallNoMoreBets in {type(entry.command) for entry in played.commits()[before].entries}


def test_a_failure_is_told_as_unknown_and_the_desk_goes_on(played: Served, monkeypatch: pytest.MonkeyPatch):
    async def act() -> None:
        async with desk_of(played.store).open() as desk:
            with monkeypatch.context() as broken:
                broken.setattr(Store, "write", _fail)
                answer = await desk.ask(buy(1))
                assert isinstance(answer, Refused)
                assert answer.code == "unknown"
            assert isinstance(await desk.ask(buy(1)), Accepted)

    done(act())


def _fail(*_anything: object) -> None:
    raise OSError("the disk is gone")


def test_a_closing_desk_finishes_what_came_in_and_takes_no_more(played: Served):
    async def act() -> None:
        desk = desk_of(played.store)
        async with desk.open():
            asked = [asyncio.create_task(desk.ask(buy(1))) for _ in range(20)]
            await asyncio.sleep(0)
        assert {type(answer) for answer in await asyncio.gather(*asked)} == {Accepted}
        assert isinstance(await desk.ask(buy(1)), Refused)

    done(act())


def test_only_those_are_woken_whom_a_commit_concerns(played: Served, monkeypatch: pytest.MonkeyPatch):
    """Whoever wagers, sits at the table, or has something done for them; hundreds of others look on."""
    monkeypatch.setattr(desks, "_TICK", 1_000_000)
    played.must(cashier.Deposit(player="Eve", amount=1_00), PIT)

    async def act() -> None:
        other = played.another()
        async with (
            desk_of(played.store).open() as desk,
            desk.subscribe("t", 0, "Ann") as ann,
            desk.subscribe("t", 0, "Eve") as eve,
        ):

            async def woken(request: TableRequest, *, elsewhere: bool) -> list[bool]:
                ann.moved.clear()
                eve.moved.clear()
                if elsewhere:
                    assert isinstance(other.ask(request)[0], Accepted)
                    await desk.refresh({})
                else:
                    assert isinstance(await desk.ask(request), Accepted)
                return [ann.moved.is_set(), eve.moved.is_set()]

            for elsewhere in (False, True):
                assert await woken(buy(1), elsewhere=elsewhere) == [True, False]
                gives = TableRequest(
                    table=cashier.CASHIER, actor=PIT, command=cashier.Deposit(player="Eve", amount=1)
                )
                assert await woken(gives, elsewhere=elsewhere) == [False, True]
            leaves = TableRequest(table="t", actor=ANN, command=c.LeaveTable(player="Ann"))
            assert await woken(leaves, elsewhere=True) == [True, False]

    done(act())


def test_a_request_waits_for_what_silence_brings_about_at_a_few_tables_only(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    order, ask = list[str](), Worker.ask
    began, asked = threading.Event(), threading.Event()

    def run_timeouts_in_batches(_: Worker) -> Iterator[list[Answer]]:
        began.set()
        asked.wait(10)
        yield []
        order.append("the other tables")

    def noted(worker: Worker, *requests: TableRequest) -> list[Answer]:
        order.append("the request")
        return ask(worker, *requests)

    async def act() -> None:
        async with desk_of(played.store).open() as desk:
            monkeypatch.setattr(Worker, "run_timeouts_in_batches", run_timeouts_in_batches)
            monkeypatch.setattr(Worker, "ask", noted)
            await asyncio.to_thread(began.wait, 10)
            asking = asyncio.create_task(desk.ask(buy(1)))
            for _ in range(10):  # until the worker has it
                await asyncio.sleep(0)
            asked.set()
            await asking

    done(act())
    assert order[0] == "the request"


def test_whoever_acts_waits_for_a_few_of_those_who_only_look(played: Served):
    seen = list[int]()

    def look(_: Worker) -> None:
        time.sleep(0.001)
        seen.append(1)

    async def act() -> None:
        async with desk_of(played.store).open() as desk:
            looking = [asyncio.create_task(desk.look(look)) for _ in range(500)]
            await asyncio.sleep(0)
            assert isinstance(await desk.ask(buy(1)), Accepted)
            assert len(seen) < 200, "it went before the others"
            await asyncio.gather(*looking)

    done(act())


def test_whoever_looks_as_the_desk_closes_is_still_told(played: Served):
    async def act() -> None:
        async with desk_of(played.store).open() as desk:
            looking = [asyncio.create_task(desk.look(lambda worker: worker.now())) for _ in range(100)]
            await asyncio.sleep(0)
        assert len(await asyncio.gather(*looking)) == 100

    done(act())
