"""Runs the server: one or more Granian processes at an address."""

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
from casinowar.house.journal.shoe_vault import WrongKeyError, open_order
from casinowar.house.people.people import People
from casinowar.house.serving.desk import DeskNotes
from casinowar.house.serving.logs import log_settings
from casinowar.house.serving.metrics import SHARED
from casinowar.house.serving.peers import Peers
from casinowar.house.serving.startup import Serving, configure_care, initial_tables, served
from casinowar.house.storage.connections import is_in_memory
from casinowar.house.storage.schema import ORDERS
from casinowar.house.storage.store import Store, opened_store
from casinowar.house.worker.streams import milliseconds
from casinowar.house.worker.worker import Worker
from casinowar.web.app import application
from casinowar.web.server.child_processes import SHARED_FOLDER, limit, shared_folder
from casinowar.web.server.cpu_affinity import stay_on_one
from casinowar.web.server.message_limits import with_message_limit
from casinowar.web.server.settings import ServingSettings
from casinowar.web.server.shutdown import stop_with_main_process
from casinowar.web.table_socket import encode_commit, with_server_channel

_SETTINGS: Final = "CASINOWAR_SERVING"
_GC_THRESHOLDS: Final = (200_000, 20, 20)
"""Thresholds of the garbage collector. With hundreds of players a full collection takes 0.1 s, in which no
request is answered."""
_SWITCH_SECONDS: Final = 0.0005
"""Seconds between switches of threads. Messages to clients wait several times for the thread that decides."""
_SECONDS_TO_STOP: Final = 30
"""Seconds for a process to shut down."""
_SECONDS_TO_START: Final = 60
_OTHER_FILES: Final = 500
"""Open files of a process besides its connections."""


def free_port(host: str, port: int) -> int:
    """Find the port to listen on, any free one for 0; InputError if another program has it."""
    try:
        [(family, kind, _, _, where), *_] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(where)
            found: int = tried.getsockname()[1]
    except OSError as wrong:
        problem = wrong.strerror or str(wrong)
        raise InputError(f"The server cannot listen on {host}, port {port}: {problem}.") from None
    return found


def prepared(settings: ServingSettings) -> str | None:
    """Create what a house needs; returns the invitation of the first operator if there is none yet."""
    if is_in_memory(settings.database):
        raise InputError(
            "A house needs a database in a file or on PostgreSQL: one in memory is lost at the end."
        )
    tables = initial_tables(settings.tables)
    os.umask(0o077)  # other users must not read the database and the key
    with opened_store(settings.database) as store:
        if not Path(settings.key).exists() and store.rows(ORDERS.c.shuffle):
            raise InputError(f"The key {settings.key} is missing, and the house has shoes that need it.")
        key = shoe_key(Path(settings.key))
        _check_key(settings.key, key, store)
        signing_key(Path(settings.signing_key))
        worker = Worker(store, key=key, clock=milliseconds, random_bytes=os.urandom)
        configure_care(worker, settings.care)
        for table in tables:
            table.open(worker)
        return People(store, clock=milliseconds, random_bytes=os.urandom).first_operator()


def _check_key(path: str, key: bytes, store: Store) -> None:
    """Refuse the key of another house: it cannot open the shoes."""
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
    if settings.play_money and not settings.tables:
        yield "Guests find only the tables that operators set up. Open one with --table RULEBOOK."
    if settings.own_processors and settings.workers == 1:
        yield "--own-processors has no effect with one process: it needs --workers 2 or more."
    with opened_store(settings.database) as store:
        for table in initial_tables(settings.tables):
            yield table.remark(store)


def browse(address: str) -> None:
    def opened() -> None:
        for _ in range(_SECONDS_TO_START * 5):
            time.sleep(0.2)
            with suppress(OSError), urlopen(f"{address}/health", timeout=2):  # noqa: S310 - this house's own
                webbrowser.open(address)
                return

    Thread(target=opened, daemon=True).start()


def serve(settings: ServingSettings) -> None:
    os.environ[_SETTINGS] = json.encode(settings).decode()
    _raise_open_files(settings.connections)
    with (
        TemporaryDirectory(prefix="casinowar-metrics-") as folder,
        TemporaryDirectory(prefix="casinowar-serving-") as shared,
    ):
        os.environ[SHARED], os.environ[SHARED_FOLDER] = folder, shared
        Granian(
            "casinowar.web.serve:configured",
            factory=True,
            interface=Interfaces.ASGI,
            address=settings.host,
            port=settings.port,
            workers=settings.workers,
            workers_kill_timeout=_SECONDS_TO_STOP,
            respawn_failed_workers=settings.workers > 1,  # the others go on
            loop=Loops.asyncio,
            http=HTTPModes.http1,  # the only one with a read timeout
            http1_settings=HTTP1Settings(header_read_timeout=1000 * settings.silent_seconds),
            backpressure=settings.connections,
            websockets=True,
            log_access=False,
            log_level=LogLevels(settings.log_level),
            log_dictconfig=log_settings(settings.log_level),
        ).serve()


def _raise_open_files(connections: int) -> None:
    """Raise the limit of open files to the number of connections, if the system allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _OTHER_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    limit(resource.RLIMIT_NOFILE, max(soft, most), hard)


def configured() -> ASGIApp:
    """Make the application of this server process."""
    settings = json.decode(os.environ[_SETTINGS], type=ServingSettings)
    stop_with_main_process()
    app: ASGIApp = application(partial(_house, settings), settings)
    if settings.behind_proxy:
        app = wrap_asgi_with_proxy_headers(app, [*settings.proxies])
    gc.collect()
    gc.freeze()  # keep what is loaded out of later collections
    gc.set_threshold(*_GC_THRESHOLDS)
    sys.setswitchinterval(_SWITCH_SECONDS)
    return with_message_limit(with_server_channel(app), settings.longest_message)


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
