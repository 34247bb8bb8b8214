"""Homes: which process of a server serves which table, so that they do not stand in each other's way.

Any process can serve any table, and does where its home does not answer: the database decides between two
who write the same. But each table has one home, to which the others hand what they are asked for, and which
tells them what is committed there. They talk over sockets in a folder that is this server's own.
"""

import asyncio
import fcntl
import logging
import pickle
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from zlib import crc32

from casinowar.game.phrase import Phrase
from casinowar.house.requests import Answer, Refused, TableRequest

_LOG = logging.getLogger("casinowar.house")
_TRY_AGAIN: Final = 0.2
_SIZE: Final = 4
"""So many bytes say how long what follows is."""
_MOST_UNSENT: Final = 1 << 26
"""A process for which more bytes than these wait has stopped; it has to look for itself."""
_CLOSING: Final = "closing"
_UNKNOWN: Final = Phrase("House.unknown", "The house cannot say whether that was done; ask by its id.")


class CommitTold(NamedTuple):
    """A commit as it is told."""

    table: str
    version: int
    said: bytes


class News(NamedTuple):
    """What was committed at tables that are at home somewhere, and whom it concerns."""

    versions: Mapping[str, int]
    told: list[CommitTold]
    concerns: set[str]


class _Asked(NamedTuple):
    number: int
    request: TableRequest


class _Answered(NamedTuple):
    number: int
    answer: Answer


class _Ready(NamedTuple):
    table: str
    player: str


class _Welcome(NamedTuple):
    """From now on all news are told."""


class Host(Protocol):
    """Who serves the tables of one process."""

    def take(self, request: TableRequest) -> asyncio.Future[Answer]:
        """Have a request decided and written here."""

    async def be_ready(self, table: str, player: str) -> None:
        """Take note that a player has no more wagers to place."""

    def hear_of(self, news: News) -> None:
        """Take in what was committed at other homes."""

    async def look_for_news(self) -> None:
        """Look for what was committed anywhere."""


class _Wire:
    """A connection to another process; what is said at once goes together."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._unsaid: list[object] = []

    def say(self, said: object) -> None:
        """Say something, without waiting for anybody."""
        if not self._unsaid:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsaid.append(said)

    def _flush(self) -> None:
        written = pickle.dumps(self._unsaid, pickle.HIGHEST_PROTOCOL)
        self._unsaid = []
        if self._writer.transport.get_write_buffer_size() > _MOST_UNSENT:
            self._writer.transport.abort()
        elif not self._writer.is_closing():
            self._writer.write(len(written).to_bytes(_SIZE) + written)

    async def heard(self) -> AsyncIterator[Any]:
        """Give what the other says, until one of them is gone."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                size = int.from_bytes(await self._reader.readexactly(_SIZE))
                # From a process of this server's own: nobody else can reach the folder with the sockets.
                for said in pickle.loads(await self._reader.readexactly(size)):  # noqa: S301 - its own
                    yield said

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


