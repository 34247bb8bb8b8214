"""Routes of the lab: questions that need no session, and one's own simulations."""

import asyncio
from typing import Any, TypeVar

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.exceptions import NotFoundException

from casinowar.house.people.posts import Member
from casinowar.web.authentication import signed_in
from casinowar.web.lab import messages as m
from casinowar.web.lab import rulebook_catalog
from casinowar.web.lab.simulations import Simulations
from casinowar.web.lab.worker_pool import WorkerPool
from casinowar.web.languages import language_of
from casinowar.web.messages import PDF

AnyRequest = Request[Member | None, str, Any]
WebRequest = Request[Member, str, Any]
T = TypeVar("T")


class OddsLab(Controller):
    """Questions that need no session."""

    path = "/api"

    @get("/rulebooks")
    async def rulebooks(self) -> list[m.RulebookNamed]:
        """List the built-in rulebooks and the examples."""
        return [*await asyncio.to_thread(rulebook_catalog.listed_rulebooks)]

    @get("/rulebooks/{name:str}")
    async def rulebook(self, name: str) -> m.LabRulebook:
        """Show the choices that a rulebook leaves: readings, decks, wagers."""
        return await asyncio.to_thread(rulebook_catalog.choices_of, name)

    @get("/rulebooks/{name:str}/text")
    async def text(self, name: str) -> m.RulebookText:
        """Give texts to start a custom rulebook from."""
        return await asyncio.to_thread(rulebook_catalog.text_of, name)

    @post("/rulebooks/check", status_code=200)
    async def check(self, request: AnyRequest, data: m.CheckBody) -> m.CheckTold:
        """Check a rulebook line by line."""
        return await lab_answer(request, "check", data, m.CheckTold)

    @post("/houses/check", status_code=200)
    async def check_house(self, request: AnyRequest, data: m.HouseBody) -> m.CheckTold:
        """Check a house file line by line."""
        return await lab_answer(request, "check_house", data, m.CheckTold)

    @post("/odds", status_code=200)
    async def odds(self, request: AnyRequest, data: m.OddsBody) -> m.ReportTold:
        """Compute the PAR sheet of a table."""
        return await lab_answer(request, "odds", data, m.ReportTold)

    @post("/odds/json", status_code=200)
    async def odds_json(self, request: AnyRequest, data: m.OddsBody) -> Response[dict[str, Any]]:
        """Compute the PAR sheet in the format of the command line's --json."""
        return _file(await _answer(request, "odds_json", data), "application/json", "odds.json")

    @post("/odds/pdf", status_code=200, media_type=PDF)
    async def odds_pdf(self, request: AnyRequest, data: m.PaperBody) -> Response[bytes]:
        """Typeset the PAR sheet as PDF."""
        return _file(await _answer(request, "odds_pdf", data), PDF, "odds.pdf")

    @post("/odds/curve", status_code=200)
    async def curve(self, request: AnyRequest, data: m.CurveBody) -> m.ReportTold:
        """Compute the house edges along decks, removed cards, the wager or the meter."""
        return await lab_answer(request, "curve", data, m.ReportTold)

    @post("/compare", status_code=200)
    async def compare(self, request: AnyRequest, data: m.CompareBody) -> m.ReportTold:
        """Compare rulebooks."""
        return await lab_answer(request, "compare", data, m.ReportTold)

    @post("/compare/json", status_code=200)
    async def compare_json(self, request: AnyRequest, data: m.CompareBody) -> Response[dict[str, Any]]:
        """Compare rulebooks in the format of the command line's --json."""
        return _file(await _answer(request, "compare_json", data), "application/json", "compare.json")


class SimulationDesk(Controller):
    """One's own simulations."""

    path = "/api/simulations"
    guards = (signed_in,)

    @get("/")
    async def everything(self, request: WebRequest) -> list[m.SimulationTold]:
        """List one's simulations, the latest first, without their results."""
        return await asyncio.to_thread(_simulations(request).everything, request.user.name)

    @post("/", status_code=201)
    async def start(self, request: WebRequest, data: m.SimulationBody) -> m.SimulationTold:
        """Start a simulation in the background."""
        return await _simulations(request).start(request.user.name, data)

    @get("/{name:str}")
    async def look(self, request: WebRequest, name: str) -> m.SimulationTold:
        """Show the status and result of a simulation."""
        return await asyncio.to_thread(_simulations(request).look, request.user.name, name)

    @get("/{name:str}/json")
    async def result(self, request: WebRequest, name: str) -> Response[dict[str, Any]]:
        """Give the result in the format of the command line's --json."""
        found = await asyncio.to_thread(_simulations(request).look, request.user.name, name)
        if found.result is None:
            raise NotFoundException("This simulation has no result yet.")
        written = msgspec.json.format(msgspec.json.encode(found.result.document), indent=2) + b"\n"
        return _file(written, "application/json", "simulation.json")

    @delete("/{name:str}")
    async def stop(self, request: WebRequest, name: str) -> None:
        """Stop a simulation, which then reports what is known; delete a finished one."""
        await asyncio.to_thread(_simulations(request).stop, request.user.name, name)


def _simulations(request: WebRequest) -> Simulations:
    found: Simulations = request.app.state.simulations
    return found


async def _answer(request: AnyRequest, name: str, body: msgspec.Struct) -> bytes:
    workers: WorkerPool = request.app.state.lab_workers
    member = request.scope.get("user")
    person = member.name if member else f"/{request.client.host if request.client else ''}"
    return await workers.ask(person, name, body, language_of(request))


async def lab_answer(request: AnyRequest, name: str, body: msgspec.Struct, kind: type[T]) -> T:
    return msgspec.json.decode(await _answer(request, name, body), type=kind)


def _file(content: bytes, kind: str, name: str) -> Response[Any]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
