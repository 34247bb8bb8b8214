"""A table, live: one WebSocket that tells what is committed there, in order, and takes requests."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, Final, NamedTuple, cast

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Parameter
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import DecodeError, json

from casinowar.game.refusal import InputError
from casinowar.house.journal.commits import Commit
from casinowar.house.journal.requests import TableRequest
from casinowar.house.people.posts import Member
from casinowar.house.serving.change_feed import Subscription
from casinowar.house.serving.startup import Serving
from casinowar.telling.wording import Language
from casinowar.web import messages as m
from casinowar.web.authentication import Sessions
from casinowar.web.player_updates import tell_standing
from casinowar.web.requests import needs_second, propose
from casinowar.web.server.connection_limits import cut_off_after
from casinowar.web.server.rate_limits import PersonalLimits
from casinowar.web.server.settings import ServingSettings
from casinowar.web.table_views import look, options, view

_LOOKS: Final = 4
"""So often it is looked whether somebody reads, in the time that they have to."""
_LAST_WORD: Final = 2.0
"""So many seconds whoever is let go has to hear why."""
_LONGEST_REASON: Final = 123
_LINES: Final = 20
"""So many messages at most come together."""
NOT_SIGNED_IN: Final = 4401
NO_SUCH_TABLE: Final = 4404
TOO_SLOW: Final = 4408
TOO_MANY: Final = 4429
CLOSING: Final = 1012
_DIRECT: Final = "casinowar.direct"
"""Where a connection has the server's own ways of receiving and sending."""

_ENCODER = json.Encoder()
_DECODER = json.Decoder(m.ClientMessage)

LiveSocket = WebSocket[Member | None, str, Any]
Resume = Annotated[int | None, Parameter(ge=0, le=2**31 - 1, required=False)]


def told(commit: Commit) -> bytes:
    """Encode a commit as everybody at the table is told of it."""
    return _ENCODER.encode(m.TellingCommit(commit=commit))


class _Ways(NamedTuple):
    """How something is received and sent."""

    receive: Receive
    send: Send


def telling_directly(app: ASGIApp) -> ASGIApp:
    """Have people at a table asked and told by the server's own ways of receiving and sending.

    The framework's go through what looks at answers over HTTP, and cost more than what is sent.
    """

    async def direct(scope: Scope, receive: Receive, send: Send) -> None:
        cast("dict[str, object]", scope)[_DIRECT] = _Ways(receive, send)
        await app(scope, receive, send)

    return direct


def _directly(socket: LiveSocket) -> _Ways:
    """Find the most direct ways to receive and send."""
    return cast("Mapping[str, _Ways]", socket.scope).get(_DIRECT) or _Ways(socket.receive, socket.send)


@websocket("/api/tables/{table:str}/live")
async def live(
    socket: LiveSocket,
    table: str,
    serving: Serving,
    after: Resume = None,
    language: Language = Language.ENGLISH,
    *,
    lines: bool = False,
) -> None:
    """Tell what is committed at a table, from now or from a version on, and take requests.

    Whoever wants `lines` is told together what comes together, each message in a line of its own: on a
    busy table it costs both sides more to send a message than what it says.
    """
    settings: ServingSettings = socket.app.state.settings
    cut_off_after(settings.silent_seconds, settings.port)
    await socket.accept()
    if socket.user is None:
        await socket.close(NOT_SIGNED_IN, "Sign in first.")
        return
    limits: PersonalLimits = socket.app.state.limits
    address = socket.client.host if socket.client else ""
    with limits.connected(socket.user.name, address) as may:
        if not may:
            await socket.close(TOO_MANY, limits.too_many)
            return
        await _attend(socket, table, serving, after, language, lines=lines)


async def _attend(
    socket: LiveSocket, table: str, serving: Serving, after: int | None, language: Language, *, lines: bool
) -> None:
    """Tell and take, until one side has enough."""
    try:
        shown = await serving.desk.look(lambda worker: view(worker, table))
    except InputError as no:
        await socket.close(NO_SUCH_TABLE, _short(str(no)))
        return
    if after is not None and after > shown.version:
        await socket.close(NO_SUCH_TABLE, _short(f"{table} has not come to version {after} yet."))
        return
    since = shown.version if after is None else after
    async with serving.desk.subscribe(table, since, socket.user.name if socket.user else "") as subscription:
        if after is None:  # before anything that has happened since
            await socket.send_data(_ENCODER.encode(m.TellingTable(table=shown)), "text")
        telling = _Telling(socket, subscription, lines=lines)
        doing = [
            asyncio.create_task(_talk(socket, table, serving, subscription, language)),
            asyncio.create_task(telling.tell()),
            asyncio.create_task(telling.until_nobody_reads(socket.app.state.settings.silent_seconds)),
            asyncio.create_task(socket.app.state.sessions.until_ended(socket.auth)),
            asyncio.create_task(tell_standing(subscription, socket.app.state.pace)),
            asyncio.create_task(subscription.gone.wait()),  # whoever reads too slowly is not waited for
        ]
        try:
            await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in doing:
                task.cancel()
            await asyncio.gather(*doing, return_exceptions=True)
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(_LAST_WORD):
                if await socket.app.state.sessions.who(socket.auth) is None:
                    await socket.close(NOT_SIGNED_IN, "The session has ended; sign in again.")
                else:
                    code, why = (
                        (TOO_SLOW, "") if serving.desk.is_open else (CLOSING, "The house is closing. ")
                    )
                    await socket.close(code, f"{why}Come back with the last version that you were told.")


