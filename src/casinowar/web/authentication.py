"""Authentication of every request, and guards for routes."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from casinowar.house.people.people import TOKEN_LENGTH, People
from casinowar.house.people.posts import Member, Post

COOKIE: Final = "casinowar_session"
PIT_READERS: Final = (Post.FLOORPERSON, Post.MANAGER, Post.SURVEILLANCE, Post.OPERATOR)
"""The posts that read the pit's records."""
_BEARER: Final = "Bearer "
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_CACHED_SECONDS: Final = 1.0
"""Seconds for which a session is cached, unless this process ended it."""
_CHECK_SECONDS: Final = 0.5
"""Seconds between two checks for sessions that have ended."""
_LOG = logging.getLogger("casinowar.web")
_MOST_CACHED: Final = 10_000

Connection = ASGIConnection[Any, Member | None, str, Any]


class Sessions:
    """Cache of sessions by token."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._known: dict[str, tuple[float, Member | None]] = {}
        self._ended: dict[str, set[asyncio.Event]] = {}
        """By token: the events to set when its session ends."""
        self._looking: asyncio.Task[None] | None = None
        self._asked: dict[str, asyncio.Future[Member | None]] = {}
        """By token: the lookup that waits for its turn."""
        self._asking: asyncio.Task[None] | None = None
        self._forgotten = 0

    def cached(self, token: str) -> Member | None:
        known = self._fresh(token)
        return known[1] if known is not None else None

    def _fresh(self, token: str) -> tuple[float, Member | None] | None:
        known = self._known.get(token)
        return known if known is not None and known[0] >= time.monotonic() else None

    async def who(self, token: str) -> Member | None:
        if len(token) != TOKEN_LENGTH:
            return None
        if (known := self._fresh(token)) is not None:
            return known[1]
        if len(self._known) >= _MOST_CACHED:
            self._known.clear()
        told = self._asked.setdefault(token, asyncio.get_running_loop().create_future())
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(told)

    async def _ask(self) -> None:
        """Look up all waiting tokens together: one by one would not keep up in a busy house."""
        while self._asked:
            turn, self._asked = self._asked, {}
            try:
                found = await self._found([*turn])
            except Exception as wrong:  # noqa: BLE001 - everyone who waits gets the error
                for told in turn.values():
                    told.set_exception(wrong)
                    told.exception()  # marks it as retrieved: its waiter may be gone
                continue
            for token, told in turn.items():
                told.set_result(found.get(token))

    def forget(self) -> None:
        self._forgotten += 1
        self._known.clear()

    async def until_ended(self, token: str) -> None:
        """Wait until a session is over; all such sessions are checked together."""
        over = asyncio.Event()
        self._ended.setdefault(token, set()).add(over)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            await over.wait()
        finally:
            self._ended[token].discard(over)
            if not self._ended[token]:
                del self._ended[token]

    async def _look(self) -> None:
        while self._ended:
            await asyncio.sleep(_CHECK_SECONDS)
            waited_for = [*self._ended]
            try:
                found = await self._found(waited_for)
            except Exception:  # noqa: BLE001 - the next look tries again
                _LOG.exception("sessions cannot be looked up")
                continue
            for token in {*waited_for} - found.keys():
                for over in self._ended.get(token, ()):
                    over.set()

    async def _found(self, tokens: list[str]) -> dict[str, Member]:
        """Look up sessions, and cache them unless some were ended meanwhile."""
        until, before = time.monotonic() + _CACHED_SECONDS, self._forgotten
        found = await asyncio.to_thread(self._people.session_members, tokens)
        if before == self._forgotten:
            self._known |= {token: (until, found.get(token)) for token in tokens}
        return found


class Authentication(AbstractAuthenticationMiddleware):
    """Identifies the sender of a request by a bearer token or a cookie."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        """Authenticate a request; the user is None without a session."""
        token, by_cookie = token_of(connection)
        member = await connection.app.state.sessions.who(token) if token else None
        if not _is_same_site(connection, by_browser=bool(member) and by_cookie):
            raise PermissionDeniedException("This request comes from another site.")
        return AuthenticationResult(user=member, auth=token)


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> tuple[str, bool]:
    """Find the token of a request, and whether it came in a cookie."""
    header = connection.headers.get("authorization", "")
    if header.startswith(_BEARER):
        return header.removeprefix(_BEARER), False
    return connection.cookies.get(COOKIE, ""), True


def _is_same_site(connection: ASGIConnection[Any, Any, Any, Any], *, by_browser: bool) -> bool:
    """Tell whether a request comes from a page of this house, which a cookie requires."""
    is_socket = connection.scope["type"] is ScopeType.WEBSOCKET
    if not is_socket and connection.scope.get("method") in _SAFE:
        return True
    said = connection.headers.get("origin", "")
    return urlsplit(said).netloc == connection.headers.get("host", "") if said else not by_browser


def signed_in(connection: Connection, _handler: BaseRouteHandler) -> None:
    if connection.scope.get("user") is None:
        raise NotAuthorizedException("Sign in first.")


def holding(*posts: Post) -> Callable[[Connection, BaseRouteHandler], None]:
    """Make a guard that admits only holders of some posts."""

    def guard(connection: Connection, handler: BaseRouteHandler) -> None:
        signed_in(connection, handler)
        member = connection.scope.get("user")
        if member is None or not member.posts & {*posts}:
            held = " or ".join(str(post) for post in posts)
            raise PermissionDeniedException(f"Only the {held} may do that.")

    return guard
