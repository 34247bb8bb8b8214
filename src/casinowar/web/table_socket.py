"""WebSocket of a table: sends its commits in order, and takes requests."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Final, NamedTuple, cast

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Parameter
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import DecodeError, json

from casinowar.game.refusal import InputError
from casinowar.house.journal.commits import Commit
from casinowar.house.journal.requests import Accepted, TableRequest
from casinowar.house.people.posts import Member
from casinowar.house.serving.change_feed import Subscription
from casinowar.house.serving.startup import Serving
from casinowar.telling.wording import Language
from casinowar.web import messages as m
from casinowar.web.authentication import Sessions
from casinowar.web.player_updates import send_care_updates
from casinowar.web.proposals import needs_second, propose
from casinowar.web.server.message_limits import cut_off_after
from casinowar.web.server.rate_limits import PersonalLimits
from casinowar.web.server.settings import ServingSettings
from casinowar.web.table_views import look, options, view

_STALL_CHECKS: Final = 4
"""Checks per read timeout."""
_CLOSE_SECONDS: Final = 2.0
"""Seconds allowed to send the close reason."""
_LONGEST_REASON: Final = 123
"""In bytes, by the WebSocket protocol."""
_BATCH: Final = 20
"""Messages per frame at most."""
NOT_SIGNED_IN: Final = 4401
NO_SUCH_TABLE: Final = 4404
TOO_SLOW: Final = 4408
TOO_MANY: Final = 4429
CLOSING: Final = 1012
_CHANNEL: Final = "casinowar.channel"
"""The scope key of the server's own receive and send."""

_ENCODER = json.Encoder()
_DECODER = json.Decoder(m.ClientMessage)

LiveSocket = WebSocket[Member | None, str, Any]
Resume = Annotated[int | None, Parameter(ge=0, le=2**31 - 1, required=False)]


def encode_commit(commit: Commit) -> bytes:
    return _ENCODER.encode(m.TellingCommit(commit=commit))


class _Channel(NamedTuple):
    receive: Receive
    send: Send


def with_server_channel(app: ASGIApp) -> ASGIApp:
    """Pass the server's own receive and send to WebSocket handlers.

    Litestar wraps them in its HTTP hooks, which cost more than sending a message.
    """

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        cast("dict[str, object]", scope)[_CHANNEL] = _Channel(receive, send)
        await app(scope, receive, send)

    return handle


def _channel(socket: LiveSocket) -> _Channel:
    return cast("Mapping[str, _Channel]", socket.scope).get(_CHANNEL) or _Channel(socket.receive, socket.send)


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
    """Send the commits of a table, from now or from a version on, and take requests.

    With `lines`, batch messages, one per line: on a busy table frames cost more than their content.
    """
    settings: ServingSettings = socket.app.state.settings
    cut_off_after(settings.silent_seconds, settings.port)
    await socket.accept()
    if socket.user is None:
        await socket.close(NOT_SIGNED_IN, "Sign in first.")
        return
    limits: PersonalLimits = socket.app.state.limits
    address = socket.client.host if socket.client else ""
    with limits.connected(socket.user.name, address) as allowed:
        if not allowed:
            await socket.close(TOO_MANY, limits.too_many)
            return
        await _serve(socket, table, serving, after, language, lines=lines)


async def _serve(
    socket: LiveSocket, table: str, serving: Serving, after: int | None, language: Language, *, lines: bool
) -> None:
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
        if after is None:  # before any commit
            await socket.send_data(_ENCODER.encode(m.TellingTable(table=shown)), "text")
        sender = _Sender(socket, subscription, lines=lines)
        doing = [
            asyncio.create_task(_receive(socket, table, serving, subscription, language)),
            asyncio.create_task(sender.run()),
            asyncio.create_task(sender.until_stalled(socket.app.state.settings.silent_seconds)),
            asyncio.create_task(socket.app.state.sessions.until_ended(socket.auth)),
            asyncio.create_task(send_care_updates(subscription, socket.app.state.care_reader)),
            asyncio.create_task(subscription.gone.wait()),  # it reads too slowly
        ]
        try:
            await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in doing:
                task.cancel()
            await asyncio.gather(*doing, return_exceptions=True)
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                if await socket.app.state.sessions.who(socket.auth) is None:
                    await socket.close(NOT_SIGNED_IN, "The session has ended; sign in again.")
                else:
                    code, why = (
                        (TOO_SLOW, "") if serving.desk.is_open else (CLOSING, "The house is closing. ")
                    )
                    await socket.close(code, f"{why}Come back with the last version that you were told.")


