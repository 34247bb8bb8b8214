"""People: who somebody is, what posts they hold, and how they sign in.

A password is kept as argon2id makes it, a session and an invitation as the hash of their token: whoever reads
the database can be nobody.
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
from casinowar.house.journal.shoes import RandomBytes
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
"""The letters of a session's token, which is of 32 bytes."""
_LEAST_PASSWORD: Final = 10
_NO_PASSWORD: Final = "none"  # noqa: S105 - no password, on purpose
"""What no password is right for."""
_MOST_PASSWORD: Final = 200
_TOGETHER: Final = 1_000
"""So many sessions are asked for at once."""
_WHOSE: Final = (
    select(SESSIONS.c.token, PEOPLE.c.name, PEOPLE.c.posts)
    .join(PEOPLE, SESSIONS.c.person == PEOPLE.c.name)
    .where(SESSIONS.c.token.in_(bindparam("tokens", expanding=True)), SESSIONS.c.ends > bindparam("now"))
)
_USED: Final = Phrase("House.invitation_used", "This invitation was used, or has run out; ask for another.")
_TOO_MANY_GUESTS: Final = Phrase("House.too_many_guests", "There are too many guests; try again.")
_WRONG: Final = Phrase("House.not_let_in", "The name or the password is wrong.")


class SignInError(InputError):
    """Say that somebody is not let in."""


