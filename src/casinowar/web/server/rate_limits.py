"""Rate limits: requests and connections of each person and address. Each process counts separately."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from litestar import Request
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, ReceiveMessage, Scope, Send

from casinowar.house.serving.metrics import Metrics
from casinowar.web.server.settings import ServingSettings

_BURST_SECONDS: Final = 2
"""A burst may hold the requests of this many seconds."""
_MOST_KNOWN: Final = 10_000
_GUESTS_SECONDS: Final = 3_600


class PersonalLimits:
    """Counts requests and connections by person and address."""

    def __init__(
        self, settings: ServingSettings, metrics: Metrics, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.settings, self._metrics, self._clock = settings, metrics, clock
        self._left: dict[str, tuple[float, float]] = {}
        """By person: the requests left, and when that was."""
        self._sockets: Counter[str] = Counter()
        self._asking: Counter[str] = Counter()
        self._came: dict[tuple[str, ...], list[float]] = {}
        """By way of sign-up and address: when people came."""

    def allows(self, person: str) -> bool:
        """Count a request; tell whether it is allowed."""
        rate, now = self.settings.requests_per_second, self._clock()
        if len(self._left) >= _MOST_KNOWN and person not in self._left:
            self._left.clear()
        left, at = self._left.get(person, (float(rate * _BURST_SECONDS), now))
        left = min(rate * _BURST_SECONDS, left + (now - at) * rate)
        may = left >= 1
        self._left[person] = (left - may, now)
        if not may:
            self._metrics.limited("requests_per_second")
        return may

    @property
    def too_fast(self) -> str:
        return f"At most {self.settings.requests_per_second} requests a second; wait a moment."

    @property
    def too_many(self) -> str:
        most, here = self.settings.sockets_per_person, self.settings.sockets_per_address
        return f"At most {most} connections at once, and {here} from one address. Close another first."

    @property
    def too_much(self) -> str:
        return f"At most {self.settings.requests_at_once} requests at once; wait for an answer."

    @contextmanager
    def asking(self, person: str) -> Iterator[bool]:
        """Count a request while it runs; yields whether it is allowed."""
        may = self._asking[person] < self.settings.requests_at_once
        if not may:
            self._metrics.limited("requests_at_once")
            yield False
            return
        self._asking[person] += 1
        try:
            yield True
        finally:
            self._asking[person] -= 1
            if not self._asking[person]:
                del self._asking[person]

    @contextmanager
    def connected(self, person: str, address: str = "") -> Iterator[bool]:
        """Count a connection while it is open; yields whether it is allowed."""
        most = {
            person: ("sockets_per_person", self.settings.sockets_per_person),
            f"/{address}": ("sockets_per_address", self.settings.sockets_per_address),
        }
        full = next((why for who, (why, limit) in most.items() if self._sockets[who] >= limit), "")
        if full:
            self._metrics.limited(full)
            yield False
            return
        self._sockets.update(most.keys())
        try:
            with self._metrics.connected():
                yield True
        finally:
            self._sockets.subtract(most.keys())
            for who in most:
                if not self._sockets[who]:
                    del self._sockets[who]

    def admits_guest(self, address: str) -> bool:
        return self._admits("guest", address)

    def admits_newcomer(self, address: str) -> bool:
        """Count a new player from an address; tell whether it is allowed, by the limit for guests."""
        return self._admits("newcomer", address)

    def _admits(self, *whence: str) -> bool:
        """Count a sign-up within the past hour."""
        now = self._clock()
        if len(self._came) >= _MOST_KNOWN and whence not in self._came:
            self._came.clear()
        came = [at for at in self._came.get(whence, []) if now - at < _GUESTS_SECONDS]
        may = len(came) < self.settings.guests_per_hour
        self._came[whence] = [*came, now] if may else came
        if not may:
            self._metrics.limited("guests_per_hour")
        return may


class Limiting(ASGIMiddleware):
    """Refuses HTTP requests that come too fast from a person or, without a session, from an address."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        request: Request[Any, Any, Any] = Request(scope)
        member = scope.get("user")
        person = member.name if member else f"/{request.client.host if request.client else ''}"
        limits: PersonalLimits = request.app.state.limits
        if not limits.allows(person):
            raise TooManyRequestsException(limits.too_fast)
        with limits.asking(person) as may:
            if not may:
                raise TooManyRequestsException(limits.too_much)
            await next_app(scope, in_time(receive, limits.settings.silent_seconds), send)


class TooSlowError(HTTPException):
    status_code = 408


def in_time(receive: Receive, seconds: float) -> Receive:
    ends: float | None = None
    whole = False

    async def received() -> HTTPReceiveMessage | ReceiveMessage:
        nonlocal ends, whole
        if whole:  # only a disconnect can follow
            return await receive()
        if ends is None:
            ends = asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise TooSlowError("The rest of the request did not come in time.") from None
        whole = message["type"] != "http.request" or not message.get("more_body")
        return message

    return received
