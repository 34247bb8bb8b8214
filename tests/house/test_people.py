"""People: accounts, sign-in, posts, sessions, password resets and the login throttle."""

import os
from collections.abc import Callable
from threading import Thread
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import event, insert, select

from casinowar.game.refusal import InputError
from casinowar.game.words import Role
from casinowar.house.people.appointments import AppointmentMade, appointments
from casinowar.house.people.people import INVITATION, SESSION, People, SignInError
from casinowar.house.people.posts import Member, Post
from casinowar.house.storage.schema import FAILURES, INVITATIONS, PEOPLE, SESSIONS
from casinowar.house.storage.store import Store

PASSWORD = "correct horse battery"  # noqa: S105 - of nobody


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return People(store, clock=clock, random_bytes=os.urandom, hasher=cheap)


def test_sign_up_begins_a_session(people: People):
    token = people.sign_up("Ann", PASSWORD)

    assert people.session_member(token) == Member("Ann", frozenset({Post.PLAYER}))


def test_other_tokens_have_no_session(people: People):
    people.sign_up("Ann", PASSWORD)

    assert people.session_member("") is None
    assert people.session_member("Ann") is None


def test_a_name_can_be_used_once(people: People):
    people.sign_up("Ann", PASSWORD)

    with pytest.raises(InputError, match="is taken"):
        people.sign_up("Ann", PASSWORD)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " Ann",
        "a/b",
        "house",
        "House",
        "pit",
        "x" * 41,
        "a\nb",
        "a\0b",
        ".",
        "Ann\u3164",
        "\u115fAnn",
        "\u2800",
        "\u0410nn",
        "\u0430\u0440\u0440",
        "O\u03bfna",
    ],
)
def test_names_that_could_be_mistaken_are_refused(people: People, name: str):
    with pytest.raises(InputError, match="name"):
        people.sign_up(name, PASSWORD)


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_passwords_have_a_minimum_and_maximum_length(people: People, password: str):
    with pytest.raises(InputError, match="password"):
        people.sign_up("Ann", password)


def test_wrong_password_and_unknown_name_get_the_same_error(people: People):
    people.sign_up("Ann", PASSWORD)
    told = []
    for name in ("Ann", "Zoe"):
        with pytest.raises(SignInError) as no:
            people.sign_in(name, "not the password")
        told.append(str(no.value))

    assert told[0] == told[1]


def test_wrong_passwords_back_off_exponentially_for_a_name(people: People, clock: Clock):
    people.sign_up("Ann", PASSWORD)
    for _ in range(6):
        with pytest.raises(SignInError, match="wrong"):
            people.sign_in("Ann", "not the password")

    with pytest.raises(SignInError, match=r"in 1 second\."):
        people.sign_in("Ann", PASSWORD)
    clock.now += 1000
    assert people.session_member(people.sign_in("Ann", PASSWORD))


def test_wrong_passwords_throttle_an_address_across_names(people: People):
    people.sign_up("Ann", PASSWORD)
    for number in range(51):
        with pytest.raises(SignInError, match="wrong"):
            people.sign_in(f"nobody {number}", PASSWORD, "10.0.0.9")

    with pytest.raises(SignInError, match="Too many"):
        people.sign_in("Ann", PASSWORD, "10.0.0.9")
    assert people.sign_in("Ann", PASSWORD, "10.0.0.8")


def test_wrong_passwords_from_one_address_do_not_lock_out_others(people: People):
    people.sign_up("Ann", PASSWORD)
    for _ in range(7):
        with pytest.raises(SignInError):
            people.sign_in("Ann", "not the password", "10.0.0.9")

    assert people.sign_in("Ann", PASSWORD, "10.0.0.8")


@pytest.mark.parametrize("name", ["ann", "ANN", "Ánn", "A\u0301nn", "\u0251nn"])
def test_names_that_look_alike_count_as_one(people: People, name: str):
    people.sign_up("Ann", PASSWORD)
    people.sign_up("ánn", PASSWORD)

    with pytest.raises(InputError, match=r"is taken|A name"):
        people.sign_up(name, PASSWORD)


