"""Whose a session is: remembered for a moment, but not whatever anybody sends."""

import asyncio
import os

from argon2 import PasswordHasher

from casinowar.house.people import People
from casinowar.house.store import Store
from casinowar.web.access import Sessions


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
