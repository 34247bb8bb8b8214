"""Unfinished: whoever sends more and more of a message that does not end is cut off.

The server keeps what has come of a message until it is whole, up to 64 MiB of each connection, and tells
nobody meanwhile. The system counts what was read of each connection: what was since the last whole message
is kept now. Linux alone tells.
"""

import asyncio
import fcntl
import os
import socket
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ENOTCONN
from functools import cache
from pathlib import Path
from stat import S_ISSOCK
from typing import Final

from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, ReceiveMessage, Scope, Send

Peer = tuple[str, int]
"""Whose connection it is: an address and a port."""

_OPEN_FILES: Final = Path("/proc/self/fd")
_RECEIVED: Final = 128
"""Where the kernel's tcp_info says how many bytes have come."""
_BETWEEN: Final = 0.5
_LOOKS_PER_SECOND: Final = 500
"""With very many connections it looks more rarely: to ask the system of 700 every half second took a fortieth
of a busy house's time."""
_AT_A_TIME: Final = 20
"""It looks at so many in one go: whoever else has something to do waits for each of them."""
_SOCKET: Final = "websocket"
_FRAME: Final = 14
"""So many bytes stand before a message at most."""
_ALWAYS: Final = 1 << 20
"""So many bytes may be kept of anybody: a message that is somewhat too long is read, and refused."""
_NEARLY: Final = 1 << 16
"""So many bytes more or less do not matter: what opened a connection, and what kept it alive."""
_BYTES: Final = 4
"""A character has so many at most."""


class Incoming:
    """One connection, and how much of it was read when its last message was whole."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.file: int | None = None
        """The number of its open file, once it is found."""
        self._whole = 0
        self._unsure = False
        """Whether so much more was read than whole messages have that it has to be asked exactly."""

    def found(self, file: int) -> None:
        """Take in which file it is; what was read of it before, a proxy has sent for others."""
        self.file = file
        self._whole = max(self._whole, self._read())

    def note(self, size: int) -> None:
        """Note that a message of so many bytes was whole.

        To ask the system each time would cost more than the message; it is asked where it matters.
        """
        exactly = self._unsure and self.file is not None
        self._whole = self._read() if exactly else self._whole + _FRAME + size
        self._unsure = False

    def unfinished(self) -> int:
        """Look how many bytes were read of a message that has not ended."""
        read = self._read()
        self._whole = min(self._whole, read)
        self._unsure = read - self._whole > _NEARLY
        return read - self._whole

    def cut_off(self) -> None:
        """End the connection; what was kept of it is dropped."""
        with suppress(OSError), _borrowed(self.file) as connection:
            if connection.getpeername()[:2] == self.peer:
                connection.shutdown(socket.SHUT_RDWR)

    def _read(self) -> int:
        """Ask the system how many bytes the server has read; nothing new once the connection is over."""
        with suppress(OSError, struct.error), _borrowed(self.file) as connection:
            if connection.getpeername()[:2] == self.peer:
                told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
                waiting = fcntl.ioctl(connection, termios.FIONREAD, bytes(4))
                [came], [waits] = struct.unpack_from("=Q", told, _RECEIVED), struct.unpack("=i", waiting)
                return int(came - waits)
        return self._whole


class Unfinished:
    """The live connections of a process, looked at now and then."""

    def __init__(self, longest_message: int) -> None:
        """Say how many characters a message has at most."""
        self._most = _ALWAYS + _BYTES * longest_message
        self._incoming: dict[Peer, Incoming] = {}
        self._looking: asyncio.Task[None] | None = None
        self._finds = False

    @contextmanager
    def watching(self, peer: Peer) -> Iterator[Incoming]:
        """Watch the connection of a peer for a while."""
        self._incoming[peer] = incoming = Incoming(peer)
        if not self._finds:  # once for all who come meanwhile: there may be a thousand files
            self._finds = True
            asyncio.get_running_loop().call_soon(self._find)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield incoming
        finally:
            if self._incoming.get(peer) is incoming:
                del self._incoming[peer]

    async def _look(self) -> None:
        while self._incoming:
            self._find()
            every = [*self._incoming.values()]
            pause = max(_BETWEEN, len(every) / _LOOKS_PER_SECOND) * _AT_A_TIME / max(_AT_A_TIME, len(every))
            for first in range(0, len(every), _AT_A_TIME):
                await asyncio.sleep(pause)
                for each in every[first : first + _AT_A_TIME]:
                    if self._incoming.get(each.peer) is each and each.unfinished() > self._most:
                        each.cut_off()

    def _find(self) -> None:
        """Find the files of connections that are new."""
        self._finds = False
        if all(each.file is not None for each in self._incoming.values()):
            return
        known = {each.file for each in self._incoming.values()}
        for number in {int(file.name) for file in _OPEN_FILES.iterdir()} - known:
            with suppress(OSError):
                if S_ISSOCK(os.fstat(number).st_mode):
                    with _borrowed(number) as connection:
                        if isinstance(peer := connection.getpeername(), tuple) and (
                            new := self._incoming.get(peer[:2])
                        ):
                            new.found(number)


@cache  # once is enough
def cut_off_after(seconds: int, port: int) -> None:
    """Have connections to a port of this process cut off when their other side takes nothing for so long.

    It is for whoever is connected to ask for: the server listens only after an application has started.
    """
    if sys.platform != "linux":
        return
    for number in [int(file.name) for file in _OPEN_FILES.iterdir()]:
        with suppress(OSError):
            if S_ISSOCK(os.fstat(number).st_mode):
                _cut_off_after(seconds, port, number)


def _cut_off_after(seconds: int, port: int, number: int) -> None:
    # Only a socket may be opened again and closed: closing a database's file would drop the locks on it.
    with socket.socket(fileno=os.dup(number)) as found:
        is_tcp = found.family in {socket.AF_INET, socket.AF_INET6}
        if is_tcp and found.getsockname()[1] == port:
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * seconds)


@contextmanager
def _borrowed(number: int | None) -> Iterator[socket.socket]:
    """Look at a socket that is the server's own, and leave it open; OSError if it is not there."""
    if number is None:
        raise OSError(ENOTCONN, "not found yet")
    connection = socket.socket(fileno=number)
    try:
        yield connection
    finally:
        connection.detach()


def cutting_off_unfinished(app: ASGIApp, longest_message: int) -> ASGIApp:
    """Have an application's WebSockets cut off that send messages without an end."""
    guard = Unfinished(longest_message)

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        peer = scope.get("client")
        if str(scope["type"]) != _SOCKET or sys.platform != "linux" or not peer:
            await app(scope, receive, send)
            return
        with guard.watching((str(peer[0]), int(peer[1]))) as incoming:  # Granian says the port as a text

            async def received() -> HTTPReceiveMessage | ReceiveMessage:
                message = await receive()
                if message["type"] == "websocket.receive":
                    incoming.note(len(message.get("bytes") or (message.get("text") or "").encode()))
                return message

            await app(scope, received, send)

    return guarded