def test_crafted_names_cannot_throttle_another_person(people: People):
    """A name that reads as somebody from an address is counted as that name, not as that somebody."""
    people.sign_up("Ann", PASSWORD)
    for name in ("Ann from 1.2.3.4", "Ann 1.2.3.4", "1.2.3.4 Ann", "1.2.3.4"):
        for _ in range(8):
            with pytest.raises(SignInError):
                people.sign_in(name, "wrong" * 3, f"6.6.6.{len(name)}")

    assert people.session_member(people.sign_in("Ann", PASSWORD, "1.2.3.4"))


class Counting(PasswordHasher):
    """Counts how often a password is tried or hashed, which is what takes time."""

    tried = hashed = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.hashed += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - as it is called
        if not str(hash).startswith("$argon2"):
            return super().verify(hash, password)
        self.tried += 1
        return super().verify(hash, password)


def test_sign_in_takes_the_same_time_for_guests_and_unknown_names(store: Store, clock: Clock):
    hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=clock, random_bytes=os.urandom, hasher=hasher)
    people.sign_up("Ann", PASSWORD)
    _, guest = people.guest()
    for number, name in enumerate(("Ann", "Nobody", guest), 1):
        with pytest.raises(SignInError):
            people.sign_in(name, "wrong" * 3)
        assert hasher.tried == number, name


def test_invitations_end_when_their_maker_loses_the_post(people: People):
    people.join(people.first_operator() or "", "Olga", PASSWORD)
    people.join(people.invite([Post.OPERATOR], "Olga"), "Pat", PASSWORD)
    link = people.invite([Post.OPERATOR], "Pat")

    people.appoint("Pat", [Post.PLAYER])

    with pytest.raises(SignInError, match="invitation"):
        people.join(link, "Eve", PASSWORD)


def test_sessions_expire_and_end_on_sign_out(people: People, clock: Clock):
    first, second = people.sign_up("Ann", PASSWORD), people.sign_in("Ann", PASSWORD)

    people.sign_out(first)
    assert people.session_member(first) is None
    assert people.session_member(second)

    clock.now += SESSION
    assert people.session_member(second) is None


def test_an_operator_can_end_all_sessions_of_a_person(people: People):
    tokens = [people.sign_up("Ann", PASSWORD), people.sign_in("Ann", PASSWORD)]

    people.end_sessions("Ann")

    assert [people.session_member(token) for token in tokens] == [None, None]


def test_an_invitation_works_once(people: People):
    link = people.invite([Post.DEALER])

    token = people.join(link, "Dan", PASSWORD)

    assert people.session_member(token) == Member("Dan", frozenset({Post.DEALER}))
    with pytest.raises(SignInError, match="invitation"):
        people.join(link, "Eve", PASSWORD)


def test_a_failed_join_does_not_use_up_the_invitation(people: People):
    people.sign_up("Ann", PASSWORD)
    link = people.invite([Post.DEALER])
    with pytest.raises(InputError, match="is taken"):
        people.join(link, "Ann", PASSWORD)

    assert people.session_member(people.join(link, "Dan", PASSWORD))


def test_an_invitation_expires(people: People, clock: Clock):
    link = people.invite([Post.DEALER])
    clock.now += INVITATION

    with pytest.raises(SignInError, match="invitation"):
        people.join(link, "Dan", PASSWORD)


def test_only_the_newest_first_operator_link_works(people: People):
    old, link = people.first_operator(), people.first_operator()

    with pytest.raises(SignInError):
        people.join(old or "", "Eve", PASSWORD)
    token = people.join(link or "", "Olga", PASSWORD)

    assert Post.OPERATOR in (people.session_member(token) or Member("", frozenset())).posts
    assert people.first_operator() is None


def test_a_change_of_posts_ends_sessions(people: People):
    people.join(people.first_operator() or "", "Olga", PASSWORD)
    token = people.sign_up("Ann", PASSWORD)

    people.appoint("Ann", [Post.SURVEILLANCE])

    assert people.session_member(token) is None
    assert people.session_member(people.sign_in("Ann", PASSWORD)) == Member(
        "Ann", frozenset({Post.SURVEILLANCE})
    )


