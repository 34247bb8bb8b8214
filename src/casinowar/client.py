"""Client of a house, for bots, tests and other programs.

``async with Client("http://127.0.0.1:8000") as client`` signs in with ``await client.sign_in(…)``,
and ``async with client.live("table-1") as table`` acts with ``await table.do(command)``.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Self, TypeVar
from urllib.parse import quote
from uuid import uuid4

import msgspec

from casinowar.extras import client_extra
from casinowar.game import commands as c
from casinowar.game.evolve import evolve_all
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Table
from casinowar.house.backoffice.views import (
    DealerTime,
    Grouping,
    HouseMeter,
    PlayerRating,
    SessionRating,
    TableGlance,
    WinLine,
)
from casinowar.house.journal.commits import Commit, RecalledRound, TableSettings
from casinowar.house.offices.care import CareCommand
from casinowar.house.offices.cashier import CashierCommand
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import Slip
from casinowar.house.people.posts import Post
from casinowar.web import messages as m

with client_extra():
    from httpx import AsyncClient, HTTPError, InvalidURL
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

__all__ = ["Client", "ClientError", "LiveTable", "UnreachableError"]

T = TypeVar("T")

_MESSAGES = msgspec.json.Decoder(m.HouseMessage)
_ASKING = msgspec.json.Decoder(m.Asking)
_SOCKET = {"http": "ws", "https": "wss"}
_part = partial(quote, safe="")  # a name may hold any character
_CLOSED = "The house has closed the connection."
_TURNED_AWAY = {4401: "not_signed_in", 4404: "not_found", 4429: "too_many_requests"}
"""By close code of the WebSocket: the code of the same problem over HTTP."""


class ClientError(InputError):
    """A refusal by the house."""

    def __init__(self, problem: m.Problem, status: int = 0) -> None:
        super().__init__(problem.sentence)
        self.code, self.clause, self.status = problem.code, problem.clause, status


class UnreachableError(InputError, ConnectionError):
    """There is no house at the address, or it closed the connection."""


class Client:
    """A person's connection to a house."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self._http = AsyncClient(base_url=self.address, timeout=30)
        self.token = ""
        self.notice = ""
        """The house's notice on sign-in: that the player is excluded, and until when."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_wrong: object) -> None:
        """Disconnect; the session goes on."""
        await self._http.aclose()

    # people

    async def sign_up(self, name: str, password: str) -> None:
        await self._begin("/api/sign-up", m.Credentials(name=name, password=password))

    async def sign_in(self, name: str, password: str) -> None:
        await self._begin("/api/sign-in", m.Credentials(name=name, password=password))

    async def join(self, invitation: str, name: str, password: str) -> None:
        await self._begin("/api/join", m.Joining(invitation=invitation, name=name, password=password))

    async def come_back(self, invitation: str, name: str, password: str) -> None:
        """Choose a new password by a link from an operator."""
        await self._begin("/api/come-back", m.Joining(invitation=invitation, name=name, password=password))

    async def change_password(self, password: str, new: str) -> None:
        """Change the password; all other sessions end."""
        await self._said("PUT", "/api/me/password", m.NewPassword(password=password, new=new), type(None))

    async def let_back(self, name: str) -> str:
        """Make a link by which a person chooses a new password; returns its token."""
        return (
            await self._post(f"/api/people/{quote(name, safe='')}/way-back", None, m.Invitation)
        ).invitation

    def take_up(self, token: str) -> None:
        self.token = token
        self._http.headers["authorization"] = f"Bearer {token}"
        self._http.cookies.clear()

    async def sign_out(self) -> None:
        await self._post("/api/sign-out", None, type(None))
        self.token = ""

    async def me(self) -> m.Myself:
        """Get one's name, posts, balances and limits."""
        return await self._get("/api/me", m.Myself)

    async def invite(self, *posts: Post) -> str:
        """Invite a person; returns the token."""
        found = await self._post("/api/people/invitations", m.Appointment(posts=[*posts]), m.Invitation)
        return found.invitation

    # tables

    async def tables(self) -> list[m.TableSummary]:
        return await self._get("/api/tables", list[m.TableSummary])

    async def meters(self) -> list[HouseMeter]:
        return await self._get("/api/meters", list[HouseMeter])

    async def set_up(self, name: str, settings: TableSettings) -> m.TableSummary:
        return await self._post("/api/tables", m.NewTable(name=name, settings=settings), m.TableSummary)

    async def table(self, name: str) -> m.TableView:
        return await self._get(f"/api/tables/{_part(name)}", m.TableView)

    async def options(self, name: str) -> m.Options:
        return await self._get(f"/api/tables/{_part(name)}/options", m.Options)

    async def ask(self, table: str, command: c.Command, name: str = "") -> m.Reply:
        """Submit a command to a table, under an id of one's own."""
        body = m.RequestBody(id=name or uuid4().hex, command=command)
        return await self._post(f"/api/tables/{_part(table)}/requests", body, m.Reply)

    async def ask_cashier(self, command: CashierCommand, name: str = "") -> m.Reply:
        body = m.CounterBody(id=name or uuid4().hex, command=command)
        return await self._post("/api/cashier/requests", body, m.Reply)

    async def ask_care(self, command: CareCommand, name: str = "") -> m.Reply:
        body = m.CareBody(id=name or uuid4().hex, command=command)
        return await self._post("/api/care/requests", body, m.Reply)

    async def proposals(self) -> list[m.ProposalView]:
        """List the requests that wait for a second person."""
        return await self._get("/api/proposals", list[m.ProposalView])

    async def confirm(self, proposal: str) -> m.Reply:
        return await self._post(f"/api/proposals/{_part(proposal)}/confirm", None, m.Reply)

    async def refuse(self, proposal: str) -> None:
        await self._post(f"/api/proposals/{_part(proposal)}/refuse", None, type(None))

    async def done(self, name: str) -> m.Reply:
        return await self._get(f"/api/requests/{_part(name)}", m.Reply)

    async def journal(self, table: str, after: int = 0) -> list[Commit]:
        return await self._get(f"/api/tables/{_part(table)}/journal?after={after}", list[Commit])

    async def rounds(self, table: str) -> list[RecalledRound]:
        return await self._get(f"/api/tables/{_part(table)}/rounds", list[RecalledRound])

    async def round(self, table: str, number: int) -> m.RoundTold:
        return await self._get(f"/api/tables/{_part(table)}/rounds/{number}", m.RoundTold)

    # the pit

    async def ask_pit(self, command: OfficeCommand, name: str = "") -> m.Reply:
        body = m.PitBody(id=name or uuid4().hex, command=command)
        return await self._post("/api/pit/requests", body, m.Reply)

    async def pit_tables(self) -> list[TableGlance]:
        return await self._get("/api/pit/tables", list[TableGlance])

    async def figures(self, table: str, by: Grouping = Grouping.TABLE) -> list[WinLine]:
        return await self._get(f"/api/pit/tables/{_part(table)}/figures/{by}", list[WinLine])

    async def slips(self, table: str) -> list[Slip]:
        return await self._get(f"/api/pit/tables/{_part(table)}/slips", list[Slip])

    async def slip(self, table: str, number: str) -> Slip:
        return await self._get(f"/api/pit/tables/{_part(table)}/slips/{_part(number)}", Slip)

    async def waiting_slips(self) -> list[Slip]:
        """List the slips that wait for an agreement."""
        return await self._get("/api/pit/waiting", list[Slip])

    async def ratings(self) -> list[PlayerRating]:
        return await self._get("/api/pit/ratings", list[PlayerRating])

    async def session_ratings(self, player: str) -> list[SessionRating]:
        return await self._get(f"/api/pit/ratings/{_part(player)}", list[SessionRating])

    async def dealers(self) -> list[DealerTime]:
        return await self._get("/api/pit/dealers", list[DealerTime])

    @asynccontextmanager
    async def live(self, table: str, *, former: "LiveTable | None" = None) -> AsyncIterator["LiveTable"]:
        """Follow a table and act there; `former` resumes from its last version."""
        scheme, _, rest = self.address.partition("://")
        where = f"{_SOCKET.get(scheme, scheme)}://{rest}/api/tables/{_part(table)}/live?lines=true"
        if former is not None:
            where += f"&after={former.version}"
        headers = {"authorization": f"Bearer {self.token}"}
        try:
            connected = await connect(where, additional_headers=headers, max_size=None)
        except (OSError, ValueError, InvalidURI, InvalidHandshake) as wrong:
            raise self._not_there(wrong) from None
        async with connected as socket:
            live = LiveTable(socket, former)
            if former is None:
                await live.enter()
            listening = asyncio.create_task(live.listen())
            try:
                yield live
            finally:
                listening.cancel()
                with suppress(asyncio.CancelledError):
                    await listening

    # transport

    async def _begin(self, path: str, body: msgspec.Struct) -> None:
        begun = await self._post(path, body, m.SessionBegun)
        self.notice = begun.notice
        self.take_up(begun.token)

    async def _get(self, path: str, kind: type[T]) -> T:
        return await self._said("GET", path, None, kind)

    async def _post(self, path: str, body: msgspec.Struct | None, kind: type[T]) -> T:
        return await self._said("POST", path, body, kind)

    async def _said(self, method: str, path: str, body: msgspec.Struct | None, kind: type[T]) -> T:
        said = b"" if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"}
        try:
            response = await self._http.request(method, path, content=said, headers=headers)
            if response.is_error:
                raise ClientError(msgspec.json.decode(response.content, type=m.Problem), response.status_code)
            return msgspec.json.decode(response.content or b"null", type=kind)
        except (HTTPError, InvalidURL, msgspec.DecodeError) as wrong:
            raise self._not_there(wrong) from None

    def _not_there(self, wrong: Exception) -> UnreachableError:
        why = str(wrong).rstrip(".") or type(wrong).__name__
        return UnreachableError(f"There is no house at {self.address!r}: {why}.")


