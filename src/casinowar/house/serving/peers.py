"""A wire: a connection to another process of the same server, over which values are said as they are.

The processes are one program under one user, and nobody else can reach the folder with their sockets, so
what they say is pickled.
"""

import asyncio
import fcntl
import logging
import pickle
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from contextlib import ExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from zlib import crc32

from msgspec.structs import replace

from casinowar.house.journal.requests import CLOSING, Accepted, Answer, TableRequest

_LOG = logging.getLogger("casinowar.house")
_SIZE: Final = 4
"""So many bytes say how long what follows is."""
_MOST_UNSENT: Final = 1 << 26
"""A process for which more bytes than these wait has stopped; it has to look for itself."""


class PeerConnection:
    """A connection to another process; what is said at once goes together."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk over a stream."""
        self._reader, self._writer = reader, writer
        self._unsaid: list[object] = []

    def say(self, said: object) -> None:
        """Say something, without waiting for anybody."""
        if not self._unsaid:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsaid.append(said)

    def _flush(self) -> None:
        unsaid, self._unsaid = self._unsaid, []
        try:
            written = pickle.dumps(unsaid, pickle.HIGHEST_PROTOCOL)
        except Exception:  # noqa: BLE001 - whoever is not told has to know it, and to look for itself
            _LOG.exception("something cannot be said to another process")
            self.close()
            return
        if self._writer.transport.get_write_buffer_size() > _MOST_UNSENT:
            self.close()
        elif not self._writer.is_closing():
            self._writer.write(len(written).to_bytes(_SIZE) + written)

    async def heard(self) -> AsyncIterator[Any]:
        """Give what the other says, until one of them is gone."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                size = int.from_bytes(await self._reader.readexactly(_SIZE))
                for said in pickle.loads(await self._reader.readexactly(size)):  # noqa: S301 - its own
                    yield said

    def close(self) -> None:
        """Hang up at once; what was not sent is not sent any more."""
        self._writer.transport.abort()


_LOG = logging.getLogger("casinowar.house")
_TRY_AGAIN: Final = 0.2
_LONGEST_ANSWER: Final = 5.0
"""A home that has not answered for so many seconds is done without."""
_LONGEST_SILENCE: Final = 5.0
"""So is one of which nothing was heard for so many: nobody would deal with silence at its tables."""


class EncodedCommit(NamedTuple):
    """A commit as it is told."""

    table: str
    version: int
    said: bytes


class Broadcast(NamedTuple):
    """What was committed at tables that are at home somewhere, and whom it concerns."""

    versions: Mapping[str, int]
    told: list[EncodedCommit]
    concerns: Iterable[str] | None
    """Nothing, where it may concern anybody."""


class _Asked(NamedTuple):
    number: int
    request: TableRequest


class _Answered(NamedTuple):
    number: int
    answer: Answer


class _Ready(NamedTuple):
    table: str
    player: str


class _Here(NamedTuple):
    """Time passes at the tables of this home, which takes requests and tells all its news."""


class _Leaving(NamedTuple):
    """This home decides nothing more."""


class PeerHandler(Protocol):
    """Who serves the tables of one process."""

    def take(self, request: TableRequest) -> asyncio.Future[Answer]:
        """Have a request decided and written here."""

    async def mark_ready_here(self, table: str, player: str) -> None:
        """Take note here that a player has no more wagers to place."""

    def receive(self, news: Broadcast) -> None:
        """Take in what was committed at other peers."""

    async def poll(self) -> None:
        """Look for what was committed anywhere."""


class _Waiting(NamedTuple):
    """Who waits for an answer, and since when."""

    answer: asyncio.Future[Answer]
    since: float


class _Peer:
    """The home of tables in another process."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.line: PeerConnection | None = None
        """What it is asked over, while it takes requests and tells its news."""
        self.waiting: dict[int, _Waiting] = {}
        self.was_stuck = False
        """Whether it was hung up on because it did not answer."""
        self.unheard = 0
        """So often it was looked since it was heard that time passes there; while one is stopped oneself
        nobody looks."""

    def leave(self) -> None:
        """Have whoever waits for an answer know that none comes."""
        self.line, waiting, self.waiting = None, self.waiting, {}
        for answer, _ in waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionError())

    @property
    def is_stuck(self) -> bool:
        """Tell whether somebody has waited for an answer for too long, or nothing was heard of it."""
        first = next(iter(self.waiting.values()), None)
        if first is not None and time.monotonic() - first.since > _LONGEST_ANSWER:
            return True
        return self.line is not None and self.unheard * _TRY_AGAIN > _LONGEST_SILENCE


