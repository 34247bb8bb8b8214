"""Care over HTTP: one's own limits, how one stands, and what waits for a second person."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from litestar import Controller, Request, get, post
from msgspec.structs import replace

from casinowar.game.refusal import InputError
from casinowar.house.journal.requests import Actor, Refused, TableRequest
from casinowar.house.offices.care import CARE, CareState, ExcludePlayer
from casinowar.house.offices.care_limits import SECOND
from casinowar.house.offices.cashier import CASHIER
from casinowar.house.offices.coupons import held_by
from casinowar.house.offices.registry import OFFICES
from casinowar.house.people.posts import Member, Post
from casinowar.house.policy.limits import excluded
from casinowar.house.policy.permissions import may_ask
from casinowar.house.policy.player_standing import limits_of, player_standing
from casinowar.house.policy.two_person import Proposal, SecondNeededError, check_seconded
from casinowar.house.serving.startup import Serving, milliseconds
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker
from casinowar.telling.wording import Language
from casinowar.web import care_messages as m
from casinowar.web.authentication import holding, signed_in
from casinowar.web.messages import Reply, reply

WebRequest = Request[Member, str, Any]

_STAFF: Final = (Post.DEALER, Post.FLOORPERSON, Post.MANAGER, Post.OPERATOR)
_READERS: Final = frozenset({Post.SURVEILLANCE, Post.OPERATOR})
_OVER: Final = frozenset({"has_gone_on", "id_used"})
"""What a proposal is told that can never be done any more."""


class KnownOffices(NamedTuple):
    """What the offices know that concern a player."""

    care: CareState
    coupons: Mapping[str, tuple[int, ...]]
    """Of which values each player ever had coupons."""


class CareDesk(Controller):
    """The office of care, and proposals."""

    path = "/api"
    guards = (signed_in,)

    @get("/care")
    async def care(self, request: WebRequest, serving: Serving) -> m.CareView:
        """Say how one stands, and what one has the house hold one to."""
        return await view(serving, request.user.name)

    @post("/care/requests", status_code=200)
    async def ask(self, request: WebRequest, data: m.CareBody, serving: Serving, spoken: Language) -> Reply:
        """Limit oneself, acknowledge a reality check, or exclude oneself or somebody who asked for it."""
        command = data.command
        if isinstance(command, ExcludePlayer) and may_ask(request.user.actor, command):
            named = command.player.isprintable()
            if not named or not await asyncio.to_thread(serving.people.exists, command.player):
                raise InputError(f"Nobody is called {command.player!r}.")
        request_made = TableRequest(table=CARE, actor=request.user.actor, command=command, id=data.id)
        return await asked(serving, request_made, spoken)

    @get("/proposals", guards=[holding(*_STAFF, Post.SURVEILLANCE)])
    async def proposals(self, request: WebRequest, serving: Serving) -> list[m.ProposalView]:
        """List what waits for a second person, as far as it concerns one."""
        waiting = await asyncio.to_thread(serving.proposals.waiting)
        return [_shown(each) for each in waiting if _concerns(request.user, each)]

    @post("/proposals/{proposal:str}/confirm", status_code=200, guards=[holding(*_STAFF)])
    async def confirm(self, request: WebRequest, proposal: str, serving: Serving, spoken: Language) -> Reply:
        """Be the second person: what was proposed is decided, and the answer is durable."""
        found = await asyncio.to_thread(serving.proposals.find, proposal)
        proposer = await asyncio.to_thread(serving.people.member, found.proposer)
        if proposer is None:
            raise InputError(f"Nobody is called {found.proposer}.")
        answer = await serving.desk.ask(found.confirmed_by(proposer.actor, request.user.actor))
        if not isinstance(answer, Refused) or answer.code in _OVER:
            await asyncio.to_thread(serving.proposals.drop, proposal)
        return reply(found.request, answer, spoken)

    @post("/proposals/{proposal:str}/refuse", status_code=204, guards=[holding(*_STAFF)])
    async def refuse(self, request: WebRequest, proposal: str, serving: Serving) -> None:
        """Have a proposal dropped: one's own, or one that one might have confirmed."""
        found = await asyncio.to_thread(serving.proposals.find, proposal)
        if found.proposer != request.user.name:
            check_seconded(found.confirmed_by(Actor(found.proposer), request.user.actor), needed="")
        await asyncio.to_thread(serving.proposals.drop, proposal)


