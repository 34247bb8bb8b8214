"""Serving: one or more server processes at an address, by Granian."""

import os
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Final

from granian import Granian
from granian.constants import Interfaces
from litestar import Litestar
from msgspec import Struct, json

from casinowar.game.book.house import House
from casinowar.game.commands import OpenTable
from casinowar.game.refusal import InputError
from casinowar.game.words import Role
from casinowar.house.care.office import HouseCare
from casinowar.house.care.providing import provide
from casinowar.house.journal import PIT, TableSettings
from casinowar.house.people import People
from casinowar.house.requests import Actor, Refused, TableRequest
from casinowar.house.schema import ORDERS
from casinowar.house.serving import Serving, key_of, milliseconds, served
from casinowar.house.store import opened_store
from casinowar.house.worker import Worker
from casinowar.rulebooks import is_built_in, load_sample, open_rulebook
from casinowar.rulebooks.posting import with_limits
from casinowar.web.app import application
from casinowar.web.live import told

_CONFIGURED: Final = "CASINOWAR_SERVING"
_LONGEST_CHECK: Final = 240


class ServingSettings(Struct, frozen=True, kw_only=True):
    """Where a house is, and where it is served."""

    database: str
    key: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    tables: tuple[str, ...] = ()
    """Rulebooks of which a table is open at once."""
    care: HouseCare = HouseCare(two_people=True, check_seconds=3600)
    """What the house provides for those who play and those who work."""


def house_care(*, one_person: bool, check_minutes: int) -> HouseCare:
    """Say what a house provides that is served."""
    if not 0 <= check_minutes <= _LONGEST_CHECK:
        raise InputError(f"A reality check comes after at most {_LONGEST_CHECK} minutes; 0 is never.")
    return HouseCare(two_people=not one_person, check_seconds=60 * check_minutes)


def prepared(settings: ServingSettings) -> str | None:
    """Make what a house needs; gives the invitation of its first operator, if it has none yet."""
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        raise InputError("Several processes need PostgreSQL; SQLite has one.")
    os.umask(0o077)  # nobody else reads the database and the key
    with opened_store(settings.database) as store:
        if not Path(settings.key).exists() and store.rows(ORDERS.c.shuffle):
            raise InputError(f"The key {settings.key} is not there, and the house has shoes that need it.")
        key = key_of(Path(settings.key))
        worker = Worker(store, key=key, clock=milliseconds, random_bytes=os.urandom)
        provide(worker, settings.care)
        for rulebook in settings.tables:
            _open(worker, rulebook)
        return People(store, clock=milliseconds, random_bytes=os.urandom).first_operator()


def _open(worker: Worker, rulebook: str) -> None:
    """Have a table of a rulebook open, run by software, unless there is one."""
    if rulebook not in worker.store.tables():
        worker.open(
            rulebook,
            TableSettings(
                rulebook=rulebook, house=_house_of(rulebook), betting_seconds=15, answer_seconds=60
            ),
        )
    if not worker.position(rulebook).table.open:
        pit = Actor(PIT, frozenset({Role.FLOORPERSON}))
        [answer] = worker.ask(TableRequest(table=rulebook, actor=pit, command=OpenTable(by=Role.FLOORPERSON)))
        if isinstance(answer, Refused):
            raise InputError(answer.sentence)


def _house_of(rulebook: str) -> House:
    """Post the limits of the sample house, or what else is usual."""
    book = open_rulebook(rulebook).book()
    return with_limits(book, load_sample(rulebook) if is_built_in(rulebook) else House())


def serve(settings: ServingSettings) -> None:
    """Serve a house until somebody stops it."""
    os.environ[_CONFIGURED] = json.encode(settings).decode()
    Granian(
        "casinowar.web.serve:configured",
        factory=True,
        interface=Interfaces.ASGI,
        address=settings.host,
        port=settings.port,
        workers=settings.workers,
        websockets=True,
        log_access=False,
    ).serve()


def configured() -> Litestar:
    """Make the application that this process was told to serve."""
    settings = json.decode(os.environ[_CONFIGURED], type=ServingSettings)
    return application(partial(_house, settings))


def _house(settings: ServingSettings) -> AbstractAsyncContextManager[Serving]:
    return served(settings.database, key_of(Path(settings.key)), telling=told)
