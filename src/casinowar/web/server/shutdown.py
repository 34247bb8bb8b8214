"""Closing: whoever ends a server's process has the house closed first, and only then its connections cut."""

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
_BETWEEN: Final = 0.5
"""So often it is looked whether the first process is there."""
_ON_ITS_WAY: Final = 0.5
"""What was said last is sent by the server in its own time, and it does not say when it has."""
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


@asynccontextmanager
async def closing_first(close: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Have a signal close the house, and then do what the server set it to.

    Granian cuts connections as soon as it is told to end, before an application hears of it; so its own
    handlers, which asyncio keeps, are called when all is said.
    """
    loop = asyncio.get_running_loop()
    kept: dict[int, Any] = getattr(loop, "_signal_handlers", {})
    former = {each: kept[each] for each in _SIGNALS if each in kept}
    ending: set[asyncio.Task[None]] = set()

    async def end(handle: asyncio.Handle) -> None:
        _LOG.info("closing")
        try:
            await close()
            await asyncio.sleep(_ON_ITS_WAY)
        except Exception:  # noqa: BLE001 - whatever it is, the process has to end
            _LOG.exception("closing failed")
        finally:
            handle._run()  # noqa: SLF001 - what the server set the signal to, and nobody else keeps

    def begin(handle: asyncio.Handle) -> None:
        if not ending:
            ending.add(asyncio.create_task(end(handle)))

    for each, handle in former.items():
        loop.add_signal_handler(each, begin, handle)
    yield


def close_with_the_first_process() -> None:
    """Close once the server's first process is gone, which alone can tell the others to.

    Otherwise they would serve on where nobody looks for them, and hold the port.
    """
    first = parent_process()
    if first is None:
        return

    def wait() -> None:
        while os.getppid() == first.pid:  # its end would be told to the last process only
            time.sleep(_BETWEEN)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, daemon=True).start()
