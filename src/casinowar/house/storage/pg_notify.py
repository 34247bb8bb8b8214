"""Change notices between workers on PostgreSQL, by NOTIFY and LISTEN.

A notice follows its commit in a transaction of its own: NOTIFY inside the commit would make all writers wait
for each other until the disk is done. Polling finds what a lost notice would have told, as it does on SQLite.
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
"""PostgreSQL accepts payloads under 8,000 bytes."""
_TRY_AGAIN: Final = 1.0
_NOTIFY: Final = text("SELECT pg_notify(:channel, :payload)")

OnChange = Callable[[Mapping[str, int]], Awaitable[None]]
"""Receives the newest version of each table; an empty mapping means: check all tables."""


class ChangeNotice(Struct, frozen=True):
    by: str
    versions: dict[str, int]


class ChangeNotifier:
    """Tells the other workers of a PostgreSQL database what this one commits; does nothing on SQLite."""

    def __init__(self, engine: Engine) -> None:
        self.name = secrets.token_hex(8)
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self.enabled = engine.dialect.name == "postgresql"
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="notifier")
        self._lock = Lock()
        self._pending: dict[str, int] = {}

    def publish(self, versions: dict[str, int]) -> None:
        """Send the new versions of tables from a background thread."""
        if not self.enabled or not versions:
            return
        with self._lock:
            is_scheduled = bool(self._pending)
            self._pending |= versions
        if not is_scheduled:
            self._thread.submit(self._send)

    def close(self) -> None:
        """Send what is pending."""
        self._thread.shutdown()

    def _send(self) -> None:
        with self._lock:
            versions, self._pending = self._pending, {}
        payload = json.encode(ChangeNotice(self.name, versions))
        if len(payload) > _LONGEST:
            payload = json.encode(ChangeNotice(self.name, {}))
        try:
            with self._engine.connect() as connection:
                connection.execute(_NOTIFY, {"channel": _CHANNEL, "payload": payload.decode()})
        except SQLAlchemyError:
            _LOG.warning("not_announced", exc_info=True)

    @property
    def address(self) -> str:
        return self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)


@asynccontextmanager
async def listening(notifier: ChangeNotifier, on_change: OnChange) -> AsyncIterator[None]:
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
                    await on_change({})  # for notices missed while disconnected
                ready.set()
                async for notice in connection.notifies():
                    await _deliver(notifier, on_change, notice.payload)
        except (Error, OSError):
            _LOG.warning("not_listening", exc_info=True)
        ready.set()
        await asyncio.sleep(_TRY_AGAIN)


async def _deliver(notifier: ChangeNotifier, on_change: OnChange, payload: str) -> None:
    try:
        notice = json.decode(payload, type=ChangeNotice)
        if notice.by != notifier.name:
            await on_change(notice.versions)
    except DecodeError:
        pass  # not one of ours
    except Exception:  # noqa: BLE001 - the next poll finds it
        _LOG.exception("hearing failed")
