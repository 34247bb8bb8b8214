"""A real server in a process of its own, for tests."""

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

_SECONDS_TO_START = 60


class ServedHouse:
    """A server process on a free port of this machine, with its database and key in a folder."""

    def __init__(
        self,
        folder: Path,
        database: str = "",
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Say where; it runs once it is started."""
        self.folder = folder
        self.database = database or f"sqlite:///{folder}/house.db"
        self.key = folder / "house.key"
        self._arguments = arguments
        self._environment = {**os.environ, **(environment or {})}
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.invitation = ""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        """What the server printed so far."""
        return (self.folder / "log").read_text()

    @property
    def process(self) -> int:
        """The id of the server's first process."""
        assert self._process is not None
        return self._process.pid

    @property
    def workers(self) -> list[int]:
        """The ids of the processes that serve, where the system tells."""
        with suppress(OSError):
            found = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
            return [
                each for each in map(int, found) if b"serve" in Path(f"/proc/{each}/cmdline").read_bytes()
            ]
        return []

    def start(self) -> "ServedHouse":
        """Start, and wait until it answers."""
        process = self.launch()
        end = time.monotonic() + _SECONDS_TO_START
        while not self._answers():
            assert time.monotonic() < end, self.log
            assert process.poll() is None, self.log
            time.sleep(0.05)
        found = re.search(r"invitation (\S+)", self.log)
        self.invitation = found[1] if found else ""
        return self

    def launch(self) -> subprocess.Popen[bytes]:
        """Start, and wait for nothing."""
        command = [sys.executable, "-m", "casinowar", "serve", "--database", self.database]
        command += ["--key", str(self.key), "--port", str(self.port), *self._arguments]
        command += ["--signing-key", str(self.folder / "signing.pem")]
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=subprocess.STDOUT, start_new_session=True, env=self._environment
            )
        return self._process

    def kill(self) -> None:
        """Pull the plug: no process of the server's may finish anything."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def kill_one(self) -> bool:
        """Kill one of several processes that serve, the others go on; False if there are not several."""
        several = self.workers
        if len(several) < 2:
            return False
        with suppress(ProcessLookupError):
            os.kill(random.choice(several), signal.SIGKILL)
        return True

    def stop(self) -> int:
        """Have it end in good order."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(_SECONDS_TO_START)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/health", timeout=2).is_success
        except httpx.HTTPError:
            return False


async def next_message(socket: ClientConnection) -> Any:
    """Read the next message of a table's WebSocket, without standings, which come at any time."""
    while (said := json.loads(await socket.recv()))["tell"] == "standing":
        pass
    return said


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what another process does; a test that hangs fails."""
    async with asyncio.timeout(120):
        while not is_so():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
