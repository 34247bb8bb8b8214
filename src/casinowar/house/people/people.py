"""People: their accounts, passwords, sessions, invitations and posts.

The database has passwords as argon2id hashes, and sessions and invitations as hashes of their tokens:
reading it lets no one sign in.
"""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from casinowar.game.phrase import Phrase, how_many
from casinowar.game.refusal import InputError
from casinowar.house.journal.commits import HOUSE
from casinowar.house.journal.requests import LONGEST_NAME
from casinowar.house.journal.shoe_vault import RandomBytes
from casinowar.house.people.appointments import note
from casinowar.house.people.login_throttle import LoginThrottle
from casinowar.house.people.names import GUEST, TAKEN, is_guest, is_person_name, key_of
from casinowar.house.people.posts import Member, Post, decode_posts, encode_posts
from casinowar.house.storage.schema import INVITATIONS, PEOPLE, SESSIONS
from casinowar.house.storage.store import Store, delete_expired

_GUESTS_TRIES: Final = 10
_HOUR: Final = 3_600_000
SESSION: Final = 24 * _HOUR
INVITATION: Final = 7 * 24 * _HOUR
_RESET_LINK: Final = 24 * _HOUR
TOKEN_LENGTH: Final = 43
"""Characters of a token of 32 bytes."""
_LEAST_PASSWORD: Final = 10
_NO_PASSWORD: Final = "none"  # noqa: S105 - no password, on purpose
_MOST_PASSWORD: Final = 200
_BATCH: Final = 1_000
"""Sessions in one query."""
_SESSION_MEMBERS: Final = (
    select(SESSIONS.c.token, PEOPLE.c.name, PEOPLE.c.posts)
    .join(PEOPLE, SESSIONS.c.person == PEOPLE.c.name)
    .where(SESSIONS.c.token.in_(bindparam("tokens", expanding=True)), SESSIONS.c.ends > bindparam("now"))
)
_USED: Final = Phrase("House.invitation_used", "This invitation was used, or has run out; ask for another.")
_TOO_MANY_GUESTS: Final = Phrase("House.too_many_guests", "There are too many guests; try again.")
_WRONG: Final = Phrase("House.not_let_in", "The name or the password is wrong.")


class SignInError(InputError):
    """The person is not let in."""


