"""Unfinished: what is kept of a message that does not end is known, however many whole ones came before."""

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from casinowar.web.server.message_limits import Incoming, Peer, Unfinished, cut_off_after

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has come")


class Line:
    """A connection, of which the server has read whatever was sent."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self._client, self._server = client, server
        self.peer: Peer = client.getsockname()[:2]
        self.incoming = Incoming(self.peer)
        self.incoming.found(server.fileno())

    def send(self, size: int) -> None:
        """Send so many bytes."""
        self._client.sendall(bytes(size))
        while size:
            size -= len(self._server.recv(size))

    def say(self, size: int, headers: int = 6) -> None:
        """Send a message of so many bytes that is whole, with so many before it."""
        self.send(headers + size)
        self.incoming.note(size)


@pytest.fixture(params=[(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")], ids=["IPv4", "IPv6"])
def line(request) -> Iterator[Line]:
    family, address = request.param
    if family is socket.AF_INET6 and not Path("/proc/net/if_inet6").exists():
        pytest.skip("this machine has no IPv6")
    with (
        socket.create_server((address, 0), family=family) as listening,
        socket.create_connection(listening.getsockname()[:2]) as client,
    ):
        server, _ = listening.accept()
        with server:
            yield Line(client, server)


def test_nothing_is_kept_of_whole_messages(line: Line):
    for _ in range(1_000):
        line.say(2_000)
    assert line.incoming.unfinished() == 0


def test_whole_messages_hide_no_more_than_came_since_the_last_look(line: Line):
    for _ in range(1_000):
        line.say(0)
    assert line.incoming.unfinished() == 0
    line.send(100_000)
    assert line.incoming.unfinished() == 100_000


def test_who_sends_in_small_pieces_is_asked_exactly_before_it_matters(line: Line):
    for _ in range(200):
        line.say(10, headers=1_000)
        assert line.incoming.unfinished() < 80_000


def test_a_message_that_ends_after_all_is_no_longer_kept(line: Line):
    line.send(500_000)
    assert line.incoming.unfinished() == 500_000
    line.incoming.note(10)
    assert line.incoming.unfinished() == 0


def test_what_a_proxy_sent_before_over_the_same_connection_is_nobodys(line: Line):
    async def watched() -> None:
        with Unfinished(1000).watching(line.peer) as incoming:
            await asyncio.sleep(0)  # its file is found
            assert incoming.unfinished() == 0
            line.send(100_000)
            assert incoming.unfinished() == 100_000

    line.send(3_000_000)
    asyncio.run(watched())


def test_files_are_looked_through_once_for_all_who_come_together(monkeypatch: pytest.MonkeyPatch):
    looks, find = list[int](), Unfinished._find

    def counted(guard: Unfinished) -> None:
        looks.append(len(guard._incoming))
        find(guard)

    async def come() -> None:
        guard = Unfinished(1000)
        with ExitStack() as stack:
            for port in range(1, 101):
                stack.enter_context(guard.watching(("127.0.0.1", port)))
            await asyncio.sleep(0)
            assert looks[0] == 100
            assert len(looks) <= 2  # the look now and then may have begun

    monkeypatch.setattr(Unfinished, "_find", counted)
    asyncio.run(come())


def test_cutting_off_leaves_no_file_open_and_touches_only_its_port(tmp_path: Path):
    with (tmp_path / "file").open("wb"), socket.create_server(("127.0.0.1", 0)) as listening:
        before = {*Path("/proc/self/fd").iterdir()}
        cut_off_after(7, listening.getsockname()[1])
        assert {*Path("/proc/self/fd").iterdir()} <= before
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 7000
