"""Startup of a served house: its store, people, desk and bots, and the tables that are open at once."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from os.path import exists
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from msgspec import Struct
from msgspec.structs import asdict

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.commands import OpenTable
from casinowar.game.refusal import InputError
from casinowar.game.words import Role
from casinowar.house.backoffice.books import Books
from casinowar.house.journal.commits import PIT, Commit, TableSettings, encode_commit
from casinowar.house.journal.requests import Actor, Refused, TableRequest
from casinowar.house.offices.care import CARE, HouseCare, ProvideCare
from casinowar.house.people.people import People
from casinowar.house.policy.two_person import Proposals
from casinowar.house.serving.bots import Bots
from casinowar.house.serving.desk import Desk, DeskNotes
from casinowar.house.serving.peers import Peers
from casinowar.house.storage.pg_notify import listening
from casinowar.house.storage.store import Store, opened_store
from casinowar.house.worker.streams import milliseconds
from casinowar.house.worker.table_state import rules_of
from casinowar.house.worker.worker import Worker
from casinowar.reports.par_sheet.warnings import wager_warnings
from casinowar.rulebooks import (
    TomlText,
    is_built_in,
    is_house_file,
    load_rules,
    load_sample,
    named_in,
    open_rulebook,
    read_house,
)
from casinowar.rulebooks.default_limits import with_limits

_LOG = logging.getLogger("casinowar.house")
_KEEP_UP: Final = 60.0
"""Seconds between updates of the cached books."""


class Serving(Struct, frozen=True):
    """The parts of a served house that requests use."""

    desk: Desk
    people: People
    store: Store
    proposals: Proposals
    books: Books
    bots: Bots
    play_money: int = 0
    """Play money for each guest, in cents; 0 means no guests."""


@asynccontextmanager
async def served(
    database: str,
    key: bytes,
    *,
    telling: Callable[[Commit], bytes] = encode_commit,
    hasher: PasswordHasher | None = None,
    play_money: int = 0,
    notes: DeskNotes | None = None,
    peers: Peers | None = None,
) -> AsyncIterator[Serving]:
    """Serve the house of a database; `telling` encodes commits for subscriptions."""
    with opened_store(database) as store:
        worker = Worker(
            store,
            key=key,
            clock=milliseconds,
            random_bytes=os.urandom,
            served_by_peer=peers.served_by_peer if peers is not None else None,
        )
        people = People(store, clock=milliseconds, random_bytes=os.urandom, hasher=hasher)
        books = Books(store, keeps=store)
        proposals = Proposals(store, clock=milliseconds, random_bytes=os.urandom)
        async with (
            Desk(worker, telling=telling, notes=notes, peers=peers).open() as desk,
            nullcontext() if peers is None else peers.open(desk),
            listening(store.notifier, desk.refresh),
            Bots(desk, play_money=play_money).running() as bots,
        ):
            keeping = asyncio.create_task(_keep_up(books))
            try:
                yield Serving(desk, people, store, proposals, books, bots, play_money)
            finally:
                keeping.cancel()
                await asyncio.gather(keeping, return_exceptions=True)


async def _keep_up(books: Books) -> None:
    while True:
        try:
            await asyncio.to_thread(books.keep_up)
        except Exception:  # noqa: BLE001 - readers of the books see the failure
            _LOG.exception("the books could not be kept up")
        await asyncio.sleep(_KEEP_UP)


_CONFIGURED: Final = Actor(PIT, frozenset({Role.AUTOMATIC}))


def configure_care(worker: Worker, care: HouseCare) -> None:
    """Write the configured player care into the journal, unless it says so already."""
    if worker.position(CARE).office.house == care:
        return
    command = ProvideCare(**asdict(care))
    [answer] = worker.ask(TableRequest(table=CARE, actor=_CONFIGURED, command=command))
    if isinstance(answer, Refused):
        raise InputError(answer.sentence)


class InitialTable(Struct, frozen=True):
    """A table that is open when the house starts, dealt by software."""

    name: str
    given: str
    """The rulebook or file that was named on the command line."""
    rulebook: str
    rules: Rules
    choices: str
    """A description of the house's choices."""

    def open(self, worker: Worker) -> None:
        """Open the table; one that was set up before keeps its choices."""
        if self.name not in worker.store.tables():
            worker.open(
                self.name,
                TableSettings(
                    rulebook=self.rulebook,
                    house=self.rules.house,
                    betting_seconds=15,
                    answer_seconds=60,
                    seat_seconds=600,
                ),
            )
        if not worker.position(self.name).table.open:
            pit = Actor(PIT, frozenset({Role.FLOORPERSON}))
            command = OpenTable(by=Role.FLOORPERSON)
            [answer] = worker.ask(TableRequest(table=self.name, actor=pit, command=command))
            if isinstance(answer, Refused):
                raise InputError(answer.sentence)

    def remark(self, store: Store) -> str:
        stored = store.settings(self.name)
        rules = self.rules if stored is None else rules_of(stored)
        said = f"The table {self.name} is open, with {self.choices}."
        if rules != self.rules:
            said = (
                f"The table {self.name} is open as it was set up, which is not as {self.choices} are now: "
                "a table keeps its choices, and others are another table."
            )
        return " ".join((said, *wager_warnings(rules)))


def initial_tables(given: tuple[str, ...]) -> list[InitialTable]:
    """List the tables to open: each once, and no two with one name."""
    names = (open_rulebook(each).book().name if is_built_in(each) else each for each in given)
    found = [_table_of(each) for each in dict.fromkeys(names)]
    _check_names(found)
    return found


def _table_of(given: str) -> InitialTable:
    """Name a table after its rulebook, or after the file of its rulebook or house."""
    if is_built_in(given):
        return _table(given, given, load_sample(given), "the sample house's choices")
    name = Path(given).name
    if exists(given) and is_house_file(file := TomlText.read(given)):  # noqa: PTH110 - Path raises for a name that is too long
        rulebook = read_house(file).rulebook
        if not rulebook:
            raise InputError(f'{given} does not say which rulebook it is for; begin it with rulebook = "…".')
        return _table(given, named_in(given, rulebook), file, f"the choices of {name}")
    return _table(given, given, House(), "the usual limits")


def _table(given: str, rulebook: str, house: House | TomlText, choices: str) -> InitialTable:
    source = open_rulebook(rulebook)
    rules = load_rules(source, house)
    posted = load_rules(source, with_limits(rules.book, rules.house))
    name = given if is_built_in(given) else Path(given).name
    return InitialTable(name, given, rulebook, posted, choices)


def _check_names(tables: list[InitialTable]) -> None:
    called: dict[str, str] = {}
    for table in tables:
        if (other := called.setdefault(table.name, table.given)) != table.given:
            raise InputError(
                f"The tables of {other} and {table.given} would both be called {table.name}; "
                "give one of the files another name."
            )