class _Home:
    """The home of tables in another process."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.line: _Wire | None = None
        """What it is asked over, while it answers and tells its news."""
        self.waiting: dict[int, asyncio.Future[Answer]] = {}

    def leave(self) -> None:
        """Have whoever waits for an answer know that none comes."""
        self.line, waiting, self.waiting = None, self.waiting, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionError())


class Homes:
    """The homes of one server's tables, as one of its processes sees them."""

    def __init__(self, folder: Path, own: int | None, number: int) -> None:
        """Find sockets in a folder; `own` is this process's place among so many, if it has one."""
        self._own = own
        self._homes = [_Home(folder / f"home-{place}") for place in range(number)]
        self._listeners: set[_Wire] = set()
        self._numbers = count()

    def elsewhere(self, table: str) -> bool:
        """Tell whether another process serves a table now, and says what it commits."""
        return self._of(table) is not None

    @property
    def is_listened_to(self) -> bool:
        """Tell whether other processes hear what is committed here."""
        return bool(self._listeners)

    @asynccontextmanager
    async def open(self, host: Host) -> AsyncIterator[None]:
        """Be a home to one's own tables, and know the others', for a while."""
        server = None
        if self._own is not None:
            socket = self._homes[self._own].socket
            socket.unlink(missing_ok=True)  # a process that was here before may have died
            server = await asyncio.start_unix_server(lambda *line: self._attend(host, _Wire(*line)), socket)
        others = [home for place, home in enumerate(self._homes) if place != self._own]
        knowing = [asyncio.create_task(_know(home, host)) for home in others]
        try:
            yield
        finally:
            for task in knowing:
                task.cancel()
            await asyncio.gather(*knowing, return_exceptions=True)
            for line in self._listeners:
                line.close()
            if server is not None:
                server.close()

    async def ask(self, request: TableRequest) -> Answer | None:
        """Have a table's home decide a request; None if it is to be decided here."""
        home = self._of(request.table)
        if home is None or home.line is None:
            return None
        number = next(self._numbers)
        answered = home.waiting[number] = asyncio.get_running_loop().create_future()
        home.line.say(_Asked(number, request))
        try:
            answer = await answered
        except ConnectionError:  # under its id it acts once, whoever decides it
            return None if request.id else Refused("unknown", _UNKNOWN)
        return None if isinstance(answer, Refused) and answer.code == _CLOSING else answer

    def be_ready(self, table: str, player: str) -> bool:
        """Tell a table's home that a player has no more wagers to place; False if it is here."""
        home = self._of(table)
        if home is None or home.line is None:
            return False
        home.line.say(_Ready(table, player))
        return True

    def tell(self, news: News) -> None:
        """Tell all others what was committed here."""
        for line in self._listeners:
            line.say(news)

    def _of(self, table: str) -> _Home | None:
        """Find the home of a table, if it is another process that answers."""
        home = self._homes[crc32(table.encode()) % len(self._homes)]
        return home if home.line is not None else None

    async def _attend(self, host: Host, line: _Wire) -> None:
        """Take what another process asks for, and tell it the news."""
        self._listeners.add(line)
        line.say(_Welcome())
        try:
            async for said in line.heard():
                match said:
                    case _Asked():
                        host.take(said.request).add_done_callback(_answering(line, said.number))
                    case _Ready():
                        await host.be_ready(said.table, said.player)
                    case _:
                        raise TypeError(said)
        finally:
            self._listeners.discard(line)
            line.close()


def _answering(line: _Wire, number: int) -> Callable[[asyncio.Future[Answer]], None]:
    return lambda answered: line.say(_Answered(number, answered.result()))


async def _know(home: _Home, host: Host) -> None:
    """Know a home for as long as this process lives, however often it is gone."""
    while True:
        with suppress(OSError):
            line = _Wire(*await asyncio.open_unix_connection(home.socket))
            try:
                await _listen(home, host, line)
            except Exception:  # noqa: BLE001 - whatever it is, the home is asked again
                _LOG.exception("a home was not understood")
            finally:
                home.leave()
                line.close()
        await asyncio.sleep(_TRY_AGAIN)


async def _listen(home: _Home, host: Host, line: _Wire) -> None:
    async for said in line.heard():
        match said:
            case _Answered():
                answered = home.waiting.pop(said.number)
                if not answered.done():  # whoever asked may be gone
                    answered.set_result(said.answer)
            case News():
                host.hear_of(said)
            case _Welcome():  # what was committed before is looked for; what comes now is heard
                await host.look_for_news()
                home.line = line
            case _:
                raise TypeError(said)


@contextmanager
def a_place(folder: Path, number: int) -> Iterator[int | None]:
    """Take a place among so many processes that none of the others has, as long as this process lives."""
    for place in range(number):
        with (folder / f"home-{place}.lock").open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield place
            return
    yield None
