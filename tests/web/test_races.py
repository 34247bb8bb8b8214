"""Many at once over the network: what is called is called, and who is killed takes nobody along."""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from casinowar.client import Client, LiveTable
from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.procedure import next_duty
from casinowar.game.words import Act, Wager
from casinowar.house.journal.commits import Commit
from casinowar.house.people.posts import Post
from tests.web.kill_scenario import Bots, checked, rounds_played
from tests.web.served_house import ServedHouse
from tests.web.test_house import RULES, People, played

SEATS, ROUNDS, TRIES = 6, 4, 4


async def all_can_wager(tables: list[LiveTable]) -> None:
    """Have whoever is asked refuse the cut and give up ties, until wagers are taken."""
    while (duty := next_duty(RULES, tables[0].state)).act not in {Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS}:
        seat = duty.seat or 0
        command = c.RefuseCut(seat=seat) if duty.act is Act.ANSWER_CUT else c.Surrender(hand=seat)
        reply = await tables[seat - 1].do(command)
        assert reply.accepted, reply
        await tables[0].reach(reply.version)


async def wagered(table: LiveTable, seat: int) -> int:
    """Wager again and again, whatever is said, and count how often it is taken."""
    command = c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00)
    return sum([(await table.do(command)).accepted for _ in range(TRIES)])


async def called(dealer: Client, name: str) -> None:
    """Call as soon as there is anything to call on."""
    accepted = False
    while not accepted:
        accepted = (await dealer.ask(name, c.CallNoMoreBets())).accepted


async def whole_journal(client: Client, name: str) -> list[Commit]:
    """Read everything that was committed at a table, a hundred at a time."""
    found = await client.journal(name)
    while more := await client.journal(name, found[-1].version):
        found += more
    return found


def test_all_seats_wager_while_no_more_bets_is_called_and_nothing_is_taken_after_it(server: ServedHouse):
    async def play() -> None:
        async with People(server) as people, AsyncExitStack() as stack:
            name, dealer = await people.table(), await people.holding(Post.DEALER)
            tables = []
            for seat in range(1, SEATS + 1):
                client, who = await people.player()
                tables.append(await stack.enter_async_context(client.live(name)))
                assert (await tables[-1].do(c.Sit(player=who, seat=seat, chips=900_00))).accepted
            taken = 0
            for _ in range(ROUNDS):
                await all_can_wager(tables)
                wagers = (wagered(table, seat) for seat, table in enumerate(tables, 1))
                counted = await asyncio.gather(*wagers, called(dealer, name))
                taken += sum(each or 0 for each in counted)
                await tables[0].reach((await whole_journal(dealer, name))[-1].version)
            closed, calls, placed = False, 0, 0
            for event in (event for commit in await whole_journal(dealer, name) for event in commit.events):
                match event:
                    case e.NoMoreBetsCalled():
                        closed, calls = True, calls + 1
                    case e.RoundCompleted():
                        closed = False
                    case e.WagerPlaced(wager=Wager.INITIAL):
                        assert not closed
                        placed += 1
                    case _:
                        pass
            assert (calls, placed) == (ROUNDS, taken)

    played(play())


def is_replaced(server: ServedHouse, victim: int) -> bool:
    """Tell whether two serve again, and none of them is the one that was killed."""
    now = server.workers
    return len(now) == 2 and victim not in now


def has_played(server: ServedHouse, rounds: int) -> bool:
    """Tell whether so many rounds are over."""
    return rounds_played(server) >= rounds


async def until(is_so: Callable[[], bool], server: ServedHouse) -> None:
    """Wait until something is so that another process brings about."""
    for _ in range(600):
        if await asyncio.to_thread(is_so):
            return
        await asyncio.sleep(0.2)
    raise AssertionError(server.log)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the processes by /proc")
def test_a_worker_that_is_killed_takes_nobody_along_and_comes_back(address: str, tmp_path: Path):
    server = ServedHouse(tmp_path, address, ["--workers", "2"]).start()
    bots = Bots(server)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            await bots.prepare(stack)
            playing = [asyncio.create_task(bots.play(table)) for table in bots.tables]
            for wanted in (10, 20):
                await until(partial(has_played, server, wanted), server)
                victim, other = server.workers
                os.kill(victim, signal.SIGKILL)
                await until(partial(is_replaced, server, victim), server)
                assert other in server.workers
            before = rounds_played(server)
            await until(partial(has_played, server, before + 10), server)
            bots.over = True
            await asyncio.gather(*playing)

    try:
        asyncio.run(asyncio.wait_for(play(), 240))
        assert server.stop() == 0
        checked(server, bots.acknowledged)
    finally:
        server.kill()