class LiveTable:
    """A table as a client follows it, evolved from its commits."""

    def __init__(self, socket: ClientConnection, former: "LiveTable | None" = None) -> None:
        self._socket = socket
        self.state: Table = former.state if former else CLOSED
        self.version: int = former.version if former else -1
        self.care: m.CareView | None = former.care if former else None
        """One's balances and limits, as last sent."""
        self._replies: dict[str, asyncio.Future[m.Reply]] = {}
        self._options: list[asyncio.Future[m.Options]] = []
        self._news = asyncio.Condition()
        self.problems: list[m.Problem] = []
        self.is_over = False
        self._why = _CLOSED
        self.on_commit: Callable[[Commit], None] | None = None
        self.on_care: Callable[[m.CareView], None] | None = None

    async def do(self, command: c.Command, name: str = "") -> m.Reply:
        """Submit a command; the reply is durable."""
        if self.is_over:
            raise UnreachableError(self._why)
        key = name or uuid4().hex
        if key in self._replies:
            raise InputError(f"The request {key} waits for its reply.")
        try:
            said = msgspec.json.encode(m.Asking(id=key, command=command))
            # Refuse here what the house could not read: its error would match no request.
            _ASKING.decode(said)
        except (TypeError, msgspec.ValidationError) as wrong:
            raise InputError(f"This is no command that a house could read: {wrong}.") from None
        reply: asyncio.Future[m.Reply] = asyncio.get_running_loop().create_future()
        self._replies[key] = reply
        return await self._answer(said, reply)

    async def options(self) -> m.Options:
        found: asyncio.Future[m.Options] = asyncio.get_running_loop().create_future()
        self._options.append(found)
        return await self._answer(msgspec.json.encode(m.AskingOptions()), found)

    async def _answer(self, said: bytes, answer: asyncio.Future[T]) -> T:
        try:
            await self._socket.send(said.decode())
        except ConnectionClosed as closed:
            answer.cancel()
            raise self._gone(closed) from None
        return await answer

    async def until(self, is_so: Callable[[Table], bool]) -> Table:
        """Wait for a condition on the table."""
        async with self._news:
            await self._news.wait_for(lambda: self.is_over or (self.version >= 0 and is_so(self.state)))
        if self.is_over:
            raise UnreachableError(self._why)
        return self.state

    async def reach(self, version: int) -> Table:
        return await self.until(lambda _: self.version >= version)

    async def enter(self) -> None:
        """Receive the state of the table, which the house sends first; ClientError if it refuses."""
        try:
            self._take_in(_MESSAGES.decode(await self._socket.recv()))
        except ConnectionClosed as closed:
            gone, code = self._gone(closed), closed.rcvd.code if closed.rcvd else 0
            if code not in _TURNED_AWAY:
                raise gone from None
            raise ClientError(m.Problem(code=_TURNED_AWAY[code], sentence=self._why), code - 4000) from None

    def _gone(self, closed: ConnectionClosed) -> UnreachableError:
        if closed.rcvd and closed.rcvd.reason:
            self._why = closed.rcvd.reason
        return UnreachableError(self._why)

    async def listen(self) -> None:
        """Receive messages until the connection ends."""
        try:
            async for said in self._socket:
                for message in _MESSAGES.decode_lines(said):
                    self._take_in(message)
                async with self._news:
                    self._news.notify_all()
        except ConnectionClosed as closed:
            self._gone(closed)
        finally:
            self.is_over = True
            waiting: list[asyncio.Future[Any]] = [*self._replies.values(), *self._options]
            for each in waiting:
                if not each.done():
                    each.set_exception(UnreachableError(self._why))
            async with self._news:
                self._news.notify_all()

    def _take_in(self, message: m.HouseMessage) -> None:
        match message:
            case m.TellingStanding():
                self.care = message.care
                if self.on_care:
                    self.on_care(message.care)
            case m.TellingTable():
                self.state, self.version = message.table.state, message.table.version
            case m.TellingCommit():
                self.state = evolve_all(self.state, message.commit.events)
                self.version = message.commit.version
                if self.on_commit:
                    self.on_commit(message.commit)
            case m.TellingReply():
                waiting = self._replies.pop(message.reply.id, None)
                if waiting and not waiting.done():
                    waiting.set_result(message.reply)
            case m.TellingOptions():
                asked = self._options.pop(0) if self._options else None
                if asked and not asked.done():
                    asked.set_result(message.options)
            case m.TellingLook():
                self.state, self.version = message.look.table.state, message.look.table.version
            case m.TellingProblem():
                self.problems.append(message.problem)
                for each in self._options:
                    if not each.done():
                        each.set_exception(ClientError(message.problem))
                self._options.clear()
