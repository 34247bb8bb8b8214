"""Whose a session is: remembered for a moment, but not whatever anybody sends."""

import asyncio
import os
from types import SimpleNamespace
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.exceptions import ServiceUnavailableException

from casinowar.house.people import People, SignInError
from casinowar.house.store import Store
from casinowar.web import people as doors
from casinowar.web.access import Sessions
from casinowar.web.messages import Joining


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

        def whose(self, wanted):
            asked.append(len(wanted))
            return people.whose(wanted)

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

        def whose(self, wanted):
            found = people.whose(wanted)
            people.sign_out(token)
            sessions.forget()
            return found

    sessions = Sessions(Slow())

    async def ask() -> None:
        assert await sessions.who(token) is not None
        assert await sessions.who(token) is None

    asyncio.run(ask())
    store.close()


def test_many_who_come_at_once_are_asked_for_together_and_each_is_told_what_failed(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/house.db")
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=lambda: 1, random_bytes=os.urandom, hasher=cheap)
    tokens = [people.sign_up(f"Ann{number}", "correct horse battery") for number in range(5)]
    asked: list[int] = []

    class Counted(People):
        def __init__(self):
            pass

        def whose(self, wanted):
            asked.append(len(wanted))
            if len(asked) > 2:
                raise OSError("the disk is gone")
            return people.whose(wanted)

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


@pytest.mark.parametrize(
    ("full", "told"), [("_COMING_BACK", SignInError), ("_COMING_IN", ServiceUnavailableException)]
)
def test_who_comes_by_a_link_waits_with_newcomers_and_in_nobodys_way_who_signs_in(
    tmp_path, full, told, monkeypatch
):
    store = Store(f"sqlite:///{tmp_path}/house.db")
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=lambda: 1, random_bytes=os.urandom, hasher=cheap)
    monkeypatch.setattr(getattr(doors, full), "_waiting", 20)
    request: Any = SimpleNamespace(client=None)
    serving: Any = SimpleNamespace(people=people)
    door: Any = doors.Door.come_back
    nobodys = Joining(invitation="no link", name="Ann", password="correct horse battery")  # noqa: S106 - of nobody

    with pytest.raises(told):
        asyncio.run(door.fn(None, request, nobodys, serving))
    store.close()
