"""The ASGI application: routes, error responses and the lifespan of the house."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import ResponseHeader, State
from litestar.di import Provide
from litestar.exceptions import ClientException, HTTPException, ServiceUnavailableException
from litestar.middleware import DefineMiddleware
from litestar.types import Message, Scope
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from casinowar.game.refusal import InputError
from casinowar.house.audit.checkpoints import signing_key
from casinowar.house.people.people import SignInError
from casinowar.house.serving.desk import DeskNotes
from casinowar.house.serving.metrics import Metrics
from casinowar.house.serving.startup import Serving
from casinowar.version import __version__
from casinowar.web.audit_job import AuditJob, Audits
from casinowar.web.authentication import Authentication, Sessions
from casinowar.web.care import CareDesk
from casinowar.web.lab.routes import OddsLab, SimulationDesk
from casinowar.web.lab.simulations import Simulations
from casinowar.web.lab.worker_pool import WorkerPool
from casinowar.web.languages import language_of, spoken
from casinowar.web.law import LawRoom
from casinowar.web.messages import Problem, problem
from casinowar.web.meters import change_meter, meters, signs
from casinowar.web.my_history import MyAccount
from casinowar.web.openapi import described
from casinowar.web.operations import Checkpoints
from casinowar.web.operations import metrics as measured
from casinowar.web.people import PeopleDesk, SignInDesk
from casinowar.web.pit import PitRequests, PitViews
from casinowar.web.player_updates import CareReader
from casinowar.web.proposals import ProposalDesk
from casinowar.web.server.child_processes import shared_folder
from casinowar.web.server.rate_limits import Limiting, PersonalLimits
from casinowar.web.server.settings import ServingSettings
from casinowar.web.server.shutdown import close_house_first
from casinowar.web.static_page import page
from casinowar.web.surveillance import Surveillance
from casinowar.web.table_socket import live
from casinowar.web.tables import CashierDesk, Houses, Tables

_CONTROLLERS: Final = (
    *(SignInDesk, MyAccount, PeopleDesk, Tables, Houses, CashierDesk, CareDesk, ProposalDesk),
    *(PitViews, PitRequests, Surveillance, Audits, Checkpoints),
    *(LawRoom, OddsLab, SimulationDesk),
)
_LOG = logging.getLogger("casinowar.web")
_LONGEST_BODY: Final = 262_144
_DATABASE_TIMEOUT: Final = 5.0
"""Seconds in which the database must answer for the house to be ready."""
_HEADERS: Final = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_OVER_TLS: Final = {"strict-transport-security": "max-age=31536000"}
_INTERNAL_ERROR: Final = 500
_UNAVAILABLE: Final = 503
_CODES: Final = {
    401: "not_signed_in",
    403: "not_allowed",
    404: "not_found",
    405: "not_allowed",
    408: "too_slow",
    413: "too_long",
    429: "too_many_requests",
}


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is decoded strictly: Litestar would take "50.00" for fifty cents."""

    async def json(self) -> Any:  # noqa: ANN401 - each handler wants something else
        wanted = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(
                await self.body(), type=wanted.annotation if wanted is not None else Any
            )
        except (msgspec.DecodeError, UnicodeEncodeError) as wrong:
            raise ClientException(f"The request cannot be read: {wrong}.") from None


