"""Write the OpenAPI description to standard output; the page's types are made from it."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory

import msgspec

from casinowar.house.serving.desk import DeskNotes
from casinowar.house.serving.startup import Serving
from casinowar.web.app import application
from casinowar.web.openapi import described
from casinowar.web.server.settings import ServingSettings


@asynccontextmanager
async def _no_house(_notes: DeskNotes) -> AsyncIterator[Serving]:
    raise NotImplementedError
    yield


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        app = application(_no_house, ServingSettings(signing_key=f"{folder}/key.pem"))
    sys.stdout.buffer.write(msgspec.json.encode(described(app)))
