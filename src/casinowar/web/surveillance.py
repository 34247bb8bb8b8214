"""Surveillance over HTTP: search, replay and export rounds; read journals and appointments. Read only."""

import asyncio
from typing import Annotated, Any, Final

from litestar import Controller, Response, get
from litestar.params import Parameter

from casinowar.game.refusal import InputError
from casinowar.house.backoffice.recall import Recall
from casinowar.house.backoffice.round_replay import ExportedRound, RoundReplay, export_round, replay_round
from casinowar.house.backoffice.round_search import FoundRounds, RoundOutcome, RoundSearch, find_rounds
from casinowar.house.journal.commits import Commit, decode_commit
from casinowar.house.journal.requests import LONGEST_ID, LONGEST_NAME
from casinowar.house.offices.registry import OFFICES
from casinowar.house.people.appointments import AppointmentMade, appointments
from casinowar.house.people.posts import Post
from casinowar.house.serving.startup import Serving
from casinowar.parsing import a_word
from casinowar.telling.wording import Language
from casinowar.web.authentication import holding
from casinowar.web.my_history import Most, Skip
from casinowar.web.tables import After

_LATEST: Final = 10**14
At = Annotated[int, Parameter(ge=0, le=_LATEST, description="A moment, in milliseconds; 0 means no bound.")]
Person = Annotated[str, Parameter(max_length=LONGEST_NAME)]
Table = Annotated[str, Parameter(max_length=LONGEST_ID)]
Outcome = Annotated[str, Parameter(max_length=20, description="A word such as won, war or void.")]


class Surveillance(Controller):
    """What surveillance, managers and operators read."""

    path = "/api/watch"
    guards = (holding(Post.SURVEILLANCE, Post.MANAGER, Post.OPERATOR),)

    @get("/rounds")
    async def rounds(  # noqa: PLR0913 - each is a search term
        self,
        *,
        serving: Serving,
        table: Table = "",
        player: Person = "",
        dealer: Person = "",
        outcome: Outcome = "",
        since: At = 0,
        until: At = 0,
        skip: Skip = 0,
        most: Most = 50,
    ) -> FoundRounds:
        """Find rounds by table, player, dealer, time and outcome, the newest first."""
        asked = RoundSearch(
            table=table,
            player=player,
            dealer=dealer,
            since=since,
            until=until,
            outcome=a_word(RoundOutcome, outcome) if outcome else None,
            skip=skip,
            most=most,
        )
        return await asyncio.to_thread(find_rounds, serving.store, serving.books, asked)

    @get("/offices/{office:str}/journal", guards=[holding(Post.SURVEILLANCE, Post.OPERATOR)])
    async def journal(
        self, office: str, serving: Serving, after: After = 0, most: Most = 100
    ) -> list[Commit]:
        """Read the journal of the cashier, care, meters or pit: who did what, and who agreed."""
        if office not in OFFICES:
            raise InputError(f"There is no office {office}; the offices are: {', '.join(OFFICES)}.")
        pages = await asyncio.to_thread(serving.store.pages, office, after, most)
        return [decode_commit(body) for _, body, _ in pages]

    @get("/appointments", guards=[holding(Post.SURVEILLANCE, Post.OPERATOR)])
    async def appointed(self, serving: Serving, skip: Skip = 0, most: Most = 50) -> list[AppointmentMade]:
        """List who gave or took away which posts, and when, the latest first."""
        return await asyncio.to_thread(appointments, serving.store, skip, most)

    @get("/tables/{table:str}/rounds/{number:int}")
    async def round(self, table: str, number: int, serving: Serving, spoken: Language) -> RoundReplay:
        """Replay a round event by event, with the table after each."""
        return await asyncio.to_thread(lambda: replay_round(_recall(serving, table), table, number, spoken))

    @get("/tables/{table:str}/rounds/{number:int}/export")
    async def export(self, table: str, number: int, serving: Serving) -> Response[ExportedRound]:
        """Export a round: its record, with the proof and the published commitment of each card."""
        found = await asyncio.to_thread(lambda: export_round(_recall(serving, table), table, number))
        named: dict[str, Any] = {"content-disposition": "attachment"}
        return Response(found, headers=named)


def _recall(serving: Serving, table: str) -> Recall:
    return Recall(serving.store, table, serving.books)
