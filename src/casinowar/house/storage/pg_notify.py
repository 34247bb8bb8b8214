"""Hearing: on PostgreSQL a worker tells the others at once what it has committed, by NOTIFY and LISTEN.

It is said after the commit, in a transaction of its own that writes nothing, and nobody waits for it: NOTIFY
within the commit would have all writers of the database wait for each other until the disk has it. What is
lost this way is found by looking, as on SQLite.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Lock
from typing import Final

from msgspec import DecodeError, Struct, json
from psycopg import AsyncConnection, Error
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

_LOG = logging.getLogger("casinowar.house")
_CHANNEL: Final = "casinowar"
_LONGEST: Final = 7_900
"""PostgreSQL passes on less than 8,000 bytes."""
_TRY_AGAIN: Final = 1.0
_SAY: Final = text("SELECT pg_notify(:channel, :said)")

Hear = Callable[[Mapping[str, int]], Awaitable[None]]
"""Takes in how far tables have come; nothing said is to look at all of them."""


class Announcement(Struct, frozen=True):
    """What a store has committed: how far each table has come."""

    by: str
    versions: dict[str, int]


class Announcing:
    """Tells the other workers of a database what this one commits."""

    def __init__(self, engine: Engine) -> None:
        """Speak by an engine, in a thread of its own; on SQLite nobody is there to hear."""
        self.name = secrets.token_hex(8)
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self.is_heard = engine.dialect.name == "postgresql"
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="announcing")
        self._lock = Lock()
        self._unsaid: dict[str, int] = {}

    def say(self, versions: dict[str, int]) -> None:
        """Say how far tables have come, without anybody waiting for it."""
        if not self.is_heard or not versions:
            return
        with self._lock:
            waits = bool(self._unsaid)
            self._unsaid |= versions
        if not waits:
            self._thread.submit(self._speak)

    def close(self) -> None:
        """Say what is left to say."""
        self._thread.shutdown()

    def _speak(self) -> None:
        """Say all that has come together since; the commits stand, even if nobody hears of them."""
        with self._lock:
            versions, self._unsaid = self._unsaid, {}
        said = json.encode(Announcement(self.name, versions))
        if len(said) > _LONGEST:
            said = json.encode(Announcement(self.name, {}))
        try:
            with self._engine.connect() as connection:
                connection.execute(_SAY, {"channel": _CHANNEL, "said": said.decode()})
        except SQLAlchemyError:
            _LOG.warning("not_announced", exc_info=True)

    @property
    def address(self) -> str:
        """Where others are heard."""
        return self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)


@asynccontextmanager
async def listening(announcing: Announcing, hear: Hear) -> AsyncIterator[None]:
    """Hear what other workers commit, for a while."""
    if not announcing.is_heard:
        yield
        return
    ready = asyncio.Event()
    task = asyncio.create_task(_listen(announcing, hear, ready))
    await ready.wait()
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listen(announcing: Announcing, hear: Hear, ready: asyncio.Event) -> None:
    while True:
        try:
            async with await AsyncConnection.connect(announcing.address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {_CHANNEL}")
                if ready.is_set():
                    await hear({})  # what was said while nobody listened
                ready.set()
                async for heard in connection.notifies():
                    await _take_in(announcing, hear, heard.payload)
        except (Error, OSError):
            _LOG.warning("not_listening", exc_info=True)
        ready.set()
        await asyncio.sleep(_TRY_AGAIN)


async def _take_in(announcing: Announcing, hear: Hear, said: str) -> None:
    try:
        heard = json.decode(said, type=Announcement)
        if heard.by != announcing.name:
            await hear(heard.versions)
    except DecodeError:
        pass  # somebody else's
    except Exception:  # noqa: BLE001 - the next look finds it
        _LOG.exception("hearing failed")
