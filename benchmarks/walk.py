"""Walk of one wager: which modules it passes from the socket to the reply and to another player's socket.

``python -m benchmarks.walk`` prints the modules in the order of their first call, and how often control
passes from one module of casinowar to another. Calls in the event loop and in the worker's thread count.
"""

import asyncio
import sys
import threading
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

import httpx
from msgspec import Struct, field, json

from casinowar.house.serving import bots, desk
from casinowar.web.app import application
from casinowar.web.serve import _house, prepared
from casinowar.web.server.settings import ServingSettings
from casinowar.web.table_socket import with_server_channel

TABLE: Final = "maryland"
_NEVER: Final = 3600
_WAGERS: Final = 8
"""The shortest walk counts: the first fills caches, and others tell the time or meet other work."""


class Walk(Struct):
    """The calls of casinowar's functions in order."""

    calls: list[tuple[str, str]] = field(default_factory=list)
    """The module and the function of each call."""
    waits_for: set[str] = field(default_factory=set)
    """The kinds of messages that end the walk; none outside it."""

    def take(self, frame: FrameType, event: str, _: object) -> None:
        """Record a call, as a profiling function."""
        module = frame.f_globals.get("__name__", "")
        if self.waits_for and event == "call" and module.startswith("casinowar."):
            self.calls.append((module, frame.f_code.co_qualname))

    @property
    def modules(self) -> list[str]:
        """The modules in the order of their first call."""
        return [*dict.fromkeys(module for module, _ in self.calls)]

    @property
    def switches(self) -> int:
        """How often a call goes to another module than the call before."""
        return sum(
            after != before for (before, _), (after, _) in zip(self.calls, self.calls[1:], strict=False)
        )


class Socket:
    """A player's WebSocket, connected to the application without a network."""

    def __init__(self, app: Any, token: str, walk: Walk, ends_with: str) -> None:
        """Connect with a session's token; a message of a kind ends its part of the walk."""
        self._walk, self.ends_with = walk, f'"tell":"{ends_with}"'
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._lines: deque[str] = deque()
        self._numbers = count()
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"/api/tables/{TABLE}/live",
            "raw_path": f"/api/tables/{TABLE}/live".encode(),
            "query_string": b"lines=true",
            "headers": [(b"authorization", f"Bearer {token}".encode())],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self._in.get, self._take))

    async def _take(self, message: dict[str, Any]) -> None:
        if self.ends_with in str(message):
            self._walk.waits_for.discard(self.ends_with)
        self._out.put_nowait(message)

    def ask(self, **command: object) -> None:
        """Send a command."""
        said = json.encode({"say": "request", "id": str(next(self._numbers)), "command": command}).decode()
        self._in.put_nowait({"type": "websocket.receive", "text": said})

    async def hear(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind; the messages before it are dropped."""
        while True:
            while self._lines:
                told: dict[str, Any] = json.decode(self._lines.popleft())
                if told["tell"] == kind:
                    return told
            message = await self._out.get()
            self._lines.extend(
                str(message.get("text") or (message.get("bytes") or b"").decode()).splitlines()
            )

    def drop_all(self) -> None:
        """Drop what was told before."""
        self._lines.clear()
        while not self._out.empty():
            self._out.get_nowait()


@asynccontextmanager
async def _running(app: Any) -> AsyncIterator[None]:
    asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    life = asyncio.create_task(app(scope, asked.get, said.put))
    for begun in ("startup", "shutdown"):
        asked.put_nowait({"type": f"lifespan.{begun}"})
        assert (await said.get())["type"] == f"lifespan.{begun}.complete"
        if begun == "startup":
            yield
    await life


async def _wager(app: Any, walk: Walk) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as plain:
        guests = []
        for _ in range(2):
            guests.append((await plain.post("/api/guest")).raise_for_status().json())
            plain.cookies.clear()
    ann = Socket(app, guests[0]["token"], walk, "reply")
    ben = Socket(app, guests[1]["token"], walk, "commit")
    for seat, (player, guest) in enumerate(zip((ann, ben), guests, strict=True), 1):
        await player.hear("table")
        player.ask(command="Sit", player=guest["name"], seat=seat, chips=1_000_00)
        await player.hear("reply")
    for seat, player in enumerate((ann, ben), 1):  # one of them is asked
        player.ask(command="RefuseCut", seat=seat)
        await player.hear("reply")
    walks: list[list[tuple[str, str]]] = []
    for _ in range(_WAGERS):
        await asyncio.sleep(0.3)
        ann.drop_all()
        ben.drop_all()
        walk.calls, walk.waits_for = [], {ann.ends_with, ben.ends_with}
        ann.ask(command="PlaceWager", seat=1, wager="initial", amount=10_00)
        told: list[dict[str, Any]] = await asyncio.gather(ann.hear("reply"), ben.hear("commit"))
        assert told[0]["reply"]["accepted"], told
        walks.append(walk.calls)
    walk.calls = min(walks, key=len)
    for player in (ann, ben):
        player.task.cancel()


def traced() -> Walk:
    """Serve a house, have a second player follow, and trace a wager of the first."""
    walk = Walk()
    desk._TICK = bots._PACE = _NEVER  # type: ignore[misc]  # nothing but the wager happens
    with TemporaryDirectory() as folder:
        at = Path(folder)
        settings = ServingSettings(
            database=f"sqlite:///{at}/house.db",
            key=f"{at}/key",
            signing_key=f"{at}/signing.pem",
            tables=(TABLE,),
            play_money=1_000_000,
        )
        prepared(settings)
        app = with_server_channel(application(partial(_house, settings), settings))

        async def act() -> None:
            async with _running(app):
                await _wager(app, walk)

        threading.setprofile(walk.take)
        sys.setprofile(walk.take)
        try:
            asyncio.run(act())
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
    return walk


def main() -> int:
    """Print the walk."""
    walk = traced()
    entered = Counter(
        after
        for (before, _), (after, _) in zip([("", ""), *walk.calls], walk.calls, strict=False)
        if after != before
    )
    for module in walk.modules:
        functions = dict.fromkeys(name for each, name in walk.calls if each == module)
        sys.stdout.write(f"{module.removeprefix('casinowar.')} ({entered[module]}): {', '.join(functions)}\n")
    number = len({*walk.calls})
    sys.stdout.write(f"{len(walk.modules)} modules, {number} functions, {walk.switches} switches\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
