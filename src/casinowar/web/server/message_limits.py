"""Limits on connections that a client abuses: messages that never end, and data that it never reads.

The server buffers a message until it is complete, up to 64 MiB for each connection, and does not report it.
But Linux counts the bytes that were read: those since the last complete message are in the buffer.
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
"""The address and port of a client."""

_OPEN_FILES: Final = Path("/proc/self/fd")
_RECEIVED: Final = 128
"""The offset of the received bytes in the kernel's tcp_info."""
_BETWEEN: Final = 0.5
_LOOKS_PER_SECOND: Final = 500
"""Less often with many connections: to check 700 every half second took 2.5% of a busy house's time."""
_AT_A_TIME: Final = 20
"""Connections per check: other tasks wait meanwhile."""
_SOCKET: Final = "websocket"
_FRAME: Final = 14
"""The longest frame header, in bytes."""
_ALWAYS: Final = 1 << 20
"""Bytes allowed to any client: a message slightly too long is read, and refused."""
_NEARLY: Final = 1 << 16
"""Bytes that do not matter: the handshake, and keep-alives."""
_BYTES: Final = 4
"""Bytes per character at most."""


class Incoming:
    """A connection, and the bytes read when its last message was complete."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.file: int | None = None
        """Its file descriptor, once found."""
        self._whole = 0
        self._unsure = False
        """Whether to read the exact count at the next message."""

    def found(self, file: int) -> None:
        """Note its file descriptor; bytes before belong to other clients of a proxy."""
        self.file = file
        self._whole = max(self._whole, self._read())

    def note(self, size: int) -> None:
        """Note a complete message.

        Reading the exact count costs more than the message, so it is done only when in doubt.
        """
        exactly = self._unsure and self.file is not None
        self._whole = self._read() if exactly else self._whole + _FRAME + size
        self._unsure = False

    def unfinished(self) -> int:
        read = self._read()
        self._whole = min(self._whole, read)
        self._unsure = read - self._whole > _NEARLY
        return read - self._whole

    def cut_off(self) -> None:
        with suppress(OSError), _borrowed(self.file) as connection:
            if connection.getpeername()[:2] == self.peer:
                connection.shutdown(socket.SHUT_RDWR)

    def _read(self) -> int:
        """Ask the system how many bytes the server has read."""
        with suppress(OSError, struct.error), _borrowed(self.file) as connection:
            if connection.getpeername()[:2] == self.peer:
                told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
                waiting = fcntl.ioctl(connection, termios.FIONREAD, bytes(4))
                [came], [waits] = struct.unpack_from("=Q", told, _RECEIVED), struct.unpack("=i", waiting)
                return int(came - waits)
        return self._whole


class Unfinished:
    """Checks the WebSockets of a process for incomplete messages."""

    def __init__(self, longest_message: int) -> None:
        self._most = _ALWAYS + _BYTES * longest_message
        self._incoming: dict[Peer, Incoming] = {}
        self._looking: asyncio.Task[None] | None = None
        self._finds = False

    @contextmanager
    def watching(self, peer: Peer) -> Iterator[Incoming]:
        self._incoming[peer] = incoming = Incoming(peer)
        if not self._finds:  # once for all new connections: there may be a thousand files
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


@cache  # once per process
def cut_off_after(seconds: int, port: int) -> None:
    """Let the system end connections to a port whose client acknowledges nothing for this long.

    A close frame would wait behind all that the client has not read. Connections inherit the option from the
    listening socket, which exists only after the application has started: the first connection sets it.
    """
    if sys.platform != "linux":
        return
    for number in [int(file.name) for file in _OPEN_FILES.iterdir()]:
        with suppress(OSError):
            if S_ISSOCK(os.fstat(number).st_mode):
                _cut_off_after(seconds, port, number)


def _cut_off_after(seconds: int, port: int, number: int) -> None:
    # Only sockets: closing a duplicate of a database file would drop its locks.
    with socket.socket(fileno=os.dup(number)) as found:
        is_tcp = found.family in {socket.AF_INET, socket.AF_INET6}
        if is_tcp and found.getsockname()[1] == port:
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * seconds)


@contextmanager
def _borrowed(number: int | None) -> Iterator[socket.socket]:
    """Use a socket of the server, and leave it open; OSError if it does not exist."""
    if number is None:
        raise OSError(ENOTCONN, "not found yet")
    connection = socket.socket(fileno=number)
    try:
        yield connection
    finally:
        connection.detach()


def with_message_limit(app: ASGIApp, longest_message: int) -> ASGIApp:
    guard = Unfinished(longest_message)

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        peer = scope.get("client")
        if str(scope["type"]) != _SOCKET or sys.platform != "linux" or not peer:
            await app(scope, receive, send)
            return
        with guard.watching((str(peer[0]), int(peer[1]))) as incoming:  # Granian gives the port as text

            async def received() -> HTTPReceiveMessage | ReceiveMessage:
                message = await receive()
                if message["type"] == "websocket.receive":
                    incoming.note(len(message.get("bytes") or (message.get("text") or "").encode()))
                return message

            await app(scope, received, send)

    return guarded
