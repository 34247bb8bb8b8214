"""Bots that play at many tables over WebSockets, with little processor time of their own.

They share the machine with the house. So a C library reads the frames, and bots decode only messages that
they act on.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any

import httpx
from msgspec import json
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from casinowar.client import Client
from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.words import Role, Wager
from casinowar.house.journal.commits import TableSettings

_REPLY = b'{"tell":"reply"'
_COMMIT = b'{"tell":"commit"'
_MATTERS = (b"CutOffered", b"HandPassed", b"RoundCompleted", b"ShoeLoaded")
"""Events that a bot acts on; commits without any are not even read."""
_HOUSE = House(limits={Wager.INITIAL: Limit(minimum="10", maximum="10000")})
"""A maximum that no bot reaches while the betting is open; it would have to wait for the next round."""
_AT_ONCE = 20
"""Bots that arrive at once."""


class SocketBot(WSListener):
    """A guest who raises a wager while the betting is open, and surrenders every tie."""

    def __init__(self, crowd: "Crowd", name: str, seat: int) -> None:
        """Sit at a seat."""
        self._crowd, self._name, self._seat = crowd, name, seat
        self._socket: WSTransport | None = None
        self._ids = count()
        self._sent: dict[str, float] = {}
        self._opened = False
        """Whether the betting opened after the last request: a refusal may be older."""
        self._rests = False
        self.waits: list[tuple[float, float]] = []
        """The time of each answer to an accepted request, and its delay."""

    @property
    def is_there(self) -> bool:
        """Whether the house still listens to this bot."""
        return self._socket is not None and not self._socket.is_disconnected

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._socket = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is not WSMsgType.TEXT:
            return
        for said in frame.get_payload_as_bytes().split(b"\n"):
            if said.startswith(_REPLY):
                self._answered(json.decode(said)["reply"])
            elif said.startswith(_COMMIT) and any(name in said for name in _MATTERS):
                for entry in json.decode(said)["commit"]["entries"]:
                    for event in entry["events"]:
                        self._follow(event)

    def sit(self) -> None:
        self._ask({"command": "Sit", "player": self._name, "seat": self._seat, "chips": 50_000_00})

    def leave(self) -> None:
        if self._socket is not None:
            self._socket.disconnect()

    def _answered(self, reply: dict[str, Any]) -> None:
        sent = self._sent.pop(reply["id"])
        if reply["accepted"]:
            now = time.perf_counter()
            self.waits.append((now, now - sent))
        if reply["accepted"] or self._opened:
            self._wager()

    def _follow(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "CutOffered" if event.get("seat") == self._seat:
                self._ask({"command": "RefuseCut", "seat": self._seat})
            case "HandPassed" if event.get("seat") == self._seat:
                self._ask({"command": "Surrender", "seat": self._seat})
            case "RoundCompleted" | "ShoeLoaded":
                self._wager()

    def _wager(self) -> None:
        """Raise the wager after a rest, unless a request is open."""
        self._opened = bool(self._sent)
        if self._sent or self._rests:
            return
        if self._crowd.pace:
            self._rests = True
            rest = random.uniform(0, 2 * self._crowd.pace)
            asyncio.get_running_loop().call_later(rest, self._rested)
        else:
            self._place()

    def _rested(self) -> None:
        self._rests = False
        if self.is_there:
            self._place()

    def _place(self) -> None:
        self._ask({"command": "PlaceWager", "seat": self._seat, "wager": "initial", "amount": 10_00})

    def _ask(self, command: dict[str, Any]) -> None:
        name = f"{next(self._ids)}"
        self._sent[name] = time.perf_counter()
        assert self._socket is not None
        self._socket.send(WSMsgType.TEXT, json.encode({"say": "request", "id": name, "command": command}))


class Crowd:
    """A number of tables with a bot at each seat."""

    def __init__(self, address: str, invitation: str, tables: int, seats: int) -> None:
        """Join a house by the invitation of its first operator."""
        self._address, self._invitation = address, invitation
        self._tables, self._seats = tables, seats
        self.pace = 0.0
        """Average seconds between two requests of a bot."""
        self.bots: list[SocketBot] = []
        self._counter = asyncio.Lock()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator["Crowd"]:
        """Set up the tables, and let bots play every seat."""
        async with AsyncExitStack() as stack:
            operator = await stack.enter_async_context(Client(self._address))
            await operator.join(self._invitation, "Olga", "a long password")
            plain = await stack.enter_async_context(httpx.AsyncClient(base_url=self._address, timeout=60))
            doors = asyncio.Semaphore(_AT_ONCE)

            async def set_up(number: int) -> None:
                async with doors:
                    await self._set_up(operator, plain, f"table-{number}")

            await asyncio.gather(*[set_up(number) for number in range(self._tables)])
            for bot in self.bots:
                stack.callback(bot.leave)
                bot.sit()
            yield self

    async def _set_up(self, operator: Client, plain: httpx.AsyncClient, table: str) -> None:
        settings = TableSettings(rulebook="maryland", house=_HOUSE, betting_seconds=1, answer_seconds=5)
        await operator.set_up(table, settings)
        await operator.ask(table, c.OpenTable(by=Role.MANAGER))
        for seat in range(1, self._seats + 1):
            async with self._counter:  # one after another: a client with a cookie is no new guest
                guest = (await plain.post("/api/guest")).raise_for_status().json()
                plain.cookies.clear()
            where = f"{self._address.replace('http', 'ws')}/api/tables/{table}/live?lines=true"
            headers = {"authorization": f"Bearer {guest['token']}"}
            bot = SocketBot(self, guest["name"], seat)
            await ws_connect(lambda bot=bot: bot, where, extra_headers=headers)
            self.bots.append(bot)
