"""The pit over HTTP: tables at a glance, alerts, win and drop, slips, drop boxes, ratings, dealers."""

import asyncio
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from litestar import Controller, Request, Response, get, post
from msgspec.structs import replace

from casinowar.game.refusal import InputError
from casinowar.house.backoffice.alerts import PitAlert, alerts
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.daybook import DropBox
from casinowar.house.backoffice.dealer_time import dealer_times
from casinowar.house.backoffice.floor_view import FloorView, floor_view
from casinowar.house.backoffice.pit_overview import table_glance
from casinowar.house.backoffice.ratings import ratings, session_ratings
from casinowar.house.backoffice.slip_document import slip_document
from casinowar.house.backoffice.views import (
    DealerTime,
    Grouping,
    PlayerRating,
    SessionRating,
    TableGlance,
    WinLine,
)
from casinowar.house.backoffice.win_and_drop import house_win_lines, win_lines
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import COUNTS, PIT_OFFICE, CountDrop, PitState, Slip, SlipStage
from casinowar.house.people.posts import Member, Post
from casinowar.house.policy.permissions import may_ask
from casinowar.house.serving.startup import Serving
from casinowar.house.storage.schema import STREAMS
from casinowar.house.worker.streams import milliseconds
from casinowar.parsing import a_word
from casinowar.telling.refusal_translation import refusal_told
from casinowar.telling.wording import Language
from casinowar.web import messages as m
from casinowar.web.authentication import PIT_READERS, holding, signed_in
from casinowar.web.proposals import submit_to_office

WebRequest = Request[Member, str, Any]
T = TypeVar("T")


class PitViews(Controller):
    """What pit, surveillance and operators read."""

    path = "/api/pit"
    guards = (holding(*PIT_READERS),)

    @get("/tables")
    async def tables(self, serving: Serving) -> list[TableGlance]:
        """List all tables: the state of each, with win and drop of its gaming day."""
        return await _read(serving, lambda books: [table_glance(books, name) for name in books.tables()])

    @get("/alerts")
    async def alerts(self, serving: Serving, spoken: Language) -> list[PitAlert]:
        """List the alerts, the most urgent first."""
        return [_translated(spoken, each) for each in await asyncio.to_thread(alerts, serving.books)]

    @get("/figures/{by:str}")
    async def together(self, by: str, serving: Serving) -> list[WinLine]:
        """Sum win, drop and hold of all tables by table, day, shift, hour or dealer."""
        kind = a_word(Grouping, by)
        return await _read(serving, lambda books: house_win_lines(books, kind))

    @get("/tables/{table:str}/floor")
    async def floor(self, table: str, serving: Serving, spoken: Language) -> FloorView:
        """Show a table as its floorperson sees it: what is due, and what each act would cause."""
        return await serving.desk.look(lambda worker: floor_view(worker, table, spoken))

    @get("/tables/{table:str}/figures/{by:str}")
    async def figures(self, table: str, by: str, serving: Serving) -> list[WinLine]:
        """Sum win, drop and hold of a table by table, day, shift, hour or dealer."""
        kind = a_word(Grouping, by)
        return await _read(serving, lambda books: win_lines(books.of(table), books.pit(), kind))

    @get("/tables/{table:str}/slips")
    async def slips(self, table: str, serving: Serving) -> list[Slip]:
        """List the slips of a table."""
        return await _read(serving, lambda books: [*books.pit().slips_of(books.of(table).table)])

    @get("/tables/{table:str}/slips/{number:str}")
    async def slip(self, table: str, number: str, serving: Serving) -> Slip:
        """Read a slip by its number, such as 2026-11-16-3."""
        return await _read(serving, lambda books: slip_document(books, table, number).slip)

    @get("/tables/{table:str}/slips/{number:str}/pdf", media_type=m.PDF)
    async def printed(
        self, table: str, number: str, serving: Serving, spoken: Language, language: Language | None = None
    ) -> Response[bytes]:
        """Typeset a slip with lines to sign; `language` serves links, which cannot set a header."""
        slip = await _read(serving, lambda books: slip_document(books, table, number))
        headers = {"content-disposition": f'inline; filename="{slip.slip.number}.pdf"'}
        pdf = await asyncio.to_thread(slip.pdf, language=language or spoken)
        return Response(pdf, media_type=m.PDF, headers=headers)

    @get("/waiting")
    async def waiting(self, serving: Serving) -> list[Slip]:
        """List the slips that wait for the cage or for a dealer's signature."""
        return await _read(serving, lambda books: [*books.pit().waiting()])

    @get("/boxes")
    async def boxes(self, serving: Serving) -> list[DropBox]:
        """List the drop boxes by table and gaming day: the cash put in, and the count."""
        return await _read(
            serving, lambda books: [replace(box) for _, box in sorted(books.pit().boxes.items())]
        )

    @get("/hours")
    async def hours(self, serving: Serving) -> m.HoursNow:
        """Show when gaming days and shifts begin, and the current ones."""
        now = milliseconds()
        posted = await _read(serving, lambda books: books.pit().hours(now))
        return m.HoursNow(hours=posted, day=posted.day(now), shift=posted.shift(now))

    @get("/chips")
    async def chips(self, serving: Serving) -> m.HouseChips:
        """List the values of the house's chips."""
        return m.HouseChips(denominations=(await _pit(serving)).denominations)

    @get("/ratings")
    async def ratings(self, serving: Serving) -> list[PlayerRating]:
        """Rate all players by all of their sessions."""
        return await _read(serving, lambda books: [*ratings(session_ratings(books)).players])

    @get("/ratings/{player:str}")
    async def sessions(self, player: str, serving: Serving) -> list[SessionRating]:
        """Rate each session of a player."""
        return await _read(serving, lambda books: [*session_ratings(books, player)])

    @get("/dealers")
    async def dealers(self, serving: Serving) -> list[DealerTime]:
        """List dealers with their time, their rounds, and their pace."""
        return await _read(serving, lambda books: dealer_times(books, milliseconds()))


