"""Whose a session is: remembered for a moment, but not whatever anybody sends."""

import asyncio
import os
from types import SimpleNamespace
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.exceptions import ServiceUnavailableException
from sqlalchemy import select

from casinowar.game.refusal import InputError
from casinowar.house.journal.requests import Accepted, Answer, Refused, TableRequest
from casinowar.house.people.people import TOKEN_LENGTH, People, SignInError
from casinowar.house.people.posts import Member, Post
from casinowar.house.storage.schema import SESSIONS
from casinowar.house.storage.store import Store
from casinowar.telling.refusal_translation import refusal_told
from casinowar.telling.wording import Language
from casinowar.web import people as doors
from casinowar.web.authentication import Sessions
from casinowar.web.messages import Credentials, Joining


def test_no_room_is_spent_on_what_cannot_be_a_session(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/house.db")
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=lambda: 1, random_bytes=os.urandom, hasher=cheap)
    sessions = Sessions(people)
    token = people.sign_up("Ann", "correct horse battery")

    async def ask() -> None:
        found = await sessions.who(token)
        assert found is not None
        for junk in ("x" * 8000, f"{token}x", "", "\0"):
            assert await sessions.who(junk) is None

    asyncio.run(ask())
    assert {*sessions._known} == {token}
    store.close()


def test_whoever_waits_for_the_end_of_a_session_is_told_once_it_is_over(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/house.db")
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=lambda: 1, random_bytes=os.urandom, hasher=cheap)
    tokens = [people.sign_up(name, "correct horse battery") for name in ("Ann", "Bob")]
    asked: list[int] = []

    class Counted(People):
        def __init__(self):
            pass

        def session_members(self, wanted):
            asked.append(len(wanted))
            return people.session_members(wanted)

    async def wait() -> None:
        sessions = Sessions(Counted())
        waiting = [asyncio.create_task(sessions.until_ended(token)) for token in [*tokens, tokens[0]]]
        await asyncio.sleep(0.7)
        people.sign_out(tokens[0])
        done, still = await asyncio.wait(waiting, timeout=2)
        assert (done, still) == ({waiting[0], waiting[2]}, {waiting[1]})
        waiting[1].cancel()
        await asyncio.gather(waiting[1], return_exceptions=True)
        assert sessions._ended == {}

    asyncio.run(wait())
    assert asked[:2] == [2, 2]
    store.close()


def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/house.db")
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=lambda: 1, random_bytes=os.urandom, hasher=cheap)
    token = people.sign_up("Ann", "correct horse battery")

    class Slow(People):
        def __init__(self):
            pass

        def session_members(self, wanted):
            found = people.session_members(wanted)
            people.sign_out(token)
            sessions.forget()
            return found

    sessions = Sessions(Slow())

    async def ask() -> None:
        assert await sessions.who(token) is not None
        assert await sessions.who(token) is None

    asyncio.run(ask())
    store.close()


def test_whose_a_session_is_is_remembered_for_a_moment(monkeypatch: pytest.MonkeyPatch):
    now = 100.0
    monkeypatch.setattr("casinowar.web.authentication.time", SimpleNamespace(monotonic=lambda: now))
    ann = Member("Ann", frozenset({Post.PLAYER}))
    token = "t" * TOKEN_LENGTH

    class Knowing(People):
        def __init__(self):
            pass

        def session_members(self, wanted):
            return dict.fromkeys(wanted, ann)

    sessions = Sessions(Knowing())
    assert sessions.cached(token) is None
    assert asyncio.run(sessions.who(token)) == ann
    now += 0.9
    assert sessions.cached(token) == ann
    now += 0.2
    assert sessions.cached(token) is None


