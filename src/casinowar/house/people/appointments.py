"""Appointments: a log of changes of people's posts."""

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from casinowar.house.journal.shoe_vault import RandomBytes
from casinowar.house.people.posts import Post, decode_posts
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.schema import APPOINTMENTS


class AppointmentMade(Struct, frozen=True, kw_only=True):
    """A change of a person's posts; `at` is in milliseconds."""

    at: int
    person: str
    before: tuple[Post, ...]
    """Empty for a person who joined by an invitation to these posts."""
    posts: tuple[Post, ...]
    appointed_by: str


def note(connection: Connection, random_bytes: RandomBytes, at: int, person: str, **said: str) -> None:
    """Log an appointment in its transaction; `said` are `before`, `posts` and `appointed_by`."""
    row = {"id": random_bytes(16), "at": at, "person": person, **said}
    connection.execute(insert(APPOINTMENTS).values(row))


def appointments(store: StoreReader, skip: int, most: int) -> list[AppointmentMade]:
    """List appointments, newest first."""
    kept = APPOINTMENTS.c
    asked = select(kept.at, kept.person, kept.before, kept.posts, kept.appointed_by)
    rows = store.rows_of(asked.order_by(kept.at.desc(), kept.id).offset(skip).limit(most))
    return [
        AppointmentMade(
            at=at, person=person, before=_sorted(before), posts=_sorted(posts), appointed_by=appointed_by
        )
        for at, person, before, posts, appointed_by in rows
    ]


def _sorted(posts: str) -> tuple[Post, ...]:
    return tuple(sorted(decode_posts(posts), key=str))
