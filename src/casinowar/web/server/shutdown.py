"""Shutdown: a signal closes the house before the server cuts its connections."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from multiprocessing import parent_process
from threading import Thread
from typing import Any, Final

_LOG = logging.getLogger("casinowar.web")
_CHECK_SECONDS: Final = 0.5
"""Seconds between two checks that the main process lives."""
_FLUSH_SECONDS: Final = 0.5
"""Seconds for the server to send the last messages: it does not report when it has."""
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


@asynccontextmanager
async def close_house_first(close: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Close the house on a signal, then run the server's own handler of the signal.

    Granian cuts connections on a signal before the application hears of it, so its handlers must come last.
    """
    loop = asyncio.get_running_loop()
    kept: dict[int, Any] = getattr(loop, "_signal_handlers", {})
    former = {each: kept[each] for each in _SIGNALS if each in kept}
    ending: set[asyncio.Task[None]] = set()

    async def end(handle: asyncio.Handle) -> None:
        _LOG.info("closing")
        try:
            await close()
            await asyncio.sleep(_FLUSH_SECONDS)
        except Exception:  # noqa: BLE001 - the process must end in any case
            _LOG.exception("closing failed")
        finally:
            handle._run()  # noqa: SLF001 - the server's handler, which only asyncio keeps

    def begin(handle: asyncio.Handle) -> None:
        if not ending:
            ending.add(asyncio.create_task(end(handle)))

    for each, handle in former.items():
        loop.add_signal_handler(each, begin, handle)
    yield


def stop_with_main_process() -> None:
    """Shut down when the server's main process is gone: only it could stop this one.

    Otherwise this process would go on unsupervised, and hold the port.
    """
    first = parent_process()
    if first is None:
        return

    def wait() -> None:
        while os.getppid() == first.pid:  # only one process could wait for its end
            time.sleep(_CHECK_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, daemon=True).start()