def test_many_who_come_at_once_are_asked_for_together_and_each_is_told_what_failed(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/house.db")
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=lambda: 1, random_bytes=os.urandom, hasher=cheap)
    tokens = [people.sign_up(f"Ann{number}", "correct horse battery") for number in range(5)]
    asked: list[int] = []

    class Counted(People):
        def __init__(self):
            pass

        def session_members(self, wanted):
            asked.append(len(wanted))
            if len(asked) > 2:
                raise OSError("the disk is gone")
            return people.session_members(wanted)

    async def ask() -> None:
        sessions = Sessions(Counted())
        first = asyncio.create_task(sessions.who(tokens[0]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        rest = await asyncio.gather(*[sessions.who(token) for token in tokens[1:]])
        assert [member and member.name for member in (await first, *rest)] == [f"Ann{n}" for n in range(5)]
        sessions.forget()
        lost = await asyncio.gather(*[sessions.who(token) for token in tokens], return_exceptions=True)
        assert [type(each) for each in lost] == [OSError] * 5

    asyncio.run(ask())
    assert asked == [1, 4, 5]
    store.close()


# who waits in which line

BUSY = Refused("busy", "Too many requests at once; nothing was done.")
PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
DOOR: Any = doors.SignInDesk


@pytest.fixture
def people(tmp_path, monkeypatch):
    for line in ("_SIGNING_UP", "_SIGNING_IN", "_BY_A_LINK"):
        monkeypatch.setattr(
            doors, line, doors._PasswordQueue()
        )  # one waits in a line of one's own event loop
    store = Store(f"sqlite:///{tmp_path}/house.db")
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    yield People(store, clock=lambda: 1, random_bytes=os.urandom, hasher=cheap)
    store.close()


def from_here(people: People, address: str = "10.0.0.9") -> Any:
    told = SimpleNamespace(
        sessions=Sessions(people),
        settings=SimpleNamespace(behind_proxy=False),
        limits=SimpleNamespace(admits_guest=lambda _address: True, admits_newcomer=lambda _address: True),
    )
    return SimpleNamespace(client=SimpleNamespace(host=address), app=SimpleNamespace(state=told))


async def at(door: Any, people: People, data: object, address: str = "10.0.0.9") -> Any:
    return await door.fn(None, from_here(people, address), data, SimpleNamespace(people=people))


@pytest.fixture
def no_notice(monkeypatch):
    async def nothing(_serving: object, _name: str) -> str:
        return ""

    monkeypatch.setattr("casinowar.web.care.notice", nothing)


@pytest.mark.usefixtures("no_notice")
def test_who_comes_by_a_link_waits_in_nobodys_way_and_for_nobody_who_has_none(people):
    people.sign_up("Ann", PASSWORD)
    link = Joining(invitation=people.make_password_reset("Ann", "Olga"), name="Ann", password=PASSWORD)
    for line in (doors._SIGNING_UP, doors._SIGNING_IN):
        line._waiting["10.0.0.8"] = 20
    with pytest.raises(ServiceUnavailableException):
        asyncio.run(at(DOOR.sign_up, people, Credentials(name="Zoe", password=PASSWORD)))

    assert asyncio.run(at(DOOR.come_back, people, link)).content.name == "Ann"


def test_nobody_alone_fills_the_line_of_newcomers(people):
    crowd = [Credentials(name=f"Bot {number}", password=PASSWORD) for number in range(100)]
    honest = Credentials(name="Zoe", password=PASSWORD)

    async def flood() -> list[Any]:
        come = [at(DOOR.sign_up, people, each) for each in crowd]
        return await asyncio.gather(
            *come, at(DOOR.sign_up, people, honest, "10.0.0.8"), return_exceptions=True
        )

    *told, newcomer = asyncio.run(flood())

    assert newcomer.content.name == "Zoe"
    assert sum(isinstance(each, ServiceUnavailableException) for each in told) == 90
    assert not doors._SIGNING_UP._waiting


@pytest.mark.parametrize("door", [DOOR.come_back, DOOR.join])
def test_a_flood_of_made_up_links_keeps_no_newcomer_waiting(people, door):
    people.sign_up("Ann", PASSWORD)
    made_up = Joining(invitation="x" * 43, name="Ann", password=PASSWORD)
    honest = Credentials(name="Zoe", password=PASSWORD)

    async def flood() -> list[Any]:
        false = [at(door, people, made_up) for _ in range(100)]
        return await asyncio.gather(*false, at(DOOR.sign_up, people, honest), return_exceptions=True)

    *told, newcomer = asyncio.run(flood())

    assert newcomer.content.name == "Zoe"
    assert {type(each) for each in told} == {SignInError}


@pytest.mark.usefixtures("no_notice")
def test_who_has_to_wait_for_wrong_passwords_waits_in_no_line(people):
    people.sign_up("Ann", PASSWORD)
    wrong = Credentials(name="Bob", password="not the password")  # noqa: S106 - of nobody
    for _ in range(6):
        with pytest.raises(SignInError, match="wrong"):
            people.sign_in(wrong.name, wrong.password, "10.0.0.9")

    async def flood() -> list[Any]:
        tried = [at(DOOR.sign_in, people, wrong) for _ in range(100)]
        honest = Credentials(name="Ann", password=PASSWORD)
        return await asyncio.gather(*tried, at(DOOR.sign_in, people, honest), return_exceptions=True)

    *told, honest = asyncio.run(flood())

    assert honest.content.name == "Ann"
    assert {str(each) for each in told} == {"Too many wrong passwords; try again in 1 second."}


# guests


def test_a_guest_comes_in_with_play_money_or_not_at_all(people):
    """The deposit is asked for under an id, so that it is made once whatever connection is lost."""
    asked: list[TableRequest] = []
    answers: list[Answer] = [BUSY, Accepted("cashier", 1)]

    async def ask(request: TableRequest) -> Answer:
        asked.append(request)
        return answers.pop(0)

    serving = SimpleNamespace(people=people, play_money=1_000_00, desk=SimpleNamespace(ask=ask))

    async def come() -> Any:
        return await DOOR.guest.fn(None, from_here(people), serving)

    with pytest.raises(InputError) as no:
        asyncio.run(come())
    assert str(no.value) == "No guest can come in just now; try again."
    assert refusal_told(no.value.sentence, Language.SPANISH)[1] is Language.SPANISH
    assert people._store.rows_of(select(SESSIONS)) == []

    begun = asyncio.run(come()).content
    assert people.session_member(begun.token).name == begun.name
    assert [each.id for each in asked] == [getattr(each.command, "player", "") for each in asked]
    assert len({each.key for each in asked}) == 2