class People:
    """The people of a house, as its database has them."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], int],
        random_bytes: RandomBytes,
        hasher: PasswordHasher | None = None,
    ) -> None:
        """Know people by a store; a hasher of one's own may cost less, in tests."""
        self._store, self._clock, self._random_bytes = store, clock, random_bytes
        self._hasher = hasher or PasswordHasher()
        self._throttle = LoginThrottle(store, clock)
        self._dummy_hash = self._hasher.hash(random_bytes(16).hex())
        """Held against the password of somebody unknown, which then takes as long as that of anybody."""

    # coming in

    def invite(self, posts: Iterable[Post], invited_by: str = HOUSE) -> str:
        """Make a link that lets one person in, once."""
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
        """Make the link for a house's first operator, if it has none; a link that was made before is void."""
        with self._store.writing() as connection:
            if any(
                Post.OPERATOR in decode_posts(posts) for posts in connection.scalars(select(PEOPLE.c.posts))
            ):
                return None
            connection.execute(delete(INVITATIONS).where(INVITATIONS.c.invited_by == HOUSE))
        return self.invite([Post.OPERATOR, Post.MANAGER])

    def check_invited(self, token: str) -> None:
        """Refuse whoever has no invitation, before anything is hashed."""
        if not self._store.rows_of(select(INVITATIONS.c.posts).where(*self._invited(token))):
            raise SignInError(_USED)

    def join(self, token: str, name: str, password: str) -> str:
        """Come in by an invitation, and sign in."""
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
        """Come in as a player, where the house lets anybody."""
        hashed = self._check_new(name, password)
        with self._store.writing() as connection:
            self._insert(connection, name, hashed, Post.PLAYER.value)
            return self._begin_session(connection, name)

    def guest(self) -> tuple[str, str]:
        """Let somebody in without a password, for as long as the session lasts; gives token and name."""
        for _ in range(_GUESTS_TRIES):
            name = f"{GUEST} {int.from_bytes(self._random_bytes(4)) % 1_000_000:06}"
            if self.exists(name):
                continue
            with self._store.writing() as connection:
                self._insert(connection, name, _NO_PASSWORD, Post.PLAYER.value)
                return self._begin_session(connection, name), name
        raise InputError(_TOO_MANY_GUESTS)

    def check_throttle(self, name: str, address: str) -> None:
        """Refuse whoever has to wait for wrong passwords, before anything is hashed."""
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
        """Begin a session; wrong passwords make their name and address wait longer and longer."""
        kept = self._check_password_of(name, password, address)
        again = self._hasher.hash(password) if self._hasher.check_needs_rehash(kept) else kept
        with self._store.writing() as connection:
            self._check_unchanged(connection, name, password, kept)
            if again != kept:
                connection.execute(update(PEOPLE).where(PEOPLE.c.name == name).values(password=again))
            return self._begin_session(connection, name)

    def change_password(self, name: str, token: str, password: str, new: str, address: str = "") -> None:
        """Choose another password by the one that somebody has; all their sessions but this one end."""
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
        """Make a link by which somebody else who has forgotten their password chooses another one, once."""
        _check_has_password(name)
        if name == by:
            raise InputError("One's own password is chosen by the one that one has.")
        found = self._store.rows_of(_select_person(name))
        if not found:
            raise InputError(f"Nobody is called {name!r}.")
        token = self._token()
        self._insert_invitation(_hash_reset(token, name, *found[0]), "", by, _RESET_LINK)
        return token

    def check_password_reset(self, token: str, name: str) -> None:
        """Refuse whoever has no such link, before anything is hashed."""
        found = self._store.rows_of(_select_person(name))
        links = [select(INVITATIONS).where(*self._reset_link(token, name, kept)) for kept in found]
        if not any(map(self._store.rows_of, links)):
            raise SignInError(_USED)

    def reset_password(self, token: str, name: str, password: str) -> tuple[str, str]:
        """Choose another password by such a link, and sign in; gives the token, and who had made the link.

        All other sessions end.
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
        """End a session."""
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.token == _hash(token)))

    def end_other_sessions(self, name: str, token: str) -> None:
        """End all sessions of somebody but one."""
        others = SESSIONS.c.person == name, SESSIONS.c.token != _hash(token)
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(*others))

    # who somebody is

    def session_member(self, token: str) -> Member | None:
        """Tell whose session a token is, if it has not ended."""
        return self.session_members([token]).get(token)

    def session_members(self, tokens: Iterable[str]) -> dict[str, Member]:
        """Tell of tokens whose sessions they are, as far as these have not ended."""
        hashes = {_hash(token): token for token in tokens}
        wanted, found = [*hashes], dict[str, Member]()
        for first in range(0, len(wanted), _TOGETHER):
            asked = wanted[first : first + _TOGETHER]
            rows = self._store.rows_of(_WHOSE, {"tokens": asked, "now": self._clock()})
            found |= {hashes[token]: Member(name, decode_posts(posts)) for token, name, posts in rows}
        return found

    def members(self) -> list[Member]:
        """Name all people."""
        rows = self._store.rows_of(select(PEOPLE.c.name, PEOPLE.c.posts).order_by(PEOPLE.c.name))
        return [Member(name, decode_posts(posts)) for name, posts in rows]

    def member(self, name: str) -> Member | None:
        """Find somebody by their name."""
        rows = self._store.rows_of(select(PEOPLE.c.name, PEOPLE.c.posts).where(PEOPLE.c.name == name))
        return Member(rows[0][0], decode_posts(rows[0][1])) if rows else None

    def exists(self, name: str) -> bool:
        """Tell whether somebody has a name."""
        return bool(self._store.rows_of(select(PEOPLE.c.name).where(PEOPLE.c.name == name)))

    # what an operator does

    def appoint(self, name: str, posts: Iterable[Post], by: str = HOUSE) -> None:
        """Give somebody other posts; their sessions and invitations end with the old ones."""
        said = encode_posts(posts)
        with self._store.writing() as connection:
            asked = select(PEOPLE.c.name, PEOPLE.c.posts).order_by(PEOPLE.c.name).with_for_update()
            held = {row.name: row.posts for row in connection.execute(asked)}
            if name not in held:
                raise InputError(f"Nobody is called {name!r}.")
            if not any(Post.OPERATOR in decode_posts(each) for each in (held | {name: said}).values()):
                raise InputError("A house needs an operator; appoint another one first.")
            connection.execute(update(PEOPLE).where(PEOPLE.c.name == name).values(posts=said))
            self._note(connection, name, before=held[name], posts=said, appointed_by=by)
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == name))
            connection.execute(delete(INVITATIONS).where(INVITATIONS.c.invited_by == name))

    def end_sessions(self, name: str) -> None:
        """End all sessions of somebody."""
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == name))

    # how it is done

    def _check_password_of(self, name: str, password: str, address: str) -> str:
        """Refuse a wrong password, and whoever has to wait for wrong ones; gives what is kept of it."""
        self.check_throttle(name, address)
        with self._store.writing() as connection:
            kept: str | None = connection.scalar(select(PEOPLE.c.password).where(PEOPLE.c.name == name))
        right = self._is_right(kept, password)  # asked of nobody too, which takes its time
        if kept is None or not right:
            self._throttle.failed(name, address)
            raise SignInError(_WRONG)
        with self._store.writing() as connection:
            self._throttle.forget(connection, name, address)
        return kept

    def _check_unchanged(self, connection: Connection, name: str, password: str, was: str) -> None:
        """Refuse a password that was replaced since it was right, and let nobody replace it now."""
        kept = connection.scalar(select(PEOPLE.c.password).where(PEOPLE.c.name == name).with_for_update())
        if kept != was and not self._is_right(kept, password):  # the same one may have been hashed anew
            raise SignInError(_WRONG)

    def _replace(self, connection: Connection, name: str, hashed: str) -> None:
        """Put another password in the place of somebody's; wrong ones of before are forgotten."""
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
    return InputError(Phrase("House.name_is_taken", "Somebody is called {name!r} already.", name=name))


def _hash(token: str) -> bytes:
    return sha256(b"casinowar " + token.encode("utf-8", "replace")).digest()


def _select_person(name: str) -> Select[Any]:
    return select(PEOPLE.c.password, PEOPLE.c.posts).where(PEOPLE.c.name == name)


def _hash_reset(token: str, name: str, password: str, posts: str) -> bytes:
    """Hash a way back with whom it is for, as no invitation is hashed, whatever stands in it.

    It lets nobody else in, nor them once they have another password or other posts than when it was made.
    """
    said = f"{token}\n{name}\n{password}\n{posts}"
    return sha256(b"casinowar\n" + said.encode("utf-8", "replace")).digest()
