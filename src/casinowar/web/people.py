"""People over HTTP: signing in and out, and the operators' administration."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeVar

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.exceptions import (
    PermissionDeniedException,
    ServiceUnavailableException,
    TooManyRequestsException,
)

from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.house.accounts import wallet
from casinowar.house.journal.commits import PIT
from casinowar.house.journal.requests import Actor, Refused, TableRequest
from casinowar.house.offices.cashier import CASHIER, Deposit
from casinowar.house.people.names import is_guest
from casinowar.house.people.people import SESSION, SignInError
from casinowar.house.people.posts import Member, Post
from casinowar.house.serving.startup import Serving
from casinowar.web import care
from casinowar.web import messages as m
from casinowar.web.authentication import COOKIE, holding, signed_in
from casinowar.web.server.rate_limits import PersonalLimits

WebRequest = Request[Member | None, str, Any]
T = TypeVar("T")

_LOG = logging.getLogger("casinowar.web")
_MOST_QUEUED: Final = 20
_MOST_QUEUED_BY_ADDRESS: Final = 10
"""Of one address, so that it cannot fill the queue alone."""
_CAGE: Final = Actor(PIT, frozenset(), cage=True)
"""Gives guests their play money."""
_NO_GUESTS_NOW: Final = Phrase("House.no_guests_now", "No guest can come in just now; try again.")


class _PasswordQueue:
    """Queue for password hashing, which is slow and takes memory on purpose: one at a time.

    Callers check invalid links and login throttles first, so those do not queue.
    """

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Semaphore(1)
        self._waiting: Counter[str] = Counter()
        """By address."""

    async def serve(self, address: str, doing: Callable[..., T], *said: str) -> T:
        if self._waiting.total() >= _MOST_QUEUED or self._waiting[address] >= _MOST_QUEUED_BY_ADDRESS:
            raise ServiceUnavailableException("Too many people are signing in; try again.")
        self._waiting[address] += 1
        try:
            async with self._one_at_a_time:
                return await asyncio.to_thread(doing, *said)
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # drops addresses that no longer wait


_SIGNING_IN, _SIGNING_UP, _BY_A_LINK = _PasswordQueue(), _PasswordQueue(), _PasswordQueue()


def _session(request: WebRequest, token: str, name: str, notice: str = "") -> Response[m.SessionBegun]:
    _LOG.info("signed_in", extra={"person": name, "address": _address(request)})
    cookie = Cookie(
        key=COOKIE,
        value=token,
        httponly=True,
        secure=request.app.state.settings.behind_proxy,
        samesite="strict",
        path="/",
        max_age=SESSION // 1000,
    )
    return Response(m.SessionBegun(token=token, name=name, notice=notice), cookies=[cookie], status_code=201)


class SignInDesk(Controller):
    """Sign-in, sign-up and sign-out."""

    path = "/api"

    @post("/sign-in")
    async def sign_in(
        self, request: WebRequest, data: m.Credentials, serving: Serving
    ) -> Response[m.SessionBegun]:
        """Sign in."""
        address = _address(request)
        try:
            await asyncio.to_thread(serving.people.check_throttle, data.name, address)
            said = data.name, data.password, address
            token = await _SIGNING_IN.serve(address, serving.people.sign_in, *said)
        except SignInError:
            _LOG.warning("sign_in_refused", extra={"person": data.name, "address": address})
            raise
        return _session(request, token, data.name, await care.notice(serving, data.name))

    @post("/sign-up")
    async def sign_up(
        self, request: WebRequest, data: m.Credentials, serving: Serving
    ) -> Response[m.SessionBegun]:
        """Sign up as a player."""
        address, limits = _address(request), _limits(request)
        if not limits.admits_newcomer(address):
            raise TooManyRequestsException(
                "Too many people have signed up from this address; try again later."
            )
        token = await _SIGNING_UP.serve(address, serving.people.sign_up, data.name, data.password)
        return _session(request, token, data.name)

    @post("/guest")
    async def guest(self, request: WebRequest, serving: Serving) -> Response[m.SessionBegun]:
        """Sign in as a guest with play money."""
        if not serving.play_money:
            raise PermissionDeniedException("This house takes no guests; sign up.")
        if not _limits(request).admits_guest(_address(request)):
            raise TooManyRequestsException(
                "Too many guests have come from this address; sign up, or try again later."
            )
        token, name = await asyncio.to_thread(serving.people.guest)
        given = Deposit(player=name, amount=serving.play_money)  # the id makes it a single deposit
        answer = await serving.desk.ask(TableRequest(table=CASHIER, actor=_CAGE, command=given, id=name))
        if isinstance(answer, Refused):
            await asyncio.to_thread(serving.people.sign_out, token)
            _LOG.warning("guest_refused", extra={"person": name, "code": answer.code})
            raise InputError(_NO_GUESTS_NOW)
        return _session(request, token, name)

    @post("/join")
    async def join(self, request: WebRequest, data: m.Joining, serving: Serving) -> Response[m.SessionBegun]:
        """Sign up by an invitation."""
        await asyncio.to_thread(serving.people.check_invited, data.invitation)
        said = data.invitation, data.name, data.password
        token = await _BY_A_LINK.serve(_address(request), serving.people.join, *said)
        member = await asyncio.to_thread(serving.people.member, data.name)
        held = sorted(post.value for post in member.posts) if member else []
        _LOG.info("joined", extra={"person": data.name, "posts": held})
        return _session(request, token, data.name)

    @post("/come-back")
    async def come_back(
        self, request: WebRequest, data: m.Joining, serving: Serving
    ) -> Response[m.SessionBegun]:
        """Choose a new password by a link from an operator, and sign in."""
        address = _address(request)
        try:
            said = data.invitation, data.name, data.password
            await asyncio.to_thread(serving.people.check_password_reset, data.invitation, data.name)
            token, by = await _BY_A_LINK.serve(address, serving.people.reset_password, *said)
        except SignInError:
            _LOG.warning("sign_in_refused", extra={"person": data.name, "address": address})
            raise
        request.app.state.sessions.forget()
        _LOG.info("came_back", extra={"person": data.name, "address": address, "by": by})
        return _session(request, token, data.name, await care.notice(serving, data.name))

    @put("/me/password", guards=[signed_in], status_code=204)
    async def change_password(self, request: WebRequest, data: m.NewPassword, serving: Serving) -> None:
        """Change one's password; all other sessions end."""
        name, address = _member(request).name, _address(request)
        try:
            said = name, request.auth, data.password, data.new, address
            await asyncio.to_thread(serving.people.check_throttle, name, address)
            await _SIGNING_IN.serve(address, serving.people.change_password, *said)
        except SignInError as no:
            _LOG.warning("sign_in_refused", extra={"person": name, "address": address})
            raise InputError(no.sentence) from None  # not a SignInError: the session goes on
        request.app.state.sessions.forget()
        _LOG.info("chose_another_password", extra={"person": name, "address": address})

    @post("/sign-out", guards=[signed_in], status_code=204)
    async def sign_out(self, request: WebRequest, serving: Serving) -> None:
        """Sign out."""
        await asyncio.to_thread(serving.people.sign_out, request.auth)
        request.app.state.sessions.forget()

    @get("/me", guards=[signed_in])
    async def me(self, request: WebRequest, serving: Serving) -> m.Myself:
        """Show the person who is signed in, their money and their limits."""
        member = _member(request)
        stands = await care.view(serving, member.name)
        posts = sorted(member.posts, key=str)
        balance, guest = stands.standing.balance, is_guest(member.name)
        return m.Myself(name=member.name, posts=posts, guest=guest, balance=balance, care=stands)


