"""Every post against every endpoint of the application and every command that there is: nobody does more."""

from enum import Enum
from typing import Any, get_args

import httpx
import msgspec
import pytest

from casinowar.game import commands as c
from casinowar.game.words import Role
from casinowar.house.journal.requests import Actor, Refused, TableRequest
from casinowar.house.offices.registry import OFFICES
from casinowar.house.people.posts import Member, Post
from casinowar.house.storage.store import Store
from tests.house.sample_house import PIT, SETTINGS, Served
from tests.web.served_house import ServedHouse
from tests.web.test_house import People, played

EVERYBODY = {*Post}
OPERATORS = {Post.OPERATOR}
NOBODYS_SESSION: set[Post] = set()
"""What is open to whoever comes, with a session or without."""
STAFF = {Post.DEALER, Post.FLOORPERSON, Post.MANAGER, Post.OPERATOR}
PIT_READERS = {Post.FLOORPERSON, Post.MANAGER, Post.OPERATOR, Post.SURVEILLANCE}
TABLE = "/api/tables/maryland"
PIT_TABLE = "/api/pit/tables/maryland"
WATCHED = "/api/watch/tables/maryland/rounds"
WATCHERS = {Post.SURVEILLANCE, Post.MANAGER, Post.OPERATOR}
METER_BODY = {"id": "x", "command": {"command": "AdjustMeter", "meter": "none", "change": 1, "note": "why"}}
CARE = {"id": "x", "command": {"command": "AcknowledgeCheck"}}
PIT_BODY = {"id": "x", "command": {"command": "ClockIn"}}
BODY = {"id": "x", "command": {"command": "RefuseCut", "seat": 1}}
CASHIER = {"id": "x", "command": {"command": "Deposit", "player": "Nobody", "amount": 1}}
ENDPOINTS: dict[tuple[str, str], tuple[str, Any, set[Post]]] = {
    ("GET", "/health"): ("/health", None, NOBODYS_SESSION),
    ("GET", "/ready"): ("/ready", None, NOBODYS_SESSION),
    ("GET", "/api/schema"): ("/api/schema", None, NOBODYS_SESSION),
    ("POST", "/api/sign-in"): ("/api/sign-in", {}, NOBODYS_SESSION),
    ("POST", "/api/sign-up"): ("/api/sign-up", {}, NOBODYS_SESSION),
    ("POST", "/api/join"): ("/api/join", {}, NOBODYS_SESSION),
    ("POST", "/api/come-back"): ("/api/come-back", {}, NOBODYS_SESSION),
    ("POST", "/api/guest"): ("/api/guest", None, NOBODYS_SESSION),
    ("GET", "/api/law"): ("/api/law", None, NOBODYS_SESSION),
    ("POST", "/api/law"): ("/api/law", {}, NOBODYS_SESSION),
    ("GET", "/api/law/{rulebook}/words"): ("/api/law/maryland/words?wanted=tie", None, NOBODYS_SESSION),
    ("GET", "/api/law/{rulebook}"): ("/api/law/maryland", None, NOBODYS_SESSION),
    ("GET", "/api/law/{rulebook}/readings"): ("/api/law/california/readings", None, NOBODYS_SESSION),
    ("GET", "/api/me"): ("/api/me", None, EVERYBODY),
    ("GET", "/api/me/rounds"): ("/api/me/rounds", None, EVERYBODY),
    ("GET", "/api/me/sittings"): ("/api/me/sittings", None, EVERYBODY),
    ("GET", "/api/me/money"): ("/api/me/money", None, EVERYBODY),
    ("PUT", "/api/me/password"): ("/api/me/password", {}, EVERYBODY),
    ("DELETE", "/api/me/sessions"): ("/api/me/sessions", None, EVERYBODY),
    ("GET", "/api/meters"): ("/api/meters", None, EVERYBODY),
    ("GET", "/api/signs"): ("/api/signs", None, EVERYBODY),
    ("POST", "/api/meters/requests"): ("/api/meters/requests", METER_BODY, {Post.MANAGER}),
    ("GET", "/api/watch/rounds"): ("/api/watch/rounds?outcome=war", None, WATCHERS),
    ("GET", "/api/watch/tables/{table}/rounds/{number}"): (f"{WATCHED}/1", None, WATCHERS),
    ("GET", "/api/watch/tables/{table}/rounds/{number}/export"): (f"{WATCHED}/1/export", None, WATCHERS),
    ("GET", "/api/watch/offices/{office}/journal"): (
        "/api/watch/offices/cashier/journal",
        None,
        {Post.SURVEILLANCE, Post.OPERATOR},
    ),
    ("GET", "/api/watch/appointments"): (
        "/api/watch/appointments",
        None,
        {Post.SURVEILLANCE, Post.OPERATOR},
    ),
    ("GET", "/api/audit"): ("/api/audit", None, PIT_READERS),
    ("POST", "/api/audit"): ("/api/audit", None, {Post.SURVEILLANCE, Post.OPERATOR}),
    ("POST", "/api/audit/checkpoint"): ("/api/audit/checkpoint", {}, {Post.SURVEILLANCE, Post.OPERATOR}),
    ("GET", "/api/houses"): ("/api/houses", None, OPERATORS),
    ("POST", "/api/houses"): ("/api/houses", {"rulebook": "maryland", "text": ""}, OPERATORS),
    ("GET", "/api/tables"): ("/api/tables", None, EVERYBODY),
    ("POST", "/api/tables"): ("/api/tables", {"name": "x" * 65, "settings": {}}, OPERATORS),
    ("GET", "/api/tables/{table}"): (TABLE, None, EVERYBODY),
    ("GET", "/api/tables/{table}/options"): (f"{TABLE}/options", None, EVERYBODY),
    ("GET", "/api/tables/{table}/layout"): (f"{TABLE}/layout", None, EVERYBODY),
    ("GET", "/api/tables/{table}/settings"): (f"{TABLE}/settings", None, OPERATORS),
    ("GET", "/api/tables/{table}/law"): (f"{TABLE}/law", None, EVERYBODY),
    ("GET", "/api/tables/{table}/choice"): (f"{TABLE}/choice", None, EVERYBODY),
    ("POST", "/api/tables/{table}/neighbours"): (f"{TABLE}/neighbours", {"number": 1}, EVERYBODY),
    ("GET", "/api/tables/{table}/look"): (f"{TABLE}/look", None, EVERYBODY),
    ("GET", "/api/care"): ("/api/care", None, EVERYBODY),
    ("POST", "/api/care/requests"): ("/api/care/requests", CARE, EVERYBODY),
    ("GET", "/api/proposals"): ("/api/proposals", None, STAFF | {Post.SURVEILLANCE}),
    ("POST", "/api/proposals/{proposal}/confirm"): ("/api/proposals/none/confirm", None, STAFF),
    ("POST", "/api/proposals/{proposal}/refuse"): ("/api/proposals/none/refuse", None, STAFF),
    ("GET", "/api/pit/tables"): ("/api/pit/tables", None, PIT_READERS),
    ("GET", "/api/pit/tables/{table}/figures/{by}"): (f"{PIT_TABLE}/figures/day", None, PIT_READERS),
    ("GET", "/api/pit/tables/{table}/slips"): (f"{PIT_TABLE}/slips", None, PIT_READERS),
    ("GET", "/api/pit/tables/{table}/slips/{number}"): (f"{PIT_TABLE}/slips/1", None, PIT_READERS),
    ("GET", "/api/pit/tables/{table}/slips/{number}/pdf"): (f"{PIT_TABLE}/slips/1/pdf", None, PIT_READERS),
    ("GET", "/api/pit/tables/{table}/floor"): (f"{PIT_TABLE}/floor", None, PIT_READERS),
    ("GET", "/api/pit/alerts"): ("/api/pit/alerts", None, PIT_READERS),
    ("GET", "/api/pit/figures/{by}"): ("/api/pit/figures/hour", None, PIT_READERS),
    ("GET", "/api/pit/waiting"): ("/api/pit/waiting", None, PIT_READERS),
    ("GET", "/api/pit/boxes"): ("/api/pit/boxes", None, PIT_READERS),
    ("GET", "/api/pit/hours"): ("/api/pit/hours", None, PIT_READERS),
    ("GET", "/api/pit/chips"): ("/api/pit/chips", None, PIT_READERS),
    ("GET", "/api/pit/ratings"): ("/api/pit/ratings", None, PIT_READERS),
    ("GET", "/api/pit/ratings/{player}"): ("/api/pit/ratings/Nobody", None, PIT_READERS),
    ("GET", "/api/pit/dealers"): ("/api/pit/dealers", None, PIT_READERS),
    ("GET", "/api/pit/shift"): ("/api/pit/shift", None, {Post.DEALER}),
    ("POST", "/api/pit/requests"): ("/api/pit/requests", PIT_BODY, EVERYBODY),
    ("GET", "/api/checkpoints"): ("/api/checkpoints", None, {Post.OPERATOR, Post.SURVEILLANCE}),
    ("GET", "/api/rulebooks"): ("/api/rulebooks", None, NOBODYS_SESSION),
    ("GET", "/api/rulebooks/{name}"): ("/api/rulebooks/maryland", None, NOBODYS_SESSION),
    ("GET", "/api/rulebooks/{name}/text"): ("/api/rulebooks/maryland/text", None, NOBODYS_SESSION),
    ("POST", "/api/rulebooks/check"): ("/api/rulebooks/check", {}, NOBODYS_SESSION),
    ("POST", "/api/houses/check"): ("/api/houses/check", {}, NOBODYS_SESSION),
    ("POST", "/api/odds"): ("/api/odds", {}, NOBODYS_SESSION),
    ("POST", "/api/odds/json"): ("/api/odds/json", {}, NOBODYS_SESSION),
    ("POST", "/api/odds/pdf"): ("/api/odds/pdf", {}, NOBODYS_SESSION),
    ("POST", "/api/odds/curve"): ("/api/odds/curve", {}, NOBODYS_SESSION),
    ("POST", "/api/compare"): ("/api/compare", {}, NOBODYS_SESSION),
    ("POST", "/api/compare/json"): ("/api/compare/json", {}, NOBODYS_SESSION),
    ("GET", "/api/simulations"): ("/api/simulations", None, EVERYBODY),
    ("POST", "/api/simulations"): ("/api/simulations", {"rounds": 1}, EVERYBODY),
    ("GET", "/api/simulations/{name}"): ("/api/simulations/none", None, EVERYBODY),
    ("GET", "/api/simulations/{name}/json"): ("/api/simulations/none/json", None, EVERYBODY),
    ("DELETE", "/api/simulations/{name}"): ("/api/simulations/none", None, EVERYBODY),
    ("POST", "/api/tables/{table}/requests"): (f"{TABLE}/requests", BODY, EVERYBODY),
    ("GET", "/api/tables/{table}/journal"): (f"{TABLE}/journal", None, EVERYBODY),
    ("GET", "/api/tables/{table}/rounds"): (f"{TABLE}/rounds", None, EVERYBODY),
    ("GET", "/api/tables/{table}/rounds/{number}"): (f"{TABLE}/rounds/1", None, EVERYBODY),
    ("POST", "/api/cashier/requests"): ("/api/cashier/requests", CASHIER, EVERYBODY),
    ("GET", "/api/requests/{name}"): ("/api/requests/some-id", None, EVERYBODY),
    ("GET", "/api/people"): ("/api/people", None, OPERATORS),
    ("POST", "/api/people/invitations"): ("/api/people/invitations", {"posts": ["operator"]}, OPERATORS),
    ("PUT", "/api/people/{name}/posts"): ("/api/people/nobody/posts", {"posts": ["operator"]}, OPERATORS),
    ("POST", "/api/people/{name}/way-back"): ("/api/people/nobody/way-back", None, OPERATORS),
    ("DELETE", "/api/people/{name}/sessions"): ("/api/people/nobody/sessions", None, OPERATORS),
    ("POST", "/api/sign-out"): ("/api/sign-out", None, EVERYBODY),
}
"""How each endpoint is asked, and whose it is; whoever signs out does so last."""