def test_the_last_operator_cannot_be_removed(people: People):
    people.join(people.first_operator() or "", "Olga", PASSWORD)

    with pytest.raises(InputError, match="needs an operator"):
        people.appoint("Olga", [Post.PLAYER])
    assert Post.OPERATOR in people.members()[0].posts


def test_appointments_are_logged(people: People, store: Store, clock: Clock):
    people.join(people.first_operator() or "", "Olga", PASSWORD)
    clock.now += 1
    people.join(people.invite([Post.DEALER], "Olga"), "Dan", PASSWORD)
    people.sign_up("Ann", PASSWORD)  # nobody gave her a post
    clock.now += 1
    people.appoint("Dan", [Post.MANAGER, Post.DEALER], "Olga")
    with pytest.raises(InputError, match="needs an operator"):
        people.appoint("Olga", [Post.PLAYER], "Olga")
    clock.now += 1
    people.appoint("Dan", [], "Olga")

    dealer, both = (Post.DEALER,), (Post.DEALER, Post.MANAGER)
    kept = [
        AppointmentMade(at=1_000_003, person="Dan", before=both, posts=(), appointed_by="Olga"),
        AppointmentMade(at=1_000_002, person="Dan", before=dealer, posts=both, appointed_by="Olga"),
        AppointmentMade(at=1_000_001, person="Dan", before=(), posts=dealer, appointed_by="Olga"),
        AppointmentMade(
            at=1_000_000,
            person="Olga",
            before=(),
            posts=(Post.MANAGER, Post.OPERATOR),
            appointed_by="house",
        ),
    ]
    assert appointments(store, 0, 50) == kept
    assert appointments(store, 1, 2) == kept[1:3]


def test_an_unknown_person_cannot_be_appointed(people: People):
    with pytest.raises(InputError, match="There is no person called"):
        people.appoint("Zoe", [Post.DEALER])


@pytest.mark.parametrize(
    ("post", "roles"),
    [
        (Post.PLAYER, {Role.PLAYER}),
        (Post.DEALER, {Role.DEALER}),
        (Post.FLOORPERSON, {Role.FLOORPERSON}),
        (Post.MANAGER, {Role.MANAGER, Role.FLOORPERSON}),
        (Post.SURVEILLANCE, set()),
        (Post.OPERATOR, set()),
    ],
)
def test_each_post_gives_exactly_its_roles(post: Post, roles: set[Role]):
    actor = Member("X", frozenset({post})).actor

    assert actor.roles == roles
    assert actor.cage is (post is Post.OPERATOR)


def test_the_database_holds_no_usable_secret(people: People, store: Store):
    people_secrets = [PASSWORD, people.sign_up("Ann", PASSWORD), people.invite([Post.OPERATOR])]

    rows = repr([store.rows_of(select(table)) for table in (PEOPLE, SESSIONS, INVITATIONS)])

    assert "$argon2id$" in rows
    assert not [secret for secret in people_secrets if secret in rows]


@pytest.mark.parametrize("name", ["cage", "Cashier", "the House", "The-Pit", "Guest 123456", "guest 1"])
def test_names_of_the_house_and_of_guests_are_reserved(people: People, name: str):
    with pytest.raises(InputError, match="A name has"):
        people.sign_up(name, PASSWORD)


def test_a_guest_name_that_is_taken_is_drawn_again(store: Store, clock: Clock):
    drawn = [bytes(4), bytes(4), bytes([0, 0, 0, 1])]
    people = People(
        store, clock=clock, random_bytes=lambda size: drawn.pop(0) if size == 4 else os.urandom(size)
    )
    assert [people.guest()[1] for _ in range(2)] == ["Guest 000000", "Guest 000001"]


# another password

ANOTHER = "battery horse correct"


