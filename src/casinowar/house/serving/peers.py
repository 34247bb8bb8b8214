"""Peers: the processes of one server, each of which serves a share of the tables so that they do not contend.

Any process may serve any table: the database decides between two that write the same version. Each table has
one home, the process that the checksum of its name selects. The other processes pass it their requests, and
it broadcasts its commits. A table whose home does not answer is served by whichever process is asked. They
talk over Unix sockets in the folder that the server's processes share.
"""

import asyncio
import fcntl
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from zlib import crc32

from msgspec import Struct, json

from casinowar.game.phrase import Phrase
from casinowar.game.words import TerminalHand, Word
from casinowar.house.journal.requests import CLOSING, Accepted, Answer, Refused, TableRequest

_LOG = logging.getLogger("casinowar.house")
_SIZE: Final = 4
"""Bytes of the length before each message."""
_MOST_UNSENT: Final = 1 << 26
"""Unsent bytes after which a peer counts as stopped; it then polls the store."""
_RETRY: Final = 0.2
"""Seconds between attempts to connect, and between checks of a connection."""
_ANSWER_TIMEOUT: Final = 5.0
"""Seconds without an answer after which a peer is bypassed."""
_HEARTBEAT_TIMEOUT: Final = 5.0
"""Seconds without a heartbeat after which a peer is bypassed, so that timeouts run at its tables."""


class EncodedCommit(NamedTuple):
    """A commit as subscriptions receive it."""

    table: str
    version: int
    encoded: bytes


class _Message(Struct, frozen=True, tag=True, array_like=True):
    """What one process tells another."""


class Broadcast(_Message, frozen=True):
    """What one process committed: versions, encoded commits, and the players concerned."""

    versions: Mapping[str, int]
    commits: list[EncodedCommit]
    concerns: AbstractSet[str] | None
    """None means everyone."""


class _Asked(_Message, frozen=True):
    number: int
    request: TableRequest


class _Accepted(_Message, frozen=True):
    """The answer to a request; the commit comes with the broadcast."""

    number: int
    table: str
    version: int
    again: bool

    @property
    def answer(self) -> Accepted:
        return Accepted(self.table, self.version, again=self.again)


class _Refused(_Message, frozen=True):
    number: int
    code: str
    sentence: Any
    clause: str

    @property
    def answer(self) -> Refused:
        return Refused(self.code, _unpacked(self.sentence), self.clause)


class _Ready(_Message, frozen=True):
    table: str
    player: str


class _Heartbeat(_Message, frozen=True):
    """This process takes requests, runs its timeouts, and broadcasts all its commits."""


class _Leaving(_Message, frozen=True):
    """This process decides nothing more."""


def _answered(number: int, answer: Answer) -> _Accepted | _Refused:
    if isinstance(answer, Accepted):
        return _Accepted(number, answer.table, answer.version, answer.again)
    return _Refused(number, answer.code, _packed(answer.sentence), answer.clause)


def _packed(fact: object) -> object:
    """Turn a phrase and its facts into JSON; a list names the kind of a fact before its values."""
    match fact:
        case Phrase():
            facts = {name: _packed(each) for name, each in fact.facts.items()}
            return ["Phrase", fact.code, fact.english, facts]
        case Word():
            return [type(fact).__name__, fact.value]
        case TerminalHand():
            return ["TerminalHand", int(fact)]
        case tuple():
            return ["tuple", *map(_packed, fact)]
        case None | int() | str():
            return fact
        case _:
            return str(fact)


def _unpacked(fact: Any) -> Any:  # noqa: ANN401 - facts are of many kinds
    match fact:
        case ["Phrase", code, english, facts]:
            return Phrase(code, english, **{name: _unpacked(each) for name, each in facts.items()})
        case ["TerminalHand", hand]:
            return TerminalHand(hand)
        case ["tuple", *facts]:
            return tuple(map(_unpacked, facts))
        case [kind, code]:
            return next(each for each in Word.__subclasses__() if each.__name__ == kind)(code)
        case _:
            return fact


_ENCODER: Final = json.Encoder()
_DECODER: Final = json.Decoder(
    list[_Asked | _Accepted | _Refused | _Ready | Broadcast | _Heartbeat | _Leaving]
)


