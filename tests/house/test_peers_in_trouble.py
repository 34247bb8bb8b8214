"""Peers in trouble: one that dies, closes, hangs or is full costs nobody anything; nothing is done twice."""

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from casinowar.game import commands as c
from casinowar.house.journal.commits import decode_commit
from casinowar.house.journal.requests import Accepted, Answer, Refused, TableRequest
from casinowar.house.offices import cashier
from casinowar.house.serving import peers
from casinowar.house.serving.change_feed import Subscription, TableFeed
from casinowar.house.serving.peers import Broadcast
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from casinowar.web.table_views import look
from tests.house.processes import Process, Two, buy, done, let_no_time_pass, ready_to_play, until
from tests.house.sample_house import ANN, PIT, Served
from tests.house.test_desk import WAGER, versions


@pytest.fixture
def played(store: Store) -> Served:
    return ready_to_play(store)


def test_what_a_home_that_dies_was_asked_for_acts_once_under_its_id(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """Whether it was written or not; without an id nobody knows, and it is not done again."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two:
            home, take = two.home, two.home.desk.take
            written = list[Answer]()

            def dies(request: TableRequest) -> asyncio.Future[Answer]:
                answer = take(request)
                answer.add_done_callback(lambda known: written.append(known.result()))
                return asyncio.get_running_loop().create_future()  # of which nobody hears any more

            monkeypatch.setattr(home.desk, "take", dies)
            asked = [asyncio.create_task(two.other.desk.ask(each)) for each in (buy("one"), buy())]
            await until(lambda: len(written) == 2)
            lost = list[None]()
            monkeypatch.setattr(two.other.desk._notes, "lost", lambda: lost.append(None))
            await two.end(two.at)
            named, nameless = await asyncio.gather(*asked)
            assert isinstance(named, Accepted)
            assert named.again
            assert isinstance(nameless, Refused)
            assert nameless.code == "unknown"
            assert len(lost) == 1
            assert played.store.version("t") == before + 2

    done(act())


def test_what_a_home_did_as_it_died_is_told_before_it_is_answered(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """It had no time left to tell of it; whoever asks again hears what it did, and then that it is done."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two, two.other.desk.subscribe("t", before, "Ann") as subscription:
            assert isinstance(await two.home.desk.ask(buy()), Accepted)
            assert await versions(subscription, before + 1) == [before + 1]
            await let_no_time_pass(monkeypatch)  # nobody looks for it any more
            await asyncio.to_thread(played.ask, buy().command, ANN, "one")
            subscription.moved.clear()
            await two.end(two.at)
            again = await two.other.desk.ask(buy("one"))
            assert isinstance(again, Accepted)
            assert again.again
            subscription.say(b"reply")
            commit, reply = await _told(subscription, 2)
            assert decode_commit(commit).version == before + 2
            assert reply == b"reply"
            assert subscription.moved.is_set()

    done(act())


def test_a_process_that_hears_nothing_is_not_waited_for(played: Served, monkeypatch: pytest.MonkeyPatch):
    """It is hung up on, and looks for itself; it loses nothing."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two, two.other.desk.subscribe("t", before) as subscription:
            monkeypatch.setattr(peers, "_MOST_UNSENT", -1)
            assert isinstance(await two.home.desk.ask(buy()), Accepted)
            await until(lambda: not two.other.peers.served_by_peer("t"))
            assert await versions(subscription, before + 1) == [before + 1]
            assert isinstance(await two.other.desk.ask(buy()), Accepted)

    done(act())


def test_whoever_finds_no_place_takes_the_next_that_is_free(played: Served):
    """A server told to start anew has its next process there before the last has ended."""

    async def act() -> None:
        async with Two(played.store) as two, AsyncExitStack() as third:
            another = Process(played.store, two.folder)
            opening = asyncio.create_task(third.enter_async_context(another.open()))
            await asyncio.sleep(0.5)
            assert another.peers.place is None
            assert isinstance(await another.desk.ask(buy()), Accepted)
            await two.end(two.at)
            await opening
            assert another.peers.place is not None
            await until(lambda: two.other.peers.served_by_peer("t"))
            assert isinstance(await two.other.desk.ask(buy()), Accepted)
            assert len(another.decided) == 1

    done(act())


def test_after_many_commits_at_once_players_at_every_process_look_how_they_stand(played: Served):
    """So many are not read to find whom they concern."""

    async def act() -> None:
        async with Two(played.store) as two:
            home = next(each for each in two.processes if not each.peers.served_by_peer(cashier.CASHIER))
            other = next(each for each in two.processes if each is not home)
            async with other.desk.subscribe("t", played.store.version("t"), "Ann") as subscription:
                subscription.moved.clear()
                given = cashier.Deposit(player="Ben", amount=1)
                asked = [TableRequest(table=cashier.CASHIER, actor=PIT, command=given) for _ in range(150)]
                answers = await asyncio.gather(*map(home.desk.ask, asked))
                assert all(isinstance(answer, Accepted) for answer in answers)
                await subscription.moved.wait()

    done(act())


def test_while_a_home_closes_its_tables_are_served_elsewhere_and_told_in_order(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """It takes nothing more, and whoever is asked then is no longer outranked by it."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two, two.other.desk.subscribe("t", before, "Ann") as subscription:
            monkeypatch.setattr(two.home.peers, "leave", lambda: None)  # it was asked before it said so
            await two.home.desk.close()
            subscription.moved.clear()
            assert isinstance(await two.other.desk.ask(buy("one")), Accepted)
            subscription.say(b"reply")
            commit, reply = await _told(subscription, 2)
            assert decode_commit(commit).version == before + 1
            assert reply == b"reply"
            assert subscription.moved.is_set()
            assert not two.other.peers.served_by_peer("t")

    done(act())


def test_what_is_decided_as_the_home_comes_back_is_told_before_it_is_answered(played: Served):
    """Wherever a commit was made, it is told there."""
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two:
            await two.end(two.at)
            other, ask = two.other, two.other.worker.ask

            def meanwhile(*requests: TableRequest) -> list[Answer]:
                answers = ask(*requests)
                other.worker.streams.served_by_peer = lambda _table: True
                return answers

            async with other.desk.subscribe("t", before) as subscription:
                other.worker.ask = meanwhile  # type: ignore[method-assign]  # the moment is what is tested
                assert isinstance(await other.desk.ask(buy("one")), Accepted)
                subscription.say(b"reply")
                commit, reply = await _told(subscription, 2)
                assert decode_commit(commit).version == before + 1
                assert reply == b"reply"

    done(act())


def test_a_home_that_hangs_is_done_without(played: Served, monkeypatch: pytest.MonkeyPatch):
    """What it was asked for is decided where it was asked, once, though the home gets to it later."""
    monkeypatch.setattr(peers, "_ANSWER_TIMEOUT", 0.3)
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two:
            hanging = asyncio.create_task(two.home.desk.look(lambda _worker: time.sleep(3)))
            answer = await asyncio.wait_for(two.other.desk.ask(buy("one")), 2)
            assert isinstance(answer, Accepted)
            assert not hanging.done()
            await hanging
            await two.home.desk.look(Worker.refresh_all)
            assert played.store.version("t") == before + 1

    done(act())


def test_a_home_that_closes_leaves_silence_to_the_others(played: Served):
    """Nobody has to ask for anything first, and whoever comes meanwhile does not take it for a home."""

    async def act() -> None:
        async with Two(played.store) as two, AsyncExitStack() as third:
            await two.home.desk.close()
            async with asyncio.timeout(2):
                await until(lambda: not two.other.peers.served_by_peer("t"))
            another = Process(played.store, two.folder)
            opening = asyncio.create_task(third.enter_async_context(another.open()))
            await until(lambda: another.peers.served_by_peer(cashier.CASHIER))
            await asyncio.sleep(0.5)
            assert not another.peers.served_by_peer("t")
            await two.end(two.at)
            await opening

    done(act())


def test_silence_at_the_tables_of_a_home_that_hangs_is_dealt_with_elsewhere(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """Nobody asks it for anything: all have wagered, and wait for the betting to be over."""
    monkeypatch.setattr(peers, "_HEARTBEAT_TIMEOUT", 0.5)

    async def act() -> None:
        async with Two(played.store) as two:
            hanging = asyncio.create_task(two.home.desk.look(lambda _worker: time.sleep(4)))
            await asyncio.to_thread(played.must, WAGER, ANN)
            before = played.store.version("t")
            await until(lambda: not two.other.peers.served_by_peer("t"))
            await two.other.desk.mark_ready("t", "Ann")
            await until(lambda: played.store.version("t") > before)
            assert not hanging.done()
            await hanging
            await until(lambda: two.other.peers.served_by_peer("t"))

    done(act())


def test_a_home_of_which_one_hears_is_never_done_without(
    played: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """However long nobody asks it for anything."""
    monkeypatch.setattr(peers, "_HEARTBEAT_TIMEOUT", 1.0)

    async def act() -> None:
        async with Two(played.store) as two:
            await until(lambda: two.other.peers.served_by_peer("t"))
            for _ in range(300):
                await asyncio.sleep(0.01)
                assert two.other.peers.served_by_peer("t")
            assert "does not answer" not in caplog.text

    done(act())


def test_a_refusal_is_not_final_while_a_lost_home_may_do_it_yet(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """Ann has no money for that here; where it was asked first she may have had."""
    monkeypatch.setattr(peers, "_ANSWER_TIMEOUT", 0.3)

    async def act() -> None:
        async with Two(played.store) as two:
            hanging = asyncio.create_task(two.home.desk.look(lambda _worker: time.sleep(2)))
            answer = await two.other.desk.ask(buy("one", 10**9))
            assert isinstance(answer, Refused)
            assert answer.code == "unknown"
            await hanging

    done(act())


def test_how_far_a_table_has_come_never_goes_back(played: Served):
    """Of two who say it one may be late."""

    async def act() -> None:
        async with Two(played.store) as two:
            await two.home.desk.ask(buy())
            now = played.store.version("t")
            await until(lambda: two.other.worker.streams.newest.get("t") == now)
            two.other.desk.receive(Broadcast({"t": now - 1}, [], set()))
            seen = await two.other.desk.look(lambda worker: worker.position("t"))
            assert seen.version == now

    done(act())


@pytest.mark.parametrize("version", [402, 445])
def test_whoever_looks_away_from_home_is_told_what_just_happened(played: Served, version: int):
    """However far the table had gone on before, and whether its snapshot is from a moment ago or not."""
    far = played.another()
    far.streams.served_by_peer = lambda name: name == "t"
    far.position("t")
    while played.store.version("t") < version:
        played.must(c.BuyChips(player="Ann", amount=1), ANN)
    far.streams.note_versions({"t": version})
    home, elsewhere = (look(worker, "t", ANN, version - 10).told for worker in (played.worker, far))
    assert len(home) == 10
    assert elsewhere == home


def test_what_was_not_told_by_a_home_is_looked_for(played: Served, monkeypatch: pytest.MonkeyPatch):
    before = played.store.version("t")

    async def act() -> None:
        async with Two(played.store) as two, two.other.desk.subscribe("t", before) as subscription:
            monkeypatch.setattr(two.home.peers, "broadcast", lambda _news: None)
            assert isinstance(await two.home.desk.ask(buy()), Accepted)
            assert await versions(subscription, before + 1) == [before + 1]

    done(act())


def test_whoever_cannot_be_told_is_let_go_and_leaves_the_others_told():
    """What they were to be told may be lost: they come back for it."""

    async def act() -> None:
        feed = TableFeed(_nothing, 0)
        broken, whole = Subscription(feed, 0), Subscription(feed, 0)
        broken.push = _break
        for each in (broken, whole):
            feed.subscriptions.add(each)
        telling = [asyncio.create_task(each.more()) for each in (broken, whole)]
        await asyncio.sleep(0)
        feed.advance(1, b"commit")
        feed.wake()
        assert await asyncio.gather(*telling) == [[], [b"commit"]]

    done(act())


async def _told(subscription: Subscription, number: int) -> list[bytes]:
    told: list[bytes] = []
    while len(told) < number:
        told += await subscription.more()
    return told


async def _nothing(_after: int) -> list[bytes]:
    return []


def _break(*_: object) -> bool:
    raise RuntimeError("the connection is gone")


def test_what_cannot_be_said_to_another_process_ends_the_line_and_not_more(played: Served):
    async def act() -> None:
        async with Two(played.store) as two:
            two.home.peers.broadcast(Broadcast({}, [], {lambda: None}))  # type: ignore[arg-type]  # nobody can write that
            await until(lambda: not two.other.peers.served_by_peer("t"))
            assert isinstance(await two.other.desk.ask(buy("one")), Accepted)
            await until(lambda: two.other.peers.served_by_peer("t"))
            assert isinstance(await two.other.desk.ask(buy("two")), Accepted)

    done(act())


def test_whoever_is_not_noted_as_ready_costs_nobody_the_line(
    played: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def act() -> None:
        async with Two(played.store) as two:
            monkeypatch.setattr(two.home.desk, "mark_ready_here", _cannot)
            await two.other.desk.mark_ready("t", "Ann")
            assert isinstance(await two.other.desk.ask(buy()), Accepted)
            await until(lambda: "was not noted" in caplog.text)
            assert two.other.peers.served_by_peer("t")

    done(act())


async def _cannot(_table: str, _player: str) -> None:
    raise OSError("the disk is full")


def test_an_office_that_is_far_ahead_is_not_read_from_its_beginning(
    played: Served, monkeypatch: pytest.MonkeyPatch
):
    """It has no snapshot to begin with."""
    streams = played.another().streams
    streams.fresh(cashier.CASHIER)
    known = streams[cashier.CASHIER].durable.version
    for _ in range(250):
        played.must(cashier.Deposit(player="Ann", amount=1), PIT)
    pages, read_from = played.store.pages, list[int]()

    def noted(name: str, after: int, *how: int) -> list[tuple[int, bytes, bytes]]:
        read_from.append(after)
        return pages(name, after, *how)

    monkeypatch.setattr(played.store, "pages", noted)
    streams.note_versions({cashier.CASHIER: played.store.version(cashier.CASHIER)})
    assert streams.fresh(cashier.CASHIER).durable.version == known + 250
    assert min(read_from) == known


def test_a_process_that_cannot_have_a_socket_serves_all_the_same(
    played: Served, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    folder = tmp_path / ("a" * 120)
    folder.mkdir()

    async def act() -> None:
        process = Process(played.store, folder)
        async with process.desk.open(), process.peers.open(process.desk):
            await until(lambda: "no home" in caplog.text)
            assert isinstance(await process.desk.ask(buy()), Accepted)

    done(act())
