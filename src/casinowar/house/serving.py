"""A house that is served: its store, its people and its desk, made of addresses and keys."""

import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from msgspec import Struct

from casinowar.game.refusal import InputError
from casinowar.house.audited import read_key
from casinowar.house.care.proposals import Proposals
from casinowar.house.desk import Desk
from casinowar.house.journal import Commit, written
from casinowar.house.people import People
from casinowar.house.store import Store, opened_store
from casinowar.house.worker import Worker

_KEY_BYTES: Final = 32


class Serving(Struct, frozen=True):
    """What a server works with."""

    desk: Desk
    people: People
    store: Store
    proposals: Proposals


def milliseconds() -> int:
    """Tell the time."""
    return time.time_ns() // 1_000_000


def key_of(path: Path) -> bytes:
    """Read the key of the shoes, or make one that only its owner can read."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(os.urandom(_KEY_BYTES).hex() + "\n")
        except OSError as wrong:
            raise InputError(f"The key {path} cannot be made: {wrong.strerror}.") from None
    return read_key(str(path))


@asynccontextmanager
async def served(
    database: str,
    key: bytes,
    *,
    telling: Callable[[Commit], bytes] = written,
    hasher: PasswordHasher | None = None,
) -> AsyncIterator[Serving]:
    """Open the house at a database and serve it for a while; `telling` is how watchers hear of a commit."""
    with opened_store(database) as store:
        worker = Worker(store, key=key, clock=milliseconds, random_bytes=os.urandom)
        people = People(store, clock=milliseconds, random_bytes=os.urandom, hasher=hasher)
        proposals = Proposals(store, clock=milliseconds, random_bytes=os.urandom)
        async with Desk(worker, telling=telling).open() as desk:
            yield Serving(desk, people, store, proposals)
