"""Signing in and out, and what operators do about people."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.exceptions import ServiceUnavailableException

from casinowar.house.people import SESSION
from casinowar.house.posts import Member, Post
from casinowar.house.serving import Serving
from casinowar.web import care
from casinowar.web import messages as m
from casinowar.web.access import COOKIE, holding, signed_in
from casinowar.web.care_messages import Myself

WebRequest = Request[Member | None, str, Any]

_MOST_IN_LINE: Final = 20


class _Line:
    """A line of people with passwords, which cost memory and time on purpose: one by one, not too many."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Semaphore(1)
        self._waiting = 0

    async def serve(self, doing: Callable[..., str], *said: str) -> str:
        if self._waiting >= _MOST_IN_LINE:
            raise ServiceUnavailableException("Too many people are coming in; try again.")
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                return await asyncio.to_thread(doing, *said)
        finally:
            self._waiting -= 1


_COMING_BACK, _COMING_IN = _Line(), _Line()


def _session(token: str, name: str, notice: str = "") -> Response[m.SessionBegun]:
    cookie = Cookie(
        key=COOKIE, value=token, httponly=True, samesite="strict", path="/", max_age=SESSION // 1000
    )
    return Response(m.SessionBegun(token=token, name=name, notice=notice), cookies=[cookie], status_code=201)


class Door(Controller):
    """Coming in and going out."""

    path = "/api"

    @post("/sign-in")
    async def sign_in(
        self, request: WebRequest, data: m.Credentials, serving: Serving
    ) -> Response[m.SessionBegun]:
        """Begin a session."""
        address = request.client.host if request.client else ""
        token = await _COMING_BACK.serve(serving.people.sign_in, data.name, data.password, address)
        return _session(token, data.name, await care.notice(serving, data.name))

    @post("/sign-up")
    async def sign_up(self, data: m.Credentials, serving: Serving) -> Response[m.SessionBegun]:
        """Come in as a player."""
        token = await _COMING_IN.serve(serving.people.sign_up, data.name, data.password)
        return _session(token, data.name)

    @post("/join")
    async def join(self, data: m.Joining, serving: Serving) -> Response[m.SessionBegun]:
        """Come in by an invitation."""
        token = await _COMING_IN.serve(serving.people.join, data.invitation, data.name, data.password)
        return _session(token, data.name)

    @post("/sign-out", guards=[signed_in], status_code=204)
    async def sign_out(self, request: WebRequest, serving: Serving) -> None:
        """End the session."""
        await asyncio.to_thread(serving.people.sign_out, request.auth)
        request.app.state.sessions.forget()

    @get("/me", guards=[signed_in])
    async def me(self, request: WebRequest, serving: Serving) -> Myself:
        """Say who is signed in, what money they have, and how they stand."""
        member = _member(request)
        stands = await care.view(serving, member.name)
        posts = sorted(member.posts, key=str)
        return Myself(name=member.name, posts=posts, balance=stands.standing.balance, care=stands)


class PeopleDesk(Controller):
    """What operators do about people."""

    path = "/api/people"
    guards = (holding(Post.OPERATOR),)

    @get("/")
    async def everybody(self, serving: Serving) -> list[m.Individual]:
        """List everybody."""
        people = await asyncio.to_thread(serving.people.everybody)
        return [m.Individual(name=each.name, posts=sorted(each.posts, key=str)) for each in people]

    @post("/invitations")
    async def invite(self, request: WebRequest, data: m.Appointment, serving: Serving) -> m.Invitation:
        """Invite somebody to hold posts."""
        token = await asyncio.to_thread(serving.people.invite, data.posts, _member(request).name)
        return m.Invitation(invitation=token)

    @put("/{name:str}/posts", status_code=204)
    async def appoint(self, request: WebRequest, name: str, data: m.Appointment, serving: Serving) -> None:
        """Give somebody other posts; their sessions end."""
        await asyncio.to_thread(serving.people.appoint, name, data.posts)
        request.app.state.sessions.forget()

    @delete("/{name:str}/sessions")
    async def send_away(self, request: WebRequest, name: str, serving: Serving) -> None:
        """End all sessions of somebody."""
        await asyncio.to_thread(serving.people.send_away, name)
        request.app.state.sessions.forget()


def _member(request: WebRequest) -> Member:
    member = request.user
    assert member is not None  # noqa: S101 - a guard has looked
    return member
