"""A house that is served: its store, its people and its desk, made of addresses and keys."""

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Final

from argon2 import PasswordHasher
from msgspec import Struct

from casinowar.house.backoffice.books import Books
from casinowar.house.journal.commits import Commit, written
from casinowar.house.people.people import People
from casinowar.house.policy.proposals import Proposals
from casinowar.house.serving.bots import Neighbours
from casinowar.house.serving.desk import Desk, DeskNotes
from casinowar.house.serving.table_homes import Homes
from casinowar.house.storage.pg_notify import listening
from casinowar.house.storage.store import Store, opened_store
from casinowar.house.worker.worker import Worker

_LOG = logging.getLogger("casinowar.house")
_KEEP_UP: Final = 60.0


class Serving(Struct, frozen=True):
    """What a server works with."""

    desk: Desk
    people: People
    store: Store
    proposals: Proposals
    books: Books
    neighbours: Neighbours
    play_money: int = 0
    """What guests are given to play with, in cents; with 0 there are none."""


def milliseconds() -> int:
    """Tell the time."""
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def served(
    database: str,
    key: bytes,
    *,
    telling: Callable[[Commit], bytes] = written,
    hasher: PasswordHasher | None = None,
    play_money: int = 0,
    notes: DeskNotes | None = None,
    homes: Homes | None = None,
) -> AsyncIterator[Serving]:
    """Open the house at a database and serve it for a while; `telling` is how watchers hear of a commit."""
    with opened_store(database) as store:
        worker = Worker(
            store,
            key=key,
            clock=milliseconds,
            random_bytes=os.urandom,
            elsewhere=homes.elsewhere if homes is not None else None,
        )
        people = People(store, clock=milliseconds, random_bytes=os.urandom, hasher=hasher)
        books = Books(store, keeps=store)
        proposals = Proposals(store, clock=milliseconds, random_bytes=os.urandom)
        async with (
            Desk(worker, telling=telling, notes=notes, homes=homes).open() as desk,
            nullcontext() if homes is None else homes.open(desk),
            listening(store.announcing, desk.hear),
            Neighbours(desk, play_money=play_money).at_home() as neighbours,
        ):
            keeping = asyncio.create_task(_keep_up(books))
            try:
                yield Serving(desk, people, store, proposals, books, neighbours, play_money)
            finally:
                keeping.cancel()
                await asyncio.gather(keeping, return_exceptions=True)


async def _keep_up(books: Books) -> None:
    """Keep the books up with the journals, now and then."""
    while True:
        try:
            await asyncio.to_thread(books.keep_up)
        except Exception:  # noqa: BLE001 - whoever asks for the books is told
            _LOG.exception("the books could not be kept up")
        await asyncio.sleep(_KEEP_UP)