def _short(why: str) -> str:
    """Cut a reason to what a WebSocket can be closed with, which is counted in bytes."""
    return why.encode()[:_LONGEST_REASON].decode(errors="ignore")


def _in_lines(said: list[bytes]) -> Iterator[bytes]:
    """Put messages together, some at a time."""
    return (b"\n".join(said[first : first + _LINES]) for first in range(0, len(said), _LINES))


class _Telling:
    """Tells somebody everything in line, as it comes."""

    def __init__(self, socket: LiveSocket, subscription: Subscription, *, lines: bool) -> None:
        self._send, self._subscription, self._lines = _directly(socket).send, subscription, lines
        self._sending: asyncio.Future[None] | None = None
        """What was sent last, since when."""
        self._since = 0.0
        self._now = asyncio.get_running_loop().time
        if lines:
            subscription.at_once = self._tell_at_once

    async def tell(self) -> None:
        """Tell, until there is nothing more to tell."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while some := await self._subscription.more():
                for said in _in_lines(some) if self._lines else some:
                    await self._sent()
                    self._begin(said)
            await self._sent()

    def _tell_at_once(self) -> bool:
        """Begin to send what is new, unless something else is being sent, or was in vain."""
        before = self._sending
        if self._subscription.unread > _LINES or self._is_sending or (before and before.exception()):
            return False
        if said := self._subscription.at_hand():
            self._begin(b"\n".join(said))
        return not self._subscription.unread

    def _begin(self, said: bytes) -> None:
        """Begin to send a text."""
        sending = self._send({"type": "websocket.send", "bytes": None, "text": said.decode()})
        # Granian sends already, and says when it has; what else there is sends in a task.
        begun = sending if hasattr(sending, "add_done_callback") else asyncio.ensure_future(sending)
        self._sending, self._since = cast("asyncio.Future[None]", begun), self._now()

    @property
    def _is_sending(self) -> bool:
        return self._sending is not None and not self._sending.done()

    async def _sent(self) -> None:
        """Wait until what was sent last is on its way."""
        if self._sending is not None:
            await self._sending

    async def until_nobody_reads(self, patience: float) -> None:
        """Wait until nothing of what is told was read for so many seconds.

        It looks now and then: a time limit of its own for each message would cost more than to send it.
        """
        while not self._is_sending or self._now() - self._since < patience:  # noqa: ASYNC110 - time itself is waited for
            await asyncio.sleep(patience / _LOOKS)


async def _talk(
    socket: LiveSocket, table: str, serving: Serving, subscription: Subscription, language: Language
) -> None:
    """Take one message after another, until the other side is gone."""
    receive, token = _directly(socket).receive, socket.auth
    sessions: Sessions = socket.app.state.sessions
    limits: PersonalLimits = socket.app.state.limits
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await receive())["type"] == "websocket.receive":
            said = message.get("text") or ""
            member = sessions.remembered(token) or await sessions.who(token)
            if member is None:
                return
            subscription.asks = True
            try:
                no = _over(limits, said, member)
                subscription.say(no or await _answer(said, member, table, serving, language))
            finally:
                subscription.asks = False


def _over(limits: PersonalLimits, said: str | bytes, member: Member) -> bytes:
    """Say that a message is too long, or comes too fast, if it does."""
    if len(said) > limits.longest_message:
        return _problem("too_long", f"A message has at most {limits.longest_message} characters.")
    return b"" if limits.allows(member.name) else _problem("too_many_requests", limits.too_fast)


async def _answer(
    said: str | bytes, member: Member, table: str, serving: Serving, language: Language
) -> bytes:
    try:
        message: m.ClientMessage = _DECODER.decode(said)
    except (DecodeError, InputError, RecursionError, UnicodeEncodeError) as wrong:
        return _problem("malformed", f"The message cannot be read: {wrong}.")
    try:
        match message:
            case m.Asking():
                asked = TableRequest(
                    table=table,
                    actor=member.actor,
                    command=message.command,
                    id=message.id,
                    expects=message.expects,
                )
                answer = await serving.desk.ask(asked)
                if needs_second(answer):
                    told = await propose(serving, asked, answer, language)
                else:
                    told = m.reply(message.id, answer, language)
                return _ENCODER.encode(m.TellingReply(reply=told))
            case m.AskingOptions():
                may = await serving.desk.look(lambda worker: options(worker, table, member.actor, language))
                return _ENCODER.encode(m.TellingOptions(options=may))
            case m.AskingLook():
                seen = await serving.desk.look(
                    lambda worker: look(worker, table, member.actor, message.after, language)
                )
                return _ENCODER.encode(m.TellingLook(look=seen))
            case m.SayingReady():
                await serving.desk.mark_ready(table, member.name)
                seen = await serving.desk.look(
                    lambda worker: look(worker, table, member.actor, message.after, language)
                )
                return _ENCODER.encode(m.TellingLook(look=seen))
    except InputError as no:
        return _problem("not_known", no.sentence, language)


def _problem(code: str, sentence: str, language: Language = Language.ENGLISH) -> bytes:
    return _ENCODER.encode(m.TellingProblem(problem=m.problem(code, sentence, language=language)))