def test_a_password_is_changed_with_the_current_one(people: People):
    here, there = people.sign_up("Ann", PASSWORD), people.sign_in("Ann", PASSWORD)

    people.change_password("Ann", here, PASSWORD, ANOTHER)

    assert people.session_member(here)
    assert people.session_member(there) is None
    assert people.sign_in("Ann", ANOTHER)
    with pytest.raises(SignInError, match="wrong"):
        people.sign_in("Ann", PASSWORD)


def test_changing_a_password_needs_the_current_one(people: People, clock: Clock):
    """Whoever finds a browser open does not keep its owner out, and cannot try on and on."""
    here = people.sign_up("Ann", PASSWORD)
    for _ in range(6):
        with pytest.raises(SignInError, match="wrong"):
            people.change_password("Ann", here, "not the password", ANOTHER)

    with pytest.raises(SignInError, match="in 1 second"):
        people.change_password("Ann", here, PASSWORD, ANOTHER)
    clock.now += 1000
    with pytest.raises(InputError, match="10 to 200"):
        people.change_password("Ann", here, PASSWORD, "short")
    assert people.sign_in("Ann", PASSWORD)


def test_a_password_reset_works_once(people: People):
    people.join(people.first_operator() or "", "Olga", PASSWORD)
    before = people.sign_up("Ann", PASSWORD)

    link = people.make_password_reset("Ann", "Olga")
    with pytest.raises(InputError, match="10 to 200"):
        people.reset_password(link, "Ann", "short")

    assert people.session_member(before)  # until it is used, nothing has changed
    for name, problem in (("Olga", "used"), ("Zed", "used")):
        with pytest.raises(SignInError, match=problem):
            people.reset_password(link, name, ANOTHER)
    for said in (link, f"{link}\nAnn", f"\n{link}\nAnn"):
        with pytest.raises(SignInError, match="used"):
            people.join(said, "Zoe", ANOTHER)
    token, gave = people.reset_password(link, "Ann", ANOTHER)
    assert gave == "Olga"
    assert people.session_member(token) == Member("Ann", frozenset({Post.PLAYER}))
    assert people.session_member(before) is None
    assert people.sign_in("Ann", ANOTHER)
    with pytest.raises(SignInError, match="used"):
        people.reset_password(link, "Ann", PASSWORD)


def test_an_invitation_is_no_password_reset(people: People):
    people.sign_up("Ann", PASSWORD)

    with pytest.raises(SignInError, match="used"):
        people.reset_password(people.invite([Post.OPERATOR]), "Ann", ANOTHER)


def test_a_password_reset_ends_when_its_maker_loses_the_post(people: People):
    people.join(people.first_operator() or "", "Olga", PASSWORD)
    people.join(people.invite([Post.OPERATOR]), "Oz", PASSWORD)
    people.sign_up("Ann", PASSWORD)
    void = people.make_password_reset("Ann", "Oz")

    people.appoint("Oz", [Post.PLAYER])

    with pytest.raises(SignInError, match="used"):
        people.reset_password(void, "Ann", ANOTHER)


def test_a_password_reset_expires_after_a_day(people: People, clock: Clock):
    for name in ("Ann", "Bob"):
        people.sign_up(name, PASSWORD)
    links = {name: people.make_password_reset(name, "Olga") for name in ("Ann", "Bob")}

    clock.now += 24 * 3_600_000 - 1
    assert people.reset_password(links["Ann"], "Ann", ANOTHER)
    clock.now += 1
    with pytest.raises(SignInError, match="run out"):
        people.reset_password(links["Bob"], "Bob", ANOTHER)


def test_a_password_reset_ends_when_the_password_changes(people: People):
    people.sign_up("Ann", PASSWORD)
    first, second, third = (people.make_password_reset("Ann", "Olga") for _ in range(3))
    here, _ = people.reset_password(second, "Ann", ANOTHER)

    with pytest.raises(SignInError, match="used"):
        people.reset_password(first, "Ann", PASSWORD)
    people.change_password("Ann", here, ANOTHER, PASSWORD)
    with pytest.raises(SignInError, match="used"):
        people.reset_password(third, "Ann", ANOTHER)
    assert people.session_member(here)