def application(
    serving: Callable[[DeskNotes], AbstractAsyncContextManager[Serving]], settings: ServingSettings
) -> Litestar:
    metrics = Metrics()
    headers = _HEADERS | (_OVER_TLS if settings.behind_proxy else {})

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        with shared_folder() as folder:
            async with (
                serving(metrics) as house,
                aclosing(AuditJob(settings, folder)) as audit_job,
                aclosing(WorkerPool()) as lab_workers,
                aclosing(Simulations(folder / "simulations")) as simulations,
                close_house_first(house.desk.close),
            ):
                app.state.serving = house
                app.state.audit_job = audit_job
                app.state.lab_workers = lab_workers
                app.state.simulations = simulations
                app.state.sessions = Sessions(house.people)
                app.state.care_reader = CareReader(house)
                _LOG.info("open", extra={"version": __version__})
                yield
        _LOG.info("closed")

    async def count(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            metrics.replied(message["status"])
            facts = {"method": scope.get("method"), "path": scope["path"], "status": message["status"]}
            _LOG.debug("answered", extra=facts)

    async def served(state: State) -> Serving:
        found: Serving = state.serving
        return found

    return Litestar(
        route_handlers=[*_CONTROLLERS, *_HANDLERS, *page()],
        lifespan=[lifespan],
        middleware=[DefineMiddleware(Authentication), Limiting()],
        before_send=[count],
        state=State(
            {
                "settings": settings,
                "metrics": metrics,
                "limits": PersonalLimits(settings, metrics),
                "signing_key": signing_key(Path(settings.signing_key)),
            }
        ),
        logging_config=None,
        dependencies={"serving": Provide(served), "spoken": Provide(spoken)},
        exception_handlers={
            InputError: _bad_input,
            HTTPException: _http_error,
            RecursionError: _nested_too_deeply,
            OperationalError: _no_database,
            PoolTimeoutError: _no_database,
            Exception: _internal_error,
        },
        response_headers=[ResponseHeader(name=name, value=value) for name, value in headers.items()],
        openapi_config=None,
        request_class=StrictRequest,
        request_max_body_size=_LONGEST_BODY,
    )


@get("/health")
async def health() -> dict[str, str]:
    """Report that the server runs."""
    return {"version": __version__}


@get("/ready")
async def ready(serving: Serving) -> dict[str, str]:
    """Report that the house takes requests and its database answers."""
    if not serving.desk.is_open:
        raise ServiceUnavailableException("The house is closing.")
    try:
        async with asyncio.timeout(_DATABASE_TIMEOUT):
            await serving.desk.look(lambda worker: worker.store.version("cashier"))
    except (SQLAlchemyError, TimeoutError):
        raise ServiceUnavailableException("The database does not answer.") from None
    return {"version": __version__}


@get("/api/schema")
async def schema(request: Request[Any, Any, Any], state: State) -> Response[dict[str, Any]]:
    """Return the OpenAPI description."""
    if "described" not in state:
        state["described"] = msgspec.json.encode(described(request.app))
    written: Any = state["described"]
    return Response(written, media_type=MediaType.JSON)


_HANDLERS: Final = (live, meters, signs, change_meter, health, ready, schema, measured)


def _bad_input(request: Request[Any, Any, Any], no: InputError) -> Response[Problem]:
    code, status = ("not_let_in", 401) if isinstance(no, SignInError) else ("not_possible", 400)
    return _problem(problem(code, no.sentence, language=language_of(request)), status)


def _http_error(_request: Request[Any, Any, Any], wrong: HTTPException) -> Response[Problem]:
    code = _CODES.get(wrong.status_code, "malformed" if wrong.status_code < _INTERNAL_ERROR else "failed")
    extra = getattr(wrong, "extra", None)
    sentence = wrong.detail
    if isinstance(extra, list):
        sentence = f"The request cannot be read: {'; '.join(map(_fault, extra))}."
    return _problem(Problem(code=code, sentence=sentence[:500]), wrong.status_code)


def _fault(found: Mapping[str, Any]) -> str:
    """Format a fault in a request as msgspec formats those of WebSocket messages."""
    message, place = found["message"], found.get("key", "data")
    return f"{message}" if place == "data" else f"{message} - at `{place}`"


def _nested_too_deeply(_request: Request[Any, Any, Any], _wrong: RecursionError) -> Response[Problem]:
    return _problem(Problem(code="malformed", sentence="The body is nested too deeply."), 400)


def _no_database(request: Request[Any, Any, Any], wrong: Exception) -> Response[Problem]:
    code = getattr(getattr(wrong, "orig", None), "sqlite_errorcode", sqlite3.SQLITE_BUSY)
    if code & 0xFF not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:  # it answered with an error
        return _internal_error(request, wrong)
    _note(request, wrong)
    return _problem(Problem(code="failed", sentence="The database does not answer; try again."), _UNAVAILABLE)


def _internal_error(request: Request[Any, Any, Any], wrong: Exception) -> Response[Problem]:
    _note(request, wrong)
    return _problem(Problem(code="failed", sentence="Something went wrong in the house."), _INTERNAL_ERROR)


def _note(request: Request[Any, Any, Any], wrong: Exception) -> None:
    facts = {"method": request.method, "path": request.url.path}
    _LOG.error("failed", extra=facts, exc_info=wrong)


def _problem(told: Problem, status: int) -> Response[Problem]:
    return Response(told, status_code=status, headers=_HEADERS)
