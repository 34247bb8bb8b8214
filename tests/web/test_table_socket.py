"""Telling: everything once and in order, one message at a time, however slowly it is taken."""

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from casinowar.house.journal.requests import Accepted, TableRequest
from casinowar.house.people.posts import Member, Post
from casinowar.house.serving.change_feed import Subscription, TableFeed
from casinowar.house.serving.metrics import Metrics
from casinowar.house.serving.startup import Serving
from casinowar.telling.wording import Language
from casinowar.web.server.rate_limits import PersonalLimits
from casinowar.web.server.settings import ServingSettings
from casinowar.web.table_socket import LiveSocket, _receive, _Sender

COMMITS = 150


class Slow:
    """Whoever is told, and takes some time for each message."""

    def __init__(self, chance: random.Random) -> None:
        self.scope: dict[str, Any] = {}
        self.receive: Any = None
        self.told: list[str] = []
        self._chance, self._busy = chance, False

    async def send(self, message: dict[str, Any]) -> None:
        assert not self._busy, "two messages were sent at once"
        self._busy = True
        await asyncio.sleep(self._chance.choice([0, 0, 0.001, 0.004]))
        self.told += message["text"].split("\n")
        self._busy = False


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_everything_is_told_once_in_order_and_each_reply_after_what_it_brought_about(
    seed: int, *, lines: bool
):
    chance, commits, wanted = random.Random(seed), list[bytes](), list[str]()

    async def read(after: int) -> list[bytes]:
        await asyncio.sleep(0.001)
        return commits[after : after + 30]

    async def act() -> None:
        feed, slow = TableFeed(read, 0), Slow(chance)
        subscription = Subscription(feed, 0)
        feed.subscriptions.add(subscription)
        telling = asyncio.create_task(_Sender(cast(LiveSocket, slow), subscription, lines=lines).run())
        for number in range(1, COMMITS + 1):
            commits.append(f"commit {number}".encode())
            kept = chance.random() < 0.9  # whatever is not said is read
            feed.advance(number, commits[-1] if kept else b"")
            feed.wake()
            if number % 3 == 0:
                wanted.append(f"reply {number}")
                subscription.say(wanted[-1].encode())
            await asyncio.sleep(chance.choice([0, 0, 0.001, 0.003]))
        subscription.finish()
        await telling
        told = [each.split() for each in slow.told]
        assert [int(number) for what, number in told if what == "commit"] == [*range(1, COMMITS + 1)]
        assert [" ".join(each) for each in told if each[0] == "reply"] == wanted
        for place, (what, after) in enumerate(told):
            assert what == "commit" or ["commit", after] in told[:place]

    asyncio.run(asyncio.wait_for(act(), 30))


def test_who_cannot_be_told_any_more_is_told_nothing_more():
    """It is seen by what comes next, which is not sent in vain again and again."""

    class Gone(Slow):
        async def send(self, _message: dict[str, Any]) -> None:
            raise OSError("the connection is gone")

    async def read(_after: int) -> list[bytes]:
        return []

    async def act() -> None:
        feed = TableFeed(read, 0)
        subscription = Subscription(feed, 0)
        telling = asyncio.create_task(
            _Sender(cast(LiveSocket, Gone(random.Random())), subscription, lines=True).run()
        )
        for _ in range(3):
            await asyncio.sleep(0.01)
            subscription.say(b"reply")
        async with asyncio.timeout(2):
            await telling

    asyncio.run(act())


def test_what_was_said_last_is_on_its_way_when_the_telling_is_over():
    """The house closes, and somebody takes longer for it than is waited for whether all is quiet."""

    class VerySlow(Slow):
        async def send(self, message: dict[str, Any]) -> None:
            await asyncio.sleep(0.4)
            self.told.append(message["text"])

    async def read(_after: int) -> list[bytes]:
        return []

    async def act() -> None:
        slow, subscription = VerySlow(random.Random()), Subscription(TableFeed(read, 0), 0)
        telling = asyncio.create_task(_Sender(cast(LiveSocket, slow), subscription, lines=True).run())
        await asyncio.sleep(0.01)
        subscription.say(b"reply")
        subscription.finish()
        await telling
        assert slow.told == ["reply"]

    asyncio.run(asyncio.wait_for(act(), 30))


def test_an_answer_that_is_on_its_way_as_the_house_closes_is_waited_for():
    """It takes longer than is waited for whether all is quiet, and tells of something that is durable."""
    subscription: Any = None
    said = '{"say":"request","id":"r","command":{"command":"RefuseCut","seat":1}}'

    class Desk:
        async def ask(self, asked: TableRequest) -> Accepted:
            subscription.finish()
            await asyncio.sleep(0.4)
            return Accepted(asked.table, 7)

    class Cached:
        def cached(self, _token: str) -> Member:
            return Member("Ann", frozenset({Post.PLAYER}))

    class Asking(Slow):
        auth = "token"

        def __init__(self) -> None:
            super().__init__(random.Random())
            limits = PersonalLimits(ServingSettings(), Metrics())
            state = SimpleNamespace(sessions=Cached(), limits=limits)
            self.app, self.receive, self._asks = SimpleNamespace(state=state), self.once, True

        async def once(self) -> dict[str, Any]:
            asks, self._asks = self._asks, False
            return {"type": "websocket.receive", "text": said} if asks else await asyncio.Future()

    async def read(_after: int) -> list[bytes]:
        return []

    async def act() -> None:
        nonlocal subscription
        subscription = Subscription(TableFeed(read, 0), 0)
        asking = Asking()
        socket, serving = cast(LiveSocket, asking), cast(Serving, SimpleNamespace(desk=Desk()))
        talking = asyncio.create_task(_receive(socket, "t", serving, subscription, Language.ENGLISH))
        await _Sender(socket, subscription, lines=True).run()
        talking.cancel()
        assert [json.loads(each)["reply"]["version"] for each in asking.told] == [7]

    asyncio.run(asyncio.wait_for(act(), 30))
