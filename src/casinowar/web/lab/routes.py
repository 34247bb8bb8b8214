"""The lab over HTTP: rulebooks, odds, curves, comparisons and checks for all, simulations for people."""

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
    """What everybody may ask, with a session or without."""

    path = "/api"

    @get("/rulebooks")
    async def rulebooks(self) -> list[m.RulebookNamed]:
        """List the rulebooks that are shipped, and the examples."""
        return [*await asyncio.to_thread(rulebook_catalog.shelf)]

    @get("/rulebooks/{name:str}")
    async def rulebook(self, name: str) -> m.LabRulebook:
        """Tell what can be chosen about a rulebook: readings, decks, wagers."""
        return await asyncio.to_thread(rulebook_catalog.on_the_shelf, name)

    @get("/rulebooks/{name:str}/text")
    async def text(self, name: str) -> m.RulebookText:
        """Give texts to start one's own rulebook from."""
        return await asyncio.to_thread(rulebook_catalog.text_of, name)

    @post("/rulebooks/check", status_code=200)
    async def check(self, request: AnyRequest, data: m.CheckBody) -> m.CheckTold:
        """Check a rulebook: what is wrong with it, line by line."""
        return await told_by_the_lab(request, "check", data, m.CheckTold)

    @post("/houses/check", status_code=200)
    async def check_house(self, request: AnyRequest, data: m.HouseBody) -> m.CheckTold:
        """Check a house file for a rulebook: what is wrong with it, line by line."""
        return await told_by_the_lab(request, "check_house", data, m.CheckTold)

    @post("/odds", status_code=200)
    async def odds(self, request: AnyRequest, data: m.OddsBody) -> m.ReportTold:
        """Work out the PAR sheet of a table."""
        return await told_by_the_lab(request, "odds", data, m.ReportTold)

    @post("/odds/json", status_code=200)
    async def odds_json(self, request: AnyRequest, data: m.OddsBody) -> Response[dict[str, Any]]:
        """Write the sheet as the command line's --json does."""
        return _file(await _asked(request, "odds_json", data), "application/json", "odds.json")

    @post("/odds/pdf", status_code=200, media_type=PDF)
    async def odds_pdf(self, request: AnyRequest, data: m.PaperBody) -> Response[bytes]:
        """Typeset the sheet."""
        return _file(await _asked(request, "odds_pdf", data), PDF, "odds.pdf")

    @post("/odds/curve", status_code=200)
    async def curve(self, request: AnyRequest, data: m.CurveBody) -> m.ReportTold:
        """Follow the edge of every wager along decks, cards removed, the wager or the meter."""
        return await told_by_the_lab(request, "curve", data, m.ReportTold)

    @post("/compare", status_code=200)
    async def compare(self, request: AnyRequest, data: m.CompareBody) -> m.ReportTold:
        """Put rulebooks side by side."""
        return await told_by_the_lab(request, "compare", data, m.ReportTold)

    @post("/compare/json", status_code=200)
    async def compare_json(self, request: AnyRequest, data: m.CompareBody) -> Response[dict[str, Any]]:
        """Write the comparison as the command line's --json does."""
        return _file(await _asked(request, "compare_json", data), "application/json", "compare.json")


class SimulationDesk(Controller):
    """Simulations, each somebody's own."""

    path = "/api/simulations"
    guards = (signed_in,)

    @get("/")
    async def everything(self, request: WebRequest) -> list[m.SimulationTold]:
        """List one's own simulations, the last first, without their results."""
        return await asyncio.to_thread(_simulations(request).everything, request.user.name)

    @post("/", status_code=201)
    async def start(self, request: WebRequest, data: m.SimulationBody) -> m.SimulationTold:
        """Start to deal in the background."""
        return await _simulations(request).start(request.user.name, data)

    @get("/{name:str}")
    async def look(self, request: WebRequest, name: str) -> m.SimulationTold:
        """Tell how far a simulation has come, and what came out."""
        return await asyncio.to_thread(_simulations(request).look, request.user.name, name)

    @get("/{name:str}/json")
    async def result(self, request: WebRequest, name: str) -> Response[dict[str, Any]]:
        """Write what came out as the command line's --json does."""
        found = await asyncio.to_thread(_simulations(request).look, request.user.name, name)
        if found.result is None:
            raise NotFoundException("Nothing has come out of this simulation yet.")
        written = msgspec.json.format(msgspec.json.encode(found.result.document), indent=2) + b"\n"
        return _file(written, "application/json", "simulation.json")

    @delete("/{name:str}")
    async def stop(self, request: WebRequest, name: str) -> None:
        """Stop a simulation, which then tells what is known; forget one that is over."""
        await asyncio.to_thread(_simulations(request).stop, request.user.name, name)


def _simulations(request: WebRequest) -> Simulations:
    found: Simulations = request.app.state.simulations
    return found


async def _asked(request: AnyRequest, name: str, asked: msgspec.Struct) -> bytes:
    workers: WorkerPool = request.app.state.lab_workers
    member = request.scope.get("user")
    person = member.name if member else f"/{request.client.host if request.client else ''}"
    return await workers.ask(person, name, asked, language_of(request))


async def told_by_the_lab(request: AnyRequest, name: str, asked: msgspec.Struct, kind: type[T]) -> T:
    """Have a question answered by the lab, in line with everybody's."""
    return msgspec.json.decode(await _asked(request, name, asked), type=kind)


def _file(content: bytes, kind: str, name: str) -> Response[Any]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
