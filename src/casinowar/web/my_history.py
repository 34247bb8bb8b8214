"""A person's own history over HTTP: rounds, times at tables, cash; and an end to their other sessions."""

import asyncio
from typing import Annotated, Any

from litestar import Controller, Request, delete, get
from litestar.params import Parameter

from casinowar.house.backoffice.player_history import (
    CashMovement,
    OwnRound,
    OwnSitting,
    player_cash,
    player_rounds,
    player_sittings,
)
from casinowar.house.people.posts import Member
from casinowar.house.serving.startup import Serving
from casinowar.web.authentication import signed_in

WebRequest = Request[Member, str, Any]
Skip = Annotated[int, Parameter(ge=0, le=2**31 - 1, description="Latest entries to skip.")]
Most = Annotated[int, Parameter(ge=1, le=100)]


class MyAccount(Controller):
    """The signed-in person's history, the latest first."""

    path = "/api/me"
    guards = (signed_in,)

    @get("/rounds")
    async def rounds(
        self, request: WebRequest, serving: Serving, skip: Skip = 0, most: Most = 25
    ) -> list[OwnRound]:
        """List the rounds in which you wagered or banked, with their net results."""
        name = request.user.name
        return await asyncio.to_thread(player_rounds, serving.store, serving.books, name, skip, most)

    @get("/sittings")
    async def sittings(
        self, request: WebRequest, serving: Serving, skip: Skip = 0, most: Most = 25
    ) -> list[OwnSitting]:
        """List your times at tables."""
        return await asyncio.to_thread(player_sittings, serving.books, request.user.name, skip, most)

    @get("/money")
    async def money(
        self, request: WebRequest, serving: Serving, skip: Skip = 0, most: Most = 25
    ) -> list[CashMovement]:
        """List the cash that you brought to the house and took away."""
        return await asyncio.to_thread(player_cash, serving.store, request.user.name, skip, most)

    @delete("/sessions")
    async def end_others(self, request: WebRequest, serving: Serving) -> None:
        """End all of your sessions except this one."""
        await asyncio.to_thread(serving.people.end_other_sessions, request.user.name, request.auth)
        request.app.state.sessions.forget()
