"""A wire: a connection to another process of the same server, over which values are said as they are.

The processes are one program under one user, and nobody else can reach the folder with their sockets, so
what they say is pickled.
"""

import asyncio
import logging
import pickle
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final

_LOG = logging.getLogger("casinowar.house")
_SIZE: Final = 4
"""So many bytes say how long what follows is."""
_MOST_UNSENT: Final = 1 << 26
"""A process for which more bytes than these wait has stopped; it has to look for itself."""


class Wire:
    """A connection to another process; what is said at once goes together."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk over a stream."""
        self._reader, self._writer = reader, writer
        self._unsaid: list[object] = []

    def say(self, said: object) -> None:
        """Say something, without waiting for anybody."""
        if not self._unsaid:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsaid.append(said)

    def _flush(self) -> None:
        unsaid, self._unsaid = self._unsaid, []
        try:
            written = pickle.dumps(unsaid, pickle.HIGHEST_PROTOCOL)
        except Exception:  # noqa: BLE001 - whoever is not told has to know it, and to look for itself
            _LOG.exception("something cannot be said to another process")
            self.close()
            return
        if self._writer.transport.get_write_buffer_size() > _MOST_UNSENT:
            self.close()
        elif not self._writer.is_closing():
            self._writer.write(len(written).to_bytes(_SIZE) + written)

    async def heard(self) -> AsyncIterator[Any]:
        """Give what the other says, until one of them is gone."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                size = int.from_bytes(await self._reader.readexactly(_SIZE))
                for said in pickle.loads(await self._reader.readexactly(size)):  # noqa: S301 - its own
                    yield said

    def close(self) -> None:
        """Hang up at once; what was not sent is not sent any more."""
        self._writer.transport.abort()
