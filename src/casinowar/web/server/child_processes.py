"""Child processes: long work outside the server's process.

A child reads requests from standard input and writes replies to standard output, both as MessagePack with its
length in front. It ends when standard input closes, and so with the server, however the server ends.
"""

import asyncio
import fcntl
import os
import resource
import signal
import sys
import traceback
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from struct import Struct as Layout
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, BinaryIO, Final, TypeVar

from msgspec import Struct, msgpack

from casinowar.game.refusal import InputError
from casinowar.web.server.cpu_affinity import run_on_any

T = TypeVar("T")
Report = Callable[[int, int], None]
"""Reports progress: how much is done, and how much is wanted."""

SHARED_FOLDER: Final = "CASINOWAR_SERVING_FOLDER"
"""The environment variable with the folder that all processes of a server share."""
_LENGTH: Final = Layout(">I")
_SECONDS_TO_END: Final = 5


class WorkProgress(Struct, frozen=True, tag=True):
    done: int
    wanted: int


class WorkResult(Struct, frozen=True, tag=True):
    content: bytes


class WorkRefused(Struct, frozen=True, tag=True):
    sentence: str


class WorkFailed(Struct, frozen=True, tag=True):
    trace: str


WorkReply = WorkProgress | WorkResult | WorkRefused | WorkFailed
_REPLIES: Final[msgpack.Decoder[WorkReply]] = msgpack.Decoder(WorkReply)


class ChildEndedError(Exception):
    """A child ended without an answer; a negative status is the signal that ended it."""

    def __init__(self, status: int | None) -> None:
        super().__init__(f"status {status}")
        self.status = status


class ChildFailedError(Exception):
    """A child could not answer because of a defect; its traceback is the message."""


# in the server


class Child:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, module: str) -> "Child":
        """Run a module; OSError if the system starts no more processes."""
        return cls(
            await asyncio.create_subprocess_exec(sys.executable, "-m", module, stdin=PIPE, stdout=PIPE)
        )

    @property
    def lives(self) -> bool:
        """Whether it can take another request, as far as the server knows."""
        return self.process.returncode is None

    async def ask(self, request: Struct, progress: Report = lambda _done, _wanted: None) -> bytes:
        """Give the result of a request, or raise InputError, ChildFailedError or ChildEndedError.

        The child ends if this is cancelled: nothing else interrupts its work.
        """
        stdin = self.process.stdin
        assert stdin is not None  # noqa: S101 - it was started with pipes
        try:
            stdin.write(_framed(request))
            await stdin.drain()
            while isinstance(reply := await self._reply(), WorkProgress):
                progress(reply.done, reply.wanted)
        except (asyncio.IncompleteReadError, ConnectionError):
            with suppress(TimeoutError):  # killing it now could hide how it ended
                await asyncio.wait_for(self.process.wait(), _SECONDS_TO_END)
            await self.end()
            raise ChildEndedError(self.process.returncode) from None
        except BaseException:
            await self.end()
            raise
        match reply:
            case WorkResult(content):
                return content
            case WorkRefused(sentence):
                raise InputError(sentence)
            case WorkFailed(trace):
                raise ChildFailedError(trace)

    async def _reply(self) -> WorkReply:
        assert self.process.stdout is not None  # noqa: S101 - it was started with pipes
        [length] = _LENGTH.unpack(await self.process.stdout.readexactly(_LENGTH.size))
        return _REPLIES.decode(await self.process.stdout.readexactly(length))

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Jobs:
    """Children that each do one job, which shows by a claim that it runs."""

    def __init__(self) -> None:
        self._running: dict[Child, asyncio.Task[None]] = {}

    async def start(self, module: str, claim: BinaryIO, work: Callable[[Child], Awaitable[None]]) -> None:
        """Start a child, and have it do the work; the claim is closed when both have ended."""
        try:
            child = await Child.start(module)
        except BaseException:
            claim.close()
            raise

        async def run() -> None:
            with claim:
                try:
                    await work(child)
                finally:
                    await child.end()

        self._running[child] = asyncio.create_task(run())
        self._running[child].add_done_callback(lambda _: self._running.pop(child))

    async def aclose(self) -> None:
        running = dict(self._running)
        for child in running:
            await child.end()
        await asyncio.gather(*running.values(), return_exceptions=True)


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Give the folder that all processes of a server share, or a temporary one to a single process."""
    if known := os.environ.get(SHARED_FOLDER):
        yield Path(known)
        return
    with TemporaryDirectory(prefix="casinowar-serving-") as own:
        yield Path(own)


def claimed(lock: Path) -> BinaryIO | None:
    """Claim a lock file until the result is closed, or this process ends; None if it is taken."""
    file = lock.open("ab")
    while not _locked(file, fcntl.LOCK_EX):
        if is_claimed(lock):  # and not only looked at
            file.close()
            return None
    return file


def is_claimed(lock: Path) -> bool:
    with suppress(FileNotFoundError), lock.open("rb") as file:
        return not _locked(file, fcntl.LOCK_SH)  # shared: two that look must not see each other
    return False


def _locked(file: BinaryIO, how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def publish(path: Path, content: bytes) -> None:
    """Replace a file that the server's other processes read. It ends with the server, so it is not synced."""
    made = path.with_name(f".{path.name}-{os.getpid()}")
    made.write_bytes(content)
    made.replace(path)


# in the child


def answer_requests(kind: Any, answer: Callable[[T, Report], bytes]) -> None:  # noqa: ANN401 - a union, too
    """Answer requests of a kind until standard input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its children
    run_on_any()
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(requests,), daemon=True).start()
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # what code prints is no reply

    def send(reply: Struct) -> None:
        output.write(_framed(reply))
        output.flush()

    while True:
        send(_answered(kind, answer, requests.get(), lambda done, wanted: send(WorkProgress(done, wanted))))


def _answered(kind: Any, answer: Callable[[T, Report], bytes], request: bytes, report: Report) -> Struct:  # noqa: ANN401 - a union, too
    try:
        return WorkResult(answer(msgpack.decode(request, type=kind), report))
    except InputError as no:
        return WorkRefused(str(no))
    except MemoryError:
        return WorkRefused("That takes more memory than the server allows.")
    except Exception:  # noqa: BLE001 - the server logs it, and the next request is answered
        return WorkFailed(traceback.format_exc())


def _receive(requests: SimpleQueue[bytes]) -> None:
    """Queue requests; end the process with standard input, even in the middle of its work."""
    while head := sys.stdin.buffer.read(_LENGTH.size):
        [length] = _LENGTH.unpack(head)
        requests.put(sys.stdin.buffer.read(length))
    os._exit(1)


def _framed(message: Struct) -> bytes:
    content = msgpack.encode(message)
    return _LENGTH.pack(len(content)) + content


def limit(kind: int, soft: int, hard: int) -> None:
    """Limit a resource of this process, where the system knows such a limit."""
    with suppress(OSError, ValueError):  # macOS does not limit addresses, and caps open files itself
        resource.setrlimit(kind, (soft, hard))
