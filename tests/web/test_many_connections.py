"""Crowds: connections that say nothing, only listen, or never read; and everybody else plays on."""

import asyncio
import base64
import os
import select
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from casinowar.client import Client, LiveTable
from casinowar.game import commands as c
from casinowar.game.words import Wager
from tests.web.served_house import ServedHouse
from tests.web.test_house import People, played, to_betting

SILENT = 2
"""So many seconds this house bears with whoever does not speak or read."""
MANY = 1_100
"""More than the server would take at once if nobody told it."""

PING = bytes([0x89, 0x80, 0, 0, 0, 0])


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    folder = tmp_path_factory.mktemp("crowd")
    limits = f"sockets_per_person = {MANY}\nsockets_per_address = {2 * MANY}\n"
    (folder / "house.toml").write_text(f"silent_seconds = {SILENT}\n{limits}")
    arguments = ["--table", "maryland", "--config", str(folder / "house.toml")]
    running = ServedHouse(folder, arguments=arguments).start()
    yield running
    running.stop()


def connected(server: ServedHouse, *, buffer: int = 0) -> socket.socket:
    """Come to the door, perhaps with hardly any room for what one is told."""
    found = socket.socket()
    if buffer:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    found.settimeout(30)
    found.connect(("127.0.0.1", server.port))
    return found


def listening(server: ServedHouse, table: str, client: Client, *, buffer: int = 0) -> socket.socket:
    """Open a table's WebSocket, and then do nothing."""
    found = connected(server, buffer=buffer)
    key = base64.b64encode(os.urandom(16)).decode()
    found.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\nAuthorization: Bearer {client.token}\r\n\r\n".encode()
    )
    return found


def is_cut(found: socket.socket) -> bool:
    """Wait until the other side ends a connection; whatever it said before is read."""
    with suppress(ConnectionError):
        while found.recv(1 << 16):
            pass
    return True


async def a_round(table: LiveTable, name: str) -> None:
    """Play, as if nobody else were there."""
    await to_betting(table, name)
    assert (await table.do(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))).accepted
    reply = await table.do(c.WithdrawWager(hand=1, wager=Wager.INITIAL))
    assert reply.accepted
    await table.reach(reply.version)


def test_a_thousand_connections_that_say_nothing_keep_nobody_out(crowded: ServedHouse):
    async def play() -> None:
        async with People(crowded) as people:
            name = await people.table()
            with ExitStack() as stack:
                crowd = [stack.enter_context(connected(crowded)) for _ in range(MANY)]
                for each in crowd[::2]:  # half of them begin to ask, and never end
                    each.sendall(b"GET /health HTTP/1.1\r\nHost: ")
                ann, ann_is = await people.player()
                async with ann.live(name) as table:
                    assert (await table.do(c.Sit(player=ann_is, seat=1, chips=100_00))).accepted
                    await a_round(table, ann_is)
                    gone = await asyncio.to_thread(lambda: [is_cut(each) for each in crowd])
                    assert all(gone)
                    await a_round(table, ann_is)

    played(play())


def test_who_sends_half_a_request_is_cut_off(crowded: ServedHouse):
    half = b"POST /api/sign-in HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    with ExitStack() as stack:
        crowd = [stack.enter_context(connected(crowded)) for _ in range(20)]
        for each in crowd:
            each.sendall(half + b"Content-Length: 100\r\n\r\n{")
        told = [each.recv(4096) for each in crowd]
        assert all(each.startswith(b"HTTP/1.1 408") for each in told)
        assert all(is_cut(each) for each in crowd)


def test_a_thousand_who_only_listen_harm_nobody_and_are_told(crowded: ServedHouse):
    async def play() -> None:
        async with People(crowded) as people:
            name = await people.table()
            idle = [(await people.player())[0] for _ in range(6)]
            ann, ann_is = await people.player()
            with ExitStack() as stack:
                crowd = [
                    stack.enter_context(listening(crowded, name, each))
                    for each in idle
                    for _ in range(MANY // 6)
                ]
                async with ann.live(name) as table:
                    assert (await table.do(c.Sit(player=ann_is, seat=1, chips=100_00))).accepted
                    await a_round(table, ann_is)
                for each in (crowd[0], crowd[-1]):
                    said = b""
                    while b"WagerWithdrawn" not in said:
                        more = await asyncio.to_thread(each.recv, 1 << 16)
                        assert more, said[-500:]
                        said += more

    played(play())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a time after which it cuts off")
def test_who_never_reads_is_cut_off_and_the_others_play_on(crowded: ServedHouse):
    async def play() -> None:
        async with People(crowded) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            eve, _ = await people.player()
            with ExitStack() as stack:
                deaf = [stack.enter_context(listening(crowded, name, eve, buffer=4096)) for _ in range(20)]
                async with ann.live(name) as table:
                    assert (await table.do(c.Sit(player=ann_is, seat=1, chips=100_00))).accepted
                    before = memory(crowded)
                    for _ in range(20):
                        buys = [table.do(c.BuyChips(player=ann_is, amount=1)) for _ in range(25)]
                        assert all(reply.accepted for reply in await asyncio.gather(*buys))
                    assert memory(crowded) - before < 50 << 20
                    sends = await asyncio.to_thread(lambda: [cannot_be_told(each) for each in deaf])
                    assert all(sends)
                    assert table.version >= 500

    played(play())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has come")
def test_who_sends_a_message_without_an_end_is_cut_off_and_the_others_play_on(crowded: ServedHouse):
    megabyte, pieces, crowd = bytes([0x20]) * (1 << 20), 40, 5

    def sent(found: socket.socket) -> int:
        """Send one piece after another of the same message, until it is cut off."""
        for piece in range(pieces):
            try:
                found.sendall(bytes([0x00 if piece else 0x01, 0xFF]) + len(megabyte).to_bytes(8, "big"))
                found.sendall(bytes(4) + megabyte)
            except OSError:
                return piece
            time.sleep(0.1)
        return pieces

    async def play() -> None:
        async with People(crowded) as people:
            name = await people.table()
            ann, ann_is = await people.player()
            eve, _ = await people.player()
            async with ann.live(name) as table:
                assert (await table.do(c.Sit(player=ann_is, seat=1, chips=100_00))).accepted
                await a_round(table, ann_is)
                before = memory(crowded)
                with ExitStack() as stack:
                    sockets = [stack.enter_context(listening(crowded, name, eve)) for _ in range(crowd)]
                    for each in sockets:
                        assert each.recv(12) == b"HTTP/1.1 101"
                    done = await asyncio.gather(*[asyncio.to_thread(sent, each) for each in sockets])
                    assert max(done) < pieces
                    assert memory(crowded) - before < crowd * pieces << 19
                    await a_round(table, ann_is)

    played(play())


def cannot_be_told(found: socket.socket) -> bool:
    """Wait until the system has cut a connection off, without reading any of it."""
    waiting, end = select.poll(), time.monotonic() + 30
    waiting.register(found, 0)
    with suppress(ConnectionError):
        while not waiting.poll(100):
            found.send(PING)  # to which an end that has been cut off says so
            if time.monotonic() > end:
                return False
    return True


def memory(server: ServedHouse) -> int:
    """Tell how much memory the server holds, in bytes."""
    children = Path(f"/proc/{server.process}/task/{server.process}/children").read_text().split()
    held = [Path(f"/proc/{each}/statm").read_text().split()[1] for each in children]
    return sum(map(int, held)) * os.sysconf("SC_PAGE_SIZE")
