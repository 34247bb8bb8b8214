"""Standing: players are told over a table's WebSocket how they stand, whenever that has changed."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from msgspec import json
from msgspec.structs import replace

from casinowar.house.desk import Watcher
from casinowar.house.serving import Serving
from casinowar.web import care
from casinowar.web.care_messages import CareView, TellingStanding

_REST: Final = 9
"""After each look it rests so many times as long, so that a busy house spends no more than a tenth on it."""
_LOG = logging.getLogger("casinowar.web")
_ENCODER = json.Encoder()


class Pace:
    """One look at a time in a process, with a rest after each: the busier the house, the rarer they are."""

    def __init__(self) -> None:
        """Begin rested."""
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Take a turn."""
        async with self._turn:
            began = time.monotonic()
            yield
            await asyncio.sleep(_REST * (time.monotonic() - began))


async def tell_standing(serving: Serving, watcher: Watcher, pace: Pace) -> None:
    """Tell a watching player how they stand, now and after each commit that changes it."""
    last: CareView | None = None
    while True:
        await watcher.moved.wait()
        async with pace.kept():
            watcher.moved.clear()
            try:
                found = await care.view(serving, watcher.player)
            except Exception:  # noqa: BLE001 - the next commit tries again
                _LOG.exception("how %s stands cannot be told", watcher.player)
                continue
            if last is None or _timeless(found) != _timeless(last):
                watcher.stand(_ENCODER.encode(TellingStanding(care=found)))
                last = found


def _timeless(view: CareView) -> CareView:
    """Leave out what changes by itself while somebody sits."""
    return replace(view, standing=replace(view.standing, time_session=0, time_day=0))
