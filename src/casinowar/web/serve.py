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

from casinowar.house.serving import Serving, key_of, served
from casinowar.web.app import application
from casinowar.web.live import told

_CONFIGURED: Final = "CASINOWAR_SERVING"


class ServingSettings(Struct, frozen=True, kw_only=True):
    """Where a house is, and where it is served."""

    database: str
    key: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1


def serve(settings: ServingSettings) -> None:
    """Serve a house until somebody stops it."""
    key_of(Path(settings.key))
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
    shared = settings.workers > 1 or not settings.database.startswith("sqlite")
    return served(settings.database, key_of(Path(settings.key)), telling=told, shared=shared)
