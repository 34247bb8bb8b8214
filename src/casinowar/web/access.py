"""Access: who sends a message, found anew for every one of them, and where it may come from."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from casinowar.house.people import TOKEN_LENGTH, People
from casinowar.house.posts import Member, Post

COOKIE: Final = "casinowar_session"
PIT_READERS: Final = (Post.FLOORPERSON, Post.MANAGER, Post.SURVEILLANCE, Post.OPERATOR)
"""Who reads what the pit keeps."""
_BEARER: Final = "Bearer "
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_REMEMBERED: Final = 1.0
"""For so many seconds it is not asked again whose a session is, unless it was ended here."""
_MOST_REMEMBERED: Final = 10_000

Connection = ASGIConnection[Any, Member | None, str, Any]


class Sessions:
    """Whose session a token is, remembered for a moment."""

    def __init__(self, people: People) -> None:
        """Know sessions by people."""
        self._people = people
        self._known: dict[str, tuple[float, Member | None]] = {}

    async def who(self, token: str) -> Member | None:
        """Tell whose session it is, if anybody's."""
        if len(token) != TOKEN_LENGTH:
            return None
        now = time.monotonic()
        known = self._known.get(token)
        if known is None or known[0] < now:
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            known = now + _REMEMBERED, await asyncio.to_thread(self._people.who, token)
            self._known[token] = known
        return known[1]

    def forget(self) -> None:
        """Ask again, because sessions were ended."""
        self._known.clear()


class Authentication(AbstractAuthenticationMiddleware):
    """Finds out who sends a request: by a cookie, or by a token of its own."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        """Tell who it is; nobody, if there is no session."""
        token, by_cookie = token_of(connection)
        member = await connection.app.state.sessions.who(token) if token else None
        if not _is_from_here(connection, by_browser=bool(member) and by_cookie):
            raise PermissionDeniedException("This request comes from another site.")
        return AuthenticationResult(user=member, auth=token)


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> tuple[str, bool]:
    """Find the token of a request, and whether a browser sent it by itself."""
    header = connection.headers.get("authorization", "")
    if header.startswith(_BEARER):
        return header.removeprefix(_BEARER), False
    return connection.cookies.get(COOKIE, ""), True


def _is_from_here(connection: ASGIConnection[Any, Any, Any, Any], *, by_browser: bool) -> bool:
    """Tell whether what a browser sends was made by a page of this house."""
    is_socket = connection.scope["type"] is ScopeType.WEBSOCKET
    if not is_socket and connection.scope.get("method") in _SAFE:
        return True
    said = connection.headers.get("origin", "")
    return urlsplit(said).netloc == connection.headers.get("host", "") if said else not by_browser


def signed_in(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Let nobody in who is not signed in."""
    if connection.scope.get("user") is None:
        raise NotAuthorizedException("Sign in first.")


def holding(*posts: Post) -> Callable[[Connection, BaseRouteHandler], None]:
    """Let in only people who hold one of some posts."""

    def guard(connection: Connection, handler: BaseRouteHandler) -> None:
        signed_in(connection, handler)
        member = connection.scope.get("user")
        if member is None or not member.posts & {*posts}:
            held = " or ".join(str(post) for post in posts)
            raise PermissionDeniedException(f"Only the {held} may do that.")

    return guard
