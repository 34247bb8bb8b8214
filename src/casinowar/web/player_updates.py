"""Player updates: a player's balances and limits, sent over a table's WebSocket when they change."""

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import Final

from msgspec import json
from msgspec.structs import replace

from casinowar.house.serving.change_feed import Subscription
from casinowar.house.serving.startup import Serving
from casinowar.house.storage.store import Store
from casinowar.web import care
from casinowar.web.messages import CareView, TellingStanding

_BATCH: Final = 50
"""Players per reading."""
_PAUSE: Final = 19
"""Pause after a reading, as a multiple of its duration: readings take a twentieth of the time."""
_LONGEST_PAUSE: Final = 1.0
"""In seconds, so that hundreds of players get theirs within a few seconds."""
_LOG = logging.getLogger("casinowar.web")
_ENCODER = json.Encoder()


class CareReader:
    """Reads the care views of many players together, less often when the house is busy."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._waiting: dict[str, asyncio.Future[CareView | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def look(self, player: str) -> CareView | None:
        """Read a player's care view when their turn comes; None if that fails."""
        if player not in self._waiting:
            self._waiting[player] = asyncio.get_running_loop().create_future()
        told = self._waiting[player]
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await asyncio.shield(told)

    async def _read(self) -> None:
        while self._waiting:
            turn = [*self._waiting.items()][:_BATCH]
            for player, _ in turn:
                del self._waiting[player]
            found, seconds = dict[str, CareView](), 0.0
            try:
                state = await care.known(self._serving)
                players = [player for player, _ in turn]
                found, seconds = await asyncio.to_thread(_read_views, self._serving.store, state, players)
            except Exception:  # noqa: BLE001 - the next commit tries again
                _LOG.exception("care views cannot be read")
            for player, told in turn:
                told.set_result(found.get(player))
            await asyncio.sleep(min(_PAUSE * seconds, _LONGEST_PAUSE))


def _read_views(
    store: Store, state: care.KnownOffices, players: Iterable[str]
) -> tuple[dict[str, CareView], float]:
    """Read the care views of some players, and measure the seconds that takes."""
    began, found = time.monotonic(), dict[str, CareView]()
    with store.consistent_reader() as reader:
        for player in players:
            try:
                found[player] = care.stands(reader, state, player)
            except Exception:  # noqa: BLE001 - the other players still get theirs
                _LOG.exception("the care view of %s cannot be read", player)
    return found, time.monotonic() - began


async def send_care_updates(subscription: Subscription, pace: CareReader) -> None:
    """Send a player their care view, now and after each commit that changes it."""
    last: CareView | None = None
    while True:
        await subscription.moved.wait()
        subscription.moved.clear()
        found = await pace.look(subscription.player)
        if found is not None and (last is None or _without_times(found) != _without_times(last)):
            subscription.stand(_ENCODER.encode(TellingStanding(care=found)))
            last = found


def _without_times(view: CareView) -> CareView:
    """Leave out the times, which change without a commit."""
    return replace(view, standing=replace(view.standing, time_session=0, time_day=0))