def test_every_endpoint_of_the_application_has_its_people(server: ServedHouse):
    """What the interface says of itself is made of the application's routes."""
    paths = httpx.get(f"{server.address}/api/schema", timeout=60).json()["paths"]

    assert {(method.upper(), path) for path in paths for method in paths[path]} == {*ENDPOINTS}


@pytest.mark.parametrize("post", [None, *Post], ids=str)
def test_an_endpoint_serves_nobody_else(server: ServedHouse, post: Post | None):
    async def play() -> None:
        async with People(server) as people, httpx.AsyncClient(base_url=server.address, timeout=60) as plain:
            if post is not None:
                plain.headers["authorization"] = f"Bearer {(await people.holding(post)).token}"
            for (method, _), (path, body, allowed) in ENDPOINTS.items():
                answer = await plain.request(method, path, json=body)
                if not allowed:
                    assert answer.status_code < 500, path
                elif post is None:
                    assert answer.status_code == 401, (path, answer.text)
                elif post not in allowed:
                    assert answer.status_code == 403, (post, path, answer.text)
                else:
                    assert answer.status_code not in {401, 403, 500}, (post, path, answer.text)

    played(play())


def of_kind(kind: type[c.Command], role: Role) -> c.Command:
    """Make some command of a kind, given in a role."""
    values = {field.name: _some(field.type) for field in msgspec.structs.fields(kind) if field.required}
    return kind(**{**values, "by": role})