class PitRequests(Controller):
    """Requests to the pit; each command knows which roles may send it."""

    path = "/api/pit"
    guards = (signed_in,)

    @get("/shift", guards=[holding(Post.DEALER)])
    async def shift(self, request: WebRequest, serving: Serving) -> m.DealersShift:
        """Show a dealer their own shift, and the counts that wait for their signature."""
        state = await _pit(serving)
        waiting = (slip for slip in state.slips.values() if slip.stage is SlipStage.WAITING)
        return m.DealersShift(
            since=state.on_duty.get(request.user.name),
            now=milliseconds(),
            to_sign=tuple(
                each for each in waiting if each.kind in COUNTS and each.asked_by != request.user.name
            ),
            void=await _read(serving, lambda books: tuple(books.pit().void_counts(request.user.name))),
        )

    @post("/requests", status_code=200)
    async def ask(self, request: WebRequest, data: m.PitBody, serving: Serving, spoken: Language) -> m.Reply:
        """Send a command to the pit, such as to ask for a slip, agree to one, count a box or clock in."""
        if may_ask(request.user.actor, data.command):  # others do not learn which tables and players exist
            await asyncio.to_thread(_check_known, serving, data.command)
        return await submit_to_office(serving, request, PIT_OFFICE, data, spoken)


def _translated(language: Language, alert: PitAlert) -> PitAlert:
    sentence, spoken = refusal_told(alert.sentence, language)
    return replace(alert, sentence=sentence, language=spoken)


async def _pit(serving: Serving) -> PitState:
    state: PitState = await serving.desk.look(lambda worker: worker.position(PIT_OFFICE).office)
    return state


async def _read(serving: Serving, reading: Callable[[Books], T]) -> T:
    return await asyncio.to_thread(serving.books.look, reading)


def _check_known(serving: Serving, command: OfficeCommand) -> None:
    table, player = getattr(command, "table", None), getattr(command, "player", None)
    if table is not None and table not in serving.books.tables():
        raise InputError(f"There is no table {table}.")
    if player is not None and not serving.people.exists(player):
        raise InputError(f"No person is called {player}.")
    if isinstance(command, CountDrop) and not _had_box(serving, command):
        raise InputError(f"{command.table} had no drop box on {command.day}.")


def _had_box(serving: Serving, command: CountDrop) -> bool:
    """Tell whether the table existed on a gaming day."""
    try:
        date.fromisoformat(command.day)
    except ValueError:
        return False
    rows = serving.store.rows(STREAMS.c.table, STREAMS.c.at)
    [set_up] = [at for table, at in rows if table == command.table]
    return serving.books.look(lambda books: books.pit().hours(set_up).day(set_up)) <= command.day
