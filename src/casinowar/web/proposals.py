"""Requests: submitted to the desk. One that needs a second person becomes a proposal."""

import asyncio
from typing import Any, Final

from litestar import Controller, Request, get, post
from msgspec.structs import replace

from casinowar.game.refusal import InputError
from casinowar.house.journal.requests import Actor, Answer, Refused, TableRequest
from casinowar.house.offices.registry import OFFICES
from casinowar.house.people.posts import Member, Post
from casinowar.house.policy.two_person import Proposal, SecondNeededError, check_seconded
from casinowar.house.serving.startup import Serving
from casinowar.telling.wording import Language
from casinowar.web.authentication import holding, signed_in
from casinowar.web.messages import CommandBody, ProposalView, Reply, reply

WebRequest = Request[Member, str, Any]

_STAFF: Final = (Post.DEALER, Post.FLOORPERSON, Post.MANAGER, Post.OPERATOR)
_READERS: Final = frozenset({Post.SURVEILLANCE, Post.OPERATOR})
_OVER: Final = frozenset({"has_gone_on", "id_used"})
"""Refusals after which a proposal can never be confirmed."""


async def submit_to_office(
    serving: Serving, request: WebRequest, office: str, body: CommandBody[Any], language: Language
) -> Reply:
    asked = TableRequest(table=office, actor=request.user.actor, command=body.command, id=body.id)
    return await submit(serving, asked, language)


async def submit(serving: Serving, request: TableRequest, language: Language = Language.ENGLISH) -> Reply:
    """Submit a request to the desk; one that needs a second person becomes a proposal."""
    answer = await serving.desk.ask(request)
    if needs_second(answer):
        return await propose(serving, request, answer, language)
    return reply(request.id, answer, language)


def needs_second(answer: Answer) -> bool:
    return isinstance(answer, Refused) and answer.code == SecondNeededError.code


async def propose(serving: Serving, request: TableRequest, answer: Answer, language: Language) -> Reply:
    """Keep a request for a second person. At a table it holds for the current version only."""
    version = None
    if request.table not in OFFICES:
        version = await serving.desk.look(lambda worker: worker.position(request.table).version)
        if request.expects is None:
            answer = await serving.desk.ask(replace(request, expects=version))
            if not needs_second(answer):
                return reply(request.id, answer, language)
    try:
        kept = await asyncio.to_thread(serving.proposals.keep, request, version)
    except InputError as no:
        return reply(request.id, Refused(str(getattr(no, "code", "id_used")), no.sentence), language)
    return replace(reply(request.id, answer, language), proposal=kept.id)


class ProposalDesk(Controller):
    """Requests that wait for a second person."""

    path = "/api/proposals"
    guards = (signed_in,)

    @get("/", guards=[holding(*_STAFF, Post.SURVEILLANCE)])
    async def proposals(self, request: WebRequest, serving: Serving) -> list[ProposalView]:
        """List the proposals that one may see."""
        waiting = await asyncio.to_thread(serving.proposals.waiting)
        return [_view(each) for each in waiting if _concerns(request.user, each)]

    @post("/{proposal:str}/confirm", status_code=200, guards=[holding(*_STAFF)])
    async def confirm(self, request: WebRequest, proposal: str, serving: Serving, spoken: Language) -> Reply:
        """Confirm a proposal as the second person; it is then decided."""
        found = await asyncio.to_thread(serving.proposals.find, proposal)
        proposer = await asyncio.to_thread(serving.people.member, found.proposer)
        if proposer is None:
            raise InputError(f"No person is called {found.proposer}.")
        answer = await serving.desk.ask(found.confirmed_by(proposer.actor, request.user.actor))
        if not isinstance(answer, Refused) or answer.code in _OVER:
            await asyncio.to_thread(serving.proposals.drop, proposal)
        return reply(found.request, answer, spoken)

    @post("/{proposal:str}/refuse", status_code=204, guards=[holding(*_STAFF)])
    async def refuse(self, request: WebRequest, proposal: str, serving: Serving) -> None:
        """Drop one's own proposal, or one that one could confirm."""
        found = await asyncio.to_thread(serving.proposals.find, proposal)
        if found.proposer != request.user.name:
            check_seconded(found.confirmed_by(Actor(found.proposer), request.user.actor), needed="")
        await asyncio.to_thread(serving.proposals.drop, proposal)


def _concerns(member: Member, proposal: Proposal) -> bool:
    """Tell whether a person may see a proposal: they made it, could confirm it, or read everything."""
    if proposal.proposer == member.name or member.posts & _READERS:
        return True
    try:
        check_seconded(proposal.confirmed_by(Actor(proposal.proposer), member.actor), needed="")
    except InputError:
        return False
    return True


def _view(proposal: Proposal) -> ProposalView:
    return ProposalView(
        id=proposal.id,
        proposer=proposal.proposer,
        table=proposal.table,
        command=proposal.command,
        version=proposal.expects,
        at=proposal.at,
        ends=proposal.ends,
    )