def test_a_password_reset_ends_when_posts_change(people: People):
    people.sign_up("Ann", PASSWORD)
    link = people.make_password_reset("Ann", "Olga")

    people.appoint("Ann", [Post.OPERATOR])
    people.end_sessions("Ann")

    with pytest.raises(SignInError, match="used"):
        people.reset_password(link, "Ann", ANOTHER)
    assert people.sign_in("Ann", PASSWORD)


def test_password_resets_are_for_other_people_with_a_password(people: People):
    people.sign_up("Ann", PASSWORD)
    _, guest = people.guest()

    for name, by, problem in (
        (guest, "Ann", "no password"),
        ("Zed", "Ann", "no person called"),
        ("Ann", "Ann", "own"),
    ):
        with pytest.raises(InputError, match=problem):
            people.make_password_reset(name, by)
    with pytest.raises(InputError, match="no password"):
        people.change_password(guest, "x", "none", ANOTHER)


def test_a_password_reset_clears_the_throttle(people: People):
    people.sign_up("Ann", PASSWORD)
    for _ in range(8):
        with pytest.raises(SignInError):
            people.sign_in("Ann", "not the password")

        with pytest.raises(SignInError):
            people.sign_in("Mary Ann", "not the password")

    people.reset_password(people.make_password_reset("Ann", "Olga"), "Ann", ANOTHER)

    assert people.sign_in("Ann", ANOTHER)
    with pytest.raises(SignInError, match="Too many"):
        people.sign_in("Mary Ann", PASSWORD)


def test_clearing_the_throttle_reads_only_that_persons_failures(people: People, store: Store):
    people.sign_up("Ann", PASSWORD)
    with store.writing() as connection:
        others = [{"subject": f"pair 10.0.0.1 Bob {n}", "count": 9, "at": 1_000_000} for n in range(100)]
        connection.execute(insert(FAILURES), [*others, others[0] | {"subject": "pair 10.0.0.1 Ann"}])
    link = people.make_password_reset("Ann", "Olga")
    read: list[tuple[str, Any]] = []

    def noted(_connection: object, _cursor: object, said: str, given: Any, *_: object) -> None:
        if said.startswith("SELECT failures"):
            read.append((said, given))

    event.listen(store._engine, "before_cursor_execute", noted)
    people.reset_password(link, "Ann", ANOTHER)
    event.remove(store._engine, "before_cursor_execute", noted)

    with store.consistent_connection() as connection:
        assert [row for each in read for row in connection.exec_driver_sql(*each)] == []
    assert [*store.rows_of(select(FAILURES.c.subject).where(FAILURES.c.subject.endswith(" Ann")))] == []
    assert len(read) == 1


# what happens meanwhile


class Meanwhile(PasswordHasher):
    """Has something happen right after a password was found right or hashed, once."""

    then: Callable[[], object] | None = None
    stale = False

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - as it is called
        right = super().verify(hash, password)
        self._go_on()
        return right

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        hashed = super().hash(password, salt=salt)
        self._go_on()
        return hashed

    def _go_on(self) -> None:
        then, self.then = self.then, None
        if then:
            then()

    def check_needs_rehash(self, hash: str | bytes) -> bool:  # noqa: A002 - as it is called
        return self.stale or super().check_needs_rehash(hash)