class PeerConnection:
    """A connection to another process of this server; messages of one moment are sent together."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk over a stream."""
        self._reader, self._writer = reader, writer
        self._unsent: list[_Message] = []

    def send(self, message: _Message) -> None:
        """Queue a message; it is sent without waiting."""
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent.append(message)

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        try:
            encoded = _ENCODER.encode(unsent)
        except Exception:  # noqa: BLE001 - the peer must know that it missed something, and poll the store
            _LOG.exception("a message to a peer cannot be encoded")
            self.close()
            return
        if self._writer.transport.get_write_buffer_size() > _MOST_UNSENT:
            self.close()
        elif not self._writer.is_closing():
            self._writer.write(len(encoded).to_bytes(_SIZE) + encoded)

    async def received(self) -> AsyncIterator[_Message]:
        """Give the messages of the other process until either process is gone."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                size = int.from_bytes(await self._reader.readexactly(_SIZE))
                for message in _DECODER.decode(await self._reader.readexactly(size)):
                    yield message

    def close(self) -> None:
        """Close at once; unsent messages are lost."""
        self._writer.transport.abort()


class PeerHandler(Protocol):
    """What a process does for its peers; the desk is one."""

    def take(self, request: TableRequest) -> asyncio.Future[Answer]:
        """Decide and write a request here."""

    async def mark_ready_here(self, table: str, player: str) -> None:
        """Note here that a player has placed every wager."""

    def receive(self, news: Broadcast) -> None:
        """Publish what a peer committed."""

    async def poll(self) -> None:
        """Read and publish what any worker committed."""


class _Waiting(NamedTuple):
    answer: asyncio.Future[Answer]
    since: float


class _Peer:
    """One of the processes, as another one sees it."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.connection: PeerConnection | None = None
        """Set while the process takes requests and broadcasts its commits."""
        self.waiting: dict[int, _Waiting] = {}
        self.was_stuck = False
        """Whether the connection was closed because no answer came."""
        self.missed = 0
        """Checks since the last heartbeat. They are counted, not timed: a process that was stopped itself
        has not checked."""

    def leave(self) -> None:
        """Fail the requests that wait for an answer."""
        self.connection, waiting, self.waiting = None, self.waiting, {}
        for answer, _ in waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionError())

    @property
    def is_stuck(self) -> bool:
        """Tell whether an answer or a heartbeat is overdue."""
        first = next(iter(self.waiting.values()), None)
        if first is not None and time.monotonic() - first.since > _ANSWER_TIMEOUT:
            return True
        return self.connection is not None and self.missed * _RETRY > _HEARTBEAT_TIMEOUT


