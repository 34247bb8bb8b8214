"""Concurrent sign-ins and changes of people: no deadlocks."""

import os
import re
import time
from collections.abc import Callable
from threading import Event, Thread, get_ident
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import event, select

from casinowar.house.people.people import SESSION, People, SignInError
from casinowar.house.people.posts import Post
from casinowar.house.storage.schema import FAILURES
from casinowar.house.storage.store import Store

PASSWORD, ANOTHER = "correct horse battery", "battery horse correct"
HERE = "10.0.0.9"
DAY = 24 * 3_600_000


class Moving:
    """A clock that a test moves."""

    now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Moving:
    return Moving()


@pytest.fixture
def people(store: Store, clock: Moving) -> People:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return People(store, clock=clock, random_bytes=os.urandom, hasher=cheap)


def at_once(store: Store, held: str, *doing: Callable[[], object]) -> list[BaseException]:
    """Have two do something at once, each going on once both have what a statement gives, or cannot."""
    begun = [Event() for _ in doing]
    number: dict[int, int] = {}
    failed: list[BaseException] = []

    def meet(_connection: object, _cursor: object, said: str, given: Any, *_: object) -> None:
        if get_ident() in number and re.search(held, f"{said} {given}"):
            begun[number[get_ident()]].set()
            for each in begun:
                each.wait(0.5)
            time.sleep(0.1)

    def go(own: int, do: Callable[[], object]) -> None:
        number[get_ident()] = own
        try:
            do()
        except SignInError:
            pass
        except Exception as wrong:  # noqa: BLE001 - whatever it is, the test tells it
            failed.append(wrong)

    event.listen(store._engine, "after_cursor_execute", meet)
    threads = [Thread(target=go, args=each) for each in enumerate(doing)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(20)
    event.remove(store._engine, "after_cursor_execute", meet)
    assert not any(each.is_alive() for each in threads)
    assert any(each.is_set() for each in begun), "nobody came to where they were to meet"
    return failed


def wrong(people: People) -> None:
    people.sign_in("Ann", "not the password", HERE)


@pytest.mark.parametrize("by_link", [False, True])
def test_concurrent_wrong_and_right_passwords_do_not_deadlock(people: People, store: Store, *, by_link: bool):
    people.sign_up("Ann", PASSWORD)
    link = people.make_password_reset("Ann", "Olga")
    with pytest.raises(SignInError):
        wrong(people)

    def right() -> object:
        return (
            people.reset_password(link, "Ann", ANOTHER) if by_link else people.sign_in("Ann", PASSWORD, HERE)
        )

    assert at_once(store, r"(?s)(INSERT INTO|DELETE FROM) failures.*Ann", lambda: wrong(people), right) == []


def test_expired_failures_are_deleted_while_others_are_cleared(people: People, store: Store, clock: Moving):
    people.sign_up("Ann", PASSWORD)
    with pytest.raises(SignInError):
        wrong(people)
    clock.now += DAY - 1
    with pytest.raises(SignInError):  # the name's are of today, those from here of yesterday
        people.sign_in("Ann", "not the password", "10.0.0.8")
    clock.now += 1

    def right() -> object:
        return people.sign_in("Ann", PASSWORD, HERE)

    assert at_once(store, r"(?s)DELETE FROM failures", lambda: wrong(people), right) == []


def test_expired_sessions_are_deleted_during_a_password_reset(people: People, store: Store, clock: Moving):
    for name in ("Bob", "Ann"):
        people.sign_up(name, PASSWORD)
    clock.now += SESSION
    link = people.make_password_reset("Ann", "Olga")

    def back() -> object:
        return people.reset_password(link, "Ann", ANOTHER)

    def other() -> object:
        return people.sign_in("Bob", PASSWORD)

    assert at_once(store, r"DELETE FROM sessions|FROM people WHERE.*\s+FOR UPDATE", back, other) == []


def test_joining_while_the_inviter_loses_the_post_does_not_deadlock(
    people: People, store: Store, clock: Moving
):
    people.join(people.first_operator() or "", "Pat", PASSWORD)
    people.join(people.invite([Post.OPERATOR], "Pat"), "Olga", PASSWORD)
    link = people.invite([Post.DEALER], "Olga")
    clock.now += SESSION

    def joins() -> object:
        return people.join(link, "Dan", PASSWORD)

    def loses() -> None:
        people.appoint("Olga", [Post.PLAYER])

    assert at_once(store, r"DELETE FROM (invitations|sessions)", joins, loses) == []


def test_wrong_passwords_expire_after_a_day(people: People, clock: Moving):
    people.sign_up("Ann", PASSWORD)
    for _ in range(6):
        with pytest.raises(SignInError, match="wrong"):
            wrong(people)
    clock.now += DAY

    for _ in range(5):
        with pytest.raises(SignInError, match="wrong"):
            wrong(people)

    assert people.sign_in("Ann", PASSWORD, HERE)


def test_expired_failures_are_deleted(people: People, store: Store, clock: Moving):
    with pytest.raises(SignInError):
        people.sign_in("Bob", "not the password", "10.0.0.8")
    clock.now += DAY
    with pytest.raises(SignInError):
        wrong(people)

    kept = {subject for subject, _, _ in store.rows_of(select(FAILURES))}
    assert kept == {"name Ann", f"address {HERE}", f"pair {HERE} Ann"}