def _short(why: str) -> str:
    """Cut a close reason to the longest that the protocol allows."""
    return why.encode()[:_LONGEST_REASON].decode(errors="ignore")


class _Sender:
    """Sends a subscription's messages, one frame at a time.

    A new message is sent at once if nothing is being sent; otherwise it waits in the subscription for `run`.
    """

    def __init__(self, socket: LiveSocket, subscription: Subscription, *, lines: bool) -> None:
        self._send, self._subscription, self._lines = _channel(socket).send, subscription, lines
        self._sending: asyncio.Future[None] | None = None
        """The last frame, sent or on its way, and since when."""
        self._since = 0.0
        self._now = asyncio.get_running_loop().time
        if lines:
            subscription.push = self._push

    async def run(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while messages := await self._subscription.more():
                size = _BATCH if self._lines else 1
                for first in range(0, len(messages), size):
                    await self._sent()
                    self._begin(b"\n".join(messages[first : first + size]))
            await self._sent()

    def _push(self, messages: list[bytes]) -> bool:
        """Begin to send messages in one frame, unless a frame is on its way or failed."""
        before = self._sending
        if len(messages) > _BATCH or self._is_sending or (before and before.exception()):
            return False
        self._begin(b"\n".join(messages))
        return True

    def _begin(self, frame: bytes) -> None:
        sending = self._send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
        # Granian returns a future of a frame on its way; other servers return a coroutine.
        begun = sending if hasattr(sending, "add_done_callback") else asyncio.ensure_future(sending)
        self._sending, self._since = cast("asyncio.Future[None]", begun), self._now()

    @property
    def _is_sending(self) -> bool:
        return self._sending is not None and not self._sending.done()

    async def _sent(self) -> None:
        if self._sending is not None:
            await self._sending

    async def until_stalled(self, timeout: float) -> None:  # noqa: ASYNC109 - it is what is waited for
        """Wait until the client has read nothing for the timeout.

        It polls, because a timer for each frame would cost more than sending it.
        """
        while not self._is_sending or self._now() - self._since < timeout:  # noqa: ASYNC110 - time itself is waited for
            await asyncio.sleep(timeout / _STALL_CHECKS)


async def _receive(
    socket: LiveSocket, table: str, serving: Serving, subscription: Subscription, language: Language
) -> None:
    receive, token = _channel(socket).receive, socket.auth
    sessions: Sessions = socket.app.state.sessions
    limits: PersonalLimits = socket.app.state.limits
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text") or ""
            member = sessions.cached(token) or await sessions.who(token)
            if member is None:
                return
            subscription.asks = True
            try:
                refusal = _over_limit(limits, text, member)
                subscription.say(refusal or await _answer(text, member, table, serving, language))
            finally:
                subscription.asks = False


def _over_limit(limits: PersonalLimits, text: str, member: Member) -> bytes:
    if len(text) > limits.settings.longest_message:
        return _problem("too_long", f"A message has at most {limits.settings.longest_message} characters.")
    return b"" if limits.allows(member.name) else _problem("too_many_requests", limits.too_fast)


async def _answer(text: str, member: Member, table: str, serving: Serving, language: Language) -> bytes:
    try:
        message: m.ClientMessage = _DECODER.decode(text)
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
                if isinstance(answer, Accepted) or not needs_second(answer):
                    told = m.reply(message.id, answer, language)
                else:
                    told = await propose(serving, asked, answer, language)
                return _ENCODER.encode(m.TellingReply(reply=told))
            case m.AskingOptions():
                may = await serving.desk.look(lambda worker: options(worker, table, member.actor, language))
                return _ENCODER.encode(m.TellingOptions(options=may))
            case m.AskingLook() | m.SayingReady():
                if isinstance(message, m.SayingReady):
                    await serving.desk.mark_ready(table, member.name)
                seen = await serving.desk.look(
                    lambda worker: look(worker, table, member.actor, message.after, language)
                )
                return _ENCODER.encode(m.TellingLook(look=seen))
    except InputError as no:
        return _problem("not_known", no.sentence, language)


def _problem(code: str, sentence: str, language: Language = Language.ENGLISH) -> bytes:
    return _ENCODER.encode(m.TellingProblem(problem=m.problem(code, sentence, language=language)))
