"""Standing: players are told over a table's WebSocket how they stand, whenever that has changed."""

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

_TOGETHER: Final = 50
"""How so many players stand is read at once."""
_REST: Final = 19
"""After each reading it rests so many times as long: a busy house spends no more than a twentieth on it."""
_LONGEST_REST: Final = 1.0
"""In seconds: so that hundreds who wait are told within a few."""
_LOG = logging.getLogger("casinowar.web")
_ENCODER = json.Encoder()


class Pace:
    """One reading at a time in a process, for all who wait: the busier the house, the rarer they are."""

    def __init__(self, serving: Serving) -> None:
        """Begin rested."""
        self._serving = serving
        self._waiting: dict[str, asyncio.Future[CareView | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def look(self, player: str) -> CareView | None:
        """Tell how somebody stands from now on, when it is their turn; nothing if that cannot be told."""
        if player not in self._waiting:
            self._waiting[player] = asyncio.get_running_loop().create_future()
        told = self._waiting[player]
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await asyncio.shield(told)

    async def _read(self) -> None:
        while self._waiting:
            turn = [*self._waiting.items()][:_TOGETHER]
            for player, _ in turn:
                del self._waiting[player]
            found, seconds = dict[str, CareView](), 0.0
            try:
                state = await care.known(self._serving)
                players = [player for player, _ in turn]
                found, seconds = await asyncio.to_thread(_stand, self._serving.store, state, players)
            except Exception:  # noqa: BLE001 - the next commit tries again
                _LOG.exception("how players stand cannot be told")
            for player, told in turn:
                told.set_result(found.get(player))
            await asyncio.sleep(min(_REST * seconds, _LONGEST_REST))


def _stand(
    store: Store, state: care.KnownOffices, players: Iterable[str]
) -> tuple[dict[str, CareView], float]:
    """Read how players stand, and tell how many seconds that took."""
    began, found = time.monotonic(), dict[str, CareView]()
    with store.consistent_reader() as reader:
        for player in players:
            try:
                found[player] = care.stands(reader, state, player)
            except Exception:  # noqa: BLE001 - the others are told all the same
                _LOG.exception("how %s stands cannot be told", player)
    return found, time.monotonic() - began


async def tell_standing(subscription: Subscription, pace: Pace) -> None:
    """Tell a watching player how they stand, now and after each commit that changes it."""
    last: CareView | None = None
    while True:
        await subscription.moved.wait()
        subscription.moved.clear()
        found = await pace.look(subscription.player)
        if found is not None and (last is None or _timeless(found) != _timeless(last)):
            subscription.stand(_ENCODER.encode(TellingStanding(care=found)))
            last = found


def _timeless(view: CareView) -> CareView:
    """Leave out what changes by itself while somebody sits."""
    return replace(view, standing=replace(view.standing, time_session=0, time_day=0))
