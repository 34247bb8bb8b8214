"""The application: everything that the house offers over HTTP and WebSockets."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response, get
from litestar.datastructures import ResponseHeader, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ServiceUnavailableException
from litestar.middleware import DefineMiddleware

from casinowar.game.refusal import InputError, Refusal
from casinowar.house.people import SignInError
from casinowar.house.serving import Serving
from casinowar.version import __version__
from casinowar.web.access import Authentication, Sessions
from casinowar.web.care import CareDesk
from casinowar.web.describing import described
from casinowar.web.live import live
from casinowar.web.messages import Problem
from casinowar.web.people import Door, PeopleDesk
from casinowar.web.tables import Counter, Tables

_LOG = logging.getLogger("casinowar.web")
_LONGEST_BODY: Final = 262_144
_HEADERS: Final = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_SERVERS_OWN: Final = 500
_CODES: Final = {
    401: "not_signed_in",
    403: "not_allowed",
    404: "not_found",
    405: "not_allowed",
    413: "too_long",
}


def application(serving: Callable[[], AbstractAsyncContextManager[Serving]]) -> Litestar:
    """Make the application of a house, which is opened when the server starts."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with serving() as house:
            app.state.serving = house
            app.state.sessions = Sessions(house.people)
            yield

    async def served(state: State) -> Serving:
        found: Serving = state.serving
        return found

    return Litestar(
        route_handlers=[Door, PeopleDesk, Tables, Counter, CareDesk, live, health, ready, schema],
        lifespan=[lifespan],
        middleware=[DefineMiddleware(Authentication)],
        dependencies={"serving": Provide(served)},
        exception_handlers={
            InputError: _unfit,
            HTTPException: _not_taken,
            RecursionError: _too_deep,
            Exception: _failed,
        },
        response_headers=[ResponseHeader(name=name, value=value) for name, value in _HEADERS.items()],
        openapi_config=None,
        request_max_body_size=_LONGEST_BODY,
    )


@get("/health")
async def health() -> dict[str, str]:
    """Say that the server runs."""
    return {"version": __version__}


@get("/ready")
async def ready(serving: Serving) -> dict[str, str]:
    """Say that the house takes requests: its database answers."""
    if not serving.desk.is_open:
        raise ServiceUnavailableException("The house is closing.")
    await serving.desk.look(lambda worker: worker.store.version("cashier"))
    return {"version": __version__}


@get("/api/schema")
async def schema(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Describe the interface."""
    return described(request.app)


def _unfit(_request: Request[Any, Any, Any], no: InputError) -> Response[Problem]:
    if isinstance(no, SignInError):
        return _problem(Problem(code="not_let_in", sentence=str(no)), 401)
    if isinstance(no, Refusal):
        told = Problem(code=no.reason.name.lower(), sentence=str(no), clause=no.clause)
        return _problem(told, 409)
    return _problem(Problem(code="not_possible", sentence=str(no)), 400)


def _not_taken(_request: Request[Any, Any, Any], wrong: HTTPException) -> Response[Problem]:
    code = _CODES.get(wrong.status_code, "malformed" if wrong.status_code < _SERVERS_OWN else "failed")
    extra = getattr(wrong, "extra", None)
    detail = "; ".join(str(each.get("message", each)) for each in extra) if isinstance(extra, list) else ""
    sentence = f"{wrong.detail} {detail}".strip()
    return _problem(Problem(code=code, sentence=sentence[:500]), wrong.status_code)


def _too_deep(_request: Request[Any, Any, Any], _wrong: RecursionError) -> Response[Problem]:
    return _problem(Problem(code="malformed", sentence="The body is nested too deeply."), 400)


def _failed(request: Request[Any, Any, Any], wrong: Exception) -> Response[Problem]:
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=wrong)
    return _problem(Problem(code="failed", sentence="Something went wrong in the house."), _SERVERS_OWN)


def _problem(told: Problem, status: int) -> Response[Problem]:
    return Response(told, status_code=status, headers=_HEADERS)
