"""Player protection over HTTP: one's balances, limits, reality checks and exclusion."""

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

from litestar import Controller, Request, get, post

from casinowar.game.refusal import InputError
from casinowar.house.offices.care import CARE, CareState, ExcludePlayer
from casinowar.house.offices.care_limits import SECOND
from casinowar.house.offices.cashier import CASHIER
from casinowar.house.offices.coupons import held_by
from casinowar.house.people.posts import Member
from casinowar.house.policy.limits import excluded
from casinowar.house.policy.permissions import may_ask
from casinowar.house.policy.player_standing import limits_of, player_standing
from casinowar.house.serving.startup import Serving
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import Store
from casinowar.house.worker.streams import milliseconds
from casinowar.house.worker.worker import Worker
from casinowar.telling.wording import Language
from casinowar.web import messages as m
from casinowar.web.authentication import signed_in
from casinowar.web.proposals import submit_to_office

WebRequest = Request[Member, str, Any]


class KnownOffices(NamedTuple):
    """The state of the offices that concern players."""

    care: CareState
    coupons: Mapping[str, tuple[int, ...]]
    """By player: the values of all coupons that they ever had."""


class CareDesk(Controller):
    """The office of care."""

    path = "/api/care"
    guards = (signed_in,)

    @get("/")
    async def care(self, request: WebRequest, serving: Serving) -> m.CareView:
        """Show one's balances and limits."""
        return await view(serving, request.user.name)

    @post("/requests", status_code=200)
    async def ask(self, request: WebRequest, data: m.CareBody, serving: Serving, spoken: Language) -> m.Reply:
        """Limit oneself, acknowledge a reality check, or exclude oneself or a player who asked for it."""
        command = data.command
        if isinstance(command, ExcludePlayer) and may_ask(request.user.actor, command):
            named = command.player.isprintable()
            if not named or not await asyncio.to_thread(serving.people.exists, command.player):
                raise InputError(f"No person is called {command.player!r}.")
        return await submit_to_office(serving, request, CARE, data, spoken)


async def view(serving: Serving, player: str) -> m.CareView:
    return await asyncio.to_thread(_at_one_moment, serving.store, await known(serving), player)


def _at_one_moment(store: Store, known: KnownOffices, player: str) -> m.CareView:
    """Read in one transaction: chips on their way to the account must not be missed."""
    with store.consistent_reader() as reader:
        return stands(reader, known, player)


async def known(serving: Serving) -> KnownOffices:
    return await serving.desk.look(_state)


def stands(store: StoreReader, known: KnownOffices, player: str) -> m.CareView:
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
    """Return the sentence that an excluded player reads on signing in; empty for others."""
    state = (await known(serving)).care
    return excluded(state.record(player), player, milliseconds())


def _state(worker: Worker) -> KnownOffices:
    for office in (CARE, CASHIER):
        worker.refresh(office)
    return KnownOffices(worker.position(CARE).office, worker.position(CASHIER).office.coupons)