def _some(kind: Any) -> Any:
    """Make a value of a type."""
    kinds = [each for each in (kind, *get_args(kind)) if isinstance(each, type)]
    for each in kinds:
        if issubclass(each, Enum):
            return next(iter(each))
        if each in {int, str, bool}:
            return each(1)
    return _some(get_args(kind)[0])


@pytest.mark.parametrize("post", Post, ids=str)
def test_a_command_of_a_role_is_done_for_nobody_who_does_not_hold_it(post: Post, tmp_path):
    house = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    house.worker.open("t", SETTINGS)
    house.must(c.OpenTable(), PIT)
    actor = Member("Xenia", frozenset({post})).actor
    before = house.worker.position("t").version
    for kind in c.COMMANDS.values():
        for role in Role:
            [answer] = house.worker.ask(TableRequest(table="t", actor=actor, command=of_kind(kind, role)))
            if role not in actor.roles:
                assert isinstance(answer, Refused), (post, kind, role)
                assert answer.code in {"role_may_not", "malformed"}, (post, kind, role, answer)
    if post in {Post.SURVEILLANCE, Post.OPERATOR}:
        assert house.worker.position("t").version == before
    assert Role.AUTOMATIC not in actor.roles
    house.store.close()


@pytest.mark.parametrize("post", Post, ids=str)
def test_no_command_of_a_table_is_for_an_office_nor_the_other_way_round(post: Post, tmp_path):
    house = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    house.worker.open("t", SETTINGS)
    actor = Member("Xenia", frozenset({post})).actor
    for office in OFFICES:
        for kind in c.COMMANDS.values():
            for role in actor.roles or {Role.PLAYER}:
                asked = TableRequest(
                    table=office, actor=Actor(actor.name, actor.roles), command=of_kind(kind, role)
                )
                [answer] = house.worker.ask(asked)
                assert isinstance(answer, Refused), (office, kind, role)
    house.store.close()