class PeopleDesk(Controller):
    """Administration of people by operators."""

    path = "/api/people"
    guards = (holding(Post.OPERATOR),)

    @get("/")
    async def people(self, serving: Serving) -> list[m.Individual]:
        """List all people."""
        people = await asyncio.to_thread(serving.people.members)
        held = await asyncio.to_thread(serving.store.balances)
        return [
            m.Individual(
                name=each.name, posts=sorted(each.posts, key=str), balance=held.get(wallet(each.name), 0)
            )
            for each in people
        ]

    @post("/invitations")
    async def invite(self, request: WebRequest, data: m.Appointment, serving: Serving) -> m.Invitation:
        """Invite a person to hold posts."""
        by = _member(request).name
        token = await asyncio.to_thread(serving.people.invite, data.posts, by)
        _LOG.info("invited", extra={"posts": _posts(data), "by": by})
        return m.Invitation(invitation=token)

    @post("/{name:str}/way-back")
    async def let_back(self, request: WebRequest, name: str, serving: Serving) -> m.Invitation:
        """Make a link by which a person chooses a new password, once."""
        by = _member(request).name
        token = await asyncio.to_thread(serving.people.make_password_reset, name, by)
        _LOG.info("let_back", extra={"person": name, "by": by})
        return m.Invitation(invitation=token)

    @put("/{name:str}/posts", status_code=204)
    async def appoint(self, request: WebRequest, name: str, data: m.Appointment, serving: Serving) -> None:
        """Change a person's posts; their sessions end."""
        by = _member(request).name
        await asyncio.to_thread(serving.people.appoint, name, data.posts, by)
        request.app.state.sessions.forget()
        _LOG.info("appointed", extra={"person": name, "posts": _posts(data), "by": by})

    @delete("/{name:str}/sessions")
    async def send_away(self, request: WebRequest, name: str, serving: Serving) -> None:
        """End all sessions of a person."""
        await asyncio.to_thread(serving.people.end_sessions, name)
        request.app.state.sessions.forget()
        _LOG.info("sent_away", extra={"person": name, "by": _member(request).name})


def _posts(data: m.Appointment) -> list[str]:
    return sorted(post.value for post in data.posts)


def _address(request: WebRequest) -> str:
    return request.client.host if request.client else ""


def _limits(request: WebRequest) -> PersonalLimits:
    limits: PersonalLimits = request.app.state.limits
    return limits


def _member(request: WebRequest) -> Member:
    member = request.user
    assert member is not None  # noqa: S101 - a guard has checked
    return member
