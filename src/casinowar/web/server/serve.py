"""Serving: one or more server processes at an address, by Granian."""

import gc
import os
import resource
import socket
import sys
import time
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final
from urllib.request import urlopen

from granian import Granian
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.utils.proxies import wrap_asgi_with_proxy_headers
from litestar.types import ASGIApp
from msgspec import json

from casinowar.game.refusal import InputError
from casinowar.house.audit.checkpoints import signing_key
from casinowar.house.journal.shoe_key import shoe_key
from casinowar.house.journal.shoes import WrongKeyError, open_order
from casinowar.house.people.people import People
from casinowar.house.serving.desk import DeskNotes
from casinowar.house.serving.logs import log_settings
from casinowar.house.serving.metrics import SHARED
from casinowar.house.serving.peers import Peers
from casinowar.house.serving.startup import Serving, configure_care, initial_tables, milliseconds, served
from casinowar.house.storage.connections import is_in_memory
from casinowar.house.storage.schema import ORDERS
from casinowar.house.storage.store import Store, opened_store
from casinowar.house.worker.worker import Worker
from casinowar.web.app import application
from casinowar.web.server.child_processes import SHARED_FOLDER, limit, shared_folder
from casinowar.web.server.connection_limits import cutting_off_unfinished
from casinowar.web.server.cpu_affinity import stay_on_one
from casinowar.web.server.settings import ServingSettings
from casinowar.web.server.shutdown import close_with_the_first_process
from casinowar.web.table_socket import encode_commit, with_server_channel

_CONFIGURED: Final = "CASINOWAR_SERVING"
_RARELY: Final = (200_000, 20, 20)
"""After how much that is new memory is looked through: where hundreds play, to look through all of it takes a
tenth of a second, in which nobody is answered."""
_TURN: Final = 0.0005
"""So many seconds Python lets one thread go on while another waits: what tells people what was decided waits
behind what decides the next thing, twice and more for each of them."""
_PATIENCE: Final = 30
"""So many seconds a process has to close in good order."""
_SECONDS_TO_START: Final = 60
_FILES_BESIDE: Final = 500
"""So many files a process has open that are no connections."""


def free_port(host: str, port: int) -> int:
    """Find the port to listen at, any that is free for 0; say so where another program has it."""
    try:
        [(family, kind, _, _, where), *_] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(where)
            found: int = tried.getsockname()[1]
    except OSError as wrong:
        problem = wrong.strerror or str(wrong)
        raise InputError(f"Nobody can listen at {host}, port {port}: {problem}.") from None
    return found


def prepared(settings: ServingSettings) -> str | None:
    """Make what a house needs; gives the invitation of its first operator, if it has none yet."""
    if is_in_memory(settings.database):
        raise InputError(
            "A house is served from a database in a file, or from PostgreSQL: one in memory is lost."
        )
    tables = initial_tables(settings.tables)
    os.umask(0o077)  # nobody else reads the database and the key
    with opened_store(settings.database) as store:
        if not Path(settings.key).exists() and store.rows(ORDERS.c.shuffle):
            raise InputError(f"The key {settings.key} is not there, and the house has shoes that need it.")
        key = shoe_key(Path(settings.key))
        _check_key(settings.key, key, store)
        signing_key(Path(settings.signing_key))
        worker = Worker(store, key=key, clock=milliseconds, random_bytes=os.urandom)
        configure_care(worker, settings.care)
        for table in tables:
            table.open(worker)
        return People(store, clock=milliseconds, random_bytes=os.urandom).first_operator()


def _check_key(path: str, key: bytes, store: Store) -> None:
    """Refuse a key that is another house's: no shoe could be dealt on."""
    for table in store.tables():
        last = store.last_order(table)
        try:
            if last is not None:
                open_order(key, table, last)
        except WrongKeyError:
            raise InputError(
                f"The key {path} does not open the shoes of the table {table}; "
                "a house needs the key with which they were shuffled."
            ) from None


def remarks(settings: ServingSettings) -> Iterator[str]:
    """Say what an operator should know of the tables that are opened at once."""
    if settings.play_money and not settings.tables:
        yield "Guests find only the tables that operators set up; --table RULEBOOK opens one at once."
    if settings.own_processors and settings.workers == 1:
        yield "One process alone stays on no processor: --own-processors is for --workers 2 and more."
    with opened_store(settings.database) as store:
        for table in initial_tables(settings.tables):
            yield table.remark(store)


def browse(address: str) -> None:
    """Open the page in a browser, once the house answers."""

    def opened() -> None:
        for _ in range(_SECONDS_TO_START * 5):
            time.sleep(0.2)
            with suppress(OSError), urlopen(f"{address}/health", timeout=2):  # noqa: S310 - this house's own
                webbrowser.open(address)
                return

    Thread(target=open_order, daemon=True).start()


def serve(settings: ServingSettings) -> None:
    """Serve a house until somebody stops it."""
    os.environ[_CONFIGURED] = json.encode(settings).decode()
    _may_open_files(settings.connections)
    with (
        TemporaryDirectory(prefix="casinowar-metrics-") as folder,
        TemporaryDirectory(prefix="casinowar-serving-") as shared,
    ):
        os.environ[SHARED], os.environ[SHARED_FOLDER] = folder, shared
        Granian(
            "casinowar.web.server.serve:configured",
            factory=True,
            interface=Interfaces.ASGI,
            address=settings.host,
            port=settings.port,
            workers=settings.workers,
            workers_kill_timeout=_PATIENCE,
            respawn_failed_workers=settings.workers > 1,  # the others go on meanwhile
            loop=Loops.asyncio,
            http=HTTPModes.http1,  # the only one in which whoever says nothing is let go
            http1_settings=HTTP1Settings(header_read_timeout=1000 * settings.silent_seconds),
            backpressure=settings.connections,
            websockets=True,
            log_access=False,
            log_level=LogLevels(settings.log_level),
            log_dictconfig=log_settings(settings.log_level),
        ).serve()


def _may_open_files(connections: int) -> None:
    """Let each process open as many files as it takes connections, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _FILES_BESIDE
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    limit(resource.RLIMIT_NOFILE, max(soft, most), hard)


def configured() -> ASGIApp:
    """Make the application that this process was told to serve."""
    settings = json.decode(os.environ[_CONFIGURED], type=ServingSettings)
    close_with_the_first_process()
    app: ASGIApp = application(partial(_house, settings), settings)
    if settings.behind_proxy:
        app = wrap_asgi_with_proxy_headers(app, [*settings.proxies])
    gc.collect()
    gc.freeze()  # what is loaded now stays: it need not be looked through again and again while people play
    gc.set_threshold(*_RARELY)
    sys.setswitchinterval(_TURN)
    return cutting_off_unfinished(with_server_channel(app), settings.longest_message)


@asynccontextmanager
async def _house(settings: ServingSettings, notes: DeskNotes) -> AsyncIterator[Serving]:
    key, number = shoe_key(Path(settings.key)), settings.workers
    with shared_folder() as folder:
        at_home = partial(stay_on_one, places=number) if settings.own_processors else None
        peers = Peers(folder, number, at_home) if number > 1 else None
        open_house = served(
            settings.database,
            key,
            telling=encode_commit,
            notes=notes,
            play_money=settings.play_money,
            peers=peers,
        )
        async with open_house as house:
            yield house