async def asked(serving: Serving, request: TableRequest, language: Language = Language.ENGLISH) -> Reply:
    """Have a request decided; one that takes two people is kept for the second."""
    answer = await serving.desk.ask(request)
    if not _needs_second(answer):
        return reply(request.id, answer, language)
    version = None
    if request.table not in OFFICES:  # it is for the table as it is, and asked again on that version
        version = await serving.desk.look(lambda worker: worker.position(request.table).version)
        if request.expects is None:
            answer = await serving.desk.ask(replace(request, expects=version))
            if not _needs_second(answer):
                return reply(request.id, answer, language)
    try:
        kept = await asyncio.to_thread(serving.proposals.keep, request, version)
    except InputError as no:
        return reply(request.id, Refused(str(getattr(no, "code", "id_used")), no.sentence), language)
    return replace(reply(request.id, answer, language), proposal=kept.id)


def _needs_second(answer: object) -> bool:
    return isinstance(answer, Refused) and answer.code == SecondNeededError.code


async def view(serving: Serving, player: str) -> m.CareView:
    """Tell how somebody stands, and what they have the house hold them to."""
    return await asyncio.to_thread(_at_one_moment, serving.store, await known(serving), player)


def _at_one_moment(store: Store, known: KnownOffices, player: str) -> m.CareView:
    """Read how somebody stands so that no chips are missed that are on their way to the account."""
    with store.at_one_moment() as reader:
        return stands(reader, known, player)


async def known(serving: Serving) -> KnownOffices:
    """Give what the offices know now that concern a player."""
    return await serving.desk.look(_state)


def stands(store: StoreReader, known: KnownOffices, player: str) -> m.CareView:
    """Read how somebody stands."""
    state, now = known.care, milliseconds()
    record = state.record(player)
    every = state.house.check_seconds if record.check_seconds is None else record.check_seconds
    found = player_standing(store, player, now)
    began = found.session_began
    return m.CareView(
        standing=found,
        limits=limits_of(record, now),
        check_seconds=every,
        next_check=None if began is None or not every else max(began, record.acknowledged) + every * SECOND,
        excluded_until=record.excluded_until if now < record.excluded_until else 0,
        coupons=tuple(
            m.HeldCoupons(value=value, count=count)
            for value, count in sorted(held_by(store.held, known.coupons.get(player, ()), player).items())
        ),
    )


async def notice(serving: Serving, player: str) -> str:
    """Say what somebody has to know who signs in: until when they do not play."""
    state = (await known(serving)).care
    return excluded(state.record(player), player, milliseconds())


def _state(worker: Worker) -> KnownOffices:
    for office in (CARE, CASHIER):
        worker.refresh(office)
    return KnownOffices(worker.position(CARE).office, worker.position(CASHIER).office.coupons)


def _concerns(member: Member, proposal: Proposal) -> bool:
    """Tell whether somebody may see a proposal: who made it, might confirm it, or reads everything."""
    if proposal.proposer == member.name or member.posts & _READERS:
        return True
    try:
        check_seconded(proposal.confirmed_by(Actor(proposal.proposer), member.actor), needed="")
    except InputError:
        return False
    return True


def _shown(proposal: Proposal) -> m.ProposalView:
    return m.ProposalView(
        id=proposal.id,
        proposer=proposal.proposer,
        table=proposal.table,
        command=proposal.command,
        version=proposal.expects,
        at=proposal.at,
        ends=proposal.ends,
    )