class Peers:
    """All processes of one server, as one of them sees them."""

    def __init__(self, folder: Path, number: int, at_home: Callable[[int], None] | None = None) -> None:
        """Use the sockets of a number of processes in a folder; `at_home` is told this process's place."""
        self._folder, self._at_home = folder, at_home
        self._peers = [_Peer(folder / f"home-{place}") for place in range(number)]
        self._listeners: set[PeerConnection] = set()
        self._numbers = count()
        self._noting: set[asyncio.Task[None]] = set()
        self.place: int | None = None
        """The place of this process among its peers, once one was free."""

    def served_by_peer(self, table: str) -> bool:
        """Tell whether a peer serves a table now, and broadcasts its commits."""
        return self._of(table) is not None

    @property
    def has_listeners(self) -> bool:
        """Tell whether any peer receives what is committed here."""
        return bool(self._listeners)

    @asynccontextmanager
    async def open(self, handler: PeerHandler) -> AsyncIterator[None]:
        """Serve the peers, and connect to them."""
        tasks = [asyncio.create_task(self._serve(handler))]
        tasks += [
            asyncio.create_task(self._stay_connected(place, handler)) for place in range(len(self._peers))
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def ask(self, request: TableRequest) -> Answer | None:
        """Have the peer that serves a table decide a request; None means decide it here.

        Raises ConnectionError if the peer is gone or does not answer: it may have done it, or do it yet.
        """
        found = self._of(request.table)
        if found is None:
            return None
        connection, peer = found
        number = next(self._numbers)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        peer.waiting[number] = _Waiting(answer, time.monotonic())
        connection.send(_Asked(number, request))
        if (answered := await answer) == CLOSING:
            peer.connection = None
            return None
        return answered

    def mark_ready(self, table: str, player: str) -> bool:
        """Tell the peer that serves a table that a player has placed every wager; False if none does."""
        found = self._of(table)
        if found is not None:
            found[0].send(_Ready(table, player))
        return found is not None

    def broadcast(self, news: Broadcast) -> None:
        """Send all peers what was committed here."""
        self._send(news)

    def send_heartbeat(self) -> None:
        """Tell all peers that timeouts run at the tables of this process."""
        self._send(_Heartbeat())

    def leave(self) -> None:
        """Tell all peers that this process serves no tables any more."""
        self._send(_Leaving())

    def _send(self, message: _Message) -> None:
        for connection in self._listeners:
            connection.send(message)

    def _of(self, table: str) -> tuple[PeerConnection, _Peer] | None:
        """Find the peer that serves a table; None if it is this process, or does not answer."""
        peer = self._peers[crc32(table.encode()) % len(self._peers)]
        return (peer.connection, peer) if peer.connection is not None else None

    # the server side: tables of this process

    async def _serve(self, handler: PeerHandler) -> None:
        """Take a free place as soon as there is one, and listen there."""
        try:
            with ExitStack() as locks:
                while (place := self._free_place(locks)) is None:  # noqa: ASYNC110 - other processes end
                    await asyncio.sleep(_RETRY)
                self.place = place  # before any connection: no process is a peer of itself
                if self._at_home is not None:
                    self._at_home(place)
                socket = self._peers[place].socket
                socket.unlink(missing_ok=True)  # left by a process that died
                server = await asyncio.start_unix_server(
                    lambda *stream: self._attend(handler, PeerConnection(*stream)), socket
                )
                _LOG.info("this process is home %s", place)
                try:
                    await asyncio.get_running_loop().create_future()
                finally:
                    server.close()
                    for connection in self._listeners:
                        connection.close()
        except OSError as wrong:  # a path may be too long for a socket
            _LOG.warning("this process is no home: %s", wrong)

    def _free_place(self, locks: ExitStack) -> int | None:
        for place in range(len(self._peers)):
            with ExitStack() as own:
                file = own.enter_context((self._folder / f"home-{place}.lock").open("ab"))
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    continue
                locks.enter_context(own.pop_all())  # held while this process lives
                return place
        return None

    async def _attend(self, handler: PeerHandler, connection: PeerConnection) -> None:
        """Take the requests of a peer, which also receives the broadcasts."""
        self._listeners.add(connection)
        try:
            async for message in connection.received():
                match message:
                    case _Asked():
                        handler.take(message.request).add_done_callback(
                            _answering(connection, message.number)
                        )
                    case _Ready():
                        self._note(handler.mark_ready_here(message.table, message.player))
                    case _:
                        raise TypeError(message)
        finally:
            self._listeners.discard(connection)
            connection.close()

    def _note(self, noting: Coroutine[None, None, None]) -> None:
        """Run a task whose failure concerns no other."""
        task = asyncio.ensure_future(noting)
        self._noting.add(task)
        task.add_done_callback(self._noted)

    def _noted(self, task: asyncio.Task[None]) -> None:
        self._noting.discard(task)
        if not task.cancelled() and (wrong := task.exception()) is not None:
            _LOG.error("a player's message was not noted", exc_info=wrong)

    # the client side: tables of the peers

    async def _stay_connected(self, place: int, handler: PeerHandler) -> None:
        """Connect to the peer at a place again whenever the connection ends."""
        peer = self._peers[place]
        while True:
            if place != self.place:
                with suppress(OSError):
                    await _connected(peer, place, handler)
            await asyncio.sleep(_ANSWER_TIMEOUT if peer.was_stuck else _RETRY)


async def _connected(peer: _Peer, place: int, handler: PeerHandler) -> None:
    """Stay connected to a peer until either process is gone or the peer is stuck."""
    connection = PeerConnection(*await asyncio.open_unix_connection(peer.socket))
    watching = asyncio.create_task(_close_if_stuck(peer, connection))
    try:
        await _listen(peer, handler, connection)
    except Exception:  # noqa: BLE001 - whatever it is, the connection is made again
        _LOG.exception("home %s was not understood", place)
    else:
        _LOG.warning("home %s %s", place, "does not answer" if peer.was_stuck else "is gone")
    finally:
        watching.cancel()
        peer.leave()
        connection.close()


def _answering(connection: PeerConnection, number: int) -> Callable[[asyncio.Future[Answer]], None]:
    def answer(answered: asyncio.Future[Answer]) -> None:
        connection.send(_answered(number, answered.result()))

    return answer


async def _close_if_stuck(peer: _Peer, connection: PeerConnection) -> None:
    peer.was_stuck = False
    while not peer.is_stuck:
        await asyncio.sleep(_RETRY)
        peer.missed += 1
    peer.was_stuck = True
    connection.close()


async def _listen(peer: _Peer, handler: PeerHandler, connection: PeerConnection) -> None:
    async for message in connection.received():
        match message:
            case _Accepted() | _Refused():
                answer, _ = peer.waiting.pop(message.number)
                if not answer.done():  # the requester may be gone
                    answer.set_result(message.answer)
            case Broadcast():
                handler.receive(message)
            case _Heartbeat():
                if peer.connection is None:  # earlier commits are polled; later ones are broadcast
                    await handler.poll()
                peer.connection, peer.missed = connection, 0
            case _Leaving():
                peer.connection = None
            case _:
                raise TypeError(message)