@pytest.fixture
def hasher() -> Meanwhile:
    return Meanwhile(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def busy(store: Store, clock: Clock, hasher: Meanwhile) -> People:
    return People(store, clock=clock, random_bytes=os.urandom, hasher=hasher)


@pytest.mark.parametrize("stale", [False, True])
def test_sign_in_fails_if_the_password_changes_meanwhile(
    busy: People, store: Store, hasher: Meanwhile, *, stale: bool
):
    busy.sign_up("Ann", PASSWORD)
    link = busy.make_password_reset("Ann", "Olga")
    hasher.stale = stale
    hasher.then = lambda: busy.reset_password(link, "Ann", ANOTHER)

    with pytest.raises(SignInError, match="wrong"):
        busy.sign_in("Ann", PASSWORD)

    assert len(store.rows_of(select(SESSIONS))) == 1  # of who came back
    assert busy.sign_in("Ann", ANOTHER)


def test_a_password_change_fails_if_it_changed_meanwhile(busy: People, hasher: Meanwhile):
    here = busy.sign_up("Ann", PASSWORD)
    link = busy.make_password_reset("Ann", "Olga")
    hasher.then = lambda: busy.reset_password(link, "Ann", ANOTHER)

    with pytest.raises(SignInError, match="wrong"):
        busy.change_password("Ann", here, PASSWORD, "a third password")

    assert busy.sign_in("Ann", ANOTHER)


def test_a_password_reset_fails_if_its_link_ended_meanwhile(busy: People, hasher: Meanwhile):
    busy.sign_up("Ann", PASSWORD)
    first, second = (busy.make_password_reset("Ann", "Olga") for _ in range(2))
    hasher.then = lambda: busy.reset_password(second, "Ann", ANOTHER)

    with pytest.raises(SignInError, match="used"):
        busy.reset_password(first, "Ann", PASSWORD)

    assert busy.sign_in("Ann", ANOTHER)


def test_one_of_two_concurrent_joins_by_an_invitation_succeeds(busy: People, hasher: Meanwhile):
    link = busy.invite([Post.DEALER])
    hasher.then = lambda: busy.join(link, "Dan", PASSWORD)

    with pytest.raises(SignInError, match="used"):
        busy.join(link, "Eve", PASSWORD)

    assert [each.name for each in busy.members()] == ["Dan"]


def test_concurrent_sign_ins_succeed_while_the_password_is_rehashed(busy: People, hasher: Meanwhile):
    busy.sign_up("Ann", PASSWORD)
    hasher.stale = True
    hasher.then = lambda: busy.sign_in("Ann", PASSWORD)

    assert busy.session_member(busy.sign_in("Ann", PASSWORD))


def test_a_session_that_begins_during_a_password_change_ends_too(people: People, store: Store, clock: Clock):
    here = people.sign_up("Ann", PASSWORD)
    changing = Thread(target=lambda: people.change_password("Ann", here, PASSWORD, ANOTHER))

    def slow(size: int) -> bytes:
        if size == 32:  # the token of a session that is about to begin
            changing.start()
            changing.join(0.5)
        return os.urandom(size)

    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    token = People(store, clock=clock, random_bytes=slow, hasher=cheap).sign_in("Ann", PASSWORD)
    changing.join()

    assert people.session_member(token) is None
    assert people.session_member(here)


# what takes time


def test_refused_attempts_cost_no_hashing(store: Store, clock: Clock):
    hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
    people = People(store, clock=clock, random_bytes=os.urandom, hasher=hasher)
    here = people.sign_up("Ann", PASSWORD)
    for _ in range(6):
        with pytest.raises(SignInError, match="wrong"):
            people.sign_in("Ann", "not the password")
    hasher.hashed = hasher.tried = 0

    for name in ("Ann", "Nobody"):
        with pytest.raises(SignInError, match="used"):
            people.reset_password("x" * 43, name, ANOTHER)
    with pytest.raises(SignInError, match="used"):
        people.join("x" * 43, "Zoe", ANOTHER)
    with pytest.raises(InputError, match="is taken"):
        people.sign_up("ann", ANOTHER)
    with pytest.raises(SignInError, match="in 1 second"):
        people.change_password("Ann", here, PASSWORD, ANOTHER)
    clock.now += 1000
    with pytest.raises(InputError, match="10 to 200"):
        people.change_password("Ann", here, PASSWORD, "short")
    assert (hasher.hashed, hasher.tried) == (0, 0)
    with pytest.raises(SignInError, match="wrong"):
        people.change_password("Ann", here, "not the password", ANOTHER)
    assert (hasher.hashed, hasher.tried) == (0, 1)
    clock.now += 2000
    people.sign_in("Ann", PASSWORD)
    assert (hasher.hashed, hasher.tried) == (0, 2)