class People:
    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], int],
        random_bytes: RandomBytes,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._store, self._clock, self._random_bytes = store, clock, random_bytes
        self._hasher = hasher or PasswordHasher()
        self._throttle = LoginThrottle(store, clock)
        self._dummy_hash = self._hasher.hash(random_bytes(16).hex())
        """Verified for unknown names, so that these take as long as known ones."""

    # joining and signing in

    def invite(self, posts: Iterable[Post], invited_by: str = HOUSE) -> str:
        token = self._token()
        self._insert_invitation(_hash(token), encode_posts(posts), invited_by, INVITATION)
        return token

    def _insert_invitation(self, token: bytes, posts: str, by: str, lasts: int) -> None:
        ends = self._clock() + lasts
        with self._store.writing() as connection:
            connection.execute(delete(INVITATIONS).where(INVITATIONS.c.ends <= self._clock()))
            row = {"token": token, "posts": posts, "invited_by": by, "ends": ends}
            connection.execute(insert(INVITATIONS).values(row))

    def first_operator(self) -> str | None:
        """Invite the first operator of a house without one; earlier such invitations end."""
        with self._store.writing() as connection:
            if any(
                Post.OPERATOR in decode_posts(posts) for posts in connection.scalars(select(PEOPLE.c.posts))
            ):
                return None
            connection.execute(delete(INVITATIONS).where(INVITATIONS.c.invited_by == HOUSE))
        return self.invite([Post.OPERATOR, Post.MANAGER])

    def check_invited(self, token: str) -> None:
        """Refuse a wrong invitation, before the cost of hashing."""
        if not self._store.rows_of(select(INVITATIONS.c.posts).where(*self._invited(token))):
            raise SignInError(_USED)

    def join(self, token: str, name: str, password: str) -> str:
        self.check_invited(token)
        hashed = self._check_new(name, password)
        with self._store.writing() as connection:
            used = delete(INVITATIONS).where(*self._invited(token))
            found = connection.execute(used.returning(INVITATIONS.c.posts, INVITATIONS.c.invited_by)).first()
            if found is None:
                raise SignInError(_USED)
            posts, by = found
            self._insert(connection, name, hashed, posts)
            self._note(connection, name, before="", posts=posts, appointed_by=by)
            return self._begin_session(connection, name)

    def sign_up(self, name: str, password: str) -> str:
        hashed = self._check_new(name, password)
        with self._store.writing() as connection:
            self._insert(connection, name, hashed, Post.PLAYER.value)
            return self._begin_session(connection, name)

    def guest(self) -> tuple[str, str]:
        """Create a guest without a password for one session; gives its token and name."""
        for _ in range(_GUESTS_TRIES):
            name = f"{GUEST} {int.from_bytes(self._random_bytes(4)) % 1_000_000:06}"
            if self.exists(name):
                continue
            with self._store.writing() as connection:
                self._insert(connection, name, _NO_PASSWORD, Post.PLAYER.value)
                return self._begin_session(connection, name), name
        raise InputError(_TOO_MANY_GUESTS)

    def check_throttle(self, name: str, address: str) -> None:
        """Refuse an attempt too soon after wrong passwords, before the cost of hashing."""
        wait = self._throttle.wait(name, address)
        if wait > 0:
            raise SignInError(
                Phrase(
                    "House.too_many_wrong",
                    "Too many wrong passwords; try again in {seconds}.",
                    seconds=how_many(-(-wait // 1000), "second"),
                )
            )

    def sign_in(self, name: str, password: str, address: str = "") -> str:
        """Begin a session; wrong passwords count for the login throttle."""
        kept = self._check_password_of(name, password, address)
        again = self._hasher.hash(password) if self._hasher.check_needs_rehash(kept) else kept
        with self._store.writing() as connection:
            self._check_unchanged(connection, name, password, kept)
            if again != kept:
                connection.execute(update(PEOPLE).where(PEOPLE.c.name == name).values(password=again))
            return self._begin_session(connection, name)

    def change_password(self, name: str, token: str, password: str, new: str, address: str = "") -> None:
        """Replace a password by the current one; all other sessions of the person end."""
        _check_has_password(name)
        _check_password(new)
        kept = self._check_password_of(name, password, address)
        hashed = self._hasher.hash(new)
        with self._store.writing() as connection:
            self._check_unchanged(connection, name, password, kept)
            self._replace(connection, name, hashed)
            others = SESSIONS.c.person == name, SESSIONS.c.token != _hash(token)
            connection.execute(delete(SESSIONS).where(*others))

    def make_password_reset(self, name: str, by: str) -> str:
        _check_has_password(name)
        if name == by:
            raise InputError("Change your own password by entering the current one.")
        found = self._store.rows_of(_select_person(name))
        if not found:
            raise InputError(f"There is no person called {name!r}.")
        token = self._token()
        self._insert_invitation(_hash_reset(token, name, *found[0]), "", by, _RESET_LINK)
        return token

    def check_password_reset(self, token: str, name: str) -> None:
        found = self._store.rows_of(_select_person(name))
        links = [select(INVITATIONS).where(*self._reset_link(token, name, kept)) for kept in found]
        if not any(map(self._store.rows_of, links)):
            raise SignInError(_USED)

    def reset_password(self, token: str, name: str, password: str) -> tuple[str, str]:
        """Choose a password by a reset, end all sessions and sign in.

        Gives the new session's token and the name of the person who created the reset.
        """
        _check_password(password)
        self.check_password_reset(token, name)
        hashed = self._hasher.hash(password)
        with self._store.writing() as connection:
            kept = connection.execute(_select_person(name).with_for_update()).one()
            used = delete(INVITATIONS).where(*self._reset_link(token, name, kept))
            by = connection.scalar(used.returning(INVITATIONS.c.invited_by))
            if by is None:
                raise SignInError(_USED)
            self._replace(connection, name, hashed)
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == name))
            began = self._begin_session(connection, name)
            return began, by

    def _invited(self, token: str) -> tuple[ColumnElement[bool], ...]:
        return INVITATIONS.c.token == _hash(token), INVITATIONS.c.ends > self._clock()

    def _reset_link(self, token: str, name: str, kept: Iterable[str]) -> tuple[ColumnElement[bool], ...]:
        return INVITATIONS.c.token == _hash_reset(token, name, *kept), INVITATIONS.c.ends > self._clock()

    def sign_out(self, token: str) -> None:
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.token == _hash(token)))

    def end_other_sessions(self, name: str, token: str) -> None:
        others = SESSIONS.c.person == name, SESSIONS.c.token != _hash(token)
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(*others))

    # sessions and members

    def session_member(self, token: str) -> Member | None:
        return self.session_members([token]).get(token)

    def session_members(self, tokens: Iterable[str]) -> dict[str, Member]:
        hashes = {_hash(token): token for token in tokens}
        wanted, found = [*hashes], dict[str, Member]()
        for first in range(0, len(wanted), _BATCH):
            asked = wanted[first : first + _BATCH]
            rows = self._store.rows_of(_SESSION_MEMBERS, {"tokens": asked, "now": self._clock()})
            found |= {hashes[token]: Member(name, decode_posts(posts)) for token, name, posts in rows}
        return found

    def members(self) -> list[Member]:
        rows = self._store.rows_of(select(PEOPLE.c.name, PEOPLE.c.posts).order_by(PEOPLE.c.name))
        return [Member(name, decode_posts(posts)) for name, posts in rows]

    def member(self, name: str) -> Member | None:
        rows = self._store.rows_of(select(PEOPLE.c.name, PEOPLE.c.posts).where(PEOPLE.c.name == name))
        return Member(rows[0][0], decode_posts(rows[0][1])) if rows else None

    def exists(self, name: str) -> bool:
        return bool(self._store.rows_of(select(PEOPLE.c.name).where(PEOPLE.c.name == name)))

    # for operators

    def appoint(self, name: str, posts: Iterable[Post], by: str = HOUSE) -> None:
        """Change a person's posts; their sessions and the invitations that they made end."""
        said = encode_posts(posts)
        with self._store.writing() as connection:
            asked = select(PEOPLE.c.name, PEOPLE.c.posts).order_by(PEOPLE.c.name).with_for_update()
            held = {row.name: row.posts for row in connection.execute(asked)}
            if name not in held:
                raise InputError(f"There is no person called {name!r}.")
            if not any(Post.OPERATOR in decode_posts(each) for each in (held | {name: said}).values()):
                raise InputError("A house needs an operator; appoint another one first.")
            connection.execute(update(PEOPLE).where(PEOPLE.c.name == name).values(posts=said))
            self._note(connection, name, before=held[name], posts=said, appointed_by=by)
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == name))
            connection.execute(delete(INVITATIONS).where(INVITATIONS.c.invited_by == name))

    def end_sessions(self, name: str) -> None:
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == name))

    def _check_password_of(self, name: str, password: str, address: str) -> str:
        """Refuse a wrong password or an attempt too soon; gives the stored hash."""
        self.check_throttle(name, address)
        with self._store.writing() as connection:
            kept: str | None = connection.scalar(select(PEOPLE.c.password).where(PEOPLE.c.name == name))
        right = self._is_right(kept, password)  # for unknown names, too: it takes its time
        if kept is None or not right:
            self._throttle.failed(name, address)
            raise SignInError(_WRONG)
        with self._store.writing() as connection:
            self._throttle.forget(connection, name, address)
        return kept

    def _check_unchanged(self, connection: Connection, name: str, password: str, was: str) -> None:
        """Lock the password, and refuse one that was replaced since it was checked."""
        kept = connection.scalar(select(PEOPLE.c.password).where(PEOPLE.c.name == name).with_for_update())
        if kept != was and not self._is_right(kept, password):  # unless the same one was rehashed
            raise SignInError(_WRONG)

    def _replace(self, connection: Connection, name: str, hashed: str) -> None:
        connection.execute(update(PEOPLE).where(PEOPLE.c.name == name).values(password=hashed))
        self._throttle.forget_all(connection, name)

    def _check_new(self, name: str, password: str) -> str:
        if not is_person_name(name):
            taken = ", ".join(map(repr, TAKEN))
            raise InputError(
                Phrase(
                    "House.not_a_name",
                    "A name has 1 to {most} letters of one alphabet, digits, spaces or hyphens,"
                    " reads as none of another alphabet, and is not {taken} or that of a guest.",
                    most=LONGEST_NAME,
                    taken=taken,
                )
            )
        _check_password(password)
        if self._store.rows_of(select(PEOPLE.c.name).where(PEOPLE.c.key == key_of(name))):
            raise _taken(name)
        return self._hasher.hash(password)

    def _insert(self, connection: Connection, name: str, hashed: str, posts: str) -> None:
        row = {"name": name, "key": key_of(name), "password": hashed, "posts": posts, "at": self._clock()}
        try:
            connection.execute(insert(PEOPLE).values(row))
        except IntegrityError:
            raise _taken(name) from None

    def _note(self, connection: Connection, name: str, **said: str) -> None:
        note(connection, self._random_bytes, self._clock(), name, **said)

    def _begin_session(self, connection: Connection, name: str) -> str:
        token, now = self._token(), self._clock()
        connection.execute(delete_expired(SESSIONS, SESSIONS.c.ends <= now))
        connection.execute(insert(SESSIONS).values(token=_hash(token), person=name, ends=now + SESSION))
        return token

    def _is_right(self, kept: str | None, password: str) -> bool:
        if len(password) > _MOST_PASSWORD:
            return False
        known = kept is not None and kept != _NO_PASSWORD
        try:
            self._hasher.verify(kept if kept is not None and known else self._dummy_hash, password)
        except (Argon2Error, InvalidHashError):
            return False
        return known

    def _token(self) -> str:
        return urlsafe_b64encode(self._random_bytes(32)).decode().rstrip("=")


def _check_password(password: str) -> None:
    if not _LEAST_PASSWORD <= len(password) <= _MOST_PASSWORD:
        raise InputError(
            Phrase(
                "House.not_a_password",
                "A password has {least} to {most} letters.",
                least=_LEAST_PASSWORD,
                most=_MOST_PASSWORD,
            )
        )


def _check_has_password(name: str) -> None:
    if is_guest(name):
        raise InputError(Phrase("House.guest_has_none", "A guest has no password."))


def _taken(name: str) -> InputError:
    return InputError(Phrase("House.name_is_taken", "The name {name!r} is taken.", name=name))


def _hash(token: str) -> bytes:
    return sha256(b"casinowar " + token.encode("utf-8", "replace")).digest()


def _select_person(name: str) -> Select[Any]:
    return select(PEOPLE.c.password, PEOPLE.c.posts).where(PEOPLE.c.name == name)


def _hash_reset(token: str, name: str, password: str, posts: str) -> bytes:
    """Hash a password reset together with its person, in a way that no invitation's token can equal.

    It fails for other people, and once the person has another password or other posts.
    """
    said = f"{token}\n{name}\n{password}\n{posts}"
    return sha256(b"casinowar\n" + said.encode("utf-8", "replace")).digest()
