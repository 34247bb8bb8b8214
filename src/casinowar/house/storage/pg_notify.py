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

OnChange = Callable[[Mapping[str, int]], Awaitable[None]]
"""Takes in how far tables have come; nothing said is to look at all of them."""


class ChangeNotice(Struct, frozen=True):
    """What a store has committed: how far each table has come."""

    by: str
    versions: dict[str, int]


class ChangeNotifier:
    """Tells the other workers of a database what this one commits."""

    def __init__(self, engine: Engine) -> None:
        """Speak by an engine, in a thread of its own; on SQLite nobody is there to on_change."""
        self.name = secrets.token_hex(8)
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self.enabled = engine.dialect.name == "postgresql"
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="notifier")
        self._lock = Lock()
        self._pending: dict[str, int] = {}

    def publish(self, versions: dict[str, int]) -> None:
        """Say how far tables have come, without anybody waiting for it."""
        if not self.enabled or not versions:
            return
        with self._lock:
            waits = bool(self._pending)
            self._pending |= versions
        if not waits:
            self._thread.submit(self._send)

    def close(self) -> None:
        """Say what is left to say."""
        self._thread.shutdown()

    def _send(self) -> None:
        """Say all that has come together since; the commits stand, even if nobody hears of them."""
        with self._lock:
            versions, self._pending = self._pending, {}
        said = json.encode(ChangeNotice(self.name, versions))
        if len(said) > _LONGEST:
            said = json.encode(ChangeNotice(self.name, {}))
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
async def listening(notifier: ChangeNotifier, on_change: OnChange) -> AsyncIterator[None]:
    """OnChange what other workers commit, for a while."""
    if not notifier.enabled:
        yield
        return
    ready = asyncio.Event()
    task = asyncio.create_task(_listen(notifier, on_change, ready))
    await ready.wait()
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listen(notifier: ChangeNotifier, on_change: OnChange, ready: asyncio.Event) -> None:
    while True:
        try:
            async with await AsyncConnection.connect(notifier.address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {_CHANNEL}")
                if ready.is_set():
                    await on_change({})  # what was said while nobody listened
                ready.set()
                async for heard in connection.notifies():
                    await _deliver(notifier, on_change, heard.payload)
        except (Error, OSError):
            _LOG.warning("not_listening", exc_info=True)
        ready.set()
        await asyncio.sleep(_TRY_AGAIN)


async def _deliver(notifier: ChangeNotifier, on_change: OnChange, said: str) -> None:
    try:
        heard = json.decode(said, type=ChangeNotice)
        if heard.by != notifier.name:
            await on_change(heard.versions)
    except DecodeError:
        pass  # somebody else's
    except Exception:  # noqa: BLE001 - the next look finds it
        _LOG.exception("hearing failed")