class Peers:
    """The peers of one server's tables, as one of its processes sees them."""

    def __init__(self, folder: Path, number: int, at_home: Callable[[int], None] | None = None) -> None:
        """Find the sockets of so many processes in a folder; `at_home` hears which of them this one is."""
        self._folder, self._at_home = folder, at_home
        self._peers = [_Peer(folder / f"home-{place}") for place in range(number)]
        self._listeners: set[PeerConnection] = set()
        self._numbers = count()
        self._noting: set[asyncio.Task[None]] = set()
        self.place: int | None = None
        """Which of the peers this process is, once one was free."""

    def served_by_peer(self, table: str) -> bool:
        """Tell whether another process serves a table now, and says what it commits."""
        return self._of(table) is not None

    @property
    def is_listened_to(self) -> bool:
        """Tell whether other processes hear what is committed here."""
        return bool(self._listeners)

    @asynccontextmanager
    async def open(self, host: PeerHandler) -> AsyncIterator[None]:
        """Be a home to one's own tables, and know the others', for a while."""
        doing = [asyncio.create_task(self._be_home(host))]
        doing += [asyncio.create_task(self._know(place, host)) for place in range(len(self._peers))]
        try:
            yield
        finally:
            for task in doing:
                task.cancel()
            await asyncio.gather(*doing, return_exceptions=True)

    async def ask(self, request: TableRequest) -> Answer | None:
        """Have a table's home decide a request; None if it is to be decided here.

        Raises ConnectionError where the home is gone, or does not answer: it may have done it, or do it yet.
        """
        found = self._of(request.table)
        if found is None:
            return None
        line, home = found
        number = next(self._numbers)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        home.waiting[number] = _Waiting(answer, time.monotonic())
        line.say(_Asked(number, request))
        if (said := await answer) == CLOSING:
            home.line = None
            return None
        return said

    def mark_ready(self, table: str, player: str) -> bool:
        """Tell a table's home that a player has no more wagers to place; False if it is here."""
        found = self._of(table)
        if found is not None:
            found[0].say(_Ready(table, player))
        return found is not None

    def tell(self, news: Broadcast) -> None:
        """Tell all others what was committed here."""
        self._say(news)

    def be_here(self) -> None:
        """Tell all others that time passes at the tables that are at home here."""
        self._say(_Here())

    def leave(self) -> None:
        """Be no home any more: what was at home here is served by whoever is asked."""
        self._say(_Leaving())

    def _say(self, said: object) -> None:
        for line in self._listeners:
            line.say(said)

    def _of(self, table: str) -> tuple[PeerConnection, _Peer] | None:
        """Find the home of a table, if it is another process that answers."""
        home = self._peers[crc32(table.encode()) % len(self._peers)]
        return (home.line, home) if home.line is not None else None

    # being a home

    async def _be_home(self, host: PeerHandler) -> None:
        """Take a place that no other process has, as soon as one is free, and be a home there."""
        try:
            with ExitStack() as locks:
                while (place := self._free_place(locks)) is None:  # noqa: ASYNC110 - other processes end
                    await asyncio.sleep(_TRY_AGAIN)
                self.place = place  # before anybody can be connected: nobody is a home a peer of itself
                if self._at_home is not None:
                    self._at_home(place)
                socket = self._peers[place].socket
                socket.unlink(missing_ok=True)  # a process that was here before may have died
                server = await asyncio.start_unix_server(
                    lambda *line: self._attend(host, PeerConnection(*line)), socket
                )
                _LOG.info("this process is home %s", place)
                try:
                    await asyncio.get_running_loop().create_future()
                finally:
                    server.close()
                    for line in self._listeners:
                        line.close()
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
                locks.enter_context(own.pop_all())  # it is kept for as long as this process is there
                return place
        return None

    async def _attend(self, host: PeerHandler, line: PeerConnection) -> None:
        """Take what another process asks for, and tell it the news."""
        self._listeners.add(line)
        try:
            async for said in line.heard():
                match said:
                    case _Asked():
                        host.take(said.request).add_done_callback(_answering(line, said.number))
                    case _Ready():
                        self._note(host.mark_ready_here(said.table, said.player))
                    case _:
                        raise TypeError(said)
        finally:
            self._listeners.discard(line)
            line.close()

    def _note(self, noting: Coroutine[None, None, None]) -> None:
        """Have something noted meanwhile; what goes wrong with it is nobody else's."""
        task = asyncio.ensure_future(noting)
        self._noting.add(task)
        task.add_done_callback(self._noted)

    def _noted(self, task: asyncio.Task[None]) -> None:
        self._noting.discard(task)
        if not task.cancelled() and (wrong := task.exception()) is not None:
            _LOG.error("what somebody said was not noted", exc_info=wrong)

    # knowing the others

    async def _know(self, place: int, host: PeerHandler) -> None:
        """Know a home for as long as this process lives, however often it is gone."""
        home = self._peers[place]
        while True:
            if place != self.place:
                with suppress(OSError):
                    await _visited(home, place, host)
            await asyncio.sleep(_LONGEST_ANSWER if home.was_stuck else _TRY_AGAIN)


async def _visited(home: _Peer, place: int, host: PeerHandler) -> None:
    """Be connected to a home, until one of both is gone or it is stuck."""
    line = PeerConnection(*await asyncio.open_unix_connection(home.socket))
    watching = asyncio.create_task(_hang_up_if_stuck(home, line))
    try:
        await _listen(home, host, line)
    except Exception:  # noqa: BLE001 - whatever it is, the home is asked again
        _LOG.exception("home %s was not understood", place)
    else:
        _LOG.warning("home %s %s", place, "does not answer" if home.was_stuck else "is gone")
    finally:
        watching.cancel()
        home.leave()
        line.close()


def _answering(line: PeerConnection, number: int) -> Callable[[asyncio.Future[Answer]], None]:
    def answer(answered: asyncio.Future[Answer]) -> None:
        said = answered.result()
        if isinstance(said, Accepted):  # the commit is told with the news
            said = replace(said, commit=None)
        line.say(_Answered(number, said))

    return answer


async def _hang_up_if_stuck(home: _Peer, line: PeerConnection) -> None:
    home.was_stuck = False
    while not home.is_stuck:
        await asyncio.sleep(_TRY_AGAIN)
        home.unheard += 1
    home.was_stuck = True
    line.close()


async def _listen(home: _Peer, host: PeerHandler, line: PeerConnection) -> None:
    async for said in line.heard():
        match said:
            case _Answered():
                answer, _ = home.waiting.pop(said.number)
                if not answer.done():  # whoever asked may be gone
                    answer.set_result(said.answer)
            case Broadcast():
                host.receive(said)
            case _Here():
                if home.line is None:  # what was committed before is looked for; what comes now is heard
                    await host.poll()
                home.line, home.unheard = line, 0
            case _Leaving():
                home.line = None
            case _:
                raise TypeError(said)
